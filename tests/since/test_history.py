"""What is new since a hash or a time, in whole and in shallow clones, counted in real repositories."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui.since import history
from pickup_tui.since.facts import moment
from since.making import START, Repo, feed, state, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Home


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
