"""Walks the known folders below one place; lists each once and enters nothing that the table of places does not name."""

from __future__ import annotations

import os

from pickup_tui import text
from pickup_tui.disk import NAMES, Unreadable, child, inside
from pickup_tui.handoff import Problem, Record
from pickup_tui.places import folded, rule_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.disk import Disk, Entry, Stamp
    from pickup_tui.places import Branch, Folder

FILES = 200  # of one folder that are read; more are told
STAMPED = 2000  # of a folder with more that are asked when they changed
WIDE = 100  # folders that one "*" of the table enters; more are told


class Found(Record):
    """A file that the walk found: its rule, the real folder that it must stay in, and whether no link leads to it."""

    __slots__ = ("direct", "own", "path", "rule", "within")

    def __init__(self, path: str, rule: Folder, within: str | None, *, direct: bool, own: bool = False) -> None:
        self.path = path
        self.rule = rule
        self.within = within
        self.direct = direct
        self.own = own  # it must be this user's


class Walk:
    """Walks the known folders below one place: lists each once, enters only what the table names."""

    def __init__(self, disk: Disk, *, shared: bool = False) -> None:
        self.disk = disk
        self.shared = shared  # others can write there: no links, and only this user's files
        self.depends: list[tuple[str, Stamp | None]] = []
        self.found: list[Found] = []
        self.problems: list[Problem] = []
        self.failed: list[str] = []  # folders that could not be listed

    def enter(self, top: str, relative: str, branch: Branch, within: str, limit: int = FILES, *, direct: bool = True) -> None:
        """Lists one folder and enters the known ones in it. `within` and `top` are real; `direct`: no link on the way here."""
        folder = os.path.join(top, relative) if relative else top
        stamp = self.disk.stamp(folder)
        # A temporary folder changes all the time: of its top only the names that count are depended on.
        names = NAMES + folder if self.shared and not relative else folder
        self.depends.append((names, stamp if names is folder else self.disk.stamp(names)))
        try:
            entries = self.disk.listing(folder)  # asked even without a stamp: only this tells what is not there from what does not answer
        except Unreadable as error:
            # A right that is given back changes no stamp: without one the folder is tried again each time.
            self.depends[-1] = (folder, None)
            self.failed.append(folder)
            self.problems.append(Problem(text.inert(folder), None, str(error), "give yourself the right to read it"))
            return
        if self.shared:
            entries = [entry for entry in entries or () if not entry.is_link]
        if branch.rules:  # before what lies deeper: of a file with two names the first one counts
            self._files(folder, entries or (), branch.rules, within, limit, direct=direct)
        wide = 0
        for entry in entries or () if branch.below or branch.wild else ():
            next_ = branch.into(entry.name) if entry.is_folder else None
            if next_ and (not entry.is_link or self._stays(child(folder, entry.name), within)):
                wide += folded(entry.name) not in branch.below
                if wide <= WIDE:
                    self.enter(top, os.path.join(relative, entry.name), next_, within, limit, direct=direct and not entry.is_link)
        if wide > WIDE:
            self._told(folder, f"has more than {WIDE} folders; the rest was not searched")

    def _files(self, folder: str, entries: Sequence[Entry], rules: Sequence[Folder], within: str, limit: int, *, direct: bool) -> None:
        """The files of one folder that count."""
        matched: list[tuple[Entry, Folder]] = []
        for entry in entries:
            rule = rule_for(rules, entry.name)
            if rule is not None and not self._odd(entry.is_folder, rule, folder, entry.name):
                matched.append((entry, rule))
        if len(matched) > limit:
            self._told(folder, f"has more than {limit} handoff files; the rest was not read")
            matched = self._newest(folder, matched, limit)
        for entry, rule in matched:
            self.found.append(Found(child(folder, entry.name), rule, within, direct=direct and not entry.is_link, own=self.shared))

    def _newest(self, folder: str, matched: list[tuple[Entry, Folder]], limit: int) -> list[tuple[Entry, Folder]]:
        """Of too many files those with the latest dates in their names, then those without one that changed last."""
        from pickup_tui.dates import in_name

        dated: list[tuple[str, str]] = []
        others: list[str] = []
        for entry, _ in matched:
            found = in_name(entry.name)
            if found:
                dated.append((found.declared, entry.name))
            else:
                others.append(entry.name)
        names = [name for _, name in sorted(dated, reverse=True)[:limit]]
        if len(names) < limit:
            stamps = {name: self.disk.stamp(os.path.join(folder, name)) for name in others[-STAMPED:]}
            changed = sorted(stamps, key=lambda name: ((stamps[name] or (0,))[0], name), reverse=True)
            names += changed[: limit - len(names)]
            # An unread one that is written to belongs among the read ones from then on.
            self.depends += [(os.path.join(folder, name), stamps[name]) for name in changed if name not in names]
        kept = frozenset(names)
        return [one for one in matched if one[0].name in kept]

    def _told(self, folder: str, what: str) -> None:
        self.problems.append(Problem(text.inert(folder), None, what, "move old ones into a folder named archive"))

    def _odd(self, is_folder: bool, rule: Folder, folder: str, name: str) -> bool:
        """A folder with a handoff's name; told where the name is an exact one."""
        if is_folder and folded(name) in rule.names:
            path = text.inert(os.path.join(folder, name))
            self.problems.append(Problem(path, None, "is a folder with a handoff's name", "rename it, or put it under `ignore`"))
        return is_folder

    def _stays(self, path: str, within: str) -> bool:
        if inside(self.disk.real(path), within):
            return True
        self.problems.append(Problem(text.inert(path), None, "is a link that leads out of its place", "it is not followed"))
        return False
