"""`save checkpoint`: writes `.thunderkit/HANDOFF.md` from what can be observed and what the caller gives.

What can be observed is observed and never taken from the caller; what nobody knows stays null; an ID is never made
up, and nothing is read out of transcripts. The text goes through the strict reader before it is written and again
after, so that no file is left that cannot be read.
"""

from __future__ import annotations

import os

from pickup_tui.checkpoint import config, files, git, harness, record
from pickup_tui.handoff import Record
from pickup_tui.readers import checkpoint as reader
from pickup_tui.readers.lanes import FIELDS, LANE_FIELDS, VERSION
from pickup_tui.readers.strict import LIST, MAP, TEXT, Node, Refused, load
from pickup_tui.text import one_line

from . import checkpoint_text, credentials, safe
from .safe import NotSaved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from pickup_tui.readers.lanes import Checkpoint
    from pickup_tui.world import World

CAPTURE = "unavailable"  # the original's capture program is not public: said apart from the save
_LARGEST = 256 * 1024
# Other names that callers use for the fields that are theirs to give.
_NAMES = {
    "stage": "current_stage", "next": "next_action", "next_step": "next_action", "decisions": "decisions_this_session",
    "unknowns": "open_unknowns", "lanes": "lanes_in_flight", "artifact": "active_artifact", "context": "context_at_save",
}  # fmt: skip
_OBSERVED = ("saved_at", "repository", "branch", "head", "active_artifact_sha256")


class Saved(Record):
    """What a save did, or would do: the file's change, the branch that is in it (None: none), and what to tell."""

    __slots__ = ("branch", "change", "warnings")

    def __init__(self, change: safe.Change, branch: str | None, warnings: tuple[str, ...]) -> None:
        self.change = change
        self.branch = branch
        self.warnings = warnings

    @property
    def path(self) -> str:
        """The real path of the file."""
        return self.change.path

    @property
    def after(self) -> str:
        """The checkpoint's new text."""
        return self.change.after.decode("utf-8")

    @property
    def record(self) -> dict[str, Any]:
        """The routing record that goes with every save."""
        return record.saved()


def save(
    project: str, text: str, world: World, flags: Mapping[str, str] | None = None, *, dry_run: bool = False, redact: bool = False
) -> Saved:
    """Saves the checkpoint of the project at the real path `project`.

    text     what the caller gives: YAML or JSON with the format's field names
    flags    fields that go before the text's
    dry_run  nothing is written
    redact   replaces what looks like a credential instead of refusing it
    Raises NotSaved; the previous checkpoint then stays.
    """
    given = {**_given(text), **(flags or {})}
    values, warnings = _observe(project, given, world)
    after = checkpoint_text.write(values)
    found = credentials.find(after)
    if found and redact:
        warnings += [f"a credential was replaced: {one.kind}, line {one.line} of the checkpoint" for one in found]
        after = checkpoint_text.write(_redacted(values))
        found = credentials.find(after)
    if found:
        where = ", ".join(f"{one.kind} (line {one.line} of the checkpoint)" for one in found)
        raise NotSaved(f"not saved: what looks like a credential is in it: {where}", "take it out, or use --redact")
    wanted = _checked(after)
    path = os.path.join(project, files.CHECKPOINT)
    try:
        files.inside(project, files.CHECKPOINT, must_exist=False)
    except files.Refused as refused:
        raise NotSaved(f"not saved: {refused.reason}", "replace the symbolic link") from None
    data = after.encode("utf-8")
    if dry_run:
        change = safe.plan(path, lambda _: data, inside=project)
    else:
        change = _write(path, project, data)
        _read_back(path, project, change, wanted, data)
    return Saved(change, wanted.text("branch"), tuple(warnings))


