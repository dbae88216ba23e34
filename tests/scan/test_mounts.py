"""A mount that never answers."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui.disk import Disk, Entry
from pickup_tui.scan import scan
from pickup_tui.settings import load
from scan.found import told, topics
from support import Home, TestWorld, section

if TYPE_CHECKING:
    from pickup_tui.disk import Stamp
    from pickup_tui.scan import Scan



class Mounted(Disk):
    """A disk on which everything below a folder named "dead" never answers."""

    over = threading.Event()

    def _wait(self, path: str) -> None:
        if "/dead" in path:
            self.since = monotonic()
            self.over.wait(20)
            self.since = 0.0

    def stamp(self, path: str) -> Stamp | None:
        self._wait(path)
        return super().stamp(path)

    def listing(self, path: str) -> list[Entry] | None:
        self._wait(path)
        return super().listing(path)

    def real(self, path: str) -> str:
        self._wait(path)
        return super().real(path)

    def read(self, path: str, *more: Any, **named: Any) -> tuple[bytes, Stamp]:
        self._wait(path)
        return super().read(path, *more, **named)


class TestDeadMount:
    @pytest.fixture(autouse=True)
    def _released(self, home: Home) -> object:
        Mounted.over = threading.Event()
        home.section("good", what="good")
        home.card("card")
        home.write("code/dead/p/HANDOFF.md", section(what="dead"))
        home.write("code/live/p/HANDOFF.md", section(what="live"))
        home.write("plain/HANDOFF.md", section(what="here"))
        yield
        Mounted.over.set()

    def search(self, world: TestWorld) -> Scan:
        return scan(load(world), world, Mounted(), patience=0.2)

    @pytest.mark.parametrize("roots", ["~/code/dead:~/Projects:~/code/live", "~/code/*:~/Projects", "~/Projects:~/code/*"])
    def test_it_is_given_up_told_and_all_others_are_there(self, home: Home, roots: str) -> None:
        found = self.search(home.world(cwd=f"{home.path}/plain", PICKUP_PROJECTS=roots))
        assert topics(found) == ["card", "good", "here", "live"]
        assert "dead:: did not answer within 2 seconds" in told(found)
        assert found.lost == (f"root:{home.path}/code/dead",)

    def test_a_project(self, home: Home) -> None:
        home.section("deadly", what="never")
        found = self.search(home.world())
        assert topics(found) == ["card", "good"]
        assert found.lost == (f"project:{home.projects}/deadly",)

    def test_what_is_there_is_shown_meanwhile(self, home: Home) -> None:
        early: list[list[str]] = []
        world = home.world(PICKUP_PROJECTS="~/Projects:~/code/dead")
        scan(load(world), world, Mounted(), waiting=lambda found: early.append(topics(found)), patience=0.5)
        assert len(early) == 1
