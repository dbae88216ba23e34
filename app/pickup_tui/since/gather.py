"""Git's part of the checks: asks the repository one question after the other and hands each answer on at once."""

from __future__ import annotations

import os

from pickup_tui import when
from pickup_tui.text import inert

from . import files, history, merged, references
from .facts import (
    BRANCH,
    COMMITS,
    FILES,
    FUTURE,
    GONE,
    MERGED,
    REFERENCES,
    REMOTE,
    REWRITTEN,
    UNKNOWN,
    Branch,
    Commits,
    moment,
)
from .git import NO_REPOSITORY, SHALLOW, Repository, Why, decode, is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pickup_tui.handoff import Handoff

    from .collector import Collector
    from .history import Ground, Refs
    from .references import Named, Path

NEXT = 20  # words of the next step that are asked for as branches
GIT_CHECKS = (COMMITS, BRANCH, FILES, REFERENCES)


def look(handoff: Handoff, named: Named, open_: Callable[[str], Repository], collector: Collector, home: str) -> None:
    """Make all of git's checks for a handoff and put what they find into `collector`.

    open_  makes a Repository for a folder, with this run's end and cancel handle
    home   the person's home folder, for paths that start with "~"
    """
    try:
        repository = open_(_project(handoff))
        ground = history.ground(repository)
    except Why as why:
        collector.origin(None, str(why))
        for check in (COMMITS, BRANCH, FILES):
            collector.cannot(check, str(why))
        _references_alone(handoff, named, str(why), collector, home)
        return
    collector.origin(ground.origin)
    _Look(handoff, named, repository, ground, collector, home).run(open_)


def _project(handoff: Handoff) -> str:
    folder = handoff.project_path
    if folder is None:
        raise Why("no project folder")
    if not os.path.isdir(folder):
        raise Why(f"{inert(folder)} is not there")
    return folder


