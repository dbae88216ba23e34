"""What the screen looks like: state in, lines of (text, style) runs out, each line exactly as wide as the screen.

The painter of the first frame and the Textual widget's `render_line` both draw what comes from here; only the rows
that are in sight are built. Styles are names of `palette`.
"""

from __future__ import annotations

from pickup_tui.cells import cut, pad, width
from pickup_tui.table import ASCII, EMPTY, PRETTY, PROJECT, cells, topic_cell

from . import actions
from .sentences import HINT, counted, enter, in_words, no_match, notes, shortened, spoken
from .state import HELP, LIST, TABLE, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.rows import Row
    from pickup_tui.table import Signs

    Run = tuple[str, str]
    Line = list[Run]



class Columns:
    """The table's columns for a width: cells of each, the gap, and whether times are short."""

    __slots__ = ("badges", "gap", "last", "number", "project", "short", "topic")

    def __init__(self, room: int, highest: int, projects: int = PROJECT) -> None:
        self.short = room < 50
        self.gap = 1 if room < 64 else 2
        self.number = len(str(max(highest, 1))) + 1
        self.last = 5 if self.short else 10
        most = 0 if room < 30 else 8 if self.short else 12 if room < 64 else PROJECT
        self.project = min(most, max(projects, 7))  # "project" stands above it
        self.badges = 0 if room < 24 else 5 if self.short else 6  # so does "badges"
        used = 2 + self.number + self.gap + sum(part + self.gap for part in (self.project, self.last, self.badges) if part)
        self.topic = max(0, room - used)

    def places(self) -> list[tuple[str, int, int]]:
        """Name, first column and cells of each, in order, of those that there is room for."""
        out = []
        x = 1
        for name in ("number", "topic", "project", "last", "badges"):
            size = getattr(self, name)
            if size:
                out.append((name, x, size))
                x += size + self.gap
        return out


def columns(state: State) -> Columns:
    """The columns of this screen."""
    return Columns(state.layout.width, state.total, state.listing.widest)


def lines(state: State, now: float, preview: Sequence[Line] = ()) -> list[Line]:
    """The whole screen; `now` in seconds since the epoch, `preview` the pane's lines from its first on (`pane.head`)."""
    at = state.layout
    signs = PRETTY if state.signs else ASCII
    screen: list[Line] = [[] for _ in range(state.height)]
    for y in range(state.height):
        if y == at.prompt:
            screen[y] = prompt(state)
        elif y == at.status:
            screen[y] = status(state)
        elif y >= at.footer:
            below = y - at.footer
            more = spoken(state)[1:]
            screen[y] = fit([(" " + more[below], "status_warn")], state.width, "status") if below < len(more) else _footer(at.footer_lines[below], state.width)
    if state.mode == LIST:
        _list(screen, state, now, preview, signs)
    else:
        _over(screen, state)
    screen = [fit(line, state.width) for line in screen]
    if state.signs:
        return screen
    from .plainly import plain_lines

    return plain_lines(screen)


def fit(line: Line, room: int, style: str = "text") -> Line:
    """`line` in exactly `room` cells."""
    used = 0
    for at, (text, name) in enumerate(line):
        size = width(text)
        if used + size > room:
            return [*line[:at], (_exactly(text, room - used), name)] if room > used else line[:at]
        used += size
    return [*line, (" " * (room - used), style)] if used < room else line


def _exactly(text: str, room: int) -> str:
    short = cut(text, room, "")
    return short + " " * (room - width(short))


# --- the table


def _list(screen: list[Line], state: State, now: float, preview: Sequence[Line], signs: Signs) -> None:
    at = state.layout
    shape = columns(state)
    if at.header >= 0:
        screen[at.header] = fit(_header(state, shape), at.width, "header")
    rows = state.sight
    chosen = None if state.pointed is None else state.pointed.number
    body = [row_line(row, now, shape, signs, on=row.number == chosen) for row in rows]
    if not state.view:
        if not state.listing.rows and not state.listing.reading:
            # no row can be chosen, so there is nothing to preview: what to do now has the whole screen
            for y, (text, style) in enumerate(nothing(state), at.top):
                screen[y] = [(" " + text, style)]
            return
        body = [fit([(" " + text, style)], at.width) for text, style in nothing(state)][: at.rows]
    body += [[(" " * at.width, "text")]] * (at.rows - len(body))
    for y, line in enumerate(body, at.top):
        screen[y] = fit(line, at.width)
    if at.preview is not None:
        _pane(screen, state, preview)


