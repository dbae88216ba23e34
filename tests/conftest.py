"""Fixtures of all tests. The helpers themselves are in `support`, which tests import by name."""

from __future__ import annotations

import glob
import os
import signal
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from pickup_tui.batons import written
from support import Home

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# Deadlines fail on a busy machine, and never because of a bug; how many examples there are is each test's word.
# A run judges what was changed, so it draws the same examples each time; PICKUP_FUZZ=1 or more draws new ones.
SAME = "PICKUP_FUZZ" not in os.environ
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, derandomize=SAME)
settings.load_profile("house")

# A shell that starts the tests in the background has SIGINT ignored, and every child would inherit that: Ctrl+C would
# seem to do nothing. Those who use the program in a terminal have it as it is here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what may have made tests fail on this machine: its own batons, which every run finds, since /tmp is always searched."""
    batons = [path for path in glob.glob("/tmp/handoff-*.md") if written(os.path.basename(path)) is not None]
    if batons and terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"{len(batons)} baton(s) in /tmp are found by tests that count rows: move them away, such as {batons[0]}")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A throw-away home folder, empty but for `~/Projects` and `~/.bdc/handoff`."""
    return Home(tmp_path / "home")


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets this process's time zone, and puts the old one back."""

    def change(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield change
    monkeypatch.undo()
    time.tzset()
