"""The host's recorded capabilities: which host it is, what the person has consented to, and when that was seen.

FILE of `lookup --capabilities` (spec: checkpoint.md, "lookup"): JSON inside the project with `host`, `consents` and
`observed_at`. Other keys are of other programs; of those only `peers` is looked at.
"""

from __future__ import annotations

import os

from pickup_tui import when
from pickup_tui.handoff import Record
from pickup_tui.text import one_line

from . import config, files, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIMIT = 256 * 1024
FRESH = 24 * 3600  # seconds after which a consent is none
LOOKUP = "lookup"


class Capabilities(Record):
    """What the file says. `observed`: seconds since the epoch or None; peer: it claims the component that lookup is handed to."""

    __slots__ = ("consents", "host", "observed", "peer")

    def __init__(self, host: str, consents: tuple[str, ...], observed: float | None, *, peer: bool) -> None:
        self.host = host
        self.consents = consents
        self.observed = observed
        self.peer = peer

    def missing(self, now: float) -> str | None:
        """Why there is no consent to a lookup, None when there is."""
        if LOOKUP not in self.consents:
            return "no consent to lookup is recorded"
        if self.observed is None:
            return "when the consent was recorded is not said: observed_at is missing"
        if now - self.observed > FRESH:
            return "the recorded consent is older than 24 hours"
        if self.observed - now > 60:
            return "the recorded consent lies in the future"
        return None


def load(project: str, path: str, cwd: str) -> Capabilities:
    """Reads the file. Raises config.Invalid with what is wrong."""
    try:
        contents = files.read(project, _relative(project, path, cwd), LIMIT)
    except files.Refused as refused:
        raise config.Invalid(f"capabilities: {refused.reason}") from None
    return _checked(config.parse_json(contents.data, "capabilities"))


def _relative(project: str, path: str, cwd: str) -> str:
    """The path below the project; one that the caller gives absolute or from where the shell stands is taken too."""
    for start in (cwd, project):
        full = os.path.normpath(os.path.join(start, path))
        real = os.path.realpath(full)
        if os.path.lexists(full):
            if real.startswith(project.rstrip("/") + "/"):
                return real[len(project.rstrip("/")) + 1 :]
            raise files.Refused(f"{one_line(path)[:120]} is outside the project")
    raise files.Refused(f"{one_line(path)[:120]} is not there", missing=True)


def _checked(source: dict[str, Any]) -> Capabilities:
    if "schema_version" in source and (type(source["schema_version"]) is not int or source["schema_version"] != 1):
        raise config.Invalid("capabilities: schema_version must be the integer 1 or absent")
    host, consents, observed = source.get("host"), source.get("consents", []), source.get("observed_at")
    if not isinstance(host, str) or not host:
        raise config.Invalid("capabilities: host is missing")
    if not isinstance(consents, list) or not all(isinstance(item, str) for item in consents):
        raise config.Invalid("capabilities: consents must be a list of strings")
    if observed is None:  # what is not recorded is missing, and said so; only what is wrong is an error
        return Capabilities(host, tuple(consents), None, peer=_peer(source))
    declared = when.parse(observed) if isinstance(observed, str) else None
    if declared is None or when.is_date(declared):
        raise config.Invalid("capabilities: observed_at must be a time, such as 2026-11-28T10:00:00Z")
    return Capabilities(host, tuple(consents), when.seconds(declared, 0.0), peer=_peer(source))


def _peer(source: dict[str, Any]) -> bool:
    peers = source.get("peers")
    peer = peers.get(record.TARGET["ecosystem"]) if isinstance(peers, dict) else None
    skills = peer.get("loaded_skills") if isinstance(peer, dict) else None
    return isinstance(skills, dict) and record.PEER in skills
