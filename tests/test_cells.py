"""Widths agree with what terminals use, for all text that gets into a column."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcswidth

from pickup_tui.cells import cut, pad, plain, width
from pickup_tui.text import one_line

SCRIPTS = "ab é中文字日本語のカナ한국어ไทยनमस्तेשלוםمرحبا🏠🟡★…✅⚠️❤️👩🏽‍💻👨‍👩‍👧🇩🇪①½ﬁｆｕｌｌ─\u0301\u200d\ufe0f"
TEXT = st.text(st.sampled_from(SCRIPTS), max_size=30)


def shown(text: str) -> str:
    return plain(one_line(text))


@settings(max_examples=300)
@given(TEXT)
def test_width_is_that_of_wcwidth(text: str) -> None:
    # Sign by sign, as tmux and most terminals do; half a flag is nothing that anybody agrees about.
    for char in shown(text):
        expected = wcswidth(char)
        if expected >= 0 and unicodedata.category(char) != "Mc" and char not in "🇩🇪":
            assert width(char) == expected, f"U+{ord(char):04X}"


@pytest.mark.parametrize(
    ("text", "cells"),
    [("abc", 3), ("中文", 4), ("é", 1), ("e\u0301", 1), ("🏠 🟡", 5), ("★1", 2), ("…", 1), ("한국", 4), ("ｆ", 2), ("🇩🇪", 2), ("\u1100\u1161\u11a8", 2), ("", 0)],
)
def test_known_widths(text: str, cells: int) -> None:
    assert width(text) == cells == cell_len(text) == wcswidth(text)


@pytest.mark.parametrize(("text", "left"), [("👩🏽‍💻", "👩💻"), ("❤️", "❤"), ("1️⃣", "1"), ("می‌خواهم", "می‌خواهم"), ("क्‍ष", "क्‍ष"), ("ascii", "ascii")])
def test_plain_takes_out_what_terminals_disagree_about(text: str, left: str) -> None:
    assert plain(text) == left


@settings(max_examples=300)
@given(TEXT, st.integers(0, 20), st.sampled_from(["…", "..."]))
def test_cut_fits_and_pad_fills(text: str, cells: int, ellipsis: str) -> None:
    text = shown(text)
    assert width(cut(text, cells, ellipsis)) <= cells
    assert width(pad(text, cells, ellipsis)) == cells
    if width(text) <= cells:
        assert cut(text, cells, ellipsis) == text
    elif cells >= len(ellipsis):
        assert cut(text, cells, ellipsis).endswith(ellipsis)
        assert text.startswith(cut(text, cells, ellipsis).removesuffix(ellipsis))


def test_a_wide_sign_is_not_cut_in_half() -> None:
    assert cut("中文字", 4) == "中…"
    assert cut("中文字", 5) == "中文…"
    assert pad("中文字", 4) == "中… "


def test_badges_need_no_variation_selector() -> None:
    for badge in "★🏠🟡":
        assert wcswidth(badge) == width(badge) == cell_len(badge)
