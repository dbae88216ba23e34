"""The frames before Textual, when the window changes in the middle of one: the signal comes at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from pickup_tui.picker.run import _Early
from pickup_tui.picker.state import Listing, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.picker.tty import Terminal


class Ringing:
    """A terminal whose window changes at every write."""

    entered = textual = False

    def __init__(self, changes: int) -> None:
        self.changes = changes
        self.heard: Callable[..., None] | None = None
        self.writes = self.inside = self.deepest = 0

    def on_resize(self, heard: Callable[..., None]) -> None:
        self.heard = heard

    def size(self) -> tuple[int, int]:
        return 80 + self.changes % 7, 24

    def write(self, _: str) -> None:
        self.writes += 1
        self.inside += 1
        self.deepest = max(self.deepest, self.inside)
        if self.heard and self.changes:
            self.changes -= 1
            self.heard(28, None)
        self.inside -= 1


def early(terminal: Ringing) -> _Early:
    return _Early(cast("Terminal", terminal), {}, 0.0, "textual-dark")


def test_a_frame_is_not_drawn_inside_another() -> None:
    terminal = Ringing(100_000)
    frames = early(terminal)
    frames.show(State(Listing(), 80, 24))
    assert terminal.deepest == 1
    assert terminal.writes < 20, "it goes on, however often the window changes"


def test_a_change_in_the_middle_of_a_frame_is_drawn_after_it() -> None:
    terminal = Ringing(0)
    frames = early(terminal)
    frames.show(State(Listing(), 80, 24))
    before = terminal.writes
    terminal.changes = 1
    frames.show(State(Listing(reading=True), 80, 24))
    assert frames._state is not None
    assert frames._state.width == 80 + terminal.changes % 7
    assert terminal.writes - before == 3, "the frame, and the one of the new size: cleared and drawn"
