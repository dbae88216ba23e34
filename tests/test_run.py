"""The runner: what it starts, what it waits for, and that nothing stays behind."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from pickup_tui import run

ENVIRON = {"PATH": "/usr/bin:/bin"}
SH = "/bin/sh"


def _alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _gone(pid: int) -> bool:
    end = time.monotonic() + 10
    while _alive(pid):
        if time.monotonic() > end:
            return False
        os.sched_yield()
    return True


def test_output_code_and_input() -> None:
    done = run.run([SH, "-c", "cat; echo bad >&2; exit 3"], timeout=10, environ=ENVIRON, feed=b"x" * 300_000)
    assert (done.code, len(done.out), done.err, done.failure) == (3, 300_000, b"bad\n", None)
    assert not done.ok


def test_a_program_that_reads_nothing_is_no_error() -> None:
    assert run.run([SH, "-c", "exec true"], timeout=10, environ=ENVIRON, feed=b"x" * 1_000_000).ok


def test_arguments_are_never_for_a_shell() -> None:
    done = run.run(["echo", "$(id)", "; id", "`id`"], timeout=10, environ=ENVIRON)
    assert done.out == b"$(id) ; id `id`\n"


def test_the_environment_is_what_was_given() -> None:
    os.environ["PICKUP_LEAK"] = "1"
    try:
        done = run.run(["env"], timeout=10, environ={**ENVIRON, "ONLY": "this"})
    finally:
        del os.environ["PICKUP_LEAK"]
    assert sorted(done.out.split()) == [b"ONLY=this", b"PATH=/usr/bin:/bin"]


def test_every_start_is_recorded() -> None:
    before = len(run.started)
    run.run(["true", "--an-argument"], timeout=10, environ=ENVIRON)
    assert run.started[before:] == [("true", "--an-argument")]


def test_the_time_limit_ends_the_whole_group(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    done = run.run([SH, "-c", f"sleep 600 & echo $! > {note}; wait"], timeout=0.3, environ=ENVIRON)
    assert done.failure == run.TIMED_OUT
    assert done.code is None
    assert _gone(int(note.read_text()))


def test_a_child_that_keeps_the_pipe_open_does_not_hold_us(tmp_path: Path) -> None:
    # The program itself ends at once; what it left behind has the output open.
    note = tmp_path / "pid"
    done = run.run([SH, "-c", f"sleep 600 & echo $! > {note}"], timeout=0.3, environ=ENVIRON)
    assert done.failure == run.TIMED_OUT
    assert _gone(int(note.read_text()))


def test_cancel_ends_it_and_what_follows(tmp_path: Path) -> None:
    cancel = run.Cancel()
    os.mkfifo(tmp_path / "ready")
    found: list[run.Done] = []
    script = f"echo $$ > {tmp_path}/ready; exec sleep 600"
    thread = threading.Thread(target=lambda: found.append(run.run([SH, "-c", script], timeout=60, environ=ENVIRON, cancel=cancel)))
    thread.start()
    pid = int((tmp_path / "ready").read_text())
    cancel.cancel()
    thread.join(10)
    assert found[0].failure == run.CANCELLED
    assert _gone(pid)
    before = len(run.started)
    assert run.run(["true"], timeout=10, environ=ENVIRON, cancel=cancel).failure == run.CANCELLED
    assert len(run.started) == before


def test_leaving_the_program_leaves_no_child(tmp_path: Path) -> None:
    # A thread that waits for a child must not hold the exit, and the child must not outlive it.
    os.mkfifo(tmp_path / "ready")
    script = (
        "import threading, sys; from pickup_tui import run\n"
        f"go = lambda: run.run(['/bin/sh', '-c', 'echo $$ > {tmp_path}/ready; exec sleep 600'], timeout=60, environ={{}})\n"
        "threading.Thread(target=go, daemon=True).start()\n"
        f"print(open('{tmp_path}/ready').read(), end='')"
    )
    app = os.path.dirname(os.path.dirname(run.__file__))
    done = run.run([sys.executable, "-c", script], timeout=30, environ={**ENVIRON, "PYTHONPATH": app})
    assert done.ok, done.err
    assert _gone(int(done.out))


def test_too_much_output_is_given_up() -> None:
    done = run.run([SH, "-c", "yes"], timeout=30, environ=ENVIRON, limit=100_000)
    assert done.failure == run.TOO_MUCH


def test_what_cannot_start_says_why(tmp_path: Path) -> None:
    assert run.run(["no-such-program"], timeout=5, environ=ENVIRON).failure == run.MISSING
    assert run.run([str(tmp_path / "none")], timeout=5, environ=ENVIRON).failure == run.MISSING
    assert run.run(["true"], timeout=5, environ=ENVIRON, cwd=str(tmp_path / "none")).failure == "No such file or directory"
    assert run.run(["true", "nul\0"], timeout=5, environ=ENVIRON).failure == "embedded null byte"
    assert run.run(["true"], timeout=0, environ=ENVIRON).failure == run.TIMED_OUT


@pytest.mark.parametrize("path", [".", "", "bin", "./bin"])
def test_only_absolute_folders_of_path_count(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (tmp_path, tmp_path / "bin"):
        folder.mkdir(exist_ok=True)
        (folder / "tool").write_text("#!/bin/sh\n")
        (folder / "tool").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert run.which("tool", {"PATH": path}) is None
    assert run.which("tool", {"PATH": f"{path}:{tmp_path}/bin"}) == str(tmp_path / "bin/tool")


def test_the_end_waits_for_what_is_just_being_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the start of a child and its place among those that run, an exit would have left it behind."""
    begun, go, stopped = threading.Event(), threading.Event(), threading.Event()
    real = run._start
    children: list[int] = []

    def slow(*words: Any, **named: Any) -> Any:
        process = real(*words, **named)
        children.append(process.pid)
        begun.set()
        go.wait(10)
        return process

    monkeypatch.setattr(run, "_everything", run.Cancel())
    monkeypatch.setattr(run, "_start", slow)
    monkeypatch.setattr(run, "_GRACE", 40.0)
    starting = threading.Thread(target=run.run, args=(["/bin/sh", "-c", "exec sleep 600"],), kwargs={"timeout": 60, "environ": ENVIRON})
    starting.start()
    assert begun.wait(10)

    def stop() -> None:
        run.stop_all()
        stopped.set()

    threading.Thread(target=stop).start()
    assert not stopped.wait(0.1)
    go.set()
    assert stopped.wait(10)
    starting.join(10)
    assert _gone(children[0])
