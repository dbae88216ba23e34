from __future__ import annotations

import pytest

from pickup_tui.checkpoint import record
from pickup_tui.checkpoint.config import Config, normalise
from pickup_tui.checkpoint.record import Route, build
from pickup_tui.checkpoint.verdicts import Check, judge

KEYS = {"schema_version", "skill", "operation", "decision", "reason_code", "detail", "target", "bindings", "runtime_home", "evidence_paths"}
CLASSES = {"planner": "a", "executors": ["b"], "reviewers": "all"}


def settings(**more: object) -> Config:
    return Config(normalise({"classes": CLASSES, **more}), "")


def test_exactly_the_ten_keys() -> None:
    for made in (record.saved(), record.restored(None, "x"), record.restored(settings()), build("lookup", Route("fallback", "peer_missing", "x"))):
        assert set(made) == KEYS == set(record.KEYS)
        assert list(made) == list(record.KEYS)
        assert set(made["bindings"]) == {"requested", "effective", "observed"}
        assert made["bindings"]["observed"] is None
        assert made["decision"] in record.DECISIONS
        assert made["reason_code"] in record.REASONS
        assert made["schema_version"] == 1
        assert made["skill"] == "tk-handoff"
        assert made["detail"]


def test_save_needs_nothing() -> None:
    made = record.saved()
    assert (made["decision"], made["reason_code"]) == ("owned", "owned_policy")
    assert (made["bindings"]["requested"], made["evidence_paths"], made["target"]) == ({}, [], None)


@pytest.mark.parametrize(
    ("config", "decision", "reason"),
    [(settings(), "owned", "owned_policy"), (settings(delegation="off"), "owned", "disabled"), (None, "blocked", "invalid_config")],
)
def test_restore(config: Config | None, decision: str, reason: str) -> None:
    made = record.restored(config, "no config" if config is None else "")
    assert (made["decision"], made["reason_code"]) == (decision, reason)
    assert made["bindings"]["requested"] == (CLASSES if config else {})
    assert made["evidence_paths"] == [".thunderkit/config.json"]


@pytest.mark.parametrize(
    ("route", "code"),
    [(Route("owned", "owned_policy", ""), 0), (Route("fallback", "peer_missing", ""), 0), (Route("blocked", "invalid_config", ""), 2), (Route("blocked", "model_mismatch", ""), 1)],
)
def test_exit_codes(route: Route, code: int) -> None:
    assert route.exit_code == code


GOOD, BAD, UNSURE = Check("L", "a", True, "good"), Check("L", "b", False, "bad"), Check("root", "c", None, "unsure")


@pytest.mark.parametrize(
    ("status", "checks", "verdict", "reason"),
    [
        ("completed", [GOOD], "not_resumable", "completed"),
        ("completed", [BAD, UNSURE], "not_resumable", "completed"),
        ("running", [GOOD], "blocked", "running"),
        ("running", [BAD, UNSURE], "blocked", "running"),
        ("blocked", [GOOD, BAD, UNSURE], "not_resumable", "bad"),
        ("unknown", [GOOD, BAD], "not_resumable", "bad"),
        ("blocked", [GOOD, UNSURE], "unknown", "the project: unsure"),
        ("unknown", [GOOD], "unknown", "unknown"),
        (None, [GOOD], "unknown", "unknown"),
        ("validated", [GOOD], "unknown", "unknown"),
        ("blocked", [GOOD], "validated", "every check"),
    ],
)
def test_precedence(status: str | None, checks: list[Check], verdict: str, reason: str) -> None:
    found = judge(status, checks)
    assert found[0] == verdict
    assert reason in found[1]
