"""The safe write, the only way in which this program changes a file.

A file is there whole, the old one or the new one, whenever the process dies: the new bytes go to a
temporary file in the same folder, are synced, and take the target's name by `rename`; then the folder is
synced. Read, change and write happen under a lock, so that of two saves at once neither is lost.

The lock is `flock` on the folder itself: the kernel lets go of it when its process ends, however that
happens, so none can be left behind, and no lock file lies about in people's projects. File systems that do
not lock folders (NFS) get a file `.pickup-tui.lock`, locked in the same way.

Editors know nothing of this lock: the target is looked at again right before the rename, and when it has
changed since it was read, the change is made anew on what is there now.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import time

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WAIT = 20.0  # seconds until a lock that somebody else holds is given up
TRIES = 8  # how often a change is made anew because somebody else wrote in between
TEMPORARY = ".pickup-tui-"  # how our temporary files' names begin; none is longer than 64 bytes
_LOCK_FILE = ".pickup-tui.lock"


def _no_step(_: str) -> None:
    pass


# Called at every step of a write with its name: the seam at which tests kill the process.
on_step: Callable[[str], None] = _no_step


class NotSaved(Exception):
    """A write that was refused or failed: one sentence for people, and what they can do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Change(Record):
    """What a write did: the file's real path, its bytes before (None: there was none) and after."""

    __slots__ = ("after", "before", "path")

    def __init__(self, path: str, before: bytes | None, after: bytes) -> None:
        self.path = path
        self.before = before
        self.after = after


def resolve(path: str, inside: str | None = None) -> str:
    """Where a write to `path` goes: the target's path with all symbolic links resolved.

    inside  a folder that the target may not leave, through whatever links. A target that is itself a link
            is followed only then; without `inside` it is refused.
    Raises NotSaved.
    """
    link = os.path.islink(path)
    if link and inside is None:
        raise NotSaved(f"{path} is a symbolic link: not written", "save to the file that it points to")
    try:
        real = os.path.realpath(path, strict=link)
    except OSError as error:
        raise failed(path, error) from None
    if inside is not None and not (real + "/").startswith(os.path.realpath(inside).rstrip("/") + "/"):
        raise NotSaved(f"{path} leads to {real}, which is outside {inside}: not written", "replace the symbolic link")
    return real


def change(
    path: str,
    transform: Callable[[bytes | None], bytes],
    *,
    inside: str | None = None,
    mode: int = 0o666,
    folder_mode: int = 0o777,
) -> Change:
    """Replaces the bytes of `path` by what `transform` makes of them, whole or not at all.

    transform    pure: the old bytes, None when there is no file, to the new ones; may be called several times,
                 and what it raises leaves everything as it was
    inside       see `resolve`
    mode         of a new file, before the umask; an existing one keeps its own, its owner and its attributes
    folder_mode  of folders that have to be made
    Raises NotSaved.
    """
    real = resolve(path, inside)
    with locked(os.path.dirname(real), folder_mode) as folder:
        return folder.change(os.path.basename(real), transform, mode)


