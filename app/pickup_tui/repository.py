"""What the files of a git repository say without git: its root, worktrees, checked-out branches, origin.

Listing must work where git is not installed and never run it. Only paths are followed that point back: a worktree
counts when its own `.git` file names the repository that named it.
"""

from __future__ import annotations

import os
import stat

from .disk import Unreadable, child
from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .disk import Disk

_WORKTREES = 64  # of one project that are looked at
_SMALL = 1 << 16  # bytes of git's own files


class Tree(Record):
    """A working tree: its real path, and the branch that is checked out there (None: detached or unknown)."""

    __slots__ = ("branch", "path")

    def __init__(self, path: str, branch: str | None = None) -> None:
        self.path = path
        self.branch = branch


def root_of(disk: Disk, folder: str) -> str | None:
    """The nearest folder from `folder` upwards that holds a `.git`, None when there is none."""
    while True:
        if disk.stamp(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def main_tree(disk: Disk, tree: str) -> str:
    """The main working tree of the repository that `tree` is a linked worktree of; `tree` itself when it is none."""
    git = _git_file(disk, tree)
    if not git.startswith("gitdir:"):
        return tree
    folder = os.path.normpath(os.path.join(tree, git[7:].strip()))
    above, name = os.path.split(os.path.dirname(folder))
    if name != "worktrees" or os.path.basename(above) != ".git":
        return tree  # a submodule, or a bare repository's worktree
    back = os.path.join(folder, _text(disk, os.path.join(folder, "gitdir")).strip())
    return os.path.dirname(above) if _same(disk, os.path.dirname(back), tree) else tree


def trees(disk: Disk, root: str, *, alone: bool = True) -> tuple[tuple[Tree, ...], tuple[str, ...]]:
    """The working trees of the project at `root`, its own first, and the paths that this depends on.

    alone  whether the branch of a tree that is the only one is wanted: `list` tells trees apart by it, and nothing else
    """
    git = child(root, ".git")
    stamp = disk.stamp(git)
    if stamp is None:
        return (Tree(root),), ()
    folder = child(git, "worktrees")
    try:
        linked = (disk.listing(folder) or []) if disk.stamp(folder) else []
    except Unreadable:
        linked = []
    if not linked:
        # Changes of its HEAD are not waited for, even where it is read: `.git` would make every commit a change.
        branch = (head(disk, git) or _linked_head(disk, root)) if alone else None
        return (Tree(root, branch),), (folder, child(git, "config"))
    found = [Tree(root, head(disk, git))]
    config = child(git, "config")
    depends = [folder, child(git, "HEAD"), config]
    for entry in linked[:_WORKTREES]:
        own = os.path.join(folder, entry.name)
        back = _text(disk, os.path.join(own, "gitdir")).strip()
        path = os.path.dirname(os.path.normpath(os.path.join(own, back)))  # relative since git 2.48, if so configured
        if back and _points_back(disk, path, own):
            found.append(Tree(disk.real(path), head(disk, own)))
            depends += [os.path.join(own, "HEAD"), os.path.join(own, "gitdir"), path]
    return tuple(found), tuple(depends)


def _linked_head(disk: Disk, root: str) -> str | None:
    git = _git_file(disk, root)
    return head(disk, os.path.join(root, git[7:].strip())) if git.startswith("gitdir:") else None


def _points_back(disk: Disk, path: str, own: str) -> bool:
    git = _git_file(disk, path)
    return git.startswith("gitdir:") and _same(disk, os.path.join(path, git[7:].strip()), own)


def _same(disk: Disk, one: str, other: str) -> bool:
    return disk.real(one) == disk.real(other)


def head(disk: Disk, git: str) -> str | None:
    """The branch that a git folder's HEAD names, None when it is detached or cannot be read."""
    text = _text(disk, child(git, "HEAD")).strip()
    branch = text[16:] if text.startswith("ref: refs/heads/") else ""
    return branch if branch and not branch.startswith(".") else None  # ".invalid" is what reftables leave there


def origin(disk: Disk, root: str) -> str | None:
    """`host/owner/repo` of the remote `origin`; None without one that is understood."""
    from . import prs

    address = prs.origin(_text(disk, child(root, ".git/config")))
    return prs.remote(address) if address else None


def _git_file(disk: Disk, tree: str) -> str:
    """The text of a working tree's `.git`, "" for a folder, as it mostly is."""
    path = child(tree, ".git")
    found = disk.look(path)
    return "" if found is None or stat.S_ISDIR(found.st_mode) else _text(disk, path)


def _text(disk: Disk, path: str) -> str:
    """A small file of git's as text, "" when it is not there or no regular file."""
    try:
        try:
            data, _ = disk.read(path, limit=_SMALL, direct=True)
        except Unreadable:  # perhaps a link: then what it leads to counts
            data, _ = disk.read(path, limit=_SMALL)
    except (OSError, Unreadable, ValueError):
        return ""
    return data.decode("utf-8", "surrogateescape")
