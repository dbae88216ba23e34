"""Does reading jobs one after the other in a thread of its own, and gives up on the one that the system never answers.

A dead network mount holds the thread that asked it for ever. So the reading is done beside, and whoever waits looks at
how long the disk has owed an answer: past the patience that job is given up and a new thread goes on with the rest.
`_thread` itself, because `threading` is not needed and costs its import on the quick paths.
"""

from __future__ import annotations

import _thread
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .disk import Disk

PATIENCE = 2.0  # seconds that a place may take to answer (spec: formats.md, "Limits and problems")
_LOOK = 0.05  # seconds between looks at the clock

Job = tuple[str, "Callable[[Disk], object]"]  # what it is about, and what reads it; given the disk to read with


class _Hand:
    """One worker: its disk, the job in its hands, and whether it was given up."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.job: Job | None = None
        self.left = False


class Crew:
    """Runs jobs in order; a job may add further jobs with `add`. Errors of a job are raised by `run`.

    `results` holds what the jobs gave, in order; what a given-up job gives after all is not among them.
    """

    def __init__(self, disk: Disk, renew: Callable[[], Disk], patience: float = PATIENCE) -> None:
        self.patience = patience
        self._disk = disk
        self._renew = renew
        self._jobs: list[Job] = []
        self._next = 0
        self._guard = _thread.allocate_lock()
        self._done = _thread.allocate_lock()
        self._error: BaseException | None = None
        self.results: list[object] = []

    def add(self, about: str, job: Callable[[Disk], object]) -> None:
        self._jobs.append((about, job))

    def run(self, jobs: Sequence[Job], waiting: Callable[[], None] | None = None) -> list[str]:
        """Does `jobs` and all that they add; gives what was given up on, in order.

        waiting  called once when an answer is late, while the rest is still being read
        """
        self._jobs += jobs
        lost: list[str] = []
        hand = self._start(self._disk)
        while not self._done.acquire(timeout=_LOOK):
            since = hand.disk.since
            owed = monotonic() - since if since else 0.0
            if owed > 0.2 and waiting:
                waiting()
                waiting = None
            if owed > self.patience:
                with self._guard:
                    job = hand.job
                    if job is None:  # the answer came at the last moment
                        continue
                    hand.left = True
                lost.append(job[0])
                hand = self._start(self._renew())
        if self._error:
            raise self._error
        return lost

    def _start(self, disk: Disk) -> _Hand:
        hand = _Hand(disk)
        if not self._done.locked():
            self._done.acquire()
        _thread.start_new_thread(self._work, (hand,))
        return hand

    def _work(self, hand: _Hand) -> None:
        error: BaseException | None = None
        try:
            while job := self._take(hand):
                result = job[1](hand.disk)
                with self._guard:
                    if not hand.left:
                        self.results.append(result)
                        hand.job = None
        except BaseException as raised:  # noqa: BLE001 - raised again by `run`, in the thread that waits
            error = raised
        with self._guard:
            if not hand.left:
                self._error = error
                self._done.release()

    def _take(self, hand: _Hand) -> Job | None:
        with self._guard:
            if hand.left or self._next >= len(self._jobs):
                return None
            hand.job = self._jobs[self._next]
            self._next += 1
            return hand.job


def patiently(about: str, do: Callable[[Disk], object], disk: Disk, patience: float = PATIENCE) -> object:
    """What `do` gives for one file or folder. Raises Unreadable when the system gives no answer in time."""
    from .disk import Unreadable

    crew = Crew(disk, type(disk), patience)
    if crew.run([(about, do)]):
        raise Unreadable(f"did not answer within {patience:g} seconds")
    return crew.results[0]
