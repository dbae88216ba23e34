"""Which sessions were started from here: one note per session and save, so that nothing is started twice.

The note is made before the program starts and is never taken back: a run that failed is reported and not tried again.
Two lanes of one session share a note, and an edit of the file does not make a new one: only a later save does.
"""

from __future__ import annotations

import hashlib
import os

from pickup_tui import when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.world import World


def key(project: str, argv: Sequence[str], saved_at: str | None) -> str:
    """The note's name: a project, a session by the arguments that resume it, and when its checkpoint was saved."""
    return hashlib.sha256("\0".join((project, *argv, saved_at or "")).encode("utf-8", "surrogatepass")).hexdigest()


def _path(world: World, claim: str) -> str:
    return os.path.join(world.state_folder, "started", claim)


def started(world: World, claim: str) -> str | None:
    """When the session was started from here, None when it was not."""
    try:
        with open(_path(world, claim), encoding="utf-8") as file:
            return file.read(64).strip() or "an unknown time"
    except OSError:
        return None


def take(world: World, claim: str) -> bool:
    """Takes the session for one start; False when somebody has it. Raises OSError when the note cannot be written."""
    path = _path(world, claim)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    try:
        note = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(note, "w", encoding="utf-8") as file:
        file.write(when.iso(world.now) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return True
