"""When files that declare no date were last committed: their time in a fresh clone says nothing (spec: formats.md, "date").

A file that was edited since it was checked out has a better time than its last commit, and git's index tells without
reading it: it keeps the size and time that the file had. So nothing here makes git read a working tree, whose filters
may be anybody's programs.
"""

from __future__ import annotations

import os
import re

from . import hardened, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST = 40  # files that are asked about in one project
TIMEOUT = 2.0  # seconds for all of them


def times(tree: str, paths: Sequence[str], environ: Mapping[str, str]) -> dict[str, float]:
    """By path, the time of the last commit that touched a file, in seconds since the epoch.

    tree   the working tree, absolute; `paths` lie in it
    Left out are files that git does not have or that were edited since; everything, when git cannot tell in time.
    """
    import time

    end = time.monotonic() + TIMEOUT
    inside = {os.path.relpath(path, tree): path for path in paths[:MOST]}
    listed = _git(tree, ("ls-files", "-z", "--debug", "--", *inside), environ, end)
    found: dict[str, float] = {}
    for name, seconds, size in _entries(listed):
        path = inside.get(name)
        if path is None or not _same(path, seconds, size):
            continue
        said = _git(tree, ("log", "-1", "--no-show-signature", "--format=%ct", "--", name), environ, end).strip()
        if said.isdigit():
            found[path] = float(said)
    return found


def _entries(listed: str) -> list[tuple[str, int, int]]:
    """(name, seconds of its time, size) of each file in what `ls-files -z --debug` printed."""
    found = re.finditer(r"([^\0]+)\0  ctime: [\d:]+\n  mtime: (\d+):\d+\n[^\0]*?size: (\d+)\tflags: \w+\n", listed)
    return [(entry[1], int(entry[2]), int(entry[3])) for entry in found]


def _same(path: str, seconds: int, size: int) -> bool:
    try:
        found = os.stat(path)
    except OSError:
        return False
    return int(found.st_mtime) == seconds and found.st_size == size


def _git(tree: str, words: Sequence[str], environ: Mapping[str, str], end: float) -> str:
    """What git prints, "" when it fails or has no time left."""
    import time

    done = run.run([*hardened.command(), *words], timeout=end - time.monotonic(), environ=hardened.environment(environ, tree), cwd=tree)
    return done.out.decode("utf-8", "surrogateescape") if done.ok else ""
