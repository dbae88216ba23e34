"""The checks of one lane: its tree, its artifact, its model, its harness and its session (spec: checkpoint.md, "restore")."""

from __future__ import annotations

from pickup_tui.text import one_line

from . import files, git, harness, ids, sessions
from .verdicts import ROOT, Check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.readers.lanes import Checkpoint, Lane
    from pickup_tui.world import World

    from .config import Config


class Ground:
    """What all checks of one restore stand on; git and the system are asked once per folder, however many lanes there are."""

    def __init__(self, project: str, checkpoint: Checkpoint, settings: Config | None, world: World) -> None:
        self.project = project
        self.checkpoint = checkpoint
        self.settings = settings
        self.world = world
        self._facts: dict[str, git.Facts | git.Unknown | None] = {}
        self._since: dict[tuple[str, str], tuple[bool | None, str]] = {}
        self._processes: list[list[bytes]] | None = None
        self._owned: dict[tuple[str | None, str], str] = {}
        for lane in checkpoint.lanes:
            if lane.text("status") == "running" and (session_id := lane.text("session_id")):
                self._owned[lane.text("harness"), session_id] = lane.name

    def facts(self, folder: str) -> git.Facts | None:
        """`git.facts`. Raises git.Unknown."""
        if folder not in self._facts:
            try:
                self._facts[folder] = git.facts(folder, self.world.environ)
            except git.Unknown as unknown:
                self._facts[folder] = unknown
        found = self._facts[folder]
        if isinstance(found, git.Unknown):
            raise found
        return found

    def since(self, folder: str, saved: str, head: str) -> tuple[bool | None, str]:
        """`git.only_checkpoint_since`, None where git cannot say."""
        if (folder, saved) not in self._since:
            try:
                self._since[folder, saved] = git.only_checkpoint_since(folder, saved, head, self.world.environ)
            except git.Unknown as unknown:
                self._since[folder, saved] = (None, str(unknown))
        return self._since[folder, saved]

    def owner(self, lane: Lane) -> str | None:
        """The lane that was saved as running in the same session, if there is one: this lane would be its second owner."""
        return self._owned.get((lane.text("harness"), lane.text("session_id") or ""))

    def running(self, name: str, session_id: str) -> bool:
        """Whether a process of this machine is at work on the session."""
        if self._processes is None:
            self._processes = harness.processes()
        return harness.running(self._processes, name, session_id)


class Tree:
    """The git facts of one target, asked once, and the checks on them."""

    def __init__(self, target: str, folder: str, ground: Ground) -> None:
        self.target = target
        self.folder = folder
        self.ground = ground
        self.facts: git.Facts | None = None
        self.problem: Check | None = None
        try:
            self.facts = ground.facts(folder)
            if self.facts is None:
                self.problem = self._check("repository", False, "there is no git repository")
            elif self.facts.top != folder:
                place = "the project" if target == ROOT else "the worktree"
                self.problem = self._check("repository", False, f"{place} is no root of a git tree: it was moved, or never was one")
        except git.Unknown as unknown:
            self.problem = self._check("repository", None, str(unknown))

    def _check(self, name: str, ok: bool | None, reason: str) -> Check:
        return Check(self.target, name, ok, reason)

    def identity(self, saved: str | None) -> Check:
        """Whether the tree belongs to the saved repository."""
        if self.problem or self.facts is None:
            return self._unasked("repository")
        if saved is None:
            return self._check("repository", False, "no repository was saved")
        actual = self.facts.repository
        if not git.same_repository(saved, actual):
            return self._check("repository", False, f"the repository is {one_line(actual)}, saved was {one_line(saved)[:120]}")
        return self._check("repository", True, f"the repository is {one_line(actual)}")

    def branch(self, saved: str | None) -> Check:
        """Whether the saved branch is checked out; null was a detached HEAD."""
        if self.problem or self.facts is None:
            return self._unasked("branch")
        actual = self.facts.branch
        if actual == saved:
            return self._check("branch", True, f"the branch is {one_line(actual)}" if actual else "HEAD is detached, as saved")
        said = [one_line(name)[:120] if name else "a detached HEAD" for name in (actual, saved)]
        return self._check("branch", False, f"checked out is {said[0]}, saved was {said[1]}")

    def head(self, saved: str | None) -> Check:
        """Whether HEAD is the saved commit, or only the checkpoint was committed since."""
        if self.problem or self.facts is None:
            return self._unasked("head")
        if saved is None:
            return self._check("head", False, "no HEAD was saved")
        if self.facts.head is None:
            return self._check("head", False, "there is no commit yet")
        return self._check("head", *self.ground.since(self.folder, saved, self.facts.head))

    def _unasked(self, name: str) -> Check:
        ok = self.problem.ok if self.problem else None
        return self._check(name, ok, self.problem.reason if self.problem else "git gave no answer")


