"""The next step: the first item that is still open where the next steps stand (spec: formats.md, "Document")."""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason, Record
from pickup_tui.lines import FENCE, HEADING, TEXT

from . import done, elsewhere, generic, inline, items, labels, phrases, words
from .headings import LOWER, SAYING, SEVERAL, WE_ARE_HERE
from .nextwords import BARE, NEXT
from .page import is_item, is_row, nested
from .ranking import (
    BRACKETS,
    FOCUS_RANK,
    has_phrase,
    is_exact,
    is_level,
    is_nearly,
    is_one,
    is_settled,
    only_urgent,
    rank,
)
from .titles import FILLER, STAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .labels import Label
    from .page import Page, Section
    from .sessions import Scope

FRONT = (
    "next_step", "next_action", "next_steps", "next_actions", "next", "immediate_next_step", "todo",
)  # fmt: skip
RESUMED = ("resume_focus", "resume", "resume_at", "resume_from", "resume_with", "continue_with")  # what frontmatter says the resumption is about
TAGS = ("next_action", "next_actions", "next_step", "next_steps", "next", "remaining_work", "remaining", "todo")
Answer = tuple[str | None, Reason]
_FIRST = re.compile(r"\s*1[.)]\s")
_CODED = re.compile(r"(?<=[^a-z0-9])[a-z]{0,2}\d{1,3}$")  # "下一步B01：修桅杆"
_COLON = re.compile(r"\s*[:：]\s*")
_ENDING = re.compile(r"(?P<head>.*\S)\s*[(（](?P<inside>[^()（）]+)[)）]\W*")
_CODE = re.compile(r"[A-Z]{1,2}\d{1,2}\s?[.):：—–-]\s*")
_PRIORITY = re.compile(r"(?:priority|prio|prioridad|prioridade|priorite|prioritat|priorita|优先级|優先級|優先度|優先順位|우선순위)\s*[#№]?\d{1,2}\s*[:：.)—–-]\s*\S")
_DASH = re.compile(r"\s+[—–-]\s+|——")
_BOLD_LABEL = re.compile(r"\s{0,3}\*\*[^*]{1,80}(?:[:：]\*\*|\*\*\s*[:：])")
_CLOSED = re.compile(r"[^(（\[]*(?:[(（\[][^()（）\[\]]*[)）\]][^(（\[]*)*")  # no bracket is left open
# A step that only says where the steps stand.
_POINTER = re.compile(
    r"\W*(?:(?:see|refer to|details in|listed in|tracked in|in|vedi|ver|véase|ver en|siehe|s\.|voir|cf\.?|xem|см\.?|bkz\.?|见|详见|参见|請見|参照|→)"
    r"[\s:：]*(?:the\s)?`[^`]{1,80}`|(?:(?:see|refer to|in|vedi|ver|véase|siehe|voir|xem|见|详见|参见)[\s:：]*)?"
    r"(?:`?[\w./-]{1,80}\.(?:md|txt|json|ya?ml)`?|§\s*[\d.]+|(?:section|seção|sección|abschnitt|sezione|mục|раздел|bölüm|第)\s*[\d.]+\s*[节章節]?))"
    r"(?:\s*(?:below|above|を参照|参照|참고|참조|unten|oben|abajo|ci-dessous|sotto))?[\s.。!)]*",
    re.IGNORECASE,
)
LOOKED = 6000  # lines below places where next steps may stand
SURER = 0.05  # a heading that says its one step, or that stands within one that says less
ALONE = 30  # characters of a line that is all next words, and needs no colon then
HERE = 1.5  # where the work stands is not yet what is to be done
NEARLY = 1.0  # a label that says more than its next words
LOCAL = 1.5  # a label inside a list speaks of that list


class Spot(Record):
    """A place where next steps stand: how sure it is (0 is surest), the lines that it spans, and what it is.

    `said` is a text that the place itself holds: a label's value, the words after `TODO:` in a heading; `one` says that
    it announces one step, not several.
    """

    __slots__ = ("end", "number", "one", "rank", "rule", "said", "start")

    def __init__(self, rank: float, number: int, start: int, end: int, rule: str, said: str = "", *, one: bool = False) -> None:
        self.one = one
        self.rank = rank
        self.number = number
        self.start = start
        self.end = end
        self.rule = rule
        self.said = said


