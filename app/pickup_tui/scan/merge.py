"""One list out of all units: each file once, each copy once, cards and batons under their projects."""

from __future__ import annotations

import os

from pickup_tui import text
from pickup_tui.batons import REFUSED
from pickup_tui.disk import inside
from pickup_tui.handoff import Problem

from .data import File, Project, Scan, Unit
from .files import project_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pickup_tui.handoff import Handoff
    from pickup_tui.settings import Settings


def merge(settings: Settings, units: Sequence[Unit], lost: tuple[str, ...], *, home: str, named: bool = False) -> Scan:
    """One list out of all units: each file once, each copy once, cards under their projects.

    home   the person's home folder, for paths that begin with `~`
    named  the files were named: the kinds of the config do not count
    """
    projects = tuple(
        Project(unit.trees[0].path, project_name(unit.trees[0].path), unit.trees, unit.origin)
        for unit in units
        if unit.trees
    )
    problems: list[Problem] = []
    files: dict[tuple[int, int] | str, File] = {}
    names: dict[str, list[str]] = {}  # by a file's path, the other names that it has: hard links
    # A baton is one, whichever other place its folder is. A project's worktree may also be searched by itself, where its
    # own files do not tell whose it is.
    for unit in sorted(units, key=lambda unit: (not unit.key.startswith("baton:"), -len(unit.trees))):
        problems += unit.problems
        for file in unit.files:
            first = files.setdefault(file.stamp[2:4] if file.stamp else file.path, file)
            if first.path != file.path:
                names.setdefault(first.path, []).append(file.path)
    refused = {problem.path for problem in problems if problem.what.startswith(REFUSED)}
    if refused:  # a baton that may not be read is not read as something else
        files = {key: file for key, file in files.items() if text.inert(file.path) not in refused}
    problems += [problem for file in files.values() for problem in file.problems]
    problems += [
        Problem(text.inert(key.partition(":")[2]), None, "did not answer within 2 seconds", "unreachable: look at the mount, or put it under `ignore`")
        for key in lost
    ]
    handoffs = [handoff for file in files.values() for handoff in file.handoffs]
    handoffs = [handoff for handoff in handoffs if named or handoff.kind in settings.sources]
    handoffs = _without_copies(handoffs, [unit for unit in units if len(unit.trees) > 1], names)
    shelf = Projects(projects, settings.aliases, home, lambda path: any(_rests_on_git(unit) for unit in units if unit.trees and unit.trees[0].path == path))
    place = {"card": shelf.placed, "baton": shelf.baton}
    handoffs = [place[handoff.kind](handoff) if handoff.kind in place else handoff for handoff in handoffs]
    order = sorted(set(problems), key=lambda problem: (problem.path, problem.line or 0, problem.what))
    keys = tuple(unit.key for unit in units)
    return Scan(tuple(handoffs), tuple(order), projects, lambda: keys, lost)


def unreachable(unit: Unit) -> Unit:
    """A unit of an earlier run whose place gives no answer now: its rows stay, marked."""
    return Unit(unit.key, unit.depends, tuple(map(_marked, unit.files)), unit.below, unit.trees, unit.origin, unit.problems)


def with_kept(unit: Unit, before: Unit | None) -> Unit:
    """A unit with what an earlier run found in the folders that could not be scanned now, its rows marked."""
    if before is None or not unit.failed:
        return unit
    files = tuple(_marked(file) for file in before.files if any(inside(file.path, folder) for folder in unit.failed))
    trees = before.trees if len(before.trees) > len(unit.trees) else unit.trees
    return Unit(unit.key, unit.depends, (*unit.files, *files), unit.below, trees, unit.origin or before.origin, unit.problems, unit.failed)


def _marked(file: File) -> File:
    rows = tuple(one.with_(marks=(*one.marks, "unreachable")) for one in file.handoffs)
    return File(file.path, file.stamp, rows, file.problems)


