"""The handoff's own text as Markdown, in lines of the frame: rendered by Rich in a thread, a page at a time.

A page is cut where Markdown can be cut (between blocks), so that 150 KB cost no more than what is looked at, and a
newer request is taken up after at most one page.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from pickup_tui import lines as scanner
from pickup_tui.cells import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.style import Style

    from pickup_tui.handoff import Handoff

    from .frame import Line

PAGE = 60  # lines of text at least
LONGEST = 4000  # characters of a line; more is cut, since one line of megabytes would be wrapped for seconds


def pages(text: str) -> Iterator[str]:
    """`text` in parts that end between blocks: at a blank line outside every fence, list and comment."""
    part: list[str] = []
    found = scanner.scan(text)
    for at, line in enumerate(found):
        part.append(line.text[:LONGEST])
        nxt = found[at + 1] if at + 1 < len(found) else None
        if len(part) >= PAGE and line.kind == scanner.BLANK and nxt is not None and nxt.kind in (scanner.TEXT, scanner.HEADING) and nxt.text[:1].strip():
            yield "\n".join(part)
            part = []
    if part:
        yield "\n".join(part)


def markdown(text: str, room: int) -> list[Line]:
    """`text` rendered as Markdown in lines of at most `room` cells. Links and markup in it are words, nothing more."""
    from rich.console import Console

    from .render import Plain

    console = Console(width=max(8, room), color_system=None, force_terminal=False, emoji=False, markup=False, highlight=False, legacy_windows=False)
    out: list[Line] = []
    for segments in console.render_lines(Plain(text), console.options, pad=False):
        line: Line = []
        for segment in segments:
            if segment.control or not segment.text:
                continue
            style = _style(segment.style)
            if line and line[-1][1] == style:
                line[-1] = (line[-1][0] + plain(segment.text), style)
            else:
                line.append((plain(segment.text), style))
        while line and not line[-1][0].strip():
            line.pop()
        if line:
            line[-1] = (line[-1][0].rstrip(), line[-1][1])
        out.append(line)
    return out


def _style(style: Style | None) -> str:
    """The frame's style nearest to one of Rich's."""
    if style is None:
        return "text"
    name = style.meta.get("look") if style.meta else None
    if isinstance(name, str):
        return name
    if style.strike:
        return "strike"
    if style.bold:
        return "bold"
    if style.italic:
        return "italic"
    return "dim" if style.dim else "text"


class Renderer:
    """One thread that renders what was asked for last; `tell` gets (id, width, lines, all there) from it.

    read  the text of a handoff
    """

    def __init__(self, read: Callable[[Handoff], str], tell: Callable[[str, int, list[Line], bool], None]) -> None:
        self._read = read
        self._tell = tell
        self._wanted: tuple[Handoff, int, int] | None = None
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None

    def want(self, handoff: Handoff, room: int, count: int) -> None:
        """At least `count` lines of `handoff`, `room` cells wide; what was wanted before is not any more."""
        with self._change:
            self._wanted = (handoff, room, count)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="preview", daemon=True)
                self._thread.start()
            self._change.notify()

    def _work(self) -> None:
        while True:
            with self._change:
                while self._wanted is None:
                    self._change.wait()
                handoff, room, count = self._wanted
            self._render(handoff, room, count)

    def _render(self, handoff: Handoff, room: int, count: int) -> None:
        rest = pages(self._read(handoff))
        made: list[Line] = []
        done = False
        while True:
            while len(made) < count and not done:
                if self._moved(handoff, room):
                    return
                page = next(rest, None)
                if page is None:
                    done = True
                else:
                    made += [*markdown(page, room), []]
                    while made and not made[0]:
                        made.pop(0)
            self._tell(handoff.id, room, list(made), done)
            with self._change:
                while self._wanted is None or (self._wanted == (handoff, room, count)):
                    self._wanted = None
                    self._change.wait()
                count_ = self._wanted[2]
            if self._moved(handoff, room):
                return
            count = count_

    def _moved(self, handoff: Handoff, room: int) -> bool:
        wanted = self._wanted
        return wanted is not None and (wanted[0] is not handoff or wanted[1] != room)
