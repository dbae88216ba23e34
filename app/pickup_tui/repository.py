"""What the files of a git repository say without git: its root, worktrees, checked-out branches, origin.

Listing must work where git is not installed and never run it. Only paths are followed that point back: a worktree
counts when its own `.git` file names the repository that named it. A repository lies in `.git`, or where a `.git` file
says: a bare one beside its worktrees, a submodule's in that of the project around it, one that was put elsewhere.
"""

from __future__ import annotations

import os
import stat

from .disk import Unreadable, child, inside
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
    """The project that `tree` is a linked worktree of; `tree` itself when it is none.

    That is the main working tree; of a bare repository the folder that has it for its own (`.git` or a `.git` file that
    names it), else the repository. Where the data of a tree lie elsewhere and do not say where it is, `tree` stays alone.
    """
    own = _named(disk, tree)
    common = _common(disk, tree, own) if own else None
    if common is None:
        return tree
    above = os.path.dirname(common)
    if os.path.basename(common) == ".git" or _names(disk, above, common):
        return above
    back = _core(disk, common, "worktree")
    main = os.path.normpath(os.path.join(common, back)) if back else None
    if main and _names(disk, main, common):
        return main
    return common if _is_bare(disk, common) else tree


def trees(disk: Disk, root: str, *, alone: bool = True) -> tuple[tuple[Tree, ...], tuple[str, ...]]:
    """The working trees of the project at `root`, its own first, and the paths that this depends on.

    alone  whether the branch of a tree that is the only one is wanted: `list` tells trees apart by it, and nothing else
    """
    git = child(root, ".git")
    found = disk.look(git)
    if found is None:
        return _of_bare(disk, root)
    if not stat.S_ISREG(found.st_mode):
        return _linked(disk, root, git, alone=alone)
    own = _named(disk, root)
    if own and _common(disk, root, own):
        return (Tree(root, head(disk, own)),), (git,)
    if own and _is_own(disk, root, own):
        found_trees, depends = _linked(disk, root, own, alone=alone)
        return found_trees, (*depends, git)
    return (Tree(root),), (git,)


def _of_bare(disk: Disk, root: str) -> tuple[tuple[Tree, ...], tuple[str, ...]]:
    """The same for a folder without `.git`: it may be a bare repository itself, and counts as one when it has worktrees."""
    if disk.stamp(child(root, "worktrees")) and _is_bare(disk, root):
        return _linked(disk, root, root, alone=False)
    return (Tree(root),), ()


def _linked(disk: Disk, root: str, git: str, *, alone: bool) -> tuple[tuple[Tree, ...], tuple[str, ...]]:
    """The same for a root whose repository lies in the folder `git`."""
    folder = child(git, "worktrees")
    config = child(git, "config")
    try:
        linked = (disk.listing(folder) or []) if disk.stamp(folder) else []
    except Unreadable:
        linked = []
    if not linked:
        # Changes of its HEAD are not waited for, even where it is read: `.git` would make every commit a change.
        return (Tree(root, head(disk, git) if alone else None),), (folder, config)
    # What a bare repository calls its HEAD is checked out nowhere.
    found = [Tree(root, None if _is_bare(disk, git) else head(disk, git))]
    depends = [folder, child(git, "HEAD"), config]
    for entry in linked[:_WORKTREES]:
        own = os.path.join(folder, entry.name)
        back = _text(disk, os.path.join(own, "gitdir")).strip()
        path = os.path.dirname(os.path.normpath(os.path.join(own, back)))  # relative since git 2.48, if so configured
        if back and _names(disk, path, own):
            found.append(Tree(disk.real(path), head(disk, own)))
            depends += [os.path.join(own, "HEAD"), os.path.join(own, "gitdir"), path]
    return tuple(found), tuple(depends)


def _named(disk: Disk, tree: str) -> str | None:
    """The git folder that a working tree's `.git` file names; None where `.git` is a folder, or nothing."""
    git = _git_file(disk, tree)
    return os.path.normpath(os.path.join(tree, git[7:].strip())) if git.startswith("gitdir:") else None


def _names(disk: Disk, tree: str, git: str) -> bool:
    """Whether the `.git` file of `tree` names this git folder."""
    named = _named(disk, tree)
    return named is not None and _same(disk, named, git)


def _common(disk: Disk, tree: str, own: str) -> str | None:
    """The repository whose linked worktree `tree` is: it keeps the tree's git folder `own`, which names the tree back."""
    above, name = os.path.split(os.path.dirname(own))
    if name != "worktrees":
        return None  # of a submodule, or of a tree whose data lie elsewhere
    back = os.path.join(own, _text(disk, os.path.join(own, "gitdir")).strip())
    return above if _same(disk, os.path.dirname(back), tree) else None


def _is_own(disk: Disk, root: str, git: str) -> bool:
    """Whether the git folder that the `.git` file of `root` names is that of `root` and of no other tree.

    It is when it lies in `root`, or says so itself, as a submodule's does. What `--separate-git-dir` makes says nothing:
    that counts unless it is bare, another tree's `.git` or that of a linked worktree.
    """
    if inside(disk.real(git), disk.real(root)):
        return True
    back = _core(disk, git, "worktree")
    if back:
        return _same(disk, os.path.join(git, back), root)
    above, name = os.path.split(git)
    return name != ".git" and os.path.basename(above) != "worktrees" and bool(_text(disk, os.path.join(git, "HEAD"))) and not _is_bare(disk, git)


def _is_bare(disk: Disk, git: str) -> bool:
    return _core(disk, git, "bare").lower() in ("true", "yes", "on", "1")


def _core(disk: Disk, git: str, name: str) -> str:
    """A value under `[core]` in a repository's own config, "" when there is none; with worktree configs it may lie in that of the main one."""
    for file in ("config", "config.worktree"):
        section = ""
        for raw in _text(disk, os.path.join(git, file)).split("\n"):
            line = raw.strip()
            if line.startswith("["):
                section = line[1:].partition("]")[0].strip().lower()
            key, mark, value = line.partition("=")
            if section == "core" and mark and key.strip().lower() == name:
                return value.strip().strip('"')
    return ""


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

    config = _text(disk, child(root, ".git/config"))
    if not config and (git := _data(disk, root)):
        config = _text(disk, child(git, "config"))
    address = prs.origin(config)
    return prs.remote(address) if address else None


def _data(disk: Disk, root: str) -> str | None:
    """Where the repository of a root lies whose `.git` is no folder; None without one."""
    own = _named(disk, root)
    if own is None:
        return root if _is_bare(disk, root) else None
    return _common(disk, root, own) or (own if _is_own(disk, root, own) else None)


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
