"""`done`, `reopen` and `hide`: what a person says of a row. Cards keep their status themselves, the rest is in the state folder."""

from __future__ import annotations

import sys

from pickup_tui import brief, table, typed
from pickup_tui.cli import Args, ExitCode, Failure
from pickup_tui.collect import collect
from pickup_tui.save import card, notes, safe
from pickup_tui.text import clean, inert

from .listing import signs_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff
    from pickup_tui.rows import Row
    from pickup_tui.world import World


def done(args: Args, world: World) -> int:
    """`pickup-tui done ROW`: marks a card done. Raises Failure for what is no card."""
    row = _row(args, world)
    if row.handoff.kind != "card":
        raise Failure(f"only cards have a status: {row.handoff.id} is a {row.handoff.kind}", "pickup-tui hide takes a row off the list", code="no_card")
    if row.handoff.status == "superseded":
        said = f"{inert(row.handoff.id)} is superseded: another card took its place, and it stays off the list"
        raise Failure(said, f"pickup-tui reopen {inert(row.handoff.id)} makes it active again", code="superseded")
    return _shown(args, world, _status(row.handoff, "done"))


def reopen(args: Args, world: World) -> int:
    """`pickup-tui reopen ROW`: makes a card active again, and takes back who had picked the row up."""
    row = _row(args, world)
    try:
        released = notes.release(world, row.handoff.id)
    except safe.NotSaved as problem:
        raise Failure(clean(problem.message), clean(problem.hint), code="not_saved") from None
    if row.handoff.kind == "card" and row.handoff.status != "active":
        return _shown(args, world, _status(row.handoff, "active"))
    if not released and not args.on("json"):
        print("(nobody had picked it up)", file=sys.stderr)
    return _shown(args, world, row.handoff)


def hide(args: Args, world: World) -> int:
    """`pickup-tui hide ROW`: takes a row off the list until its handoff changes; `--undo` shows it again."""
    undo = args.on("undo")
    row = _row(Args(args.command, args.words, {**args.values, "hidden": True}) if undo else args, world)
    if undo and "hidden" not in row.handoff.marks:
        raise Failure(f"{inert(row.handoff.id)} is not hidden", "pickup-tui list --hidden shows what is", code="not_hidden")
    try:
        if undo:
            notes.unhide(world, row.handoff.id)
        else:
            notes.hide(world, row.handoff)
    except safe.NotSaved as problem:
        raise Failure(clean(problem.message), clean(problem.hint), code="not_saved") from None
    return _shown(args, world, row.handoff)


def _row(args: Args, world: World) -> Row:
    """The one row that is meant. Off a terminal by its id or path: numbers move when somebody saves in between."""
    from pickup_tui.load import find

    word = args.words[0]
    alone = not (sys.stdin.isatty() and sys.stdout.isatty())
    if alone and "/" not in word:
        said = f"{args.command} takes an id where stdin or stdout is no terminal (rows move), not {word[:40]!r}"
        raise Failure(said, "pickup-tui mapping gives the ids, in its last column", ExitCode.USAGE, "usage")
    answer = find(word, collect(args, world), world)
    if answer.verdict == typed.NONE:  # a number means a row that the list shows; words may name one that it leaves out
        answer = find(word, collect(_everything(args), world), world)
    if alone and not any(word in (row.handoff.id, inert(row.handoff.id), row.handoff.path) for row in answer.rows):
        raise Failure(f"no handoff has the id {inert(word)[:200]!r}", "pickup-tui mapping --all gives the ids", code="no_match")
    if answer.verdict in (typed.ROW, typed.ONE) and len(answer.rows) == 1:
        row: Row = answer.rows[0]
        return row
    if answer.verdict == typed.SEVERAL:
        rows = [brief.as_json(row, world.now) for row in answer.rows]
        raise Failure(f"{len(rows)} handoffs match {inert(word)[:60]!r}", "name one by its id", ExitCode.SEVERAL, "several", rows)
    raise Failure(answer.message or f"no handoff matches {inert(word)[:60]!r}", "pickup-tui list --all shows every row", code="no_match")


def _everything(args: Args) -> Args:
    return Args(args.command, (), {**args.values, "superseded": True, "hidden": True})


def _status(handoff: Handoff, status: str) -> Handoff:
    def transform(data: bytes | None) -> bytes:
        if data is None:
            raise safe.NotSaved(f"{handoff.path} is gone", "pickup-tui list shows what is there")
        return card.with_status(data, handoff.path, status)

    try:
        safe.change(handoff.path, transform)
    except safe.NotSaved as problem:
        raise Failure(clean(problem.message), clean(problem.hint), code="not_saved") from None
    return handoff


def _shown(args: Args, world: World, handoff: Handoff) -> int:
    """The row as it is now, with the number that the list gives it while it is on it: as JSON, or in the table."""
    found = collect(args, world)
    row = found.rows.named(handoff.id) or collect(_everything(args), world).rows.named(handoff.id)
    if args.on("json"):
        import json

        print(json.dumps({"schema_version": brief.SCHEMA_VERSION, "handoff": brief.as_json(row, world.now) if row else None}))
    elif row:
        sys.stdout.write(table.text([row], world.now, signs_for(found.settings, sys.stdout.encoding)))
    return ExitCode.OK
