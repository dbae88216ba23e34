"""The watcher: what changes in a watched folder is told, what changes below it is not, and there is always a way."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from pickup_tui.picker import watch

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LIMIT = 20.0


class Told:
    def __init__(self) -> None:
        self.count = 0
        self.change = threading.Condition()

    def __call__(self) -> None:
        with self.change:
            self.count += 1
            self.change.notify()

    def wait(self, count: int) -> bool:
        with self.change:
            return self.change.wait_for(lambda: self.count >= count, LIMIT)


def test_it_tells_when_it_stands_and_when_a_file_changes(tmp_path: Path) -> None:
    told = Told()
    watcher = watch.Watcher(told)
    watcher.watch([str(tmp_path)])
    try:
        assert told.wait(1), "nothing was told when the watch stood"
        before = told.count
        (tmp_path / "HANDOFF.md").write_text("x")
        assert told.wait(before + 1)
    finally:
        watcher.stop()


def test_a_folder_that_is_made_later_is_watched_from_then_on(tmp_path: Path) -> None:
    told = Told()
    watcher = watch.Watcher(told)
    later = tmp_path / "Projects" / "later"
    watcher.watch([str(tmp_path), str(later)])
    try:
        assert told.wait(1)
        before = told.count
        later.mkdir(parents=True)
        assert told.wait(before + 1)
        before = told.count
        (later / "HANDOFF.md").write_text("x")
        assert told.wait(before + 1)
    finally:
        watcher.stop()


def test_only_the_folders_themselves_are_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, object] = {}
    told = Told()

    def fake(*folders: str, **options: object) -> list[set[str]]:
        seen.update(options, folders=folders)
        return [set()]

    monkeypatch.setattr("watchfiles.watch", fake)
    watch.Watcher(told).watch([str(tmp_path), str(tmp_path / "gone")])
    assert told.wait(1)
    assert seen["recursive"] is False
    assert seen["folders"] == (str(tmp_path),)


def test_where_the_system_watches_no_more_it_looks_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("OS file watch limit reached")

    monkeypatch.setattr("watchfiles.watch", full)
    told = Told()
    watcher = watch.Watcher(told, poll=0.01)
    watcher.watch([str(tmp_path)])
    assert told.wait(3)
    watcher.stop()


def test_the_same_folders_are_not_watched_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Told()

    def fake(*_: object, **__: object) -> list[set[str]]:
        begun()
        return []

    monkeypatch.setattr("watchfiles.watch", fake)
    watcher = watch.Watcher(lambda: None)
    other = tmp_path / "other"
    os.mkdir(other)
    watcher.watch([str(tmp_path)])
    watcher.watch([str(tmp_path), str(tmp_path)])
    assert begun.wait(1)
    watcher.watch([str(tmp_path), str(other)])
    assert begun.wait(2)
    assert begun.count == 2