def row_line(row: Row, now: float, shape: Columns, signs: Signs, *, on: bool = False) -> Line:
    """One row of the table."""
    cell = cells(row, now, signs)
    base, dim, star = ("cursor", "cursor_dim", "cursor") if on else ("text", "dim", "star")
    gap = " " * shape.gap
    topic, behind = topic_cell(cell, shape.topic, signs)
    line: Line = [
        (">" if on else " ", star),
        (" " * (shape.number - width(cell.number)) + cell.number, star if row.newest else dim),
        (gap + topic, base),
    ]
    if behind:
        line.append((behind, dim))
    if shape.project:
        line.append((gap + pad(cell.project, shape.project, signs.ellipsis), base))
    line.append((gap + pad(_brief_time(cell.last) if shape.short else cell.last, shape.last, signs.ellipsis), dim))
    if shape.badges:
        line.append((gap + pad(cell.badges, shape.badges, signs.ellipsis), base))
    return line


def _brief_time(text: str) -> str:
    return text.replace("just now", "now").replace("yesterday", "1d").replace(" ago", "")


def _header(state: State, shape: Columns) -> Line:
    arrow = ("▼" if state.down else "▲") if state.signs else ("v" if state.down else "^")
    line: Line = []
    used = 0
    for name, x, size in shape.places():
        title = "#" if name == "number" else name if width(name) <= size else ""
        on = state.sort == name
        if on:
            title = cut(title, size - 2, "") + " " + arrow if size > 2 else arrow
        line.append((" " * (x - used), "header"))
        line.append((" " * (size - width(title)) + title if name == "number" else _exactly(title, size), "header_on" if on else "header"))
        used = x + size
    return line


def nothing(state: State) -> list[Run]:
    """What stands in place of rows when none is listed."""
    if state.listing.rows:
        return [(no_match(state), "warn")]
    if state.listing.reading:
        return [("reading …", "dim")]
    from .pane import wrap

    at = state.layout
    room = max(8, state.width - 2)
    lines = (at.status if at.status > 0 else state.height) - at.top
    places, advice = state.listing.places, [line for said in state.listing.advice for line in wrap(said, room)]
    out: list[Run] = [(EMPTY, "bold"), ("", "text"), ("Searched:", "label"), *(("  " + place, "text") for place in places)]
    out += [("", "text"), *((line, "text") for line in advice)]
    if len(out) > lines:  # a short screen: how to add a place comes before all that were searched
        out = [(EMPTY, "bold"), *((line, "text") for line in advice)]
        out += [(line, "text") for line in wrap("Searched: " + ", ".join(places), room)]
    return out[: max(0, lines)]


# --- the lines around it


def prompt(state: State) -> Line:
    """The filter, with its caret, and at the right how much of what is listed."""
    count = counted(state)
    room = max(1, state.width - 3 - width(count) - 2)
    typed = state.digits or state.text
    caret = len(typed) if state.digits else state.caret
    line: Line = [(" › " if state.signs else " > ", "prompt")]
    if not typed:
        here = state.focus != TABLE
        hint = HINT[0]
        line += [(hint[:1], "caret"), (hint[1:], "dim")] if here else [(hint, "dim")]
    else:
        left, under, right = typed[:caret], typed[caret : caret + 1] or " ", typed[caret + 1 :]
        while width(left) + width(under) > room and left:
            left = left[1:]
        line += [(left, "bold"), (under, "bold" if state.focus == TABLE else "caret"), (cut(right, max(0, room - width(left) - width(under)), ""), "bold")]
    line = fit(line, max(0, state.width - width(count) - 2))
    return [*line, (count + " ", "dim")] if state.width > width(count) + 2 else line


def caret(state: State) -> tuple[int, int]:
    """Where the terminal's own cursor belongs, (x, y): input methods open their window there."""
    typed = state.digits or state.text
    before = typed if state.digits else typed[: state.caret]
    return min(3 + width(before), max(0, state.width - 1)), 0


