"""The shell functions in real bash, zsh and fish, inside tmux: what a person sees, and what the agent gets."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pickup_tui.install import shells
from pickup_tui.install.change import install
from pickup_tui.settings import Settings
from pickup_tui.world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

APP = str(Path(__file__).resolve().parents[2] / "app")
START = {"bash": "bash", "zsh": "zsh", "fish": "fish"}

# Writes down how it was called, and ends as it is told; with WAIT it stays until Ctrl+C.
AGENT = """#!{python}
import json, os, signal, subprocess, sys
note = {{"name": os.path.basename(sys.argv[0]), "argv": sys.argv[1:], "cwd": os.getcwd(), "tty": [os.isatty(fd) for fd in (0, 1, 2)]}}
with open(os.environ["NOTES"], "a") as file:
    file.write(json.dumps(note) + "\\n")
if os.environ.get("WAIT"):
    def stop(*_):
        os._exit(77)
    signal.signal(signal.SIGINT, stop)
    subprocess.run(["tmux", "wait-for", "-S", "started"])
    signal.pause()
sys.exit(int(os.environ.get("CODE", "0")))
"""
# In the place of pickup-tui where a test is about what it is asked, or about Ctrl+C while it works.
STUB = """#!{python}
import json, os, signal, subprocess, sys
with open(os.environ["NOTES"], "a") as file:
    file.write(json.dumps({{"name": "pickup-tui", "argv": sys.argv[1:]}}) + "\\n")
if os.environ.get("HOLD"):
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    subprocess.run(["tmux", "wait-for", "-S", "started"])
    signal.pause()
print("THE TABLE")
print("noise of a warning", file=sys.stderr)
sys.exit(int(os.environ.get("PICKER", "0")))
"""
REAL = """#!/bin/sh
exec '{python}' -m pickup_tui "$@"
"""
HANDOFF = "# Handoff\n\n## main (updated 2026-11-28)\n\n**What**: retry uploads with backoff\n\n## Context\n\nnext_step: write the test\n"


class Shell:
    """One interactive shell in a tmux of its own, with a home where the functions are installed."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.home = folder / "home of u"
        self.notes = folder / "notes"
        self.bin = folder / "my tools" / "it's here"
        self.agents = folder / "agents"
        for path in (self.home / "Projects" / "uploader", self.bin, self.agents):
            path.mkdir(parents=True)
        (self.home / "Projects" / "uploader" / "HANDOFF.md").write_text(HANDOFF, encoding="utf-8")
        # In a new home fish reads all manual pages of the machine for completions, a minute of a core, unless this is there.
        (self.home / ".local" / "share" / "fish" / "generated_completions").mkdir(parents=True)
        self.environ = {
            "PATH": f"{self.agents}:/usr/local/bin:/usr/bin:/bin", "HOME": str(self.home), "TMUX_TMPDIR": str(folder), "SHELL": f"/bin/{name}",
            "TERM": "xterm-256color", "PYTHONPATH": APP, "LANG": "C.UTF-8", "NOTES": str(self.notes), "TMPDIR": str(folder),
        }  # fmt: skip
        self.count = 0
        for agent in ("claude", "opencode"):
            self.program(self.agents / agent, AGENT)
        self.program(self.bin / "pickup-tui", STUB)

    def program(self, path: Path, text: str) -> None:
        path.write_text(text.format(python=sys.executable), encoding="utf-8")
        path.chmod(0o755)

    def start(self, before: str = "", after: str = "") -> None:
        """Installs, and opens the shell. `before` and `after`: what the person's own start-up file holds around ours."""
        world = World(environ=self.environ, cwd=str(self.home), now=0.0)
        rc = self.home / {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}[self.name]
        rc.parent.mkdir(parents=True, exist_ok=True)
        rc.write_text(before, encoding="utf-8")
        install(shells.edits(self.name, (str(self.bin / "pickup-tui"),), world, Settings()), world)
        with rc.open("a", encoding="utf-8") as file:
            file.write(after)
        self.tmux("new-session", "-d", "-x", "150", "-y", "40", "-c", str(self.home), START[self.name])

    def tmux(self, *words: str, limit: float = 30) -> str:
        command = ["tmux", "-L", "own", "-f", "/dev/null", *words]
        done = subprocess.run(command, env=self.environ, capture_output=True, timeout=limit, check=True)
        return done.stdout.decode()

    def type(self, line: str) -> None:
        self.tmux("send-keys", "-l", line)
        self.tmux("send-keys", "Enter")

    def run(self, line: str, during: Callable[[], None] | None = None) -> int:
        """Types a command line, waits for its end, and gives its exit code. `during` acts while it runs."""
        self.count += 1
        code = "$status" if self.name == "fish" else "$?"
        start = f"{line}; " if line else ""
        self.type(f"{start}echo {code} >{self.folder}/code; tmux wait-for -S end{self.count}")
        if during:
            during()
        self.tmux("wait-for", f"end{self.count}")
        return int((self.folder / "code").read_text())

    def interrupt(self, line: str) -> int:
        """Types a command line, presses Ctrl+C once it says that it has started; the exit code."""
        self.type(line)
        self.tmux("wait-for", "started")
        self.tmux("send-keys", "C-c")
        return self.run("")

    def called(self, name: str) -> list[list[str]]:
        """The arguments of each call of a program so far."""
        lines = self.notes.read_text().splitlines() if self.notes.exists() else []
        return [note["argv"] for note in map(json.loads, lines) if note["name"] == name]

    def note(self, name: str) -> dict[str, object]:
        return next(note for note in map(json.loads, self.notes.read_text().splitlines()) if note["name"] == name)

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def see(self, wanted: str, limit: float = 10) -> str:
        """The screen, once `wanted` is on it."""
        end = time.monotonic() + limit
        while wanted not in (screen := self.screen()):
            assert time.monotonic() < end, screen
        return screen


