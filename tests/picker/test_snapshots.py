"""Whole frames, as they are looked at. `PICKUP_SNAPSHOTS=write pytest tests/picker/test_snapshots.py` writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from made import NOW, handoff, pressed, rows
from pickup_tui import shelf
from pickup_tui.picker import frame, pane, preview
from pickup_tui.picker.state import Listing, State

FOLDER = Path(__file__).parent / "snapshots"
BODY = "# Upload retry\n\nSome **bold** words, `code` and a [link](https://example.org/).\n\n- one\n- two\n\n```python\nx = 1\n```\n"
ADVICE = ('Add a folder of projects: roots = ["~/code"] in ~/.config/pickup-tui/config.toml,', "or for once: pickup-tui --root FOLDER.")


def marked() -> Listing:
    """Rows with everything that a row can have."""
    many = [
        handoff(0, "retry uploads with backoff", marks=("expires",)),
        handoff(1, "日本語の見出しは二つ分の幅を取る", project="sync-kit"),
        handoff(30, "card", kind="card", project="uploader", branch=None, marks=("done",)),
        handoff(400, "x" * 90, approximate=True, declared=None),
        handoff(2000, "정원 저장 기능", fold="f"),
        handoff(2001, "older one", fold="f"),
    ]
    return Listing(
        shelf.arrange(many, home=lambda one: one.project == "project0", comments=lambda one: one.project in ("project0", "sync-kit"), picked_up={many[1].id: "3m ago"}),
        problems=2,
    )


def drawn(one: State) -> str:
    row = one.chosen
    at = one.layout.preview
    room = 0 if at is None else at[2] - (3 if at[0] else 2)
    facts = pane.Facts("3 new commits, PR acme/p0#0 has 2 new comments", (("3 new commits", "4f1c2aa..9d0e1f2"), ("", "9d0e1f2 Retry on 429")), done=True)
    lines = [*pane.head(row, room, NOW, facts), [], *preview.markdown(BODY, room)] if row and room else pane.empty(room) if room else []
    return "\n".join("".join(text for text, _ in line).rstrip() for line in frame.lines(one, NOW, lines)) + "\n"


CASES: dict[str, tuple[Listing, int, int, tuple[str, ...]]] = {
    "opening-80x24": (Listing(rows(23)), 80, 24, ()),
    "chosen-80x24": (marked(), 80, 24, ("down", "down")),
    "chosen-40x12": (marked(), 40, 12, ("down",)),
    "chosen-120x36": (marked(), 120, 36, ("down",)),
    "filter-80x24": (Listing(rows(23)), 80, 24, tuple("cache")),
    "no-match-80x24": (Listing(rows(23)), 80, 24, tuple("zzz")),
    "sorted-120x36": (Listing(rows(23)), 120, 36, ("f3", "f3", "up")),
    "nothing-80x24": (Listing(places=("~/Projects", "~/.bdc/handoff"), advice=ADVICE), 80, 24, ()),
    "help-80x24": (Listing(rows(3)), 80, 24, ("f1",)),
}


@pytest.mark.parametrize("name", CASES)
def test_the_frame_is_as_it_was_looked_at(name: str) -> None:
    found, width, height, keys = CASES[name]
    one, _ = pressed(State(found, width, height), *keys)
    said = drawn(one)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("PICKUP_SNAPSHOTS") == "write":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")
