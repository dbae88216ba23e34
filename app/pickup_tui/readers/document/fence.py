"""A brief that stands in a document as keys and values: in a YAML fence, as this program writes it, or as bare lines.

Only names that no configuration has make a brief of a fence (`next_step`, `why_stopped`, …); what else stands in the
same fence is then read by the one table of synonyms.
"""

from __future__ import annotations

import re

from pickup_tui.handoff import Record
from pickup_tui.lines import CODE, FENCE, TEXT
from pickup_tui.readers import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Brief

    from .page import Page
    from .sessions import Scope

SURE = ("next_step", "next_steps", "next_action", "next_actions", "why_stopped", "why_paused", "stopped_at", "plan_progress")
LONGEST = 200  # lines of a fence that can be a brief
_KEY = re.compile(
    rf"[ \t>]*(?:[-*+][ \t]+)?[`*\"']{{0,3}}({'|'.join(SURE)})[`*\"']{{0,3}}[ \t]*[:：][`*\"']{{0,2}}[ \t]*(\S.*)$", re.IGNORECASE
)


class Found(Record):
    """A brief and the number of the line where it starts; `rule` says what it is."""

    __slots__ = ("brief", "number", "rule")

    def __init__(self, brief: Brief, number: int, rule: str) -> None:
        self.brief = brief
        self.number = number
        self.rule = rule


def read(page: Page, scope: Scope | None = None) -> Found | None:
    """The first brief of a page that is current, None when there is none. Linear in the size of the page."""
    values: dict[str, object] = {}
    number = 0
    at = page.first
    while at < len(page.lines):
        line = page.lines[at]
        end = at + 1
        if line.kind == FENCE:
            while end < len(page.lines) and page.lines[end].kind == CODE:
                end += 1
            inner = page.lines[at + 1 : end]
            end += 1  # past the line that closes it
            brief = _of_fence(line.title, [one.text for one in inner[:LONGEST]]) if scope is None or scope.covers(at) else None
            if brief:
                return Found(brief, line.number + 1, "YAML brief")
        elif line.kind == TEXT and (scope is None or scope.covers(at)):
            found = _KEY.match(line.text[:2000]) if "_" in line.text else None
            if found and not values.setdefault(found[1].lower(), ""):
                values[found[1].lower()] = found[2].strip().strip("\"'`*").strip()
                number = number or line.number
        at = end
    return Found(fields.brief_of(values), number, "line of a brief") if values else None


def _of_fence(info: str, lines: list[str]) -> Brief | None:
    """The brief that a fence holds; None for one of another kind, or without the names of a brief."""
    kind = info.split()[:1]
    if kind and kind[0].strip("{}.").lower() not in ("yaml", "yml"):
        return None
    if not any(re.match(rf"\s*[\"']?(?:{'|'.join(SURE)})[\"']?\s*:", line, re.IGNORECASE) for line in lines):
        return None
    return fields.brief_of(fields.mapping("\n".join(lines)).values)
