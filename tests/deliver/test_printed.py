"""Printing: all of the brief, once, and nothing else."""

from __future__ import annotations

import os
import threading

import pytest

from pickup_tui.deliver import printed, program


def through_a_pipe(text: str, *, waits: bool = True) -> bytes:
    read, write = os.pipe()
    os.set_blocking(write, waits)
    got: list[bytes] = []

    def reader() -> None:
        with os.fdopen(read, "rb") as file:
            got.append(file.read())

    thread = threading.Thread(target=reader)
    thread.start()
    try:
        printed(text, write)
    finally:
        os.close(write)
        thread.join(10)
    return got[0]


@pytest.mark.parametrize(("text", "wanted"), [("brief", b"brief\n"), ("brief\n", b"brief\n"), ("", b"\n"), ("再 ✅", "再 ✅\n".encode())])
def test_it_ends_with_one_line_end(text: str, wanted: bytes) -> None:
    assert through_a_pipe(text) == wanted


@pytest.mark.parametrize("waits", [True, False])
def test_more_than_a_pipe_holds_arrives_whole(waits: bool) -> None:
    text = "0123456789\n" * 100_000
    assert through_a_pipe(text, waits=waits) == text.encode()


def test_a_reader_that_went_away_is_told() -> None:
    read, write = os.pipe()
    os.close(read)
    with pytest.raises(BrokenPipeError):
        printed("brief", write)
    os.close(write)


def test_half_a_letter_is_no_error() -> None:
    assert through_a_pipe("a\ud800b") == b"a?b\n"


class TestProgram:
    def test_a_name_with_a_slash_is_a_path_from_the_root_or_the_home(self, tmp_path: os.PathLike[str]) -> None:
        tool = os.path.join(tmp_path, "tool")
        with open(tool, "w", encoding="utf-8"):
            os.chmod(tool, 0o755)
        assert program(tool, {}) == tool
        assert program("~/tool", {"HOME": str(tmp_path)}) == tool
        assert program("./tool", {"PATH": str(tmp_path)}) is None
        assert program(str(tmp_path), {}) is None, "a folder is no program"
