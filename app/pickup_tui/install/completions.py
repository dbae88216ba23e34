"""The completions of each shell, made from the table of commands."""

from __future__ import annotations

import re
import shlex

from pickup_tui.cli import COMMANDS, COMMON, Option

from .program import NAME, fish_quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.cli import Command

_FILES = re.compile("FILE|FOLDER|PATH|PROJECT")  # values and words that name something on the disk


def of(shell: str, agents: Sequence[str]) -> str:
    """The completions that stand in the file of functions. `agents`: the names that `--agent` takes."""
    return {"bash": bash, "zsh": zsh}[shell](agents) if shell != "fish" else ""


def _options(command: Command) -> tuple[Option, ...]:
    return (*command.options, *COMMON)


def _choices(option: Option, agents: Sequence[str]) -> tuple[str, ...]:
    return tuple(agents) if option.name == "agent" else option.choices


def _plain(text: str) -> str:
    return text.replace("`", "'")


def bash(agents: Sequence[str]) -> str:
    """A function for `complete -F`, in words that the old bash of macOS knows too."""
    names = "|".join(command.name for command in COMMANDS)
    return "\n".join(
        [
            "function _pickup_tui_reply {",
            "  local IFS=$'\\n'",
            "  COMPREPLY=($1)",
            "}",
            "",
            "function _pickup_tui_complete {",
            "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} name=pick list='' files='' first='' more='' one",
            '  for one in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
            f"    case $one in {names}) name=$one; break ;; esac",
            "  done",
            "  case $before in",
            *_bash_values(agents),
            "  esac",
            "  case $name in",
            *_bash_commands(),
            "  esac",
            # One of the choices comes first; behind it, files or, where more may follow, choices again.
            '  for one in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
            '    [[ -z $more && " $first " == *" $one "* ]] && first=\'\' && break',
            "  done",
            "  [[ -n $first && $word != -* ]] && list=$first files=''",
            "  case $files$word in",
            '    1|1[!-]*) _pickup_tui_reply "$(compgen -f -- "$word")" ;;',
            '    *) _pickup_tui_reply "$(compgen -W "$list" -- "$word")" ;;',
            "  esac",
            "}",
            f"complete -o filenames -F _pickup_tui_complete {NAME}",
        ],
    )


def _bash_commands() -> list[str]:
    """A case a command: its options, and what its words may be."""
    cases = []
    for command in COMMANDS:
        words = tuple(flag for option in _options(command) for flag in option.flags)
        if command.name == "pick":
            words = (*(one.name for one in COMMANDS), *words)
        files = " files=1" if _FILES.search(command.words) else ""
        first = f" first={shlex.quote(' '.join(command.choices))}" if command.choices else ""
        again = " more=1" if "..." in command.words else ""
        cases.append(f"    {command.name}) list={shlex.quote(' '.join(words))}{files}{first}{again} ;;")
    return cases


def _bash_values(agents: Sequence[str]) -> list[str]:
    """A case an option that takes a value."""
    cases = []
    for option in sorted({option for command in COMMANDS for option in _options(command) if option.value}, key=lambda one: one.flags):
        words = _choices(option, agents)
        action = "compgen -W " + shlex.quote(" ".join(words)) if words else "compgen -f" if _FILES.search(option.value) else ""
        reply = f'"$({action} -- "$word")"' if action else "''"
        cases.append(f"    {'|'.join(option.flags)}) _pickup_tui_reply {reply}; return ;;")
    return cases


def zsh(agents: Sequence[str]) -> str:
    """A function for `compdef`, where that is there."""
    names = "|".join(command.name for command in COMMANDS)
    cases = []
    for command in COMMANDS:
        specs = [_zsh_option(option, agents) for option in _options(command)]
        if command.name == "pick":
            listed = " ".join(f"{one.name}\\:{shlex.quote(_plain(one.summary))}" for one in COMMANDS)
            specs.append(shlex.quote(f"1:command:(({listed}))"))
        else:
            specs += ["'1:command:'", *_zsh_words(command)]
        cases.append(f"    ({command.name}) _arguments {' '.join(specs)} ;;")
    return "\n".join(
        [
            "function _pickup_tui_complete {",
            f"  local name=${{words[(r)({names})]:-pick}}",
            "  case $name in",
            *cases,
            "  esac",
            "}",
            f"! whence compdef >/dev/null || compdef _pickup_tui_complete {NAME}",  # a form that every option of zsh leaves alone
        ],
    )


def _zsh_words(command: Command) -> list[str]:
    """The words of a command, each at its place; those that nothing is offered for would keep zsh from inserting an option."""
    specs = []
    words = command.words.replace(" ...", "...").split()
    for at, word in enumerate(words):
        action = f"({' '.join(command.choices)})" if command.choices and not at else "_files" if _FILES.search(word) else ""
        place = "*" if word.rstrip("]").endswith("...") else str(at + 2)  # the command itself is the first
        if action:
            specs.append(shlex.quote(f"{place}:{word.strip('[].').split('|')[0].lower()}:{action}"))
    return specs


def _zsh_option(option: Option, agents: Sequence[str]) -> str:
    said = re.sub(r"([\[\]:\\])", r"\\\1", _plain(option.help))
    value = ""
    if option.value:
        words = _choices(option, agents)
        action = f"({' '.join(words)})" if words else "_files" if _FILES.search(option.value) else ""
        value = f":{option.value.lower()}:{action}"
    if len(option.flags) > 1:
        return f"{shlex.quote('(' + ' '.join(option.flags) + ')')}{{{','.join(option.flags)}}}{shlex.quote(f'[{said}]{value}')}"
    return shlex.quote(f"{'*' if option.many else ''}{option.flags[0]}[{said}]{value}")


def fish(agents: Sequence[str]) -> str:
    """The file for fish's folder of completions."""
    lines = [f"# pickup-tui for fish. Written by `{NAME} install shell`: changes in this file are lost.", f"complete -c {NAME} -f"]
    for command in COMMANDS:
        lines.append(f"complete -c {NAME} -n __fish_use_subcommand -a {command.name} -d {fish_quote(_plain(command.summary))}")
        when = f"__fish_seen_subcommand_from {command.name}"
        if command.name == "pick":
            when += "; or __fish_use_subcommand"
        start = f"complete -c {NAME} -n {fish_quote(when)}"
        if command.choices:
            lines.append(f"{start} -a {fish_quote(' '.join(command.choices))}")
        if _FILES.search(command.words):
            lines.append(f"{start} -F")
        lines += [f"{start} {_fish_option(option, agents)}" for option in _options(command)]
    return "\n".join(lines) + "\n"


def _fish_option(option: Option, agents: Sequence[str]) -> str:
    flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
    value = ""
    if option.value:
        words = _choices(option, agents)
        value = f" -x -a {fish_quote(' '.join(words))}" if words else " -r -F" if _FILES.search(option.value) else " -x"
    return f"{flags}{value} -d {fish_quote(_plain(option.help))}"
