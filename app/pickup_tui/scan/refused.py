"""The files that lie where handoffs lie and are none, and why: what `doctor` tells beside what was found.

Asked only by `doctor`: the places that answered are walked once more, and what made no row is read again.
"""

from __future__ import annotations

from pickup_tui import readers, text
from pickup_tui.disk import Disk, Unreadable

from .search import Search
from .walk import Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from pickup_tui.handoff import Reason
    from pickup_tui.settings import Settings
    from pickup_tui.world import World

    from .data import Scan

MOST = 500  # files that are read again


def refused(scan: Scan, settings: Settings, world: World) -> list[tuple[str, Reason]]:
    """Path and reason for each file of the searched places that holds no handoff, in the order of paths."""
    if "document" not in settings.sources:
        return []
    disk = Disk()
    rows = {handoff.path for handoff in scan.handoffs} | {problem.path for problem in scan.problems}
    search = Search(settings, world, None)
    paths = sorted({found.path for walk in _walks(search, scan, disk) for found in walk.found if not search.ignored(found.path)} - rows)
    return [(path, reason) for path in paths[:MOST] for reason in _why(path, disk)]


def _walks(search: Search, scan: Scan, disk: Disk) -> Iterator[Walk]:
    """The walks of the places that answered: each project's trees, and what belongs to no project."""
    for project in scan.projects:
        walk = Walk(disk)
        for tree in project.trees:
            walk.enter(tree.path, "", search.tree, tree.path)
        yield walk
    answered = set(scan.places)
    for kind, folder, rules in search.outside_projects():
        if f"{kind}:{folder}" in answered:
            yield search.walk(disk, folder, rules, shared=kind == "temporary")


def _why(path: str, disk: Disk) -> list[Reason]:
    try:
        data, _ = disk.read(path)
    except (OSError, Unreadable):
        return []  # gone meanwhile, or told as a problem
    reading = readers.read("project", path, text.decode(data))
    return [reason for reason in reading.reasons if reason.field == "row"] if not reading.handoffs else []
