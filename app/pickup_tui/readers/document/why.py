"""Why the last session stopped, how far the plan is, and the commit: what else a document's brief holds."""

from __future__ import annotations

import re

from pickup_tui import dates
from pickup_tui.handoff import Reason
from pickup_tui.lines import TEXT

from . import done, inline, items, labels, phrases, words
from .headings import PART, STATE, WHY
from .page import is_item, is_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .page import Page, Section
    from .sessions import Scope

FRONT = ("why_stopped", "why_paused", "stopped_at", "pause_reason", "stop_reason", "handoff_reason", "blockers", "blocked_by", "reason")
TAGS = ("why_stopped", "why_paused", "blockers", "current_state")
HASHES = ("last_handoff_hash", "git_commit", "git_hash", "commit", "head_commit", "head", "base_commit", "sha")
LONGEST = 300
TOP = 60  # lines in which a label for the state speaks of all the work
MOST = 5  # paragraphs under a heading that are tried
MORE = 4  # letters beside a date that may be an hour and its zone
Answer = tuple[str, Reason]


def read(page: Page, scope: Scope) -> Answer | None:
    """Why it stopped: a reason given as one, else blockers, else the current state."""
    found = page.front_value(FRONT)
    if found and not done.is_nothing(found[1]):
        return inline.plain(found[1])[:LONGEST], Reason("why_stopped", f"frontmatter `{found[0]}`", page.front_lines.get(found[0]))
    for name in TAGS:
        said = _tagged(page, name)
        if said:
            return said
    return _under(page, scope, WHY, "blockers") or _under(page, scope, STATE, "current state")


def _tagged(page: Page, name: str) -> Answer | None:
    if name in page.said and not done.is_nothing(page.said[name][0]):
        return inline.plain(page.said[name][0])[:LONGEST], Reason("why_stopped", f"tag <{name}>", page.said[name][1])
    if name not in page.tags:
        return None
    start, end = page.tags[name]
    step = items.first(page, start + 1, end, in_tag=True) or items.raw(page, start + 1, end)
    return (step.text[:LONGEST], Reason("why_stopped", f"tag <{name}>", step.number)) if step and step.text else None


def _under(page: Page, scope: Scope, table: Mapping[str, str], rule: str) -> Answer | None:
    known = phrases.of(table)
    for label in labels.find(page, end=page.first + (400 if table is WHY else TOP)):
        if label.value and not label.cell and scope.covers(label.at) and label.key in known.alone and _says(label.value):
            return inline.plain(label.value)[:LONGEST], Reason("why_stopped", f"label of {rule}", label.number)
    for section in page.sections:
        if section.level == 1 and section is page.sections[0]:
            continue
        key = inline.unnumbered(section.key)
        if not scope.covers(section.at) or len(key) > 80 or not known.within(key) or (table is STATE and phrases.of(PART).within(key)):
            continue
        said = _first_said(page, section)
        if said:
            return inline.plain(said[0])[:LONGEST], Reason("why_stopped", f"heading of {rule}", said[1])
    return None


def _first_said(page: Page, section: Section) -> tuple[str, int] | None:
    """The first paragraph or item under a heading that is a statement: no table, nothing that only announces."""
    at = section.start
    for _ in range(MOST):
        while at < section.end and (page.lines[at].kind != TEXT or is_row(page.lines[at].text) or not page.lines[at].text.strip(" \t>")):
            at += 1
        found = page.paragraph(at, section.end)
        if not found:
            return None
        if _says(found[0]) and not found[0].rstrip("* ").endswith((":", "：")):
            return found
        at += 1
        while at < section.end and page.lines[at].kind == TEXT and not is_item(page.lines[at].text):
            at += 1
    return None


def _says(text: str) -> bool:
    """Whether a text is a reason or a state: something, and more than a date."""
    if done.is_nothing(text):
        return False
    rest = text[:LONGEST]
    for found in reversed(dates.find(rest)):
        rest = f"{rest[: found.start]} {rest[found.end :]}"
    return sum(char.isalpha() for char in rest) > (0 if rest == text[:LONGEST] else MORE)


def commit(page: Page, scope: Scope) -> Answer | None:
    """The commit that the work stood at: hexadecimal digits with a label."""
    found = page.front_value(HASHES)
    if found and re.fullmatch(r"[0-9a-fA-F]{7,64}", found[1]):
        return found[1].lower(), Reason("hash", f"frontmatter `{found[0]}`", page.front_lines.get(found[0]))
    pattern = words.pattern(words.HEAD)
    for label in labels.find(page, end=page.first + 400):
        if scope.covers(label.at) and len(label.key) < 40 and pattern.search(label.key):
            named = re.search(r"(?<![\w-])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w-])", label.value)
            if named:
                return named[0], Reason("hash", "label of a commit", label.number)
    return None


def progress(page: Page) -> Answer | None:
    """`3/7`, `80%`: how far the plan is, where a key or label says so."""
    value = page.front_value(("plan_progress", "progress"))
    if value:
        return inline.plain(value[1])[:60], Reason("plan_progress", f"frontmatter `{value[0]}`", page.front_lines.get(value[0]))
    for label in labels.find(page, end=page.first + 200):
        if label.key in ("progress", "plan progress", "进度", "進捗", "진행률", "progresso", "progreso", "avancement", "fortschritt"):
            found = re.search(r"\d{1,3}\s*/\s*\d{1,3}|\d{1,3}\s*%", label.value)
            if found:
                return found[0].replace(" ", ""), Reason("plan_progress", "label of progress", label.number)
    return None
