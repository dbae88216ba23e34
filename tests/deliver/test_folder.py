"""The folder that an agent is started in, held against real git worktrees."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from pickup_tui.deliver import folder

if TYPE_CHECKING:
    from pathlib import Path

git_needed = pytest.mark.skipif(shutil.which("git") is None, reason="git makes the repositories of these tests")


def git(where: Path, *words: str) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": str(where), "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *identity, *words], cwd=where, env=environ, check=True, capture_output=True, timeout=30)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    made = tmp_path / "project"
    made.mkdir()
    git(made, "init")
    git(made, "commit", "--allow-empty", "-m", "first")
    git(made, "worktree", "add", "-b", "feature/x", "../beside")
    return made


@git_needed
class TestWhere:
    def test_the_worktree_that_has_the_branch(self, project: Path) -> None:
        assert folder.where(str(project), "feature/x", "/") == str(project.parent / "beside")

    def test_the_project_for_its_own_branch_for_none_and_for_one_that_nobody_has(self, project: Path) -> None:
        for branch in ("main", None, "gone", "x"):
            assert folder.where(str(project), branch, "/") == str(project)

    def test_from_a_linked_worktree_the_main_one_is_found(self, project: Path) -> None:
        assert folder.where(str(project.parent / "beside"), "main", "/") == str(project)

    def test_a_worktree_that_was_moved_or_deleted_does_not_count(self, project: Path) -> None:
        shutil.move(project.parent / "beside", project.parent / "moved")
        assert folder.where(str(project), "feature/x", "/") == str(project)
        (project.parent / "beside").mkdir()  # something else has its place now
        assert folder.where(str(project), "feature/x", "/") == str(project)

    def test_a_detached_head_has_no_branch(self, project: Path) -> None:
        git(project.parent / "beside", "checkout", "--detach")
        assert folder.where(str(project), "feature/x", "/") == str(project)


class TestWithoutGit:
    def test_an_unknown_or_missing_project_falls_back(self, tmp_path: Path) -> None:
        assert folder.where(None, "main", "/fallback") == "/fallback"
        assert folder.where(str(tmp_path / "gone"), "main", "/fallback") == "/fallback"

    def test_a_plain_folder_is_itself(self, tmp_path: Path) -> None:
        assert folder.where(str(tmp_path), "main", "/") == str(tmp_path)

    @pytest.mark.parametrize("content", [b"", b"gitdir:", b"gitdir: /nowhere\n", b"\xff\0\n", b"x" * 9000])
    def test_a_broken_git_file_is_no_repository(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / ".git").write_bytes(content)
        assert folder.where(str(tmp_path), "main", "/") == str(tmp_path)

    def test_a_pipe_in_its_place_is_not_read(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / ".git")
        assert folder.where(str(tmp_path), "main", "/") == str(tmp_path)
