"""The plugin folder says what the package installs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pickup_tui
from pickup_tui import cli
from pickup_tui.install import agents, texts
from support import APP

if TYPE_CHECKING:
    from support import Home

TOP = Path(__file__).resolve().parents[2]
PLUGIN = TOP / "plugin"


@pytest.mark.parametrize("name", texts.SKILLS)
def test_the_skills_are_the_packages_own(name: str) -> None:
    assert (PLUGIN / "skills" / name / "SKILL.md").read_text(encoding="utf-8") == texts.skill(name)


def test_nothing_else_is_in_it() -> None:
    found = sorted(str(path.relative_to(PLUGIN)) for path in PLUGIN.rglob("*") if path.is_file())
    assert found == [".claude-plugin/plugin.json", "hooks/hooks.json", *(f"skills/{name}/SKILL.md" for name in sorted(texts.SKILLS))]


def test_the_hook_is_the_one_that_is_installed_with_the_program_on_path() -> None:
    assert json.loads((PLUGIN / "hooks" / "hooks.json").read_text()) == {"hooks": {"SessionStart": [agents.entry(())]}}


def test_the_manifests_name_it() -> None:
    plugin = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert (plugin["name"], plugin["version"]) == ("pickup-tui", pickup_tui.__version__)
    market = json.loads((TOP / ".claude-plugin" / "marketplace.json").read_text())
    (entry,) = market["plugins"]
    assert entry["name"] == plugin["name"]
    assert (TOP / entry["source"] / ".claude-plugin" / "plugin.json").exists()


class TestTheTextsRules:
    """The rules that the skills have to carry (spec: write.md). Their words are their own; that they are there is not."""

    @pytest.mark.parametrize(
        "rule",
        [
            "`pickup-tui mapping` first", "never guess a path", "bare number is a pickup only after `/pickup`", "hypothesis",
            "the branch, the uncommitted files and the tests", "ask, and touch nothing before the answer", "Do not remind anybody",
            "No commit, no push, no pull request", "show its table unchanged, and wait", "Never edit the handoff",
        ],
    )  # fmt: skip
    def test_pickup(self, rule: str) -> None:
        assert rule in texts.skill("pickup")

    @pytest.mark.parametrize(
        "rule", ["stands nowhere else", "not copied", "Name the skills", "Fit it to the argument", "about 80% of the context", "before a risky step"]
    )
    def test_handoff(self, rule: str) -> None:
        assert rule in texts.skill("handoff")

    @pytest.mark.parametrize("name", texts.SKILLS)
    def test_every_command_in_them_is_one(self, name: str) -> None:
        called = set(re.findall(r"pickup-tui (\w+)", texts.skill(name)))
        known = {command.name for command in cli.COMMANDS}
        assert called
        assert called - known - {"since"} == set()

    def test_the_example_saves_what_it_says(self, home: Home) -> None:
        project = home.project("foo", git=True)
        home.commit(project)
        block = re.search(r"```sh\n(.*?)\n *```", texts.skill("handoff"), re.DOTALL)
        assert block
        script = textwrap.dedent(block[1]).replace("pickup-tui", f"'{sys.executable}' -m pickup_tui", 1)
        environ = {**home.environ, "PYTHONPATH": APP}
        done = subprocess.run(["/bin/sh", "-c", script], env=environ, cwd=project, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        (found,) = home.run("list", "--json", cwd=project).json()["handoffs"]
        assert found["topic"] == "one line that says what the work is"
        assert found["next_step"] == "the first thing to do, precise enough to start"
        assert (found["why_stopped"], found["plan_progress"], found["branch"]) == ("context limit", "3/7", "main")
        assert "Decisions, dead ends" in (Path(project) / "HANDOFF.md").read_text(encoding="utf-8")
