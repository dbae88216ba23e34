"""The README's own lines, run as they stand there: who follows it line by line gets what it says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pickup_tui import settings
from screens import Terminal, environment
from support import Home

if TYPE_CHECKING:
    from collections.abc import Iterator

TOP = Path(__file__).resolve().parents[2]
TEXT = (TOP / "README.md").read_text(encoding="utf-8")
FAKE = '#!/bin/sh\nprintf "%s\\n" "arguments: $#" "$1"\n'


def lines(start: str) -> list[str]:
    """The lines of the README's shell blocks that start so, without their comments."""
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    return [re.sub(r"\s+#.*", "", line) for block in blocks for line in block.splitlines() if line.startswith(start)]


def test_the_config_example_is_taken(home: Home) -> None:
    found = re.search(r"<!-- the config -->\n```toml\n(.*?)```", TEXT, re.DOTALL)
    assert found
    home.config(found[1])
    os.makedirs(os.path.join(home.path, "work", "a"))
    loaded = settings.load(home.world())
    assert loaded.problems == ()
    assert loaded.agent == "reviewer"
    assert loaded.agents["reviewer"] == ("claude", "--model", "opus")


@pytest.mark.parametrize("line", lines("pickup-tui install"))
def test_every_install_line_works_and_can_be_taken_back(line: str, home: Home) -> None:
    words = shlex.split(line)[1:]
    home.environ["SHELL"] = "/bin/bash"
    assert home.run(*words, "--dry-run").code == 0
    before = sorted(os.listdir(home.path))
    installed = home.run(*words)
    assert installed.code == 0, installed
    assert "created" in installed.out
    assert home.run("uninstall", *words[1:]).code == 0
    assert [name for name in sorted(os.listdir(home.path)) if name not in before and os.path.isfile(os.path.join(home.path, name))] == []


def test_the_saving_lines_save(home: Home) -> None:
    project = home.project("web", git=True)
    home.commit(project)
    section, card = (shlex.split(line)[1:] for line in lines("pickup-tui save"))
    (pipe,) = lines("some-agent |")
    assert home.run(*section, cwd=project).code == 0
    saved = home.run(*shlex.split(pipe.partition("|")[2])[1:], cwd=project, stdin="title: Keep me\nnext_step: from stdin\n")
    assert saved.code == 0, saved
    kept = home.run(*card, cwd=project)
    assert kept.code == 0, kept
    shown = home.run("list", "--json").json()["handoffs"]
    assert {row["kind"] for row in shown} >= {"section", "card", "baton"}
    loaded = home.run("load", "Retry uploads", "--json").json()["handoff"]
    assert (loaded["next_step"], loaded["why_stopped"]) == ("write the 429 test", "context limit")


class TestTheShellLine:
    """`claude "$(pickup-tui)"` in a real shell on a real terminal, with an agent that prints its arguments."""

    @pytest.fixture
    def term(self, tmp_path: Path) -> Iterator[Terminal]:
        (line,) = lines('claude "$(')
        assert line == 'claude "$(pickup-tui)"'
        shell = shutil.which("bash")
        assert shell
        folder = tmp_path / "bin"
        folder.mkdir()
        (tmp_path / "tmp").mkdir()
        for name, text in (("claude", FAKE), ("pickup-tui", f'#!/bin/sh\nexec "{sys.executable}" -m pickup_tui --demo "$@"\n')):
            (folder / name).write_text(text)
            (folder / name).chmod(0o755)
        environ = environment(str(tmp_path))
        environ["PATH"] = f"{folder}:{environ['PATH']}"
        with Terminal([shell, "-c", line], environ, cwd=str(tmp_path)) as term:
            term.shows("8 of 13")
            term.until(lambda: "reading" not in term.text(), "the scan")
            yield term

    def test_the_chosen_brief_is_the_agents_only_argument(self, term: Terminal) -> None:
        term.send("1")
        assert term.wait() == 0
        assert b"arguments: 1" in term.output()
        assert b"Handoff: `Retry uploads with backoff`" in term.output()

    def test_no_choice_is_an_empty_prompt(self, term: Terminal) -> None:
        term.send("\r")
        assert term.wait() == 0
        assert b"arguments: 1" in term.output()
        assert b"Handoff:" not in term.output()


def test_the_demo_line_in_a_folder_that_is_no_checkout_fails_without_a_trace(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, *lines("python3 start.py demo")[0].split()[1:]], cwd=tmp_path, capture_output=True, timeout=30, check=False)
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []
