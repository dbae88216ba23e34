"""`--demo`: a made-up home folder in a temporary place, so that somebody without handoffs sees the whole program.

Everything is told by ages, so it looks the same whenever it is made. It combines with every command that reads; what
a command writes goes there too, and with it away.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from pickup_tui.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PREFIX = "pickup-tui-demo-"
CURRENT = "uploader"  # the project that the demo's shell stands in
_FORGOTTEN = 86400  # seconds after which what a killed demo left behind is removed by the next one

# Variables that lead out of the made-up home, into the person's files or accounts. A token must not make `gh` ask
# the real GitHub about made-up repositories.
_AWAY = frozenset(
    (
        "BDC_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME", "PICKUP_PROJECTS",
        "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME",
        "GH_CONFIG_DIR", "GH_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GH_HOST", "GH_REPO",
    ),
)  # fmt: skip


# What removes the demo, whatever ends the program: it waits for the end of a stream that this program, and the agent
# that it may become, hold open. A brief that was named to the person stays until the next demo a day later.
_SWEEPER = 'trap "" HUP INT TERM; cat >/dev/null; [ -n "$(ls -A "$1/$2" 2>/dev/null)" ] || exec rm -rf -- "$1"'
_BRIEFS = "home/.local/state/pickup-tui/briefs"


@contextmanager
def demo_world(world: World) -> Iterator[World]:
    """A world like `world`, with the demo's home and the shell in one of its projects; removed afterwards.

    When this program becomes an agent that works there, it is removed after the agent.
    """
    import shutil
    import tempfile

    base = os.path.realpath(tempfile.gettempdir())
    _forget(base)
    top = tempfile.mkdtemp(prefix=PREFIX, dir=base)
    held = _sweeper(top)
    try:
        yield make(top, world)
    finally:
        briefs = os.path.join(top, _BRIEFS)
        if not (os.path.isdir(briefs) and os.listdir(briefs)):
            shutil.rmtree(top, ignore_errors=True)
        if held is not None:
            os.close(held)


def _sweeper(top: str) -> int | None:
    """Starts what removes `top` in the end; the stream's end to hold open, None when it cannot be started."""
    import subprocess

    read, write = os.pipe()
    try:
        subprocess.Popen(
            ["/bin/sh", "-c", _SWEEPER, "sh", top, _BRIEFS],
            stdin=read,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        ).returncode = 0  # nobody waits for it: it ends after us
    except OSError:
        os.close(write)
        return None
    finally:
        os.close(read)
    os.set_inheritable(write, True)  # across the exec of an agent; other children close what is not theirs
    return write


def make(top: str, world: World) -> World:
    """Builds the demo below the empty folder `top`, as of `world.now`; the world to run in."""
    from pickup_tui.since import reviews

    from .build import build
    from .content import REVIEWS

    home = os.path.join(top, "home")
    os.makedirs(os.path.join(home, "tmp"))
    environ = _environ(world.environ, home)
    build(home, environ, world.now)
    made = _DemoWorld(environ, os.path.join(home, "Projects", CURRENT), world.now)
    reviews.remember({reviews.key(ref): answer for ref, answer in REVIEWS.items()}, made)
    return made


class _DemoWorld(World):
    """Without the machine's own temporary folder: what other programs left there is no part of the demo."""

    @property
    def temporary_folders(self) -> tuple[str, ...]:
        return (self.environ["TMPDIR"],)


def _environ(around: Mapping[str, str], home: str) -> dict[str, str]:
    kept = {name: value for name, value in around.items() if name not in _AWAY and not name.startswith("GIT_")}
    return {
        **kept,
        "HOME": home,
        "TMPDIR": os.path.join(home, "tmp"),
        "PWD": os.path.join(home, "Projects", CURRENT),
        # Nobody's own git settings: a default branch, hooks or signing would change what is made.
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }


def _forget(base: str) -> None:
    """Removes what demos left that were killed, once it is a day old."""
    import shutil
    import time

    with os.scandir(base) as entries:
        for entry in entries:
            if not entry.name.startswith(PREFIX) or not entry.is_dir(follow_symlinks=False):
                continue
            found = entry.stat(follow_symlinks=False)
            if found.st_uid == os.geteuid() and found.st_mtime < time.time() - _FORGOTTEN:
                shutil.rmtree(entry.path, ignore_errors=True)
