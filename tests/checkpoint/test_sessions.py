from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

import pytest

from lab import HERMES, ONE, TWO, snapshot
from pickup_tui.checkpoint import sessions
from pickup_tui.checkpoint.sessions import Absent, Meter, Unsure, find

if TYPE_CHECKING:
    from lab import Lab


def only_lane_one(lab: Lab, verdict: str, words: str) -> None:
    """The first lane gets this verdict for its session; the stores are as they were, byte for byte."""
    before = {folder: snapshot(os.path.join(lab.home.path, folder)) for folder in (".claude", ".codex", ".hermes")}
    result = lab.restore()
    assert [lane.verdict for lane in result.lanes] == [verdict, "validated"]
    (check,) = (check for check in result.checks if check.target == "L1" and check.check == "session")
    assert words in check.reason
    assert before == {folder: snapshot(os.path.join(lab.home.path, folder)) for folder in (".claude", ".codex", ".hermes")}


class TestClaude:
    def test_the_right_one(self, lab: Lab) -> None:
        only_lane_one(lab, "validated", "in the lane's worktree")

    def test_another_folder_of_the_environment(self, lab: Lab) -> None:
        os.rename(os.path.join(lab.home.path, ".claude"), os.path.join(lab.home.path, "other"))
        assert lab.verdicts() == ["not_resumable", "validated"]
        assert lab.verdicts(CLAUDE_CONFIG_DIR=os.path.join(lab.home.path, "other")) == ["validated", "validated"]

    def test_of_another_project(self, lab: Lab) -> None:
        lab.claude(ONE, os.path.join(lab.home.path, "elsewhere"))
        only_lane_one(lab, "not_resumable", "at work in ~/elsewhere")

    def test_a_lossy_folder_name_proves_nothing(self, lab: Lab) -> None:
        os.remove(lab.home.path + f"/.claude/projects/-some-lossy-name/{ONE}.jsonl")
        lossy = lab.path("wt/one").replace("/", "-")
        lab.claude(ONE, lab.path("wt-one"), folder=lossy)
        only_lane_one(lab, "not_resumable", "not in the lane's worktree")

    def test_of_the_root_and_not_of_the_worktree(self, lab: Lab) -> None:
        lab.claude(ONE, lab.project)
        only_lane_one(lab, "not_resumable", "not in the lane's worktree")

    def test_a_relative_folder(self, lab: Lab) -> None:
        lab.claude(ONE, "wt/one")
        only_lane_one(lab, "not_resumable", "not in the lane's worktree")

    def test_the_same_folder_through_a_link(self, lab: Lab) -> None:
        os.symlink(lab.path("wt"), os.path.join(lab.home.path, "trees"))
        lab.claude(ONE, os.path.join(lab.home.path, "trees/one"))
        only_lane_one(lab, "validated", "in the lane's worktree")

    def test_twice(self, lab: Lab) -> None:
        lab.claude(ONE, lab.path("wt/one"), folder="-another")
        only_lane_one(lab, "unknown", "2 files hold this session's ID")

    def test_another_id_in_the_record(self, lab: Lab) -> None:
        path = lab.claude(TWO, lab.path("wt/one"), folder="-x")
        os.replace(path, os.path.join(lab.home.path, ".claude/projects/-some-lossy-name", f"{ONE}.jsonl"))
        only_lane_one(lab, "not_resumable", "another ID")

    @pytest.mark.parametrize("text", ["", "\n\n", '{"sessionId": "', '{"sessionId": 1, "cwd": 2}\n', "[]\nnull\n", "\x00\xff"])
    def test_empty_cut_off_or_something_else(self, lab: Lab, text: str) -> None:
        lab.home.write(f".claude/projects/-some-lossy-name/{ONE}.jsonl", text)
        only_lane_one(lab, "not_resumable", "no record with ID and folder")

    def test_the_last_line_may_lack_its_end(self, lab: Lab) -> None:
        path = lab.claude(ONE, lab.path("wt/one"))
        with open(path, "rb+") as file:
            file.truncate(os.path.getsize(path) - 1)
        only_lane_one(lab, "validated", "in the lane's worktree")

    def test_a_record_beyond_64_kib(self, lab: Lab) -> None:
        real = {"sessionId": ONE, "cwd": lab.path("wt/one"), "version": "2.1.3"}
        lab.jsonl(f".claude/projects/-some-lossy-name/{ONE}.jsonl", {"x": "y" * sessions.HEAD}, real)
        only_lane_one(lab, "not_resumable", "first 64 KiB")

    def test_a_record_with_the_folder_alone_is_passed_over(self, lab: Lab) -> None:
        real = {"sessionId": ONE, "cwd": lab.path("wt/one"), "version": "2.1.3"}
        lab.jsonl(f".claude/projects/-some-lossy-name/{ONE}.jsonl", {"cwd": "/x"}, {"sessionId": TWO}, real)
        only_lane_one(lab, "validated", "in the lane's worktree")

    def test_no_store(self, lab: Lab) -> None:
        os.rename(os.path.join(lab.home.path, ".claude"), os.path.join(lab.home.path, "gone"))
        only_lane_one(lab, "not_resumable", "no store at ~/.claude/projects")

    def test_not_there(self, lab: Lab) -> None:
        lab.save_lane(session_id=TWO)
        only_lane_one(lab, "not_resumable", "no session of this ID")

    def test_a_link_in_the_store_is_not_followed(self, lab: Lab) -> None:
        path = os.path.join(lab.home.path, ".claude/projects/-some-lossy-name", f"{ONE}.jsonl")
        os.rename(path, os.path.join(lab.home.path, "session.jsonl"))
        os.symlink(os.path.join(lab.home.path, "session.jsonl"), path)
        only_lane_one(lab, "not_resumable", "no session of this ID")

    def test_another_harness_s_session_is_not_its_own(self, lab: Lab) -> None:
        lab.save_lane(harness="codex")
        only_lane_one(lab, "not_resumable", "no session of this ID")

    def test_a_folder_that_cannot_be_listed(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(_: str) -> object:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "scandir", refuse)
        with pytest.raises(Unsure, match="permission denied"):
            find("claude", ONE, lab.home.world())

    def test_reads_no_more_than_it_needs(self, lab: Lab) -> None:
        path = lab.claude(ONE, lab.path("wt/one"))
        with open(path, "a", encoding="utf-8") as file:
            file.write("x" * 500_000)
        for at in range(30):
            lab.claude(f"0190c7d4-1111-4222-8333-4444555566{at:02}", "/elsewhere", folder=f"-p{at}")
        meter = Meter()
        find("claude", ONE, lab.home.world(), meter)
        assert list(meter.reads) == [path]
        assert meter.reads[path] <= sessions.HEAD


