"""Everything that takes text or keys, with what nobody would write. A fixed seed; PICKUP_FUZZ=100 tries a hundred times as much, anew."""

from __future__ import annotations

import json
import os
import random
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hostile.hostility import TITLES
from made import NOW, Fake, listing, rows
from pickup_tui import brief, index, readers, text, when
from pickup_tui import settings as settings_
from pickup_tui.checkpoint import config
from pickup_tui.cli import COMMANDS, COMMON, UsageError, parse
from pickup_tui.handoff import Reading
from pickup_tui.index import read_handoff, write_handoff
from pickup_tui.picker import actions, frame, keys, state
from pickup_tui.picker.app import PickerApp
from pickup_tui.readers import strict
from pickup_tui.since import references
from strategies import markdown
from support import FORBIDDEN

if TYPE_CHECKING:

    from pickup_tui.picker.services import Outcome
    from pickup_tui.picker.state import State
    from support import Home

TIMES = int(os.environ.get("PICKUP_FUZZ", "1"))
QUIET = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def fuzz(examples: int) -> settings:
    """How many examples a test tries: which ones is the profile's word (conftest), the same ones each time in CI."""
    return settings(max_examples=examples * TIMES, suppress_health_check=QUIET)


# Text that is likely to reach a rule: the words and signs of every format, hostile titles, and anything at all.
SPARKS = st.sampled_from(
    [
        *TITLES, "---", "---\n", "kind: handoff\n", "status: done\n", "title: ", "last_session: 2026-11-28\n", "prs: [a/b#1, x]\n", "## main (updated 2026-11-20)\n", "## ",
        "**What**: ", "**Plan**: a/b#1\n", "## Context\n", "```yaml\n", "```\n", "next_step: ", "why_stopped: ", "# Handoff\n", "## Next steps\n", "- [ ] ", "- [x] ", "1. ",
        "> ", "| a | b |\n|---|---|\n", "Branch: `", "Date: 2026-11-28\n", "2026-13-45", "更新日: 2026年7月7日\n", "引き継ぎ", "<!--", "-->", "&a ", "*a", "!!x ", "<<: ", "[", "]", "{", "}",
        ": ", "\n", "\n\n", "  ", "\t", '"', "'", "\\x1b", "schema_version: 1\n", "head: ", "a" * 40, "lanes_in_flight:\n", "- id: ", "null", "~", "superseded", "## Session 3 (2026-01-02)\n",
    ],
)  # fmt: skip
TEXTS = st.one_of(st.lists(st.one_of(SPARKS, st.text(max_size=12)), max_size=25).map("".join), markdown, st.text(max_size=200))


class TestReaders:
    @fuzz(100)
    @given(st.sampled_from(["project", "card", "baton", "checkpoint"]), TEXTS, st.booleans())
    def test_a_reader_never_raises_and_its_rows_are_rows(self, kind: str, own: str, as_json: bool) -> None:
        own = text.decode(own.encode("utf-8", "surrogatepass"))
        path = f"/home/u/Projects/boat/{'.planning/HANDOFF.json' if as_json else 'HANDOFF.md'}"
        found = readers.read(kind, path, own)
        assert isinstance(found, Reading)
        lines = own.count("\n") + 1
        for one in found.handoffs:
            assert 1 <= one.line <= one.end <= lines
            assert one.declared is None or when.seconds(one.declared, 0.0) is not None
        for problem in found.problems:
            assert problem.what
            assert problem.line is None or 0 <= problem.line <= lines + 1
        references.find(own)

    @fuzz(25)
    @given(st.lists(TEXTS, min_size=1, max_size=4), st.binary(max_size=60))
    def test_whatever_lies_there_is_listed_in_clean_lines(self, home: Home, texts: list[str], noise: bytes) -> None:
        folder = home.project("boat")
        for at, own in enumerate(texts):
            home.write(f"{folder}/{('HANDOFF.md', 'CONTINUE.md', '.thunderkit/HANDOFF.md', '.planning/HANDOFF.json')[at]}", own.encode("utf-8", "surrogatepass") + noise)
        home.card("x", texts[0].encode("utf-8", "surrogatepass") + noise)
        found = home.scan()
        for one in found.handoffs:
            for value in (one.topic, one.project, one.branch or "", one.status or "", *one.marks, *one.prs):
                assert FORBIDDEN.isdisjoint(value)
                assert "\n" not in value
            kept = write_handoff(one)
            assert read_handoff(kept) == one
            assert kept.count("\n") == 0
        for problem in found.problems:
            assert FORBIDDEN.isdisjoint(problem.path + problem.what + problem.hint)

    @fuzz(100)
    @given(TEXTS)
    def test_strict_yaml_gives_a_node_or_refuses_with_a_line(self, own: str) -> None:
        refused: strict.Refused | None = None
        try:
            strict.load(text.clean(own))
        except strict.Refused as why:
            refused = why
        if refused:
            assert 1 <= refused.line <= own.count("\n") + 2
            assert refused.reason

    @fuzz(30)
    @given(st.one_of(TEXTS, st.recursive(st.one_of(st.none(), st.booleans(), st.floats(), st.text(max_size=5)), lambda part: st.dictionaries(st.sampled_from(["classes", "planner", "executors", "reviewers", "models", "delegation", "schema_version", "x"]), part), max_leaves=8).map(json.dumps)))
    def test_a_checkpoints_configuration(self, home: Home, own: str) -> None:
        project = home.project("boat")
        home.write(f"{project}/.thunderkit/config.json", own.encode("utf-8", "surrogatepass"))
        ran = home.run("restore", project, "--json")
        assert ran.code in (0, 1, 2)
        assert set(ran.json()["record"]) >= {"decision", "reason_code"}
        assert config.__doc__


