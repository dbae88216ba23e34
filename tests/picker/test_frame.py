"""What the screen looks like: every line whole, columns aligned, the words that the spec asks for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from made import NOW, handoff, listing, pressed, rows, state
from pickup_tui import shelf
from pickup_tui.cells import width
from pickup_tui.picker import frame, keys, palette, pane, preview, sentences
from pickup_tui.picker.actions import ACTIONS
from pickup_tui.picker.state import Listing, State, refreshed, resized
from support import FORBIDDEN, HOSTILE


def text(one: State, preview: list[frame.Line] | None = None) -> list[str]:
    return ["".join(part for part, _ in line) for line in frame.lines(one, NOW, preview or [])]


def shown(one: State) -> str:
    return "\n".join(text(one))


class TestLines:
    @pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 36), (1, 1), (2, 3), (10, 4), (500, 200), (59, 17), (60, 18), (99, 30), (100, 30)])
    @pytest.mark.parametrize("mode", [(), ("f1",), ("down",), *[tuple("zzz")], ("f3",), ("f2",)])
    def test_every_line_is_as_wide_as_the_screen(self, size: tuple[int, int], mode: tuple[str, ...]) -> None:
        one, _ = pressed(state(23, *size), *mode)
        row = one.chosen
        preview = pane.head(row, 40, NOW, pane.Facts()) if row else pane.empty(40)
        lines = text(one, preview)
        assert len(lines) == size[1]
        assert {width(line) for line in lines} == {size[0]}

    def test_every_style_has_a_look(self) -> None:
        looks = palette.looks(palette.DEFAULT)
        for mode in ((), ("f1",), ("down",), ("z",), ("f3", "down"), ("tab",), ("ctrl+f", "1")):
            one, _ = pressed(state(height=40), *mode)
            for line in frame.lines(one, NOW, pane.empty(30)):
                assert {style for _, style in line} <= looks.keys()

    def test_columns_stand_below_their_titles(self) -> None:
        lines = text(state())
        assert re.match(r"^ +#  topic +project +last +badges", lines[1])
        for name in ("project", "last"):
            at = lines[1].index(name)
            for line, row in zip(lines[2:10], state().view, strict=True):
                # cells, not characters: a wide sign before the column shifts the index
                cells = ""
                for char in line:
                    cells += char + "\0" * (width(char) - 1)
                assert cells[at - 1] == " "
                assert cells[at] == (row.handoff.project[0] if name == "project" else cells[at].strip() or "?")

    def test_the_star_stands_before_the_newest_alone(self) -> None:
        one, _ = pressed(state(height=40), "f3", "f3")
        assert shown(one).count("★") == 1
        assert re.search(r"★1 ", shown(one))

    def test_at_40_by_12_all_eight_rows_are_there(self) -> None:
        lines = text(state(23, 40, 12))
        assert [line[2:5].strip(" ★") for line in lines[2:10]] == [str(number) for number in range(1, 9)]


class TestWords:
    def test_how_many_of_how_many(self) -> None:
        assert text(state())[0].rstrip().endswith("8 of 23")
        assert text(pressed(state(), "ctrl+f")[0])[0].rstrip().endswith("23 handoffs")
        assert text(pressed(state(), *"cache")[0])[0].rstrip().endswith("3 of 23 match")

    def test_what_enter_will_do(self) -> None:
        assert "Enter leaves without loading" in shown(state())
        assert "Enter: copy row 2 — split the parser 1" in shown(pressed(state(), "down", "down")[0])
        assert "Enter: copy row 23, the only match" in shown(pressed(state(), *"project22")[0])
        assert "Enter moves to the table" in shown(pressed(state(), *"cache")[0])
        assert "Enter: copy row 1 ·" in shown(pressed(state(height=40), "ctrl+f", "1")[0])

    def test_no_match_is_said_in_the_table_and_below(self) -> None:
        assert shown(pressed(state(), *"zzz")[0]).count("0 of 23 match — Esc clears") == 2

    def test_nothing_found_names_the_places_and_how_to_add_one(self) -> None:
        said = shown(State(Listing(places=("~/Projects", "~/.bdc/handoff"), advice=("Add a folder: roots",))))
        for words in ("(no handoffs — clean session)", "~/Projects", "~/.bdc/handoff", "Add a folder: roots"):
            assert words in said

    def test_the_arrow_shows_which_column_and_which_way(self) -> None:
        one, _ = pressed(state(), "f3")
        assert "topic ▲" in text(one)[1]
        assert "topic ▼" in text(pressed(one, "f3")[0])[1]
        assert not {"▲", "▼"} & set(text(pressed(one, "f3", "f3")[0])[1])

    def test_problems_are_counted(self) -> None:
        assert "2 problems" in shown(State(Listing(rows(3), problems=2)))
        assert "1 problem " in shown(State(Listing(rows(3), problems=1)))

    def test_ascii_has_no_other_sign(self) -> None:
        one = State(Listing(shelf.arrange([handoff(1, "plain")], home=lambda _: True)), signs=False)
        for mode in ((), ("down",), ("f1",), ("f3",), *[tuple("zz")]):
            assert shown(pressed(one, *mode)[0]).isascii()
        assert "Down or a row's number chooses" in shown(one)
        assert shown(State(Listing(reading=True), signs=False)).isascii()
        assert shown(State(Listing(places=("~/a", "~/b")), signs=False)).isascii()

    def test_ascii_draws_the_previews_lines_plainly_and_keeps_a_handoffs_letters(self) -> None:
        one = pressed(State(Listing(shelf.arrange([handoff(1, "café 日本")])), 120, 30, signs=False), "down")[0]
        said = shown(one.with_(width=120)) + "\n".join(text(one, preview.markdown("# T\n\n- one\n\n---\n\n> q\n\n|a|b|\n|-|-|\n|1|2|\n", 50)))
        assert set(re.findall(r"[^\x00-\x7f]", said)) == set("é日本")
        assert {width(line) for line in text(one)} == {120}

    def test_what_enter_will_do_is_whole_on_a_narrow_screen(self) -> None:
        assert text(state(23, 40, 12))[-2].rstrip() == " Enter leaves · ↓ or a number chooses"
        assert text(state(23, 30, 12))[-2].rstrip() == " Enter leaves · ↓ chooses"

    @pytest.mark.parametrize("size", [(80, 24), (40, 12)])
    def test_the_marks_of_the_row_that_enter_loads_are_said_where_the_table_has_no_room(self, size: tuple[int, int]) -> None:
        found = [handoff(1, "a topic that is too long for its column", marks=("done",))]
        one = State(Listing(shelf.arrange(found, picked_up={found[0].id: "3m ago"})), *size)
        said = "Enter: copy row 1 (done, picked up 3m ago"
        assert said[: size[0] - 4] in shown(pressed(one, "down")[0])
        assert "the only match (done, picked up 3m ago)" in sentences.enter(pressed(one, *"topic")[0])

    def test_what_enter_does_with_a_number_is_said_as_it_is(self) -> None:
        one = pressed(state(23, 80, 24), "ctrl+f")[0]
        assert sentences.enter(pressed(one, "1")[0]).startswith("Enter: copy row 1 · ")
        assert sentences.enter(pressed(one, "end", "1")[0]).startswith("Enter: go to row 1 · "), "it is not on the screen"
        rest = pressed(state(), "ctrl+f", "ctrl+d")[0]
        wanted = next(row.number for row in rest.view if row.number > 9) // 10
        assert wanted not in [row.number for row in rest.view]
        assert sentences.enter(pressed(rest, str(wanted))[0]).startswith(f"no row {wanted} · ")

    def test_what_is_still_being_read_is_not_called_nothing(self) -> None:
        one = State(Listing(reading=True))
        for now in (one, pressed(one, "x")[0]):
            said = shown(now)
            assert "reading" in said
            assert "0 of 0" not in said
            assert "0 handoffs" not in said

    def test_with_nothing_to_choose_enter_just_leaves(self) -> None:
        assert sentences.enter(State(Listing())) == "Enter leaves"

    @pytest.mark.parametrize("width", [80, 116, 120, 160])
    def test_a_topic_keeps_the_room_that_the_list_gives_it(self, width: int) -> None:
        found = [handoff(at, "y" * 28, project=name) for at, name in enumerate(("atlas-web", "uploader"))]
        one = State(Listing(shelf.arrange(found)), width, 36)
        assert "y" * 28 in shown(one)
        assert {name: size for name, _, size in frame.columns(one).places()}["project"] == len("atlas-web")

    @pytest.mark.parametrize("size", [(80, 24), (120, 36), (40, 12), (59, 24), (200, 60)])
    def test_nothing_touches_the_right_edge(self, size: tuple[int, int]) -> None:
        found = [handoff(at, "x" * 200, project="p" * 40) for at in range(12)]
        one = State(Listing(shelf.arrange(found, home=lambda _: True, comments=lambda _: True), problems=3), *size)
        for now in (one, pressed(one, "f3")[0], pressed(one, "x")[0]):
            assert {line[-1] for line in text(now)} == {" "}

    @pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 36)])
    def test_nothing_found_says_how_to_add_a_place_in_any_size(self, size: tuple[int, int]) -> None:
        advice = ('Add a folder of projects: roots = ["~/code"] in ~/.config/pickup-tui/config.toml,', "or for once: pickup-tui --root FOLDER. pickup-tui doctor says what was looked at.")
        one = State(Listing(places=("~/Projects", "~/.bdc/handoff", *(f"~/place{at}" for at in range(6))), advice=advice), *size)
        said = " ".join(shown(one).split())
        for words in ("(no handoffs — clean session)", *advice, "Searched: ~/Projects"):
            assert words in said
        assert "No row is chosen" not in said

    def test_marks_and_branch_follow_the_topic(self) -> None:
        one = State(Listing(shelf.arrange([handoff(1, "short", marks=("done",))])), 120, 24)
        assert "short  feature/b1 · done" in shown(one)


class TestFooterAndHelp:
    @pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (200, 60)])
    def test_every_command_is_in_the_footer(self, size: tuple[int, int]) -> None:
        said = shown(state(23, *size))
        for action in ACTIONS:
            if action.label:
                assert f"{action.shown} {action.label}" in said

    def test_help_explains_every_key(self) -> None:
        said = "\n".join("".join(part for part, _ in line) for line in frame.help_lines(100))
        for action in ACTIONS:
            assert action.help in said

    def test_a_short_screen_still_names_help(self) -> None:
        assert "F1 help" in text(state(23, 40, 12))[-1]

    def test_long_help_scrolls(self) -> None:
        one, _ = pressed(state(23, 60, 12), "f1", *["pagedown"] * 9)
        assert ACTIONS[-1].help[:20] in shown(one)


class TestPreview:
    def test_right_where_it_is_wide_below_where_not_hidden_where_narrow(self) -> None:
        assert state(23, 120, 36).layout.preview is not None
        assert state(23, 120, 36).layout.preview[0] > 0  # type: ignore[index]
        assert state(23, 80, 24).layout.preview[0] == 0  # type: ignore[index]
        assert state(23, 59, 24).layout.preview is None

    def test_brief_first_then_changes(self) -> None:
        said = [
            "".join(part for part, _ in line) for line in pane.head(rows()[0], 60, NOW, pane.Facts("3 new commits", (("3 new commits", "a..b"),)))
        ]
        names = [line.partition(":")[0] for line in said if ":" in line]
        assert names[:2] == ["next step", "stopped"]
        assert names.index("since") > names.index("file")
        assert said[1] == "stopped: context limit", "without the writer's inferred"

    def test_wrapping_never_exceeds_its_room(self) -> None:
        for room in (4, 7, 20, 60):
            for line in pane.wrap("日本語の長い言葉 word " + "x" * 100 + " e\u0301a", room):
                assert width(line) <= room


class TestMouse:
    def test_what_lies_under_it(self) -> None:
        one = state()
        assert frame.hit(one, 5, 2) == ("row", 0)
        assert frame.hit(one, 8, 1) == ("sort", "topic")
        assert frame.hit(one, 2, 1) == ("sort", "number")
        assert frame.hit(one, 5, 15) == ("preview", 0)
        line = text(one)[22]
        assert frame.hit(one, line.index("^Y"), 22) == ("action", "copy")
        assert frame.hit(one, 79, 23) is None

    def test_every_label_of_the_footer_can_be_hit(self) -> None:
        one = state()
        found = {frame.hit(one, x, y) for y in range(one.layout.footer, 24) for x in range(80)} - {None}
        assert {name for _, name in found} == {action.name for action in ACTIONS if action.label}  # type: ignore[misc]

    def test_a_click_chooses_and_a_click_below_the_rows_does_not(self) -> None:
        one = keys.click(state(), 2, 1.0)
        assert one.chosen is not None
        assert one.chosen.number == 3
        assert keys.click(state(3), 5, 1.0).chosen is None

    def test_a_click_on_a_row_that_has_just_changed_chooses_nothing(self) -> None:
        two = refreshed(state(), Listing(shelf.arrange([handoff(0, "new", when=9e9, path="/n"), *(row.handoff for row in rows())])), 10.0)
        assert keys.click(two, 0, 9.0).chosen is None
        assert keys.click(two, 0, 11.0).chosen is not None


@pytest.mark.parametrize("evil", HOSTILE)
def test_hostile_text_that_came_in_clean_stays_text(evil: str) -> None:
    from pickup_tui.text import clean, one_line

    one = handoff(1, one_line(f"a {evil} b"), project=one_line(evil) or "p", branch=one_line(evil), marks=(one_line(evil),), fields=((one_line(evil), clean(evil)),))
    start = State(Listing(shelf.arrange([one]), places=(one_line(evil),)), 100, 30)
    for mode in (("down",), ("f1",), (), *[tuple("zz")]):
        now, _ = pressed(start, *mode)
        now = keys.paste(now, evil)
        row = now.view[0] if now.view else None
        preview = pane.head(row, 50, NOW, pane.Facts(one_line(evil), ((evil, evil),))) if row else []
        for line in text(now, preview):
            assert not FORBIDDEN & set(line)
            assert width(line) == 100


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.integers(1, 140), st.integers(1, 50))
def test_any_topic_fits(topic: str, width_: int, height: int) -> None:
    from pickup_tui.text import one_line

    one = State(Listing(shelf.arrange([handoff(1, one_line(topic) or "t", project=one_line(topic) or "p")])), width_, height)
    for now in (one, resized(pressed(one, "down")[0], height, width_)):
        assert {width(line) for line in text(now)} <= {now.width}
        assert len(text(now)) == now.height


def test_a_listing_that_is_still_read_says_so() -> None:
    assert "reading …" in shown(State(Listing(reading=True)))
    assert "reading …" in shown(State(listing(3, reading=True)))


def test_a_message_that_is_too_long_for_its_line_goes_on_over_the_footer() -> None:
    """The end of a message is where the advice stands."""
    said = "sent to the clipboard with tmux load-buffer (999 Bytes), unconfirmed — it is in tmux's paste buffer (prefix ]) as well"
    one = state().with_(said=said)
    lines_ = text(one)
    assert " ".join(" ".join(lines_[one.layout.status : one.layout.status + 2]).split()) == said
    assert {width(line) for line in lines_} == {80}
    assert "F3" in lines_[one.layout.status + 2], "the rest of the footer stays"
    assert "F1" in shown(one.with_(said="short"))


def test_a_message_that_is_longer_than_the_screen_ends_with_an_ellipsis() -> None:
    one = state().with_(said="word " * 200)
    assert len(text(one)) == 24
    assert text(one)[-1].rstrip().endswith("…")