def read(page: Page, scope: Scope) -> Answer | None:
    """The next step and the reason for it; the step is None where the document says that nothing is left."""
    return _front(page, FRONT) or _tagged(page) or _from_spots(page, scope) or _front(page, RESUMED) or _quoted(page) or elsewhere.read(page, scope)


def _front(page: Page, names: tuple[str, ...]) -> Answer | None:
    found = page.front_value(names)
    if not found or done.is_nothing(found[1]):
        return None
    return inline.plain(found[1]), Reason("next_step", f"frontmatter `{found[0]}`", page.front_lines.get(found[0]))


def _from_spots(page: Page, scope: Scope) -> Answer | None:
    ends = _block_ends(page)
    spots = [*_by_heading(page, scope), *_by_label(page, scope, ends), *_by_lead(page, scope, ends), *_by_mark(page, scope), *_by_sentence(page, scope)]
    said_nothing: Spot | None = None
    told: Answer | None = None  # what a place to start says in prose, which may be of anything
    for spot in _surest(spots):
        if said_nothing and spot.rank > said_nothing.rank + 0.5:
            break
        if said_nothing and spot.start <= said_nothing.start < spot.end:
            continue
        step = items.first(page, spot.start, spot.end, spot.said, prose=spot.one)
        if step is not None and step.text is None:
            said_nothing = said_nothing or spot
        elif step is not None and step.prose and spot.rank >= FOCUS_RANK:
            continue
        elif step is not None and _POINTER.fullmatch(step.text or ""):
            told = told or (step.text, Reason("next_step", spot.rule, step.number or spot.number))
        elif step is not None:
            inner = _inner(spots, spot) if step.prose and phrases.of(words.FINISHED).within(words.key(step.text or "")) else None
            if inner:
                return inner.said, Reason("next_step", inner.rule, inner.number)
            answer = step.text, Reason("next_step", spot.rule, step.number or spot.number)
            if not 0.5 <= spot.rank < 1.0 or not (step.prose or _shows_how(page, step)):
                return answer
            told = told or answer
    if told:
        return told
    return (None, Reason("next_step", "says that nothing is left", said_nothing.number)) if said_nothing else None


def _shows_how(page: Page, step: items.Step) -> bool:
    """Whether a step is a heading with nothing but commands below: where to start, that is how to get ready."""
    at = (step.number or 0) - page.lines[0].number if page.lines else -1
    if not 0 <= at < len(page.lines) or page.lines[at].kind != HEADING or items.of_step(page.lines[at].title):
        return False
    return next((line.kind == FENCE for line in page.lines[at + 1 : at + 4] if line.text.strip()), False)


def _surest(spots: list[Spot]) -> Iterator[Spot]:
    """The places by how sure they are, each once, until as much has been read as a document can say."""
    left = LOOKED
    seen = set()
    for spot in sorted(spots, key=lambda spot: (spot.rank, spot.number)):
        if (spot.start, spot.end, spot.said) in seen:
            continue  # labels of one line, above the same lines
        seen.add((spot.start, spot.end, spot.said))
        yield spot
        left -= min(items.REACH, max(1, spot.end - spot.start))
        if left < 0:
            return


def _inner(spots: list[Spot], outer: Spot) -> Spot | None:
    """The first label of what is open inside a place whose prose begins with what is done, and says it itself."""
    return next((spot for spot in spots if outer.start <= spot.start < outer.end and spot.said and spot is not outer and spot.rank < 2.5), None)


def _tagged(page: Page) -> Answer | None:
    """What stands in `<next_action>` and its like."""
    for name in TAGS:
        if name in page.said and not done.is_nothing(page.said[name][0]):
            return inline.plain(page.said[name][0])[: items.LONGEST], Reason("next_step", f"tag <{name}>", page.said[name][1])
        if name not in page.tags:
            continue
        start, end = page.tags[name]
        step = items.first(page, start + 1, end, in_tag=True)
        step = step or items.raw(page, start + 1, end)
        if step is not None and step.text:
            return step.text, Reason("next_step", f"tag <{name}>", step.number)
    return None


