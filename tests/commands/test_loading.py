"""`load`: the brief on stdout, everything else on stderr, and an exit code that says what happened."""

from __future__ import annotations

import os

import pytest

from support import HOSTILE, Home, brief, section


@pytest.fixture
def full(home: Home) -> Home:
    home.project("foo", section("feature/x", "2026-11-20", "retry uploads", brief("write the 429 test", "inferred: context limit")))
    home.section("bar", "main", "2026-11-19", "login page")
    home.section("baz", "main", "2026-11-18", "404 page")
    return home


class TestOne:
    def test_the_brief_and_nothing_else_on_stdout_and_the_report_on_stderr(self, full: Home) -> None:
        ran = full.run("load", "retry")
        assert ran.code == 0
        assert ran.out.startswith("Handoff: `retry uploads`")
        assert ran.out.rstrip().endswith("```")
        lines = ran.err.splitlines()
        assert lines[0] == "📁 Loaded: ~/Projects/foo/HANDOFF.md (branch: feature/x)"
        assert lines[1] == "🎯 Last stop: context limit"
        assert lines[2].startswith("⚠️  Since last session: ")
        assert "no change" not in lines[2]
        assert lines[3] == "✅ Next step: write the 429 test"
        assert lines[4] == "(continue here, or /pickup to switch)"
        assert "tokens" in lines[5]

    @pytest.mark.parametrize("word", ["1", "retry", "RETRY uploads", "feature/x", "foo"])
    def test_every_way_to_name_it(self, full: Home, word: str) -> None:
        assert full.run("load", word, "--json").json()["handoff"]["topic"] == "retry uploads"

    def test_ascii_signs(self, full: Home) -> None:
        assert full.run("load", "1", "--ascii").err.splitlines()[0].startswith("[file] Loaded")

    def test_a_brief_that_is_too_long_for_an_argument_goes_to_a_private_file(self, full: Home) -> None:
        full.section("long", "main", "2026-11-27", "long", body="word " * 40_000)
        ran = full.run("load", "long")
        assert ran.code == 0
        assert len(ran.out) < 1000
        path = next(word for word in ran.out.split() if word.startswith(full.path))
        assert os.stat(path).st_mode & 0o077 == 0
        with open(path, encoding="utf-8") as file:
            assert file.read().count("word") >= 40_000
        assert len(full.run("load", "long", "--json").json()["brief"]) > 200_000


class TestNone:
    @pytest.mark.parametrize("word", ["", " ", "none", "SKIP"])
    def test_no_load(self, full: Home, word: str) -> None:
        ran = full.run("load", word)
        assert (ran.code, ran.out, ran.err) == (0, "", "")
        assert full.run("load", word, "--json").json() == {"schema_version": 1, "handoff": None}

    @pytest.mark.parametrize(
        ("word", "message"),
        [
            ("0", "(no row 0 — pick 1–3)"),
            ("4", "(no row 4 — pick 1–3)"),
            ("404", "(no row 404 — pick 1–3)"),
            ("9" * 5000, "(no row 999999999999 — pick 1–3)"),
            ("nope", '(no match for "nope" — pick a row, hit Enter, or refine)'),
        ],
    )
    def test_nothing_matched(self, full: Home, word: str, message: str) -> None:
        ran = full.run("load", word)
        assert (ran.code, ran.out) == (1, "")
        assert message in ran.err
        assert "★1" in ran.err
        assert ran.err.count("page") == 2
        ran = full.run("load", word, "--json")
        assert ran.json()["error"]["message"] == message

    def test_how_to_see_those_that_the_list_leaves_out(self, full: Home) -> None:
        assert full.run("load", "nothing").err.endswith("pickup-tui list --all shows every row\n")
        path = full.card("tok")
        full.card("older", status="superseded")
        assert full.run("hide", f"card:{path}").code == 0
        assert full.run("load", "tok").err.endswith("pickup-tui list --all --superseded --hidden shows every row\n")

    def test_nothing_to_load_at_all(self, home: Home) -> None:
        for word in ("1", "x"):
            ran = home.run("load", word)
            assert (ran.code, ran.out) == (1, "")
            assert "(no handoffs — clean session)" in ran.err

    def test_several(self, full: Home) -> None:
        ran = full.run("load", "page")
        assert (ran.code, ran.out) == (3, "")
        assert [line.split()[0] for line in ran.err.splitlines()[2:4]] == ["2", "3"]
        assert "retry" not in ran.err
        error = full.run("load", "page", "--json").json()["error"]
        assert (error["code"], [one["row"] for one in error["candidates"]]) == ("several", [2, 3])

    def test_usage(self, full: Home) -> None:
        assert full.run("load").code == 2
        assert full.run("load", "-x").code == 2
        assert full.run("load", "--", "-x").code == 1
        assert full.run("load", "-").code == 1  # a keyword like any other
        assert full.run("load", "1", "2").code == 2

    def test_an_agent_that_is_not_known(self, full: Home) -> None:
        ran = full.run("load", "1", "--agent", "nobody")
        assert ran.code == 1
        assert ran.out == ""
        assert "nobody" in ran.err


class TestSafe:
    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_a_hostile_handoff_is_fenced_and_visible(self, home: Home, hostile: str) -> None:
        home.section("foo", "main", what=hostile, body=f"````\n{hostile}\n```\n# Out\n" + brief(hostile, hostile))
        ran = home.run("load", "1")
        assert ran.code == 0
        assert ran.out.replace("\n", "").replace("\t", "").isprintable()
        fence = next(line for line in ran.out.splitlines() if line.startswith("````")).removesuffix("markdown")
        assert [line for line in ran.out.splitlines() if line.startswith(fence)] == [fence + "markdown", fence]
        assert len(ran.err.splitlines()) == 6

    def test_nothing_is_written_to_the_handoff(self, full: Home) -> None:
        path = f"{full.projects}/foo/HANDOFF.md"
        with open(path, "rb") as file:
            before = (file.read(), os.stat(path).st_mtime_ns)
        full.run("load", "1")
        with open(path, "rb") as file:
            assert (file.read(), os.stat(path).st_mtime_ns) == before

    def test_stdin_is_not_read(self, full: Home) -> None:
        assert full.spawn("load", "1", stdin="2\n").out.startswith("Handoff: `retry uploads`")
