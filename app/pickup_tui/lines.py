"""The one line scanner that every reader and writer of Markdown shares.

Says of each line whether it is a heading, text, inside a code fence or inside an HTML block, the way
CommonMark does (spec 0.31, "Blocks"; block quotes and list items included, since a fence may
stand in either and ends with it). Inline syntax is not its business.
"""

from __future__ import annotations

import re

from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BLANK, TEXT, HEADING, UNDERLINE, FENCE, CODE, HTML, BREAK = "blank", "text", "heading", "underline", "fence", "code", "html", "break"

_CLOSE = re.compile(r" {0,3}(`+|~+)[ \t]*$")
_ATX = re.compile(r" {0,3}(#{1,6})((?:[ \t].*)?)$")
_OPEN = re.compile(r"( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_BREAK = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"( {0,3})([-+*]|\d{1,9}[.)])( +|$)")
_KEY = re.compile(r"""["']?[^\s#"':\[{>|*-][^:"']*["']?\s*:(?:\s|$)""")
_QUOTE = re.compile(r" {0,3}> ?")
_PLAIN = frozenset("!\"$%&'(),./:;?@[\\]^{|}")  # what no heading, fence, rule, quote, item or HTML begins with
_AFTER_BOLD = ("", " ", "\t", "*")  # behind "**" at the margin: it may be a rule; else it is text
DEEPEST = 100  # block quotes and items in one another that are told apart: nobody writes more, and each costs a copy of the line
_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link "
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead "
    "title tr track ul"
)
_ATTRIBUTE = r"""(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)"""
# How an HTML block starts and what ends it; "": a blank line does (CommonMark, "HTML blocks", 1 to 7). Patterns that are
# compiled when a line begins with "<": few files have one, and compiling them costs as much as reading a hundred lines.
_HTML = (
    (r"(?i) {0,3}<(?:script|pre|style|textarea)(?:\s|>|$)", r"(?i)</(?:script|pre|style|textarea)>"),
    (r" {0,3}<!--", r"-->"),
    (r" {0,3}<\?", r"\?>"),
    (r" {0,3}<![A-Za-z]", r">"),
    (r" {0,3}<!\[CDATA\[", r"\]\]>"),
    (rf"(?i) {{0,3}}</?(?:{_BLOCK_TAGS.replace(' ', '|')})(?:\s|/?>|$)", ""),
    (rf" {{0,3}}(?:<[A-Za-z][A-Za-z0-9-]*{_ATTRIBUTE}*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)\s*$", ""),
)

_HTML_ENDS = ("</pre>", "-->", "?>", ">", "]]>", "", "")  # what a writer ends each of them with


class Line(Record):
    """One line: its number from 1, its text without the ending, what it is, and for a heading its level and title.

    `depth` is the number of block quotes and list items around it. A heading inside one of them is TEXT: it
    structures the quote, not the document. An underlined heading is HEADING on its (last) text line, and
    UNDERLINE on the next. FENCE is the line that opens or closes; its `title` is the info string.
    """

    __slots__ = ("depth", "kind", "level", "number", "text", "title")

    def __init__(self, number: int, text: str, kind: str, level: int = 0, title: str = "", depth: int = 0) -> None:
        self.number = number
        self.text = text
        self.kind = kind
        self.level = level
        self.title = title
        self.depth = depth


def split(text: str) -> list[str]:
    r"""The lines of `text` with their endings: "\\n", "\\r\\n" or "\\r". Joined again they are `text`."""
    if "\r" not in text:
        return text.splitlines(keepends=True) if _plain_breaks(text) else re.findall(r"[^\n]*\n|[^\n]+", text)
    return re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", text)


def _plain_breaks(text: str) -> bool:
    return text.isascii() and not any(char in text for char in "\v\f\x1c\x1d\x1e")


def scan(text: str) -> list[Line]:
    """Every line of `text` (as `text.decode` gives it), classified. Linear in the size of `text`."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    scanner = _Scanner()
    return [scanner.take(number, line) for number, line in enumerate(lines, 1)]


def closing(text: str) -> str | None:
    """The line that ends what `text` leaves open at its end: a code fence or an HTML block. None when nothing is.

    Below it a heading at the margin is a heading. What is open in a quote or list item ends there by itself.
    """
    scanner = _Scanner()
    for number, line in enumerate(text.split("\n"), 1):
        scanner.take(number, line)
    if scanner.containers:
        return None
    if scanner.fence:
        return scanner.fence
    if scanner.in_html:
        return next((ender for (_, end), ender in zip(_HTML, _HTML_ENDS, strict=True) if end == scanner.html), "")
    return None


def _title(text: str) -> str:
    """What stands behind a heading's signs, without the signs that close it. A regular expression would be quadratic here."""
    title = text.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if bare[-1:] in ("", " ", "\t") else title


