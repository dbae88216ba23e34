"""The fields of a checkpoint and the values that hold them (spec: checkpoint.md, "Reading")."""

from __future__ import annotations

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS = (
    "saved_at", "context_at_save", "repository", "branch", "head", "north_star", "current_stage", "active_artifact",
    "active_artifact_sha256", "next_action", "open_unknowns",
)  # fmt: skip
FIELDS = (
    "schema_version", "saved_at", "context_at_save", "repository", "branch", "head", "north_star", "current_stage",
    "active_artifact", "active_artifact_sha256", "model_contract", "lanes_in_flight", "decisions_this_session",
    "next_action", "open_unknowns",
)  # fmt: skip
LANE_FIELDS = (
    "id", "worktree", "branch", "head", "harness", "harness_version", "session_id", "model_class", "requested_model",
    "effective_model", "observed_model", "observed_family", "origin", "ecosystem", "package_version", "skill_name",
    "source", "source_sha256", "artifact", "artifact_sha256", "status", "resumability", "reason", "evidence_paths",
)  # fmt: skip
MODELS = ("requested_model", "effective_model", "observed_model")
MODEL_FIELDS = ("catalog_key", "provider", "model_id", "effort")
CLASSES = ("planner", "executors", "reviewers")
STATUSES = ("running", "blocked", "completed", "unknown")
VERSION = 1

class Refusal(Record):
    """Why a file or a lane is refused: the line, from 1, and the reason."""

    __slots__ = ("line", "reason")

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class Lane(Record):
    """A lane as the file has it: `values` by LANE_FIELDS, absent ones None, lists as tuples, models as dicts.

    name      its id as inert text on one line, or "lane N" when it has none that could be read
    line      where it begins
    refusals  what is wrong with it: a lane with any is never resumed
    """

    __slots__ = ("line", "name", "refusals", "values")

    def __init__(self, name: str, line: int, values: Mapping[str, object], refusals: tuple[Refusal, ...] = ()) -> None:
        self.name = name
        self.line = line
        self.values = values
        self.refusals = refusals

    def text(self, field: str) -> str | None:
        """A string field, None when it is null or was refused."""
        value = self.values.get(field)
        return value if isinstance(value, str) else None

    def texts(self, field: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self.values.get(field)
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, tuple) else ()

    def model(self, field: str) -> dict[str, str | None] | None:
        """A model's mapping, None when it is null."""
        value = self.values.get(field)
        return value if isinstance(value, dict) else None


class Checkpoint(Record):
    """What a file says. `values` by FIELDS without the lanes; legacy: an older file, for reading only."""

    __slots__ = ("lanes", "legacy", "values")

    def __init__(self, values: Mapping[str, object], lanes: tuple[Lane, ...], *, legacy: bool = False) -> None:
        self.values = values
        self.lanes = lanes
        self.legacy = legacy

    def text(self, field: str) -> str | None:
        """A string field, None when it is null."""
        value = self.values.get(field)
        return value if isinstance(value, str) else None


class Parsed(Record):
    """A checkpoint (None when the file is refused) and every refusal of the file, in order of lines.

    A legacy file has both: its context for reading, and the reasons why nothing of it is resumed.
    """

    __slots__ = ("checkpoint", "refusals")

    def __init__(self, checkpoint: Checkpoint | None, refusals: tuple[Refusal, ...] = ()) -> None:
        self.checkpoint = checkpoint
        self.refusals = refusals
