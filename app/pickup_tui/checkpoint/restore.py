"""Restore: what a checkpoint says, check by check, and which lanes can really be resumed. Changes and runs nothing."""

from __future__ import annotations

import os

from pickup_tui.handoff import Record
from pickup_tui.readers.checkpoint import parse
from pickup_tui.readers.lanes import Checkpoint, Lane, Parsed, Refusal
from pickup_tui.readers.strict import LIMIT

from . import claims, config, files, ids, record
from .checks import Ground, Tree, artifact, lane_checks, paths
from .verdicts import BLOCKED as RUNNING
from .verdicts import ROOT, VALIDATED, Check, Verdict, judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pickup_tui.world import World

    from .config import Config

RESTORED, REFUSED, BLOCKED = "restored-context", "refused", "blocked"


class Restoration(Record):
    """The result of a restore.

    project  the real path of its root
    record   the routing record
    outcome  RESTORED, REFUSED or BLOCKED
    context  what the file says, for reading; None when it is refused or not there
    checks   all of them, the root's first
    lanes    a verdict each
    sha256   of the checkpoint's bytes; "" when they could not be read
    """

    __slots__ = ("checks", "context", "lanes", "outcome", "project", "record", "sha256")

    def __init__(
        self,
        project: str,
        record: dict[str, Any],
        outcome: str,
        context: Checkpoint | None,
        checks: tuple[Check, ...],
        lanes: tuple[Verdict, ...],
        sha256: str,
    ) -> None:
        self.project = project
        self.record = record
        self.outcome = outcome
        self.context = context
        self.checks = checks
        self.lanes = lanes
        self.sha256 = sha256

    @property
    def exit_code(self) -> int:
        """0: read, and every lane judged; 2: no valid configuration; 1: blocked or refused otherwise."""
        if self.record["reason_code"] == "invalid_config":
            return 2
        return 0 if self.outcome == RESTORED else 1


def project_of(word: str | None, world: World) -> str:
    """The project that a command means: a folder, a checkpoint's path or its row's id; without a word, where we stand.

    The home folder is none for whoever stands below it, also where it is a repository.
    """
    if word:
        path = world.expand(word.removeprefix("checkpoint:"))
        suffix = "/" + files.CHECKPOINT
        return os.path.realpath(path.removesuffix(suffix) if path.endswith(suffix) else path)
    here = os.path.realpath(world.cwd)
    home = os.path.realpath(world.home)
    folder = here
    while True:
        if folder not in (home, "/") and any(os.path.lexists(os.path.join(folder, name)) for name in (files.FOLDER, ".git")):
            return folder
        if os.path.dirname(folder) == folder:
            return here
        folder = os.path.dirname(folder)


def restore(project: str, world: World) -> Restoration:
    """Judges the checkpoint of the project at the real path `project`."""
    settings, problem = _settings(project)
    routing = record.restored(settings, problem)
    checks = [Check(ROOT, "config", settings is not None, problem or f"{files.CONFIG} is valid"), _north_star(project)]
    try:
        contents = files.read(project, files.CHECKPOINT, LIMIT)
        parsed = _parse(contents.data)
    except files.Refused as refused:
        unsure = refused.uncertain and not refused.large  # that it is too large is certain
        checks.append(Check(ROOT, "checkpoint", None if unsure else False, refused.reason))
        outcome = REFUSED if settings and not refused.missing else BLOCKED
        return Restoration(project, routing, outcome, None, tuple(checks), (), "")
    if parsed.refusals or parsed.checkpoint is None:
        checks += [Check(ROOT, "checkpoint", False, str(refusal)) for refusal in parsed.refusals]
        lanes = parsed.checkpoint.lanes if parsed.checkpoint else ()
        verdicts = tuple(Verdict(lane.name, *judge(lane.text("status"), checks)) for lane in lanes)
        outcome = REFUSED if settings else BLOCKED
        return Restoration(project, routing, outcome, parsed.checkpoint, tuple(checks), verdicts, contents.sha256)
    checks.append(Check(ROOT, "checkpoint", True, "the file is read strictly and holds up"))
    ground = Ground(project, parsed.checkpoint, settings, world)
    checks += _root_checks(ground)
    judged = [(lane, _lane(ground, lane)) for lane in parsed.checkpoint.lanes]
    checks.append(_unchanged(project, contents.sha256, settings))
    verdicts = _told([_verdict(ground, lane, own, checks) for lane, own in judged])
    passed = settings is not None and next(check for check in checks if check.check == "north_star").ok
    outcome = RESTORED if passed else REFUSED if settings else BLOCKED
    everything = (*checks, *(check for _, own in judged for check in own.checks))
    return Restoration(project, routing, outcome, parsed.checkpoint, everything, verdicts, contents.sha256)


