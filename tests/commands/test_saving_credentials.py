"""What looks like a credential does not get into a handoff, an error or a warning."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from saves import KINDS, TOKEN, save, saved, tree

if TYPE_CHECKING:
    from support import Home


class TestCredentials:
    @pytest.mark.parametrize("kind", KINDS)
    def test_one_stops_the_save_by_line_and_kind(self, home: Home, project: str, kind: str) -> None:
        before = tree(home.path)
        cases = (
            (("--next", f"use {TOKEN}", "--title", "t"), "", "GitHub Token in the next step"),
            (("-",), f"# T\n\nthe key\nis {TOKEN}\n", "GitHub Token in line 4 of stdin"),
            (("-",), json.dumps({"title": TOKEN, "next_step": "x"}), "GitHub Token in line 1 of stdin"),
            (("-",), 'next_step: "ghp\\x5f' + TOKEN[4:] + '"\n', "GitHub Token in the next step"),
            (("-", "--dry-run"), f"body {TOKEN}", "GitHub Token in line 1 of stdin"),
        )
        for argv, stdin, where in cases if kind == "section" else cases[1:2]:
            for form in ((), ("--json",)) if stdin == "" else ((),):
                ran = save(home, kind, *argv, *form, stdin=stdin)
                assert ran.code == 1
                assert where in ran.err
                assert TOKEN not in ran.out + ran.err
        assert tree(home.path) == before

    @pytest.mark.parametrize("kind", KINDS)
    def test_one_in_the_branch_that_is_checked_out(self, home: Home, project: str, kind: str) -> None:
        home.git(project, "checkout", "-q", "-b", f"fix/{TOKEN}")
        ran = save(home, kind, "--next", "x", "--title", "t")
        assert (ran.code, "GitHub Token in the branch" in ran.err) == (1, True)
        save(home, kind, "--next", "x", "--title", "t", "--redact")  # a section cannot be saved under another name
        assert not any(TOKEN.encode() in data for data in tree(home.path).values())

    @pytest.mark.parametrize("kind", KINDS)
    def test_redact_replaces_it_everywhere(self, home: Home, project: str, kind: str) -> None:
        stdin = json.dumps({"title": f"t {TOKEN}", "next_step": TOKEN, "keys": [TOKEN, {"a": TOKEN}], TOKEN: "x", "body": f"# B\n{TOKEN}\n"})
        out = saved(home, kind, "--redact", stdin=stdin)
        assert "replaced what looks like a credential: GitHub Token in line 1 of stdin" in out["warnings"]
        assert out["handoff"]["next_step"] == "[redacted: GitHub Token]"
        assert not any(TOKEN.encode() in data or TOKEN in path for path, data in tree(home.path).items())

    def test_loading_one_is_told(self, home: Home, project: str) -> None:
        home.section("uploader", body=f"a {TOKEN} b\n")
        ran = home.run("load", "1", "--print")
        assert "GitHub Token in line 5" in ran.err
        assert TOKEN not in ran.err

    def test_a_crash_does_not_show_it(self, home: Home, project: str) -> None:
        """A folder where HANDOFF.md should be, a cards' folder that is a file: whatever fails, the text is not shown."""
        os.makedirs(os.path.join(project, "HANDOFF.md"))
        for kind in ("section", "card"):
            ran = save(home, kind, "--redact", "--next", f"the secret is {TOKEN}", "--title", "t", BDC_HOME="/dev/null")
            assert ran.code == 1, ran
            assert TOKEN not in ran.err + ran.out
            assert "Traceback" not in ran.err
