"""The preview's content: it follows the cursor, and puts together what comes in about the chosen row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import pane
from .preview import Renderer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.handoff import Handoff
    from pickup_tui.rows import Row

    from .frame import Line
    from .messages import Checked, Rendered
    from .pane import Facts
    from .services import Services
    from .state import State

REST = 0.08  # seconds that the cursor rests before the text is read and the checks start
_AHEAD = 200  # lines of the text that are rendered beyond what is shown


class Following:
    """What is known of the chosen row: its fields at once, its text and what has changed since as they come.

    render, check  post what is found, from any thread: (id, room, lines, all there), and (version, generation, facts)
    later          calls a function so many seconds later, in the thread of the app
    """

    def __init__(
        self,
        services: Services,
        render: Callable[[str, int, list[Line], bool], None],
        check: Callable[[str, int, Facts], None],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self._services = services
        self._check = check
        self._later = later
        self._facts: dict[str, Facts] = {}  # by version
        self._body: tuple[str, int, list[Line], bool] = ("", 0, [], True)
        self._generation = 0
        self._cancel: Callable[[], None] = lambda: None
        self._shown_for: tuple[str | None, int] = (None, 0)
        self._renderer = Renderer(services.text, render)

    def facts(self, handoff: Handoff) -> Facts | None:
        """What has changed since, once every check has answered."""
        known = self._facts.get(version(handoff))
        return known if known and known.done else None

    def settled(self, state: State) -> bool:
        """Whether all that was asked for has come: the chosen row's text, the checks of its changes."""
        row, room = state.previewed, state.layout.room
        if row is None or not room:
            return True
        return self._body[:2] == (row.handoff.id, room) and self._body[3] and self.facts(row.handoff) is not None

    def forget(self) -> None:
        """Nothing that was found out counts any more."""
        self._facts.clear()
        self._shown_for = (None, 0)

    def lines(self, state: State, now: float) -> list[Line]:
        """The preview as far as it is known."""
        room, row = state.layout.room, state.previewed
        if not room:
            return []
        if row is None:
            return pane.empty(room, ascii_=not state.signs)
        head = pane.head(row, room, now, self._facts.get(version(row.handoff)) or pane.Facts(), self._services.short)
        id_, width, body, done = self._body
        if id_ != row.handoff.id or width != room:
            return [*head, [], [("…", "dim")]]
        return [*head, [], *body] if done else [*head, [], *body, [("…", "dim")]]

    def follow(self, state: State) -> None:
        """Asks for what the preview of this state lacks, once the cursor has rested."""
        row, room = state.previewed, state.layout.room
        now = (version(row.handoff) if row is not None and room else None, room)
        if now != self._shown_for:
            self._shown_for = now
            self._generation += 1
            self._cancel()
            self._cancel = lambda: None
            if row is not None and room:
                generation = self._generation
                self._later(REST, lambda: self._rested(generation, row, room))
        elif row is not None and not self._body[3] and self._body[0] == row.handoff.id and state.scroll + _AHEAD // 2 > len(self._body[2]):
            self._renderer.want(row.handoff, room, len(self._body[2]) + _AHEAD)

    def _rested(self, generation: int, row: Row, room: int) -> None:
        if generation != self._generation:
            return
        self._renderer.want(row.handoff, room, _AHEAD)
        if self.facts(row.handoff) is None:
            named = version(row.handoff)
            self._cancel = self._services.since(row.handoff, lambda facts: self._check(named, generation, facts))

    def rendered(self, message: Rendered, state: State) -> bool:
        """Takes a rendered text; no when the cursor is on another row by now."""
        chosen = state.previewed
        if chosen is None or chosen.handoff.id != message.id:
            return False
        self._body = (message.id, message.room, message.lines, message.done)
        return True

    def checked(self, message: Checked) -> bool:
        """Takes what a check found; no when it is a part of an older request's."""
        if message.generation != self._generation and not message.facts.done:
            return False
        self._facts[message.id] = message.facts
        return True


def version(handoff: Handoff) -> str:
    """Names a handoff as it is written now: what was found out about it counts until it is written anew."""
    return f"{handoff.id}\0{handoff.text_hash}"
