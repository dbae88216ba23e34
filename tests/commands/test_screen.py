"""What the screen is given by the rest of the program, and what becomes of a choice."""

from __future__ import annotations

import gc
import os
import stat
import threading
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lab import ONE, Lab
from made import pressed
from pickup_tui.cli import Failure, parse
from pickup_tui.commands import screen, screen_services
from pickup_tui.picker import menus
from pickup_tui.picker.services import Lane, Outcome
from pickup_tui.picker.state import State, refreshed
from support import NOW

if TYPE_CHECKING:
    from pickup_tui.picker.pane import Facts
    from pickup_tui.picker.state import Listing
    from support import Home


def services(home: Home, *words: str, **environ: str) -> screen_services.Real:
    return screen_services.Real(parse(words), home.world(**environ))


def installed(home: Home, *names: str) -> str:
    folder = os.path.join(home.path, "bin")
    os.makedirs(folder, exist_ok=True)
    for name in names:
        path = home.write(f"bin/{name}", "#!/bin/sh\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return folder


def loaded(home: Home, *words: str, **environ: str) -> tuple[screen_services.Real, Listing]:
    real = services(home, *words, **environ)
    return real, real.load()


class TestListing:
    def test_everything_is_read_and_the_next_start_knows_it_at_once(self, home: Home) -> None:
        home.section("one", what="first topic")
        first = services(home)
        assert first.first().reading
        assert not first.first().rows
        assert [row.handoff.topic for row in first.load().rows] == ["first topic"]
        again = services(home)
        assert [row.handoff.topic for row in again.first().rows] == ["first topic"]
        known = again.known()
        assert known is not None
        assert [row.handoff.topic for row in known.rows] == ["first topic"]
        assert known.reading, "it is still looked whether it holds"

    def test_what_is_known_is_not_read_again_while_it_holds(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        path = home.section("one", what="first topic")
        for name in ("GRAIN", "TICK"):  # what was written a moment ago counts as settled
            monkeypatch.setattr(f"pickup_tui.index.{name}", -1e9)
        loaded(home)
        real = services(home)
        known = real.known()
        assert known is not None
        with monkeypatch.context() as patch:
            patch.setattr("pickup_tui.collect.collect", None)
            assert real.load().rows == known.rows
        home.write(path, "# H\n\n## main (updated 2026-11-20)\n\n**What**: second topic\n")
        assert [row.handoff.topic for row in real.load().rows] == ["second topic"]

    def test_reading_again_while_nothing_has_changed_makes_no_second_list(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.section("one", what="first topic")
        for name in ("GRAIN", "TICK"):
            monkeypatch.setattr(f"pickup_tui.index.{name}", -1e9)
        real, before = loaded(home)
        scan = real.found.scan if real.found else None
        after = real.load()
        assert real.found is not None
        assert real.found.scan is scan
        assert "hidden" in real.hide(after.rows[0])
        assert not real.load().rows
        assert real.found.scan is scan, "what is noted beside the handoffs ranks the same ones anew"
        assert len(before.rows) == 1
        home.section("two", what="another")
        assert [row.handoff.topic for row in real.load().rows] == ["another"]

    def test_a_setting_that_changes_is_followed(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("GRAIN", "TICK"):
            monkeypatch.setattr(f"pickup_tui.index.{name}", -1e9)
        home.section("one", what="first topic")
        real, before = loaded(home)
        assert len(before.rows) == 1
        home.write(".config/pickup-tui/config.toml", 'ignore = ["*/one"]\n')
        assert not real.load().rows

    def test_it_holds_no_more_after_fifty_readings_than_after_five(self, home: Home) -> None:
        """A screen stays open for days, and its list is read again at every change."""
        for at in range(30):
            home.section(f"p{at}", what=f"topic {at}")
        real = services(home)
        state = State(real.load(), 120, 36)
        counts = []
        for again in range(50):
            if again % 2:
                home.section(f"p{again % 30}", what=f"changed {again}")
            state = pressed(refreshed(state, real.load(), float(again)), *"topic 1", "down", "ctrl+u", "ctrl+f", "ctrl+f")[0]
            gc.collect()
            names = Counter(type(one).__name__ for one in gc.get_objects() if str(type(one).__module__).startswith("pickup_tui"))
            counts.append((names, len(gc.get_objects())))
        few = {name: max(names[name] for names, _ in counts[:6]) for name in counts[0][0]}
        assert few["Handoff"] > 0
        assert {name: count for name, count in counts[-1][0].items() if count > few.get(name, 0)} == {}
        assert counts[-1][1] < counts[5][1] + 200

    @pytest.mark.parametrize("file", [".local/state/pickup-tui/hidden", ".local/state/pickup-tui/picked", ".cache/pickup-tui/reviews"])
    def test_what_is_noted_beside_the_handoffs_counts_too(self, home: Home, file: str) -> None:
        home.section("one")
        loaded(home)
        real = services(home)
        real.known()
        before = real.found
        home.write(file, "x\n")
        real.load()
        assert real.found is not before

    def test_nothing_found_names_the_places_and_what_to_do(self, home: Home) -> None:
        _, found = loaded(home)
        assert not found.rows
        assert "~/Projects" in found.places
        assert "roots" in " ".join(found.advice)
        assert "--root" in " ".join(found.advice)

    def test_the_searched_folders_are_watched(self, home: Home) -> None:
        home.section("one")
        real, _ = loaded(home)
        assert {home.projects, os.path.join(home.projects, "one"), home.cards} <= set(real.folders())

    def test_where_loads_are_noted_is_watched_too(self, home: Home) -> None:
        """So that what another session picks up meanwhile is marked before this one takes the same."""
        real, _ = loaded(home)
        assert real._world.state_folder in real.folders()

    def test_problems_are_counted(self, home: Home) -> None:
        home.card("bad", "---\nkind: handoff\ntitle: [unclosed\n---\n")
        assert loaded(home)[1].problems == 1

    def test_a_hidden_row_is_away_until_its_handoff_changes(self, home: Home) -> None:
        path = home.section("one", what="hide me")
        real, found = loaded(home)
        assert "hidden" in real.hide(found.rows[0])
        assert not loaded(home)[1].rows
        assert len(loaded(home, "--hidden")[1].rows) == 1
        with open(path, "a", encoding="utf-8") as file:
            file.write("\nmore\n")
        assert len(loaded(home)[1].rows) == 1


class TestRow:
    def test_the_text_is_the_sections_own(self, home: Home) -> None:
        home.project("one", "# H\n\n## a (updated 2026-11-20)\n\n**What**: A\n\n## b (updated 2026-11-19)\n\n**What**: B\n")
        real, found = loaded(home)
        assert "**What**: A" in real.text(found.rows[0].handoff)
        assert "**What**: B" not in real.text(found.rows[0].handoff)

    def test_a_text_that_is_gone_says_so(self, home: Home) -> None:
        path = home.section("one")
        real, found = loaded(home)
        os.unlink(path)
        assert "cannot be read" in real.text(found.rows[0].handoff)

    @pytest.mark.parametrize(
        ("editor", "argv"), [("ed", ["{bin}/ed"]), ("ed --wait", ["{bin}/ed", "--wait"]), ("'{bin}/my ed' -x", ["{bin}/my ed", "-x"])]
    )
    def test_an_editor_is_an_argument_list_with_the_files_path(self, home: Home, editor: str, argv: list[str]) -> None:
        path = home.section("one")
        folder = installed(home, "ed", "my ed")
        real, found = loaded(home, EDITOR=editor.format(bin=folder), PATH=folder)
        assert real.editor(found.rows[0]) == ((*(word.format(bin=folder) for word in argv), path), os.path.dirname(path))

    @pytest.mark.parametrize(("editor", "said"), [("", "set $EDITOR"), ("nowhere", "not to be found"), ("'unclosed", "quotes")])
    def test_without_an_editor_it_says_what_to_do(self, home: Home, editor: str, said: str) -> None:
        home.section("one")
        real, found = loaded(home, EDITOR=editor, PATH="/nowhere")
        answer = real.editor(found.rows[0])
        assert isinstance(answer, str)
        assert said in answer

    def test_no_pull_request_is_said(self, home: Home) -> None:
        home.section("one")
        real, found = loaded(home)
        assert real.browse(found.rows[0]) == "this handoff names no pull request"

    def test_a_baton_that_is_copied_stays_where_it_is_while_the_screen_stands(self, home: Home) -> None:
        for at in (3, 2, 1):
            home.write(f"tmp/handoff-{int(NOW) - 3600 * at}-{at}.md", f"# Task {at}\n\n**Next**: go on with number {at}\n")
        real, found = loaded(home, PATH="/nowhere")
        real.copy(found.rows[1], lambda _: (_ for _ in ()).throw(OSError()))
        assert [(row.number, row.handoff.topic, row.folded) for row in real.load().rows] == [(1, "Task 1", False), (2, "Task 2", False), (3, "Task 3", False)]
        assert [(row.number, row.handoff.topic, row.folded) for row in loaded(home)[1].rows] == [(1, "Task 1", False), (2, "Task 3", False), (3, "Task 2", True)]

    def test_what_is_copied_says_what_has_changed(self, home: Home) -> None:
        home.section("one")
        real, found = loaded(home, PATH="/nowhere")  # no clipboard: a private file takes it, and its path is said
        path = real.copy(found.rows[0], lambda _: (_ for _ in ()).throw(OSError())).rpartition(" is in ")[2].split(" — ")[0]
        text = Path(path).read_text(encoding="utf-8")
        assert "git is not installed" in text
        assert "not checked" not in text

    def test_copies_are_reported_when_the_screen_is_left(self, home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        home.section("one", what="first topic")
        home.section("two", what="second topic")
        args, world = parse(()), home.world(PATH="/nowhere")
        real = screen_services.Real(args, world)
        found = real.load()

        def copied(*_: object, **__: object) -> Outcome:
            for row in found.rows:
                real.copy(row, lambda _: (_ for _ in ()).throw(OSError()))
            return Outcome("leave")

        monkeypatch.setattr("pickup_tui.commands.screen.run", copied)
        monkeypatch.setattr("pickup_tui.commands.screen_services.Real", lambda *_: real)
        monkeypatch.setattr("pickup_tui.commands.screen._ends", lambda _: False)
        assert screen.pick(args, world) == 0
        said = capsys.readouterr().err
        first, second = (row.handoff for row in found.rows)
        for handoff in (first, second):
            assert said.count(f"Loaded: ~/Projects/{handoff.project}/HANDOFF.md") == 1
        assert f"previous handoff {first.topic} stays in context; loading {second.topic} on top" in said
        assert said.count(" is in ") == 2, "how each was copied"

    def test_what_is_known_is_not_asked_again_to_copy_it(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.section("one")
        real, found = loaded(home)
        done = threading.Event()
        handoff = found.rows[0].handoff
        real.since(handoff, lambda facts: done.set() if facts.done else None)
        assert done.wait(20)
        monkeypatch.setattr("pickup_tui.since.check", lambda *_: pytest.fail("it was asked again"))
        assert real.checks.wait(handoff).done

    def test_the_changes_come_from_the_background(self, home: Home) -> None:
        home.section("one")
        real, found = loaded(home)
        done = threading.Event()
        told: list[Facts] = []

        def tell(facts: Facts) -> None:
            told.append(facts)
            if facts.done:
                done.set()

        real.since(found.rows[0].handoff, tell)
        assert done.wait(30)
        assert told[-1].summary
        real.stop()

    def test_a_checkpoint_s_lanes_are_judged(self, home: Home) -> None:
        lab = Lab(home)
        lab.save_lane(status="running")
        real, found = loaded(home)
        lanes = real.lanes(found.rows[0])
        assert [(lane.id, lane.verdict, lane.cwd) for lane in lanes if isinstance(lane, Lane)] == [
            ("L1", "blocked", None),
            ("L2", "validated", lab.path("wt/two")),
        ]

    def test_only_checkpoints_have_lanes(self, home: Home) -> None:
        home.section("one")
        real, found = loaded(home)
        assert real.lanes(found.rows[0]) == "only checkpoints have lanes"


class TestLanes:
    """What becomes of a lane that the person has agreed to run."""

    def chosen(self, home: Home, **environ: str) -> tuple[Lab, screen_services.Real, Outcome]:
        lab = Lab(home)
        folder = lab.program("claude", 'printf "%s " "$@" > "$HOME/started"; cat >> "$HOME/started"\n')
        real, found = loaded(home, PATH=f"{folder}:{home.environ['PATH']}", **environ)
        assert not isinstance(real.lanes(found.rows[0]), str)
        shown = menus.shown_words(("claude", "-p", "--resume", ONE), lab.path("wt/one"))
        return lab, real, Outcome("lane", found.rows[0], way=shown, text="L1\tgo on")

    def test_it_is_run_with_the_prompt(self, home: Home, capfd: pytest.CaptureFixture[str]) -> None:
        _, real, outcome = self.chosen(home)
        assert screen._resume(real._world, real, outcome) == 0
        assert Path(home.path, "started").read_text() == f"-p --resume {ONE} go on"
        assert "whether the work is done is for you to check" in capfd.readouterr().err

    @pytest.mark.parametrize("change", ["command", "lane", "row", "lanes"])
    def test_what_was_not_shown_is_not_run(self, home: Home, change: str) -> None:
        lab, real, outcome = self.chosen(home)
        if change == "lanes":  # judged again meanwhile, and not validated any more
            lab.save_lane(status="running")
            assert outcome.row
            real.lanes(outcome.row)
        changed = {"command": (outcome.row, "claude\0--help", outcome.text), "lane": (outcome.row, outcome.way, "L2\tgo on"), "row": (None, outcome.way, outcome.text)}
        row, way, text = changed.get(change, (outcome.row, outcome.way, outcome.text))
        with pytest.raises(Failure, match="nothing was run"):
            screen._resume(real._world, real, Outcome("lane", row, way=way, text=text))
        assert not os.path.exists(os.path.join(home.path, "started"))

    def test_a_program_that_is_not_there_is_said_in_the_menu_and_at_the_end(self, home: Home) -> None:
        _, real, outcome = self.chosen(home)
        real, found = loaded(home)
        lanes = real.lanes(found.rows[0])
        assert not isinstance(lanes, str)
        lane = lanes[0]
        assert lane.verdict == "validated", lane.reason
        assert "claude is not in PATH" in lane.reason
        with pytest.raises(Failure, match="nothing was run: claude is not in PATH"):
            screen._resume(real._world, real, Outcome("lane", found.rows[0], way=outcome.way, text=outcome.text))

    def test_what_changed_since_is_said(self, home: Home, capfd: pytest.CaptureFixture[str]) -> None:
        lab, real, outcome = self.chosen(home)
        lab.save(next_action="something else")
        assert screen._resume(real._world, real, outcome) == 1
        assert "nothing was run: the checkpoint changed" in capfd.readouterr().err
        assert not os.path.exists(os.path.join(home.path, "started"))


class TestAgents:
    def test_the_configured_one_is_started_unasked(self, home: Home) -> None:
        folder = installed(home, "claude", "codex")
        assert services(home, PATH=folder).agents == ("claude",)
        home.config('agent = "codex"\n')
        assert services(home, PATH=folder).agents == ("codex",)
        assert services(home, "--agent", "claude", PATH=folder).agents == ("claude",)

    def test_where_it_is_not_installed_those_that_are_can_be_chosen(self, home: Home) -> None:
        folder = installed(home, "codex", "opencode")
        assert list(services(home, PATH=folder).agents) == ["codex", "opencode"]

    def test_where_none_is_it_is_named(self, home: Home) -> None:
        assert services(home, PATH="/nowhere").agents == ("claude",)


@pytest.mark.parametrize(
    ("ref", "address"), [("acme/up#41", "https://github.com/acme/up/pull/41"), ("ghe.example.org/acme/up#4", "https://ghe.example.org/acme/up/pull/4")]
)
def test_a_pull_requests_address(ref: str, address: str) -> None:
    assert screen_services.url(ref) == address


def test_without_a_terminal_the_list_goes_to_stderr(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.section("one", what="first topic")
    monkeypatch.setattr("pickup_tui.picker.tty.Terminal.open", staticmethod(lambda: None))
    ran = home.run()
    assert (ran.code, ran.out) == (4, "")
    assert "first topic" in ran.err


class TestOutcome:
    """What a screen that was left with this outcome brings about; the screen itself is not run."""

    @pytest.fixture
    def left(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
        home.section("one", what="first topic")
        self.outcome = ("leave", "")

        def run(real: screen_services.Real, *_: object, **__: object) -> Outcome:
            kind, way = self.outcome
            row = real.load().rows[0]
            return Outcome(kind, row if kind == "load" else None, way=way)

        monkeypatch.setattr(screen, "run", run)
        # Textual is loaded by other tests; the quick end is not for a test's process.
        monkeypatch.setattr(screen, "_ends", lambda _: False)
        return home

    def test_leaving_loads_nothing(self, left: Home) -> None:
        ran = left.run()
        assert (ran.code, ran.out, ran.err) == (0, "", "")

    def test_control_c_is_130(self, left: Home) -> None:
        self.outcome = ("cancel", "")
        assert left.run().code == 130

    def test_a_choice_into_a_pipe_is_printed_and_reported(self, left: Home, capfd: pytest.CaptureFixture[str]) -> None:
        self.outcome = ("load", "")
        ran = left.run()
        assert ran.code == 0
        assert "first topic" in ran.out + capfd.readouterr().out
        assert ran.err.count("Loaded:") == 1
        assert "Since last session: " in ran.err

    def test_a_second_one_in_the_same_session_says_that_the_first_stays(self, left: Home) -> None:
        self.outcome = ("load", "print")
        left.run(CLAUDE_CODE_SESSION_ID="s1")
        left.section("two", what="second topic", date="2026-11-28")
        ran = left.run(CLAUDE_CODE_SESSION_ID="s1")
        assert "previous handoff first topic stays in context; loading second topic on top" in ran.err
        assert ran.err.index("previous handoff") < ran.err.index("Loaded:")
