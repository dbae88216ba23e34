"""`doctor`: what was searched, found, skipped and is wrong, and why a file was read as it was."""

from __future__ import annotations

import json
import os

from pickup_tui import run
from support import HOSTILE, Home, section


def test_a_healthy_home(home: Home) -> None:
    home.section("foo", what="a")
    ran = home.run("doctor")
    assert (ran.code, ran.err) == (0, "")
    assert "root       ~/Projects\n" in ran.out
    assert "project    ~/Projects/foo  1 handoff\n" in ran.out
    assert "card       ~/.bdc/handoff  0 handoffs\n" in ran.out
    assert "found: 1 handoff\n" in ran.out
    assert "problems: 0\n" in ran.out


def test_problems_with_their_place_and_what_to_do(home: Home) -> None:
    home.project("foo", section("x", "2026-02-30") + "\n## y (updated 2026-01-01)\n\n## y (updated 2026-01-02)\n")
    home.card("bad", "---\nkind: handoff\ntitle: a: b\n---\n")
    home.section("early", date="2027-06-01")
    out = home.run("doctor").out
    for line in (
        "~/Projects/foo/HANDOFF.md:1: no such day: 2026-02-30 — the file's own time is used",
        "branch 'y' appears twice — the newer section is used",
        "~/.bdc/handoff/bad.md:3: YAML: mapping values are not allowed in this context — mend the frontmatter",
        "~/Projects/early/HANDOFF.md:1: its date lies in the future",
    ):
        assert line in out
    value = home.run("doctor", "--json").json()
    assert {problem["line"] for problem in value["problems"]} >= {1, 3}


def test_headings_that_were_skipped(home: Home) -> None:
    home.project("foo", section("x") + "\n## Context (updated 2026-01-01)\n\n## Known issues (updated 2026-01-01)\n\n# Other\n\n## Context\n")
    value = home.run("doctor", "--json").json()
    assert [(one["line"], one["why"]) for one in value["skipped"]] == [
        (6, "a brief's heading with a date"),
        (8, "a dated heading whose name is no branch"),
        (10, "a heading that is no section"),
        (12, "a brief's heading outside any section"),
    ]
    assert "skipped: 4\n  ~/Projects/foo/HANDOFF.md:6: a brief's heading with a date" in home.run("doctor").out


def test_a_file_that_is_not_there(home: Home) -> None:
    ran = home.run("doctor", "nope.md")
    assert (ran.code, ran.out) == (1, f"{home.cwd}/nope.md\n  is not there\n")


def test_what_the_config_ignores(home: Home) -> None:
    home.section("foo")
    home.section("old-thing")
    home.config('ignore = ["old*"]\n')
    assert "~/Projects/old-thing: the config ignores it" in home.run("doctor").out


def test_what_is_left_out(home: Home) -> None:
    home.card("a", status="superseded")
    assert "left out: 1 superseded (--superseded shows them)" in home.run("doctor").out


class TestBadges:
    def test_why_one_is_unknown(self, home: Home) -> None:
        home.card("a", prs="[acme/web#2, acme/web#3]")
        home.card("b", prs="[git.corp.example/acme/web#2]")
        assert "review threads unknown: acme/web#2, acme/web#3, git.corp.example/acme/web#2 — gh is not installed\n" in home.run("doctor", PATH="/nowhere").out
        assert {one["why"] for one in home.run("doctor", "--json", PATH="/nowhere").json()["badges"]} == {"gh is not installed"}

    def test_nothing_is_said_and_nothing_is_asked_without_pull_requests(self, home: Home) -> None:
        home.section("foo")
        before = len(run.started)
        ran = home.run("doctor")
        assert "review threads" not in ran.out
        assert [argv for argv in run.started[before:] if argv[0] == "gh"] == []


class TestFiles:
    def test_how_a_file_was_read(self, home: Home) -> None:
        path = home.section("foo", "feature/x", what="a thing", body="## Context\n\nnext_step: go\n\n# Other\n")
        ran = home.run("doctor", path)
        assert ran.code == 0
        for line in ("section at line 1: a thing", "branch: feature/x", "declared: 2026-11-20", "next_step: go", "skipped: a heading that is no section (line 9)"):
            assert line in ran.out

    def test_one_that_cannot_be_read(self, home: Home) -> None:
        os.mkfifo(f"{home.path}/pipe")
        ran = home.run("doctor", "~/none", "~/pipe", home.section("foo"))
        assert ran.code == 1
        assert "is no regular file" in ran.out
        assert "section at line 1" in ran.out

    def test_a_card_by_where_it_lies(self, home: Home) -> None:
        assert "card at line 1: a" in home.run("doctor", home.card("a")).out


