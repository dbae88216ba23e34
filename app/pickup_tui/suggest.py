"""Folders that look like roots: the parents of the projects that agents' own session stores name.

Only asked when nothing was found. The stores are other programs' private files: the start of a few newest records is
read, nothing is followed, and a folder is suggested only when it is there.
"""

from __future__ import annotations

import json
import os
import stat

from .disk import Disk, Unreadable
from .text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .settings import Settings
    from .world import World

_FOLDERS = 200  # of a store that are looked into
_HEAD = 1 << 16  # bytes of a record's start
MOST = 5  # suggestions


def roots(settings: Settings, world: World) -> list[str]:
    """At most five folders that are no root yet, those with the most projects first; never "/"."""
    counts: dict[str, set[str]] = {}
    for project in _projects(world):
        above = os.path.dirname(project)
        if above not in ("/", "") and clean(above) == above and os.path.isdir(project):
            counts.setdefault(above, set()).add(project)
    known = {os.path.realpath(root) for root in settings.roots}
    found = [above for above in counts if os.path.realpath(above) not in known]
    return sorted(found, key=lambda above: (-len(counts[above]), above))[:MOST]


def _projects(world: World) -> Iterator[str]:
    """The working folders that sessions of Claude Code and Codex name, as they wrote them."""
    disk = Disk()
    claude = os.path.join(world.claude_folder, "projects")
    for folder in _names(disk, claude)[:_FOLDERS]:
        inside = os.path.join(claude, folder)
        yield from _working_folder(os.path.join(inside, name) for name in _newest(_names(disk, inside)))
    codex = os.path.join(world.expand(world.environ.get("CODEX_HOME") or "~/.codex"), "sessions")
    days = [codex]
    for _ in ("year", "month", "day"):
        days = [os.path.join(above, name) for above in days for name in sorted(_names(disk, above), reverse=True)][:31]
    for day in days:
        yield from _working_folder(os.path.join(day, name) for name in _newest(_names(disk, day), 10))


def _names(disk: Disk, folder: str) -> list[str]:
    try:
        return [entry.name for entry in disk.listing(folder) or []]
    except Unreadable:
        return []


def _newest(names: Iterable[str], most: int = 1) -> list[str]:
    return sorted((name for name in names if name.endswith(".jsonl")), reverse=True)[:most]


def _working_folder(paths: Iterable[str]) -> Iterator[str]:
    """The first `cwd` that each record names near its start."""
    for path in paths:
        for line in _head(path).splitlines()[:50]:
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                continue
            inner = record.get("payload") if isinstance(record, dict) else None
            cwd = next((one.get("cwd") for one in (record, inner) if isinstance(one, dict) and one.get("cwd")), None)
            if isinstance(cwd, str) and cwd.startswith("/"):
                yield os.path.normpath(cwd)
                break


def _head(path: str) -> str:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return ""
    try:
        return os.read(handle, _HEAD).decode("utf-8", "replace") if stat.S_ISREG(os.fstat(handle).st_mode) else ""
    except OSError:
        return ""
    finally:
        os.close(handle)