class _Scanner:
    """Block state of CommonMark: open containers, and the leaf that is open in the innermost one."""

    def __init__(self) -> None:
        self.containers: list[int] = []  # 0: a block quote; else the indent that an item's content has
        self.fence = ""  # what opened the code fence
        self.html = ""  # what ends the HTML block
        self.in_html = False
        self.paragraph: Line | None = None  # last line of the open paragraph
        self.item_empty = False  # the innermost item has no content yet: one blank line ends it

    def take(self, number: int, raw: str) -> Line:
        if not self.containers and not self.in_html:  # most lines of most files need no closer look
            if self.fence:
                if self.fence[0] not in raw:
                    return Line(number, raw, CODE)
                if raw == self.fence:
                    self.fence = ""
                    return Line(number, raw, FENCE)
            elif not raw:
                self.paragraph = None
                return Line(number, raw, BLANK)
            elif raw[0].isalpha() or raw[0] in _PLAIN or (raw.startswith("**") and raw[2:3] not in _AFTER_BOLD):
                self.paragraph = Line(number, raw, TEXT)
                return self.paragraph
            elif raw[0] in "#`~" and "\t" not in raw:  # neither an underline nor a rule, a quote or an item
                return self._mark(number, raw, raw, 0)
        rest = raw.expandtabs(4) if "\t" in raw else raw
        rest, matched = self._enter(rest)
        closing = matched < len(self.containers)
        if not closing and (self.fence or self.in_html):
            return self._inside(number, raw, rest)
        if closing and self._lazy(rest):
            self.paragraph = Line(number, raw, TEXT, depth=len(self.containers))
            return self.paragraph
        if closing:
            del self.containers[matched:]
            self._close_leaf()
        return self._leaf(number, raw, self._open(rest))

    def _enter(self, rest: str) -> tuple[str, int]:
        """What is left of the line inside the containers that it goes on with, and how many those are."""
        for at, indent in enumerate(self.containers):
            if indent == 0:
                quote = _QUOTE.match(rest)
                if not quote:
                    return rest, at
                rest = rest[quote.end() :]
            elif not rest.strip():
                if self.item_empty and at == len(self.containers) - 1:
                    return rest, at
            elif rest.startswith(" " * indent):
                rest = rest[indent:]
            else:
                return rest, at
        return rest, len(self.containers)

    def _inside(self, number: int, raw: str, rest: str) -> Line:
        depth = len(self.containers)
        if self.fence:
            mark = _CLOSE.match(rest)
            if mark and mark[1][0] == self.fence[0] and len(mark[1]) >= len(self.fence):
                self.fence = ""
                return Line(number, raw, FENCE, depth=depth)
            return Line(number, raw, CODE, depth=depth)
        if not self.html and not rest.strip():
            self.in_html = False
            return Line(number, raw, BLANK, depth=depth)
        if self.html and re.search(self.html, rest):
            self.in_html = False
        return Line(number, raw, HTML, depth=depth)

    def _lazy(self, rest: str) -> bool:
        """A paragraph goes on over a line that left its containers, unless that line starts something."""
        if self.paragraph is None or not rest.strip():
            return False
        return not self._starts(rest, outside=True)

    def _starts(self, rest: str, *, outside: bool = False) -> bool:
        """Whether the line interrupts a paragraph. From `outside` its containers any item does, an empty one too."""
        if rest.startswith("    "):
            return False
        item = _ITEM.match(rest)
        if item and (outside or (item[3] and rest[item.end() :].strip() and (not item[2][0].isdigit() or item[2][:-1] == "1"))):
            return True
        return bool(
            _ATX.match(rest)
            or _OPEN.match(rest)
            or _BREAK.match(rest)
            or _QUOTE.match(rest)
            or (rest.lstrip(" ").startswith("<") and any(re.match(start, rest) for start, _ in _HTML[:-1])),
        )

    def _open(self, rest: str) -> str:
        """Opens the containers that the line starts; gives what is left for the leaf."""
        while len(self.containers) < DEEPEST:
            if rest.startswith("    ") and self.paragraph is None:
                return rest
            quote = _QUOTE.match(rest)
            if quote:
                self._close_leaf()
                self.containers.append(0)
                self.item_empty = False
                rest = rest[quote.end() :]
                continue
            item = _ITEM.match(rest)
            if not item or _BREAK.match(rest) or (self.paragraph and (not self._starts(rest) or _SETEXT.match(rest))):
                return rest
            self._close_leaf()
            content = rest[item.end() :]
            spaces = len(item[3])
            if spaces > 4 or not content.strip():  # code in the item, or an item that starts empty
                content, spaces = (rest[item.end(2) + 1 :], 1)
            self.item_empty = not content.strip()
            self.containers.append(item.end(2) + spaces)
            rest = content
        return rest

    def _close_leaf(self) -> None:
        self.paragraph = None
        self.fence = ""
        self.in_html = False
        self.html = ""

    def _leaf(self, number: int, raw: str, rest: str) -> Line:
        depth = len(self.containers)
        if not rest.strip():
            self.paragraph = None
            return Line(number, raw, BLANK, depth=depth)
        self.item_empty = False
        underline = _SETEXT.match(rest) if self.paragraph else None
        if underline and self.paragraph and self.paragraph.depth == depth:
            return self._underline(number, raw, 1 if "=" in rest else 2)
        if self.paragraph and not self._starts(rest):
            self.paragraph = Line(number, raw, TEXT, depth=depth)
            return self.paragraph
        if rest.startswith("    "):
            return Line(number, raw, TEXT, depth=depth)
        return self._mark(number, raw, rest, depth)

    def _mark(self, number: int, raw: str, rest: str, depth: int) -> Line:
        """A line that does not just go on with a paragraph: by the sign that it begins with."""
        heading = _ATX.match(rest) if "#" in rest[:4] else None
        if heading:
            self.paragraph = None
            if depth:
                return Line(number, raw, TEXT, depth=depth)
            return Line(number, raw, HEADING, len(heading[1]), _title(heading[2]))
        fence = _OPEN.match(rest) if "```" in rest or "~~~" in rest else None
        if fence:
            self._close_leaf()
            self.fence = fence[2]
            return Line(number, raw, FENCE, title=fence[3].strip(), depth=depth)
        if _BREAK.match(rest):
            self.paragraph = None
            return Line(number, raw, BREAK, depth=depth)
        return self._html(number, raw, rest, depth)

    def _underline(self, number: int, raw: str, level: int) -> Line:
        heading = self.paragraph
        self.paragraph = None
        if heading is None or heading.depth:
            return Line(number, raw, TEXT, depth=heading.depth if heading else 0)
        heading.kind, heading.level, heading.title = HEADING, level, heading.text.strip()
        return Line(number, raw, UNDERLINE, level)

    def _html(self, number: int, raw: str, rest: str, depth: int) -> Line:
        if rest.lstrip().startswith("<"):
            for start, end in _HTML:
                opened = re.match(start, rest)
                if opened:
                    self._close_leaf()
                    self.html = end
                    self.in_html = not end or not re.search(end, rest[opened.end() :])
                    return Line(number, raw, HTML, depth=depth)
        self.paragraph = Line(number, raw, TEXT, depth=depth)
        return self.paragraph


def frontmatter(lines: Sequence[str]) -> tuple[int, int] | None:
    """Where YAML frontmatter stands: indexes of its two `---` lines, or None.

    Blank lines and HTML comments may stand before it. A first `---` with no second one within 200 lines, or with
    something between that has no `key:` line, is a thematic break and no frontmatter.
    """
    start = 0
    in_comment = False
    while start < len(lines):
        line = lines[start].strip()
        if in_comment or line.startswith("<!--"):
            in_comment = "-->" not in line
        elif line:
            break
        start += 1
    if start >= len(lines) or lines[start].rstrip() != "---":
        return None
    keyed = False
    for at in range(start + 1, min(len(lines), start + 201)):
        line = lines[at].rstrip()
        if line in ("---", "..."):
            return (start, at) if keyed or at == start + 1 else None
        if at == start + 1 and not line:
            return None  # prose behind a thematic break; nobody starts frontmatter with a blank line
        keyed = keyed or bool(_KEY.match(line))
    return None
