"""What a word on the command line means, and what is handed over for it."""

from __future__ import annotations

import os
import threading
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui import crew
from pickup_tui.cli import parse
from pickup_tui.collect import Collection, collect
from pickup_tui.disk import Disk
from pickup_tui.load import Gone, find, folder_of, prepare
from pickup_tui.table import PRETTY
from pickup_tui.typed import NO_ROW, NONE, ONE, ROW, SEVERAL, Answer
from support import brief, section

if TYPE_CHECKING:
    from pickup_tui.disk import Stamp
    from support import Home


@pytest.fixture
def full(home: Home) -> Home:
    home.project("foo", section("main", "2026-11-20", "first", brief("step a")) + "\n" + section("feature/x", "2026-11-19", "second"))
    home.section("bar", "main", "2026-11-18", "third")
    home.card("card", last_session="2026-11-17")
    home.card("old", status="superseded", last_session="2026-11-16")
    home.section("404", "main", "2026-11-15", "404 page")
    return home


def found(home: Home, cwd: str | None = None) -> Collection:
    return collect(parse(["load", "x"]), home.world(cwd))


def answer(home: Home, word: str, cwd: str | None = None) -> tuple[str, list[str]]:
    what: Answer = find(word, found(home, cwd), home.world(cwd))
    return what.verdict, [row.handoff.topic for row in what.rows]


class TestFind:
    def test_by_number_id_and_text(self, full: Home) -> None:
        assert answer(full, "2") == (ROW, ["second"])
        assert answer(full, f"section:{full.projects}/foo/HANDOFF.md#feature/x") == (ROW, ["second"])
        assert answer(full, f"card:{full.cards}/card.md") == (ROW, ["card"])
        assert answer(full, "third") == (ONE, ["third"])
        assert answer(full, "feature/x") == (ONE, ["second"])
        assert answer(full, "foo")[0] == SEVERAL
        assert answer(full, '"404"') == (ONE, ["404 page"])
        assert answer(full, "404")[0] == NO_ROW
        assert answer(full, "0")[0] == NO_ROW
        assert answer(full, "nothing")[0] == NONE

    def test_by_path(self, full: Home) -> None:
        folder = f"{full.projects}/foo"
        assert answer(full, "~/Projects/bar/HANDOFF.md") == (ROW, ["third"])
        assert answer(full, f"{folder}/HANDOFF.md") == (SEVERAL, ["first", "second"])
        assert answer(full, f"{folder}/HANDOFF.md#feature/x") == (ROW, ["second"])
        assert answer(full, "HANDOFF.md#main", cwd=folder) == (ROW, ["first"])
        assert answer(full, "./HANDOFF.md#main", cwd=folder) == (ROW, ["first"])
        assert answer(full, f"{folder}/HANDOFF.md#nope")[0] == NONE
        assert answer(full, "~/Projects/bar") == (ROW, ["third"])
        assert answer(full, "../bar/", cwd=folder) == (ROW, ["third"])

    def test_a_path_outside_all_places(self, full: Home) -> None:
        path = full.write("elsewhere/a#b.md", section(what="far"))
        assert answer(full, path) == (ROW, ["far"])
        assert answer(full, path + "#main") == (ROW, ["far"])
        empty = full.write("elsewhere/none.md", "nothing")
        assert answer(full, empty)[0] in (NONE, ROW)

    def test_an_id_whose_handoff_has_gone_is_no_keyword(self, full: Home) -> None:
        assert answer(full, f"section:{full.projects}/foo/HANDOFF.md#gone")[0] == NONE
        assert answer(full, "card:/nowhere/card.md")[0] == NONE

    def test_a_superseded_one_by_its_id(self, full: Home) -> None:
        assert answer(full, f"card:{full.cards}/old.md") == (ROW, ["old"])
        assert answer(full, "old")[0] == NONE

    def test_it_keeps_the_project_that_the_list_gives_it(self, full: Home) -> None:
        folder = os.path.join(full.projects, "foo")
        path = full.card("retired", status="superseded", worktree=folder)
        for word in (path, f"card:{path}"):
            (row,) = find(word, found(full), full.world()).rows
            assert row.handoff.project_path == folder

    def test_an_id_as_it_is_before_one_that_only_looks_like_it(self, home: Home) -> None:
        folder = os.path.join(home.projects, "p", ".claude", "handoffs")
        for name, topic in (("2026-11-20-\u241b.md", "Good topic one"), ("2026-11-20-\x1b.md", "Other topic two")):
            home.write(os.path.join(folder, name), f"# {topic}\n\n## Next steps\n\n- go on with it, and then some\n")
        home.git(os.path.join(home.projects, "p"), "init", "-q")
        assert answer(home, f"document:{folder}/2026-11-20-\u241b.md") == (ROW, ["Good topic one"])
        os.unlink(os.path.join(folder, "2026-11-20-\u241b.md"))
        home.write(os.path.join(folder, "2026-11-20-\x1b.md.x"), "")
        assert answer(home, f"document:{folder}/2026-11-20-\u241b.md") == (ROW, ["Other topic two"])

    def test_a_section_before_a_file_that_is_called_like_it(self, home: Home) -> None:
        path = home.section("mine", branch="main")
        home.write(f"{path}#main", "# Other text\n\n## Next steps\n\n- go on with it, and then some\n")
        assert answer(home, f"{path}#main") == (ROW, ["work"])
        assert answer(home, f"{path}#other")[0] == NONE

    def test_a_hidden_one_by_its_id_and_path(self, full: Home) -> None:
        path = full.card("tok")
        assert full.run("hide", f"card:{path}").code == 0
        assert answer(full, f"card:{path}") == answer(full, path) == (ROW, ["tok"])
        assert answer(full, "tok")[0] == NONE


