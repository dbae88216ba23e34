"""What earlier runs read, kept in the cache folder so that unchanged files are not read again.

A line a record, fields apart by U+001F: the text is clean, so no field can hold one, and splitting it is the cheapest
parser there is. Nothing but speed changes when the file is deleted: what is used from it is only what its stamps still
hold for. A wrong, truncated, foreign or newer index is taken for none.
"""

from __future__ import annotations

import os
import time
from zlib import crc32

from .handoff import Brief, Handoff, Problem
from .repository import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .disk import Disk, Stamp
    from .scan import File, Project, Scan, Unit
    from .settings import Settings
    from .world import World

VERSION = 2
GRAIN = 2.0  # seconds: the coarsest clock that file systems stamp with (FAT)
_FIELD, _ITEM, _PART = "\x1f", "\x1e", "\x1d"
_ESCAPES = {0x5C: "\\\\", 0x0A: "\\n", 0x1C: "\\c", 0x1D: "\\p", 0x1E: "\\i", 0x1F: "\\f"}
_SIGNS = {"\\": "\\", "n": "\n", "c": "\x1c", "p": "\x1d", "i": "\x1e", "f": "\x1f"}
_UNSURE = "?"  # a stamp that is never equal: what it stamped may change again without its stamp changing



def _escape(value: str) -> str:
    return value if value.isprintable() and "\\" not in value else value.translate(_ESCAPES)


def _plain(value: str) -> str:
    """What `_escape` made, as it was."""
    if "\\" not in value:
        return value
    parts = value.split("\\")
    out, at = [parts[0]], 1
    while at < len(parts):
        part = parts[at]
        if part:
            out.append(_SIGNS[part[0]] + part[1:])
        else:  # an escaped backslash: the next part is plain text
            at += 1
            out.append("\\" + parts[at])
        at += 1
    return "".join(out)


def _maybe(value: str | None) -> str:
    """None and text apart: "-" is None, "+" stands before text."""
    return "-" if value is None else "+" + _escape(value)


def _text(value: str) -> str | None:
    return None if value == "-" else _plain(value[1:])


def _tuple(values: Iterable[str]) -> str:
    return _ITEM.join("+" + _escape(value) for value in values)


def _items(value: str) -> tuple[str, ...]:
    return tuple(_plain(item[1:]) for item in value.split(_ITEM)) if value else ()


def _pairs(values: Iterable[tuple[str, str]]) -> str:
    return _ITEM.join(f"{_escape(name)}{_PART}{_escape(value)}" for name, value in values)


def _unpaired(value: str) -> tuple[tuple[str, str], ...]:
    found = (item.split(_PART) for item in value.split(_ITEM)) if value else ()
    return tuple((_plain(name), _plain(text)) for name, text in found)


def stamped(stamp: Stamp | None, read_at: float) -> str:
    """A stamp as kept: its four numbers, "" for nothing there. Unsure when the file may change within the clock's grain."""
    if stamp is None:
        return ""
    if stamp[0] / 1e9 > read_at - GRAIN:
        return _UNSURE
    return f"{stamp[0]} {stamp[1]} {stamp[2]} {stamp[3]}"


def _unstamped(value: str) -> Stamp | None:
    if not value or value == _UNSURE:
        return None
    one, two, three, four = value.split(" ")
    return (int(one), int(two), int(three), int(four))


def write_handoff(handoff: Handoff) -> str:
    """A handoff as one line, the fields that ranking needs first."""
    brief = handoff.brief
    values = (
        handoff.kind, _escape(handoff.path), _maybe(handoff.anchor), str(handoff.line), repr(handoff.when), str(handoff.mtime),
        _maybe(handoff.status), _tuple(handoff.marks), _maybe(handoff.fold), "1" if handoff.approximate else "",
        str(handoff.end), _escape(handoff.topic), _escape(handoff.project), _maybe(handoff.project_path), _maybe(handoff.branch),
        _maybe(handoff.declared), "1" if handoff.date_only else "", _tuple(handoff.prs), _pairs(handoff.fields), handoff.text_hash,
        _maybe(brief.next_step), _maybe(brief.why_stopped), _maybe(brief.plan_progress), _maybe(brief.date), _maybe(brief.hash), _pairs(brief.extra),
    )  # fmt: skip
    return _FIELD.join(values)


