"""Files of the cache: whole, private, and no error where they cannot be written."""

from __future__ import annotations

import os
from pathlib import Path

from pickup_tui import cache


def test_written_whole_and_private(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "pickup-tui" / "list"
    assert cache.write(str(path), b"one")
    assert cache.write(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert os.listdir(path.parent) == ["list"]


def test_a_home_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert not cache.write(str(tmp_path / "home" / ".cache" / "pickup-tui" / "list"), b"")
    assert os.listdir(tmp_path) == []


def test_what_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / ".cache").write_text("a file")
    assert not cache.write(str(tmp_path / ".cache" / "pickup-tui" / "list"), b"")
    folder = tmp_path / "x" / "pickup-tui"
    (folder / "list").mkdir(parents=True)
    assert not cache.write(str(folder / "list"), b"")
    assert os.listdir(folder) == ["list"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "x" / "pickup-tui"
    folder.mkdir(parents=True)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (folder / "list").symlink_to(victim)
    assert cache.write(str(folder / "list"), b"new")
    assert victim.read_text() == "mine"
