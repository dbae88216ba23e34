"""`save section|card|baton` as people and agents run it: what was saved is what list, load and --json give back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings

from pickup_tui import text
from strategies import brief_read, incomings, words
from support import APP, NOW, Home

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pickup_tui.disk import Disk
    from pickup_tui.save.incoming import Incoming

TOKEN = "ghp_" + "Ab3dE5gH1jK2mN4pQ6rS8tU0vW7xY9zA1bC2"
KINDS = ("section", "card", "baton")


@pytest.fixture
def project(home: Home) -> str:
    folder = home.project("uploader", git=True, origin="git@github.com:acme/uploader.git")
    home.commit(folder)
    home.git(folder, "checkout", "-q", "-b", "feature/retry")
    home.cwd = folder
    return folder


def saved(home: Home, *argv: str, stdin: str = "") -> dict[str, Any]:
    ran = home.spawn("save", *argv, "--json", stdin=stdin)
    assert ran.code == 0, ran
    return ran.json()


class TestSave:
    @pytest.mark.parametrize("kind", KINDS)
    def test_flags_give_a_row_that_list_load_and_mapping_know(self, home: Home, project: str, kind: str) -> None:
        flags = ("--title", "Retry uploads", "--next", "write the 429 test", "--why", "inferred: context limit", "--progress", "3/7")
        out = saved(home, kind, *flags, "--pr", "acme/uploader#41")
        row = out["handoff"]
        assert (out["kind"], out["path"], out["warnings"]) == (kind, row["path"], [])
        assert (row["topic"], row["next_step"], row["why_stopped"], row["plan_progress"], row["branch"], row["project"]) == (
            "Retry uploads", "write the 429 test", "context limit", "3/7", "feature/retry", "uploader",
        )  # fmt: skip
        assert row["prs"] == ["acme/uploader#41"]
        assert row["project_path"] == project
        assert row["hash"] == home.git(project, "rev-parse", "HEAD")
        assert "home" in row["badges"]
        home.now = time.time()
        listed = home.run("list", "--json").json()["handoffs"]
        assert [one for one in listed if one["id"] == row["id"]] == [{**row, "last": listed[0]["last"]}]
        loaded = home.run("load", row["id"], "--json").json()
        assert loaded["handoff"]["id"] == row["id"]
        assert "write the 429 test" in loaded["brief"]
        assert row["id"] in home.run("mapping", "--all").out

    def test_it_is_never_staged(self, home: Home, project: str) -> None:
        saved(home, "section", "--next", "x")
        assert home.git(project, "status", "--porcelain") == "?? HANDOFF.md"

    def test_the_text_form_prints_the_path_and_the_row(self, home: Home, project: str) -> None:
        ran = home.spawn("save", "section", "--next", "x", "--title", "Retry uploads")
        assert ran.out.split("\n")[0] == os.path.join(project, "HANDOFF.md")
        assert "Retry uploads" in ran.out
        assert ran.err == ""

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize(
        "stdin",
        [
            "next_step: write it\ntitle: Retry\nopen questions:\n- one\n- two\n",
            '{"next_step": "write it", "title": "Retry", "open questions": ["one", "two"]}',
            "---\ntitle: Retry\nnext_step: write it\nopen questions: [one, two]\n---\n\nwords\n",
        ],
        ids=["yaml", "json", "markdown"],
    )
    def test_stdin_is_the_brief(self, home: Home, project: str, kind: str, stdin: str) -> None:
        row = saved(home, kind, stdin=stdin)["handoff"]
        assert (row["topic"], row["next_step"]) == ("Retry", "write it")
        assert '"one"' in home.run("load", row["id"], "--json").json()["brief"]

    def test_markdown_is_the_body_and_its_title_the_topic(self, home: Home, project: str) -> None:
        row = saved(home, "section", "-", "--why", "tired", stdin="# Retry uploads\n\n**Next**: write it\n\n## Decisions\n\n- none\n")["handoff"]
        assert (row["topic"], row["next_step"], row["why_stopped"]) == ("Retry uploads", "write it", "tired")
        assert "### Decisions" in home.run("load", row["id"], "--json").json()["brief"]

    def test_a_flag_beats_stdin(self, home: Home, project: str) -> None:
        row = saved(home, "card", "-", "--next", "flag", stdin='{"next_step": "stdin", "title": "t"}')["handoff"]
        assert row["next_step"] == "flag"

    def test_nothing_to_save_is_a_usage_error(self, home: Home, project: str) -> None:
        ran = home.spawn("save", "section", "--json")
        assert ran.code == 2
        assert ran.json()["error"]["code"] == "usage"
        assert not os.path.exists(os.path.join(project, "HANDOFF.md"))

    @pytest.mark.parametrize("words", [(), ("nothing",), ("section", "a", "b")])
    def test_wrong_words_are_a_usage_error(self, home: Home, words: tuple[str, ...]) -> None:
        assert home.spawn("save", *words).code == 2

    def test_without_a_branch_it_asks_for_one(self, home: Home, project: str) -> None:
        home.git(project, "checkout", "-q", "--detach")
        ran = home.spawn("save", "section", "--next", "x")
        assert ran.code == 1
        assert "--branch" in ran.err
        assert saved(home, "section", "--next", "x", "--branch", "other")["branch"] == "other"

    def test_the_home_folder_is_no_project(self, home: Home) -> None:
        ran = home.spawn("save", "section", "--next", "x", "--branch", "main")
        assert ran.code == 1
        assert "is no project" in ran.err
        assert not os.path.exists(os.path.join(home.path, "HANDOFF.md"))

    def test_a_folder_below_the_root_saves_at_the_root(self, home: Home, project: str) -> None:
        deep = os.path.join(project, "a", "b")
        os.makedirs(deep)
        home.cwd = deep
        assert saved(home, "section", "--next", "x")["path"] == os.path.join(project, "HANDOFF.md")

    def test_the_spelling_that_is_there_is_used(self, home: Home, project: str) -> None:
        home.write(os.path.join(project, "Handoff.md"), "# Handoff\n")
        assert saved(home, "section", "--next", "x")["path"] == os.path.join(project, "Handoff.md")

    def test_a_linked_worktree_has_its_own_file_and_the_same_project(self, home: Home, project: str) -> None:
        tree = os.path.join(home.path, "trees", "fix")
        home.git(project, "worktree", "add", "-q", "-b", "fix", tree)
        home.cwd = tree
        out = saved(home, "section", "--next", "x")
        assert out["path"] == os.path.join(tree, "HANDOFF.md")
        assert (out["handoff"]["project_path"], out["branch"]) == (project, "fix")
        assert saved(home, "baton", "--next", "x", "--title", "b")["handoff"]["project_path"] == project

    def test_a_link_out_of_the_project_is_not_followed(self, home: Home, project: str) -> None:
        outside = home.write("outside.md", "keep\n")
        os.symlink(outside, os.path.join(project, "HANDOFF.md"))
        ran = home.spawn("save", "section", "--next", "x", "--json")
        assert ran.code == 1
        assert "outside" in ran.json()["error"]["message"]
        with open(outside, encoding="utf-8") as file:
            assert file.read() == "keep\n"

    def test_long_ones_are_saved_and_told_in_tokens(self, home: Home, project: str) -> None:
        out = saved(home, "section", "-", stdin="# T\n\n" + "word " * 700)
        assert out["warnings"][0].startswith("long: ")
        assert "tokens" in out["warnings"][0]
        assert out["handoff"]["topic"] == "T"
        assert saved(home, "card", "-", stdin="# T\n" + "x\n" * 90)["warnings"]

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_dry_run_shows_the_difference_and_writes_nothing(self, home: Home, project: str, kind: str) -> None:
        before = tree(home.path)
        ran = home.spawn("save", kind, "--next", "write \x1b[31mit", "--title", "T", "--dry-run")
        assert ran.code == 0, ran
        assert ran.out.startswith("--- /dev/null\n+++ ")
        assert '+next_step: "write ␛[31mit"' in ran.out
        assert tree(home.path) == before
        out = home.spawn("save", kind, "--next", "x", "--title", "T", "--dry-run", "--json").json()
        assert out["handoff"] is None
        assert out["diff"].startswith("---")

    def test_a_dry_run_of_a_change_shows_only_what_changes(self, home: Home, project: str) -> None:
        saved(home, "section", "--next", "one", "--title", "T")
        lines = home.spawn("save", "section", "--next", "two", "--title", "T", "--dry-run").out.splitlines()
        assert '-next_step: "one"' in lines
        assert '+next_step: "two"' in lines
        assert "+**What**: T" not in lines

    def test_twenty_savers_at_once_lose_nothing(self, home: Home, project: str) -> None:
        home.write(os.path.join(project, "HANDOFF.md"), "# Handoff\n\n## mine (updated 2026-01-01)\n\nkeep me\n")
        argv = [sys.executable, "-m", "pickup_tui", "save", "section", "--next", "x"]
        environ = {**home.environ, "PYTHONPATH": APP}
        running = [subprocess.Popen([*argv, f"--branch=b{n}", f"--title=t{n}"], cwd=project, env=environ, stdout=subprocess.DEVNULL) for n in range(20)]
        assert [one.wait(120) for one in running] == [0] * 20
        found = {row["branch"]: row["topic"] for row in home.run("list", "--all", "--json").json()["handoffs"]}
        assert found == {"mine": "mine", **{f"b{n}": f"t{n}" for n in range(20)}}
        assert sorted(name for name in os.listdir(project) if name != ".git") == ["HANDOFF.md"]


def tree(folder: str) -> dict[str, bytes]:
    """Every file below, but the index and git's."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if "/.git/" not in path and "/.cache/" not in path:
                with open(path, "rb") as file:
                    found[path] = file.read()
    return found


