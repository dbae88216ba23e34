"""What tests of checkpoints share: a repository with a checkpoint whose lanes hold up, and the stores of the harnesses."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pickup_tui.checkpoint.restore import restore
from pickup_tui.save import checkpoint_text

if TYPE_CHECKING:
    from pickup_tui.checkpoint.restore import Restoration
    from support import Home

ONE = "0190c7d4-1111-4222-8333-444455556666"
TWO = "0190c7d4-aaaa-4bbb-8ccc-ddddeeeeffff"
HERMES = "20261128_101500_a1b2c3"
_MADE: dict[str, str] = {}
CONFIG: dict[str, Any] = {"classes": {"planner": "red", "executors": ["blue", "green"], "reviewers": "all"}}


class Lab:
    """`project` is a repository with the worktrees `wt/one` and `wt/two`; lane L1 is claude's, lane L2 codex's."""

    def __init__(self, home: Home, *, origin: str | None = "https://example.org/acme/uploader.git") -> None:
        self.home = home
        self.project = os.path.join(home.projects, "uploader")
        self.head = _repository(home, self.project, origin)
        self.values: dict[str, Any] = {
            "schema_version": 1,
            "saved_at": "2026-11-28T10:00:00Z",
            "context_at_save": "80%",
            "repository": "example.org/acme/uploader" if origin else "uploader",
            "branch": "main",
            "head": self.head,
            "north_star": ".thunderkit/NORTH_STAR.md",
            "current_stage": "4 execute",
            "active_artifact": ".thunderkit/PLAN.md",
            "active_artifact_sha256": digest("plan\n"),
            "lanes_in_flight": [self.lane("L1", "one", "claude", ONE), self.lane("L2", "two", "codex", TWO)],
            "decisions_this_session": ["use backoff"],
            "next_action": "write the test",
            "open_unknowns": "none",
        }
        self.claude(ONE, self.path("wt/one"))
        self.codex(TWO, self.path("wt/two"))
        self.save()

    def lane(self, name: str, tree: str, harness: str, session_id: str | None) -> dict[str, Any]:
        return {
            "id": name,
            "worktree": f"wt/{tree}",
            "branch": f"lane/{tree}",
            "head": self.head,
            "harness": harness,
            "harness_version": "2.1.3",
            "session_id": session_id,
            "model_class": "executors",
            "effective_model": {"catalog_key": "blue", "provider": "p", "model_id": "m", "effort": None},
            "origin": "owned",
            "artifact": "out/one.txt",
            "artifact_sha256": digest("one\n"),
            "status": "blocked",
            "resumability": "unverified",
            "evidence_paths": ["out/one.txt"],
        }

    @property
    def lane1(self) -> dict[str, Any]:
        lane: dict[str, Any] = self.values["lanes_in_flight"][0]
        return lane

    def path(self, below: str) -> str:
        return os.path.join(self.project, below)

    def write(self, below: str, text: str | bytes) -> str:
        return self.home.write(self.path(below), text, None)

    def save(self, **changes: Any) -> str:
        """Writes the checkpoint, uncommitted; changes are of the file's fields."""
        self.values.update(changes)
        return self.write(".thunderkit/HANDOFF.md", checkpoint_text.write(self.values))

    def save_lane(self, **changes: Any) -> str:
        """Writes the checkpoint with these changes of the first lane."""
        self.lane1.update(changes)
        return self.save()

    def restore(self, **environ: str) -> Restoration:
        return restore(self.project, self.home.world(self.project, **environ))

    def verdicts(self, **environ: str) -> list[str]:
        return [lane.verdict for lane in self.restore(**environ).lanes]

    # Stores, as the harnesses lay them out

    def claude(self, session_id: str, cwd: str, folder: str = "-some-lossy-name", version: str = "2.1.3", **more: Any) -> str:
        records = [
            {"type": "summary", "summary": "a", "leafUuid": "b"},
            {"type": "user", "sessionId": session_id, "cwd": cwd, "version": version, "message": {"role": "user", "content": "write the retry test"}, **more},
        ]
        return self.jsonl(f".claude/projects/{folder}/{session_id}.jsonl", *records)

    def codex(self, session_id: str, cwd: str, day: str = "2026/11/28", version: str = "2.1.3") -> str:
        meta = {"timestamp": "t", "type": "session_meta", "payload": {"id": session_id, "cwd": cwd, "cli_version": version}}
        said = {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "fix the backoff timer"}]}}
        name = f"rollout-{day.replace('/', '-')}T10-00-00-{session_id}.jsonl"
        return self.jsonl(f".codex/sessions/{day}/{name}", meta, said)

    def hermes(self, session_id: str, cwd: str | None, *, wal: bool = False, folder_column: bool = True) -> str:
        path = os.path.join(self.home.path, ".hermes/state.db")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        database = sqlite3.connect(path, isolation_level=None)
        if wal:
            database.execute("PRAGMA journal_mode = wal")
        cwd_column = ", cwd TEXT" if folder_column else ""
        database.execute(f"CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL, ended_at REAL, title TEXT{cwd_column})")
        database.execute("CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT)")
        names, marks = ("id, started_at, cwd", "?, ?, ?") if folder_column else ("id, started_at", "?, ?")
        database.execute(f"INSERT INTO sessions ({names}) VALUES ({marks})", (session_id, self.home.now, cwd)[: marks.count("?")])
        database.execute("INSERT INTO messages (session_id, role, content) VALUES (?, 'user', 'rename the upload queue')", (session_id,))
        database.close()
        return path

    def jsonl(self, below: str, *records: object) -> str:
        return self.home.write(below, "".join(json.dumps(record) + "\n" for record in records), self.home.now - 3600)

    def program(self, name: str, body: str = "exit 0\n", folder: str = "bin") -> str:
        """A program in a folder of the home; gives the folder, for PATH."""
        path = self.home.write(f"{folder}/{name}", f"#!/bin/sh\n{body}", None)
        os.chmod(path, 0o755)
        return os.path.dirname(path)


