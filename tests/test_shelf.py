"""The ranked list by its properties: a total order, numbers that stay, folded rows last, and the rules of the input."""

from __future__ import annotations

import gc
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.filter import keywords
from pickup_tui.handoff import Handoff
from pickup_tui.rows import HELD, Row, Rows
from pickup_tui.shelf import EMPTY, SHOWN, arrange, in_order, match, order, shown, sort
from pickup_tui.text import fold
from pickup_tui.typed import NO_LOAD, NO_ROW, NONE, ONE, ROW, SEVERAL, resolve

if TYPE_CHECKING:
    from collections.abc import Callable

HANDOFFS = st.lists(
    st.builds(
        lambda when, mtime, path, line, topic, branch, fold: Handoff(
            kind="section", path=f"/p/{path}", anchor=str(line), line=line, topic=topic, project=path, branch=branch, when=float(when), mtime=mtime, fold=fold,
        ),
        st.integers(0, 3), st.integers(0, 2), st.sampled_from("abc"), st.integers(1, 4), st.sampled_from(["retry", "Été", "404 page", "x y", "2"]),
        st.sampled_from([None, "main", "feature/x"]), st.sampled_from([None, None, "f", "g"]),
    ),
    max_size=14,
    unique_by=lambda one: (one.path, one.line),
)  # fmt: skip


def one(topic: str, when: float = 0, **more: object) -> Handoff:
    return Handoff(kind="card", path=f"/c/{topic}.md", topic=topic, when=when, project="shared").with_(**more)


def looked_in(handoff: Handoff) -> str:
    return fold(f"{handoff.topic}\n{handoff.project}\n{handoff.branch or ''}")


def rows(*topics: str) -> Rows:
    return arrange([one(topic, 100 - at) for at, topic in enumerate(topics)])


class TestOrder:
    @settings(max_examples=200)
    @given(HANDOFFS, st.randoms())
    def test_it_is_total_and_the_same_from_any_start(self, handoffs: list[Handoff], chance: random.Random) -> None:
        assert len({order(handoff) for handoff in handoffs}) == len(handoffs)
        mixed = list(handoffs)
        chance.shuffle(mixed)
        assert arrange(mixed)[:] == arrange(handoffs)[:]

    @settings(max_examples=200)
    @given(HANDOFFS)
    def test_numbers_count_from_1_and_only_the_first_is_newest(self, handoffs: list[Handoff]) -> None:
        found = arrange(handoffs)[:]
        assert [row.number for row in found] == list(range(1, len(handoffs) + 1))
        assert [row.newest for row in found] == [number == 0 for number in range(len(found))]

    @settings(max_examples=200)
    @given(HANDOFFS)
    def test_newest_first_and_folded_ones_last(self, handoffs: list[Handoff]) -> None:
        found = arrange(handoffs)[:]
        assert [row.folded for row in found] == sorted(row.folded for row in found)
        for part in ([row for row in found if not row.folded], [row for row in found if row.folded]):
            assert part == sorted(part, key=lambda row: order(row.handoff))

    @settings(max_examples=200)
    @given(HANDOFFS)
    def test_of_a_family_the_newest_stands_and_counts_the_others(self, handoffs: list[Handoff]) -> None:
        found = arrange(handoffs)[:]
        for key in {handoff.fold for handoff in handoffs} - {None}:
            family = [row for row in found if row.handoff.fold == key]
            assert [row.folded for row in family] == [False] + [True] * (len(family) - 1)
            assert family[0].folds == len(family) - 1
        assert all(not row.folded and not row.folds for row in found if row.handoff.fold is None)

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            (one("a", 2), one("b", 1)),
            (one("b", 1, mtime=2), one("a", 1, mtime=1)),
            (one("a", 1, path="/a"), one("b", 1, path="/b")),
            (one("z", 1, path="/a", line=1), one("a", 1, path="/a", line=9)),
        ],
    )
    def test_date_then_mtime_then_path_then_line(self, first: Handoff, second: Handoff) -> None:
        assert [row.handoff for row in arrange([second, first])] == [first, second]

    def test_a_baton_that_was_picked_up_folds_away(self) -> None:
        away = one("a", 9)
        found = arrange([away, one("b", 1)], away=frozenset([away.id]), picked_up={away.id: "3m ago"})
        assert [(row.handoff.topic, row.folded) for row in found] == [("b", False), ("a", True)]
        assert found[1].marks == ("picked up 3m ago",)

    def test_badges_change_no_order(self) -> None:
        handoffs = [one("a", 2), one("b", 1)]
        plain, badged = arrange(handoffs), arrange(handoffs, home=lambda handoff: handoff.topic == "b", comments=lambda handoff: True if handoff.topic == "b" else None)
        assert [row.handoff for row in plain] == [row.handoff for row in badged]
        assert [(row.home, row.comments) for row in badged] == [(False, None), (True, True)]


