"""The screen's state: one value, and the pure functions that change what is listed.

Needs no terminal and no Textual: tests make one, press keys (`keys.press`) and look at it.
The rules are those of the spec's picker page, "On the screen".
"""

from __future__ import annotations

from pickup_tui import shelf
from pickup_tui.cells import plain, width
from pickup_tui.handoff import Record

from .layout import ROOMY, Layout, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from pickup_tui.rows import Row, Rows

FILTER, TABLE = "filter", "table"
LIST, HELP, MENU = "list", "help", "menu"
FIRST = 100  # rows whose projects decide how wide their column is
REACTION = 1.0  # seconds after a renumbering in which a number may still be meant as it was: seeing and pressing take that long
EARLY = "still reading — press it again when the rows are there"  # a number, before there is any row
THERE = "the rows are there now — press it again"


class Listing(Record):
    """What a scan gave the screen.

    rows      every row in number order, folded ones last
    total     how many there are; more than `rows` in a first look that holds only the top
    problems  how many things could not be read as meant
    places    the places that were searched, as people write them
    advice    how to add one, a sentence a line
    reading   a fuller listing follows
    """

    __slots__ = ("_widest", "advice", "places", "problems", "reading", "rows", "total")

    def __init__(
        self,
        rows: Rows = shelf.EMPTY,
        *,
        total: int | None = None,
        problems: int = 0,
        places: tuple[str, ...] = (),
        advice: tuple[str, ...] = (),
        reading: bool = False,
    ) -> None:
        self.rows = rows
        self.total = len(rows) if total is None else total
        self.problems = problems
        self.places = places
        self.advice = advice
        self.reading = reading
        self._widest: int | None = None

    @property
    def widest(self) -> int:
        """Cells of the widest project's name among the first rows, those of a kept page: nothing moves while one scrolls or filters."""
        if self._widest is None:
            self._widest = max((width(plain(row.handoff.words[1])) for row in self.rows[:FIRST]), default=0)
        return self._widest


class Effect(Record):
    """What a key asks of the world: `kind` is an action's name, or leave, cancel, load, choice.

    row   what it is about
    way   for load: "" (the first way that applies), print, copy, agent
    text  more, by kind: an agent's name, a lane's id
    """

    __slots__ = ("kind", "row", "text", "way")

    def __init__(self, kind: str, row: Row | None = None, *, way: str = "", text: str = "") -> None:
        self.kind = kind
        self.row = row
        self.way = way
        self.text = text


class Menu(Record):
    """A question over the table: some lines, and options that a key chooses; with `entry` a line is typed instead.

    options  (key, label, effect); `entry` is the effect that gets the typed line behind its text
    """

    __slots__ = ("entry", "lines", "options", "title", "typed")

    def __init__(
        self,
        title: str,
        lines: tuple[str, ...] = (),
        options: tuple[tuple[str, str, Effect], ...] = (),
        *,
        entry: Effect | None = None,
        typed: str = "",
    ) -> None:
        self.title = title
        self.lines = lines
        self.options = options
        self.entry = entry
        self.typed = typed


class State:
    """Everything that the screen shows. Never changed in place: `with_` makes the next one.

    listing  what there is; view: the rows that are listed, in the order in which they are
    text     the filter; caret: where in it the next letter goes
    focus    FILTER or TABLE; digits: a row number that is not finished
    pointed  the row under the cursor, listed now or not; None at first
    top      index in `view` of the first row in sight
    full     all rows are listed; here: only this project's
    sort     the column sorted by, None for newest first; down: the other way round
    preview  HIDDEN, ROOMY or ALONE (see `layout`); scroll: its first line in sight
    said     what the status line says until the next key
    mode     LIST, HELP or MENU, with its `menu`
    enter    how Enter loads, as words ("copy", "print", "start claude")
    seen     number by id of the rows that were in sight before the list changed by itself, last at `changed` (monotonic
             seconds); of several changes within a person's reaction, before the first of them
    """

    __slots__ = (
        "caret", "changed", "digits", "down", "enter", "focus", "full", "height", "here", "listing", "menu", "mode", "pointed",
        "preview", "said", "scroll", "seen", "signs", "sort", "text", "top", "view", "width",
    )  # fmt: skip

    def __init__(self, listing: Listing, width: int = 80, height: int = 24, *, enter: str = "copy", signs: bool = True) -> None:
        self.listing = listing
        self.view: Rows = shelf.shown(listing.rows)
        self.text = ""
        self.caret = 0
        self.focus = FILTER
        self.digits = ""
        self.pointed: Row | None = None
        self.top = 0
        self.full = False
        self.here = False
        self.sort: str | None = None
        self.down = False
        self.preview = ROOMY
        self.scroll = 0
        self.said = ""
        self.mode = LIST
        self.menu: Menu | None = None
        self.enter = enter
        self.signs = signs
        self.seen: Mapping[str, int] = {}
        self.changed = 0.0
        self.width = width
        self.height = height

    def with_(self, **changes: object) -> State:
        """A copy with these fields changed; what is listed is not worked out again (`listed` does)."""
        new = State.__new__(State)
        for name in State.__slots__:
            setattr(new, name, changes[name] if name in changes else getattr(self, name))
        return new

    @property
    def layout(self) -> Layout:
        return layout(self.width, self.height, self.preview)

    @property
    def cursor(self) -> str | None:
        """Id of the handoff under the cursor."""
        return None if self.pointed is None else self.pointed.handoff.id

    @property
    def chosen(self) -> Row | None:
        """The row under the cursor; None when there is none or it is not listed now."""
        at = self.at
        return None if at is None else self.view[at]

    @property
    def at(self) -> int | None:
        """Index in `view` of the row under the cursor."""
        return None if self.pointed is None else self.view.place(self.pointed.number)

    @property
    def previewed(self) -> Row | None:
        """The row that the preview is about: the one under the cursor, else the only match, which Enter loads."""
        row = self.chosen
        return self.view[0] if row is None and len(self.view) == 1 and self.text.strip() else row

    @property
    def sight(self) -> Rows:
        """The rows that are on the screen."""
        rows: Rows = self.view[self.top : self.top + self.layout.rows]
        return rows

    @property
    def total(self) -> int:
        return self.listing.total