def _repository(home: Home, project: str, origin: str | None) -> str:
    """The lab's repository, made by git once per process and copied from there; gives its one commit."""
    if "path" not in _MADE:
        _MADE["path"] = tempfile.mkdtemp(prefix="lab-")
        atexit.register(shutil.rmtree, _MADE["path"], ignore_errors=True)
        made = os.path.realpath(os.path.join(_MADE["path"], "uploader"))
        _MADE["project"] = made
        files = {".thunderkit/NORTH_STAR.md": "why\n", ".thunderkit/PLAN.md": "plan\n", ".thunderkit/config.json": json.dumps(CONFIG)}
        for name, text in {**files, "out/one.txt": "one\n", ".gitignore": "/wt/\n"}.items():
            home.write(os.path.join(made, name), text, None)
        home.git(made, "init", "-q", "-b", "main", "--template=")  # no sample hooks: a third of what would be copied
        _MADE["head"] = home.commit(made)
        for name in ("one", "two"):
            home.git(made, "worktree", "add", "-q", "-b", f"lane/{name}", os.path.join("wt", name))
    shutil.copytree(_MADE["project"], project)
    for name in ("one", "two"):  # a worktree and its repository name each other by their paths
        for path in (f"{project}/.git/worktrees/{name}/gitdir", f"{project}/wt/{name}/.git"):
            home.write(path, Path(path).read_text().replace(_MADE["project"], project), None)
    if origin:
        with open(f"{project}/.git/config", "a", encoding="utf-8") as file:
            file.write(f'[remote "origin"]\n\turl = {origin}\n')
    return _MADE["head"]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def snapshot(folder: str) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes and its mode: equal before and after, nothing was written."""
    found: dict[str, str] = {}
    for path in sorted(Path(folder).rglob("*")):
        info = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found[str(path)] = f"{info.st_mode} {info.st_mtime_ns if path.is_file() else 0} {hashlib.sha256(data).hexdigest()}"
    return found
