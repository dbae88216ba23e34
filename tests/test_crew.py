"""The crew: order, results, and giving up on what never answers without taking anything else along."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from pickup_tui.crew import Crew, patiently
from pickup_tui.disk import Disk, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pickup_tui.disk import Stamp


class Dead(Disk):
    """A disk that never answers about names with "dead" in them, until the test is over."""

    over = threading.Event()

    def stamp(self, path: str) -> Stamp | None:
        self.since = monotonic()
        try:
            if "dead" in path:
                self.over.wait(20)
            return (1, 1, 1, 1, 1)
        finally:
            self.since = 0.0


@pytest.fixture(autouse=True)
def _released() -> Iterator[None]:
    Dead.over = threading.Event()
    yield
    Dead.over.set()


def look(path: str) -> tuple[str, Callable[[Disk], object]]:
    return path, lambda disk: (disk.stamp(path), path)[1]


def test_jobs_are_done_in_order_and_may_add_others() -> None:
    crew = Crew(Disk(), Disk)

    def more(_: Disk) -> object:
        crew.add("c", lambda _: "c")
        return "a"

    assert crew.run([("a", more), ("b", lambda _: "b")]) == []
    assert crew.results == ["a", "b", "c"]


def test_nothing_to_do() -> None:
    assert Crew(Disk(), Disk).run([]) == []


def test_what_never_answers_is_given_up_and_the_others_are_there() -> None:
    crew = Crew(Dead(), Dead, patience=0.2)
    start = monotonic()
    lost = crew.run([look("a"), look("dead1"), look("b"), look("dead2"), look("c")])
    assert lost == ["dead1", "dead2"]
    assert crew.results == ["a", "b", "c"]
    assert 0.4 <= monotonic() - start < 5


def test_who_waits_is_told_once_when_an_answer_is_late() -> None:
    crew = Crew(Dead(), Dead, patience=0.5)
    seen: list[list[object]] = []
    crew.run([look("a"), look("dead"), look("b"), look("dead2")], lambda: seen.append(list(crew.results)))
    assert seen == [["a"]]


def test_an_answer_that_comes_after_all_is_dropped() -> None:
    crew = Crew(Dead(), Dead, patience=0.2)
    done = threading.Event()

    def late(disk: Disk) -> object:
        disk.stamp("dead")
        done.set()
        return "late"

    assert crew.run([("dead", late), look("b")]) == ["dead"]
    Dead.over.set()
    assert done.wait(5)
    assert crew.results == ["b"]


def test_patience_is_for_each_answer_not_for_the_whole_job() -> None:
    crew = Crew(Dead(), Dead, patience=0.3)
    ticks = threading.Event()

    def slow(disk: Disk) -> object:
        for _ in range(6):
            disk.since = monotonic()
            ticks.wait(0.1)
            disk.since = 0.0
        return "slow"

    assert crew.run([("slow", slow)]) == []
    assert crew.results == ["slow"]


def test_an_error_of_a_job_is_raised_where_it_is_waited_for() -> None:
    def fail(_: Disk) -> object:
        raise LookupError("x")

    with pytest.raises(LookupError):
        Crew(Disk(), Disk).run([("a", fail)])


def test_patiently() -> None:
    assert patiently("a", lambda disk: disk.stamp("a"), Dead(), 0.2) == (1, 1, 1, 1, 1)
    with pytest.raises(Unreadable, match=r"did not answer within 0\.2 seconds"):
        patiently("dead", lambda disk: disk.stamp("dead"), Dead(), 0.2)
    with pytest.raises(FileNotFoundError):
        patiently("none", lambda disk: disk.read("/nowhere/at/all"), Disk())
