"""The line scanner against CommonMark itself: generated texts and real ones must give the same headings and fences."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pickup_tui import lines, text

WILD = Path(__file__).resolve().parents[2] / "shared" / "wild" / "files"
PIECES = (
    "```", "````", "~~~", "~~~~", "```py", "~~~ x", "``` a`b", "   ```", "    ```", "# h", "## h ##", "###### h", "####### h", "#h", "   # h",
    "    # h", "text", "text  ", "===", "---", "--", "- - -", "***", "___", "- item", "* item", "+", "-", "1. one", "2. two", "10) ten", "1.", "> quote",
    ">", "> # h", "> ```", "- # h", "- ```", "  more", "    more", "\tmore", "\t# h", "- \titem", "   - deep", "<div>", "</div>", "<!-- c", "-->",
    "<script>", "</script>", "<b>x</b>", "<?php", "?>", "<!DOCTYPE html>", "<![CDATA[", "]]>", "<pre>", "", "", " ", "\\# h", "|a|b|", "a\tb", "\u3000# h",
    "\u00a0# h", "# ", "#\th", "# h \\#", "-\t-", "> - x", ">> y", "- > z", "  ===", "    ===", "`a", "1) ```", "     ```",
    "**a**: b", "** a", "**", "***a", "#\tb\t#", "(a", "!a", "~~", "``a``", "~~~~~",
)  # fmt: skip


def theirs(source: str) -> tuple[list[tuple[int, int]], list[int]]:
    """Headings of the document's own level (line from 0 on which they end, level) and the lines of fences."""
    heads: list[tuple[int, int]] = []
    fences: list[int] = []
    for token in MarkdownIt("commonmark").parse(source):
        if token.map and token.type == "heading_open" and token.level == 0:
            underlined = token.markup in "=-"
            heads.append((token.map[1] - 1 if underlined else token.map[0], int(token.tag[1])))
        elif token.map and token.type == "fence":
            fences += range(token.map[0], token.map[1])
    return sorted(heads), sorted(fences)


def ours(source: str) -> tuple[list[tuple[int, int]], list[int]]:
    heads: set[tuple[int, int]] = set()
    fences: list[int] = []
    for line in lines.scan(source):
        if line.kind == lines.HEADING:
            heads.add((line.number - 1, line.level))
        elif line.kind == lines.UNDERLINE:
            heads.discard((line.number - 2, line.level))
            heads.add((line.number - 1, line.level))
        elif line.kind in (lines.FENCE, lines.CODE):
            fences.append(line.number - 1)
    return sorted(heads), sorted(fences)


def lazy(source: str) -> bool:
    """Whether an indented line with a block's sign goes on with a quote's text, where markdown-it loses the line below it.

    Of ">> y", "    # h", "x", "-" it makes a heading, though an underline cannot go on lazily (CommonMark, "Setext headings").
    """
    return any(
        line.depth and line.kind == lines.TEXT and line.text.startswith(("    ", "\t")) and line.text.lstrip()[:1] in "#`"
        for line in lines.scan(source)
    )


class TestAgainstCommonMark:
    @given(st.lists(st.sampled_from(PIECES), max_size=9))
    @hypothesis_settings(max_examples=600)
    @example(["> ```", "text"])
    @example(["- ```", "text", "  ```"])
    @example(["text", "    # h", "==="])
    @example(["- a", "", "", "# h"])
    @example(["-", "", "  # h"])
    @example(["<div>", "# h", "", "# h"])
    def test_generated(self, parts: list[str]) -> None:
        source = "\n".join(parts) + "\n"
        assume(not lazy(source))
        assert ours(source) == theirs(source), source

    @pytest.mark.skipif(not WILD.is_dir(), reason="the real handoffs are not here (../shared/wild/files)")
    def test_real(self) -> None:
        wrong = []
        for path in sorted(WILD.iterdir()):
            source = text.decode(path.read_bytes())
            if ours(source) != theirs(source):
                wrong.append(path.name)
        assert wrong == []


class TestScan:
    def test_a_line_for_every_line(self) -> None:
        assert [line.text for line in lines.scan("a\n\nb")] == ["a", "", "b"]

    def test_a_heading_in_a_quote_is_text(self) -> None:
        assert [line.kind for line in lines.scan("> # h\n# h\n")] == [lines.TEXT, lines.HEADING]

    @pytest.mark.parametrize("piece", ["> ", "- ", "1. ", ">"])
    def test_nesting_costs_no_more_than_the_line(self, piece: str) -> None:
        scanner = lines._Scanner()
        scanner.take(1, piece * 50_000)
        assert len(scanner.containers) <= lines.DEEPEST


class TestFrontmatter:
    @pytest.mark.parametrize(
        ("source", "span"),
        [
            ("---\na: b\n---\nx", (0, 2)),
            ("<!-- c -->\n\n---\na: b\n---", (2, 4)),
            ("---\n\n## h\n---\n", None),
            ("---\n# only a comment\n---", None),
            ("---\na: b\n", None),
            ("x\n---\na: b\n---", None),
            ("---\na: b\n...\n", (0, 2)),
        ],
    )
    def test_where_it_stands(self, source: str, span: tuple[int, int] | None) -> None:
        assert lines.frontmatter(source.split("\n")) == span


class TestSplit:
    @given(st.text(alphabet="a\r\n\v\f\x1c\u2028 ", max_size=40))
    @hypothesis_settings(max_examples=100)
    def test_joined_it_is_the_text(self, source: str) -> None:
        assert "".join(lines.split(source)) == source
