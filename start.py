#!/usr/bin/env python3
"""From a checkout to a running program with nothing but Python and git: no root, nothing installed outside this folder.

    python3 start.py demo [OPTION ...]    sets up .venv-demo and runs `pickup-tui --demo`
    python3 start.py test [OPTION ...]    sets up .venv-test and runs the tests

Each environment is made once, and anew when pyproject.toml, constraints.txt or the Python have changed.
This file keeps to what Python 3.6 knows, so that an old one can say that it is too old.
"""

import hashlib
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OLDEST = (3, 11)
# Where pip comes from when this Python has neither it nor ensurepip (Debian and Ubuntu split both off): its own source.
PIP_SOURCE = ("https://github.com/pypa/pip", "25.0.1")


def main(words: list) -> None:
    what, rest = (words[0] if words else ""), words[1:]
    if what in ("", "-h", "--help", "help"):
        print(__doc__.strip())
        sys.exit(0 if what else 2)
    if what not in ("demo", "test"):
        fail(f"there is no `{what}`: python3 start.py demo, or python3 start.py test", 2)
    if os.name != "posix":
        fail("pickup-tui needs Linux, macOS or WSL. On Windows run this line inside WSL (`wsl --install` sets it up).")
    missing = [name for name in ("pyproject.toml", "constraints.txt", "app") if not os.path.exists(os.path.join(HERE, name))]
    if missing:
        fail("{} is no checkout of pickup-tui: it has no {}.\n"
             "Clone the repository with git and run the line in its folder.".format(HERE, ", ".join(missing)))
    if sys.version_info < OLDEST:
        use_newer(words)
    folder = os.path.join(HERE, ".venv-" + what)
    python = os.path.join(folder, "bin", "python")
    stamp, state = os.path.join(folder, "made-from"), digest()
    if read(stamp) != state:
        try:
            make(folder, python, "." if what == "demo" else ".[test]")
            with open(stamp, "w") as file:
                file.write(state)
        except OSError as error:
            fail(f"{folder} cannot be set up: {error.strerror or error}.\nIt needs a folder that may be written to, and some 100 MB.")
    if what == "demo":
        run([os.path.join(folder, "bin", "pickup-tui"), "--demo", *rest])
    os.chdir(HERE)
    # Two workers or more halve the time; a single file is not worth them.
    run([python, "-m", "pytest", *(rest or ["-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup"])])


def fail(message: str, code: int = 1) -> None:
    print("start.py: " + message, file=sys.stderr)
    sys.exit(code)


def use_newer(words: list) -> None:
    """Goes on with a newer Python that PATH has and that runs (a version manager's shim may not), or says what is missing."""
    for minor in range(20, OLDEST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer and works([newer, "-c", "import venv"]):
            run([newer, os.path.abspath(__file__), *words])
    fail("pickup-tui needs Python {}.{} or newer; this is {}, and PATH has none.\n"
         "Install one beside it (`apt install python3.11`, `brew install python`, `uv python install`, pyenv),\n"
         "or name it: /path/to/python3.11 start.py {}".format(OLDEST[0], OLDEST[1], sys.version.split()[0], " ".join(words)))


def digest() -> str:
    state = hashlib.sha256(f"{sys.version} {sys.base_prefix}".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        state.update(read(os.path.join(HERE, name)).encode())
    return state.hexdigest()


def read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def make(folder: str, python: str, package: str) -> None:
    """A new environment with the package in it, linked to this checkout, and what it needs at the tested versions."""
    import venv

    print(f"Setting up {os.path.relpath(folder)}, once; deleting it takes everything back ...", file=sys.stderr, flush=True)
    venv.EnvBuilder(clear=True, symlinks=True).create(folder)
    install = [
        "install", "-qq", "--disable-pip-version-check", "--constraint", os.path.join(HERE, "constraints.txt"),
        "--editable", package,
    ]  # fmt: skip
    command = pip(folder, python) + install
    print("Fetching the libraries with pip: a minute or two ...", file=sys.stderr, flush=True)
    done = subprocess.run(command, cwd=HERE, check=False)
    if done.returncode:
        fail("pip could not set it up; its words are above. Mostly it is the network, a proxy or a full disk.\n"
             "Run the same line again when that is mended.")


def pip(folder: str, python: str) -> list:
    """The words that run a pip on the environment: its own, else this Python's, else one from pip's repository."""
    if works([python, "-m", "ensurepip"]):
        return [python, "-m", "pip"]
    if works([sys.executable, "-m", "pip", "--version"]):
        return [sys.executable, "-m", "pip", "--python", python]
    source = os.path.join(folder, "pip")
    url, tag = PIP_SOURCE
    print("This Python has no pip: fetching it with git ...", file=sys.stderr)
    clone = ["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1", "--branch", tag, url, source]
    try:
        fetched = subprocess.run(clone, check=False).returncode == 0
    except OSError:
        fetched = False
    if not fetched:
        fail("this Python has neither pip nor ensurepip, and git could not fetch pip.\n"
             "On Debian and Ubuntu, `apt install python3-venv` brings it; then run this line again.")
    return [python, os.path.join(source, "src", "pip")]


def works(argv: list) -> bool:
    return subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def run(argv: list) -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(argv[0], argv)  # noqa: S606 - no shell is the point


if __name__ == "__main__":
    main(sys.argv[1:])
