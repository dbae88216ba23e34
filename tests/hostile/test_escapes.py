"""Every byte that a command or the screen writes over hostile text: only sequences that the program itself meant."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import pytest

from hostile.hostility import READING, TITLES, Hostile, sequences
from screens import Terminal, environment, program
from support import FORBIDDEN, section

if TYPE_CHECKING:
    from support import Home

# What the screen says to a terminal: where to draw and how, and which of the terminal's ways are switched on and off.
MEANT = (
    ("CSI", r"\d*(;\d+)*m"),  # colours
    ("CSI", r"\d*(;\d*)?[HABCDGJKd]|\d+;\d+f"),  # where, and wiping
    ("CSI", r"\?(25|7|1000|1002|1003|1004|1006|1015|1016|1049|2004|2026|2027|2048)(;\d+)*[hl]"),
    ("CSI", r"\?(2026|2048|2027|1016)\$p"),  # which of them the terminal knows
    ("CSI", r"[<>=?]\d*(;\d+)*u"),  # the key protocol
    ("CSI", r"\d*c|>\d*q|\?u|14t|16t|18t|6n"),
    ("OSC", r"(10|11);\?"),
    ("OSC", r"22;[a-z-]+"),  # the pointer's shape
    ("ESC", r"[78=>]"),
    ("CUT", r"\[?[\d;?<>]*"),
)
# A copy is meant when it was asked for, and is base64 all through.
COPIED = (("OSC", r"52;c;[A-Za-z0-9+/=]*"), ("STRING", r"tmux;\x1b?.*"))


def unmeant(data: bytes, meant: tuple[tuple[str, str], ...] = MEANT) -> list[tuple[str, str]]:
    """The sequences among a terminal's bytes that the program did not mean."""
    return [(kind, said) for kind, said in sequences(data) if not any(kind == known and re.fullmatch(form, said) for known, form in meant)]


class TestTheParserOfThisTest:
    @pytest.mark.parametrize("evil", ["\x1b]52;c;cHduZWQ=\x07", "\x1b]8;;http://x\x1b\\", "\x1bP+q\x1b\\", "\x9b31m", "\x1b[21t", "\x1b]0;title\x07", "\x07", "\x1b[?5h", "\x1bc", "\x1b_x\x1b\\", "\x1b[5i"])
    def test_it_sees_what_is_not_meant(self, evil: str) -> None:
        assert unmeant(f"words {evil} words".encode())

    def test_it_takes_what_is(self) -> None:
        assert not unmeant(b"\x1b[?1049h\x1b[0;1;38;2;1;2;3mwords\x1b[3;1H\r\n\x1b[?25l")


@pytest.fixture
def hostile(home: Home) -> Hostile:
    home.cwd = os.path.join(home.projects, "evil")
    return Hostile(home)


class TestCommands:
    def test_into_a_pipe_goes_text_alone(self, hostile: Hostile) -> None:
        for words in (*READING, ("save", "card", "--title", TITLES[4], "--next", TITLES[3], "--dry-run"), ("load", TITLES[3]), (TITLES[3],), ("list", "--filter", TITLES[4])):
            ran = hostile.home.run(*words)
            for place in (ran.out, ran.err):
                assert FORBIDDEN.isdisjoint(place), words
                assert not list(sequences(place.encode("utf-8", "surrogatepass"))), words

    @pytest.mark.parametrize("words", [("list", "--all"), ("doctor",), ("load", "2")])
    def test_on_a_terminal_too(self, hostile: Hostile, words: tuple[str, ...]) -> None:
        with Terminal(program(*words), environment(hostile.home.path, PATH=os.environ["PATH"]), cwd=hostile.folder, width=120) as term:
            term.wait()
            assert not unmeant(term.output())


def quiet(term: Terminal) -> None:
    """Reads until nothing more comes: at Ctrl+C the system throws away what is on its way, in the middle of a sequence."""
    while term.pump(1.0):
        pass


class TestScreen:
    @pytest.mark.parametrize("more", [{}, {"NO_COLOR": "1"}], ids=["colour", "plain"])
    def test_over_hostile_rows_it_writes_what_it_means(self, hostile: Hostile, more: dict[str, str]) -> None:
        environ = environment(hostile.home.path, **more)
        with Terminal(program(), environ, cwd=hostile.folder, width=110, height=30) as term:
            term.until(lambda: "of " in term.text() and "reading" not in term.text(), "the rows")
            for at in range(6):
                term.send("\x1b[B")
                term.until(lambda: "file:" in term.text() or "next step" in term.text() or "written" in term.text(), f"the preview of row {at}")
            for keys in ("\x06", "\x1b[6~", "\x1bOP", "\x1b", "zz\u202e\x1b[200~\x1b]52;c;eA==\x07\x1b[201~", "\x15", "\x1b[B\x1b[B"):
                term.send(keys)
                term.pump(0.3)
            quiet(term)
            term.send("\x03")
            assert term.wait() == 130
            assert not unmeant(term.output())

    def test_a_copy_is_base64_and_only_when_asked_for(self, hostile: Hostile) -> None:
        environ = environment(hostile.home.path, PATH=os.path.dirname(sys.executable))
        with Terminal(program(), environ, cwd=hostile.folder, width=110, height=30) as term:
            term.until(lambda: "of " in term.text() and "reading" not in term.text(), "the rows")
            term.send("\x1b[B")
            term.until(lambda: "written" in term.text(), "the preview")
            assert b"\x1b]52" not in term.output()
            term.send("\x19")
            term.until(lambda: b"\x1b]52;c;" in term.output() or "copied" in term.text() or "brief (" in term.text(), "the copy")
            quiet(term)
            term.send("\x03")
            term.wait()
            assert not unmeant(term.output(), MEANT + COPIED)


class TestJson:
    def test_objects_hold_clean_text(self, hostile: Hostile) -> None:
        """All but the names of files, which must open what they name: on the wire those are escapes of JSON's own."""

        def texts(value: object) -> list[str]:
            if isinstance(value, dict):
                return [text for name, part in value.items() if name not in ("path", "id", "project_path") for text in (name, *texts(part))]
            if isinstance(value, list):
                return [text for part in value for text in texts(part)]
            return [value] if isinstance(value, str) else []

        for words in (("list", "--all"), ("mapping",), ("load", "3"), ("since", "HANDOFF.md#b3"), ("doctor",), ("restore",), ("load", "nothing\x1b[31m")):
            for said in texts(hostile.home.run(*words, "--json").json()):
                assert FORBIDDEN.isdisjoint(said), (words, said)

    def test_the_hooks_one_line_is_one_line(self, home: Home) -> None:
        for title in TITLES:
            home.write("Projects/foo/HANDOFF.md", section(date="2026-11-28", what=title.replace("\n", " ")), None)
            said = home.run("hint").out
            assert said.count("\n") <= 1
            assert FORBIDDEN.isdisjoint(said)