def plan(path: str, transform: Callable[[bytes | None], bytes], *, inside: str | None = None) -> Change:
    """What `change` would do now, with nothing written or made. Raises NotSaved as it would."""
    real = resolve(path, inside)
    where = os.path.dirname(real)
    try:
        fd = os.open(where, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return Change(real, None, transform(None))
    except OSError as error:
        raise failed(real, error) from None
    try:
        return Folder(where, fd).plan(os.path.basename(real), transform)
    finally:
        os.close(fd)


def read(path: str, limit: int = 4 * 1024 * 1024) -> bytes | None:
    """The bytes of a regular file, links followed; None when there is none. Raises NotSaved."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise failed(path, error, "read") from None
    try:
        return _all(file, path, limit)
    except OSError as error:
        raise failed(path, error, "read") from None
    finally:
        os.close(file)


def create(path: str, data: bytes, mode: int = 0o600) -> str:
    """Writes a file that must not exist yet; gives its real path. Raises FileExistsError when it does, and NotSaved.

    Takes no lock: in a folder that everybody may write to, anybody could hold it.
    """
    where = os.path.realpath(os.path.dirname(path))
    try:
        fd = os.open(where, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise failed(path, error) from None
    try:
        Folder(where, fd).write(os.path.basename(path), data, mode=mode, new=True)
    finally:
        os.close(fd)
    return os.path.join(where, os.path.basename(path))


@contextlib.contextmanager
def locked(path: str, folder_mode: int = 0o777) -> Iterator[Folder]:
    """The folder `path`, made where it is missing, with its lock held: several files can be changed as one step.

    A process must not ask for the lock of a folder twice. Raises NotSaved.
    """
    held: list[int] = []
    try:
        try:
            _make(path, folder_mode)
            held.append(os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
            _lock(path, held)
        except OSError as error:
            raise failed(path, error) from None
        on_step("locked")
        folder = Folder(path, held[0])
        folder.sweep()
        yield folder
    finally:
        for fd in reversed(held):
            os.close(fd)


class Folder:
    """A folder that is held open, so that its files are meant whatever happens to its path meanwhile."""

    def __init__(self, path: str, fd: int) -> None:
        self.path = path
        self.fd = fd

    def names(self) -> list[str]:
        """The names in the folder, sorted. Raises OSError."""
        return sorted(os.listdir(self.fd))

    def read(self, name: str) -> bytes | None:
        """The bytes of a file in the folder, None when there is none. Raises NotSaved."""
        return self._read(name)[0]

    def change(self, name: str, transform: Callable[[bytes | None], bytes], mode: int = 0o666) -> Change:
        """`change` for a file in this folder."""
        path = os.path.join(self.path, name)
        for _ in range(TRIES):
            before, seen = self._read(name)
            on_step("read")
            after = transform(before)
            if after == before or self.write(name, after, mode=mode, seen=seen):
                return Change(path, before, after)
        raise NotSaved(f"{path} keeps changing: not written", "try again when its editor is done")

    def plan(self, name: str, transform: Callable[[bytes | None], bytes]) -> Change:
        """What `change` would do now. Raises NotSaved as it would."""
        before = self._read(name)[0]
        return Change(os.path.join(self.path, name), before, transform(before))

    def write(
        self, name: str, data: bytes, *, mode: int = 0o666, seen: os.stat_result | None = None, new: bool = False
    ) -> bool:
        """Puts `data` in the place of the file `name`, whole. Raises NotSaved, and with `new` FileExistsError.

        seen  what the file was when it was read, None: it was not there
        new   the file must not exist
        Gives False, and writes nothing, when the file is no longer what was seen.
        """
        temporary = f"{TEMPORARY}{os.getpid()}-{os.urandom(6).hex()}.tmp"
        try:
            self._fill(temporary, data, mode if seen is None else 0o600)
            if seen is not None:
                self._liken(temporary, name, seen)
            self._sync_file(temporary)
            if new:
                self._take_new_name(temporary, name)
            elif _stamp(self._stat(name)) != _stamp(seen):
                self._remove(temporary)
                return False
            else:
                os.rename(temporary, name, src_dir_fd=self.fd, dst_dir_fd=self.fd)
            on_step("renamed")
            _sync(self.fd)
            on_step("folder synced")
        except FileExistsError:
            self._remove(temporary)
            raise
        except OSError as error:
            self._remove(temporary)
            raise failed(os.path.join(self.path, name), error) from None
        except BaseException:  # Ctrl+C too leaves nothing behind
            self._remove(temporary)
            raise
        return True

    def sweep(self) -> None:
        """Removes the temporary files of writers that were killed: whoever holds the lock knows that none is alive."""
        with contextlib.suppress(OSError):
            for name in os.listdir(self.fd):
                if name.startswith(TEMPORARY) and name.endswith(".tmp"):
                    self._remove(name)

    def _read(self, name: str) -> tuple[bytes | None, os.stat_result | None]:
        path = os.path.join(self.path, name)
        try:
            file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=self.fd)
        except FileNotFoundError:
            return None, None
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.EMLINK):
                raise NotSaved(f"{path} is a symbolic link: not written", "save to the file that it points to") from None
            raise failed(path, error, "read") from None
        try:
            data = _all(file, path, None)
            seen = os.fstat(file)
            if not os.access(name, os.W_OK, dir_fd=self.fd, effective_ids=os.access in os.supports_effective_ids):
                raise NotSaved(f"{path} is read-only: not written", f"chmod u+w {path}")
        except OSError as error:
            raise failed(path, error, "read") from None
        finally:
            os.close(file)
        return data, seen

    def _fill(self, temporary: str, data: bytes, mode: int) -> None:
        """The temporary file with `data` in it."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(temporary, flags, mode, dir_fd=self.fd)
        try:
            on_step("created")
            half = max(1, len(data) // 2)  # two writes at least, so that a test can stop between them
            for part in (memoryview(data)[:half], memoryview(data)[half:]):
                at = 0
                while at < len(part):
                    at += os.write(file, part[at:])
                on_step("written")
        finally:
            os.close(file)

    def _liken(self, temporary: str, name: str, seen: os.stat_result) -> None:
        """Gives the temporary file the mode, and as far as this user may the owner and attributes, of the target."""
        file = os.open(temporary, os.O_RDONLY | os.O_CLOEXEC, dir_fd=self.fd)
        try:
            mine = os.fstat(file)
            if (mine.st_uid, mine.st_gid) != (seen.st_uid, seen.st_gid):
                with contextlib.suppress(OSError):
                    os.fchown(file, seen.st_uid if os.geteuid() == 0 else -1, seen.st_gid)
            if hasattr(os, "listxattr"):
                with contextlib.suppress(OSError):
                    self._copy_attributes(name, file)
            os.fchmod(file, stat.S_IMODE(seen.st_mode))
        finally:
            os.close(file)
        on_step("mode kept")

    def _copy_attributes(self, name: str, file: int) -> None:
        source = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, dir_fd=self.fd)
        try:
            for key in os.listxattr(source):
                with contextlib.suppress(OSError):
                    os.setxattr(file, key, os.getxattr(source, key))
        finally:
            os.close(source)

    def _sync_file(self, temporary: str) -> None:
        # Opened anew and for writing: some systems refuse to sync what is open for reading only.
        file = os.open(temporary, os.O_WRONLY | os.O_CLOEXEC, dir_fd=self.fd)
        try:
            _sync(file)
        finally:
            os.close(file)
        on_step("synced")

    def _take_new_name(self, temporary: str, name: str) -> None:
        """Like a rename that never replaces anything: a second name, then the first one is given up."""
        try:
            os.link(temporary, name, src_dir_fd=self.fd, dst_dir_fd=self.fd, follow_symlinks=False)
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK):
                raise
            if self._stat(name) is not None:  # a disk without hard links: nearly as good
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name) from None
            os.rename(temporary, name, src_dir_fd=self.fd, dst_dir_fd=self.fd)
            return
        on_step("linked")
        os.unlink(temporary, dir_fd=self.fd)

    def _stat(self, name: str) -> os.stat_result | None:
        try:
            return os.stat(name, dir_fd=self.fd, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def _remove(self, name: str) -> None:
        with contextlib.suppress(OSError):
            os.unlink(name, dir_fd=self.fd)


def kind(mode: int) -> str:
    """What a file of this `st_mode` is, in words."""
    for test, words in (
        (stat.S_ISREG, "a file"), (stat.S_ISDIR, "a folder"), (stat.S_ISLNK, "a symbolic link"),
        (stat.S_ISFIFO, "a FIFO"), (stat.S_ISSOCK, "a socket"),
    ):  # fmt: skip
        if test(mode):
            return words
    return "a device"


def _all(file: int, path: str, limit: int | None) -> bytes:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode):
        raise NotSaved(f"{path} is {kind(status.st_mode)}, no regular file", "move it away")
    if limit is not None and status.st_size > limit:
        raise NotSaved(f"{path} is larger than {limit // 1024} KiB", "shorten it")
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _stamp(status: os.stat_result | None) -> tuple[int, ...] | None:
    """What tells one state of a file from another."""
    return status and (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _sync(fd: int) -> None:
    """To the disk, not only to its cache; a file system that cannot is left alone."""
    try:
        full = getattr(fcntl, "F_FULLFSYNC", None)  # macOS: fsync alone stops at the drive
        if full is not None:
            with contextlib.suppress(OSError):
                fcntl.fcntl(fd, full)
                return
        os.fsync(fd)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
            raise


def _make(path: str, mode: int) -> None:
    """The folder with its missing parents, each synced into the one above it."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    _make(parent, mode)
    with contextlib.suppress(FileExistsError):
        os.mkdir(path, mode)
    fd = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _sync(fd)
    finally:
        os.close(fd)


def _lock(path: str, held: list[int]) -> None:
    """Locks the folder whose descriptor is in `held`, adding that of the lock file where one is needed."""
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
