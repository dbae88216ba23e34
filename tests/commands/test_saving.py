"""`save section|card|baton` as people and agents run it: what was saved is what list, load and --json give back."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings

from saves import KINDS, save, saved, tree
from strategies import brief_read, incomings, words
from support import Home, together

if TYPE_CHECKING:
    from pathlib import Path

    from pickup_tui.save.incoming import Incoming

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
        ran = save(home, "section", "--next", "x", "--title", "Retry uploads")
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

    def test_a_body_with_headings_is_a_value_of_the_mapping(self, home: Home, project: str) -> None:
        stdin = "title: T\nstatus: done\nnext_step:\n  - one\n  - two\nprs: [acme/uploader#1]\nbody: |\n  # Head\n\n  words\n"
        row = saved(home, "card", stdin=stdin)["handoff"]
        assert (row["topic"], row["status"], row["prs"]) == ("T", "done", ["acme/uploader#1"])
        assert "### Head\n\nwords\n" in home.run("load", row["id"], "--json").json()["brief"]

    def test_a_flag_beats_stdin(self, home: Home, project: str) -> None:
        row = saved(home, "card", "-", "--next", "flag", stdin='{"next_step": "stdin", "title": "t"}')["handoff"]
        assert row["next_step"] == "flag"

    def test_a_pipe_of_another_process_is_the_brief(self, home: Home, project: str) -> None:
        row = home.spawn("save", "card", "--json", stdin="title: Größe\nnext_step: write it\n").json()["handoff"]
        assert (row["topic"], row["next_step"]) == ("Größe", "write it")

    @pytest.mark.parametrize(
        ("stdin", "why"),
        [
            ('{"next_step": "x"', "begins like JSON but does not parse"),
            ("next_step: fix: it\nwhy: tired\n", "begins like YAML but does not parse"),
            ("---\nnext_step: fix: it\n---\n\nwords\n", "has frontmatter that does not parse as YAML"),
        ],
    )
    def test_what_does_not_parse_is_markdown_and_told(self, home: Home, project: str, stdin: str, why: str) -> None:
        out = saved(home, "section", stdin=stdin)
        assert out["warnings"] == [f"stdin {why}: taken as Markdown"]
        assert stdin.strip("-\n").split("\n")[0] in home.run("load", out["handoff"]["id"], "--json").json()["brief"]

    @pytest.mark.parametrize("stdin", ['{"next": "x", "status": "x"}', "# Title\n\nNext: fix: it\n", "Some words: a colon.\n", "[1, 2]", "- a\n- b\n"])
    def test_what_is_no_mapping_is_markdown_without_a_word(self, home: Home, project: str, stdin: str) -> None:
        warnings = saved(home, "section", "--title", "t", "-", stdin=stdin)["warnings"]
        assert not any("parse" in warning for warning in warnings)

    @pytest.mark.parametrize(
        ("argv", "said"),
        [
            (("card", "--branch", ""), "--branch is empty"),
            (("card", "--from", ""), "--from is empty"),
            (("section", "--project", ""), "--project is empty"),
            (("card", "--supersedes", ""), "--supersedes is empty"),
            (("card", "a.md", "--from", "b.md"), "give one of them"),
            (("card", "--pr", "acme/uploader#1", "--pr", "forty-one"), "--pr takes"),
        ],
    )
    def test_an_option_that_says_nothing_is_refused(self, home: Home, project: str, argv: tuple[str, ...], said: str) -> None:
        before = tree(home.path)
        ran = save(home, *argv, "--next", "x")
        assert (ran.code, said in ran.err) == (2, True), ran
        assert tree(home.path) == before

    def test_what_has_no_place_is_told(self, home: Home, project: str) -> None:
        assert saved(home, "section", stdin="next: x\nstatus: done\n")["warnings"] == ["only a card keeps a status: it was left out"]
        home.git(project, "remote", "remove", "origin")
        out = saved(home, "card", "--next", "x", "--pr", "#7", "--pr", "acme/up#8")
        assert out["handoff"]["prs"] == ["acme/up#8"]
        assert out["warnings"] == ["#7: no repository is known here (no origin), so it was left out: write owner/repo#7"]

    def test_nothing_to_save_is_a_usage_error(self, home: Home, project: str) -> None:
        ran = save(home, "section", "--json")
        assert ran.code == 2
        assert ran.json()["error"]["code"] == "usage"
        assert not os.path.exists(os.path.join(project, "HANDOFF.md"))

    @pytest.mark.parametrize("words", [(), ("nothing",), ("section", "a", "b")])
    def test_wrong_words_are_a_usage_error(self, home: Home, words: tuple[str, ...]) -> None:
        assert save(home, *words).code == 2

    @pytest.mark.parametrize("kind", ["section", "baton"])
    @pytest.mark.parametrize("option", [("--supersedes", "x"), ("--status", "done")])
    def test_what_only_cards_have_is_refused_for_others(self, home: Home, project: str, kind: str, option: tuple[str, str]) -> None:
        ran = home.run("save", kind, "--next", "x", *option)
        assert ran.code == 2
        assert "is for cards" in ran.err

    def test_without_a_branch_it_asks_for_one(self, home: Home, project: str) -> None:
        home.git(project, "checkout", "-q", "--detach")
        ran = save(home, "section", "--next", "x")
        assert ran.code == 1
        assert "--branch" in ran.err
        assert saved(home, "section", "--next", "x", "--branch", "other")["branch"] == "other"
        home.cwd = home.project("bare")
        ran = save(home, "section", "--next", "x")
        assert ran.code == 1
        assert f"{home.cwd} is no git repository, so no branch is known" in ran.err
        assert saved(home, "section", "--next", "x", "--branch", "main")["path"] == os.path.join(home.cwd, "HANDOFF.md")

    @pytest.mark.parametrize("branch", ["fix/#41-größe", "功能/重试", "a'b\"c", "x{y}"])
    def test_any_branch_that_git_has(self, home: Home, project: str, branch: str) -> None:
        home.git(project, "checkout", "-q", "-b", branch)
        out = saved(home, "section", "--next", "x")
        assert out["branch"] == branch
        assert home.run("load", out["handoff"]["id"], "--json").json()["handoff"]["branch"] == branch

    @pytest.mark.parametrize("kind", ["card", "baton"])
    @pytest.mark.parametrize("folder", ["~", "/"])
    def test_a_card_and_a_baton_need_no_project(self, home: Home, kind: str, folder: str) -> None:
        home.cwd = home.path if folder == "~" else "/"
        row = saved(home, kind, "--next", "x", "--title", "t")["handoff"]
        assert (row["topic"], row["project"], row["project_path"], row["branch"], row["hash"]) == ("t", "shared", None, None, None)

    def test_the_home_folder_is_no_project(self, home: Home) -> None:
        ran = save(home, "section", "--next", "x", "--branch", "main")
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

    def test_a_folder_whose_name_is_no_utf_8_is_named_by_its_bytes(self, home: Home) -> None:
        folder = os.fsdecode(os.fsencode(home.projects) + b"/caf\xe9")
        os.makedirs(folder)
        home.cwd = folder
        out = saved(home, "section", "--next", "x", "--branch", "main")
        assert out["path"] == out["handoff"]["path"] == os.path.join(folder, "HANDOFF.md")

    @pytest.mark.parametrize(
        ("kind", "old", "body", "said"),
        [
            ("section", "## other (updated 2026-11-01)\n" + "x\n" * 25_000, "", "more than 20000 lines"),
            ("section", "## other (updated 2026-11-01)\n" + "x" * (4 << 20), "", "larger than 4 MiB"),
            *((kind, "", "# T\n\n" + ("word " * 200 + "\n") * 4190, "larger than 4 MiB") for kind in ("card", "baton")),
        ],
        ids=["lines", "file", "card", "baton"],
    )
    def test_what_nobody_would_read_is_refused_before_it_is_written(
        self, home: Home, project: str, kind: str, old: str, body: str, said: str
    ) -> None:
        if old:
            home.write(os.path.join(project, "HANDOFF.md"), old)
        before = tree(home.path)
        for more in ((), ("--dry-run",)) if old else ((),):
            words = ("-",) if body else ("--next", "n", "--title", "saved")
            ran = save(home, kind, *words, *more, "--json", stdin=body)
            assert (ran.code, said in ran.json()["error"]["message"], bool(ran.json()["error"]["hint"])) == (1, True, True), ran.err[:500]
        assert tree(home.path) == before

    @pytest.mark.parametrize("kind", ["section", "card"])
    def test_a_partial_save_keeps_what_it_is_silent_about(self, home: Home, project: str, kind: str) -> None:
        saved(home, kind, "--title", "X", "-", stdin="title: X\nnext_step: a\nwhy_stopped: b\nopen_questions: [c, d]\nbody: words\n")
        out = saved(home, kind, "--title", "X", "--progress", "2/3")
        row = out["handoff"]
        assert (row["topic"], row["next_step"], row["why_stopped"], row["plan_progress"], out["warnings"]) == ("X", "a", "b", "2/3", [])
        brief = home.run("load", row["id"], "--json").json()["brief"]
        assert '"c"' in brief
        assert "words" in brief

    def test_two_projects_keep_their_cards_of_one_title(self, home: Home, project: str) -> None:
        paths = []
        for name in ("a", "b", "a"):
            home.cwd = home.project(name)
            paths.append(saved(home, "card", "--title", "Fix the build", "--next", f"in {name}")["path"])
        assert [os.path.basename(path) for path in paths] == ["fix-the-build.md", "fix-the-build-2.md", "fix-the-build.md"]
        with open(paths[0], encoding="utf-8") as file:
            content = file.read()
        assert '"in a"' in content
        assert f'worktree: "{home.projects}/a"' in content

    def test_a_document_that_gets_a_section_is_told(self, home: Home, project: str) -> None:
        path = home.write(os.path.join(project, "HANDOFF.md"), "# Release plan\n\n## Next steps\n\n- tag it\n")
        (warning,) = saved(home, "section", "--next", "x")["warnings"]
        assert f"{path} held no branch sections and was listed by itself (“Release plan”, next step “tag it”)" in warning
        assert "docs/HANDOFF.md" in warning

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
        ran = save(home, "section", "--next", "x", "--json")
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
        given = "title: Long\nnext_step: |\n" + "  x\n" * 90  # which the file holds in one line
        assert saved(home, "card", "-", stdin=given)["warnings"][0].startswith("long: ")

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_dry_run_shows_the_difference_and_writes_nothing(self, home: Home, project: str, kind: str) -> None:
        left = home.write(os.path.join(home.cards, ".pickup-tui-1-aa.tmp"), "of a writer that was killed: not this run's to tidy")
        before = tree(home.path)
        ran = save(home, kind, "--next", "write \x1b[31mit", "--title", "T", "--dry-run")
        assert ran.code == 0, ran
        assert ran.out.startswith("--- /dev/null\n+++ ")
        assert '+next_step: "write ␛[31mit"' in ran.out
        assert tree(home.path) == before
        out = save(home, kind, "--next", "x", "--title", "T", "--dry-run", "--json").json()
        assert os.path.exists(left)
        assert out["handoff"] is None
        assert out["diff"].startswith("---")

    def test_a_dry_run_of_a_change_shows_only_what_changes(self, home: Home, project: str) -> None:
        saved(home, "section", "--next", "one", "--title", "T")
        lines = save(home, "section", "--next", "two", "--title", "T", "--dry-run").out.splitlines()
        assert '-next_step: "one"' in lines
        assert '+next_step: "two"' in lines
        assert "+**What**: T" not in lines

    def test_twenty_savers_at_once_lose_nothing(self, home: Home, project: str) -> None:
        home.write(os.path.join(project, "HANDOFF.md"), "# Handoff\n\n## mine (updated 2026-01-01)\n\nkeep me\n")
        code = (
            "from pickup_tui.__main__ import main\n"
            "assert main(['save', 'section', '--next', 'x', f'--branch=b{number}', f'--title=t{number}']) == 0"
        )
        imports = ("pickup_tui.commands.saving", "pickup_tui.save.section", "pickup_tui.save.guard", "pickup_tui.save.observe", "pickup_tui.collect")
        together(code, 20, imports, home.environ, project)
        found = {row["branch"]: row["topic"] for row in home.run("list", "--all", "--json").json()["handoffs"]}
        assert found == {"mine": "mine", **{f"b{n}": f"t{n}" for n in range(20)}}
        assert sorted(name for name in os.listdir(project) if name != ".git") == ["HANDOFF.md"]


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
    values: dict[str, object] = {"body": incoming.body, **dict(incoming.extra)}
    brief = incoming.brief
    named = {"title": incoming.topic, "plan": incoming.plan, "next_step": brief.next_step, "why_stopped": brief.why_stopped, "plan_progress": brief.plan_progress}
    values |= {name: value for name, value in named.items() if value}
    ran = home.run("save", kind, "-", "--json", "--branch", "main", stdin=json.dumps(values))
    if ran.code == 2 and incoming.is_empty:
        return None
    assert ran.code == 0, ran
    return ran.json()


def test_help_names_every_option(home: Home, tmp_path: Path) -> None:
    out = home.run("save", "-h").out
    for word in ("--next", "--supersedes", "--redact", "--from", "--prs", "--dry-run", "section, card, baton"):
        assert word in out
