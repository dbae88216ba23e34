"""Branches and commits in real repositories of every kind (spec: since.md, "Git")."""

from __future__ import annotations

import itertools
import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui.since import evidence, history
from pickup_tui.since.facts import moment
from since.making import START, Repo, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Home


@pytest.fixture
def repo(home: Home) -> Repo:
    return Repo(home)


def state(found: Any) -> str | None:
    return found.branch.state if found.branch else None


class TestSinceAHash:
    def test_counts_what_is_new(self, repo: Repo) -> None:
        start = repo.commit()
        for number in (1, 2, 3):
            repo.commit(f"change {number}")
        found = repo.check(hash=start[:7])
        assert found.commits is not None
        assert (found.commits.count, found.commits.approximate) == (3, False)
        assert [subject for _, subject in found.commits.subjects] == ["change 3", "change 2", "change 1"]
        assert found.commits.range == f"{start[:9]}..{repo.git('rev-parse', 'HEAD')[:9]}"
        assert state(found) == "current"
        assert found.summary == "3 new commits"

    def test_nothing_new(self, repo: Repo) -> None:
        found = repo.check(hash=repo.commit())
        assert found.summary == "no change since last session"
        assert found.unknown == ()

    def test_a_hash_that_is_gone(self, repo: Repo) -> None:
        repo.commit()
        found = repo.check(hash="deadbeef12")
        assert found.commits is None
        assert (state(found), why(found, "commits")) == ("rewritten", "history rewritten")
        assert found.summary == "history rewritten"

    def test_rebased(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        old = repo.commit("mine", a_py="1\n")
        repo.git("switch", "-q", "main")
        repo.commit("theirs", b_py="1\n")
        repo.git("switch", "-q", "feature/x")
        repo.git("rebase", "-q", "main")
        found = repo.check(hash=old, branch="feature/x")
        assert (state(found), found.commits) == ("rewritten", None)
        assert found.summary == "history rewritten"

    def test_reset_to_before_the_hash(self, repo: Repo) -> None:
        repo.commit()
        old = repo.commit()
        repo.git("reset", "-q", "--hard", "HEAD~1")
        assert state(repo.check(hash=old)) == "rewritten"

    def test_only_not_pulled_is_behind_and_not_rewritten(self, repo: Repo) -> None:
        repo.commit()
        repo.git("clone", "-q", repo.path, repo.path + "-2")
        ours = Repo.__new__(Repo)
        ours.home, ours.path, ours.clock = repo.home, repo.path + "-2", repo.clock
        there = repo.commit("on the other machine")
        repo.commit("later")
        ours.git("fetch", "-q")
        found = ours.check(hash=there)
        assert found.commits is not None
        assert (state(found), found.commits.count) == ("current", 0)
        assert found.summary == "2 behind origin/main"

    @pytest.mark.parametrize("hash_", ["none", "see log", "--output=x", "HEAD"])
    def test_what_is_no_hash_is_not_asked_about(self, repo: Repo, hash_: str) -> None:
        repo.commit()
        assert why(repo.check(hash=hash_), "commits") == "the brief's hash is none"

    def test_a_hash_of_something_else_than_a_commit(self, repo: Repo) -> None:
        repo.commit(a_py="x")
        assert state(repo.check(hash=repo.git("rev-parse", "HEAD:a.py"))) == "rewritten"

    def test_sha256(self, home: Home) -> None:
        repo = Repo(home, "foo", "--object-format=sha256")
        start = repo.commit()
        assert len(start) == 64
        repo.commit("two")
        found = repo.check(f"`{start[:12]}` and `{'a1' * 6}`", hash=start)
        assert found.summary == f"1 new commit, {'a1' * 6} missing"

    def test_packed_refs(self, repo: Repo) -> None:
        start = repo.commit()
        repo.git("switch", "-q", "-c", "feature/x")
        repo.commit("two")
        repo.git("gc", "-q")
        assert not os.path.exists(os.path.join(repo.path, ".git/refs/heads/feature/x"))
        assert repo.check(hash=start, branch="feature/x").summary == "1 new commit"


    def test_a_tag_or_branch_that_looks_like_the_hash_is_not_meant(self, repo: Repo) -> None:
        start = repo.commit()
        later = repo.commit("two")
        repo.commit("three")
        repo.git("tag", start[:9], later)
        assert repo.check(hash=start[:9]).summary == "2 new commits"
        repo.git("branch", "abcdef01", later)
        assert state(repo.check(hash="abcdef01")) == "rewritten"

    def test_the_hash_of_an_annotated_tag(self, repo: Repo) -> None:
        repo.commit()
        repo.git("tag", "-a", "-m", "v1", "v1")
        repo.commit("two")
        assert repo.check(hash=repo.git("rev-parse", "v1")[:12]).summary == "1 new commit"

    def test_an_abbreviation_of_two_commits(self, repo: Repo) -> None:
        stream = "".join(f"commit refs/heads/main\nmark :{at}\ncommitter a <a@example.org> {START + at} +0000\ndata 1\nx\n" for at in range(1, 1500))
        feed(repo, stream)
        hashes = sorted(repo.git("rev-list", "main").split("\n"))
        twice = next(one[:4] for one, other in itertools.pairwise(hashes) if one[:4] == other[:4])
        assert why(repo.check(hash=twice), "commits") == "the brief's hash is ambiguous"

    def test_a_remark_behind_the_hash(self, repo: Repo) -> None:
        start = repo.commit()
        repo.commit("two")
        assert repo.check(hash=f"{start[:9]} (dirty)").summary == "1 new commit"
        assert why(repo.check(hash="deadbee and more"), "commits") == "the brief's hash is none"

    def test_octopus(self, repo: Repo) -> None:
        start = repo.commit()
        for name in ("a", "b", "c"):
            repo.git("switch", "-q", "-c", name, start)
            repo.write(name + ".py")
            repo.commit(name)
        repo.git("switch", "-q", "main")
        repo.git("merge", "-q", "-m", "three at once", "a", "b", "c")
        assert repo.check(hash=start).summary == "4 new commits"
        assert repo.check(hash=start, branch="b").done == ("branch b merged into main",)


class TestSinceATime:
    def test_a_clock_that_was_wrong_hides_nothing(self, repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
        for at in (0, 1000, 2000, -100_000, 3000):
            repo.commit(f"at {at}", at=START + at)
        found = repo.check(when=START + 500.0)
        assert found.commits is not None
        assert (found.commits.count, [subject for _, subject in found.commits.subjects]) == (3, ["at 3000", "at 2000", "at 1000"])
        monkeypatch.setattr(history, "WALK", 2)  # more than are looked at one by one
        repo.commit("at 4000", at=START + 4000)
        found = repo.check(when=START + 2500.0)
        assert found.commits is not None
        assert found.commits.count == 2

    @pytest.mark.parametrize("date", [{}, {"declared": "2026-12-01", "date_only": True}])
    def test_a_handoff_of_tomorrow_says_nothing_of_today(self, repo: Repo, date: dict[str, Any]) -> None:
        start = repo.commit()
        repo.write("a.py")
        found = repo.check(when=repo.home.now + 86400 * 1.5, **date)
        assert found.summary == "commits and files unknown — the handoff is dated in the future"
        found = repo.check(when=repo.home.now + 86400 * 1.5, hash=start, **date)
        assert found.commits is not None, "a commit needs no clock"

    def test_a_handoff_of_today(self, repo: Repo, zone: Callable[[str], None]) -> None:
        zone("UTC")
        repo.commit(at=int(repo.home.now) - 60)
        found = repo.check(declared="2026-11-29", date_only=True, when=repo.home.now - 600)
        assert found.summary == "≈0 new commits (up to 1 more on that day)"

    def test_the_count_is_marked(self, repo: Repo) -> None:
        repo.commit(at=START)
        repo.commit("two", at=START + 100)
        repo.commit("three", at=START + 101)
        found = repo.check(when=START + 100.0)
        assert found.commits is not None
        assert (found.commits.count, found.commits.approximate) == (1, True)
        assert found.summary == "≈1 new commit"
        assert "since 2026-09-21T" in found.commits.range

    def test_a_date_alone_counts_from_its_end(self, repo: Repo, zone: Callable[[str], None]) -> None:
        zone("America/New_York")
        midnight = 1_790_049_600  # 2026-09-22 00:00 there
        repo.commit(at=midnight - 100_000)
        repo.commit(at=midnight - 86400)  # the first second of the 21st
        repo.commit(at=midnight - 1)
        repo.commit(at=midnight)
        found = repo.check(declared="2026-09-21", date_only=True, when=midnight - 86400.0)
        assert found.commits is not None
        assert (found.commits.count, found.commits.on_the_day) == (1, 2)
        assert found.summary == "≈1 new commit (up to 2 more on that day)"

    def test_a_day_of_23_hours_ends_at_midnight(self, zone: Callable[[str], None], repo: Repo) -> None:
        zone("Europe/Berlin")
        day = moment(repo.handoff(declared="2026-03-29", date_only=True, when=0.0))
        assert day.day is not None
        assert day.after - day.day == 23 * 3600

    def test_the_files_own_time_on_that_day_is_the_session(self, repo: Repo, zone: Callable[[str], None]) -> None:
        zone("UTC")
        assert moment(repo.handoff(declared="2026-09-21", date_only=True, when=START + 60.0)).session == START + 60
        assert moment(repo.handoff(declared="2026-09-21", date_only=True, when=0.0)).session == moment(repo.handoff(declared="2026-09-21", date_only=True)).after


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


class TestShallow:
    def shallow(self, repo: Repo, depth: int) -> Repo:
        ours = Repo.__new__(Repo)
        ours.home, ours.path, ours.clock = repo.home, repo.path + "-shallow", repo.clock
        repo.git("clone", "-q", "--depth", str(depth), "--no-single-branch", "file://" + repo.path, ours.path)
        return ours

    def test_reaches_the_hash(self, repo: Repo) -> None:
        hashes = [repo.commit(str(number)) for number in range(6)]
        found = self.shallow(repo, 4).check(hash=hashes[3])
        assert found.commits is not None
        assert (found.commits.count, state(found)) == (2, "current")

    def test_does_not_reach_it(self, repo: Repo) -> None:
        hashes = [repo.commit(str(number)) for number in range(6)]
        ours = self.shallow(repo, 2)
        found = ours.check(f"after `{hashes[0][:9]}`", hash=hashes[1])
        assert (found.commits, why(found, "commits"), state(found)) == (None, "shallow clone", "unknown")
        assert why(found, hashes[0][:9]) == "shallow clone"
        assert why(ours.check(f"at `{hashes[1]}`", hash=hashes[1][:10]), hashes[1]) is None, "the brief's own is said once"
        assert found.missing == ()
        assert "unknown — shallow clone" in found.summary

    def test_a_time_that_it_does_not_reach(self, repo: Repo) -> None:
        for number in range(6):
            repo.commit(str(number), at=START + number * 100)
        ours = self.shallow(repo, 2)
        assert why(ours.check(when=START + 150.0), "commits") == "shallow clone"
        found = ours.check(when=START + 450.0)
        assert found.commits is not None
        assert found.commits.count == 1

    def test_a_side_branch_that_is_cut_gives_no_number(self, repo: Repo) -> None:
        repo.commit()
        repo.git("switch", "-q", "-c", "side")
        for number in range(5):
            repo.commit(f"side {number}", s_py=str(number))
        repo.git("switch", "-q", "main")
        start = repo.commit("mine", a_py="1")
        repo.git("merge", "-q", "--no-edit", "side")
        found = self.shallow(repo, 2).check(hash=start)
        assert (found.commits, why(found, "commits")) == (None, "shallow clone")

    def test_merges_above_every_cut_are_counted(self, repo: Repo) -> None:
        repo.commit()
        start = repo.commit()
        repo.git("switch", "-q", "-c", "side")
        repo.commit("side", s_py="1")
        repo.git("switch", "-q", "main")
        repo.commit("mine", a_py="1")
        repo.git("merge", "-q", "--no-edit", "side")
        found = self.shallow(repo, 3).check(hash=start)
        assert found.commits is not None
        assert found.commits.count == 3


def feed(repo: Repo, stream: str) -> None:
    """Commits by fast-import: one process for many."""
    import subprocess

    subprocess.run(["git", "-C", repo.path, "fast-import", "--quiet", "--force"], input=stream.encode(), env=repo.home.environ, check=True, capture_output=True)


def clone(repo: Repo) -> tuple[Repo, str]:
    """A clone on branch main of a repository with main and feature/x, one commit ahead; and the commit where they part."""
    start = repo.commit("start")
    if repo.git("branch", "--show-current") != "main":
        repo.git("branch", "-f", "main")
    repo.git("switch", "-q", "-c", "feature/x")
    repo.commit("mine", a_py="1\n")
    ours = Repo.__new__(Repo)
    ours.home, ours.path, ours.clock = repo.home, repo.path + "-clone", repo.clock
    repo.git("clone", "-q", repo.path, ours.path)
    ours.git("switch", "-q", "main")
    ours.git("branch", "-D", "feature/x")
    return ours, start
