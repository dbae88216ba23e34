"""The date that a document declares (spec: formats.md, "Document", row "date")."""

from __future__ import annotations

import os
import re

from pickup_tui import dates
from pickup_tui.handoff import Reason
from pickup_tui.lines import BREAK, CODE, FENCE, HEADING, TEXT

from . import inline, words
from .headings import SESSION
from .page import LONGEST, is_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page
    from .sessions import Scope

FRONT = (
    "last_updated", "updated", "updated_at", "last_update", "lastupdated", "modified", "last_modified", "date", "timestamp",
    "generated_at", "generated", "paused_at", "paused", "stopped", "saved_at", "saved", "as_of", "handoff_date", "session_date",
    "last_session", "last_active", "last_worked_on", "session_end", "ended_at", "ended", "closed", "last_activity", "written", "datetime",
    "created_at", "created", "time",
)  # fmt: skip
HEAD_LINES = 40  # with words, from the top: where labels of any kind count
FOOT_LINES = 8
SOON = 60  # days between an update's label and the session after it
_ENGLISH = frozenset("|".join((words.UPDATED["en"], words.DATED["en"])).split("|"))
DAY_FIRST = {  # labels of languages that write 5/6 for the fifth of June, but for words that English has too
    name: "|".join(one for one in f"{words.UPDATED[name]}|{words.DATED[name]}".split("|") if one not in _ENGLISH and len(one) > 3)
    for name in dates.DAY_FIRST
}
Answer = tuple[str, Reason]


def read(page: Page, scope: Scope, day_first: bool) -> Answer | None:
    """The declared date and the reason for it; the first rule that finds one counts."""
    return (
        _front(page, day_first)
        or _labelled(page, scope, day_first)
        or _title(page, scope, day_first)
        or _headings(page, scope, day_first)
        or _name(page)
        or _footer(page, day_first)
        or _opening(page, day_first)
        or _column(page, scope, day_first)
    )


def _front(page: Page, day_first: bool) -> Answer | None:
    for name in FRONT:
        value = page.text(name)
        declared = dates.value(value, day_first) if value else None
        if declared:
            return declared, Reason("date", f"frontmatter `{name}`", page.front_lines.get(name))
    return None


def _labelled(page: Page, scope: Scope, day_first: bool) -> Answer | None:
    """Labels at the top and at the top of the newest session: "updated" before "date", of several the newest."""
    strong: list[tuple[str, int]] = []
    weak: list[tuple[str, int]] = []
    for at in (*_head(page, scope), *_newest(page, scope)):
        _in_line(page, at, day_first, strong, weak)
    session = _of_session(scope, day_first)
    if session and (strong or weak) and _soon_after(max(date for date, _ in strong or weak), session[0], sure=bool(strong)):
        return session
    if strong:
        date, line = max(strong, key=lambda one: (one[0][:10], -one[1]))
        return date, Reason("date", "label of the last update", line)
    if weak:
        return weak[0][0], Reason("date", "label of a date", weak[0][1])
    return _under_heading(page, day_first)


def _soon_after(labelled: str, session: str, *, sure: bool) -> bool:
    """Whether a session is newer than the label that nobody has touched since; one far ahead of an update is a plan."""
    from datetime import date

    if session[:10] <= labelled[:10]:
        return False
    return not sure or (date.fromisoformat(session[:10]) - date.fromisoformat(labelled[:10])).days <= SOON


def _of_session(scope: Scope, day_first: bool) -> Answer | None:
    """The date in the heading of the newest session."""
    if scope.newest is None:
        return None
    declared = max((found.declared for found in dates.find(scope.newest.title[:200], day_first)), default="")
    return (declared, Reason("date", "heading of the newest session", scope.newest.number)) if declared else None


def _head(page: Page, scope: Scope) -> list[int]:
    """Indexes of the first lines with words, up to the second section below the title."""
    found: list[int] = []
    for at, line in enumerate(page.lines[page.first :], page.first):
        if line.kind in (TEXT, HEADING) and scope.covers(at):
            found.append(at)
        if len(found) >= HEAD_LINES:
            break
    return found


def _newest(page: Page, scope: Scope) -> list[int]:
    if scope.newest is None:
        return []
    start = scope.newest.start
    return [at for at, _ in page.prose(start, min(start + 12, scope.newest.end))]


