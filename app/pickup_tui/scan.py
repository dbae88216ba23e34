"""Searches the places and reads what is there: all I/O of reading starts here.

A unit is what is searched in one go and stands or falls together: a root, a project with its worktrees, the cards'
folder. For each unit it is kept which folders were listed and which files were read, with their stamps, so that the
index can tell later that nothing has changed without listing or reading anything.
"""

from __future__ import annotations

import os

from . import prs, readers, repository, text, when
from .crew import PATIENCE, Crew
from .disk import NAMES, Disk, Unreadable, inside
from .handoff import Brief, Handoff, Problem, Record
from .places import HOME, PROJECT, TEMPORARY, Branch, Folder, configured, is_dated, rule_for, tree
from .settings import DEFAULT_ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .batons import Baton
    from .disk import Entry, Stamp
    from .index import Index
    from .settings import Settings
    from .world import World

FILES = 200  # of one folder that are read; more are told
WIDE = 100  # folders that one "*" of the table enters; more are told
ROOTS = 1000  # folders that one part of a root with globs may name; more are told
_GLOB = frozenset("*?[")


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
    depends   the folders and git files that decide which files there are, with their stamps (None: not there)
    files     what was read
    below     for a root: the projects in it
    trees     for a project: its working trees, the main one first
    origin    for a project: "host/owner/repo" of its origin
    problems  of the search itself
    """

    __slots__ = ("below", "depends", "files", "key", "origin", "problems", "trees")

    def __init__(
        self,
        key: str,
        depends: tuple[tuple[str, Stamp | None], ...] = (),
        files: tuple[File, ...] = (),
        below: tuple[str, ...] = (),
        trees: tuple[repository.Tree, ...] = (),
        origin: str | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        self.key = key
        self.depends = depends
        self.files = files
        self.below = below
        self.trees = trees
        self.origin = origin
        self.problems = problems


class Project(Record):
    """A project: its main working tree's real path, the name it is shown by, its trees, its origin."""

    __slots__ = ("name", "origin", "path", "trees")

    def __init__(self, path: str, name: str, trees: tuple[repository.Tree, ...], origin: str | None) -> None:
        self.path = path
        self.name = name
        self.trees = trees
        self.origin = origin


class Scan(Record):
    """Everything that was found. `places` are the units' keys as they were searched; `lost` those that gave no answer."""

    __slots__ = ("_projects", "handoffs", "lost", "places", "problems")

    def __init__(
        self,
        handoffs: tuple[Handoff, ...],
        problems: tuple[Problem, ...],
        projects: tuple[Project, ...] | Callable[[], tuple[Project, ...]],
        places: tuple[str, ...],
        lost: tuple[str, ...],
    ) -> None:
        self.handoffs = handoffs
        self.problems = problems
        self._projects = projects
        self.places = places
        self.lost = lost

    @property
    def projects(self) -> tuple[Project, ...]:
        """The projects that were searched; taken apart when first asked for."""
        if not isinstance(self._projects, tuple):
            self._projects = self._projects()
        return self._projects


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
    search = _Search(settings, world, index)
    if index is not None and (kept := _as_before(search, index, disk, patience)):
        return kept
    crew = Crew(disk, type(disk), patience)
    search.crew = crew

    def late() -> None:
        if waiting:
            waiting(search.merge(_units(crew.results), ()))

    lost = tuple(crew.run(search.jobs(), late))
    units = _units(crew.results)
    if index is None:
        return search.merge(units, lost)
    found = search.merge([*units, *(search.unreachable(unit) for key in lost if (unit := index.last(key)))], lost)
    index.keep(units, found, search.here)
    return found


def _as_before(search: _Search, index: Index, disk: Disk, patience: float) -> Scan | None:
    """The last run's result when nothing that it rests on has changed; None as well when a place is late to answer."""
    crew = Crew(disk, type(disk), min(patience, 0.3))  # what is late is searched place by place, and waited for there

    def look(disk: Disk) -> Scan | None:
        for root in search.settings.roots:
            fixed = _split_glob(root)[0]
            search.real_roots[fixed] = disk.real(fixed)
        return index.whole(disk, search.find_here(disk))

    lost = crew.run([("index", look)])
    return next((result for result in crew.results if isinstance(result, Scan)), None) if not lost else None


