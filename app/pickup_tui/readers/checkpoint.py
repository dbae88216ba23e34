"""Checkpoints, `.thunderkit/HANDOFF.md`: the strict reader of a format whose files may be anybody's (spec: checkpoint.md).

`parse` gives all that a restore needs, `read` the row for the list. A malformed field of the file refuses the file,
one of a lane refuses that lane. Older files are shown for reading, marked `legacy`, and nothing of them is ever run.
"""

from __future__ import annotations

import re

from pickup_tui import when
from pickup_tui.handoff import Brief, Handoff, Problem, Reading
from pickup_tui.text import clean, one_line

from . import legacy
from .lanes import (
    CLASSES,
    FIELDS,
    LANE_FIELDS,
    MODEL_FIELDS,
    MODELS,
    STATUSES,
    TEXTS,
    VERSION,
    Checkpoint,
    Lane,
    Parsed,
    Refusal,
)
from .strict import LIST, MAP, NULL, TEXT, Node, Refused, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_CHOICES = {
    "model_class": CLASSES,
    "origin": ("owned", "native", "unknown"),
    "status": STATUSES,
    "resumability": ("unverified", "not_resumable"),
}
_FULL_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def parse(text: str) -> Parsed:
    """Reads the text of a checkpoint strictly. Never raises on content."""
    joined = legacy.joined_line(text)
    if joined:
        return _legacy(text, Refusal(joined, "an older format: facts joined by ' · ' on one line"))
    try:
        root = load(text)
    except Refused as refused:
        return Parsed(None, (Refusal(refused.line, refused.reason),))
    if root.kind != MAP:
        return Parsed(None, (Refusal(root.line, "the file is no mapping of fields"),))
    old = legacy.old_fields(root)
    if old:
        return _legacy(text, *old)
    reader = _Fields()
    values, lanes = reader.file(root)
    if reader.refusals:
        return Parsed(None, tuple(sorted(reader.refusals, key=lambda refusal: refusal.line)))
    return Parsed(Checkpoint(values, lanes))


def read(path: str, text: str) -> Reading:
    """The one row that a checkpoint is; a refused file is shown too, by what can be read of it, with the reasons."""
    parsed = parse(text)
    checkpoint = parsed.checkpoint or legacy.lenient(text)
    hint = "older checkpoints are for reading only; `pickup-tui save checkpoint` writes one that can be restored"
    if not checkpoint.legacy:
        hint = "nothing of it can be resumed; mend the line or save the checkpoint anew"
    problems = [Problem(path, refusal.line, refusal.reason, hint) for refusal in parsed.refusals]
    for lane in checkpoint.lanes if parsed.checkpoint else ():
        what = f"lane {lane.name}: "
        problems += [Problem(path, bad.line, what + bad.reason, "this lane cannot be resumed") for bad in lane.refusals]
    mark = "legacy" if checkpoint.legacy else "refused" if parsed.checkpoint is None else None
    return Reading((_row(path, text, checkpoint, mark),), tuple(problems))


def _row(path: str, text: str, checkpoint: Checkpoint, mark: str | None) -> Handoff:
    said = checkpoint.text
    decided = checkpoint.values.get("decisions_this_session")
    decisions = "; ".join(item for item in decided if isinstance(item, str)) if isinstance(decided, tuple) else ""
    extra = (("open_unknowns", said("open_unknowns")), ("decisions_this_session", decisions))
    brief = Brief(
        next_step=clean(said("next_action") or "").strip() or None,
        date=one_line(said("saved_at") or "") or None,
        hash=one_line(said("head") or "") or None,
        extra=tuple((key, one_line(value)) for key, value in extra if value and value.strip()),
    )
    kept = [(name, said(name)) for name in ("repository", "active_artifact", "context_at_save", "north_star")]
    kept += [(f"lane {lane.name}", _lane_words(lane)) for lane in checkpoint.lanes]
    return Handoff(
        kind="checkpoint",
        path=path,
        topic=one_line(said("current_stage") or "") or "checkpoint",
        end=max(1, text.rstrip("\n").count("\n") + 1),
        branch=one_line(said("branch") or "") or None,
        declared=when.parse(said("saved_at") or ""),
        marks=(mark,) if mark else (),
        brief=brief,
        fields=tuple((name, one_line(value)) for name, value in kept if value),
    )


