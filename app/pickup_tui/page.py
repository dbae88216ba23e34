"""The top of the last list, kept apart, so that the screen's first frame takes the same time with 10 handoffs and 10,000.

A page belongs to the folder that the shell stands in (badges depend on it) and to the options that choose rows. It is
only ever shown until the list itself is there; nothing is loaded from it without that.
"""

from __future__ import annotations

from zlib import crc32

from .handoff import Record
from .index import read_handoff, write_handoff
from .rows import Row
from .shelf import made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .index import Index
    from .rows import Rows

ROWS = 100  # the highest screen that is filled
_STATES = {None: "?", True: "1", False: "0"}
_KNOWN = {"?": None, "1": True, "0": False}


class Page(Record):
    """The first rows of a list, how many rows it has in all, and how many problems."""

    __slots__ = ("problems", "rows", "total")

    def __init__(self, rows: Rows, total: int, problems: int) -> None:
        self.rows = rows
        self.total = total
        self.problems = problems


def key(folder: str, options: Sequence[str]) -> str:
    """What a page belongs to, as text."""
    return "\x1f".join((folder, *options)).replace("\n", " ")


def write(index: Index, of: str, rows: Rows, problems: int) -> None:
    """Keeps the top of a list. A row that is folded, or no longer known by its number, is never on a page's first rows."""
    lines = [of, f"{len(rows)} {problems}"]
    for row in rows[:ROWS]:
        state = f"{row.number} {int(row.home)} {_STATES[row.comments]} {int(row.folded)} {row.folds}"
        lines += [state, row.picked_up or "", write_handoff(row.handoff)]
    text = "\n".join(lines)
    if index.read(_name(of)) != text:
        index.write(_name(of), text)


def read(index: Index, of: str) -> Page | None:
    """The page that was kept for this folder and these options; None when there is none, or it is not whole."""
    text = index.read(_name(of))
    if text is None:
        return None
    try:
        owner, head, *lines = text.split("\n")
        if owner != of:
            return None
        total, problems = map(int, head.split(" "))
        return Page(made([_row(*lines[at : at + 3]) for at in range(0, len(lines), 3)]), total, problems)
    except (ValueError, KeyError, IndexError, TypeError):
        return None


def _row(state: str, picked_up: str, line: str) -> Row:
    number, home, comments, folded, folds = state.split(" ")
    return Row(
        int(number), read_handoff(line), home=home == "1", comments=_KNOWN[comments], folded=folded == "1", folds=int(folds), picked_up=picked_up or None
    )


def _name(of: str) -> str:
    return f"page-{crc32(of.encode('utf-8', 'surrogateescape')) % 64:02}"
