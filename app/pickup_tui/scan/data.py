"""What searching gives: files, units of search, projects, and the whole of a run."""

from __future__ import annotations

from pickup_tui.disk import inside
from pickup_tui.handoff import Record
from pickup_tui.shelf import ranked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Protocol

    from pickup_tui.disk import Disk, Stamp
    from pickup_tui.handoff import Handoff, Problem
    from pickup_tui.repository import Tree
    from pickup_tui.shelf import Ranked

    Depends = tuple[tuple[str, Stamp | None], ...]

    class Later(Protocol):
        """Projects that are made when they are asked for: all, or at least those that a folder may lie in."""

        def __call__(self) -> tuple[Project, ...]: ...

        def near(self, folder: str) -> tuple[Project, ...]: ...


class File(Record):
    """A file that was read: its stamp, what it gave, and its real path."""

    __slots__ = ("handoffs", "path", "problems", "stamp")

    def __init__(self, path: str, stamp: Stamp | None, handoffs: tuple[Handoff, ...], problems: tuple[Problem, ...]) -> None:
        self.path = path
        self.stamp = stamp
        self.handoffs = handoffs
        self.problems = problems


class Unit(Record):
    """What one search gave.

    key       kind and path: "root:/home/u/Projects", "project:/home/u/Projects/foo", "card:…", "baton:…"
    depends   the folders and git files that decide which files there are, with their stamps (None: not there); made anew
              each time that they are asked for where they are kept
    files     what was read
    below     for a root: the projects in it
    trees     for a project: its working trees, the main one first
    origin    for a project: "host/owner/repo" of its origin
    problems  of the search itself
    failed    folders that could not be scanned: what an earlier run found there stays
    """

    __slots__ = ("_depends", "below", "failed", "files", "key", "origin", "problems", "trees")

    def __init__(
        self,
        key: str,
        depends: Depends | Callable[[], Depends] = (),
        files: tuple[File, ...] = (),
        below: tuple[str, ...] = (),
        trees: tuple[Tree, ...] = (),
        origin: str | None = None,
        problems: tuple[Problem, ...] = (),
        failed: tuple[str, ...] = (),
    ) -> None:
        self.key = key
        self._depends = depends
        self.files = files
        self.below = below
        self.trees = trees
        self.origin = origin
        self.problems = problems
        self.failed = failed

    @property
    def depends(self) -> Depends:
        return self._depends() if callable(self._depends) else self._depends


class Project(Record):
    """A project: its main working tree's real path, the name it is shown by, its trees, its origin."""

    __slots__ = ("name", "origin", "path", "trees")

    def __init__(self, path: str, name: str, trees: tuple[Tree, ...], origin: str | None) -> None:
        self.path = path
        self.name = name
        self.trees = trees
        self.origin = origin


class Scan(Record):
    """Everything that was found, made as it is asked for.

    lost   the keys of the places that gave no answer
    """

    __slots__ = ("_found", "_holds", "_places", "_projects", "lost", "problems")

    def __init__(
        self,
        handoffs: Iterable[Handoff],
        problems: tuple[Problem, ...],
        projects: tuple[Project, ...] | Later,
        places: Callable[[], Iterable[str]],
        lost: tuple[str, ...],
        holds: Callable[[Disk], bool] = lambda _: False,
    ) -> None:
        self._found = handoffs
        self.problems = problems
        self._projects = projects
        self._places = places
        self.lost = lost
        self._holds = holds

    @property
    def ranked(self) -> Ranked:
        """The handoffs in their order, made as they are asked for."""
        self._found = found = ranked(self._found)
        return found

    @property
    def handoffs(self) -> tuple[Handoff, ...]:
        """The handoffs in their order."""
        return tuple(self.ranked)

    @property
    def places(self) -> Iterable[str]:
        """The units' keys as they were searched, one after the other."""
        return self._places()

    @property
    def projects(self) -> tuple[Project, ...]:
        """The projects that were searched."""
        if not isinstance(self._projects, tuple):
            self._projects = self._projects()
        return self._projects

    def holds(self, disk: Disk) -> bool:
        """Whether all that it rests on is as it was; no for what was not kept."""
        return self._holds(disk)

    def around(self, folder: str) -> tuple[Project, ...]:
        """The projects that a real folder lies in, linked worktrees included."""
        near = self._projects if isinstance(self._projects, tuple) else self._projects.near(folder)
        return tuple(project for project in near if any(inside(folder, tree_.path) for tree_ in project.trees))
