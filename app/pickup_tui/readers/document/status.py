"""Status: frontmatter, a banner at the top, a label. Superseded documents are hidden, finished ones marked."""

from __future__ import annotations

import re

from pickup_tui import dates
from pickup_tui.handoff import Reason
from pickup_tui.lines import HEADING, HTML, TEXT

from . import inline, labels, phrases, states, words
from .nextwords import OPEN, RUNNING
from .page import is_item, item_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page

HIDDEN = "superseded"
BANNER_LINES = 12  # with words or comments, from the top
LONGEST = 80
# Frontmatter that says that the document no longer counts, unless it says no.
DEAD = (
    "superseded_by", "replaced_by", "superseded", "replaced", "archived", "archived_at", "archived_on", "obsolete", "obsoleted_by",
    "deprecated", "deprecated_by", "retired", "retired_at", "superseded_at", "moved_to",
)  # fmt: skip
Answer = tuple[str, Reason]


def read(page: Page) -> Answer | None:
    """The status in lower case and the reason for it; `superseded` for everything that means it."""
    for name in DEAD:
        dead = page.text(name)
        if dead and not denies(dead):
            return HIDDEN, Reason("status", f"frontmatter `{name}`", page.front_lines.get(name))
    value = page.text("status")
    if value:
        said = HIDDEN if supersedes(value) else inline.plain(value).lower()[:LONGEST]
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
    """Whether a status begins with a word for done and takes nothing of it back: not "done with step 1, step 2 open"."""
    if not status:
        return False
    key = words.key(inline.unsigned(status))
    found = words.pattern(words.FINISHED).match(key)
    if not found:
        return False
    rest = words.pattern(states.NOTHING_OPEN).sub(" ", key[found.end() :]).lstrip(" *_`")
    if not rest:
        return True
    return not rest.startswith(("?", "？")) and not words.pattern(states.PARTLY).match(rest) and not any(phrases.of(table).within(rest) for table in (OPEN, RUNNING)) and not words.pattern(states.UNFINISHED).search(rest)


def denies(value: str) -> bool:
    """Whether a value says no, or is a blank that nobody filled in: "none", "no", "-", "[path]"."""
    key = words.key(inline.unsigned(inline.plain(value).replace("`", ""))).strip(" .。-–—_*?\"'()")
    return not any(map(str.isalnum, key)) or bool(_BLANK.fullmatch(value.strip(" `*_"))) or bool(_denial().match(key))


def _denial() -> re.Pattern[str]:
    if 1 not in _BEGIN:
        _BEGIN[1] = re.compile(rf"(?:{words.alternatives(states.DENIAL)})(?=$|[\s,.;:(（、，。])")
    return _BEGIN[1]


def _banner(page: Page) -> Answer | None:
    """A line at the top that begins by saying that this document no longer counts.

    What merely contains such a word does not count: "Supersedes all earlier content", "the old plan is archived"; nor
    does what names a part of the text or one thing in it: "## Archived tasks", "- Deprecated: the old parser".
    """
    seen = parts = 0
    for line in page.lines[page.first :]:
        if line.kind not in (TEXT, HEADING, HTML) or not line.text.strip():
            continue
        seen += 1
        if seen > BANNER_LINES:
            return None
        first = not parts
        parts += line.kind == HEADING and line.level > 1
        raw = inline.quote_free(line.text[:300]).replace("<!--", " ")
        text = inline.plain(_CALLOUT.sub(r"\1 ", item_text(re.sub(r"^#+\s*", "", raw.strip()))))
        if line.kind == HEADING and line.level > 1 and not first and not _SIGN.search(raw) and not _POINTS.search(words.key(text)):
            continue  # names a part of the text: "## Archived tasks" behind "## Goal"
        if (line.level != 1 and _ARCHIVE.match(text.casefold())) or (line.kind == TEXT and is_item(line.text) and not _of_whole(words.key(text))):
            continue
        marked = line.kind != TEXT or bool(_MARKED.match(line.text)) or ":" in raw[:30] or "：" in raw[:30]
        ending = _ENDING.search(text) if line.kind == HEADING and line.level == 1 else None
        if ending and supersedes(ending[1]):
            return HIDDEN, Reason("status", "brackets behind the title", line.number)
        if marked and supersedes(text, boxed=line.kind != TEXT or line.text.lstrip().startswith(">")):
            return HIDDEN, Reason("status", "banner at the top", line.number)
    return None


def _of_whole(key: str) -> bool:
    """Whether an item of a list speaks of the document, and not of one thing in it: "- Deprecated: the old parser"."""
    value = key.partition(":")[2].strip(" *_`")
    return bool(words.pattern(words.STATUS).match(key.lstrip("*_` ")) or _POINTS.search(key[:60]) or _YES.match(value))


