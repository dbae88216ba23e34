"""`save baton`: private, under a name of its own, pointed to; parallel sessions and projects each keep theirs."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from pickup_tui import batons
from pickup_tui.disk import Disk
from pickup_tui.handoff import Brief
from pickup_tui.readers import baton as reader
from pickup_tui.save import baton, safe
from pickup_tui.save.incoming import Incoming
from strategies import brief_read, incomings
from support import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from support import Home

NEW = Incoming(topic="Retry uploads", brief=Brief(next_step="write the test"), body="# Notes\n\nSome words.")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    temporary = tmp_path / "t"
    temporary.mkdir()
    return str(temporary), str(tmp_path / "claude" / "handoffs")


def save(folders: tuple[str, str], project: str | None = "/home/u/Projects/up", incoming: Incoming = NEW, now: float = NOW) -> baton.Saved:
    facts = baton.Facts(project, "acme/up", "feature/x")
    return baton.save(*folders, baton.text_of(incoming, facts), facts, now)


def test_it_is_private_named_by_time_and_pid_and_pointed_to(folders: tuple[str, str]) -> None:
    saved = save(folders)
    assert saved.path == os.path.join(os.path.realpath(folders[0]), f"handoff-{int(NOW)}-{os.getpid()}.md")
    assert stat.S_IMODE(os.stat(saved.path).st_mode) == 0o600
    with open(os.path.join(folders[1], "latest"), encoding="utf-8") as file:
        assert file.read() == saved.path + "\n"  # one path in it, as the original skill has it
    assert stat.S_IMODE(os.stat(folders[1]).st_mode) == 0o700
    assert sorted(os.listdir(folders[1])) == sorted(
        ["latest", baton.project_pointer("/home/u/Projects/up"), os.path.basename(saved.path).removesuffix(".md")],
    )


def test_it_reads_back(folders: tuple[str, str]) -> None:
    saved = save(folders)
    with open(saved.path, encoding="utf-8") as file:
        (handoff,) = reader.read(saved.path, file.read()).handoffs
    assert (handoff.topic, handoff.project, handoff.project_path, handoff.branch, handoff.marks) == (
        "Retry uploads", "up", "/home/u/Projects/up", "feature/x", ("expires",),
    )  # fmt: skip
    assert handoff.brief.next_step == "write the test"
    assert handoff.declared is not None


@settings(max_examples=50)
@given(incomings())
def test_any_text_reads_back(incoming: Incoming) -> None:
    text = baton.text_of(incoming, baton.Facts("/p/up"))
    (handoff,) = reader.read("/t/handoff-1790000000-1.md", text).handoffs
    assert handoff.brief == brief_read(incoming) or not handoff.brief.extra
    assert handoff.project_path == "/p/up"
    assert incoming.body.strip("\n") in text
    if incoming.topic and incoming.topic.strip("# \t") == incoming.topic and "\\" not in incoming.topic:
        assert handoff.topic == incoming.topic


def test_two_projects_and_five_sessions_each_keep_theirs(folders: tuple[str, str]) -> None:
    paths = [save(folders, f"/home/u/{name}/up", NEW.with_(topic=f"{name} {n}")).path for n in range(5) for name in "ab"]
    assert len(set(paths)) == 10
    found = {pointer.file: pointer.target for pointer in batons.pointers(Disk(), folders[1])}
    assert set(found.values()) == set(paths)
    last = {name: found[os.path.join(folders[1], baton.project_pointer(f"/home/u/{name}/up"))] for name in "ab"}
    assert [last["a"], last["b"]] == paths[-2:]


def test_a_taken_name_is_left_alone(folders: tuple[str, str]) -> None:
    taken = os.path.join(folders[0], f"handoff-{int(NOW)}-{os.getpid()}.md")
    os.symlink("/etc/passwd", taken)
    saved = save(folders)
    assert saved.path != taken
    assert os.path.islink(taken)
    assert not os.path.islink(saved.path)


def test_a_folder_that_everybody_may_write_to_is_refused(folders: tuple[str, str]) -> None:
    os.chmod(folders[0], 0o777)
    with pytest.raises(safe.NotSaved, match="everybody may write"):
        save(folders)
    assert os.listdir(folders[0]) == []
    os.chmod(folders[0], 0o1777)
    save(folders)


def test_a_pointer_that_is_a_link_is_told_and_the_baton_is_there(folders: tuple[str, str], tmp_path: Path) -> None:
    os.makedirs(folders[1])
    (tmp_path / "other").write_text("keep")
    os.symlink(tmp_path / "other", os.path.join(folders[1], "latest"))
    saved = save(folders)
    assert "symbolic link" in saved.warnings[0]
    assert (tmp_path / "other").read_text() == "keep"
    assert os.path.exists(saved.path)


@pytest.mark.parametrize("closed", ["claude", "claude/handoffs"])
def test_where_nothing_can_point_to_it_no_baton_is_left_behind(folders: tuple[str, str], closed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without write permission, as the system answers whoever is not root."""
    os.makedirs(os.path.join(os.path.dirname(os.path.dirname(folders[1])), closed))
    folder = os.path.realpath(os.path.join(os.path.dirname(os.path.dirname(folders[1])), closed))
    mkdir, open_ = os.mkdir, os.open

    def refuse(path: str, *more: Any, dir_fd: int | None = None, **options: Any) -> None:
        where = os.path.dirname(path) if dir_fd is None else os.readlink(f"/proc/self/fd/{dir_fd}")
        if where == folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    def no_mkdir(path: str, *more: Any, **options: Any) -> None:
        refuse(path, *more, **options)
        mkdir(path, *more, **options)

    def no_open(path: str, flags: int, *more: Any, **options: Any) -> int:
        if flags & os.O_CREAT:
            refuse(path, *more, **options)
        return open_(path, flags, *more, **options)

    monkeypatch.setattr(os, "mkdir", no_mkdir)
    monkeypatch.setattr(os, "open", no_open)
    for _ in range(2):
        with pytest.raises(safe.NotSaved, match="permission denied"):
            save(folders)
    assert os.listdir(folders[0]) == []


