"""Runs the screen on the terminal: the first frame at once, then Textual over it, and the terminal as it was afterwards."""

from __future__ import annotations

import time

from . import frame, paint, palette, pane
from .state import State, resized
from .tty import Terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .services import Outcome, Services


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
    state = state.with_(changed=time.monotonic())  # nothing was on the screen before
    if paint.early(theme, environ):
        _paint(terminal, state, environ, now, theme)
    terminal.keys.start(typed)
    gc.disable()  # until everything is imported: there is nothing to collect
    from . import workarounds

    workarounds.before_import()
    from .app import PickerApp
    from .driver import driver_for

    workarounds.after_import()
    began = time.monotonic()
    app = PickerApp(
        services,
        state,
        theme=theme,
        colour="NO_COLOR" not in environ,
        driver_class=driver_for(terminal),
        clock=lambda: now + time.monotonic() - began,
    )
    outcome = app.run()
    terminal.restore()
    if app.crash is not None:
        raise app.crash
    if outcome is None:
        from .services import Outcome

        return Outcome("leave")
    return outcome


def _paint(terminal: Terminal, state: State, environ: Mapping[str, str], now: float, theme: str) -> None:
    looks = palette.looks(theme)
    deep = paint.depth(environ) == 24

    def cells(of: State) -> tuple[list[frame.Line], tuple[int, int]]:
        return frame.lines(of, now, _pane(of)), frame.caret(of)

    def again(*_: object) -> None:  # the window has changed before Textual is there to see it
        if not terminal.textual:
            lines, caret = cells(resized(state, *terminal.size()))
            terminal.write("\x1b[0m\x1b[2J" + paint.cells(lines, looks, caret, deep=deep))

    terminal.entered = True
    lines, caret = cells(state)
    terminal.write(paint.first(lines, looks, caret, deep=deep))
    terminal.on_resize(again)


def _pane(state: State) -> list[frame.Line]:
    at = state.layout.preview
    return [] if at is None else pane.empty(max(4, at[2] - (3 if at[0] else 2)), ascii_=not state.signs)