_ENDING = re.compile(r"[(（\[]([^()（）\[\]]{4,100})[)）\]]\s*$")  # "Handoff (archived 2026-03-02)"
_YES = re.compile(r"(?:yes|true|si|sim|oui|ja|是|はい|예|да|evet)\b|20\d\d-")
_SIGN = re.compile("[⚠⛔🛑❌🚫📦🗄]")
_MARKED = re.compile(r"\s*[>*_⚠⛔🛑❌🚫📦🗄]")
_POINTS = re.compile(r"\b(?:by|see|do not use|por|par|durch|da|voir|ver|siehe|vedi)\b")  # where to go instead: said of the whole document
_ARCHIVE = re.compile(r"\W*(?:archives?|архивы?|архив)[*_]*\s*[:：(（]")  # the noun, which French folds its participle to: "Archive: docs/old/"
_MONTHS = "|".join(words.key(name) for language in ("pt", "es", "fr", "de", "it") for name in "|".join(dates.MONTHS[language]).split("|"))
# Words that may follow "superseded" where the document itself is meant; "archived data" is something else.
# Behind an article only a date counts: folded, "remplacé le 3 mars" and "remplace le plan" begin the same.
_FOLLOWS = re.compile(
    r"(?:by|on|and|as|see|since|in favou?r|after|with|por|par|da|durch|seit|y|e|et|und|voir|ver|siehe|vedi|xem|bang|boi)\b|"
    rf"(?:le|el|em|am|il)\s+(?:{words.alternatives(states.WEEKDAY)},?\s+)?(?:\d+(?![^\W_])|(?:1er|premier|primero|primeiro|primo|ersten)\b)|"
    rf"(?:em|en|im|nel)\s+(?:{_MONTHS})\b"
)
_FOLLOWS_BY = re.compile(r"(?:by|por|par|durch|da)\b(?=\s|[*_`]*[:：])")
_BEGIN: dict[int, re.Pattern[str]] = {}
_CALLOUT = re.compile(r"^\[!([^\]]*)\]")
_BLANK = re.compile(r"\[[^\]\n]{0,80}\](?!\()|<[^<>\n]{0,80}>|\{\{?[^{}\n]{0,80}\}?\}|yyyy-mm-dd|tbd|todo", re.IGNORECASE)
_BY = re.compile(r"(?<![^\W\d_])(?:by|to|por|par|durch|da|на|через)$")
# Where the verb comes last: between "this document was" and "replaced" stands by what.
_FRAMED = (
    re.compile(r"(?:(?:wurde|wird|ist|werden)\s)?.{0,20}durch\s.{1,80}?\s(?:ersetzt|abgelost|uberholt)"),
    re.compile(r"(?:已经?)?被.{1,60}?(?:取代|替代|代替|替换)"),
    re.compile(r".{1,60}?(?:に|へ)(?:置き換え|置換|引き継がれ|移行|統合|差し替え)"),
    re.compile(r".{1,60}?(?:로|으로)\s?(?:대체|교체|이전|통합)"),
)


def supersedes(text: str, *, boxed: bool = False) -> bool:
    """Whether a text begins with a phrase of SUPERSEDED, after words such as "Status:" or "This handoff has been".

    What is denied behind the phrase does not count, nor a label with nothing behind it, but for a box's heading.
    """
    if 0 not in _BEGIN:
        lead = rf"(?:{words.alternatives(states.THIS)}|[\s:：*_`~!.,—–-])*"
        _BEGIN[0] = re.compile(rf"(?P<lead>{lead}){words.alternatives(states.SUPERSEDED)}")
        _BEGIN[2] = re.compile(rf"(?:{words.alternatives(states.THIS)}|[\s*_`~!:：—–-])+")
    key = words.key(inline.unsigned(text[:200]))
    found = _BEGIN[0].match(key)
    if not found:
        frame = _BEGIN[2].match(key)
        return frame is not None and frame.end() >= 2 and any(form.match(key, frame.end()) for form in _FRAMED)
    rest = key[found.end() :].lstrip()
    if _FOLLOWS_BY.match(rest):
        rest = rest.partition(" ")[2] or rest.partition(":")[2]
        return bool(rest.strip(" :：*_`")) and not denies(rest.lstrip(" :：*_`"))
    if rest.lstrip("*_` ").startswith((":", "：", "=", "?", "？")):
        value = rest.lstrip("*_` :：=?？")
        return (boxed and not value) or (bool(value) and not denies(value))
    if _BY.search(found[0]):
        return bool(rest) and not denies(rest)
    if rest[:1] >= "\u2e80" and rest[0].isalpha():  # a script without spaces
        return phrases.of(states.ENDING).begins(rest) > 0
    return not rest or not rest[0].isalpha() or bool(_FOLLOWS.match(rest))
