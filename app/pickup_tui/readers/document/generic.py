"""Whether a title says nothing: it is made of words that the title of any handoff can have, of numbers and signs.

Sets of phrases and no regular expression: one for so many would take longer to compile than all documents to read.
"""

from __future__ import annotations

import re

from . import words
from .titles import FILLER, HANDOFF, VAGUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_DENSE = "\u2e80"  # from here on are the scripts that put no spaces between words
_WORD = re.compile(r"[0-9a-z\u00aa-\u2e7f]+")
_NUMBER = re.compile(r"(?:v|gpt|no|nr)?[-.]?\d{1,4}(?:\.\d{1,2})?(?:[a-z]|st|nd|rd|th)?(?![a-z0-9_])")
_known: dict[tuple[int, ...], tuple[dict[str, list[str]], frozenset[str], int]] = {}


def says_nothing(key: str, *more: Mapping[str, str]) -> bool:
    """Whether all words of `key` (a text as `words.key` spells it) are such words, or of the tables `more`."""
    return made_of(key, HANDOFF, FILLER, VAGUE, *more)


def made_of(key: str, *tables: Mapping[str, str]) -> bool:
    """Whether all words of `key` are phrases of these tables, or numbers. Linear in its length."""
    spaced, dense, longest = _phrases(tables)
    at = 0
    while at < len(key):
        char = key[at]
        if not char.isalnum():
            at += 1
        elif char >= _DENSE and not char.isdecimal():
            size = next((size for size in range(longest, 0, -1) if key[at : at + size] in dense), 0)
            if not size:
                return False
            at += size
        else:
            end = _spaced(key, at, spaced)
            if not end:
                return False
            at = end
    return True


def _spaced(key: str, at: int, spaced: dict[str, list[str]]) -> int:
    """Where the longest known phrase, or the number, that starts at `at` ends; 0 where there is none."""
    number = _NUMBER.match(key, at)
    if number:
        return number.end()
    word = _WORD.match(key, at)
    for phrase in spaced.get(word[0], ()) if word else ():
        end = at + len(phrase)
        if key.startswith(phrase, at) and not (key[end : end + 1].isalnum() and key[end] < _DENSE):
            return end
    return 0


def _phrases(tables: tuple[Mapping[str, str], ...]) -> tuple[dict[str, list[str]], frozenset[str], int]:
    """The phrases with spaces by their first word, longest first; the others; the length of the longest of those."""
    name = tuple(map(id, tables))
    if name not in _known:
        every = words.phrases(*tables)
        dense = frozenset(one for one in every if one[0] >= _DENSE)
        spaced: dict[str, list[str]] = {}
        for phrase in sorted(every - dense, key=len, reverse=True):
            first = _WORD.match(phrase)
            if first:
                spaced.setdefault(first[0], []).append(phrase)
        _known[name] = (spaced, dense, max(map(len, dense)))
    return _known[name]
