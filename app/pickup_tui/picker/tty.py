"""The terminal itself: /dev/tty in raw mode, keys with the time at which they came, and its state given back whatever happens.

Neither stdin nor stdout is touched: both can be pipes. Only what is cheap to import is: this runs before the first frame.
"""

from __future__ import annotations

import _thread
import os
import select
import termios
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from typing import Any
else:
    import _signal as signal  # `signal` itself builds enums for 4 ms

ENTER = "\x1b[?1049h"
# Everything that the first frame or Textual may have switched on; each is harmless where it was not.
LEAVE = (
    "\x1b[0m\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?1004l"
    "\x1b[?1049l\x1b[?25h"
)
KITTY_OFF = "\x1b[<u"  # Textual pushes the key protocol once; popped on the alternate screen, which has its own stack
DEADLY: dict[int, int] = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


class Terminal:
    """/dev/tty, opened. `start` takes it over, `restore` gives it back, once."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        # A second way to the terminal: signals cut the first one, and still have to give it back.
        self._spare = os.dup(fd)
        self.attributes = termios.tcgetattr(fd)
        self.keys = Keys(fd)
        self.entered = False
        self.textual = False
        self.away = False  # somebody else has the terminal: an editor
        self.on_death: Callable[[], None] | None = None
        self._before: dict[int, Any] = {}

    @staticmethod
    def open() -> Terminal | None:
        """The controlling terminal; None when there is none to draw on."""
        for fd in (0, 1, 2):  # a closed one would become the terminal's number
            try:
                os.fstat(fd)
            except OSError:
                os.open(os.devnull, os.O_RDWR)
        if os.environ.get("TERM", "") in ("", "dumb"):
            return None
        try:
            fd = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            return Terminal(fd)
        except termios.error:
            os.close(fd)
            return None

    def size(self) -> tuple[int, int]:
        """Width and height in cells, at least 1 each; 80x24 where the terminal does not know."""
        try:
            width, height = os.get_terminal_size(self.fd)
        except OSError:
            return 80, 24
        return width or 80, height or 24

    def start(self) -> bytes:
        """Raw mode and signals. Returns what had been typed before."""
        raw = termios.tcgetattr(self.fd)
        raw[0] &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
        raw[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
        # Ctrl+C must not throw away what is being written: on a pty, Linux does not wake the writer whose text it
        # flushed, and who then gives the terminal back waits behind that one for ever.
        raw[3] |= termios.NOFLSH
        raw[6] = list(raw[6])
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        # Ctrl+C stays a signal, so that it is heard whatever the program is doing; Ctrl+Z and Ctrl+\\ do nothing.
        off = os.fpathconf(self.fd, "PC_VDISABLE")
        raw[6][termios.VSUSP] = raw[6][termios.VQUIT] = bytes([off & 0xFF])
        for number in DEADLY:
            if number not in self._before:
                self._before[number] = signal.signal(number, self._die)
        termios.tcsetattr(self.fd, termios.TCSANOW, raw)
        return self.keys.waiting()

    def on_resize(self, heard: Callable[..., None]) -> None:
        """Has `heard` called when the window changes, until Textual listens itself."""
        signal.signal(signal.SIGWINCH, heard)

    def write(self, text: str) -> None:
        """Writes all of `text`; a terminal that is gone is not an error here."""
        data = text.encode("utf-8", "replace")
        while data:
            try:
                data = data[os.write(self.fd, data) :]
            except OSError:
                return

    def restore(self) -> None:
        """The terminal as it was before `start`. Doing it twice does it once: leaving the other screen again moves the cursor."""
        if self.entered:
            self.entered = False
            text = (KITTY_OFF if self.textual else "") + LEAVE
            try:
                os.write(self._spare, text.encode())
            except OSError:
                pass
        try:
            termios.tcsetattr(self._spare, termios.TCSANOW, self.attributes)
        except (termios.error, OSError):
            pass

    def close(self) -> None:
        """Restores, gives the signals back, and lets the terminal go."""
        self.restore()
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        self.keys.close()
        for fd in (self.fd, self._spare):
            os.close(fd)

    def _die(self, number: int, _frame: object) -> None:
        if self.away and number == signal.SIGINT:
            return  # meant for the program that has the terminal
        # Whatever another thread is still writing goes nowhere from here on.
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, self.fd)
        self.restore()
        try:
            if self.on_death:
                self.on_death()
        finally:
            os._exit(DEADLY[number])


class Keys:
    """What is typed, in chunks with the time at which they came (monotonic seconds).

    A thread of its own collects them from the first frame on; `take` ends it and hands over what it has. After that
    the caller reads. A pipe wakes a reader, so that neither ever polls.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._wake, self._waker = os.pipe()
        self._chunks: list[tuple[float, bytes]] = []
        self._running: _thread.LockType | None = None

    def waiting(self) -> bytes:
        """What is there to be read now."""
        data = b""
        while select.select([self._fd], [], [], 0)[0]:
            more = self._read()
            if not more:
                break
            data += more
        return data

    def start(self, typed: bytes = b"") -> None:
        """Collects from now on; `typed` came before there was anything on the screen, at time 0."""
        if typed:
            self._chunks.append((0.0, typed))
        self._running = _thread.allocate_lock()
        self._running.acquire()
        _thread.start_new_thread(self._collect, (self._running,))

    def _collect(self, running: _thread.LockType) -> None:
        try:
            while True:
                data = self.read()
                if not data:
                    return
                self._chunks.append((time.monotonic(), data))
        finally:
            running.release()

    def take(self) -> list[tuple[float, bytes]]:
        """Ends the collecting; every chunk so far, in order."""
        if self._running is not None:
            self.wake()
            self._running.acquire()
            self._running = None
        chunks, self._chunks = self._chunks, []
        return chunks

    def read(self, timeout: float | None = None) -> bytes | None:
        """The next chunk; b"" when woken or at the end, None when `timeout` seconds have passed."""
        ready = select.select([self._fd, self._wake], [], [], timeout)[0]
        if self._wake in ready:
            os.read(self._wake, 64)
            return b""
        return self._read() if ready else None

    def _read(self) -> bytes:
        try:
            return os.read(self._fd, 4096)
        except OSError:  # the terminal is gone; SIGHUP says so too
            return b""

    def wake(self) -> None:
        """Makes a reader return."""
        os.write(self._waker, b"x")

    def calm(self) -> None:
        """Takes back a wake that its reader did not hear, being at work on a key: the next reader would end by it."""
        while select.select([self._wake], [], [], 0)[0]:
            os.read(self._wake, 64)

    def close(self) -> None:
        for fd in (self._wake, self._waker):
            os.close(fd)
