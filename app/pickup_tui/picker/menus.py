"""The questions that the screen asks: which agent, and what to do with a checkpoint's lane. Pure."""

from __future__ import annotations

import shlex

from pickup_tui.text import one_line

from .state import Effect, Menu

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pickup_tui.rows import Row

    from .services import Lane


_KEYS = "123456789abcdefghijklmnoprstuvwxyz"  # of a menu's options, in order; not q, which many press to leave


def agents(effect: Effect, names: Sequence[str]) -> Menu:
    """Which agent an effect is for, the usual one first."""
    options = tuple((str(at), one_line(name), Effect(effect.kind, effect.row, way=effect.way, text=name)) for at, name in enumerate(names[:9], 1))
    return Menu("Start which agent?", (), options)


def lanes(row: Row, found: Sequence[Lane]) -> Menu:
    """A line a lane with its verdict; those that passed can be chosen."""
    passed = [lane for lane in found if lane.verdict == "validated" and lane.argv]
    told = tuple(f"{one_line(lane.id)}: {lane.verdict} — {one_line(lane.reason)}" for lane in found)
    options = tuple((key, f"lane {one_line(lane.id)}", Effect("menu", row, way="lane", text=lane.id)) for key, lane in zip(_KEYS, passed, strict=False))
    return Menu("Lanes of this checkpoint", (*told, ""), options)


def named(effect: Effect, known: Mapping[str, Lane]) -> Menu | None:
    """The menu that an effect leads to: a lane's two ways, its prompt, and the confirmation that shows what would run."""
    row = effect.row
    lane_id, _, prompt = effect.text.partition("\t")
    lane = known.get(lane_id)
    if row is None or lane is None or lane.argv is None:
        return None
    shown = (f"command: {one_line(shlex.join(lane.argv))}", f"folder: {one_line(lane.cwd or '')}", "")
    if effect.way == "lane":
        options = (
            ("c", "copy the command", Effect("copy_text", row, text=shlex.join(lane.argv))),
            ("r", "run it (asks for a prompt first)", Effect("menu", row, way="prompt", text=lane_id)),
        )
        return Menu(f"Lane {one_line(lane.id)}", shown, options)
    if effect.way == "prompt":
        return Menu("Prompt for the session", shown, entry=Effect("menu", row, way="confirm", text=lane_id + "\t"))
    return Menu(f"Run lane {one_line(lane.id)}?", (*shown, f"prompt: {one_line(prompt)}", ""), (("y", "check again, leave the screen and run it", Effect("lane", row, way=shown_words(lane.argv, lane.cwd), text=effect.text)),))


def shown_words(argv: Sequence[str], cwd: str | None) -> str:
    """What the confirmation shows of a lane, to be compared with what would run."""
    return "\0".join((*argv, cwd or ""))
