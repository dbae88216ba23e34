from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from pickup_tui.handoff import Handoff
from pickup_tui.picker import menus
from pickup_tui.picker.preview import Renderer
from pickup_tui.picker.services import Lane
from pickup_tui.picker.state import Effect
from pickup_tui.rows import Row

if TYPE_CHECKING:
    from pickup_tui.picker.frame import Line

ROW = Row(1, Handoff(kind="checkpoint", path="/p/.thunderkit/HANDOFF.md", topic="4 execute"))


def lane(name: str, verdict: str = "validated") -> Lane:
    return Lane(name, verdict, "why", ("claude", "-p", "--resume", name), "/wt")


def test_every_lane_that_passed_has_a_key_of_its_own() -> None:
    menu = menus.lanes(ROW, [lane("bad", "blocked"), *(lane(f"L{at}") for at in range(20))])
    assert [label for _, label, _ in menu.options] == [f"lane L{at}" for at in range(20)]
    assert len({key for key, _, _ in menu.options}) == 20
    assert menu.lines[0] == "bad: blocked — why"


def test_what_is_agreed_to_is_what_was_shown() -> None:
    known = {"L1": lane("L1")}
    menu = menus.named(Effect("menu", ROW, way="confirm", text="L1\tgo on"), known)
    assert menu
    assert menu.lines[:2] == ("command: claude -p --resume L1", "folder: /wt")
    assert menu.options[0][2].way == menus.shown_words(("claude", "-p", "--resume", "L1"), "/wt")
    assert menus.shown_words(("a", "b"), "/c") != menus.shown_words(("a",), "b/c")


def test_a_checkpoint_s_own_lines_stay_lines() -> None:
    told: list[str] = []
    there = threading.Event()

    def tell(_id: str, _room: int, lines: list[Line], done: bool) -> None:
        told.extend("".join(text for text, _ in line).strip() for line in lines)
        if done:
            there.set()

    Renderer(lambda _: "branch: main\nhead: abc\n", tell).want(ROW.handoff, 60, 50)
    assert there.wait(30)
    assert [line for line in told if line] == ["branch: main", "head: abc"]
