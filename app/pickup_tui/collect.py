"""Puts the parts together for the commands and the screen: settings, scan, state and badges become ranked rows."""

from __future__ import annotations

from . import settings as settings_
from . import shelf, state
from .handoff import Problem, Record
from .index import Index, signature
from .scan import Scan, at_home, last, read_paths, scan
from .text import inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from .cli import Args
    from .disk import Disk
    from .handoff import Handoff
    from .rows import Row, Rows
    from .settings import Settings
    from .world import World


class Collection(Record):
    """What a run works on: the rows, ranked and numbered, and what was said on the way.

    left_out  how many handoffs were left out, by why: "superseded", "hidden"
    """

    __slots__ = ("left_out", "problems", "rows", "scan", "settings")

    def __init__(self, rows: Rows, scan: Scan, settings: Settings, problems: tuple[Problem, ...], left_out: dict[str, int]) -> None:
        self.rows = rows
        self.scan = scan
        self.settings = settings
        self.problems = problems
        self.left_out = left_out


def collect(
    args: Args,
    world: World,
    paths: Sequence[str] = (),
    disk: Disk | None = None,
    waiting: Callable[[Collection], None] | None = None,
) -> Collection:
    """Searches (or reads just `paths`) and ranks, as the options say.

    waiting  called once with what there is so far when a place is late to answer
    """
    settings = settings_.load(world, args.many("root"), ascii_=args.on("ascii"))

    def arranged(found: Scan) -> Collection:
        return arrange(found, settings, world, superseded=args.on("superseded"), hidden=args.on("hidden"))

    if paths:
        return arranged(read_paths(paths, settings, world, disk))
    index = Index(world.cache_folder, signature(settings, world))
    return arranged(scan(settings, world, disk, index, (lambda early: waiting(arranged(early))) if waiting else None))


def known(args: Args, world: World, settings: Settings, index: Index) -> Collection | None:
    """What the last run found, ranked as the options say, without looking whether it still holds; None when nothing is kept."""
    found = last(settings, world, index)
    return arrange(found, settings, world, superseded=args.on("superseded"), hidden=args.on("hidden")) if found else None


def again(found: Collection, args: Args, world: World, kept: AbstractSet[str] = frozenset()) -> Collection:
    """The same handoffs ranked anew, after something beside them has changed.

    kept  ids of those that stay where they are although they were picked up: on the screen that did it
    """
    return arrange(found.scan, found.settings, world, superseded=args.on("superseded"), hidden=args.on("hidden"), kept=kept)


def holds(found: Scan) -> bool:
    """Whether all that was found is as it was; no when a place gives no answer in time."""
    from .crew import patiently
    from .disk import Disk, Unreadable

    try:
        return bool(patiently("index", found.holds, Disk()))
    except Unreadable:
        return False


def arrange(
    found: Scan,
    settings: Settings,
    world: World,
    *,
    superseded: bool = False,
    hidden: bool = False,
    comments: Mapping[str, bool | None] | None = None,
    kept: AbstractSet[str] = frozenset(),
) -> Collection:
    """The rows of a scan: superseded and hidden ones left out unless asked for, the rest ranked with their badges.

    comments  by id, what was just asked about review threads; else what the cache knows counts
    kept      ids that do not fold away, although they were picked up
    """
    all_ = found.ranked
    known = state.read(world)
    if hidden and known.hidden_ids:  # shown among the others, so that they have to be told apart
        all_ = shelf.ranked([one.with_(marks=(*one.marks, "hidden")) if known.is_hidden(one) else one for one in all_])
    left = set() if superseded else shelf.outdated(all_)
    count = len(left)
    if not hidden and known.hidden_ids:
        left.update(at for at in all_.places(known.hidden_ids.__contains__) if known.is_hidden(all_[at]))
    loaded = [all_[at] for at in all_.places({load.id for load in known.loads}.__contains__)] if known.loads else []
    rows = shelf.arrange(
        all_,
        home=at_home(found, settings, world),
        comments=_threads(world, comments),
        picked_up=known.picked_up(loaded),
        away=known.away(loaded) - kept,
        without=left,
    )
    left_out = {"superseded": count, "hidden": len(left) - count}
    return Collection(rows, found, settings, (*settings.problems, *found.problems, *_future(rows, world.now)), left_out)


def _threads(world: World, asked: Mapping[str, bool | None] | None) -> Callable[[Handoff], bool | None]:
    """What is known of review threads; imported when the first row is looked at, which the hint never does."""
    tell: list[Callable[[Handoff], bool | None]] = []

    def of(handoff: Handoff) -> bool | None:
        if not tell:
            from .since import reviews

            tell.append(reviews.teller(world, asked))
        return tell[0](handoff)

    return of


def _future(rows: Sequence[Row], now: float) -> list[Problem]:
    """Dates that lie in the future: they read "just now", and are told. Such rows come first, so few are looked at."""
    early: list[Problem] = []
    for row in rows:
        if row.handoff.when <= now + 60:
            break
        hint = "it reads “just now” until then; mend the date, or the clock"
        early.append(Problem(inert(row.handoff.path), row.handoff.line, "its date lies in the future", hint))
    return early
