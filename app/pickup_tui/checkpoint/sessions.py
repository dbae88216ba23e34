"""The sessions that harnesses keep, looked at and never written: is there this very session, and where was it at work?

A session's own record says where it was; the folder that its file lies in has a lossy name and says nothing.
"""

from __future__ import annotations

import json
import os
import re
import stat

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from pickup_tui.world import World

HEAD = 64 * 1024  # bytes in which a session has to say who it is
_CHUNK = 8 * 1024
_FOLDERS = 20_000  # of a store that are looked into
_FILE_ID = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"


class Session(Record):
    """A session by its own record.

    cwd        the folder that it says it was started in
    version    of the harness that wrote it, None when it does not say
    where      the file, for evidence
    last_used  seconds since the epoch
    """

    __slots__ = ("cwd", "harness", "last_used", "session_id", "version", "where")

    def __init__(self, harness: str, session_id: str, cwd: str, version: str | None, where: str, last_used: float) -> None:
        self.harness = harness
        self.session_id = session_id
        self.cwd = cwd
        self.version = version
        self.where = where
        self.last_used = last_used


class Absent(Exception):
    """The session is not there, or its record does not hold up: a failed check, with the reason."""


class Unsure(Exception):
    """The store cannot be read, or answers twice: neither right nor wrong, with the reason."""


class Exhausted(Exception):
    """The budget of files or bytes is used up."""


class Meter:
    """Counts what is read of a store and stops at its limits. `reads` has the bytes by file, for tests to hold."""

    def __init__(self, files: int = 100, total: int = 8 << 20) -> None:
        self.files = files
        self.total = total
        self.bytes = 0
        self.reads: dict[str, int] = {}

    def open(self, path: str) -> None:
        if path not in self.reads and len(self.reads) >= self.files:
            raise Exhausted(f"the limit of {self.files} files was reached")
        self.reads.setdefault(path, 0)

    def read(self, path: str, count: int) -> None:
        self.reads[path] += count
        self.bytes += count
        if self.bytes > self.total:
            raise Exhausted(f"the limit of {self.total} bytes was reached")


def find(harness: str, session_id: str, world: World, meter: Meter | None = None) -> Session:
    """The one session of this ID in the harness's own store. Raises Absent, Unsure and Exhausted.

    session_id  must have passed `ids.wrong`
    """
    meter = meter or Meter()
    if harness == "hermes":
        from . import hermes

        return hermes.find(session_id, world)
    found = list(files(harness, world, session_id))
    if not found:
        raise Absent(f"no session of this ID in {world.short(store(harness, world))}")
    if len(found) > 1:
        raise Unsure(f"{len(found)} files hold this session's ID: which one would be resumed is not sure")
    session = identity(harness, found[0], meter)
    if session.session_id != session_id:
        raise Absent("the session's own record has another ID")
    return session


def store(harness: str, world: World) -> str:
    """Where the harness keeps its sessions."""
    if harness == "claude":
        return os.path.join(world.claude_folder, "projects")
    if harness == "codex":
        return os.path.join(world.expand(world.environ.get("CODEX_HOME") or "~/.codex"), "sessions")
    return world.expand("~/.hermes/state.db")


def files(harness: str, world: World, session_id: str | None = None) -> Iterator[str]:
    """The session files of a store, of one ID or all, unopened. Raises Absent without a store, Unsure when unreadable."""
    top = os.path.realpath(store(harness, world))
    if not os.path.lexists(top):
        raise Absent(f"there is no store at {world.short(store(harness, world))}")
    name = re.escape(session_id) if session_id else _FILE_ID
    if harness == "claude":
        levels, form = [r".+"], rf"{name}\.jsonl"
    else:
        levels, form = [r"[0-9]{4}", r"[0-9]{2}", r"[0-9]{2}"], rf"rollout-.+-{name}\.jsonl"
    seen = [0]
    yield from _walk(top, levels, re.compile(form), seen, lookup=session_id if harness == "claude" else None)


def _walk(folder: str, levels: list[str], form: re.Pattern[str], seen: list[int], lookup: str | None) -> Iterator[str]:
    seen[0] += 1
    if seen[0] > _FOLDERS:
        raise Unsure(f"the store has more than {_FOLDERS} folders")
    if not levels and lookup:  # the name is known: no need to list a folder of thousands
        path = os.path.join(folder, f"{lookup}.jsonl")
        if _regular(path):
            yield path
        return
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise Unsure(f"the store cannot be read: {(error.strerror or 'refused').lower()}") from None
    for entry in listed:
        # Links are not followed: what they lead to is not in the harness's own store.
        if levels and entry.is_dir(follow_symlinks=False) and re.fullmatch(levels[0], entry.name):
            yield from _walk(entry.path, levels[1:], form, seen, lookup)
        elif not levels and form.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            yield entry.path


def _regular(path: str) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise Unsure(f"the store cannot be read: {(error.strerror or 'refused').lower()}") from None


def identity(harness: str, path: str, meter: Meter) -> Session:
    """Who a session file says it is, by its first record that holds both ID and folder. Reads 64 KiB at most.

    Raises Absent when no such record is there, Unsure when the file cannot be read.
    """
    used = 0.0
    try:
        used = os.stat(path).st_mtime
        for record in records(path, meter, HEAD, first=harness == "codex"):
            said = _codex(record) if harness == "codex" else _claude(record)
            if said:
                return Session(harness, said[0], said[1], said[2], path, used)
    except OSError as error:
        raise Unsure(f"the session's file cannot be read: {(error.strerror or 'refused').lower()}") from None
    raise Absent(f"the session's file has no record with ID and folder in its first {HEAD // 1024} KiB")


def records(path: str, meter: Meter, limit: int, *, first: bool = False) -> Iterator[dict[str, Any]]:
    """The JSON objects of a file's first `limit` bytes, line by line; what is cut off or no object is passed over.

    first  looks at the first line alone, whatever it is
    """
    meter.open(path)
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        rest = b""
        left = limit
        while left > 0:
            chunk = os.read(file, min(_CHUNK, left))
            meter.read(path, len(chunk))
            left -= len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            if not chunk:
                lines = [rest]
            for line in lines:
                record = _object(line)
                if record is not None:
                    yield record
                if first:
                    return
            if not chunk:
                return
    finally:
        os.close(file)


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _claude(record: dict[str, Any]) -> tuple[str, str, str | None] | None:
    return _said(record.get("sessionId"), record.get("cwd"), record.get("version"))


def _codex(record: dict[str, Any]) -> tuple[str, str, str | None] | None:
    payload = record.get("payload")
    if record.get("type") != "session_meta" or not isinstance(payload, dict):
        return None
    return _said(payload.get("id"), payload.get("cwd"), payload.get("cli_version"))


def _said(session_id: object, cwd: object, version: object) -> tuple[str, str, str | None] | None:
    if not (isinstance(session_id, str) and session_id and isinstance(cwd, str) and cwd):
        return None
    return session_id, cwd, version if isinstance(version, str) and version else None


def same_folder(said: str, folder: str) -> bool:
    """Whether a session's own `cwd` is this folder, both by their real paths. A relative one is none."""
    return said.startswith("/") and "\0" not in said and os.path.realpath(said) == os.path.realpath(folder)
