"""The order of the clipboard ways, and that none of them claims more than it did."""

from __future__ import annotations

import base64
import os
import stat
from typing import TYPE_CHECKING

import pytest

from pickup_tui.deliver import Delivery, DeliveryError, clipboard, private

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TEXT = "# Brief\n\nretry uploads — 再試行 ✅ `$(rm -rf ~)`\n"


class Machine:
    """A PATH with programs of these names, and a record of what was run with what."""

    def __init__(self, tmp_path: Path, *names: str, fails: tuple[str, ...] = (), session: str | None = None) -> None:
        self.bin = tmp_path / "bin"
        self.bin.mkdir(exist_ok=True)
        self.folder = str(tmp_path / "private")
        for name in names:
            (self.bin / name).write_text("")
            (self.bin / name).chmod(0o755)
        self.fails = fails
        self.session = session
        self.ran: list[tuple[str, ...]] = []
        self.input = b""
        self.written = b""
        self.mute = False

    def run(self, argv: list[str], data: bytes | None, environ: Mapping[str, str]) -> str | None:
        words = (os.path.basename(argv[0]), *argv[1:])
        if words[1:2] == ("show-environment",):
            return self.session
        self.ran.append(words)
        self.input = data or b""
        return None if words[0] in self.fails or " ".join(words[:3]) in self.fails else ""

    def write(self, data: bytes) -> None:
        if self.mute:
            raise OSError(6, "no terminal")
        self.written += data

    def copy(self, text: str = TEXT, **environ: str) -> Delivery:
        everything = {"PATH": str(self.bin), "TERM": "xterm-256color", **environ}
        return clipboard.copy(text, everything, (self.folder,), run=self.run, terminal=self.write)


EVERY = ("pbcopy", "clip.exe", "wl-copy", "xclip", "xsel", "tmux")
ALL_SET = {"WSL_DISTRO_NAME": "Debian", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "TMUX": "/tmp/t,1,0"}


