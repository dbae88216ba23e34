"""What a key does: state and key in, the next state and perhaps an effect out. Pure, and complete for the list, help and menus."""

from __future__ import annotations

from pickup_tui import typed

from .actions import BY_KEY
from .editing import sign_after, sign_before, word_after, words_before
from .layout import ALONE, HIDDEN, ROOMY, layout
from .state import (
    EARLY,
    FILTER,
    HELP,
    LIST,
    MENU,
    TABLE,
    Effect,
    Menu,
    State,
    in_sight,
    listed,
    moved,
    renumbered,
    unseen,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.rows import Row

    Step = tuple[State, Effect | None]

NOT_YET = "the list has just changed — press again"
COLUMNS = ("number", "topic", "project", "last", "badges")


def press(state: State, key: str, char: str | None = None, when: float = float("inf")) -> Step:
    """One key: its name as Textual gives it, the character that it types, and when it was pressed (monotonic seconds)."""
    if key == "ctrl+c":
        return state, Effect("cancel")
    if state.mode == HELP:
        return _in_help(state, key)
    if state.mode == MENU:
        return _in_menu(state, key, char)
    state = state.with_(said="") if state.said else state
    action = BY_KEY.get(key)
    if action is not None:
        return _act(state, action.name, when)
    plain = _PLAIN.get(key)
    if plain is not None:
        return plain(state, when)
    if char and char.isprintable():
        return _type(state, char, when)
    return state, None


def paste(state: State, text: str) -> State:
    """Pasted text goes into the filter (or a menu's line), digits too, as one line."""
    from pickup_tui.text import one_line

    text = one_line(text[:1000])
    if state.mode == MENU and state.menu is not None and state.menu.entry is not None:
        return state.with_(menu=_typed(state, state.menu.typed + text))
    return _insert(state.with_(said="", digits=""), text) if state.mode == LIST and text else state


def run(state: State, name: str, when: float = float("inf")) -> Step:
    """An action by its name, as a click on the footer or the palette gives it."""
    return _act(state.with_(said="", mode=LIST, menu=None), name, when)


def click(state: State, index: int, when: float) -> State:
    """A click on the row at `index` of the table puts the cursor there."""
    at = state.top + index
    if state.mode != LIST or not 0 <= index < state.layout.rows or at >= len(state.view):
        return state
    row = state.view[at]
    if moved(state, row, when):
        return state.with_(said=NOT_YET)
    return _put(state, at)


def scroll(state: State, lines: int) -> State:
    """The wheel over the table: the rows move, the cursor stays on its handoff."""
    last = max(0, len(state.view) - max(1, state.layout.rows))
    return state.with_(top=min(max(0, state.top + lines), last))


def sort(state: State, column: str) -> State:
    """A press on a column: sorted by it, then the other way round, then newest first again. Sorting shows all rows."""
    if state.sort != column:
        return listed(state, sort=column, down=False, full=True)
    if not state.down:
        return listed(state, down=True, full=True)
    return listed(state, sort=None, down=False)


def scroll_preview(state: State, lines: int) -> State:
    """The preview `lines` further; `frame` never shows less than its last line."""
    return state.with_(scroll=max(0, state.scroll + lines))


# --- the list's keys


def _type(state: State, char: str, when: float) -> Step:
    if char in "0123456789" and (state.focus == TABLE or not state.text):
        return _digit(state, char, when)
    if state.focus == TABLE:
        state = state.with_(focus=FILTER, digits="", caret=len(state.text))
    return _insert(state.with_(digits=""), state.digits + char), None


def _insert(state: State, text: str) -> State:
    caret = state.caret
    return listed(state, text=state.text[:caret] + text + state.text[caret:], caret=caret + len(text), focus=FILTER)


def _digit(state: State, char: str, when: float) -> Step:
    digits = state.digits + char
    fits = sum(str(number).startswith(digits) for number in state.view.numbers())
    exact = state.view.numbered(int(digits)) if digits[0] != "0" else None
    if not fits:
        early = state.listing.reading and not state.listing.rows  # nothing is known yet, so nothing is said about it
        return state.with_(digits="", said=EARLY if early else typed.resolve(state.view, digits).message), None
    if exact is None or fits > 1:
        return state.with_(digits=digits), None
    return _number(state.with_(digits=""), exact, when)


def _number(state: State, row: Row, when: float) -> Step:
    """Loads the row whose number was pressed, unless it was another one's a moment ago."""
    at = state.view.place(row.number)
    if at is not None and renumbered(state, row, when):
        how = "is another one now" if row.number in state.seen.values() else "has just appeared"
        return _put(state, at).with_(said=f"row {row.number} {how} — Enter loads it"), None
    return _load(state, row, when)


def _load(state: State, row: Row, when: float, way: str = "") -> Step:
    """Loads `row`, unless it was not on the screen when the key was pressed."""
    at = state.view.place(row.number)
    if at is None:
        return state, None
    if unseen(state, row, when):
        return _put(state, at).with_(said=f"row {row.number} has just appeared — Enter loads it"), None
    if not state.top <= at < state.top + state.layout.rows:
        return _put(state, at).with_(said=f"row {row.number} is here — Enter loads it"), None
    return state, Effect("load", row, way=way)


def _put(state: State, at: int) -> State:
    """The cursor on the row at `at`."""
    row = state.view[at]
    return in_sight(state.with_(pointed=row, scroll=state.scroll if state.pointed is not None and state.pointed.number == row.number else 0, digits=""), at)


def _enter(state: State, when: float) -> Step:
    if state.digits:
        answer = typed.resolve(state.view, state.digits)
        state = state.with_(digits="")
        return _number(state, answer.rows[0], when) if answer.verdict == typed.ROW else (state.with_(said=answer.message), None)
    row = state.chosen
    if row is not None:
        return _load(state, row, when)
    if state.pointed is None and when < state.changed and state.seen:
        return state.with_(said=NOT_YET), None
    answer = typed.resolve(state.view, state.text)
    if answer.verdict == typed.NO_LOAD:
        return state, Effect("leave")
    if answer.verdict in (typed.ROW, typed.ONE):
        return _load(state, answer.rows[0], when)
    if answer.verdict == typed.SEVERAL:
        return state.with_(focus=TABLE, said=f"{len(answer.rows)} match — a row's number loads it"), None
    if answer.verdict == typed.NO_ROW:
        return state.with_(said=answer.message), None
    return listed(state, text="", caret=0).with_(said=answer.message), None


def _escape(state: State, _: float) -> Step:
    if state.digits:
        return state.with_(digits=""), None
    if state.text:
        return listed(state, text="", caret=0, focus=FILTER), None
    return state, Effect("leave")


def _down(state: State, _: float) -> Step:
    at = state.at
    if at is not None and at + 1 >= len(state.view) and not state.full and not state.text:
        # ↓ past the last row shows all
        more = listed(state, full=True)
        at = more.at
        state = more
    if not state.view:
        return state, None
    return _put(state, state.top if at is None else min(at + 1, len(state.view) - 1)), None


def _up(state: State, _: float) -> Step:
    if not state.view:
        return state, None
    at = state.at
    return _put(state, max(0, len(state.sight) + state.top - 1 if at is None else at - 1)), None


def _page(state: State, pages: int) -> State:
    if not state.view:
        return state
    if pages > 0 and state.at == len(state.view) - 1 and not state.full and not state.text:
        state = listed(state, full=True)
    at = state.top if state.at is None else state.at
    return _put(state, min(max(0, at + pages * max(1, state.layout.rows)), len(state.view) - 1))


def _backspace(state: State, _: float) -> Step:
    if state.digits:
        return state.with_(digits=state.digits[:-1]), None
    caret = len(state.text) if state.focus == TABLE else state.caret
    if not caret:
        return state.with_(focus=FILTER), None
    kept = sign_before(state.text, caret)
    return listed(state, text=state.text[:kept] + state.text[caret:], caret=kept, focus=FILTER), None


def _delete(state: State, _: float) -> Step:
    return listed(state, text=state.text[: state.caret] + state.text[sign_after(state.text, state.caret) :]), None


def _end(state: State, at: int) -> State:
    """Home and End: of the filter while it is being edited, else of the table."""
    if state.focus == FILTER and state.text and state.pointed is None:
        return _caret(state, at if at == 0 else len(state.text))
    return _put(state, at % len(state.view)) if state.view else state


def _word(state: State, _: float) -> Step:
    kept = words_before(state.text, state.caret)
    return listed(state, text=kept + state.text[state.caret :], caret=len(kept), focus=FILTER, digits=""), None


def _clear(state: State, _: float) -> Step:
    return listed(state, text="", caret=0, focus=FILTER, digits=""), None


def _tab(state: State, _: float) -> Step:
    return state.with_(focus=TABLE if state.focus == FILTER else FILTER, digits=""), None


def _caret(state: State, to: int) -> State:
    return state.with_(caret=min(max(0, to), len(state.text)), focus=FILTER)


_PLAIN: dict[str, Callable[[State, float], Step]] = {
    "enter": _enter,
    "ctrl+j": _enter,  # what Enter is when it was typed before raw mode
    "escape": _escape,
    "down": _down,
    "ctrl+n": _down,
    "up": _up,
    "ctrl+k": _up,
    "pagedown": lambda state, _: (_page(state, 1), None),
    "pageup": lambda state, _: (_page(state, -1), None),
    "home": lambda state, _: (_end(state, 0), None),
    "end": lambda state, _: (_end(state, -1), None),
    "left": lambda state, _: (_caret(state, sign_before(state.text, state.caret)), None),
    "right": lambda state, _: (_caret(state, sign_after(state.text, state.caret)), None),
    "ctrl+left": lambda state, _: (_caret(state, len(words_before(state.text, state.caret))), None),
    "ctrl+right": lambda state, _: (_caret(state, word_after(state.text, state.caret)), None),
    "backspace": _backspace,
    "ctrl+h": _backspace,
    "delete": _delete,
    "ctrl+w": _word,
    "ctrl+u": _clear,
    "tab": _tab,
    "shift+tab": _tab,
}


# --- actions


def _act(state: State, name: str, when: float) -> Step:
    own = _OWN.get(name)
    if own is not None:
        return own(state), None
    if name in ("palette", "refresh"):
        return state, Effect(name)
    return _act_on_row(state, name, when)


def _act_on_row(state: State, name: str, when: float) -> Step:
    """An action on the row under the cursor, or on the only match of a filter."""
    row = state.chosen or (state.view[0] if state.text.strip() and len(state.view) == 1 else None)
    if row is None:
        return state.with_(said="choose a row first: ↓, a click, or a filter with one match"), None
    if unseen(state, row, when):
        return state.with_(said=NOT_YET), None
    state, effect = _load(state, row, when)
    if effect is None:
        return state.with_(said=f"row {row.number} is here — press again"), None
    if name in ("print", "agent"):
        return state, Effect("load", row, way=name)
    if name == "hide":  # the cursor goes on to the row below, so that several can be hidden one after the other
        at = state.at
        state = state if at is None or len(state.view) < 2 else _put(state, at + 1 if at + 1 < len(state.view) else at - 1)
    return state, Effect(name, row)


def _preview(state: State) -> State:
    """The preview off and on; where there is no room beside the table, on means that it takes the table's."""
    if state.layout.preview is not None:
        return in_sight(state.with_(preview=HIDDEN))
    roomy = layout(state.width, state.height, ROOMY).preview is not None
    new = in_sight(state.with_(preview=ROOMY if roomy else ALONE))
    return new if new.layout.preview is not None else state.with_(said="the window is too small for a preview")


def _all(state: State) -> State:
    state = listed(state, full=not state.full)
    return state if not state.full or state.listing.rows else state.with_(said="there are none")


def _here(state: State) -> State:
    if state.here:
        return listed(state, here=False)
    if not state.listing.rows.home():
        return state.with_(said="no handoff belongs to this folder's project")
    return listed(state, here=True)


def _column(state: State) -> State:
    """Sorts by the column after the present one; from newest first, by the number."""
    at = -1 if state.sort is None else COLUMNS.index(state.sort)
    return listed(state, sort=COLUMNS[(at + 1) % len(COLUMNS)], down=False, full=True)


_OWN: dict[str, Callable[[State], State]] = {
    "help": lambda state: state.with_(mode=HELP, scroll=0),
    "all": _all,
    "here": _here,
    "sort": lambda state: sort(state, state.sort or "topic"),
    "column": _column,
    "preview": _preview,
    "scroll_down": lambda state: scroll_preview(state, 5),
    "scroll_up": lambda state: scroll_preview(state, -5),
}


# --- help and menus


def _in_help(state: State, key: str) -> Step:
    if key in ("down", "pagedown", "f8"):
        return scroll_preview(state, 1 if key == "down" else 10), None
    if key in ("up", "pageup", "f7"):
        return scroll_preview(state, -1 if key == "up" else -10), None
    return state.with_(mode=LIST, scroll=0), None


def _typed(state: State, text: str) -> Menu | None:
    menu = state.menu
    return None if menu is None else Menu(menu.title, menu.lines, menu.options, entry=menu.entry, typed=text)


def _in_menu(state: State, key: str, char: str | None) -> Step:
    menu = state.menu
    closed = state.with_(mode=LIST, menu=None)
    if menu is None or key == "escape":
        return closed, None
    if menu.entry is None:
        chosen = next((effect for name, _, effect in menu.options if name == char), None)
        return (state, None) if chosen is None else (closed, chosen)
    if key in ("enter", "ctrl+j"):
        entry = menu.entry
        return (closed, Effect(entry.kind, entry.row, way=entry.way, text=entry.text + menu.typed)) if menu.typed.strip() else (closed, None)
    if key in ("backspace", "ctrl+h"):
        return state.with_(menu=_typed(state, menu.typed[:-1])), None
    if key == "ctrl+u":
        return state.with_(menu=_typed(state, "")), None
    return (state.with_(menu=_typed(state, menu.typed + char)), None) if char and char.isprintable() else (state, None)