def read_handoff(line: str) -> Handoff:
    """What `write_handoff` wrote; the fields that ranking does not need are taken apart when they are asked for."""
    kind, path, anchor, number, moment, mtime, status, marks, fold, rest = line.split(_FIELD, 9)
    return Handoff.partly(
        kind,
        path if "\\" not in path else _plain(path),
        None if anchor == "-" else _text(anchor),
        int(number),
        float(moment),
        int(mtime),
        None if status == "-" else _text(status),
        _items(marks) if marks else (),
        None if fold == "-" else _text(fold),
        lambda: _rest_of(rest),
    )


def _rest_of(rest: str) -> dict[str, object]:
    approximate, end, topic, project, project_path, branch, declared, date_only, prs, fields, text_hash, *brief = rest.split(_FIELD)
    return {
        "approximate": approximate == "1", "end": int(end), "topic": _plain(topic), "project": _plain(project), "project_path": _text(project_path), "branch": _text(branch),
        "declared": _text(declared), "date_only": date_only == "1", "prs": _items(prs), "fields": _unpaired(fields), "text_hash": text_hash,
        "brief": Brief(
            next_step=_text(brief[0]), why_stopped=_text(brief[1]), plan_progress=_text(brief[2]), date=_text(brief[3]), hash=_text(brief[4]),
            extra=_unpaired(brief[5]),
        ),
    }  # fmt: skip


def _write_problem(problem: Problem) -> str:
    return _FIELD.join((_escape(problem.path), str(problem.line or ""), _escape(problem.what), _escape(problem.hint)))


def _read_problem(line: str) -> Problem:
    path, number, what, hint = line.split(_FIELD)
    return Problem(_plain(path), int(number) if number else None, _plain(what), _plain(hint))


def _write_trees(trees: Iterable[Tree]) -> str:
    return _ITEM.join(f"{_escape(tree.path)}{_PART}{_maybe(tree.branch)}" for tree in trees)


def _read_trees(value: str) -> tuple[Tree, ...]:
    parts = (item.split(_PART) for item in value.split(_ITEM)) if value else ()
    return tuple(Tree(_plain(path), _text(branch)) for path, branch in parts)


