"""A table's phrases looked up by their first word, for tables too large for a regular expression.

Such an expression takes a tenth of a second to compile, and tries every phrase at every word.
"""

from __future__ import annotations

import re

from . import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_WORD = re.compile(r"[^\W_]+")
_DENSE = "\u2e80"  # from here on scripts put no spaces between words


class Phrases:
    """The phrases of a table, as `words.key` spells them. One marked `=` counts only where it is the whole text."""

    def __init__(self, table: Mapping[str, str]) -> None:
        self.alone: set[str] = set()
        self._spaced: dict[str, list[str]] = {}  # by the first word, the longest first
        self._dense: dict[str, list[str]] = {}  # by the first sign
        for phrase in {phrase for part in table.values() for phrase in part.split("|")}:
            said = words.key(phrase.removeprefix("="))
            self.alone.add(said)
            if phrase.startswith("="):
                continue
            first = _WORD.match(said)
            if said[0] < _DENSE and first:
                self._spaced.setdefault(first[0], []).append(said)
            else:
                self._dense.setdefault(said[0], []).append(said)
        for found in (*self._spaced.values(), *self._dense.values()):
            found.sort(key=len, reverse=True)

    def spans(self, key: str) -> list[tuple[int, int]]:
        """Where phrases stand in `key`, the longest at each place. Linear in the length of `key`."""
        found: list[tuple[int, int]] = []
        last = 0
        for word in _WORD.finditer(key):
            start = word.start()
            if start < last:
                continue
            for phrase in self._spaced.get(word[0], ()):
                end = start + len(phrase)
                if key.startswith(phrase, start) and not (end < len(key) and key[end].isalnum()):
                    found.append((start, end))
                    last = end
                    break
        if not key.isascii():
            found += self._dense_spans(key)
        return found

    def _dense_spans(self, key: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        last = 0
        for start, sign in enumerate(key):
            if start < last or sign not in self._dense:
                continue
            phrase = next((one for one in self._dense[sign] if key.startswith(one, start)), None)
            if phrase:
                last = start + len(phrase)
                found.append((start, last))
        return found

    def within(self, key: str) -> bool:
        """Whether any phrase stands in `key`."""
        return bool(self.spans(key))

    def begins(self, key: str) -> int:
        """Where the phrase ends that `key` begins with; 0 when it begins with none."""
        return next((end for start, end in self.spans(key) if start == 0), 0)

    def without(self, key: str) -> str:
        """`key` with a space for each phrase."""
        for start, end in sorted(self.spans(key), reverse=True):
            key = f"{key[:start]} {key[end:]}"
        return key


_BUILT: dict[int, Phrases] = {}


def of(table: Mapping[str, str]) -> Phrases:
    """The phrases of `table`, taken apart once."""
    if id(table) not in _BUILT:
        _BUILT[id(table)] = Phrases(table)
    return _BUILT[id(table)]
