"""Notes in the state folder: who has loaded what, and what was hidden (`state` says how they look and reads them)."""

from __future__ import annotations

import os

from pickup_tui.state import escape, session

from . import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.handoff import Handoff
    from pickup_tui.world import World

KEPT = 500  # loads that are remembered


def record(world: World, handoff: Handoff) -> str:
    """Notes that this session has loaded `handoff`. Gives why it could not, "" when it did: a load never fails for it."""
    line = f"{world.now:.0f}\t{session(world)}\t{handoff.text_hash}\t{escape(handoff.id)}"
    try:
        _change(world, "picked", lambda lines: [*lines, line][-KEPT:])
    except safe.NotSaved as problem:
        return problem.message
    return ""


def release(world: World, id_: str) -> bool:
    """Takes back every load of this handoff: a mistaken pick-up. Gives whether there was one. Raises NotSaved."""
    found = False

    def drop(lines: list[str]) -> list[str]:
        nonlocal found
        kept = [line for line in lines if line.rpartition("\t")[2] != escape(id_)]
        found = len(kept) < len(lines)
        return kept

    _change(world, "picked", drop)
    return found


def hide(world: World, handoff: Handoff) -> None:
    """Hides one handoff until its text changes. Raises NotSaved."""
    line = f"{handoff.text_hash}\t{escape(handoff.id)}"
    _change(world, "hidden", lambda lines: [*_without(lines, handoff.id), line])


def unhide(world: World, id_: str) -> None:
    """Shows a hidden handoff again. Raises NotSaved."""
    _change(world, "hidden", lambda lines: _without(lines, id_))


def _without(lines: list[str], id_: str) -> list[str]:
    return [line for line in lines if line.partition("\t")[2] != escape(id_)]


def _change(world: World, name: str, transform: Callable[[list[str]], list[str]]) -> None:
    def on_bytes(data: bytes | None) -> bytes:
        text = (data or b"").decode("utf-8", "surrogateescape")
        lines = transform([line for line in text.split("\n") if line])
        return "".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape")

    path = os.path.join(world.state_folder, name)
    if on_bytes(safe.read(path)) != (safe.read(path) or b""):
        safe.change(path, on_bytes, mode=0o600, folder_mode=0o700)
