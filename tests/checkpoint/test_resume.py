from __future__ import annotations

import os
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lab import TWO
from pickup_tui import run as runner
from pickup_tui.checkpoint import claims, resume
from pickup_tui.checkpoint.restore import restore
from pickup_tui.checkpoint.resume import Outcome, Plan
from pickup_tui.save import checkpoint_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from lab import Lab
    from support import TestWorld

# Programs are really started here, and a process with a session's ID is seen by every restore on the machine:
# these IDs are this run's own.
MINE, YOURS = str(uuid.uuid4()), str(uuid.uuid4())
_SCRIPT = 'printf "%s\\n" "$0" "$@" > "$HOME/started.$(basename "$0")"; pwd >> "$HOME/started.$(basename "$0")"; cat >> "$HOME/started.$(basename "$0")"\n'


@pytest.fixture
def world(lab: Lab) -> TestWorld:
    folder = lab.program("claude", _SCRIPT)
    lab.program("codex", _SCRIPT + "exit 3\n")
    lab.claude(MINE, lab.path("wt/one"))
    lab.codex(YOURS, lab.path("wt/two"))
    lab.values["lanes_in_flight"][1]["session_id"] = YOURS
    lab.save_lane(session_id=MINE)
    return lab.home.world(lab.project, PATH=f"{folder}:{lab.home.environ['PATH']}")


def planned(lab: Lab, world: TestWorld, lane: str = "L1") -> Plan:
    found = resume.plan(lab.project, lane, world)
    assert isinstance(found, Plan), found
    return found


def never(*_: object) -> int:
    raise AssertionError("it was started")


class TestPlan:
    def test_shows_what_will_run(self, lab: Lab, world: TestWorld) -> None:
        plan = planned(lab, world)
        assert plan.argv == ("claude", "-p", "--resume", MINE)
        assert plan.cwd == lab.path("wt/one")
        assert plan.executable == os.path.join(lab.home.path, "bin/claude")

    def test_a_lane_that_is_not_validated(self, lab: Lab, world: TestWorld) -> None:
        lab.save_lane(status="running")
        found = resume.plan(lab.project, "L1", world)
        assert isinstance(found, Outcome)
        assert found.state == "given up"
        assert "running" in found.message

    def test_no_such_lane(self, lab: Lab, world: TestWorld) -> None:
        assert isinstance(resume.plan(lab.project, "L9", world), Outcome)

    def test_not_installed_outside_the_project(self, lab: Lab) -> None:
        lab.program("claude", folder="Projects/uploader/bin")
        path = f"{lab.path('bin')}:bin:.:{lab.home.environ['PATH']}"
        found = resume.plan(lab.project, "L1", lab.home.world(lab.project, PATH=path))
        assert isinstance(found, Outcome)
        assert "can only be copied" in found.message


class TestRun:
    def test_runs_with_the_prompt_on_stdin_in_the_lane_s_folder(self, lab: Lab, world: TestWorld) -> None:
        out = resume.run(planned(lab, world), "go on; $(touch x)\n", world)
        assert (out.state, out.code) == ("done", 0)
        said = Path(lab.home.path, "started.claude").read_text().split("\n")
        assert said[1:] == ["-p", "--resume", MINE, lab.path("wt/one"), "go on; $(touch x)", ""]

    def test_a_failed_run_is_reported_and_not_tried_again(self, lab: Lab, world: TestWorld) -> None:
        plan = planned(lab, world, "L2")
        out = resume.run(plan, "go on", world)
        assert (out.state, out.code) == ("failed", 3)
        assert "not tried again" in out.message
        again = resume.run(plan, "go on", world, never)
        assert again.state == "given up"

    def test_one_that_cannot_be_started(self, lab: Lab, world: TestWorld) -> None:
        lab.program("claude", "#!/nowhere\n")

        def broken(*_: object) -> int:
            raise OSError(8, "Exec format error")

        out = resume.run(planned(lab, world), "go on", world, broken)
        assert out.state == "failed"
        assert "exec format error" in out.message

    @pytest.mark.parametrize("prompt", ["", " ", "\n"])
    def test_without_a_prompt_nothing_runs(self, lab: Lab, world: TestWorld, prompt: str) -> None:
        out = resume.run(planned(lab, world), prompt, world, never)
        assert out.state == "given up"
        assert "prompt" in out.message

    def test_nothing_is_started_twice(self, lab: Lab, world: TestWorld) -> None:
        plan = planned(lab, world)
        started: list[object] = []

        def start(*words: object) -> int:
            started.append(words)
            assert resume.run(plan, "again, while it runs", world, never).state == "given up"
            return 0

        assert resume.run(plan, "go on", world, start).state == "done"
        assert resume.run(plan, "go on", world, never).state == "given up"
        assert len(started) == 1
        lane = lab.restore().lanes[0]
        assert (lane.verdict, lane.argv) == ("blocked", None)
        assert "started from here" in lane.reason
        assert lab.restore().lanes[1].verdict == "validated"

    def test_only_a_later_save_lets_it_be_started_again(self, lab: Lab, world: TestWorld) -> None:
        assert resume.run(planned(lab, world), "go on", world, lambda *_: 0).state == "done"
        lab.save(current_stage="5 review")
        assert lab.verdicts() == ["blocked", "validated"]  # an edit is no save
        lab.save_lane(id="another name")
        assert lab.verdicts() == ["blocked", "validated"]  # the session is the same
        lab.save(saved_at="2026-11-29T10:00:00Z")
        assert lab.verdicts() == ["validated", "validated"]

    def test_of_two_lanes_of_one_session_one_is_started(self, lab: Lab, world: TestWorld) -> None:
        lab.save(lanes_in_flight=[lab.lane1, {**lab.lane1, "id": "L2"}])
        first, second = planned(lab, world, "L1"), planned(lab, world, "L2")
        assert resume.run(first, "go on", world, lambda *_: resume.run(second, "go on", world, never).state != "given up").state == "done"
        assert lab.verdicts() == ["blocked", "blocked"]

    def test_two_at_once(self, lab: Lab, world: TestWorld) -> None:
        claim = planned(lab, world).claim
        assert claims.take(world, claim)
        assert not claims.take(world, claim)
        assert claims.take(world, planned(lab, world, "L2").claim)
        assert claims.started(world, claim)

    def test_a_note_that_cannot_be_written(self, lab: Lab, world: TestWorld) -> None:
        lab.home.write(".local/state", "in the way")
        out = resume.run(planned(lab, world), "go on", world, never)
        assert out.state == "given up"
        assert "cannot be noted" in out.message


