"""A document without a date has the time of its last commit, unless it was edited since."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pickup_tui import committed, run

if TYPE_CHECKING:
    from support import Home

TEXT = "# Sails\n\n- mend them before the wind comes back from the west\n"
MOMENT = 1_780_000_000


def repository(home: Home) -> str:
    folder = home.project("boat", TEXT, git=True)
    home.environ |= {"GIT_COMMITTER_DATE": f"{MOMENT} +0000", "GIT_AUTHOR_DATE": f"{MOMENT} +0000"}
    home.commit(folder)
    return folder


class TestTimes:
    def test_the_last_commit(self, home: Home) -> None:
        folder = repository(home)
        (found,) = home.scan().handoffs
        assert (found.when, found.approximate, found.declared) == (MOMENT, True, None)
        assert committed.times(folder, [os.path.join(folder, "HANDOFF.md")], home.environ) == {os.path.join(folder, "HANDOFF.md"): MOMENT}

    def test_edited_since_or_never_committed(self, home: Home) -> None:
        folder = repository(home)
        home.write(os.path.join(folder, "HANDOFF.md"), TEXT + "- more\n", MOMENT + 500)
        home.write(os.path.join(folder, "NEXT_SESSION.md"), TEXT, MOMENT + 900)
        assert sorted(handoff.when for handoff in home.scan().handoffs) == [MOMENT + 500, MOMENT + 900]

    def test_a_dated_one_asks_nobody(self, home: Home) -> None:
        folder = repository(home)
        home.write(os.path.join(folder, "HANDOFF.md"), "**Date:** 2026-05-01\n" + TEXT)
        run.started.clear()
        home.scan()
        assert run.started == []

    def test_what_git_does_not_know_or_cannot_tell(self, home: Home) -> None:
        folder = home.project("boat", TEXT)
        path = os.path.join(folder, "HANDOFF.md")
        assert committed.times(folder, [path], home.environ) == {}
        assert committed.times(folder, [path], {"PATH": "/nowhere"}) == {}

    def test_nothing_of_a_repository_is_run(self, home: Home) -> None:
        folder = repository(home)
        trap = os.path.join(home.path, "trapped")
        for key in ("core.fsmonitor", "core.pager", "gpg.program", "core.sshCommand", "diff.external", "filter.x.clean"):
            home.git(folder, "config", key, f"touch {trap}")
        home.git(folder, "config", "log.showSignature", "true")
        home.write(os.path.join(folder, ".gitattributes"), "*.md filter=x\n")
        committed.times(folder, [os.path.join(folder, "HANDOFF.md")], home.environ)
        assert not os.path.exists(trap)
