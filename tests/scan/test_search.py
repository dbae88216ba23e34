"""What is searched: roots, sources, what is ignored, files that are named; and that each file counts once."""

from __future__ import annotations

import os
import shutil

import pytest

from pickup_tui.scan import read_paths
from pickup_tui.settings import load
from scan.found import only, told, topics
from support import Home, section


class TestRoots:
    def test_the_default_root_and_the_cards(self, home: Home) -> None:
        home.section("foo", "main", what="one")
        home.section("foo2", "main", what="two")
        home.card("three")
        home.write("Projects/HANDOFF.md", section(what="above"))
        home.write("Projects/foo/deep/HANDOFF.md", section(what="below"))
        home.write("Projects/.hidden/HANDOFF.md", section(what="hidden"))
        found = home.scan()
        assert topics(found) == ["one", "three", "two"]
        assert found.problems == ()
        assert {handoff.project for handoff in found.handoffs} == {"foo", "foo2", "shared"}

    def test_a_card_is_markdown(self, home: Home) -> None:
        for name in ("a.md", "b.txt", "c.markdown", "d.json"):
            home.write(f".bdc/handoff/{name}", f"---\nkind: handoff\ntitle: {name}\n---\n")
        assert topics(home.scan()) == topics(read_paths([home.cards], load(home.world()), home.world())) == ["a.md"]
        assert only(read_paths([home.cards + "/a.md"], load(home.world()), home.world())).kind == "card"
        assert [one.kind for one in read_paths([home.cards + "/b.txt"], load(home.world()), home.world()).handoffs] in ([], ["document"])

    def test_bdc_home(self, home: Home) -> None:
        home.write("other/handoff/x.md", "---\nkind: handoff\n---\n")
        assert topics(home.scan(BDC_HOME="~/other")) == ["x"]

    def test_variable_and_flag_replace_the_default(self, home: Home) -> None:
        home.section("foo", what="default")
        home.write("a/p/HANDOFF.md", section(what="a"))
        home.write("b/p/HANDOFF.md", section(what="b"))
        assert topics(home.scan(PICKUP_PROJECTS="~/a:~/b")) == ["a", "b"]
        assert [one["topic"] for one in home.run("list", "--json", "--root", "~/b", "--root", f"{home.path}/a").json()["handoffs"]] == ["a", "b"]

    @pytest.mark.parametrize(
        ("pattern", "wanted"),
        [
            ("~/code/*", ["a/x/p", "b/x/p"][:0]),
            ("~/code/*/*", ["a/x/p", "b/x/p"]),
            ("~/code/[a]/*", ["a/x/p"]),
            ("~/code/*/x", ["a/x/p", "b/x/p"]),
            ("~/co?e/b/x", ["b/x/p"]),
            ("~/*/*/*", ["a/x/p", "b/x/p"]),
            ("~/none/*", []),
        ],
    )
    def test_globs(self, home: Home, pattern: str, wanted: list[str]) -> None:
        for name in ("a/x/p", "b/x/p", ".h/x/p"):
            home.write(f"code/{name}/HANDOFF.md", section(what=name))
        assert topics(home.scan(PICKUP_PROJECTS=pattern)) == wanted

    def test_a_root_that_is_not_there_is_told_but_for_the_default_one(self, home: Home) -> None:
        shutil.rmtree(home.projects)
        assert home.scan().problems == ()
        home.write("file", "x")
        assert "nope:: is not there" in told(home.scan(PICKUP_PROJECTS="~/nope"))
        assert "file:: is no folder" in told(home.scan(PICKUP_PROJECTS="~/file"))

    def test_a_root_that_is_a_link(self, home: Home) -> None:
        home.write("data/p/HANDOFF.md", section(what="a"))
        os.symlink(f"{home.path}/data", f"{home.path}/link")
        found = home.scan(PICKUP_PROJECTS="~/link:~/data")
        assert topics(found) == ["a"]
        assert only(found).project_path == f"{home.path}/data/p"

    def test_ignore(self, home: Home) -> None:
        for name in ("old-one", "keep", "other"):
            home.section(name, what=name)
        home.card("mine")
        home.card("theirs")
        home.config('ignore = ["old*", "~/Projects/oth*", "theirs.md"]')
        assert topics(home.scan()) == ["keep", "mine"]
        assert topics(home.scan(cwd=f"{home.projects}/old-one")) == ["keep", "mine"]

    def test_sources(self, home: Home) -> None:
        home.section("foo", what="a")
        home.card("b")
        home.config('sources = ["card"]')
        assert topics(home.scan()) == ["b"]
        home.config('sources = ["section"]')
        assert topics(home.scan()) == ["a"]


class TestOnce:
    def test_a_file_that_two_ways_lead_to_is_one_row(self, home: Home) -> None:
        home.section("foo", what="a")
        os.symlink(f"{home.projects}/foo", f"{home.projects}/also")
        os.link(f"{home.projects}/foo/HANDOFF.md", f"{home.projects}/foo/handoff.md")
        assert topics(home.scan()) == ["a"]

    def test_two_runs_agree(self, home: Home) -> None:
        for number in range(20):
            home.section(f"p{number}", date="2026-11-20", what=f"w{number}")
        assert home.run("list", "--all").out == home.run("list", "--all").out
        shutil.rmtree(f"{home.path}/.cache", ignore_errors=True)
        assert home.run("list", "--all", "--json").out == home.run("list", "--all", "--json").out


class TestNamed:
    def test_files_and_folders_wherever_they_lie(self, home: Home) -> None:
        home.section("foo", what="not named")
        one = home.write("x/notes.txt", section(what="a file"))
        home.write("y/HANDOFF.md", section(what="a folder"))
        world = home.world()
        assert topics(read_paths([one, "~/y"], load(world), world)) == ["a file", "a folder"]
        home.card("c")
        assert topics(read_paths([home.cards], load(world), world)) == ["c"]
        assert topics(read_paths([f"{home.cards}/c.md"], load(world), world)) == ["c"]

    def test_what_is_not_there_or_holds_nothing_is_told(self, home: Home) -> None:
        world = home.world()
        empty = home.write("x/a.bin", "nothing")
        os.mkfifo(f"{home.path}/pipe")
        found = read_paths(["~/none", empty, "~/pipe"], load(world), world)
        assert "none:: is not there" in told(found)
        assert "a.bin:: holds no handoff" in told(found)
        assert "pipe:: is no regular file" in told(found)