def test_a_link_that_leads_nowhere_is_not_followed(folders: tuple[str, str], tmp_path: Path) -> None:
    os.makedirs(os.path.dirname(folders[1]))
    os.symlink(tmp_path / "not" / "made", folders[1])
    with pytest.raises(safe.NotSaved, match="leads nowhere"):
        save(folders)
    assert os.listdir(folders[0]) == []
    assert sorted(os.listdir(tmp_path)) == ["claude", "t"]
    os.makedirs(tmp_path / "not" / "made")
    assert os.path.exists(save(folders).path)


def test_entries_of_batons_that_are_long_gone_are_taken_away(folders: tuple[str, str]) -> None:
    old, fresh = save(folders, "/a"), save(folders, "/b")
    for name in os.listdir(folders[1]):
        os.utime(os.path.join(folders[1], name), (NOW - baton.KEPT - 9, NOW - baton.KEPT - 9))
    os.unlink(old.path)
    save(folders, "/c", now=NOW + 60)
    left = os.listdir(folders[1])
    assert os.path.basename(old.path).removesuffix(".md") not in left
    assert baton.project_pointer("/a") not in left
    assert os.path.basename(fresh.path).removesuffix(".md") in left


@pytest.mark.parametrize("nth", range(1, 30, 4))
def test_killed_at_any_step_nothing_is_half_there(folders: tuple[str, str], nth: int) -> None:
    before = save(folders, "/a").path
    pid = os.fork()
    if pid == 0:
        count = 0

        def kill(_: str) -> None:
            nonlocal count
            count += 1
            if count == nth:
                os.kill(os.getpid(), signal.SIGKILL)

        safe.on_step = kill
        save(folders, "/a", NEW.with_(topic="second"), NOW + 60)
        os._exit(0)
    os.waitpid(pid, 0)
    pointers = batons.pointers(Disk(), folders[1])
    assert {os.path.basename(one.file) for one in pointers} >= {"latest"}
    for pointer in pointers:
        assert pointer.target
        with open(pointer.target, encoding="utf-8") as file:
            assert file.read().endswith("Some words.\n")
    assert os.path.exists(before)
    save(folders, "/a", now=NOW + 120)


