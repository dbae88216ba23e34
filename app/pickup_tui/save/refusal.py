"""Why a write did not happen: the one exception of the writers, and what the system says in words."""

from __future__ import annotations

import errno
import stat


class NotSaved(Exception):
    """A write that was refused or failed: one sentence for people, and what they can do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


_WHY = {
    errno.ENOSPC: ("the disk is full", "make room and save again"),
    errno.EDQUOT: ("the disk quota is used up", "make room and save again"),
    errno.EFBIG: ("the file would be larger than is allowed here", "shorten it, or raise the limit (ulimit -f)"),
    errno.EACCES: ("permission denied", "check the owner and mode of the file and its folder"),
    errno.EPERM: ("permission denied", "check the owner and mode of the file and its folder"),
    errno.EROFS: ("the disk is read-only", "save somewhere else"),
    errno.ENOTDIR: ("a part of the path is no folder", "check the path"),
    errno.ENOENT: ("there is no such file or folder", "check the path"),
    errno.ELOOP: ("its symbolic links go round in a circle", "replace the symbolic link"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
}


def failed(path: str, error: OSError, what: str = "written") -> NotSaved:
    """What the system said, as a sentence."""
    why, hint = _WHY.get(error.errno or 0, ((error.strerror or "unknown error").lower(), "try again"))
    return NotSaved(f"{path} was not {what}: {why}", hint)


def kind(mode: int) -> str:
    """What a file of this `st_mode` is, in words."""
    for test, words in (
        (stat.S_ISREG, "a file"), (stat.S_ISDIR, "a folder"), (stat.S_ISLNK, "a symbolic link"),
        (stat.S_ISFIFO, "a FIFO"), (stat.S_ISSOCK, "a socket"),
    ):  # fmt: skip
        if test(mode):
            return words
    return "a device"
