"""What has changed since a handoff was written: git, pull requests, references, and the sentence that says it.

For commands:

    since = check(handoff, text, world)      # waits: up to 5 seconds for git, 8 for GitHub
    since.summary                            # the one sentence
    evidence(since)                          # a line a fact, for the preview and the brief
    as_json(since)                           # the object that the JSON promises

For the screen, which must not wait:

    checker = Checker(world, deliver)        # deliver(since, handoff): called from the checker's threads
    checker.request(handoff, text)           # at once; cancels what ran for another handoff
    checker.cancel()                         # nothing more is delivered
    checker.close()                          # the same, for good: when the screen leaves

`deliver` gets a `Since` each time something is known; `pending` names the checks that still run, and their parts are
None. The last one has `pending == ()`. What belongs to an older request is never delivered: the check is made under the
lock that `request` takes, so that after `request` or `cancel` has returned no older answer comes. `deliver` must not
wait and must not call back into the checker: with Textual it is `post_message`, which only queues, and never
`call_from_thread`, which waits for the thread that may be waiting for the lock. A message that was queued before a newer
request names its handoff: compare it. A request costs the caller well under a millisecond: imports and processes happen
in the checker's threads.

For rows: `reviews.known(handoffs, world)` is what the badge shows, read from the cache and nothing else.

This module and `reviews` are on the path of `list` and import nothing before they are used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.handoff import Handoff
    from pickup_tui.run import Cancel
    from pickup_tui.world import World

    from .background import Checker
    from .facts import Since

GIT_SECONDS, GITHUB_SECONDS = 5.0, 8.0  # how long `load` and `since` wait (spec: since.md, "Saying it")

__all__ = ("GITHUB_SECONDS", "GIT_SECONDS", "Checker", "as_json", "check", "evidence")


def check(
    handoff: Handoff,
    text: str,
    world: World,
    *,
    git: float = GIT_SECONDS,
    github: float = GITHUB_SECONDS,
    cancel: Cancel | None = None,
    emit: Callable[[Since], None] | None = None,
) -> Since:
    """Everything that has changed since `handoff` was written. Never raises on what it meets, never waits longer.

    text         the handoff's own text, clean: what it names is looked up
    git, github  seconds; what is not known by then is `unknown — timed out`
    cancel       ends it early from another thread; what is not known by then is `unknown — cancelled`
    emit         is told of each new state, from several threads
    """
    from .checking import check as check_

    return check_(handoff, text, world, git, github, cancel, emit)


def as_json(since: Since) -> dict[str, object]:
    """See `facts.as_json`."""
    from .facts import as_json as as_json_

    return as_json_(since)


def evidence(since: Since) -> list[str]:
    """See `summary.evidence`."""
    from .summary import evidence as evidence_

    return evidence_(since)


def __getattr__(name: str) -> object:
    if name == "Checker":
        from .background import Checker

        return Checker
    raise AttributeError(name)
