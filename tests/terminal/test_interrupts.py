"""Ctrl+C outside the screen: in the midst of output, in a call that no signal interrupts, and what a started agent sees of it."""

from __future__ import annotations

import array
import fcntl
import os
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support import APP, section

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Home

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="/proc says what a process waits for and which signals it blocks")

# A command that the system holds: a lock that is taken twice, whose wait goes on after every signal.
HELD = """
import ctypes, os, sys
from pickup_tui.__main__ import main
from pickup_tui.commands import listing
def held(args, world):
    lock = ctypes.create_string_buffer(64)
    libc = ctypes.CDLL(None)
    libc.pthread_mutex_lock(lock)
    os.write(1, b"held")
    libc.pthread_mutex_lock(lock)
listing.list_ = held
sys.exit(main())
"""


def start(home: Home, *words: str, code: str = "", ready: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    argv = [sys.executable, *(("-c", code) if code else ("-m", "pickup_tui")), *words]
    return subprocess.Popen(argv, env={**home.environ, "PYTHONPATH": APP}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=ready)  # noqa: PLW1509 - one thread


def filled(stream: int) -> int:
    """How many bytes wait in a pipe."""
    count = array.array("i", [0])
    fcntl.ioctl(stream, termios.FIONREAD, count)
    return count[0]


def until_held(started: subprocess.Popen[bytes]) -> None:
    """Waits until the program sleeps in its second lock: a signal before that is an ordinary one."""
    assert started.stdout
    assert os.read(started.stdout.fileno(), 4) == b"held"
    asleep = 0
    while asleep < 100:
        state = Path(f"/proc/{started.pid}/stat").read_text().rpartition(") ")[2][0]
        asleep = asleep + 1 if state == "S" else 0
        os.sched_yield()


def test_in_the_midst_of_output(home: Home) -> None:
    """The reader has stopped reading: nothing of what is left is waited for."""
    home.project("many", "\n".join(section(f"b{at}", what=f"topic {at}") for at in range(1500)))
    started = start(home, "list", "--all")
    assert started.stdout
    assert started.stderr
    room = fcntl.fcntl(started.stdout, fcntl.F_GETPIPE_SZ)
    while filled(started.stdout.fileno()) < room:
        assert started.poll() is None
        os.sched_yield()
    started.send_signal(signal.SIGINT)
    assert started.wait(5) == 130
    assert started.stderr.read() == b""
    started.stdout.close()
    started.stderr.close()


def test_in_a_call_that_no_signal_interrupts(home: Home) -> None:
    started = start(home, "list", code=HELD)
    until_held(started)
    started.send_signal(signal.SIGINT)
    assert started.wait(10) == 130
    started.communicate()


def ignore() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def test_where_it_is_ignored_it_stays_so(home: Home) -> None:
    """As for a job in the background of a script."""
    started = start(home, "list", code=HELD, ready=ignore)
    until_held(started)
    started.send_signal(signal.SIGINT)
    ended = os.pidfd_open(started.pid)
    assert select.select([ended], [], [], 1.5)[0] == []
    os.close(ended)
    started.kill()
    started.communicate()


def test_a_started_agent_hears_it(home: Home) -> None:
    home.section("web")
    note = Path(home.path, "signals")
    agent = Path(home.write("bin/claude", f"#!{sys.executable}\nopen({str(note)!r}, 'w').write(open('/proc/self/status').read())\n"))  # a shell unblocks all
    agent.chmod(0o755)
    home.environ["PATH"] = f"{home.path}/bin:{home.environ['PATH']}"
    started = start(home, "load", "1", "--agent", "claude")
    started.communicate(timeout=30)
    masks = [int(line.split()[1], 16) for line in note.read_text().splitlines() if line.startswith(("SigBlk", "SigIgn"))]
    assert len(masks) == 2
    assert not any(mask & (1 << (signal.SIGINT - 1)) for mask in masks)
