"""A document taken apart once: frontmatter, lines, sections. Every rule of the reader works on this."""

from __future__ import annotations

import os
import re

from pickup_tui.handoff import Record
from pickup_tui.lines import BLANK, BREAK, CODE, FENCE, HEADING, HTML, TEXT, UNDERLINE, Line, frontmatter, scan
from pickup_tui.readers import fields

from . import inline, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .labels import Label

LONGEST = 600  # characters of a line that rules look at


class Section(Record):
    """A heading and what stands under it.

    title      as shown: plain, without signs; `key` is how tables are compared with it
    level      1 to 6
    at         index of the heading among the page's lines; `number` its line number
    start      index of the first line below it
    own        index where its own text ends, at the next heading of any level
    end        index where it ends with all below it, at the next heading of its level or higher
    """

    __slots__ = ("at", "end", "key", "level", "number", "own", "raw", "start", "title")

    def __init__(self, line: Line, at: int, start: int) -> None:
        self.rename(line.title)
        self.level = line.level
        self.at = at
        self.number = line.number
        self.start = start
        self.own = start
        self.end = start

    def rename(self, raw: str) -> None:
        """Gives it the heading `raw`, as it stands in the text."""
        self.raw = raw
        self.title = inline.bare(raw[:LONGEST])
        self.key = words.key(self.title)


class Page:
    """The document: `path`, `lines`, `sections` in order, `front` (frontmatter's values) and where each of its keys stands.

    `front_error` is what is wrong with the frontmatter, as (line, what). `first` is the index of the first line after it.
    `tags` and `said` are what stands in tags, over lines and in one line, by the tag's name.
    """

    def __init__(self, path: str, text: str, *, matter: bool = True) -> None:
        self.path = path
        self.labels: list[Label] | None = None  # found once, by labels.find
        raw = text.split("\n")
        self.front: dict[str, object] = {}
        self.front_lines: dict[str, int] = {}
        self.front_error: tuple[int, str] | None = None
        self.first = 0
        span = frontmatter(raw) if matter else None
        if span:
            self._frontmatter(raw, span)
        self.lines: list[Line] = scan("\n".join(raw))
        for line in self.lines:
            if len(line.title) > LONGEST:
                line.title = line.title[:LONGEST]
        self.tags = _tags(self.lines)
        self.said = _one_line_tags(self.lines)
        self.sections: list[Section] = _sections(self.lines)

    def _frontmatter(self, raw: list[str], span: tuple[int, int]) -> None:
        start, end = span
        inner = raw[start + 1 : end]
        mapped = fields.mapping("\n".join(inner))
        for name, value in mapped.values.items():
            self.front.setdefault(fields.key_name(name), value)
        for at, line in enumerate(inner):
            found = re.match(r"""["']?([^\s#"':\[{>|*-][^:"']{0,60}?)["']?\s*:""", line)
            if found:
                self.front_lines.setdefault(fields.key_name(found[1]), start + at + 2)
        if mapped.error:
            self.front_error = (start + 1 + (mapped.line or 1), mapped.error)
        elif mapped.repeated:
            self.front_error = (start + 2, f"key '{mapped.repeated[0]}' appears twice")
        for at in range(end + 1):
            raw[at] = ""
        self.first = end + 1

    def move(self, by: int) -> None:
        """Counts lines from another start: for a page that was cut out of another."""
        for line in self.lines:
            line.number += by
        for section in self.sections:
            section.number += by

    def text(self, name: str) -> str | None:
        """A frontmatter value as one text, None when it is absent or says nothing."""
        return fields.text_of(self.front.get(name))

    def front_value(self, names: Iterable[str]) -> tuple[str, str] | None:
        """The first of these frontmatter keys that has a value: (key, value)."""
        for name in names:
            value = self.text(name)
            if value:
                return name, value
        return None

    def prose(self, start: int, end: int) -> Iterable[tuple[int, Line]]:
        """The lines from index `start` to `end` that are words: no fences, code, HTML, rules and blanks."""
        for at in range(max(start, self.first), min(end, len(self.lines))):
            line = self.lines[at]
            if line.kind in (TEXT, HEADING):
                yield at, line

    def paragraph(self, start: int, end: int) -> tuple[str, int] | None:
        """The first paragraph (or item) from `start` on, joined to one line, and its line number."""
        parts: list[str] = []
        number = 0
        for at in range(start, min(end, len(self.lines))):
            line = self.lines[at]
            if line.kind == TEXT and line.text.strip(" \t>"):
                if parts and (is_item(line.text) or is_row(line.text) or _COUNTED.match(line.text)):
                    break
                number = number or line.number
                parts.append(item_text(inline.quote_free(line.text[:LONGEST])))
            elif parts or line.kind == HEADING:
                break
        joined = " ".join(part.strip() for part in parts)
        return (joined[:LONGEST], number) if joined.strip() else None


