"""Label lines: `**Branch**: main`, `更新日：2026/06/05　状態：…`, `| branch | main |`, `## Status: done`."""

from __future__ import annotations

import re
from bisect import bisect_left

from pickup_tui.handoff import Record
from pickup_tui.lines import HEADING, TEXT

from . import inline, words
from .page import LONGEST, is_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .page import Page

_SEGMENTS = re.compile(r"\s+[·|•]\s+|\s*[\u3000／]\s*|\s*;\s+(?=\*\*)|\s{3,}")
_LABEL = re.compile(
    rf"[\s>]*(?P<item>(?:[-*+•]|\d{{1,2}}[.)])\s+)?(?:{inline.SIGNS}(?=\*\*|__))?"  # "🌿 **Branch:** main"
    r"(?P<mark>\*\*|__|\*|_)?(?P<name>[^*_:：`|\n]{1,60}?|`[^`\n]{1,40}`)\s*"
    r"(?:(?P=mark)\s*[:：]|[:：]\s*(?P=mark)?|(?<==)|=\s|·\*\*\s+)(?P<value>.*)$",
)


class Label(Record):
    """A name and its value in one line.

    key     the name as the tables compare it
    value   the rest of the line or segment, raw; "" when it stands below
    at      index of the line among the page's lines; `number` its line number
    bold    the name is emphasised; `item`: it stands in a list; `cell`: in a table
    """

    __slots__ = ("at", "bold", "cell", "item", "key", "number", "value")

    def __init__(self, name: str, value: str, at: int, number: int, *, bold: bool, item: bool, cell: bool) -> None:
        self.key = words.key(inline.unnumbered(inline.bare(name)))
        self.value = value.strip()
        self.at = at
        self.number = number
        self.bold = bold
        self.item = item
        self.cell = cell


def find(page: Page, start: int = 0, end: int | None = None) -> Iterator[Label]:
    """The labels between two line indexes, in the text's order."""
    if page.labels is None:
        page.labels = list(_all(page))
    labels = page.labels
    first = bisect_left(labels, start, key=lambda label: label.at) if start else 0
    for at in range(first, len(labels)):
        if end is not None and labels[at].at >= end:
            return
        yield labels[at]


def _all(page: Page) -> Iterator[Label]:
    for at in range(page.first, len(page.lines)):
        line = page.lines[at]
        if line.kind not in (TEXT, HEADING):
            continue
        text = line.title if line.kind == HEADING else line.text
        if ":" not in text and "：" not in text and "|" not in text and "=" not in text and "·**" not in text:
            continue
        text = inline.quote_free(text[:LONGEST])
        if is_row(text):
            yield from _row(text, at, line.number)
        else:
            yield from _line(text, at, line.number)


def _line(text: str, at: int, number: int) -> Iterator[Label]:
    """The labels of one line; what follows a separator and is no label belongs to the value before it."""
    item = False
    open_: Label | None = None
    for part in _SEGMENTS.split(text):
        found = _LABEL.match(part)
        if found:
            if open_:
                yield open_
            item = item or bool(found["item"])
            open_ = Label(found["name"], found["value"], at, number, bold=bool(found["mark"]), item=item, cell=False)
        elif open_:
            open_.value += f" · {part.strip()}"
    if open_:
        yield open_


def _row(text: str, at: int, number: int) -> Iterator[Label]:
    cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
    if len(cells) >= 2 and cells[0] and cells[1] and not set(cells[0]) <= set("-: "):
        bold = cells[0].startswith("*")
        yield Label(cells[0].strip("* "), cells[1], at, number, bold=bold, item=False, cell=True)


def first(page: Page, table: Mapping[str, str], start: int = 0, end: int | None = None, *, most: int = 4) -> Label | None:
    """The first label with a value whose name is a phrase of `table`, alone or with at most `most` words around."""
    for label in find(page, start, end):
        if label.value and label.key in words.phrases(table):
            return label
    pattern = words.pattern(table)
    for label in find(page, start, end):
        if label.value and len(label.key.split()) <= most and len(label.key) <= 30 and pattern.search(label.key) and not label.cell:
            return label
    return None
