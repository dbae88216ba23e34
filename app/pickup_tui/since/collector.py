"""Takes the answers of all checks from whatever thread they come, and shows what is known so far."""

from __future__ import annotations

import threading

from .facts import BRANCH, CHECKS, PRS, Since, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Collector:
    """One run's answers. Once closed it takes nothing more: what comes late is dropped.

    emit  is told of each new state of things, outside of any lock; it may be called from several threads
    """

    def __init__(self, checked_at: float, emit: Callable[[Since], None] | None = None) -> None:
        self._lock = threading.Lock()
        self._telling = threading.Lock()
        self._since = Since(checked_at, pending=CHECKS)
        self._emit = emit
        self._closed = False
        self._origin: tuple[str | None, str | None] = (None, None)
        self._origin_known = threading.Event()
        self.changed = threading.Condition(self._lock)

    @property
    def since(self) -> Since:
        """What is known so far."""
        with self._lock:
            return self._since

    def put(self, check: str, **parts: object) -> None:
        """A check's answer; `missing` adds to what is missing already."""
        with self._lock:
            if "missing" in parts:
                more = parts["missing"]
                assert isinstance(more, tuple)
                parts["missing"] = tuple(dict.fromkeys((*(self._since.missing or ()), *more)))
            if check in (BRANCH, PRS):
                parts.setdefault("done", self._since.done or ())
            self._change(check, parts)
        self._tell()

    def cannot(self, check: str, why: str) -> None:
        """A check that cannot be made."""
        with self._lock:
            self._change(check, {"unknown": (*self._since.unknown, Unknown(check, why))})
        self._tell()

    def single(self, name: str, why: str) -> None:
        """One reference that could not be looked up."""
        with self._lock:
            self._change("", {"unknown": (*self._since.unknown, Unknown(name, why))})

    def finished(self, what: str) -> None:
        """Work that the handoff calls next and that seems done."""
        with self._lock:
            self._change("", {"done": tuple(dict.fromkeys((*(self._since.done or ()), what)))})

    def missing(self, name: str) -> None:
        """One more reference that no longer resolves."""
        with self._lock:
            self._change("", {"missing": tuple(dict.fromkeys((*(self._since.missing or ()), name)))})

    def _change(self, check: str, parts: dict[str, object]) -> None:
        if self._closed:
            return
        pending = tuple(each for each in self._since.pending if each != check)
        self._since = self._since.with_(**parts, pending=pending)
        self.changed.notify_all()

    def _tell(self) -> None:
        if not self._emit:
            return
        with self._telling:  # one after the other, each the newest: what is told never goes back
            if not self._closed:
                self._emit(self.since)

    def origin(self, address: str | None, why: str | None = None) -> None:
        """The origin remote's address, or why it is not known: what the forge's checks wait for."""
        self._origin = (address, why)
        self._origin_known.set()

    def wait_for_origin(self, seconds: float) -> tuple[str | None, str | None]:
        """The address and why there is none."""
        return self._origin if self._origin_known.wait(max(seconds, 0)) else (None, "timed out")

    def close(self, checks: tuple[str, ...], why: str, *, last: bool = False) -> None:
        """Those of `checks` that have no answer get `why`; with `last` nothing is taken any more."""
        for check in checks:
            with self._lock:
                if check in self._since.pending:
                    self._change(check, {"unknown": (*self._since.unknown, Unknown(check, why))})
        if last:
            with self._lock:
                self._closed = True
