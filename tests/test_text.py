"""The sanitiser: nothing that a terminal obeys or that hides words comes through, and lines stay lines."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.text import clean, decode, fold, inert, one_line, spans, words
from support import FORBIDDEN, HOSTILE

# Text that is likely to hold what matters: joiners, selectors, controls, tags, letters.
MEAN = st.text(st.one_of(st.characters(), st.sampled_from("a\u200c\u200d\ufe0f\ufe01\u202e\U000e0041\x1b\n\t é中")), max_size=40)
IGNORABLE = {0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180E, 0x180F, 0x3164, 0xFEFF, 0xFFA0}


class TestClean:
    @settings(max_examples=300)
    @given(MEAN)
    def test_nothing_forbidden_survives_and_cleaning_twice_changes_nothing(self, text: str) -> None:
        cleaned = clean(text)
        assert FORBIDDEN.isdisjoint(cleaned)
        assert not [char for char in cleaned if unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t"]
        assert clean(cleaned) == cleaned

    @settings(max_examples=200)
    @given(MEAN)
    def test_lines_stay_lines(self, text: str) -> None:
        assert clean(text).count("\n") == text.count("\n")
        assert len((clean(text) + "x").splitlines()) == (text + "x").count("\n") + 1

    @given(MEAN, st.sampled_from(("a line of text\n" * 20, "\u00e9\u4e2d \u2014 \n" * 60)))
    def test_long_text_is_cleaned_as_short_text_is(self, text: str, before: str) -> None:
        assert clean(before + text) == before + clean("\n" + text)[1:]

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_text_leaves_only_visible_signs(self, text: str) -> None:
        assert FORBIDDEN.isdisjoint(clean(text))

    @pytest.mark.parametrize("code", sorted(IGNORABLE))
    def test_characters_that_are_never_drawn_are_written_out(self, code: int) -> None:
        assert clean(f"a{chr(code)}b") == f"a[U+{code:04X}]b"

    @pytest.mark.parametrize(
        ("text", "cleaned"),
        [
            ("a\x1b[31mb", "a␛[31mb"),
            ("\x07", "␇"),
            ("\x7f", "␡"),
            ("\x9b", "[U+009B]"),
            ("a\rb", "a␍b"),
            ("\u202etxt", "[U+202E]txt"),
            ("a\U000e0041", "a[U+E0041]"),
            ("a\u2028b", "a[U+2028]b"),
            ("a\ud800b", "a\ufffdb"),
            ("tab\tand\nline", "tab\tand\nline"),
        ],
    )
    def test_signs(self, text: str, cleaned: str) -> None:
        assert clean(text) == cleaned

    @pytest.mark.parametrize("text", ["❤️‍🔥", "👩‍👩‍👧", "می‌خواهم", "क्‍ष", "⚠️ x"])
    def test_what_scripts_and_emoji_need_stays(self, text: str) -> None:
        assert clean(text) == text

    @pytest.mark.parametrize("run", ["\ufe01\ufe02", "\u200c\u200d", "\u200d\u200d", "\u200d\ufe0f", "\ufe0f\ufe0f"])
    def test_a_run_of_joiners_or_selectors_cannot_carry_a_message(self, run: str) -> None:
        assert "[U+" in clean("a" + run * 8 + "b")
        assert sum(char in "\u200c\u200d\ufe01\ufe02\ufe0f" for char in clean("a" + run * 8 + "b")) <= 2

    def test_a_joiner_behind_a_space_joins_nothing(self) -> None:
        assert clean("a \u200db") == "a [U+200D]b"
        assert clean("\ufe0fb") == "[U+FE0F]b"


class TestLines:
    @settings(max_examples=200)
    @given(MEAN)
    def test_one_line_is_one_line(self, text: str) -> None:
        line = one_line(text)
        assert len(line.splitlines()) <= 1
        assert "\t" not in line
        assert line == line.strip()
        assert one_line(line) == line

    def test_white_space_becomes_single_spaces(self) -> None:
        assert one_line(" a\u3000b\t\n c\u00a0 ") == "a b c"

    @settings(max_examples=200)
    @given(MEAN)
    def test_inert_keeps_every_space_and_is_one_line(self, text: str) -> None:
        line = inert(text)
        assert len(line.splitlines()) <= 1
        assert line.count(" ") >= text.count(" ")

    def test_inert(self) -> None:
        assert inert(" a  b\n\tc") == " a  b␊␉c"


class TestDecode:
    @given(st.binary(max_size=200))
    def test_never_fails_and_is_clean(self, data: bytes) -> None:
        text = decode(data)
        assert FORBIDDEN.isdisjoint(text)
        assert clean(text) == text

    @pytest.mark.parametrize("mark", ["\ufeff", "\ufeff\ufeff", "ï»¿"])
    def test_a_byte_order_mark_is_no_text(self, mark: str) -> None:
        assert decode((mark + "---\n").encode()) == "---\n"

    @pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
    def test_utf_16_with_its_mark(self, codec: str) -> None:
        assert decode("\ufeff## é中".encode(codec)) == "## é中"

    @pytest.mark.parametrize("text", ["a\r\nb\r\nc", "a\rb\rc", "a\nb\nc", "a\r\nb\rc"])
    def test_line_endings_keep_their_count(self, text: str) -> None:
        assert decode(text.encode()) == "a\nb\nc"

    def test_windows_1252(self) -> None:
        assert decode("naïve – “quoted”".encode("cp1252")) == "naïve – “quoted”"

    def test_damage_in_utf_8_costs_only_the_damaged_letter(self) -> None:
        data = "日本語の引き継ぎ、次にやること。".encode() * 3
        assert decode(data[:30] + b"\xff" + data[30:]).count("\ufffd") == 1

    def test_nul_is_visible(self) -> None:
        assert decode(b"a\0b") == "a␀b"


class TestFold:
    @settings(max_examples=200)
    @given(st.text(max_size=20))
    def test_folding_twice_changes_nothing_and_composition_does_not_matter(self, text: str) -> None:
        assert fold(fold(text)) == fold(text)
        assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))

    @pytest.mark.parametrize(("one", "other"), [("É", "é"), ("E\u0301", "é"), ("STRASSE", "straße"), ("ＡＢＣ", "abc"), ("ΣΊΣΥΦΟΣ", "σίσυφος")])
    def test_the_same_word(self, one: str, other: str) -> None:
        assert fold(one) == fold(other)

    def test_accents_stay(self) -> None:
        assert fold("é") != fold("e")


def test_words() -> None:
    assert words(["a", "b", "c"]) == "a, b and c"
    assert words(["a"]) == "a"
    assert words([]) == ""


def test_numbers_as_people_write_them() -> None:
    assert spans([2, 4, 9, 10, 11]) == "2, 4, 9–11"
    assert spans([1]) == "1"
    assert spans(range(1, 40, 2)) == "1, 3, 5, 7, 9, 11, …"
