"""The demo on a real terminal: it opens, its keys work, and whatever ends it, nothing is left behind."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from screens import Terminal, environment, program

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "bin").mkdir()
    return environment(str(tmp_path), PATH=f"{tmp_path}/bin:{os.environ['PATH']}")


def swept(tmp_path: Path) -> bool:
    """Whether the demo's folder goes; what removes it runs beside and has a moment."""
    for _ in range(500):
        if not os.listdir(tmp_path / "tmp"):
            return True
        threading.Event().wait(0.02)
    return False


def test_somebody_without_handoffs_sees_the_whole_thing(environ: dict[str, str], tmp_path: Path) -> None:
    with Terminal(program("--demo"), environ, width=120, height=32) as term:
        term.shows("Retry uploads with")
        term.send("\x1b[B")
        term.shows("write the test for 429")
        term.send("\x1b")
        assert term.wait() == 0
    assert os.listdir(tmp_path / "tmp") == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_a_signal_leaves_nothing_behind(environ: dict[str, str], tmp_path: Path, number: signal.Signals) -> None:
    with Terminal(program("--demo"), environ) as term:
        term.shows("Retry uploads")
        os.kill(term.pid, number)
        term.wait()
    assert swept(tmp_path)


def test_an_agent_works_in_the_demos_worktree_and_its_exit_code_counts(environ: dict[str, str], tmp_path: Path) -> None:
    told = tmp_path / "told"
    agent = tmp_path / "bin" / "claude"
    agent.write_text(f"#!{sys.executable}\nimport os, sys\nopen({str(told)!r}, 'w').write(os.getcwd())\nsys.exit(5)\n")
    agent.chmod(0o755)
    with Terminal(program("--demo", "--agent", "claude"), environ) as term:
        term.shows("Retry uploads")
        term.send("1")
        assert term.wait() == 5
    assert told.read_text().endswith("/home/Worktrees/uploader-retry")
    assert swept(tmp_path)
