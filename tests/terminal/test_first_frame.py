"""The first frame, painted before Textual: the same cells as Textual draws, after every chunk of output; and early keys."""

from __future__ import annotations

import os
import random
import sys
import time
from typing import TYPE_CHECKING

import pytest

from screens import Terminal, environment

if TYPE_CHECKING:
    from pathlib import Path

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The screen over made-up services, and what it ended with on the terminal.
SCRIPT = """
import os, sys
sys.path.insert(0, sys.argv[1])
from made import NOW, Fake
from pickup_tui.picker.run import run
outcome = run(Fake(), os.environ, NOW, enter="copy", theme=sys.argv[2], signs=True)
print("OUTCOME", outcome.kind, outcome.row.number if outcome.row else 0)
"""


def opened(home: Path, width: int = 80, height: int = 24, theme: str = "textual-dark", more: dict[str, str] | None = None) -> Terminal:
    return Terminal([sys.executable, "-c", SCRIPT, TESTS, theme], environment(str(home), **(more or {})), width=width, height=height)


def cells(term: Terminal) -> list[list[object]]:
    return [[term.screen.buffer[y][x] for x in range(term.screen.columns)] for y in range(term.screen.lines)]


def painted(term: Terminal) -> bool:
    """The whole first frame is there: its last cell has the theme's background."""
    return term.screen.buffer[term.screen.lines - 1][term.screen.columns - 1].bg != "default"


@pytest.mark.parametrize(
    ("width", "height", "theme", "more"),
    [
        (80, 24, "textual-dark", {}),
        (40, 12, "textual-light", {}),
        (200, 60, "nord", {}),
        (120, 36, "solarized-light", {"COLORTERM": "", "TERM": "tmux-256color"}),
    ],
)
def test_textual_draws_the_very_same_cells(tmp_path: Path, width: int, height: int, theme: str, more: dict[str, str]) -> None:
    with opened(tmp_path, width, height, theme, more) as term:
        term.until(lambda: painted(term), "the first frame")
        assert b"?1000h" not in term.output(), "Textual was there before the first frame"
        first = cells(term)
        seen = 0

        def compare() -> None:
            nonlocal seen
            seen += 1
            differing = [(y, x) for y, line in enumerate(cells(term)) for x, cell in enumerate(line) if cell != first[y][x]]
            assert differing == [], f"after chunk {seen} at {differing[:3]}: {term.chunks[-1][1][:300]!r}"

        term.each = compare
        # what Textual asks the terminal for comes before its first frame, and a full frame is long
        term.until(lambda: b"?1000h" in term.output() and len(term.output().split(b"?1000h")[-1]) > width * height, "Textual's frame")
        while term.pump(0.3):
            pass
        assert seen > 1
        assert term.screen.entered == 1
        term.each = lambda: None
        term.send("\x1b")
        assert term.wait() == 0


@pytest.mark.parametrize("more", [{}, {"COLORTERM": "", "TERM": "xterm-256color"}])
def test_what_a_key_draws_is_what_textual_would_draw(tmp_path: Path, more: dict[str, str]) -> None:
    with opened(tmp_path, 100, 30, more=more) as term:
        term.until(lambda: painted(term), "the first frame")
        term.send("\x1b[B\x1b[Bpar")
        term.until(lambda: "4 of 23 match" in term.screen.display[0], "the filter")
        term.shows("4f1c2aa..main")
        while term.pump(0.3):
            pass
        ours = cells(term)
        term.send("\x10")  # the palette, and away again: Textual draws the whole screen
        term.shows("Search for commands")
        term.send("\x1b")
        term.until(lambda: "Search for commands" not in term.text(), "the screen again")
        while term.pump(0.3):
            pass
        assert cells(term) == ours
        term.send("\x03")
        assert term.wait() == 130


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"COLORTERM": "", "TERM": "xterm"}])
def test_without_enough_colours_textual_draws_the_first_frame(tmp_path: Path, more: dict[str, str]) -> None:
    with opened(tmp_path, more=more) as term:
        term.shows("of 23")
        assert b"?1000h" in term.output()
        term.send("\x1b")
        assert term.wait() == 0


class TestEarlyKeys:
    def typed(self, home: Path, *parts: str, gap: float = 0.0) -> Terminal:
        """The program with these bytes typed right after its first frame."""
        term = opened(home)
        term.until(lambda: painted(term), "the first frame")
        assert b"?1000h" not in term.output()
        for part in parts:
            term.send(part)
            end = time.monotonic() + gap
            while gap and time.monotonic() < end:
                term.pump(end - time.monotonic())
        return term

    def ends(self, term: Terminal) -> str:
        with term:
            assert term.wait() == 0
            return next(line for line in term.screen.display if line.startswith("OUTCOME")).strip()

    def test_a_digit_loads_its_row(self, tmp_path: Path) -> None:
        assert self.ends(self.typed(tmp_path, "3")) == "OUTCOME load 3"

    def test_arrows_and_enter(self, tmp_path: Path) -> None:
        assert self.ends(self.typed(tmp_path, "\x1b[B\x1b[B", "\x1b[A", "\x1b[B\r")) == "OUTCOME load 2"

    def test_a_filter_with_one_match(self, tmp_path: Path) -> None:
        assert self.ends(self.typed(tmp_path, "proj", "ect22\r")) == "OUTCOME load 23"

    def test_a_lone_escape_is_escape_even_when_a_letter_follows_later(self, tmp_path: Path) -> None:
        with self.typed(tmp_path, "ab", "\x1b", "cd", gap=0.4) as term:
            term.until(lambda: "› cd" in term.screen.display[0], "the filter after Esc")
            term.send("\x03")
            assert term.wait() == 130

    def test_escape_alone_leaves(self, tmp_path: Path) -> None:
        assert self.ends(self.typed(tmp_path, "\x1b")) == "OUTCOME leave 0"

    def test_pasted_text_is_a_filter(self, tmp_path: Path) -> None:
        with self.typed(tmp_path, "\x1b[200~3\x1b[201~") as term:
            term.until(lambda: "match" in term.screen.display[0], "the filter")
            term.send("\x1b\x1b")

    @pytest.mark.parametrize("seed", range(4))
    def test_bursts_come_whole_and_in_order(self, tmp_path: Path, seed: int) -> None:
        rng = random.Random(seed)
        words = "".join(rng.choice("abcxyz é日") for _ in range(24)).strip()
        data = words.encode()
        cuts = sorted(rng.sample(range(1, len(data)), 5))
        with opened(tmp_path) as term:
            term.until(lambda: painted(term), "the first frame")
            for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
                os.write(term.fd, data[start:end])
                term.pump(rng.random() / 20)
            shown = f"› {words}"
            term.until(lambda: "".join(term.screen.display[0].split()).startswith("".join(shown.split())), f"the filter {words!r}")
            term.send("\x03")
            term.wait()

    def test_a_number_typed_before_any_row_was_seen_loads_nothing(self, tmp_path: Path) -> None:
        with opened(tmp_path) as term:
            term.send("2")  # the program has not even begun
            term.shows("has just appeared")
            term.send("\r")
            assert term.wait() == 0
            assert "OUTCOME load 2" in term.text()
