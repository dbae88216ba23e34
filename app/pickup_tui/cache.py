"""Files of the cache folder: written whole or not at all, and never missed where they cannot be written.

They hold nothing that cannot be had again, so there is no lock and no sync: the last one to write is right.
"""

from __future__ import annotations

import os


def write(path: str, *data: bytes) -> bool:
    """Puts `data`, one piece after the other, into the file at `path`, for this user alone; False when that cannot be done, which is no error.

    The cache folder is made when the home (or what $XDG_CACHE_HOME stands in) is there: a home that does not exist
    is not made by looking at a list.
    """
    folder = os.path.dirname(path)
    if not os.path.isdir(os.path.dirname(os.path.dirname(folder))):
        return False
    temporary = os.path.join(folder, f".{os.path.basename(path)}.{os.getpid()}")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            for piece in data:
                left = memoryview(piece)
                while left:
                    left = left[os.write(handle, left) :]
        finally:
            os.close(handle)
        os.replace(temporary, path)
    except OSError:
        try:
            os.unlink(temporary)
        except OSError:
            return False
        return False
    return True
