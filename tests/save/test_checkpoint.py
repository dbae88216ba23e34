from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lab import ONE, Lab, digest
from pickup_tui.checkpoint import files
from pickup_tui.readers.checkpoint import parse
from pickup_tui.save import checkpoint as saving
from pickup_tui.save import checkpoint_text, safe
from pickup_tui.save.safe import NotSaved

if TYPE_CHECKING:
    from pickup_tui.readers.lanes import Checkpoint
    from support import Home

GIVEN = f"""
stage: 4 execute
next: "write the 429 test: now"
decisions: [use backoff, "keep: it"]
unknowns: none
artifact: .thunderkit/PLAN.md
lanes:
- id: L1
  worktree: wt/one
  harness: claude
  harness_version: 2.1.3
  session_id: {ONE}
  model_class: executors
  effective_model: {{catalog_key: blue, provider: p, model_id: m}}
  origin: owned
  artifact: out/one.txt
  status: blocked
"""


@pytest.fixture
def lab(home: Home) -> Lab:
    return Lab(home)


def save(lab: Lab, text: str = GIVEN, **more: Any) -> tuple[Checkpoint, saving.Saved]:
    saved = saving.save(lab.project, text, lab.home.world(lab.project), **more)
    parsed = parse(Path(lab.path(".thunderkit/HANDOFF.md")).read_text(encoding="utf-8"))
    assert parsed.checkpoint
    assert not parsed.refusals
    return parsed.checkpoint, saved


def refused(lab: Lab, text: str, words: str) -> None:
    path = Path(lab.path(".thunderkit/HANDOFF.md"))
    before = path.read_bytes()
    with pytest.raises(NotSaved) as caught:
        saving.save(lab.project, text, lab.home.world(lab.project))
    assert words in caught.value.message
    assert caught.value.hint
    assert path.read_bytes() == before
    assert sorted(os.listdir(lab.path(".thunderkit"))) == ["HANDOFF.md", "NORTH_STAR.md", "PLAN.md", "config.json"]


