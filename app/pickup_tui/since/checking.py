"""Runs all checks of one handoff side by side, each with its own end, and puts their answers together."""

from __future__ import annotations

import threading
import time

from pickup_tui import prs, run

from . import gather, github, references, reviews
from .collector import Collector
from .facts import CHECKS, FUTURE, OPEN_PRS, PRS, REFERENCES, moment
from .git import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.handoff import Handoff
    from pickup_tui.world import World

    from .facts import Since
    from .references import Named

_FORGE_CHECKS = (PRS, OPEN_PRS)
TOO_MANY = "more than can be looked up"


def check(
    handoff: Handoff,
    text: str,
    world: World,
    git: float,
    forge: float,
    cancel: run.Cancel | None,
    emit: Callable[[Since], None] | None,
) -> Since:
    """See `since.check`. The threads are daemons: one that hangs in a dead mount holds nothing up."""
    cancel = cancel or run.Cancel()
    begun = time.monotonic()
    collector = Collector(world.now, emit)
    named = references.find(text)
    collector.put("", not_checked=named.addresses)
    if not (named.paths or named.commits or named.branches):
        collector.put(REFERENCES, missing=())
    if named.more:
        collector.single(f"{named.more} more references", TOO_MANY)
    for address in named.unsupported:
        collector.single(address, "not supported")

    def ask_git() -> None:
        def open_(folder: str) -> Repository:
            return Repository(folder, world.environ, begun + git, cancel)

        gather.look(handoff, named, open_, collector, world.home)

    def ask_forge() -> None:
        _forge(handoff, named, world, begun + forge, cancel, collector, begun + git)

    parts = ((ask_git, gather.GIT_CHECKS, begun + git), (ask_forge, _FORGE_CHECKS, begun + forge))
    threads = [(_started(part, checks, collector), checks, end) for part, checks, end in parts]
    for thread, checks, end in threads:
        _wait(thread, end, cancel)
        collector.close(checks, run.CANCELLED if cancel.cancelled else run.TIMED_OUT)
    cancel.cancel()
    collector.close(CHECKS, run.TIMED_OUT, last=True)
    return collector.since


def _started(part: Callable[[], None], checks: tuple[str, ...], collector: Collector) -> threading.Thread:
    """A thread that makes a part of the checks; an error in it is an unknown, not a crash."""

    def go() -> None:
        try:
            part()
        except Exception as error:  # noqa: BLE001 - one part that fails must not take the others with it
            collector.origin(None, f"{type(error).__name__}: {error}")
            collector.close(checks, f"{type(error).__name__}: {error}")

    thread = threading.Thread(target=go, name=f"since {checks[0]}", daemon=True)
    thread.start()
    return thread


def _wait(thread: threading.Thread, end: float, cancel: run.Cancel) -> None:
    """Until the thread is done, the time is over, or it was cancelled."""
    while thread.is_alive() and not cancel.cancelled:
        left = end - time.monotonic()
        if left <= 0:
            return
        thread.join(min(left, 0.05))


def _forge(handoff: Handoff, named: Named, world: World, end: float, cancel: run.Cancel, collector: Collector, git_end: float) -> None:
    """Pull requests and issues: everything that the forge is asked, one call a host."""
    address, why = collector.wait_for_origin(git_end - time.monotonic())
    origin = prs.remote(address) if address else None
    pulls = prs.resolve(handoff.prs, origin)
    bare = [ref for ref in (*handoff.prs, *named.numbers) if ref.startswith("#")]
    known = {ref.casefold() for ref in pulls}
    numbers = [*named.numbers]
    for far, ref in named.foreign:
        if origin and far.split("/")[2].lower() == origin.partition("/")[0]:
            numbers.append(ref)
        else:
            collector.put("", not_checked=(*collector.since.not_checked, far))
    issues = [ref for ref in prs.resolve(numbers, origin) if ref.casefold() not in known]
    if len(issues) > references.MOST_ISSUES:
        collector.single(f"{len(issues) - references.MOST_ISSUES} more issues and PRs", TOO_MANY)
        del issues[references.MOST_ISSUES :]
    if bare and origin is None and why:
        collector.single(", ".join(dict.fromkeys(bare)), f"origin unknown, {why}")
    home = origin if origin and origin.count("/") == 2 and prs.is_github(origin.partition("/")[0]) else None
    since = moment(handoff)
    future = since.is_future(world.now)
    answers = _answers(None if future else since.session, pulls, issues, home, world, end, cancel)
    _say_pulls(handoff, pulls, answers, collector, FUTURE if future else "more than could be read")
    _say_issues(handoff, issues, answers, collector)
    _say_open(address, origin, home, why, answers, collector)
    states = {ref: state for answer in answers for ref, state in reviews.states(answer).items() if ref in pulls}
    reviews.remember(states, world, {ref: why_ for answer in answers for ref, why_ in reviews.unknown(answer).items()})


