"""SECURITY.md names the tests that hold its promises: each of them is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
TEXT = (TOP / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)((?:::\w+)*)`", TEXT)


def test_every_test_that_is_named_is_there() -> None:
    assert len(NAMED) > 40
    for file, inside in NAMED:
        assert (TOP / file).is_file(), file
        body: list[ast.stmt] = ast.parse((TOP / file).read_text(encoding="utf-8")).body
        for name in inside.split("::")[1:]:
            found = next((node for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name), None)
            assert found is not None, f"{file}{inside}"
            body = found.body


def test_every_promise_names_one() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    assert len(rows) > 20
    assert not [row for row in rows if "`tests/" not in row]
    promised = TEXT[TEXT.index("## What is promised") : TEXT.index("## What is not promised")]
    told = [part for part in promised.split("\n\n") if part.startswith("**") and not part.endswith("**")]
    assert told
    assert not [part for part in told if "`tests/" not in part], "what is promised outside a table too"


def test_the_limits_that_it_names_are_the_codes() -> None:
    from pickup_tui import readers
    from pickup_tui.scan import files

    assert f"{readers.LINES:,} lines of a file" in TEXT
    assert f"{files.AT_ONCE:,} of a place" in TEXT
