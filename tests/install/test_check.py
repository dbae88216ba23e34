"""The installed hook, run as the agent runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pickup_tui.install import agents, check
from pickup_tui.install.change import install
from support import APP

if TYPE_CHECKING:
    from support import Home, TestWorld

REAL = f"#!/bin/sh\nPYTHONPATH='{APP}' exec '{sys.executable}' -m pickup_tui \"$@\"\n"


@pytest.fixture
def world(home: Home) -> TestWorld:
    """A home with the program at a path with spaces, and the hook installed."""
    put(home, REAL)
    world = home.world()
    install([agents.settings((f"{home.path}/my tools/pickup-tui",), world)], world)
    return world


def put(home: Home, text: str) -> None:
    os.chmod(home.write("my tools/pickup-tui", text), 0o755)


def only(world: TestWorld) -> check.HookCheck:
    (found,) = check.hooks(world)
    return found


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact"])
def test_the_agent_gets_the_documented_form(home: Home, world: TestWorld, source: str) -> None:
    home.section("foo", what='say "hi" to [/foo] \u202e')
    with open(os.path.join(world.claude_folder, "settings.json"), encoding="utf-8") as file:
        (group,) = json.load(file)["hooks"]["SessionStart"]
    assert source in group["matcher"].split("|")
    (hook,) = group["hooks"]
    assert (hook["type"], hook["timeout"]) == ("command", 5)
    event = {**json.loads(check.asked(world)), "source": source}
    done = subprocess.run(
        ["/bin/sh", "-c", hook["command"]], input=json.dumps(event).encode(), env=dict(world.environ), cwd=home.path, capture_output=True, timeout=hook["timeout"], check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert list(answer) == ["hookSpecificOutput"]
    assert list(answer["hookSpecificOutput"]) == ["hookEventName", "additionalContext"]
    assert answer["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert answer["hookSpecificOutput"]["additionalContext"].startswith('💡 1 active handoff(s). Latest: say "hi" to [/foo]')


def test_what_came_back_is_said(home: Home, world: TestWorld) -> None:
    home.section("foo", what="retry uploads")
    found = only(world)
    assert found.ok
    assert "1 active handoff(s). Latest: retry uploads" in found.what
    assert found.seconds is not None
    assert found.seconds < 5


def test_nothing_waits(world: TestWorld) -> None:
    assert only(world).what == "it says nothing: no handoff waits"
    assert only(world).ok


def test_a_program_that_is_gone(home: Home, world: TestWorld) -> None:
    os.unlink(f"{home.path}/my tools/pickup-tui")
    world.environ = {**world.environ, "PATH": "/usr/bin:/bin"}
    found = only(world)
    assert not found.ok
    assert found.what == f"neither '{home.path}/my tools/pickup-tui' nor pickup-tui starts: run `pickup-tui install claude` again"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("pickup-tui hint; exit 2", "exit code 2"),
        ("echo pickup-tui hint", "not the JSON of a SessionStart hook"),
        ("""echo '{"additionalContext": "pickup-tui hint"}'""", "not the JSON of a SessionStart hook"),
        ("""echo '{"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "pickup-tui hint"}}'""", "not the JSON"),
        ("exec sleep 60 # pickup-tui hint", "timed out"),
    ],
)
def test_a_wrong_answer_is_named(home: Home, monkeypatch: pytest.MonkeyPatch, command: str, said: str) -> None:
    monkeypatch.setattr(agents, "TIMEOUT", 1)
    home.write(".claude/settings.json", json.dumps({"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": command}]}]}}))
    found = only(home.world())
    assert not found.ok
    assert said in found.what


def test_no_hook_and_settings_that_do_not_parse(home: Home) -> None:
    assert only(home.world()).what == "not installed: `pickup-tui install claude` adds it"
    assert "claude's hook: not installed: `pickup-tui install claude` adds it\n" in home.run("doctor").out
    home.write(".claude/settings.json", "{ // x\n}")
    assert not only(home.world()).ok
    assert "comment" in only(home.world()).what


def test_switched_off_and_twice(home: Home, world: TestWorld) -> None:
    path = os.path.join(world.claude_folder, "settings.json")
    with open(path, encoding="utf-8") as file:
        value = json.load(file)
    value["hooks"]["SessionStart"] *= 2
    home.write(path, json.dumps({**value, "disableAllHooks": True}))
    said = [found.what for found in check.hooks(world) if not found.ok]
    assert said == ['all hooks are switched off by "disableAllHooks"', "2 hooks give the hint: one is enough"]


def test_doctor_says_it(home: Home, world: TestWorld) -> None:
    assert "claude's hook: ok: it says nothing" in home.run("doctor").out
    (hook,) = home.run("doctor", "--json").json()["hooks"]
    assert (hook["ok"], hook["path"]) == (True, os.path.join(world.claude_folder, "settings.json"))
