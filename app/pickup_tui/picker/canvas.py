"""The one widget of the screen: it draws the frame's lines in Textual's terms, and hears the mouse."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events

    from .app import PickerApp
    from .frame import Line
    from .palette import Colour, Look


class Canvas(Widget):
    """Every cell of the screen; what the mouse does goes to the app."""

    can_focus = True

    def __init__(self, app_: PickerApp) -> None:
        super().__init__()
        self.picker = app_
        self.lines: list[Line] = []
        self.styles_of: dict[str, Style] = {}

    def render_line(self, y: int) -> Strip:
        line = self.lines[y] if y < len(self.lines) else []
        looks = self.styles_of
        return Strip([Segment(text, looks[style]) for text, style in line], self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        self.picker.resized(event.size.width, event.size.height)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.picker.clicked(event.x, event.y, event.time)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.picker.wheel(event.x, event.y, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.picker.wheel(event.x, event.y, -1)


def rich_style(look: Look) -> Style:
    """A look as Rich has it."""
    fore, back, attributes = look
    return Style(
        color=_rich(fore), bgcolor=_rich(back), bold="b" in attributes or None, italic="i" in attributes or None,
        underline="u" in attributes or None, reverse="r" in attributes or None, dim="d" in attributes or None, strike="s" in attributes or None,
    )  # fmt: skip


def _rich(colour: Colour) -> str | None:
    return f"color({colour})" if isinstance(colour, int) else colour


def stylesheet() -> str:
    """The style sheet's path: in a checkout the one in `styles/`, since an editable install copies it only once."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    checkout = os.path.join(os.path.dirname(os.path.dirname(here)), "styles", "picker.tcss")
    return checkout if os.path.isfile(checkout) else os.path.join(here, "styles", "picker.tcss")
