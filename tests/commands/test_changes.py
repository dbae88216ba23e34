"""`since`, and what `load` says of the changes (spec: since.md and picker.md, "Report")."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pickup_tui import run
from since.making import Repo
from support import HOSTILE, brief, section

if TYPE_CHECKING:
    from support import Home


@pytest.fixture
def repo(home: Home) -> Repo:
    """A project with a handoff that names its commit, and two commits since."""
    repo = Repo(home)
    start = repo.commit("start", a_py="1\n")
    body = f"## Context\n\n```yaml\nnext_step: fix `gone/b.py`\nwhy_stopped: time\nlast_handoff_hash: {start[:9]}\n```\n"
    repo.write("HANDOFF.md", section("main", "2026-09-21", "work", body), mtime=float(repo.clock))
    repo.commit("one")
    repo.commit("two")
    return repo


SENTENCE = "2 new commits, gone/b.py missing"


class TestSince:
    def test_the_sentence_and_its_evidence(self, home: Home, repo: Repo) -> None:
        ran = home.run("since", "1")
        assert ran.code == 0
        lines = ran.out.split("\n")
        assert lines[0] == SENTENCE
        assert any(line.startswith("  2 new commits: ") and ".." in line for line in lines)
        assert any(line.endswith(" two") for line in lines)
        assert "  missing: gone/b.py" in lines

    @pytest.mark.parametrize("word", ["1", "work", "ID", "PATH"])
    def test_every_way_to_name_a_row(self, home: Home, repo: Repo, word: str) -> None:
        path = os.path.join(repo.path, "HANDOFF.md")
        word = {"ID": f"section:{path}#main", "PATH": f"{path}#main"}.get(word, word)
        assert home.run("since", word).out.startswith(SENTENCE)

    def test_json(self, home: Home, repo: Repo) -> None:
        value = home.run("since", "1", "--json").json()
        assert value["schema_version"] == 1
        assert value["handoff"]["id"].startswith("section:")
        since = value
        assert since["commits"]["count"] == 2
        assert since["commits"]["subjects"] == ["two", "one"]
        assert since["branch"]["state"] == "current"
        assert (since["uncommitted"], since["pull_requests"], since["open_pull_requests"]) == (0, [], 0)
        assert (since["missing"], since["done"], since["unknown"]) == (["gone/b.py"], [], [])
        assert since["summary"] == SENTENCE
        assert since["checked_at"].startswith("2026-11-29T")

    def test_every_part_that_is_null_says_why(self, home: Home, repo: Repo) -> None:
        repo.write(".git/config", "[core]\n\trepositoryformatversion = 99\n")
        since = home.run("since", "1", "--json").json()
        null = {name for name in ("commits", "branch", "uncommitted", "open_pull_requests", "missing") if since[name] is None}
        assert null == {"commits", "branch", "uncommitted", "open_pull_requests", "missing"}
        assert {one["check"] for one in since["unknown"]} == {"commits", "branch", "uncommitted", "open pull requests", "references"}
        assert since["summary"].startswith("unknown — git: ")

    def test_nothing_several_and_nothing_wanted(self, home: Home, repo: Repo) -> None:
        home.section("bar", what="work too")
        assert home.run("since", "9").code == 1
        assert home.run("since", "nowhere").code == 1
        assert home.run("since", "work").code == 3
        before = len(run.started)
        assert (home.run("since", "none").code, home.run("since", "none").out) == (0, "")
        assert run.started[before:] == []

    def test_what_others_wrote_stays_text(self, home: Home, repo: Repo) -> None:
        for at, text in enumerate(HOSTILE):
            repo.commit(text.replace("\0", "") or "x")
            repo.write(f"file-{at}" + text.replace("/", "").replace("\0", ""))
        ran = home.run("since", "1")
        assert ran.code == 0
        assert all(line.isprintable() for line in ran.out.split("\n"))


class TestLoad:
    def test_the_third_line(self, home: Home, repo: Repo) -> None:
        ran = home.spawn("load", "1")
        assert f"Since last session: {SENTENCE}\n" in ran.err
        assert f"- since then: {SENTENCE}\n" in ran.out
        assert "  - `2 new commits: " in ran.out, "what others wrote is quoted"

    def test_json_carries_all_of_it(self, home: Home, repo: Repo) -> None:
        value = home.run("load", "1", "--json").json()
        assert value["since"]["summary"] == SENTENCE
        assert value["report"][2].endswith(SENTENCE)
        assert len(value["report"]) == 4

    def test_no_change_only_when_all_was_checked(self, home: Home) -> None:
        repo = Repo(home)
        repo.commit()
        repo.write("HANDOFF.md", section("main", "2026-11-20", "work", brief()))
        assert "Since last session: no change since last session\n" in home.run("load", "1").err
        repo.git("remote", "add", "origin", "git@github.com:acme/uploader.git")
        err = home.run("load", "1", HTTPS_PROXY="http://127.0.0.1:9").err
        assert "no change" not in err
        assert "Since last session: open PRs unknown — " in err

    def test_where_there_is_no_repository_nothing_is_said_of_pull_requests(self, home: Home) -> None:
        home.section("plain")
        ran = home.run("load", "1")
        assert "no git repository" in ran.out
        assert "open PR" not in ran.out
        assert home.run("since", "1", "--json").json()["open_pull_requests"] == 0

    def test_nothing_of_the_handoff_is_changed(self, home: Home, repo: Repo) -> None:
        path = os.path.join(repo.path, "HANDOFF.md")
        with open(path, "rb") as file:
            before = (file.read(), os.stat(path).st_mtime_ns)
        status = repo.git("status", "--porcelain")
        home.run("load", "1")
        with open(path, "rb") as file:
            assert (file.read(), os.stat(path).st_mtime_ns) == before
        assert repo.git("status", "--porcelain") == status