def paths(target: str, project: str, named: list[tuple[str, str | None]]) -> Check:
    """Whether every path stays inside the project; whether a file is there is the business of other checks."""
    for name, path in named:
        if path is None:
            continue
        try:
            files.inside(project, path, must_exist=False)
        except files.Refused as refused:
            return Check(target, "paths", None if refused.uncertain else False, f"{name}: {refused.reason}")
    return Check(target, "paths", True, "every path stays inside the project")


def artifact(target: str, project: str, path: str | None, saved: str | None) -> Check:
    """Whether an artifact's bytes are the saved ones."""
    if path is None:
        if saved is None:
            return Check(target, "artifact", True, "no artifact was saved")
        return Check(target, "artifact", False, "a digest was saved without an artifact")
    try:
        actual = files.sha256(project, path)
    except files.Refused as refused:
        return Check(target, "artifact", None if refused.uncertain else False, f"artifact: {refused.reason}")
    if saved is None:
        return Check(target, "artifact", None, f"artifact: {one_line(path)} was saved without a digest to compare")
    if actual != saved:
        return Check(target, "artifact", False, f"artifact: {one_line(path)} has changed: SHA-256 {actual[:12]}…, saved {saved[:12]}…")
    return Check(target, "artifact", True, f"{one_line(path)} is the saved one")


def lane_checks(ground: Ground, lane: Lane) -> tuple[list[Check], str | None]:
    """Every check of a lane, and the real path of its worktree (None when it has none)."""
    name, project, settings = lane.name, ground.project, ground.settings
    bad = [Check(name, "fields", False, str(refusal)) for refusal in lane.refusals]
    checks = bad or [Check(name, "fields", True, "every field holds up")]
    named = [("worktree", lane.text("worktree")), ("artifact", lane.text("artifact"))]
    checks.append(paths(name, project, [*named, *(("evidence_paths", path) for path in lane.texts("evidence_paths"))]))
    cwd, tree_checks = _tree(ground, lane)
    checks += tree_checks
    checks.append(artifact(name, project, lane.text("artifact"), lane.text("artifact_sha256")))
    checks += [_origin(lane, settings), _model(lane, settings)]
    session, version = _session(ground, lane, cwd)
    checks += [_harness(ground, lane, version), session, _saved(lane), _liveness(ground, lane)]
    return checks, cwd


def _tree(ground: Ground, lane: Lane) -> tuple[str | None, list[Check]]:
    try:
        cwd = files.folder(ground.project, lane.text("worktree") or "")
    except files.Refused as refused:
        ok = None if refused.uncertain else False
        return None, [Check(lane.name, check, ok, f"worktree: {refused.reason}") for check in ("repository", "branch", "head")]
    tree = Tree(lane.name, cwd, ground)
    return cwd, [
        tree.identity(ground.checkpoint.text("repository")),
        tree.branch(lane.text("branch")),
        tree.head(lane.text("head")),
    ]


def _origin(lane: Lane, settings: Config | None) -> Check:
    """Native work needs companions that cannot be checked here, and what does not say that it is owned is not taken for it."""
    origin = lane.text("origin")
    if origin == "owned":
        return Check(lane.name, "origin", True, "the lane is owned")
    if origin == "native":
        more = ", and delegation is off" if settings and settings.delegation_off else ""
        source = "" if lane.text("source") else " and names no source"
        return Check(lane.name, "origin", False, f"the lane is native{source}: its companions cannot be checked here{more}")
    return Check(lane.name, "origin", None, "whether the lane is owned or native is not known")


