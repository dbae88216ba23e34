"""The safe write: whole or not at all, whatever happens to the process, the disk, the rights and the neighbours."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import signal
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pickup_tui.save import lock, safe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

OLD, NEW = b"old\r\n" * 1000, b"new\n" * 50_000
STEPS = ("locked", "read", "created", "written", "mode kept", "synced", "renamed", "folder synced")


def in_child(work: Callable[[], None]) -> int:
    """Runs `work` in a forked child; gives the signal (negative) or the exit code that it ended with."""
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            work()
            code = 0
        except safe.NotSaved:
            code = 3
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def litter(folder: Path) -> list[str]:
    return sorted(name for name in os.listdir(folder) if name.startswith(".pickup"))


class TestChange:
    def test_a_new_file_and_its_folders_are_made(self, tmp_path: Path) -> None:
        done = safe.change(str(tmp_path / "a" / "b" / "c.md"), lambda old: b"" if old else b"x")
        assert (tmp_path / "a" / "b" / "c.md").read_bytes() == b"x"
        assert done == safe.Change(os.path.realpath(tmp_path / "a" / "b" / "c.md"), None, b"x")

    def test_the_transform_gets_the_old_bytes(self, tmp_path: Path) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)
        safe.change(str(target), lambda old: (old or b"") + b"!")
        assert target.read_bytes() == OLD + b"!"
        assert os.listdir(tmp_path) == ["c.md"]

    @pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
    def test_the_mode_is_kept(self, tmp_path: Path, mode: int) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)
        target.chmod(mode)
        safe.change(str(target), lambda _: NEW)
        assert stat.S_IMODE(target.stat().st_mode) == mode

    def test_a_new_file_follows_the_umask(self, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            safe.change(str(tmp_path / "a"), lambda _: b"x")
            safe.change(str(tmp_path / "b"), lambda _: b"x", mode=0o600)
        finally:
            os.umask(before)
        assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in "ab"] == [0o640, 0o600]

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can own a file of somebody else")
    def test_the_owner_is_kept(self, tmp_path: Path) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)
        os.chown(target, 1234, 2345)
        safe.change(str(target), lambda _: NEW)
        assert (target.stat().st_uid, target.stat().st_gid) == (1234, 2345)

    def test_an_unchanged_file_is_not_touched(self, tmp_path: Path) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)
        before = target.stat()
        safe.change(str(target), lambda old: old or b"")
        assert target.stat() == before

    def test_what_the_transform_raises_changes_nothing_and_lets_go_of_the_lock(self, tmp_path: Path) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)

        def fail(_: bytes | None) -> bytes:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            safe.change(str(target), fail)
        assert target.read_bytes() == OLD
        safe.change(str(target), lambda _: NEW)
        assert target.read_bytes() == NEW

    def test_ctrl_c_in_the_middle_leaves_nothing_behind(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)

        def interrupt(name: str) -> None:
            if name == "synced":
                raise KeyboardInterrupt

        monkeypatch.setattr(safe, "on_step", interrupt)
        with pytest.raises(KeyboardInterrupt):
            safe.change(str(target), lambda _: NEW)
        assert target.read_bytes() == OLD
        assert os.listdir(tmp_path) == ["c.md"]

    def test_what_an_editor_wrote_in_between_is_not_lost(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(b"a")
        once = iter(["edited"])

        def edit(name: str) -> None:
            if name == "synced" and next(once, None):
                target.write_bytes(b"edited")

        monkeypatch.setattr(safe, "on_step", edit)
        safe.change(str(target), lambda old: (old or b"") + b"+")
        assert target.read_bytes() == b"edited+"
        assert litter(tmp_path) == []

    def test_a_file_that_never_rests_is_given_up(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(b"a")

        def edit(name: str) -> None:
            if name == "synced":
                target.write_bytes(target.read_bytes() + b"e")

        monkeypatch.setattr(safe, "on_step", edit)
        with pytest.raises(safe.NotSaved, match="keeps changing"):
            safe.change(str(target), lambda old: (old or b"") + b"+")
        assert set(target.read_bytes()) == set(b"ae")
        assert litter(tmp_path) == []


class TestTargets:
    def test_a_link_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "real.md").write_bytes(OLD)
        (tmp_path / "c.md").symlink_to("real.md")
        with pytest.raises(safe.NotSaved, match="symbolic link"):
            safe.change(str(tmp_path / "c.md"), lambda _: NEW)
        assert (tmp_path / "real.md").read_bytes() == OLD

    def test_inside_the_project_a_link_is_followed_and_stays(self, tmp_path: Path) -> None:
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs" / "real.md").write_bytes(OLD)
        (tmp_path / "c.md").symlink_to("docs/real.md")
        safe.change(str(tmp_path / "c.md"), lambda _: NEW, inside=str(tmp_path))
        assert (tmp_path / "c.md").is_symlink()
        assert (tmp_path / "docs" / "real.md").read_bytes() == NEW

    @pytest.mark.parametrize("through", ["the file", "a folder above it"])
    def test_a_link_that_leaves_the_project_is_refused(self, tmp_path: Path, through: str) -> None:
        project, outside = tmp_path / "project", tmp_path / "project2"
        project.mkdir()
        outside.mkdir()
        (outside / "c.md").write_bytes(OLD)
        if through == "the file":
            (project / "c.md").symlink_to(outside / "c.md")
            target = project / "c.md"
        else:
            (project / "docs").symlink_to(outside)
            target = project / "docs" / "c.md"
        with pytest.raises(safe.NotSaved, match="outside"):
            safe.change(str(target), lambda _: NEW, inside=str(project))
        assert (outside / "c.md").read_bytes() == OLD

    @pytest.mark.parametrize("to", ["gone.md", "c.md"])
    def test_a_link_to_nothing_or_to_itself_is_refused(self, tmp_path: Path, to: str) -> None:
        (tmp_path / "c.md").symlink_to(to)
        with pytest.raises(safe.NotSaved):
            safe.change(str(tmp_path / "c.md"), lambda _: NEW, inside=str(tmp_path))
        assert not (tmp_path / "gone.md").exists()

    def test_a_link_that_appears_between_look_and_write_is_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "real.md").write_bytes(OLD)
        with safe.locked(str(tmp_path)) as folder:
            (tmp_path / "c.md").symlink_to("real.md")
            with pytest.raises(safe.NotSaved, match="symbolic link"):
                folder.change("c.md", lambda _: NEW)
        assert (tmp_path / "real.md").read_bytes() == OLD

    def test_fifos_and_folders_are_refused_without_waiting(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "fifo")
        (tmp_path / "folder").mkdir()
        for name, words in (("fifo", "a FIFO"), ("folder", "a folder")):
            with pytest.raises(safe.NotSaved, match=words):
                safe.change(str(tmp_path / name), lambda _: NEW)


class TestCreate:
    def test_makes_a_private_file(self, tmp_path: Path) -> None:
        real = safe.create(str(tmp_path / "b.md"), b"x")
        assert real == os.path.realpath(tmp_path / "b.md")
        assert stat.S_IMODE(os.stat(real).st_mode) == 0o600
        assert os.listdir(tmp_path) == ["b.md"]

    @pytest.mark.parametrize("there", ["a file", "a link", "a link to nothing"])
    def test_never_takes_a_name_that_is_there(self, tmp_path: Path, there: str) -> None:
        (tmp_path / "other").write_bytes(OLD)
        target = tmp_path / "b.md"
        if there == "a file":
            target.write_bytes(OLD)
        else:
            target.symlink_to("other" if there == "a link" else "gone")
        with pytest.raises(FileExistsError):
            safe.create(str(target), b"x")
        assert (tmp_path / "other").read_bytes() == OLD
        assert not (tmp_path / "gone").exists()
        assert litter(tmp_path) == []

    def test_on_a_disk_without_hard_links(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise OSError(errno.EPERM, "no links here")

        monkeypatch.setattr(os, "link", refuse)
        safe.create(str(tmp_path / "b.md"), b"x")
        with pytest.raises(FileExistsError):
            safe.create(str(tmp_path / "b.md"), b"y")
        assert (tmp_path / "b.md").read_bytes() == b"x"


class TestKilled:
    @pytest.mark.parametrize("nth", [1, 2])
    @pytest.mark.parametrize("step", STEPS)
    def test_the_old_file_or_the_new_one_is_there(self, tmp_path: Path, step: str, nth: int) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)
        target.chmod(0o640)

        def work() -> None:
            met = []

            def kill(name: str) -> None:
                met.append(name)
                if met.count(step) == nth:
                    os.kill(os.getpid(), signal.SIGKILL)

            safe.on_step = kill  # the child's own copy of the module
            safe.change(str(target), lambda _: NEW)

        ended = in_child(work)
        assert ended == (0 if nth == 2 and step != "written" else -signal.SIGKILL)
        after_rename = step in ("renamed", "folder synced") or ended == 0
        assert target.read_bytes() == (NEW if after_rename else OLD)
        assert stat.S_IMODE(target.stat().st_mode) == 0o640
        safe.change(str(target), lambda old: (old or b"") + b"next")
        assert target.read_bytes().endswith(b"next")
        assert os.listdir(tmp_path) == ["c.md"]

    @pytest.mark.parametrize("step", ["created", "written", "synced", "linked", "renamed"])
    def test_a_created_file_is_whole_or_absent(self, tmp_path: Path, step: str) -> None:
        target = tmp_path / "b.md"

        def work() -> None:
            def kill(name: str) -> None:
                if name == step:
                    os.kill(os.getpid(), signal.SIGKILL)

            safe.on_step = kill
            safe.create(str(target), NEW)

        assert in_child(work) == -signal.SIGKILL
        assert target.exists() == (step in ("linked", "renamed"))
        assert not target.exists() or target.read_bytes() == NEW


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB; needs root."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a tmpfs needs root")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


class TestDiskAndRights:
    def test_a_full_disk_keeps_the_old_file(self, tiny_disk: Path) -> None:
        target = tiny_disk / "c.md"
        target.write_bytes(OLD)
        with pytest.raises(safe.NotSaved, match="the disk is full") as failed:
            safe.change(str(target), lambda _: NEW)
        assert failed.value.hint
        assert target.read_bytes() == OLD
        assert os.listdir(tiny_disk) == ["c.md"]

    def test_a_limit_of_size_keeps_the_old_file(self, tmp_path: Path) -> None:
        target = tmp_path / "c.md"
        target.write_bytes(OLD)

        def work() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
            safe.change(str(target), lambda _: NEW)

        assert in_child(work) == 3
        assert target.read_bytes() == OLD
        assert os.listdir(tmp_path) == ["c.md"]

    @pytest.mark.parametrize("taken", ["folder", "file", "reading"])
    def test_without_permission_nothing_changes(self, tmp_path: Path, taken: str) -> None:
        open_to_all = tmp_path / "p"
        open_to_all.mkdir()
        target = open_to_all / "c.md"
        target.write_bytes(OLD)
        user = 65534 if os.geteuid() == 0 else os.geteuid()
        for path in (open_to_all, target):
            os.chown(path, user, -1)
        if taken == "folder":
            open_to_all.chmod(0o555)
        else:
            target.chmod(0o444 if taken == "file" else 0o000)

        def work() -> None:
            os.chdir(open_to_all)  # pytest's own folders are closed to others
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            with safe.locked(".") as folder:
                folder.change("c.md", lambda _: NEW)

        assert in_child(work) == 3
        open_to_all.chmod(0o755)
        assert target.read_bytes() == OLD
        assert os.listdir(open_to_all) == ["c.md"]


SAVER = """
import sys
from pickup_tui.save import safe
name, path = sys.argv[1:]
sys.stdin.readline()
safe.change(path, lambda old: (old or b"") + name.encode() + b"\\n")
"""


class TestTogether:
    def test_of_twenty_savers_at_once_none_is_lost(self, tmp_path: Path) -> None:
        target = tmp_path / "c.md"
        package = os.path.dirname(os.path.dirname(os.path.abspath(safe.__file__)))  # without site, an editable install is not on the path
        variables = {**os.environ, "PYTHONPATH": os.path.dirname(package)}
        savers = [
            subprocess.Popen([sys.executable, "-S", "-c", SAVER, f"saver {n}", str(target)], stdin=subprocess.PIPE, env=variables)
            for n in range(20)
        ]
        for saver in savers:  # all are started before the first one may write
            assert saver.stdin
            saver.stdin.write(b"go\n")
            saver.stdin.flush()
        for saver in savers:
            saver.communicate(timeout=60)
            assert saver.returncode == 0
        assert sorted(target.read_text().splitlines()) == sorted(f"saver {n}" for n in range(20))
        assert os.listdir(tmp_path) == ["c.md"]

    def test_a_lock_that_is_held_is_named_after_a_while(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lock, "WAIT", 0.05)
        fd = os.open(tmp_path, os.O_RDONLY)
        fcntl.flock(fd, fcntl.LOCK_EX)
        try:
            with pytest.raises(safe.NotSaved, match="held the lock"):
                safe.change(str(tmp_path / "c.md"), lambda _: NEW)
        finally:
            os.close(fd)
        safe.change(str(tmp_path / "c.md"), lambda _: NEW)

    def test_where_folders_cannot_be_locked_a_lock_file_is(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real = fcntl.flock

        def no_folders(fd: int, how: int) -> None:
            if stat.S_ISDIR(os.fstat(fd).st_mode):
                raise OSError(errno.EBADF, "as NFS says")
            real(fd, how)

        monkeypatch.setattr(fcntl, "flock", no_folders)
        monkeypatch.setattr(lock, "WAIT", 0.05)
        safe.change(str(tmp_path / "c.md"), lambda _: NEW)
        safe.change(str(tmp_path / "c.md"), lambda _: OLD)  # the file that is left does not block
        assert (tmp_path / "c.md").read_bytes() == OLD
        with (tmp_path / ".pickup-tui.lock").open("rb") as held:
            real(held.fileno(), fcntl.LOCK_EX)
            with pytest.raises(safe.NotSaved, match="held the lock"):
                safe.change(str(tmp_path / "c.md"), lambda _: NEW)