class TestShown:
    @given(HANDOFFS, st.integers(-1, 20))
    def test_at_most_the_limit_without_folded_ones(self, handoffs: list[Handoff], limit: int) -> None:
        found = arrange(handoffs)[:]
        part = shown(found, limit)
        assert list(part) == [row for row in found if not row.folded][: max(limit, 0)]
        assert shown(found, None) == found

    def test_eight(self) -> None:
        assert SHOWN == 8
        assert [row.number for row in shown(rows(*"abcdefghijkl"))] == list(range(1, 9))
        assert len(shown(rows("a", "b"))) == 2


class TestMatch:
    @settings(max_examples=200)
    @given(HANDOFFS, st.text(st.sampled_from('aeéÉtry 042x/"'), max_size=6))
    def test_a_filter_keeps_numbers_and_order(self, handoffs: list[Handoff], text: str) -> None:
        found = arrange(handoffs)[:]
        part = match(found, text)
        assert set(part) <= set(found)
        assert [row.number for row in part] == sorted(row.number for row in part)
        assert match(part, text) == part

    @pytest.mark.parametrize("text", ["été", "ÉTÉ", "E\u0301te\u0301", "e\u0301TÉ"])
    def test_case_and_composition_do_not_matter(self, text: str) -> None:
        assert [row.number for row in match(rows("x", "l'Été", "ete"), text)] == [2]

    def test_topic_project_and_branch_and_every_word_of_several(self) -> None:
        found = arrange([one("retry", 3, project="Web", branch="feature/x"), one("other", 2, project="web"), one("no", 1)])
        assert [row.number for row in match(found, "web")] == [1, 2]
        assert [row.number for row in match(found, "WEB retry")] == [1]
        assert [row.number for row in match(found, "feature/ web")] == [1]
        assert match(found, "web nothing") == EMPTY
        assert match(found, '"retry web"') == EMPTY  # a phrase does not span columns

    @pytest.mark.parametrize(
        ("text", "words"),
        [("a b", ("a", "b")), ('"a b" c', ("a b", "c")), ('"404"', ("404",)), ('"a', ("a",)), ('""', ('""',)), ('"  "', ('"', '"')), ("", ()), (" ", ()), ("É", ("é",)), ('"a\t b"', ("a b",))],
    )
    def test_keywords(self, text: str, words: tuple[str, ...]) -> None:
        assert keywords(text) == words

    def test_folded_rows_are_found(self) -> None:
        found = arrange([one("retry", 2, fold="f"), one("retry old", 1, fold="f")])
        assert [row.number for row in match(found, "old")] == [2]


