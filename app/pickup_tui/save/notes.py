"""Notes in the state folder: who has loaded what, and what was hidden (`state` says how they look and reads them)."""

from __future__ import annotations

import os

from pickup_tui.state import escape, plain, read, session

from . import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.handoff import Handoff
    from pickup_tui.world import World

KEPT = 500  # loads that are remembered


def record(world: World, handoff: Handoff) -> tuple[str, ...]:
    """Notes that this session has loaded `handoff`; gives the ids of what it had loaded before, oldest first.

    A load never fails for it: where the state folder cannot be written, nothing is noted.
    """
    own = session(world)
    before: tuple[str, ...] = ()
    line = f"{world.now:.0f}\t{own}\t{handoff.text_hash}\t{escape(handoff.id)}"

    def add(lines: list[str]) -> list[str]:
        nonlocal before
        earlier = [parts for one in lines if len(parts := one.split("\t")) == 4]
        before = tuple(dict.fromkeys(plain(parts[3]) for parts in earlier if parts[1] == own and plain(parts[3]) != handoff.id))
        return [*lines, line][-KEPT:]

    try:
        _change(world, "picked", add)
    except safe.NotSaved:
        return tuple(id_ for id_ in read(world).previous if id_ != handoff.id)
    return before


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
