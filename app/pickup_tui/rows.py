"""Rows of a list. Of thousands only those that are looked at are made, and only a few are held."""

from __future__ import annotations

from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from .handoff import Handoff
    from .shelf import Ranked

    _RowSequence = Sequence["Row"]
else:  # at run time it need not inherit what a sequence has beside: that import is not worth it
    _RowSequence = object

HELD = 500  # rows that are held once made: some screens full
ACTIVE, DONE, SUPERSEDED = "-", "d", "s"  # a handoff's standing: one letter, so that those of thousands are one short text


class Row(Record):
    """A handoff in its place.

    number     rank in the merged, unfiltered list, from 1
    handoff    what it is
    home       the shell stands in its project
    comments   an open PR has an unresolved review thread: True, False, or None for unknown
    folded     an older member of its family, or a baton that was picked up: shown only with `--all`
    folds      how many rows are folded under this one
    picked_up  when and by whom another session loaded it, as shown ("3m ago"); None: nobody

    `home` and `comments` may be given as what tells them: it is asked when they are.
    """

    __slots__ = ("_comments", "_home", "folded", "folds", "handoff", "number", "picked_up")

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
    def newest(self) -> bool:
        return self.number == 1

    @property
    def marks(self) -> tuple[str, ...]:
        """The dim words after the topic, `picked up 3m ago` last."""
        return self.handoff.marks + ((f"picked up {self.picked_up}",) if self.picked_up else ())


class Source:
    """Makes the rows of a list by their places, from 0, and holds those that were asked for last.

    places  where each row's handoff stands among `handoffs`; the first `front` of them are not folded
    folds   by place among `handoffs`, how many rows are folded under it
    """

    def __init__(
        self,
        handoffs: Ranked,
        places: Sequence[int],
        front: int,
        home: bool | Callable[[Handoff], bool],
        comments: Callable[[Handoff], bool | None] | None,
        picked_up: Mapping[str, str],
        folds: Mapping[int, int],
    ) -> None:
        self.handoffs = handoffs
        self.places = places
        self.front = front
        self._home = home
        self._comments = comments
        self._picked_up = picked_up
        self._folds = folds
        self.held: dict[int, Row] = {}
        self._texts: list[str] | None = None
        self._badges = b""

    def row(self, at: int) -> Row:
        row = self.held.get(at)
        if row is None:
            if len(self.held) == HELD:
                self.held.clear()
            row = self.held[at] = self.make(at)
        return row

    def make(self, at: int) -> Row:
        """The row, not held: whoever goes through thousands needs each but once."""
        if (held := self.held.get(at)) is not None:
            return held
        place = self.places[at]
        handoff = self.handoffs[place]
        return Row(
            at + 1,
            handoff,
            home=self._home,
            comments=self._comments,
            folded=at >= self.front,
            folds=self._folds.get(place, 0) if self._folds else 0,
            picked_up=self._picked_up.get(handoff.id) if self._picked_up else None,
        )

    @property
    def texts(self) -> list[str]:
        """What a filter looks in for each row."""
        if self._texts is None:
            of = self.handoffs.texts
            self._texts = of if self.places == range(len(of)) else [of[place] for place in self.places]
        return self._texts

    @property
    def badges(self) -> bytes:
        """For each row a number: the fewer, the more badges it has. Every handoff must be taken apart for them, once."""
        if not self._badges:
            self._badges = bytes(2 * (not row.comments) + (not row.home) for row in map(self.make, range(len(self.places))))
        return self._badges

    def column(self, name: str) -> Sequence[Any]:
        """What the rows are sorted by when it is by this column of the table."""
        if name == "number":
            return range(len(self.places))
        if name == "badges":
            return self.badges
        if name == "last":
            moments = [float(moment) for moment in self.handoffs.moments()]
            return [moments[place] for place in self.places]
        part = ("topic", "project").index(name)
        return [text.split("\n")[part] for text in self.texts]


