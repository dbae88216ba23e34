"""What a typed line means: a number, a keyword, or nothing to load. The same on the command line and on the screen."""

from __future__ import annotations

from .handoff import Record
from .shelf import EMPTY, match
from .text import spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .rows import Rows

NO_LOAD, ROW, NO_ROW, ONE, SEVERAL, NONE = "no-load", "row", "no row", "one", "several", "none"


class Answer(Record):
    """What a typed line means (spec: picker.md, "Input"): a verdict, the rows that it is about, and what to say."""

    __slots__ = ("message", "rows", "verdict")

    def __init__(self, verdict: str, rows: Rows = EMPTY, message: str = "") -> None:
        self.verdict = verdict
        self.rows = rows
        self.message = message


def resolve(rows: Rows, text: str, listed: Rows | None = None) -> Answer:
    """The five rules of the input. `listed` are the rows that count for a bare number: by default every row."""
    word = text.strip()
    if not word or word.casefold() in ("none", "skip"):
        return Answer(NO_LOAD)
    count = rows if listed is None else listed
    if word.isascii() and word.isdigit():
        digits = word.lstrip("0") or "0"
        number = int(digits) if len(digits) < 10 else 0  # Python refuses to read more than 4,300 digits
        if count.place(number) is not None:
            return Answer(ROW, count.pick((number - 1,)))
        said = f"(no row {word[:12]} — pick {spans(count.numbers())})" if count else f"(no row {word[:12]} — there are none)"
        return Answer(NO_ROW, count, said)
    found = match(rows, word)
    if len(found) == 1:
        return Answer(ONE, found)
    if found:
        return Answer(SEVERAL, found)
    from .text import one_line

    if word.count('"') == 2 and word[0] == word[-1] == '"' and word[1:-1].strip():
        word = word[1:-1]  # in quotes already
    said = f'(no match for "{one_line(word)}" — pick a row, hit Enter, or refine)'
    return Answer(NONE, count, said)
