"""The table that `list` prints: columns in cells, badges, marks, and nothing but visible characters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from pickup_tui.cells import width
from pickup_tui.handoff import Handoff
from pickup_tui.rows import Row
from pickup_tui.shelf import arrange
from pickup_tui.table import ASCII, EMPTY, PRETTY, cells, text, topic_cell
from pickup_tui.text import one_line
from support import FORBIDDEN, HOSTILE, NOW


def row(number: int = 1, topic: str = "retry uploads", **more: object) -> Row:
    fields = {"project": "web", "when": NOW - 3 * 3600, "path": "/p/HANDOFF.md", "kind": "section"}
    flags = {name: more.pop(name) for name in ("home", "comments", "picked_up", "folds") if name in more}
    return Row(number, Handoff(**{**fields, "topic": topic, **more}), **flags)  # type: ignore[arg-type]


def test_as_documented() -> None:
    rows = [
        row(1, home=True, comments=True),
        row(2, "中文の引き継ぎ " * 5, project="a-very-long-project-name", when=NOW - 90000, approximate=True),
        row(10, "done thing", marks=("done",), picked_up="3m ago", folds=2),
    ]
    assert text(rows, NOW) == (
        "  #  topic                             project           last        badges\n"
        " ──  ────────────────────────────────  ────────────────  ──────────  ──────\n"
        " ★1  retry uploads                     web               3h ago      🏠 🟡\n"
        "  2  中文の引き継ぎ 中文の引き継ぎ…    a-very-long-pro…  ≈yesterday\n"
        " 10  done thing                        web               3h ago      done, picked up 3m ago, +2 older\n"
    )


def test_ascii() -> None:
    out = text([row(1, "x" * 40, home=True, comments=True, approximate=True)], NOW, ASCII)
    assert out.isascii()
    assert out.splitlines()[2] == " *1  " + "x" * 29 + "...  web      ~3h ago    @ !"


def test_no_rows() -> None:
    assert text([], NOW) == EMPTY + "\n" == "(no handoffs — clean session)\n"


@settings(max_examples=100)
@given(st.lists(st.text(st.sampled_from("ab é中文字🏠❤️👩‍💻e\u0301…"), min_size=1, max_size=60), min_size=1, max_size=9), st.booleans())
def test_columns_are_aligned_in_cells(topics: list[str], plain: bool) -> None:
    handoffs = [Handoff(kind="card", path=f"/c/{at}", topic=one_line(topic) or "-", project=one_line(topic)[:9] or "p", when=NOW - at) for at, topic in enumerate(topics)]
    lines = text(arrange(handoffs, home=lambda _: True), NOW, ASCII if plain else PRETTY).splitlines()
    home = (ASCII if plain else PRETTY).home
    ends = {wcswidth(line[: line.rindex(home)]) for line in lines[2:]}
    assert len(ends) == 1
    assert ends == {wcswidth(lines[0][: lines[0].rindex("badges")])}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_every_line_is_visible_text(hostile: str) -> None:
    shown = one_line(hostile)
    out = text([row(1, shown, project=shown, branch=shown)], NOW)
    assert FORBIDDEN.isdisjoint(out)
    assert len(out.splitlines()) == 3


def test_the_star_is_the_newests_whatever_else_is_shown() -> None:
    found = arrange([Handoff(kind="card", path=f"/{at}", topic="t", when=float(at)) for at in range(3)])
    assert [cells(one, NOW).number for one in (found[2], found[0])] == ["3", "★1"]


def test_marks_and_branch_follow_dimly() -> None:
    assert cells(row(1, branch="feature/x", marks=("done", "expires"), picked_up="3m ago"), NOW).dim == "feature/x · done · expires · picked up 3m ago"
    assert cells(row(1, "main", branch="main"), NOW).dim == ""


@given(st.text(st.sampled_from("ab中🏠 "), min_size=1, max_size=40), st.integers(1, 60))
def test_the_topics_cell_fills_its_room(topic: str, room: int) -> None:
    parts = topic_cell(cells(row(1, one_line(topic) or "x", branch="feature/x"), NOW), room)
    assert sum(map(width, parts)) == room


@pytest.mark.parametrize("room", [20, 30, 40, 60])
def test_a_long_topic_does_not_hide_that_somebody_has_it(room: int) -> None:
    """So that two do not take the same work unknowingly, the mark is seen before the branch and beside a long topic."""
    line = cells(row(1, "a topic that is much longer than its column is wide", branch="feature/x", picked_up="3m ago"), NOW)
    topic, behind = topic_cell(line, room)
    assert width(topic) + width(behind) == room
    assert behind.strip() == ("picked" if room == 20 else "picked 3m" if room < 40 else "picked up 3m ago")
    assert width(topic) >= room // 2 - 1


@pytest.mark.parametrize(
    ("room", "behind"),
    [(90, "feature/x · done · picked up 3m ago"), (60, "done · picked up 3m ago"), (40, "done · picked 3m"), (30, "picked 3m"), (20, "picked"), (19, "")],
)
def test_marks_are_said_in_fewer_words_before_they_are_cut(room: int, behind: str) -> None:
    line = cells(row(1, "a topic that is longer than its column", branch="feature/x", marks=("done",), picked_up="3m ago"), NOW)
    assert topic_cell(line, room)[1].strip() == behind


def test_marks_of_a_short_topic_have_the_room_that_it_leaves() -> None:
    line = cells(row(1, "card", marks=("done",)), NOW)
    assert topic_cell(line, 14) == ("card", "  done    ")
