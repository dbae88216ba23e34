"""Where signs and words of a line that is being edited begin and end. Pure."""

from __future__ import annotations

from pickup_tui.cells import char_width

JOINER = "\u200d"
SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))  # they colour the sign before them


def sign_before(text: str, at: int) -> int:
    """Where the sign ends that stands before `at`: accents, joiners and what they join are one sign with their letter."""
    at -= 1
    while at > 0 and (_joined(text[at]) or text[at - 1] == JOINER):
        at -= 1
    return max(0, at)


def sign_after(text: str, at: int) -> int:
    """Where the sign ends that begins at `at`."""
    at += 1
    while at < len(text) and (_joined(text[at]) or text[at - 1] == JOINER):
        at += 1
    return min(at, len(text))


def _joined(char: str) -> bool:
    return char_width(char) == 0 or char in SKINS


def words_before(text: str, at: int) -> str:
    """The text up to the word that `at` stands in or behind."""
    kept = text[:at].rstrip()
    return kept[: kept.rfind(" ") + 1]


def word_after(text: str, at: int) -> int:
    """Where the next word behind `at` ends."""
    rest = text[at:]
    word = rest.lstrip()
    return at + len(rest) - len(word) + len(word.split(" ", 1)[0])
