"""Session IDs: taken as they are when they have exactly the right form, refused otherwise, never mended.

The programs also take titles, prefixes or `latest` where the ID goes, so the general form is not enough: each
harness's own format is asked for as well.
"""

from __future__ import annotations

import re

LONGEST = 256

# ASCII ranges are written out: \d and \w match look-alikes of other scripts.
_GENERAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,255}")
_UUID = r"[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"
_OWN = {
    "claude": (re.compile(_UUID), "a UUID"),
    "codex": (re.compile(_UUID), "a UUID"),
    "hermes": (re.compile(r"[0-9]{8}_[0-9]{6}_(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})"), "YYYYMMDD_HHMMSS_ and 6 or 8 hex digits"),
    "opencode": (re.compile(r"ses_[A-Za-z0-9]{1,252}"), "ses_ and letters and digits"),
}
HARNESSES = tuple(_OWN)

# The only words that a resume is ever made of; opencode has no form that is known to be safe.
_ARGV = {
    "claude": ("claude", "-p", "--resume"),
    "codex": ("codex", "exec", "resume"),
    "hermes": ("hermes", "chat", "--resume"),
}


def wrong(harness: str, session_id: str) -> str | None:
    """Why this is no session ID of this harness, None when it is one. Never repeats the ID."""
    if not session_id:
        return "the session ID is empty"
    if len(session_id) > LONGEST:
        return f"the session ID has {len(session_id)} characters, more than {LONGEST}"
    if not _GENERAL.fullmatch(session_id):
        return "the session ID holds more than ASCII letters, digits, '_' and '-', or does not begin with a letter or digit"
    own = _OWN.get(harness)
    if own is None:
        return "the harness is not known, and so is its form of session IDs"
    if not own[0].fullmatch(session_id):
        return f"the session ID has not the form of {harness}'s: {own[1]}"
    return None


def resumable(harness: str) -> bool:
    """Whether a fixed form to resume is known."""
    return harness in _ARGV


def argv(harness: str, session_id: str) -> list[str]:
    """The argument list that resumes a session: fixed words and the ID. Raises ValueError unless the ID is right."""
    reason = wrong(harness, session_id)
    if reason or not resumable(harness):
        raise ValueError(reason or "no safe form is known")
    return [*_ARGV[harness], session_id]
