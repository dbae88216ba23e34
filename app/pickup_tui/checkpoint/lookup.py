"""Lookup: one missing session, searched for only on request and with recorded consent, within bounds fixed beforehand.

The original hands this to a component that is not public. The search here is this program's own and says so: it stands
beside the routing record, which tells that the component is missing. What is found is a hint, not a way to resume.
"""

from __future__ import annotations

import os

from pickup_tui import when
from pickup_tui.handoff import Record
from pickup_tui.text import fold

from . import config, consent, files, hermes, ids, record, sessions
from .record import Route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pickup_tui.world import World

    from .config import Config
    from .consent import Capabilities
    from .sessions import Meter, Session

FOUND, NO_MATCH, AMBIGUOUS, UNAVAILABLE, NOT_SEARCHED = "found", "no match", "ambiguous", "unavailable", "not searched"
DAYS, MOST_DAYS = 14, 365
FILES, BYTES = 5_000, 96 << 20  # of a store that one search may open and read
TEXT = 256 * 1024  # bytes of a session of this very project that are searched for a description
_SHOWN = 5  # candidates that an ambiguous answer names
_VAGUE = frozenset(["a", "an", "the", "my", "our", "last", "latest", "previous", "recent", "session", "sessions", "resume", "continue", "work", "one", "that", "of", "in", "for", "to", "it"])


class Result(Record):
    """What a lookup gave: the record, the outcome with its reason, and the sessions found, each with its evidence."""

    __slots__ = ("candidates", "outcome", "reason", "record")

    def __init__(self, record: dict[str, Any], outcome: str, reason: str, candidates: tuple[tuple[Session, str], ...] = ()) -> None:
        self.record = record
        self.outcome = outcome
        self.reason = reason
        self.candidates = candidates

    @property
    def exit_code(self) -> int:
        """0: routed, whatever was found; 2: the configuration or the capabilities are missing or wrong."""
        return 2 if self.record["reason_code"] == "invalid_config" else 0


def lookup(
    query: str, project: str, harness: str | None, world: World, *, days: int | None = None, capabilities: str | None = None,
    meter: Meter | None = None,
) -> Result:  # fmt: skip
    """Looks for one session of the project at the real path `project`. Searches nothing unless all that is needed is there."""
    settings: Config | None = None
    paths = [files.CONFIG]
    try:
        settings = config.load(project)
        route = record.restore_route(settings, "")
        if route.reason_code == "disabled":
            return _result(route, settings, paths, NOT_SEARCHED, "delegation is off: no lookup")
        if not capabilities:
            raise config.Invalid("lookup needs --capabilities FILE: the host's recorded capabilities and consents")  # noqa: TRY301
        paths.append(capabilities)
        known = consent.load(project, capabilities, world.cwd)
    except config.Invalid as invalid:
        return _result(Route("blocked", "invalid_config", str(invalid)), settings, paths, NOT_SEARCHED, str(invalid))
    wanted = harness or known.host
    route = _route(known, wanted, world)
    stop = _stop(query, wanted, known, route, days, world)
    if stop:
        return _result(route, settings, paths, NOT_SEARCHED, stop)
    search = _Search(query, project, wanted, world, days or DAYS, meter or sessions.Meter(FILES, BYTES))
    return _result(route, settings, paths, *search.run())


def _result(
    route: Route, settings: Config | None, paths: Sequence[str], outcome: str, reason: str,
    found: tuple[tuple[Session, str], ...] = (),
) -> Result:  # fmt: skip
    target = dict(record.TARGET) if route.reason_code in ("peer_missing", "missing_evidence", "source_mismatch") else None
    return Result(record.build("lookup", route, settings, target=target, evidence_paths=paths), outcome, reason, found)


def _route(known: Capabilities, harness: str, world: World) -> Route:
    """Where the component that does lookups would stand: the host first, then the component, then consent."""
    if known.host not in ids.HARNESSES or known.host != harness:
        return Route("fallback", "unsupported_host", "the recorded host is not the harness whose sessions are asked for")
    if not known.peer:
        return Route("fallback", "peer_missing", f"the pinned component {record.PEER} is not here")
    missing = known.missing(world.now)
    if missing:
        return Route("fallback", "missing_evidence", missing)
    return Route("fallback", "source_mismatch", f"a component {record.PEER} is claimed, but there is no pin to hold its bytes to")


def _stop(query: str, harness: str, known: Capabilities, route: Route, days: int | None, world: World) -> str | None:
    """What is missing for a search, None when it may begin."""
    missing = [route.detail] if route.reason_code == "unsupported_host" else []
    missing += [reason for reason in (known.missing(world.now), vague(query, harness)) if reason]
    if not missing and not ids.resumable(harness):
        missing.append(f"sessions of {harness} cannot be searched: no safe form to resume one is known")
    if days is not None and not 1 <= days <= MOST_DAYS:
        missing.append(f"--days must be between 1 and {MOST_DAYS}")
    return "; ".join(missing) or None


