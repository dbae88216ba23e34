"""The ranked list: merges, orders, numbers, folds and filters handoffs. Pure functions over plain data.

Order, numbers, badges and filter are those of the spec's picker page.
"""

from __future__ import annotations

from .handoff import Handoff, Record
from .text import fold, spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    _HandoffSequence = Sequence[Handoff]
    _RowSequence = Sequence["Row"]
else:  # at run time they need not inherit what a sequence has beside: its import is not worth that
    _HandoffSequence = _RowSequence = object

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

    `home` and `comments` may be given as what tells them: it is asked when they are.
    """

    __slots__ = ("_comments", "_home", "_search", "folded", "folds", "handoff", "number", "picked_up")

    def __init__(
        self,
        number: int,
        handoff: Handoff,
        *,
        home: bool | Callable[[Handoff], bool] = False,
        comments: bool | Callable[[Handoff], bool | None] | None = None,
        folded: bool = False,
        folds: int = 0,
        picked_up: str | None = None,
    ) -> None:
        self.number = number
        self.handoff = handoff
        self._home = home
        self._comments = comments
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
    def comments(self) -> bool | None:
        if self._comments is not None and not isinstance(self._comments, bool):
            self._comments = self._comments(self.handoff)
        return self._comments

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


ACTIVE, DONE, SUPERSEDED = "-", "d", "s"  # a handoff's standing: one letter, so that those of thousands are one short text


def standing(handoff: Handoff) -> str:
    """Whether a handoff is superseded, done, or neither."""
    if handoff.status == "superseded":
        return SUPERSEDED
    return DONE if handoff.status == "done" or "done" in handoff.marks else ACTIVE


class Ranked(_HandoffSequence):
    """Handoffs in their order, and beside them what counting and ranking thousands of them needs of each.

    handoffs   in order; they may be made only when they are asked for
    moments    when the last session of each was, as numbers or as texts of numbers
    standings  a letter each: see `standing`
    families   the fold key of each, None for none; empty when nothing folds
    ids        the id of each, given as what gives them
    """

    def __init__(
        self,
        handoffs: Sequence[Handoff],
        moments: Sequence[float | str],
        standings: str,
        families: Sequence[str | None],
        ids: Callable[[], Sequence[str]],
    ) -> None:
        self.handoffs = handoffs
        self.moments = moments
        self.standings = standings
        self.families = families
        self._ids: Callable[[], Sequence[str]] | Sequence[str] = ids

    def __len__(self) -> int:
        return len(self.standings)

    def __getitem__(self, at: Any) -> Any:
        return self.handoffs[at]

    def __iter__(self) -> Iterator[Handoff]:
        return iter(self.handoffs)

    @property
    def ids(self) -> Sequence[str]:
        if callable(self._ids):
            self._ids = self._ids()
        return self._ids

    def places(self, ids: Collection[str]) -> dict[str, int]:
        """Where the handoffs with these ids stand, as far as there are any."""
        return {id_: at for at, id_ in enumerate(self.ids) if id_ in ids} if ids else {}


def ranked(handoffs: Iterable[Handoff]) -> Ranked:
    """Handoffs put in order."""
    if isinstance(handoffs, Ranked):
        return handoffs
    found = tuple(sorted(handoffs, key=order))
    families = [handoff.fold for handoff in found]
    return Ranked(
        found,
        [handoff.when for handoff in found],
        "".join(map(standing, found)),
        families if any(families) else (),
        lambda: [handoff.id for handoff in found],
    )


class Rows(_RowSequence):
    """Every row, in order of their numbers. A row is made when it is first asked for: eight of thousands are shown.

    places  where each row's handoff stands among `handoffs`; the first `front` of them are not folded
    folds   by place, how many rows are folded under it
    """

    def __init__(
        self,
        handoffs: Ranked,
        places: Sequence[int],
        front: int,
        *,
        home: bool | Callable[[Handoff], bool],
        comments: Callable[[Handoff], bool | None] | None,
        picked_up: Mapping[str, str],
        folds: Mapping[int, int],
    ) -> None:
        self._handoffs = handoffs
        self._places = places
        self.front = front
        self._home = home
        self._comments = comments
        self._picked_up = picked_up
        self._folds = folds
        self._made: dict[int, Row] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(map(self._row, range(*at.indices(len(self._places)))))
        if not -len(self._places) <= at < len(self._places):
            raise IndexError(at)
        return self._row(at % len(self._places))

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, range(len(self._places)))

    def _row(self, at: int) -> Row:
        row = self._made.get(at)
        if row is None:
            place = self._places[at]
            handoff = self._handoffs[place]
            row = self._made[at] = Row(
                at + 1,
                handoff,
                home=self._home,
                comments=self._comments,
                folded=at >= self.front,
                folds=self._folds.get(place, 0) if self._folds else 0,
                picked_up=self._picked_up.get(handoff.id) if self._picked_up else None,
            )
        return row

    def with_id(self, test: Callable[[str], bool]) -> tuple[Row, ...]:
        """The rows whose id passes; no others are made."""
        ids = self._handoffs.ids
        return tuple(self._row(at) for at, place in enumerate(self._places) if test(ids[place]))

    def of_path(self, test: Callable[[str], bool]) -> tuple[Row, ...]:
        """The rows of files whose path passes; no others are made, unless a `#` stands in a path."""

        def may(id_: str) -> bool:
            path = id_.partition(":")[2]
            return "#" in path or test(path)

        return tuple(row for row in self.with_id(may) if test(row.handoff.path))

    def waiting(self, since: float) -> tuple[int, Row | None]:
        """How many rows are neither folded nor done and younger than `since`, and the first of them."""
        count, first = 0, -1
        standings, moments = self._handoffs.standings, self._handoffs.moments
        for at in range(self.front):
            place = self._places[at]
            if standings[place] == DONE:
                continue
            if float(moments[place]) <= since:
                break  # they are in order: none that follows is younger
            count += 1
            first = at if first < 0 else first
        return count, self._row(first) if count else None


def outdated(all_: Ranked) -> set[int]:
    """The places of superseded handoffs, and of all older ones of a family whose newest is superseded: they are no news again."""
    gone = {at for at, one in enumerate(all_.standings) if one == SUPERSEDED}
    newest: dict[str, bool] = {}
    for at, family in enumerate(all_.families):
        if family is not None and newest.setdefault(family, at in gone):
            gone.add(at)
    return gone


def order(handoff: Handoff) -> tuple[float, int, str, int]:
    """Sort key: newest last session, newest mtime, path, place in the file. Total: no two handoffs share one."""
    return (-handoff.when, -handoff.mtime, handoff.path, handoff.line)


def search_text(handoff: Handoff) -> str:
    """Topic, project and branch as one folded text; parts are told apart so that no keyword spans two."""
    topic, project, branch = handoff.words
    return fold(f"{topic}\n{project}\n{branch or ''}")


def arrange(
    handoffs: Iterable[Handoff],
    *,
    home: Callable[[Handoff], bool] = lambda _: False,
    comments: Callable[[Handoff], bool | None] | None = None,
    picked_up: Mapping[str, str] | None = None,
    away: Collection[str] = (),
    without: Collection[int] = (),
) -> Rows:
    """Every handoff as a row, ranked and numbered; folded ones come last.

    home       whether the shell stands in a handoff's project
    comments   what is known of a handoff's unresolved review threads
    picked_up  by id, when another session loaded it
    away       ids that fold whatever their family: batons that were picked up
    without    places (see `Ranked.places`) that are left out
    """
    all_ = ranked(handoffs)
    places: Sequence[int] = [at for at in range(len(all_)) if at not in without] if without else range(len(all_))
    folds: dict[int, int] = {}
    front = len(places)
    if all_.families or away:
        gone = set(all_.places(away).values())
        newest: dict[str, int] = {}  # family -> the place of its newest member
        ahead: list[int] = []
        back: list[int] = []
        for at in places:
            family = all_.families[at] if all_.families else None
            if at in gone:
                back.append(at)
            elif family is None or family not in newest:
                ahead.append(at)
                if family is not None:
                    newest[family] = at
            else:
                back.append(at)
                folds[newest[family]] = folds.get(newest[family], 0) + 1
        places, front = [*ahead, *back], len(ahead)
    return Rows(all_, places, front, home=home, comments=comments, picked_up=picked_up or {}, folds=folds)


def shown(rows: Sequence[Row], limit: int | None = SHOWN) -> tuple[Row, ...]:
    """The first `limit` rows that are not folded; with None every row, folded ones too."""
    if limit is None:
        return tuple(rows)
    found: list[Row] = []
    for row in rows if limit > 0 else ():
        if not row.folded:
            found.append(row)
            if len(found) == limit:  # the rows that follow are not even made
                break
    return tuple(found)


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
        said = f"(no row {word[:12]} — pick {spans([row.number for row in count])})" if count else f"(no row {word[:12]} — there are none)"
        return Answer(NO_ROW, tuple(count), said)
    found = match(rows, word)
    if len(found) == 1:
        return Answer(ONE, found)
    if found:
        return Answer(SEVERAL, found)
    from .text import one_line

    if word.count('"') == 2 and word[0] == word[-1] == '"' and word[1:-1].strip():
        word = word[1:-1]  # in quotes already
    said = f'(no match for "{one_line(word)}" — pick a row, hit Enter, or refine)'
    return Answer(NONE, tuple(count), said)
