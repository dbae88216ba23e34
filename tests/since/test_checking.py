"""Budgets, cancelling, and the background checks of the screen (spec: since.md, "Saying it")."""

from __future__ import annotations

import itertools
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pickup_tui import run, since
from pickup_tui.since.background import Checker
from pickup_tui.since.facts import CHECKS, PRS
from since.making import Repo, eventually, why

if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff
    from pickup_tui.since.facts import Since
    from support import Home


@pytest.fixture
def repo(home: Home) -> Repo:
    repo = Repo(home)
    repo.commit(a_py="1")
    return repo


def hang(repo: Repo) -> None:
    """From now on git waits for ever in this repository: its index is a pipe that nobody writes."""
    index = os.path.join(repo.path, ".git/index")
    os.unlink(index)
    os.mkfifo(index)


class TestBudget:
    def test_what_is_late_is_unknown_and_the_rest_is_there(self, repo: Repo) -> None:
        hang(repo)
        begun = time.monotonic()
        found = since.check(repo.handoff(), "", repo.home.world(), git=1.5)
        assert time.monotonic() - begun < 10
        assert found.commits is not None
        assert (found.uncommitted, why(found, "uncommitted")) == (None, "timed out")
        assert found.pending == ()
        assert found.summary == "files and references unknown — timed out"

    def test_no_time_at_all(self, repo: Repo) -> None:
        found = since.check(repo.handoff(), "", repo.home.world(), git=0, github=0)
        assert {item.check for item in found.unknown} == set(CHECKS) - {PRS}, "that it names no pull request takes no time"
        assert found.summary == "unknown — timed out"

    def test_the_limits_are_those_of_the_spec(self) -> None:
        assert (since.GIT_SECONDS, since.GITHUB_SECONDS) == (5.0, 8.0)

    def test_a_part_that_breaks_is_unknown_and_no_crash(self, repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
        from pickup_tui.since import history

        def broken(*_: object) -> None:
            raise RuntimeError("boom")

        monkeypatch.setattr(history, "refs", broken)
        assert why(repo.check(), "commits") == "RuntimeError: boom"

    def test_cancelled_from_another_thread(self, repo: Repo) -> None:
        hang(repo)
        cancel = run.Cancel()
        found: list[Since] = []
        thread = threading.Thread(target=lambda: found.append(since.check(repo.handoff(), "", repo.home.world(), git=60, cancel=cancel)))
        thread.start()
        before = len(run.started)
        assert eventually(lambda: any("status" in argv for argv in run.started[before - 20 if before > 20 else 0 :]))
        cancel.cancel()
        thread.join(10)
        assert why(found[0], "uncommitted") == "cancelled"

    def test_facts_come_as_they_are_known(self, repo: Repo) -> None:
        states: list[Since] = []
        last = since.check(repo.handoff(), "", repo.home.world(), emit=states.append)
        assert len(states) >= 5
        for before, after in itertools.pairwise(states):
            assert len(after.pending) <= len(before.pending)
        assert states[0].pending == CHECKS
        assert states[0].summary == "checking…"
        assert last.pending == ()


class TestChecker:
    def test_delivers_parts_and_ends(self, repo: Repo) -> None:
        done = threading.Event()
        states: list[Since] = []

        def deliver(found: Since, _: Handoff) -> None:
            states.append(found)
            if not found.pending:
                done.set()

        checker = Checker(repo.home.world(), deliver, clock=lambda: repo.home.now)
        checker.request(repo.handoff(), "")
        assert done.wait(20)
        checker.close()
        assert states[-1].summary == "no change since last session"
        assert states[-1].checked_at == repo.home.now

    def test_a_newer_request_cancels_an_older_one_and_its_answer_is_dropped(self, home: Home, repo: Repo) -> None:
        other = Repo(home, "bar")
        other.commit()
        hang(repo)
        done = threading.Event()
        got: list[tuple[str, bool]] = []

        def deliver(found: Since, handoff: Handoff) -> None:
            got.append((handoff.project, not found.pending))
            if handoff.project == "bar" and not found.pending:
                done.set()

        checker = Checker(home.world(), deliver)
        before = len(run.started)
        checker.request(repo.handoff(), "")
        assert eventually(lambda: any("status" in argv for argv in run.started[before:])), "git hangs in the first"
        checker.request(other.handoff(), "")
        assert done.wait(4), "the second did not wait for the first's five seconds"
        checker.close()
        at = [project for project, _ in got].index("bar")
        assert all(project == "bar" for project, _ in got[at:])
        assert ("foo", True) not in got

    def test_nothing_is_delivered_after_cancel_or_close(self, repo: Repo) -> None:
        hang(repo)
        got: list[Since] = []
        checker = Checker(repo.home.world(), lambda found, _: got.append(found))
        before = len(run.started)
        checker.request(repo.handoff(), "")
        assert eventually(lambda: any("status" in argv for argv in run.started[before:]))
        checker.cancel()
        count = len(got)
        checker.close()
        assert eventually(lambda: checker._thread is None or not checker._thread.is_alive())
        assert len(got) == count
        checker.request(repo.handoff(), "")
        assert len(got) == count

    def test_many_requests_are_one_thread_and_the_last_one_counts(self, repo: Repo) -> None:
        done = threading.Event()
        got: list[str] = []

        def deliver(found: Since, handoff: Handoff) -> None:
            if not found.pending:
                got.append(handoff.topic)
                if handoff.topic == "199":
                    done.set()

        checker = Checker(repo.home.world(), deliver)
        threads = threading.active_count()
        for number in range(200):
            checker.request(repo.handoff(topic=str(number)), "")
        assert threading.active_count() <= threads + 6
        assert done.wait(20)
        checker.close()
        assert got[-1] == "199"
        assert len(got) < 50

    def test_no_child_outlives_it(self, repo: Repo) -> None:
        hang(repo)
        checker = Checker(repo.home.world(), lambda *_: None)
        checker.request(repo.handoff(), "")

        def gits() -> list[str]:
            found = []
            for entry in Path("/proc").iterdir():
                if entry.name.isdigit():
                    try:
                        if os.readlink(entry / "cwd") == repo.path and (entry / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                            found.append(entry.name)
                    except OSError:
                        continue
            return found

        assert eventually(lambda: bool(gits()))
        checker.close()
        assert eventually(lambda: not gits())
