"""Bad luck with disks, played by the kernel itself: a read-only home, a disk that is full, a mount that never answers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mounts import Mounts
from screens import Terminal, environment, program
from support import APP, Ran

if TYPE_CHECKING:
    from support import Home

READING = (("list",), ("list", "--json", "--all"), ("mapping",), ("hint",), ("doctor",), ("load", "topic 2"), ("since", "topic 2"))


@pytest.fixture
def some(home: Home) -> Home:
    for at in range(3):
        home.section(f"p{at}", what=f"topic {at}", date=f"2026-11-{20 + at}")
    home.card("c")
    return home


def start(mounts: Mounts, home: Home, *words: str) -> subprocess.Popen[bytes]:
    argv = mounts.inside([sys.executable, "-m", "pickup_tui", *words], f"{home.projects}/p0")
    return subprocess.Popen(argv, env={**home.environ, "PYTHONPATH": APP}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run(mounts: Mounts, home: Home, *words: str) -> Ran:
    started = start(mounts, home, *words)
    try:
        out, err = started.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        started.kill()
        started.communicate()
        raise
    ran = Ran(started.returncode, out.decode(), err.decode())
    assert "Traceback" not in ran.err, ran
    return ran


class TestReadOnly:
    @pytest.fixture
    def mounts(self, some: Home) -> object:
        with Mounts(f"readonly={some.path}") as mounts:
            yield mounts

    def test_what_reads_reads(self, some: Home, mounts: Mounts) -> None:
        for words in READING:
            ran = run(mounts, some, *words)
            assert ran.code == 0, (words, ran)
            assert ran.out, words

    def test_what_is_not_kept_is_said(self, some: Home, mounts: Mounts) -> None:
        assert "loaded, but no other session will see that" in run(mounts, some, "load", "1").err
        told = run(mounts, some, "doctor").out
        assert "~/.local/state/pickup-tui: cannot be written to — nothing is noted" in told
        assert "~/.cache/pickup-tui: cannot be written to — every run reads everything again" in told

    @pytest.mark.parametrize(
        "words", [("save", "section", "--next", "x", "--branch", "b"), ("save", "card", "--title", "t", "--next", "x"), ("save", "baton", "--next", "x"), ("done", "CARD"), ("hide", "CARD"), ("install", "claude")]
    )
    def test_what_writes_says_why_not(self, some: Home, mounts: Mounts, words: tuple[str, ...]) -> None:
        ran = run(mounts, some, *(word.replace("CARD", f"card:{some.cards}/c.md") for word in words))
        assert ran.code == 1
        assert "the disk is read-only" in ran.err
        assert "chmod" not in ran.err, "no mode helps on such a disk"

    def test_the_screen(self, some: Home, mounts: Mounts) -> None:
        with Terminal(mounts.inside(program("--print"), some.path), environment(some.path)) as term:
            term.shows("topic 2")
            term.until(lambda: "reading" not in term.text(), "the scan")
            term.send("\x1b[B\x18")
            term.shows("not hidden:")
            term.send("\r")
            assert term.wait() == 0
            assert b"Loaded:" in term.output()


class TestFull:
    @pytest.fixture
    def mounts(self, some: Home, tmp_path: Path) -> object:
        disk = str(tmp_path / "disk")
        os.makedirs(disk)
        with Mounts(f"full={disk}") as mounts:
            fill = f"cp -r {some.path}/. {disk}; mkdir -p {disk}/.local/state/pickup-tui {disk}/.cache/pickup-tui; cat /dev/zero >{disk}/big"
            subprocess.run(mounts.inside(["sh", "-c", fill]), check=False, capture_output=True, timeout=30)
            some.path, some.projects, some.cards = disk, f"{disk}/Projects", f"{disk}/.bdc/handoff"
            some.environ |= {"HOME": disk, "TMPDIR": f"{disk}/tmp"}
            yield mounts

    def test_what_reads_reads_and_what_writes_leaves_what_was_there(self, some: Home, mounts: Mounts) -> None:
        before = subprocess.run(mounts.inside(["cat", f"{some.projects}/p0/HANDOFF.md"]), check=True, capture_output=True).stdout
        for words in READING:
            ran = run(mounts, some, *words)
            assert ran.code == 0, (words, ran)
            assert ran.out, words
        assert "no other session will see that" in run(mounts, some, "load", "1").err
        for line in ("save section --next x --branch main", "save baton --next x", f"done card:{some.cards}/c.md", f"hide card:{some.cards}/c.md"):
            ran = run(mounts, some, *line.split())
            assert ran.code == 1, (line, ran)
            assert "the disk is full" in ran.err, (line, ran)
        assert subprocess.run(mounts.inside(["cat", f"{some.projects}/p0/HANDOFF.md"]), check=True, capture_output=True).stdout == before


class TestDead:
    """Every call into the mount hangs in the kernel; nothing but the kill of the process ends it."""

    @pytest.fixture
    def mounts(self, some: Home) -> object:
        paths = [f"{some.projects}/dead", f"{some.path}/far"]
        for path in paths:
            os.makedirs(path)
        with Mounts(*(f"dead={path}" for path in paths)) as mounts:
            yield mounts

    def test_it_plays_dead(self, some: Home, mounts: Mounts) -> None:
        looked = subprocess.Popen(mounts.inside(["ls", f"{some.path}/far"]), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            looked.wait(0.5)
        looked.kill()
        looked.communicate()

    def test_a_project_in_it_is_given_up(self, some: Home, mounts: Mounts) -> None:
        for words in (("list",), ("hint",), ("load", "topic 2")):
            ran = run(mounts, some, *words)
            assert ran.code == 0, (words, ran)
            assert "topic 2" in ran.out
        assert "~/Projects/dead: did not answer within 2 seconds" in run(mounts, some, "doctor").out

    @pytest.mark.parametrize(
        "words",
        [("load", "FAR/HANDOFF.md"), ("list", "FAR"), ("doctor", "FAR/x.md"), ("since", "section:FAR/x/HANDOFF.md#main"), ("restore", "FAR"), ("save", "section", "--next", "x", "--project", "FAR")],
    )
    def test_a_path_in_it_that_was_named_is_given_up(self, some: Home, mounts: Mounts, words: tuple[str, ...]) -> None:
        ran = run(mounts, some, *(word.replace("FAR", f"{some.path}/far") for word in words))
        assert ran.code == 1
        assert "did not answer within 2 seconds" in ran.err
        assert "look at the mount" in ran.err

    def test_the_screen_shows_the_rest_and_leaves(self, some: Home, mounts: Mounts) -> None:
        with Terminal(mounts.inside(program(), some.path), environment(some.path)) as term:
            term.shows("topic 2")
            term.until(lambda: "reading" not in term.text(), "the end of the scan")
            term.send("\x03")
            assert term.wait() == 130

    def test_ctrl_c_ends_what_hangs_all_the_same(self, some: Home, tmp_path: Path) -> None:
        """The folder of the configuration is looked at by no crew, and the call into it is not interrupted."""
        config = f"{some.path}/.config"
        os.makedirs(config)
        with Mounts(f"dead={config}") as mounts:
            started = start(mounts, some, "list")
            with pytest.raises(subprocess.TimeoutExpired):
                started.wait(1.5)
            started.send_signal(signal.SIGINT)
            assert started.wait(10) == 130
            started.communicate()