def _model(lane: Lane, settings: Config | None) -> Check:
    """Whether the model that the lane had is among those chosen today for its class."""

    def check(ok: bool | None, reason: str) -> Check:
        return Check(lane.name, "model", ok, reason)

    if settings is None:
        return check(False, "without a valid config no model can be checked")
    model_class, effective = lane.text("model_class"), lane.model("effective_model")
    if model_class is None:
        return check(False, "no model class was saved")
    key = effective.get("catalog_key") if effective else None
    if not key:
        return check(False, "no effective model with a catalog key was saved")
    if not settings.selects(model_class, key):
        return check(False, f"the model {one_line(key)[:60]} is not among today's {model_class}")
    observed = (lane.model("observed_model") or {}).get("catalog_key")
    told = f"; observed was {one_line(observed)[:60]}" if observed and observed != key else ""
    return check(True, f"the model {one_line(key)[:60]} is among today's {model_class}{told}")


def _harness(ground: Ground, lane: Lane, recorded: str | None) -> Check:
    """Whether the harness is known, has a safe form to resume, and is of no other version than the saved one.

    The installed program's version counts, found without running it; else that which wrote the session's record. Where a
    version was saved and none is seen, nobody knows whether it is another: uncertain. Without a saved one there is none
    that it could differ from.
    """
    name, saved = lane.text("harness"), lane.text("harness_version")

    def check(ok: bool | None, reason: str) -> Check:
        return Check(lane.name, "harness", ok, reason)

    if name is None:
        return check(None, "no harness was saved")
    if name not in ids.HARNESSES:
        return check(None, f"the harness {one_line(name)[:40]} is not known")
    if not ids.resumable(name):
        return check(False, f"{name}: no safe form to resume a session is known")
    if saved is None:
        return check(True, f"{name} is known; its version was not saved")
    program = harness.executable(name, ground.world.environ, ground.project)
    installed = harness.version(program, name) if program else None
    actual = installed or recorded
    if actual is None:
        return check(None, f"the version of {name} cannot be seen here, saved was {one_line(saved)[:40]}")
    if actual != saved:
        return check(None, f"{name} has the version {one_line(actual)[:40]}, saved was {one_line(saved)[:40]}")
    return check(True, f"{name} has the saved version {one_line(saved)[:40]}")


def _session(ground: Ground, lane: Lane, cwd: str | None) -> tuple[Check, str | None]:
    """Whether the session is in the harness's own store, in the lane's worktree; and the version that its record names."""
    name, session_id = lane.text("harness"), lane.text("session_id")

    def check(ok: bool | None, reason: str) -> tuple[Check, str | None]:
        return Check(lane.name, "session", ok, reason), None

    if session_id is None:
        return check(False, "no session ID was saved")
    if name is None or name not in ids.HARNESSES:
        return check(None, "whose session it is is not known")
    wrong = ids.wrong(name, session_id)
    if wrong:
        return check(False, wrong)
    if not ids.resumable(name):
        return check(False, f"sessions of {name} are not looked for")
    if cwd is None:
        return check(False, "without the lane's worktree its session cannot be checked")
    try:
        session = sessions.find(name, session_id, ground.world)
    except sessions.Absent as absent:
        return check(False, str(absent))
    except (sessions.Unsure, sessions.Exhausted) as unsure:
        return check(None, str(unsure))
    if not sessions.same_folder(session.cwd, cwd):
        return check(False, f"the session was at work in {one_line(ground.world.short(session.cwd))[:160]}, not in the lane's worktree")
    return Check(lane.name, "session", True, f"the session is in {name}'s own store, at work in the lane's worktree"), session.version


def _saved(lane: Lane) -> Check:
    if lane.text("resumability") == "not_resumable":
        said = one_line(lane.text("reason") or "")[:200]
        return Check(lane.name, "resumability", False, "saved as not resumable" + (f": {said}" if said else ""))
    return Check(lane.name, "resumability", True, "not saved as not resumable")


def _liveness(ground: Ground, lane: Lane) -> Check:
    """What is known of whether it runs. The saved status is judged by its own rule; a process seen here is uncertain."""
    name, session_id = lane.text("harness"), lane.text("session_id")
    if name and session_id and ids.wrong(name, session_id) is None and ground.running(name, session_id):
        return Check(lane.name, "liveness", None, "a process of this machine has the session open: it may be at work")
    return Check(lane.name, "liveness", True, f"saved as {lane.text('status') or 'unknown'}, and no process is seen at work on it")
