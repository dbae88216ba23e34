"""The handoff's text as Markdown: inert, in its room, a page at a time, the newest request first."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from made import handoff
from pickup_tui.cells import width
from pickup_tui.picker import palette, preview
from pickup_tui.text import clean
from support import FORBIDDEN, HOSTILE

if TYPE_CHECKING:
    from pickup_tui.picker.frame import Line

LIMIT = 20.0


def words(lines: list[list[tuple[str, str]]]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def test_markdown_is_rendered_with_the_frames_styles() -> None:
    lines = preview.markdown("# Head\n\nSome **bold**, *italic*, `code` and ~~gone~~.\n\n- item\n\n> quote\n\n```py\nx = 1\n```\n", 60)
    styles = {text.strip(): style for line in lines for text, style in line if text.strip()}
    for text, style in {"Head": "heading", "bold": "bold", "italic": "italic", "code": "code", "gone": "strike", "x = 1": "code"}.items():
        assert styles[text] == style
    assert {style for line in lines for _, style in line} <= palette.looks(palette.DEFAULT).keys()


def test_a_link_is_words_and_its_target_is_seen() -> None:
    said = words(preview.markdown("[click me](http://evil.example/x)", 60))
    assert "click me" in said
    assert "http://evil.example/x" in said


@pytest.mark.parametrize("evil", HOSTILE)
def test_hostile_text_is_words(evil: str) -> None:
    for text in (evil, f"# {evil}", f"- {evil}", f"```\n{evil}\n```", f"| {evil} |\n|---|\n| {evil} |", f"[{evil}]({evil})", f"<b>{evil}</b>"):
        lines = preview.markdown(clean(text), 50)
        assert not FORBIDDEN & set(words(lines).replace("\n", ""))


@pytest.mark.parametrize("room", [8, 20, 60])
def test_lines_keep_to_their_room(room: int) -> None:
    text = "# 日本語の見出し that is long enough to wrap\n\n" + "word " * 60 + "\n\n```\n" + "x" * 200 + "\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert max(width("".join(text for text, _ in line)) for line in preview.markdown(text, room)) <= room


class TestPages:
    def test_together_they_are_the_text(self) -> None:
        text = "\n".join(f"line {at}" if at % 3 else "" for at in range(500))
        assert "\n".join(preview.pages(text)) == text

    def test_a_fence_is_never_cut(self) -> None:
        text = "intro\n\n```\n" + "\n\n".join("code" for _ in range(200)) + "\n```\n\nafter\n"
        parts = list(preview.pages(text))
        assert sum("```" in part for part in parts) == 1

    def test_one_endless_line_comes_in_parts(self) -> None:
        parts = list(preview.pages("x" * 1_000_000))
        assert max(map(len, parts)) <= preview.MOST
        assert sum(map(len, parts)) == 1_000_000

    def test_a_block_without_end_comes_in_parts_and_is_shown_as_it_is_written(self) -> None:
        text = "> a\n" * 20_000 + "\nafter\n\n# Head\n"
        parts = list(preview.pages(text))
        assert max(map(len, parts)) <= preview.MOST
        assert "\n".join(parts) == text.rstrip("\n")
        assert isinstance(parts[0], preview.Source)
        assert not isinstance(parts[-1], preview.Source), "Markdown goes on at the next block"


class TestRenderer:
    def test_what_was_asked_for_is_told(self) -> None:
        told: list[tuple[str, int, int, bool]] = []
        done = threading.Event()

        def tell(id_: str, room: int, lines: list[Line], whole: bool) -> None:
            told.append((id_, room, len(lines), whole))
            done.set()

        one = handoff(1)
        preview.Renderer(lambda _: "# T\n\ntext\n", tell).want(one, 40, 10)
        assert done.wait(LIMIT)
        assert told[0][0] == one.id
        assert told[0][3], "all of a short text is there"

    def test_only_as_much_as_is_looked_at_is_rendered_and_more_when_asked(self) -> None:
        got: list[tuple[int, bool]] = []
        change = threading.Condition()

        def tell(_: str, __: int, lines: list[Line], whole: bool) -> None:
            with change:
                got.append((len(lines), whole))
                change.notify()

        text = "\n\n".join(f"paragraph {at}" for at in range(2000))
        one = handoff(1)
        renderer = preview.Renderer(lambda _: text, tell)
        renderer.want(one, 40, 100)
        with change:
            assert change.wait_for(lambda: len(got) == 1, LIMIT)
        assert 100 <= got[0][0] < 400
        assert not got[0][1]
        renderer.want(one, 40, 1000)
        with change:
            assert change.wait_for(lambda: len(got) == 2, LIMIT)
        assert got[1][0] >= 1000

    def test_a_newer_request_is_the_one_that_is_answered(self) -> None:
        told: list[str] = []
        reading, go, done = threading.Event(), threading.Event(), threading.Event()

        def read(one: object) -> str:
            if one is first:
                reading.set()
                assert go.wait(LIMIT)
                return "\n\n".join("old" for _ in range(5000))
            return "new"

        def tell(id_: str, _: int, __: list[Line], ___: bool) -> None:
            told.append(id_)
            if id_ == second.id:
                done.set()

        first, second = handoff(1), handoff(2)
        renderer = preview.Renderer(read, tell)
        renderer.want(first, 40, 100_000)
        assert reading.wait(LIMIT)
        renderer.want(second, 40, 10)
        go.set()
        assert done.wait(LIMIT)
        assert told == [second.id]