@pytest.fixture(params=shells.SHELLS)
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shell]:
    for name in ("tmux", request.param):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")
    one = Shell(request.param, tmp_path)
    yield one
    subprocess.run(["tmux", "-L", "own", "kill-server"], env=one.environ, capture_output=True, timeout=20, check=False)


class TestAroundAnAgent:
    def test_the_real_table_is_seen_and_the_agent_starts(self, shell: Shell) -> None:
        shell.program(shell.bin / "pickup-tui", REAL)
        shell.start()
        assert shell.run("claude") == 0
        screen = shell.see("retry uploads with backoff")
        assert "uploader" in screen
        assert shell.called("claude") == [[]]
        assert shell.note("claude")["tty"] == [True, True, True]

    def test_what_the_agent_gets_and_gives_comes_through(self, shell: Shell) -> None:
        shell.start()
        words = ["two words", "", "*", "?x [a-z] {1,2}", "$HOME", '"', "~", "back\\slash", "-c", "ü✓", "--", "-p"]
        typed = " ".join("'" + word.replace("\\", "\\\\" if shell.name == "fish" else "\\") + "'" for word in words)
        assert shell.run(f"CODE=42 claude {typed} 'it'\\''s'") == 42
        assert shell.called("claude") == [[*words, "it's"]]
        assert shell.called("pickup-tui") == [["list", "--check"]]
        screen = shell.see("THE TABLE")
        assert "noise of a warning" not in screen

    def test_no_table_when_nobody_looks(self, shell: Shell) -> None:
        shell.start()
        lines = (
            "claude -p hello", "claude --print hello", "claude -cp hello", "claude hello -p", "claude --version", "claude mcp list",
            "claude hello | cat", "echo hello | claude", "claude hello >out", "opencode run hello", "opencode --help",
        )  # fmt: skip
        for line in lines:
            shell.run(line)
            assert shell.called("pickup-tui") == [], line
        assert len(shell.called("claude")) == 9
        assert shell.called("opencode") == [["run", "hello"], ["--help"]]

    def test_the_table_goes_to_stderr(self, shell: Shell) -> None:
        shell.start()
        shell.run("claude --permission-mode plan 2>err")
        assert (shell.home / "err").read_text() == "THE TABLE\n"

    def test_ctrl_c_reaches_the_agent_and_the_shell_goes_on(self, shell: Shell) -> None:
        shell.start()
        code = shell.interrupt("WAIT=1 claude go")
        assert shell.called("claude") == [["go"]]
        assert code == 77

    def test_ctrl_c_at_the_table_starts_no_agent(self, shell: Shell) -> None:
        shell.start()
        code = shell.interrupt("HOLD=1 claude go")
        assert shell.called("pickup-tui") == [["list", "--check"]]
        assert shell.called("claude") == []
        assert code == 130

    def test_an_agent_that_is_not_there_gets_no_function(self, shell: Shell) -> None:
        shell.start()
        assert shell.run("codex hello") == 127
        assert shell.called("pickup-tui") == []

    def test_a_program_that_is_gone_is_looked_up_on_path(self, shell: Shell) -> None:
        shell.start()
        os.rename(shell.bin / "pickup-tui", shell.agents / "pickup-tui")
        assert shell.run("claude") == 0
        assert shell.called("pickup-tui") == [["list", "--check"]]

    def test_a_program_that_is_nowhere_disturbs_nobody(self, shell: Shell) -> None:
        shell.start()
        os.unlink(shell.bin / "pickup-tui")
        shell.run("clear")
        assert shell.run("claude go") == 0
        assert "pickup-tui" not in shell.screen()

    def test_an_alias_of_the_person_still_works(self, shell: Shell) -> None:
        alias = "alias claude 'claude --model opus'\n" if shell.name == "fish" else "alias claude='claude --model opus'\nalias pickup=false\nunalias pickup\n"
        shell.start(before="" if shell.name == "fish" else alias, after=alias if shell.name == "fish" else "")
        assert shell.run("claude go") == 0
        assert shell.called("claude") == [["--model", "opus", "go"]]

    def test_a_function_of_the_person_stays(self, shell: Shell) -> None:
        own = "function pickup\n  echo mine\nend\n" if shell.name == "fish" else "pickup() { echo mine; }\n"
        if shell.name == "fish":
            (shell.home / ".config/fish/functions").mkdir(parents=True)
            (shell.home / ".config/fish/functions/pickup.fish").write_text(own)
        shell.start(before="" if shell.name == "fish" else own)
        assert shell.run("pickup") == 0
        shell.see("mine")
        assert shell.called("pickup-tui") == []

    @pytest.mark.parametrize("shell", ["bash", "zsh"], indirect=True)
    def test_the_options_of_the_person_do_not_matter(self, shell: Shell) -> None:
        own = {"bash": "set -u -o pipefail\nshopt -s nullglob extglob\n", "zsh": "setopt ksh_arrays sh_word_split no_unset extended_glob glob_subst\n"}
        shell.start(before=own[shell.name])
        assert shell.run("claude 'a b' '*'") == 0
        assert shell.run("pickup some words") == 0
        assert shell.called("claude") == [["a b", "*"]]
        assert shell.called("pickup-tui") == [["list", "--check"], ["load", "--agent", "claude", "--", "some words"]]
        assert not any(word in shell.screen() for word in ("bad output format", "not found", "unbound"))

    def test_reading_the_file_again_changes_nothing(self, shell: Shell) -> None:
        shell.start()
        shell.run({"bash": ". ~/.bashrc", "zsh": ". ~/.zshrc", "fish": "source ~/.config/fish/conf.d/pickup-tui.fish"}[shell.name])
        assert shell.run("claude") == 0
        assert shell.called("pickup-tui") == [["list", "--check"]]


