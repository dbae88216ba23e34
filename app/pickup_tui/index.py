"""What earlier runs read, kept in the cache folder so that unchanged files are not read again.

A line a record, fields apart by U+001F: the text is clean, so no field can hold one, and splitting it is the cheapest
parser there is. Nothing but speed changes when the file is deleted: what is used from it is only what its stamps still
hold for. A wrong, truncated, foreign or newer index is taken for none.
"""

from __future__ import annotations

import os
import time
from zlib import adler32

from . import cache
from .disk import digest
from .handoff import Brief, Handoff, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from .disk import Disk, Stamp
    from .repository import Tree
    from .scan.data import File, Project, Scan, Unit
    from .settings import Settings
    from .shelf import Ranked
    from .world import World

    _Sequence = Sequence[Handoff]
else:
    _Sequence = object

VERSION = 3
GRAIN = 2.0  # seconds: the coarsest clock that file systems stamp with (FAT)
TICK = 0.1  # seconds: how far the system's own clock may lag behind, from which a ctime is taken
_FIELD, _ITEM, _PART = "\x1f", "\x1e", "\x1d"
_ESCAPES = {0x5C: "\\\\", 0x0A: "\\n", 0x1C: "\\c", 0x1D: "\\p", 0x1E: "\\i", 0x1F: "\\f"}
_SIGNS = {"\\": "\\", "n": "\n", "c": "\x1c", "p": "\x1d", "i": "\x1e", "f": "\x1f"}
_BARE = bytes(set(range(0x20, 0x7F)) - {0x5C})
_UNSURE = "?"  # a stamp that is never equal: what it stamped may change again without its stamp changing


def _escape(value: str) -> str:
    return value if value.isprintable() and "\\" not in value else value.translate(_ESCAPES)


def _bare(whole: str) -> bool:
    """Whether nothing in a text has to be escaped. Of ASCII this tells in a fifth of the time that `isprintable` takes."""
    return not whole.encode().translate(None, _BARE) if whole.isascii() else whole.isprintable() and "\\" not in whole


def _paths(values: Iterable[str]) -> str:
    """Paths as one field. One look tells that none has to be escaped, as it nearly always is."""
    values = list(values)
    return _FIELD.join(values if _bare("".join(values)) else map(_escape, values))


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
    if value is None:
        return "-"
    return "+" + (value if value.isprintable() and "\\" not in value else value.translate(_ESCAPES))


def _text(value: str) -> str | None:
    return None if value == "-" else _plain(value[1:])


def _tuple(values: Sequence[str]) -> str:
    return _ITEM.join(["+" + _escape(value) for value in values]) if values else ""


def _items(value: str) -> tuple[str, ...]:
    return tuple(_plain(item[1:]) for item in value.split(_ITEM)) if value else ()


def _pairs(values: Sequence[tuple[str, str]]) -> str:
    return _ITEM.join([f"{_escape(name)}{_PART}{_escape(value)}" for name, value in values]) if values else ""


def _unpaired(value: str) -> tuple[tuple[str, str], ...]:
    found = (item.split(_PART) for item in value.split(_ITEM)) if value else ()
    return tuple((_plain(name), _plain(text)) for name, text in found)


def _written(stamp: Stamp) -> str:
    return "{} {} {} {} {}".format(*stamp)


def stamped(stamp: Stamp | None, read_at: float) -> str:
    """A stamp as kept: its numbers, "" for nothing there. Unsure when the file may change within the clock's grain."""
    if stamp is None:
        return ""
    return _written(stamp) if _sure(stamp, read_at) else _UNSURE


def _sure(stamp: Stamp, read_at: float) -> bool:
    return not (stamp[0] / 1e9 > read_at - GRAIN or stamp[4] / 1e9 > read_at - TICK)


def _digest(kept: str) -> str:
    """A kept stamp in the form that is compared; what is never equal stays so."""
    stamp = _unstamped(kept)
    return digest(stamp) if stamp else kept


def _unstamped(value: str) -> Stamp | None:
    if not value or value == _UNSURE:
        return None
    mtime, size, inode, device, ctime = map(int, value.split(" "))
    return (mtime, size, inode, device, ctime)


