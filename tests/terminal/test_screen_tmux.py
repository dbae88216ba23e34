"""The screen in a real tmux: what tmux makes of its output, its resizes, and its shell around it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from screens import LIMIT, environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Tmux:
    """A tmux server of its own with a shell in one window."""

    def __init__(self, folder: Path) -> None:
        self.environ = {**environment(str(folder), TERM="xterm-256color"), "TMUX_TMPDIR": str(folder), "SHELL": "/bin/sh", "PS1": "$ "}
        self("new-session", "-d", "-x", "80", "-y", "24", "-c", str(folder), "sh")
        self("set", "-g", "set-clipboard", "on")

    def __call__(self, *words: str) -> str:
        done = subprocess.run(["tmux", "-L", "screen", "-f", "/dev/null", *words], env=self.environ, capture_output=True, timeout=LIMIT, check=True)
        return done.stdout.decode()

    def screen(self) -> str:
        return self("capture-pane", "-p")

    def until(self, test: Callable[[str], object], what: str) -> str:
        """Looks at the pane until `test` holds; each look is a call of tmux, so nothing spins."""
        end = time.monotonic() + LIMIT
        while not test(said := self.screen()):
            if time.monotonic() > end:
                raise AssertionError(f"waited for {what} in vain:\n{said}")
        return said

    def shows(self, words: str) -> str:
        return self.until(lambda said: words in said, repr(words))

    def types(self, *keys: str) -> None:
        self("send-keys", *keys)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    for at in range(12):
        folder = tmp_path / "Projects" / f"proj{at:02}"
        folder.mkdir(parents=True)
        (folder / "HANDOFF.md").write_text(f"# H\n\n## b{at} (updated 2026-01-{28 - at:02})\n\n**What**: topic number {at}\n")
    (tmp_path / "tmp").mkdir()
    script = tmp_path / "pickup"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pickup_tui "$@"\n')
    script.chmod(0o755)
    server = Tmux(tmp_path)
    yield server
    server("kill-server")


def test_filter_resize_and_leave(tmux: Tmux) -> None:
    tmux.types("./pickup", "Enter")
    tmux.shows("8 of 12")
    tmux.types("number 11")
    tmux.shows("1 of 12 match")
    tmux("resize-window", "-x", "40", "-y", "12")
    tmux.until(lambda said: "F1 help" in said.split("\n")[11], "the small screen")
    tmux.types("Escape")
    tmux.shows("8 of 12")
    tmux.types("Escape")
    tmux.until(lambda said: "F1 help" not in said, "the shell")
    assert tmux("display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{wrap_flag}").split() == ["0", "1", "0", "1"]


def test_a_capture_of_stdout_has_the_brief_alone(tmux: Tmux, tmp_path: Path) -> None:
    tmux.types('x="$(./pickup)"; printf "%s" "$x" > captured; echo done', "Enter")
    tmux.until(lambda said: "8 of 12" in said and "F1 help" in said, "the screen at full size")
    tmux.types("2")
    tmux.until(lambda said: "\ndone" in said, "the end")
    said = (tmp_path / "captured").read_text(encoding="utf-8")
    assert "topic number 1" in said
    assert "\x1b" not in said


def test_stdin_may_be_a_pipe(tmux: Tmux) -> None:
    tmux.types("echo 3 | ./pickup --print > /dev/null; echo code $?", "Enter")
    tmux.shows("8 of 12")
    tmux.types("Escape")
    tmux.shows("code 0")


def test_a_kill_leaves_the_shell_as_it_was(tmux: Tmux) -> None:
    tmux.types("./pickup; echo code $?", "Enter")
    tmux.shows("8 of 12")
    os.kill(ours(int(tmux("display-message", "-p", "#{pane_pid}"))), signal.SIGTERM)
    tmux.shows("code 143")
    tmux.types("echo typed", "Enter")
    said = tmux.until(lambda said: said.count("typed") == 2, "an echoing shell")
    assert "F1 help" not in said


def ours(pid: int) -> int:
    """The program below a shell."""
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        if b"pickup_tui" in file.read():
            return pid
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return ours(int(file.read().split()[0]))


def test_a_copy_lands_in_tmux(tmux: Tmux) -> None:
    tmux.types("DISPLAY= WAYLAND_DISPLAY= ./pickup", "Enter")
    tmux.shows("8 of 12")
    tmux.types("Down", "C-y")
    tmux.shows("load-buffer")
    assert "topic number 0" in tmux("show-buffer")
    tmux.types("C-c")