def _redacted(value: Any) -> Any:
    """The values with every credential in their texts replaced."""
    if isinstance(value, dict):
        return {key: _redacted(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_redacted(item) for item in value]
    return credentials.redact(value) if isinstance(value, str) else value


def _write(path: str, project: str, data: bytes) -> safe.Change:
    """The one place where the checkpoint is written."""
    return safe.change(path, lambda _: data, inside=project)


def _read_back(path: str, project: str, change: safe.Change, wanted: Checkpoint, written: bytes) -> None:
    """Reads what is on the disk through the strict reader; when it is not what was meant, it is as before: the old file or none."""
    try:
        contents = files.read(project, files.CHECKPOINT, _LARGEST)
        parsed = reader.parse(contents.data.decode("utf-8"))
        if parsed.checkpoint == wanted and not parsed.refusals:
            return
        reason = "it does not read back as it was written"
    except (files.Refused, UnicodeDecodeError) as error:
        reason = str(error)
    before = change.before
    if before is not None:
        safe.change(path, lambda _: before, inside=project)
        raise NotSaved(f"not saved: {reason}", "the previous checkpoint is back")
    if safe.read(path) == written:  # there was none, and nobody else has written one meanwhile
        os.unlink(path)
    raise NotSaved(f"not saved: {reason}", "try again")


def _checked(text: str) -> Checkpoint:
    """What the strict reader makes of the text. Raises NotSaved with what it refuses."""
    parsed = reader.parse(text)
    refusals = [refusal.reason for refusal in parsed.refusals]
    for lane in parsed.checkpoint.lanes if parsed.checkpoint else ():
        refusals += [f"lane {one_line(lane.name)[:60]}: {refusal.reason}" for refusal in lane.refusals]
    if refusals or parsed.checkpoint is None:
        raise NotSaved(f"not saved: {refusals[0] if refusals else 'it cannot be read back'}", "mend it and save again")
    return parsed.checkpoint


def _given(text: str) -> dict[str, Any]:
    """The caller's fields as plain data, under the format's names. Raises NotSaved."""
    if not text.strip():
        return {}
    try:
        if text.lstrip().startswith("{"):
            source: Any = _strings(config.parse_json(text.encode("utf-8", "surrogatepass"), "the text"))
        else:
            source = _plain(load(text))
    except Refused as refused:
        raise NotSaved(f"not saved: line {refused.line}: {refused.reason}", "give YAML or JSON with the checkpoint's fields") from None
    except config.Invalid as invalid:
        raise NotSaved(f"not saved: {invalid}", "give YAML or JSON with the checkpoint's fields") from None
    if not isinstance(source, dict):
        raise NotSaved("not saved: the text is no mapping of fields", "give YAML or JSON with the checkpoint's fields")
    given: dict[str, Any] = {}
    for key, value in source.items():
        name = _NAMES.get(key, key)
        if name not in FIELDS:
            raise NotSaved(f"not saved: unknown field {one_line(str(key))[:40]!r}", f"fields are {', '.join(FIELDS)}")
        if name in given:
            raise NotSaved(f"not saved: {name} is given twice", "give it once")
        given[name] = value
    return given


def _plain(node: Node) -> Any:
    if node.kind == LIST:
        return [_plain(item) for item in node.items]
    if node.kind == MAP:
        found: dict[str, Any] = {}
        for key, line, value in node.entries:
            if key in found:
                raise Refused(line, f"'{one_line(key)[:40]}' stands twice")
            found[key] = _plain(value)
        return found
    return node.text if node.kind == TEXT else None


def _strings(value: Any) -> Any:
    """JSON with its scalars as the strings that they were; null stays null."""
    if isinstance(value, dict):
        return {str(key): _strings(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_strings(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if value is None or isinstance(value, str) else str(value)


def _observe(project: str, given: dict[str, Any], world: World) -> tuple[dict[str, Any], list[str]]:
    """All fields: the caller's, and what this machine says of the rest. Warnings where the two differ."""
    warnings: list[str] = []
    values: dict[str, Any] = {**dict.fromkeys(FIELDS), **given, "schema_version": VERSION}
    said = given.get("schema_version")
    if said is not None and str(said) != str(VERSION):
        raise NotSaved(f"not saved: schema_version {one_line(str(said))[:20]} is not known", f"this writes {VERSION}")
    facts = _facts(project, world, warnings)
    if facts and facts.top != project:
        warnings.append("the project is not the root of its git tree: restore will not resume from here")
    values["saved_at"] = _utc(world.now)
    values["repository"] = facts.repository if facts else os.path.basename(project) or None
    values["branch"] = facts.branch if facts else None
    values["head"] = facts.head if facts else None
    values["active_artifact_sha256"] = _digest(project, values["active_artifact"], "active_artifact", warnings)
    values["north_star"] = values["north_star"] or files.NORTH_STAR
    decided = values["decisions_this_session"]
    values["decisions_this_session"] = [decided] if isinstance(decided, str) else decided or []
    for name in _OBSERVED[1:]:
        _differs(name, given.get(name), values[name], "", warnings)
    lanes = values["lanes_in_flight"] or []
    if not isinstance(lanes, list):
        raise NotSaved("not saved: lanes_in_flight must be a list", "give a list of lanes, each a mapping")
    values["lanes_in_flight"] = [_lane(project, lane, number, world, warnings) for number, lane in enumerate(lanes, 1)]
    return values, warnings


def _lane(project: str, given: Any, number: int, world: World, warnings: list[str]) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise NotSaved(f"not saved: lane {number} is no mapping", "give each lane as a mapping of its fields")
    unknown = [key for key in given if key not in LANE_FIELDS]
    if unknown:
        raise NotSaved(f"not saved: lane {number} has the unknown field {one_line(str(unknown[0]))[:40]!r}", f"fields are {', '.join(LANE_FIELDS)}")
    lane: dict[str, Any] = {**dict.fromkeys(LANE_FIELDS), **given}
    name = f"lane {one_line(str(lane['id'] or number))[:40]}: "
    worktree = lane["worktree"]
    if isinstance(worktree, str):
        try:
            folder = files.folder(project, worktree)
        except files.Refused as refused:
            warnings.append(f"{name}worktree: {refused.reason}: its branch and HEAD are as given")
        else:
            facts = _facts(folder, world, warnings)
            if facts and facts.top == folder:
                lane["branch"], lane["head"] = facts.branch, facts.head
                for field in ("branch", "head"):
                    _differs(field, given.get(field), lane[field], name, warnings)
    lane["artifact_sha256"] = _digest(project, lane["artifact"], f"{name}artifact", warnings)
    _differs("artifact_sha256", given.get("artifact_sha256"), lane["artifact_sha256"], name, warnings)
    lane["harness_version"] = lane["harness_version"] or _version(project, lane["harness"], world)
    lane["origin"] = lane["origin"] or "unknown"
    lane["status"] = lane["status"] or "unknown"
    missing = not lane["session_id"]
    lane["resumability"] = "not_resumable" if missing else lane["resumability"] or "unverified"
    lane["reason"] = lane["reason"] or ("no session ID was captured" if missing else "not validated yet")
    lane["evidence_paths"] = lane["evidence_paths"] or []
    return lane


def _differs(field: str, given: Any, observed: Any, name: str, warnings: list[str]) -> None:
    if given is not None and given != observed:
        said = "nothing" if observed is None else one_line(str(observed))[:80]
        warnings.append(f"{name}{field}: {one_line(str(given))[:80]} was given, {said} is what is there and was saved")


def _facts(folder: str, world: World, warnings: list[str]) -> git.Facts | None:
    try:
        return git.facts(folder, world.environ)
    except git.Unknown as unknown:
        warnings.append(f"{unknown}: branch and HEAD are unknown")
        return None


def _digest(project: str, path: Any, name: str, warnings: list[str]) -> str | None:
    if not isinstance(path, str):
        return None
    try:
        return files.sha256(project, path)
    except files.Refused as refused:
        if not refused.missing and not refused.uncertain:
            raise NotSaved(f"not saved: {name}: {refused.reason}", "name a file inside the project") from None
        warnings.append(f"{name}: {refused.reason}: saved without a digest")
        return None


def _version(project: str, name: Any, world: World) -> str | None:
    """The installed version of a lane's harness, None when it cannot be seen."""
    program = harness.executable(name, world.environ, project) if isinstance(name, str) and name in harness.NAMES else None
    return harness.version(program, str(name)) if program else None


def _utc(now: float) -> str:
    import time

    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
