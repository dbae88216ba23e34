"""Puts the parts together for the commands and the screen: settings, scan, state and badges become ranked rows."""

from __future__ import annotations

from . import settings as settings_
from . import shelf, state
from .handoff import Problem, Record
from .index import Index, signature
from .scan import Scan, at_home, last, read_paths, scan
from .since import reviews
from .text import inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .cli import Args
    from .disk import Disk
    from .handoff import Handoff
    from .settings import Settings
    from .shelf import Row
    from .world import World


class Collection(Record):
    """What a run works on: the rows, ranked and numbered, and what was said on the way.

    left_out  how many handoffs were left out, by why: "superseded", "hidden"
    """

    __slots__ = ("left_out", "problems", "rows", "scan", "settings")

    def __init__(self, rows: tuple[Row, ...], scan: Scan, settings: Settings, problems: tuple[Problem, ...], left_out: dict[str, int]) -> None:
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


def known(args: Args, world: World) -> Collection | None:
    """What the last run found, ranked as the options say, without looking whether it still holds; None when nothing is kept."""
    settings = settings_.load(world, args.many("root"), ascii_=args.on("ascii"))
    found = last(settings, world, Index(world.cache_folder, signature(settings, world)))
    return arrange(found, settings, world, superseded=args.on("superseded"), hidden=args.on("hidden")) if found else None


def arrange(
    found: Scan,
    settings: Settings,
    world: World,
    *,
    superseded: bool = False,
    hidden: bool = False,
    comments: Mapping[str, bool | None] | None = None,
) -> Collection:
    """The rows of a scan: superseded and hidden ones left out unless asked for, the rest ranked with their badges.

    comments  by id, what was just asked about review threads; else what the cache knows counts
    """
    left_out = {"superseded": 0, "hidden": 0}
    handoffs: list[Handoff] = []
    known = state.read(world)
    for handoff in found.handoffs:
        if handoff.status == "superseded" and not superseded:
            left_out["superseded"] += 1
        elif not hidden and known.is_hidden(handoff):
            left_out["hidden"] += 1
        else:
            handoffs.append(handoff)
    threads = {**reviews.known(handoffs, world), **(comments or {})}
    rows = shelf.arrange(handoffs, home=at_home(found, settings, world), comments=threads, picked_up=known.picked_up(handoffs), away=known.away(handoffs))
    return Collection(rows, found, settings, (*settings.problems, *found.problems, *_future(rows, world.now)), left_out)


def _future(rows: Sequence[Row], now: float) -> list[Problem]:
    """Dates that lie in the future: they read "just now", and are told. Such rows come first, so few are looked at."""
    early: list[Problem] = []
    for row in rows:
        if row.handoff.when <= now + 60:
            break
        hint = "it reads “just now” until then; mend the date, or the clock"
        early.append(Problem(inert(row.handoff.path), row.handoff.line, "its date lies in the future", hint))
    return early
