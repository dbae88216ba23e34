"""Starts an agent in a new tmux window, and stays here.

tmux gets nothing of the brief: it limits a command to 16 KiB, reads a `;` at an argument's end as its own, and
expands `#(…)` in names and folders. So the new window runs `launch.py` of this folder on a private file that holds
arguments, folder and variables.
"""

from __future__ import annotations

import os
import sys

from . import DeliveryError, private, program
from .clipboard import ran

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .agent import Start
    from .clipboard import Runner


def open_window(
    start: Start, title: str, environ: Mapping[str, str], folders: tuple[str, ...], run: Runner = ran
) -> str:
    """Runs `start` in a new window of the tmux that this runs in, behind the present one; the window as `session:index`.

    Raises DeliveryError without tmux. `title` names the window; only its letters and digits are used.
    """
    import json

    tmux = program("tmux", environ)
    if not environ.get("TMUX") or tmux is None:
        raise DeliveryError("not inside tmux", "start the agent here instead, or run pickup-tui in tmux")
    # The window's own tmux variables are right there already; all others are this program's, so that what is found
    # here (a PATH that a shell's start-up file made) is found there.
    variables = {name: value for name, value in environ.items() if name not in ("TMUX", "TMUX_PANE", "TERM", "TERM_PROGRAM")}
    ticket = {"argv": start.argv, "folder": start.folder, "environ": variables}
    path = private.write(folders, json.dumps(ticket, ensure_ascii=True), "start", ".json")
    name = "".join(char if char.isalnum() else "-" for char in title)[:40].strip("-") or "agent"
    launcher = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launch.py")
    said = run(
        [tmux, "new-window", "-d", "-P", "-F", "#{session_name}:#{window_index}", "-n", name, sys.executable, "-I", launcher, path],
        None,
        environ,
    )
    if said is None:
        os.unlink(path)
        raise DeliveryError("tmux opened no window", "start the agent here instead")
    return said.strip()