class TestWhatIsObserved:
    def test_repository_branch_head_digests_and_time(self, lab: Lab) -> None:
        found, saved = save(lab)
        assert saved.path == lab.path(".thunderkit/HANDOFF.md")
        assert found.text("repository") == "example.org/acme/uploader"
        assert (found.text("branch"), found.text("head")) == ("main", lab.head)
        assert found.text("active_artifact_sha256") == digest("plan\n")
        assert found.text("saved_at") == "2026-11-29T12:00:00Z"
        assert found.text("north_star") == ".thunderkit/NORTH_STAR.md"
        lane = found.lanes[0]
        assert (lane.text("branch"), lane.text("head"), lane.text("artifact_sha256")) == ("lane/one", lab.head, digest("one\n"))
        assert not saved.warnings

    def test_what_was_saved_can_be_restored(self, lab: Lab) -> None:
        save(lab)
        assert lab.verdicts() == ["validated"]
        lab.home.commit(lab.project)
        assert lab.verdicts() == ["validated"]

    def test_what_the_caller_says_of_it_is_told_and_not_taken(self, lab: Lab) -> None:
        found, saved = save(lab, GIVEN + f"branch: other\nhead: {'1' * 40}\nrepository: x\nsaved_at: 2020-01-01\n")
        assert (found.text("branch"), found.text("head")) == ("main", lab.head)
        assert len(saved.warnings) == 3
        found, saved = save(lab, GIVEN.replace("  worktree: wt/one", "  worktree: wt/one\n  branch: other"))
        assert found.lanes[0].text("branch") == "lane/one"
        assert "lane L1: branch: other was given" in saved.warnings[0]

    def test_what_nobody_knows_is_null(self, lab: Lab) -> None:
        found, _ = save(lab, "next_action: go on\nlanes: [{id: L1}]\n")
        assert all(found.values[name] is None for name in ("current_stage", "context_at_save", "active_artifact", "model_contract", "open_unknowns"))
        lane = found.lanes[0]
        assert all(lane.values[name] is None for name in ("session_id", "worktree", "branch", "head", "harness", "effective_model"))
        assert (lane.text("status"), lane.text("origin"), lane.text("resumability")) == ("unknown", "unknown", "not_resumable")

    def test_a_missing_worktree(self, lab: Lab) -> None:
        shutil.rmtree(lab.path("wt/one"))
        found, saved = save(lab)
        assert found.lanes[0].text("head") is None
        assert "worktree" in saved.warnings[0]

    def test_the_installed_version(self, lab: Lab) -> None:
        lab.home.write("lib/package.json", json.dumps({"version": "2.2.0", "bin": {"claude": "claude"}}))
        folder = lab.program("claude", folder="lib")
        world = lab.home.world(lab.project, PATH=f"{folder}:{lab.home.environ['PATH']}")
        saving.save(lab.project, GIVEN.replace("  harness_version: 2.1.3\n", ""), world)
        found = parse(Path(lab.path(".thunderkit/HANDOFF.md")).read_text()).checkpoint
        assert found
        assert found.lanes[0].text("harness_version") == "2.2.0"

    def test_outside_git(self, home: Home) -> None:
        folder = home.project("plain")
        saved = saving.save(folder, "next_action: go on", home.world())
        found = parse(saved.after).checkpoint
        assert found
        assert (found.text("repository"), found.text("branch"), found.text("head")) == ("plain", None, None)

    def test_needs_no_config(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/config.json"))
        _, saved = save(lab)
        assert (saved.record["decision"], saved.record["reason_code"]) == ("owned", "owned_policy")

    def test_flags_go_before_the_text(self, lab: Lab) -> None:
        found, _ = save(lab, flags={"next_action": "another"})
        assert found.text("next_action") == "another"
        assert found.text("current_stage") == "4 execute"


class TestForms:
    def test_json(self, lab: Lab) -> None:
        yaml, _ = save(lab)
        values = {"stage": "4 execute", "next": "write the 429 test: now", "decisions": ["use backoff", "keep: it"], "unknowns": "none"}
        lane: dict[str, Any] = {"id": "L1", "worktree": "wt/one", "harness": "claude", "harness_version": "2.1.3", "session_id": ONE, "model_class": "executors", "status": "blocked"}
        lane |= {"effective_model": {"catalog_key": "blue", "provider": "p", "model_id": "m"}, "origin": "owned", "artifact": "out/one.txt"}
        text = json.dumps({**values, "artifact": ".thunderkit/PLAN.md", "lanes": [lane], "schema_version": 1})
        assert save(lab, text)[0] == yaml

    def test_a_checkpoint_itself_comes_back_unchanged_in_meaning(self, lab: Lab) -> None:
        before = parse(checkpoint_text.write(lab.values)).checkpoint
        assert before
        after, saved = save(lab, checkpoint_text.write(lab.values))
        assert not saved.warnings
        assert {**after.values, "saved_at": None} == {**before.values, "saved_at": None}
        lanes = [({**lane.values, "reason": None}, {**was.values, "reason": None}) for lane, was in zip(after.lanes, before.lanes, strict=True)]
        assert all(now == was for now, was in lanes)

    @pytest.mark.parametrize("value", ["null", "~", "yes", "1958e194", "012", "a: b", "- x", "# x", "", " x ", "{x}", "'", '"', "\\", "a\nb", "\u202e", "é", "\U0001f3e0", "\x00"])
    def test_values_that_need_it_are_quoted(self, lab: Lab, value: str) -> None:
        found, _ = save(lab, json.dumps({"next_action": value, "decisions": [value]}))
        assert found.text("next_action") == value
        assert found.values["decisions_this_session"] == (value,)


class TestRefusing:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("[a]", "no mapping"),
            ("just words", "no mapping"),
            ("stage: [", "line 1"),
            ("stage: &x a", "anchors"),
            ("stage: !!str a", "tags"),
            ("stage: a\nstage: b", "stands twice"),
            ("stage: a\ncurrent_stage: b", "given twice"),
            ("colour: red", "unknown field 'colour'"),
            ("stage: {a: b}", "current_stage must be text"),
            ("lanes: none", "lanes_in_flight must be a list"),
            ("lanes: [x]", "lane 1 is no mapping"),
            ("lanes: [{id: L1, resume: claude}]", "unknown field 'resume'"),
            ("lanes: [{id: L1, status: sleeping}]", "status must be one of"),
            ("lanes: [{id: L1, resumability: validated, session_id: x}]", "resumability must be one of"),
            ("lanes: [{worktree: wt/one}]", "no id"),
            ("lanes: [{id: L1}, {id: L1}]", "two lanes"),
            ("lanes: [{id: L1, artifact: ../x}]", "climbs"),
            ("artifact: /etc/passwd", "absolute"),
            ("artifact: .thunderkit", "no regular file"),
            ("schema_version: 2", "schema_version 2 is not known"),
            ('{"stage": NaN}', "no finite number"),
            ('{"stage": "a", "stage": "b"}', "stands twice"),
            ("next: use ghp_0123456789abcdefABCDEF0123456789abcd", "GitHub Token"),
        ],
    )
    def test_leaves_the_previous_one(self, lab: Lab, text: str, words: str) -> None:
        refused(lab, text, words)

    def test_redacted(self, lab: Lab) -> None:
        token = "ghp_0123456789abcdefABCDEF0123456789abcd"
        found, saved = save(lab, f"next: use {token}", redact=True)
        assert token not in saved.after
        assert "[redacted: GitHub Token]" in (found.text("next_action") or "")
        assert "GitHub Token" in saved.warnings[0]
        assert token not in saved.warnings[0]

    def test_a_folder_that_is_a_link_out(self, lab: Lab) -> None:
        shutil.move(lab.path(".thunderkit"), os.path.join(lab.home.path, "kit"))
        os.symlink(os.path.join(lab.home.path, "kit"), lab.path(".thunderkit"))
        with pytest.raises(NotSaved, match="leads out"):
            saving.save(lab.project, "next: x", lab.home.world())

    def test_a_dry_run_writes_nothing(self, lab: Lab) -> None:
        before = Path(lab.path(".thunderkit/HANDOFF.md")).read_text()
        saved = saving.save(lab.project, GIVEN, lab.home.world(), dry_run=True)
        assert (saved.change.before, Path(lab.path(".thunderkit/HANDOFF.md")).read_text()) == (before.encode(), before)
        assert "use backoff" in saved.after


