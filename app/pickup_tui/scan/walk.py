"""Walks the known folders below one place; lists each once and enters nothing that the table of places does not name."""

from __future__ import annotations

import os

from pickup_tui import text
from pickup_tui.disk import NAMES, Unreadable, child, inside
from pickup_tui.handoff import Problem, Record
from pickup_tui.places import rule_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.disk import Disk, Entry, Stamp
    from pickup_tui.places import Branch, Folder

FILES = 200  # of one folder that are read; more are told
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
        wide = 0
        matched: list[tuple[Entry, Folder]] = []
        for entry in entries or ():
            if self.shared and entry.is_link:
                continue
            next_ = branch.into(entry.name) if entry.is_folder and (branch.below or branch.wild) else None
            if next_ and (not entry.is_link or self._stays(child(folder, entry.name), within)):
                wide += entry.name.casefold() not in branch.below
                if wide <= WIDE:
                    self.enter(top, os.path.join(relative, entry.name), next_, within, limit, direct=direct and not entry.is_link)
            rule = rule_for(branch.rules, entry.name) if branch.rules else None
            if rule is not None and not self._odd(entry.is_folder, rule, folder, entry.name):
                matched.append((entry, rule))
        if wide > WIDE:
            self._told(folder, f"has more than {WIDE} folders; the rest was not searched")
        if len(matched) > limit:
            self._told(folder, f"has more than {limit} handoff files; the rest was not read")
            matched = matched[-limit:] if matched[0][1].dated else matched[:limit]  # names with a date rise
        for entry, rule in matched:
            self.found.append(Found(child(folder, entry.name), rule, within, direct=direct and not entry.is_link, own=self.shared))

    def _told(self, folder: str, what: str) -> None:
        self.problems.append(Problem(text.inert(folder), None, what, "move old ones into a folder named archive"))

    def _odd(self, is_folder: bool, rule: Folder, folder: str, name: str) -> bool:
        """A folder with a handoff's name; told where the name is an exact one."""
        if is_folder and name.casefold() in rule.names:
            path = text.inert(os.path.join(folder, name))
            self.problems.append(Problem(path, None, "is a folder with a handoff's name", "rename it, or put it under `ignore`"))
        return is_folder

    def _stays(self, path: str, within: str) -> bool:
        if inside(self.disk.real(path), within):
            return True
        self.problems.append(Problem(text.inert(path), None, "is a link that leads out of its place", "it is not followed"))
        return False
