"""The programs that sessions belong to: where they are installed, and which version, found out without running them."""

from __future__ import annotations

import json
import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ("claude", "codex", "hermes", "opencode")
_VERSION = re.compile(r"\d+(?:\.\d+){1,3}(?:[-+][0-9A-Za-z.-]+)?")
_LARGEST = 1 << 20  # bytes of a package's description


def executable(name: str, environ: Mapping[str, str], project: str) -> str | None:
    """The program `name` in PATH: only absolute folders outside the project, and a file that is outside as well."""
    top = os.path.realpath(project).rstrip("/") + "/"
    for folder in environ.get("PATH", "").split(":"):
        if not folder.startswith("/"):
            continue  # an empty or relative entry is wherever the shell stands: the project's
        path = os.path.join(folder, name)
        if not (os.path.isfile(path) and os.access(path, os.X_OK)):
            continue
        if (folder.rstrip("/") + "/").startswith(top) or (os.path.realpath(path) + "/").startswith(top):
            continue
        if (os.path.realpath(folder) + "/").startswith(top):
            continue
        return path
    return None


def version(path: str, name: str) -> str | None:
    """The installed version, by the files around the program: its folder's name, its npm or Python package."""
    real = os.path.realpath(path)
    if _VERSION.fullmatch(os.path.basename(real)):  # .../versions/2.1.3
        return os.path.basename(real)
    folder = os.path.dirname(real)
    for _ in range(4):
        found = _npm(os.path.join(folder, "package.json"), name)
        if found:
            return found
        folder = os.path.dirname(folder)
    return _python(os.path.dirname(os.path.dirname(real)), name)


def _npm(path: str, name: str) -> str | None:
    """The version in a package.json whose `bin` has the program."""
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > _LARGEST:
            return None
        with open(path, encoding="utf-8") as file:
            package = json.load(file)
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(package, dict):
        return None
    programs, said = package.get("bin"), package.get("version")
    own = name in programs if isinstance(programs, dict) else isinstance(programs, str) and str(package.get("name", "")).endswith(name)
    return said if own and isinstance(said, str) and _VERSION.fullmatch(said) else None


def _python(prefix: str, name: str) -> str | None:
    """The version of the distribution `<name>` or `<name>-agent` in the virtual environment at `prefix`."""
    for library in _listing(os.path.join(prefix, "lib")):
        for entry in _listing(os.path.join(prefix, "lib", library, "site-packages")):
            found = re.fullmatch(rf"{name}(?:[_-]agent)?-({_VERSION.pattern})\.dist-info", entry)
            if found:
                return found[1]
    return None


def _listing(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def processes() -> list[list[bytes]]:
    """The words of every other process that can be seen; none where the system does not show them."""
    found: list[list[bytes]] = []
    for entry in _listing("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                found.append(file.read(1 << 16).split(b"\0"))
        except OSError:
            continue
    return found


def running(seen: list[list[bytes]], name: str, session_id: str) -> bool:
    """Whether one of the processes is the program `name` with the session's ID."""
    wanted = session_id.encode("ascii", "replace")
    for words in seen:
        # The program may be a script behind an interpreter; an editor with the session's file open is no owner.
        named = any(os.path.basename(word) == name.encode() for word in words[:3])
        if named and any(word == wanted or word.endswith(b"=" + wanted) for word in words[1:]):
            return True
    return False
