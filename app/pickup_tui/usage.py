"""What `-h` says, written from the table of commands."""

from __future__ import annotations

from .cli import COMMANDS, COMMON, by_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cli import Command, Option


def usage(command: Command | None) -> str:
    """The help of one command, or of the program."""
    if command is None or command.name == "pick":
        rows = [(one.name, one.summary) for one in COMMANDS]
        options = by_name("pick")
        lines = ["pickup-tui: see every handoff that coding agents left, pick one, start from its brief.", ""]
        lines += ["  pickup-tui [options]            the screen", "  pickup-tui COMMAND [words] [options]", "", "Commands:"]
        lines += [f"  {name:10} {summary}" for name, summary in rows]
        lines += ["", "Options:", *_option_lines((*(options.options if options else ()), *COMMON))]
        lines += ["", "`pickup-tui COMMAND -h` says more of each."]
        return "\n".join(lines) + "\n"
    lines = [f"pickup-tui {' '.join(part for part in (command.name, command.words) if part)}", f"  {command.summary}"]
    if command.choices:
        lines.append(f"  {command.words.split()[0].strip('[]')} is one of: {', '.join(command.choices)}")
    if command.more:
        lines += ["", *("  " + line for line in command.more.splitlines())]
    lines += ["", "Options:", *_option_lines((*command.options, *COMMON))]
    return "\n".join(lines) + "\n"


def _option_lines(options: Sequence[Option]) -> list[str]:
    rows = [(", ".join(option.flags) + (f" {option.value}" if option.value else ""), option.help) for option in options]
    return [f"  {flags:24} {help_}" for flags, help_ in rows]
