"""The safe write, the only way in which this program changes a file.

A file is there whole, the old one or the new one, whenever the process dies: the new bytes go to a
temporary file in the same folder, are synced, and take the target's name by `rename`; then the folder is
synced. Read, change and write happen under a lock, so that of two saves at once neither is lost.

Editors know nothing of the lock (`lock`): the target is looked at again right before the rename, and when it has
changed since it was read, the change is made anew on what is there now.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat

from pickup_tui.handoff import Record

from . import lock
from .refusal import NotSaved, failed, kind
from .targets import folder, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Change", "Folder", "NotSaved", "change", "create", "failed", "folder", "kind", "locked", "opened", "plan", "read", "resolve"]

TRIES = 8  # how often a change is made anew because somebody else wrote in between
TEMPORARY = ".pickup-tui-"  # how our temporary files' names begin; none is longer than 64 bytes


def _no_step(_: str) -> None:
    pass


# Called at every step of a write with its name: the seam at which tests kill the process.
on_step: Callable[[str], None] = _no_step


class Change(Record):
    """What a write did: the file's real path, its bytes before (None: there was none) and after."""

    __slots__ = ("after", "before", "path")

    def __init__(self, path: str, before: bytes | None, after: bytes) -> None:
        self.path = path
        self.before = before
        self.after = after


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
    with opened(os.path.dirname(real)) as folder:
        return folder.plan(os.path.basename(real), transform) if folder else Change(real, None, transform(None))


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
    with opened(where) as folder:
        if folder is None:
            raise failed(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        folder.write(os.path.basename(path), data, mode=mode, new=True)
    return os.path.join(where, os.path.basename(path))


@contextlib.contextmanager
def opened(path: str) -> Iterator[Folder | None]:
    """The folder `path` without its lock, for plans and new files; None when there is none. Raises NotSaved."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield None
        return
    except OSError as error:
        raise failed(path, error) from None
    try:
        yield Folder(path, fd)
    finally:
        os.close(fd)


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
            lock.acquire(path, held)
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
            if os.fstatvfs(file).f_flag & os.ST_RDONLY:  # no mode of the file helps there
                raise failed(path, OSError(errno.EROFS, ""))
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
