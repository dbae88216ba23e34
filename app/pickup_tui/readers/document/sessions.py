"""Which part of a document is the newest session's: the fields of that part count, wherever it stands.

A document is a log of sessions when headings of one level name different dates or session numbers. Writers put the
newest first or last. Below the newest of a log that grows at the top stands history only.
"""

from __future__ import annotations

import re
from itertools import pairwise

from pickup_tui import dates
from pickup_tui.handoff import Record
from pickup_tui.lines import TEXT

from . import words
from .headings import AUTOMATIC, SESSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page, Section

SNAPSHOT_DAYS = 2
MANY = 3  # sessions that make a log in which order says what is history


class Scope(Record):
    """What of a page is current.

    newest  the section of the newest session, None when there is no log
    stale   (start, end) index ranges that belong to older sessions
    """

    __slots__ = ("newest", "stale")

    def __init__(self, newest: Section | None = None, stale: tuple[tuple[int, int], ...] = ()) -> None:
        self.newest = newest
        self.stale = stale

    def covers(self, at: int) -> bool:
        """Whether the line at this index is current."""
        return not any(start <= at < end for start, end in self.stale)

    def is_of_newest(self, at: int) -> bool:
        """Whether the line at this index is the newest session's own, in a log of several: around it they say how it is kept."""
        return not self.stale or self.newest is None or self.newest.at <= at < self.newest.end


def scope(page: Page, day_first: bool = False) -> Scope:
    """The newest session of `page`, and the ranges of the older ones."""
    levels: dict[int, list[tuple[tuple[str, int], Section]]] = {}
    for section in page.sections:
        mark = _mark(section, day_first)
        if mark and section.level <= 3:
            levels.setdefault(section.level, []).append((mark, section))
    for level in sorted(levels):
        marked = levels[level]
        if len({mark for mark, _ in marked}) < 2:
            continue
        best = _best(marked)
        above = _bold(page, marked[0][1].at, best[0], day_first) if best[0] else None
        if above:
            return Scope(above, tuple((section.at, section.end) for _, section in marked))
        newest = next(section for mark, section in marked if mark == best)
        newest = next((one for mark, one in _above(levels, level) if mark[0] >= best[0] and one.at < newest.at), newest)
        old = (section for mark, section in marked if section is not newest and (mark < best or (mark == best and newest.level < level)))
        stale = [(section.at, section.end) for section in old]
        if len(marked) >= MANY and newest is marked[0][1] and _falls(marked):
            stale.append((marked[1][1].at, len(page.lines)))
        return Scope(newest, tuple(stale))
    return Scope()


_BOLD = re.compile(r"\s*(\*\*|__)(?!\s)(?P<text>.{4,200}?)(?<!\s)\1[.:：。]?\s*$")


def _bold(page: Page, end: int, date: str, day_first: bool) -> Section | None:
    """A line above the log that is bold from end to end, as a heading is, and newer than `date`: the log is history."""
    from .page import Section

    for at, line in page.prose(page.first, min(end, page.first + 80)):
        found = _BOLD.match(line.text[:220]) if line.kind == TEXT and "20" in line.text else None
        declared = max((one.declared[:10] for one in dates.find(found["text"], day_first)), default="") if found else ""
        if found and declared > date:
            section = Section(line, at, at + 1)
            section.rename(found["text"])
            section.own = section.end = next((other.at for other in page.sections if other.at > at), len(page.lines))
            return section
    return None


def _best(marked: list[tuple[tuple[str, int], Section]]) -> tuple[str, int]:
    """The mark of the newest session. A snapshot that a tool took stands back behind what was written by hand days before."""
    best = max(mark for mark, _ in marked)
    written = max((mark for mark, section in marked if not words.pattern(AUTOMATIC).search(section.key)), default=best)
    return written if _days(written[0], best[0]) <= SNAPSHOT_DAYS else best


def _days(one: str, two: str) -> int:
    from datetime import date

    try:
        return abs((date.fromisoformat(two) - date.fromisoformat(one)).days)
    except ValueError:
        return SNAPSHOT_DAYS + 1


def _above(levels: dict[int, list[tuple[tuple[str, int], Section]]], level: int) -> list[tuple[tuple[str, int], Section]]:
    """Dated headings above the log's own level: "Start here — 2026-05-01" before the "History" that holds the log."""
    return [marked for other in sorted(levels) if other < level for marked in levels[other] if marked[1].level > 1]


def _falls(marked: list[tuple[tuple[str, int], Section]]) -> bool:
    """Whether the log runs from newest to oldest: nearly all neighbours do."""
    pairs = [(one[0], two[0]) for one, two in pairwise(marked)]
    return sum(one >= two for one, two in pairs) * 4 >= len(pairs) * 3


def _mark(section: Section, day_first: bool) -> tuple[str, int] | None:
    """The date and session number that a heading names; dates that lie ahead (a deadline) are none."""
    found = dates.find(section.title[:200], day_first)
    number = _number(section.key)
    if not found and number is None:
        return None
    if found and words.leads_elsewhere(section.title[max(0, found[0].start - 20) : found[0].start]):
        return None
    return (max(one.declared[:10] for one in found) if found else "", number or 0)


_NUMBERED = re.compile(rf"(?:{words.alternatives(SESSION)})\s*[#№]?\s*(\d{{1,4}})(?!\d|[./-]\d)")


def _number(key: str) -> int | None:
    found = _NUMBERED.search(key[:80])
    return int(found[1]) if found else None
