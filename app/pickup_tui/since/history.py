"""What git knows of a handoff's branch: where it is, what is new on it, whether it has been merged, what is uncommitted.

Each function asks one question and raises `Why` when it cannot be answered: a number that is given is right.
Branches are only ever named in full (`refs/heads/…`), so that none can be taken for an option.
"""

from __future__ import annotations

import os
import re

from pickup_tui.handoff import Record
from pickup_tui.text import one_line

from .facts import CURRENT, GONE, OTHER, REMOTE, Branch, Commits, Moment
from .git import SHALLOW, Repository, Why, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SUBJECTS = 20  # newest subjects that are kept
MOST = 500  # commits whose patches are compared (spec: since.md, "Git")
_HEX = re.compile(r"[0-9a-f]{4,64}", re.IGNORECASE)
_DEFAULTS = ("main", "master", "trunk", "develop")


class Tree(Record):
    """A working tree as `git worktree list` names it: `branch` is a short name, "" when detached; `there`: the folder exists."""

    __slots__ = ("bare", "branch", "commit", "path", "there")

    def __init__(self, path: str, commit: str | None, branch: str, *, bare: bool, there: bool) -> None:
        self.path = path
        self.commit = commit
        self.branch = branch
        self.bare = bare
        self.there = there


class Ground(Record):
    """What the questions share: read once by `ground`.

    bare, shallow  of the repository
    common         its common folder, absolute
    config         every setting as (name, value), in git's order
    trees          its working trees, the main one first
    here           the one at the project's folder, None in a bare repository
    """

    __slots__ = ("bare", "common", "config", "here", "shallow", "trees")

    def __init__(
        self,
        *,
        bare: bool,
        shallow: bool,
        common: str,
        config: tuple[tuple[str, str], ...],
        trees: tuple[Tree, ...],
        here: Tree | None,
    ) -> None:
        self.bare = bare
        self.shallow = shallow
        self.common = common
        self.config = config
        self.trees = trees
        self.here = here

    def setting(self, name: str) -> str | None:
        """The value of a setting that counts: the last one."""
        return next((value for key, value in reversed(self.config) if key == name), None)

    @property
    def origin(self) -> str | None:
        """The address of the remote `origin`, else of the only remote."""
        remotes = {key[7:-4]: value for key, value in self.config if key.startswith("remote.") and key.endswith(".url")}
        return remotes.get("origin") or (next(iter(remotes.values())) if len(remotes) == 1 else None)

    @property
    def filters(self) -> tuple[str, ...]:
        """Names of the filter drivers that would run a program when files are compared."""
        found = (re.fullmatch(r"filter\.(.+)\.(?:clean|process)", key, re.DOTALL) for key, value in self.config if value)
        return tuple(dict.fromkeys(match[1] for match in found if match))


def ground(repository: Repository) -> Ground:
    """The repository at exactly this folder. Raises Why when there is none or git does not trust it."""
    said = repository.text("rev-parse", "--is-bare-repository", "--is-shallow-repository", "--is-inside-work-tree", "--show-prefix", "--git-common-dir")
    bare, shallow, inside, prefix, common = said.split("\n", 4)
    pairs = (item.partition("\n") for item in decode(repository.call("config", "-z", "--list").out).split("\0") if item)
    trees = _trees(repository)
    here = next((tree for tree in trees if os.path.realpath(tree.path) == repository.folder), None)
    if prefix or (here is None if inside == "true" else bare != "true"):
        raise Why("its working tree lies elsewhere")
    return Ground(
        bare=bare == "true",
        shallow=shallow == "true",
        common=os.path.normpath(os.path.join(repository.folder, common)),
        config=tuple((name, value) for name, _, value in pairs),
        trees=trees,
        here=None if inside != "true" else here,
    )


def _trees(repository: Repository) -> tuple[Tree, ...]:
    """Of a bare repository the tree stands for its HEAD."""
    found: list[Tree] = []
    for block in decode(repository.call("worktree", "list", "--porcelain").out).split("\n\n"):
        facts = dict(line.partition(" ")[::2] for line in block.split("\n") if line)
        if "worktree" in facts:
            path, bare = facts["worktree"], "bare" in facts
            if bare:
                facts["HEAD"] = decode(repository.call("rev-parse", "--verify", "--quiet", "HEAD", codes=(0, 1)).out).strip()
                facts["branch"] = decode(repository.call("symbolic-ref", "--quiet", "HEAD", codes=(0, 1)).out).strip()
            commit = facts.get("HEAD", "")
            branch_ = facts.get("branch", "").removeprefix("refs/heads/")
            found.append(Tree(path, commit if commit.strip("0") else None, branch_, bare=bare, there=os.path.isdir(path)))
    return tuple(found)


