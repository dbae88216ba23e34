"""The words of the command line: what each form means, and what is said about wrong ones."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.cli import COMMANDS, Args, UsageError, by_name, parse
from pickup_tui.usage import usage
from support import HOSTILE, Home


def said(*argv: str) -> str:
    with pytest.raises(UsageError) as caught:
        parse(argv)
    return str(caught.value)


def kept(args: Args) -> tuple[str, tuple[str, ...], dict[str, object]]:
    return args.command, args.words, dict(args.values)


@pytest.mark.parametrize("argv", [("list", "--root", ""), ("list", "--root="), ("lookup", "x", "--project", ""), ("save", "card", "--from=")])
def test_a_path_that_is_empty_is_refused(argv: tuple[str, ...]) -> None:
    assert "is empty" in said(*argv)


class TestForms:
    @pytest.mark.parametrize(
        ("argv", "command", "words", "values"),
        [
            ([], "pick", (), {}),
            (["list"], "list", (), {}),
            (["--list"], "list", (), {}),
            (["--mapping", "--all"], "mapping", (), {"all": True}),
            (["--hint"], "hint", (), {}),
            (["--ascii", "--list", "a"], "list", ("a",), {"ascii": True}),
            (["--root", "list", "list"], "list", (), {"root": ("list",)}),
            (["--root=a", "--root", "b", "list"], "list", (), {"root": ("a", "b")}),
            (["--limit", "3", "list"], "list", (), {"limit": 3}),
            (["--agent", "claude"], "pick", (), {"agent": "claude"}),
            (["load", "3"], "load", ("3",), {}),
            (["load", "-"], "load", ("-",), {}),
            (["load", ""], "load", ("",), {}),
            (["load", "--", "-x"], "load", ("-x",), {}),
            (["load", "--", "--list"], "load", ("--list",), {}),
            (["load", "--", "--json"], "load", ("--json",), {}),
            (["load", "--filter=x".replace("filter=x", "json"), "x"], "load", ("x",), {"json": True}),
            (["list", "--filter", "--all"], "list", (), {"filter": "--all"}),
            (["list", "--filter="], "list", (), {"filter": ""}),
            (["doctor", "-h", "a", "b"], "doctor", ("a", "b"), {"help": True}),
            (["load", "-h"], "load", (), {"help": True}),
        ],
    )
    def test_meaning(self, argv: list[str], command: str, words: tuple[str, ...], values: dict[str, object]) -> None:
        assert kept(parse(argv)) == (command, words, values)

    @settings(max_examples=300)
    @given(st.lists(st.one_of(st.text(max_size=6), st.sampled_from(["list", "load", "--list", "--", "-", "--json", "--root", "--limit", "3", "-h"])), max_size=5))
    def test_any_words_are_taken_or_told(self, argv: list[str]) -> None:
        with suppress(UsageError):
            assert by_name(parse(argv).command)


class TestRefused:
    @pytest.mark.parametrize(
        ("argv", "words"),
        [
            (["lsit"], "did you mean `list`?"),
            (["retry"], "To load a handoff: pickup-tui load 'retry'"),
            (["list", "--limti", "3"], "did you mean --limit?"),
            (["load", "-x"], "goes behind --"),
            (["list", "--limit"], "--limit needs a value"),
            (["list", "--limit", "-1"], "--limit takes a number"),
            (["list", "--limit", "٣"], "--limit takes a number"),
            (["list", "--limit", "9999999999"], "--limit takes a number"),
            (["list", "--json=1"], "--json takes no value"),
            (["hint", "--format", "xml"], "--format takes text or claude"),
            (["hint", "x"], "hint takes no words"),
            (["load"], "load needs N|ID|TEXT|PATH[#BRANCH]"),
            (["load", "a", "b"], "put quotes around"),
            (["load", "--list"], "load has no option --list"),
            (["--json"], "pick has no option --json: `pickup-tui pick -h` lists them"),
            (["list", "--version=2"], "--version takes no value"),
        ],
    )
    def test_says_what_to_do(self, argv: list[str], words: str) -> None:
        assert words in said(*argv)

    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_hostile_words_are_shown_plainly(self, home: Home, hostile: str) -> None:
        for argv in ([hostile], ["list", "--" + hostile], ["load", hostile, hostile], ["hint", "--format", hostile], ["load", hostile]):
            ran = home.run(*argv)
            assert ran.code in (1, 2)
            assert ran.out == ""
            assert ran.err.replace("\n", "").isprintable()


class TestHelp:
    @pytest.mark.parametrize("command", [command.name for command in COMMANDS])
    def test_every_command_has_its_own(self, home: Home, command: str) -> None:
        ran = home.run(command, "-h")
        assert (ran.code, ran.err) == (0, "")
        one = by_name(command)
        assert one is not None
        for option in one.options:
            assert all(flag in ran.out for flag in option.flags)
        assert ran.out == usage(one)
        assert all(len(line) < 160 for line in ran.out.splitlines())

    def test_the_programs(self, home: Home) -> None:
        for argv in (["-h"], ["--help"]):
            out = home.run(*argv).out
            assert all(command.name in out for command in COMMANDS)

    @pytest.mark.parametrize("argv", [("--version",), ("--ascii", "--version"), ("--version", "--demo"), ("list", "--version"), ("load", "--version"), ("--version", "-h")])
    def test_the_version_wherever_it_is_asked_for(self, home: Home, argv: tuple[str, ...]) -> None:
        from pickup_tui import __version__

        ran = home.run(*argv)
        assert (ran.code, ran.out, ran.err) == (0, f"pickup-tui {__version__}\n", "")

    def test_every_function_is_there(self) -> None:
        from importlib import import_module

        for command in COMMANDS:
            module, _, name = command.function.partition(":")
            assert callable(getattr(import_module(f"pickup_tui.commands.{module}"), name))