def _in_line(page: Page, at: int, day_first: bool, strong: list[tuple[str, int]], weak: list[tuple[str, int]]) -> None:
    line = page.lines[at]
    text = inline.plain(line.text[:LONGEST])
    before = 0
    quoted = line.kind == TEXT and line.text.lstrip().startswith(">")
    boxed = quoted and inline.quote_free(line.text).lstrip().startswith("#")  # the heading of a box at the top
    for found in dates.find(text, day_first):
        lead = text[max(before, found.start - 60) : found.start]
        after = words.key(text[found.end : found.end + 4]).lstrip(" 日)）")
        before = found.end
        declared = found.declared
        for separator in (" · ", " | ", "|", "•", "／", "\u3000", ". ", "; ", "。", "；"):
            if separator in lead.rstrip("| "):
                lead = lead.rstrip("| ").rpartition(separator)[2]
        lead = words.key(lead)
        if words.pattern(DAY_FIRST).search(lead):
            declared = next((one.declared for one in dates.find(text, day_first=True) if one.start == found.start), found.declared)
        if words.pattern(words.AS_OF).match(after) or boxed or (quoted and not text[: found.start].strip(" >[(（")):  # an entry of a log of notes
            strong.append((declared, line.number))
        lead = words.pattern(words.AUTHOR).sub("written", lead) if at - page.first < HEAD_LINES else lead
        if words.pattern(words.NO_DATE).search(lead):
            continue
        if words.pattern(words.UPDATED).search(lead[-40:]):
            strong.append((declared, line.number))
        elif line.kind == TEXT and _is_label(lead) and (any(sign in lead for sign in ":：|=") or not _goes_on(page, at)):
            weak.append((declared, line.number))


def _goes_on(page: Page, at: int) -> bool:
    """Whether a line goes on with a sentence of the line above: what it starts with is no label then."""
    above = page.lines[at - 1] if at > page.first else None
    return above is not None and above.kind == TEXT and above.text.rstrip()[-1:].isalpha()


def _is_label(lead: str) -> bool:
    """Whether what stands before a date is a date's label and little else."""
    found = words.pattern(words.DATED).search(lead)
    rest = lead.replace(found[0], "", 1) if found else lead
    return found is not None and len([word for word in rest.split() if any(char.isalpha() for char in word)]) <= 2 and (
        any(sign in lead for sign in ":：|=") or found.end() >= len(lead.rstrip(" *_(（"))
    )


def _under_heading(page: Page, day_first: bool) -> Answer | None:
    """`## Date` with the value below."""
    for section in page.sections:
        if section.key.rstrip(":：") in words.phrases(words.UPDATED, words.DATED):
            below = page.paragraph(section.start, section.own)
            declared = dates.first(below[0], day_first) if below else None
            if declared and below:
                return declared, Reason("date", "value below a heading", below[1])
    return None


def _title(page: Page, scope: Scope, day_first: bool) -> Answer | None:
    """The date in the title; a later one in the heading of the newest session, for a title that nobody has touched since."""
    for section in page.sections:
        if section.level == 1 or section is page.sections[0]:
            declared = dates.first(section.title[:300], day_first)
            session = _of_session(scope, day_first) if declared else None
            if declared and session and session[0][:10] > declared[:10]:
                return session
            return (declared, Reason("date", "title", section.number)) if declared else None
    for _, line in page.prose(0, 8):  # a title without a `#`
        declared = dates.first(line.text[:300], day_first)
        return (declared, Reason("date", "title", line.number)) if declared else None
    return None


def _headings(page: Page, scope: Scope, day_first: bool) -> Answer | None:
    """The newest date in the headings of sections, and in entries that start with theirs; dates that lie ahead do not count."""
    session = _of_session(scope, day_first)  # which may be a bold line
    best = max((one for one in (_entries(page, day_first), session) if one), key=lambda one: one[0][:10], default=None)
    for section in page.sections:
        for found in dates.find(section.title[:200], day_first):
            if words.leads_elsewhere(section.title[max(0, found.start - 24) : found.start]):
                continue
            if best is None or found.declared[:10] > best[0][:10]:
                best = (found.declared, Reason("date", "newest date in a heading", section.number))
    return best


