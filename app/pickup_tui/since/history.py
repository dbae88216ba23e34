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
    from collections.abc import Callable, Iterable, Sequence

SUBJECTS = 20  # newest subjects that are kept
MOST = 500  # commits whose patches are compared (spec: since.md, "Git")
WALK = 10_000  # newest commits whose own times are looked at, whatever order their clocks give them
_HEX = re.compile(r"[0-9a-f]{4,64}", re.IGNORECASE)
# A hash with a remark behind it: "4f1c2aa (dirty)". A word of seven letters alone is none.
_REMARKED = re.compile(r"(?=[a-z]*[0-9])(?=[0-9]*[a-z])([0-9a-f]{7,64})[\s`'\"(,;].*", re.IGNORECASE)
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
    def remotes(self) -> tuple[str, ...]:
        """The names of the remotes; a name may hold slashes."""
        return tuple(dict.fromkeys(key[7:-4] for key, _ in self.config if key.startswith("remote.") and key.endswith(".url")))

    @property
    def origin(self) -> str | None:
        """The address of the remote `origin`, else of the only remote, as git would write it out (`url.….insteadOf`)."""
        name = "origin" if "origin" in self.remotes else self.remotes[0] if len(self.remotes) == 1 else None
        address = next((value for key, value in self.config if key == f"remote.{name}.url"), None)
        shorter = [(value, key[4:-10]) for key, value in self.config if key.startswith("url.") and key.endswith(".insteadof")]
        short, long = max((pair for pair in shorter if pair[0] and address and address.startswith(pair[0])), key=lambda pair: len(pair[0]), default=("", ""))
        return long + address.removeprefix(short) if address else None

    @property
    def partial(self) -> bool:
        """Whether objects may be missing that a fetch would bring."""
        return any(key == "extensions.partialclone" or (key.startswith("remote.") and key.endswith(".promisor")) for key, _ in self.config)

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
    common = os.path.normpath(os.path.join(repository.folder, common))
    here = next((tree for tree in trees if os.path.realpath(tree.path) == repository.folder), None)
    # The main tree of a submodule, and of a repository whose data lie elsewhere, git names by the folder of the data.
    by_data = here is None and inside == "true" and bool(trees) and os.path.realpath(trees[0].path) == os.path.realpath(common)
    if by_data and os.path.realpath(repository.text("rev-parse", "--show-toplevel")) == repository.folder:
        here = Tree(repository.folder, trees[0].commit, trees[0].branch, bare=False, there=True)
        trees = (here, *trees[1:])
    if prefix or (here is None if inside == "true" else bare != "true"):
        raise Why("its working tree lies elsewhere")
    return Ground(
        bare=bare == "true",
        shallow=shallow == "true",
        common=common,
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
    far_away = ("*", *(remote for remote in ground_.remotes if "/" in remote))
    wanted = [f"refs/heads/{name}", *(f"refs/remotes/{remote}/{name}" for remote in far_away)] if name else []
    names = dict.fromkeys((*filter(None, (ground_.setting("init.defaultbranch"),)), *_DEFAULTS))
    wanted += [f"refs/remotes/{remote}/HEAD" for remote in far_away]
    wanted += [f"refs/{kind}/{each}" for each in names for kind in ("heads", *(f"remotes/{remote}" for remote in far_away))]
    form = "%(refname)%00%(objectname)%00%(symref)%00%(upstream)"
    rows = [row.split("\0") for row in repository.text("for-each-ref", f"--format={form}", *wanted).split("\n") if row]
    commits = {row[0]: row[1] for row in rows}
    short = {ref: split(ref, ground_.remotes) for row in rows for ref in (row[0], row[2]) if ref}
    local = next(((row[0], row[1]) for row in rows if name and row[0] == f"refs/heads/{name}"), None)
    upstream = next((row[3] for row in rows if local and row[0] == local[0] and row[3]), None)
    if upstream and upstream not in commits and repository.call("show-ref", "--verify", "--quiet", upstream, codes=(0, 1)).code:
        upstream = None  # configured, but deleted
    far = [(ref, commit) for ref, commit in commits.items() if name and short[ref][0] and short[ref][1] == name]
    far.sort(key=lambda item: (item[0] != upstream, short[item[0]][0] != "origin", item[0]))
    heads = {short[row[0]][0]: short[row[2]][1] for row in rows if row[2] and short[row[0]][0] and short[row[0]][1] == "HEAD"}
    pointed = heads.get("origin") or next(iter(heads.values()), "")
    default = pointed or next((each for each in names if any(branch_ == each for _, branch_ in short.values())), None)
    named = (commit for ref, commit in commits.items() if default and (short[ref][1] == default or (short[ref][1] == "HEAD" and pointed)))
    return Refs(local, far[0] if far else None, upstream, default, tuple(dict.fromkeys(named)))


def known(repository: Repository, names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Those of the names that are branches, as (name, ref, commit): here, else at a remote."""
    patterns = [pattern for name in names for pattern in (f"refs/heads/{name}", f"refs/remotes/*/{name}")]
    rows = [row.split("\0") for row in repository.text("for-each-ref", "--format=%(refname)%00%(objectname)", *patterns).split("\n") if row]
    found: dict[str, tuple[str, str, str]] = {}
    for ref, commit in sorted(map(tuple, rows)):  # "refs/heads" comes before "refs/remotes"
        name = next((one for one in names if ref == f"refs/heads/{one}" or (ref.startswith("refs/remotes/") and ref.split("/", 3)[3:] == [one])), None)
        if name:
            found.setdefault(name, (name, ref, commit))
    return list(found.values())


def split(ref: str, remotes: Iterable[str]) -> tuple[str, str]:
    """The remote ("" for a branch of this repository) and the branch of a full ref."""
    if not ref.startswith("refs/remotes/"):
        return "", ref.removeprefix("refs/heads/")
    path = ref.removeprefix("refs/remotes/")
    remote = max((one for one in remotes if path.startswith(one + "/")), key=len, default=path.partition("/")[0])
    return remote, path.removeprefix(remote + "/")


def others(repository: Repository, ground_: Ground, name: str) -> bool:
    """Whether there is any branch but `name`, here or at a remote."""
    listed = repository.text("for-each-ref", "--count=20", "--format=%(refname)", "refs/heads", "refs/remotes").split("\n")
    return any(split(ref, ground_.remotes)[1] not in (name, "HEAD") for ref in listed if ref)


def branch(ground_: Ground, found: Refs, name: str | None) -> Branch:
    """Where the branch is; whether it is merged or rewritten is asked afterwards."""
    here = ground_.here or (ground_.trees[0] if ground_.trees else None)
    head = here.branch if here else None
    if name is None:
        ref = f"refs/heads/{head}" if head else "HEAD"
        return Branch(CURRENT, head or None, ref=ref, commit=here.commit if here else None, head=head, worktree=_path(here), upstream=found.upstream)
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
    word = named.strip().strip("`'\"")
    remarked = _REMARKED.fullmatch(word)
    word = remarked[1] if remarked else word
    if not _HEX.fullmatch(word):
        raise Why("the brief's hash is none")
    found = _commits_called(repository, [word])
    if not found or not found[0].startswith(word.lower()):
        # It is short for several, or git took it for the name of a branch or a tag, or it is that of a tag's own object.
        listed = repository.text("rev-parse", f"--disambiguate={word.lower()}").split("\n")
        found = _commits_called(repository, [one for one in listed if one])
        if len(found) > 1:
            raise Why(AMBIGUOUS)
    if not found:
        raise Why(SHALLOW if ground_.shallow else REWRITTEN_WHY)
    return found[0]


AMBIGUOUS = "the brief's hash is ambiguous"


def _commits_called(repository: Repository, names: Sequence[str]) -> list[str]:
    """The full hashes of the commits that `names` stand for, without those that stand for none."""
    if not names:
        return []
    said = repository.text("cat-file", "--batch-check", feed="".join(f"{name}^{{commit}}\n" for name in names))
    answers = [line.split(" ") for line in said.split("\n")]
    return list(dict.fromkeys(answer[0] for answer in answers if answer[1:2] == ["commit"]))


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
    """The commits of `tip` that are newer than a moment, by their committer's clock. `spoken` writes a time.

    A commit whose clock was wrong hides none of those behind it: the newest 10,000 are looked at, each by itself.
    """
    after = int(moment.after) if moment.day is not None else int(moment.after) + 1
    begins = after if moment.day is None else int(moment.day)
    rows = _timed(repository, f"--max-count={WALK}", tip)
    if len(rows) >= WALK and rows[-1][0] >= begins:
        rows = _timed(repository, f"--max-age={begins}", tip)
    seen = [(at, commit) for at, commit in rows if at >= begins]
    if ground_.shallow and not _cuts(ground_).isdisjoint(commit for _, commit in seen):
        raise Why(SHALLOW)
    newer = [commit for at, commit in seen if at >= after]
    return Commits(
        len(newer),
        f"{tip[:9]} since {spoken(moment.after)}",
        approximate=True,
        subjects=subjects(repository, "--no-walk=unsorted", *newer[:SUBJECTS]) if newer else (),
        on_the_day=len(seen) - len(newer),
    )


def _timed(repository: Repository, *what: str) -> list[tuple[int, str]]:
    """(committer's time, hash) of the commits of a range, newest first."""
    rows = (row.partition(" ") for row in repository.text("rev-list", "--timestamp", *what).split("\n") if row)
    return [(int(at), commit) for at, _, commit in rows]


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
