"""Made-up rows, states and services for the tests of the screen."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

from pickup_tui import shelf
from pickup_tui.handoff import Brief, Handoff
from pickup_tui.picker import keys
from pickup_tui.picker.pane import Facts
from pickup_tui.picker.services import Lane, Services
from pickup_tui.picker.state import Effect, Listing, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pickup_tui.rows import Row, Rows

os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
NOW = 1_764_500_000.0
TOPICS = ("retry uploads with backoff", "split the parser", "日本語の見出し", "drop the old cache", "café menu", "404 page", "sign the release")


def handoff(at: int, topic: str = "", **more: Any) -> Handoff:
    """The one that was last touched `at` hours ago."""
    values: dict[str, Any] = {
        "kind": "section", "path": f"/home/u/Projects/p{at:03}/HANDOFF.md", "topic": topic or f"{TOPICS[at % len(TOPICS)]} {at}",
        "project": f"project{at}", "branch": f"feature/b{at}", "anchor": f"feature/b{at}", "when": NOW - at * 3600 - 60, "declared": "2025-11-30",
        "brief": Brief(next_step=f"do step {at}", why_stopped="inferred: context limit"), "prs": (f"acme/p{at}#{at}",),
    }  # fmt: skip
    return Handoff(**{**values, **more})


def rows(count: int = 23, **more: Any) -> Rows:
    """`count` rows; that of every fifth hour stands in this folder's project."""
    return shelf.arrange((handoff(at, **more) for at in range(count)), home=lambda one: int(one.project[7:]) % 5 == 3)


def listing(count: int = 23, **more: Any) -> Listing:
    return Listing(rows(count), places=("~/Projects", "~/.bdc/handoff"), advice=("Add a folder: roots = [...]",), **more)


def state(count: int = 23, width: int = 80, height: int = 24) -> State:
    return State(listing(count), width, height)


def pressed(start: State, *names: str, when: float = float("inf")) -> tuple[State, Effect | None]:
    """The state after these keys, and the last one's effect. A name of one letter is that letter."""
    effect = None
    for name in names:
        start, effect = keys.press(start, name, name if len(name) == 1 else None, when)
    return start, effect


class Fake(Services):
    """Services that answer at once, and remember what they were asked."""

    def __init__(self, count: int = 23, *, agents: Sequence[str] = ("claude",)) -> None:
        self.listing = listing(count)
        self._agents = agents
        self.asked: list[tuple[str, str]] = []
        self.body = "# Title\n\nSome **bold** words and `code`.\n\n- one\n- two\n\n```\nfence\n```\n"
        self.facts = Facts("3 new commits", (("3 new commits", "4f1c2aa..main"),), done=True)
        self.slow = threading.Event()
        self.slow.set()

    @property
    def agents(self) -> Sequence[str]:
        return self._agents

    def first(self) -> Listing:
        return self.listing

    def load(self) -> Listing:
        return self.listing

    def text(self, handoff: Handoff) -> str:
        self.slow.wait(10)
        return self.body

    def since(self, handoff: Handoff, tell: Callable[[Facts], None]) -> Callable[[], None]:
        self.asked.append(("since", handoff.topic))
        tell(self.facts)
        return lambda: self.asked.append(("cancel", handoff.topic))

    def copy(self, row: Row, send: Callable[[bytes], None]) -> str:
        self.asked.append(("copy", row.handoff.topic))
        return "copied to the clipboard with xclip (2.1 kB)"

    def tmux(self, row: Row, agent: str) -> str:
        self.asked.append(("tmux", agent))
        return f"{agent} was started"

    def browse(self, row: Row) -> str:
        self.asked.append(("browse", row.handoff.prs[0]))
        return "opened"

    def hide(self, row: Row) -> str:
        self.asked.append(("hide", row.handoff.topic))
        self.listing = Listing(shelf.arrange(one.handoff for one in self.listing.rows if one.number != row.number))
        return "hidden"

    def lanes(self, row: Row) -> Sequence[Lane] | str:
        return (
            Lane("a", "validated", "every check passed", ("claude", "-p", "--resume", "id"), "/home/u/wt"),
            Lane("b", "blocked", "it is running"),
        )
