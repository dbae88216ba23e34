"""Which lanes were started from here: one note per checkpoint and lane, so that nothing is started twice.

The note is made before the program starts and is never taken back: a run that failed is reported and not tried again.
A checkpoint that was saved anew has other bytes, and so other notes.
"""

from __future__ import annotations

import hashlib
import os

from pickup_tui import when

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.world import World


def _path(world: World, sha256: str, lane: str) -> str:
    name = hashlib.sha256(f"{sha256}\0{lane}".encode("utf-8", "surrogatepass")).hexdigest()
    return os.path.join(world.state_folder, "started", name)


def started(world: World, sha256: str, lane: str) -> str | None:
    """When a lane of the checkpoint with these bytes was started from here, None when it was not."""
    try:
        with open(_path(world, sha256, lane), encoding="utf-8") as file:
            return file.read(64).strip() or "an unknown time"
    except OSError:
        return None


def claim(world: World, sha256: str, lane: str) -> bool:
    """Takes the lane for one start; False when somebody has it. Raises OSError when the note cannot be written."""
    path = _path(world, sha256, lane)
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
