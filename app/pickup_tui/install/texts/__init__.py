"""The texts that are installed, as package data; `plugin/` in the repository holds the same bytes."""

from __future__ import annotations

from importlib.resources import files

SKILLS = ("pickup", "handoff")


def skill(name: str) -> str:
    """The SKILL.md of a skill."""
    return _read(f"skills/{name}/SKILL.md")


def shell(name: str) -> str:
    """The template of a shell's functions."""
    return _read(f"shell/{name}")


def _read(path: str) -> str:
    return files(__package__).joinpath(path).read_text("utf-8")
