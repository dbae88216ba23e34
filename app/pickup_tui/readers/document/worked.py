"""What was worked on last: the topic of a text whose title says nothing and that states no goal."""

from __future__ import annotations

import re

from pickup_tui import dates
from pickup_tui.handoff import Reason
from pickup_tui.lines import HEADING, TEXT

from . import done, generic, inline, labels, words
from .headings import SESSION
from .page import is_item, is_row, item_text
from .states import WORKED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .page import Page, Section
    from .sessions import Scope

Answer = tuple[str, Reason]
REACH = 40  # lines below such a heading that are looked at
LEAST = 8  # letters of what says something; one of a script without spaces counts twice
_LEAD = re.compile(r"\s*(?:\*\*|__)(.{3,160}?)(?:\*\*|__)")
_HASHES = re.compile(r"(?:`?\b(?=[a-f]*\d)[0-9a-f]{7,40}`?[\s/,·–—:-]*)+")
_DASHES = "—–-"


def labelled(page: Page, scope: Scope, specific: Callable[[str], str | None]) -> Answer | None:
    """`**Session**: mend the mast and the jib`: a label that says what it was about, not which one it was."""
    for label in labels.find(page, end=page.first + 40):
        if label.cell or not scope.covers(label.at) or dates.find(label.value[:60]) or not words.pattern(SESSION).search(label.key):
            continue
        said = specific(inline.plain(label.value)) if generic.says_nothing(label.key, {"en": "scope", "ko": "범위", "zh": "范围|主题", "ja": "範囲"}) else None
        if said and len(said.split()) > 2 - (said[0] >= "\u2e80") and _letters(said) >= 2 * LEAST:
            return said, Reason("topic", "label of the session", label.number)
    return None


def last(page: Page, scope: Scope, specific: Callable[[str], str | None]) -> Answer | None:
    """The first thing below a heading of what was done: a heading, an item or a sentence.

    `specific` takes dates and the words of handoffs out of it.
    """
    for section in page.sections[:100]:
        if scope.covers(section.at) and _is_done(section):
            found = _first(page, section, specific)
            if found:
                return found[0], Reason("topic", "what was done last", found[1])
    return None


def _is_done(section: Section) -> bool:
    """Whether a heading says that what stands below was done, and little else: "Completed today", "✅ Done (27 May 2026)"."""
    title = inline.unnumbered(inline.unsigned(section.title[:160]))
    for found in reversed(dates.find(title)):
        title = title[: found.start] + title[found.end :]
    key = words.key(re.split(r"\s[—–-]\s", title, maxsplit=1)[0])
    return bool(words.pattern(WORKED).search(key)) and generic.says_nothing(key, WORKED)


def _first(page: Page, section: Section, specific: Callable[[str], str | None]) -> tuple[str, int] | None:
    for at in range(section.start, min(section.end, section.start + REACH)):
        line = page.lines[at]
        if line.kind == HEADING:
            said = specific(_without_state(line.title) if done.is_done(line.title) else line.title)
        elif line.kind == TEXT and line.text.strip() and not is_row(line.text):
            text = item_text(inline.quote_free(line.text)) if is_item(line.text) else inline.quote_free(line.text)
            lead = _LEAD.match(_HASHES.sub("", text, count=1))
            paragraph = page.paragraph(at, section.end)
            sentence = re.split(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])", paragraph[0], maxsplit=1)[0] if paragraph else text
            said = _plainly(lead[1] if lead else _HASHES.sub("", sentence, count=1) if _HASHES.match(sentence) else sentence)
        else:
            continue
        said = inline.unnumbered(said) if said else None
        if said and _letters(said) >= LEAST and not generic.says_nothing(words.key(said), WORKED):
            return said, line.number
    return None


def _plainly(text: str) -> str:
    return inline.unsigned(inline.plain(text).replace("`", "")).strip("*_ ").rstrip(" .。:：")


def _letters(text: str) -> int:
    return sum(1 + (char >= "\u2e80") for char in text if char.isalpha())


def _without_state(title: str) -> str:
    """A heading without the state behind it: "Mend the mast — ✅ DONE"."""
    parts = title.split()
    if len(parts) > 2 and not any(map(str.isalnum, parts[-2])):
        at = next((at for at in (-2, -3) if len(parts) > -at and not parts[at].strip(_DASHES)), None)
        return " ".join(parts[:at]) if at else title
    return " ".join(parts[:-1]) if len(parts) > 1 and parts[-1][0] in _DASHES else title
