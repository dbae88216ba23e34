"""Copies a text, by the first way that works, and says which and how sure that is.

Order (spec: picker.md, "Load"; field notes, "Clipboard"): the system's clipboard (pbcopy, WSL's clip.exe, wl-copy,
xclip, xsel), tmux's buffer, OSC 52, a private file. Under SSH the system's clipboard is another machine's, and is not used.
"""

from __future__ import annotations

import os

from pickup_tui.handoff import Record
from pickup_tui.run import run as run_program

from . import Delivery, private, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Runner = Callable[[list[str], bytes | None, Mapping[str, str]], str | None]
    Terminal = Callable[[bytes], None]

TIMEOUT = 3.0  # seconds for a clipboard tool: one that waits for a dead display must not hold the program

# What a terminal takes in one OSC 52, in bytes of text: 100,000 of base64 with its frame is the limit of several,
# and a longer one is cut or dropped without a word.
LIMIT = 74_000

# Terminals that are known to ignore OSC 52, by TERM and by TERM_PROGRAM.
_DEAF = frozenset({"", "dumb", "linux", "unknown"})
_DEAF_PROGRAMS = frozenset({"Apple_Terminal"})


class Tool(Record):
    """A program that takes a clipboard's text on stdin: its arguments, and how the text is encoded."""

    __slots__ = ("argv", "encoding", "variable")

    def __init__(self, argv: tuple[str, ...], variable: str | None = None, encoding: str = "utf-8") -> None:
        self.argv = argv
        self.variable = variable
        self.encoding = encoding


# `variable` must be set for the tool to reach anything. clip.exe guesses its input's encoding: UTF-16 without a mark is
# what it takes right (a mark would be pasted along).
TOOLS = (
    Tool(("pbcopy",)),
    Tool(("clip.exe",), "WSL_DISTRO_NAME", "utf-16-le"),
    Tool(("wl-copy",), "WAYLAND_DISPLAY"),
    Tool(("xclip", "-selection", "clipboard", "-in"), "DISPLAY"),
    Tool(("xsel", "--clipboard", "--input"), "DISPLAY"),
)


def copy(
    text: str,
    environ: Mapping[str, str],
    folders: tuple[str, ...],
    *,
    run: Runner | None = None,
    terminal: Terminal | None = None,
) -> Delivery:
    """Copies `text`; the record says what took it. Raises DeliveryError when not even a file could be written.

    folders   where the private file may go, best first
    run       runs a program, see `ran`
    terminal  writes bytes to the terminal or raises OSError: a screen passes its own, else /dev/tty is opened
    """
    run = run or ran
    size = len(text.encode("utf-8", "replace"))
    if not remote(environ, run):
        for tool in TOOLS:
            if tool.variable and not environ.get(tool.variable):
                continue
            path = program(tool.argv[0], environ)
            if path and run([path, *tool.argv[1:]], text.encode(tool.encoding, "replace"), environ) is not None:
                return Delivery(tool.argv[0], size, confirmed=True)
    if environ.get("TMUX"):
        delivery = _tmux(text, size, environ, run)
        if delivery:
            return delivery
    if size <= LIMIT and hears(environ):
        try:
            for part in osc52(text, environ):
                (terminal or to_tty)(part)
        except OSError:
            pass
        else:
            return Delivery("OSC 52", size, confirmed=False, note="if the terminal dropped it, use --print")
    return Delivery("file", size, confirmed=True, target="a file", path=private.write(folders, text))


def remote(environ: Mapping[str, str], run: Runner) -> bool:
    """Whether the person sits at another machine than this one.

    In tmux the pane's variables are those of whoever started it; the session's are those of who is attached now, so
    tmux is asked.
    """
    if environ.get("TMUX"):
        said = _in_tmux(("show-environment", "SSH_CONNECTION"), None, environ, run)
        if said is not None:
            return said.startswith("SSH_CONNECTION=")  # "-SSH_CONNECTION": the session has none
    return any(environ.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"))


def _in_tmux(words: tuple[str, ...], data: bytes | None, environ: Mapping[str, str], run: Runner) -> str | None:
    tmux = program("tmux", environ)
    return run([tmux, *words], data, environ) if tmux else None


def _tmux(text: str, size: int, environ: Mapping[str, str], run: Runner) -> Delivery | None:
    """Into tmux's paste buffer, and on to its terminal (`-w`, tmux 3.2) where that can take so much."""
    data = text.encode("utf-8", "replace")
    if size <= LIMIT and _in_tmux(("load-buffer", "-w", "-"), data, environ, run) is not None:
        return Delivery("tmux load-buffer", size, confirmed=False, note="it is in tmux's paste buffer (prefix ]) as well")
    if size > LIMIT and _in_tmux(("load-buffer", "-"), data, environ, run) is not None:
        note = "prefix ] pastes it; it is too long for the terminal's clipboard"
        return Delivery("tmux load-buffer", size, confirmed=True, target="tmux's paste buffer", note=note)
    return None


def hears(environ: Mapping[str, str]) -> bool:
    """Whether the terminal may act on OSC 52; those known not to are not asked."""
    return environ.get("TERM", "") not in _DEAF and environ.get("TERM_PROGRAM", "") not in _DEAF_PROGRAMS


def osc52(text: str, environ: Mapping[str, str]) -> Iterator[bytes]:
    """What to write to the terminal so that its clipboard becomes `text`; base64, so nothing in `text` can end it.

    A multiplexer drops the plain sequence by default and passes on what is wrapped for it, or the other way
    round: it gets both. One that is not meant ignores the other's wrapping.
    """
    import base64

    plain = b"\x1b]52;c;" + base64.b64encode(text.encode("utf-8", "replace")) + b"\x07"
    term = environ.get("TERM", "")
    yield plain
    if environ.get("TMUX") or term.startswith("tmux"):
        yield b"\x1bPtmux;" + plain.replace(b"\x1b", b"\x1b\x1b") + b"\x1b\\"
    elif environ.get("STY") or term.startswith("screen"):
        # GNU screen limits a device control string to 768 bytes: several are joined by the terminal behind it.
        for start in range(0, len(plain), 760):
            yield b"\x1bP" + plain[start : start + 760] + b"\x1b\\"


def to_tty(data: bytes) -> None:
    """Writes to the controlling terminal, whatever stdout is. Raises OSError when there is none."""
    fd = os.open("/dev/tty", os.O_WRONLY | os.O_NOCTTY)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(fd, left) :]
    finally:
        os.close(fd)


def ran(argv: list[str], data: bytes | None, environ: Mapping[str, str]) -> str | None:
    """Runs a tool: None when it did not exit with 0 within TIMEOUT. With `data`, that is its input and "" comes back;
    without, its output does.

    xclip and wl-copy stay behind to serve the clipboard and keep their output streams: those must not be ours, or a
    `$(…)` around the program waits for ever. The runner's session of its own keeps them alive when the terminal closes.
    """
    done = run_program(argv, timeout=TIMEOUT, environ=environ, feed=data or b"", quiet=data is not None)
    return done.out.decode("utf-8", "replace") if done.ok else None
