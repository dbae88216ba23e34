"""Handoffs as JSON: `.planning/HANDOFF.json` and its like. Fields are found by their names, at the top or one level below."""

from __future__ import annotations

import json
import re
from itertools import islice

from pickup_tui import dates
from pickup_tui.handoff import Brief, Handoff, Problem, Reading, Reason
from pickup_tui.readers import fields
from pickup_tui.when import is_date

from . import done, inline, spoken, status, topic, words
from .branch import named
from .page import folder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

# Names of fields, best first; "a.b" is `b` inside the object `a`.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "topic": (
        "title", "topic", "subject", "feature", "task.goal", "task.title", "task.name", "task.description", "phase_name", "goal",
        "objective", "summary", "current_task", "task_name", "current_phase", "story_title", "name", "work_unit", "work_item",
        "workstream", "task", "phase", "milestone_name", "milestone", "position", "active_task_title", "current_task_title",
        "task_title", "current_focus", "session_goal", "session_title", "focus", "current_sprint",
    ),
    "date": (
        "last_updated", "updated_at", "updated", "timestamp", "generated_at", "paused_at", "saved_at", "date", "last_session",
        "session_date", "ended_at", "end_time", "closed_at", "last_modified", "modified_at", "written_at", "created_at", "created", "meta.timestamp", "meta.updated_at", "session.date", "session.timestamp",
        "metadata.last_updated", "metadata.updated_at", "metadata.timestamp", "session", "as_of", "day",
    ),
    "branch": (
        "branch", "git_branch", "current_branch", "git.branch", "git.current_branch", "git_state.branch", "repo.branch",
        "repository.branch", "branch_context", "metadata.branch", "metadata.branch_context",
    ),
    "next_step": (
        "next_action", "next_step", "next_steps", "next_actions", "next", "pending_steps", "pending", "pending_tasks",
        "remaining_tasks", "remaining", "remaining_work", "todo", "todos", "open_items", "open_tasks", "immediate_next_step",
        "immediate_next_action", "next_task", "next_tasks", "next_session", "what_next", "continue_with", "resume_at",
        "resume_from", "resume", "next_recommended", "next_recommended_action", "next_priority", "next_priorities", "resume_prompt",
        "resume_instructions", "incomplete_tasks", "outstanding", "open_actions", "action_items", "open_issues", "follow_ups",
        "follow_up", "followups", "next_up", "upcoming", "queue", "priorities", "backlog",
    ),
    "why_stopped": (
        "why_stopped", "why_paused", "stopped_at", "stop_reason", "pause_reason", "reason", "blockers", "blocked_by",
        "current_state", "context_notes", "state_summary",
    ),
    "status": ("status", "state", "task.status"),
    "hash": ("git_commit", "commit", "head", "head_commit", "last_commit", "git_hash", "git.commit", "git.head", "git.sha"),
    "plan_progress": ("plan_progress", "progress"),
}  # fmt: skip
_TEXTS = ("description", "action", "title", "name", "task", "summary", "text", "step", "what", "content", "detail")
_WHOLE = frozenset(("handoff", "handover", "session", "session_handoff", "session_state", "checkpoint", "resume"))  # objects that are all of a file
_TOO_DEEP = 100
NAMED = 60  # characters of a field's name
MANY = 1000  # texts of one field that are looked at
ALL = 20_000  # texts of a file
LOOKED = 4000  # characters of a text
_SURE = ("next_", "why_", "remaining_", "pending_", "stop", "active_task_", "current_task_", "branch_")  # what only a handoff calls a field, wherever it stands
_BRANCH = re.compile(rf"\b[Bb]ranch(?:: `?(?P<labelled>[\w.-]+/[\w./-]*\w)| `?(?:origin/)?(?P<name>{spoken.PREFIXED}\b))")  # in what a text of it says
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def read(path: str, text: str) -> Reading:
    """The handoff in a JSON file; no row when it is no object or holds none of the fields of one."""
    try:
        values = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        said = getattr(error, "msg", "nested too deeply")
        return Reading((_unread(path, text),), (Problem(path, line, f"JSON: {said}", "shown by its file's name; repair the file"),))
    if not isinstance(values, dict):
        return Reading(reasons=(Reason("row", "JSON that is no object", 1),))
    said = _Object(_unwrapped(values))
    found = {
        field: said.first(names, below=field in ("next_step", "why_stopped", "topic", "branch"), counts=_is_date if field == "date" else bool)
        for field, names in FIELDS.items()
    }
    if not found["next_step"] and not (found["status"] and found["topic"]):
        return Reading(reasons=(Reason("row", "JSON without the fields of a handoff", 1),))
    lines = text.split("\n")
    reasons = tuple(Reason(field, f"JSON `{name}`", _line_of(lines, name)) for field, one in found.items() if one for name, _ in (one,))
    return Reading((_handoff(path, text, found, _mentioned(_unwrapped(values))),), (), reasons)


def _unwrapped(values: Mapping[str, object]) -> Mapping[str, object]:
    """`{"handoff": {…}}`: the one object that a file holds, when its name says that it is a handoff."""
    inner = next((value for name, value in values.items() if _key(name) in _WHOLE), None) if len(values) == 1 else None
    return inner if isinstance(inner, dict) else values


