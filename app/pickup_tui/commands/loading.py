"""`load`: one handoff's brief on stdout, for agents and scripts, and the report on stderr."""

from __future__ import annotations

import sys

from pickup_tui import brief, shelf, since, table, text, typed
from pickup_tui.cli import ExitCode, Failure, one_way
from pickup_tui.collect import collect
from pickup_tui.load import find, folder_of, own_text, prepare

from .listing import nowhere, signs_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NoReturn

    from pickup_tui.cli import Args
    from pickup_tui.collect import Collection
    from pickup_tui.handoff import Handoff
    from pickup_tui.load import Loaded
    from pickup_tui.rows import Row
    from pickup_tui.settings import Settings
    from pickup_tui.typed import Answer
    from pickup_tui.world import World


def load(args: Args, world: World) -> int:
    """`pickup-tui load N|ID|TEXT|PATH[#BRANCH]`."""
    chosen = choose(args, world)
    if chosen is None:
        return ExitCode.OK
    found, row = chosen
    changed = since.check(row.handoff, own_text(row.handoff, world), world)
    signs = signs_for(found.settings, sys.stderr.encoding)
    loaded = prepare(row, found, world, signs, changed.summary, since.evidence(changed))
    return hand_over(args, world, found, loaded, since.as_json(changed))


def choose(args: Args, world: World) -> tuple[Collection, Row] | None:
    """The row that the command's word means, among all that were found; None when it means that nothing is to be loaded.

    Raises Failure when nothing or several match.
    """
    word = args.words[0]
    one_way(args)
    if typed.resolve(shelf.EMPTY, word).verdict == typed.NO_LOAD:
        if args.on("json"):
            import json

            print(json.dumps({"schema_version": brief.SCHEMA_VERSION, "handoff": None}))
        return None
    found = collect(args, world)
    answer = find(word, found, world)
    if answer.verdict not in (typed.ROW, typed.ONE):
        _refuse(args, world, found, answer, word)
    return found, answer.rows[0]


def start_clean(args: Args, world: World, settings: Settings) -> int:
    """Nothing was picked: with `--agent` and `--clean` the agent starts without a brief, where the shell stands."""
    from pickup_tui.deliver import DeliveryError, agent

    name = args.text("agent")
    if name is None or not args.on("clean"):
        return ExitCode.OK
    try:
        agent.become(agent.prepare(name, settings.agents, None, world.cwd, world.environ, ()), world.environ)
    except DeliveryError as error:
        raise Failure(str(error), error.hint, code="delivery") from None
    return ExitCode.OK


def hand_over(args: Args, world: World, found: Collection, loaded: Loaded, changed: Mapping[str, object] | None = None) -> int:
    """Delivers a loaded handoff as the options say, and reports. Remembers that this session has it.

    changed  what has changed since, as the JSON gives it
    """
    handoff = loaded.row.handoff
    previous = previous_of(handoff, world)
    _warn(loaded.text)
    if args.on("json"):
        _print_json(loaded, world, changed, previous)
        return _recorded(world, handoff)
    from pickup_tui.deliver import DeliveryError, agent, clipboard, printed

    folders = (world.state_folder + "/briefs", *(f"{folder}/pickup-tui-briefs" for folder in world.temporary_folders))
    try:
        start = None
        if name := args.text("agent"):  # first: nothing is reported as loaded for an agent that is not there
            folder = folder_of(loaded.row.handoff, found, world)
            start = agent.prepare(name, found.settings.agents, loaded.prompt, folder, world.environ, folders)
        if start:
            say(loaded, found, previous)
            sys.stderr.flush()
            _recorded(world, handoff)
            agent.become(start, world.environ)
        if args.on("copy"):
            say(loaded, found, previous)
            print(clipboard.copy(loaded.prompt, world.environ, folders).sentence, file=sys.stderr)
        else:
            sys.stdout.flush()
            fitting = agent.fit(loaded.prompt, folders)
            printed(fitting)  # first: what could not be written is not reported as loaded
            say(loaded, found, previous)
            if loaded.prompt not in fitting:
                print("(too long for an argument: the brief is in a private file, and stdout names it)", file=sys.stderr)
    except DeliveryError as error:
        raise Failure(str(error), error.hint, code="delivery") from None
    return _recorded(world, handoff)


def _recorded(world: World, handoff: Handoff) -> int:
    """Notes that this session has the handoff, or says that other sessions will not see it; the exit code of a load that was done."""
    from pickup_tui.save import notes

    if why := notes.record(world, handoff):
        print(f"pickup-tui: loaded, but no other session will see that: {text.inert(why)}", file=sys.stderr)
    return ExitCode.OK


def _print_json(loaded: Loaded, world: World, changed: Mapping[str, object] | None, previous: Sequence[str]) -> None:
    import json

    values = {
        "handoff": brief.as_json(loaded.row, world.now),
        "brief": loaded.prompt,
        "tokens": loaded.tokens,
        "since": changed,
        "report": list(loaded.report),
        "previous": list(previous),
    }
    print(json.dumps({"schema_version": brief.SCHEMA_VERSION, **values}))


def stays(previous: str, loaded: Handoff, found: Collection) -> str:
    """What is said when a session loads a second handoff: what it has read stays in its context."""
    before = found.rows.with_id(lambda id_: id_ == previous)
    return f"previous handoff {before[0].handoff.topic if before else text.inert(previous)} stays in context; loading {loaded.topic} on top"


def _warn(own: str) -> None:
    """Names what looks like a credential in a handoff that is about to be handed over; never the credential itself."""
    from pickup_tui.save import credentials

    for found in credentials.find(own):
        print(f"pickup-tui: what looks like a credential is in it: {found.kind} in line {found.line}", file=sys.stderr)


def say(loaded: Loaded, found: Collection, previous: Sequence[str]) -> None:
    """The report of a load on the terminal; before it, which handoff stays in the context."""
    if previous:
        print(stays(previous[-1], loaded.row.handoff, found), file=sys.stderr)
    for line in (*loaded.report, brief.LAST_LINE):
        print(line, file=sys.stderr)
    print(f"(about {loaded.tokens:,} tokens)", file=sys.stderr)


def previous_of(handoff: Handoff, world: World) -> tuple[str, ...]:
    """The ids of the other handoffs that this session has loaded, oldest first."""
    from pickup_tui import state

    return tuple(id_ for id_ in state.read(world).previous if id_ != handoff.id)


def _every(found: Collection) -> str:
    """How to see every handoff, those that are left out from the list too."""
    options = "".join(f" --{name}" for name, count in found.left_out.items() if count)
    return f"pickup-tui list --all{options} shows every row"


def _refuse(args: Args, world: World, found: Collection, answer: Answer, word: str) -> NoReturn:
    """Nothing or several matched: the list on stderr, and a Failure that says which."""
    several = answer.verdict == typed.SEVERAL
    signs = signs_for(found.settings, sys.stderr.encoding)
    rows = answer.rows if several else shelf.shown(found.rows)
    if not args.on("json"):
        sys.stderr.write(table.text(rows, world.now, signs))
    message = answer.message or f"{len(rows)} handoffs match {word[:60]!r}"
    raise Failure(
        message,
        "load one of them by its number or id" if several else _every(found) if found.rows else nowhere(found, world, args),
        ExitCode.SEVERAL if several else ExitCode.NOTHING,
        {typed.SEVERAL: "several", typed.NO_ROW: "no_row"}.get(answer.verdict, "no_match"),
        [brief.as_json(row, world.now) for row in rows] if several else (),
    )
