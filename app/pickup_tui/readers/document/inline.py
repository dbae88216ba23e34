"""Inline Markdown made plain, and the signs that people put before and after what they say."""

from __future__ import annotations

import re

_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,600}\)|\[\[([^\[\]\n]{1,200})\]\]")
_STRONG = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\w`])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\w`])")
_TAG = re.compile(r"<!--.{0,500}?-->|</?(?:b|i|em|strong|code|br|span|sub|sup|kbd|u|s|del|mark|summary|details)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
# Emoji, arrows, stars and the like: signs before the words, never the words.
SIGNS = r"[\s\u200d\ufe0f\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff※★☆●■◆▶►•·]+"
_LEADING = re.compile(SIGNS)
# A tag for how sure the writer is: `[observed] `, `[pending] `; no link, no checkbox.
_MARKER = re.compile(r"(?:\[[^\W\d_][\w -]{1,30}\][ ]+)+(?=\S)")
_NUMBER = re.compile(
    r"(?:§\s*)?(?:\d{1,2}(?:[.-]\d{1,2})*[.)、：:](?!\d)|\d{1,2}(?:\.\d{1,2})+|\(\d{1,2}\)|（\d{1,2}）|[A-Za-z][.)](?![a-z0-9])|"
    r"[一二三四五六七八九十]{1,3}[、.．]|[①-⑳]|[IVX]{1,4}[.)])\s*|(?:§\s*)?\d{1,2}\s+(?:[-–—·]\s+)",
)


def plain(text: str) -> str:
    """`text` without emphasis, links' targets and inline tags, white space single; code keeps its backticks."""
    if "](" in text or "[[" in text:
        text = _LINK.sub(lambda found: found[1] or found[2] or "", text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "*" in text or "_" in text:
        text = "".join(part if part.startswith("`") else _STRONG.sub("", part) for part in re.split(r"(`[^`\n]*`)", text))
    return " ".join(text.split())


def bare(text: str) -> str:
    """`plain` without backticks and without signs around: how a title is shown."""
    return unsigned(plain(text).replace("`", ""))


def unsigned(text: str) -> str:
    """`text` without emoji, arrows and other signs at its ends."""
    text = _LEADING.sub("", text, count=1) if _LEADING.match(text) else text
    end = len(text)
    while end and not text[end - 1].isalnum() and _LEADING.match(text, end - 1):  # from the right: a search would begin at each sign
        end -= 1
    return text[:end].strip()


def unnumbered(text: str) -> str:
    """`text` without a leading enumeration: `3. `, `3.1 `, `(0) `, `A. `, `二、`, `① `."""
    found = _NUMBER.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text


def unmarked(text: str) -> str:
    """`text` without the tags of certainty in square brackets before it."""
    found = _MARKER.match(text)
    return text[found.end() :] if found else text


_QUOTES = re.compile(r"(?:[ \t]*> ?)*")


def quote_free(text: str) -> str:
    """A line without the `>` of block quotes."""
    return _QUOTES.sub("", text, count=1)
