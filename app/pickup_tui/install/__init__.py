"""Puts the program where agents and shells look, and takes it away again (spec: write.md)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.world import World

    from .change import Edit


def edits(target: str, argv: tuple[str, ...], world: World) -> list[Edit]:
    """What installing into a target writes: an agent (agents.AGENTS) or a shell (shells.SHELLS).

    argv  how this program is started: see program.program
    """
    from . import agents, shells

    if target in agents.AGENTS:
        return agents.edits(target, argv, world)
    from pickup_tui import settings

    return shells.edits(target, argv, world, settings.load(world))


def states(world: World) -> dict[str, str]:
    """Each target with "current", "outdated" or "absent" (for `doctor`)."""
    from . import agents, shells
    from .change import state
    from .program import program

    argv = program(world)
    return {target: state(edits(target, argv, world), world) for target in (*agents.AGENTS, *shells.SHELLS)}
