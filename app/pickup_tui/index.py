"""What earlier runs read, kept in the cache folder so that unchanged files are not read again.

A line a record, fields apart by U+001F: the text is clean, so no field can hold one, and splitting it is the cheapest
parser there is. Nothing but speed changes when the file is deleted: what is used from it is only what its stamps still
hold for. A wrong, truncated, foreign or newer index is taken for none.
"""

from __future__ import annotations

import os
import time
from itertools import chain
from zlib import adler32

from . import cache
from .disk import digest
from .handoff import Brief, Handoff, Problem
from .parts import Part, decoded, encoded, packed, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from .disk import Disk, Stamp
    from .repository import Tree
    from .scan.data import Depends, File, Project, Scan, Unit
    from .settings import Settings
    from .shelf import Ranked
    from .world import World

    _Sequence = Sequence[Handoff]
else:
    _Sequence = object

VERSION = 8  # grows with the format, and when the readers read a file otherwise than before
GRAIN = 2.0  # seconds: the coarsest clock that file systems stamp with (FAT)
TICK = 0.1  # seconds: how far the system's own clock may lag behind, from which a ctime is taken
_FIELD, _ITEM, _PART, _LINE = "\x1f", "\x1e", "\x1d", "\x1c"
_ESCAPES = {0x5C: "\\\\", 0x0A: "\\n", 0x1C: "\\c", 0x1D: "\\p", 0x1E: "\\i", 0x1F: "\\f"}
_SIGNS = {"\\": "\\", "n": "\n", "c": "\x1c", "p": "\x1d", "i": "\x1e", "f": "\x1f"}
_MANY, _FEW = 512, 32  # lines to a block: of those that are gone through, and of those that are asked for one by one
_BARE = bytes(set(range(0x20, 0x7F)) - {0x5C})
_UNSURE = "?"  # a stamp that is never equal: what it stamped may change again without its stamp changing


def _escape(value: str) -> str:
    return value if value.isprintable() and "\\" not in value else value.translate(_ESCAPES)


def _bare(whole: str) -> bool:
    """Whether nothing in a text has to be escaped. Of ASCII this tells in a fifth of the time that `isprintable` takes."""
    return not whole.encode().translate(None, _BARE) if whole.isascii() else whole.isprintable() and "\\" not in whole


