"""Git, through GitPython, in repositories that somebody else may have written (spec: since.md, "Safety").

Every call goes through one class that takes away what a repository's own configuration could start, and ends it
when the time is over. Nothing is written: no index refresh, no fetch, no lock.
GitPython builds the commands (`repository.git.rev_list(…)`), the program's own runner starts them.
"""

from __future__ import annotations

import os
import time

from pickup_tui import hardened, run
from pickup_tui.text import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NOT_TRUSTED, NO_REPOSITORY, SHALLOW = "not trusted", "no git repository", "shallow clone"


class Why(Exception):
    """A check that cannot be made; the message is what follows `unknown — `."""


_class: list[type[Any]] = []


def _gitpython() -> type[Any]:
    """GitPython's command builder, with this program's runner below it. Imported at the first use: 80 ms."""
    if _class:
        return _class[0]
    # Its import runs `git version` without a time limit, unless no git is found; refresh=quiet then accepts that.
    before = {name: os.environ.get(name) for name in ("GIT_PYTHON_REFRESH", "GIT_PYTHON_GIT_EXECUTABLE")}
    os.environ.update(GIT_PYTHON_REFRESH="quiet", GIT_PYTHON_GIT_EXECUTABLE=os.devnull)
    try:
        from git.cmd import Git
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    class Hardened(Git):
        """`execute` is where GitPython would start the process."""

        __slots__ = ("repository",)

        def execute(self, command: Any, *_: Any, istream: Any = None, **__: Any) -> Any:
            return self.repository.start(command[1:], istream or b"")

    _class.append(Hardened)
    return Hardened


class Repository:
    """A folder's repository, asked with a common end of time.

    folder   absolute; links in it are resolved
    environ  the person's variables
    end      when all calls must be over, as `time.monotonic` counts
    cancel   ends them earlier
    """

    def __init__(self, folder: str, environ: Mapping[str, str], end: float, cancel: run.Cancel | None = None) -> None:
        self.folder = os.path.realpath(folder)
        self.environ = environ
        self.end = end
        self.cancel = cancel
        self.off: list[str] = list(hardened.OFF)
        self.git = _gitpython()(self.folder)
        self.git.repository = self

    def start(self, arguments: list[str], feed: bytes) -> run.Done:
        """Run git with these arguments, hardened. This is what GitPython's `execute` comes to."""
        return run.run(
            [*hardened.command(self.off), *arguments],
            timeout=self.end - time.monotonic(),
            environ=hardened.environment(self.environ, self.folder),
            cwd=self.folder,
            feed=feed,
            cancel=self.cancel,
        )

    def call(self, command: str, *arguments: str, feed: str | bytes = b"", codes: tuple[int, ...] = (0,)) -> run.Done:
        """`git command arguments`; raises Why unless it ends with one of `codes`."""
        data = feed.encode("utf-8", "surrogateescape") if isinstance(feed, str) else feed
        done: run.Done = getattr(self.git, command.replace("-", "_"))(*arguments, istream=data)
        if done.failure or done.code not in codes:
            raise Why(reason(done))
        return done

    def text(self, command: str, *arguments: str, feed: str | bytes = b"") -> str:
        """The output of a call that must succeed, without the last newline."""
        return decode(self.call(command, *arguments, feed=feed).out).removesuffix("\n")

    def number(self, command: str, *arguments: str) -> int:
        """The number that a call prints."""
        return int(self.text(command, *arguments))


def decode(data: bytes) -> str:
    """Git's output as text that gives the same bytes again, for paths and names that are no UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def reason(done: run.Done) -> str:
    """Why a git call failed, in a few words."""
    if done.failure == run.MISSING:
        return "git is not installed"
    if done.failure:
        return "no such folder" if done.failure == os.strerror(2) else done.failure
    said = done.err.decode("utf-8", "replace")
    if "dubious ownership" in said or "unsafe repository" in said or "safe.bareRepository" in said:
        return NOT_TRUSTED
    if "not a git repository" in said:
        return NO_REPOSITORY
    first = next((line for line in said.splitlines() if line.strip()), f"ended with {done.code}")
    return one_line("git: " + first.removeprefix("fatal: ").removeprefix("error: "))[:120]


def is_name(name: str) -> bool:
    """Whether git would allow `name` for a branch; one that starts with `-` is allowed in a repository, so here too."""
    from pickup_tui.readers.section import is_branch

    return is_branch(name.lstrip("-") or "-") and not any(ord(char) < 33 or ord(char) == 127 for char in name)