def _handoff(path: str, text: str, found: Mapping[str, tuple[str, str] | None], mentioned: str | None) -> Handoff:
    said = {field: one[1] for field, one in found.items() if one}
    branch = named(said["branch"], sure=True) if "branch" in said else mentioned
    declared = dates.value(said["date"]) if "date" in said else None
    if declared is None and (in_name := dates.in_name(path.rpartition("/")[2])):
        declared = in_name.declared
    state = inline.plain(said["status"]).lower()[: status.LONGEST] if "status" in said else None
    if state and status.supersedes(state):
        state = status.HIDDEN
    in_path = topic.of_name(path)
    return Handoff(
        kind="document",
        path=path,
        topic=inline.bare(said["topic"])[: topic.LONGEST] if "topic" in said else in_path[0] if in_path else folder_of(path),
        line=1,
        end=text.count("\n") + 1,
        branch=branch,
        declared=declared,
        date_only=bool(declared) and is_date(declared or ""),
        approximate=declared is None,
        status=state,
        marks=("done",) if status.finished(state) else (),
        brief=Brief(
            next_step=said.get("next_step"),
            why_stopped=said.get("why_stopped"),
            plan_progress=said.get("plan_progress"),
            date=declared,
            hash=said.get("hash"),
        ),
    )


def _is_date(said: str) -> bool:
    return dates.value(said) is not None


def _mentioned(values: Mapping[str, object]) -> str | None:
    """The branch that a text at the top of the file names, "All is pushed. Branch: feat/x.", None when none does.

    Without the colon the name has to be one that only a branch has.
    """
    for text in islice((value[:LOOKED] for value in values.values() if isinstance(value, str)), MANY):
        for found in _BRANCH.finditer(text):
            name = named(f"`{found['labelled'] or found['name']}`", sure=True)
            lead = words.key(" ".join(text[max(0, found.start() - 40) : found.start()].split()[-2:]))
            if name and not words.pattern(words.NO_BRANCH).search(lead):
                return name
    return None


def _unread(path: str, text: str) -> Handoff:
    in_path = topic.of_name(path)
    return Handoff(kind="document", path=path, topic=in_path[0] if in_path else path.rpartition("/")[2], end=text.count("\n") + 1, approximate=True)


def _key(name: str) -> str:
    """A field's name as FIELDS spells it: `nextSteps` and `next-steps` are `next_steps`; "" for what is longer than any."""
    if len(name) > NAMED:
        return ""
    return fields.key_name(name if name.islower() else _HUMP.sub("_", name))


def _fields(values: Mapping[str, object]) -> dict[str, object]:
    """The fields of an object by the names that FIELDS knows."""
    return {_key(name): value for name, value in values.items()}


class _Object:
    """An object of the file and those right inside it, each by the names that FIELDS knows."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.top = _fields(values)
        self.below = {name: _fields(value) for name, value in self.top.items() if isinstance(value, dict)}
        self.left = ALL  # texts that may still be looked at

    def first(self, names: Sequence[str], *, below: bool, counts: Callable[[str], bool]) -> tuple[str, str] | None:
        """The first of these fields that says something which `counts`: (name, text); with `below` also one of an object inside."""
        places = [self.top, *(list(self.below.values())[:_TOO_DEEP] if below else ())]
        sure = [name for name in names if name.startswith(_SURE)]
        return next(filter(None, (self._named(place, names if place is self.top else sure, counts) for place in places)), None)

    def _named(self, place: Mapping[str, object], names: Sequence[str], counts: Callable[[str], bool]) -> tuple[str, str] | None:
        for name in names:
            outer, _, inner = name.rpartition(".")
            value = self.below.get(outer, {}).get(inner) if outer else place.get(name)
            for text in islice(_texts(value), min(MANY, self.left)):
                self.left -= 1
                if not done.is_nothing(text) and counts(text):
                    return name, text
        return None


def _texts(value: object, depth: int = 0) -> Iterator[str]:
    """The texts that a value offers: itself, the open items of a list, what an object says of itself."""
    if isinstance(value, str):
        said = fields.text_of(value)
        if said and len(said) < LOOKED:
            yield said
    elif isinstance(value, list) and depth < 3:
        for one in value[:_TOO_DEEP]:
            if not isinstance(one, dict) or not _is_done(_fields(one)):
                yield from _texts(one, depth + 1)
    elif isinstance(value, dict) and depth < 3:
        own = _fields(value)
        for name in _TEXTS:
            text = own.get(name)
            if isinstance(text, str) and text.strip():
                yield text.strip()[:LOOKED]
                return


def _is_done(own: Mapping[str, object]) -> bool:
    """Whether an entry of a list says that it is done: `"status": "done"`, `"completed": true`."""
    return any(own.get(name) is True for name in ("done", "completed", "complete", "closed")) or any(
        status.finished(str(own[name])[:LOOKED]) for name in ("status", "state") if name in own
    )


def _line_of(lines: Sequence[str], name: str) -> int | None:
    """Where a field stands: the first line with its name in quotes."""
    wanted = re.compile('"' + name.rpartition(".")[2].replace("_", "[_ -]?") + '"', re.IGNORECASE)
    return next((number for number, line in enumerate(lines, 1) if wanted.search(line)), None)