def status(state: State) -> Line:
    """What happened, else what Enter will do; at the right what is wrong and whether reading goes on."""
    right = notes(state)
    room = max(0, state.width - (width(right) + 2 if right else 0))
    said = spoken(state)
    text = " " + (said[0] if said else cut(shortened(in_words(enter(state), state), room - 2), max(0, room - 2)))
    line = fit([(text, "status_warn" if said else "status")], room, "status")
    return [*line, (" " + right + " ", "status_warn" if state.listing.problems else "status")] if right else line


def _footer(keys: Sequence[actions.Action], room: int) -> Line:
    line: Line = [(" ", "footer")]
    for action in keys:
        line += [(action.shown, "key"), (" " + action.label + "  ", "footer")]
    return fit(line, room, "footer")


# --- the preview, help and menus


def _pane(screen: list[Line], state: State, preview: Sequence[Line]) -> None:
    pane = state.layout.preview
    if pane is None:
        return
    x, y, room, height = pane
    row = state.previewed
    title = "preview" if row is None else f"{row.number} · {row.handoff.topic}"
    bar = "│" if state.signs else "|"
    side = [(bar, "rule")] if x else []
    top = fit([(" " + cut(title, room - 2) + " ", "header")], room, "header")
    screen[y] = [*screen[y], *([(bar, "header")] if x else []), *top]
    first = first_line(state, len(preview))
    for offset in range(1, height):
        at = first + offset - 1
        line = [(" ", "text"), *preview[at]] if at < len(preview) else []
        screen[y + offset] = [*screen[y + offset], *side, *fit(line, room)]


def first_line(state: State, count: int) -> int:
    """First line of the preview in sight: never so far that less than its end shows."""
    pane = state.layout.preview
    return 0 if pane is None else min(state.scroll, max(0, count - (pane[3] - 1)))


def _over(screen: list[Line], state: State) -> None:
    """Help or a menu in place of table and preview."""
    at = state.layout
    top = max(1, at.header)
    room = (at.status if at.status > 0 else state.height) - top
    body = help_lines(state.width, state.signs) if state.mode == HELP else _menu(state)
    first = min(state.scroll, max(0, len(body) - room)) if state.mode == HELP else 0
    for offset in range(max(0, room)):
        screen[top + offset] = body[first + offset] if first + offset < len(body) else []


def help_lines(room: int, signs: bool = True) -> list[Line]:
    """`F1`: every key and what it does, wrapped to `room` cells."""
    from .pane import wrap

    out: list[Line] = [[(" Keys", "heading")], []]
    for keys, text in (*actions.PLAIN, *actions.table()):
        first, *more = wrap(text, max(10, room - 20)) or [""]
        shown = keys if signs else keys.replace("↓", "Down").replace("↑", "Up")
        out.append([(" " + pad(shown, 16) + "  ", "key"), (first, "text")])
        out += [[(" " * 19 + line, "text")] for line in more]
    return out


def _menu(state: State) -> list[Line]:
    from .pane import wrap

    menu = state.menu
    if menu is None:
        return []
    out: list[Line] = [[(" " + menu.title, "heading")], []]
    for text in menu.lines:
        out += [[(" " + line, "text")] for line in wrap(text, max(10, state.width - 2))]
    out += [[(" " + key, "key"), ("  " + label, "text")] for key, label, _ in menu.options]
    if menu.entry is not None:
        out.append([(" > ", "prompt"), (menu.typed, "bold"), (" ", "caret")])
    return out


# --- the mouse


def hit(state: State, x: int, y: int) -> tuple[str, str | int] | None:
    """What lies under a cell: ("row", index in sight), ("sort", column), ("action", name), ("preview", 0), or None."""
    at = state.layout
    if y >= at.footer:
        left = 1
        for action in at.footer_lines[y - at.footer] if y - at.footer < len(at.footer_lines) else ():
            size = len(action.shown) + 1 + len(action.label)
            if left <= x < left + size:
                return "action", action.name
            left += size + 2
        return None
    if state.mode != LIST:
        return None
    pane = at.preview
    if pane is not None and pane[0] <= x < pane[0] + pane[2] and pane[1] <= y < pane[1] + pane[3]:
        return "preview", 0
    if y == at.header:
        return next((("sort", name) for name, left, size in columns(state).places() if left <= x < left + size + 1), None)
    return ("row", y - at.top) if at.top <= y < at.top + at.rows and x < at.width else None