class TestPickup:
    def test_the_picker_starts_the_agent(self, shell: Shell) -> None:
        shell.start()
        assert shell.run("pickup") == 0
        assert shell.called("pickup-tui") == [["pick", "--agent", "claude", "--clean"]]

    def test_the_agent_can_be_named(self, shell: Shell) -> None:
        shell.start()
        shell.run("PICKUP_AGENT=codex pickup")
        assert shell.called("pickup-tui") == [["pick", "--agent", "codex", "--clean"]]

    def test_its_exit_code_comes_through(self, shell: Shell) -> None:
        shell.start()
        for code in (130, 4, 1):
            assert shell.run(f"PICKER={code} pickup") == code
        assert shell.called("claude") == []

    def test_ctrl_c_in_the_picker_stops(self, shell: Shell) -> None:
        shell.start()
        code = shell.interrupt("HOLD=1 pickup")
        assert shell.called("claude") == []
        assert code == 130

    def test_words_load_what_they_match(self, shell: Shell) -> None:
        shell.start()
        shell.run("pickup 'upload  retry' -x '*'")
        assert shell.called("pickup-tui") == [["load", "--agent", "claude", "--", "upload  retry -x *"]]

    def test_the_real_load_starts_the_agent_with_the_brief(self, shell: Shell) -> None:
        shell.program(shell.bin / "pickup-tui", REAL)
        shell.start()
        assert shell.run("CODE=9 pickup backoff") == 9
        words = shell.called("claude")[0]
        assert words[0] == "--"
        assert "write the test" in words[1]
        assert shell.note("claude")["cwd"] == str(shell.home / "Projects" / "uploader")