_ENTRY = re.compile(r"[\s>]*(?:[-*+]\s+)?[^\w\s]{0,4}\s?(?:\*\*|__|###* )[\[(]?(?=\d)")


def _entries(page: Page, day_first: bool) -> Answer | None:
    """The newest of the lines of a log: they start with their date in bold."""
    best: Answer | None = None
    for at in range(page.first, len(page.lines)):
        line = page.lines[at]
        lead = _ENTRY.match(line.text[:40]) if line.kind == TEXT and "**" in line.text[:40] else None
        found = dates.find(line.text[lead.end() : lead.end() + 40], day_first) if lead else []
        if found and found[0].start == 0 and (best is None or found[0].declared[:10] > best[0][:10]):
            best = (found[0].declared, Reason("date", "newest entry of a log", line.number))
    return best


def _opening(page: Page, day_first: bool) -> Answer | None:
    """The date that the first paragraph names, when it names one: "A note of 2 October 2026: overwrite it"."""
    start = next((section.start for section in page.sections[:1] if section.at - page.first < 12), page.first)
    found = page.paragraph(start, start + 12)
    if found and not dates.find(found[0], day_first):
        return _of_last(page, start, day_first)
    declared = dates.find(found[0], day_first) if found else []
    if not found or len({one.declared[:10] for one in declared}) != 1:
        return None
    lead = words.key(found[0][max(0, declared[0].start - 40) : declared[0].start])
    if words.pattern(words.NO_DATE).search(lead):
        return None
    return declared[0].declared, Reason("date", "the one date of the first paragraph", found[1])


def _column(page: Page, scope: Scope, day_first: bool) -> Answer | None:
    """The newest date in the first column of a table of what was done when, where nothing else tells one."""
    best: Answer | None = None
    counts = inside = False
    for at, line in page.prose(page.first, len(page.lines)):
        if line.kind != TEXT or not is_row(line.text):
            inside = False
            continue
        cell = inline.bare(line.text[:LONGEST].strip().strip("|").partition("|")[0])
        if not inside:
            inside, counts = True, words.key(cell) in words.phrases(words.UPDATED, words.DATED)
        elif counts and scope.covers(at):
            declared = dates.first(cell, day_first)
            if declared and (best is None or declared[:10] > best[0][:10]):
                best = (declared, Reason("date", "newest date of a table", line.number))
    return best


def _of_last(page: Page, start: int, day_first: bool) -> Answer | None:
    """The date of the session that the first lines say they go on from: "Picks up from a session on 27 September 2026"."""
    for _, line in page.prose(start, start + 12):
        if line.kind == HEADING:
            return None
        for found in dates.find(line.text[:300], day_first):
            lead = words.key(line.text[max(0, found.start - 20) : found.start]).split()[-2:]
            if any(word in words.phrases(SESSION) for word in lead):
                return found.declared, Reason("date", "the session that the first lines go on from", line.number)
    return None


def _name(page: Page) -> Answer | None:
    found = dates.in_name(os.path.basename(page.path))
    return (found.declared, Reason("date", "file name", None)) if found else None


def _footer(page: Page, day_first: bool) -> Answer | None:
    """A labelled date among the last lines, or one that stands alone there below a rule."""
    strong: list[tuple[str, int]] = []
    weak: list[tuple[str, int]] = []
    seen = 0
    for at in range(len(page.lines) - 1, page.first - 1, -1):
        line = page.lines[at]
        if line.kind in (TEXT, HEADING):
            _in_line(page, at, day_first, strong, weak)
            seen += 1
        if seen >= FOOT_LINES or line.kind in (FENCE, CODE):
            break
        if line.kind == BREAK and not strong and not weak:
            alone = _alone(page, at, day_first)
            if alone:
                return alone
    found = strong or weak
    return (found[0][0], Reason("date", "label in the footer", found[0][1])) if found else None


def _alone(page: Page, at: int, day_first: bool) -> Answer | None:
    """A last short line below a rule that holds a date: a signature."""
    below = [line for _, line in page.prose(at + 1, len(page.lines))]
    if len(below) != 1 or len(below[0].text) > 120:
        return None
    found = dates.find(below[0].text, day_first)
    return (found[-1].declared, Reason("date", "date in the footer", below[0].number)) if found else None