def _answers(
    after: float | None,
    pulls: tuple[str, ...],
    issues: list[str],
    home: str | None,
    world: World,
    end: float,
    cancel: run.Cancel,
) -> list[github.Answer]:
    """All calls at the same time. One that is late leaves its names out, and they are unknown."""
    found: list[github.Answer] = []

    def one(question: github.Question) -> None:
        call = github.asker(question.host, world.environ, lambda: end - time.monotonic(), cancel)
        found.append(github.ask(question, call, after))

    asked = github.questions(pulls, issues, home)
    threads = [threading.Thread(target=one, args=(question,), daemon=True) for question in asked[1:]]
    for thread in threads:
        thread.start()
    for question in asked[:1]:
        one(question)
    for thread in threads:
        _wait(thread, end, cancel)
    return found


def _say_pulls(handoff: Handoff, pulls: tuple[str, ...], answers: list[github.Answer], collector: Collector, uncounted: str) -> None:
    """The handoff's own pull requests; `uncounted`: why new comments have no number. All unknown for one reason: the check is; else each unknown one by its name."""
    there = {ref: pull for answer in answers for ref, pull in answer.pulls.items()}
    missing = {ref for answer in answers for ref in answer.missing}
    unknown = {ref: why for answer in answers for ref, why in answer.unknown.items()}
    lost = {ref: unknown.get(ref, run.TIMED_OUT) for ref in pulls if ref not in there and ref not in missing}
    for ref in pulls:
        if ref in missing:
            collector.missing(ref)
        if ref in there and there[ref].unresolved is None:
            collector.single(f"review threads of {ref}", "more than could be read")
        if ref in there and there[ref].new_comments is None:
            collector.single(f"new comments of {ref}", uncounted)
    if lost and len(lost) == len(pulls) and len(set(lost.values())) == 1:
        collector.cannot(PRS, next(iter(lost.values())))
        return
    for ref, why in lost.items():
        collector.single(ref, why)
    merged = [pull for pull in there.values() if pull.state == "merged"]
    next_ = _named_next(handoff)
    for pull in merged:
        if len(merged) == len(pulls) or _is_named(pull.ref, next_):
            collector.finished(f"PR {pull.ref} merged")
    collector.put(PRS, pull_requests=tuple(there[ref] for ref in pulls if ref in there))


def _say_issues(handoff: Handoff, issues: list[str], answers: list[github.Answer], collector: Collector) -> None:
    """References by number: missing ones, and of those that the next step names the ones that are done."""
    unknown = {ref: why for answer in answers for ref, why in answer.unknown.items()}
    issue_of = {ref: issue for answer in answers for ref, issue in answer.issues.items()}
    missing = {ref for answer in answers for ref in answer.missing}
    next_ = _named_next(handoff)
    for ref in issues:
        if ref in missing:
            collector.missing(ref)
        elif ref not in issue_of:
            collector.single(ref, unknown.get(ref, run.TIMED_OUT))
        elif issue_of[ref].state in ("closed", "merged") and _is_named(ref, next_):
            collector.finished(f"{ref} {issue_of[ref].state}")


def _named_next(handoff: Handoff) -> set[str]:
    """The numbers that the next step names, in one case."""
    return {ref.casefold() for ref in references.find(handoff.brief.next_step or "").numbers}


def _is_named(ref: str, names: set[str]) -> bool:
    return not names.isdisjoint((ref.casefold(), "#" + ref.rpartition("#")[2]))


def _say_open(
    address: str | None,
    origin: str | None,
    home: str | None,
    why: str | None,
    answers: list[github.Answer],
    collector: Collector,
) -> None:
    """How many pull requests the project has open. A project whose origin is no forge has none."""
    if home:
        count = next((answer.open[home.lower()] for answer in answers if home.lower() in answer.open), None)
        if count is None:
            collector.cannot(OPEN_PRS, next((answer.unknown[home] for answer in answers if home in answer.unknown), run.TIMED_OUT))
        else:
            collector.put(OPEN_PRS, open_pull_requests=count)
    elif origin:
        collector.cannot(OPEN_PRS, "not supported")
    elif address is None and why and why not in ("no git repository", "no project folder"):
        collector.cannot(OPEN_PRS, why)
    else:
        collector.put(OPEN_PRS, open_pull_requests=0, forge=False)