class TestCodex:
    def lane(self, lab: Lab) -> None:
        lab.save_lane(harness="codex", session_id=ONE)

    def test_the_right_one(self, lab: Lab) -> None:
        lab.codex(ONE, lab.path("wt/one"))
        self.lane(lab)
        only_lane_one(lab, "validated", "in the lane's worktree")
        assert lab.restore().lanes[0].argv == ("codex", "exec", "resume", ONE)

    def test_another_folder_of_the_environment(self, lab: Lab) -> None:
        os.rename(os.path.join(lab.home.path, ".codex"), os.path.join(lab.home.path, "other"))
        assert lab.verdicts(CODEX_HOME=os.path.join(lab.home.path, "other")) == ["validated", "validated"]
        assert lab.verdicts() == ["validated", "not_resumable"]

    def test_only_the_first_line_counts(self, lab: Lab) -> None:
        meta = {"type": "session_meta", "payload": {"id": ONE, "cwd": lab.path("wt/one"), "cli_version": "2.1.3"}}
        lab.jsonl(f".codex/sessions/2026/11/28/rollout-x-{ONE}.jsonl", {"type": "other"}, meta)
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "no record with ID and folder")

    @pytest.mark.parametrize("first", ["", "cut {", "[]", "\x00"])
    def test_a_first_line_that_is_no_record_is_the_first_line(self, lab: Lab, first: str) -> None:
        path = lab.codex(ONE, lab.path("wt/one"))
        with open(path, encoding="utf-8") as file:
            rest = file.read()
        lab.home.write(path, f"{first}\n{rest}")
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "no record with ID and folder")

    def test_of_another_project(self, lab: Lab) -> None:
        lab.codex(ONE, "/elsewhere")
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "not in the lane's worktree")

    def test_two_days(self, lab: Lab) -> None:
        lab.codex(ONE, lab.path("wt/one"))
        lab.codex(ONE, lab.path("wt/one"), day="2026/11/29")
        self.lane(lab)
        only_lane_one(lab, "unknown", "2 files")

    def test_folders_that_are_no_days_are_not_entered(self, lab: Lab) -> None:
        lab.codex(ONE, lab.path("wt/one"), day="2026/11/other")
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "no session of this ID")


