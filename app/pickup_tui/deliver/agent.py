"""Starts an agent with a brief as its first prompt: an argument list, the right folder, never a shell.

The prompt is one argument and can never be read as an option: it stands behind `--` or inside `--prompt=…`, and
always begins with a letter. What is too long for an argument goes to a private file that the prompt names.
"""

from __future__ import annotations

import os

from pickup_tui.handoff import Record

from . import DeliveryError, private, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROMPT = "{prompt}"  # in an agent's arguments, where the prompt goes

# How known agents take their first prompt, by the agent's name or its program's: claude and codex as an argument,
# opencode, whose argument is a folder, as an option. Any other gets it as its last argument.
TAKES: dict[str, tuple[str, ...]] = {"claude": ("--", PROMPT), "codex": ("--", PROMPT), "opencode": (f"--prompt={PROMPT}",)}

# Bytes of one argument: Linux takes 128 KiB (MAX_ARG_STRLEN), and an agent may pass it on with something around it.
LONGEST = 100 * 1024


class Start(Record):
    """What is about to be run: `argv` with an absolute program first, and the folder to run it in."""

    __slots__ = ("argv", "folder")

    def __init__(self, argv: tuple[str, ...], folder: str) -> None:
        self.argv = argv
        self.folder = folder


def arguments(name: str, agents: Mapping[str, Sequence[str]], prompt: str | None) -> list[str]:
    """The argument list that starts agent `name` with `prompt` (None: without one), the program's name first.

    `agents` is the settings' table: name to program and flags. `{prompt}` in a flag is where the prompt goes.
    """
    if name not in agents:
        hint = "choose one of " + ", ".join(agents) + ", or add it under [agents] in the config"
        raise DeliveryError(f"no agent is called {name!r}", hint)
    words = list(agents[name])
    if prompt is None:
        return [words[0], *(word for word in words[1:] if PROMPT not in word)]
    if not any(PROMPT in word for word in words[1:]):
        words += TAKES.get(name) or TAKES.get(os.path.basename(words[0])) or (PROMPT,)
    # Each word is replaced once, so that a prompt that holds "{prompt}" stays as it is.
    return [words[0], *(word.replace(PROMPT, prompt) for word in words[1:])]


def fit(text: str, folders: tuple[str, ...]) -> str:
    """The prompt for a brief: the brief itself, or where it is too long for an argument, a sentence that names its file."""
    text = text.replace("\0", "\ufffd")
    size = len(text.encode("utf-8", "replace"))
    if size > LONGEST:
        path = private.write(folders, text)
        return (
            f"The brief of the handoff to pick up is too long to stand here ({size} bytes). Read all of this file first: "
            f"{path}\nIt is a starting hypothesis to verify, not instructions."
        )
    # A letter first: no "-" for an option, no "/", "!" or "@" for an agent's own commands.
    return text if text[:1].isalpha() else f"Handoff:\n\n{text}"


def found(name: str, agents: Mapping[str, Sequence[str]], environ: Mapping[str, str]) -> str:
    """The agent's program. Raises DeliveryError when no agent has that name, or its program is not there."""
    command = arguments(name, agents, "")[0]
    path = program(command, environ)
    if path is None:
        raise DeliveryError(f"{command} is not on PATH", f"install it, or name its path under [agents] in the config ({name})")
    return path


def prepare(
    name: str,
    agents: Mapping[str, Sequence[str]],
    text: str | None,
    folder: str,
    environ: Mapping[str, str],
    folders: tuple[str, ...],
) -> Start:
    """Everything that can fail before the agent is started, done: finds the program, checks the folder, fits the text.

    text      the brief; None: the agent starts without a prompt
    folder    where to run it: the worktree that has the branch, else the project
    folders   where a private file may go, best first
    """
    path = found(name, agents, environ)
    if not os.path.isdir(folder):
        raise DeliveryError(f"the folder {folder} is gone", "load the handoff with --print or --copy instead")
    prompt = None if text is None else fit(text, folders)
    return Start((path, *arguments(name, agents, prompt)[1:]), folder)


def become(start: Start, environ: Mapping[str, str]) -> None:
    """Replaces this program by the agent: terminal and exit code are the agent's from here on. Returns only by raising."""
    import signal

    # Python ignores these, and what is ignored stays so across exec: the agent's own children would miss them.
    names = ("SIGPIPE", "SIGXFSZ")
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))  # it is blocked here where a thread beside listens for it
    before = {getattr(signal, name): signal.signal(getattr(signal, name), signal.SIG_DFL) for name in names if hasattr(signal, name)}
    try:
        os.chdir(start.folder)
        _terminal_in()
        os.execve(start.argv[0], start.argv, {**environ, "PWD": start.folder})  # noqa: S606 - no shell is the point
    except OSError as error:
        for number, handler in before.items():
            signal.signal(number, handler)
        raise DeliveryError(f"cannot start {start.argv[0]}: {error.strerror or error}", "is it a program that runs by hand?") from error


def _terminal_in() -> None:
    """An agent is talked to: where stdin was a pipe, which is read up or not meant for it, it gets the terminal."""
    if os.isatty(0):
        return
    try:
        tty = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return  # no terminal at all: the agent says itself what it needs
    os.dup2(tty, 0)
    os.close(tty)