class Refs(Record):
    """What the branch's names point to: `local` and `remote` are (ref, commit), `defaults` those of the default branch."""

    __slots__ = ("default", "defaults", "local", "remote", "upstream")

    def __init__(
        self,
        local: tuple[str, str] | None,
        remote: tuple[str, str] | None,
        upstream: str | None,
        default: str | None,
        defaults: tuple[str, ...],
    ) -> None:
        self.local = local
        self.remote = remote
        self.upstream = upstream
        self.default = default
        self.defaults = defaults


def refs(repository: Repository, ground_: Ground, name: str | None) -> Refs:
    """The branch `name` here and at the remotes, and the default branch: one call."""
    wanted = [f"refs/heads/{name}", f"refs/remotes/*/{name}"] if name else []
    names = dict.fromkeys((*filter(None, (ground_.setting("init.defaultbranch"),)), *_DEFAULTS))
    wanted += ["refs/remotes/*/HEAD", *(f"refs/{kind}/{each}" for each in names for kind in ("heads", "remotes/*"))]
    form = "%(refname)%00%(objectname)%00%(symref)%00%(upstream)"
    rows = [row.split("\0") for row in repository.text("for-each-ref", f"--format={form}", *wanted).split("\n") if row]
    commits = {row[0]: row[1] for row in rows}
    local = next(((row[0], row[1]) for row in rows if name and row[0] == f"refs/heads/{name}"), None)
    upstream = next((row[3] for row in rows if local and row[0] == local[0] and row[3]), None)
    if upstream and upstream not in commits and repository.call("show-ref", "--verify", "--quiet", upstream, codes=(0, 1)).code:
        upstream = None  # configured, but deleted
    far = [(ref, commit) for ref, commit in commits.items() if name and re.fullmatch(rf"refs/remotes/[^/]+/{re.escape(name)}", ref)]
    far.sort(key=lambda item: (item[0] != upstream, not item[0].startswith("refs/remotes/origin/"), item[0]))
    heads = {row[0].split("/")[2]: row[2] for row in rows if row[0].startswith("refs/remotes/") and row[0].endswith("/HEAD")}
    pointed = (heads.get("origin") or next(iter(heads.values()), "")).split("/", 3)
    default = pointed[3] if len(pointed) == 4 else next((each for each in names if _known(each, commits)), None)
    named = (commit for ref, commit in commits.items() if default and (_names(ref, default) or (ref.endswith("/HEAD") and pointed[3:])))
    defaults = tuple(dict.fromkeys(named))
    return Refs(local, far[0] if far else None, upstream, default, defaults)


def _names(ref: str, branch: str) -> bool:
    return ref == f"refs/heads/{branch}" or (ref.startswith("refs/remotes/") and ref.split("/", 3)[3:] == [branch])


def _known(branch: str, commits: Iterable[str]) -> bool:
    return any(_names(ref, branch) for ref in commits)


def branch(ground_: Ground, found: Refs, name: str | None) -> Branch:
    """Where the branch is; whether it is merged or rewritten is asked afterwards."""
    here = ground_.here or (ground_.trees[0] if ground_.trees else None)
    head = here.branch if here else None
    if name is None:
        ref = f"refs/heads/{head}" if head else "HEAD"
        return Branch(CURRENT, head or None, ref=ref, commit=here.commit if here else None, head=head, worktree=_path(here))
    holders = [tree for tree in ground_.trees if tree.branch == name and not tree.bare]
    holder = next((tree for tree in holders if tree.there), None)
    lost = next((tree.path for tree in holders if not tree.there), None) if holder is None else None
    worktree = _path(holder or ground_.here)
    if found.local:
        elsewhere = holder is None and ground_.here is not None  # nothing is checked out in a bare repository
        state = OTHER if elsewhere else CURRENT
        ref, commit = found.local
        return Branch(state, name, ref=ref, commit=commit, head=head, worktree=worktree, elsewhere=elsewhere, lost=lost, upstream=found.upstream)
    if found.remote:
        ref, commit = found.remote
        return Branch(REMOTE, name, ref=ref, commit=commit, head=head, worktree=worktree, lost=lost)
    if holder:  # nothing has been committed on it yet
        return Branch(CURRENT, name, ref=f"refs/heads/{name}", head=head, worktree=worktree)
    return Branch(GONE, name, head=head, worktree=worktree, lost=lost)


def _path(tree: Tree | None) -> str | None:
    return tree.path if tree and not tree.bare else None


REWRITTEN_WHY = "history rewritten"


