"""A terminal for tests: a pty with pyte behind it, and a program in a session of its own on it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from typing import TYPE_CHECKING

import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Self

APP = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "app")
LIMIT = 20.0  # seconds that anything may take on a busy machine


class _Screen(pyte.Screen):
    """Knows the other screen, which pyte does not: entering it clears, leaving it brings back what was there."""

    entered = 0
    left = 0

    def set_mode(self, *modes: int, **kwargs: object) -> None:
        if kwargs.get("private") and 1049 in modes:
            self.entered += 1
            self.erase_in_display(2)
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: object) -> None:
        if kwargs.get("private") and 1049 in modes:
            self.left += 1
            self.erase_in_display(2)
            self.cursor_position()
        super().reset_mode(*modes, **kwargs)

    def report_device_status(self, mode: int = 0, **kwargs: object) -> None:
        """Asked for by nobody here; pyte's own does not take the private form."""


class Terminal:
    """A program on a pty. `chunks` are its output as it was read, with the time of each."""

    def __init__(
        self,
        argv: Sequence[str],
        environ: Mapping[str, str],
        *,
        width: int = 80,
        height: int = 24,
        cwd: str | None = None,
        streams: Callable[[], None] | None = None,
    ) -> None:
        self.screen = _Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.chunks: list[tuple[float, bytes]] = []
        self.each: Callable[[], None] = lambda: None
        self.code: int | None = None
        self.began = time.monotonic()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:  # the child: only what cannot fail
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
                if cwd:
                    os.chdir(cwd)
                if streams:
                    streams()
                os.execvpe(argv[0], list(argv), dict(environ))
            finally:
                os._exit(127)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.code is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def send(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def pump(self, timeout: float) -> bool:
        """Takes one chunk of output; whether there was one."""
        if not select.select([self.fd], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other end is closed
            return False
        self.chunks.append((time.monotonic(), data))
        self.stream.feed(data)
        self.each()
        return bool(data)

    def until(self, test: Callable[[], object], what: str = "", limit: float = LIMIT) -> None:
        """Reads output until `test` holds."""
        end = time.monotonic() + limit
        while not test():
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError(f"waited for {what or test} in vain; the screen is\n" + "\n".join(self.screen.display))
            if not self.pump(min(left, 0.2)) and self.code is None:
                self._reap()
                if self.code is not None and not test():
                    raise AssertionError(f"ended with {self.code} before {what or test}:\n{self.text()}")

    def shows(self, text: str) -> None:
        self.until(lambda: text in self.text(), repr(text))

    def text(self) -> str:
        return "\n".join(self.screen.display)

    def output(self) -> bytes:
        return b"".join(data for _, data in self.chunks)

    def _reap(self) -> None:
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            self.code = os.waitstatus_to_exitcode(status)

    def wait(self, limit: float = LIMIT) -> int:
        """Reads until the program has ended; its exit code (negative: a signal)."""
        end = time.monotonic() + limit
        while self.code is None:
            if time.monotonic() > end:
                raise AssertionError("it does not end; the screen is\n" + self.text())
            self.pump(0.02)
            self._reap()
        while self.pump(0):
            pass
        return self.code

    def modes(self) -> list[object]:
        """The terminal's settings now, to be compared."""
        return termios.tcgetattr(self.fd)


def program(*words: str) -> list[str]:
    return [sys.executable, "-m", "pickup_tui", *words]


def environment(home: str, **more: str) -> dict[str, str]:
    """A throw-away home, and nothing of the machine's own settings."""
    return {
        "HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "TZ": "UTC",
        "XDG_CACHE_HOME": f"{home}/.cache", "XDG_CONFIG_HOME": f"{home}/.config", "XDG_STATE_HOME": f"{home}/.state", "TMPDIR": f"{home}/tmp",
        "PYTHONPATH": APP, **more,
    }  # fmt: skip