def _escaped(values: Iterable[str]) -> Iterable[str]:
    """Each of many texts escaped. One look tells that none has to be, as it nearly always is."""
    values = list(values)
    return values if _bare("".join(values)) else map(_escape, values)


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
        self._places: dict[str, int] | None = None
        self._kept = Part(b"", (), 1)
        self._files: dict[str, tuple[str | None, dict[str, tuple[str, list[str]]]]] = {}  # by unit: its origin, its files
        self._same: dict[str, Unit] = {}  # units that were given out as they are kept

    # The whole list

    def whole(self, disk: Disk, extra: str | None) -> Scan | None:
        """The last run's result, when every file and folder that it rests on is as it was; else None.

        extra  the project that the shell stands in, when it is none of the roots'
        """
        found = self.unchecked(extra)
        return found if found is not None and found.holds(disk) else None

    def unchecked(self, extra: str | None) -> Scan | None:
        """The last run's result, whether or not it still holds: for a screen that reads again while it is looked at."""
        try:
            parts = self._parts(extra)
            return None if parts is None else _whole(parts)
        except (ValueError, KeyError, IndexError):
            return None

    def _parts(self, here: str | None) -> list[Part] | None:
        """The kept list for a shell that stands in `here`: that of the roots when it is one of their projects."""
        parts = self._list("list")
        if here is None or (parts and _begins(parts[4], _escape(here) + _FIELD)):
            return parts
        parts = self._list(_list_of(here))
        return parts if parts and parts[0][0] == _maybe(here) else None

    def _list(self, name: str) -> list[Part] | None:
        data, start = self._body(name)
        return None if data is None else unpacked(data, start)

    def _keep_whole(self, scan: Scan, units: Sequence[Unit], extra: str | None) -> Scan:
        paths, stamps = _Blocks(), _Blocks()
        for unit in units:
            if self._same.get(unit.key) is unit:  # as it is kept
                names, kept = (line.split(_FIELD) for line in self._lines(unit.key)[:2])
                paths.add(names)
                stamps.add(map(_digest, kept))
                continue
            rests = dict(unit.depends)
            rests.update((file.path, file.stamp) for file in unit.files)
            paths.add(_escaped(rests))
            stamps.add(digest(stamp) if stamp and _sure(stamp, self.read_at) else _UNSURE if stamp else "" for stamp in rests.values())
        projects = (_FIELD.join((_escape(one.path), _escape(one.name), _maybe(one.origin), _write_trees(one.trees))) for one in scan.projects)
        body = packed([
            ((_maybe(extra),), 1),
            (paths.texts(), 1),
            (stamps.texts(), 1),
            (map(_write_problem, scan.problems), _MANY),
            (projects, _MANY),
            (map(_escape, scan.places), _MANY),
            *_write_ranked(scan.ranked),
        ])  # fmt: skip
        self._write("list" if extra is None else _list_of(extra), body)
        return _whole(unpacked(body, 0))

    # Units

    def _load(self) -> dict[str, int]:
        """Where each kept unit stands among them, by key."""
        if self._places is None:
            self._places = {}
            try:
                if kept := self._list("units"):
                    keys, self._kept = kept
                    self._places = {_plain(key): at for at, key in enumerate(keys)}
            except (ValueError, KeyError, IndexError):  # whole and ours by its head, and no index all the same
                self._places = {}
        return self._places

    def _lines(self, key: str) -> list[str]:
        """A kept unit's lines. Raises KeyError when it is not kept."""
        place = self._load()[key]
        return self._kept[place].split(_LINE)

    def last(self, key: str) -> Unit | None:
        """What an earlier search gave under this key, whether or not it still holds."""
        try:
            return self._unit(key, self._lines(key))
        except (ValueError, KeyError, IndexError):
            return None

    def fresh(self, key: str, disk: Disk) -> Unit | None:
        """What an earlier search gave, when all that it rests on is as it was; else None, and its files are kept at hand."""
        try:
            lines = self._lines(key)
            paths, stamps = lines[0].split(_FIELD), lines[1].split(_FIELD)
            names = [_plain(path) for path in paths] if "\\" in lines[0] else paths
            if lines[0] and disk.unchanged(names, list(map(_digest, stamps))):
                self._same[key] = unit = self._unit(key, lines)
                return unit
            self._files[key] = (_text(lines[5]), {name: (kept, file) for name, kept, file in _file_lines(lines)})
        except (ValueError, KeyError, IndexError):
            return None
        return None

    def _unit(self, key: str, lines: Sequence[str]) -> Unit:
        from .scan.data import Unit

        return Unit(
            key,
            lambda: _depends(self._lines(key)),
            tuple(_file(path, _unstamped(kept), inner) for path, kept, inner in _file_lines(lines)),
            _items(lines[3]),
            _read_trees(lines[4]),
            _text(lines[5]),
            tuple(_read_problem(line[1:]) for line in lines[6:] if line[0] == "!"),
        )

    def files(self, key: str, origin: str | None) -> Kept:
        """The files that an earlier run read under this key, of which `fresh` said that something has changed.

        How a file is read depends on more than its bytes: its kind and its project come with the key, and its pull
        requests are named after the project's origin. What was read under another one is not given out.
        """
        before, files = self._files.get(key, (origin, {}))
        return Kept(files if before == origin else {})

    def keep(self, units: Sequence[Unit], scan: Scan, extra: str | None) -> Scan | None:
        """Keeps what this run gave, and gives it as it is kept, in a tenth of the memory.

        A run that lost a place keeps its units, and no whole: that would hide the loss.
        """
        places = self._load()
        # of what failed, all that is known is what was known; what was given out as it is kept need not be written anew
        new = {unit.key: unit for unit in units if not unit.failed and self._same.get(unit.key) is not unit}
        alive = {unit.key for unit in units}
        keys = dict.fromkeys((*places, *new))
        dead = [key for key in keys if key not in alive]
        for key in dead[: max(0, len(keys) - 4 * max(len(alive), 500))]:  # of other shells' projects; bounded
            del keys[key]
        if new or len(keys) != len(places):
            lines = (self._unit_line(new[key]) if key in new else self._kept[places[key]] for key in keys)
            self._write("units", packed([(map(_escape, keys), _MANY), (lines, _FEW)]))
        return None if scan.lost or any(unit.failed for unit in units) else self._keep_whole(scan, units, extra)

    def _unit_line(self, unit: Unit) -> str:
        """A unit as it is kept: lines in one."""
        stamps = {path: stamped(stamp, self.read_at) for path, stamp in unit.depends}
        for file in unit.files:
            stamps[file.path] = stamped(file.stamp, self.read_at)
        lines = [
            _FIELD.join(_escaped(stamps)),
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
        return _LINE.join(lines)

    # The files

    def read(self, name: str) -> str | None:
        """The text of a file of ours, None when it is not there or not whole, ours, and of this version and settings."""
        data, start = self._body(name)
        try:
            return None if data is None else decoded(memoryview(data)[start:])
        except UnicodeDecodeError:
            return None

    def _body(self, name: str) -> tuple[bytes | None, int]:
        """The bytes of such a file, and where behind its head the text begins."""
        try:
            handle = os.open(os.path.join(self.folder, name), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None, 0
        try:
            found = os.fstat(handle)
            if found.st_uid != os.geteuid() or not found.st_size:
                return None, 0
            data = os.read(handle, found.st_size)
            while len(data) < found.st_size and (chunk := os.read(handle, found.st_size - len(data))):
                data += chunk
        except OSError:
            return None, 0
        finally:
            os.close(handle)
        end = data.find(b"\n")
        if data[: max(end, 0)] != self._head(memoryview(data)[end + 1 :]):  # a megabyte is not copied once more
            return None, 0
        return data, end + 1

    def _head(self, body: bytes | memoryview) -> bytes:
        return encoded(f"pickup-tui index {VERSION} {adler32(body)} {self.signature}")

    def write(self, name: str, text: str) -> None:
        """Writes a file of ours whole; a cache that cannot be written is none, and nobody needs to know."""
        self._write(name, encoded(text))

    def _write(self, name: str, body: bytes) -> None:
        cache.write(os.path.join(self.folder, name), self._head(body), b"\n", body)


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


def _list_of(here: str) -> str:
    """The name of the list for shells in a project outside the roots; few enough that they need no tidying."""
    return f"list-{adler32(here.encode('utf-8', 'surrogateescape')) % 64:02}"


def _write_ranked(found: Ranked) -> tuple[tuple[Iterable[str], int], ...]:
    """The handoffs in their order, what is counted by in columns of its own."""
    families = found.families()
    return (
        (map(repr, map(float, found.moments())), _MANY),
        ((found.standings,) if found.standings else (), 1),
        (map(_maybe, families) if any(families) else (), _MANY),
        (map(_escape, found.ids()), _MANY),
        (map(write_handoff, found), _FEW),
    )


def _read_ranked(moments: Part, standings: Part, families: Part, ids: Part, lines: Part) -> Ranked:
    from .shelf import Ranked

    if not standings:
        return Ranked((), "", tuple, tuple, tuple, tuple)
    return Ranked(
        _Handoffs(lines, len(standings[0])),
        standings[0],
        lambda: moments,
        lambda: list(map(_text, families)),
        lambda: _plainly(ids),
        lambda: map(_LATER.words, lines),
    )


class _Handoffs(_Sequence):
    """Handoffs that are taken out of their lines each time that they are asked for."""

    def __init__(self, lines: Part, count: int) -> None:
        self._lines = lines
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        return read_handoff(self._lines[at])

    def __iter__(self) -> Iterator[Handoff]:
        return map(read_handoff, self._lines)


class _Projects:
    """The kept projects, taken apart when they are asked for: all of them, or those that a folder may lie in."""

    def __init__(self, lines: Part) -> None:
        self.lines = lines

    def __call__(self) -> tuple[Project, ...]:
        return tuple(map(_read_project, self.lines))

    def near(self, folder: str) -> tuple[Project, ...]:
        """At least the projects that have a tree which `folder` is or lies in."""
        ends = []
        while folder not in ("", "/"):
            ends.append(_escape(folder) + _PART)  # as a tree's path is written
            folder = folder.rpartition("/")[0]
        texts = (text for text in self.lines.texts() if any(end in text for end in ends))
        return tuple(_read_project(line) for text in texts for line in text.split("\n") if any(end in line for end in ends))


def _read_project(line: str) -> Project:
    from .scan.data import Project

    path, name, origin, trees = line.split(_FIELD)
    return Project(_plain(path), _plain(name), _read_trees(trees), _text(origin))


class _Blocks:
    """Gathers lines, each block of them as one text: tens of thousands one by one would take the most of all at writing."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._lines: list[str] = []

    def add(self, lines: Iterable[str]) -> None:
        self._lines += lines
        while len(self._lines) >= _MANY:
            self._texts.append("\n".join(self._lines[:_MANY]))
            del self._lines[:_MANY]

    def texts(self) -> list[str]:
        return [*self._texts, "\n".join(self._lines)] if self._lines else self._texts


class _Rests:
    """Tells whether all that a kept list rests on is as it was."""

    def __init__(self, paths: Part, stamps: Part) -> None:
        self._paths = paths
        self._stamps = stamps

    def __call__(self, disk: Disk) -> bool:
        blocks = zip(self._paths.texts(), self._stamps.texts(), strict=True)
        try:
            return all(disk.unchanged(list(_plainly_of(paths)), stamps.split("\n")) for paths, stamps in blocks)
        except (ValueError, IndexError, KeyError):
            return False


def _plainly(lines: Part) -> Iterator[str]:
    return chain.from_iterable(map(_plainly_of, lines.texts()))


def _plainly_of(text: str) -> Iterable[str]:
    """The lines of a text, as they were before `_escape`; few texts hold anything that was escaped."""
    return map(_plain, text.split("\n")) if "\\" in text else text.split("\n")


def _begins(lines: Part, text: str) -> bool:
    """Whether one of the lines begins with `text`."""
    return any(block.startswith(text) or "\n" + text in block for block in lines.texts())


def _whole(parts: Sequence[Part]) -> Scan:
    from .scan.data import Scan

    _, paths, stamps, problems, projects, places, *handoffs = parts
    return Scan(
        _read_ranked(*handoffs),
        tuple(map(_read_problem, problems)),
        _Projects(projects),
        lambda: _plainly(places),
        (),
        _Rests(paths, stamps),
    )


def _file_lines(lines: Sequence[str]) -> list[tuple[str, str, list[str]]]:
    """The files among a unit's lines: path, stamp, the lines of each."""
    files: list[tuple[str, str, list[str]]] = []
    for line in lines[6:]:
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


def _depends(lines: Sequence[str]) -> Depends:
    """The folders and git files among all that a unit's lines rest on: the first ones."""
    count = int(lines[2])
    names, stamps = lines[0].split(_FIELD)[:count], lines[1].split(_FIELD)[:count]
    return tuple((_plain(name), _unstamped(stamp)) for name, stamp in zip(names, stamps, strict=True))