class TestHermes:
    def lane(self, lab: Lab) -> None:
        """Hermes' own version is seen by its package alone."""
        lab.save_lane(harness="hermes", session_id=HERMES)
        os.makedirs(os.path.join(lab.home.path, "venv/lib/python3.11/site-packages/hermes_agent-2.1.3.dist-info"), exist_ok=True)
        lab.home.environ["PATH"] = lab.program("hermes", folder="venv/bin") + ":" + lab.home.environ["PATH"]

    @pytest.mark.parametrize("wal", [False, True])
    def test_the_right_one(self, lab: Lab, wal: bool) -> None:
        lab.hermes(HERMES, lab.path("wt/one"), wal=wal)
        self.lane(lab)
        only_lane_one(lab, "validated", "in the lane's worktree")
        assert lab.restore().lanes[0].argv == ("hermes", "chat", "--resume", HERMES)

    def test_while_hermes_has_it_open(self, lab: Lab) -> None:
        """In another process, as it would be: SQLite shares its index within one."""
        import subprocess
        import sys

        path = lab.hermes(HERMES, "/elsewhere", wal=True)
        self.lane(lab)
        script = (
            "import sqlite3, sys; d = sqlite3.connect(sys.argv[1], isolation_level=None);"
            "d.execute('UPDATE sessions SET cwd = ?', (sys.argv[2],)); print('ready', flush=True); sys.stdin.read()"
        )
        with subprocess.Popen([sys.executable, "-c", script, path, lab.path("wt/one")], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            assert os.path.getsize(path + "-wal")
            only_lane_one(lab, "validated", "in the lane's worktree")
            process.communicate()

    @pytest.mark.parametrize("wal", [False, True])
    def test_locked(self, lab: Lab, wal: bool) -> None:
        path = lab.hermes(HERMES, lab.path("wt/one"))
        self.lane(lab)
        holder = sqlite3.connect(path, isolation_level=None)
        if wal:
            holder.execute("PRAGMA locking_mode = exclusive")
            holder.execute("PRAGMA journal_mode = wal")
            holder.execute("UPDATE sessions SET title = 'x'")
        holder.execute("BEGIN EXCLUSIVE")
        try:
            only_lane_one(lab, "unknown", "locked")
        finally:
            holder.close()

    def test_of_another_project(self, lab: Lab) -> None:
        lab.hermes(HERMES, "/elsewhere")
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "not in the lane's worktree")

    def test_not_there(self, lab: Lab) -> None:
        lab.hermes("20261128_101500_ffffff", lab.path("wt/one"))
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "no session of this ID")

    def test_without_a_folder(self, lab: Lab) -> None:
        lab.hermes(HERMES, None)
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "no folder")

    def test_an_older_store_that_knows_no_folders(self, lab: Lab) -> None:
        lab.hermes(HERMES, None, folder_column=False)
        self.lane(lab)
        only_lane_one(lab, "unknown", "does not say in which folder")

    def test_no_store(self, lab: Lab) -> None:
        self.lane(lab)
        only_lane_one(lab, "not_resumable", "no store at ~/.hermes/state.db")

    @pytest.mark.parametrize("data", [b"", b"SQLite format 3\0" + b"\0" * 100, b"hello" * 100])
    def test_something_else_in_its_place(self, lab: Lab, data: bytes) -> None:
        lab.home.write(".hermes/state.db", data)
        self.lane(lab)
        assert lab.verdicts() == ["unknown", "validated"]

    def test_its_version_cannot_be_seen(self, lab: Lab) -> None:
        lab.hermes(HERMES, lab.path("wt/one"))
        lab.save_lane(harness="hermes", session_id=HERMES)
        assert lab.verdicts() == ["unknown", "validated"]
        assert "the version of hermes cannot be seen here" in lab.restore().lanes[0].reason
        lab.save_lane(harness_version=None)
        only_lane_one(lab, "validated", "in the lane's worktree")

    def test_a_store_that_keeps_no_times(self, lab: Lab) -> None:
        path = os.path.join(lab.home.path, ".hermes/state.db")
        os.makedirs(os.path.dirname(path))
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT)")
        database.execute("INSERT INTO sessions VALUES (?, ?)", (HERMES, lab.path("wt/one")))
        database.close()
        self.lane(lab)
        only_lane_one(lab, "validated", "in the lane's worktree")


def test_a_store_of_too_many_folders_is_given_up(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_FOLDERS", 3)
    for at in range(4):
        os.makedirs(os.path.join(lab.home.path, f".claude/projects/-{at}"))
    with pytest.raises(Unsure, match="more than 3 folders"):
        find("claude", ONE, lab.home.world())
    with pytest.raises(Absent):
        find("claude", ONE, lab.home.world(CLAUDE_CONFIG_DIR="/nowhere"))
