"""Colours: those of the installed Textual, readable in every theme, and the same numbers among 256 as Rich chooses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES

from pickup_tui.picker import paint, palette, workarounds
from pickup_tui.picker.canvas import rich_style

NAMES = {"ansi_default": None, "transparent": None} | {
    f"ansi_{bright}{name}": at + (8 if bright else 0)
    for bright in ("", "bright_")
    for at, name in enumerate(("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"))
}


def test_every_theme_of_textual_is_known_with_its_own_colours() -> None:
    assert palette.BASES.keys() == BUILTIN_THEMES.keys()
    for name, theme in BUILTIN_THEMES.items():
        made = theme.to_color_system().generate()
        dark, values = palette.BASES[name]
        assert dark == theme.dark
        assert values == tuple(NAMES.get(made[role], made[role]) for role in palette.ROLES), name


@pytest.mark.parametrize("theme", palette.BASES)
def test_words_can_be_read(theme: str) -> None:
    looks = palette.looks(theme)
    least = {"rule": 1.1, "dim": 3.0, "strike": 3.0, "footer": 4.0, "text": 4.0}
    for name, (fore, back, _) in looks.items():
        assert palette.contrast(fore, back) >= least.get(name, 3.0), (theme, name)


def test_styles_are_the_same_with_and_without_colour() -> None:
    assert palette.looks("nord").keys() == palette.looks("nord", colour=False).keys()
    assert all(fore is None and back is None for fore, back, _ in palette.looks("nord", colour=False).values())


def test_a_theme_that_is_not_known_looks_like_the_default() -> None:
    assert palette.looks("no such theme") == palette.looks(palette.DEFAULT)


def test_a_theme_of_a_newer_textual_gets_its_colours_from_it() -> None:
    theme = BUILTIN_THEMES["nord"]
    assert palette.derive(workarounds.colours(theme)) == palette.looks("nord")


@given(st.integers(0, 0xFFFFFF))
def test_256_colours_are_those_that_rich_chooses(value: int) -> None:
    colour = f"#{value:06X}"
    assert palette.of_256(colour) == Color.parse(colour.lower()).downgrade(ColorSystem.EIGHT_BIT).number


@pytest.mark.parametrize("deep", [True, False])
def test_the_painter_writes_what_rich_writes(deep: bool) -> None:
    for look in palette.looks("textual-dark").values():
        system = ColorSystem.TRUECOLOR if deep else ColorSystem.EIGHT_BIT
        rich = rich_style(look).render("x", color_system=system)
        ours = palette.sgr(look, deep=deep).replace("\x1b[0;", "\x1b[") + "x\x1b[0m"
        assert ours == rich


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"COLORTERM": "truecolor"}, 24), ({"COLORTERM": "24bit", "TERM": "x"}, 24), ({"TERM": "xterm-256color"}, 8), ({"TERM": "xterm-kitty"}, 8),
        ({"TERM": "xterm"}, 4), ({}, 4), ({"TERM": "xterm-256color", "NO_COLOR": ""}, 0), ({"COLORTERM": "truecolor", "TEXTUAL_COLOR_SYSTEM": "standard"}, 0),
    ],
)  # fmt: skip
def test_how_many_colours_there_are(environ: dict[str, str], depth: int) -> None:
    assert paint.depth(environ) == depth


def test_no_early_frame_where_textual_chooses_the_colours() -> None:
    good = {"COLORTERM": "truecolor"}
    assert paint.early("nord", good)
    assert not paint.early("ansi-dark", good)
    assert not paint.early("no such theme", good)
    assert not paint.early("nord", {"TERM": "xterm"})
    assert not paint.early("nord", {**good, "NO_COLOR": "1"})
    assert not paint.early("nord", {**good, "TEXTUAL_FILTERS": "dim"})
