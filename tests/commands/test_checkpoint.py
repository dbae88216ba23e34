from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lab import HERMES, ONE, Lab
from pickup_tui import when
from pickup_tui.checkpoint import restore, view
from pickup_tui.save import checkpoint_text
from support import FORBIDDEN, HOSTILE

if TYPE_CHECKING:
    from support import Home

KEYS = ["schema_version", "skill", "operation", "decision", "reason_code", "detail", "target", "bindings", "runtime_home", "evidence_paths"]


@pytest.fixture
def lab(home: Home) -> Lab:
    return Lab(home)


class TestRestore:
    def test_says_all_and_runs_nothing(self, lab: Lab) -> None:
        ran = lab.home.run("restore", lab.project)
        assert ran.code == 0
        assert "✓ root: head: HEAD is the saved commit" in ran.out
        assert "L1: validated: every check passed" in ran.out
        assert f"in ~/Projects/uploader/wt/one: claude -p --resume {ONE}" in ran.out
        assert "Nothing was run." in ran.out
        assert ran.err == ""

    def test_json(self, lab: Lab) -> None:
        shown = lab.home.run("restore", "--json", cwd=lab.path("out")).json()
        assert list(shown) == ["schema_version", "record", "outcome", "context", "checks", "lanes"]
        assert list(shown["record"]) == KEYS
        assert shown["outcome"] == "restored-context"
        assert shown["context"]["next_action"] == "write the test"
        assert shown["context"]["lanes_in_flight"][0]["session_id"] == ONE
        assert len(shown["context"]) == 15
        assert len(shown["context"]["lanes_in_flight"][0]) == 24
        assert all(list(check) == ["target", "check", "ok", "reason"] for check in shown["checks"])
        assert shown["lanes"][0] == {
            "id": "L1",
            "verdict": "validated",
            "reason": "every check passed",
            "argv": ["claude", "-p", "--resume", ONE],
            "cwd": lab.path("wt/one"),
        }

    @pytest.mark.parametrize("way", ["a folder", "an id", "its path", "where the shell stands"])
    def test_which_project(self, lab: Lab, way: str) -> None:
        path = lab.path(".thunderkit/HANDOFF.md")
        words = {"a folder": [lab.project], "an id": [f"checkpoint:{path}"], "its path": [path]}.get(way, [])
        assert lab.home.run("restore", *words, cwd=lab.project if way.startswith("where") else lab.home.path).code == 0

    @pytest.mark.parametrize(
        ("break_it", "code", "outcome", "reason"),
        [
            (".thunderkit/config.json", 2, "blocked", "invalid_config"),
            (".thunderkit/HANDOFF.md", 1, "blocked", "owned_policy"),
            (".thunderkit/NORTH_STAR.md", 1, "refused", "owned_policy"),
        ],
    )
    def test_exit_codes_with_the_object_at_each(self, lab: Lab, break_it: str, code: int, outcome: str, reason: str) -> None:
        os.remove(lab.path(break_it))
        ran = lab.home.run("restore", lab.project, "--json")
        assert ran.code == code
        shown = ran.json()
        assert (shown["outcome"], shown["record"]["reason_code"]) == (outcome, reason)
        assert list(shown["record"]) == KEYS
        assert lab.home.run("restore", lab.project).code == code

    @pytest.mark.parametrize("words", [("--bogus",), ("a", "b"), ("--root", "")])
    def test_its_own_object_also_when_the_words_are_off(self, lab: Lab, words: tuple[str, ...]) -> None:
        ran = lab.home.run("restore", *words, "--json")
        shown = ran.json()
        assert list(shown) == ["schema_version", "record", "outcome", "context", "checks", "lanes"]
        assert list(shown["record"]) == KEYS
        record = shown["record"]
        assert (ran.code, shown["outcome"], record["operation"], record["decision"], record["reason_code"]) == (2, "blocked", "restore", "blocked", "invalid_config")
        assert shown["checks"][0]["ok"] is False
        assert record["detail"] in ran.err

    def test_a_checkpoint_that_is_too_large_is_refused(self, lab: Lab) -> None:
        with open(lab.path(".thunderkit/HANDOFF.md"), "a") as file:
            file.write("# x\n" * 70_000)
        ran = lab.home.run("restore", lab.project, "--json")
        (check,) = [check for check in ran.json()["checks"] if check["check"] == "checkpoint"]
        assert (ran.code, check["ok"], "more than 262144" in check["reason"]) == (1, False, True)

    def test_judged_and_refused_lanes_are_no_failure(self, lab: Lab) -> None:
        lab.save_lane(session_id=None)
        assert lab.home.run("restore", lab.project).code == 0

    @pytest.mark.parametrize("text", ["branch: !!str x", "", "- a"])
    def test_a_refused_file(self, lab: Lab, text: str) -> None:
        lab.write(".thunderkit/HANDOFF.md", text)
        ran = lab.home.run("restore", lab.project, "--json")
        assert (ran.code, ran.json()["outcome"], ran.json()["context"]) == (1, "refused", None)

    @pytest.mark.parametrize("bad", HOSTILE)
    def test_nothing_hostile_comes_out(self, lab: Lab, bad: str) -> None:
        bad = bad.encode("utf-8", "replace").decode()
        lab.save_lane(reason=bad, id=f"L {bad}", session_id=bad, branch=bad, worktree=bad, source=bad, harness=bad, resumability="not_resumable")
        lab.save(next_action=bad, current_stage=bad, open_unknowns=bad, decisions_this_session=[bad], repository=bad)
        for words in ([], ["--json"]):
            ran = lab.home.run("restore", lab.project, *words)
            assert ran.code == 0, ran
            assert not FORBIDDEN.intersection(ran.out), ran.out
        assert lab.home.run("list").code == 0


