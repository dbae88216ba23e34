"""A sentence that says what is next, in a text without a heading or a label for it: "The next work must begin with the mast."."""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason
from pickup_tui.lines import TEXT

from . import inline, items, phrases, words
from .nextwords import NEXT
from .page import is_item, is_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page
    from .sessions import Scope

EARLY = 6  # signs that may stand before the next words: "The", "El", "Il"
MUST: dict[str, str] = {  # beside words.IS: what may follow the next words in such a sentence
    "en": "must|should|will|has to|needs to|shall|remains", "pt": "sera|deve|devera", "es": "sera|debe|deberia", "fr": "sera|doit|consiste", "de": "wird|muss|sollte",
    "it": "sara|deve|dovrebbe", "zh": "应|应该|需要", "ja": "として", "ko": "으로",
}  # fmt: skip
_compiled: list[re.Pattern[str]] = []


def read(page: Page, scope: Scope) -> tuple[str, Reason] | None:
    """The first such sentence and the reason for it, None without one."""
    for at, line in page.prose(page.first, len(page.lines)):
        text = inline.quote_free(line.text)
        if line.kind != TEXT or is_item(text) or is_row(text) or not scope.covers(at) or not _says_next(words.key(inline.plain(text[:160]))):
            continue
        found = page.paragraph(at, len(page.lines))
        said = re.split(r"(?<=[.!?。！？])\s+(?=[^\W_])|(?<=[。！？])", inline.plain(found[0]), maxsplit=1)[0] if found else ""
        if said and not said.endswith((":", "：")) and not items.is_nothing(said):
            return said[: items.LONGEST], Reason("next_step", "sentence that says what is next", line.number)
    return None


def _says_next(key: str) -> bool:
    """Whether a line begins with next words, and a word that says what they are follows."""
    if not _compiled:
        _compiled.append(re.compile(rf"\s*{words.alternatives(words.IS, MUST)}"))
    return any(start <= EARLY and _compiled[0].match(key, end) for start, end in phrases.of(NEXT).spans(key[:120]))
