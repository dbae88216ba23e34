"""Which folder an agent is started in: the worktree that has the handoff's branch checked out, else the project's.

Read from git's own files, without git: a project that somebody else wrote can make git run things.
"""

from __future__ import annotations

import os

_LARGEST = 4096  # bytes of a HEAD or gitdir file; a path or a ref is shorter


def where(project: str | None, branch: str | None, fallback: str) -> str:
    """The folder for a handoff of `project` (absolute, or None when unknown) and `branch` (None when it names none)."""
    if project is None or not os.path.isdir(project):
        return fallback
    if branch is None:
        return project
    for tree, head in worktrees(project):
        if head == branch and os.path.isdir(tree):
            return tree
    return project


def worktrees(project: str) -> list[tuple[str, str | None]]:
    """The working trees of the repository that `project` belongs to, each with its checked-out branch; its own first."""
    own = _git_folder(project)
    if own is None:
        return []
    common = _line(os.path.join(own, "commondir"))
    common = os.path.normpath(os.path.join(own, common)) if common else own
    found = [(project, _branch(own))]
    if common != own and os.path.basename(common) == ".git":
        found.append((os.path.dirname(common), _branch(common)))
    linked = os.path.join(common, "worktrees")
    try:
        names = sorted(os.listdir(linked))
    except OSError:
        names = []
    for name in names:
        link = _line(os.path.join(linked, name, "gitdir"))
        if link:
            tree = os.path.dirname(os.path.normpath(os.path.join(linked, name, link)))
            # A worktree that was moved or removed leaves its entry: only one that points back counts.
            back = _git_folder(tree)
            if back and tree != project and os.path.realpath(back) == os.path.realpath(os.path.join(linked, name)):
                found.append((tree, _branch(os.path.join(linked, name))))
    return found


def _git_folder(tree: str) -> str | None:
    """The git folder of a working tree: its `.git`, or where its `.git` file points."""
    path = os.path.join(tree, ".git")
    if os.path.isdir(path):
        return path
    link = _line(path)
    if link and link.startswith("gitdir:"):
        return os.path.normpath(os.path.join(tree, link.removeprefix("gitdir:").strip()))
    return None


def _branch(git: str) -> str | None:
    head = _line(os.path.join(git, "HEAD"))
    return head.removeprefix("ref: refs/heads/") if head and head.startswith("ref: refs/heads/") else None


def _line(path: str) -> str | None:
    try:
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            return file.read(_LARGEST).decode("utf-8", "surrogateescape").split("\n")[0].strip() or None
    except OSError:
        return None
