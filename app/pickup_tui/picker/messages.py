"""What the screen's threads tell it: messages, which Textual hands to the app one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from .frame import Line
    from .pane import Facts
    from .state import Listing, Menu


class Listed(Message):
    """A scan is done; without a listing it failed, and `said` is what to say about it."""

    def __init__(self, listing: Listing | None, said: str = "") -> None:
        super().__init__()
        self.listing = listing
        self.said = said


class Rendered(Message):
    """The preview's text, so far."""

    def __init__(self, id_: str, room: int, lines: list[Line], done: bool) -> None:
        super().__init__()
        self.id = id_
        self.room = room
        self.lines = lines
        self.done = done


class Checked(Message):
    """What is known of the changes since a handoff."""

    def __init__(self, id_: str, generation: int, facts: Facts) -> None:
        super().__init__()
        self.id = id_
        self.generation = generation
        self.facts = facts


class Said(Message):
    """Something to say in the status line, or a menu to show."""

    def __init__(self, what: str | Menu) -> None:
        super().__init__()
        self.what = what


class Changed(Message):
    """Something in the searched folders has changed."""
