"""Tells when something in the searched folders has changed: those folders themselves, not what is below them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SETTLE = 200  # milliseconds that a burst of changes is collected for


class Watcher:
    """A thread of its own; `tell` is called from it after each burst of changes."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._stop: threading.Event | None = None
        self._folders: tuple[str, ...] = ()

    def watch(self, folders: Sequence[str]) -> None:
        """Watches exactly these folders from now on. Those that cannot be watched are left to the refresh key."""
        import os

        wanted = tuple(sorted({folder for folder in folders if os.path.isdir(folder)}))
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
            from watchfiles import watch
        except ImportError:
            return
        try:
            for _ in watch(*folders, recursive=False, stop_event=stop, debounce=SETTLE, step=50, raise_interrupt=False, ignore_permission_denied=True, watch_filter=None):
                if stop.is_set():
                    return
                self._tell()
        except (OSError, RuntimeError):  # too many folders for the system: the refresh key is left
            return