def last(settings: Settings, world: World, index: Index) -> Scan | None:
    """What the last run found from here, without looking whether it still holds; None when nothing is kept."""
    return index.unchecked(_Search(settings, world, index).find_here(Disk()))


def read_paths(paths: Iterable[str], settings: Settings, world: World, disk: Disk | None = None) -> Scan:
    """Reads the files and folders that were named, and nothing else, wherever they lie. A folder is searched like a project."""
    disk = disk or Disk()
    search = _Search(settings, world, None)
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
            problems.append(Problem(text.inert(path), None, "there is nothing here", "check the path"))
    units.append(Unit("named", problems=tuple(problems)))
    return search.merge(units, (), named=True)


def _real_glob(glob: str) -> str:
    """A glob whose folders before the first sign are real: projects are known by their real paths."""
    at = next((at for at, char in enumerate(glob) if char in _GLOB), len(glob))
    head = glob[:at].rpartition("/")[0]
    return os.path.realpath(head) + glob[len(head) :] if head else glob


def _job(do: Callable[..., object], *arguments: object) -> Callable[[Disk], object]:
    """`do(disk, *arguments)` as a job that is given its disk."""
    return lambda disk: do(disk, *arguments)


def _split_glob(root: str) -> tuple[str, tuple[str, ...]]:
    """A root with globs as the folder before the first one, and the parts from there on."""
    parts = root.split("/")
    at = next((at for at, part in enumerate(parts) if not _GLOB.isdisjoint(part)), len(parts))
    return "/".join(parts[:at]) or "/", tuple(parts[at:])


def _matches(names: Sequence[str], globs: Sequence[str]) -> bool:
    if not globs:
        return True
    from fnmatch import fnmatchcase

    return all(map(fnmatchcase, names, globs))


def _locked(key: str, folder: str, why: str) -> Unit:
    """What a root gives that may not be read. It rests on nothing, so that it is tried again each time."""
    hint = "give yourself the right to read it, or take it out of the roots"
    return Unit(key, ((folder, None),), problems=(Problem(text.inert(folder), None, why, hint),))


def _units(results: Iterable[object]) -> list[Unit]:
    return [unit for unit in list(results) if isinstance(unit, Unit)]


