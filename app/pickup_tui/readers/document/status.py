"""Status: frontmatter, a banner at the top, a label. Superseded documents are hidden, finished ones marked."""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason
from pickup_tui.lines import HEADING, HTML, TEXT

from . import inline, labels, words
from .page import item_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page

HIDDEN = "superseded"
BANNER_LINES = 12  # with words or comments, from the top
LONGEST = 80
Answer = tuple[str, Reason]


def read(page: Page) -> Answer | None:
    """The status in lower case and the reason for it; `superseded` for everything that means it."""
    value = page.text("status")
    if value:
        said = HIDDEN if _supersedes(value) else inline.plain(value).lower()[:LONGEST]
        return said, Reason("status", "frontmatter `status`", page.front_lines.get("status"))
    banner = _banner(page)
    if banner:
        return banner
    label = labels.first(page, words.STATUS, end=page.first + 60, most=3)
    if label is None or label.at - page.first > 40:
        return None
    shown = inline.unsigned(inline.plain(label.value))
    return (shown.lower()[:LONGEST], Reason("status", "label of a status", label.number)) if shown else None


def finished(status: str | None) -> bool:
    """Whether a status begins with a word for done."""
    if not status:
        return False
    found = words.pattern(words.FINISHED).match(words.key(inline.unsigned(status)))
    return bool(found)


def _banner(page: Page) -> Answer | None:
    """A line at the top that begins by saying that this document no longer counts.

    What merely contains such a word does not count: "Supersedes all earlier content", "the old plan is archived".
    """
    seen = 0
    for line in page.lines[page.first :]:
        if line.kind not in (TEXT, HEADING, HTML) or not line.text.strip():
            continue
        seen += 1
        if seen > BANNER_LINES:
            return None
        text = inline.quote_free(line.text[:300]).replace("<!--", " ")
        marked = line.kind != TEXT or line.text.lstrip().startswith((">", "*", "_", "⚠", "⛔", "🛑", "❌", "🚫", "📦", "🗄")) or ":" in text[:30] or "：" in text[:30]
        text = inline.plain(item_text(re.sub(r"^#+\s*", "", text.strip())).removeprefix("[!").replace("]", " ", 1))
        if marked and _supersedes(text):
            return HIDDEN, Reason("status", "banner at the top", line.number)
    return None


# Words that may follow "superseded" where the document itself is meant; "archived data" is something else.
_FOLLOWS = re.compile(r"(?:by|on|and|as|see|since|in favou?r|after|with|por|par|da|durch|le|el|em|am|il|seit|y|e|et|und|voir|ver|siehe|vedi|xem|bang|boi)\b")
_BEGIN: dict[int, re.Pattern[str]] = {}


def _supersedes(text: str) -> bool:
    """Whether a text begins with a phrase of SUPERSEDED, after words such as "Status:" or "This handoff has been"."""
    if not _BEGIN:
        lead = rf"(?:{words.alternatives(words.THIS)}|[\s:：*_`~!.,—–-])*"
        _BEGIN[0] = re.compile(rf"{lead}{words.alternatives(words.SUPERSEDED)}")
    key = words.key(inline.unsigned(text[:200]))
    found = _BEGIN[0].match(key)
    if not found:
        return False
    rest = key[found.end() :].lstrip()
    dense = found[0][-1:] >= "\u2e80"  # a script without spaces: what follows cannot be told from an ending
    return dense or not rest or not rest[0].isalpha() or bool(_FOLLOWS.match(rest))
