"""Delivery against the real things: tmux's buffer, its terminal and its windows, xclip under Xvfb."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

APP = str(Path(__file__).resolve().parents[2] / "app")
TEXT = "Brief; of $(touch x) \\; --help\n\n'再試行' \"✅\" #(touch y);"

COPY = (
    "import os, sys\n"
    "from pickup_tui.deliver import clipboard\n"
    "text = open(sys.argv[1], encoding='utf-8').read()\n"
    "print(clipboard.copy(text, os.environ, (sys.argv[2],)).sentence)\n"
)
OPEN = (
    "import os, sys\n"
    "from pickup_tui.deliver import agent, window\n"
    "text = open(sys.argv[1], encoding='utf-8').read()\n"
    "start = agent.prepare('claude', {'claude': ('claude',)}, text, sys.argv[3], os.environ, (sys.argv[2],))\n"
    "print(window.open_window(start, 'my #(touch z) project', os.environ, (sys.argv[2],)))\n"
)


def need(*names: str) -> None:
    for name in names:
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")


class Tmux:
    """A tmux server of its own; every wait is for an event that tmux tells, with a limit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {
            "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder), "TMUX_TMPDIR": str(folder),
            "TERM": "xterm-256color", "PYTHONPATH": APP, "LANG": "C.UTF-8", "SHELL": "/bin/sh",
        }  # fmt: skip

    def __call__(self, *words: str) -> str:
        command = ["tmux", "-L", "own", "-f", "/dev/null", *words]
        done = subprocess.run(command, env=self.environ, capture_output=True, timeout=20, check=True)
        return done.stdout.decode()

    def python(self, code: str, *arguments: str) -> str:
        """Runs `code` in a pane, as a person's shell would; what it printed."""
        script = self.folder / "script.py"
        script.write_text(code)
        line = " ".join(f"'{word}'" for word in (sys.executable, str(script), *arguments))
        out = self.folder / "printed"
        self("new-window", "-d", f"{line} > {out} 2>&1; tmux wait-for -S done")
        self("wait-for", "done")
        return out.read_text(encoding="utf-8")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    need("tmux")
    (tmp_path / "bin").mkdir()
    (tmp_path / "text").write_text(TEXT, encoding="utf-8")
    server = Tmux(tmp_path)
    server("new-session", "-d", "-x", "80", "-y", "24", "cat")
    yield server
    server("kill-server")


class TestTmux:
    def test_the_text_is_in_its_buffer_and_called_unconfirmed(self, tmux: Tmux, tmp_path: Path) -> None:
        said = tmux.python(COPY, f"{tmp_path}/text", f"{tmp_path}/private")
        assert said.startswith("sent to the clipboard with tmux load-buffer")
        assert tmux("show-buffer") == TEXT

    def test_its_terminal_is_told_too(self, tmux: Tmux, tmp_path: Path) -> None:
        """An outer tmux is the terminal of the inner one: with set-clipboard on it takes what it is sent."""
        outer = Tmux(tmp_path)
        outer.environ["TMUX_TMPDIR"] = str(tmp_path / "bin")
        command = f"TMUX= TMUX_TMPDIR={tmp_path} tmux -L own -f /dev/null attach"
        outer("new-session", "-d", "-x", "80", "-y", "24", "cat", ";", "set", "-g", "set-clipboard", "on")
        try:
            tmux("set-hook", "-g", "client-attached", "run-shell 'tmux wait-for -S here'")
            outer("new-window", command)
            tmux("wait-for", "here")
            outer("set-hook", "-g", "pane-set-clipboard", f"run-shell 'TMUX_TMPDIR={tmp_path}/bin tmux -L own wait-for -S got'")
            tmux.python(COPY, f"{tmp_path}/text", f"{tmp_path}/private")
            outer("wait-for", "got")
            assert outer("show-buffer") == TEXT
        finally:
            outer("kill-server")

    def test_osc_52_reaches_a_terminal_that_listens(self, tmux: Tmux, tmp_path: Path) -> None:
        tmux("set", "-g", "set-clipboard", "on")
        tmux("set-hook", "-g", "pane-set-clipboard", "run-shell 'tmux wait-for -S got'")
        code = COPY.replace("os.environ,", "{'TERM': 'xterm-256color', 'PATH': '/nowhere'},")
        assert "OSC 52" in tmux.python(code.replace("print(", "sys.stderr.write("), f"{tmp_path}/text", f"{tmp_path}/private")
        tmux("wait-for", "got")
        assert tmux("show-buffer") == TEXT


class TestWindow:
    def test_the_agent_runs_in_a_new_window_with_all_of_the_brief(self, tmux: Tmux, tmp_path: Path) -> None:
        project = tmp_path / "p #(touch w)"
        project.mkdir()
        agent = tmp_path / "bin" / "claude"
        agent.write_text(
            f"#!{sys.executable}\nimport json, os, subprocess, sys\n"
            f"json.dump([sys.argv[1:], os.getcwd(), os.isatty(0), os.environ['MARK']], open({str(tmp_path / 'told')!r}, 'w'))\n"
            "subprocess.run(['tmux', 'wait-for', '-S', 'told'])\n"
        )
        agent.chmod(0o755)
        (tmp_path / "text").write_text(TEXT + "x" * 60_000 + ";", encoding="utf-8")
        here = tmux("display-message", "-p", "#{window_index}")
        said = tmux.python("import os; os.environ['MARK'] = 'mine'\n" + OPEN, f"{tmp_path}/text", f"{tmp_path}/private", str(project))
        tmux("wait-for", "told")
        argv, folder, terminal, mark = json.loads((tmp_path / "told").read_text())
        assert argv == ["--", TEXT + "x" * 60_000 + ";"]
        assert (folder, terminal, mark) == (str(project), True, "mine")
        assert said.strip().startswith("0:")
        assert tmux("display-message", "-p", "#{window_index}") == here, "the person stays where they were"
        assert list((tmp_path / "private").iterdir()) == [], "the ticket is used up"
        assert not any((folder / name).exists() for folder in (tmp_path, project) for name in "wxyz")


@pytest.fixture
def display(tmp_path: Path) -> Iterator[str]:
    need("Xvfb", "xclip")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "64x64x8", "-nolisten", "tcp"],
        pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()  # blocks until the server answers, or has ended
    try:
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


@pytest.mark.parametrize("tool", ["xclip", "xsel"])
def test_x11_has_the_text_after_the_program_has_ended(display: str, tmp_path: Path, tool: str) -> None:
    need(tool)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or "")
    (tmp_path / "text").write_text(TEXT, encoding="utf-8")
    environ = {"PATH": str(tmp_path / "bin"), "DISPLAY": display, "PYTHONPATH": APP, "HOME": str(tmp_path), "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", COPY, str(tmp_path / "text"), str(tmp_path / "private")]
    # Captured, as in `$(…)`: the tool that stays behind must not hold the stream.
    done = subprocess.run(command, env=environ, capture_output=True, timeout=20, check=True)
    assert done.stdout.decode().startswith(f"copied to the clipboard with {tool}")
    pasted = subprocess.run(
        ["xclip", "-selection", "clipboard", "-out"], env={**os.environ, "DISPLAY": display}, capture_output=True, timeout=20, check=True
    )
    assert pasted.stdout.decode() == TEXT
