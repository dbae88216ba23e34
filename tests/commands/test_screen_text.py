"""What the preview is given to render: YAML stays YAML."""

from __future__ import annotations

from pickup_tui.commands.screen_services import _as_markdown
from pickup_tui.handoff import Handoff


def made(kind: str) -> Handoff:
    return Handoff(kind=kind, path="/p/HANDOFF.md", topic="topic")


def test_frontmatter_is_fenced_and_the_rest_stays() -> None:
    text = "---\ntitle: A\ndate: 2026-01-01\n---\n\n# Head\n\n---\n\ntext\n"
    assert _as_markdown(made("document"), text) == "```yaml\ntitle: A\ndate: 2026-01-01\n```\n\n\n# Head\n\n---\n\ntext\n"


def test_a_fence_in_it_cannot_end_it() -> None:
    shown = _as_markdown(made("card"), "---\ntitle: A\nnote: ```\n---\nbody\n")
    assert shown.startswith("````yaml\n")


def test_without_frontmatter_it_is_the_text() -> None:
    assert _as_markdown(made("document"), "---\n\nno frontmatter\n") == "---\n\nno frontmatter\n"


def test_a_checkpoint_is_yaml_all_through() -> None:
    assert _as_markdown(made("checkpoint"), "# comment\na: 1\n") == "```yaml\n# comment\na: 1\n```\n"
