"""A document whose sections are branches without dates: `## feat/upload-retry`, `## main`. Each is a row.

The section format asks for `(updated YYYY-MM-DD)` behind the branch. Writers who leave it out mean the same; they are
told from other documents by every level-2 heading being a branch's name that could hardly be anything else.
"""

from __future__ import annotations

import re

from pickup_tui.readers.section import is_branch

from . import inline, words
from .page import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Section

MOST = 50


def parts(page: Page) -> list[tuple[str, Section, Page]]:
    """(branch, its section, a page of its own) for each section; none when the document is not of this kind."""
    sections = [section for section in page.sections if section.level == 2]
    names = [inline.plain(section.raw).strip("` ") for section in sections]
    if not 2 <= len(names) <= MOST or len(set(names)) < len(names) or not all(map(_telling, names)):
        return []
    if not any(name in words.TRUNKS or "/" in name for name in names):
        return []
    return [(name, section, _page(page, section)) for name, section in zip(names, sections, strict=True)]


def _telling(name: str) -> bool:
    return is_branch(name) and name.isascii() and (name in words.TRUNKS or bool(re.search(r"[/-]", name)))


def _page(page: Page, section: Section) -> Page:
    text = "\n".join(line.text for line in page.lines[section.start : section.end])
    part = Page(page.path, text, matter=False)
    part.move(section.start)
    return part
