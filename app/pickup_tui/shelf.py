"""The ranked list: merges, orders, numbers, folds and filters handoffs. Pure functions over plain data.

Order, numbers, badges and filter are those of the spec's picker page.
"""

from __future__ import annotations

from .handoff import Handoff, Record
from .text import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

SHOWN = 8  # rows that are shown at first, so that one digit is enough


class Row(Record):
    """A handoff in its place.

    number     rank in the merged, unfiltered list, from 1
    handoff    what it is
    home       the shell stands in its project
    comments   an open PR has an unresolved review thread: True, False, or None for unknown
    folded     an older member of its family, or a baton that was picked up: shown only with `--all`
    folds      how many rows are folded under this one
    picked_up  when and by whom another session loaded it, as shown ("3m ago"); None: nobody
    search     what the filter looks in, folded once
    """

    __slots__ = ("_home", "_search", "comments", "folded", "folds", "handoff", "number", "picked_up")

    def __init__(
        self,
        number: int,
        handoff: Handoff,
        *,
        home: bool | Callable[[Handoff], bool] = False,
        comments: bool | None = None,
        folded: bool = False,
        folds: int = 0,
        picked_up: str | None = None,
    ) -> None:
        self.number = number
        self.handoff = handoff
        self._home = home
        self.comments = comments
        self.folded = folded
        self.folds = folds
        self.picked_up = picked_up
        self._search: str | None = None

    @property
    def home(self) -> bool:
        if not isinstance(self._home, bool):
            self._home = self._home(self.handoff)
        return self._home

    @property
    def search(self) -> str:
        if self._search is None:
            self._search = search_text(self.handoff)
        return self._search

    @property
    def newest(self) -> bool:
        return self.number == 1

    @property
    def marks(self) -> tuple[str, ...]:
        """The dim words after the topic, `picked up 3m ago` last."""
        return self.handoff.marks + ((f"picked up {self.picked_up}",) if self.picked_up else ())


def order(handoff: Handoff) -> tuple[float, int, str, int]:
    """Sort key: newest last session, newest mtime, path, place in the file. Total: no two handoffs share one."""
    return (-handoff.when, -handoff.mtime, handoff.path, handoff.line)


def search_text(handoff: Handoff) -> str:
    """Topic, project and branch as one folded text; parts are told apart so that no keyword spans two."""
    return fold("\n".join((handoff.topic, handoff.project, handoff.branch or "")))


def arrange(
    handoffs: Iterable[Handoff],
    *,
    home: Callable[[Handoff], bool] = lambda _: False,
    comments: Mapping[str, bool | None] | None = None,
    picked_up: Mapping[str, str] | None = None,
    away: frozenset[str] = frozenset(),
) -> tuple[Row, ...]:
    """Every handoff as a row, ranked and numbered; folded ones come last.

    home       whether the shell stands in a handoff's project
    comments   by id, what is known of unresolved review threads
    picked_up  by id, when another session loaded it
    away       ids that fold whatever their family: batons that were picked up
    """
    ranked = sorted(handoffs, key=order)
    standing: dict[str, str] = {}  # family -> id of the newest member
    counts: dict[str, int] = {}
    front: list[Handoff] = []
    back: list[Handoff] = []
    for handoff in ranked:
        if away and handoff.id in away:
            back.append(handoff)
        elif handoff.fold is None or handoff.fold not in standing:
            front.append(handoff)
            if handoff.fold is not None:
                standing[handoff.fold] = handoff.id
        else:
            back.append(handoff)
            counts[standing[handoff.fold]] = counts.get(standing[handoff.fold], 0) + 1
    rows = tuple(Row(number, handoff, home=home, folded=number > len(front)) for number, handoff in enumerate((*front, *back), 1))
    if comments or picked_up or counts:
        for row in rows:
            name = row.handoff.id
            row.comments = (comments or {}).get(name)
            row.picked_up = (picked_up or {}).get(name)
            row.folds = counts.get(name, 0)
    return rows


def shown(rows: Sequence[Row], limit: int | None = SHOWN) -> tuple[Row, ...]:
    """The first `limit` rows that are not folded; with None every row, folded ones too."""
    return tuple(rows) if limit is None else tuple(row for row in rows if not row.folded)[: max(limit, 0)]


def match(rows: Sequence[Row], text: str) -> tuple[Row, ...]:
    """Rows in whose topic, project or branch every word of `text` occurs, whatever their case or composition.

    A word in double quotes is taken whole, spaces included: `"404"` is a keyword, not a number.
    """
    found: Sequence[Row] = rows
    for word in keywords(text):
        # the kept text itself, not the property: 10,000 calls are what a key would wait for
        found = [row for row in found if word in (row._search or row.search)]  # noqa: SLF001
    return tuple(found)


def sort(rows: Sequence[Row], column: str, *, down: bool = False) -> tuple[Row, ...]:
    """Rows by a column of the table: number, topic, project, last or badges; `down` is the other way round.

    Equal rows keep the order of their numbers both ways. Badges first come those that have some.
    """
    keys: dict[str, Callable[[Row], object]] = {
        "number": lambda row: row.number,
        "topic": lambda row: fold(row.handoff.topic),
        "project": lambda row: fold(row.handoff.project),
        "last": lambda row: row.handoff.when,
        "badges": lambda row: (not row.comments, not row.home),
    }
    ranked = sorted(rows, key=lambda row: row.number)
    return tuple(sorted(ranked, key=keys[column], reverse=down))  # type: ignore[arg-type]


def keywords(text: str) -> tuple[str, ...]:
    """The words of a filter, folded; quoted ones whole."""
    words: list[str] = []
    for at, part in enumerate(text.split('"')):
        words += [" ".join(part.split())] if at % 2 and text.count('"') > at else part.split()
    # Quotes around nothing are looked for as they are: they are not a wish for every row.
    return tuple(fold(word) for word in words if word) or tuple(map(fold, text.split()))


NO_LOAD, ROW, NO_ROW, ONE, SEVERAL, NONE = "no-load", "row", "no row", "one", "several", "none"


class Answer(Record):
    """What a typed line means (spec: picker.md, "Input"): a verdict, the rows that it is about, and what to say."""

    __slots__ = ("message", "rows", "verdict")

    def __init__(self, verdict: str, rows: tuple[Row, ...] = (), message: str = "") -> None:
        self.verdict = verdict
        self.rows = rows
        self.message = message


def resolve(rows: Sequence[Row], text: str, listed: Sequence[Row] | None = None) -> Answer:
    """The five rules of the input. `listed` are the rows that count for a bare number: by default every row."""
    word = text.strip()
    if not word or word.casefold() in ("none", "skip"):
        return Answer(NO_LOAD)
    count = rows if listed is None else listed
    if word.isascii() and word.isdigit():
        digits = word.lstrip("0") or "0"
        number = int(digits) if len(digits) < 10 else 0  # Python refuses to read more than 4,300 digits
        chosen = tuple(row for row in count if row.number == number)
        if chosen:
            return Answer(ROW, chosen)
        top = max((row.number for row in count), default=0)
        said = f"(no row {word[:12]} — pick 1–{top})" if top else f"(no row {word[:12]} — there are none)"
        return Answer(NO_ROW, tuple(count), said)
    found = match(rows, word)
    if len(found) == 1:
        return Answer(ONE, found)
    if found:
        return Answer(SEVERAL, found)
    from .text import one_line

    said = f'(no match for "{one_line(word)}" — pick a row, hit Enter, or refine)'
    return Answer(NONE, tuple(count), said)