class TestOrder:
    @pytest.mark.parametrize("count", range(6))
    def test_the_first_that_is_there_takes_it(self, tmp_path: Path, count: int) -> None:
        there = EVERY[count:]
        machine = Machine(tmp_path, *there)
        delivery = machine.copy(**ALL_SET)
        assert [words[0] for words in machine.ran] == [there[0]]
        assert delivery.method.split()[0] == there[0]
        assert machine.written == b""

    @pytest.mark.parametrize("count", range(1, 6))
    def test_one_that_fails_is_passed_over_and_not_named(self, tmp_path: Path, count: int) -> None:
        machine = Machine(tmp_path, *EVERY, fails=EVERY[:count])
        delivery = machine.copy(**ALL_SET)
        assert [words[0] for words in machine.ran] == list(EVERY[: count + 1])
        assert delivery.method.split()[0] == EVERY[count]

    @pytest.mark.parametrize(
        ("name", "variable"),
        [("clip.exe", "WSL_DISTRO_NAME"), ("wl-copy", "WAYLAND_DISPLAY"), ("xclip", "DISPLAY"), ("xsel", "DISPLAY")],
    )
    def test_a_tool_without_its_display_is_not_run(self, tmp_path: Path, name: str, variable: str) -> None:
        machine = Machine(tmp_path, name)
        assert machine.copy().method == "OSC 52"
        assert machine.ran == []
        assert machine.copy(**{variable: "x"}).method == name

    def test_a_program_in_a_relative_entry_of_path_is_not_run(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        machine = Machine(tmp_path, "pbcopy")
        monkeypatch.chdir(machine.bin)
        assert machine.copy(PATH=".:").method == "OSC 52"

    def test_windows_gets_utf_16_without_a_mark_and_the_others_utf_8(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path, "clip.exe", "xclip")
        machine.copy(WSL_DISTRO_NAME="Debian")
        assert machine.input.decode("utf-16-le") == TEXT
        machine.copy(DISPLAY=":0")
        assert machine.input.decode() == TEXT


class TestSsh:
    @pytest.mark.parametrize("variable", ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"])
    def test_local_tools_are_of_the_wrong_machine(self, tmp_path: Path, variable: str) -> None:
        machine = Machine(tmp_path, "pbcopy", "xclip")
        assert machine.copy(DISPLAY=":0", **{variable: "x"}).method == "OSC 52"
        assert machine.ran == []

    def test_in_tmux_the_session_says_who_is_attached_now(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path, "xclip", "tmux", session="SSH_CONNECTION=10.0.0.1 1 10.0.0.2 22\n")
        assert machine.copy(DISPLAY=":0", TMUX="x").method == "tmux load-buffer"
        machine.session = "-SSH_CONNECTION\n"  # back at the desk, in a pane that was opened over SSH
        assert machine.copy(DISPLAY=":0", TMUX="x", SSH_CONNECTION="10.0.0.1 1 10.0.0.2 22").method == "xclip"
        machine.session = None  # a tmux that does not follow the variable
        assert machine.copy(DISPLAY=":0", TMUX="x", SSH_CONNECTION="10.0.0.1 1 10.0.0.2 22").method == "tmux load-buffer"


class TestHonesty:
    def test_a_tool_that_took_it_is_confirmed_with_its_name_and_the_size(self, tmp_path: Path) -> None:
        delivery = Machine(tmp_path, "xclip").copy("a" * 1200, DISPLAY=":0")
        assert (delivery.confirmed, delivery.size) == (True, 1200)
        assert delivery.sentence == "copied to the clipboard with xclip (1.2 kB)"

    def test_the_size_is_in_bytes(self, tmp_path: Path) -> None:
        assert Machine(tmp_path, "xclip").copy("再", DISPLAY=":0").size == 3

    def test_osc_52_is_sent_and_never_called_copied(self, tmp_path: Path) -> None:
        delivery = Machine(tmp_path).copy()
        assert delivery.confirmed is False
        assert "unconfirmed" in delivery.sentence
        assert "copied" not in delivery.sentence

    def test_tmux_confirms_its_own_buffer_only(self, tmp_path: Path) -> None:
        delivery = Machine(tmp_path, "tmux").copy(TMUX="x")
        assert delivery.confirmed is False
        assert delivery.sentence.startswith("sent to the clipboard")

    def test_a_text_too_long_for_the_terminal_stays_in_the_buffer(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path, "tmux")
        delivery = machine.copy("a" * (clipboard.LIMIT + 1), TMUX="x")
        assert machine.ran == [("tmux", "load-buffer", "-")]
        assert delivery.target == "tmux's paste buffer"
        assert "clipboard with" not in delivery.sentence

    def test_a_tmux_that_cannot_pass_it_on_leaves_it_to_the_terminal(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path, "tmux", fails=("tmux load-buffer -w",))
        assert machine.copy(TMUX="x").method == "OSC 52"


class TestOsc52:
    def payload(self, written: bytes) -> str:
        assert written.startswith(b"\x1b]52;c;")
        return base64.b64decode(written[7 : written.index(b"\x07")]).decode()

    def test_the_text_cannot_end_the_sequence(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path)
        nasty = "\x07\x1b\\\x1b]52;c;AAAA\x07"
        machine.copy(nasty)
        assert self.payload(machine.written) == nasty
        assert machine.written.count(b"\x1b") == 1

    def test_at_the_limit_it_is_sent_and_above_it_is_a_file(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path)
        assert machine.copy("a" * clipboard.LIMIT).method == "OSC 52"
        assert len(machine.written) < 100_000
        machine.written = b""
        assert machine.copy("a" * (clipboard.LIMIT + 1)).method == "file"
        assert machine.written == b""

    @pytest.mark.parametrize("term", ["linux", "dumb", ""])
    def test_a_terminal_that_ignores_it_is_not_asked(self, tmp_path: Path, term: str) -> None:
        machine = Machine(tmp_path)
        assert machine.copy(TERM=term).method == "file"
        assert machine.written == b""

    def test_apples_terminal_is_not_asked(self, tmp_path: Path) -> None:
        assert Machine(tmp_path).copy(TERM_PROGRAM="Apple_Terminal").method == "file"

    def test_tmux_gets_it_plain_and_wrapped(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path)
        machine.copy(TERM="tmux-256color", SSH_TTY="/dev/pts/1")
        plain, _, wrapped = machine.written.partition(b"\x1bPtmux;")
        assert wrapped == plain.replace(b"\x1b", b"\x1b\x1b") + b"\x1b\\"

    def test_screen_gets_pieces_that_it_takes(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path)
        machine.copy("a" * 5000, STY="1.x", TERM="screen")
        plain, *pieces = machine.written.split(b"\x1bP")
        assert all(len(piece) <= 768 and piece.endswith(b"\x1b\\") for piece in pieces)
        assert b"".join(piece[:-2] for piece in pieces) == plain


class TestFile:
    def test_without_a_terminal_the_file_is_named_whole_and_private(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path)
        machine.mute = True
        delivery = machine.copy()
        assert delivery.path is not None
        assert delivery.path in delivery.sentence
        assert delivery.sentence.startswith("not copied")
        with open(delivery.path, encoding="utf-8") as file:
            assert file.read() == TEXT
        assert stat.S_IMODE(os.stat(delivery.path).st_mode) == 0o600

    def test_nothing_at_all_is_an_error_and_not_a_copy(self, tmp_path: Path) -> None:
        machine = Machine(tmp_path)
        machine.mute = True
        machine.folder = str(tmp_path / "bin" / "file" / "below")
        (tmp_path / "bin" / "file").write_text("")
        with pytest.raises(DeliveryError, match="cannot write"):
            machine.copy()


class TestPrivate:
    def test_the_folder_is_made_for_this_user_alone(self, tmp_path: Path) -> None:
        path = private.write((str(tmp_path / "a" / "b"),), "x")
        assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700

    def test_an_open_folder_is_closed(self, tmp_path: Path) -> None:
        (tmp_path / "b").mkdir(mode=0o755)
        private.write((str(tmp_path / "b"),), "x")
        assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o700

    def test_a_link_in_the_folders_place_is_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "b").symlink_to(tmp_path / "elsewhere")
        second = str(tmp_path / "c")
        path = private.write((str(tmp_path / "b"), second), "x")
        assert os.path.dirname(path) == second
        assert list((tmp_path / "elsewhere").iterdir()) == []

    def test_a_failed_write_leaves_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(fd: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(DeliveryError, match="No space left"):
            private.write((str(tmp_path / "b"),), "x")
        assert list((tmp_path / "b").iterdir()) == []

    def test_old_ones_go_and_other_files_stay(self, tmp_path: Path) -> None:
        folder = str(tmp_path / "b")
        old = private.write((folder,), "old")
        mine = os.path.join(folder, "notes.md")
        with open(mine, "w", encoding="utf-8") as file:
            file.write("mine")
        for path in (old, mine):
            os.utime(path, (0, 0))
        new = private.write((folder,), "new")
        assert sorted(os.listdir(folder)) == sorted([os.path.basename(new), "notes.md"])


class TestRun:
    def script(self, tmp_path: Path, body: str) -> str:
        path = tmp_path / "tool"
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return str(path)

    def test_its_exit_code_decides(self, tmp_path: Path) -> None:
        assert clipboard.ran([self.script(tmp_path, "cat >/dev/null; exit 1")], b"x", {}) is None
        assert clipboard.ran([self.script(tmp_path, "cat >/dev/null; exit 0")], b"x", {}) == ""

    def test_one_that_stays_behind_with_its_streams_does_not_hold_us(self, tmp_path: Path) -> None:
        tool = self.script(tmp_path, f"cat > {tmp_path}/got; /bin/sleep 20 & echo $! > {tmp_path}/pid")
        read, write = os.pipe()
        saved = os.dup(1)
        try:
            os.dup2(write, 1)
            assert clipboard.ran([tool], b"text", {"PATH": "/usr/bin:/bin"}) == ""
        finally:
            os.dup2(saved, 1)
            os.close(write)
            os.close(saved)
        assert os.read(read, 1) == b""  # the end of the stream: nobody else holds it
        os.close(read)
        os.kill(int((tmp_path / "pid").read_text()), 9)
        assert (tmp_path / "got").read_text() == "text"

    def test_one_that_hangs_is_given_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(clipboard, "TIMEOUT", 0.2)
        assert clipboard.ran([self.script(tmp_path, "exec /bin/sleep 20")], b"x", {}) is None

    def test_one_that_is_not_there_is_no_copy(self, tmp_path: Path) -> None:
        assert clipboard.ran([str(tmp_path / "gone")], b"x", {}) is None
