"""The config file, the variables above it, the flags above those; what is wrong is told and never stops a run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pickup_tui.settings import KEYS, THEMES, Settings, load
from support import HOSTILE

if TYPE_CHECKING:
    from support import Home


def told(found: Settings) -> str:
    return " | ".join(f"{one.line or ''} {one.what}" for one in found.problems)


class TestWhereFrom:
    def test_defaults(self, home: Home) -> None:
        found = load(home.world())
        assert found.roots == (home.projects,)
        assert found.problems == ()
        assert (found.ascii, found.hint_days, found.agent, found.theme) == (False, 90, "claude", "textual-dark")

    def test_a_flag_beats_a_variable_and_a_variable_the_file_and_each_replaces(self, home: Home) -> None:
        home.config('roots = ["~/file"]')
        world = home.world(PICKUP_PROJECTS="~/one::~/two")
        assert load(home.world()).roots == (f"{home.path}/file",)
        assert load(world).roots == (f"{home.path}/one", f"{home.path}/two")
        assert load(world, ("~/flag",)).roots == (f"{home.path}/flag",)

    @pytest.mark.parametrize("variable", ["", ":", "::"])
    def test_an_empty_variable_is_none(self, home: Home, variable: str) -> None:
        assert load(home.world(PICKUP_PROJECTS=variable)).roots == (home.projects,)

    def test_no_roots_are_no_roots(self, home: Home) -> None:
        home.config("roots = []")
        assert load(home.world()).roots == ()

    def test_tilde_variables_globs_and_relative_paths(self, home: Home) -> None:
        home.config('roots = ["~", "$CODE/x", "${CODE}/y", "~/code/*/*", "$NOPE/z"]')
        found = load(home.world(cwd=home.tmp, CODE="/code"), ())
        assert found.roots == (home.path, "/code/x", "/code/y", f"{home.path}/code/*/*", f"{home.tmp}/$NOPE/z")
        assert load(home.world(cwd=home.tmp), ("here",)).roots == (f"{home.tmp}/here",)

    def test_the_same_root_twice_is_one(self, home: Home) -> None:
        assert load(home.world(PICKUP_PROJECTS="~/a:~/a/")).roots == (f"{home.path}/a",)

    def test_xdg_config_home_and_its_relative_form_that_does_not_count(self, home: Home) -> None:
        home.write("conf/pickup-tui/config.toml", "hint_days = 3")
        assert load(home.world(XDG_CONFIG_HOME=f"{home.path}/conf")).hint_days == 3
        assert load(home.world(XDG_CONFIG_HOME="conf")).hint_days == 90

    def test_nothing_is_configured_from_inside_a_project(self, home: Home) -> None:
        project = home.project("evil")
        for name in ("config.toml", "pickup-tui/config.toml", ".config/pickup-tui/config.toml", ".pickup-tui.toml", "pyproject.toml"):
            home.write(os.path.join(project, name), 'agents = { claude = ["sh", "-c", "evil"] }\n[tool.pickup-tui]\nroots = ["/"]\n')
        found = load(home.world(cwd=project))
        assert found.agents["claude"] == ("claude",)
        assert found.roots == (home.projects,)

    def test_ascii_by_flag_or_file(self, home: Home) -> None:
        assert load(home.world(), ascii_=True).ascii
        home.config("ascii = true")
        assert load(home.world()).ascii


class TestChecked:
    def test_every_key_is_documented_and_taken(self, home: Home) -> None:
        home.config(
            'roots = ["~/r"]\nignore = ["old*", "~/r/x"]\nagent = "mine"\nplaces = ["notes/HANDOFF.md"]\nsources = ["card"]\n'
            'ascii = true\ntheme = "nord"\nhint_days = 7\n[aliases]\n"Acme/Web" = "site"\n[agents]\nmine = ["aider", "--yes"]\n',
        )
        found = load(home.world())
        assert found.problems == ()
        assert found.ignore == ("old*", f"{home.path}/r/x")
        assert found.aliases == {"acme/web": "site"}
        assert found.agents["mine"] == ("aider", "--yes")
        assert found.agents["codex"] == ("codex",)
        assert (found.agent, found.sources, found.theme, found.hint_days, found.places) == ("mine", ("card",), "nord", 7, ("notes/HANDOFF.md",))
        assert {key.name for key in KEYS} == {name for name in Settings.__slots__ if name != "problems"}
        assert all(key.purpose and key.type and key.default for key in KEYS)

    @pytest.mark.parametrize(
        ("text", "what"),
        [
            ("rots = []", "'rots' is no key"),
            ("roots = 3", "'roots' must be a list of strings"),
            ('roots = [""]', "'roots' must be a list of strings"),
            ('roots = ["a\\u0000b"]', "'roots' must be a list of strings"),
            ('agents = { a = ["a\\u0000b"] }', "'agents' must be a table"),
            ("hint_days = " + "9" * 400, "'hint_days' must be a number of days"),
            ("ignore = [1]", "'ignore' must be a list of strings"),
            ('ascii = "yes"', "'ascii' must be true or false"),
            ("hint_days = 0", "'hint_days' must be a number of days"),
            ("hint_days = true", "'hint_days' must be a number of days"),
            ("hint_days = 1.5", "'hint_days' must be a number of days"),
            ('sources = ["cards"]', "'sources' names no kind: cards"),
            ("sources = []", "'sources' must be a list of kinds"),
            ('theme = ""', "'theme' must be a name"),
            ('theme = "nope"', "'theme' names no theme: nope (themes are ansi-dark, "),
            ('agent = "nobody"', "'agent' names no agent: nobody"),
            ("aliases = { a = 1 }", "'aliases' must be a table"),
            ('agents = { a = "sh -c" }', "'agents' must be a table"),
            ("agents = { a = [] }", "'agents' must be a table"),
            ("roots = [", "is no TOML"),
            ("a = 1\na = 2", "2 is no TOML"),
            ("x = " + "9" * 5000, "is no TOML"),
            ("x = " + "[" * 3000, "is no TOML"),
            ("d = 2026-13-45", "is no TOML"),
        ],
    )
    def test_what_is_wrong_is_told_and_the_rest_counts(self, home: Home, text: str, what: str) -> None:
        path = home.config(text + "\n")
        found = load(home.world())
        assert what in told(found)
        assert all(one.path == path and one.hint for one in found.problems)
        if "TOML" not in what:
            home.config(text + "\nplaces = ['a/b.md']\n")
            assert load(home.world()).places == ("a/b.md",)

    def test_the_themes_are_those_of_the_installed_textual(self) -> None:
        from textual.theme import BUILTIN_THEMES

        assert set(THEMES) == set(BUILTIN_THEMES)

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_keys_and_values_are_told_as_plain_text(self, home: Home, text: str) -> None:
        escaped = "".join(f"\\U{ord(char):08x}" for char in text)
        home.config(f'"{escaped}" = 1\nagent = "{escaped}"\nsources = ["{escaped}"]\n')
        for problem in load(home.world()).problems:
            assert problem.what.isprintable()

    @settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.binary(max_size=200))
    def test_no_bytes_stop_a_run(self, home: Home, data: bytes) -> None:
        home.write(".config/pickup-tui/config.toml", data)
        assert load(home.world()).roots is not None


class TestTheFileItself:
    def test_not_utf_8(self, home: Home) -> None:
        home.write(".config/pickup-tui/config.toml", b"ascii = true\n# \xff\n")
        found = load(home.world())
        assert told(found) == "2 is not UTF-8"
        assert not found.ascii

    def test_a_mark_at_its_start(self, home: Home) -> None:
        home.write(".config/pickup-tui/config.toml", b"\xef\xbb\xbfascii = true\n")
        assert load(home.world()).ascii

    def test_too_large(self, home: Home) -> None:
        home.write(".config/pickup-tui/config.toml", b"#" * (1 << 20) + b"\n")
        assert "larger than 1 MiB" in told(load(home.world()))

    def test_a_folder_a_pipe_and_a_link_to_nothing(self, home: Home) -> None:
        path = os.path.join(home.path, ".config/pickup-tui/config.toml")
        os.makedirs(path)
        assert "no regular file" in told(load(home.world()))
        os.rmdir(path)
        os.mkfifo(path)
        assert "no regular file" in told(load(home.world()))
        os.remove(path)
        os.symlink("/nowhere", path)
        assert load(home.world()).problems == ()
        os.remove(path)
        os.symlink(path, path)
        assert "cannot be read" in told(load(home.world()))

    def test_problems_are_counted_in_the_list_and_named_by_doctor(self, home: Home) -> None:
        home.config("rots = []\n")
        home.section("foo")
        assert "1 problem" in home.run("list").err
        assert "'rots' is no key of this file" in home.run("doctor").out