class TestInput:
    TABLE = rows("retry uploads", "404 page", "login page", "été")

    @pytest.mark.parametrize("text", ["", " ", "\t\n", "\u3000", "none", "NONE", " Skip ", "sKiP"])
    def test_no_load(self, text: str) -> None:
        assert resolve(self.TABLE, text).verdict == NO_LOAD
        assert resolve(EMPTY, text).verdict == NO_LOAD

    @pytest.mark.parametrize(("text", "number"), [("1", 1), (" 4 ", 4), ("04", 4), ("00000000000000000003", 3)])
    def test_a_number_of_a_row(self, text: str, number: int) -> None:
        answer = resolve(self.TABLE, text)
        assert (answer.verdict, [row.number for row in answer.rows]) == (ROW, [number])

    @pytest.mark.parametrize("text", ["0", "5", "404", "00", "4294967297", "1" + "0" * 5000, "9" * 5000])
    def test_a_number_of_no_row(self, text: str) -> None:
        answer = resolve(self.TABLE, text)
        assert answer.verdict == NO_ROW
        assert answer.rows == self.TABLE
        assert answer.message == f"(no row {text[:12]} — pick 1–4)"

    def test_a_number_without_any_row(self) -> None:
        assert resolve(EMPTY, "1").verdict == NO_ROW
        assert "pick" not in resolve(EMPTY, "1").message

    def test_on_the_screen_only_shown_rows_count(self) -> None:
        many = rows(*(f"topic {number}" for number in range(12)))
        assert resolve(many, "9").verdict == ROW
        answer = resolve(many, "9", shown(many))
        assert (answer.verdict, answer.message) == (NO_ROW, "(no row 9 — pick 1–8)")


    @pytest.mark.parametrize(("text", "number"), [('"404"', 2), ("retry", 1), ("LOGIN", 3), ("É", 4), ("e\u0301", 4), ("page 404", 2)])
    def test_a_keyword_of_one_row(self, text: str, number: int) -> None:
        answer = resolve(self.TABLE, text)
        assert (answer.verdict, [row.number for row in answer.rows]) == (ONE, [number])

    def test_a_keyword_of_several_rows_gives_those_with_their_numbers(self) -> None:
        answer = resolve(self.TABLE, "page")
        assert (answer.verdict, [row.number for row in answer.rows]) == (SEVERAL, [2, 3])

    @pytest.mark.parametrize("text", ["nothing", '""', '" "', '"', "-1", "+1", "1.0", "1 2", "²", "none of it", "٣", "Ⅳ"])
    def test_a_keyword_of_no_row_gives_all_rows_and_the_text(self, text: str) -> None:
        answer = resolve(self.TABLE, text)
        assert (answer.verdict, answer.rows) == (NONE, self.TABLE)
        assert answer.message == f'(no match for "{text}" — pick a row, hit Enter, or refine)'

    def test_digits_of_other_scripts_are_keywords(self) -> None:
        assert resolve(rows("a", "b"), "１").verdict == NONE
        assert resolve(rows("a", "ticket 1"), "１").rows[0].number == 2  # full-width forms are folded

    def test_quotes_around_nothing_load_nothing_even_from_a_single_row(self) -> None:
        assert resolve(rows("only"), '""').verdict == NONE

    def test_the_message_shows_hostile_text_plainly(self) -> None:
        assert resolve(self.TABLE, "x\x1b[31m\u202e\n").message.isprintable()

    @settings(max_examples=300)
    @given(HANDOFFS, st.text(max_size=8))
    def test_a_row_is_named_only_by_its_number_or_a_word_of_its_own(self, handoffs: list[Handoff], text: str) -> None:
        found = arrange(handoffs)[:]
        answer = resolve(found, text)
        if answer.verdict == ROW:
            assert int(text) == answer.rows[0].number
        elif answer.verdict in (ONE, SEVERAL):
            assert (len(answer.rows) == 1) == (answer.verdict == ONE)
            assert all(word in looked_in(row.handoff) for row in answer.rows for word in keywords(text.strip()))
            assert keywords(text.strip())


def test_a_quoted_keyword_that_matches_nothing_is_named_in_one_pair_of_quotes() -> None:
    assert resolve(EMPTY, '"404"').message == '(no match for "404" — pick a row, hit Enter, or refine)'
    assert resolve(EMPTY, '"a" "b"').message == '(no match for ""a" "b"" — pick a row, hit Enter, or refine)'


