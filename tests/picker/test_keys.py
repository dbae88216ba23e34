"""The rules of "On the screen" (spec: picker.md), key by key, without a screen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from made import handoff, listing, pressed, rows, state
from pickup_tui import shelf
from pickup_tui.picker import keys
from pickup_tui.picker.actions import ACTIONS
from pickup_tui.picker.state import (
    FILTER,
    HELP,
    LIST,
    MENU,
    TABLE,
    Effect,
    Listing,
    Menu,
    State,
    refreshed,
    resized,
)


def shown(one: State) -> list[int]:
    return [row.number for row in one.view]


class TestOpening:
    def test_the_first_eight_are_listed_and_no_row_is_chosen(self) -> None:
        one = state()
        assert shown(one) == list(range(1, 9))
        assert one.chosen is None
        assert one.focus == FILTER

    def test_enter_then_leaves_without_loading(self) -> None:
        assert pressed(state(), "enter")[1] == Effect("leave")

    def test_enter_typed_before_raw_mode_is_enter(self) -> None:
        assert pressed(state(), "ctrl+j")[1] == Effect("leave")

    def test_escape_leaves(self) -> None:
        assert pressed(state(), "escape")[1] == Effect("leave")

    def test_control_c_cancels_wherever_one_is(self) -> None:
        for before in ((), ("f1",), ("a",), ("1",)):
            assert pressed(state(), *before, "ctrl+c")[1] == Effect("cancel")


class TestFilter:
    def test_each_letter_narrows_and_searches_all_rows_not_just_the_shown(self) -> None:
        one, _ = pressed(state(), *"project22")
        assert shown(one) == [23]

    def test_a_blank_first_does_not_keep_it_to_the_eight_rows_that_were_shown(self) -> None:
        assert shown(pressed(state(), " ", "p", "a", "r", "s", "e", "r")[0]) == shown(pressed(state(), "p", "a", "r", "s", "e", "r")[0]) == [2, 9, 16, 23]

    def test_digits_in_a_filter_with_text_are_text(self) -> None:
        one, effect = pressed(state(), "p", "1")
        assert (one.text, effect) == ("p1", None)

    def test_the_only_match_is_loaded_by_enter(self) -> None:
        _, effect = pressed(state(), *"project22", "enter")
        assert effect is not None
        assert effect.kind == "load"
        assert effect.row is not None
        assert effect.row.number == 23

    def test_several_matches_move_the_focus_to_the_table_where_digits_load(self) -> None:
        one, effect = pressed(state(), *"parser", "enter")
        assert (effect, one.focus) == (None, TABLE)
        assert "match" in one.said
        _, effect = pressed(one, "9")
        assert effect is not None
        assert effect.row is not None
        assert effect.row.number == 9

    def test_no_match_lists_all_again_and_says_so(self) -> None:
        one, effect = pressed(state(), *"zzz", "enter")
        assert effect is None
        assert one.said == '(no match for "zzz" — pick a row, hit Enter, or refine)'
        assert shown(one) == list(range(1, 9))

    @pytest.mark.parametrize("word", ["none", "Skip", " "])
    def test_words_for_nothing_leave(self, word: str) -> None:
        assert pressed(keys.paste(state(), word) if word.strip() else pressed(state(), "space")[0], "enter")[1] == Effect("leave")

    def test_accents_case_and_composition_do_not_matter(self) -> None:
        one = keys.paste(state(), "CAFE\u0301")
        assert shown(one) == [5, 12, 19]

    def test_escape_clears_first_and_leaves_second(self) -> None:
        one, effect = pressed(state(), *"zz", "escape")
        assert (one.text, effect, shown(one)) == ("", None, list(range(1, 9)))
        assert pressed(one, "escape")[1] == Effect("leave")

    def test_a_paste_of_digits_is_text_never_a_row_number(self) -> None:
        one = keys.paste(state(), "1")
        assert (one.text, one.chosen) == ("1", None)

    def test_a_paste_is_one_clean_line(self) -> None:
        assert keys.paste(state(), "a\nb\x1b]52;c;x\x07").text == "a b␛]52;c;x␇"


class TestNumbers:
    def test_a_number_that_no_other_starts_with_loads_at_once(self) -> None:
        _, effect = pressed(state(), "3")
        assert effect is not None
        assert effect.row is not None
        assert effect.row.number == 3

    def test_with_more_rows_shown_one_digit_waits_for_the_next_or_enter(self) -> None:
        one, effect = pressed(state(height=40), "ctrl+f", "1")
        assert (effect, one.digits) == (None, "1")
        _, effect = pressed(one, "2")
        assert effect is not None
        assert effect.row is not None
        assert effect.row.number == 12
        _, effect = pressed(one, "enter")
        assert effect is not None
        assert effect.row is not None
        assert effect.row.number == 1

    @pytest.mark.parametrize(("key", "said"), [("9", "(no row 9 — pick 1–8)"), ("0", "(no row 0 — pick 1–8)")])
    def test_a_number_that_is_not_shown_loads_nothing(self, key: str, said: str) -> None:
        one, effect = pressed(state(), key)
        assert (effect, one.said, one.digits) == (None, said, "")

    def test_a_digit_then_a_letter_is_a_filter(self) -> None:
        one, _ = pressed(state(height=40), "ctrl+f", "1", "x")
        assert (one.text, one.digits) == ("1x", "")

    def test_a_digit_can_be_taken_back(self) -> None:
        one, _ = pressed(state(height=40), "ctrl+f", "1", "backspace")
        assert one.digits == ""
        assert pressed(state(height=40), "ctrl+f", "1", "escape")[0].digits == ""

    def test_numbers_stay_whatever_is_filtered_or_sorted(self) -> None:
        one, _ = pressed(state(), "f3", "f3", "tab", "2", "3")
        assert one.chosen is None or one.chosen.number == 23

    def test_a_row_out_of_sight_is_brought_into_it_not_loaded(self) -> None:
        one, effect = pressed(state(), "ctrl+f", "2", "3")
        assert effect is None
        assert one.chosen is not None
        assert one.chosen.number == 23
        assert one.chosen in one.sight
        assert pressed(one, "enter")[1] is not None


class TestCursor:
    def test_down_then_enter_loads_the_row_under_it(self) -> None:
        _, effect = pressed(state(), "down", "down", "enter")
        assert effect is not None
        assert effect.row is not None
        assert effect.row.number == 2

    def test_up_at_first_goes_to_the_last_row_in_sight(self) -> None:
        one, _ = pressed(state(), "up")
        assert one.chosen is not None
        assert one.chosen.number == 8

    def test_down_past_the_last_row_shows_all(self) -> None:
        one, _ = pressed(state(), *["down"] * 9)
        assert len(one.view) == 23
        assert one.chosen is not None
        assert one.chosen.number == 9

    def test_it_follows_its_handoff_through_sort_and_filter(self) -> None:
        one, _ = pressed(state(), "down", "down", "f3", "f4", *"p")
        assert one.chosen is not None
        assert one.chosen.number == 2
        hidden, _ = pressed(one, *"roject7")
        assert hidden.chosen is None
        assert pressed(hidden, "escape")[0].chosen is one.chosen

    def test_pages_and_ends(self) -> None:
        one, _ = pressed(state(), "end", "pagedown")
        assert one.chosen is not None
        assert len(one.view) == 23
        assert pressed(one, "home")[0].at == 0
        assert pressed(one, "end")[0].at == 22

    def test_the_wheel_moves_the_rows_and_not_the_cursor(self) -> None:
        one, _ = pressed(state(), "ctrl+f", "down")
        moved = keys.scroll(one, 5)
        assert (moved.top, moved.chosen) == (5, one.chosen)
        back, effect = pressed(moved, "enter")
        assert effect is None, "a row that is out of sight is not loaded"
        assert back.chosen in back.sight


class TestSort:
    def test_a_third_press_returns_to_newest_first(self) -> None:
        one = state()
        up, down, back = (pressed(one, *["f3"] * count)[0] for count in (1, 2, 3))
        assert (up.sort, up.down) == ("topic", False)
        assert (down.sort, down.down) == ("topic", True)
        assert back.sort is None
        assert shown(back)[:3] == [1, 2, 3]

    def test_every_column_has_its_turn(self) -> None:
        one = state()
        seen = []
        for _ in range(5):
            one, _ = pressed(one, "f4")
            seen.append(one.sort)
        assert seen == list(keys.COLUMNS)

    def test_sorting_shows_all(self) -> None:
        assert len(pressed(state(), "f3")[0].view) == 23

    def test_each_column_sorts_by_what_it_shows(self) -> None:
        for column in keys.COLUMNS:
            one = keys.sort(state(), column)
            both = (shown(one), shown(keys.sort(one, column)))
            assert sorted(both[0]) == sorted(both[1]) == list(range(1, 24))
            assert both[0] != both[1]
        assert shown(keys.sort(state(), "last"))[0] == 23
        assert [row.home for row in keys.sort(state(), "badges").view[:4]] == [True] * 4


class TestScope:
    def test_here_lists_this_projects_rows(self) -> None:
        one, _ = pressed(state(), "ctrl+d")
        assert all(row.home for row in one.view)
        assert len(pressed(one, "ctrl+d")[0].view) == 8

    def test_here_without_any_says_so_and_stays(self) -> None:
        one, _ = pressed(State(Listing(shelf.arrange([handoff(1)]))), "ctrl+d")
        assert (len(one.view), bool(one.said)) == (1, True)

    def test_all_and_back(self) -> None:
        one, _ = pressed(state(), "ctrl+f")
        assert len(one.view) == 23
        assert len(pressed(one, "ctrl+f")[0].view) == 8

    def test_folded_rows_come_with_all_and_with_the_filter(self) -> None:
        folded = shelf.arrange([handoff(1, fold="x"), handoff(2, fold="x"), handoff(3)])
        one = State(Listing(folded))
        assert shown(one) == [1, 2]
        assert shown(pressed(one, "ctrl+f")[0]) == [1, 2, 3]
        assert shown(pressed(one, *"project2")[0]) == [3]


class TestActions:
    @pytest.mark.parametrize("name", [action.name for action in ACTIONS if action.row])
    def test_each_acts_on_the_row_under_the_cursor(self, name: str) -> None:
        action = next(one for one in ACTIONS if one.name == name)
        for key in action.keys:
            _, effect = pressed(state(), "down", key)
            assert effect is not None
            assert effect.row is not None
            assert effect.row.number == 1
            assert (effect.kind, effect.way) == (("load", name) if name in ("print", "agent") else (name, ""))

    @pytest.mark.parametrize("name", [action.name for action in ACTIONS if action.row])
    def test_without_a_row_it_says_so(self, name: str) -> None:
        action = next(one for one in ACTIONS if one.name == name)
        one, effect = pressed(state(), action.keys[0])
        assert effect is None
        assert "choose" in one.said

    def test_none_takes_a_key_that_terminals_take(self) -> None:
        taken = {f"ctrl+{letter}" for letter in "abqszhijm"}
        assert not taken & {key for action in ACTIONS for key in action.keys}

    def test_every_key_is_a_control_or_function_key(self) -> None:
        for action in ACTIONS:
            assert all(key.startswith(("ctrl+", "f", "shift+")) and len(key) > 1 for key in action.keys)

    def test_no_key_has_two_meanings(self) -> None:
        names = [key for action in ACTIONS for key in action.keys]
        assert len(names) == len(set(names))

    def test_the_preview_can_be_hidden_and_scrolled(self) -> None:
        one, _ = pressed(state(), "f2")
        assert one.layout.preview is None
        assert pressed(state(), "f8")[0].scroll == 5
        assert pressed(state(), "f8", "f7", "f7")[0].scroll == 0

    @pytest.mark.parametrize(("width", "height"), [(40, 12), (59, 40), (80, 15)])
    def test_where_there_is_no_room_it_takes_the_tables(self, width: int, height: int) -> None:
        one, _ = pressed(state(23, width, height), "down", "down")
        assert one.layout.preview is None
        two, _ = pressed(one, "f2")
        assert two.layout.preview is not None
        assert tuple(two.sight) == (two.chosen,), "the row that it is about stays in sight"
        effect = pressed(two, "enter")[1]
        assert effect is not None
        assert effect.row is one.chosen
        assert pressed(two, "f2")[0].layout == one.layout
        assert resized(two, 120, 36).layout == resized(one, 120, 36).layout

    def test_where_there_is_no_room_at_all_it_says_so(self) -> None:
        assert "too small" in pressed(state(23, 20, 4), "f2")[0].said

    def test_it_is_about_the_only_match_which_enter_loads(self) -> None:
        one, _ = pressed(state(), *"project22")
        assert len(one.view) == 1
        assert one.previewed is one.view[0]
        assert pressed(state(1))[0].previewed is None, "nothing was asked for"

    def test_after_hiding_a_row_the_next_one_is_chosen(self) -> None:
        one, _ = pressed(state(), "down", "down")
        two, effect = pressed(one, "ctrl+x")
        assert effect == Effect("hide", one.chosen)
        assert two.chosen is one.view[2]
        last, _ = pressed(state(2), "down", "down", "ctrl+x")
        assert last.chosen is last.view[0]


class TestHelpAndMenus:
    def test_help_opens_and_any_key_closes_it(self) -> None:
        one, _ = pressed(state(), "f1")
        assert one.mode == HELP
        two, effect = pressed(one, "1")
        assert (two.mode, effect) == (LIST, None)

    def test_a_menus_option_gives_its_effect_and_escape_none(self) -> None:
        chosen = Effect("tmux", rows()[0], text="codex")
        one = state().with_(mode=MENU, menu=Menu("Which?", (), (("1", "codex", chosen),)))
        two, effect = pressed(one, "1")
        assert (two.mode, effect) == (LIST, chosen)
        assert pressed(one, "escape")[1] is None
        assert pressed(one, "7") == (one, None)

    def test_a_line_is_typed_and_handed_on(self) -> None:
        row = rows()[0]
        one = state().with_(mode=MENU, menu=Menu("Prompt", entry=Effect("menu", row, way="w", text="lane")))
        two, effect = pressed(keys.paste(one, "go on\n"), "x", "backspace", "!", "enter")
        assert two.mode == LIST
        assert effect is not None
        assert effect.text.endswith("go on!")


KEYS = st.sampled_from(
    [*"ab12390 é", "enter", "escape", "down", "up", "pagedown", "pageup", "home", "end", "left", "right", "backspace", "delete", "tab", "ctrl+w", "ctrl+u"]
    + [key for action in ACTIONS for key in action.keys],
)


@settings(max_examples=150, deadline=None)
@given(st.lists(KEYS, max_size=25), st.integers(1, 30), st.integers(1, 130), st.integers(1, 45))
def test_a_walk_never_loads_what_was_not_in_sight(names: list[str], count: int, width: int, height: int) -> None:
    one = State(listing(count), width, height)
    for at, name in enumerate(names):
        sight = one.sight
        if at % 7 == 6:
            one = refreshed(one, listing(count + at % 2), float(at))
            sight = one.sight
        if at % 5 == 4:
            one = resized(one, height, width)
            sight = one.sight
        one, effect = keys.press(one, name, name if len(name) == 1 else None, float(at) + 0.5)
        assert 0 <= one.caret <= len(one.text)
        assert 0 <= one.top <= max(0, len(one.view) - 1)
        if one.chosen is not None and name in ("down", "up", "home", "end"):
            assert one.chosen in one.sight or not one.layout.rows
        if effect is not None and effect.kind == "load":
            assert effect.row in sight
