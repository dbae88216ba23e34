"""The README says what the code does: its tables are generated, its lines are the ones that CI runs."""

from __future__ import annotations

import re
from pathlib import Path

from pickup_tui import cli
from tools import readme

TOP = Path(__file__).resolve().parents[1]
TEXT = (TOP / "README.md").read_text(encoding="utf-8")


def test_the_tables_are_the_codes_own() -> None:
    assert readme.written(TEXT) == TEXT, "python -m tools.readme writes them anew"


def test_every_command_is_in_it() -> None:
    for command in cli.COMMANDS:
        assert f"pickup-tui{'' if command.name == 'pick' else ' ' + command.name}" in TEXT
        assert command.summary in TEXT


def test_every_exit_code_is_in_it() -> None:
    codes = {value for name, value in vars(cli.ExitCode).items() if name.isupper()}
    assert codes == {int(code) for code in re.findall(r"^\| (\d+) \|", TEXT, re.MULTILINE)}


def test_every_picture_and_file_that_it_names_is_there() -> None:
    named = [name for name in re.findall(r"\]\(([^)#]+)\)", TEXT) if "://" not in name]
    assert named
    assert [name for name in named if not (TOP / name).exists()] == []


def test_ci_takes_its_line_from_here() -> None:
    """The same markers that .ci/run looks for hold one line each."""
    for marker, word in (("the demo", "demo"), ("the tests", "test")):
        block = re.search(rf"<!-- {marker} -->\n```sh\n(.*?)\n```", TEXT, re.DOTALL)
        assert block
        assert block[1] == f"python3 start.py {word}"
    assert "<!-- the tests -->" in (TOP / ".ci" / "run").read_text()
