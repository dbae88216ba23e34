"""Starting an agent: what it is given, where it runs, and that it is the agent that ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pickup_tui.deliver import DeliveryError, agent
from pickup_tui.settings import AGENTS

APP = str(Path(__file__).resolve().parents[2] / "app")
NASTY = ["--help", "-p", "/clear", "!ls", "@file", "", " \n-x", "$(touch x)", "a;b", "{prompt}", "'\"`", "\0x"]

# An agent that tells what it was given, and exits with 7.
FAKE = f"""#!{sys.executable}
import json, os, sys
with open(os.environ["OUT"], "w") as out:
    json.dump({{"argv": sys.argv[1:], "cwd": os.getcwd(), "pwd": os.environ.get("PWD")}}, out)
sys.exit(7)
"""


@pytest.fixture
def fake(tmp_path: Path) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("claude", "codex", "opencode", "other"):
        (folder / name).write_text(FAKE)
        (folder / name).chmod(0o755)
    return folder


class TestArguments:
    def test_flags_come_before_and_the_prompt_stands_behind_a_double_dash(self) -> None:
        agents = {**AGENTS, "claude": ("claude", "--model", "opus")}
        assert agent.arguments("claude", agents, "go") == ["claude", "--model", "opus", "--", "go"]
        assert agent.arguments("codex", agents, "go") == ["codex", "--", "go"]

    def test_opencode_takes_it_inside_its_option(self) -> None:
        assert agent.arguments("opencode", AGENTS, "go on") == ["opencode", "--prompt=go on"]

    def test_an_added_agent_gets_it_last_or_where_its_flags_say(self) -> None:
        agents = {"aider": ("aider", "--yes"), "mine": ("mine", "--message={prompt}", "--last")}
        assert agent.arguments("aider", agents, "go") == ["aider", "--yes", "go"]
        assert agent.arguments("mine", agents, "go") == ["mine", "--message=go", "--last"]

    def test_a_known_program_under_another_name_is_known(self) -> None:
        assert agent.arguments("work", {"work": ("/opt/bin/claude", "-c")}, "go") == ["/opt/bin/claude", "-c", "--", "go"]

    def test_a_prompt_that_holds_the_placeholder_stays_as_it_is(self) -> None:
        assert agent.arguments("mine", {"mine": ("mine", "{prompt}")}, "a {prompt} b") == ["mine", "a {prompt} b"]

    def test_an_unknown_agent_is_told_with_the_known_ones(self) -> None:
        with pytest.raises(DeliveryError) as caught:
            agent.arguments("cursor", AGENTS, "go")
        assert "claude, codex, opencode" in caught.value.hint


class TestFit:
    @pytest.mark.parametrize("text", NASTY)
    def test_a_prompt_begins_with_a_letter(self, tmp_path: Path, text: str) -> None:
        assert agent.fit(text, (str(tmp_path),))[0].isalpha()
        assert "\0" not in agent.fit(text, (str(tmp_path),))

    def test_up_to_the_limit_it_is_whole(self, tmp_path: Path) -> None:
        text = "再" * (agent.LONGEST // 3)
        assert agent.fit(text, (str(tmp_path / "b"),)) == text
        assert not (tmp_path / "b").exists()

    def test_above_it_the_prompt_names_a_private_file_with_all_of_it(self, tmp_path: Path) -> None:
        text = "再" * (agent.LONGEST // 3 + 1)
        prompt = agent.fit(text, (str(tmp_path / "b"),))
        (file,) = (tmp_path / "b").iterdir()
        assert str(file) in prompt
        assert "hypothesis to verify" in prompt
        assert file.read_text(encoding="utf-8") == text
        assert file.stat().st_mode & 0o777 == 0o600


class TestPrepare:
    def test_what_is_missing_is_told_before_anything_is_written(self, tmp_path: Path, fake: Path) -> None:
        private = (str(tmp_path / "private"),)
        long = "x" * (agent.LONGEST + 1)
        with pytest.raises(DeliveryError, match="claude is not on PATH"):
            agent.prepare("claude", AGENTS, long, str(tmp_path), {"PATH": "/nowhere"}, private)
        with pytest.raises(DeliveryError, match="is gone"):
            agent.prepare("claude", AGENTS, long, str(tmp_path / "gone"), {"PATH": str(fake)}, private)
        assert not (tmp_path / "private").exists()

    def test_a_program_may_be_named_by_its_path(self, tmp_path: Path, fake: Path) -> None:
        agents = {"mine": ("~/bin/other",)}
        start = agent.prepare("mine", agents, "go", str(tmp_path), {"HOME": str(tmp_path)}, ())
        assert start.argv == (str(fake / "other"), "go")


class TestBecome:
    def run(self, tmp_path: Path, fake: Path, name: str, text: str) -> dict[str, object]:
        project = tmp_path / "project $(x)"
        project.mkdir()
        out = tmp_path / "out"
        code = (
            "import os, sys\n"
            "from pickup_tui.deliver import agent\n"
            "from pickup_tui.settings import AGENTS\n"
            "agents = {**AGENTS, 'other': ('other',)}\n"
            "start = agent.prepare(sys.argv[1], agents, sys.stdin.read(), sys.argv[2], os.environ, (sys.argv[3],))\n"
            "agent.become(start, os.environ)\n"
        )
        environ = {"PATH": str(fake), "PYTHONPATH": APP, "OUT": str(out), "HOME": str(tmp_path), "PYTHONUTF8": "1"}
        command = [sys.executable, "-c", code, name, str(project), str(tmp_path / "private")]
        done = subprocess.run(
            command, input=text, env=environ, text=True, encoding="utf-8", timeout=30, check=False, start_new_session=True
        )
        assert done.returncode == 7, "the exit code is the agent's"
        told: dict[str, object] = json.loads(out.read_text())
        assert told["cwd"] == told["pwd"] == os.path.realpath(project)
        return told

    @pytest.mark.parametrize("name", ["claude", "opencode", "other"])
    def test_the_brief_is_one_argument_byte_for_byte(self, tmp_path: Path, fake: Path, name: str) -> None:
        text = "Brief of $(touch x) `ls`; --help\n\n'再試行' \"✅\" {prompt}\n"
        argv = self.run(tmp_path, fake, name, text)["argv"]
        assert argv == {"claude": ["--", text], "opencode": [f"--prompt={text}"], "other": [text]}[name]

    def test_the_longest_argument_is_taken(self, tmp_path: Path, fake: Path) -> None:
        argv = self.run(tmp_path, fake, "claude", "x" * agent.LONGEST)["argv"]
        assert argv == ["--", "x" * agent.LONGEST]

    @pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="only /proc tells what a program inherited")
    def test_sigpipe_is_not_left_ignored(self, tmp_path: Path, fake: Path) -> None:
        # A shell tells it: Python as the agent ignores the signal itself before it could.
        tell = "#!/bin/sh\n/bin/grep SigIgn /proc/$$/status > $OUT.signals\n"
        (fake / "other").write_text(f'{tell}exec "{sys.executable}" "{fake}/codex"\n')
        self.run(tmp_path, fake, "other", "go")
        ignored = int((tmp_path / "out.signals").read_text().split()[1], 16)
        assert not ignored & 1 << (13 - 1)

    def test_a_program_that_cannot_be_run_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "broken").write_bytes(b"\0\0not a program")
        (tmp_path / "broken").chmod(0o755)
        start = agent.Start((str(tmp_path / "broken"),), os.getcwd())
        with pytest.raises(DeliveryError, match="cannot start"):
            agent.become(start, {})
        assert signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN, "this program goes on as it was"
