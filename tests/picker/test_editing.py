"""The filter as a line that is edited: caret, words, signs of several parts."""

from __future__ import annotations

from made import pressed, state
from pickup_tui.picker import keys


class TestEditing:
    def test_the_caret_moves_and_words_are_deleted(self) -> None:
        one, _ = pressed(state(), *"ab", "left", "x")
        assert (one.text, one.caret) == ("axb", 2)
        assert pressed(one, "home")[0].caret == 0
        assert pressed(one, "home", "end")[0].caret == 3
        assert pressed(one, "delete")[0].text == "ax"
        assert pressed(one, "backspace")[0].text == "ab"
        two = keys.paste(state(), "one two")
        assert pressed(two, "ctrl+w")[0].text == "one "
        assert pressed(two, "ctrl+u")[0].text == ""

    def test_a_sign_goes_whole(self) -> None:
        family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
        for sign in ("e\u0301", family, "\U0001f44d\U0001f3fd", "\u2764\ufe0f", "\ud55c"):
            one = keys.paste(state(), "a" + sign + "b")
            assert pressed(one, "left", "backspace")[0].text == "ab", ascii(sign)
            assert pressed(one, "home", "right", "delete")[0].text == "ab", ascii(sign)
            assert pressed(one, "left", "left")[0].caret == 1, ascii(sign)

    def test_the_caret_jumps_over_words(self) -> None:
        one = keys.paste(state(), "one two")
        assert pressed(one, "ctrl+left")[0].caret == 4
        assert pressed(one, "ctrl+left", "ctrl+left")[0].caret == 0
        assert pressed(one, "home", "ctrl+right")[0].caret == 3
        assert pressed(one, "home", "ctrl+right", "ctrl+right", "ctrl+right")[0].caret == 7