class Index:
    """The index of one set of settings. `folder` is the cache folder; `signature` names everything that what is kept depends on.

    Two files: `units`, what each search gave, so that only what changed is read again; and `list`, the whole ranked
    result with every stamp it rests on, so that a run in which nothing has changed takes nothing apart.
    """

    def __init__(self, folder: str, signature: str) -> None:
        self.folder = folder
        self.signature = _escape(signature)
        self.read_at = time.time()
        self._blocks: dict[str, list[str]] | None = None
        self._files: dict[str, tuple[str, list[str]]] = {}

    # The whole list

    def whole(self, disk: Disk, extra: str | None) -> Scan | None:
        """The last run's result, when every file and folder that it rests on is as it was; else None.

        extra  the project that the shell stands in, when it is none of the roots'
        """
        return self._kept(extra, disk)

    def unchecked(self, extra: str | None) -> Scan | None:
        """The last run's result, whether or not it still holds: for a screen that reads again while it is looked at."""
        return self._kept(extra, None)

    def _kept(self, extra: str | None, disk: Disk | None) -> Scan | None:
        try:
            parts = self._parts(extra)
            if parts is None:
                return None
            _, paths, stamps, problems, projects, places, handoffs = parts
            names = paths.split(_FIELD)
            if "\\" in paths:
                names = [_plain(name) for name in names]
            if disk is not None and not disk.unchanged(names, stamps.split(_FIELD)):
                return None
            return _whole(handoffs, problems, projects, places)
        except (ValueError, KeyError, IndexError):
            return None

    def _parts(self, here: str | None) -> list[str] | None:
        """The kept list for a shell that stands in `here`: that of the roots when it is one of their projects."""
        body = self.read("list")
        parts = body.split("\x1c") if body else None
        if here is None or (parts and f"\n{_escape(here)}{_FIELD}" in "\n" + parts[4]):
            return parts
        body = self.read(_list_of(here))
        parts = body.split("\x1c") if body else None
        return parts if parts and parts[0] == _maybe(here) else None

    def _keep_whole(self, scan: Scan, units: Sequence[Unit], extra: str | None) -> None:
        from .shelf import order

        stamps: dict[str, str] = {}
        for unit in units:
            for path, stamp in unit.depends:
                stamps[path] = stamped(stamp, self.read_at)
            for file in unit.files:
                stamps[file.path] = stamped(file.stamp, self.read_at)
        projects = "\n".join(_FIELD.join((_escape(one.path), _escape(one.name), _maybe(one.origin), _write_trees(one.trees))) for one in scan.projects)
        parts: tuple[str, ...] = (
            _maybe(extra),
            _FIELD.join(_escape(path) for path in stamps),
            _FIELD.join(stamps.values()),
            "\n".join(map(_write_problem, scan.problems)),
            projects,
            "\n".join(map(_escape, scan.places)),
            "\n".join(write_handoff(one) for one in sorted(scan.handoffs, key=order)),
        )
        self.write("list" if extra is None else _list_of(extra), "\x1c".join(parts))

    # Units

    def _load(self) -> dict[str, list[str]]:
        """The kept units' lines by key."""
        if self._blocks is None:
            self._blocks = {}
            body = self.read("units")
            for block in body.split("\x1c") if body else ():
                lines = block.split("\n")
                self._blocks[_plain(lines[0])] = lines
        return self._blocks

    def last(self, key: str) -> Unit | None:
        """What an earlier search gave under this key, whether or not it still holds."""
        lines = self._load().get(key)
        try:
            return _unit(lines) if lines else None
        except (ValueError, KeyError, IndexError):
            return None

    def fresh(self, key: str, disk: Disk) -> Unit | None:
        """What an earlier search gave, when all that it rests on is as it was; else None, and its files are kept at hand."""
        lines = self._load().get(key)
        if not lines:
            return None
        try:
            paths, stamps = lines[1].split(_FIELD), lines[2].split(_FIELD)
            names = [_plain(path) for path in paths] if "\\" in lines[1] else paths
            if lines[1] and disk.unchanged(names, stamps):
                return _unit(lines)
            for name, kept, file in _file_lines(lines):
                self._files[name] = (kept, file)
        except (ValueError, KeyError, IndexError):
            return None
        return None

    def file(self, path: str, stamp: Stamp | None) -> File | None:
        """What an earlier run read from this file, when its stamp still holds."""
        known = self._files.get(path)
        if known is None or stamp is None or known[0] != f"{stamp[0]} {stamp[1]} {stamp[2]} {stamp[3]}":
            return None
        try:
            return _file(path, stamp, known[1])
        except (ValueError, KeyError, IndexError):
            return None

    def keep(self, units: Sequence[Unit], scan: Scan, extra: str | None) -> None:
        """Keeps what this run gave. A run that lost a place keeps its units, and no whole: that would hide the loss."""
        kept = dict(self._load())
        for unit in units:
            kept[unit.key] = self._unit_lines(unit)
        alive = {unit.key for unit in units}
        dead = [key for key in kept if key not in alive]
        for key in dead[: max(0, len(kept) - 4 * max(len(alive), 500))]:  # of other shells' projects; bounded
            del kept[key]
        self.write("units", "\x1c".join("\n".join(lines) for lines in kept.values()))
        if not scan.lost:
            self._keep_whole(scan, units, extra)

    def _unit_lines(self, unit: Unit) -> list[str]:
        stamps = {path: stamped(stamp, self.read_at) for path, stamp in unit.depends}
        for file in unit.files:
            stamps[file.path] = stamped(file.stamp, self.read_at)
        lines = [
            _escape(unit.key),
            _FIELD.join(map(_escape, stamps)),
            _FIELD.join(stamps.values()),
            str(len(unit.depends)),
            _tuple(unit.below),
            _write_trees(unit.trees),
            _maybe(unit.origin),
        ]
        lines += ["!" + _write_problem(problem) for problem in unit.problems]
        for file in unit.files:
            lines.append("F" + _FIELD.join((_escape(file.path), stamps[file.path])))
            lines += ["H" + write_handoff(handoff) for handoff in file.handoffs]
            lines += ["P" + _write_problem(problem) for problem in file.problems]
        return lines

    # The files

    def read(self, name: str) -> str | None:
        """The body of a file of ours, None when it is not there or not whole, ours, and of this version and settings."""
        try:
            handle = os.open(os.path.join(self.folder, name), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            found = os.fstat(handle)
            if found.st_uid != os.geteuid() or not found.st_size:
                return None
            data = b""
            while chunk := os.read(handle, found.st_size + 1):
                data += chunk
        except OSError:
            return None
        finally:
            os.close(handle)
        head, _, body = data.partition(b"\n")
        if head != self._head(body):
            return None
        try:
            return body.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return None

    def _head(self, body: bytes) -> bytes:
        return f"pickup-tui index {VERSION} {crc32(body)} {self.signature}".encode("utf-8", "surrogatepass")

    def write(self, name: str, text: str) -> None:
        """Writes a file of ours whole; a cache that cannot be written is none, and nobody needs to know."""
        temporary = os.path.join(self.folder, f".{name}.{os.getpid()}")
        try:
            body = text.encode("utf-8", "surrogatepass")
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            try:
                data = memoryview(self._head(body) + b"\n" + body)
                while data:
                    data = data[os.write(handle, data) :]
            finally:
                os.close(handle)
            os.replace(temporary, os.path.join(self.folder, name))
        except (OSError, UnicodeEncodeError):
            try:
                os.unlink(temporary)
            except OSError:
                return


def signature(settings: Settings, world: World) -> str:
    """All that what is kept depends on beside the files: places, settings, and how local time is told."""
    import sys

    from . import __version__

    zone = (time.tzname, time.timezone, time.altzone, world.environ.get("TZ"))
    where = (world.home, world.cards_folder, world.claude_folder, world.temporary_folders)
    told = (settings.roots, settings.ignore, sorted(settings.aliases.items()), settings.places, settings.sources)
    return repr((VERSION, __version__, sys.version_info[:2], sys.getfilesystemencoding(), zone, where, told))


def _list_of(here: str) -> str:
    """The name of the list for shells in a project outside the roots; few enough that they need no tidying."""
    return f"list-{crc32(here.encode('utf-8', 'surrogateescape')) % 64:02}"


def _whole(handoffs: str, problems: str, projects: str, places: str) -> Scan:
    from .scan import Project, Scan

    def read_projects() -> tuple[Project, ...]:
        rows = (line.split(_FIELD) for line in projects.split("\n")) if projects else ()
        return tuple(Project(_plain(path), _plain(name), _read_trees(trees), _text(origin)) for path, name, origin, trees in rows)

    return Scan(
        tuple(read_handoff(line) for line in handoffs.split("\n")) if handoffs else (),
        tuple(_read_problem(line) for line in problems.split("\n")) if problems else (),
        read_projects,
        tuple(_plain(place) for place in places.split("\n")) if places else (),
        (),
    )


def _file_lines(lines: Sequence[str]) -> list[tuple[str, str, list[str]]]:
    """The files among a unit's lines: path, stamp, the lines of each."""
    files: list[tuple[str, str, list[str]]] = []
    for line in lines[7:]:
        if line[0] == "F":
            path, kept = line[1:].split(_FIELD)
            files.append((_plain(path), kept, []))
        elif line[0] in "HP":
            files[-1][2].append(line)
    return files


def _file(path: str, stamp: Stamp | None, lines: Sequence[str]) -> File:
    from .scan import File

    return File(
        path,
        stamp,
        tuple(read_handoff(line[1:]) for line in lines if line[0] == "H"),
        tuple(_read_problem(line[1:]) for line in lines if line[0] == "P"),
    )


def _unit(lines: Sequence[str]) -> Unit:
    from .scan import Unit

    names = [_plain(name) for name in lines[1].split(_FIELD)] if lines[1] else []
    stamps = lines[2].split(_FIELD)
    depends = tuple((name, _unstamped(stamp)) for name, stamp in list(zip(names, stamps, strict=True))[: int(lines[3])])
    return Unit(
        _plain(lines[0]),
        depends,
        tuple(_file(path, _unstamped(kept), inner) for path, kept, inner in _file_lines(lines)),
        _items(lines[4]),
        _read_trees(lines[5]),
        _text(lines[6]),
        tuple(_read_problem(line[1:]) for line in lines[7:] if line[0] == "!"),
    )
