"""The routing record: ten keys, the same for save, restore and lookup (spec: checkpoint.md, "Routing record").

It says how an operation was routed, before anything is invoked. What came of it afterwards stands beside it.
"""

from __future__ import annotations

from pickup_tui.handoff import Record

from . import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .config import Config

SCHEMA_VERSION = 1
SKILL = "tk-handoff"
DECISIONS = ("delegate", "owned", "fallback", "blocked")
REASONS = (
    "compatible", "owned_policy", "disabled", "peer_missing", "unsupported_host", "version_mismatch", "source_mismatch",
    "capability_missing", "model_mismatch", "missing_evidence", "unsafe_runtime_home", "invalid_config",
)  # fmt: skip
KEYS = (
    "schema_version", "skill", "operation", "decision", "reason_code", "detail", "target", "bindings", "runtime_home",
    "evidence_paths",
)  # fmt: skip
PEER = "coding-agent-sessions"
# What lookup would be handed to. Its package and pinned version are not public here, so they stay null.
TARGET = {"ecosystem": "omo", "package": None, "version": None, "skill_name": PEER, "selector": PEER, "mode": "component"}


class Route(Record):
    """A decision with its reason code and a sentence."""

    __slots__ = ("decision", "detail", "reason_code")

    def __init__(self, decision: str, reason_code: str, detail: str) -> None:
        self.decision = decision
        self.reason_code = reason_code
        self.detail = detail

    @property
    def exit_code(self) -> int:
        """0: routed; 2: blocked by the configuration; 1: blocked otherwise."""
        if self.decision != "blocked":
            return 0
        return 2 if self.reason_code == "invalid_config" else 1


def build(operation: str, route: Route, config: Config | None = None, **more: Any) -> dict[str, Any]:
    """The record. `more` may set `target` and `evidence_paths`; no model is bound or observed by this program."""
    requested: dict[str, Any] = dict(config.classes) if config else {}
    return {
        "schema_version": SCHEMA_VERSION,
        "skill": SKILL,
        "operation": operation,
        "decision": route.decision,
        "reason_code": route.reason_code,
        "detail": route.detail,
        "target": more.get("target"),
        "bindings": {"requested": requested, "effective": dict.fromkeys(requested), "observed": None},
        "runtime_home": None,
        "evidence_paths": list(more.get("evidence_paths", ())),
    }


def saved() -> dict[str, Any]:
    """The record of a save: it needs no model and reads neither config nor capabilities."""
    return build("save", Route("owned", "owned_policy", "a checkpoint is written by this program alone"))


def restored(config: Config | None, problem: str = "") -> dict[str, Any]:
    """The record of a restore; without a valid configuration `problem` says what is wrong with it."""
    return build("restore", restore_route(config, problem), config, evidence_paths=[files.CONFIG])


def restore_route(config: Config | None, problem: str) -> Route:
    """How a restore, and the first step of a lookup, is routed."""
    if config is None:
        return Route("blocked", "invalid_config", problem)
    preview = "; the older models schema is read as a preview and not saved" if config.legacy else ""
    if config.delegation_off:
        return Route("owned", "disabled", "delegation is off: nothing native, no lookup" + preview)
    return Route("owned", "owned_policy", "a checkpoint is restored by this program alone" + preview)