class TestFailures:
    @pytest.mark.parametrize("step", ["locked", "read", "created", "written", "synced"])
    def test_before_the_rename_the_old_one_survives(self, lab: Lab, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
        before = Path(lab.path(".thunderkit/HANDOFF.md")).read_bytes()

        def fail(name: str) -> None:
            if name == step:
                raise KeyboardInterrupt

        monkeypatch.setattr(safe, "on_step", fail)
        with pytest.raises(KeyboardInterrupt):
            saving.save(lab.project, GIVEN, lab.home.world())
        assert Path(lab.path(".thunderkit/HANDOFF.md")).read_bytes() == before
        assert sorted(os.listdir(lab.path(".thunderkit"))) == ["HANDOFF.md", "NORTH_STAR.md", "PLAN.md", "config.json"]

    def test_what_does_not_read_back_is_taken_back(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        path = Path(lab.path(".thunderkit/HANDOFF.md"))
        before = path.read_bytes()
        real = files.read

        def damaged(root: str, name: str, limit: int) -> files.Contents:
            found = real(root, name, limit)
            return files.Contents(found.data.replace(b"use backoff", b"use force"), found.sha256)

        monkeypatch.setattr(files, "read", damaged)
        with pytest.raises(NotSaved, match="does not read back") as caught:
            saving.save(lab.project, GIVEN, lab.home.world())
        assert path.read_bytes() == before
        assert "previous checkpoint is back" in caught.value.hint

    def test_a_first_one_that_does_not_read_back_is_taken_away(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = home.project("fresh", git=True)
        monkeypatch.setattr(files, "read", lambda *_: files.Contents(b"schema_version: 1\n", ""))
        with pytest.raises(NotSaved, match="does not read back"):
            saving.save(folder, "next: x", home.world())
        assert os.listdir(os.path.join(folder, ".thunderkit")) == []

    def test_the_first_one_makes_the_folder(self, home: Home) -> None:
        folder = home.project("fresh", git=True)
        saving.save(folder, "next: x", home.world())
        assert os.listdir(os.path.join(folder, ".thunderkit")) == ["HANDOFF.md"]
