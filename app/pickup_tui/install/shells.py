"""What is written for each shell: a file with functions and completions, and a block in the start-up file that reads it.

fish reads every file of its `conf.d`, so there is no block there, and its completions are a file of their own.
"""

from __future__ import annotations

import os
import shlex

from . import block, completions, texts
from .agents import config_home
from .change import Edit, whole
from .program import fish_quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.settings import Settings
    from pickup_tui.world import World

SHELLS = ("bash", "zsh", "fish")

# When an agent is not started for a person who sits there: options anywhere, and first words. `-p` of codex is its
# profile and of opencode nothing, so what they have in its place are words.
QUIET = {
    "claude": (
        r"-[a-zA-Z]*p[a-zA-Z]*|--print|-h|--help|-v|--version",
        "agents|auth|config|doctor|install|mcp|plugin|plugins|setup-token|update|upgrade",
    ),
    "codex": (
        r"-h|--help|-V|--version",
        "app-server|apply|a|cloud|completion|debug|e|exec|features|login|logout|mcp|mcp-server|plugin|review|sandbox|update",
    ),
    "opencode": (
        r"-h|--help|-v|--version",
        "acp|agent|auth|debug|export|github|import|mcp|models|run|serve|session|stats|uninstall|upgrade|web",
    ),
}


def of_person(world: World) -> str | None:
    """The shell that the person uses, by $SHELL; None when it is none of SHELLS."""
    name = os.path.basename(world.environ.get("SHELL", ""))
    return name if name in SHELLS else None


def edits(shell: str, argv: tuple[str, ...], world: World, settings: Settings) -> list[Edit]:
    """What installing into `shell` (one of SHELLS) writes. `argv`: see program.program."""
    functions = script(shell, argv, settings).encode()
    if shell == "fish":
        folder = os.path.join(config_home(world), "fish")
        complete = completions.fish(tuple(settings.agents)).encode()
        return [
            whole(os.path.join(folder, "conf.d", "pickup-tui.fish"), functions),
            whole(os.path.join(folder, "completions", "pickup-tui.fish"), complete),
        ]
    data = world.environ.get("XDG_DATA_HOME", "")
    folder = data if data.startswith("/") else world.expand("~/.local/share")
    path = os.path.join(folder, "pickup-tui", f"shell.{shell}")
    start = os.path.join(world.home if shell == "bash" else world.environ.get("ZDOTDIR") or world.home, f".{shell}rc")
    body = _body(path, world)
    return [
        whole(path, functions),
        Edit(start, lambda data: block.put(data, body, start), lambda data, _: block.take(data, start)),
    ]


def _body(path: str, world: World) -> bytes:
    """The lines of the block. The home folder is written as $HOME: people share these files between machines."""
    short = world.short(path)
    name = '"$HOME"' + shlex.quote(short[1:]) if short != path else shlex.quote(path)
    lines = (
        "# Written by `pickup-tui install shell`; `pickup-tui uninstall shell` takes it out.",
        f"if [ -r {name} ]; then . {name}; fi",
    )
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")


def script(shell: str, argv: tuple[str, ...], settings: Settings) -> str:
    """The functions of a shell, for this program and the agents that are set."""
    quote = fish_quote if shell == "fish" else shlex.quote
    agents = tuple(settings.agents)
    parts = {
        "@PATH@": quote(argv[0]) if argv else "''",
        "@PROGRAM@": " ".join(quote(word) for word in argv) if argv else "command pickup-tui",
        "@AGENT@": quote(settings.agent),
        "@WRAPPERS@": "".join(_wrapper(shell, agent, quote) for agent in QUIET),
        "@COMPLETION@": completions.of(shell, agents),
    }
    lines = []
    for line in texts.shell(shell).split("\n"):
        mark = next((mark for mark in parts if mark in line), None)
        lines.append(line.replace(mark, parts[mark]) if mark else line)
    return "\n".join(lines).rstrip("\n") + "\n"


def _wrapper(shell: str, agent: str, quote: Callable[[str], str]) -> str:
    """The function around an agent's command, where there is such a command."""
    options, words = QUIET[agent]
    if shell == "fish":
        return (
            f"if command -q {agent}; and __pickup_tui_free {agent}\n"
            f"    function {agent} --wraps {agent} --description 'The handoffs, then {agent}'\n"
            f"        __pickup_tui_before {quote(options)} {quote(words)} $argv; or return\n"
            f"        command {agent} $argv\n"
            "    end\n"
            "end\n"
        )
    exists = f"type -P {agent} >/dev/null" if shell == "bash" else f"whence -p {agent} >/dev/null"
    return (
        f"if {exists} && _pickup_tui_free {agent}; then\n"
        f"  function {agent} {{\n"  # this form, since `name()` would be taken for an alias of that name
        f'    _pickup_tui_before {quote(options)} {quote(words)} "$@" || return\n'
        f'    command {agent} "$@"\n'
        "  }\n"
        "fi\n"
    )
