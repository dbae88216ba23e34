"""The lock around a read, a change and a write: what holds two savers apart.

It is `flock` on the folder itself: the kernel lets go of it when its process ends, however that happens, so none can
be left behind, and no lock file lies about in people's projects. File systems that do not lock folders (NFS) get a
file `.pickup-tui.lock`, locked in the same way.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time

from .refusal import NotSaved

WAIT = 20.0  # seconds until a lock that somebody else holds is given up
_LOCK_FILE = ".pickup-tui.lock"


def acquire(path: str, held: list[int]) -> None:
    """Locks the folder whose descriptor is in `held`, adding that of the lock file where one is needed.

    Raises NotSaved when somebody else keeps the lock, and OSError.
    """
    until = time.monotonic() + WAIT
    pause = 0.001
    while True:
        try:
            fcntl.flock(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if len(held) == 1 and error.errno in (errno.EBADF, errno.EOPNOTSUPP, errno.ENOLCK, errno.EINVAL):
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
                held.append(os.open(_LOCK_FILE, flags, 0o666, dir_fd=held[0]))
                continue
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise
            if time.monotonic() > until:
                said = f"another program has held the lock of {path} for {WAIT:.0f} seconds: not written"
                raise NotSaved(said, "try again") from None
            time.sleep(pause)
            pause = min(pause * 2, 0.05)
        else:
            return