class TestThousands:
    """Of thousands of rows only those that are looked at are made, and only a few are held."""

    MANY = HELD * 4

    def test_a_list_makes_the_rows_that_are_asked_for(self) -> None:
        made: list[int] = []

        class Counted(list[Handoff]):
            def __getitem__(self, at: Any) -> Any:
                made.append(at)
                return super().__getitem__(at)

        handoffs = Counted(one(f"topic {at}", self.MANY - at) for at in range(self.MANY))
        found = arrange(in_order(handoffs))
        found.prepare()
        assert not made
        assert len(match(found, "topic")) == self.MANY
        assert len(match(found, "topic 1777")) == 1
        assert [row.number for row in shown(found)] == list(range(1, 9))
        assert len(made) == 8

    def test_few_are_held_however_many_were_looked_at(self) -> None:
        found = arrange(one(f"topic {at}", self.MANY - at) for at in range(self.MANY))
        for row in found:
            assert row.handoff.topic == f"topic {row.number - 1}"
        for at in range(self.MANY):
            assert found[at].number == at + 1
        gc.collect()
        assert sum(isinstance(held, Row) for held in gc.get_objects()) <= HELD + 200

    def test_what_is_looked_at_again_is_not_made_again(self) -> None:
        found = arrange(one(f"topic {at}") for at in range(20))
        assert found[3] is found[3]
        assert next(iter(found[3:5])) is found[3]


class TestRows:
    @settings(max_examples=200)
    @given(HANDOFFS, st.sampled_from(["number", "topic", "project", "last", "badges"]), st.booleans(), st.text(st.sampled_from("aerty x"), max_size=2))
    def test_sorted_by_a_column_as_by_its_values(self, handoffs: list[Handoff], column: str, down: bool, text: str) -> None:
        found = match(arrange(handoffs, home=lambda one: one.line > 2, comments=lambda one: one.mtime == 1), text)
        keys: dict[str, Callable[[Row], Any]] = {
            "number": lambda row: row.number, "topic": lambda row: fold(row.handoff.topic), "project": lambda row: fold(row.handoff.project),
            "last": lambda row: row.handoff.when, "badges": lambda row: (not row.comments, not row.home),
        }  # fmt: skip
        assert list(sort(found, column, down=down)) == sorted(found, key=keys[column], reverse=down)

    @settings(max_examples=200)
    @given(HANDOFFS, st.text(st.sampled_from('aeéÉtry 042x/"'), max_size=6), st.sets(st.integers(0, 13)))
    def test_a_filter_finds_what_holds_its_words(self, handoffs: list[Handoff], text: str, without: set[int]) -> None:
        found = arrange(handoffs, without=without)
        assert list(match(found, text)) == [row for row in found if all(word in looked_in(row.handoff) for word in keywords(text))]

    @given(HANDOFFS, st.sets(st.integers(0, 13)))
    def test_a_row_is_found_by_its_id_and_by_its_number(self, handoffs: list[Handoff], without: set[int]) -> None:
        found = arrange(handoffs, without=without)
        for handoff in handoffs:
            expected = next((row for row in found if row.handoff.id == handoff.id), None)
            assert found.named(handoff.id) == expected
            assert list(found.with_id(handoff.id.__eq__)) == ([expected] if expected else [])
        assert [found.numbered(number) for number in found.numbers()] == list(found)
        assert found.numbered(len(found) + 1) is None
        assert found.named("card:/nowhere") is None

    @given(HANDOFFS)
    def test_at_home_are_those_of_this_project(self, handoffs: list[Handoff]) -> None:
        found = arrange(handoffs, home=lambda one: one.project == "a")
        assert list(found.home()) == [row for row in found if row.home]

    def test_words_that_rows_match_already_are_not_looked_for_again(self) -> None:
        found = match(rows("retry a", "retry b"), "retry")
        assert [row.number for row in match(found, "retry b", "retry")] == [2]
        assert match(found, "retry", "retry") == found