class TestCredentials:
    @pytest.mark.parametrize("kind", KINDS)
    def test_one_stops_the_save_by_line_and_kind(self, home: Home, project: str, kind: str) -> None:
        before = tree(home.path)
        for argv, stdin, where in (
            (("--next", f"use {TOKEN}", "--title", "t"), "", "GitHub Token in the next step"),
            (("-",), f"# T\n\nthe key\nis {TOKEN}\n", "GitHub Token in line 4 of stdin"),
            (("-",), json.dumps({"title": TOKEN, "next_step": "x"}), "GitHub Token in line 1 of stdin"),
            (("-",), 'next_step: "ghp\\x5f' + TOKEN[4:] + '"\n', "GitHub Token in the next step"),
            (("-", "--dry-run"), f"body {TOKEN}", "GitHub Token in line 1 of stdin"),
        ):
            for form in ((), ("--json",)) if stdin == "" else ((),):
                ran = home.spawn("save", kind, *argv, *form, stdin=stdin)
                assert ran.code == 1
                assert where in ran.err
                assert TOKEN not in ran.out + ran.err
        assert tree(home.path) == before

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
            ran = home.spawn("save", kind, "--redact", "--next", f"the secret is {TOKEN}", "--title", "t", BDC_HOME="/dev/null")
            assert ran.code == 1, ran
            assert TOKEN not in ran.err + ran.out
            assert "Traceback" not in ran.err


