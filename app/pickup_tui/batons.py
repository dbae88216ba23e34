"""Finds batons: by the pointer `latest`, the pointers and entries beside it, and by name in the temporary folders.

Names in a shared temporary folder can be guessed, and a pointer can name anything: a baton is a regular file of this
user, no link, in a folder where nobody else can put one in its place. Everything else is refused with the reason.
"""

from __future__ import annotations

import os
import stat

from . import when
from .disk import NAMES, Unreadable
from .handoff import Problem, Record
from .text import inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .disk import Disk
    from .world import World

LATEST = "latest"
POINTER = "latest-"  # how the names of the projects' pointers begin
ENTRY = "handoff-"  # how those of the entries do: each is its baton's name without ".md"
NO_RECENT = "no recent handoff"
REFUSED = "the baton is refused: "  # how such a problem begins
OPEN = "everybody may write to its folder"
_SMALL = 8192  # bytes of a pointer
_MOST = 500  # names of a folder that are looked at


class Baton(Record):
    """A baton that may be read: its real path, and the project's folder as the entry gives it (None: it does not)."""

    __slots__ = ("path", "project")

    def __init__(self, path: str, project: str | None = None) -> None:
        self.path = path
        self.project = project


class Batons(Record):
    """What was found: the living batons, the problems, and the files and folders that this rests on."""

    __slots__ = ("batons", "problems", "rests_on")

    def __init__(self, batons: tuple[Baton, ...], problems: tuple[Problem, ...], rests_on: tuple[str, ...]) -> None:
        self.batons = batons
        self.problems = problems
        self.rests_on = rests_on


class Pointer(Record):
    """A pointer or an entry: its file, the path it names (None: none that counts), its other lines."""

    __slots__ = ("facts", "file", "target")

    def __init__(self, file: str, target: str | None, facts: dict[str, str]) -> None:
        self.file = file
        self.target = target
        self.facts = facts


def written(name: str) -> float | None:
    """When a baton of this file name was written, `handoff-<unix time>-<pid>.md`, in seconds; None: no baton is called so."""
    parts = name.split("-")  # not `re`, which the quick commands need for nothing else and which costs a fifth of their start
    if len(parts) != 3 or parts[0] != "handoff" or not name.isascii() or not name.endswith(".md"):
        return None
    _, time, process = parts
    return float(time) if time.isdigit() and 9 <= len(time) <= 11 and process[:-3].isdigit() else None


def folder(world: World) -> str:
    """Where the pointers are: `${CLAUDE_CONFIG_DIR:-~/.claude}/handoffs`."""
    return os.path.join(world.claude_folder, "handoffs")


def find(world: World, disk: Disk) -> Batons:
    """Every living baton, newest pointers first; each file once."""
    where = folder(world)
    found: dict[str, Baton] = {}
    problems: dict[str, Problem] = {}
    rests_on = [where]
    for pointer in pointers(disk, where):
        rests_on.append(pointer.file)
        if pointer.target is None:
            if not os.path.basename(pointer.file).startswith(ENTRY):
                problems[pointer.file] = Problem(inert(pointer.file), None, _nothing(disk, pointer.file), "save a baton, or remove it")
            continue
        path = real(pointer.target)
        rests_on.append(path)
        why = refusal(disk, path)
        if why is None:
            project = pointer.facts.get("project")
            before = found.get(path)
            found[path] = Baton(path, (before.project if before else None) or (project if project and project.startswith("/") else None))
        elif why:
            problems[path] = _refused(path, why)
        elif not os.path.basename(pointer.file).startswith(ENTRY):
            problems.setdefault(path, Problem(inert(pointer.file), None, _expired(disk, world, pointer), "save a new one; a card keeps for longer"))
    for temporary in world.temporary_folders:
        rests_on.append(NAMES + temporary)
        for path in _in_temporary(disk, temporary):
            if path in found or path in problems:
                continue
            why = refusal(disk, path)
            if why:
                problems[path] = _refused(path, why)
                rests_on.append(path)
            elif why is None:
                found[path] = Baton(path)
    if any(OPEN in problem.what for problem in problems.values()):
        rests_on += world.temporary_folders  # their rights may be mended
    return Batons(tuple(found.values()), tuple(problems.values()), tuple(dict.fromkeys(rests_on)))


def _refused(path: str, why: str) -> Problem:
    return Problem(inert(path), None, REFUSED + why, "move what it says to a file of your own, or remove it")


