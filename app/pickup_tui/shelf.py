"""The ranked list: merges, orders, numbers, folds and filters handoffs. Pure functions over plain data.

Order, numbers, badges and filter are those of the spec's picker page.
"""

from __future__ import annotations

from .rows import ACTIVE, DONE, SUPERSEDED, Rows, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from .handoff import Handoff
    from .rows import Row

    _HandoffSequence = Sequence[Handoff]
else:  # at run time it need not inherit what a sequence has beside: that import is not worth it
    _HandoffSequence = object

SHOWN = 8  # rows that are shown at first, so that one digit is enough


def standing(handoff: Handoff) -> str:
    """Whether a handoff is superseded, done, or neither."""
    if handoff.status == "superseded":
        return SUPERSEDED
    return DONE if handoff.status == "done" or "done" in handoff.marks else ACTIVE


class Ranked(_HandoffSequence):
    """Handoffs in their order, and beside them what counting and ranking thousands of them needs of each.

    handoffs   in order; they may be made anew each time that they are asked for
    standings  a letter each: see `standing`
    moments    gives when the last session of each was, as numbers or as texts of numbers
    families   gives the fold key of each, None for none; empty when nothing folds
    ids        gives the id of each
    words      gives topic, project and branch of each
    """

    def __init__(
        self,
        handoffs: Sequence[Handoff],
        standings: str,
        moments: Callable[[], Iterable[float | str]],
        families: Callable[[], Sequence[str | None]],
        ids: Callable[[], Iterable[str]],
        words: Callable[[], Iterable[tuple[str, str, str | None]]],
    ) -> None:
        self.handoffs = handoffs
        self.standings = standings
        self.moments = moments
        self.families = families
        self.ids = ids
        self._words = words
        self._texts: list[str] | None = None

    def __len__(self) -> int:
        return len(self.standings)

    def __getitem__(self, at: Any) -> Any:
        return self.handoffs[at]

    def __iter__(self) -> Iterator[Handoff]:
        return iter(self.handoffs)

    @property
    def texts(self) -> list[str]:
        """What a filter looks in, made once."""
        if self._texts is None:
            from .filter import texts

            self._texts = texts(self._words())
        return self._texts

    def places(self, test: Callable[[str], bool]) -> list[int]:
        """Where the handoffs stand whose id passes."""
        return [at for at, id_ in enumerate(self.ids()) if test(id_)]


def ranked(handoffs: Iterable[Handoff]) -> Ranked:
    """Handoffs put in order."""
    return handoffs if isinstance(handoffs, Ranked) else in_order(sorted(handoffs, key=order))


def in_order(found: Sequence[Handoff]) -> Ranked:
    """Handoffs that are in order already."""
    families = [handoff.fold for handoff in found]
    return Ranked(
        found,
        "".join(map(standing, found)),
        lambda: [handoff.when for handoff in found],
        lambda: families if any(families) else (),
        lambda: (handoff.id for handoff in found),
        lambda: (handoff.words for handoff in found),
    )


def outdated(all_: Ranked) -> set[int]:
    """The places of superseded handoffs, and of all older ones of a family whose newest is superseded: they are no news again."""
    if SUPERSEDED not in all_.standings:
        return set()
    gone = {at for at, one in enumerate(all_.standings) if one == SUPERSEDED}
    newest: dict[str, bool] = {}
    for at, family in enumerate(all_.families()):
        if family is not None and newest.setdefault(family, at in gone):
            gone.add(at)
    return gone


def order(handoff: Handoff) -> tuple[float, int, str, int]:
    """Sort key: newest last session, newest mtime, path, place in the file. Total: no two handoffs share one."""
    return (-handoff.when, -handoff.mtime, handoff.path, handoff.line)


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
    places, front, folds = _folded(all_, places, away)
    return Rows(Source(all_, places, front, home, comments, picked_up or {}, folds), range(len(places)))


def _folded(all_: Ranked, places: Sequence[int], away: Collection[str]) -> tuple[Sequence[int], int, dict[int, int]]:
    """Those places with the folded ones last, how many are not folded, and by place how many are folded under it."""
    folds: dict[int, int] = {}
    families = all_.families()
    if not families and not away:
        return places, len(places), folds
    gone = frozenset(all_.places(away.__contains__)) if away else frozenset()
    newest: dict[str, int] = {}  # family -> the place of its newest member
    ahead: list[int] = []
    back: list[int] = []
    for at in places:
        family = families[at] if families else None
        if at in gone:
            back.append(at)
        elif family is None or family not in newest:
            ahead.append(at)
            if family is not None:
                newest[family] = at
        else:
            back.append(at)
            folds[newest[family]] = folds.get(newest[family], 0) + 1
    return [*ahead, *back], len(ahead), folds


def made(rows: Sequence[Row]) -> Rows:
    """A few rows that are there already, in the order of their numbers from 1."""
    source = Source(in_order([row.handoff for row in rows]), range(len(rows)), sum(not row.folded for row in rows), False, None, {}, {})
    source.held.update(enumerate(rows))
    return Rows(source, range(len(rows)))


EMPTY = arrange(())


def shown(rows: Rows, limit: int | None = SHOWN) -> Rows:
    """The first `limit` rows that are not folded; with None every row, folded ones too."""
    return rows if limit is None else rows.front(limit)


def match(rows: Rows, text: str, already: str = "") -> Rows:
    """Rows in whose topic, project or branch every word of `text` occurs, whatever their case or composition.

    A word in double quotes is taken whole, spaces included: `"404"` is a keyword, not a number.
    already  what these rows match as it is: its words need not be looked for again
    """
    from .filter import keywords

    known = keywords(already)
    words = [word for word in keywords(text) if word not in known]
    return rows.holding(words) if words else rows


def sort(rows: Rows, column: str, *, down: bool = False) -> Rows:
    """Rows by a column of the table: number, topic, project, last or badges; `down` is the other way round.

    Equal rows keep the order of their numbers both ways. Badges first come those that have some.
    """
    return rows.by(column, down=down)
