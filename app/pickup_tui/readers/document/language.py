"""Whether a text's writer puts the day before the month: asked only where 5/6/2026 could be both."""

from __future__ import annotations

import re

from pickup_tui import dates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Small words that few other languages of the table share.
COMMON: Mapping[str, str] = {
    "en": "the|and|of|is|with|this|for|are|was",
    "pt": "não|uma|para|dos|das|com|está|são|foi|ao",
    "es": "el|los|las|una|para|con|está|del|que|por",
    "fr": "le|les|des|est|une|pour|dans|avec|du|sur",
    "de": "der|die|und|das|ist|nicht|mit|ein|auf|für",
    "it": "il|della|che|per|gli|nel|sono|con|una|di",
    "ru": "и|в|не|на|что|для|это|по|из",
    "tr": "ve|bir|bu|için|ile|değil|olarak|da|de",
    "id": "yang|dan|untuk|dengan|ini|tidak|dari|sudah|belum|pada",
    "vi": "và|của|là|không|cho|được|các|trong|đã|này",
}
_HEAD = 6000  # characters looked at


def day_first(text: str) -> bool:
    """Whether most of the small words of `text` are of a language that writes 5/6 for the fifth of June."""
    if not re.search(r"\d{1,2}[/-]\d{1,2}[/-]20\d\d", text):
        return False
    words = re.findall(r"[^\W\d_]+", text[:_HEAD].lower())
    counts = {name: sum(word in part.split("|") for word in words) for name, part in COMMON.items()}
    best = max(counts, key=lambda name: counts[name])
    return counts[best] > 2 and best in dates.DAY_FIRST