class _Search:
    """One run's search: the settings it follows, and what its jobs share."""

    def __init__(self, settings: Settings, world: World, index: Index | None) -> None:
        self.settings = settings
        self.world = world
        self.index = index
        self.crew: Crew | None = None
        self.seen: set[str] = set()  # projects that have a job
        self.home = os.path.realpath(world.home)
        self.real_roots: dict[str, str] = {}  # the roots that answered, and where they really are
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
            if _GLOB.isdisjoint(root):
                jobs.append((f"root:{root}", _job(self.root, root)))
            else:
                fixed, parts = _split_glob(root)
                jobs.append((f"roots:{root}", _job(self.roots, fixed, parts)))
        jobs.append((f"here:{self.world.cwd}", self.add_here))
        if "card" in self.settings.sources:
            cards = self.world.cards_folder
            jobs.append((f"card:{cards}", _job(self.folder, cards, "card")))
        if "document" in self.settings.sources:
            jobs += self.elsewhere()
        if "baton" in self.settings.sources:
            from . import batons

            jobs.append((f"baton:{batons.folder(self.world)}", self.all_batons))
        return jobs

    def elsewhere(self) -> list[tuple[str, Callable[[Disk], object]]]:
        """The places that belong to no project: in the home folder, in temporary folders, and those of the config."""
        homes = [(os.path.join(self.world.home, folder), rules) for folder, rules in HOME]
        named = [(self.world.expand(place.rstrip("/")), (Folder("", dated=True),)) for place in self.outside]
        jobs = [(f"place:{folder}", _job(self.place, folder, rules)) for folder, rules in (*homes, *named)]
        return jobs + [(f"temporary:{folder}", _job(self.place, folder, TEMPORARY, True)) for folder in self.world.temporary_folders]

    def place(self, disk: Disk, folder: str, rules: tuple[Folder, ...], shared: bool = False) -> Unit:
        """A place outside every project. `shared`: others can write there, so only this user's own files count."""
        key = f"{'temporary' if shared else 'place'}:{folder}"
        unit = self.index.fresh(key, disk) if self.index else None
        if unit is not None:
            return unit
        walk = _Walk(disk, shared=shared)
        real = disk.real(folder)
        if os.path.isfile(real):  # a place of the config may be one file
            walk.found.append(Found(real, Folder(""), None, direct=True))
            walk.depends.append((real, disk.stamp(real)))
        else:
            walk.enter(real, "", tree(rules), real)
        files = [self.file(disk, found, None, None) for found in walk.found if not self.ignored(found.path)]
        return Unit(key, tuple(walk.depends), tuple(file for file in files if file), problems=tuple(walk.problems))

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
                return _locked(key, folder, str(error))
            hidden = parts[0].startswith(".")
            names = [one.name for one in entries if one.is_folder and (hidden or not one.name.startswith(".")) and fnmatchcase(one.name, parts[0])]
            problems: tuple[Problem, ...] = ()
            if len(names) > ROOTS:
                problems = (Problem(text.inert(key[6:]), None, f"names more than {ROOTS} folders; the rest was not searched", "name fewer roots"),)
            unit = Unit(key, ((folder, stamp),), below=tuple(os.path.join(folder, name) for name in names[:ROOTS]), problems=problems)
        at = next((at for at, part in enumerate(parts) if at and not _GLOB.isdisjoint(part)), len(parts))
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
                return _locked(key, root, str(error))
            problems: tuple[Problem, ...] = ()
            if entries is None and not globbed and root != self.world.expand(DEFAULT_ROOT):
                problems = (Problem(text.inert(root), None, "is no folder" if stamp else "is not there", "mend the roots: --root, PICKUP_PROJECTS or the config"),)
            entries = entries or []
            paths = [(os.path.join(real, entry.name), entry.is_link) for entry in entries if entry.is_folder and not entry.name.startswith(".")]
            unit = Unit(key, ((root, stamp),), below=tuple(disk.real(path) if is_link else path for path, is_link in paths), problems=problems)
        self.add_projects(unit)
        return unit

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

    def find_here(self, disk: Disk) -> str | None:
        """The project that the shell stands in: the nearest git root, else a root's child, else the folder itself."""
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
            fixed, globs = _split_glob(root)
            for start in {fixed, self.real_roots.get(fixed, fixed)}:
                depth = (1 if start == "/" else start.count("/") + 1) + len(globs)  # parts of the root itself
                if inside(cwd, start) and len(parts) > depth and _matches(parts[depth - len(globs) : depth], globs):
                    found.append("/".join(parts[: depth + 1]))
        return max(found, key=len, default=None)

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
        trees, git_paths = repository.trees(disk, path)
        walk = _Walk(disk)
        walk.depends += [(one, disk.stamp(one)) for one in git_paths]
        origin = repository.origin(disk, path) if git_paths else None
        for tree_ in trees:
            walk.enter(tree_.path, "", self.tree, tree_.path)
        read = [self.file(disk, found, path, origin) for found in walk.found if not self.ignored(found.path)]
        files = tuple(file for file in read if file)
        return Unit(key, tuple(walk.depends), self.committed(files, trees) if git_paths else files, (), trees, origin, tuple(walk.problems))

    def committed(self, files: tuple[File, ...], trees: Sequence[repository.Tree]) -> tuple[File, ...]:
        """Documents without a date with the time of their last commit, where git has one that is better than the file's."""
        undated = [file.path for file in files if any(_undated(one) for one in file.handoffs)]
        if not undated:
            return files
        from . import committed

        known: dict[str, float] = {}
        for tree_ in trees:
            known |= committed.times(tree_.path, [path for path in undated if inside(path, tree_.path) and path not in known], self.world.environ)
        return tuple(
            File(file.path, file.stamp, tuple(one.with_(when=known[file.path]) if _undated(one) else one for one in file.handoffs), file.problems)
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
        walk = _Walk(disk)
        branch = Branch()
        branch.rules.append(Folder("", dated=True, kind=kind))
        real = disk.real(folder)
        walk.enter(real, "", branch, real, limit=100_000)
        files = [self.file(disk, found, None, None) for found in walk.found if not self.ignored(found.path)]
        return Unit(key, tuple(walk.depends), tuple(file for file in files if file), problems=tuple(walk.problems))

    def all_batons(self, disk: Disk) -> Unit:
        """Every living baton, of whatever project."""
        from . import batons

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
        file = self.file(disk, Found(one.path, Folder("", kind="baton"), None, direct=True), project, None)
        if file is None or project:
            return file
        rows = tuple(row.with_(project_path=None) if row.project_path and not disk.stamp(row.project_path) else row for row in file.handoffs)
        return File(file.path, file.stamp, rows, file.problems)

    def single(self, disk: Disk, path: str) -> Unit:
        """A file that was named: what kind it is follows from where it lies."""
        from . import batons

        if batons.NAME.match(os.path.basename(path)) and os.path.dirname(batons.real(path)) in self.world.temporary_folders:
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
        if os.path.dirname(real) == cards:
            kind = "card"
        elif real.casefold().endswith("/.thunderkit/handoff.md"):
            kind = "checkpoint"
            root = os.path.dirname(os.path.dirname(real))
        main = repository.main_tree(disk, root)
        origin = repository.origin(disk, main)
        file = self.file(disk, Found(real, Folder("", kind=kind), None, direct=True), None if kind == "card" else main, origin)
        trees, _ = repository.trees(disk, main)
        return Unit(f"project:{main}", files=(file,) if file else (), trees=trees, origin=origin)

    def ignored(self, path: str) -> bool:
        """Whether the config's `ignore` names this path: a glob with a slash by the whole path, else by the name."""
        if not self.ignore:
            return False
        from fnmatch import fnmatch

        name = os.path.basename(path)
        return any(fnmatch(path, glob) or fnmatch(path, glob + "/*") if "/" in glob else fnmatch(name, glob) for glob in self.ignore)

    # Files

    def file(self, disk: Disk, found: Found, project: str | None, origin: str | None) -> File | None:
        """Reads one file. None when it has gone meanwhile; never raises on content."""
        path = found.path
        if self.index and (known := self.index.file(path, disk.stamp(path))):
            return known
        try:
            data, stamp = disk.read_own(path, found.within or "/") if found.own else disk.read(path, found.within, direct=found.direct)
        except FileNotFoundError:
            return None if found.direct else self._unread(path, None, "is a link to nothing", project)
        except Unreadable as error:
            return self._unread(path, disk.stamp(path), str(error), project, found.rule)
        content = text.decode(data)
        real = path if found.direct else disk.real(path)
        try:
            reading = readers.read(found.rule.kind, real, content)
        except Exception as error:  # noqa: BLE001 - readers never raise; if one does, no other file may go missing with it
            hint = "this is a mistake of pickup-tui: please report it with the file"
            return File(real, None, (), (Problem(text.inert(real), None, f"could not be read: {type(error).__name__}", hint),))
        problems = [clean_problem(problem) for problem in reading.problems]
        lines = content.split("\n")
        handoffs = tuple(self.finish(one, lines, stamp, project, origin) for one in reading.handoffs)
        if found.rule.dated and found.rule.kind == "project":
            handoffs = tuple(one.with_(fold=_family(one)) for one in handoffs)
        return File(real, stamp, handoffs, tuple(problems))

    def _unread(self, path: str, stamp: Stamp | None, why: str, project: str | None, rule: Folder | None = None) -> File:
        """A file that is there and was not read: a problem, and a row where it is too large to be read."""
        hint = "open it yourself; it is listed unread" if "larger" in why else "mend or remove it"
        problem = Problem(text.inert(path), None, why, hint)
        if stamp is None or "larger" not in why or rule is None:
            return File(path, None, (), (problem,))  # no stamp: it is tried again each time
        row = Handoff(
            kind="card" if rule.kind == "card" else "document",
            path=path,
            topic=f"{_name(path)} ({why}, unread)",
            project=_name(project) if project else "shared",
            project_path=project,
            when=stamp[0] / 1e9,
            approximate=True,
            mtime=stamp[0],
        )
        return File(path, stamp, (row,), (problem,))

    def finish(self, handoff: Handoff, lines: Sequence[str], stamp: Stamp, project: str | None, origin: str | None) -> Handoff:
        """A reader's handoff with what only the file system knows, and every text of it clean."""
        import hashlib

        mtime = stamp[0] / 1e9
        declared = handoff.declared
        moment = mtime
        if declared:
            try:
                moment = when.seconds(declared, mtime)
            except (OverflowError, ValueError):
                declared = None
        own = "\n".join(lines[handoff.line - 1 : handoff.end])
        return handoff.with_(
            path=handoff.path,
            topic=text.one_line(handoff.topic) or _name(handoff.path),
            anchor=text.inert(handoff.anchor) if handoff.anchor else None,
            branch=text.one_line(handoff.branch) or None if handoff.branch else None,
            status=text.one_line(handoff.status) or None if handoff.status else None,
            marks=tuple(text.one_line(mark) for mark in handoff.marks),
            fields=tuple((text.one_line(name), text.clean(value)) for name, value in handoff.fields),
            brief=_clean_brief(handoff.brief),
            prs=tuple(text.one_line(ref) for ref in prs.resolve(handoff.prs, origin)),
            project=_name(project) if project else text.one_line(handoff.project) or "shared",
            project_path=project or handoff.project_path,
            declared=declared,
            when=moment,
            date_only=bool(declared) and when.is_date(declared or ""),
            approximate=declared is None,
            mtime=stamp[0],
            text_hash=hashlib.blake2b(own.encode("utf-8", "replace"), digest_size=8).hexdigest(),
        )

    def unreachable(self, unit: Unit) -> Unit:
        """A unit of an earlier run whose place gives no answer now: its rows stay, marked."""
        files = tuple(
            File(file.path, file.stamp, tuple(one.with_(marks=(*one.marks, "unreachable")) for one in file.handoffs), file.problems)
            for file in unit.files
        )
        return Unit(unit.key, unit.depends, files, unit.below, unit.trees, unit.origin, unit.problems)

    # The whole

    def merge(self, units: Sequence[Unit], lost: tuple[str, ...], *, named: bool = False) -> Scan:
        """One list out of all units: each file once, each copy once, cards under their projects."""
        projects = tuple(
            Project(unit.trees[0].path, _name(unit.trees[0].path), unit.trees, unit.origin)
            for unit in units
            if unit.trees
        )
        problems: list[Problem] = []
        files: dict[tuple[int, int] | str, File] = {}
        # A baton is one, whichever other place its folder is.
        for unit in sorted(units, key=lambda unit: not unit.key.startswith("baton:")):
            problems += unit.problems
            for file in unit.files:
                files.setdefault(file.stamp[2:] if file.stamp else file.path, file)
        problems += [problem for file in files.values() for problem in file.problems]
        problems += [
            Problem(text.inert(key.partition(":")[2]), None, "did not answer within 2 seconds", "unreachable: look at the mount, or put it under `ignore`")
            for key in lost
        ]
        handoffs = [handoff for file in files.values() for handoff in file.handoffs]
        handoffs = [handoff for handoff in handoffs if named or handoff.kind in self.settings.sources]
        handoffs = _without_copies(handoffs, projects)
        shelf = Projects(projects, self.settings.aliases)
        place = {"card": shelf.placed, "baton": shelf.baton}
        handoffs = [place[handoff.kind](handoff) if handoff.kind in place else handoff for handoff in handoffs]
        order = sorted(set(problems), key=lambda problem: (problem.path, problem.line or 0, problem.what))
        return Scan(tuple(handoffs), tuple(order), projects, tuple(unit.key for unit in units), lost)


class Found(Record):
    """A file that the walk found: its rule, the real folder that it must stay in, and whether no link leads to it."""

    __slots__ = ("direct", "own", "path", "rule", "within")

    def __init__(self, path: str, rule: Folder, within: str | None, *, direct: bool, own: bool = False) -> None:
        self.path = path
        self.rule = rule
        self.within = within
        self.direct = direct
        self.own = own  # it must be this user's


class _Walk:
    """Walks the known folders below one place: lists each once, enters only what the table names."""

    def __init__(self, disk: Disk, *, shared: bool = False) -> None:
        self.disk = disk
        self.shared = shared  # others can write there: no links, and only this user's files
        self.depends: list[tuple[str, Stamp | None]] = []
        self.found: list[Found] = []
        self.problems: list[Problem] = []

    def enter(self, top: str, relative: str, branch: Branch, within: str, limit: int = FILES, *, direct: bool = True) -> None:
        """Lists one folder and enters the known ones in it. `within` and `top` are real; `direct`: no link on the way here."""
        folder = os.path.join(top, relative) if relative else top
        stamp = self.disk.stamp(folder)
        # A temporary folder changes all the time: of its top only the names that count are depended on.
        names = NAMES + folder if self.shared and not relative else folder
        self.depends.append((names, stamp if names is folder else self.disk.stamp(names)))
        try:
            entries = self.disk.listing(folder) if stamp else None
        except Unreadable as error:
            # A right that is given back changes no stamp: without one the folder is tried again each time.
            self.depends[-1] = (folder, None)
            self.problems.append(Problem(text.inert(folder), None, str(error), "give yourself the right to read it"))
            return
        wide = 0
        matched: list[tuple[Entry, Folder]] = []
        for entry in entries or ():
            if self.shared and entry.is_link:
                continue
            next_ = branch.into(entry.name) if entry.is_folder and (branch.below or branch.wild) else None
            if next_ and (not entry.is_link or self._stays(os.path.join(folder, entry.name), within)):
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
            self.found.append(Found(os.path.join(folder, entry.name), rule, within, direct=direct and not entry.is_link, own=self.shared))

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


class Projects:
    """Which project a repository is: by alias, by origin, by the folder's name (spec: formats.md, "Card")."""

    def __init__(self, projects: Sequence[Project], aliases: dict[str, str]) -> None:
        self.aliases = aliases
        self.projects = projects
        self.by_origin = {project.origin.casefold(): project for project in reversed(projects) if project.origin}
        self.by_name = {project.name.casefold(): project for project in reversed(projects)}

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
        """A card with its project's name and folder: those of its first PR, `shared` without one."""
        if not card.prs:
            return card.with_(project="shared", project_path=None)
        name, project = self.of(card.prs[0])
        return card.with_(project=text.one_line(name), project_path=project.path if project else None)

    def baton(self, baton: Handoff) -> Handoff:
        """A baton under the project that it is about: by its folder, its repository or its name."""
        named = dict(baton.fields).get("repository")
        project = None
        if baton.project_path:
            folder = baton.project_path
            project = next((one for one in self.projects if any(inside(folder, tree_.path) for tree_ in one.trees)), None)
        elif named:
            name, project = self.of(f"{named}#1")
            baton = baton.with_(project=text.one_line(name))
        else:
            project = self.by_name.get(baton.project.casefold())
        return baton.with_(project=project.name, project_path=project.path) if project else baton


def at_home(scan: Scan, settings: Settings, world: World) -> Callable[[Handoff], bool]:
    """Whether the shell stands in a handoff's project: a test by path components, worktrees included, cards by any PR."""
    here: set[str] = set()
    shelf: list[Projects] = []  # made when first needed: the hint shows no badge

    def test(handoff: Handoff) -> bool:
        if not shelf:
            cwd = os.path.realpath(world.cwd)
            here.update(project.path for project in scan.projects if any(inside(cwd, tree_.path) for tree_ in project.trees))
            shelf.append(Projects(scan.projects, settings.aliases))
        if handoff.kind == "card" and here:
            found = [shelf[0].of(ref)[1] for ref in handoff.prs]
            return any(project is not None and project.path in here for project in found)
        return handoff.project_path in here

    return test


def own_text(handoff: Handoff, disk: Disk | None = None) -> str:
    """The handoff's own text, read now: a section's lines, else the whole file.

    Raises Unreadable or FileNotFoundError. The section is looked for again, since the file may have changed.
    """
    disk = disk or Disk()
    if handoff.kind == "baton":
        from .batons import refusal

        if why := refusal(disk, handoff.path):
            raise Unreadable(f"is refused: {why}")
    data, _ = disk.read(handoff.path)
    content = text.decode(data)
    if handoff.kind != "section":
        return content
    reading = readers.read("project", handoff.path, content)
    for one in reading.handoffs:
        if one.anchor == handoff.anchor:
            return "\n".join(content.split("\n")[one.line - 1 : one.end]).rstrip("\n") + "\n"
    raise Unreadable(f"no longer has a section for {handoff.anchor}")


def _without_copies(handoffs: Sequence[Handoff], projects: Sequence[Project]) -> list[Handoff]:
    """Copies in several worktrees of a project, with the same branch and text: the one whose tree has the branch stays."""
    trees = {project.path: project.trees for project in projects if len(project.trees) > 1}
    best: dict[tuple[object, ...], Handoff] = {}
    out: list[Handoff] = []
    for handoff in handoffs:
        if handoff.project_path not in trees:
            out.append(handoff)
            continue
        home = trees[handoff.project_path]
        tree_ = max((one for one in home if inside(handoff.path, one.path)), key=lambda one: len(one.path), default=home[0])
        key = (handoff.project_path, handoff.kind, os.path.relpath(handoff.path, tree_.path), handoff.branch, handoff.text_hash)
        if key not in best or (tree_.branch is not None and tree_.branch == handoff.branch):
            best[key] = handoff
    return out + list(best.values())


def _undated(handoff: Handoff) -> bool:
    """Whether a handoff has only its file's time."""
    return handoff.kind == "document" and handoff.declared is None and handoff.when == handoff.mtime / 1e9


def _family(handoff: Handoff) -> str:
    """What handoffs of a folder of dated files fold by: the folder, and the topic as people would call it the same."""
    said = "".join(char for char in text.fold(handoff.topic) if char.isalnum())
    return f"{text.inert(os.path.dirname(handoff.path))}/{handoff.anchor or ''}#{said}"


def _name(folder: str) -> str:
    """What a folder is called, in one line; never empty."""
    return text.one_line(os.path.basename(folder)) or text.inert(folder)


def _clean_brief(brief: Brief) -> Brief:
    def tidy(value: str | None) -> str | None:
        return (text.clean(value).strip() or None) if value else None

    return Brief(
        next_step=tidy(brief.next_step),
        why_stopped=tidy(brief.why_stopped),
        plan_progress=tidy(brief.plan_progress),
        date=tidy(brief.date),
        hash=tidy(brief.hash),
        extra=tuple((text.one_line(name), text.clean(value)) for name, value in brief.extra),
    )


def clean_problem(problem: Problem) -> Problem:
    """A reader's problem with every text of it clean."""
    return Problem(text.inert(problem.path), problem.line, text.one_line(problem.what), text.one_line(problem.hint))
