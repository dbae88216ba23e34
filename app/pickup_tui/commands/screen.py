"""The screen: what runs when no command is named. Without a terminal to draw on, the list on stderr."""

from __future__ import annotations

import sys

from pickup_tui import shelf, table
from pickup_tui.cli import ExitCode
from pickup_tui.collect import collect

from .listing import signs_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.cli import Args
    from pickup_tui.world import World


def pick(args: Args, world: World) -> int:
    """`pickup-tui`: the list on stderr, exit 4, until the screen is there."""
    found = collect(args, world)
    sys.stderr.write(table.text(shelf.shown(found.rows), world.now, signs_for(found.settings, sys.stderr.encoding)))
    return ExitCode.NO_TERMINAL
