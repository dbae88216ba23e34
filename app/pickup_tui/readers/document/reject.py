"""What looks like a handoff by its place and is none: templates, instructions, READMEs, empty files."""

from __future__ import annotations

import os
import re

from pickup_tui import dates
from pickup_tui.handoff import Reason
from pickup_tui.lines import HEADING, HTML, TEXT
from pickup_tui.readers import fields

from . import dated, elsewhere, fence, inline, items, labels, steps, words
from .branch import named
from .page import is_item, item_text
from .ranking import rank
from .titles import FILLER, HANDOFF, PROCESS, RULES, TEMPLATE
from .topic import headline, specific

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page, Section

_LIVING = frozenset(("status", "branch", "git_branch", "session", "next_step", "next_action", "type", *dated.FRONT))  # no skill has these
_KINDS = frozenset(("skill", "command", "agent", "subagent", "prompt", "template", "rule"))  # what a `type` says that is none
_README = re.compile(r"readme(?:[._-][a-z]{2}(?:[._-][a-z]{2,4})?)?")  # in any language, but no README_HANDOFF
_DAY = re.compile(r"(?<!\d)20\d\d[-/.年]\s?(?:0?[1-9]|1[0-2])[-/.月]\s?\d{1,2}(?!\d)")  # that something was done on
_MANUAL = re.compile(r"(?:(?:guide|manual|tutorial|cheat ?sheet|faq|api reference)s?|指南|教程|手册|ガイド|マニュアル|가이드|매뉴얼)\s*$")
_TOLD = frozenset(("next_action", "next_actions", "next_step", "next_steps", "remaining_work", "current_state"))  # tags of handoffs only
INDEX = frozenset(("readme", "index", "_index", "skill", "agents", "claude", "changelog", "contributing", "license", "toc"))
LEAST = 60  # letters that a handoff's text has at least
LEAST_DENSE = 20  # where most of them are of a script that writes a word in one or two signs
_HOLE = re.compile(
    r"(?:\[[^\]\n]{0,80}\]|<[a-z][^<>\n]{0,80}>|\{\{?[^{}\n]{0,80}\}?\}|_{3,}|\.{3}|…|-+|tbd|xxx+|yyyy-mm-dd|"
    r"\(?(?:fill in|describe|insert|replace)[^\n]{0,80})",
    re.IGNORECASE,
)

_CODE = re.compile(r"`[^`\n]*`")
_MARK = re.compile(r"\{\{[^{}\n]{1,60}\}\}|(?<![\w-])YYYY-MM-DD(?![\w-])|<[A-Z][A-Z _-]{2,40}>|\$\{[^{}\n]{1,60}\}")
_TITLE_HOLE = re.compile(
    r"\{\{[^{}\n]{1,60}\}\}|\$\{[^{}\n]{1,60}\}|\{[A-Za-z_][\w -]{1,40}\}|<[A-Za-z][^<>\n/]{1,60}>|YYYY[-/.]?MM[-/.]?DD(?:[ T]?HH:?MM)?|_{3,}|"
    r"\[(?:[^\]\n\d]{0,30}\b)?(?:date|title|name|project|feature|topic|task|your|description|subject|number|n|x|session|branch|fecha|data|titulo|título|datum|titel|nom|titre|"
    r"日期|标题|项目|名称|日付|タイトル|날짜|제목|이름)(?:\b[^\]\n\d]{0,30})?\](?!\()",
    re.IGNORECASE,
)
# Words around "template" and "process" in a title that do not make it one about some work.
_AROUND = re.compile(
    r"(?<![^\W_])(?:v?\d[\d.]*|how|s|when|what|why|are|is|between|across|using|all|us|we|do|does|our|my|write|writing|make|making|take|run|handle|work|works|done|"
    r"close|closing|open|opening|start|gold|golden|default|standard|blank|empty|basic|minimal|master|copy|team|every|each|good|"
    r"como|fazemos|hacemos|escribir|escrever|comment|on|nous|fait|faire|un|une|faisons|ecrire|wie|wir|man|schreibt|schreiben|ubergeben|machen|come|facciamo|scrivere|si|se|cach|viet)(?![^\W_])"
)
# What a line with nothing but blanks has somewhere; most lines have none of it.
_MAYBE = re.compile(r"[\[<{…]|_{3}|\.{3}|[:：|]\W*$|[-:：]\s*-|\b(?:tbd|todo|xxx|yyyy|fill|describe|insert|replace)", re.IGNORECASE)


def why(page: Page) -> Reason | None:
    """Why the document is no handoff, None when it is one."""
    stem = os.path.basename(page.path).rpartition(".")[0].casefold()
    if stem in INDEX or _README.fullmatch(stem):
        return Reason("row", "a README or index is no handoff", None)
    if {"name", "description"} <= page.front.keys() and (not page.front.keys() & _LIVING or str(page.text("type")).casefold() in _KINDS):
        return Reason("row", "a skill's or command's frontmatter", page.front_lines.get("name"))
    return _template(page) or _process(page) or _rules(page) or _guide(page) or _empty(page)