SAVER = """
import sys
from pickup_tui.save import baton
from pickup_tui.save.incoming import Incoming
temporary, pointers, name = sys.argv[1:]
facts = baton.Facts("/p/" + name)
sys.stdin.readline()
print(baton.save(temporary, pointers, baton.text_of(Incoming(topic=name), facts), facts, 1790000000).path)
"""


def test_parallel_processes_each_keep_theirs(folders: tuple[str, str]) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", SAVER, *folders, f"s{n}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for n in range(5)
    ]
    paths = {one.communicate("go\n", timeout=60)[0].strip() for one in running}
    assert len(paths) == 5
    assert {pointer.target for pointer in batons.pointers(Disk(), folders[1])} == paths


def found(home: Home) -> batons.Batons:
    return batons.find(home.world(), Disk())


def point(home: Home, path: str, name: str = "latest") -> None:
    home.write(f".claude/handoffs/{name}", path + "\n")


class TestFind:
    def test_no_pointer(self, home: Home) -> None:
        assert (found(home).batons, found(home).problems) == ((), ())
        assert (batons.message(home.world(), Disk()) or "").startswith("no recent handoff")

    def test_a_pointer_of_the_original_skill(self, home: Home) -> None:
        path = home.write("tmp/handoff-1795900000-77.md", "# Retry uploads\n\nhttps://github.com/acme/up/pull/3\n")
        point(home, path)
        assert found(home).batons == (batons.Baton(path),)
        assert found(home).problems == ()
        assert batons.message(home.world(), Disk()) is None

    def test_a_file_that_is_gone_has_expired(self, home: Home) -> None:
        point(home, f"/tmp/handoff-{int(NOW) - 3 * 86400}-77.md")
        (problem,) = found(home).problems
        assert problem.what == f"the handoff has expired: /tmp/handoff-{int(NOW) - 3 * 86400}-77.md is gone (written 3d ago)"
        assert batons.message(home.world(), Disk()) == problem.what

    def test_a_link_a_fifo_a_folder_and_a_foreign_folder_each_have_their_message(self, home: Home) -> None:
        target = os.path.join(home.tmp, "handoff-1795900000-77.md")
        point(home, target)
        os.symlink(home.write("x.md", "# x\n"), target)
        said = [found(home).problems[0].what]
        os.unlink(target)
        os.mkfifo(target)
        said.append(found(home).problems[0].what)
        os.unlink(target)
        os.mkdir(target)
        said.append(found(home).problems[0].what)
        os.rmdir(target)
        home.write(target, "# x\n")
        os.chmod(home.tmp, 0o777)
        said.append(found(home).problems[0].what)
        assert said == [
            "the baton is refused: it is a symbolic link",
            "the baton is refused: it is a FIFO, no regular file",
            "the baton is refused: it is a folder, no regular file",
            "the baton is refused: everybody may write to its folder, and put another file in its place",
        ]
        assert found(home).batons == ()

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
    def test_a_foreign_owner_has_its_message(self, home: Home) -> None:
        path = home.write("tmp/handoff-1795900000-77.md", "# x\n")
        point(home, path)
        os.chown(path, 1234, -1)
        assert found(home).problems[0].what == "the baton is refused: it belongs to another user (uid 1234)"
        os.chown(path, 0, -1)
        os.chown(home.tmp, 1234, -1)
        assert found(home).problems[0].what == "the baton is refused: its folder belongs to another user (uid 1234)"

    def test_batons_that_no_pointer_names_are_found_by_name(self, home: Home) -> None:
        one = home.write("tmp/handoff-1795900000-77.md", "# one\n")
        home.write("tmp/handoff-notes.md", "# no baton\n")
        os.symlink(one, os.path.join(home.tmp, "handoff-1795900001-78.md"))
        assert found(home).batons == (batons.Baton(one),)

    def test_a_linked_temporary_folder_gives_each_baton_once(self, home: Home, tmp_path: Path) -> None:
        path = home.write("tmp/handoff-1795900000-77.md", "# one\n")
        os.symlink(home.tmp, tmp_path / "link")
        point(home, str(tmp_path / "link" / "handoff-1795900000-77.md"))
        assert found(home).batons == (batons.Baton(path),)

    @pytest.mark.parametrize("content", ["", "relative/x.md", "\n/tmp/x.md", "a\0b"])
    def test_a_pointer_that_names_no_path_is_told(self, home: Home, content: str) -> None:
        point(home, content)
        assert [problem.what for problem in found(home).problems] == ["names no file: it has to hold one absolute path"]


