"""Why each field of a section, card, baton or checkpoint has its value: the rule and the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.readers import explain, read
from pickup_tui.text import decode

if TYPE_CHECKING:
    from support import Home

SECTION = """# H

## feat/x (updated 2026-01-02)

**What**: a thing
**Plan**: acme/up#4

## Context

```yaml
next_step: "do it"
why_stopped: context
date: 2026-01-02T10:00:00Z
```

## main (updated 2026-01-01)

### Next steps

- [x] this
- that

### Blockers

CI
"""
CARD = """---
kind: handoff
title: A card
status: active
last_session: 2026-01-02
branch: b
prs: [acme/up#4]
---

## Last session brief

```yaml
next_action: do it
commit: 1234567
```
"""
BATON = """# A baton

Project: up
Branch: feat/x

## Next steps
1. do first

## Blockers
CI
"""
CHECKPOINT = """# saved
schema_version: 1
saved_at: 2026-01-02T10:00:00Z
branch: main
current_stage: 4 execute
next_action: write it
"""
DATED, HASH = "/tmp/handoff-1790000000-1.md", "1" * 40


def why(kind: str, path: str, text: str) -> dict[str, tuple[str, int | None]]:
    return {reason.field: (reason.rule, reason.line) for reason in explain.reasons(path, text, read(kind, path, text))}


def test_a_section() -> None:
    reading = read("project", "/p/HANDOFF.md", SECTION)
    found = [(one.field, one.rule, one.line) for one in explain.reasons("/p/HANDOFF.md", SECTION, reading)]
    assert found == [
        ("row", "heading of a branch with its date", 3),
        ("topic", "label `what`", 5),
        ("branch", "section heading", 3),
        ("date", "section heading", 3),
        ("date", "the brief's YAML `date`, for the time of that day", 13),
        ("prs", "label `plan`", 6),
        ("next_step", "the brief's YAML `next_step`", 11),
        ("why_stopped", "the brief's YAML `why_stopped`", 12),
        ("row", "heading of a branch with its date", 16),
        ("topic", "the branch: no label says what", 16),
        ("branch", "section heading", 16),
        ("date", "section heading", 16),
        ("next_step", "heading of next steps", 21),
        ("why_stopped", "heading of blockers", 25),
    ]


def test_a_card() -> None:
    assert why("card", "/c/a.md", CARD) == {
        "row": ("frontmatter `kind: handoff`", 2),
        "topic": ("frontmatter `title`", 3),
        "status": ("frontmatter `status`", 4),
        "date": ("frontmatter `last_session`", 5),
        "branch": ("frontmatter `branch`", 6),
        "prs": ("frontmatter `prs`", 7),
        "next_step": ("the brief's YAML `next_action`", 13),
        "hash": ("the brief's YAML `commit`", 14),
    }


def test_a_card_that_says_little() -> None:
    found = why("card", "/c/a.md", "---\nkind: handoff\nnext: do it\n---\n")
    assert found == {"row": ("frontmatter `kind: handoff`", 2), "topic": ("file name", None), "next_step": ("frontmatter `next`", 3)}


def test_a_baton() -> None:
    assert why("baton", DATED, BATON) == {
        "topic": ("first heading", 1),
        "date": ("file name", None),
        "project": ("label `Project`", 3),
        "branch": ("label of a branch", 4),
        "next_step": ("heading of next steps", 7),
        "why_stopped": ("heading of blockers", 10),
    }
    assert why("baton", DATED, "\nSee https://github.com/acme/up\n")["project"] == ("repository that the text names", 2)


def test_a_checkpoint() -> None:
    path = "/p/.thunderkit/HANDOFF.md"
    found = why("checkpoint", path, CHECKPOINT)
    assert found == {
        "topic": ("field `current_stage`", 5),
        "branch": ("field `branch`", 4),
        "date": ("field `saved_at`", 3),
        "next_step": ("field `next_action`", 6),
    }
    assert why("checkpoint", path, f"schema_version: 1 · saved_at: 2026-01-02 · head: {HASH}\nbranch: main\n")["branch"] == ("field `branch`", 2)


@pytest.mark.parametrize(("kind", "below", "text"), [("section", "Projects/foo/HANDOFF.md", SECTION), ("card", ".bdc/handoff/a.md", CARD), ("baton", "tmp/handoff-1790000000-1.md", BATON)])
def test_doctor_says_it(home: Home, kind: str, below: str, text: str) -> None:
    path = home.write(below, text)
    (report,) = home.run("doctor", path, "--json").json()["files"]
    assert {one["kind"] for one in report["handoffs"]} == {kind}
    assert {"topic", "date", "branch", "next_step"} <= {one["field"] for one in report["reasons"]}
    assert "  next_step: " in home.run("doctor", path).out


@settings(max_examples=60)
@given(st.sampled_from(["card", "baton", "checkpoint", "project"]), st.lists(st.sampled_from([*SECTION.split("\n"), *CARD.split("\n"), *BATON.split("\n"), *CHECKPOINT.split("\n"), "\x00", "é：x"]), max_size=30))
def test_no_text_fails(kind: str, rows: list[str]) -> None:
    text = decode("\n".join(rows).encode())
    path = "/p/HANDOFF.md"
    lines = text.count("\n") + 1
    assert all(reason.line is None or 1 <= reason.line <= lines for reason in explain.reasons(path, text, read(kind, path, text)))
