"""The next step of a text that has no place for next steps: no heading, label or tag that says so."""

from __future__ import annotations

import re
from itertools import takewhile

from pickup_tui.handoff import Reason
from pickup_tui.lines import CODE, TEXT

from . import done, inline, items, phrases, words
from .headings import IN_PROSE, LEFT, ONE, PROMPT
from .page import is_item, is_row, item_text
from .ranking import is_exact, rank
from .sessions import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pickup_tui.lines import Line

    from .page import Page

EARLY = 6  # signs that may stand before the next words: "The", "El", "Il"
_compiled: list[re.Pattern[str]] = []
_BOX = re.compile(r"\s*(?:[-*+]\s+\[ \]\s+\S|(?:[-*+]\s+)?(?:🔲|⬜️?|☐|◻️?)\s*\S)")
PASTED = 60  # lines of a text to paste that are looked at
TOP = 20  # lines at the top where a line may announce a text to paste
NEAR = 4  # lines from it to that text
LONG = 600  # characters of its lines that are looked at
_LABELLED = re.compile(r"(?:[-*+]\s+)?(?P<name>[^.:：!?。！？]{2,40})[:：][*_]*\s*(?P<said>[^\s:：].*)")
ASKED = 4  # words that a text to paste has at least, in a fence
Answer = tuple[str | None, Reason]


def read(page: Page, scope: Scope) -> Answer | None:
    """The step and the reason for it, None where nothing tells it."""
    return _prompt(page, scope) or _in_order(page, scope) or _box(page, scope)


def sentence(page: Page, scope: Scope) -> tuple[str, int] | None:
    """The first sentence that says what is next, "The next work must begin with the mast.", and its line."""
    for at, line in page.prose(page.first, len(page.lines)):
        text = inline.quote_free(line.text)
        if line.kind != TEXT or is_item(text) or is_row(text) or not scope.covers(at):
            continue
        which = next((which for which, one in enumerate(_sentences(text[:LONG])) if _says_next(words.key(one[:160])) or _label(one)), None)
        found = page.paragraph(at, len(page.lines)) if which is not None else None
        said = _sentences(found[0])[which] if found and which is not None else ""
        said = _label(said) or said
        if said and not said.endswith((":", "：")) and not done.is_nothing(said):
            return said[: items.LONGEST], line.number
    return None


def _label(sentence: str) -> str:
    """What a sentence says that begins as a label of next steps does: "Next step: mend the mast."; "" for any other."""
    found = _LABELLED.match(sentence[:LONG])
    name = words.key(found["name"].strip("*_ ")) if found else ""
    return found["said"].strip() if found and (is_exact(name) or phrases.of(LEFT).begins(name)) else ""


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?。！？])\s+(?=[^\W_])|(?<=[。！？])(?=.)", inline.plain(text))


def _says_next(key: str) -> bool:
    """Whether a line begins with next words, and a word that says what they are follows."""
    if not _compiled:
        _compiled.append(re.compile(rf"\s*{words.alternatives(words.IS, words.MUST)}(?!\s*(?:{words.alternatives(words.TOLD)}))"))
    if phrases.of(LEFT).begins(key[:120]) and not key.startswith("falta de "):
        return True
    return any(start <= EARLY and _compiled[0].match(key, end) for table in (ONE, IN_PROSE) for start, end in phrases.of(table).spans(key[:120]))


def _in_order(page: Page, scope: Scope) -> Answer | None:
    """The first open one of the headings that are steps, `## Step 1: mend the mast`, below a title of next steps."""
    title = page.sections[0] if page.sections else None
    if title is None or title.level != 1 or rank(title.key[:160]) is None:
        return None
    for section in page.sections[1:]:
        named = inline.unsigned(section.title)
        said = items.of_step(named)
        if said and scope.covers(section.at) and not done.is_done(section.raw):
            return said, Reason("next_step", "first of the steps in order", section.number)
    return None


def _box(page: Page, scope: Scope) -> Answer | None:
    """The first box that is not ticked, in a text that says nowhere what is next."""
    for at, line in page.prose(page.first, len(page.lines)):
        if line.kind == TEXT and _BOX.match(line.text) and scope.covers(at):
            step = items.first(page, at, at + 1)
            if step is not None and step.text:
                return step.text, Reason("next_step", "first box that is not ticked", step.number)
    return None


def _prompt(page: Page, scope: Scope) -> Answer | None:
    """What a text asks for that is to be pasted into the next session, in a quote or a fence."""
    for start, end in _to_paste(page, scope):
        for at in range(start, end):
            line = page.lines[at]
            if line.text.strip() and (line.kind == CODE or (line.kind == TEXT and line.text.lstrip().startswith(">"))):
                text, number = _pasted(list(takewhile(lambda one, kind=line.kind: one.kind == kind, page.lines[at:])))  # type: ignore[misc]
                if line.kind == CODE and number == line.number and not is_item(line.text) and len(text.split()) < ASKED and text.isascii():
                    break  # a command to start with: "claude --resume"
                return inline.plain(text)[: items.LONGEST], Reason("next_step", "text to paste", number)
    return None


def is_prompt(page: Page) -> bool:
    """Whether a text holds one to paste into the next session, which may be all of it."""
    return _prompt(page, Scope()) is not None


def _to_paste(page: Page, scope: Scope) -> Iterator[tuple[int, int]]:
    """Where a text to paste may stand: below a heading that says so, else right below a line at the top that does."""
    for section in page.sections[1:]:
        if phrases.of(PROMPT).within(section.key[:80]) and scope.covers(section.at):
            yield section.start, section.end
    for at, line in page.prose(page.first, page.first + TOP):
        if line.kind == TEXT and not is_row(line.text) and scope.covers(at) and phrases.of(PROMPT).within(words.key(line.text[:160])):
            yield at + 1, min(at + NEAR, len(page.lines))


def _pasted(lines: Sequence[Line]) -> tuple[str, int]:
    """The step of a text to paste and its line: what a label of next words says, the first item below a line of them, else how it begins."""
    texts = [inline.quote_free(line.text).strip() for line in lines[:PASTED]]
    for line, text in zip(lines, texts, strict=False):
        for one in _sentences(text[:LONG]):
            if said := _label(one):
                return said, line.number
    for at, text in enumerate(texts[:-1]):
        announced = re.split(r"[.!?。！？]\s*(?=\S)", text)[-1]
        sure = rank(words.key(announced)) if len(announced) <= 60 and is_item(texts[at + 1]) else None
        if sure is not None and sure <= 2:
            return item_text(texts[at + 1]), lines[at + 1].number
    return " ".join(takewhile(bool, texts)), lines[0].number