def _commit(lab: Lab) -> None:
    lab.home.write(lab.path("wt/one/new.txt"), "x")
    lab.home.commit(lab.path("wt/one"))


_CHANGES: dict[str, Callable[[Lab], object]] = {
    "the lane's HEAD": _commit,
    "the root's branch": lambda lab: lab.home.git(lab.project, "checkout", "-q", "-b", "other"),
    "the artifact": lambda lab: lab.write("out/one.txt", "two\n"),
    "the plan": lambda lab: lab.write(".thunderkit/PLAN.md", "other\n"),
    "the config": lambda lab: lab.write(".thunderkit/config.json", "{}"),
    "the models": lambda lab: lab.write(".thunderkit/config.json", '{"classes": {"planner": "x", "executors": ["y"], "reviewers": "all"}}'),
    "the checkpoint": lambda lab: lab.save(next_action="something else"),
    "the session's ID": lambda lab: (lab.claude(TWO, lab.path("wt/one")), lab.save_lane(session_id=TWO)),
    "the status": lambda lab: lab.save_lane(status="running"),
    "the session's folder": lambda lab: lab.claude(MINE, "/elsewhere"),
    "the session": lambda lab: os.remove(os.path.join(lab.home.path, f".claude/projects/-some-lossy-name/{MINE}.jsonl")),
    "another session": lambda lab: lab.claude(MINE, lab.path("wt/one"), folder="-second"),
    "the worktree": lambda lab: lab.home.git(lab.project, "worktree", "move", "wt/one", "wt/moved"),
    "the program": lambda lab: lab.program("claude", "echo another\n"),
    "no program": lambda lab: os.remove(os.path.join(lab.home.path, "bin/claude")),
    "north star": lambda lab: os.remove(lab.path(".thunderkit/NORTH_STAR.md")),
    "the lane's name": lambda lab: lab.save_lane(id="L3"),
    "a comment": lambda lab: lab.write(".thunderkit/HANDOFF.md", checkpoint_text.write(lab.values) + "# x\n"),
}


@pytest.mark.parametrize("what", _CHANGES)
def test_gives_up_when_anything_changed_since_it_was_asked(lab: Lab, world: TestWorld, what: str) -> None:
    plan = planned(lab, world)
    _CHANGES[what](lab)
    out = resume.run(plan, "go on", world, never)
    assert out.state == "given up"
    assert out.message.startswith("nothing was run")
    assert not os.path.exists(os.path.join(world.state_folder, "started"))


class TestStartedPrograms:
    """Every started process is recorded by the interpreter itself; no word of one may come out of a file."""

    def test_no_word_comes_out_of_a_file(self, lab: Lab, world: TestWorld) -> None:
        words: list[str] = []
        watching = [True]

        def hook(event: str, args: tuple[Any, ...]) -> None:
            if watching[0] and event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"):
                words.extend(os.fsdecode(word) for word in (args[0], *(args[1] if len(args) > 1 else ())))

        lab.values["model_contract"] = None
        lab.lane1.update(reason="$(touch pwned)", harness_version="2.1.3", source="--upload-pack=x")
        lab.save(next_action="--exec=x", current_stage="-rf", open_unknowns="`id`", decisions_this_session=["; rm -rf /"])
        lab.home.commit(lab.project)
        before = len(runner.started)
        sys.addaudithook(hook)
        try:
            plan = planned(lab, world)
            assert resume.run(plan, "go on", world).state == "done"
        finally:
            watching[0] = False
        assert words
        texts = _texts(lab.values)
        assert lab.head in texts
        allowed = {MINE, "claude", "main"}  # the validated ID; the harness's name is a fixed word of ours
        joined = "\n".join(words)
        found = {text for text in texts - allowed if len(text) > 3 and text in joined}
        assert not found, found
        assert len(runner.started) > before
        assert runner.started[-1] == ("claude", "-p", "--resume", MINE)
        assert {argv[0] for argv in runner.started[before:]} == {"git", "claude"}

    def test_restore_starts_nothing_but_git(self, lab: Lab, world: TestWorld) -> None:
        before = len(runner.started)
        assert [lane.verdict for lane in restore(lab.project, world).lanes] == ["validated", "validated"]
        assert {argv[0] for argv in runner.started[before:]} == {"git"}
        assert not os.path.exists(os.path.join(lab.home.path, "started.claude"))


def _texts(value: object) -> set[str]:
    """Every text in the checkpoint, and every word of those."""
    if isinstance(value, dict):
        return set().union(*(_texts(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(_texts(item) for item in value), set())
    return {value, *value.split()} if isinstance(value, str) else set()