def listed(state: State, **changes: object) -> State:
    """`state` with changes to what is listed, worked out again; the cursor's row stays in sight."""
    new = state.with_(**changes)
    narrower = (
        bool(state.text.strip())  # of blanks alone the rows are not a filter's
        and new.text.startswith(state.text)
        and '"' not in new.text
        and new.listing is state.listing
        and (new.here, new.sort, new.down) == (state.here, state.sort, state.down)
    )
    return in_sight(new.with_(view=shelf.match(state.view, new.text, state.text) if narrower else _view(new)))


def _view(state: State) -> Rows:
    rows = state.listing.rows
    if state.here:
        rows = rows.home()
    if state.text.strip():
        rows = shelf.match(rows, state.text)
    elif not state.full:
        rows = shelf.shown(rows)
    return shelf.sort(rows, state.sort, down=state.down) if state.sort else rows


def in_sight(state: State, at: int | None = None) -> State:
    """`state` scrolled as little as needed for row `at` (by default the cursor's) to be on the screen."""
    rows = max(1, state.layout.rows)
    last = max(0, len(state.view) - rows)
    top = min(state.top, last)
    at = state.at if at is None else at
    if at is not None:
        top = min(max(top, at - rows + 1), at)
    return state if top == state.top else state.with_(top=top)


def refreshed(state: State, listing: Listing, when: float) -> State:
    """`state` with what was read anew, at `when`: everything that the person chose stays, the cursor on its handoff."""
    before = state.at
    offset = None if before is None else before - state.top
    id_ = state.cursor
    pointed = None if id_ is None else listing.rows.named(id_)
    new = listed(state, listing=listing, pointed=pointed)
    if new.here and not new.view and not new.text:
        new = listed(new, here=False)
    if id_ is not None and pointed is None:
        # What was just said explains it better: a row that `^X` hid is not gone.
        new = new.with_(said=state.said or "the chosen handoff is gone", scroll=0)
    elif offset is not None and new.at is not None:
        # the row stays where the eye is
        new = in_sight(new.with_(top=max(0, new.at - offset)))
    if new.said == EARLY and not listing.reading:
        new = new.with_(said=THERE)
    if [row.handoff.id for row in new.sight] != [row.handoff.id for row in state.sight] or numbers(new) != numbers(state):
        seen = state.seen if state.seen and when < state.changed + REACTION else numbers(state)
        new = new.with_(seen=seen, changed=when, digits="")
    return new


def numbers(state: State) -> dict[str, int]:
    """Row number by id of the rows that are on the screen."""
    return {row.handoff.id: row.number for row in state.sight}


def resized(state: State, width: int, height: int) -> State:
    """`state` on a screen of another size."""
    return in_sight(state.with_(width=width, height=height))


def unseen(state: State, row: Row, when: float) -> bool:
    """Whether a key pressed at `when` was pressed before `row` was on the screen."""
    return when < state.changed and row.handoff.id not in state.seen


def moved(state: State, row: Row, when: float) -> bool:
    """Whether a key or a click at `when` came before `row` stood where it stands, under its number."""
    return when < state.changed and state.seen.get(row.handoff.id) != row.number


def renumbered(state: State, row: Row, when: float) -> bool:
    """Whether `row`'s number, pressed at `when`, may be meant for another row: it had it until a moment ago."""
    return moved(state, row, when) or (
        when < state.changed + REACTION and state.seen.get(row.handoff.id) != row.number and row.number in state.seen.values()
    )
