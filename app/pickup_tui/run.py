"""The one runner of other programs: an argument list, a clean environment, a time limit, and nothing left behind.

Never a shell. Every child leads a process group of its own, so that what it started dies with it; its input is what
the caller gives and its output goes to pipes, so that it can neither ask nor draw on the terminal.
`started` holds the argument list of every program that was started, for tests to count.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time

from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Mapping, Sequence

LIMIT = 64 * 1024 * 1024  # bytes of output that are read before a program is given up
_GRACE = 1.0  # seconds that a killed group has to be gone: one stuck in the kernel cannot be waited for

started: list[tuple[str, ...]] = []


class Done(Record):
    """How a program ended. `failure` is None when it ran to its end, whatever `code` is; else why it did not.

    failure  MISSING, TIMED_OUT, CANCELLED, TOO_MUCH, or the system's reason for not starting it
    code     its exit status; None with a failure
    out, err its bytes, as far as they came
    """

    __slots__ = ("code", "err", "failure", "out")

    def __init__(self, code: int | None, out: bytes = b"", err: bytes = b"", failure: str | None = None) -> None:
        self.code = code
        self.out = out
        self.err = err
        self.failure = failure

    @property
    def ok(self) -> bool:
        return self.code == 0


MISSING, TIMED_OUT, CANCELLED, TOO_MUCH = "not installed", "timed out", "cancelled", "too much output"


class Cancel:
    """A handle that ends running programs and refuses new ones; `cancel` may be called from any thread, any time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._starting = 0
        self.cancelled = False

    def cancel(self) -> None:
        """Kill what runs under this handle; returns at once."""
        with self._lock:
            self.cancelled = True
            for process in self._running:
                kill(process)

    @contextlib.contextmanager
    def starting(self) -> Iterator[None]:
        """While a process is being started, and is not yet among those that run."""
        with self._lock:
            self._starting += 1
        try:
            yield
        finally:
            with self._lock:
                self._starting -= 1

    def wait(self) -> None:
        """Until nothing is being started any more: what was, has seen that it is cancelled, or runs and was killed. Not for ever."""
        end = time.monotonic() + _GRACE / 4
        while self._starting and time.monotonic() < end:
            time.sleep(0.001)

    @contextlib.contextmanager
    def over(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        """Has a process under this handle while it runs."""
        with self._lock:
            self._running.add(process)
            if self.cancelled:
                kill(process)
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(process)


_everything = Cancel()  # what runs at all: killed when the program leaves


def stop_all() -> None:
    """Kill every program that was started here and still runs. Registered to run at exit by the first start."""
    _everything.cancel()
    _everything.wait()


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a child and everything in its group that has not left it. A child that was waited for is left alone."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, 9)


def which(name: str, environ: Mapping[str, str]) -> str | None:
    """The program `name` in PATH's absolute folders, None when there is none: "." and "bin" would be the project's."""
    for folder in environ.get("PATH", "").split(":"):
        path = os.path.join(folder, name)
        if folder.startswith("/") and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def run(
    argv: Sequence[str],
    *,
    timeout: float,
    environ: Mapping[str, str],
    cwd: str = "/",
    feed: bytes = b"",
    cancel: Cancel | None = None,
    limit: int = LIMIT,
    quiet: bool = False,
) -> Done:
    """Run `argv` to its end or for `timeout` seconds. Never raises on what the program does.

    argv[0]  a name, looked up with `which` in `environ`, or an absolute path
    environ  the child's whole environment
    feed     what it reads from stdin
    cancel   ends it early; one that was cancelled before starts nothing
    quiet    its output leads nowhere: what it leaves behind to serve a clipboard would hold our pipes for ever
    """
    program = argv[0] if argv[0].startswith("/") else which(argv[0], environ)
    if program is None:
        return Done(None, failure=MISSING)
    if timeout <= 0:
        return Done(None, failure=TIMED_OUT)
    if cancel and cancel.cancelled:
        return Done(None, failure=CANCELLED)
    _note(argv)
    with contextlib.ExitStack() as held:
        try:
            with _everything.starting():
                process = _start(program, argv, environ, cwd, feeding=bool(feed), quiet=quiet)
                held.enter_context(_everything.over(process))
        except (OSError, ValueError) as error:
            return Done(None, failure=_not_started(error, program))
        if cancel:
            held.enter_context(cancel.over(process))
        return _finish(process, feed, time.monotonic() + timeout, cancel, limit)


def _note(argv: Sequence[str]) -> None:
    """Counts a start; the first one has whatever still runs at the program's end killed."""
    if not started:
        import atexit

        atexit.register(stop_all)
    started.append(tuple(argv))


def _not_started(error: OSError | ValueError, program: str) -> str:
    missing = isinstance(error, FileNotFoundError) and error.filename == program
    return MISSING if missing else (getattr(error, "strerror", None) or str(error))


def _start(program: str, argv: Sequence[str], environ: Mapping[str, str], cwd: str, *, feeding: bool, quiet: bool) -> subprocess.Popen[bytes]:
    import subprocess

    return subprocess.Popen(
        [program, *argv[1:]],
        cwd=cwd,
        env=dict(environ),
        stdin=subprocess.PIPE if feeding else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if quiet else subprocess.PIPE,
        stderr=subprocess.DEVNULL if quiet else subprocess.PIPE,
        start_new_session=True,
    )


def _finish(process: subprocess.Popen[bytes], feed: bytes, end: float, cancel: Cancel | None, limit: int) -> Done:
    """Feed and read a child until it ends, the time is over or it says too much; then see that it is gone."""
    failure: str | None = None
    out, err = bytearray(), bytearray()
    try:
        failure = _pump(process, feed, end, out, err, limit)
        if failure is None:
            process.wait(max(end - time.monotonic(), 0.001))
    except Exception as error:  # noqa: BLE001 - whatever went wrong, the child must not stay
        failure = TIMED_OUT if type(error).__name__ == "TimeoutExpired" else str(error) or type(error).__name__
    finally:
        if process.returncode is None:
            kill(process)
            with contextlib.suppress(Exception):
                process.wait(_GRACE)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
    if cancel and cancel.cancelled:
        failure = CANCELLED
    return Done(None if failure else process.returncode, bytes(out), bytes(err), failure)


def _pump(process: subprocess.Popen[bytes], feed: bytes, end: float, out: bytearray, err: bytearray, limit: int) -> str | None:
    """Move bytes between a child's streams and the buffers until both outputs close; what stopped it before, else None."""
    import selectors

    left = memoryview(feed)
    with selectors.DefaultSelector() as selector:
        for stream, buffer in ((process.stdout, out), (process.stderr, err)):
            if stream:
                os.set_blocking(stream.fileno(), False)
                selector.register(stream, selectors.EVENT_READ, buffer)
        if process.stdin:
            os.set_blocking(process.stdin.fileno(), False)
            selector.register(process.stdin, selectors.EVENT_WRITE)
        while selector.get_map():
            ready = selector.select(max(end - time.monotonic(), 0))
            if not ready and time.monotonic() >= end:
                return TIMED_OUT
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    left = _write(key.fd, left)
                    if not left:
                        selector.unregister(process.stdin)
                        process.stdin.close()
                    continue
                data = os.read(key.fd, 1 << 16)
                if not data:
                    selector.unregister(key.fileobj)
                key.data.extend(data)
            if len(out) + len(err) > limit:
                return TOO_MUCH
    return None


def _write(fd: int, left: memoryview) -> memoryview:
    """What is still to be written; nothing when the reader has gone, which is its business."""
    try:
        return left[os.write(fd, left[: 1 << 16]) :]
    except BlockingIOError:
        return left
    except OSError:
        return left[:0]