class Projects:
    """Which project a repository is: by alias, by origin, by the folder's name (spec: formats.md, "Card")."""

    def __init__(
        self, projects: Sequence[Project], aliases: dict[str, str], home: str = "~", is_repository: Callable[[str], bool] = lambda _: True
    ) -> None:
        self.aliases = aliases
        self.home = home
        self.is_repository = is_repository
        self.projects = projects
        self.by_origin = {project.origin.casefold(): project for project in reversed(projects) if project.origin}
        self.by_name = {project.name.casefold(): project for project in reversed(projects)}
        self.by_tree = {tree_.path: project for project in reversed(projects) for tree_ in project.trees}

    def of(self, ref: str) -> tuple[str, Project | None]:
        """The name and the project for a PR "owner/repo#N" or "host/owner/repo#N"."""
        repo = ref.partition("#")[0]
        parts = repo.split("/")
        full = repo if len(parts) == 3 else f"github.com/{repo}"
        alias = self.aliases.get(repo.casefold()) or self.aliases.get("/".join(parts[-2:]).casefold())
        if alias:
            return alias, self.by_name.get(alias.casefold())
        project = self.by_origin.get(full.casefold()) or self.by_name.get(parts[-1].casefold())
        return (project.name, project) if project else (parts[-1], None)

    def placed(self, card: Handoff) -> Handoff:
        """A card with its project's name and folder: those of its first PR, `shared` without one.

        Where no PR leads to a folder, the worktree that the card names does, when it is one of a project's here.
        """
        name, project = self.of(card.prs[0]) if card.prs else ("shared", None)
        project = project or self._with_tree(dict(card.fields).get("worktree"))
        return card.with_(project=text.one_line(name), project_path=project.path if project else None)

    def _with_tree(self, folder: str | None) -> Project | None:
        """By the path as it is written: a card is somebody's text, and no path of it is looked at."""
        return self.by_tree.get(os.path.normpath(self.home + folder[1:] if folder.startswith("~/") else folder)) if folder else None

    def baton(self, baton: Handoff) -> Handoff:
        """A baton under the project that it is about: by its folder, its repository or its name."""
        named = [value for name, value in baton.fields if name == "repository"]
        project = None
        if baton.project_path:
            project = self._around(baton.project_path)
        elif named:
            found = [self.of(f"{one}#1") for one in named]
            name, project = next((one for one in found if one[1]), found[0])
            baton = baton.with_(project=text.one_line(name))
        else:
            project = self.by_name.get(baton.project.casefold())
        return baton.with_(project=project.name, project_path=project.path) if project else baton


    def _around(self, folder: str) -> Project | None:
        """The project with the innermost tree that a folder is or lies in. A mere folder, where a shell stands, owns nothing below it."""
        trees = [(tree_.path, project) for project in self.projects for tree_ in project.trees if inside(folder, tree_.path)]
        trees.sort(key=lambda one: len(one[0]), reverse=True)
        return next((project for path, project in trees if path == folder or self.is_repository(project.path)), None)


def _rests_on_git(unit: Unit) -> bool:
    """Whether a unit is a repository: what it rests on begins with git's own files."""
    return any(os.path.basename(path) in (".git", "worktrees", "config") for path, _ in unit.depends)


def _without_copies(handoffs: list[Handoff], shared: Sequence[Unit], names: dict[str, list[str]]) -> list[Handoff]:
    """Copies in several worktrees of a project, with the same branch and text: the one whose tree has the branch stays.

    shared  the projects with several worktrees: no handoff of others is taken apart for this
    names   by path, what else a file is called: a copy of it may have any of its names
    """
    if not shared:
        return handoffs
    trees = {unit.trees[0].path: unit.trees for unit in shared}
    files = {file.path for unit in shared for file in unit.files}
    best: dict[tuple[object, ...], Handoff] = {}
    same: dict[tuple[object, ...], tuple[object, ...]] = {}  # of names of one file, the first
    out: list[Handoff] = []
    for handoff in handoffs:
        if handoff.path not in files or handoff.project_path not in trees:
            out.append(handoff)
            continue
        home = trees[handoff.project_path]
        tree_ = max((one for one in home if inside(handoff.path, one.path)), key=lambda one: len(one.path), default=home[0])
        keys = [
            (handoff.project_path, handoff.kind, os.path.relpath(path, tree_.path), handoff.branch, handoff.text_hash)
            for path in (handoff.path, *names.get(handoff.path, ()))
        ]
        key = next((same[one] for one in keys if one in same), keys[0])
        same.update(dict.fromkeys(keys, key))
        if key not in best or (tree_.branch is not None and tree_.branch == handoff.branch):
            best[key] = handoff
    return out + list(best.values())
