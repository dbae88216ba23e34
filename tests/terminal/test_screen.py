"""The screen on a real pty: what Pilot cannot see. Sizes, pipes, signals, what is left behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import pytest

from screens import Terminal, environment, program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FAKE_AGENT = f"#!{sys.executable}\nimport os, sys\nprint(os.getcwd() + '\\n' + sys.argv[-1], end='', file=open(os.environ['HOME'] + '/started', 'w'))\n"


@pytest.fixture
def home(tmp_path: Path) -> str:
    """Twelve projects with a section each."""
    for at in range(12):
        folder = tmp_path / "Projects" / f"proj{at:02}"
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        section = f"## feature/b{at} (updated 2026-01-{28 - at:02})\n\n**What**: topic number {at}\n\n```yaml\nnext_step: step {at}\nwhy_stopped: limit\n```\n"
        (folder / "HANDOFF.md").write_text("# Handoff\n\n" + section)
    (tmp_path / "tmp").mkdir()
    (tmp_path / "bin").mkdir()
    agent = tmp_path / "bin" / "claude"
    agent.write_text(FAKE_AGENT)
    agent.chmod(0o755)
    return str(tmp_path)


def opened(home: str, *words: str, width: int = 80, height: int = 24, streams: Callable[[], None] | None = None, **more: str) -> Terminal:
    environ = environment(home, **more)
    environ["PATH"] = f"{home}/bin:{environ['PATH']}"
    return Terminal(program(*words), environ, width=width, height=height, cwd=home, streams=streams)


def content(home: str, name: str) -> str:
    with open(f"{home}/{name}", encoding="utf-8") as file:
        return file.read()


def to_file(path: str, number: int = 1) -> Callable[[], None]:
    def redirect() -> None:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        os.dup2(fd, number)

    return redirect


def ready(term: Terminal) -> None:
    term.shows("of 12")
    term.until(lambda: "reading" not in term.text(), "the scan")


class TestKeys:
    def test_filter_by_typing_and_enter_prints_the_only_match(self, home: str) -> None:
        with opened(home, "--print", streams=to_file(f"{home}/out")) as term:
            ready(term)
            term.send("number 11")
            term.shows("1 of 12 match")
            term.send("\r")
            assert term.wait() == 0
        brief = content(home, "out")
        assert "topic number 11" in brief
        assert "step 11" in brief

    def test_a_digit_loads_its_row(self, home: str) -> None:
        with opened(home, streams=to_file(f"{home}/out")) as term:
            ready(term)
            term.send("3")
            assert term.wait() == 0
            assert "Loaded:" in term.text()
            assert "step 2" in term.text()
        assert "topic number 2" in content(home, "out")

    def test_enter_without_a_choice_loads_nothing(self, home: str) -> None:
        with opened(home, streams=to_file(f"{home}/out")) as term:
            ready(term)
            term.send("\r")
            assert term.wait() == 0
        assert content(home, "out") == ""

    def test_escape_leaves_with_nothing(self, home: str) -> None:
        with opened(home) as term:
            ready(term)
            term.send("\x1b")
            assert term.wait() == 0
            assert term.screen.left == 1

    def test_an_agent_is_started_with_the_brief(self, home: str) -> None:
        with opened(home, "--agent", "claude") as term:
            ready(term)
            term.send("\x1b[B")
            term.shows("start claude row 1")
            term.send("\r")
            assert term.wait() == 0
        folder, _, brief = content(home, "started").partition("\n")
        assert folder == os.path.realpath(f"{home}/Projects/proj00")
        assert "topic number 0" in brief

    def test_a_new_file_appears_without_a_restart(self, home: str) -> None:
        with opened(home) as term:
            ready(term)
            folder = f"{home}/Projects/proj05"
            with open(f"{folder}/HANDOFF.md", "a", encoding="utf-8") as file:
                file.write("\n## feature/new (updated 2026-02-20)\n\n**What**: written just now\n")
            term.shows("written just now")
            term.send("\x03")
            assert term.wait() == 130

    def test_two_screens_at_once_each_see_what_the_other_does(self, home: str) -> None:
        with opened(home, "--print", streams=to_file(f"{home}/one")) as one, opened(home, "--print", streams=to_file(f"{home}/two")) as two:
            for term in (one, two):
                ready(term)
                term.until(lambda term=term: "reading" not in term.text(), "all rows")  # type: ignore[misc]
            one.send("2")
            assert one.wait() == 0
            two.until(lambda: "picked" in two.text().split("\n")[3], "the mark of the other's load")
            assert "picked" not in two.text().replace(two.text().split("\n")[3], "")
            two.send("3")
            assert two.wait() == 0
        assert "topic number 1" in content(home, "one")
        assert "topic number 2" in content(home, "two")
        assert "stays in context" not in two.text(), "another terminal's load is not in this one's context"
        with opened(home, "--print", streams=to_file(f"{home}/three")) as term:
            ready(term)
            term.until(lambda: term.text().count("picked up") == 2, "both marks")
            term.send("\x03")
            assert term.wait() == 130


class TestStreams:
    def test_captured_it_has_the_terminals_whole_size(self, home: str) -> None:
        with opened(home, width=132, height=43, streams=to_file(f"{home}/out")) as term:
            ready(term)
            assert any(line.rstrip().endswith("of 12") and len(line.rstrip()) > 120 for line in term.screen.display)
            assert "F1 help" in "\n".join(term.screen.display[-3:])
            term.send("\x03")
            assert term.wait() == 130
        assert content(home, "out") == ""

    def test_stdin_may_be_a_pipe_and_stderr_closed(self, home: str) -> None:
        def streams() -> None:
            reader, writer = os.pipe()
            os.write(writer, b"3\n")
            os.dup2(reader, 0)
            os.close(2)

        with opened(home, "--print", streams=streams) as term:
            ready(term)
            term.send("\x1b[B\r")
            assert term.wait() == 0

    def test_without_a_terminal_the_list_goes_to_stderr(self, home: str) -> None:
        done = subprocess.run(program(), env=environment(home), capture_output=True, timeout=30, start_new_session=True, stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 4
        assert done.stdout == b""
        assert b"topic number 3" in done.stderr

    def test_a_dumb_terminal_is_none(self, home: str) -> None:
        with opened(home, TERM="dumb") as term:
            assert term.wait() == 4
            assert b"\x1b" not in term.output()


class TestEnds:
    @pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
    @pytest.mark.parametrize("when", ["early", "late"])
    def test_a_signal_leaves_the_terminal_as_it_was(self, home: str, number: int, code: int, when: str) -> None:
        with opened(home) as term:
            before = term.modes()
            if when == "late":
                ready(term)
            else:
                term.shows("topic")
            assert term.modes() != before
            os.kill(term.pid, number)
            assert term.wait() == code
            assert term.modes() == before
            assert (term.screen.entered, term.screen.left) == (1, 1)
            assert left_on(term) == set()

    def test_control_c_flushes_nothing_that_is_being_written(self, home: str) -> None:
        """A writer whose text Linux flushes from a pty is not woken, and the end of the program waited behind it for ever."""
        with opened(home) as term:
            before = term.modes()[3]
            ready(term)
            term.until(lambda: "reading" not in term.text(), "Textual")
            assert isinstance(before, int)
            assert isinstance(during := term.modes()[3], int)
            assert not before & termios.NOFLSH
            assert during & termios.NOFLSH
            assert during & termios.ISIG
            term.send("\x03")
            assert term.wait() == 130
            assert term.modes()[3] == before

    def test_control_c_leaves_with_130(self, home: str) -> None:
        with opened(home) as term:
            before = term.modes()
            ready(term)
            term.send("\x03")
            assert term.wait() == 130
            assert term.modes() == before
            assert left_on(term) == set()

    def test_control_c_in_the_first_frame_leaves_with_130(self, home: str) -> None:
        """Before Textual is there: the frame has just been begun, and the rest of the program is still being imported."""
        with opened(home) as term:
            before = term.modes()
            term.until(lambda: b"?1049h" in term.output(), "the first bytes")
            term.send("\x03")
            assert term.wait() == 130
            assert term.modes() == before
            assert (term.screen.entered, term.screen.left) == (1, 1)
            assert b"?1000h" not in term.output(), "it was Textual already"
            assert left_on(term) == set()

    def test_leaving_is_quick_and_clean(self, home: str) -> None:
        with opened(home) as term:
            before = term.modes()
            ready(term)
            term.send("\x1b[B\x1b[A\x1b")
            assert term.wait() == 0
            assert term.modes() == before
            assert (term.screen.entered, term.screen.left) == (1, 1)
            assert left_on(term) == set()

    def test_a_crash_gives_the_terminal_back_and_is_told(self, home: str) -> None:
        crash = (
            "import sys; from pickup_tui.picker import app\n"
            "def broken(self, *_): raise RuntimeError('secret of a handoff')\n"
            "app.PickerApp.on_listed = broken\n"
            "from pickup_tui.__main__ import main; sys.exit(main())\n"
        )
        environ = environment(home)
        with Terminal([sys.executable, "-c", crash], environ, cwd=home) as term:
            before = term.modes()
            assert term.wait() == 1
            assert term.modes() == before
            assert term.screen.left == 1
            assert "RuntimeError" in term.text()

    def test_a_hung_up_terminal_ends_it(self, home: str) -> None:
        term = opened(home)
        ready(term)
        os.close(term.fd)
        ended = os.pidfd_open(term.pid)
        assert select.select([ended], [], [], 10)[0], "it goes on without a terminal"
        os.close(ended)
        assert os.waitstatus_to_exitcode(os.waitpid(term.pid, 0)[1]) in (129, 1, 0)


class TestSizes:
    def test_it_follows_the_window(self, home: str) -> None:
        with opened(home) as term:
            ready(term)
            term.resize(40, 12)
            term.until(lambda: "F1 help" in term.screen.display[11] and term.text().count("topic num") == 8, "the small screen")
            term.resize(120, 36)
            term.until(lambda: "│" in term.text() and "F1 help" in term.text(), "the wide screen")
            term.send("\x03")
            assert term.wait() == 130

    @pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 2), (20, 5), (40, 12), (60, 18), (300, 80)])
    def test_it_works_in_any_size(self, home: str, width: int, height: int) -> None:
        with opened(home, width=width, height=height) as term:
            term.until(lambda: term.screen.entered and b"?1000h" in term.output(), "Textual")
            term.send("\x1b[B\x1b[6~\x1bOP\x1b[A")
            term.send("\x03")
            assert term.wait() == 130

    def test_a_resize_before_textual_is_there_is_right(self, home: str) -> None:
        with opened(home) as term:
            term.shows("topic")
            term.resize(50, 14)
            term.until(lambda: "of 12" in term.screen.display[0] and "F1 help" in term.screen.display[13], "the new size")
            ready(term)
            assert "F1 help" in term.screen.display[13]
            term.send("\x03")
            term.wait()


def test_no_color_writes_no_colour(home: str) -> None:
    with opened(home, NO_COLOR="1") as term:
        ready(term)
        term.send("\x1b[B")
        term.shows("copy row 1")
        term.send("\x03")
        term.wait()
        colours = {(char.fg, char.bg) for line in term.screen.buffer.values() for char in line.values()}
        assert colours <= {("default", "default")}
        assert b"38;2" not in term.output()
        assert b"48;" not in term.output()


def test_ascii_writes_ascii(home: str) -> None:
    with opened(home, "--ascii") as term:
        ready(term)
        assert "*1" in term.text()
        term.send("\x1b[B")
        term.shows("copy row 1")
        term.send("\x10")
        term.shows("Choose one of Textual's themes")
        term.send("\r")
        term.shows("Search for themes")
        term.until(lambda: "nord" in term.text(), "the themes")
        term.send("\x1b")
        term.until(lambda: "Search" not in term.text(), "the screen again")
        term.send("\x03")
        assert term.wait() == 130
        assert term.output().isascii(), "the palette, which is Textual's own, included"


def test_an_editor_gets_the_terminal_and_the_screen_comes_back(home: str) -> None:
    editor = f"{home}/bin/ed it"
    with open(editor, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nprintf 'EDITING %s' \"$1\"\nread answer\nprintf '%s' \"$answer\" > \"$HOME/answer\"\n")
    os.chmod(editor, 0o755)
    with opened(home, EDITOR=f'"{editor}"') as term:
        ready(term)
        term.send("\x1b[B\x05")
        term.shows("EDITING")
        term.send("typed to it\n")
        term.until(lambda: os.path.exists(f"{home}/answer") and "F1 help" in term.text(), "the screen again")
        assert content(home, "answer") == "typed to it"
        term.send("\x1b[B")
        term.shows("copy row 2")
        term.send("\x03")
        assert term.wait() == 130


def left_on(term: Terminal) -> set[int]:
    """Private modes that the program switched and did not switch back, in all of its output."""
    import re

    state: dict[int, bool] = {}
    for numbers, how in re.findall(rb"\x1b\[\?([\d;]+)([hl])", term.output()):
        for number in numbers.split(b";"):
            state[int(number)] = how == b"h"
    normal = {25: True, 7: True}
    return {number for number, on in state.items() if on != normal.get(number, False)}