def _lane_words(lane: Lane) -> str:
    words = (lane.text("harness"), f"saved as {lane.text('status') or 'unknown'}", lane.text("reason"))
    return " · ".join(word for word in words if word)


class _Fields:
    """Checks the fields of one file; gathers every refusal of the file instead of stopping at the first."""

    def __init__(self) -> None:
        self.refusals: list[Refusal] = []

    def file(self, root: Node) -> tuple[dict[str, object], tuple[Lane, ...]]:
        nodes = _entries(root, FIELDS, "field", self.refusals)
        values: dict[str, object] = {name: self._text(name, nodes.get(name), self.refusals) for name in TEXTS}
        values["schema_version"] = self._version(nodes.get("schema_version"), root.line)
        values["decisions_this_session"] = _texts("decisions_this_session", nodes.get("decisions_this_session"), self.refusals)
        values["model_contract"] = self._contract(nodes.get("model_contract"))
        saved = values["saved_at"]
        if isinstance(saved, str) and when.parse(saved) is None:
            self.refusals.append(Refusal(nodes["saved_at"].line, f"saved_at is no time: {one_line(saved)[:40]}"))
        _hashes(nodes, values, ("active_artifact_sha256",), self.refusals)
        lanes = nodes.get("lanes_in_flight")
        if lanes is None or lanes.kind == NULL:
            return values, ()
        if lanes.kind != LIST:
            self.refusals.append(Refusal(lanes.line, f"lanes_in_flight must be a list, not {_kind(lanes)}"))
            return values, ()
        return values, self._lanes(lanes)

    def _version(self, node: Node | None, line: int) -> int | None:
        if node is None:
            self.refusals.append(Refusal(line, "schema_version is missing"))
        elif node.kind != TEXT or not node.plain or not re.fullmatch(r"-?[0-9]{1,9}", node.text):
            self.refusals.append(Refusal(node.line, "schema_version must be an integer"))
        elif int(node.text) != VERSION:
            self.refusals.append(Refusal(node.line, f"schema_version {int(node.text)} is not known; this reads {VERSION}"))
        else:
            return VERSION
        return None

    def _contract(self, node: Node | None) -> object:
        if node is None or node.kind == NULL:
            return None
        if node.kind != MAP:
            self.refusals.append(Refusal(node.line, f"model_contract must be a mapping or null, not {_kind(node)}"))
            return None
        return _plain(node, self.refusals)

    def _lanes(self, node: Node) -> tuple[Lane, ...]:
        lanes = [self._lane(number, item) for number, item in enumerate(node.items, 1)]
        names = [lane.name for lane in lanes]  # as they are shown: what differs unseen does not differ
        # Two lanes of one name cannot be told apart by whoever is to resume one: neither is.
        return tuple(
            Lane(lane.name, lane.line, lane.values, (*lane.refusals, Refusal(lane.line, f"two lanes have the id {lane.name}")))
            if names.count(lane.name) > 1
            else lane
            for lane in lanes
        )

    def _lane(self, number: int, node: Node) -> Lane:
        if node.kind != MAP:
            return Lane(f"lane {number}", node.line, {}, (Refusal(node.line, f"a lane must be a mapping, not {_kind(node)}"),))
        refusals: list[Refusal] = []
        nodes = _entries(node, LANE_FIELDS, "lane field", refusals)
        values: dict[str, object] = {}
        for name in LANE_FIELDS:
            found = nodes.get(name)
            if name in MODELS:
                values[name] = _model(name, found, refusals)
            elif name == "evidence_paths":
                values[name] = _texts(name, found, refusals)
            else:
                values[name] = self._text(name, found, refusals)
        _hashes(nodes, values, ("source_sha256", "artifact_sha256"), refusals)
        for name, allowed in _CHOICES.items():
            said = values[name]
            if isinstance(said, str) and said not in allowed:
                refusals.append(Refusal(nodes[name].line, f"{name} must be one of {', '.join(allowed)}, not {one_line(said)[:40]}"))
                values[name] = None
        name_ = values["id"]
        if not (isinstance(name_, str) and name_.strip()):
            refusals.append(Refusal(nodes["id"].line if "id" in nodes else node.line, "the lane has no id"))
            name_ = f"lane {number}"
        elif one_line(name_) == "root":
            refusals.append(Refusal(nodes["id"].line, "a lane cannot be called root: that names the project itself"))
        return Lane(one_line(name_), node.line, values, tuple(sorted(refusals, key=lambda refusal: refusal.line)))

    @staticmethod
    def _text(name: str, node: Node | None, refusals: list[Refusal]) -> str | None:
        if node is None or node.kind == NULL:
            return None
        if node.kind == TEXT:
            return node.text
        refusals.append(Refusal(node.line, f"{name} must be text, not {_kind(node)}"))
        return None


