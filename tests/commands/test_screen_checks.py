"""What the screen is told of a handoff's changes: only ever of the one that it asked about last."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from pickup_tui.commands.screen_checks import Checks
from since.making import Repo, eventually

if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.handoff import Handoff
    from pickup_tui.picker.pane import Facts
    from support import Home


class Screen:
    """Keeps what it is told, by the topic that it asked about."""

    def __init__(self) -> None:
        self.told: dict[str, list[str]] = {}
        self.done = {topic: threading.Event() for topic in ("foo", "bar")}

    def tell(self, topic: str) -> Callable[[Facts], None]:
        def tell(facts: Facts) -> None:
            self.told.setdefault(topic, []).append(facts.summary)
            if facts.done:
                self.done[topic].set()

        return tell


@pytest.fixture
def repos(home: Home) -> tuple[Handoff, Handoff]:
    """A project that hangs git when it looks for uncommitted files, and a healthy one with a commit since."""
    foo, bar = Repo(home, "foo"), Repo(home, "bar")
    foo.commit()
    os.unlink(os.path.join(foo.path, ".git/index"))
    os.mkfifo(os.path.join(foo.path, ".git/index"))
    start = bar.commit()
    bar.commit("two")
    return foo.handoff(topic="foo"), bar.handoff(topic="bar", hash=start)


def test_facts_come_as_they_are_known(home: Home, repos: tuple[Handoff, Handoff]) -> None:
    screen, checks = Screen(), Checks(home.world(), lambda _: "")
    checks.since(repos[1], screen.tell("bar"))
    assert screen.done["bar"].wait(20)
    assert screen.told["bar"][-1] == "1 new commit"
    assert screen.told["bar"][0].endswith("checking…")
    checks.stop()


@pytest.mark.parametrize("cancelled", [True, False])
def test_an_older_answer_never_reaches_who_asked_last(home: Home, repos: tuple[Handoff, Handoff], cancelled: bool) -> None:
    """The second request comes while git hangs in the first, and reading its text takes until the first has spoken."""
    screen, reading = Screen(), threading.Event()
    foo, bar = repos

    def read(handoff: Handoff) -> str:
        assert handoff is foo or reading.wait(20)
        return ""

    checks = Checks(home.world(), read)
    cancel = checks.since(foo, screen.tell("foo"))
    assert eventually(lambda: bool(screen.told.get("foo")))
    if cancelled:
        cancel()
    checks.since(bar, screen.tell("bar"))
    known = list(screen.told["foo"])
    assert "bar" not in screen.told
    reading.set()
    assert screen.done["bar"].wait(20), "it does not wait for the first one's time to be over"
    checks.stop()
    assert not screen.done["foo"].is_set()
    assert all("1 new commit" in said or said == "checking…" for said in screen.told["bar"])
    assert screen.told["foo"] == known, "nothing came after the second request"


def test_nothing_is_started_once_it_is_over(home: Home, repos: tuple[Handoff, Handoff]) -> None:
    screen, reading, read = Screen(), threading.Event(), threading.Event()

    def slowly(_: Handoff) -> str:
        read.set()
        assert reading.wait(20)
        return ""

    others = set(threading.enumerate())
    checks = Checks(home.world(), slowly)
    checks.since(repos[1], screen.tell("bar"))
    assert read.wait(20)
    started = {thread for thread in threading.enumerate() if thread.name == "since"} - others
    assert started
    checks.stop()
    reading.set()
    assert eventually(lambda: not any(thread.is_alive() for thread in started))
    assert checks._checker is None
    assert screen.told == {}
