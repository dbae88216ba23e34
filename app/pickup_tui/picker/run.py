"""Runs the screen on the terminal: the first frame at once, then Textual over it, and the terminal as it was afterwards."""

from __future__ import annotations

import time

from . import frame, paint, palette, pane
from .state import State, refreshed, resized
from .tty import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .app import PickerApp
    from .services import Outcome, Services


REDRAWN = 3  # times that a frame is drawn anew when the window changes meanwhile; Textual asks for its size again


class NoTerminal(Exception):
    """There is no terminal to draw on."""


def run(services: Services, environ: Mapping[str, str], now: float, *, enter: str, theme: str, signs: bool) -> Outcome:
    """Shows the screen until it is left. Raises NoTerminal, or what crashed it, after the terminal is back.

    enter  how Enter loads, as words
    now    seconds since the epoch, for "2d ago"
    """
    terminal = Terminal.open()
    if terminal is None:
        raise NoTerminal
    try:
        return _run(terminal, services, environ, now, State(services.first(), *terminal.size(), enter=enter, signs=signs), theme)
    finally:
        terminal.close()


def _run(terminal: Terminal, services: Services, environ: Mapping[str, str], now: float, state: State, theme: str) -> Outcome:
    import gc

    terminal.on_death = services.stop
    typed = terminal.start()
    early = _Early(terminal, environ, now, theme) if paint.early(theme, environ) else None
    state = state.with_(changed=time.monotonic())  # nothing was on the screen before
    if early:
        early.show(state)
    terminal.keys.start(typed)
    gc.disable()  # until everything is imported: there is nothing to collect
    if (whole := services.known()) is not None:
        state = refreshed(state, whole, time.monotonic())
        if early:
            early.show(state)
    app = _app(terminal, services, environ, now, state, theme)
    outcome = app.run()
    terminal.restore()
    if app.crash is not None:
        raise app.crash
    if outcome is None:
        from .services import Outcome

        return Outcome("leave")
    return outcome


def _app(terminal: Terminal, services: Services, environ: Mapping[str, str], now: float, state: State, theme: str) -> PickerApp:
    """The Textual app over what is on the screen already; importing it is what takes the time."""
    from . import workarounds

    workarounds.before_import()
    from .app import PickerApp
    from .driver import driver_for

    workarounds.after_import()
    if paint.early(theme, environ):
        state = resized(state, *terminal.size())
    began = time.monotonic()
    return PickerApp(
        services,
        state,
        theme=theme,
        environ=environ,
        driver_class=driver_for(terminal),
        clock=lambda: now + time.monotonic() - began,
    )


class _Early:
    """The frames before Textual: the first one, another when more is known, and another when the window changes."""

    def __init__(self, terminal: Terminal, environ: Mapping[str, str], now: float, theme: str) -> None:
        self._terminal = terminal
        self._now = now
        self._codes = paint.codes(palette.looks(theme), deep=paint.depth(environ) == 24)
        self._state: State | None = None
        self._lines: list[frame.Line] = []
        self._drawing = False
        self._changed = False  # the window, while a frame was being drawn

    def show(self, state: State) -> None:
        """Writes a frame, unless the very same one is there."""
        self._drawing = True
        try:
            self._draw(state)
            for _ in range(REDRAWN):
                if not self._changed:
                    break
                self._redraw()
        finally:
            self._drawing = False

    def _draw(self, state: State) -> None:
        room = state.layout.room
        lines = frame.lines(state, self._now, pane.empty(room, ascii_=not state.signs) if room else [])
        first = self._state is None
        self._state = state
        cells = paint.cells(lines, self._codes, frame.caret(state), self._lines)
        self._lines = lines
        if first:
            self._terminal.entered = True
            self._terminal.on_resize(self._resized)
        self._terminal.write(paint.START + cells if first else cells)

    def _resized(self, *_: object) -> None:
        """The window has another size: said by a signal, which comes at any time, also in the middle of a frame."""
        self._changed = True
        if self._state is not None and not self._drawing and not self._terminal.textual:
            self._drawing = True
            try:
                self._redraw()
            finally:
                self._drawing = False

    def _redraw(self) -> None:
        self._changed = False
        if self._state is not None:
            self._lines = []
            self._terminal.write("\x1b[0m\x1b[2J")
            self._draw(resized(self._state, *self._terminal.size()))