class TestKeep:
    def test_a_baton_becomes_a_card_and_stays(self, home: Home, project: str) -> None:
        baton = saved(home, "baton", "--title", "Retry", "--next", "write it", "--why", "tired", "-", stdin="Some *words*.\n\n## Part\n\nmore\n")
        before = tree(home.tmp)
        card = saved(home, "card", "--from", baton["path"])
        row = card["handoff"]
        assert (row["topic"], row["next_step"], row["why_stopped"], row["branch"]) == ("Retry", "write it", "tired", "feature/retry")
        assert row["last_session"] == baton["handoff"]["last_session"]
        assert row["hash"] == baton["handoff"]["hash"]
        with open(card["path"], encoding="utf-8") as file:
            assert file.read().endswith("```\n\nSome *words*.\n\n### Part\n\nmore\n")
        assert tree(home.tmp) == before

    def test_a_section_moves_by_its_branch(self, home: Home, project: str) -> None:
        saved(home, "section", "--title", "One", "--next", "x")
        path = saved(home, "section", "--branch", "other", "--title", "Two", "--next", "y", "--plan", "docs/plan.md")["path"]
        several = home.spawn("save", "card", "--from", path)
        assert several.code == 1
        assert "feature/retry, other" in several.err
        with open(saved(home, "card", "--from", f"{path}#other")["path"], encoding="utf-8") as file:
            content = file.read()
        assert 'title: "Two"' in content
        assert 'plan: "docs/plan.md"' in content
        assert "updated" not in content

    @pytest.mark.parametrize("path", ["/nowhere.md", "/dev/null"])
    def test_what_is_no_handoff_is_refused(self, home: Home, project: str, path: str) -> None:
        assert home.spawn("save", "card", "--from", path).code == 1

    def test_superseding(self, home: Home, project: str) -> None:
        old = saved(home, "card", "--title", "Old plan", "--next", "x")
        saved(home, "card", "--title", "New plan", "--next", "y", "--supersedes", "old-plan")
        assert [row["topic"] for row in home.run("list", "--json").json()["handoffs"]] == ["New plan"]
        superseded = home.run("list", "--json", "--superseded").json()["handoffs"]
        assert {row["id"]: row["status"] for row in superseded}[old["handoff"]["id"]] == "superseded"


