"""Whether a branch's work is in the default branch: by its commits, or by what they change (squash and rebase merges)."""

from __future__ import annotations

import os
import stat

from .git import SHALLOW, Repository, Why, decode
from .history import MOST, Ground, distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TOO_MANY = f"more than {MOST} commits"
_LOG = 1 << 18  # bytes of a log that are read
_MADE = ("commit", "cherry-pick", "revert", "am:", "rebase (pick", "rebase (continue")  # what a log says of a new commit
_PLAIN = ("--no-ext-diff", "--no-textconv", "--no-renames", "--full-index", "--binary", "-r")


def is_merged(repository: Repository, ground: Ground, tip: str, defaults: Sequence[str], ref: str | None = None) -> bool:
    """Whether the commit `tip` is contained in one of the `defaults`, as it is or as a patch.

    ref  the branch that it is the end of: one on which nothing was ever committed is not merged, though contained
    Raises Why when that cannot be said: more than 500 commits to compare, or a history that is cut.
    """
    apart = {default: distance(repository, default, tip) for default in defaults}
    inside = next((default for default, (_, own) in apart.items() if not own), None)
    if inside:
        return ref is None or _had_work(repository, ground, tip, ref, inside)
    if ground.shallow:
        raise Why(SHALLOW)
    if any(new and (new > MOST or own > MOST) for new, own in apart.values()):
        raise Why(TOO_MANY)
    return any(bool(new) and _as_patch(repository, tip, default) for default, (new, _) in apart.items())


def _had_work(repository: Repository, ground: Ground, tip: str, ref: str, default: str) -> bool:
    """Whether anything was ever committed on the branch `ref`, whose end `default` contains.

    The branch's log tells: it moved, or it was made from another branch and never did. Where there is none, what came
    by a merge is work, and what lies on the default branch's own line may be where the branch was made.
    """
    log = _log(repository, ground, ref)
    if any(new != tip for new, _ in log):
        return True
    made = log[0][1] if log else ""
    if made.startswith("branch: Created from ") and not made.endswith(ref.removeprefix("refs/heads")):
        return False
    return not on_the_line(repository, tip, default)


def on_the_line(repository: Repository, tip: str, default: str) -> bool:
    """Whether `tip` lies on the first-parent line of `default`, where a branch may only have been made."""
    if tip == default:
        return True
    line = repository.text("rev-list", "--first-parent", "--parents", f"{tip}..{default}").split("\n")
    return line[-1].split(" ")[1:2] == [tip]


def _log(repository: Repository, ground: Ground, ref: str) -> list[tuple[str, str]]:
    """(commit, message) of the ref's log, oldest first: what it was set to, and by what."""
    found = (_log_at(os.path.join(folder, "logs", ref)) for folder in dict.fromkeys((ground.common, repository.folder)))
    return next((log for log in found if log is not None), [])


def _log_at(path: str) -> list[tuple[str, str]] | None:
    """The log in a file, of a long one the newest part; None when there is none. A pipe or a link is not followed."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    with open(handle, "rb") as file:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            return None
        file.seek(max(about.st_size - _LOG, 0))
        lines = file.read(_LOG).decode("utf-8", "replace").splitlines()
    return [(line.split(" ", 2)[1], line.rpartition("\t")[2]) for line in lines[about.st_size > _LOG :] if line.count(" ") > 1]


def was_made_on(ground: Ground, name: str, tip: str) -> bool:
    """Whether the log of a working tree's HEAD says that `tip` was made while the branch `name` was checked out.

    The log of a branch goes with the branch; this one stays.
    """
    trees = os.path.join(ground.common, "worktrees")
    folders = [ground.common, *(os.path.join(trees, each) for each in sorted(os.listdir(trees)))] if os.path.isdir(trees) else [ground.common]
    for folder in folders:
        on: str | None = None
        for new, message in _log_at(os.path.join(folder, "logs", "HEAD")) or ():
            if message.startswith(("checkout: moving from ", "Branch: renamed ")):
                on = message.rpartition(" to ")[2].removeprefix("refs/heads/")
            elif on == name and new == tip and message.startswith(_MADE):
                return True
    return False


def _as_patch(repository: Repository, tip: str, default: str) -> bool:
    """Whether every commit of `tip`, or all of them as one, changes what some commit of `default` changed."""
    rows = repository.text("cherry", default, tip).split("\n")
    if any(rows) and all(row.startswith("- ") for row in rows):
        return True
    done = repository.call("merge-base", default, tip, codes=(0, 1))
    return done.code == 0 and _squashed(repository, decode(done.out).strip(), tip, default)


def _squashed(repository: Repository, fork: str, tip: str, default: str) -> bool:
    """Whether one commit of `fork..default` changes exactly what `fork..tip` changes in all."""
    names = _names(repository.call("diff-tree", "--name-only", "-z", *_PLAIN[:3], "-r", fork, tip).out)
    if not names:
        return False
    out = repository.call("log", "--no-show-signature", "--no-merges", "--no-renames", "--name-only", "-z", "--format=%x01%H", f"{fork}..{default}").out
    alike: list[str] = []
    for block in out.split(b"\x01")[1:]:
        commit, _, files = block.partition(b"\0")
        if _names(files.lstrip(b"\n")) == names:
            alike.append(decode(commit))
    if not alike:
        return False
    wanted = _patch_ids(repository, repository.call("diff-tree", "-p", *_PLAIN, fork, tip).out)
    patches = repository.call("diff-tree", "-p", *_PLAIN, "--stdin", feed="\n".join(alike) + "\n").out
    return bool(wanted & _patch_ids(repository, patches))


def _names(listed: bytes) -> frozenset[bytes]:
    return frozenset(name for name in listed.split(b"\0") if name.strip(b"\n"))


def _patch_ids(repository: Repository, patches: bytes) -> frozenset[str]:
    said = repository.call("patch-id", "--stable", feed=patches).out if patches else b""
    return frozenset(decode(line).split(" ")[0] for line in said.splitlines())