class TestPrepare:
    def test_a_section_alone_with_the_names_of_the_others(self, full: Home) -> None:
        all_ = found(full)
        loaded = prepare(all_.rows[0], all_, full.world(), PRETTY)
        assert "first" in loaded.prompt
        assert "second" not in loaded.prompt
        assert "not shown here: `feature/x`" in loaded.prompt
        assert loaded.report[3] == "✅ Next step: step a"
        assert loaded.report[0] == "📁 Loaded: ~/Projects/foo/HANDOFF.md (branch: main)"
        assert loaded.tokens > 50

    def test_what_is_there_now_is_handed_over(self, full: Home) -> None:
        all_ = found(full)
        full.section("bar", "main", "2026-11-18", "changed")
        row = next(row for row in all_.rows if row.handoff.project == "bar")
        assert "changed" in prepare(row, all_, full.world(), PRETTY).text

    def test_gone(self, full: Home) -> None:
        all_ = found(full)
        os.remove(f"{full.projects}/bar/HANDOFF.md")
        row = next(row for row in all_.rows if row.handoff.project == "bar")
        with pytest.raises(Gone, match=r"~/Projects/bar/HANDOFF.md is gone"):
            prepare(row, all_, full.world(), PRETTY)

    def test_a_place_that_no_longer_answers(self, full: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        over = threading.Event()

        class Dead(Disk):
            def read(self, *_: Any, **__: Any) -> tuple[bytes, Stamp]:
                self.since = monotonic()
                over.wait(20)
                raise FileNotFoundError

        all_ = found(full)
        monkeypatch.setattr(crew.patiently, "__defaults__", (0.2,))
        with pytest.raises(Gone, match="did not answer"):
            prepare(all_.rows[0], all_, full.world(), PRETTY, disk=Dead())
        over.set()


class TestFolder:
    def test_the_tree_that_has_the_branch_else_the_project_else_here(self, home: Home) -> None:
        repo = home.project("foo", section("x") + "\n" + section("other", "2026-11-01"), git=True)
        home.commit(repo)
        home.git(repo, "worktree", "add", "-q", "-b", "x", f"{home.path}/tree")
        os.remove(f"{home.path}/tree/HANDOFF.md")
        home.card("card")
        all_ = found(home)
        folders = {row.handoff.branch: folder_of(row.handoff, all_, home.world(cwd=home.tmp)) for row in all_.rows}
        assert folders == {"x": f"{home.path}/tree", "other": repo, None: home.tmp}