class Rows(_RowSequence):
    """Rows of one source, in some order. A row is made when it is asked for: eight of thousands are shown.

    Two are the same when their numbers are: the one at place 0 of a source has number 1.
    """

    __slots__ = ("_order", "_source")

    def __init__(self, source: Source, order: Sequence[int]) -> None:
        self._source = source
        self._order = order

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, at: Any) -> Any:
        return self.pick(self._order[at]) if isinstance(at, slice) else self._source.row(self._order[at])

    def __iter__(self) -> Iterator[Row]:
        return map(self._source.row if len(self) < HELD else self._source.make, self._order)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and len(self) == len(other) and all(map(Row.__eq__, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self._order))

    def pick(self, order: Sequence[int]) -> Rows:
        """Other rows of the same source."""
        return Rows(self._source, order)

    def front(self, limit: int) -> Rows:
        """The first `limit` rows that are not folded."""
        from itertools import islice

        front = self._source.front
        return self.pick(tuple(islice((at for at in self._order if at < front), max(limit, 0))))

    def numbers(self) -> Iterator[int]:
        return (at + 1 for at in self._order)

    def place(self, number: int) -> int | None:
        """Where the row with this number stands here."""
        try:
            return self._order.index(number - 1)
        except ValueError:
            return None

    def numbered(self, number: int) -> Row | None:
        """The row with this number, when it is one of these."""
        return None if self.place(number) is None else self._source.row(number - 1)

    def home(self) -> Rows:
        """Those of the project that the shell stands in."""
        badges = self._source.badges
        return self.pick([at for at in self._order if not badges[at] & 1])

    def prepare(self) -> None:
        """Makes what a filter looks in, so that its first key need not."""
        self._source.texts  # noqa: B018

    def holding(self, words: Sequence[str]) -> Rows:
        """Those in whose topic, project or branch every word occurs."""
        order, texts = self._order, self._source.texts
        for word in words:
            order = [at for at in order if word in texts[at]]
        return self.pick(order)

    def by(self, column: str, *, down: bool) -> Rows:
        """Those sorted by a column; equal ones in the order of their numbers both ways."""
        keys = self._source.column(column)
        return self.pick(sorted(sorted(self._order), key=keys.__getitem__, reverse=down))

    def named(self, id_: str) -> Row | None:
        """The row with this id, when it is one of these; looked for from the top, where it mostly is."""
        source = self._source
        place = next((place for place, one in enumerate(source.handoffs.ids()) if one == id_), None)
        try:
            return None if place is None else self.numbered(source.places.index(place) + 1)
        except ValueError:  # it was left out
            return None

    def with_id(self, test: Callable[[str], bool]) -> Rows:
        """The rows whose id passes."""
        handoffs, places = self._source.handoffs, self._source.places
        found = frozenset(handoffs.places(test))
        return self.pick([at for at in self._order if places[at] in found] if found else ())

    def of_path(self, test: Callable[[str], bool]) -> Rows:
        """The rows of files whose path passes; hardly any others are made."""

        def may(id_: str) -> bool:
            path = id_.partition(":")[2]
            while path:  # an anchor stands behind a "#", and a path may hold some, too
                if test(path):
                    return True
                path = path.rpartition("#")[0]
            return False

        maybe = self.with_id(may)
        return self.pick([row.number - 1 for row in maybe if test(row.handoff.path)])

    def waiting(self, since: float) -> tuple[int, Row | None]:
        """How many rows are neither folded nor done and younger than `since`, and the first of them."""
        count, first = 0, -1
        source = self._source
        standings, moments = source.handoffs.standings, list(source.handoffs.moments())
        for at in range(source.front):
            place = source.places[at]
            if standings[place] == DONE:
                continue
            if float(moments[place]) <= since:
                break  # they are in order: none that follows is younger
            count += 1
            first = at if first < 0 else first
        return count, source.row(first) if count else None
