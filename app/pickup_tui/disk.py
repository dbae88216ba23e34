"""The only reading of files and folders: stamps, listings, and texts that stay inside the place they were found in.

Counts what it does, so that tests can hold searching bounded; tests replace it to play dead mounts and vanishing files.
"""

from __future__ import annotations

import os
import stat
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIMIT = 4 << 20  # bytes of a handoff that is read (spec: formats.md, "Limits and problems")

# In the place of a path: the handoff names in the folder that follows. A temporary folder changes all the time, and only
# when such a name comes or goes is there something new for us; files that are there have stamps of their own.
NAMES = "handoff names in "
_COUNT = ("handoff", "compound-engineering-")  # what such a name holds (places.TEMPORARY)

# mtime in ns, size, inode, device, ctime in ns: what tells that a file or folder has changed. The ctime is there for changes
# whose writer set the mtime back, and for rights that were given or taken.
Stamp = tuple[int, int, int, int, int]


class Unreadable(Exception):
    """A file or folder that is there and is not read; its message says why, for people."""


class Entry:
    """A name in a folder. `is_folder` follows a link; `is_link` tells that there is one."""

    __slots__ = ("is_folder", "is_link", "name")

    def __init__(self, name: str, *, is_folder: bool, is_link: bool) -> None:
        self.name = name
        self.is_folder = is_folder
        self.is_link = is_link


