"""The demo's project with a checkpoint: a run of four lanes, of which one can be resumed, and the sessions behind them.

Each of the others shows another verdict of `restore`: one that may still be at work, one that is finished, and one whose
branch has moved on since. The texts are filled as those of `content` are.
"""

from __future__ import annotations

import json

from .shapes import Commit, Project

# By a short name, what `{sha256:name}` is the digest of.
ARTIFACTS = {
    "plan": "# Stage 2: back-pressure\n\nSenders pull; a full queue answers 503.\n",
    "pull": "# The pull loop\n\nOne request in flight per sender; the 503 path is open.\n",
}
_PULL, _METRICS = "0190c7d4-5a1e-4c3b-9f20-6d8e1b2a7c55", "0190c7d4-77b2-4e19-8a41-2f5c90d3e618"


def _lane(name: str, harness: str, session: str | None, mark: str, *, status: str = "blocked", reason: str = "null", artifact: str = "") -> str:
    """A lane of the checkpoint's YAML. It works in `lanes/<name>` on `lane/<name>`, one that runs in the project itself."""
    tree, branch = (".", "main") if status == "running" else (f"lanes/{name}", f"lane/{name}")
    return f"""  - id: "{name}"
    worktree: "{tree}"
    branch: "{branch}"
    head: "{{sha:{mark}}}"
    harness: "{harness}"
    harness_version: null
    session_id: {json.dumps(session)}
    model_class: "executors"
    requested_model: null
    effective_model: {{catalog_key: "sonnet", provider: null, model_id: null, effort: null}}
    origin: "owned"
    artifact: {f'"lanes/{name}/{artifact}"' if artifact else "null"}
    artifact_sha256: {f'"{{sha256:{name}}}"' if artifact else "null"}
    status: "{status}"
    resumability: "unverified"
    reason: {reason}
"""


_CHECKPOINT = (
    """# Written by the coordinator; private session ids stay with their harness.
schema_version: 1
saved_at: "{time:5h}"
context_at_save: "81%"
repository: "github.com/acme/relay"
branch: "main"
head: "{sha:rel2}"
north_star: ".thunderkit/NORTH_STAR.md"
current_stage: "Stage 2: back-pressure between queue and senders"
active_artifact: "plans/stage-2.md"
active_artifact_sha256: "{sha256:plan}"
model_contract: null
lanes_in_flight:
"""
    + _lane("pull", "claude", _PULL, "pull1", reason='"waits for the answer about 503"', artifact="notes.md")
    + _lane("soak", "codex", None, "rel2", status="running")
    + _lane("survey", "claude", None, "rel2", status="completed")
    + _lane("metrics", "claude", _METRICS, "met1")
    + """decisions_this_session:
  - "senders pull; the queue never pushes"
  - "a full queue answers 503 with Retry-After"
next_action: "implement the pull loop in relay/sender.py and run the two-day soak plan"
open_unknowns: "whether old clients honour Retry-After"
"""
)

RELAY = Project(
    "relay",
    "git@github.com:acme/relay.git",
    (
        Commit("rel1", "main", "20d", "Queue that survives a restart", {".thunderkit/NORTH_STAR.md": "# North star\n\nNo message is lost.\n", "relay/queue.py": "class Queue: ...\n", ".gitignore": "/lanes/\n"}),
        Commit("rel2", "main", "7h", "Write the stage plan", {"plans/stage-2.md": ARTIFACTS["plan"]}),
        Commit("pull1", "lane/pull", "6h", "Senders ask for the next message", {"relay/sender.py": "def pull(): ...\n", "notes.md": ARTIFACTS["pull"]}),
        Commit("met1", "lane/metrics", "6h", "Count what waits in the queue", {"relay/metrics.py": "WAITING = 0\n"}),
        Commit("met2", "lane/metrics", "1h", "Export the count", {"relay/metrics.py": "WAITING = 0\nEXPORT = True\n"}),
    ),
    {
        ".thunderkit/HANDOFF.md": (_CHECKPOINT, "5h"),
        ".thunderkit/config.json": (
            '{\n  "schema_version": 2,\n  "classes": {"planner": "opus", "executors": ["sonnet"], "reviewers": "all"}\n}\n',
            "20d",
        ),
    },
    worktrees=(("Projects/relay/lanes/pull", "lane/pull", {}), ("Projects/relay/lanes/metrics", "lane/metrics", {})),
)


def _session(id_: str, lane: str) -> str:
    """A session's file, as Claude Code keeps it: its first record with both ID and folder says whose it is."""
    return json.dumps({"type": "user", "sessionId": id_, "cwd": f"{{home}}/Projects/relay/lanes/{lane}"}) + "\n"


SESSIONS: dict[str, tuple[str, str]] = {
    f".claude/projects/-relay-{lane}/{id_}.jsonl": (_session(id_, lane), "5h") for id_, lane in ((_PULL, "pull"), (_METRICS, "metrics"))
}
