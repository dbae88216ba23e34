"""The screen: what runs when no command is named. Without a terminal to draw on, the list on stderr."""

from __future__ import annotations

import os
import sys

from pickup_tui import table
from pickup_tui.cli import Args, ExitCode, Failure, one_way
from pickup_tui.picker.run import NoTerminal, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.handoff import Handoff
    from pickup_tui.load import Loaded
    from pickup_tui.picker.pane import Facts
    from pickup_tui.picker.services import Outcome
    from pickup_tui.world import World

    from .screen_services import Real


def pick(args: Args, world: World) -> int:
    """`pickup-tui`: the screen; then the chosen handoff is delivered and reported."""
    try:
        code = _pick(args, world)
    except NoTerminal:
        return _listed(args, world)
    if _ends(args):
        # Everything is written and the terminal is back. Taking Textual's objects apart would take longer than all of
        # that, and threads that wait for git or a slow disk would be waited for. A demo still has its folder to delete.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _listed(args: Args, world: World) -> int:
    """There is no terminal to draw on: an agent, cron. The list, and nothing that waits."""
    from pickup_tui import shelf
    from pickup_tui.collect import collect
    from pickup_tui.text import one_line

    from .listing import nowhere

    found = collect(args, world)
    sys.stderr.write(table.text(shelf.shown(found.rows), world.now, table.signs(sys.stderr.encoding, ascii_=found.settings.ascii)))
    print("(no terminal to draw on; pickup-tui load N prints the brief of a row)" if found.rows else f"({one_line(nowhere(found, world, args))})", file=sys.stderr)
    return ExitCode.NO_TERMINAL


def _ends(args: Args) -> bool:
    return "textual" in sys.modules and not args.on("demo")


def _pick(args: Args, world: World) -> int:
    from .screen_services import Real

    one_way(args)
    services = Real(args, world)
    way = _way(args)
    settings = services.settings
    if way == "agent":
        _there(args, world, services)
    try:
        outcome = run(
            services,
            world.environ,
            world.now,
            enter={"agent": f"start {args.text('agent')}"}.get(way, way),
            theme=settings.theme,
            signs=services.signs is table.PRETTY,
        )
    finally:
        services.stop()
    services.tick()
    for loaded, previous, how in services.copied:
        _tell(loaded, previous, how, services)
    if outcome.kind == "cancel":
        return ExitCode.INTERRUPTED
    if outcome.kind == "load" and outcome.row is not None:
        return _deliver(args, world, services, outcome, outcome.way or way)
    if outcome.kind == "lane":
        return _resume(world, services, outcome)
    from .loading import start_clean

    return start_clean(args, world, settings)


def _there(args: Args, world: World, services: Real) -> None:
    """Says at once that an agent is not there: not only when a handoff was chosen for it."""
    from pickup_tui.deliver import DeliveryError, agent

    try:
        agent.found(args.text("agent") or "", services.settings.agents, world.environ)
    except DeliveryError as error:
        raise Failure(str(error), error.hint, code="delivery") from None


def _tell(loaded: Loaded, previous: Sequence[str], how: str, services: Real) -> None:
    """The report of a copy that was made on the screen, now that the terminal is the shell's again."""
    from .loading import say

    if services.found:
        say(loaded, services.found, previous)
        print(how, file=sys.stderr)


def _way(args: Args) -> str:
    """How Enter loads: the first way that applies (spec: picker.md, "Load")."""
    if args.text("agent"):
        return "agent"
    if args.on("print") or not (os.isatty(1) or args.on("copy")):
        return "print"
    return "copy"


def _deliver(args: Args, world: World, services: Real, outcome: Outcome, way: str) -> int:
    from pickup_tui.collect import collect
    from pickup_tui.load import prepare

    from .loading import hand_over
    from .screen_checks import evidence

    row = outcome.row
    assert row is not None
    found = services.found or collect(args, world)
    facts = outcome.facts or _checked(services, row.handoff)
    loaded = prepare(row, found, world, services.signs, facts.summary, evidence(facts))
    ways = {"copy": way == "copy", "agent": (outcome.text or args.text("agent") or found.settings.agent) if way == "agent" else None}
    return hand_over(Args(args.command, args.words, {**args.values, **ways}), world, found, loaded)


def _checked(services: Real, handoff: Handoff) -> Facts:
    """What has changed, waited for, since the row was chosen before that was known. A long wait says what it is for."""
    import threading

    said = "(checking what has changed since: up to 5 seconds for git, 8 for GitHub)"
    late = threading.Timer(0.7, lambda: print(said, file=sys.stderr, flush=True))
    late.daemon = True
    late.start()
    try:
        return services.checks.wait(handoff)
    finally:
        late.cancel()


def _resume(world: World, services: Real, outcome: Outcome) -> int:
    """Runs a checkpoint's lane after the person has agreed to argv and folder; everything is checked again first."""
    from pickup_tui.checkpoint import resume

    lane, _, prompt = outcome.text.partition("\t")
    from pickup_tui.picker import menus

    plan = services.checks.plan(outcome.row.handoff, lane) if outcome.row else None
    if isinstance(plan, resume.Outcome):
        raise Failure(f"nothing was run: {plan.message}", "put it on PATH, or copy the command on the screen (F9)", code="lane")
    if plan is None or menus.shown_words(plan.argv, plan.cwd) != outcome.way:
        raise Failure("nothing was run: the lane is not validated any more", "F9 on the screen judges the lanes again", code="lane")
    result = resume.run(plan, prompt, world)
    print(result.message, file=sys.stderr)
    return ExitCode.OK if result.state == resume.DONE else ExitCode.NOTHING
