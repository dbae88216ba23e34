"""Reading: only regular files, never out of their place, never more than the limit, never waiting on a pipe."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest

from pickup_tui.disk import LIMIT, Disk, Unreadable, digest, inside

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "place"
    folder.mkdir()
    return folder


class TestRead:
    def test_bytes_and_stamp_of_one_file(self, place: Path) -> None:
        file = place / "a"
        file.write_bytes(b"x\0y")
        disk = Disk()
        data, stamp = disk.read(str(file), str(place))
        assert data == b"x\0y"
        assert stamp == disk.stamp(str(file))
        assert (disk.reads, disk.stats, disk.since) == (1, 1, 0.0)

    def test_a_missing_file(self, place: Path) -> None:
        with pytest.raises(FileNotFoundError):
            Disk().read(str(place / "a"))

    def test_a_link_inside_its_place_is_read_and_one_that_leads_out_is_not(self, place: Path) -> None:
        (place / "a").write_text("a")
        (place.parent / "secret").write_text("s")
        (place / "in").symlink_to("a")
        (place / "out").symlink_to("../secret")
        (place / "up").symlink_to("..")
        assert Disk().read(str(place / "in"), str(place))[0] == b"a"
        for name in ("out", "up/secret"):
            with pytest.raises(Unreadable, match="leads out of its place"):
                Disk().read(str(place / name), str(place))

    def test_a_link_to_itself(self, place: Path) -> None:
        (place / "a").symlink_to("a")
        with pytest.raises((Unreadable, FileNotFoundError)):
            Disk().read(str(place / "a"), str(place))

    def test_pipes_sockets_folders_and_devices_are_refused_at_once(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        os.mkfifo(place / "pipe")
        (place / "folder").mkdir()
        monkeypatch.chdir(place)
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("socket")
            for path in ("pipe", "socket", "folder", "/dev/null", "/dev/zero"):
                with pytest.raises(Unreadable, match="is no regular file"):
                    Disk().read(os.path.join(place, path))

    def test_the_limit_holds_to_the_byte(self, place: Path) -> None:
        file = place / "a"
        file.write_bytes(b"x" * 100)
        assert len(Disk().read(str(file), limit=100)[0]) == 100
        with pytest.raises(Unreadable, match="larger"):
            Disk().read(str(file), limit=99)
        with file.open("wb") as out:
            out.truncate(LIMIT + 1)
        with pytest.raises(Unreadable, match="larger than 4 MiB"):
            Disk().read(str(file))

    def test_a_file_that_grows_while_it_is_read(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = place / "a"
        file.write_bytes(b"x" * 10)
        real = os.fstat

        def grow(handle: int) -> os.stat_result:
            found = real(handle)
            with file.open("ab") as out:
                out.write(b"y" * 50)
            return found

        monkeypatch.setattr(os, "fstat", grow)
        assert Disk().read(str(file), limit=100)[0] == b"x" * 10 + b"y" * 50
        with pytest.raises(Unreadable, match="larger"):
            Disk().read(str(file), limit=100)

    def test_a_name_that_no_system_takes(self, place: Path) -> None:
        assert Disk().stamp(str(place / "a\0b")) is None
        with pytest.raises((Unreadable, FileNotFoundError)):
            Disk().read(str(place / ("x" * 300)))


class TestListing:
    def test_sorted_names_with_what_they_are(self, place: Path) -> None:
        (place / "b").mkdir()
        (place / "a").write_text("")
        (place / "c").symlink_to("b")
        (place / "d").symlink_to("d")
        found = Disk().listing(str(place))
        assert found is not None
        assert [(one.name, one.is_folder, one.is_link) for one in found] == [("a", False, False), ("b", True, False), ("c", True, True), ("d", False, True)]

    def test_no_folder(self, place: Path) -> None:
        (place / "a").write_text("")
        assert Disk().listing(str(place / "nothing")) is None
        assert Disk().listing(str(place / "a")) is None


class TestUnchanged:
    def test_it_is_told_by_time_size_and_inode(self, place: Path) -> None:
        file = place / "a"
        file.write_text("x")
        disk = Disk()

        def kept() -> str:
            stamp = disk.stamp(str(file))
            assert stamp
            return digest(stamp)

        before = kept()
        assert disk.unchanged([str(file), str(place / "none")], [before, ""])
        assert not disk.unchanged([str(place / "none")], [before])
        assert not disk.unchanged([str(file)], [""])
        os.utime(file, (1, 1))
        assert not disk.unchanged([str(file)], [before])
        before = kept()
        os.replace(file, place / "b")
        (place / "c").write_text("x")
        os.utime(place / "c", (1, 1))
        os.replace(place / "c", file)
        assert not disk.unchanged([str(file)], [before])


@pytest.mark.parametrize(
    ("path", "folder", "is_inside"),
    [("/a/foo", "/a/foo", True), ("/a/foo/b", "/a/foo", True), ("/a/foobar", "/a/foo", False), ("/a", "/a/foo", False), ("/a", "/", True), ("/", "/", True)],
)
def test_inside_is_told_by_component(path: str, folder: str, is_inside: bool) -> None:
    assert inside(path, folder) is is_inside
