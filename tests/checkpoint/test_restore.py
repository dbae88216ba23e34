"""A checkpoint judged as a whole: what passes, what refuses it, and what becomes of its lanes."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checkpoint.judging import everything_fails, failed, only_lane_one_fails
from lab import HERMES, ONE, Lab, snapshot
from pickup_tui import run
from pickup_tui.checkpoint import git, restore
from pickup_tui.readers.checkpoint import parse
from pickup_tui.save import checkpoint_text

if TYPE_CHECKING:
    from support import Home



class TestEveryCheckPasses:
    def test_the_lanes_get_a_command_and_a_folder(self, lab: Lab) -> None:
        result = lab.restore()
        assert not failed(result, "root")
        assert [(lane.id, lane.verdict) for lane in result.lanes] == [("L1", "validated"), ("L2", "validated")]
        assert result.lanes[0].argv == ("claude", "-p", "--resume", ONE)
        assert result.lanes[0].cwd == lab.path("wt/one")
        assert result.lanes[1].argv == ("codex", "exec", "resume", lab.values["lanes_in_flight"][1]["session_id"])
        assert (result.outcome, result.exit_code) == ("restored-context", 0)

    def test_each_check_has_its_line_for_the_root_and_every_lane(self, lab: Lab) -> None:
        result = lab.restore()
        root = ["config", "north_star", "checkpoint", "repository", "branch", "head", "paths", "artifact", "unchanged"]
        lane = ["fields", "paths", "repository", "branch", "head", "artifact", "origin", "model", "harness", "session", "resumability", "liveness"]
        assert [check.check for check in result.checks if check.target == "root"] == root
        assert [check.check for check in result.checks if check.target == "L2"] == lane
        assert all(check.reason for check in result.checks)

    def test_nothing_is_changed(self, lab: Lab) -> None:
        lab.hermes(HERMES, lab.path("wt/one"))
        lab.save_lane(harness="hermes", session_id=HERMES)
        before = snapshot(lab.home.path)
        lab.restore()
        assert snapshot(lab.home.path) == before

    def test_a_lane_may_work_in_the_root(self, lab: Lab) -> None:
        lab.claude(ONE, lab.project)
        lab.save_lane(worktree=".", branch="main")
        assert lab.verdicts() == ["validated", "validated"]

    def test_without_origin_the_folder_is_the_identity(self, home: Home) -> None:
        lab = Lab(home, origin=None)
        assert lab.verdicts() == ["validated", "validated"]
        lab.save(repository="other")
        everything_fails(lab, "repository", "the repository is uploader, saved was other")

    def test_a_detached_head(self, lab: Lab) -> None:
        lab.home.git(lab.path("wt/one"), "checkout", "-q", "--detach")
        lab.save_lane(branch=None)
        assert lab.verdicts() == ["validated", "validated"]

    def test_a_sha256_repository(self, home: Home) -> None:
        folder = home.project("deep")
        home.git(folder, "init", "-q", "-b", "main", "--object-format=sha256")
        head = home.commit(folder)
        facts = git.facts(folder, home.environ)
        assert facts
        assert (facts.head, len(head)) == (head, 64)
        assert git.only_checkpoint_since(folder, head, head, home.environ)[0]

    def test_a_link_that_stays_inside(self, lab: Lab) -> None:
        os.symlink(lab.path(".thunderkit/PLAN.md"), lab.path("plan.md"))
        lab.save(active_artifact="plan.md")
        assert lab.verdicts() == ["validated", "validated"]


class TestConfigAndNorthStar:
    def test_without_config_the_context_is_shown_and_nothing_resumed(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/config.json"))
        result = lab.restore()
        assert (result.outcome, result.exit_code) == ("blocked", 2)
        assert result.context
        assert result.context.text("next_action") == "write the test"
        assert [lane.verdict for lane in result.lanes] == ["not_resumable", "not_resumable"]
        assert (result.record["decision"], result.record["reason_code"]) == ("blocked", "invalid_config")

    @pytest.mark.parametrize("config", ["", "{", "[]", "null", '{"classes": {}}', '{"a": NaN}', "{}", '{"classes": {"planner": "a", "executors": [], "reviewers": "all"}}'])
    def test_an_invalid_config(self, lab: Lab, config: str) -> None:
        lab.write(".thunderkit/config.json", config)
        result = lab.restore()
        assert result.exit_code == 2
        assert [lane.verdict for lane in result.lanes] == ["not_resumable", "not_resumable"]
        assert result.record["detail"]

    def test_without_north_star(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/NORTH_STAR.md"))
        everything_fails(lab, "north_star", "NORTH_STAR.md is not there")
        result = lab.restore()
        assert (result.outcome, result.exit_code) == ("refused", 1)
        assert result.context


class TestManyLanes:
    def test_two_lanes_of_one_session_are_told(self, lab: Lab) -> None:
        lab.save(lanes_in_flight=[lab.lane1, {**lab.lane1, "id": "L2"}, {**lab.lane1, "id": "L3", "artifact_sha256": "0" * 64}])
        result = lab.restore()
        assert [lane.verdict for lane in result.lanes] == ["validated", "validated", "not_resumable"]
        assert "only one can be started" in result.lanes[0].reason
        assert "only one" not in result.lanes[2].reason

    def test_running_work_gets_no_second_owner(self, lab: Lab) -> None:
        lab.save(lanes_in_flight=[lab.lane1, {**lab.lane1, "id": "L2", "status": "running"}, {**lab.lane1, "id": "L3", "status": "unknown"}])
        result = lab.restore()
        assert [lane.verdict for lane in result.lanes] == ["blocked", "blocked", "unknown"]
        assert "that of lane L2, saved as running" in result.lanes[0].reason
        assert result.lanes[0].argv is None

    def test_git_is_asked_once_per_folder(self, lab: Lab) -> None:
        before = len(run.started)
        lab.restore()
        few = len(run.started) - before
        lab.save(lanes_in_flight=[{**lab.lane1, "id": f"L{at}"} for at in range(40)])
        before = len(run.started)
        assert len(lab.restore().lanes) == 40
        assert len(run.started) - before <= few


class TestTheFile:
    def test_missing(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/HANDOFF.md"))
        result = lab.restore()
        assert (result.outcome, result.exit_code, result.context, result.lanes) == ("blocked", 1, None, ())

    def test_refused(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", checkpoint_text.write(lab.values).replace("branch: main", "branch: !!str main", 1))
        result = lab.restore()
        assert (result.outcome, result.exit_code, result.context, result.lanes) == ("refused", 1, None, ())
        assert failed(result, "root")["checkpoint"] == "line 7: tags are not allowed"

    def test_not_utf8(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", checkpoint_text.write(lab.values).encode().replace(b"use backoff", b"use \xff"))
        assert "not UTF-8" in failed(lab.restore(), "root")["checkpoint"]

    def test_a_link_out_of_the_project(self, lab: Lab) -> None:
        outside = lab.home.write("elsewhere.md", checkpoint_text.write(lab.values))
        os.remove(lab.path(".thunderkit/HANDOFF.md"))
        os.symlink(outside, lab.path(".thunderkit/HANDOFF.md"))
        assert "leads out of the project" in failed(lab.restore(), "root")["checkpoint"]

    def test_a_link_that_stays_inside(self, lab: Lab) -> None:
        os.rename(lab.path(".thunderkit/HANDOFF.md"), lab.path("out/real.md"))
        os.symlink("../out/real.md", lab.path(".thunderkit/HANDOFF.md"))
        assert lab.verdicts() == ["validated", "validated"]

    def test_a_folder_that_is_a_link_out(self, lab: Lab) -> None:
        shutil.move(lab.path(".thunderkit"), os.path.join(lab.home.path, "kit"))
        os.symlink(os.path.join(lab.home.path, "kit"), lab.path(".thunderkit"))
        result = lab.restore()
        assert result.exit_code == 2
        assert "leads out of the project" in failed(result, "root")["checkpoint"]

    def test_a_fifo(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/HANDOFF.md"))
        os.mkfifo(lab.path(".thunderkit/HANDOFF.md"))
        assert "no regular file" in failed(lab.restore(), "root")["checkpoint"]

    def test_too_large(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", "#" * 300_000)
        assert lab.restore().exit_code == 1

    def test_legacy_is_shown_and_never_resumed(self, lab: Lab) -> None:
        lab.save_lane(session_id=ONE)
        text = checkpoint_text.write(lab.values).replace("- id: L1", f"- id: L1\n  resume: claude -p --resume {ONE}", 1)
        lab.write(".thunderkit/HANDOFF.md", text)
        result = lab.restore()
        assert (result.outcome, result.exit_code) == ("refused", 1)
        assert result.context
        assert result.context.legacy
        assert [(lane.id, lane.verdict, lane.argv) for lane in result.lanes] == [("L1", "not_resumable", None), ("L2", "not_resumable", None)]

    def test_a_malformed_lane_leaves_the_others_alone(self, lab: Lab) -> None:
        lab.save_lane(status="sleeping")
        only_lane_one_fails(lab, "fields", "status must be one of")


class TestStatus:
    @pytest.mark.parametrize(
        ("status", "verdict"), [("blocked", "validated"), ("running", "blocked"), ("completed", "not_resumable"), ("unknown", "unknown"), (None, "unknown")]
    )
    def test_when_every_check_passes(self, lab: Lab, status: str | None, verdict: str) -> None:
        lab.save_lane(status=status)
        assert lab.verdicts() == [verdict, "validated"]

    @pytest.mark.parametrize(
        ("status", "verdict"), [("blocked", "not_resumable"), ("running", "blocked"), ("completed", "not_resumable"), ("unknown", "not_resumable")]
    )
    def test_when_a_check_fails(self, lab: Lab, status: str, verdict: str) -> None:
        lab.save_lane(status=status, session_id=None)
        assert lab.verdicts() == [verdict, "validated"]

    def test_saved_as_not_resumable(self, lab: Lab) -> None:
        lab.save_lane(resumability="not_resumable", reason="the quota ran out")
        only_lane_one_fails(lab, "resumability", "the quota ran out")

    @pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are seen in /proc, which is not here")
    def test_a_process_that_has_the_session(self, lab: Lab) -> None:
        import subprocess
        import uuid

        own = str(uuid.uuid4())  # seen by every restore on the machine: another test's must not be
        lab.claude(own, lab.path("wt/one"))
        lab.save_lane(session_id=own)
        program = lab.home.write("bin/claude", "import sys; print('ready', flush=True); sys.stdin.read()\n", None)
        with subprocess.Popen(
            [sys.executable, program, "-p", "--resume", own], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            only_lane_one_fails(lab, "liveness", "may be at work", "unknown")
            process.communicate()
        assert lab.verdicts() == ["validated", "validated"]


def test_the_project_is_found_from_where_the_shell_stands(lab: Lab) -> None:
    world = lab.home.world(lab.path("out"))
    assert restore.project_of(None, world) == lab.project
    assert restore.project_of(".", lab.home.world(lab.project)) == lab.project
    assert restore.project_of(f"checkpoint:{lab.project}/.thunderkit/HANDOFF.md", world) == lab.project
    assert restore.project_of("~/Projects/uploader", world) == lab.project
    assert restore.project_of(None, lab.home.world(lab.home.path)) == lab.home.path


def test_what_the_lab_writes_is_valid(lab: Lab) -> None:
    assert not parse(Path(lab.path(".thunderkit/HANDOFF.md")).read_text()).refusals
