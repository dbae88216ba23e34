"""`since`: what has changed since one handoff was written, alone and with its evidence."""

from __future__ import annotations

from pickup_tui import brief, shelf, typed
from pickup_tui import since as since_
from pickup_tui.cli import ExitCode, Failure
from pickup_tui.collect import collect
from pickup_tui.load import Gone, find, own_text

from .loading import no_load, not_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.cli import Args
    from pickup_tui.world import World


def since(args: Args, world: World) -> int:
    """`pickup-tui since N|ID|TEXT|PATH[#BRANCH]`: the sentence, then a line a fact; with `--json` the object."""
    word = args.words[0]
    if typed.resolve(shelf.EMPTY, word).verdict == typed.NO_LOAD:
        return no_load(args)
    found = collect(args, world)
    answer = find(word, found, world)
    if answer.verdict not in (typed.ROW, typed.ONE):
        return not_one(args, world, found, answer, word)
    row = answer.rows[0]
    try:
        changed = since_.check(row.handoff, own_text(row.handoff, world), world)
    except Gone as gone:
        raise Failure(str(gone), "pickup-tui list shows what is there now", code="gone") from None
    if args.on("json"):
        import json

        print(json.dumps({"schema_version": brief.SCHEMA_VERSION, "handoff": brief.as_json(row, world.now), **since_.as_json(changed)}))
        return ExitCode.OK
    print(changed.summary)
    for line in since_.evidence(changed):
        print(f"  {line}")
    return ExitCode.OK