def _settings(project: str) -> tuple[Config | None, str]:
    try:
        return config.load(project), ""
    except config.Invalid as invalid:
        return None, str(invalid)


def _parse(data: bytes) -> Parsed:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Parsed(None, (Refusal(data.count(b"\n", 0, error.start) + 1, "the file is not UTF-8"),))
    return parse(text)


def _north_star(project: str) -> Check:
    try:
        files.sha256(project, files.NORTH_STAR)
    except files.Refused as refused:
        return Check(ROOT, "north_star", None if refused.uncertain else False, refused.reason)
    return Check(ROOT, "north_star", True, f"{files.NORTH_STAR} is there: read it first")


def _root_checks(ground: Ground) -> list[Check]:
    project, checkpoint = ground.project, ground.checkpoint
    tree = Tree(ROOT, project, ground)
    checks = [
        tree.identity(checkpoint.text("repository")),
        tree.branch(checkpoint.text("branch")),
        tree.head(checkpoint.text("head")),
        paths(ROOT, project, [(name, checkpoint.text(name)) for name in ("north_star", "active_artifact")]),
        artifact(ROOT, project, checkpoint.text("active_artifact"), checkpoint.text("active_artifact_sha256")),
    ]
    contract = _contract(checkpoint.values.get("model_contract"), ground.settings)
    return [*checks, contract] if contract else checks


def _contract(saved: object, settings: Config | None) -> Check | None:
    """Tells whether the models chosen today are those of the saved contract; what decides is each lane's own model."""
    if not isinstance(saved, dict) or settings is None:
        return None
    flat = {**saved, **(saved["classes"] if isinstance(saved.get("classes"), dict) else {})}
    today = {**settings.values, **settings.classes}
    for name, value in today.items():
        if name in flat and name not in ("classes", "schema_version", "decided_at") and flat[name] is not None:
            said = list(flat[name]) if isinstance(flat[name], tuple) else flat[name]
            if said != (value if isinstance(value, list) else str(value)):
                told = f"model_contract: {name} is chosen differently today; each lane's own model is checked against today's"
                return Check(ROOT, "model_contract", True, told)
    return Check(ROOT, "model_contract", True, "the saved model contract agrees with today's choices")


class _Own(Record):
    """A lane's own checks, its session's argument list and its folder, when it has them."""

    __slots__ = ("argv", "checks", "cwd")

    def __init__(self, checks: tuple[Check, ...], argv: tuple[str, ...] | None, cwd: str | None) -> None:
        self.checks = checks
        self.argv = argv
        self.cwd = cwd


def _lane(ground: Ground, lane: Lane) -> _Own:
    checks, cwd = lane_checks(ground, lane)
    harness, session_id = lane.text("harness"), lane.text("session_id")
    argv = None
    if harness and session_id and ids.resumable(harness) and ids.wrong(harness, session_id) is None:
        argv = tuple(ids.argv(harness, session_id))
    return _Own(tuple(checks), argv, cwd)


def _verdict(ground: Ground, lane: Lane, own: _Own, root: list[Check]) -> Verdict:
    verdict, reason = judge(lane.text("status"), (*own.checks, *root))
    claim = claims.key(ground.project, own.argv, ground.checkpoint.text("saved_at")) if own.argv else ""
    started = claims.started(ground.world, claim) if claim else None
    if started and lane.text("status") != "completed":
        return Verdict(lane.name, RUNNING, f"its session was started from here at {started}: nothing is started twice")
    if verdict != VALIDATED:
        return Verdict(lane.name, verdict, reason)
    owner = ground.owner(lane)
    if owner:
        return Verdict(lane.name, RUNNING, f"its session is that of lane {owner}, saved as running: its owner may still be at work")
    return Verdict(lane.name, verdict, reason, own.argv, own.cwd)


def _told(verdicts: list[Verdict]) -> tuple[Verdict, ...]:
    """The verdicts, with a word to lanes that passed and name one session: of those only one can be started."""
    sessions = [lane.argv for lane in verdicts]
    return tuple(
        Verdict(lane.id, lane.verdict, lane.reason + "; another lane names the same session: only one can be started", lane.argv, lane.cwd)
        if lane.argv and sessions.count(lane.argv) > 1
        else lane
        for lane in verdicts
    )


def _unchanged(project: str, sha256: str, settings: Config | None) -> Check:
    """Whether checkpoint and configuration are still what was judged, now that everything has been looked at."""
    for name, before in ((files.CHECKPOINT, sha256), (files.CONFIG, settings.sha256 if settings else None)):
        try:
            if before is not None and files.sha256(project, name, LIMIT) != before:
                return Check(ROOT, "unchanged", False, f"{name} changed while it was being judged")
        except files.Refused as refused:
            return Check(ROOT, "unchanged", False, refused.reason)
    return Check(ROOT, "unchanged", True, "nothing changed while it was being judged")
