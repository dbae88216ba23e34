"""Paths that a person named: asked, before anything is done with them, whether they answer at all.

Whatever else a command reads is read by a crew that gives up (crew.py); a named path is opened in many places, and in a
dead mount each of them would hang for ever.
"""

from __future__ import annotations

from .cli import Failure, by_name
from .handoff import KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .cli import Args
    from .world import World

_PATHS = ("FOLDER", "FILE", "PATH")


def check(args: Args, world: World) -> None:
    """Raises Failure for the first path among the words and options that gives no answer in time."""
    command = by_name(args.command)
    values = [args.text(option.name) for option in command.options if option.value.startswith(_PATHS)] if command else []
    paths = [path for word in (*args.words, *values) if word and (path := _path(word))]
    if not paths:
        return
    from .crew import patiently
    from .disk import Disk, Unreadable
    from .text import inert

    for path in paths:
        full = world.expand(path)
        try:
            patiently(path, lambda disk, full=full: disk.stamp(full), Disk())  # type: ignore[misc]
        except Unreadable as why:
            raise Failure(f"{inert(world.short(full))} {why}", "look at the mount", code="unreachable") from None


def _path(word: str) -> str | None:
    """The path in a word: itself, or that of an id; None where there is none. A `#BRANCH` goes with its file."""
    kind, colon, rest = word.partition(":")
    path = rest if colon and kind in KINDS else word
    return path if "/" in path else None
