"""The last step of a load: the brief goes to stdout, to a clipboard, to a private file or to an agent.

`printed` writes it, `clipboard.copy` copies it and says honestly how far it got, `agent.start` becomes the agent.
Texts that come in here are clean already (text.py); nothing in here reads a handoff.
"""

from __future__ import annotations

import os

from pickup_tui.handoff import Record
from pickup_tui.run import which

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Delivery(Record):
    """Where a text ended up.

    method     what took it, in words: "xclip", "OSC 52", "file"
    target     where it is to be found: "the clipboard", "tmux's paste buffer", "a file"
    size       in bytes, as UTF-8
    confirmed  True: it is there; False: it was sent, and nothing says whether it arrived
    path       the private file that holds it, else None
    note       what the person should know about this way, else ""
    """

    __slots__ = ("confirmed", "method", "note", "path", "size", "target")

    def __init__(
        self,
        method: str,
        size: int,
        *,
        confirmed: bool,
        target: str = "the clipboard",
        path: str | None = None,
        note: str = "",
    ) -> None:
        self.method = method
        self.target = target
        self.size = size
        self.confirmed = confirmed
        self.path = path
        self.note = note

    @property
    def sentence(self) -> str:
        """One line for the person; the words "copied to" stand in it only when the copy is known to be there."""
        import humanize

        size = humanize.naturalsize(self.size)
        if self.path is not None:
            said = f"not copied: no clipboard took it; the brief ({size}) is in {self.path}"
        elif self.confirmed:
            said = f"copied to {self.target} with {self.method} ({size})"
        else:
            said = f"sent to {self.target} with {self.method} ({size}), unconfirmed"
        return f"{said} — {self.note}" if self.note else said


class DeliveryError(Exception):
    """The brief could not be handed over. The text says what happened, `hint` what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def printed(text: str, fd: int = 1) -> None:
    """Writes all of `text` to the file descriptor `fd`, with one line end at its end and nothing else.

    A reader that went away (`| head`) raises BrokenPipeError, for the entry to end quietly on.
    """
    data = memoryview((text if text.endswith("\n") else text + "\n").encode("utf-8", "replace"))
    while data:
        try:
            data = data[os.write(fd, data) :]
        except BlockingIOError:  # whoever started this shares a pipe that does not wait
            import select

            select.select([], [fd], [])


def program(name: str, environ: Mapping[str, str]) -> str | None:
    """The absolute path of a program: as named when that is a path (`~/` counts), else where PATH finds it; or None."""
    if name.startswith("~/"):
        name = environ.get("HOME", "") + name[1:]
    if "/" not in name:
        return which(name, environ)
    return name if os.path.isabs(name) and os.access(name, os.X_OK) and os.path.isfile(name) else None
