"""Textual's Linux driver on /dev/tty: input, output and size, whatever stdin, stdout and stderr are.

Leans on private names of `textual.drivers.linux_driver` (8.2); `tests/terminal` holds it to a real terminal.
"""

from __future__ import annotations

import termios
import time
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, Any

from textual import constants
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from .tty import ENTER

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message

    from .tty import Terminal


def driver_for(terminal: Terminal) -> type[LinuxDriver]:
    """The driver class for this terminal: Textual wants a class and makes the object itself."""

    class TtyDriver(_TtyDriver):
        tty = terminal

    return TtyDriver


class _TtyDriver(LinuxDriver):
    tty: Terminal

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.fileno = self.tty.fd
        self.input_tty = True
        # Not closed with the file object: the terminal is given back by number.
        self._file = open(self.tty.fd, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        self._size = self.tty.size()
        self._painted = self.tty.entered

    def _get_terminal_size(self) -> tuple[int, int]:
        return self.tty.size()

    @classmethod
    def _patch_lflag(cls, attrs: int) -> int:
        return (attrs & ~(termios.ECHO | termios.ICANON | termios.IEXTEN)) | termios.NOFLSH  # as `tty.Terminal.start` has it

    def write(self, data: str) -> None:
        if data == ENTER and self._painted:
            # The first frame is on this screen already, and entering it again would clear it.
            self._painted = False
            return
        if self._writer_thread is not None:
            super().write(data)

    def start_application_mode(self) -> None:
        self.tty.entered = self.tty.textual = True
        if self.tty.away:
            self.tty.away = False
            self.tty.start()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.attrs_before = self.tty.attributes

    def stop_application_mode(self) -> None:
        if not self.tty.entered:
            return
        self.disable_input()
        if self._writer_thread is not None:
            self._writer_thread.stop()
            self._writer_thread = None
        self.tty.restore()

    def suspend_application_mode(self) -> None:
        self.tty.away = True
        super().suspend_application_mode()

    def close(self) -> None:
        if self._writer_thread is not None:
            super().close()

    def disable_input(self) -> None:
        if self._key_thread is not None:
            self.exit_event.set()
            self.tty.keys.wake()
            self._key_thread.join()
            self.tty.keys.calm()
            self._key_thread = None
            self.exit_event.clear()

    def run_input_thread(self) -> None:
        """Feeds the parser: first what was typed before Textual was there, each chunk at the time it came, then the terminal."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode

        def tell(messages: list[Message], when: float) -> None:
            for message in messages:
                message.time = when
                self.process_message(message)

        def expire(when: float) -> None:
            # an escape that nothing followed is the key, however late it is looked at
            if parser._timeout_time is not None:
                parser._timeout_time = 0.0
                tell(list(parser.tick()), when)

        def feed(data: bytes, when: float) -> None:
            text = decode(data)
            if text:  # an empty one would end the parser
                tell(list(parser.feed(text)), when)

        before = 0.0
        for when, data in self.tty.keys.take():
            if when - before > constants.ESCAPE_DELAY:
                expire(before)
            feed(data, when)
            before = when
        while not self.exit_event.is_set():
            waits = parser._timeout_time
            data_ = self.tty.keys.read(None if waits is None else max(0.0, waits - time.monotonic()))
            now = time.monotonic()
            if data_:
                feed(data_, now)
            elif data_ is None:
                expire(now)
            elif not self.exit_event.is_set():
                return  # the terminal has hung up