def write_handoff(handoff: Handoff) -> str:
    """A handoff as one line, the fields that ranking needs first."""
    if handoff.kept is not None:
        return handoff.kept
    brief = handoff.brief
    texts = [
        handoff.path, handoff.topic, handoff.project,
        *["-" if one is None else "+" + one for one in (
            handoff.anchor, handoff.status, handoff.fold, handoff.project_path, handoff.branch, handoff.declared,
            brief.next_step, brief.why_stopped, brief.plan_progress, brief.date, brief.hash,
        )],
    ]  # fmt: skip
    if not _bare("".join(texts)):  # one look at all of them: few hold what has to be escaped
        texts = list(map(_escape, texts))
    path, topic, project, anchor, status, fold, project_path, branch, declared, *brief_texts = texts
    line = _FIELD.join((
        handoff.kind, path, anchor, str(handoff.line), repr(handoff.when), str(handoff.mtime),
        status, _tuple(handoff.marks), fold, "1" if handoff.approximate else "",
        str(handoff.end), topic, project, project_path, branch,
        declared, "1" if handoff.date_only else "", _tuple(handoff.prs), _pairs(handoff.fields), handoff.text_hash,
        *brief_texts, _pairs(brief.extra),
    ))  # fmt: skip
    handoff.keep(line)
    return line


def read_handoff(line: str) -> Handoff:
    """What `write_handoff` wrote; the fields that ranking does not need are taken apart when they are asked for."""
    kind, path, anchor, number, moment, mtime, status, marks, fold, _ = line.split(_FIELD, 9)
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
        _LATER,
        line,
    )


class _Later:
    """A kept line taken apart further. One for all: of 10,000 handoffs nothing but the line is held."""

    def words(self, kept: str) -> tuple[str, str, str | None]:
        parts = kept.split(_FIELD, 15)
        return _plain(parts[11]), _plain(parts[12]), _text(parts[14])

    def fields(self, kept: str) -> dict[str, object]:
        return _rest_of(kept.split(_FIELD)[9:])


_LATER = _Later()