def vague(query: str, harness: str) -> str | None:
    """Why a query points at no one session, None when it is an ID or a description that tells sessions apart."""
    if ids.wrong(harness, query) is None:
        return None
    words = _words(query)
    if len(words) >= 2 or any(len(word) >= 4 and not word.isascii() for word in words):
        return None
    return "an ID of the harness's own form, or a description of at least two telling words, is needed"


def _words(query: str) -> list[str]:
    words = dict.fromkeys(fold(query).split())
    return [word for word in words if word not in _VAGUE and (len(word) > 2 or not word.isascii()) and any(c.isalpha() for c in word)]


class _Search:
    """One search: a harness, a project, a window of time, a budget."""

    def __init__(self, query: str, project: str, harness: str, world: World, days: int, meter: Meter) -> None:
        self.query = query
        self.project = project
        self.harness = harness
        self.world = world
        self.since = world.now - days * 86400
        self.window = f"the last {days} days" if days > 1 else "the last day"
        self.meter = meter
        self.by_id = ids.wrong(harness, query) is None
        self.unreadable = 0

    def run(self) -> tuple[str, str, tuple[tuple[Session, str], ...]]:
        try:
            found = self._hermes() if self.harness == "hermes" else self._files()
        except sessions.Absent as absent:
            return NO_MATCH, str(absent), ()
        except (sessions.Unsure, sessions.Exhausted) as stopped:
            return UNAVAILABLE, f"{stopped}: the search is not complete", ()
        where = f"{self.harness}'s sessions of this project in {self.window}"
        if not found:
            more = f"; {self.unreadable} files could not be read" if self.unreadable else ""
            return NO_MATCH, f"none of {where}{more}", ()
        if len(found) > 1:
            return AMBIGUOUS, f"{len(found)} of {where} match: say more of the one that is meant", tuple(found[:_SHOWN])
        return FOUND, "a hint, not a way to resume: put its ID into the checkpoint's lane and restore", (found[0],)

    def _files(self) -> list[tuple[Session, str]]:
        """Walks the newest files first; of a session of another project no more than its first 64 KiB is read."""
        dated: list[tuple[float, str]] = []
        for path in sessions.files(self.harness, self.world, self.query if self.by_id else None):
            try:
                dated.append((os.stat(path).st_mtime, path))
            except OSError:
                self.unreadable += 1
        found: list[tuple[Session, str]] = []
        for used, path in sorted(dated, reverse=True):
            if used < self.since:
                break
            try:
                session = sessions.identity(self.harness, path, self.meter)
            except sessions.Absent:
                continue
            except sessions.Unsure:
                self.unreadable += 1
                continue
            if ids.wrong(self.harness, session.session_id) or not path.endswith(f"{session.session_id}.jsonl"):
                continue  # an ID that only a file's name or only a record claims is none
            if sessions.same_folder(session.cwd, self.project) and self._matches(session):
                found.append((session, self._evidence(session)))
        return found

    def _hermes(self) -> list[tuple[Session, str]]:
        condition, value = ("id = ?", self.query) if self.by_id else ("cwd = ?", self.project)
        candidates = hermes.query(self.world, condition, (value,), 200)
        return [
            (session, self._evidence(session))
            for session in candidates
            if session.last_used >= self.since
            and not ids.wrong("hermes", session.session_id)
            and sessions.same_folder(session.cwd, self.project)
            and self._matches(session)
        ]

    def _matches(self, session: Session) -> bool:
        if self.by_id:
            return session.session_id == self.query
        words = _words(self.query)
        if self.harness == "hermes":
            texts = hermes.messages(self.world, session.session_id, 20)
        else:
            texts = [text for line in sessions.records(session.where, self.meter, TEXT) for text in _said(line)]
        whole = fold("\n".join(texts))
        return all(word in whole for word in words)

    def _evidence(self, session: Session) -> str:
        how = "its ID" if self.by_id else "what the person said in it"
        return f"{self.world.short(session.where)}: {how}, and its own cwd is this project"


def _said(line: dict[str, Any]) -> list[str]:
    """What the person said in one record of claude's or codex's files."""
    payload = line.get("payload")
    holder = payload if isinstance(payload, dict) else line.get("message")
    if not isinstance(holder, dict) or holder.get("role") != "user":
        return []
    content = holder.get("content")
    if isinstance(content, str):
        return [content]
    parts = content if isinstance(content, list) else []
    return [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]


def as_json(result: Result) -> dict[str, Any]:
    """The object that `lookup --json` promises (spec: json.md)."""
    candidates = [
        {
            "harness": session.harness,
            "session_id": session.session_id,
            "cwd": session.cwd,
            "last_used": when.iso(session.last_used),
            "evidence": evidence,
        }
        for session, evidence in result.candidates
    ]
    return {"schema_version": 1, "record": result.record, "outcome": result.outcome, "reason": result.reason, "candidates": candidates}


def lines(result: Result) -> list[str]:
    """The result for people."""
    out = [f"{result.outcome}: {result.reason} ({result.record['decision']}/{result.record['reason_code']})"]
    for session, evidence in result.candidates:
        out.append(f"  {session.harness} {session.session_id}, last used {when.iso(session.last_used)}: {evidence}")
    return out