class TestWithTheScreen:
    """The function, the real screen, and an agent that is none."""

    @pytest.fixture(autouse=True)
    def real(self, shell: Shell) -> None:
        shell.program(shell.bin / "pickup-tui", REAL)
        shell.start()

    def pick(self, shell: Shell, *keys: str) -> int:
        """Runs `pickup`, presses keys once the table is drawn; its exit code."""

        def press() -> None:
            shell.see("retry uploads")
            shell.tmux("send-keys", *keys)

        return shell.run("clear; pickup", press)

    def test_a_row_starts_the_agent_with_its_brief_in_its_folder(self, shell: Shell) -> None:
        assert self.pick(shell, "1") == 0
        ((dash, brief),) = shell.called("claude")
        assert dash == "--"
        assert "write the test" in brief
        assert shell.note("claude")["cwd"] == str(shell.home / "Projects" / "uploader")

    def test_nothing_picked_starts_the_agent_without_a_brief(self, shell: Shell) -> None:
        assert self.pick(shell, "Escape") == 0
        assert shell.called("claude") == [[]]
        assert shell.note("claude")["cwd"] == str(shell.home)

    def test_ctrl_c_starts_nothing(self, shell: Shell) -> None:
        assert self.pick(shell, "C-c") == 130
        assert shell.called("claude") == []


class TestCompletion:
    def test_commands_and_options(self, shell: Shell) -> None:
        shell.start(before="autoload -Uz compinit; compinit -u\n" if shell.name == "zsh" else "")
        os.symlink(shell.bin / "pickup-tui", shell.agents / "pickup-tui")
        shell.run("clear")
        shell.tmux("send-keys", "-l", "pickup-tui mapp")
        shell.tmux("send-keys", "Tab")
        shell.see("pickup-tui mapping")
        shell.tmux("send-keys", "-l", "--", "--supers")  # the first Tab put a space there
        shell.tmux("send-keys", "Tab")
        shell.see("pickup-tui mapping --superseded")
        shell.tmux("send-keys", "C-c")
        shell.run("clear")
        shell.tmux("send-keys", "-l", "pickup-tui install openc")
        shell.tmux("send-keys", "Tab")
        shell.see("pickup-tui install opencode")

    def test_kinds_come_first_and_files_behind_them(self, shell: Shell) -> None:
        shell.start(before="autoload -Uz compinit; compinit -u\n" if shell.name == "zsh" else "")
        os.symlink(shell.bin / "pickup-tui", shell.agents / "pickup-tui")
        (shell.home / "notes.md").write_text("x", encoding="utf-8")
        for typed, wanted in (
            ("save sec", "save section"), ("save card no", "save card notes.md"), ("save --dry-run bat", "save --dry-run baton"),
            ("save card --supers", "save card --supersedes"), ("doctor no", "doctor notes.md"), ("load no", "load notes.md"),
            ("install claude openc", "install claude opencode"),
        ):  # fmt: skip
            shell.run("clear")
            shell.tmux("send-keys", "-l", f"pickup-tui {typed}")
            shell.tmux("send-keys", "Tab")
            shell.see(f"pickup-tui {wanted}")
            shell.tmux("send-keys", "C-c")
        shell.run("clear")
        shell.tmux("send-keys", "-l", "pickup-tui save ")
        shell.tmux("send-keys", "Tab", "Tab")
        screen = shell.see("checkpoint")
        assert "baton" in screen