class TestPreview:
    def test_a_line_a_lane(self, lab: Lab) -> None:
        lab.save_lane(status="running")
        lines = view.preview(restore.restore(lab.project, lab.home.world()))
        assert lines == (("L1", "blocked", "saved as running: its owner may still be at work"), ("L2", "validated", "every check passed"))

    def test_a_legacy_file_has_its_lanes_too(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", checkpoint_text.write(lab.values).replace("- id: L1", "- id: L1\n  argv: [x]", 1))
        lines = view.preview(restore.restore(lab.project, lab.home.world()))
        assert [line[:2] for line in lines] == [("L1", "not_resumable"), ("L2", "not_resumable")]
        assert "older format" in lines[0][2]


class TestRow:
    def test_is_in_the_list(self, lab: Lab) -> None:
        (row,) = lab.home.run("list", "--json").json()["handoffs"]
        assert (row["kind"], row["topic"], row["project"], row["branch"]) == ("checkpoint", "4 execute", "uploader", "main")
        assert when.seconds(when.parse(row["last_session"]) or "", 0) == when.seconds("2026-11-28T10:00:00+00:00", 0)
        assert (row["next_step"], row["hash"], row["marks"]) == ("write the test", lab.head, [])

    def test_a_legacy_one_is_marked(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", "saved_at: 2026-06-01 14:00 · head: 1a2b3c4\ncurrent_stage: 5 review\n")
        (row,) = lab.home.run("list", "--json").json()["handoffs"]
        assert (row["topic"], row["marks"]) == ("5 review", ["legacy"])

    def test_a_refused_one_is_shown_and_told(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", checkpoint_text.write(lab.values) + "colour: red\n")
        shown = lab.home.run("list", "--json").json()
        assert shown["handoffs"][0]["topic"] == "4 execute"
        assert "unknown field 'colour'" in shown["problems"][0]["what"]


class TestSave:
    def test_writes_and_shows(self, lab: Lab) -> None:
        ran = lab.home.spawn("save", "checkpoint", cwd=lab.path("out"), stdin="stage: 5 review\nnext: merge\n")
        assert ran.code == 0, ran
        assert lab.path(".thunderkit/HANDOFF.md") in ran.out
        assert "5 review" in ran.out
        assert "capture: unavailable" in ran.out

    def test_json(self, lab: Lab) -> None:
        ran = lab.home.spawn("save", "checkpoint", "-", "--project", lab.project, "--json", stdin='{"stage": "5 review", "branch": "x"}')
        shown = ran.json()
        assert list(shown) == ["schema_version", "kind", "path", "branch", "warnings", "handoff", "record", "capture"]
        assert (shown["kind"], shown["branch"], shown["capture"]) == ("checkpoint", "main", "unavailable")
        assert shown["handoff"]["topic"] == "5 review"
        assert list(shown["record"]) == KEYS
        assert shown["record"]["operation"] == "save"
        assert shown["warnings"] == ["branch: x was given, main is what is there and was saved"]

    def test_from_a_file_and_from_options(self, lab: Lab) -> None:
        given = lab.home.write("given.yaml", "stage: from a file\n")
        assert lab.home.run("save", "checkpoint", given, cwd=lab.project).code == 0
        assert "from a file" in Path(lab.path(".thunderkit/HANDOFF.md")).read_text()
        assert lab.home.run("save", "checkpoint", "--title", "6 ship", "--next", "merge", cwd=lab.project).code == 0
        assert 'current_stage: "6 ship"' in Path(lab.path(".thunderkit/HANDOFF.md")).read_text()

    def test_a_dry_run_shows_the_difference(self, lab: Lab) -> None:
        ran = lab.home.spawn("save", "checkpoint", "--dry-run", cwd=lab.project, stdin="stage: 5 review\n")
        assert ran.code == 0
        assert '+current_stage: "5 review"' in ran.out
        assert '-current_stage: "4 execute"' in ran.out
        assert "5 review" not in Path(lab.path(".thunderkit/HANDOFF.md")).read_text()

    def test_a_dry_run_is_one_object_too(self, lab: Lab) -> None:
        ran = lab.home.run("save", "checkpoint", "-", "--dry-run", "--json", cwd=lab.project, stdin="stage: 5 review\nbranch: other\n")
        shown = ran.json()
        assert list(shown) == ["schema_version", "kind", "path", "branch", "warnings", "handoff", "record", "capture", "diff"]
        assert (ran.code, ran.err, shown["kind"], shown["branch"], shown["handoff"]) == (0, "", "checkpoint", "main", None)
        assert shown["path"] == lab.path(".thunderkit/HANDOFF.md")
        assert '+current_stage: "5 review"' in shown["diff"]
        assert "other was given" in shown["warnings"][0]

    def test_the_home_folder_is_no_project_also_where_it_is_a_repository(self, home: Home) -> None:
        home.git(home.path, "init", "-q")
        for where in ((), ("--project", "~"), ("--project", "/")):
            ran = home.run("save", "checkpoint", "--next", "x", *where, "--json")
            assert (ran.code, "is no project" in ran.json()["error"]["message"]) == (1, True), ran
        assert not os.path.exists(os.path.join(home.path, ".thunderkit"))

    @pytest.mark.parametrize(("below", "root"), [("Projects/plain/deep/er", "Projects/plain"), ("notes", "notes")])
    def test_it_is_saved_where_the_list_looks(self, home: Home, below: str, root: str) -> None:
        """A folder without git below a home that is a repository: the root's child, else the folder itself."""
        home.git(home.path, "init", "-q")
        cwd = os.path.join(home.path, below)
        os.makedirs(cwd)
        saved = home.run("save", "checkpoint", "--title", "stage", "--next", "x", "--json", cwd=cwd).json()
        assert saved["path"] == os.path.join(home.path, root, ".thunderkit/HANDOFF.md")
        assert [row["id"] for row in home.run("list", "--json", cwd=cwd).json()["handoffs"]] == [saved["handoff"]["id"]]

    @pytest.mark.parametrize(("words", "stdin", "code", "said"), [
        ([], "", 2, "nothing to save"),
        ([], "colour: red", 1, "unknown field 'colour'"),
        (["none.yaml"], "", 1, "none.yaml cannot be read"),
        (["--status", "done"], "stage: x", 2, "takes no --status"),
    ])  # fmt: skip
    def test_what_it_does_not_save(self, lab: Lab, words: list[str], stdin: str, code: int, said: str) -> None:
        ran = lab.home.spawn("save", "checkpoint", *words, "--json", cwd=lab.project, stdin=stdin)
        assert ran.code == code
        assert said in ran.json()["error"]["message"]


class TestLookup:
    def consent(self, lab: Lab, host: str = "claude", *consents: str) -> str:
        values = {"host": host, "consents": consents, "observed_at": when.iso(lab.home.now - 60)}
        return lab.write(".thunderkit/capabilities.json", json.dumps(values))

    def test_finds(self, lab: Lab) -> None:
        path = self.consent(lab, "claude", "lookup")
        lab.claude(ONE, lab.project)
        ran = lab.home.run("lookup", ONE, "--project", lab.project, "--harness", "claude", "--days", "3", "--capabilities", path, "--json")
        shown = ran.json()
        assert ran.code == 0
        assert list(shown) == ["schema_version", "record", "outcome", "reason", "candidates"]
        assert list(shown["record"]) == KEYS
        assert (shown["outcome"], shown["record"]["reason_code"]) == ("found", "peer_missing")
        assert shown["candidates"][0]["session_id"] == ONE
        assert ONE in lab.home.run("lookup", ONE, "--project", lab.project, "--capabilities", path).out

    @pytest.mark.parametrize("words", [(), ("x", "--days", "q"), ("x", "--harness", "emacs"), ("x", "y"), ("x", "--capabilities", "")])
    def test_its_own_object_also_when_the_words_are_off(self, lab: Lab, words: tuple[str, ...]) -> None:
        ran = lab.home.run("lookup", *words, "--json")
        shown = ran.json()
        assert list(shown) == ["schema_version", "record", "outcome", "reason", "candidates"]
        assert list(shown["record"]) == KEYS
        assert (ran.code, shown["outcome"], shown["record"]["operation"], shown["record"]["reason_code"]) == (2, "not searched", "lookup", "invalid_config")
        assert shown["reason"] in ran.err

    def test_exit_codes_with_the_object_at_each(self, lab: Lab) -> None:
        ran = lab.home.run("lookup", ONE, "--project", lab.project, "--json")
        assert (ran.code, ran.json()["outcome"], ran.json()["record"]["reason_code"]) == (2, "not searched", "invalid_config")
        path = self.consent(lab)
        ran = lab.home.run("lookup", ONE, "--project", lab.project, "--capabilities", path, "--json")
        assert (ran.code, ran.json()["outcome"], ran.json()["record"]["reason_code"]) == (0, "not searched", "peer_missing")
        ran = lab.home.run("lookup", HERMES, "--project", lab.project, "--harness", "hermes", "--capabilities", path, "--json")
        assert (ran.code, ran.json()["outcome"], ran.json()["record"]["reason_code"]) == (0, "not searched", "unsupported_host")
        os.remove(lab.path(".thunderkit/config.json"))
        ran = lab.home.run("lookup", ONE, "--project", lab.project, "--capabilities", path, "--json")
        assert (ran.code, ran.json()["record"]["decision"]) == (2, "blocked")
