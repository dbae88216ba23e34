"""Text measured in terminal cells: how wide it is, cut to a width, padded to one.

Agrees with what terminals draw for the text that gets into a column: `plain` first takes
out what terminals disagree about (emoji selectors, joiners between emoji, skin tones), so that
every sign left is zero, one or two cells whatever draws it.
"""

from __future__ import annotations

ELLIPSIS = "…"
_OWN = {"…": 1, "★": 1, "≈": 1, "─": 1, "·": 1, "🏠": 2, "🟡": 2}  # this program's own signs: a list of plain text needs no table of Unicode
_DROPPED = {0xFE0E: None, 0xFE0F: None, 0x20E3: None, **dict.fromkeys(range(0x1F3FB, 0x1F400))}


def plain(text: str) -> str:
    """`text` without the signs that change an emoji's width from terminal to terminal."""
    if text.isascii():
        return text
    text = text.translate(_DROPPED)
    if "\u200d" in text:
        # Between letters of a script that joins (Persian, Indic) it stays; anywhere else terminals disagree about it.
        last = len(text) - 1
        text = "".join(
            char
            for at, char in enumerate(text)
            if char != "\u200d" or (0 < at < last and _joins(text[at - 1]) and _joins(text[at + 1]))
        )
    return text


def _joins(char: str) -> bool:
    import unicodedata

    return char > "\u0590" and unicodedata.category(char)[0] in "LM" and char_width(char) < 2


def char_width(char: str) -> int:
    """Cells of one character: 0 for marks that sit on another, 2 for wide ones, else 1."""
    if char < "\u0300" or char in _OWN:
        return _OWN.get(char, 1)
    import unicodedata

    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    if "\u1160" <= char <= "\u11ff":  # Hangul vowels and finals join the syllable before them
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width(text: str) -> int:
    """Cells that `text` takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(char_width, text))


def cut(text: str, cells: int, ellipsis: str = ELLIPSIS) -> str:
    """`text` in at most `cells` cells, with an ellipsis in place of what did not fit."""
    if len(text) <= cells and text.isascii():
        return text
    if width(text) <= cells:
        return text
    room = cells - width(ellipsis)
    if room < 0:
        return ellipsis[:cells]
    used = 0
    for at, char in enumerate(text):
        used += char_width(char)
        if used > room:
            return text[:at].rstrip() + ellipsis
    return text + ellipsis


def pad(text: str, cells: int, ellipsis: str = ELLIPSIS) -> str:
    """`text` in exactly `cells` cells."""
    text = cut(text, cells, ellipsis)
    return text + " " * (cells - width(text))
