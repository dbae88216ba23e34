"""Rich's Markdown, made inert and plain: no link targets to click, no syntax colours, and our own names for its styles.

Styles carry the name of a look of `palette` as meta data, so that the preview need not guess it from colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markdown import CodeBlock, Heading, Markdown
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

if TYPE_CHECKING:
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
    """A fence as it is, without a lexer: importing one costs more than the rest of the preview."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(str(self.text).rstrip("\n"), style=look("code"), overflow="fold")


class _Heading(Heading):
    """A heading at the left, its level kept as it was written."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = self.text
        text.justify = "left"
        if self.tag in ("h1", "h2"):
            yield Text("")
        text.stylize(look("heading"))
        yield text


class Plain(Markdown):
    """Markdown of somebody else's: hyperlinks off, so that a target is shown as words after its text."""

    elements = {**Markdown.elements, "fence": _Code, "code_block": _Code, "heading_open": _Heading}  # noqa: RUF012 - as Rich has it

    def __init__(self, text: str) -> None:
        super().__init__(text, hyperlinks=False)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        with console.use_theme(THEME):
            yield from super().__rich_console__(console, options)