def _template(page: Page) -> Reason | None:
    section = headline(page)
    table = words.pattern(TEMPLATE)
    if section is not None and table.search(section.key) and _only(section.title, TEMPLATE):
        return Reason("row", "its title says template", section.number)
    label = labels.first(page, words.STATUS, end=page.first + 30, most=3)
    if label and table.match(words.key(inline.bare(label.value))):
        return Reason("row", "its status says template", label.number)
    if section is not None and _blank_title(section.raw[:400]):
        return Reason("row", "its title is a blank to fill in", section.number)
    kinds: dict[int, int] = {}
    holes, filled = _holes(page, kinds)
    marks = _marks(page)
    if (holes >= 3 and holes * 2 >= filled) or (holes >= 2 and not filled) or (marks >= 2 and marks * 2 >= filled):
        return Reason("row", f"a template that nobody filled in ({max(holes, marks)} of {holes + filled} lines are blanks)", None)
    blank, sections = _blank_sections(page, kinds)
    empty = sum(page.text(name) is None for name in page.front)
    if (blank >= 4 and blank * 3 >= sections) or (not filled and blank + empty >= 2 and empty * 2 >= len(page.front)):
        return Reason("row", f"a template that nobody filled in ({blank} of {sections} sections are blank)", None)
    return None


def _marks(page: Page) -> int:
    """How many lines have a blank that only a template has: `{{next}}`, `YYYY-MM-DD`, `<FEATURE NAME>`."""
    found = 0
    for _, line in page.prose(0, 400):
        text = line.text[:400]
        if ("{" in text or "<" in text or "YYYY" in text) and _MARK.search(_CODE.sub("", text)):
            found += 1
    return found


def _blank_title(title: str) -> bool:
    """Whether a title has a blank where its topic should be, and nothing else that says something: `Handoff: {{TITLE}}`."""
    rest, blanks = _TITLE_HOLE.subn(" ", _CODE.sub("", title))
    return blanks > 0 and specific(inline.plain(rest)) is None


def _blank_sections(page: Page, kinds: dict[int, int]) -> tuple[int, int]:
    """How many sections hold nothing but blanks to fill in, or a comment that says what to write, and how many there are."""
    blank = sections = 0
    for section in page.sections[:100]:
        holes, filled = _holes(page, kinds, section.start, section.own)
        hints = not holes and not filled and any(
            line.kind == HTML and line.text.lstrip().startswith("<!--") for line in page.lines[section.start : min(section.own, section.start + 20)]
        )
        sections += bool(holes or filled or hints)
        blank += bool((holes or hints) and not filled)
    return blank, sections


def _holes(page: Page, kinds: dict[int, int], start: int = 0, end: int = 400) -> tuple[int, int]:
    """How many lines are blanks to fill in, and how many say something. `kinds` keeps what was found of each line."""
    holes = filled = 0
    for at, line in page.prose(start, min(end, start + 400)):
        if at not in kinds:
            kinds[at] = 0 if line.kind == HEADING or _announces(page, at) else _hole(page, line.text[:400])
        holes += kinds[at] > 0
        filled += kinds[at] < 0
    return holes, filled


def _announces(page: Page, at: int) -> bool:
    """`**Still to check:**` with a list right below it: it is filled in by that, unless the list begins with a blank."""
    text = page.lines[at].text
    below = page.lines[at + 1].text if at + 1 < len(page.lines) else ""
    if not _ends_open(text) or not items.depth(below) > items.depth(text):
        return False
    return _ends_open(below) or _hole(page, below[:400]) < 0


def _ends_open(text: str) -> bool:
    return text.rstrip(" *_").endswith((":", "："))


def _hole(page: Page, text: str) -> int:
    """1 for a line that is a blank to fill in, -1 for one that says something, 0 for one that is neither."""
    if not _MAYBE.search(text):
        return -1
    text = inline.quote_free(text).strip()
    if text.startswith("<") and fields.key_name(text.strip("</>")) in page.tags:
        return 0  # `<current_state>` and what closes it
    if text.startswith("|"):
        cells = [cell.strip(" `*") for cell in text.strip("|").split("|")]
        if all(set(cell) <= set("-: ") for cell in cells):
            return 0
        return 1 if sum(not cell or bool(_HOLE.fullmatch(cell)) for cell in cells) * 2 > len(cells) else -1
    rest = re.sub(r"^(?:\*\*|__)?[^*:：]{1,40}(?:\*\*|__)?\s*[:：](?:\*\*|__)?\s*", "", item_text(text)).strip(" `*_")
    if not rest and text.endswith((":", "：", ":**", "：**")):
        return int(is_blank_label(text))
    while rest:
        found = _HOLE.match(rest)
        if not found or not found[0]:
            return -1
        rest = rest[found.end() :].strip(" `*_,;/·|.")
    return 1