class TestSuggestedRoots:
    def session(self, home: Home, name: str, cwd: object, store: str = ".claude/projects/x") -> None:
        home.write(f"{store}/{name}.jsonl", "\n" + json.dumps({"type": "x"}) + "\nnot json\n" + json.dumps(cwd) + "\n")

    def test_from_the_sessions_of_agents(self, home: Home) -> None:
        for name in ("code/a", "code/b", "work/c", "cx/d"):
            os.makedirs(f"{home.path}/{name}")
        self.session(home, "1", {"cwd": f"{home.path}/code/a"}, ".claude/projects/one")
        self.session(home, "1", {"cwd": f"{home.path}/code/b"}, ".claude/projects/two")
        self.session(home, "1", {"cwd": f"{home.path}/work/c"}, ".claude/projects/three")
        self.session(home, "rollout-1", {"type": "session_meta", "payload": {"cwd": f"{home.path}/cx/d"}}, ".codex/sessions/2026/11/28")
        value = home.run("doctor", "--json").json()
        assert value["suggested_roots"] == [f"{home.path}/code", f"{home.path}/cx", f"{home.path}/work"]
        assert "pickup-tui --root ~/code; " in home.run("doctor").out

    def test_never_when_something_was_found_nor_what_is_a_root_already(self, home: Home) -> None:
        os.makedirs(f"{home.projects}/a")
        self.session(home, "1", {"cwd": f"{home.projects}/a"})
        assert home.run("doctor", "--json").json()["suggested_roots"] == []
        os.makedirs(f"{home.path}/code/a")
        self.session(home, "1", {"cwd": f"{home.path}/code/a"})
        assert home.run("doctor", "--json").json()["suggested_roots"] == [f"{home.path}/code"]
        home.section("foo")
        assert home.run("doctor", "--json").json()["suggested_roots"] == []

    def test_stores_that_somebody_else_wrote(self, home: Home) -> None:
        os.makedirs(f"{home.path}/.claude/projects/pipe")
        os.mkfifo(f"{home.path}/.claude/projects/pipe/1.jsonl")
        os.makedirs(f"{home.path}/a; rm -rf x/p")
        for number, cwd in enumerate(["/nowhere/x", "relative", 3, ["/"], "/", *(f"{home.path}/{text}/p" for text in HOSTILE)]):
            self.session(home, "1", {"cwd": cwd}, f".claude/projects/s{number}")
            if isinstance(cwd, str) and cwd.startswith(home.path):
                os.makedirs(cwd, exist_ok=True)
        self.session(home, "1", {"cwd": f"{home.path}/a; rm -rf x/p"}, ".claude/projects/odd")
        home.write(".claude/projects/deep/1.jsonl", "[" * 100_000)
        ran = home.run("doctor")
        assert ran.code == 0
        assert ran.out.replace("\n", "").isprintable()
        assert f"--root '{home.path}/a; rm -rf x'" in ran.out


class TestOutsideProjects:
    DOCUMENT = "# Sails\n\n## Next steps\n\n- mend the sail\n"

    def test_each_place_counts_its_own(self, home: Home) -> None:
        home.write(".claude/handoffs/2026-01-02-sails.md", self.DOCUMENT)
        home.write(".agents/handoffs/boat/2026-01-02.md", self.DOCUMENT)
        out = home.run("doctor").out
        assert "place      ~/.claude/handoffs  1 handoff\n" in out
        assert "place      ~/.agents/handoffs  1 handoff\n" in out
        assert "place      ~/.local/share/pi/handoffs  0 handoffs\n" in out


class TestRefused:
    def test_what_lies_there_and_is_no_handoff(self, home: Home) -> None:
        home.project("boat", "# Sails\n\n## Next steps\n\n- mend the sail\n")
        home.write("Projects/boat/docs/HANDOFF.md", "# Handoff Template\n\n**Date**: [date]\n")
        home.write(".claude/handoffs/new.md", "---\nname: handoff\ndescription: writes a handoff\n---\n# Handoff\n")
        skipped = home.run("doctor", "--json").json()["skipped"]
        assert [(os.path.relpath(one["path"], home.path), one["why"]) for one in skipped] == [
            (".claude/handoffs/new.md", "a skill's or command's frontmatter"),
            ("Projects/boat/docs/HANDOFF.md", "its title says template"),
        ]
        assert "skipped: 2\n" in home.run("doctor").out
