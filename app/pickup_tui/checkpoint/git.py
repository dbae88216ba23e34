"""What git says of the project and of a lane's worktree. Reads and never writes: no fetch, no index, no hook, no filter.

Nothing out of a checkpoint becomes a word of a command: a saved commit is looked for in what git lists, and compared
through git's standard input.
"""

from __future__ import annotations

import os
import re

from pickup_tui import hardened, prs, run
from pickup_tui.handoff import Record

from . import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT = 5.0  # seconds of one question
COMMITS = 2000  # behind HEAD in which the saved commit is looked for
_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Unknown(Exception):
    """Why git gave no answer."""


class Facts(Record):
    """A working tree.

    top         its real path
    common      the real path of the git folder that it shares with the other trees of its repository
    branch      what is checked out; None when HEAD is detached
    head        the full commit, None before the first one
    repository  "host/owner/repo" of origin; without one the name of the main tree's folder
    """

    __slots__ = ("branch", "common", "head", "repository", "top")

    def __init__(self, top: str, common: str, branch: str | None, head: str | None, repository: str) -> None:
        self.top = top
        self.common = common
        self.branch = branch
        self.head = head
        self.repository = repository


def facts(folder: str, environ: Mapping[str, str]) -> Facts | None:
    """What git says of the tree that `folder` is in, None when it is in none. Raises Unknown."""
    where = ("rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir")
    all_ = _git(folder, environ, *where, "HEAD", "--symbolic-full-name", "HEAD")
    lines = all_.out.decode("utf-8", "surrogateescape").splitlines()
    if all_.code == 0 and len(lines) == 4 and "\0" not in "".join(lines) and _HASH.fullmatch(lines[2]) and lines[3].startswith(("refs/", "HEAD")):
        top, common = (os.path.realpath(line) for line in lines[:2])
        return Facts(top, common, _name(lines[3]), lines[2], _repository(folder, environ, top, common))
    # Before the first commit, or with a branch that is called HEAD: one by one.
    place = _git(folder, environ, *where)
    if place.code:
        words = place.err.decode("utf-8", "replace")
        if "dubious ownership" in words:
            raise Unknown("git does not trust this repository: it belongs to somebody else")
        if "not a git repository" in words:
            return None
        raise Unknown("git cannot read this repository")
    lines = place.out.decode("utf-8", "surrogateescape").splitlines()
    if len(lines) != 2 or any("\0" in line for line in lines):
        raise Unknown("git names the repository's folders in a way that is not understood")
    top, common = (os.path.realpath(line) for line in lines)
    return Facts(top, common, _branch(folder, environ), _head(folder, environ), _repository(folder, environ, top, common))


def _branch(folder: str, environ: Mapping[str, str]) -> str | None:
    answer = _git(folder, environ, "symbolic-ref", "--quiet", "HEAD")
    return _name(answer.out.decode("utf-8", "surrogateescape").strip()) if answer.code == 0 else None


def _name(ref: str) -> str | None:
    """The branch that a full reference names, as text; None for anything else: HEAD is detached."""
    return ref.removeprefix("refs/heads/").encode("utf-8", "surrogateescape").decode("utf-8", "replace") if ref.startswith("refs/heads/") else None


def _head(folder: str, environ: Mapping[str, str]) -> str | None:
    answer = _git(folder, environ, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
    name = answer.out.decode("ascii", "replace").strip()
    return name if answer.code == 0 and _HASH.fullmatch(name) else None


def _repository(folder: str, environ: Mapping[str, str], top: str, common: str) -> str:
    answer = _git(folder, environ, "config", "--get", "remote.origin.url")
    address = answer.out.decode("utf-8", "replace").strip() if answer.code == 0 else ""
    named = prs.remote(address) if address else None
    if named:
        return named
    above, name = os.path.split(common)
    return os.path.basename(above if name == ".git" else top)


def same_repository(saved: str, actual: str) -> bool:
    """Whether a saved identity names this repository; a host, an owner and a name on it have no case, a folder has."""
    named = prs.remote(saved) or saved.strip()
    return named == actual or ("/" in actual and named.casefold() == actual.casefold())


def only_checkpoint_since(folder: str, saved: str, head: str, environ: Mapping[str, str]) -> tuple[bool, str]:
    """Whether `head` is `saved`, or descends from it and differs by the checkpoint file alone; else the reason.

    Raises Unknown when git cannot say.
    """
    if saved == head:
        return True, "HEAD is the saved commit"
    listed = _git(folder, environ, "rev-list", f"--max-count={COMMITS}", "HEAD", "--")
    if listed.code:
        raise Unknown("git cannot list the commits behind HEAD")
    commits = listed.out.decode("ascii", "replace").split()
    if not commits or commits[0] != head:
        raise Unknown("HEAD moved while it was looked at")
    if saved not in commits:
        far = f" within {COMMITS} commits" if len(commits) == COMMITS else ""
        return False, f"HEAD is {head[:12]}, which does not descend from the saved {saved[:12]}{far}"
    compared = _git(folder, environ, *_COMPARE, feed=f"{head} {saved}\n".encode())
    if compared.code:
        raise Unknown("git cannot compare HEAD with the saved commit")
    _, _, names = compared.out.partition(b"\0")
    changed = [name.decode("utf-8", "replace") for name in names.split(b"\0") if name]
    others = [name for name in changed if name != files.CHECKPOINT]
    if others:
        return False, f"HEAD is {head[:12]}: since the saved {saved[:12]} it changes {len(others)} more than the checkpoint"
    return True, "HEAD descends from the saved commit and changes the checkpoint alone"


# Reads "HEAD SAVED" and compares the first with the second as if that were its parent.
_COMPARE = ("diff-tree", "--stdin", "-r", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none")


def _git(folder: str, environ: Mapping[str, str], *words: str, feed: bytes = b"") -> run.Done:
    """Git's answer in `folder`. Raises Unknown when there is none."""
    safe = {**hardened.environment(environ), "GIT_NO_REPLACE_OBJECTS": "1"}  # a saved commit is that commit
    answer = run.run([*hardened.command(), *words], timeout=TIMEOUT, environ=safe, cwd=folder, feed=feed, limit=8 << 20)
    if answer.failure:
        raise Unknown(f"git gave no answer: {answer.failure}")
    return answer
