"""Private files: texts that are too long for an argument, or that no clipboard took.

They are for this user alone (0600 in a 0700 folder), appear whole or not at all, and those older than a week
are removed when a new one is written: briefs hold what people work on.
"""

from __future__ import annotations

import os
import stat
import time

from . import DeliveryError

KEPT = 7 * 86400  # seconds


def write(folders: tuple[str, ...], text: str, name: str = "brief", suffix: str = ".md") -> str:
    """Writes `text` into a new private file in the first of `folders` that takes it; its path.

    Folders are made as needed. Raises DeliveryError when none of them can be written to.
    """
    reason: OSError | None = None
    for folder in folders:
        try:
            _prepare(folder)
            path = _create(folder, text.encode("utf-8", "replace"), name, suffix)
        except OSError as error:
            reason = error
            continue
        _forget(folder, name, suffix, time.time() - KEPT)
        return path
    raise DeliveryError(
        f"cannot write a private file: {reason.strerror or reason}" if reason else "no folder for private files",
        "make room or free the permissions of " + (folders[0] if folders else "the state folder"),
    )


def _prepare(folder: str) -> None:
    """Makes the folder; one that is there must be this user's own, so that nobody else can swap files in it."""
    os.makedirs(os.path.dirname(folder), mode=0o755, exist_ok=True)
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        found = os.lstat(folder)
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise PermissionError(1, "not a folder of this user", folder) from None
        if found.st_mode & 0o077:
            os.chmod(folder, 0o700)


def _create(folder: str, data: bytes, name: str, suffix: str) -> str:
    import tempfile

    fd, path = tempfile.mkstemp(prefix=f"{name}-", suffix=suffix, dir=folder)  # 0600 and new, by its contract
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        os.unlink(path)
        raise
    return path


def _forget(folder: str, name: str, suffix: str, before: float) -> None:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not (entry.name.startswith(f"{name}-") and entry.name.endswith(suffix)):
                    continue
                found = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(found.st_mode) and found.st_mtime < before:
                    os.unlink(entry.path)
    except OSError:
        return  # tidying is a courtesy: the new file is written