def _by_heading(page: Page, scope: Scope) -> list[Spot]:
    spots: list[Spot] = []
    title = page.sections[0] if page.sections and page.sections[0].level == 1 else None
    for section, below in zip(page.sections, [*page.sections[1:], None], strict=False):
        value = rank(section.key[:160]) if section is not title or len(page.sections) == 1 else None
        if value is None or not scope.covers(section.at) or done.is_done(section.raw, signs=False) or is_settled(section.key):
            continue
        if section is title and not is_exact(section.key):
            value = max(value, 2.0)  # the title of all of it
        inside = bool(spots) and spots[-1].start <= section.at < spots[-1].end
        if inside and _CODE.match(section.title) and not is_exact(words.key(_CODE.sub("", section.title))):
            continue  # one of the steps: "P3: choose the next plank"
        if only_urgent(section.key):
            if inside:
                continue  # the first of these stands first
            value += 0.5 * phrases.of(LOWER).within(section.key)
        saying = _saying(section) or _in_brackets(section) or _of_priority(section)
        end = section.start if saying else section.end
        said = saying or _after_colon(section)
        if not saying and phrases.of(SEVERAL).within(words.key(said)) and below and below.at < section.end and items.is_first(below.title):
            said = ""  # "Next — exact sequence" says how its parts are to be taken
        if said and is_one(words.key(_DASH.split(section.title, maxsplit=1)[0])) and not is_item(items.below(page, section.at)):
            end = section.start  # "NEXT TASK — publish": what stands below tells of it
        if said and is_one(words.key(_COLON.split(_DASH.split(inline.unnumbered(section.title), maxsplit=1)[0], maxsplit=1)[0])):
            value -= SURER
        if inside and not said and is_exact(section.key) and spots[-1].rank <= value < 2 and not spots[-1].said:
            value = spots[-1].rank - SURER  # "How to go on" has a part "Next steps"
        spots.append(Spot(value, section.number, section.start, end, "heading of next steps", said, one=is_one(section.key)))
    return spots


def _of_priority(section: Section) -> str:
    """`Priority 1: mend the mast`: what a heading says that ranks it."""
    found = _PRIORITY.match(section.key)
    return items.of_step(section.title) if found else ""


def _after_colon(section: Section) -> str:
    """`TODO: build the thing`, `Next — build the thing`: what a heading says after its next words."""
    title = inline.unnumbered(section.title)
    for sign in (_COLON, _DASH):
        parts = sign.split(title, maxsplit=1)
        name = words.key(parts[0].strip())
        if len(parts) == 2 and parts[1].strip() and len(name.split()) <= 4 and _CLOSED.fullmatch(parts[0]) and (rank(name) or 0.0) <= 1.0 and rank(name) is not None:
            return "" if _groups(parts[1]) or generic.made_of(words.key(parts[1]), FILLER) else parts[1].strip()
    return ""


def _in_brackets(section: Section) -> str:
    """`Step 1: mend the mast (NEXT STEP)`: what one of several headings in order says that is called the next one at its end."""
    found = _ENDING.fullmatch(inline.unnumbered(section.title))
    if not found or not is_exact(words.key(found["inside"])) or rank(words.key(found["head"])) is not None:
        return ""
    stage = words.pattern(STAGE).match(words.key(found["head"]))
    in_order = not section.title.startswith(found["head"]) or (stage and re.match(r"\s*[#№]?\s*\d", found["head"][stage.end() :]))
    return items.of_step(found["head"]) or (found["head"] if in_order else "")


def _saying(section: Section) -> str:
    """`Decision: start with the parser`: a heading that says the step itself."""
    title = section.title.rstrip(":：. ")
    spans = phrases.of(SAYING).spans(section.key) if len(section.key) == len(section.title) else []
    more = spans and len(BRACKETS.sub(" ", title[spans[0][1] :]).split()) >= 2  # "Start with these" says nothing yet
    return title[spans[0][0] :] if more else ""


def _groups(said: str) -> bool:
    """Whether what a heading says behind its next words only groups: "Next: open points (2026-07-23)"."""
    said = BRACKETS.sub(" ", words.key(said))
    return len(said.split()) <= 4 and rank(said) is not None