GH = """#!/bin/sh
echo "$@" >> "$HOME/gh.log"
printf '%s' '[{"number": 50, "isCrossRepository": false}, {"number": 41, "isCrossRepository": false}, {"number": 9, "isCrossRepository": true}]'
"""


def gh(home: Home, script: str) -> None:
    """Puts this program in the place of gh."""
    os.chmod(home.write("bin/gh", script), 0o755)
    home.environ["PATH"] = f"{home.path}/bin:{home.environ['PATH']}"


class TestPullRequests:
    def test_the_open_ones_of_the_branch(self, home: Home, project: str) -> None:
        gh(home, GH)
        row = saved(home, "card", "--title", "t", "--prs", "--pr", "#7")["handoff"]
        assert row["prs"] == ["acme/uploader#7", "acme/uploader#41", "acme/uploader#50"]
        with open(os.path.join(home.path, "gh.log"), encoding="utf-8") as file:
            assert "--repo=github.com/acme/uploader --head=feature/retry --state=open" in file.read()

    @pytest.mark.parametrize(("script", "why"), [("exit 4", "gh is not logged in"), ("echo nonsense", "gh gave no answer")])
    def test_a_failure_is_told_and_the_save_goes_on(self, home: Home, project: str, script: str, why: str) -> None:
        gh(home, f"#!/bin/sh\n{script}\n")
        out = saved(home, "card", "--title", "t", "--prs")
        assert out["warnings"] == [f"the branch's pull requests are unknown: {why}"]


