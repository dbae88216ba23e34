"""The plugin folder says what the package installs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pickup_tui
from pickup_tui.install import agents, texts

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
