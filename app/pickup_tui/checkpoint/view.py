"""What a restore looks like: the JSON object, the lines for people, and the preview's lines per lane."""

from __future__ import annotations

import shlex

from pickup_tui.readers.lanes import FIELDS, LANE_FIELDS
from pickup_tui.text import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pickup_tui.readers.lanes import Checkpoint
    from pickup_tui.world import World

    from .restore import Restoration
    from .verdicts import Check, Verdict

SCHEMA_VERSION = 1
_SIGNS = {True: "✓", False: "✗", None: "?"}
_PLAIN_SIGNS = {True: "ok", False: "no", None: "??"}
_SHOWN = ("current_stage", "next_action", "open_unknowns", "saved_at", "repository", "branch", "head", "active_artifact")


def as_json(restoration: Restoration) -> dict[str, Any]:
    """The object that `restore --json` promises (spec: json.md)."""
    return {
        "schema_version": SCHEMA_VERSION,
        "record": restoration.record,
        "outcome": restoration.outcome,
        "context": context(restoration.context) if restoration.context else None,
        "checks": [_check(check) for check in restoration.checks],
        "lanes": [_lane(lane) for lane in restoration.lanes],
    }


def _check(check: Check) -> dict[str, Any]:
    return {"target": one_line(check.target), "check": check.check, "ok": check.ok, "reason": check.reason}


def _lane(lane: Verdict) -> dict[str, Any]:
    return {
        "id": one_line(lane.id),
        "verdict": lane.verdict,
        "reason": lane.reason,
        "argv": list(lane.argv) if lane.argv else None,
        "cwd": lane.cwd,
    }


def context(checkpoint: Checkpoint) -> dict[str, Any]:
    """The file's fields by their names, lanes included, as JSON values; what the file does not have is null."""
    values = {name: _json(checkpoint.values.get(name)) for name in FIELDS}
    values["lanes_in_flight"] = [{name: _json(lane.values.get(name)) for name in LANE_FIELDS} for lane in checkpoint.lanes]
    return values


def _json(value: object) -> Any:
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    if isinstance(value, dict):
        return {key: _json(item) for key, item in value.items()}
    return value


def lines(restoration: Restoration, world: World, *, ascii_only: bool = False) -> list[str]:
    """The result for people: stage and context, every check, every lane with what can be done; lines are inert text."""
    signs = _PLAIN_SIGNS if ascii_only else _SIGNS
    record = restoration.record
    out = [f"{restoration.outcome}: {one_line(world.short(restoration.project))} ({record['decision']}/{record['reason_code']})"]
    if restoration.context:
        said = [(name, restoration.context.text(name)) for name in _SHOWN]
        out += [f"  {name}: {one_line(value)}" for name, value in said if value]
        decided = restoration.context.values.get("decisions_this_session")
        out += [f"  decided: {one_line(str(item))}" for item in decided] if isinstance(decided, tuple) else []
    for check in restoration.checks:
        out.append(f"  {signs[check.ok]} {one_line(check.target)}: {check.check}: {one_line(check.reason)}")
    for lane in restoration.lanes:
        out.append(f"{one_line(lane.id)}: {lane.verdict}: {one_line(lane.reason)}")
        if lane.argv and lane.cwd:
            out.append(f"  in {one_line(world.short(lane.cwd))}: {shlex.join(lane.argv)}")
    out.append(next_step(restoration))
    return out


def next_step(restoration: Restoration) -> str:
    """The one thing that is permitted next."""
    ready = [lane for lane in restoration.lanes if lane.verdict == "validated"]
    if ready:
        return "Nothing was run. A validated lane can be resumed with its command, in its folder, when you decide so."
    if restoration.exit_code == 2:
        return f"Nothing was run. Mend the configuration, then restore again: {restoration.record['detail']}"
    if restoration.context:
        return "Nothing was run, and no lane can be resumed. The context above is for reading."
    return "Nothing was run: there is no checkpoint that can be read."


def preview(restoration: Restoration) -> tuple[tuple[str, str, str], ...]:
    """The preview's lines: each lane's id, its verdict and the reason, all inert one-line text."""
    return tuple((one_line(lane.id), lane.verdict, one_line(lane.reason)) for lane in restoration.lanes)
