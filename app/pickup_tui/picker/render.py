"""Rich's Markdown, made inert, plain and honest: no link targets to click, no syntax colours, and nothing left out.

An agent reads the whole text; so does the person. HTML, comments, entities and definitions of links are words here, and
a link, an image and a fence say all that stands in them. Styles carry the name of a look of `palette` as meta data, so
that the preview need not guess it from colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.markdown import CodeBlock, Heading, Markdown, TableElement
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, ConsoleOptions, RenderResult


def look(name: str, **attributes: bool) -> Style:
    return Style(meta={"look": name}, **attributes)  # type: ignore[arg-type]


_LOOKS = {
    "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading", "h7": "heading",
    "code": "code", "code_block": "code", "block_quote": "dim", "hr": "rule", "item.bullet": "label", "item.number": "label",
    "link": "label", "link_url": "label", "strong": "bold", "em": "italic", "emph": "italic", "s": "strike",
    "table.border": "rule", "table.header": "bold",
}  # fmt: skip
THEME = Theme({f"markdown.{name}": look(style) for name, style in _LOOKS.items()})


class _Code(CodeBlock):
    """A fence as it is, without a lexer: importing one costs more than the rest of the preview. Its info string stands above."""

    info = ""

    @classmethod
    def create(cls, markdown: Markdown, token: Token) -> _Code:  # noqa: ARG003 - the signature is Rich's
        block = cls("text", "")
        block.info = token.info.strip()
        return block

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.info:
            yield Text(self.info, style=look("dim"), overflow="fold")
        yield Text(str(self.text).rstrip("\n"), style=look("code"), overflow="fold")


class _Table(TableElement):
    """A table whose cells break where they are too long, instead of being cut."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for table in super().__rich_console__(console, options):
            for column in getattr(table, "columns", ()):
                column.overflow = "fold"
            yield table


class _Heading(Heading):
    """A heading at the left, its level kept as it was written."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = self.text
        text.justify = "left"
        if self.tag in ("h1", "h2"):
            yield Text("")
        text.stylize(look("heading"))
        yield text


class _Parser(MarkdownIt):
    """Markdown without what hides text: tags, comments, entities and link definitions are words, addresses stay as written."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False})
        self.enable(["strikethrough", "table"]).disable(["reference", "entity"])

    def normalizeLink(self, url: str) -> str:  # noqa: N802 - its name in the base class
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


def _told(children: Iterable[Token]) -> Iterator[Token]:
    """Inline tokens with what a link and an image hold as words behind them."""
    opened: list[tuple[Token, list[str]]] = []
    for token in children:
        if token.type == "image":
            title = f' "{token.attrs["title"]}"' if token.attrs.get("title") else ""
            yield _words(f"🖼 {token.content} ({token.attrs.get('src', '')}{title})")
        elif token.type == "link_open":
            opened.append((token, []))
        elif token.type == "link_close" and opened:
            link, said = opened.pop()
            href, title = str(link.attrs.get("href", "")), str(link.attrs.get("title", ""))
            if href != "".join(said) or title:
                yield _words(f' ({href} "{title}")' if title else f" ({href})")
        else:
            for _, said in opened:
                said.append(token.content)
            yield token


def _words(text: str) -> Token:
    return Token("text", "", 0, content=text)


class Plain(Markdown):
    """Markdown of somebody else's, with a target as words after its text."""

    elements = {**Markdown.elements, "fence": _Code, "code_block": _Code, "heading_open": _Heading, "table_open": _Table}  # noqa: RUF012 - as Rich has it

    def __init__(self, text: str) -> None:
        super().__init__("", hyperlinks=False)
        self.markup = text
        self.parsed = _Parser().parse(text)
        for token in self.parsed:
            if token.children and token.type == "inline":
                token.children = list(_told(token.children))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(THEME):
            yield from super().__rich_console__(console, options)
