"""Files of a project that a checkpoint names: inside the project or not at all, and unchanged while they are read."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import unicodedata

from pickup_tui.handoff import Record
from pickup_tui.text import one_line

CHUNK = 1 << 16
LARGEST = 256 << 20  # bytes of an artifact that is hashed

FOLDER = ".thunderkit"
CHECKPOINT = f"{FOLDER}/HANDOFF.md"
CONFIG = f"{FOLDER}/config.json"
NORTH_STAR = f"{FOLDER}/NORTH_STAR.md"
_HARMLESS = ("Zs", "Cf", "Cn", "Co")  # spaces and joiners of other scripts, signs newer than this Python


class Refused(Exception):
    """Why a path or a file is not used, for people.

    missing    nothing is there
    uncertain  it could not be looked at: neither right nor wrong
    large      it was not looked at because it is larger than the limit
    """

    def __init__(self, reason: str, *, missing: bool = False, uncertain: bool = False, large: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.missing = missing
        self.uncertain = uncertain
        self.large = large


class Contents(Record):
    """A file as it was read: its bytes and their SHA-256."""

    __slots__ = ("data", "sha256")

    def __init__(self, data: bytes, sha256: str) -> None:
        self.data = data
        self.sha256 = sha256


def relative(path: str) -> None:
    """Refuses a path that cannot stay inside a folder by its letters alone: absolute, `..`, control characters."""
    if not path:
        raise Refused("no path is named")
    if "\\" in path or not all(char.isprintable() or unicodedata.category(char) in _HARMLESS for char in path):
        raise Refused(f"the path holds a character that no path here may hold: {one_line(path)[:80]}")
    if path.startswith("/") or os.path.isabs(path):
        raise Refused(f"the path is absolute: {one_line(path)[:80]}")
    if ".." in path.split("/"):
        raise Refused(f"the path climbs with '..': {one_line(path)[:80]}")


def inside(root: str, path: str, *, must_exist: bool = True) -> str:
    """Where `path`, relative to `root`, really is, links resolved. Raises Refused when that is outside, or not there."""
    relative(path)
    top = os.path.realpath(root)
    try:
        real = os.path.realpath(os.path.join(top, path), strict=must_exist)
    except FileNotFoundError:
        raise Refused(f"{one_line(path)} is not there", missing=True) from None
    except (OSError, ValueError) as error:
        wrong = isinstance(error, ValueError) or error.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENAMETOOLONG)
        raise Refused(f"{one_line(path)} cannot be reached: {_why(error)}", uncertain=not wrong) from None
    if real != top and not real.startswith(top.rstrip("/") + "/"):
        raise Refused(f"{one_line(path)} leads out of the project")
    return real


def folder(root: str, path: str) -> str:
    """The real path of a folder inside the project. Raises Refused."""
    real = inside(root, path)
    if not os.path.isdir(real):
        raise Refused(f"{one_line(path)} is no folder")
    return real


def read(root: str, path: str, limit: int) -> Contents:
    """A regular file of the project, whole. Raises Refused, also when it changes while it is being read."""
    parts: list[bytes] = []
    digest = _stream(root, path, limit, parts)
    return Contents(b"".join(parts), digest)


def sha256(root: str, path: str, limit: int = LARGEST) -> str:
    """The SHA-256 of a regular file of the project, in hex. Raises Refused, also when it changes meanwhile."""
    return _stream(root, path, limit, None)


def _stream(root: str, path: str, limit: int, parts: list[bytes] | None) -> str:
    real = inside(root, path)
    name = one_line(path)
    try:
        # Opened without waiting: a FIFO under a file's name must not hang.
        file = os.open(real, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError as error:
        raise Refused(f"{name} cannot be read: {_why(error)}", uncertain=True) from None
    try:
        before = os.fstat(file)
        if not stat.S_ISREG(before.st_mode):
            raise Refused(f"{name} is no regular file")
        if before.st_size > limit:
            raise Refused(f"{name} has {before.st_size} bytes, more than {limit}", uncertain=True, large=True)
        digest = hashlib.sha256()
        size = 0
        while chunk := os.read(file, CHUNK):
            digest.update(chunk)
            size += len(chunk)
            if size > limit:
                break
            if parts is not None:
                parts.append(chunk)
        _unchanged(before, os.fstat(file), size, name)
        _unchanged(before, os.stat(inside(root, path)), size, name)
    except OSError as error:
        raise Refused(f"{name} cannot be read: {_why(error)}", uncertain=True) from None
    finally:
        os.close(file)
    return digest.hexdigest()


def _unchanged(before: os.stat_result, after: os.stat_result, size: int, name: str) -> None:
    marks = ("st_dev", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns")
    if size != before.st_size or any(getattr(before, mark) != getattr(after, mark) for mark in marks):
        raise Refused(f"{name} changed while it was being read")


def _why(error: OSError | ValueError) -> str:
    return (error.strerror or "the system refuses").lower() if isinstance(error, OSError) else "no path"
