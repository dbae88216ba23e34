"""The checks for the screen: started in the background, superseded, cancelled, never late (see the package's text)."""

from __future__ import annotations

import copy
import threading
import time

from pickup_tui import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.handoff import Handoff
    from pickup_tui.world import World

    from .facts import Since


class Checker:
    """Makes the checks of one handoff at a time, the one asked for last.

    One thread waits for requests, so that holding a key does not heap up threads: what is asked for while it works
    cancels the work, and only the newest request is taken up.
    """

    def __init__(self, world: World, deliver: Callable[[Since, Handoff], None], clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._world = world
        self._deliver = deliver
        self._lock = threading.Lock()
        self._wanted = threading.Condition(self._lock)
        self._request: tuple[int, Handoff, str] | None = None
        self._generation = 0
        self._cancel: run.Cancel | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def request(self, handoff: Handoff, text: str) -> None:
        """Check this handoff now; what was asked for before is given up and never delivered."""
        with self._lock:
            if self._closed:
                return
            self._supersede()
            self._request = (self._generation, handoff, text)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="since", daemon=True)
                self._thread.start()
            self._wanted.notify()

    def cancel(self) -> None:
        """Give up what runs; nothing is delivered until the next request."""
        with self._lock:
            self._supersede()

    def close(self) -> None:
        """Give up what runs and take no more requests. Returns at once; every child process is killed."""
        with self._lock:
            self._closed = True
            self._supersede()
            self._wanted.notify()

    def _supersede(self) -> None:
        self._generation += 1
        self._request = None
        if self._cancel:
            self._cancel.cancel()
            self._cancel = None

    def _work(self) -> None:
        while True:
            with self._lock:
                while self._request is None and not self._closed:
                    self._wanted.wait()
                if self._request is None:
                    return
                generation, handoff, text = self._request
                self._request = None
                cancel = self._cancel = run.Cancel()
            self._one(generation, handoff, text, cancel)

    def _one(self, generation: int, handoff: Handoff, text: str, cancel: run.Cancel) -> None:
        from . import check

        def give(since: Since) -> None:
            with self._lock:
                if generation == self._generation and not self._closed:
                    self._deliver(since, handoff)

        last = check(handoff, text, self._world_now(), cancel=cancel, emit=give)
        give(last)

    def _world_now(self) -> World:
        """The world with the clock as it is now: the screen may have been open for hours."""
        world = copy.copy(self._world)
        world.now = self._clock()
        return world
