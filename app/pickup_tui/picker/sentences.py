"""The sentences around the table: what Enter will do, what was said, how much of the list is shown. Pure."""

from __future__ import annotations

from pickup_tui.cells import cut, width

from .state import HELP, MENU, TABLE, State

HINT = ("type to filter", "Enter leaves without loading · ↓ or a row's number chooses")
SHORTER = ("Enter leaves · ↓ or a number chooses", "Enter leaves · ↓ chooses")  # the same where there is less room


def counted(state: State) -> str:
    """`8 of 23`, `3 of 23 match`, `23`, and what narrows it besides."""
    if state.listing.reading and not state.listing.rows:
        return "…"
    here = "here: " if state.here else ""
    if state.text.strip():
        return f"{here}{len(state.view)} of {state.total} match"
    if len(state.view) < state.total:
        return f"{here}{len(state.view)} of {state.total}"
    return f"{here}{state.total} handoff" + ("s" if state.total != 1 else "")


def enter(state: State) -> str:
    """What Enter does now, in words."""
    if state.mode == HELP:
        return "any key goes back · ↓ ↑ scroll"
    if state.mode == MENU:
        return "Enter goes on · Esc goes back" if state.menu and state.menu.entry else "a key chooses · Esc goes back"
    if state.digits:
        return _number(state)
    row = state.chosen
    if row is not None:
        # the marks come first: a narrow table has no room for them
        marks = f" ({', '.join(row.marks)})" if row.marks else ""
        return f"Enter: {state.enter} row {row.number}{marks} — {row.handoff.topic}"
    if not state.text.strip():
        return HINT[1] if state.view or state.listing.reading else "Enter leaves"
    if state.text.strip().casefold() in ("none", "skip"):
        return "Enter leaves without loading"
    if len(state.view) == 1:
        marks = f" ({', '.join(state.view[0].marks)})" if state.view[0].marks else ""
        return f"Enter: {state.enter} row {state.view[0].number}, the only match{marks}"
    if not state.view:
        return no_match(state)
    if state.focus == TABLE:
        return "a row's number loads it · ↓ chooses · Esc clears the filter"
    return f"{len(state.view)} match · Enter moves to the table, where digits choose"


def _number(state: State) -> str:
    """What Enter does with a row number that is not finished."""
    number = state.digits.lstrip("0")
    at = next((at for at, row in enumerate(state.view) if str(row.number) == number), None)
    if at is None:
        return f"no row {state.digits} · a digit goes on · Esc clears"
    there = state.top <= at < state.top + state.layout.rows
    return f"Enter: {state.enter if there else 'go to'} row {number} · a digit goes on · Esc clears"


def no_match(state: State) -> str:
    """Why a filter lists nothing: nothing matches, or there is nothing yet."""
    return f"0 of {state.total} match — Esc clears" if state.listing.rows or not state.listing.reading else "reading …"


def shortened(text: str, room: int) -> str:
    """What Enter does while nothing is chosen, in fewer words where there is less room."""
    if width(text) <= room or text.split(" · ", maxsplit=1)[0] != HINT[1].split(" · ")[0]:
        return text
    return next((short for short in SHORTER if width(short) <= room), text)


def notes(state: State) -> str:
    """What stands at the status line's right: what is wrong, and whether reading goes on."""
    notes = [f"{state.listing.problems} problem" + ("s" if state.listing.problems != 1 else "")] if state.listing.problems else []
    if state.listing.reading:
        notes.append("reading …")
    if state.width < 50:
        return f"! {state.listing.problems}" if state.listing.problems else ""
    return " · ".join(notes)


def spoken(state: State) -> list[str]:
    """What is said, in lines: the first on the status line; the rest over the footer until the next key, as far as that reaches.

    A message's end is where it says what to do: cutting it off would leave the person with half of the sentence.
    """
    if not state.said:
        return []
    right = notes(state)
    room = max(0, state.width - (width(right) + 2 if right else 0) - 2)
    said = in_words(state.said, state)
    if width(said) <= room or not state.layout.footer_lines:
        return [cut(said, room)]
    from .pane import wrap

    found = wrap(said, max(1, room))
    most = 1 + len(state.layout.footer_lines)
    return found if len(found) <= most else [*found[: most - 1], cut(" ".join(found[most - 1 :]), room)]


def in_words(text: str, state: State) -> str:
    """`text` with the arrow keys in words where there are no signs."""
    return text if state.signs else text.replace("↓", "Down").replace("↑", "Up")
