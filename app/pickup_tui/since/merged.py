"""Whether a branch's work is in the default branch: by its commits, or by what they change (squash and rebase merges)."""

from __future__ import annotations

import os

from .git import SHALLOW, Repository, Why, decode
from .history import MOST, Ground, distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TOO_MANY = f"more than {MOST} commits"
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
    line = repository.text("rev-list", "--first-parent", "--parents", f"{tip}..{default}").split("\n")
    return bool(line[-1]) and line[-1].split(" ")[1:2] != [tip]


def _log(repository: Repository, ground: Ground, ref: str) -> list[tuple[str, str]]:
    """(commit, message) of the ref's log, oldest first: what it was set to, and by what."""
    for folder in dict.fromkeys((ground.common, repository.folder)):
        try:
            with open(os.path.join(folder, "logs", ref), encoding="utf-8", errors="replace") as file:
                lines = file.read(1 << 16).splitlines()
        except (OSError, ValueError):
            continue
        return [(line.split(" ", 2)[1], line.rpartition("\t")[2]) for line in lines if line.count(" ") > 1]
    return []


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
