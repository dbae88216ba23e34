"""What a person gets wrong in the first ten minutes: each answer says what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support import Home


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        (("load", "1"), 1, "--root FOLDER"),
        (("since", "x"), 1, "pickup-tui"),
        (("lst",), 2, "did you mean `list`?"),
        (("frobnicate",), 2, "commands are pick, list"),
        (("list", "--al"), 2, "did you mean --all?"),
        (("list", "--limit", "x"), 2, "takes a number"),
        (("save",), 2, "save needs KIND"),
        (("save", "section"), 2, "give --title, --next"),
        (("save", "note"), 2, "section, card, baton, checkpoint"),
        (("install",), 2, "TARGET"),
        (("install", "emacs"), 2, "claude, codex, opencode"),
        (("install", "shell"), 1, "name the shell"),
        (("done", "1"), 2, "where stdin or stdout is no terminal"),
        (("hide", "1"), 2, "pickup-tui mapping gives the ids"),
        (("restore",), 2, "restore FOLDER"),
        (("restore", "atlas"), 2, "atlas is no folder"),
    ],
)
def test_the_answer_says_what_to_do(typed: tuple[str, ...], code: int, says: str, home: Home) -> None:
    ran = home.run(*typed, stdin="", SHELL="")
    assert ran.code == code, ran
    assert says in ran.err


def test_help_is_a_word_too(home: Home) -> None:
    assert home.run("help").out == home.run("--help").out
    assert home.run("help", "load").out == home.run("load", "-h").out


def test_an_agent_that_is_not_there_is_told_before_anything_is_called_loaded(home: Home) -> None:
    home.section("web")
    ran = home.run("load", "1", "--agent", "nobody")
    assert ran.code == 1
    assert "choose one of claude, codex, opencode" in ran.err
    assert "Loaded" not in ran.err


def test_without_a_terminal_the_screen_says_how_to_go_on(home: Home) -> None:
    """Nothing found: where was looked. Something found: how a row is loaded without the screen."""
    assert "--root FOLDER" in home.spawn().err
    home.section("web")
    ran = home.spawn()
    assert (ran.code, ran.out) == (4, "")
    assert "pickup-tui load N" in ran.err


def test_without_git_the_list_and_a_brief_are_there(home: Home) -> None:
    home.section("web", what="alpha")
    ran = home.run("load", "1", PATH="/nowhere")
    assert ran.code == 0
    assert "git is not installed" in ran.err