def pointers(disk: Disk, where: str) -> list[Pointer]:
    """The pointers and entries of a folder: `latest`, then the projects', then the entries, newest first."""
    try:
        names = [entry.name for entry in disk.listing(where) or () if not entry.is_folder]
    except Unreadable:
        return []
    entries = sorted((name for name in names if name.startswith(ENTRY) and "." not in name), reverse=True)
    chosen = [name for name in names if name == LATEST] + [name for name in names if name.startswith(POINTER)] + entries
    return [_pointer(disk, os.path.join(where, name)) for name in chosen[:_MOST]]


def _pointer(disk: Disk, file: str) -> Pointer:
    try:
        data, _ = disk.read(file, os.path.realpath(os.path.dirname(file)), _SMALL)
    except (Unreadable, FileNotFoundError):
        return Pointer(file, None, {})
    rows = data.decode("utf-8", "surrogateescape").splitlines()
    target = rows[0].strip() if rows else ""
    facts = dict(row.split(": ", 1) for row in rows[1:] if ": " in row)
    return Pointer(file, target if target.startswith("/") and "\0" not in target else None, facts)


def real(path: str) -> str:
    """A path with its folder's links resolved, but not itself: /tmp is a link on macOS, and a baton must be none."""
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def refusal(disk: Disk, path: str) -> str | None:
    """Why the file is no baton, in words; "" when it is not there; None when it may be read."""
    found = disk.look(path)
    if found is None:
        return ""
    if stat.S_ISLNK(found.st_mode):
        return "it is a symbolic link"
    if not stat.S_ISREG(found.st_mode):
        return f"it is {_kind(found.st_mode)}, no regular file"
    if found.st_uid != os.geteuid():
        return f"it belongs to another user (uid {found.st_uid})"
    above = disk.look(os.path.dirname(path))
    if above is None:
        return ""
    if above.st_mode & stat.S_IWOTH and not above.st_mode & stat.S_ISVTX:
        return f"{OPEN}, and put another file in its place"
    if above.st_uid not in (0, os.geteuid()):
        return f"its folder belongs to another user (uid {above.st_uid})"
    return None


def _kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a FIFO"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


def _in_temporary(disk: Disk, where: str) -> list[str]:
    """Files with a baton's name: the original skill's pointer names only the last one."""
    try:
        names = [entry.name for entry in disk.listing(where) or () if entry.name.startswith("handoff-")]
    except Unreadable:
        return []
    return [os.path.join(where, name) for name in sorted(names, reverse=True)[:_MOST] if written(name) is not None]


def _nothing(disk: Disk, file: str) -> str:
    """Why a pointer names no file: what it is instead, or what it has to hold."""
    found = disk.look(file)
    if found is not None and stat.S_ISLNK(found.st_mode):
        return "is a symbolic link: it has to be a file that holds one absolute path"
    if found is not None and not stat.S_ISREG(found.st_mode):
        return f"is {_kind(found.st_mode)}: it has to be a file that holds one absolute path"
    return "names no file: it has to hold one absolute path"


def _expired(disk: Disk, world: World, pointer: Pointer) -> str:
    """What is said of a pointer whose file is gone: its path and age."""
    target = pointer.target or ""
    named = written(os.path.basename(target))
    stamp = disk.stamp(pointer.file)
    moment = named if named is not None else stamp[0] / 1e9 if stamp else world.now
    return f"the handoff has expired: {inert(target)} is gone (written {when.ago(world.now - moment)})"


def latest(world: World, disk: Disk) -> str | None:
    """The real path of the file that `latest` names, whether or not it may be read; None when it names none."""
    target = _pointer(disk, os.path.join(folder(world), LATEST)).target
    return real(target) if target else None


def wrong(world: World, disk: Disk, path: str) -> str | None:
    """Why the baton at this path cannot be read: it has expired, or is refused. None: it can, or the path is no baton's."""
    if written(os.path.basename(path)) is None:
        return None
    if disk.look(path) is None:
        return _expired(disk, world, Pointer(path, path, {}))
    why = refusal(disk, real(path)) if os.path.dirname(real(path)) in world.temporary_folders else None
    return f"{inert(path)}: the baton is refused: {why}" if why else None


def message(world: World, disk: Disk) -> str | None:
    """What is to be said of the newest baton when there is none to load: no pointer, gone, or refused; None: it is there."""
    file = os.path.join(folder(world), LATEST)
    pointer = _pointer(disk, file)
    if pointer.target is None and disk.look(file):
        return f"{inert(world.short(file))} {_nothing(disk, file)}; a handoff's path still works"
    if pointer.target is None:
        return f"{NO_RECENT} ({inert(world.short(file))} is not there; a handoff's path still works)"
    why = refusal(disk, real(pointer.target))
    if why is None:
        return None
    return f"{inert(pointer.target)}: the baton is refused: {why}" if why else _expired(disk, world, pointer)