class TestBatons:
    def test_it_folds_away_once_picked_up_and_leaves_the_hint(self, home: Home, project: str) -> None:
        row = saved(home, "baton", "--title", "Relay", "--next", "x")["handoff"]
        home.now = time.time()
        assert row["marks"] == ["expires"]
        assert "Relay" in home.run("hint").out
        before = tree(home.tmp)
        assert home.run("load", row["id"]).code == 0
        assert tree(home.tmp) == before
        assert "Relay" not in home.run("hint").out
        assert home.run("list", "--json").json()["handoffs"] == []
        assert [one["id"] for one in home.run("list", "--all", "--json").json()["handoffs"]] == [row["id"]]

    def test_latest_is_the_pointers_and_says_what_is_wrong(self, home: Home, project: str) -> None:
        pointer = os.path.join(home.path, ".claude/handoffs/latest")
        for word in ("latest", pointer):
            none = home.run("load", word)
            assert (none.code, none.out) == (1, "")
            assert "no recent handoff" in none.err
        row = saved(home, "baton", "--title", "Relay", "--next", "x")["handoff"]
        home.section("other", what="latest news of the other project")
        for word in ("latest", pointer):
            assert home.run("load", word, "--json").json()["handoff"]["id"] == row["id"]
        os.unlink(row["path"])
        for word in ("latest", pointer, row["path"]):
            gone = home.run("load", word, "--json")
            assert gone.code == 1
            assert f"the handoff has expired: {row['path']} is gone (written " in gone.json()["error"]["message"]
        os.mkfifo(row["path"])
        assert "FIFO" in home.run("load", "latest").err

    def test_a_gone_one_is_told_as_expired_and_no_pointer_is_not(self, home: Home, project: str) -> None:
        assert home.run("list", "--json").json()["problems"] == []
        os.unlink(saved(home, "baton", "--title", "t")["path"])
        (problem,) = home.run("list", "--json").json()["problems"]
        assert "the handoff has expired" in problem["what"]

    def test_a_baton_of_the_original_skill_is_a_row(self, home: Home, project: str) -> None:
        path = home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", "# Fix the flaky test\n\nSee https://github.com/acme/uploader/pull/3.\n\n**Next**: rerun\n")
        home.write(".claude/handoffs/latest", path + "\n")
        (row,) = home.run("list", "--json").json()["handoffs"]
        assert (row["kind"], row["topic"], row["project"], row["project_path"], row["next_step"], row["last"]) == (
            "baton", "Fix the flaky test", "uploader", project, "rerun", "2h ago",
        )  # fmt: skip

    def test_new_and_gone_ones_are_seen_with_a_warm_index(self, home: Home, project: str) -> None:
        def topics() -> list[str]:
            return sorted(row["topic"] for row in home.run("list", "--json").json()["handoffs"])

        home.now = time.time()
        home.write(".claude/handoffs/x", "y")
        assert topics() == topics() == []
        one = home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", "# one\n")
        assert topics() == topics() == ["one"]
        home.write("tmp/other.txt", "unrelated")
        assert topics() == ["one"]
        home.write(f"tmp/handoff-{int(NOW) - 7100}-9.md", "# two\n")
        assert topics() == topics() == ["one", "two"]
        os.unlink(one)
        assert topics() == ["two"]

    def test_a_busy_temporary_folder_does_not_make_the_list_search_again(
        self, home: Home, project: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What else is written to /tmp changes nothing: the kept list holds."""
        from pickup_tui import scan

        searched: list[object] = []
        jobs = scan._Search.jobs

        def counted(search: scan._Search) -> list[tuple[str, Callable[[Disk], object]]]:
            searched.append(search)
            return jobs(search)

        monkeypatch.setattr(scan._Search, "jobs", counted)
        for where, folders, files in os.walk(home.path):
            for name in ("", *folders, *files):
                os.utime(os.path.join(where, name), (NOW - 9999, NOW - 9999), follow_symlinks=False)
        counts = []
        for n in range(3):
            home.write(f"tmp/unrelated-{n}", "x")
            home.run("list")
            counts.append(len(searched))
        assert counts == [1, 1, 1]

    def test_one_that_turns_into_a_link_is_not_loaded(self, home: Home, project: str) -> None:
        row = saved(home, "baton", "--title", "t", "--next", "x")["handoff"]
        outside = home.write("secret.md", "# secret\n")
        os.unlink(row["path"])
        os.symlink(outside, row["path"])
        ran = home.run("load", row["id"])
        assert ran.code == 1
        assert "secret" not in ran.out


class TestRoundTrip:
    @pytest.mark.parametrize("kind", KINDS)
    @settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
    @given(incoming=incomings())
    def test_any_text_comes_back(self, tmp_path_factory: pytest.TempPathFactory, kind: str, incoming: Incoming) -> None:
        home = Home(tmp_path_factory.mktemp("h") / "home")
        home.cwd = home.project("p")
        out = _save_here(home, kind, incoming)
        if out is None:
            return
        listed = {row["id"]: row for row in home.run("list", "--json", "--all").json()["handoffs"]}
        row = listed[out["handoff"]["id"]]
        assert row == out["handoff"]
        wanted = brief_read(incoming)
        assert (row["next_step"], row["plan_progress"]) == (wanted.next_step, wanted.plan_progress)
        loaded = home.run("load", row["id"], "--json").json()
        given_words = [word for word in words(incoming.body) if word not in ("```", "~~~~")]
        assert set(given_words) <= set(words(loaded["brief"]))


def _save_here(home: Home, kind: str, incoming: Incoming) -> dict[str, Any] | None:
    """Saves in this process with stdin replaced; None where the texts held something that looks like a credential or nothing."""
    import io
    from contextlib import redirect_stdout

    from pickup_tui.__main__ import main

    values: dict[str, object] = {"body": incoming.body, **dict(incoming.extra)}
    brief = incoming.brief
    named = {"title": incoming.topic, "plan": incoming.plan, "next_step": brief.next_step, "why_stopped": brief.why_stopped, "plan_progress": brief.plan_progress}
    values |= {name: value for name, value in named.items() if value}
    given = io.TextIOWrapper(io.BytesIO(json.dumps(values).encode()))
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    before, sys.stdin = sys.stdin, given
    try:
        with redirect_stdout(out):
            code = main(["save", kind, "-", "--json", "--branch", "main"], home.world())
    finally:
        sys.stdin = before
    out.flush()
    result = json.loads(text.decode(out.buffer.getvalue()))
    if code == 2 and incoming.is_empty:
        return None
    assert code == 0, result
    assert isinstance(result, dict)
    return result


def test_help_names_every_option(home: Home, tmp_path: Path) -> None:
    out = home.run("save", "-h").out
    for word in ("--next", "--supersedes", "--redact", "--from", "--prs", "--dry-run", "section, card, baton"):
        assert word in out
