"""Writes the README's tables of keys, commands and settings from the code's own: `python -m tools.readme`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pickup_tui import cli, settings
from pickup_tui.picker import actions

if TYPE_CHECKING:
    from collections.abc import Sequence

README = Path(__file__).resolve().parents[1] / "README.md"


def tables() -> dict[str, str]:
    """Each generated part by the name of its markers."""
    return {"keys": _keys(), "commands": _commands(), "config": _config()}


def written(text: str) -> str:
    """`text` with what stands between the markers written anew. Raises KeyError for a part without markers."""
    for name, table in tables().items():
        found = re.search(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", text, re.DOTALL)
        if not found:
            raise KeyError(name)
        before, after = text[: found.end(1)], text[found.start(2) :]
        text = before + table + after
    return text


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines).replace("| --- ", "|---")


def _keys() -> str:
    return _table(("key", "what it does"), [*actions.PLAIN, *actions.table()])


def _commands() -> str:
    common = {flag for option in cli.COMMON for flag in option.flags}
    rows = []
    for command in cli.COMMANDS:
        name = "" if command.name == "pick" else f" {command.name}"
        words = f" {command.words}" if command.words else ""
        flags = [_flag(option) for option in command.options if not common.intersection(option.flags)]
        rows.append((f"`pickup-tui{name}{words}`", command.summary, " ".join(flags)))
    everywhere = " ".join(_flag(option) for option in cli.COMMON)
    return _table(("command", "what it does", "options"), [*rows, ("every command", "these as well", everywhere)])


def _flag(option: cli.Option) -> str:
    return f"`{option.flags[-1]}{' ' + option.value if option.value else ''}`"


def _config() -> str:
    rows = [(f"`{key.name}`", key.type, f"`{key.default}`", key.purpose) for key in settings.KEYS]
    return _table(("key", "value", "default", "what it is for"), rows)


if __name__ == "__main__":
    before = README.read_text(encoding="utf-8")
    after = written(before)
    README.write_text(after, encoding="utf-8")
    print("README.md is as it was" if before == after else "README.md is written anew")
