"""How hooks and shell functions name this program, so that they find it under pipx, uv, pip and in a venv."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.world import World

NAME = "pickup-tui"
_PASSING = {".cache", "Caches", "archive-v0"}  # parts of paths under which `uvx` and `pipx run` keep what they throw away


def program(world: World, argv0: str | None = None, executable: str | None = None) -> tuple[str, ...]:
    """The argument list that starts this installation by an absolute path; empty when only PATH will find it later.

    A link on PATH that leads here comes first: pipx and uv keep it through upgrades. Then the script that is
    running, the one beside the interpreter, and the interpreter with this module.
    """
    argv0 = sys.argv[0] if argv0 is None else argv0
    executable = sys.executable if executable is None else executable
    path = world.environ.get("PATH", os.defpath)
    running = os.path.abspath(argv0) if os.path.basename(argv0) == NAME and os.path.isfile(argv0) else ""
    beside = os.path.join(os.path.dirname(executable), NAME)
    own = next((script for script in (running, beside) if script and os.access(script, os.X_OK)), "")
    if _passing(own or executable, world) or not (own or executable):
        return ()
    found = shutil.which(NAME, path=path)
    if own and found and os.path.isabs(found) and os.path.realpath(found) == os.path.realpath(own):
        own = found
    argv = (own,) if own else (executable, "-P", "-m", "pickup_tui")  # -P: the project's folder is none to import from
    return argv if argv[0].isprintable() else ()  # bytes that are no text cannot stand in a JSON file


def _passing(path: str, world: World) -> bool:
    """Whether `path` lies in a cache that is emptied without asking."""
    real = os.path.realpath(path)
    cache = world.environ.get("UV_CACHE_DIR", "")
    return not _PASSING.isdisjoint(real.split("/")) or bool(cache and real.startswith(os.path.realpath(cache) + "/"))


def hook(argv: tuple[str, ...], *arguments: str) -> str:
    """A command line for any POSIX shell: this program, else the one on PATH, silent and never failing.

    It must not disturb the session that runs it: no error text, exit status 0 whatever happens.
    """
    tail = " ".join(shlex.quote(argument) for argument in arguments)
    tries = [shlex.join(argv), NAME] if argv else [NAME]
    return " || ".join([f"{start} {tail} 2>/dev/null" for start in tries] + [":"])


def fish_quote(text: str) -> str:
    """`text` as one word for fish, whose single quotes know two escapes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
