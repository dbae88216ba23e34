"""What the demo's content is written in: commits and projects, as plain data."""

from __future__ import annotations

from pickup_tui.handoff import Record


class Commit(Record):
    """A commit: its mark, its branch, how long ago, its subject, the files it writes (None removes one), its other parent."""

    __slots__ = ("age", "branch", "files", "mark", "merges", "subject")

    def __init__(
        self, mark: str, branch: str, age: str, subject: str, files: dict[str, str], merges: str | None = None
    ) -> None:
        self.mark = mark
        self.branch = branch
        self.age = age
        self.subject = subject
        self.files = files
        self.merges = merges


class Project(Record):
    """A folder below ~/Projects that is a repository.

    files      written into the working tree afterwards and left uncommitted, with their ages
    worktrees  linked working trees: the folder below the home, the branch that it has checked out, and its `files`
    """

    __slots__ = ("commits", "files", "head", "name", "origin", "worktrees")

    def __init__(
        self,
        name: str,
        origin: str,
        commits: tuple[Commit, ...],
        files: dict[str, tuple[str, str]],
        *,
        head: str = "main",
        worktrees: tuple[tuple[str, str, dict[str, tuple[str, str]]], ...] = (),
    ) -> None:
        self.name = name
        self.origin = origin
        self.commits = commits
        self.files = files
        self.head = head
        self.worktrees = worktrees