def _kind(node: Node) -> str:
    return {NULL: "nothing", TEXT: "text", LIST: "a list", MAP: "a mapping (quote a text that holds ': ')"}[node.kind]


def _entries(node: Node, known: tuple[str, ...], what: str, refusals: list[Refusal]) -> dict[str, Node]:
    """The known entries of a mapping; a repeated or unknown key is refused, at its own line."""
    found: dict[str, Node] = {}
    for key, line, value in node.entries:
        if key not in known:
            refusals.append(Refusal(line, f"unknown {what} '{one_line(key)[:40]}'"))
        elif key in found:
            refusals.append(Refusal(line, f"{what} '{key}' stands twice"))
        else:
            found[key] = value
    return found


def _texts(name: str, node: Node | None, refusals: list[Refusal]) -> tuple[str, ...]:
    """A list of strings; nothing at all is the empty list."""
    if node is None or node.kind == NULL:
        return ()
    if node.kind != LIST:
        refusals.append(Refusal(node.line, f"{name} must be a list, not {_kind(node)}"))
        return ()
    wrong = [item for item in node.items if item.kind != TEXT]
    refusals += [Refusal(item.line, f"{name} must hold texts, not {_kind(item)}") for item in wrong]
    return tuple(item.text for item in node.items if item.kind == TEXT)


def _model(name: str, node: Node | None, refusals: list[Refusal]) -> dict[str, str | None] | None:
    if node is None or node.kind == NULL:
        return None
    if node.kind != MAP:
        refusals.append(Refusal(node.line, f"{name} must be a mapping or null, not {_kind(node)}"))
        return None
    found = _entries(node, MODEL_FIELDS, f"field of {name}", refusals)
    return {key: _Fields._text(f"{name}.{key}", found.get(key), refusals) for key in MODEL_FIELDS}  # noqa: SLF001


def _plain(node: Node, refusals: list[Refusal]) -> object:
    """A node as plain data: dicts, tuples, strings and None."""
    if node.kind == LIST:
        return tuple(_plain(item, refusals) for item in node.items)
    if node.kind == MAP:
        keys = tuple(dict.fromkeys(key for key, _, _ in node.entries))
        return {key: _plain(value, refusals) for key, value in _entries(node, keys, "field", refusals).items()}
    return node.text if node.kind == TEXT else None


def _hashes(nodes: Mapping[str, Node], values: dict[str, object], digests: tuple[str, ...], refusals: list[Refusal]) -> None:
    rules = [("head", _FULL_HASH, "40 or 64"), *((name, _SHA256, "64") for name in digests)]
    for name, form, length in rules:
        said = values[name]
        if isinstance(said, str) and not form.fullmatch(said):
            refusals.append(Refusal(nodes[name].line, f"{name} must be {length} lowercase hex digits, not {one_line(said)[:72]}"))
            values[name] = None


def _legacy(text: str, *refusals: Refusal) -> Parsed:
    shown = legacy.lenient(text)
    return Parsed(Checkpoint(shown.values, shown.lanes, legacy=True), refusals)
