#!/usr/bin/env python3
"""From a checkout to a running program with nothing but Python and git: no root, nothing installed outside this folder.

    python3 start.py demo [OPTION ...]    sets up .venv-demo and runs `pickup-tui --demo`
    python3 start.py test [OPTION ...]    sets up .venv-test and runs the tests

Each environment is made once, and anew when pyproject.toml, constraints.txt or the Python have changed.
This file keeps to the syntax of old Pythons, so that one of them can say that it is too old.
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


def main(words):
    what, rest = (words[0] if words else ""), words[1:]
    if what not in ("demo", "test"):
        sys.exit(__doc__.strip())
    if os.name != "posix":
        sys.exit("pickup-tui needs Linux, macOS or WSL.")
    if sys.version_info < OLDEST:
        use_newer(words)
    folder = os.path.join(HERE, ".venv-" + what)
    python = os.path.join(folder, "bin", "python")
    stamp, state = os.path.join(folder, "made-from"), digest()
    if read(stamp) != state:
        make(folder, python, "." if what == "demo" else ".[test]")
        with open(stamp, "w") as file:
            file.write(state)
    if what == "demo":
        run([os.path.join(folder, "bin", "pickup-tui"), "--demo"] + rest)
    os.chdir(HERE)
    # Two workers or more halve the time; a single file is not worth them.
    run([python, "-m", "pytest"] + (rest or ["-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup"]))


def use_newer(words):
    """Goes on with a newer Python that PATH has, or says what is missing."""
    for minor in range(20, OLDEST[1] - 1, -1):
        newer = shutil.which("python3.%d" % minor)
        if newer:
            run([newer, os.path.abspath(__file__)] + words)
    sys.exit("pickup-tui needs Python %d.%d or newer; this is %s." % (OLDEST + (sys.version.split()[0],)))


def digest():
    state = hashlib.sha256(("%s %s" % (sys.version, sys.base_prefix)).encode())
    for name in ("pyproject.toml", "constraints.txt"):
        state.update(read(os.path.join(HERE, name)).encode())
    return state.hexdigest()


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def make(folder, python, package):
    """A new environment with the package in it, linked to this checkout, and what it needs at the tested versions."""
    import venv

    print("Setting up %s (once, about a minute) ..." % os.path.relpath(folder), file=sys.stderr)
    venv.EnvBuilder(clear=True, symlinks=True).create(folder)
    install = [
        "install", "-qq", "--disable-pip-version-check", "--constraint", os.path.join(HERE, "constraints.txt"),
        "--editable", package,
    ]  # fmt: skip
    done = subprocess.run(pip(folder, python) + install, cwd=HERE)
    if done.returncode:
        sys.exit("Setting up failed: see pip's words above. Once that is mended, run this line again.")


def pip(folder, python):
    """The words that run a pip on the environment: its own, else this Python's, else one from pip's repository."""
    if subprocess.run([python, "-m", "ensurepip"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        return [python, "-m", "pip"]
    if subprocess.run([sys.executable, "-m", "pip", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        return [sys.executable, "-m", "pip", "--python", python]
    source = os.path.join(folder, "pip")
    url, tag = PIP_SOURCE
    print("This Python has no pip: fetching it with git ...", file=sys.stderr)
    clone = ["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1", "--branch", tag, url, source]
    try:
        fetched = subprocess.run(clone).returncode == 0
    except OSError:
        fetched = False
    if not fetched:
        sys.exit("This Python has neither pip nor ensurepip, and git could not fetch pip.\n"
                 "On Debian and Ubuntu, `apt install python3-venv` brings it; then run this line again.")
    return [python, os.path.join(source, "src", "pip")]


def run(argv):
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(argv[0], argv)


if __name__ == "__main__":
    main(sys.argv[1:])