class _Look:
    """One handoff's questions to one repository."""

    def __init__(self, handoff: Handoff, named: Named, repository: Repository, ground: Ground, collector: Collector, home: str) -> None:
        self.handoff = handoff
        self.named = named
        self.repository = repository
        self.ground = ground
        self.collector = collector
        self.home = home
        self.start: str | None = None  # the commit that the brief names, in full
        self.branch: Branch | None = None

    def run(self, open_: Callable[[str], Repository]) -> None:
        try:
            found = self._refs()
        except Why as why:
            self.collector.cannot(COMMITS, str(why))
            self.collector.cannot(BRANCH, str(why))
        else:
            self._branch(found)
            self._next_branches(found)
        try:
            self._uncommitted(open_)
        except Why as why:
            self.collector.cannot(FILES, str(why))
        try:
            missing = self._missing()
        except Why as why:
            self.collector.cannot(REFERENCES, str(why))
        else:
            self.collector.put(REFERENCES, missing=missing)

    def _refs(self) -> Refs:
        name, here = self.handoff.branch, self.ground.here
        if name is not None and not is_name(name):
            raise Why("the handoff's branch is no branch name")
        found = history.refs(self.repository, self.ground, name or (here.branch if here else None) or None)
        self.branch = history.branch(self.ground, found, name)
        return found

    def _branch(self, found: Refs) -> None:
        """The facts on commits and branch."""
        assert self.branch
        why = self._commits(self.branch)
        rewritten = why == history.REWRITTEN_WHY
        branch = self.branch
        try:
            branch = self._distance(branch)
            if rewritten and self._is_behind(branch):
                rewritten, why = False, None
                self.collector.put(COMMITS, commits=Commits(0, f"{(self.start or '')[:9]}..{(branch.commit or '')[:9]}"))
        except Why as error:
            self.collector.single(BRANCH, f"upstream? {error}")
        try:
            branch = self._merged(branch, found)
        except Why as error:
            self.collector.single(BRANCH, f"merged? {error}")
        if branch.state not in (GONE, MERGED, REMOTE):
            branch = branch.with_(state=REWRITTEN if rewritten else UNKNOWN if why == SHALLOW else branch.state)
        if why:
            self.collector.cannot(COMMITS, why)
        self.branch = branch
        self.collector.put(BRANCH, branch=branch)

    def _commits(self, branch: Branch) -> str | None:
        """Count what is new; gives why it could not be counted."""
        repository, ground = self.repository, self.ground
        since = moment(self.handoff)
        try:
            self.start = history.base(repository, ground, self.handoff.brief.hash)
            if branch.state == GONE:
                return "branch gone"
            if branch.commit is None:
                commits = Commits(0, "")
            elif self.start:
                commits = history.new_commits(repository, ground, self.start, branch.commit)
            elif since.is_future(self.collector.since.checked_at):
                return FUTURE
            else:
                commits = history.commits_after(repository, ground, since, branch.commit, when.iso)
        except Why as why:
            return str(why)
        self.collector.put(COMMITS, commits=commits)
        return None

    def _distance(self, branch: Branch) -> Branch:
        if not branch.upstream or not branch.commit:
            return branch
        ahead, behind = history.distance(self.repository, branch.commit, branch.upstream)
        return branch.with_(ahead=ahead, behind=behind)

    def _is_behind(self, branch: Branch) -> bool:
        """Whether the handoff's commit is known from the upstream and only not pulled: then nothing was rewritten."""
        if not (self.start and branch.commit and branch.upstream and branch.behind and not branch.ahead):
            return False
        return history.is_ancestor(self.repository, branch.commit, self.start) and history.is_ancestor(self.repository, self.start, branch.upstream)

    def _merged(self, branch: Branch, found: Refs) -> Branch:
        """Whether the branch is merged; of one that is gone, whether the last commit known of it is."""
        if found.default is None and self.handoff.branch and branch.state != GONE and history.others(self.repository, self.ground, self.handoff.branch):
            raise Why("the default branch is not known")
        if branch.name is None or found.default is None or branch.name == found.default or not found.defaults:
            return branch
        branch = branch.with_(into=found.default)
        tip = self.start if branch.state == GONE else branch.commit
        if tip is None:
            return branch
        done = merged.is_merged(self.repository, self.ground, tip, found.defaults, None if branch.state == GONE else branch.ref)
        if done and self.handoff.branch and (branch.state != GONE or self._was_work(self.handoff.branch, tip, found)):
            self.collector.finished(f"branch {branch.name} merged into {branch.into}")
        return branch.with_(merged=done, state=MERGED if done and branch.state != GONE else branch.state)

    def _next_branches(self, found: Refs) -> None:
        """Other branches that the next step names, whose work is in the default branch by now."""
        default = found.default
        names = [name for name in references.branches(self.handoff.brief.next_step or "") if name not in (self.handoff.branch, default)]
        if default is None or not found.defaults or not names:
            return
        try:
            for name, ref, commit in history.known(self.repository, names[:NEXT]):
                if merged.is_merged(self.repository, self.ground, commit, found.defaults, ref):
                    self.collector.finished(f"branch {name} merged into {default}")
        except Why:  # the next step may just not be done: nothing that is said rests on it
            return

    def _was_work(self, name: str, tip: str, found: Refs) -> bool:
        """Whether the last commit known of a branch that is gone was its own: it may be where the branch was only made."""
        if merged.was_made_on(self.ground, name, tip):
            return True
        return not any(merged.on_the_line(self.repository, tip, default) for default in found.defaults)

    def _uncommitted(self, open_: Callable[[str], Repository]) -> None:
        """The files that are not committed in the branch's worktree."""
        if moment(self.handoff).is_future(self.collector.since.checked_at):
            raise Why(FUTURE)
        repository, ground = self.repository, self.ground
        place = self.branch.worktree if self.branch else (ground.here.path if ground.here else None)
        if place is None:
            raise Why("bare repository")
        if os.path.realpath(place) != repository.folder:
            repository = open_(place)
            ground = history.ground(repository)
            if os.path.realpath(ground.common) != os.path.realpath(self.ground.common):
                raise Why("its worktree belongs to another repository")
        own = os.path.relpath(os.path.realpath(self.handoff.path), repository.folder)
        found = files.uncommitted(repository, ground, moment(self.handoff).session, files.handoff_names((own,)))
        # Names that are no UTF-8 travel as surrogates; from here on they are for people.
        self.collector.put(FILES, uncommitted=tuple(inert(path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")) for path in found))

    def _missing(self) -> tuple[str, ...]:
        """The paths, commits and branches that no longer resolve: looked up on disk first, then git is asked once."""
        names: list[frozenset[str]] = []

        def tracked() -> frozenset[str]:
            if not names:
                listed = decode(self.repository.call("ls-files", "-z", "--cached", "--others", "--exclude-standard").out)
                names.append(frozenset(os.path.basename(path) for path in listed.split("\0")))
            return names[0]

        places = [self.branch.worktree if self.branch else None, self.ground.here.path if self.ground.here else None]
        folders = tuple(dict.fromkeys(os.path.realpath(path) for path in places if path))
        lost = references.lost_paths(self.named.paths, folders, tracked, self.home)
        missing = self._ask(lost)
        if self.ground.shallow:
            for name in self._other_commits():
                if name in missing:
                    self.collector.single(name, SHALLOW)
            missing = [name for name in missing if name not in self.named.commits]
        return tuple(missing)

    def _other_commits(self) -> tuple[str, ...]:
        """The commits that the text names beside the brief's own, which the commits are counted from."""
        own = (self.handoff.brief.hash or "").strip().strip("`'\"").lower()
        return tuple(name for name in self.named.commits if not own or not (own.startswith(name) or name.startswith(own)))

    def _ask(self, lost: Iterable[Path]) -> list[str]:
        """The references that git does not know either, as they were written.

        A path that is to be made, and was not there when the handoff was written, is not missing.
        """
        asked: dict[str, list[str]] = {commit: [f"{commit}^{{commit}}", commit] for commit in self._other_commits()}
        for name in self.named.branches:
            if name != self.handoff.branch:
                asked[name] = [f"refs/heads/{name}", *(f"refs/remotes/{remote}/{name}" for remote in self.ground.remotes), f"refs/tags/{name}"]
        tip = self.branch.commit if self.branch else None
        before: dict[str, str] = {}  # where a path that is to be made would have been
        for path in lost:
            word = os.path.normpath(path.text)
            inside = not word.startswith(("/", "~", ".."))
            asked[path.text] = [f"{tip}:{word}"] if tip and inside else []
            if path.made:
                before[path.text] = f"{self.start}:{word}" if self.start and inside else ""
        there = self._there([question for questions in (*asked.values(), before.values()) for question in questions if question])
        lost_names = [name for name, questions in asked.items() if there.isdisjoint(questions)]
        return [name for name in lost_names if name not in before or before[name] in there]

    def _there(self, questions: Iterable[str]) -> set[str]:
        """Those of the questions (`ref`, `hash^{commit}`, `commit:path`) that git can answer."""
        feed = list(dict.fromkeys(questions))
        found: set[str] = set()
        if self.ground.partial:  # a file's content may be missing where its name is not: trees tell names
            paths: dict[str, list[str]] = {}
            for question in feed:
                if ":" in question:
                    paths.setdefault(question.partition(":")[0], []).append(question.partition(":")[2])
            for commit, words in paths.items():
                listed = decode(self.repository.call("ls-tree", "-z", "--name-only", "--full-tree", commit, "--", *words).out)
                found.update(f"{commit}:{name}" for name in listed.split("\0"))
            feed = [question for question in feed if ":" not in question]
        said = self.repository.text("cat-file", "--batch-check", feed="\n".join(feed) + "\n").split("\n") if feed else []
        return found | {question for question, answer in zip(feed, said, strict=True) if not answer.endswith(" missing")}


def _references_alone(handoff: Handoff, named: Named, why: str, collector: Collector, home: str) -> None:
    """Without git: paths are looked up all the same, in a project that has a folder."""
    folder = handoff.project_path
    if why != NO_REPOSITORY or folder is None:
        if named.paths or named.commits or named.branches:
            collector.cannot(REFERENCES, why)
        else:
            collector.put(REFERENCES, missing=())
        return
    lost = references.lost_paths([path for path in named.paths if "/" in path.text], (os.path.realpath(folder),), frozenset, home)
    for name in (*named.commits, *named.branches):
        collector.single(name, why)
    collector.put(REFERENCES, missing=tuple(path.text for path in lost if not path.made))