def _by_label(page: Page, scope: Scope, ends: list[int]) -> list[Spot]:
    """`**Next**: text`, or a label with the steps below it. Without emphasis the name must be a next word and nothing more."""
    spots: list[Spot] = []
    for label in labels.find(page):
        if label.cell and not (_is_row(page, label) and scope.is_of_newest(label.at)):
            continue
        if not scope.covers(label.at) or len(label.key) > 70 or page.lines[label.at].kind == HEADING:
            continue
        exact = is_exact(label.key) or is_nearly(label.key) or (is_exact(coded := _CODED.sub("", label.key)) and coded != label.key)
        value = rank(label.key) if exact or label.bold else None
        if value is None or (value >= 2 and not exact) or (not exact and ((label.item and not label.bold) or not has_phrase(label.key))):
            continue
        value += 0.1 + (0.0 if exact else NEARLY) + (LOCAL if label.item else 0.0)
        if is_level(label.value):
            continue
        said = label.value.split("|")[0].strip("* ") if label.cell else label.value.strip("* ")
        if said and (not said.endswith((":", "：")) or (label.item and not is_item(items.below(page, label.at)))):
            spots.append(Spot(value, label.number, label.at, label.at, "label of next steps", said))
        else:
            spots.append(Spot(value, label.number, label.at + 1, ends[label.at + 1], "label of next steps"))
    return spots


def _by_lead(page: Page, scope: Scope, ends: list[int]) -> list[Spot]:
    """`What is left, in order:` and right below it steps: the line need not be emphasised. Without numbers it has to be surer."""
    spots: list[Spot] = []
    for at, line in page.prose(page.first, len(page.lines)):
        said = inline.quote_free(line.text).rstrip()
        if line.kind != TEXT or len(said) > 90 or is_item(said) or is_row(said) or not scope.covers(at):
            continue
        if not said.endswith((":", "：")) and (len(said) > ALONE or not is_exact(words.key(inline.bare(said)))):
            continue
        value = rank(words.key(inline.bare(BRACKETS.sub(" ", said.rstrip(":："))))) if is_item(below := items.below(page, at)) else None
        if value is not None and value < (FOCUS_RANK + 0.25 if _FIRST.match(below) else 1.25):
            spots.append(Spot(min(value, 1.0) + 0.25, line.number, at + 1, ends[at + 1], "line before next steps"))
    return spots


def _by_mark(page: Page, scope: Scope) -> list[Spot]:
    """The row of a table whose state is the next one: `| 3 | Mend the mast | ▶ Next |`, in a column for states."""
    spots: list[Spot] = []
    heads: list[str] = []
    states = words.phrases(words.STATUS)
    marks = phrases.of(BARE).alone | phrases.of(NEXT).alone
    for at, line in page.prose(page.first, len(page.lines)):
        if line.kind != TEXT or not is_row(line.text):
            heads = []
            continue
        cells = [words.key(inline.unsigned(inline.bare(cell))) for cell in line.text.strip().strip("|").split("|")]
        if not heads:
            heads = cells
        elif scope.covers(at) and any(head in states and cell in marks for head, cell in zip(heads, cells, strict=False)):
            spots.append(Spot(0.25, line.number, at, at + 1, "row that says it is next"))
        elif scope.covers(at) and any(phrases.of(WE_ARE_HERE).begins(cell.lstrip("←<-→👉▶▸📍 ")) for cell in cells):
            spots.append(Spot(HERE, line.number, at, at + 1, "row that says that the work stands here"))
    return spots


def _by_sentence(page: Page, scope: Scope) -> list[Spot]:
    """What a sentence says to be next is surer than what lies further off."""
    found = elsewhere.sentence(page, scope)
    return [Spot(2.0 - SURER, found[1], 0, 0, "sentence that says what is next", found[0])] if found else []


def _is_row(page: Page, label: Label) -> bool:
    """`| Next step | do it |`: a row of a table of facts, no header."""
    below = page.lines[label.at + 1].text if label.at + 1 < len(page.lines) else ""
    return bool(label.value and label.key in phrases.of(NEXT).alone | phrases.of(BARE).alone and not re.match(r"\s*\|?\s*:?-{2,}", below))


def _block_ends(page: Page) -> list[int]:
    """By line, where what is announced right above it ends: at the next heading, or line that is a bold label itself."""
    end = len(page.lines)
    ends = [end]
    for at in range(end - 1, -1, -1):
        line = page.lines[at]
        if line.kind == HEADING or (line.kind == TEXT and _BOLD_LABEL.match(line.text)):
            end = at
        ends.append(end)
    return ends[::-1]


def _quoted(page: Page) -> Answer | None:
    """The steps of a whole document that is quoted in a fence, when the document around it has none."""
    inner = nested(page)
    if inner is None:
        return None
    from . import sessions

    return _from_spots(inner, sessions.scope(inner))
