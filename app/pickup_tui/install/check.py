"""Runs the installed hook as the agent runs it, and says what came back (for `doctor`)."""

from __future__ import annotations

import json
import os
import time

from pickup_tui.handoff import Record
from pickup_tui.save import safe

from . import agents
from .program import NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pickup_tui.world import World


class HookCheck(Record):
    """What running one hook showed.

    path     the settings file that holds it
    command  what the agent runs; None: there is no hook of ours
    ok       the agent gets what it can use, or nothing because nothing waits
    what     a sentence: the hint, or what is wrong
    seconds  how long it took; None: it was not run
    """

    __slots__ = ("command", "ok", "path", "seconds", "what")

    def __init__(self, path: str, command: str | None, what: str, *, ok: bool, seconds: float | None = None) -> None:
        self.path = path
        self.command = command
        self.what = what
        self.ok = ok
        self.seconds = seconds

    @property
    def as_json(self) -> dict[str, object]:
        """As `doctor --json` gives it."""
        return {"path": self.path, "command": self.command, "ok": self.ok, "what": self.what, "seconds": self.seconds}


def hooks(world: World) -> list[HookCheck]:
    """Runs every SessionStart hook in Claude Code's settings that starts this program; at least one answer."""
    path = os.path.join(world.claude_folder, "settings.json")
    try:
        data = safe.read(path)
        found = agents.commands(data, path)
        off = data is not None and _disabled(data)
    except safe.NotSaved as error:
        return [HookCheck(path, None, error.message.removesuffix(": not changed"), ok=False)]
    if not found:
        return [HookCheck(path, None, "not installed: `pickup-tui install claude` adds it", ok=True)]
    checks = [_run(path, command, world) for command in found]
    if off:
        checks.append(HookCheck(path, None, 'all hooks are switched off by "disableAllHooks"', ok=False))
    if len(found) > 1:
        checks.append(HookCheck(path, None, f"{len(found)} hooks give the hint: one is enough", ok=False))
    return checks


def asked(world: World) -> bytes:
    """What the agent writes to the hook's stdin when a session starts."""
    event = {
        "session_id": "00000000-0000-4000-8000-000000000000",
        "transcript_path": os.path.join(world.claude_folder, "projects", "doctor.jsonl"),
        "cwd": world.cwd,
        "hook_event_name": "SessionStart",
        "source": "startup",
    }
    return json.dumps(event).encode()


def judge(code: int, out: bytes) -> str | None:
    """What is wrong with a hook's exit code and output, by the agent's documented form; None: nothing is."""
    if code != 0:
        return f"it ends with exit code {code}, which the agent reports as a failed hook"
    if not out.strip():
        return None
    try:
        value = json.loads(out)
        inner = value["hookSpecificOutput"]
        if inner["hookEventName"] == "SessionStart" and isinstance(inner["additionalContext"], str):
            return None
    except (ValueError, LookupError, TypeError):
        pass
    return "its output is not the JSON of a SessionStart hook, so the agent drops it"


def _run(path: str, command: str, world: World) -> HookCheck:
    from pickup_tui.run import run

    start = time.monotonic()
    environ = {**world.environ, "CLAUDE_PROJECT_DIR": world.cwd}
    done = run(["/bin/sh", "-c", command], timeout=agents.TIMEOUT, environ=environ, cwd=world.cwd, feed=asked(world))
    seconds = round(time.monotonic() - start, 3)
    if done.failure is not None or done.code is None:
        return HookCheck(path, command, f"it does not run: {done.failure}", ok=False, seconds=seconds)
    wrong = judge(done.code, done.out) or (None if done.out.strip() else _broken(command, world))
    return HookCheck(path, command, wrong or _context(done.out), ok=wrong is None, seconds=seconds)


def _broken(command: str, world: World) -> str | None:
    """Why a hook that said nothing cannot say anything; None: there was just nothing to say.

    The hook hides its errors from the session, so this starts its programs once more.
    """
    import shlex

    from pickup_tui.run import run

    words = shlex.split(command)
    named = [shlex.join(words[: words.index("hint")])] if "hint" in words else []
    tries = dict.fromkeys((*named, NAME))
    for start in tries:
        if run(["/bin/sh", "-c", f"{start} --version"], timeout=agents.TIMEOUT, environ=world.environ, cwd=world.cwd).ok:
            return None
    return f"neither {' nor '.join(tries)} starts: run `pickup-tui install claude` again" if len(tries) > 1 else f"{NAME} is not on PATH"


def _context(out: bytes) -> str:
    from pickup_tui.text import one_line

    if not out.strip():
        return "it says nothing: no handoff waits"
    value: dict[str, Any] = json.loads(out)
    return one_line(value["hookSpecificOutput"]["additionalContext"])


def _disabled(data: bytes) -> bool:
    return bool(json.loads(data.decode("utf-8-sig") or "{}").get("disableAllHooks"))
