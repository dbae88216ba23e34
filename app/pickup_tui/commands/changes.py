"""`since`: what has changed since one handoff was written, alone and with its evidence."""

from __future__ import annotations

from pickup_tui import brief
from pickup_tui import since as since_
from pickup_tui.cli import ExitCode
from pickup_tui.load import own_text

from .loading import choose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.cli import Args
    from pickup_tui.world import World


def since(args: Args, world: World) -> int:
    """`pickup-tui since N|ID|TEXT|PATH[#BRANCH]`: the sentence, then a line a fact; with `--json` the object."""
    chosen = choose(args, world)
    if chosen is None:
        return ExitCode.OK
    _, row = chosen
    changed = since_.check(row.handoff, own_text(row.handoff, world), world)
    if args.on("json"):
        import json

        print(json.dumps({"schema_version": brief.SCHEMA_VERSION, "handoff": brief.as_json(row, world.now), **since_.as_json(changed)}))
        return ExitCode.OK
    print(changed.summary)
    for line in since_.evidence(changed):
        print(f"  {line}")
    return ExitCode.OK
