"""One run's search: its jobs for the crew, a unit of search each."""

from __future__ import annotations

import os

from pickup_tui import repository, text
from pickup_tui.disk import Unreadable, child, inside
from pickup_tui.handoff import Problem
from pickup_tui.places import CARDS, HOME, PROJECT, TEMPORARY, Branch, Folder, configured, tree
from pickup_tui.settings import DEFAULT_ROOT

from .data import File, Unit
from .files import is_undated, read_file, read_files
from .here import GLOB, Where, split_glob
from .walk import Found, Walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pickup_tui.batons import Baton
    from pickup_tui.crew import Crew
    from pickup_tui.disk import Disk
    from pickup_tui.index import Index
    from pickup_tui.settings import Settings
    from pickup_tui.world import World

ROOTS = 1000  # folders that one part of a root with globs may name; more are told


class Search(Where):
    """One run's search: the settings it follows, and what its jobs share."""

    def __init__(self, settings: Settings, world: World, index: Index | None) -> None:
        super().__init__(settings, world)
        self.index = index
        self.crew: Crew | None = None
        self.seen: set[str] = set()  # projects that have a job
        self.here: str | None = None  # the project that the shell stands in, when it is none of the roots'
        self.ignore = tuple(dict.fromkeys(one for glob in settings.ignore for one in (glob, _real_glob(glob))))
        below, self.outside = configured(settings.places)
        self.table: tuple[Folder, ...] = PROJECT + below
        self._tree: Branch | None = None

    @property
    def tree(self) -> Branch:
        if self._tree is None:
            self._tree = tree(self.table)
        return self._tree

    def jobs(self) -> list[tuple[str, Callable[[Disk], object]]]:
        """What a run starts with: the roots, the project that the shell stands in, the cards."""
        jobs: list[tuple[str, Callable[[Disk], object]]] = []
        for root in self.settings.roots:
            if GLOB.isdisjoint(root):
                jobs.append((f"root:{root}", _job(self.root, root)))
            else:
                fixed, parts = split_glob(root)
                jobs.append((f"roots:{root}", _job(self.roots, fixed, parts)))
        jobs.append((f"here:{self.world.cwd}", self.add_here))
        if "card" in self.settings.sources:
            cards = self.world.cards_folder
            jobs.append((f"card:{cards}", _job(self.folder, cards, "card")))
        if "document" in self.settings.sources:
            jobs += self.elsewhere()
        if "baton" in self.settings.sources:
            from pickup_tui import batons

            jobs.append((f"baton:{batons.folder(self.world)}", self.all_batons))
        return jobs

    def elsewhere(self) -> list[tuple[str, Callable[[Disk], object]]]:
        """The places that belong to no project: in the home folder, in temporary folders, and those of the config."""
        return [(f"{kind}:{folder}", _job(self.place, folder, rules, kind == "temporary")) for kind, folder, rules in self.outside_projects()]

    def outside_projects(self) -> list[tuple[str, str, tuple[Folder, ...]]]:
        """Those places, as (kind, folder, its part of the table)."""
        homes = [("place", os.path.join(self.world.home, folder), rules) for folder, rules in HOME]
        named = [("place", self.world.expand(place.rstrip("/")), (Folder("", dated=True),)) for place in self.outside]
        return [*homes, *named, *(("temporary", folder, TEMPORARY) for folder in self.world.temporary_folders)]

    def place(self, disk: Disk, folder: str, rules: tuple[Folder, ...], shared: bool = False) -> Unit:
        """A place outside every project. `shared`: others can write there, so only this user's own files count."""
        key = f"{'temporary' if shared else 'place'}:{folder}"
        unit = self.index.fresh(key, disk) if self.index else None
        if unit is not None:
            return unit
        walk = self.walk(disk, folder, rules, shared=shared)
        return Unit(key, tuple(walk.depends), self.files(disk, walk, key, None, None), problems=tuple(walk.problems), failed=tuple(walk.failed))

    def walk(self, disk: Disk, folder: str, rules: tuple[Folder, ...], *, shared: bool) -> Walk:
        """What lies in such a place."""
        walk = Walk(disk, shared=shared)
        real = disk.real(folder)
        if os.path.isfile(real):  # a place of the config may be one file
            walk.found.append(Found(real, Folder(""), None, direct=True))
            walk.depends.append((real, disk.stamp(real)))
        else:
            walk.enter(real, "", tree(rules), real)
        return walk

    def files(self, disk: Disk, walk: Walk, key: str, project: str | None, origin: str | None) -> tuple[File, ...]:
        """What a walk found, read, but for what is ignored. `key` is the unit's."""
        kept = self.index.files(key, origin) if self.index else None
        return read_files(kept, disk, [found for found in walk.found if not self.ignored(found.path)], project, origin)

    # Roots and projects

    def roots(self, disk: Disk, folder: str, parts: tuple[str, ...]) -> Unit:
        """The folders in `folder` that the first part of a glob names: roots themselves, or each a job for the other parts.

        A job a folder, so that one that gives no answer takes no other with it.
        """
        key = f"roots:{os.path.join(folder, *parts)}"
        self.real_roots[folder] = disk.real(folder)
        unit = self.index.fresh(key, disk) if self.index else None
        if unit is None:
            from fnmatch import fnmatchcase

            stamp = disk.stamp(folder)
            try:
                entries = disk.listing(folder) or []
            except Unreadable as error:
                return self.locked(key, folder, str(error))
            hidden = parts[0].startswith(".")
            names = [one.name for one in entries if one.is_folder and (hidden or not one.name.startswith(".")) and fnmatchcase(one.name, parts[0])]
            problems: tuple[Problem, ...] = ()
            if len(names) > ROOTS:
                problems = (Problem(text.inert(key[6:]), None, f"names more than {ROOTS} folders; the rest was not searched", "name fewer roots"),)
            unit = Unit(key, ((folder, stamp),), below=tuple(os.path.join(folder, name) for name in names[:ROOTS]), problems=problems)
        at = next((at for at, part in enumerate(parts) if at and not GLOB.isdisjoint(part)), len(parts))
        for below in unit.below:
            found, rest = os.path.join(below, *parts[1:at]), parts[at:]
            if self.crew and rest:
                self.crew.add(f"roots:{os.path.join(found, *rest)}", _job(self.roots, found, rest))
            elif self.crew:
                self.crew.add(f"root:{found}", _job(self.root, found, True))
        return unit

    def root(self, disk: Disk, root: str, globbed: bool = False) -> Unit:
        """The projects of a root: its child folders, but hidden and ignored ones. A root that is not there is told, but for the default one."""
        key = f"root:{root}"
        self.real_roots[root] = disk.real(root)
        unit = self.index.fresh(key, disk) if self.index else None
        if unit is None:
            stamp = disk.stamp(root)
            real = self.real_roots[root]
            try:
                entries = disk.listing(root)
            except Unreadable as error:
                return self.locked(key, root, str(error))
            problems: tuple[Problem, ...] = ()
            if entries is None and not globbed and root != self.world.expand(DEFAULT_ROOT):
                problems = (Problem(text.inert(root), None, "is no folder" if stamp else "is not there", "mend the roots: --root, PICKUP_PROJECTS or the config"),)
            entries = entries or []
            paths = [(child(real, entry.name), entry.is_link) for entry in entries if entry.is_folder and not entry.name.startswith(".")]
            unit = Unit(key, ((root, stamp),), below=tuple(disk.real(path) if is_link else path for path, is_link in paths), problems=problems)
        self.add_projects(unit)
        return unit

    def locked(self, key: str, folder: str, why: str) -> Unit:
        """What a root gives that may not be read. It rests on nothing, so that it is tried again each time.

        Its projects as they were known are searched all the same: each says for itself whether it can be read.
        """
        before = self.index.last(key) if self.index else None
        if before and key.startswith("root:"):
            self.add_projects(before)
        hint = "give yourself the right to read it, or take it out of the roots"
        return Unit(key, ((folder, None),), problems=(Problem(text.inert(folder), None, why, hint),), failed=(folder,))

    def add_projects(self, unit: Unit) -> None:
        for path in unit.below:
            self.add_project(path)

    def add_project(self, path: str) -> None:
        if path not in self.seen and self.crew and not self.ignored(path):
            self.seen.add(path)
            self.crew.add(f"project:{path}", _job(self.project, path))

    def add_here(self, disk: Disk) -> None:
        """A job for the project that the shell stands in, unless it is one of the roots' (they come before)."""
        found = self.find_here(disk)
        if found and found not in self.seen:
            self.here = found
            self.add_project(found)

    def project(self, disk: Disk, path: str) -> Unit:
        """A project with its linked worktrees: every known folder of the table in each. `path` is real."""
        key = f"project:{path}"
        unit = self.index.fresh(key, disk) if self.index else None
        if unit is not None:
            self.add_projects(unit)
            return unit
        main = repository.main_tree(disk, path) if self.crew else path
        if main != path:  # a linked worktree belongs to its project, and is searched with it
            git = os.path.join(path, ".git")
            unit = Unit(key, ((git, disk.stamp(git)),), below=(disk.real(main),))
            self.add_projects(unit)
            return unit
        trees, git_paths = repository.trees(disk, path, alone=False)
        walk = Walk(disk)
        walk.depends += [(one, disk.stamp(one)) for one in git_paths]
        origin = repository.origin(disk, path) if git_paths else None
        for tree_ in trees:
            walk.enter(tree_.path, "", self.tree, tree_.path)
        files = self.files(disk, walk, key, path, origin)
        return Unit(key, tuple(walk.depends), self.committed(files, trees) if git_paths else files, (), trees, origin, tuple(walk.problems), tuple(walk.failed))

    def committed(self, files: tuple[File, ...], trees: Sequence[repository.Tree]) -> tuple[File, ...]:
        """Documents without a date with the time of their last commit, where git has one that is better than the file's."""
        undated = [file.path for file in files if any(is_undated(one) for one in file.handoffs)]
        if not undated:
            return files
        from pickup_tui import committed

        known: dict[str, float] = {}
        for tree_ in trees:
            known |= committed.times(tree_.path, [path for path in undated if inside(path, tree_.path) and path not in known], self.world.environ)
        return tuple(
            File(file.path, file.stamp, tuple(one.with_(when=known[file.path]) if is_undated(one) else one for one in file.handoffs), file.problems)
            if file.path in known
            else file
            for file in files
        )

    def folder(self, disk: Disk, folder: str, kind: str) -> Unit:
        """A folder of files of one kind, each of them read."""
        key = f"{kind}:{folder}"
        unit = self.index.fresh(key, disk) if self.index else None
        if unit is not None:
            return unit
        walk = Walk(disk)
        branch = Branch()
        branch.rules.append(Folder("", dated=True, kind=kind))
        real = disk.real(folder)
        walk.enter(real, "", branch, real, limit=100_000)
        return Unit(key, tuple(walk.depends), self.files(disk, walk, key, None, None), problems=tuple(walk.problems), failed=tuple(walk.failed))

    def all_batons(self, disk: Disk) -> Unit:
        """Every living baton, of whatever project."""
        from pickup_tui import batons

        key = f"baton:{batons.folder(self.world)}"
        unit = self.index.fresh(key, disk) if self.index else None
        if unit is not None:
            return unit
        found = batons.find(self.world, disk)
        files = [self.one_baton(disk, one) for one in found.batons if not self.ignored(one.path)]
        depends = tuple((path, disk.stamp(path)) for path in found.rests_on)
        return Unit(key, depends, tuple(file for file in files if file), problems=found.problems)

    def one_baton(self, disk: Disk, one: Baton) -> File | None:
        """One baton: its project is the entry's, else what its text names; a folder that is not there is none."""
        project = repository.main_tree(disk, one.project) if one.project and disk.stamp(one.project) else None
        # Read anew each time that anything about batons changes: its project hangs on its entry, not on its own stamp.
        file = read_file(None, disk, Found(one.path, Folder("", kind="baton"), None, direct=True), project, None)
        if file is None or project:
            return file
        rows = tuple(row.with_(project_path=None) if row.project_path and not disk.stamp(row.project_path) else row for row in file.handoffs)
        return File(file.path, file.stamp, rows, file.problems)

    def single(self, disk: Disk, path: str) -> Unit:
        """A file that was named: what kind it is follows from where it lies."""
        from pickup_tui import batons

        if batons.written(os.path.basename(path)) is not None and os.path.dirname(batons.real(path)) in self.world.temporary_folders:
            why = batons.refusal(disk, batons.real(path))
            if why is not None:
                what = f"the baton is refused: {why}" if why else "the handoff has expired"
                return Unit("named baton", problems=(Problem(text.inert(path), None, what, "move what it says to a file of your own"),))
            file = self.one_baton(disk, batons.Baton(batons.real(path)))
            return Unit("named baton", files=(file,) if file else ())
        real = disk.real(path)
        cards = disk.real(self.world.cards_folder)
        root = repository.root_of(disk, os.path.dirname(real)) or os.path.dirname(real)
        kind = "project"
        if os.path.dirname(real) == cards and real.casefold().endswith(CARDS):
            kind = "card"
        elif real.casefold().endswith("/.thunderkit/handoff.md"):
            kind = "checkpoint"
            root = os.path.dirname(os.path.dirname(real))
        main = repository.main_tree(disk, root)
        origin = repository.origin(disk, main)
        file = read_file(None, disk, Found(real, Folder("", kind=kind), None, direct=True), None if kind == "card" else main, origin)
        trees, _ = repository.trees(disk, main)
        return Unit(f"project:{main}", files=(file,) if file else (), trees=trees, origin=origin)

    def ignored(self, path: str) -> bool:
        """Whether the config's `ignore` names this path: a glob with a slash by the whole path, else by the name."""
        if not self.ignore:
            return False
        from fnmatch import fnmatch

        name = os.path.basename(path)
        return any(fnmatch(path, glob) or fnmatch(path, glob + "/*") if "/" in glob else fnmatch(name, glob) for glob in self.ignore)


def _real_glob(glob: str) -> str:
    """A glob whose folders before the first sign are real: projects are known by their real paths."""
    at = next((at for at, char in enumerate(glob) if char in GLOB), len(glob))
    head = glob[:at].rpartition("/")[0]
    return os.path.realpath(head) + glob[len(head) :] if head else glob


def _job(do: Callable[..., object], *arguments: object) -> Callable[[Disk], object]:
    """`do(disk, *arguments)` as a job that is given its disk."""
    return lambda disk: do(disk, *arguments)