class TestOurOwnFiles:
    @fuzz(30)
    @given(st.one_of(TEXTS, st.lists(st.sampled_from([f"{key.name} = " for key in settings_.KEYS] + ["[agents]\n", "[aliases]\n", "[1]", '"x"', "true", "[]", '["~"]', "\n", "9" * 30, "{}", "1e999"]), max_size=12).map("".join)))
    def test_the_config_is_read_or_told(self, home: Home, own: str) -> None:
        home.config(own.encode("utf-8", "surrogatepass"))  # type: ignore[arg-type]
        found = settings_.load(home.world())
        try:
            tomllib.loads(own)
        except (ValueError, RecursionError):
            assert found.problems
        assert all(FORBIDDEN.isdisjoint(one.what) for one in found.problems)
        assert home.run("list").code == 0

    @fuzz(30)
    @given(st.sampled_from(["units", "list", "page", "picked", "hidden"]), st.one_of(st.binary(max_size=80), st.none()), st.integers(0, 10_000), st.integers(0, 255))
    def test_a_damaged_index_or_state_costs_nothing_but_time(self, home: Home, name: str, whole: bytes | None, at: int, put: int) -> None:
        if not os.path.exists(home.projects + "/foo"):
            home.section("foo", what="the topic")
            home.section("bar", what="another")
        right = home.run("list", "--json").out
        for folder, _, files in os.walk(home.path):
            for found in files:
                if found.startswith(name) and ("/.cache" in folder or "/.local" in folder):
                    path = os.path.join(folder, found)
                    with open(path, "rb") as file:
                        data = bytearray(file.read())
                    if data:
                        data[at % len(data)] = put
                    with open(path, "wb") as file:
                        file.write(bytes(data) if whole is None else whole)
        assert home.run("list", "--json").out == right

    @fuzz(25)
    @given(st.binary(max_size=400))
    def test_an_index_of_anything(self, tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
        folder = str(tmp_path_factory.mktemp("index"))
        kept = index.Index(folder, "x")
        for name in ("units", "list"):
            kept.write(name, data.decode("latin-1"))
        again = index.Index(folder, "x")
        again.unchecked(None)
        assert again.last("root:/x") is None


WORDS = [command.name for command in COMMANDS] + [flag for command in COMMANDS for option in (*command.options, *COMMON) for flag in option.flags]


class TestArguments:
    @fuzz(150)
    @given(st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(["--", "-", "", "=", "--=", "--limit=x", "-1", "1" * 400, *TITLES]), st.text(max_size=10)), max_size=6))
    def test_words_are_taken_or_told(self, words: list[str]) -> None:
        said = ""
        try:
            said = parse(words).command
        except UsageError as error:
            said = str(error)
        assert said

    @fuzz(25)
    @given(st.lists(st.one_of(st.sampled_from(["--json", "--all", "--limit", "3", "--filter", "0", "99", "none", "--ascii"]), st.sampled_from(TITLES)), max_size=4))
    def test_reading_commands_end_with_a_known_code_and_clean_lines(self, home: Home, words: list[str]) -> None:
        for command in ("list", "load", "since", "mapping"):
            ran = home.run(command, *words)
            assert ran.code in (0, 1, 2, 3)
            assert FORBIDDEN.isdisjoint(ran.out + ran.err)
            if ran.code == 2:
                continue
            asked = parse([command, *words])
            if asked.on("json") and not asked.on("help") and not asked.on("version"):
                assert ran.json()["schema_version"] == 1