class Disk:
    """Reads, and counts: `stats`, `listings`, `reads`.

    `since` is when the call that is under way was made (`time.monotonic`), 0 between calls: whoever waits for
    another thread's reading sees there how long the system has owed it an answer.
    """

    def __init__(self) -> None:
        self.stats = 0
        self.listings = 0
        self.reads = 0
        self.since = 0.0

    def stamp(self, path: str) -> Stamp | None:
        """The stamp of what `path` leads to; None when nothing is there or it cannot be looked at."""
        self.stats += 1
        self.since = monotonic()
        if path.startswith(NAMES):
            return _stamp_of_names(path.removeprefix(NAMES))
        try:
            found = os.stat(path)
        except (OSError, ValueError):
            return None
        finally:
            self.since = 0.0
        return _stamp_of(found)

    def unchanged(self, paths: Sequence[str], digests: Sequence[str]) -> bool:
        """Whether every path still has the stamp that this is the `digest` of; "" for nothing there."""
        if len(paths) != len(digests):
            raise ValueError
        try:
            for at in range(0, len(paths), 64):  # the clock is only looked at now and then: it costs a tenth of a stat
                self.since = monotonic()
                self.stats += min(64, len(paths) - at)
                if not all(map(_holds, paths[at : at + 64], digests[at : at + 64])):
                    return False
        finally:
            self.since = 0.0
        return True

    def look(self, path: str) -> os.stat_result | None:
        """What `path` itself is, a link not followed; None when nothing is there or it cannot be looked at."""
        self.stats += 1
        self.since = monotonic()
        try:
            return os.lstat(path)
        except (OSError, ValueError):
            return None
        finally:
            self.since = 0.0

    def listing(self, path: str) -> list[Entry] | None:
        """The names in a folder, sorted; None when it is not there. Raises Unreadable when it may not be read."""
        self.listings += 1
        self.since = monotonic()
        try:
            with os.scandir(path) as entries:
                return sorted(self._entries(entries), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise Unreadable(f"folder cannot be read: {error.strerror}") from None
        finally:
            self.since = 0.0

    @staticmethod
    def _entries(entries: Iterator[os.DirEntry[str]]) -> Iterator[Entry]:
        for entry in entries:
            try:
                yield Entry(entry.name, is_folder=entry.is_dir(), is_link=entry.is_symlink())
            except OSError:  # a link in a circle
                yield Entry(entry.name, is_folder=False, is_link=True)

    def real(self, path: str) -> str:
        """`path` with every link resolved."""
        self.stats += 1
        self.since = monotonic()
        try:
            return os.path.realpath(path)
        finally:
            self.since = 0.0

    def read(self, path: str, within: str | None = None, limit: int = LIMIT, *, direct: bool = False) -> tuple[bytes, Stamp]:
        """The bytes of a regular file and its stamp, taken from the same open file.

        within  a real folder that the file must lie in once links are resolved; None: anywhere
        direct  `path` is known to hold no links, so that none need be looked for
        limit   most bytes that are read; a larger file is Unreadable

        Raises Unreadable with the reason, FileNotFoundError when it has gone.
        """
        self.reads += 1
        self.since = monotonic()
        try:
            return self._open(path if direct else os.path.realpath(path), within, limit)
        finally:
            self.since = 0.0

    def read_own(self, path: str, within: str) -> tuple[bytes, Stamp]:
        """As `read`, for a file in a folder that others can write to: no link may lead to it, and it must be this user's."""
        self.reads += 1
        self.since = monotonic()
        try:
            return self._open(path, within, LIMIT, own=True)
        finally:
            self.since = 0.0

    def _open(self, path: str, within: str | None, limit: int, *, own: bool = False) -> tuple[bytes, Stamp]:
        if within is not None and not inside(path, within):
            raise Unreadable("is a link that leads out of its place")
        try:
            mode = os.lstat(path).st_mode
            if not stat.S_ISREG(mode):  # opening a device can do something
                raise Unreadable("is a link that leads nowhere" if stat.S_ISLNK(mode) else "is no regular file")
            # Not blocking: a pipe with a handoff's name must not hold us. Not following: the link was resolved above.
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
        except FileNotFoundError:
            raise
        except (OSError, ValueError) as error:
            raise Unreadable(f"cannot be read: {getattr(error, 'strerror', error)}") from None
        try:
            return self._read(handle, limit, own=own)
        finally:
            os.close(handle)

    @staticmethod
    def _read(handle: int, limit: int, *, own: bool = False) -> tuple[bytes, Stamp]:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable("is no regular file")
        if own and found.st_uid != os.getuid():
            raise Unreadable("belongs to another user")
        if found.st_size > limit:
            raise Unreadable(f"is larger than {limit >> 20} MiB")
        try:
            data = os.read(handle, found.st_size + 1)
            if len(data) > found.st_size:  # it grew meanwhile
                while len(data) <= limit and (chunk := os.read(handle, limit + 1 - len(data))):
                    data += chunk
        except OSError as error:
            raise Unreadable(f"cannot be read: {error.strerror}") from None
        if len(data) > limit:
            raise Unreadable(f"is larger than {limit >> 20} MiB")
        return data, _stamp_of(found)


def inside(path: str, folder: str) -> bool:
    """Whether a real `path` is `folder` or lies below it, compared by component."""
    return path == folder or path.startswith(folder if folder.endswith("/") else folder + "/")


def child(folder: str, name: str) -> str:
    """The path of a plain name in a folder: `os.path.join` looks for more than there is to see, and for thousands."""
    return folder + name if folder.endswith("/") else f"{folder}/{name}"


def digest(stamp: Stamp) -> str:
    """A stamp as short text: writing out five numbers of 19 digits takes five times as long as asking the system for them.

    The same in every process of one version of Python: only texts are hashed with a secret.
    """
    return str(hash(stamp))


def _holds(path: str, kept: str) -> bool:
    """Whether `path` still has the stamp of this digest; "" for nothing there."""
    if not kept:
        return not os.access(path, os.F_OK)  # cheaper than a stat that fails
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return path.startswith(NAMES) and kept == digest(_stamp_of_names(path.removeprefix(NAMES)))
    return kept == str(hash((found.st_mtime_ns, found.st_size, found.st_ino, found.st_dev, found.st_ctime_ns)))


def _stamp_of(found: os.stat_result) -> Stamp:
    return (found.st_mtime_ns, found.st_size, found.st_ino, found.st_dev, found.st_ctime_ns)


def _stamp_of_names(folder: str) -> Stamp:
    """A stamp that is the same as long as the same handoff names are in `folder`, for the same kinds of files."""
    from zlib import crc32

    try:
        with os.scandir(folder) as entries:
            names = sorted(f"{entry.name}/{entry.is_symlink():d}{entry.is_dir():d}" for entry in entries if any(part in entry.name.lower() for part in _COUNT))
    except OSError:
        names = []
    return (crc32(os.fsencode("/".join(names))), len(names), 0, 0, 0)
