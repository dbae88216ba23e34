"""Tells when something in the searched folders may have changed: those folders themselves, not what is below them."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SETTLE = 200  # milliseconds that a burst of changes is collected for
LOOK = 1000  # milliseconds until the next look; what changed while the watch was being set up, and new folders, are found then
POLL = 5.0  # seconds between looks where the system cannot watch so many folders, or not at all


class Watcher:
    """A thread of its own; `tell` is called from it after each burst of changes, and once when the watch stands."""

    def __init__(self, tell: Callable[[], None], poll: float = POLL) -> None:
        self._tell = tell
        self._poll = poll
        self._stop: threading.Event | None = None
        self._folders: tuple[str, ...] = ()

    def watch(self, folders: Sequence[str]) -> None:
        """Watches exactly these folders from now on, in place of those of before."""
        wanted = tuple(sorted(set(folders)))
        if wanted == self._folders:
            return
        self.stop()
        self._folders = wanted
        if wanted:
            self._stop = threading.Event()
            threading.Thread(target=self._work, args=(wanted, self._stop), name="watch", daemon=True).start()

    def stop(self) -> None:
        if self._stop is not None:
            self._stop.set()
            self._stop = None
        self._folders = ()

    def _work(self, folders: tuple[str, ...], stop: threading.Event) -> None:
        try:
            while self._watched(folders, stop):
                pass
        except (ImportError, OSError, RuntimeError):  # more folders than the system watches, or no way to watch any
            while not stop.wait(self._poll):
                self._tell()

    def _watched(self, folders: tuple[str, ...], stop: threading.Event) -> bool:
        """Watches those that are there; True when others are there now, which a new watch has to begin with."""
        there = _there(folders)
        first = True
        for changes in _changes(there, stop):
            if stop.is_set():
                return False
            if changes or first:
                self._tell()
            first = False
            if _there(folders) != there:
                return True
        return False


def _there(folders: tuple[str, ...]) -> list[str]:
    return [folder for folder in folders if os.path.isdir(folder)]


def _changes(there: Sequence[str], stop: threading.Event) -> Iterator[object]:
    """Sets of changes as they come, and empty ones when LOOK has passed without any."""
    from watchfiles import watch

    return watch(
        *there,
        watch_filter=None,
        debounce=SETTLE,
        step=50,
        stop_event=stop,
        rust_timeout=LOOK,
        yield_on_timeout=True,
        raise_interrupt=False,
        recursive=False,
        ignore_permission_denied=True,
    )