def is_blank_label(text: str) -> bool:
    """`**Date**:` with nothing behind it."""
    return bool(re.match(r"[-*+\s]*(?:\*\*|__)[^*]{1,40}", text))


def _process(page: Page) -> Reason | None:
    """A title about handoffs in general, in a document without a date, a branch or a status of its own, or dated entries.

    Lines with dates count only beside next steps: a rule may tell when it was changed.
    """
    section = headline(page)
    if section is None or not words.pattern(HANDOFF).search(section.key):
        return None
    if not words.pattern(PROCESS).search(section.key) or not _only(section.title, PROCESS):
        plural = re.fullmatch(r"(?:session |agent |project )?(?:handoffs|handovers)", section.key.strip())
        if not plural:
            return None
    entries = sum(bool(dates.find(other.title[:120])) for other in page.sections[:50] if other is not section)
    if entries > 1 or _own_words(page) or (_is_dated(page) and _names_next(page)):
        return None
    return Reason("row", "tells how handoffs are made", section.number)


def _is_dated(page: Page) -> bool:
    """Whether lines say on which days things were done, as those of a log do."""
    return sum(bool(_DAY.search(line.text[:400])) for _, line in page.prose(page.first, 400)) > 1


def _rules(page: Page) -> Reason | None:
    """`Handoff rules — read before you start`: the first part of the title says so, and no heading says what comes next."""
    section = headline(page)
    if section is None or not words.pattern(HANDOFF).search(section.key):
        return None
    head = re.split(r"\s[—–-]+\s|[:：(（]", section.title, maxsplit=1)[0]
    if not words.pattern(RULES).search(words.key(head)) or not _only(head, PROCESS):
        return None
    if any(rank(other.key[:160]) is not None for other in page.sections[:200] if other is not section):
        return None
    return None if _own_words(page) else Reason("row", "rules for handoffs", section.number)


def _guide(page: Page) -> Reason | None:
    """A manual: its title ends in such a word, and nothing in it is of a handoff, not a date, a branch, a status or a next step."""
    section = headline(page)
    if section is None or not _MANUAL.search(section.key) or _is_handoff(page, section):
        return None
    if any(rank(other.key[:160]) is not None for other in page.sections[:200] if other is not section):
        return None
    return None if _own_words(page) else Reason("row", "a guide, not a handoff", section.number)


def _is_handoff(page: Page, section: Section) -> bool:
    """Whether the title or the first lines speak of a handoff."""
    top = " ".join(line.text[:300] for _, line in page.prose(page.first, section.at + 12))
    return bool(words.pattern(HANDOFF).search(words.key(top)))


def _own_words(page: Page) -> bool:
    """Whether the top of a text has labels that say of when, where and how far: those of a handoff, not of a manual."""
    for table in (words.UPDATED, words.DATED, words.BRANCH, words.STATUS):
        label = labels.first(page, table, end=page.first + 40, most=2)
        if label and (named(label.value[:200], sure=True) if table is words.BRANCH else table is words.STATUS or dates.find(label.value[:200])):
            return True
    return False


def _only(title: str, table: object) -> bool:
    """Whether a title holds nothing but words of `table`, of handoffs and filler."""
    chosen = TEMPLATE if table is TEMPLATE else PROCESS
    key = words.pattern(chosen, HANDOFF, FILLER).sub(" ", words.key(title))
    return not any(char.isalnum() for char in _AROUND.sub(" ", key))


def _names_next(page: Page) -> bool:
    """Whether a heading of next steps has a step below it, be it a heading, or says that nothing is left; a blank to fill in is none."""
    title = headline(page)
    for section in page.sections[:50]:
        if section is not title and rank(section.key[:160]) is not None:
            step = items.first(page, section.start, section.end)
            if step is not None and (step.text is None or _hole(page, step.text) < 0):
                return True
    return False


def _empty(page: Page) -> Reason | None:
    """Hardly any words: a title and a line, a stub, a test's fixture."""
    if page.front_value((*steps.FRONT, *steps.RESUMED, "status", "branch", "topic")):
        return None
    letters = dense = 0
    for line in page.lines:
        if line.kind == TEXT:
            if is_item(line.text):
                return None  # short, and yet it lists something
            letters += sum(char.isalnum() for char in line.text[:400])
            dense += sum(char >= "\u2e80" for char in line.text[:400])
        if letters > 400:
            return None
    least = LEAST_DENSE if dense * 2 > letters else LEAST
    told = page.said or page.tags.keys() & _TOLD or any(label.value for label in labels.find(page))
    short = letters < least and not told and not _names_next(page) and fence.read(page) is None and not elsewhere.is_prompt(page)
    return Reason("row", "hardly any words", None) if short else None
