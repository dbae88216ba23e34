"""Searches the places and reads what is there: all I/O of reading starts here.

A unit is what is searched in one go and stands or falls together: a root, a project with its worktrees, the cards'
folder. For each unit it is kept which folders were listed and which files were read, with their stamps, so that the
index can tell later that nothing has changed without listing or reading anything. When nothing has, the modules that
walk, read and merge are not even imported.
"""

from __future__ import annotations

import os

from pickup_tui.crew import PATIENCE, Crew
from pickup_tui.disk import Disk
from pickup_tui.handoff import Problem

from .data import Scan, Unit
from .here import Where, at_home, split_glob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pickup_tui.index import Index
    from pickup_tui.settings import Settings
    from pickup_tui.world import World

__all__ = ["Scan", "at_home", "last", "read_paths", "scan"]


def scan(
    settings: Settings,
    world: World,
    disk: Disk | None = None,
    index: Index | None = None,
    waiting: Callable[[Scan], None] | None = None,
    patience: float = PATIENCE,
) -> Scan:
    """Searches every place of these settings and reads what is there.

    index    what earlier runs read; used where its stamps still hold, and told what this run read
    waiting  called once with what there is so far when a place is late to answer
    """
    disk = disk or Disk()
    if index is not None and (kept := _as_before(Where(settings, world), index, disk, patience)):
        return kept
    from .merge import merge, unreachable, with_kept
    from .search import Search

    search = Search(settings, world, index)
    crew = Crew(disk, type(disk), patience)
    search.crew = crew

    def late() -> None:
        if waiting:
            waiting(merge(settings, _units(crew.results), (), home=world.home))

    lost = tuple(crew.run(search.jobs(), late))
    units = _units(crew.results)
    if index is None:
        return merge(settings, units, lost, home=world.home)
    units = [with_kept(unit, index.last(unit.key)) if unit.failed else unit for unit in units]
    found = merge(settings, [*units, *(unreachable(unit) for key in lost if (unit := index.last(key)))], lost, home=world.home)
    return index.keep(units, found, search.here) or found


def _as_before(where: Where, index: Index, disk: Disk, patience: float) -> Scan | None:
    """The last run's result when nothing that it rests on has changed; None as well when a place is late to answer."""
    crew = Crew(disk, type(disk), min(patience, 0.3))  # what is late is searched place by place, and waited for there

    def look(disk: Disk) -> Scan | None:
        for root in where.settings.roots:
            fixed = split_glob(root)[0]
            where.real_roots[fixed] = disk.real(fixed)
        return index.whole(disk, where.find_here(disk))

    lost = crew.run([("index", look)])
    return next((result for result in crew.results if isinstance(result, Scan)), None) if not lost else None


def last(settings: Settings, world: World, index: Index) -> Scan | None:
    """What the last run found from here, without looking whether it still holds; None when nothing is kept."""
    return index.unchecked(Where(settings, world).find_here(Disk()))


def read_paths(paths: Iterable[str], settings: Settings, world: World, disk: Disk | None = None) -> Scan:
    """Reads the files and folders that were named, and nothing else, wherever they lie. A folder is searched like a project."""
    disk = disk or Disk()
    from pickup_tui import text
    from pickup_tui.places import is_dated

    from .merge import merge
    from .search import Search

    search = Search(settings, world, None)
    units: list[Unit] = []
    problems: list[Problem] = []
    for path in dict.fromkeys(world.expand(path) for path in paths):
        if os.path.isdir(path):
            real = disk.real(path)
            kind = "card" if real == disk.real(world.cards_folder) else "project" if is_dated(real) else None
            units.append(search.folder(disk, real, kind) if kind else search.project(disk, real))
        elif os.path.exists(path):
            unit = search.single(disk, path)
            units.append(unit)
            if not any(file.handoffs or file.problems for file in unit.files):
                problems.append(Problem(text.inert(path), None, "holds no handoff", "pickup-tui doctor with its path says how it was read"))
        else:
            problems.append(Problem(text.inert(path), None, "is not there", "check the path"))
    units.append(Unit("named", problems=tuple(problems)))
    return merge(settings, units, (), home=world.home, named=True)


def _units(results: Iterable[object]) -> list[Unit]:
    return [unit for unit in list(results) if isinstance(unit, Unit)]
