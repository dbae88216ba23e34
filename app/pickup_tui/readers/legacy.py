"""Checkpoints of an older format, and what a person would read out of a refused one: for showing, never for running.

Older files join their header facts by ' · ' on one line, have short hashes, and store commands with their lanes.
"""

from __future__ import annotations

import re

from pickup_tui.text import clean, one_line

from .lanes import FIELDS, STATUSES, TEXTS, Checkpoint, Lane, Refusal
from .strict import TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .strict import Node

COMMANDS = ("resume", "resume_command", "command", "argv", "detail_hint")  # what older files stored, and nobody runs
_SHORT_HASH = re.compile(r"[0-9a-f]{4,39}")
_HEADER = "saved_at|head|context_at_save|branch|repository"


def joined_line(text: str) -> int | None:
    """The first line that joins two facts by ' · ', as older files begin; not beyond the header."""
    for number, line in enumerate(text.split("\n", 40)[:40], 1):
        if re.match(rf"(?:{_HEADER}):\s.*? · (?:{_HEADER}):(?:\s|$)", line):
            return number
    return None


def old_fields(root: Node) -> tuple[Refusal, ...]:
    """What tells an older file by its fields: stored commands, a short hash as `head`."""
    found: list[Refusal] = []
    for key, line, value in root.entries:
        if key in COMMANDS:
            found.append(Refusal(line, f"an older format: it stores '{key}', which is never run"))
        if key == "head" and value.kind == TEXT and _SHORT_HASH.fullmatch(value.text):
            found.append(Refusal(value.line, "an older format: head is a short hash"))
        if key == "lanes_in_flight":
            inner = [entry for item in value.items for entry in item.entries]
            found += [Refusal(at, f"an older format: a lane stores '{name}', which is never run") for name, at, _ in inner if name in COMMANDS]
    return tuple(sorted(found, key=lambda refusal: refusal.line))


def lenient(text: str) -> Checkpoint:
    """What a person would read out of a file that the strict reader does not take: for showing, never for running."""
    values: dict[str, object] = dict.fromkeys((*TEXTS, "schema_version", "model_contract"))
    decisions: list[str] = []
    lanes: list[Lane] = []
    under = ""
    for number, line in enumerate(text[: 256 * 1024].split("\n")[:4000], 1):
        found = re.match(r"([a-z_]+):(?:\s|$)", line)
        under = found[1] if found else under
        if found and found[1] in FIELDS:
            for part in line.split(" · "):
                key, _, value = part.strip().partition(":")
                if key in TEXTS and values[key] is None:
                    values[key] = _shown(value)
        elif under == "decisions_this_session" and line.strip().startswith("- "):
            decisions.append(_shown(line.strip()[2:]) or "")
        elif under == "lanes_in_flight" and (lane := re.match(r"\s*-\s+id:\s*(\S+)", line)):
            lanes.append(Lane(clean(lane[1].strip("\"'")), number, {"id": lane[1], "status": _status(line)}))
        elif under == "lanes_in_flight" and lanes and _status(line):
            lanes[-1] = Lane(lanes[-1].name, lanes[-1].line, {**lanes[-1].values, "status": _status(line)})
    values["decisions_this_session"] = tuple(decision for decision in decisions if decision)
    return Checkpoint(values, tuple(lanes))


def _shown(value: str) -> str | None:
    value = re.sub(r"(^|\s)#.*$", "", value).strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return one_line(value) if value not in ("", "~", "null") else None


def _status(line: str) -> str | None:
    found = re.search(r"(?:^|\s)status:\s*([a-z_]+)", line)
    return found[1] if found and found[1] in STATUSES else None