_ITEM = re.compile(r"[ \t]*(?:[-–*+•●○・]|\d{1,3}[.)、]|\d\ufe0f?\u20e3|\[\d{1,2}\]|\(\d{1,3}\)|（\d{1,3}）|[①-⑳])(?:[ \t]+|(?<=[、①-⑳）)])|$)")


# A line of a list whose marks are words: "Step 1: mend it", "**P2** – sew".
_COUNTED = re.compile(
    r"[ \t]*(?:\*\*|__)?(?:P\d|(?:step|task|schritt|aufgabe|paso|tarea|passo|tarefa|étape|tâche|passaggio|compito|bước|шаг|步骤|步驟|任务|ステップ|タスク|단계|작업)\s?\d{1,2})"
    r"(?:\*\*|__)?\s?[:：.)–—-]",
    re.IGNORECASE,
)


def is_item(text: str) -> bool:
    """Whether the line starts a list item."""
    return bool(_ITEM.match(inline.quote_free(text)))


def is_row(text: str) -> bool:
    """Whether the line is a row of a table."""
    return text.lstrip(" \t>").startswith("|")


def item_text(text: str) -> str:
    """A line without its list marker and checkbox."""
    found = _ITEM.match(text)
    text = text[found.end() :] if found else text.strip()
    return re.sub(r"^\[[ xX~/-]\]\s*", "", text)


def _sections(lines: Sequence[Line]) -> list[Section]:
    sections: list[Section] = []
    open_: list[Section] = []
    for at, line in enumerate(lines):
        if line.kind != HEADING:
            continue
        if sections:
            sections[-1].own = at
        while open_ and open_[-1].level >= line.level:
            open_.pop().end = at
        under = at + 2 if at + 1 < len(lines) and lines[at + 1].kind == UNDERLINE else at + 1
        section = Section(line, at, under)
        sections.append(section)
        open_.append(section)
    for section in open_:
        section.end = len(lines)
    if sections:
        sections[-1].own = len(lines)
    return sections


def _tags(lines: Sequence[Line]) -> dict[str, tuple[int, int]]:
    """The blocks `<name>` … `</name>` whose tags stand alone: by name, the first one's indexes of both lines."""
    tags: dict[str, tuple[int, int]] = {}
    open_: dict[str, int] = {}
    for at, line in enumerate(lines):
        text = line.text.strip() if "<" in line.text[:8] else ""
        if not text.endswith(">") or len(text) > 60:
            continue
        if text.startswith("</"):
            start = open_.pop(fields.key_name(text[2:-1]), None)
            if start is not None:
                tags.setdefault(fields.key_name(text[2:-1]), (start, at))
        else:
            open_.setdefault(fields.key_name(text[1:-1]), at)
    return {**{name: (at, len(lines)) for name, at in open_.items()}, **tags}


_ONE_LINE = re.compile(r"\s*<([A-Za-z][\w-]{2,40})>(.+)</\1>\s*$")


def _one_line_tags(lines: Sequence[Line]) -> dict[str, tuple[str, int]]:
    """`<next_action>write the test</next_action>`: by name, the first one's text and line number."""
    said: dict[str, tuple[str, int]] = {}
    for line in lines:
        found = _ONE_LINE.match(line.text[: 2 * LONGEST]) if "</" in line.text and line.kind != CODE else None
        if found and found[2].strip():
            said.setdefault(fields.key_name(found[1]), (found[2].strip(), line.number))
    return said


def folder_of(path: str) -> str:
    """The folder that a file stands in, past those of the places table."""
    parts = [part for part in path.split("/")[:-1] if part]
    while len(parts) > 1 and (parts[-1].startswith(".") or words.key(parts[-1]) in _PLACES):
        parts.pop()
    return parts[-1] if parts else os.path.basename(path)


_PLACES = frozenset(("docs", "doc", "handoff", "handoffs", "dev", "plans", "thoughts", "shared", "state", "notes", "planning", "phases"))


def nested(page: Page) -> Page | None:
    """The first Markdown document that is quoted whole in a fence of this one."""
    lines = page.lines
    for at, line in enumerate(lines):
        if line.kind == FENCE and line.title.split()[:1] and line.title.split()[0].lower() in ("markdown", "md"):
            end = at + 1
            while end < len(lines) and lines[end].kind == CODE:
                end += 1
            inner = Page(page.path, "\n".join(other.text for other in lines[at + 1 : end]))
            inner.move(line.number)
            if inner.sections:
                return inner
    return None


NO_WORDS = (BLANK, BREAK, CODE, FENCE, HTML, UNDERLINE)
