"""What stays and what a key means when the list changes by itself (spec: picker.md, "On the screen")."""

from __future__ import annotations

from made import handoff, listing, pressed, state
from pickup_tui import shelf
from pickup_tui.picker.state import (
    REACTION,
    Listing,
    State,
    refreshed,
)


class TestRefresh:
    def test_the_cursor_stays_on_its_handoff_and_on_its_line(self) -> None:
        one, _ = pressed(state(), "down", "down", "down")
        new = shelf.arrange([handoff(0, "brand new", when=9e9, path="/new"), *(row.handoff for row in one.listing.rows)])
        two = refreshed(one, Listing(new), 100.0)
        assert one.chosen is not None
        assert two.chosen is not None
        assert two.chosen.handoff == one.chosen.handoff
        assert two.chosen.number == 4

    def test_no_key_acts_on_a_row_that_was_not_there_when_it_was_pressed(self) -> None:
        one = state()
        new = shelf.arrange([handoff(0, "brand new", when=9e9, path="/new"), *(row.handoff for row in one.listing.rows)])
        two = refreshed(one, Listing(new), 100.0)
        three, effect = pressed(two, "1", when=99.9)
        assert effect is None
        assert three.chosen is not None
        assert three.chosen.handoff.topic == "brand new"
        three, effect = pressed(two, "1", when=100.0 + REACTION / 2)
        assert effect is None, "the number was another row's a moment ago"
        assert "another one now" in three.said
        assert three.chosen is not None
        assert three.chosen.handoff.topic == "brand new"
        _, effect = pressed(two, "1", when=100.0 + REACTION)
        assert effect is not None
        assert effect.row is not None
        assert effect.row.handoff.topic == "brand new"

    def test_a_number_that_stayed_or_that_nobody_had_loads_at_once(self) -> None:
        one = state(4)
        more = [*(row.handoff for row in one.listing.rows), handoff(9, "older", when=1.0, path="/old")]
        two = refreshed(one, Listing(shelf.arrange(more)), 100.0)
        for key in "25":
            assert pressed(two, key, when=100.1)[1] is not None, key

    def test_of_several_changes_in_a_moment_the_first_counts(self) -> None:
        one = state()
        first = handoff(0, "brand new", when=9e9, path="/new")
        two = refreshed(one, Listing(shelf.arrange([first, *(row.handoff for row in one.listing.rows)])), 100.0)
        three = refreshed(two, Listing(shelf.arrange([first, *(row.handoff for row in one.listing.rows[:6])])), 100.3)
        assert pressed(three, "2", when=100.6)[1] is None, "at 100.0 number 2 was another row's"
        assert pressed(three, "2", when=100.3 + REACTION)[1] is not None

    def test_enter_loads_the_chosen_row_at_once_though_its_number_is_another(self) -> None:
        one, _ = pressed(state(), "down", "down")
        new = shelf.arrange([handoff(0, "brand new", when=9e9, path="/new"), *(row.handoff for row in one.listing.rows)])
        for when in (99.9, 100.1):
            effect = pressed(refreshed(one, Listing(new), 100.0), "enter", when=when)[1]
            assert effect is not None
            assert effect.row is not None
            assert one.chosen is not None
            assert effect.row.handoff == one.chosen.handoff

    def test_a_key_pressed_before_acts_on_a_row_that_has_kept_its_place(self) -> None:
        one = state()
        fewer = Listing(one.listing.rows[:5])
        two = refreshed(one, fewer, 100.0)
        assert pressed(two, "2", when=50.0)[1] is not None

    def test_a_chosen_handoff_that_is_gone_is_said_and_enter_does_not_leave_by_it(self) -> None:
        one, _ = pressed(state(), "down")
        two = refreshed(one, Listing(one.listing.rows[1:]), 100.0)
        assert two.chosen is None
        assert "gone" in two.said
        assert pressed(two, "enter", when=99.0)[1] is None

    def test_a_row_that_was_just_hidden_is_not_called_gone(self) -> None:
        one, _ = pressed(state(), "down")
        two = refreshed(one.with_(said="row 1 is hidden"), Listing(one.listing.rows[1:]), 100.0)
        assert two.said == "row 1 is hidden"

    def test_before_the_first_row_is_read_no_row_is_denied(self) -> None:
        assert "still reading" in pressed(State(Listing(reading=True)), "4")[0].said
        assert "there are none" in pressed(State(Listing()), "4")[0].said

    def test_once_the_rows_are_there_it_is_said(self) -> None:
        early = pressed(State(Listing(reading=True)), "4")[0]
        assert "still reading" in refreshed(early, Listing(reading=True), 5.0).said
        assert refreshed(early, listing(), 5.0).said == "the rows are there now — press it again"
        other = early.with_(said="copied")
        assert refreshed(other, listing(), 5.0).said == "copied"

    def test_a_pending_number_is_dropped_when_the_rows_change(self) -> None:
        one, _ = pressed(state(height=40), "ctrl+f", "1")
        two = refreshed(one, Listing(shelf.arrange(row.handoff for row in one.listing.rows[3:])), 5.0)
        assert two.digits == ""

    def test_an_unchanged_listing_changes_nothing(self) -> None:
        one, _ = pressed(state(height=40), "ctrl+f", "1")
        assert refreshed(one, listing(), 5.0).digits == "1"

    def test_a_scope_never_leaves_an_empty_screen(self) -> None:
        one, _ = pressed(state(), "ctrl+d")
        two = refreshed(one, Listing(shelf.arrange([handoff(1)])), 5.0)
        assert len(two.view) == 1
