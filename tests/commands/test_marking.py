"""`done`, `reopen`, `hide`, and what a second session sees of a first."""

from __future__ import annotations

import contextlib
import os
import pty
import sys
from typing import TYPE_CHECKING

import pytest

from support import APP

if TYPE_CHECKING:
    from support import Home

ONE, TWO = {"CLAUDE_CODE_SESSION_ID": "one"}, {"CLAUDE_CODE_SESSION_ID": "two"}


def ids(home: Home, *argv: str, **environ: str) -> list[str]:
    return [row["id"] for row in home.run("list", "--json", *argv, **environ).json()["handoffs"]]


def content(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def typed(home: Home, *argv: str) -> tuple[int, str]:
    """A command in a terminal of its own: its exit code, and what it wrote there."""
    environ = {**home.environ, "PYTHONPATH": APP}
    words = [sys.executable, "-m", "pickup_tui", *argv]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(words[0], words, environ)
    said = b""
    with contextlib.suppress(OSError):  # Linux says so at the end of a terminal's output
        while chunk := os.read(terminal, 1024):
            said += chunk
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(terminal)
    return code, said.decode()


class TestStatus:
    def test_a_card_is_done_and_open_again_and_nothing_else_changes(self, home: Home) -> None:
        path = home.card("fix", body="## Last session brief\n\nnext_step: x\n")
        before = content(path)
        row = home.run("done", f"card:{path}", "--json").json()["handoff"]
        assert (row["status"], row["marks"]) == ("done", ["done"])
        assert content(path) == before.replace("status: active", "status: done")
        assert home.run("reopen", f"card:{path}", "--json").json()["handoff"]["status"] == "active"
        assert content(path) == before

    def test_a_superseded_one_can_be_reopened_by_its_id(self, home: Home) -> None:
        path = home.card("fix", status="superseded")
        assert home.run("reopen", f"card:{path}").code == 0
        assert ids(home) == [f"card:{path}"]

    def test_a_superseded_one_stays_superseded(self, home: Home) -> None:
        path = home.card("fix", status="superseded")
        ran = home.run("done", f"card:{path}", "--json")
        assert ran.code == 1
        assert (ran.json()["error"]["code"], "reopen" in ran.json()["error"]["hint"]) == ("superseded", True)
        assert "status: superseded" in content(path)
        assert ids(home) == []

    def test_only_cards_can_be_done(self, home: Home) -> None:
        path = home.section("p")
        ran = home.run("done", f"section:{path}#main", "--json")
        assert ran.code == 1
        assert ran.json()["error"]["code"] == "no_card"

    @pytest.mark.parametrize("command", ["done", "reopen", "hide"])
    @pytest.mark.parametrize("word", ["1", "fix", "card:fix"])
    def test_off_a_terminal_numbers_and_words_are_refused(self, home: Home, command: str, word: str) -> None:
        path = home.card("fix")
        ran = home.spawn(command, word)
        assert ran.code == 2
        assert "mapping gives the ids" in ran.err
        assert "status: active" in content(path)

    def test_nor_a_word_that_only_looks_like_an_id(self, home: Home) -> None:
        path = home.card("fix", title="fix a/b")
        ran = home.run("done", "a/b")
        assert ran.code == 1
        assert "no handoff has the id" in ran.err
        assert "status: active" in content(path)

    def test_on_a_terminal_a_number_will_do(self, home: Home) -> None:
        path = home.card("fix")
        assert typed(home, "done", "1")[0] == 0
        assert "status: done" in content(path)

    def test_a_number_is_that_of_the_list_which_leaves_some_out(self, home: Home) -> None:
        old = home.card("old", status="superseded", last_session="2026-11-24")
        hidden = home.card("hidden", last_session="2026-11-23")
        new = home.card("new", last_session="2026-11-22")
        wanted = home.card("wanted")
        assert home.run("hide", f"card:{hidden}").code == 0
        assert [row["row"] for row in home.run("list", "--json").json()["handoffs"] if row["id"] == f"card:{wanted}"] == [2]
        code, said = typed(home, "done", "2")
        assert code == 0
        assert "2 " in said
        assert ["status: done" in content(path) for path in (wanted, new, hidden, old)] == [True, False, False, False]
        code, said = typed(home, "done", "3")
        assert code == 1
        assert "no row 3" in said

    def test_a_hide_is_taken_back_by_the_number_that_the_list_of_hidden_ones_gives(self, home: Home) -> None:
        paths = [home.card(name, last_session=f"2026-11-2{at}") for at, name in ((4, "first"), (3, "second"), (2, "third"))]
        assert typed(home, "hide", "2")[0] == 0
        assert ids(home) == [f"card:{paths[0]}", f"card:{paths[2]}"]
        code, said = typed(home, "hide", "3", "--undo")
        assert code == 1
        assert "is not hidden" in said
        assert typed(home, "hide", "2", "--undo")[0] == 0
        assert ids(home) == [f"card:{path}" for path in paths]

    def test_numbers_of_the_list_with_superseded_ones(self, home: Home) -> None:
        home.card("old", status="superseded", last_session="2026-11-24")
        path = home.card("wanted", last_session="2026-11-23")
        home.card("other", last_session="2026-11-22")
        assert typed(home, "done", "2", "--superseded")[0] == 0
        assert "status: done" in content(path)

    def test_words_may_name_one_that_is_left_out(self, home: Home) -> None:
        path = home.card("keel")
        home.run("hide", f"card:{path}")
        assert typed(home, "hide", "keel", "--undo")[0] == 0
        assert ids(home) == [f"card:{path}"]

    @pytest.mark.parametrize("command", ["done", "reopen", "hide"])
    def test_an_id_that_is_gone_is_told(self, home: Home, command: str) -> None:
        assert home.run(command, f"card:{home.cards}/gone.md").code == 1

    def test_a_card_that_cannot_be_read_is_not_touched(self, home: Home) -> None:
        path = home.card("fix", "---\nkind: handoff\ntitle: 'open\n---\n")
        before = content(path)
        assert home.run("done", f"card:{path}").code == 1
        assert content(path) == before


class TestPickedUp:
    def test_a_second_session_sees_it_and_the_first_does_not(self, home: Home) -> None:
        path = home.section("p")
        home.run("load", f"section:{path}#main", **ONE)
        home.now += 180
        row = home.run("list", "--json", **TWO).json()["handoffs"][0]
        assert row["picked_up"] == "3m ago"
        assert "picked up 3m ago" in home.run("list", **TWO).out
        assert home.run("list", "--json", **ONE).json()["handoffs"][0]["picked_up"] is None

    def test_it_never_blocks_and_the_handoff_is_not_written_to(self, home: Home) -> None:
        path = home.section("p")
        before = (content(path), os.stat(path))
        assert home.run("load", f"section:{path}#main", **ONE).code == 0
        assert home.run("load", f"section:{path}#main", **TWO).code == 0
        assert (content(path), os.stat(path)) == before

    def test_reopen_releases_a_mistaken_pick_up(self, home: Home) -> None:
        id_ = f"section:{home.section('p')}#main"
        home.run("load", id_, **ONE)
        assert home.run("reopen", id_, **TWO).code == 0
        assert home.run("list", "--json", **TWO).json()["handoffs"][0]["picked_up"] is None
        assert "nobody had picked it up" in home.run("reopen", id_, **TWO).err

    def test_a_second_load_in_a_session_says_that_the_first_stays(self, home: Home) -> None:
        one, two = f"section:{home.section('a', what='first')}#main", f"section:{home.section('b', what='second')}#main"
        assert home.run("load", one, **ONE).err.startswith("📁")
        ran = home.run("load", two, **ONE)
        assert ran.err.startswith("previous handoff first stays in context; loading second on top\n📁")
        assert home.run("load", one, "--json", **ONE).json()["previous"] == [two]
        assert "previous handoff" not in home.run("load", two, **TWO).err


class TestHide:
    def test_until_the_handoff_changes(self, home: Home) -> None:
        path = home.section("p")
        other = home.section("q")
        id_ = f"section:{path}#main"
        assert home.run("hide", id_).code == 0
        assert ids(home) == [f"section:{other}#main"]
        assert sorted(ids(home, "--hidden")) == sorted([id_, f"section:{other}#main"])
        assert "1 hidden" in home.run("list").err
        home.section("p", what="something new", body="more\n")
        assert id_ in ids(home)

    def test_undo(self, home: Home) -> None:
        id_ = f"section:{home.section('p')}#main"
        home.run("hide", id_)
        assert home.run("hide", id_, "--undo").code == 0
        assert ids(home) == [id_]
