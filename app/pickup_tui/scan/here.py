"""Where the shell stands: the project that is searched beside the roots', and the badge of its handoffs."""

from __future__ import annotations

import os

from pickup_tui.disk import inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pickup_tui.disk import Disk
    from pickup_tui.handoff import Handoff
    from pickup_tui.settings import Settings
    from pickup_tui.world import World

    from .data import Scan
    from .merge import Projects

GLOB = frozenset("*?[")


class Where:
    """A run's settings and world, and what is known of its roots."""

    def __init__(self, settings: Settings, world: World) -> None:
        self.settings = settings
        self.world = world
        self.home = os.path.realpath(world.home)
        self.real_roots: dict[str, str] = {}  # the roots that answered, and where they really are

    def find_here(self, disk: Disk) -> str | None:
        """The project that the shell stands in: the nearest git root, else a root's child, else the folder itself."""
        from pickup_tui import repository

        cwd = disk.real(self.world.cwd)
        git = repository.root_of(disk, cwd)
        if git and git != self.home:
            main = disk.real(repository.main_tree(disk, git))
            return main if main != self.home else git
        child = self.root_child(cwd)
        return disk.real(child) if child else None if cwd == self.home else cwd

    def root_child(self, cwd: str) -> str | None:
        """The child of a root that `cwd` is or lies below, None when it lies in no root. The innermost root counts."""
        parts = cwd.split("/")
        found: list[str] = []
        for root in self.settings.roots:
            fixed, globs = split_glob(root)
            for start in {fixed, self.real_roots.get(fixed, fixed)}:
                depth = (1 if start == "/" else start.count("/") + 1) + len(globs)  # parts of the root itself
                if inside(cwd, start) and len(parts) > depth and _matches(parts[depth - len(globs) : depth], globs):
                    found.append("/".join(parts[: depth + 1]))
        return max(found, key=len, default=None)


def at_home(scan: Scan, settings: Settings, world: World) -> Callable[[Handoff], bool]:
    """Whether the shell stands in a handoff's project: a test by path components, worktrees included, cards by any PR."""
    here: list[frozenset[str]] = []  # found out when first needed: the hint shows no badge
    shelf: list[Projects] = []

    def test(handoff: Handoff) -> bool:
        if not here:
            here.append(frozenset(project.path for project in scan.around(os.path.realpath(world.cwd))))
        if handoff.kind == "card" and here[0]:
            if not shelf:
                from .merge import Projects

                shelf.append(Projects(scan.projects, settings.aliases))
            found = [shelf[0].of(ref)[1] for ref in handoff.prs]
            return any(project is not None and project.path in here[0] for project in found)
        return handoff.project_path in here[0]

    return test


def split_glob(root: str) -> tuple[str, tuple[str, ...]]:
    """A root with globs as the folder before the first one, and the parts from there on."""
    parts = root.split("/")
    at = next((at for at, part in enumerate(parts) if not GLOB.isdisjoint(part)), len(parts))
    return "/".join(parts[:at]) or "/", tuple(parts[at:])


def _matches(names: Sequence[str], globs: Sequence[str]) -> bool:
    if not globs:
        return True
    from fnmatch import fnmatchcase

    return all(map(fnmatchcase, names, globs))
