"""Running a validated lane from the screen: asked for there, checked again here, started once (spec: checkpoint.md, "restore").

The screen makes a `Plan`, shows its argv and folder, asks, and calls `run` with the prompt. Everything is then judged
anew, and the run is given up when any of it is not as it was when the person was asked.
"""

from __future__ import annotations

import os

from pickup_tui import run as runner
from pickup_tui.handoff import Record

from . import claims, harness, ids
from .restore import restore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pickup_tui.world import World

    from .restore import Restoration

DONE, FAILED, GIVEN_UP = "done", "failed", "given up"


class Plan(Record):
    """What the person is asked about: the lane, the exact argument list, its folder, the program and the checkpoint's bytes.

    Made by `plan` and `planned` alone. `marks` are the checks that passed, with their reasons, and the program's stamp;
    `claim` names the note that only one start can take.
    """

    __slots__ = ("argv", "claim", "cwd", "executable", "lane", "marks", "project", "sha256")

    def __init__(
        self, project: str, lane: str, argv: tuple[str, ...], cwd: str, executable: str, sha256: str, marks: tuple[str, ...], claim: str
    ) -> None:
        self.project = project
        self.lane = lane
        self.argv = argv
        self.cwd = cwd
        self.executable = executable
        self.sha256 = sha256
        self.marks = marks
        self.claim = claim


class Outcome(Record):
    """What came of it. state: DONE, FAILED (with the exit code, if it ran) or GIVEN_UP (nothing was started)."""

    __slots__ = ("code", "message", "state")

    def __init__(self, state: str, message: str, code: int | None = None) -> None:
        self.state = state
        self.message = message
        self.code = code


def plan(project: str, lane: str, world: World) -> Plan | Outcome:
    """The plan for a lane that is validated now; an Outcome with the reason when it is not. Starts nothing but git."""
    return planned(restore(project, world), lane, world)


def planned(judged: Restoration, lane: str, world: World) -> Plan | Outcome:
    """The same, of what was judged already."""
    found = [verdict for verdict in judged.lanes if verdict.id == lane]
    if len(found) != 1:
        return Outcome(GIVEN_UP, f"the checkpoint has no lane {lane[:60]}")
    verdict = found[0]
    if verdict.verdict != "validated" or not verdict.argv or not verdict.cwd:
        return Outcome(GIVEN_UP, f"{verdict.verdict}: {verdict.reason}")
    if list(verdict.argv) != ids.argv(verdict.argv[0], verdict.argv[-1]):
        return Outcome(GIVEN_UP, "the command is not of the one form that is run")
    executable = harness.executable(verdict.argv[0], world.environ, judged.project)
    if executable is None:
        return Outcome(GIVEN_UP, f"{verdict.argv[0]} is not in PATH, outside the project: the command can only be copied")
    # Whatever passed is part of the plan: a check that passes again for another reason is a change.
    marks = tuple(f"{check.target}/{check.check}: {check.reason}" for check in judged.checks if check.target in ("root", lane))
    claim = claims.key(judged.project, verdict.argv, judged.context.text("saved_at") if judged.context else None)
    return Plan(judged.project, lane, verdict.argv, verdict.cwd, executable, judged.sha256, (*marks, _stamp(executable)), claim)


def _stamp(path: str) -> str:
    """What tells that a program is still the same file."""
    try:
        found = os.stat(path)
    except OSError:
        return "gone"
    return f"{os.path.realpath(path)} {found.st_dev} {found.st_ino} {found.st_size} {found.st_mtime_ns}"


def run(agreed: Plan, prompt: str, world: World, start: Callable[..., int] | None = None) -> Outcome:
    """Checks everything again and starts the lane's program once, in its folder, with `prompt` on its stdin.

    The program has the terminal's stdout and stderr, so the screen must have left it. A failed run is reported and
    never tried again.
    prompt  what the person wants the session to do; empty: nothing is run
    start   starts the program and gives its exit code; tests replace it
    """
    if not prompt.strip():
        return Outcome(GIVEN_UP, "without a prompt nothing is run: the command can be copied")
    now = plan(agreed.project, agreed.lane, world)
    if isinstance(now, Outcome):
        return Outcome(GIVEN_UP, f"nothing was run: {now.message}")
    if now != agreed:
        return Outcome(GIVEN_UP, f"nothing was run: {_changed(agreed, now)} changed since you were asked")
    try:
        if not claims.take(world, agreed.claim):
            return Outcome(GIVEN_UP, "nothing was run: this session was already started from here")
    except OSError as error:
        return Outcome(GIVEN_UP, f"nothing was run: the start cannot be noted: {(error.strerror or 'refused').lower()}")
    try:
        code = (start or _start)(agreed.executable, agreed.argv, agreed.cwd, world.environ, prompt.encode("utf-8", "replace"))
    except OSError as error:
        return Outcome(FAILED, f"{agreed.argv[0]} could not be started: {(error.strerror or 'refused').lower()}; it is not tried again")
    if code:
        return Outcome(FAILED, f"{agreed.argv[0]} ended with {code}; it is not tried again", code)
    return Outcome(DONE, f"{agreed.argv[0]} ended; whether the work is done is for you to check", 0)


def _changed(agreed: Plan, now: Plan) -> str:
    names = [name for name in ("argv", "cwd", "executable", "sha256", "marks") if getattr(agreed, name) != getattr(now, name)]
    words = {"argv": "the command", "cwd": "the folder", "executable": "the program", "sha256": "the checkpoint"}
    return words.get(names[0], "what was checked") if names else "something"


def _start(executable: str, argv: Sequence[str], cwd: str, environ: Mapping[str, str], prompt: bytes) -> int:
    import subprocess

    runner.started.append(tuple(argv))
    clean = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    return subprocess.run([executable, *argv[1:]], cwd=cwd, env=clean, input=prompt, check=False).returncode
