"""Hermes keeps its sessions in one SQLite file. It is opened so that nothing of it changes, its locks and logs included."""

from __future__ import annotations

import contextlib
import os
from time import monotonic

from .sessions import Absent, Session, Unsure, store

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from pickup_tui.world import World

WAIT = 0.5  # seconds for somebody else's lock
SECONDS = 3.0  # of one question
_USED = ("last_activity_at", "ended_at", "started_at")  # columns that say when a session was last used, best first


def find(session_id: str, world: World) -> Session:
    """The session of this ID. Raises Absent and Unsure."""
    rows = query(world, "id = ?", (session_id,), 2)
    if not rows:
        raise Absent(f"no session of this ID in {world.short(store('hermes', world))}")
    return rows[0]


def query(world: World, where: str, values: tuple[object, ...], limit: int) -> list[Session]:
    """The sessions that a condition of ours on `sessions` meets, the newest first. Raises Absent and Unsure."""
    import sqlite3

    path = store("hermes", world)
    try:
        with _opened(path, world) as database:
            columns = {row[1] for row in database.execute("PRAGMA table_info(sessions)")}
            if not {"id", "cwd"} <= columns:
                raise Unsure("this version of the store does not say in which folder a session was")
            used = f"COALESCE({', '.join((*(name for name in _USED if name in columns), '0', '0'))})"
            # `where` is one of this program's own conditions; everything that varies is bound.
            sql = f"SELECT id, cwd, {used} FROM sessions WHERE {where} ORDER BY {used} DESC LIMIT ?"  # noqa: S608
            found = list(database.execute(sql, (*values, limit)))
    except sqlite3.Error as error:
        raise Unsure(f"the store cannot be read now: {error}") from None
    sessions = [_session(row, path) for row in found]
    if any(session is None for session in sessions) and len(sessions) == 1:
        raise Absent("the session's record has no folder")
    return [session for session in sessions if session]


def messages(world: World, session_id: str, limit: int) -> list[str]:
    """The first things that the person said in a session."""
    import sqlite3

    sql = "SELECT substr(content, 1, 20000) FROM messages WHERE session_id = ? AND role = 'user' ORDER BY id LIMIT ?"
    try:
        with _opened(store("hermes", world), world) as database:
            return [row[0] for row in database.execute(sql, (session_id, limit)) if isinstance(row[0], str)]
    except sqlite3.Error:
        return []


def _session(row: tuple[object, ...], path: str) -> Session | None:
    session_id, cwd, used = row
    if not isinstance(session_id, str) or not isinstance(cwd, str) or not cwd:
        return None
    return Session("hermes", session_id, cwd, None, path, float(used) if isinstance(used, (int, float)) else 0.0)


@contextlib.contextmanager
def _opened(path: str, world: World) -> Iterator[sqlite3.Connection]:
    """The database, read-only. Raises Absent, Unsure and sqlite3.Error."""
    import sqlite3
    from urllib.parse import quote

    if not os.path.lexists(path):
        raise Absent(f"there is no store at {world.short(path)}")
    if not os.path.isfile(path):
        raise Unsure(f"{world.short(path)} is no regular file")
    real = os.path.realpath(path)
    end = monotonic() + SECONDS
    database = sqlite3.connect(f"file:{quote(real)}?{_mode(real)}", uri=True, timeout=WAIT, isolation_level=None)
    try:
        database.execute("PRAGMA query_only = 1")
        database.set_progress_handler(lambda: int(monotonic() > end), 10_000)
        yield database
    finally:
        database.close()


def _mode(path: str) -> str:
    """How to open the file so that nothing beside it is made or changed.

    A rollback journal needs nothing. With a write-ahead log, plain `mode=ro` would make or mark the shared index:
    `readonly_shm` uses it as it lies; and where there is no log, nobody has the file open, and it is as it is.
    """
    try:
        with open(path, "rb") as file:
            header = file.read(20)
        logged = header[18:19] == b"\x02"
        empty = not os.path.exists(path + "-wal") or os.path.getsize(path + "-wal") == 0
    except OSError as error:
        raise Unsure(f"the store cannot be read: {(error.strerror or 'refused').lower()}") from None
    if not logged:
        return "mode=ro"
    return "mode=ro&immutable=1" if empty else "mode=ro&readonly_shm=1"
