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


def test_every_place_in_it_that_it_points_to_is_there() -> None:
    heads = {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)}
    named = re.findall(r"\]\(#([^)]+)\)", TEXT)
    assert named
    assert set(named) <= heads


def test_what_it_says_is_shown_is_what_the_program_shows() -> None:
    """The words of the last table, and the badges, stand in the code as they stand here."""
    source = "".join(path.read_text(encoding="utf-8") for path in (TOP / "app" / "pickup_tui").rglob("*.py"))
    table = TEXT.partition("## When something is not as you expect")[2].partition("\n## ")[0]
    for words in ("(no handoffs — clean session)", "not logged in", "unconfirmed", "is not on PATH"):
        assert words in table
        assert words in source
    for badge in ("★", "🏠", "🟡"):
        assert badge in TEXT
        assert badge in source


def test_it_shows_before_it_explains() -> None:
    """A sentence, a picture and the line to try it come before the first table."""
    head = TEXT.partition("\n|")[0]
    assert head.index("![") < head.index("python3 start.py demo") < head.index("pipx install .")


def test_ci_takes_its_line_from_here() -> None:
    """The same markers that .ci/run looks for hold one line each."""
    for marker, word in (("the demo", "demo"), ("the tests", "test")):
        block = re.search(rf"<!-- {marker} -->\n```sh\n(.*?)\n```", TEXT, re.DOTALL)
        assert block
        assert block[1] == f"python3 start.py {word}"
    assert "<!-- the tests -->" in (TOP / ".ci" / "run").read_text()
