"""What checks add up to for one lane (spec: checkpoint.md, "restore", 7)."""

from __future__ import annotations

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = "root"
VALIDATED, NOT_RESUMABLE, BLOCKED, UNKNOWN = "validated", "not_resumable", "blocked", "unknown"


class Check(Record):
    """One check of one target (ROOT or a lane's name). ok: True passed, False failed, None could not be decided."""

    __slots__ = ("check", "ok", "reason", "target")

    def __init__(self, target: str, check: str, ok: bool | None, reason: str) -> None:
        self.target = target
        self.check = check
        self.ok = ok
        self.reason = reason


class Verdict(Record):
    """What can be done with a lane. `argv` and `cwd` are set for a validated lane alone."""

    __slots__ = ("argv", "cwd", "id", "reason", "verdict")

    def __init__(self, id: str, verdict: str, reason: str, argv: tuple[str, ...] | None = None, cwd: str | None = None) -> None:  # noqa: A002
        self.id = id
        self.verdict = verdict
        self.reason = reason
        self.argv = argv
        self.cwd = cwd


def judge(status: str | None, checks: Iterable[Check]) -> tuple[str, str]:
    """Verdict and reason. Completed before running before a failed check before an uncertain one before validated.

    status  as saved: it tells of the past, so `running` and `completed` are believed, and only `blocked` can pass
    checks  the lane's own and the root's: a lane stands on the tree that its checkpoint is about
    """
    if status == "completed":
        return NOT_RESUMABLE, "saved as completed: finished work is not started again"
    if status == "running":
        return BLOCKED, "saved as running: its owner may still be at work"
    known = list(checks)
    failed = [check for check in known if check.ok is False]
    if failed:
        return NOT_RESUMABLE, _words(failed)
    unsure = [check for check in known if check.ok is None]
    if unsure:
        return UNKNOWN, _words(unsure)
    if status != "blocked":
        return UNKNOWN, "saved as unknown: how it ended is not known"
    return VALIDATED, "every check passed"


def _words(checks: list[Check]) -> str:
    """The reasons, the lane's own first, each once."""
    own = [check for check in checks if check.target != ROOT] + [check for check in checks if check.target == ROOT]
    return "; ".join(dict.fromkeys(("the project: " if check.target == ROOT else "") + check.reason for check in own))