def _rest_of(values: list[str]) -> dict[str, object]:
    approximate, end, topic, project, project_path, branch, declared, date_only, prs, fields, text_hash, *brief = values
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
    if not value:
        return ()
    from .repository import Tree

    parts = (item.split(_PART) for item in value.split(_ITEM))
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
        self._rests: tuple[str, str] | None = None
        self._files: dict[str, tuple[str | None, dict[str, tuple[str, list[str]]]]] = {}  # by unit: its origin, its files
        self._same: dict[str, Unit] = {}  # units that were given out as they are kept

    # The whole list

    def whole(self, disk: Disk, extra: str | None) -> Scan | None:
        """The last run's result, when every file and folder that it rests on is as it was; else None.

        extra  the project that the shell stands in, when it is none of the roots'
        """
        return self._kept(extra, disk)

    def unchecked(self, extra: str | None) -> Scan | None:
        """The last run's result, whether or not it still holds: for a screen that reads again while it is looked at."""
        return self._kept(extra, None)

    def still(self, disk: Disk) -> bool:
        """Whether what `unchecked` gave last holds: all that it rests on is as it was."""
        if self._rests is None:
            return False
        paths, stamps = self._rests
        names = paths.split(_FIELD)
        try:
            return disk.unchanged([_plain(name) for name in names] if "\\" in paths else names, stamps.split(_FIELD))
        except (ValueError, IndexError):
            return False

    def _kept(self, extra: str | None, disk: Disk | None) -> Scan | None:
        try:
            parts = self._parts(extra)
            if parts is None:
                return None
            _, paths, stamps, problems, projects, places, *handoffs = parts
            names = paths.split(_FIELD)
            if "\\" in paths:
                names = [_plain(name) for name in names]
            if disk is not None and not disk.unchanged(names, stamps.split(_FIELD)):
                return None
            self._rests = (paths, stamps) if disk is None else None
            return _whole(handoffs, problems, projects, places)
        except (ValueError, KeyError, IndexError):
            return None

    def _parts(self, here: str | None) -> list[str] | None:
        """The kept list for a shell that stands in `here`: that of the roots when it is one of their projects."""
        parts = _cut(self.read("list"))
        if here is None or (parts and f"\n{_escape(here)}{_FIELD}" in "\n" + parts[4]):
            return parts
        parts = _cut(self.read(_list_of(here)))
        return parts if parts and parts[0] == _maybe(here) else None

    def _keep_whole(self, scan: Scan, units: Sequence[Unit], extra: str | None) -> None:
        rests: dict[str, Stamp | None] = {}
        for unit in units:
            rests.update(unit.depends)
            for file in unit.files:
                rests[file.path] = file.stamp
        stamps = [digest(stamp) if stamp and _sure(stamp, self.read_at) else _UNSURE if stamp else "" for stamp in rests.values()]
        projects = "\n".join(_FIELD.join((_escape(one.path), _escape(one.name), _maybe(one.origin), _write_trees(one.trees))) for one in scan.projects)
        parts: tuple[str, ...] = (
            _maybe(extra),
            _paths(rests),
            _FIELD.join(stamps),
            "\n".join(map(_write_problem, scan.problems)),
            projects,
            "\n".join(map(_escape, scan.places)),
            *_write_ranked(scan.ranked),
        )
        self.write("list" if extra is None else _list_of(extra), _joined(parts))

    # Units

    def _load(self) -> dict[str, list[str]]:
        """The kept units' lines by key."""
        if self._blocks is None:
            body = self.read("units")
            blocks = [block.split("\n") for block in body.split("\x1c")] if body else []
            try:
                self._blocks = {_plain(lines[0]): lines for lines in blocks}
            except (KeyError, IndexError):  # whole and ours by its head, and no index all the same
                self._blocks = {}
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
            if lines[1] and disk.unchanged(names, list(map(_digest, stamps))):
                self._same[key] = unit = _unit(lines)
                return unit
            self._files[key] = (_text(lines[6]), {name: (kept, file) for name, kept, file in _file_lines(lines)})
        except (ValueError, KeyError, IndexError):
            return None
        return None

    def files(self, key: str, origin: str | None) -> Kept:
        """The files that an earlier run read under this key, of which `fresh` said that something has changed.

        How a file is read depends on more than its bytes: its kind and its project come with the key, and its pull
        requests are named after the project's origin. What was read under another one is not given out.
        """
        before, files = self._files.get(key, (origin, {}))
        return Kept(files if before == origin else {})

    def keep(self, units: Sequence[Unit], scan: Scan, extra: str | None) -> None:
        """Keeps what this run gave. A run that lost a place keeps its units, and no whole: that would hide the loss."""
        kept = dict(self._load())
        # of what failed, all that is known is what was known; what was given out as it is kept need not be written anew
        new = [unit for unit in units if not unit.failed and self._same.get(unit.key) is not unit]
        for unit in new:
            kept[unit.key] = self._unit_lines(unit)
        alive = {unit.key for unit in units}
        dead = [key for key in kept if key not in alive]
        for key in dead[: max(0, len(kept) - 4 * max(len(alive), 500))]:  # of other shells' projects; bounded
            del kept[key]
        if new or len(kept) != len(self._load()):
            self.write("units", "\x1c".join("\n".join(lines) for lines in kept.values()))
        if not scan.lost and not any(unit.failed for unit in units):
            self._keep_whole(scan, units, extra)

    def _unit_lines(self, unit: Unit) -> list[str]:
        stamps = {path: stamped(stamp, self.read_at) for path, stamp in unit.depends}
        for file in unit.files:
            stamps[file.path] = stamped(file.stamp, self.read_at)
        lines = [
            _escape(unit.key),
            _paths(stamps),
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
            data = os.read(handle, found.st_size)
            while len(data) < found.st_size and (chunk := os.read(handle, found.st_size - len(data))):
                data += chunk
        except OSError:
            return None
        finally:
            os.close(handle)
        end = data.find(b"\n")
        body = memoryview(data)[end + 1 :]  # a megabyte is not copied once more
        if data[: max(end, 0)] != self._head(body):
            return None
        try:
            return str(body, "utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return None

    def _head(self, body: bytes | memoryview) -> bytes:
        return f"pickup-tui index {VERSION} {adler32(body)} {self.signature}".encode("utf-8", "surrogatepass")

    def write(self, name: str, text: str) -> None:
        """Writes a file of ours whole; a cache that cannot be written is none, and nobody needs to know."""
        try:
            body = text.encode("utf-8", "surrogatepass")
        except UnicodeEncodeError:
            return
        cache.write(os.path.join(self.folder, name), self._head(body) + b"\n" + body)


class Kept:
    """Files of one place as an earlier run read them."""

    def __init__(self, files: dict[str, tuple[str, list[str]]]) -> None:
        self._files = files

    def knows(self, path: str) -> bool:
        """Whether this file was among them: only then is its stamp worth taking."""
        return path in self._files

    def file(self, path: str, stamp: Stamp | None) -> File | None:
        """What was read from this file, when its stamp still holds."""
        known = self._files.get(path)
        if known is None or stamp is None or known[0] != _written(stamp):
            return None
        try:
            return _file(path, stamp, known[1])
        except (ValueError, KeyError, IndexError):
            return None


def signature(settings: Settings, world: World) -> str:
    """All that what is kept depends on beside the files: places, settings, and how local time is told."""
    import sys

    from . import __version__

    zone = (time.tzname, time.timezone, time.altzone, world.environ.get("TZ"))
    where = (world.home, world.cards_folder, world.claude_folder, world.temporary_folders)
    told = (settings.roots, settings.ignore, sorted(settings.aliases.items()), settings.places, settings.sources)
    return repr((VERSION, __version__, sys.version_info[:2], sys.getfilesystemencoding(), zone, where, told))


def _joined(parts: Sequence[str]) -> str:
    """Parts as one text; their lengths come first, so that finding them costs nothing however long they are."""
    return " ".join(str(len(part)) for part in parts) + "\n" + "".join(parts)


def _cut(body: str | None) -> list[str] | None:
    """What `_joined` made one text of. Raises ValueError when it is none."""
    if not body:
        return None
    end = body.index("\n")
    parts, at = [], end + 1
    for length in map(int, body[:end].split(" ")):
        parts.append(body[at : at + length])
        at += length
    if at != len(body):
        raise ValueError
    return parts


def _list_of(here: str) -> str:
    """The name of the list for shells in a project outside the roots; few enough that they need no tidying."""
    return f"list-{adler32(here.encode('utf-8', 'surrogateescape')) % 64:02}"


def _write_ranked(found: Ranked) -> tuple[str, ...]:
    """The handoffs in their order, what is counted by in columns of its own."""
    return (
        "\n".join(map(repr, map(float, found.moments))),
        found.standings,
        "\n".join(map(_maybe, found.families)) if any(found.families) else "",
        "\n".join(_escape(one.id) for one in found),
        "\n".join(map(write_handoff, found)),
    )


def _read_ranked(moments: str, standings: str, families: str, ids: str, lines: str) -> Ranked:
    from .shelf import Ranked

    if not standings:
        return Ranked((), (), "", (), tuple)
    handoffs = _Lines(lines, len(standings))
    ranked = Ranked(
        handoffs,
        moments.split("\n"),
        standings,
        [_text(one) for one in families.split("\n")] if families else (),
        lambda: [_plain(one) for one in ids.split("\n")] if "\\" in ids else ids.split("\n"),
    )
    if len(ranked.moments) != len(standings):
        raise ValueError
    return ranked


class _Lines(_Sequence):
    """Handoffs that are taken out of their lines when they are asked for, and the lines out of their text as far as need be."""

    def __init__(self, text: str, count: int) -> None:
        self._lines = [text]  # the last one is all the text that was not split yet
        self._count = count
        self._read: dict[int, Handoff] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        handoff = self._read.get(at)
        if handoff is None:
            if at >= len(self._lines) - 1:
                self._lines += self._lines.pop().split("\n", at + 16)
            handoff = self._read[at] = read_handoff(self._lines[at])
        return handoff

    def __iter__(self) -> Iterator[Handoff]:
        return map(self.__getitem__, range(self._count))


class _Projects:
    """The kept projects, taken apart when they are asked for: all of them, or those that a folder may lie in."""

    def __init__(self, lines: str) -> None:
        self.lines = lines

    def __call__(self) -> tuple[Project, ...]:
        return tuple(map(_read_project, self.lines.split("\n"))) if self.lines else ()

    def near(self, folder: str) -> tuple[Project, ...]:
        """At least the projects that have a tree which `folder` is or lies in."""
        ends = []
        while folder not in ("", "/"):
            ends.append(_escape(folder) + _PART)  # as a tree's path is written
            folder = folder.rpartition("/")[0]
        ends = [end for end in ends if end in self.lines]
        return tuple(_read_project(line) for line in self.lines.split("\n") if any(end in line for end in ends)) if ends else ()


def _read_project(line: str) -> Project:
    from .scan.data import Project

    path, name, origin, trees = line.split(_FIELD)
    return Project(_plain(path), _plain(name), _read_trees(trees), _text(origin))


def _whole(handoffs: Sequence[str], problems: str, projects: str, places: str) -> Scan:
    from .scan.data import Scan

    return Scan(
        _read_ranked(*handoffs),
        tuple(_read_problem(line) for line in problems.split("\n")) if problems else (),
        _Projects(projects),
        lambda: tuple(_plain(place) for place in places.split("\n")) if places else (),
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
    from .scan.data import File

    return File(
        path,
        stamp,
        tuple(read_handoff(line[1:]) for line in lines if line[0] == "H"),
        tuple(_read_problem(line[1:]) for line in lines if line[0] == "P"),
    )


def _unit(lines: Sequence[str]) -> Unit:
    from .scan.data import Unit

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
