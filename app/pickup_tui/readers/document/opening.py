"""What the first lines below a title say: the topic of a text whose title says nothing and that states no goal."""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason
from pickup_tui.lines import TEXT

from . import inline, labels, words
from .page import is_row
from .titles import ABOUT_ITSELF, HANDOFF, OF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .page import Page, Section

Answer = tuple[str, Reason]
PARAGRAPHS = 4  # below the title that are looked at
LEAST = 12  # letters of a sentence that says something; a letter of a script without spaces counts twice
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")
_INTRODUCES: list[re.Pattern[str]] = []


def introduced(page: Page, title: Section | None, specific: Callable[[str], str | None]) -> Answer | None:
    """`Handoff for the sail plan.`, `帆の修理の引き継ぎ。`: a first sentence that could have been the title.

    `specific` takes the words of handoffs out of it.
    """
    for text, number in _paragraphs(page, title):
        sentence = _SENTENCE.split(text, maxsplit=1)[0].rstrip(" .。!！")
        key = words.key(sentence)
        if len(sentence) > 80 or not _introduces(key):
            continue
        said = specific(sentence)
        if said and len(said) > 2 and not words.pattern(HANDOFF).search(words.key(said)):
            return said, Reason("topic", "first sentence, which introduces the handoff", number)
    return None


def _introduces(key: str) -> bool:
    """Whether a sentence begins with "handoff for", or ends, in a script without spaces, in such a word and asks for nothing."""
    if not _INTRODUCES:
        _INTRODUCES.append(re.compile(rf"(?:\w{{1,12}}\s){{0,2}}{words.alternatives(HANDOFF)}\s*(?:{words.alternatives(OF)}|[:—–-])\s"))
        _INTRODUCES.append(re.compile(rf".*{words.alternatives({'dense': '|'.join(HANDOFF[name] for name in ('zh', 'ja', 'ko'))})}\W*$"))
    return bool(_INTRODUCES[0].match(key)) or (bool(_INTRODUCES[1].match(key)) and not about_itself(key))


def first(page: Page, title: Section | None) -> Answer | None:
    """The first sentence about the work of a note that has no headings below its title.

    Where it has some, the lines under the title tell what the document is, and headings what the work is.
    """
    if len(page.sections) > 1:
        return None
    for text, number in _paragraphs(page, title):
        for sentence in _SENTENCE.split(text)[:3]:
            said = sentence.strip().rstrip(" .。:：")
            if _letters(said) >= LEAST and not about_itself(said):
                return said, Reason("topic", "first sentence", number)
    return None


def about_itself(sentence: str) -> bool:
    """Whether a sentence tells what the document is or how to use it: "Read this first", "This file holds …"."""
    return bool(words.pattern(ABOUT_ITSELF).match(words.key(inline.unsigned(sentence)).lstrip(" *_>\"'`")))


def _letters(text: str) -> int:
    return sum(1 + (char >= "\u2e80") for char in text if char.isalpha())


def _paragraphs(page: Page, title: Section | None) -> Iterator[tuple[str, int]]:
    """The first paragraphs below the title that are prose: no labels, tables and items."""
    at, end = (title.start, title.own) if title is not None else (page.first, page.sections[0].at if page.sections else len(page.lines))
    labelled = {label.at for label in labels.find(page, at, min(end, at + 40))}
    seen = 0
    while at < min(end, len(page.lines), (title.start if title else page.first) + 40) and seen < PARAGRAPHS:
        line = page.lines[at]
        if line.kind != TEXT or not line.text.strip(" \t>"):
            at += 1
            continue
        found = page.paragraph(at, end)
        stop = at
        while stop < end and page.lines[stop].kind == TEXT and page.lines[stop].text.strip(" \t>"):
            stop += 1
        if found and at not in labelled and not is_row(line.text):
            seen += 1
            text = inline.unsigned(inline.plain(inline.unmarked(found[0])).replace("`", ""))
            yield text, found[1]
        at = max(stop, at + 1)
