"""The handoff's branch today, in real repositories."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from pickup_tui.since import evidence
from since.making import START, Repo, clone, feed, state, why

if TYPE_CHECKING:

    from support import Home


class TestBranch:
    def test_gone_and_merged(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        last = repo.commit("mine", a_py="1\n")
        repo.git("switch", "-q", "main")
        repo.git("merge", "-q", "--no-ff", "-m", "merge", "feature/x")
        repo.git("branch", "-D", "feature/x")
        found = repo.check(hash=last, branch="feature/x")
        assert found.branch is not None
        assert (state(found), found.branch.merged, found.commits) == ("gone", True, None)
        assert found.summary == "branch feature/x gone (merged into main), looks done: branch feature/x merged into main"

    def test_gone_and_not_merged(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        last = repo.commit("mine", a_py="1\n")
        repo.git("switch", "-q", "main")
        repo.git("branch", "-D", "feature/x")
        assert repo.check(hash=last, branch="feature/x").summary == "branch feature/x gone (not merged into main)"

    def test_gone_without_a_hash(self, repo: Repo) -> None:
        repo.commit()
        found = repo.check(branch="feature/x")
        assert found.summary == "branch feature/x gone (unknown if merged)"
        assert why(found, "commits") == "branch gone"

    def test_gone_by_a_new_name_is_no_work_done(self, repo: Repo) -> None:
        start = repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        repo.git("branch", "-m", "feature/y")
        repo.commit("mine", a_py="1\n")
        found = repo.check(hash=start, branch="feature/x")
        assert (state(found), found.done) == ("gone", ())

    def test_a_handoff_without_a_branch_claims_no_branch_as_its_work(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        tip = repo.commit("mine", a_py="1\n")
        repo.git("branch", "-f", "main")
        found = repo.check(hash=tip, branch=None)
        assert (state(found), found.done) == ("merged", ())

    def test_without_a_branch_the_one_of_head_is_compared_with_its_upstream(self, repo: Repo) -> None:
        ours, _ = clone(repo)
        repo.git("switch", "-q", "main")
        repo.commit("theirs", t_py="1\n")
        ours.git("fetch", "-q")
        assert ours.check(hash=ours.git("rev-parse", "HEAD"), branch=None).summary == "1 behind origin/main"

    def test_a_default_branch_that_nobody_names(self, repo: Repo) -> None:
        repo.git("switch", "-q", "-c", "production")
        start = repo.commit()
        assert repo.check(hash=start, branch="production").summary == "no change since last session", "there is no other"
        repo.git("switch", "-q", "-c", "feature/x")
        found = repo.check(hash=repo.commit("mine", a_py="1\n"), branch="feature/x")
        assert why(found, "branch") == "merged? the default branch is not known"
        assert "no change" not in found.summary

    def test_a_remote_with_a_slash_in_its_name(self, repo: Repo) -> None:
        ours, start = clone(repo)
        ours.git("remote", "rename", "origin", "team/hub")
        ours.git("remote", "set-head", "team/hub", "main")
        found = ours.check("branch `feature/x`", hash=start, branch="feature/x")
        assert found.summary == "1 new commit, branch only on team/hub as of the last fetch"
        assert found.branch is not None
        assert (found.branch.into, ours.check("branch `feature/x`").missing) == ("main", ())

    def test_where_the_data_lie_elsewhere(self, home: Home) -> None:
        repo = Repo(home, "foo", "--separate-git-dir", os.path.join(home.path, "data"))
        start = repo.commit()
        repo.write("a.py")
        found = repo.check(hash=start, when=0.0)
        assert (state(found), found.uncommitted, found.commits and found.commits.count) == ("current", ("a.py",), 0)

    def test_a_submodule_is_a_project_of_its_own(self, repo: Repo, home: Home) -> None:
        start = repo.commit(i_py="1")
        outer = Repo(home, "outer")
        outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repo.path, "sub")
        outer.commit("with a submodule")
        sub = Repo.__new__(Repo)
        sub.home, sub.path, sub.clock = home, os.path.join(outer.path, "sub"), outer.clock
        sub.commit("inside", j_py="1")
        found = sub.check(hash=start)
        assert found.branch is not None
        assert (found.summary, found.branch.worktree) == ("1 new commit", sub.path)

    @pytest.mark.parametrize("how", ["merge", "squash", "rebase", "ff"])
    @pytest.mark.parametrize("gone", [False, True])
    def test_merged(self, repo: Repo, how: str, gone: bool) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        repo.commit("one", a_py="1\n")
        tip = repo.commit("two", a_py="2\n", b_py="1\n")
        repo.git("switch", "-q", "main")
        if how != "ff":
            repo.commit("theirs", c_py="1\n")
        if how == "squash":
            repo.git("merge", "-q", "--squash", "feature/x")
            repo.commit("feature (#4)")
        elif how == "rebase":
            repo.clock += 10
            repo.git("cherry-pick", "main..feature/x")
        else:
            repo.git("merge", "-q", "--no-edit", "--no-ff" if how == "merge" else "--ff-only", "feature/x")
        repo.commit("later", d_py="1\n")
        if gone:
            repo.git("branch", "-D", "feature/x")
        found = repo.check(hash=tip, branch="feature/x")
        assert found.branch is not None
        assert (state(found), found.branch.merged) == ("gone" if gone else "merged", True)
        assert found.done == ("branch feature/x merged into main",)

    @pytest.mark.parametrize("step", ["merge feature/x into main", "finish branch feature/x.", "`feature/x`: rebase it", "merge branch feature/x"])
    def test_another_branch_that_the_next_step_names_and_that_is_merged(self, repo: Repo, step: str) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        repo.commit("one", a_py="1\n")
        repo.git("switch", "-q", "-c", "open-end")
        repo.commit("two", b_py="1\n")
        repo.git("switch", "-q", "main")
        assert not repo.check(branch="main", next_step=step).done
        repo.git("merge", "-q", "--no-edit", "--no-ff", "feature/x")
        for branch in ("main", None):
            assert repo.check(branch=branch, next_step=step).done == ("branch feature/x merged into main",)
        assert repo.check(branch="main", next_step="write `a.py`, then merge branch open-end, then main").done == ()

    def test_a_branch_that_was_only_made_is_no_work_done(self, repo: Repo) -> None:
        repo.commit()
        repo.git("branch", "feature/new")
        repo.commit("later", a_py="1\n")
        assert repo.check(branch="main", next_step="begin feature/new").done == ()

    def test_a_squash_of_something_else_is_no_merge(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        repo.commit("one", a_py="1\n")
        repo.commit("two", a_py="2\n")
        repo.git("switch", "-q", "main")
        repo.commit("same file", a_py="3\n")
        found = repo.check(branch="feature/x")
        assert found.branch is not None
        assert (state(found), found.branch.merged) == ("other", False)

    def test_a_branch_with_nothing_on_it_is_not_merged(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        found = repo.check(branch="feature/x")
        assert (state(found), found.done) == ("current", ())

    def test_too_many_commits_to_compare(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        tip = repo.commit("one", a_py="1\n")
        repo.git("switch", "-q", "main")
        rows = "".join(f"commit refs/heads/main\ncommitter a <a@example.org> {START + 9000 + at} +0000\ndata 1\nx\n{'from refs/heads/main^0' if not at else ''}\n" for at in range(501))
        feed(repo, rows)
        found = repo.check(hash=tip, branch="feature/x")
        assert found.branch is not None
        assert found.branch.merged is None
        assert why(found, "branch") == "merged? more than 500 commits"
        assert "no change" not in found.summary

    def test_remote_only(self, repo: Repo) -> None:
        ours, start = clone(repo)
        found = ours.check(hash=start, branch="feature/x")
        assert (state(found), found.commits and found.commits.count) == ("remote", 1)
        assert found.summary == "1 new commit, branch only on origin as of the last fetch"

    def test_another_branch_is_checked_out(self, repo: Repo) -> None:
        start = repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        repo.commit("mine", a_py="1\n")
        repo.git("switch", "-q", "main")
        found = repo.check(hash=start, branch="feature/x")
        assert state(found) == "other"
        assert found.summary == "1 new commit, main checked out instead of feature/x"

    def test_detached(self, repo: Repo) -> None:
        start = repo.commit()
        repo.git("switch", "-q", "--detach")
        assert repo.check(hash=start).summary == "a detached HEAD checked out instead of main"
        found = repo.check(hash=start, branch=None)
        assert found.branch is not None
        assert (state(found), found.branch.name, found.summary) == ("current", None, "no change since last session")

    def test_unborn(self, repo: Repo) -> None:
        found = repo.check()
        assert (state(found), found.commits and found.commits.count) == ("current", 0)
        assert found.summary == "no change since last session"
        assert state(repo.check(branch="feature/x")) == "gone"

    def test_bare_and_its_worktree(self, repo: Repo) -> None:
        start = repo.commit()
        bare = os.path.join(repo.home.projects, "bare.git")
        repo.git("clone", "-q", "--bare", repo.path, bare)
        found = repo.check(project_path=bare, hash=start)
        assert (state(found), found.commits and found.commits.count, why(found, "uncommitted")) == ("current", 0, "bare repository")
        repo.home.git(bare, "worktree", "add", "-q", "-b", "feature/x", os.path.join(repo.home.projects, "tree"))
        found = repo.check(project_path=bare, branch="feature/x", hash=start)
        assert (state(found), found.uncommitted) == ("current", ())

    def test_the_worktree_that_has_the_branch(self, repo: Repo) -> None:
        repo.commit()
        tree = os.path.join(repo.home.projects, "tree")
        repo.git("worktree", "add", "-q", "-b", "feature/x", tree)
        repo.home.write(os.path.join(tree, "new.py"), "x", None)
        repo.write("not-here.py")
        found = repo.check(branch="feature/x", when=float(START))
        assert found.branch is not None
        assert (state(found), found.branch.worktree, found.uncommitted) == ("current", tree, ("new.py",))

    def test_the_worktree_is_missing(self, repo: Repo) -> None:
        start = repo.commit()
        tree = os.path.join(repo.home.projects, "tree")
        repo.git("worktree", "add", "-q", "-b", "feature/x", tree)
        shutil.rmtree(tree)
        found = repo.check(branch="feature/x", hash=start)
        assert found.branch is not None
        assert (state(found), found.branch.lost) == ("other", tree)
        assert f"worktree {tree} missing" in found.summary

    def test_ahead_and_behind(self, repo: Repo) -> None:
        ours, _ = clone(repo)
        repo.git("switch", "-q", "main")
        repo.commit("theirs", t_py="1\n")
        ours.commit("mine", m_py="1\n")
        ours.git("fetch", "-q")
        found = ours.check(hash=ours.git("rev-parse", "HEAD"))
        assert found.branch is not None
        assert (found.branch.ahead, found.branch.behind) == (1, 1)
        assert found.summary == "1 behind origin/main"
        assert any("1 ahead of origin/main" in line for line in evidence(found))

    def test_an_upstream_that_was_deleted_is_none(self, repo: Repo) -> None:
        ours, _ = clone(repo)
        start = ours.git("rev-parse", "HEAD")
        ours.git("update-ref", "-d", "refs/remotes/origin/main")
        assert ours.check(hash=start).summary == "no change since last session"

    def test_the_default_branch_is_what_origin_says(self, repo: Repo) -> None:
        repo.git("switch", "-q", "-c", "release")
        repo.commit()
        ours, start = clone(repo)
        assert ours.git("symbolic-ref", "refs/remotes/origin/HEAD") == "refs/remotes/origin/feature/x"
        ours.git("remote", "set-head", "origin", "release")
        ours.git("switch", "-q", "-c", "side", "HEAD~1")
        ours.commit("mine", z_py="1\n")
        found = ours.check(hash=start, branch="side")
        assert found.branch is not None
        assert found.branch.into == "release"

    @pytest.mark.parametrize("name", ["has space", "a..b", "a~1", "main^{}", "x:y", "/x", "x.lock", "a\x01b", "@{u}", "-"])
    def test_what_is_no_branch_name_is_not_asked_about(self, repo: Repo, name: str) -> None:
        repo.commit()
        found = repo.check(branch=name)
        assert why(found, "branch") == why(found, "commits") == "the handoff's branch is no branch name"

    def test_a_branch_that_looks_like_an_option(self, repo: Repo) -> None:
        start = repo.commit()
        repo.commit("two")
        repo.git("update-ref", "refs/heads/--output=x", "HEAD")
        found = repo.check("on branch `--output=x`", hash=start, branch="--output=x")
        assert (state(found), found.commits and found.commits.count, found.missing) == ("other", 1, ())
        assert not os.path.exists(os.path.join(repo.path, "x"))
