"""The driver's reading of keys, as far as it needs no terminal: what is lost here is lost for the whole run."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from pickup_tui.picker.driver import driver_for
from pickup_tui.picker.tty import Keys

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def typed() -> Iterator[tuple[Keys, int]]:
    """Keys over a pipe, and the end to type into."""
    reader, writer = os.pipe()
    keys = Keys(reader)
    yield keys, writer
    keys.close()
    os.close(reader)
    os.close(writer)


class TestWaking:
    def test_a_reader_is_woken(self, typed: tuple[Keys, int]) -> None:
        keys, writer = typed
        keys.wake()
        assert keys.read(10) == b""
        os.write(writer, b"a")
        assert keys.read(10) == b"a"

    @pytest.mark.parametrize("busy", [True, False])
    def test_keys_are_heard_again_after_an_editor_had_the_terminal(self, typed: tuple[Keys, int], busy: bool) -> None:
        """Also when the reader was at work on the key that opened the editor, and so never read that it was to end."""
        keys, writer = typed
        terminal = type("Terminal", (), {"keys": keys})()
        driver = object.__new__(driver_for(terminal))
        driver.exit_event = threading.Event()

        def reads() -> None:
            if busy:
                driver.exit_event.wait(10)
            else:
                keys.read(10)

        driver._key_thread = threading.Thread(target=reads)
        driver._key_thread.start()
        driver.disable_input()
        assert driver._key_thread is None
        assert not driver.exit_event.is_set()
        assert keys.read(0) is None, "nothing is left that would end the next reader"
        os.write(writer, b"\x1b[B")
        assert keys.read(10) == b"\x1b[B"
