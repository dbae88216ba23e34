"""The first open item of a stretch of text: list items, table rows, sub-headings, bold lines, paragraphs."""

from __future__ import annotations

import re

from pickup_tui.handoff import Record
from pickup_tui.lines import BLANK, CODE, FENCE, HEADING, HTML, TEXT

from . import done, inline, phrases, words
from .headings import COLUMN, GROUP, NO_STEP, REFERENCE
from .nextwords import BARE, NEXT, OPEN, RUNNING, START
from .page import is_item, is_row, item_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pickup_tui.lines import Line

    from .page import Page

LONGEST = 500  # characters of a step
ROWS = 50  # of a table that are looked at for its header
ASIDE = 5  # words of a sub-heading that names something else than a step
COLUMNS = 12  # of a table that are looked at
REACH = 400  # lines of a stretch that are looked at
_STEP = re.compile(
    r"(?:(?:task|step|part|item)\s+[A-Z]\s*[:：.)—–-]+\s+|(?:task|item|todo|action|fix)\s*[#№]?\d{1,2}(?:\.\d+)*\s*[:：.)—–-]+\s*|(?:step|priority|prio|passo|paso|tarefa|tarea|etape|étape|schritt|aufgabe|passaggio|attività|buoc|bước|шаг|задача|adım|"
    r"步骤|第|任务|优先级|優先級|ステップ|タスク|手順|優先度|優先順位|단계|작업|우선순위|prioridade|prioridad|priorité|priorität|priorità)\s*[#№]?\d{1,2}(?:\.\d+)*\s*[步項]?\s*(?:[:：.)—–-]+\s*|(?=\s)))",
    re.IGNORECASE,
)
_PHASE = re.compile(r"(?:phase|fase|batch|block|stage|etapa|wave|étape|etape|giai đoạn|этап|aşama|阶段|フェーズ|단계)\s*\d{1,3}[a-z]?(?:\.\d+)*\s*[-–—:：.]+\s*(?=\w)", re.IGNORECASE)
_URGENCY = re.compile(r"\[?P\d\]?\s*[-–—:：.]+\s*(?=\w)")
_ANY = re.compile(r"\s*(?:\d{1,2}[.)]|[-*+])\s")
_LEAD = re.compile(
    r"\s*(?:\*\*|__)(?=\S)(?:\(?\d{1,2}[.):、]|[a-z]\d{1,2}\s*[.:—–-]|(?:phase|step|task|part|fase|paso|passo|etapa|étape|etape|schritt|stage|wave|bước|шаг|этап|adım)\s*\d{1,2}\b|"
    r"(?:阶段|步骤|第|フェーズ|ステップ|단계)\s*\d{1,2})",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\*\*([^*]{1,60})\*\*\s*[:：]?|([^:：]{1,40})[:：]")
# "Roadmap: `docs/roadmap.md` (Phase 2)": where something stands, no step.
_REFERENCE = re.compile(r"(?:\*\*)?(?P<name>[^:：`*]{1,40})(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(?:`[^`]{1,120}\.(?:md|txt|json|ya?ml|html?)`|\[[^\]]{1,80}\]\([^)]{1,200}\))\s*(?:[(（][^()（）]*[)）])?[.。]?")
# What a noun that is the point of a heading stands before: "Links to read", and not "Links page".
_ENDS = re.compile(r"\W*$|\W*[^\W\d_]*[\u2e80-\uffff]|\s*[^\w\s]|\s+(?:to|for|of|in|on|by|from|with|about|that|which|you|we|i|and|or|still|already)\b")
_TICKET = re.compile(r"[A-Z][A-Z0-9]{0,15}-\d+\b.*\w{3}")  # an entry of a tracker is a step, whatever its first word is
_STEPS = re.compile(r"\s*(?:\d{1,2}[.)]\s|[-*+]\s+\[[ xX]\])")  # steps in order or with boxes
_BOX = re.compile(r"\s*[-*+]\s+\[[ xX]\]\s")
_FIRST = re.compile(r"\s*1[.)]\s")
_ORDERED = re.compile(r"\s*\d{1,2}[.)]\s")


class Step(Record):
    """A step and its line number; `text` is None where the place says that nothing is left; `prose`: it is no item."""

    __slots__ = ("number", "prose", "text")

    def __init__(self, text: str | None, number: int | None, *, prose: bool = False) -> None:
        self.text = text
        self.number = number
        self.prose = prose


def first(page: Page, start: int, end: int, said: str = "", *, in_tag: bool = False, prose: bool = False) -> Step | None:
    """The first open step between two line indexes, None when there is none; steps in order may stand in a fence.

    said    what the place itself says: it is the step where no item stands directly below
    prose   a sentence that comes first is the step, whatever list follows
    in_tag  the stretch is all next steps: its headings are not looked at, and prose counts
    """
    end = min(end, start + REACH, len(page.lines))
    if said and done.is_nothing(said):
        return Step(None, None)
    if prose and not said:
        sentence = _sentence(page, start, end)
        if sentence:
            return sentence
    fenced = None if said else _fenced(page, start, end)
    if fenced:
        return fenced
    for step in _candidates(page, start, end, bool(said), in_tag):
        return step
    return Step(_shown(said), None) if said and not done.is_done(said) else None


def raw(page: Page, start: int, end: int) -> Step | None:
    """The first open line of an HTML block, which is what a tag without `_` in its name makes of the lines below it."""
    for line in page.lines[start : min(end, start + REACH)]:
        if line.kind == HTML and line.text.strip() and not done.is_done(_after_marker(line.text)):
            return Step(None if done.is_nothing(line.text) else _shown(line.text), line.number)
    return None


def _fenced(page: Page, start: int, end: int) -> Step | None:
    """The first open one of the steps in order that a stretch holds in a fence, when it begins with that and has no list besides."""
    step: Step | None = None
    seen = False
    for line in page.lines[start:end]:
        if line.kind == CODE and not seen and not _FIRST.match(line.text):
            if line.text.strip():
                return None
        elif line.kind == CODE:
            seen = True
            if step is None and _ORDERED.match(line.text) and not done.is_done(_after_marker(line.text)):
                step = Step(_shown(line.text), line.number)
        elif line.kind not in (BLANK, FENCE) and (is_item(line.text) if seen else not line.text.rstrip(" *_").endswith((":", "："))):
            return None  # but for a line that announces the fence
    return step


def _sentence(page: Page, start: int, end: int) -> Step | None:
    """The sentence that a stretch begins with, when it begins with one and that announces nothing."""
    for line in page.lines[start:end]:
        if not line.text.strip():
            continue
        text = inline.quote_free(line.text)
        if line.kind != TEXT or is_item(text) or is_row(text) or re.fullmatch(r"\s*\*\*.*\*\*[:：]?\s*", text):
            return None
        found = page.paragraph(start, end)
        whole = found and not found[0].rstrip().endswith((":", "：")) and not done.is_done(found[0]) and not done.is_nothing(found[0])
        return Step(_shown(found[0]), found[1], prose=True) if found and whole else None
    return None


def _candidates(page: Page, start: int, end: int, said: bool, in_tag: bool) -> Iterator[Step]:
    prose: tuple[str, int] | None = None
    skip = 0  # level of a heading whose section is done
    indent = -1  # of the list's own items; deeper ones belong to them
    for at, line in _lines(page, start, end):
        text = inline.quote_free(line.text)
        if line.kind == HEADING:
            if said:
                break
            indent = -1
            if skip and line.level > skip:
                continue
            skip = line.level if done.is_done(line.title) or _of_something_else(line.title) else 0
            if not skip and not in_tag:
                yield from _of_heading(page, at, line)
            continue
        if skip:
            continue
        if in_tag and line.text.strip() and not is_row(text) and not (text.rstrip(" *_").endswith((":", "：")) and _list_follows(page, at)):
            prose = page.paragraph(at, end)
            break
        if is_item(text):
            depth = len(text) - len(text.lstrip())
            if indent >= 0 and depth > indent:
                continue
            indent = -1 if _announces(page, at, text) else depth
            yield from _of_item(page, at, line, text)
        elif is_row(text):
            if not said:  # else it tells of what is said
                yield from _of_table(page, at, line)
        elif prose is None and line.text.strip():
            bold = re.fullmatch(r"\s*\*\*(.{3,200}?)\*\*\s*", text)
            if bold and done.is_nothing(bold[1]):
                yield Step(None, line.number)
            elif bold and not bold[1].rstrip().endswith((":", "：")) and not _is_group(bold[1]):
                if not done.is_done(bold[1]) and (inline.unnumbered(bold[1]) != bold[1] or not _list_follows(page, at)):
                    yield Step(_shown(bold[1]), line.number)
            elif not bold and _LEAD.match(text):
                if not done.is_done(text) and not done.is_done(text.rpartition("**")[2]):
                    yield from _of_lead(page, at, end, line)
            elif not bold:
                named = _announced(page, at, end)
                if named:
                    yield named
                    return
                prose = page.paragraph(at, end) if not _is_reference(text) else None
    if prose and not done.is_done(prose[0]) and not prose[0].rstrip().endswith((":", "：")):
        yield Step(None if done.is_nothing(prose[0]) else _shown(prose[0]), prose[1], prose=True)
    elif prose and in_tag:
        yield Step(_shown(prose[0]), prose[1])


def _announces(page: Page, at: int, text: str) -> bool:
    """Whether an item only names the items that stand deeper below it: "- Next up:", "1. **High priority**"."""
    return _is_label(item_text(text)) and depth(below(page, at)) > depth(text) >= 0


def _is_label(said: str) -> bool:
    """Whether an item says no more than next words or words that group, as a label does."""
    label = _LABEL.fullmatch(said.strip())
    if not label:
        return False
    name = words.key(inline.bare(label[1] or label[2])).strip()
    return _is_group(name) or any(name in phrases.of(table).alone or 0 < _left(table, name) <= 2 for table in (NEXT, BARE, START, OPEN, RUNNING))


def _left(table: Mapping[str, str], name: str) -> int:
    """How many signs of a dense script stand beside the next words of a name: "次回着手推奨"; 0 where it has none of them."""
    rest = phrases.of(table).without(name)
    return 0 if rest == name or name.isascii() else len(rest.replace(" ", ""))


def depth(text: str) -> int:
    """How far an item is indented; -1 for what is none."""
    return len(text) - len(text.lstrip()) if is_item(text) else -1


_NAMED = re.compile(r"\s*(?:\*\*|__)(?P<text>\S[^*\n]{6,200}?)(?:\*\*|__)(?!\s*[:：])")


def _announced(page: Page, at: int, end: int) -> Step | None:
    """`**Rebuild the deck** — the prompt for it:` with a fence or more prose below: the bold words are the step.

    With a list below, what ends with a colon only announces the list.
    """
    named = _NAMED.match(inline.quote_free(page.lines[at].text[:LONGEST]))
    if not named or done.is_done(named["text"]) or done.is_nothing(named["text"]) or _is_group(named["text"], begins=False):
        return None
    last = at
    while last + 1 < end and page.lines[last + 1].kind == TEXT and page.lines[last + 1].text.strip():
        last += 1
        if is_item(page.lines[last].text) or is_row(page.lines[last].text):
            return None
    if not page.lines[last].text.rstrip().endswith((":", "：")) or _list_follows(page, last) or is_row(below(page, last)):
        return None
    return Step(_shown(named["text"]), page.lines[at].number)


def _lines(page: Page, start: int, end: int) -> Iterator[tuple[int, Line]]:
    """The lines with words; a fence ends an introduction but is no item."""
    for at in range(start, end):
        line = page.lines[at]
        if line.kind in (TEXT, HEADING):
            yield at, line


def below(page: Page, at: int) -> str:
    """The next line with anything on it, "" when there is none nearby."""
    return next((inline.quote_free(line.text) for line in page.lines[at + 1 : at + 4] if line.text.strip()), "")


def _steps_within(page: Page, at: int, steps: re.Pattern[str] = _STEPS) -> bool:
    """Whether a heading's own lines, the first of them, hold steps in order or with boxes."""
    for line in page.lines[at + 1 : at + 20]:
        if line.kind == HEADING:
            return False
        if steps.match(inline.quote_free(line.text)):
            return True
    return False


def _list_follows(page: Page, at: int) -> bool:
    """Whether the next line with anything on it starts a list: the line before only names it."""
    return is_item(below(page, at))


def _of_heading(page: Page, at: int, line: Line) -> Iterator[Step]:
    """A sub-heading is a step unless it only groups steps: by its words, or by being short with a list of steps below."""
    title = inline.unsigned(inline.plain(line.title))
    if _TICKET.match(title):
        yield Step(_shown(title), line.number)
        return
    numbered = _STEP.match(title)
    rest = title[numbered.end() :] if numbered else inline.unnumbered(title)
    phase = _PHASE.match(rest) or (_URGENCY.match(rest) if not _steps_within(page, at, _ANY) else None)
    if phase and not _is_group(rest[phase.end() :]) and not _steps_within(page, at):
        yield Step(_shown(rest), line.number)
        return
    if _is_group(rest if numbered else title, begins=not numbered and rest == title) or _is_group(rest, begins=rest == title):
        return
    if rest == title and (title.endswith((":", "：")) or _one_word(title) or _steps_within(page, at)):
        return
    yield Step(_shown(rest), line.number)


def _of_something_else(title: str) -> bool:
    """Whether a sub-heading announces files, commands, decisions: what somebody needs for the steps, no step."""
    title = inline.unsigned(inline.plain(title))
    key = words.key(title)
    if inline.unnumbered(title) != title or len(key.split()) > ASIDE or not any(start == 0 or _ENDS.match(key, end) for start, end in phrases.of(NO_STEP).spans(key)):
        return False
    return not phrases.of(GROUP).begins(key) and not any(phrases.of(table).within(key) for table in (NEXT, BARE, START, OPEN, RUNNING))


def _one_word(title: str) -> bool:
    return len(title.split()) == 1 and (len(title) <= 4 or title.isascii()) and not title.startswith("`")


def _is_group(title: str, *, begins: bool = True) -> bool:
    """Whether a sub-heading only groups: its words are nearly all such words, or `begins` counts and it begins with one."""
    key = words.key(inline.unsigned(inline.unnumbered(inline.plain(title)))).strip()
    if not key or any(key in phrases.of(table).alone for table in (NEXT, OPEN, RUNNING)):
        return True
    rest = phrases.of(GROUP).without(re.sub(r"[(（][^()（）]*[)）]", " ", key))
    left = [word for word in re.split(r"[\s/&,:：—–-]+", rest) if any(char.isalpha() for char in word) and word not in _LINKS]
    return (begins and phrases.of(GROUP).begins(key) > 0) or not left


_LINKS = frozenset(("and", "or", "for", "the", "to", "e", "y", "et", "und", "de", "du", "a", "of", "fix", "の", "的", "i", "ii"))


def _of_item(page: Page, at: int, line: Line, text: str) -> Iterator[Step]:
    if done.is_done(_after_marker(text)):
        return
    joined = page.paragraph(at, len(page.lines))
    said = item_text(joined[0] if joined else text)
    if not said.strip():
        return
    if done.is_nothing(said):
        yield Step(None, line.number)
        return
    if not _is_label(said) and not _is_reference(said):
        yield Step(_shown(said), line.number)


def _is_reference(said: str) -> bool:
    """Whether a text only names a file where something stands: "Plan: `docs/plan.md`"."""
    reference = _REFERENCE.fullmatch(said.strip())
    return reference is not None and words.key(reference["name"]).strip() in phrases.of(REFERENCE).alone


def _of_lead(page: Page, at: int, end: int, line: Line) -> Iterator[Step]:
    """A paragraph that opens with a bold number: `**Phase 0 — network.** Get it reachable …`, `**1. Mend it.** …`."""
    said = page.paragraph(at, end)
    if said:
        yield Step(_shown(said[0].replace("**", "", 1)), line.number)


def _after_marker(text: str) -> str:
    found = re.match(r"\s*(?:[-*+•]|\d{1,3}[.)]|\(\d{1,3}\))\s+", text)
    return text[found.end() :] if found else text


def _of_table(page: Page, at: int, line: Line) -> Iterator[Step]:
    """A row below a table's header: its cell under a heading for steps, else the first that is more than a number.

    A row of which another cell says done is passed over.
    """
    before = page.lines[at - 1].text if at else ""
    if not is_row(inline.quote_free(before)):
        return  # the header
    cells = _cells(line.text)
    if all(set(cell) <= set("-: ") for cell in cells):
        return
    if any(done.is_done(cell) or words.pattern(words.FINISHED).fullmatch(words.key(inline.bare(cell))) for cell in cells):
        return
    column = _column(page, at)
    for cell in cells[column : column + 1] + cells:
        shown = inline.plain(cell)
        says = len(re.sub(r"[\W\d_]", "", shown)) > 3 or re.search(r"[^\W\d_][\u2e80-\uffff]", shown)
        if says and not _is_group(shown):
            yield Step(_shown(cell), line.number)
            return


def _cells(text: str) -> list[str]:
    parts = re.split(r"(?<!\\)\|", inline.quote_free(text).strip().removeprefix("|").removesuffix("|"), maxsplit=COLUMNS)
    return [cell.strip() for cell in parts[:COLUMNS]]


def _column(page: Page, at: int) -> int:
    """Which column of the table around a line its header calls that of the steps; 0 where it calls none so."""
    top = at
    while top > 0 and at - top < ROWS and is_row(inline.quote_free(page.lines[top - 1].text)):
        top -= 1
    heads = [words.key(inline.bare(cell)) for cell in _cells(page.lines[top].text)]
    return next((column for column, head in enumerate(heads) if head in phrases.of(COLUMN).alone), 0)


def is_first(title: str) -> bool:
    """Whether a heading is the first of several in order: "1. Mend the mast", "Step 1: mend it"."""
    return bool(of_step(title)) or (title[:1] in ("0", "1") and inline.unnumbered(title) != title)


def of_step(title: str) -> str:
    """What a heading such as "Step 1: mend the mast" says behind its number, "" where it is none."""
    return _shown(title[found.end() :]) if (found := _STEP.match(title)) and found.end() < len(title) else ""


def _shown(text: str) -> str:
    """A step as it is shown: one line, plain, without tags and numbers before it."""
    said = inline.unsigned(inline.plain(inline.unmarked(item_text(inline.quote_free(text)))))
    return inline.unnumbered(said)[:LONGEST].strip() or text.strip()[:LONGEST]