@pytest.mark.parametrize(
    ("text", "project", "path"),
    [
        ("# T\n\nRepository: acme/up\n", "up", None),
        ("# T\n\n**Repo:** https://github.com/acme/up.git\n", "up", None),
        ("# T\n\n- **Project**: `/home/u/Projects/up`\n", "up", "/home/u/Projects/up"),
        ("# T\n\nWorking directory: /srv/x/y\n", "y", "/srv/x/y"),
        ("# T\n\nSee https://github.com/acme/up/pull/41\n", "up", None),
        ("# T\n\nSee https://github.com/acme/up for the code.\n", "up", None),
        ("# T\n\n[the code](https://github.com/acme/up.git), and git@example.org:acme/down.git\n", "up", None),
        ("# T\n\n`git clone git@example.org:acme/up.git`\n", "up", None),
        ("# T\n\nhttps://github.com/acme/up/issues/3 and https://docs.example.org/a/b\n", "shared", None),
        ("# T\n\nnothing\n", "shared", None),
    ],
)
def test_the_project_is_what_the_text_names(text: str, project: str, path: str | None) -> None:
    (handoff,) = reader.read("/tmp/handoff-1790000000-1.md", text).handoffs
    assert (handoff.project, handoff.project_path) == (project, path)


def test_of_several_linked_repositories_the_one_that_is_a_project_here_is_meant(home: Home) -> None:
    folder = home.project("up", origin="git@github.com:acme/upstream.git")
    home.write("tmp/handoff-1795000000-1.md", "# T\n\nSee https://github.com/pallets/flask and https://github.com/acme/upstream for the code.\n")
    (handoff,) = home.scan().handoffs
    assert (handoff.project, handoff.project_path) == ("up", folder)


def test_free_markdown_is_read_by_the_rules_for_documents() -> None:
    text = "# T\n\nProject: a\nBranch: feat/x\n\n## Next steps\n1. ~~done~~\n2. do first\n\n## Blockers\nCI\n"
    (handoff,) = reader.read("/tmp/handoff-1790000000-1.md", text).handoffs
    assert (handoff.topic, handoff.project, handoff.branch) == ("T", "a", "feat/x")
    assert (handoff.brief.next_step, handoff.brief.why_stopped) == ("do first", "CI")
    (handoff,) = reader.read("/tmp/handoff-1790000000-1.md", text + "\n## Context\n\n```yaml\nnext_step: this one\n```\n").handoffs
    assert (handoff.brief.next_step, handoff.brief.why_stopped) == ("this one", None)


def test_what_was_saved_as_markdown_is_reported(home: Home) -> None:
    home.project("a", git=True)
    for kind, cwd in (("baton", home.path), ("section", f"{home.projects}/a")):
        saved = home.run("save", kind, "-", "--json", cwd=cwd, stdin="# T\n\n## Next steps\n1. do first\n\n## Blockers\nCI\n")
        assert saved.code == 0, saved
        said = home.run("load", saved.json()["handoff"]["id"], cwd=cwd).err
        assert "Last stop: CI" in said
        assert "Next step: do first" in said


def test_an_empty_file_is_no_row_yet() -> None:
    assert reader.read("/tmp/handoff-1790000000-1.md", " \n").handoffs == ()


def test_without_a_heading_the_first_line_is_the_topic() -> None:
    assert reader.read("/tmp/handoff-1790000000-1.md", "\nfix the tests\nmore").handoffs[0].topic == "fix the tests"
