"""Whether a text says that it is done, or that nothing is left."""

from __future__ import annotations

import re

from . import inline, phrases, states, words
from .headings import NOTHING
from .page import item_text

_LOOKED = 500  # characters that are looked at
_DONE = re.compile(r"\s*(?:✅|✔️?|☑️?|🟢|🎉|~~)|\s*\[(?i:[x✓✔]|done|completed?)\]|.{0,400}(?:✅|✔️?)\s*$|.{0,400}~~\s*[.。]?$")
_OPEN_SIGN = re.compile(r"\s*\[[ ]\]|.*(?:⏳|🔴|❌|🟡|⬜|🔲|☐|◻)")


def is_done(text: str, *, signs: bool = True) -> bool:
    """Whether an item or heading says that it is done: checked, struck out, or begun or ended with such a word.

    Without `signs` only its words count: a heading for next steps may wear a tick for decoration.
    """
    if _OPEN_SIGN.match(text[:_LOOKED]):
        return False
    if signs and (_DONE.match(text[:_LOOKED]) or _DONE.match(inline.unnumbered(text[:_LOOKED].lstrip()))):
        return True
    return bool(_done_words().match(words.key(inline.unsigned(inline.unnumbered(inline.plain(text[:_LOOKED]).lstrip()))))) or bool(
        _marked().match(words.key(text[:_LOOKED].lstrip()))
    )


_WORDS: list[re.Pattern[str]] = []


def _done_words() -> re.Pattern[str]:
    if not _WORDS:
        done = words.alternatives(words.FINISHED)
        when = rf"(?:\s+(?:on|el|le|am|il|em)?\s*[\d./-]{{6,10}}|\s*{words.alternatives(states.LATELY)})?"
        _WORDS.append(re.compile(rf"{done}{when}\s*(?:[:：—–!.]|-\s|$|\()|.*[—–(（:：\[-]\s*{done}{when}\s*[)）\].!]*$"))
    return _WORDS[0]


def _marked() -> re.Pattern[str]:
    """`**DONE** the mast`, `(done) the mast`: the word alone in emphasis or brackets, before what is done."""
    if len(_WORDS) < 2:
        _done_words()
        _WORDS.append(re.compile(rf"(?:\*\*|__|\(|\[)\s?{words.alternatives(words.FINISHED)}\s?(?:\*\*|__|\)|\])\s"))
    return _WORDS[1]


def is_nothing(text: str) -> bool:
    """Whether a text says that nothing is left: "None.", "Nothing — the milestone is complete", "なし"."""
    key = words.key(inline.unsigned(inline.plain(item_text(text[:_LOOKED])))).strip("*_`() ")
    end = phrases.of(NOTHING).begins(key)
    if not end:
        return False
    rest = key[end:].lstrip(" *_`")
    return not rest or rest[0] in ".,;:—–-!()（。、，" or bool(re.match(r"(?:pending|left|remaining|to do|outstanding|open|else|more|offen|pendiente|pendente|currently|right now|mid-\w+|in (?:progress|flight|the queue)|is (?:queued|pending|open|left|in progress|in flight)|active|ongoing|queued|blocked|urgent|scheduled|planned|started|running)\b", rest))
