"""The entry: chooses the command and imports nothing that it does not need."""

from __future__ import annotations

import errno
import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Sequence

    from _typeshed import ReadableBuffer

    from .cli import Args
    from .world import World
else:
    import _signal as signal  # `signal` itself builds enums for 4 ms


def main(argv: Sequence[str] | None = None, world: World | None = None) -> int:
    """Runs one command line and gives its exit code. stdout gets data, stderr everything else.

    world  what surrounds the run; by default the process's own
    """
    from .cli import ExitCode, UsageError, parse

    words = list(sys.argv[1:] if argv is None else argv)
    alone = argv is None and world is None  # the process is this run's own
    _tolerant(alone=alone)
    try:
        try:
            args = parse(words)
            if alone and args.command != "pick":  # the screen hears Ctrl+C itself
                _heed_ctrl_c()
            code = _run(args, world)
        except UsageError as error:
            code = _fail(str(error), "", ExitCode.USAGE, "usage", (), as_json="--json" in words, command=error.command)
        try:
            sys.stdout.flush()
        except BrokenPipeError:  # the reader has gone (`| head`), who need not have seen all of it
            _give_up(1)
    except BrokenPipeError:
        _give_up(1)
        code = ExitCode.OK
    except KeyboardInterrupt:
        _give_up(1)  # what was not written by now is not wanted, and its reader may be what hangs
        code = ExitCode.INTERRUPTED
    except OSError as error:
        code = _unwritable(error)
    try:
        sys.stderr.flush()
    except OSError:
        _give_up(2)
    if alone:
        _leave(code)
    return code


def _unwritable(error: OSError) -> int:
    """What is written to cannot take it, which is said; any other error is raised again."""
    from .cli import ExitCode

    if error.errno not in _UNWRITABLE:
        raise error
    _give_up(1)
    try:
        return _fail(f"cannot write: {error.strerror}", "", ExitCode.NOTHING, "write", (), as_json=False)
    except OSError:  # stderr it is that cannot be written to
        return ExitCode.NOTHING


def _heed_ctrl_c() -> None:
    """Ctrl+C ends the program even while the system holds it: a call to a dead mount is not interrupted by a signal.

    So a thread beside waits for the signal, interrupts this one by another, and a second later, which is what an
    orderly end may take, ends everything. Where Ctrl+C is to be ignored, it stays so.
    """
    import _thread

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    main_ = _thread.get_ident()
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))

    def listen() -> None:
        import time

        signal.sigwait((signal.SIGINT,))
        signal.pthread_kill(main_, signal.SIGALRM)
        time.sleep(1)
        if runner := sys.modules.get("pickup_tui.run"):
            runner.stop_all()
        os._exit(130)

    _thread.start_new_thread(listen, ())


def _leave(code: int) -> None:
    """Ends the process: all is written, and taking the interpreter apart would take a fifth of the whole run."""
    import atexit

    atexit._run_exitfuncs()  # noqa: SLF001 - whoever asked to be called at the end is: runners with children, a profiler
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG, errno.EBADF)  # what a stream may give that it is written to


def _give_up(stream: int) -> None:
    """What is left in the buffer of stdout (1) or stderr (2) must not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _run(args: Args, world: World | None) -> int:
    from .cli import Failure, by_name

    command = by_name(args.command)
    if args.on("version"):
        from . import __version__

        print(f"pickup-tui {__version__}")
        return 0
    if command is None or args.on("help"):
        from .usage import usage

        sys.stdout.write(usage(command))
        return 0
    if world is None:
        from .world import World

        world = World()
    try:
        if args.on("demo"):
            from .demo import demo_world

            with demo_world(world) as inside:
                return _call(command.function, args, inside)
        return _call(command.function, args, world)
    except Failure as failure:
        return _fail(failure.message, failure.hint, failure.exit_code, failure.code, failure.candidates, as_json=args.on("json"), command=args.command)


def _call(function: str, args: Args, world: World) -> int:
    import gc

    # A quick command ends before its garbage is worth collecting; the screen turns it on again.
    gc.disable()

    module, _, name = function.partition(":")
    # not `importlib`: it imports `warnings`, and this is all that we need of it
    commands = __import__(f"pickup_tui.commands.{module}", fromlist=(name,))
    if args.words or args.values:
        from .named import check

        check(args, world)
    return int(getattr(commands, name)(args, world))


def _fail(
    message: str, hint: str, exit_code: int, code: str, candidates: Sequence[object], *, as_json: bool, command: str = ""
) -> int:
    from .text import one_line

    if as_json and command in ("restore", "lookup"):  # these print their own object at every exit code (spec: json.md)
        import json

        from .commands.checkpoint import unasked

        print(json.dumps(unasked(command, one_line(message))))
    elif as_json:
        import json

        error = {"code": code, "message": one_line(message), "hint": one_line(hint), "candidates": list(candidates)}
        print(json.dumps({"schema_version": 1, "error": error}))
    print(f"pickup-tui: {one_line(message)}" + (f"\n  {one_line(hint)}" if hint else ""), file=sys.stderr)
    return exit_code


class _Unheard(io.FileIO):
    """What a person would be told: that nobody reads it changes neither what is done nor the exit code."""

    def write(self, data: ReadableBuffer, /) -> int:
        left = memoryview(data)
        while left.nbytes:
            try:
                done = super().write(left)
            except OSError as error:
                if error.errno not in (errno.EPIPE, *_UNWRITABLE):
                    raise
                break
            if done is None:  # whoever started this shares a pipe that does not wait
                import select

                select.select([], [self.fileno()], [])
            left = left[done or 0 :]
        return memoryview(data).nbytes


def _tolerant(*, alone: bool) -> None:
    """Streams that a narrow locale cannot write to get `?`, never an error; closed ones lead nowhere.

    alone  the process is this run's own, and so is its stderr
    """
    for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        stream = getattr(sys, name)
        if stream is None:  # started with it closed
            mode = os.O_RDONLY if number == 0 else os.O_WRONLY
            setattr(sys, name, os.fdopen(os.open(os.devnull, mode), "r" if number == 0 else "w"))
        elif number and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if alone and sys.__stderr__ and sys.stderr is sys.__stderr__:  # not one that was closed
        raw = _Unheard(sys.__stderr__.fileno(), "w", closefd=False)
        sys.stderr = io.TextIOWrapper(raw, sys.__stderr__.encoding, "replace", write_through=True)


def _safe_path() -> None:
    """`python -m` looks for modules in the shell's folder first: a project's `yaml.py` must not be what we import."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if not sys.flags.safe_path and sys.path and sys.path[0] != here:
        del sys.path[0]


if __name__ == "__main__":
    _safe_path()
    sys.exit(main())