def base(repository: Repository, ground_: Ground, named: str | None) -> str | None:
    """The full hash of the commit that the brief names; None when it names none. Raises Why when it is gone."""
    if not named:
        return None
    word = named.strip().strip("`")
    if not _HEX.fullmatch(word):
        raise Why("the brief's hash is none")
    answer = repository.text("cat-file", "--batch-check", feed=f"{word}^{{commit}}\n").split(" ")
    if answer[-1] == "ambiguous":
        raise Why("the brief's hash is ambiguous")
    if answer[-1] == "missing" or answer[1] != "commit":
        raise Why(SHALLOW if ground_.shallow else REWRITTEN_WHY)
    return answer[0]


def is_ancestor(repository: Repository, old: str, new: str) -> bool:
    """Whether `new` contains `old`."""
    return repository.call("merge-base", "--is-ancestor", old, new, codes=(0, 1)).code == 0


def new_commits(repository: Repository, ground_: Ground, start: str, tip: str) -> Commits:
    """The commits of `tip` that `start` does not contain, both full hashes. Raises Why when the two are no line."""
    span = f"{start}..{tip}"
    lost, count = distance(repository, start, tip)
    if lost:
        raise Why(SHALLOW if ground_.shallow else REWRITTEN_WHY)
    if ground_.shallow and count:
        _whole(repository, ground_, start, tip)
    return Commits(count, f"{start[:9]}..{tip[:9]}", subjects=subjects(repository, span) if count else ())


def _whole(repository: Repository, ground_: Ground, start: str, tip: str) -> None:
    """In a shallow clone a range is right only when its history was not cut. Raises Why when it may have been.

    Cut are the commits that the file `shallow` names. One in the range: commits are missing below it. Merges in the
    range: a side branch may belong to the old history by a way that was cut; not so when all of the range is newer than
    every cut.
    """
    cut = _cuts(ground_)
    rows = [row.split() for row in repository.text("rev-list", "--parents", "--timestamp", f"{start}..{tip}").split("\n") if row]
    if any(row[1] in cut or len(row) == 2 for row in rows):
        raise Why(SHALLOW)
    if any(len(row) > 3 for row in rows):
        times = repository.text("rev-list", "--no-walk", "--timestamp", "--stdin", feed="\n".join(cut) + "\n").split("\n")
        newest = max(int(row.split(" ")[0]) for row in times if row)
        if min(int(row[0]) for row in rows) <= newest:
            raise Why(SHALLOW)


def _cuts(ground_: Ground) -> frozenset[str]:
    try:
        with open(os.path.join(ground_.common, "shallow"), encoding="ascii") as file:
            return frozenset(line for line in file.read(1 << 20).split() if _HEX.fullmatch(line))
    except (OSError, ValueError) as error:
        raise Why(SHALLOW) from error


def commits_after(repository: Repository, ground_: Ground, moment: Moment, tip: str, spoken: Callable[[float], str]) -> Commits:
    """The commits of `tip` that are newer than a moment, by their committer's clock. `spoken` writes a time."""
    after = int(moment.after) if moment.day is not None else int(moment.after) + 1
    count = repository.number("rev-list", "--count", f"--max-age={after}", tip)
    begins = after if moment.day is None else int(moment.day)
    whole = count if moment.day is None else repository.number("rev-list", "--count", f"--max-age={begins}", tip)
    if ground_.shallow:
        seen = repository.text("rev-list", f"--max-age={begins}", tip).split("\n")
        if not _cuts(ground_).isdisjoint(seen):
            raise Why(SHALLOW)
    return Commits(
        count,
        f"{tip[:9]} since {spoken(moment.after)}",
        approximate=True,
        subjects=subjects(repository, f"--max-age={after}", tip) if count else (),
        on_the_day=whole - count,
    )


def subjects(repository: Repository, *what: str) -> tuple[tuple[str, str], ...]:
    """(short hash, subject) of the newest commits of a range."""
    form = "--format=%H%x00%s"
    out = repository.call("log", "--no-show-signature", "--no-notes", "--no-decorate", "-z", f"--max-count={SUBJECTS}", form, *what).out
    fields = decode(out).split("\0")
    return tuple((fields[at][:9], one_line(fields[at + 1])) for at in range(0, len(fields) - 1, 2))


def distance(repository: Repository, one: str, other: str) -> tuple[int, int]:
    """How many commits `one` has that `other` has not, and the other way round; hashes or full refs."""
    if one == other:
        return 0, 0
    left, right = repository.text("rev-list", "--left-right", "--count", f"{one}...{other}").split()
    return int(left), int(right)