# Keys that move, edit, choose and act; the actions' own; letters, digits, and what terminals send that nobody knows.
KEYS = [
    "up", "down", "pageup", "pagedown", "home", "end", "left", "right", "tab", "shift+tab", "backspace", "delete", "escape", "enter", "ctrl+j", "space",
    *"0123456789", *"aelrtz", "é", "日", "[", "\u202e", "ctrl+@", "f12", "ctrl+right", "<unknown>",
    *(key for action in actions.ACTIONS for key in getattr(action, "keys", ())),
]  # fmt: skip
ASKS = frozenset({"enter", "ctrl+j", "y", *"0123456789"})  # keys that may load; the actions' own keys say what they do


def press(start: State, key: str) -> keys.Step:
    return keys.press(start, key, key if len(key) == 1 else " " if key == "space" else None)


class TestKeys:
    @pytest.mark.parametrize("seed", range(20 * TIMES))
    def test_a_walk_never_crashes_and_never_loads_what_was_not_shown(self, seed: int) -> None:
        dice = random.Random(seed)
        count = dice.choice((0, 1, 7, 23, 120))
        now = state.State(listing(count), dice.choice((1, 40, 80, 500)), dice.choice((1, 2, 12, 24, 200)))
        for _ in range(150):
            event = dice.random()
            if event < 0.06:
                now = state.resized(now, dice.choice((1, 3, 40, 80, 300)), dice.choice((1, 3, 12, 40)))
            elif event < 0.1:
                now = state.refreshed(now, listing(dice.choice((0, count, count + 3))), float("-inf"))
            elif event < 0.14:
                now = keys.paste(now, dice.choice((*TITLES, "topic\n\n1\n", "")))
            else:
                key = dice.choice(KEYS)
                before = now
                now, effect = press(now, key)
                check(before, key, effect)
            drawn = frame.lines(now, NOW)
            assert len(drawn) == now.height
            assert all(FORBIDDEN.isdisjoint(said) for line in drawn for said, _ in line)

    @pytest.mark.parametrize("wanted", range(1, 24))
    def test_a_number_loads_the_row_that_was_shown_with_it(self, wanted: int) -> None:
        now = state.State(listing(23), 120, 40)
        now, _ = press(now, next(key for action in actions.ACTIONS if action.name == "all" for key in action.keys))
        shown = {str(row.number): row for row in now.sight}
        effect = None
        for digit in (*str(wanted), "enter"):
            now, effect = press(now, digit)
            if effect:
                break
        assert effect is not None
        assert (effect.kind, effect.row) == ("load", shown[str(wanted)])

    @pytest.mark.parametrize("seed", range(2 * TIMES))
    async def test_the_whole_app(self, seed: int) -> None:
        """The same with Textual around it: it ends by a key that says so, or not at all."""
        dice = random.Random(1000 + seed)
        app = PickerApp(Fake(23), state.State(listing(23), 90, 26), clock=lambda: NOW, loaded=True)
        last: list[str] = []
        async with app.run_test(size=(90, 26)) as pilot:
            for _ in range(60):
                if not app.is_running or app._exit:
                    break
                name = dice.choice([key for key in KEYS if key not in ("ctrl+@", "<unknown>")])
                before = app.state
                last.append(name)
                app.pressed(name, name if len(name) == 1 else None, float("inf"))
                if app._exit:
                    outcome: Outcome | None = app.return_value
                    if outcome is not None and outcome.kind == "load":
                        assert outcome.row in before.view or before.menu is not None, last
                    break
                await pilot.pause()
        assert app.crash is None, last
        assert app.return_code in (0, None), last


def check(before: State, key: str, effect: Any) -> None:
    """What one key may bring about."""
    if effect is None or effect.kind not in ("load", "lane"):
        return
    acting = {each for action in actions.ACTIONS for each in getattr(action, "keys", ())}
    assert key in ASKS | acting or before.menu is not None, f"{key} loaded"
    if effect.kind == "load" and before.menu is None:
        assert effect.row in before.view, "a row that was not there"
        if key.isdigit():
            assert str(effect.row.number).endswith(key)
            assert effect.row in before.sight, "a row that could not be seen"


def test_the_brief_of_any_row_is_text(home: Home) -> None:
    for row in rows(5):
        assert brief.prompt(row.handoff, "\n".join(TITLES), NOW)


