"""Searching: which files are found, under which project, what is told, and that nothing bad hides anything good."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import threading
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui import readers
from pickup_tui.disk import Disk, Entry, Unreadable
from pickup_tui.scan import at_home, read_paths, scan, walk
from pickup_tui.scan.files import own_text
from pickup_tui.scan.here import Where
from pickup_tui.settings import load
from support import HOSTILE, LONG_AGO, NOW, Home, TestWorld, section

if TYPE_CHECKING:
    from pickup_tui.disk import Stamp
    from pickup_tui.handoff import Handoff
    from pickup_tui.scan import Scan


def topics(found: Scan) -> list[str]:
    return sorted(handoff.topic for handoff in found.handoffs)


def told(found: Scan) -> str:
    return "\n".join(f"{os.path.basename(one.path)}:{one.line or ''}: {one.what}" for one in found.problems)


def only(found: Scan) -> Handoff:
    (handoff,) = found.handoffs
    return handoff


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


class TestHere:
    def standing(self, home: Home, cwd: str) -> list[str]:
        os.makedirs(cwd, exist_ok=True)
        return topics(home.scan(cwd=cwd))

    def test_the_nearest_git_root(self, home: Home) -> None:
        outside = os.path.join(home.path, "elsewhere", "repo")
        os.makedirs(os.path.join(outside, "a", "b"))
        home.git(outside, "init", "-q")
        home.write(os.path.join(outside, "HANDOFF.md"), section(what="root"))
        home.write(os.path.join(outside, "a", "HANDOFF.md"), section(what="inner"))
        assert self.standing(home, os.path.join(outside, "a", "b")) == ["root"]

    def test_else_the_roots_child(self, home: Home) -> None:
        home.write("code/x/p/HANDOFF.md", section(what="child"))
        os.makedirs(f"{home.path}/code/x/p/deep/er")
        os.symlink(f"{home.path}/code/x", f"{home.path}/link")
        for roots in ("~/code/x", "~/code/*", "~/link"):
            world = home.world(cwd=f"{home.path}/code/x/p/deep/er", PICKUP_PROJECTS=roots)
            search = Where(load(world), world)
            for root in search.settings.roots:
                search.real_roots[root] = os.path.realpath(root)
            assert search.find_here(Disk()) == f"{home.path}/code/x/p"

    def test_else_the_folder_itself(self, home: Home) -> None:
        home.write("plain/HANDOFF.md", section(what="plain"))
        assert self.standing(home, f"{home.path}/plain") == ["plain"]
        assert self.standing(home, f"{home.path}/plain/below") == []
        home.write("Projects/HANDOFF.md", section(what="the root itself"))
        assert self.standing(home, home.projects) == ["the root itself"]

    def test_never_the_home_folder(self, home: Home) -> None:
        home.write("HANDOFF.md", section(what="home"))
        assert self.standing(home, home.path) == []
        home.git(home.path, "init", "-q")
        assert self.standing(home, home.path) == []
        assert self.standing(home, f"{home.path}/sub") == []
        home.write("sub/HANDOFF.md", section(what="sub"))
        assert self.standing(home, f"{home.path}/sub") == ["sub"]

    def test_a_deleted_folder(self, home: Home) -> None:
        home.section("foo", what="a")
        assert topics(home.scan(cwd=f"{home.path}/gone")) == ["a"]


class TestWorktrees:
    @pytest.fixture
    def repo(self, home: Home) -> str:
        folder = home.project("foo", section("feature", what="old"), git=True)
        home.commit(folder)
        return folder

    def test_they_are_searched_wherever_they_lie(self, home: Home, repo: str) -> None:
        tree = f"{home.path}/trees/foo-x"
        home.git(repo, "worktree", "add", "-q", "-b", "x", tree)
        home.write(f"{tree}/HANDOFF.md", section("x", what="in the tree"))
        found = home.scan()
        assert topics(found) == ["in the tree", "old"]
        assert {(one.project, one.project_path) for one in found.handoffs} == {("foo", repo)}

    @pytest.mark.parametrize("name", ["a-tree", "z-tree"])
    def test_copies_are_one_row_that_of_the_tree_which_has_the_branch(self, home: Home, repo: str, name: str) -> None:
        tree = f"{home.projects}/{name}"
        home.git(repo, "worktree", "add", "-q", "-b", "feature", tree)
        one = only(home.scan())
        assert one.path == f"{tree}/HANDOFF.md"
        assert (one.project, one.project_path) == ("foo", repo)

    def test_copies_that_differ_are_two_rows(self, home: Home, repo: str) -> None:
        tree = f"{home.path}/t"
        home.git(repo, "worktree", "add", "-q", "-b", "feature", tree)
        home.write(f"{tree}/HANDOFF.md", section("feature", what="new"))
        assert topics(home.scan()) == ["new", "old"]

    def test_standing_in_one_is_standing_in_its_project(self, home: Home, repo: str) -> None:
        tree = f"{home.path}/t"
        home.git(repo, "worktree", "add", "-q", "-b", "x", tree)
        os.makedirs(f"{tree}/deep")
        world = home.world(cwd=f"{tree}/deep")
        found = scan(load(world), world)
        assert all(map(at_home(found, load(world), world), found.handoffs))
        assert [one["badges"] for one in home.run("list", "--json", cwd=f"{tree}/deep").json()["handoffs"]] == [["newest", "home"]]

    def test_a_hostile_entry_leads_nowhere(self, home: Home, repo: str) -> None:
        secret = os.path.join(home.path, "secret")
        home.write(f"{secret}/HANDOFF.md", section(what="secret"))
        home.write(f"{repo}/.git/worktrees/evil/gitdir", f"{secret}/.git\n")
        home.write(f"{repo}/.git/worktrees/evil/HEAD", "ref: refs/heads/x\n")
        assert topics(home.scan()) == ["old"]


class TestWorktreesOfBareRepositories:
    @pytest.fixture
    def source(self, home: Home) -> str:
        folder = f"{home.path}/source"
        home.write(f"{folder}/HANDOFF.md", section(what="committed"))
        home.git(folder, "init", "-q", "-b", "main")
        home.commit(folder)
        return folder

    def test_in_a_folder_of_their_own(self, home: Home, source: str) -> None:
        box = f"{home.projects}/foo"
        home.git(source, "clone", "-q", "--bare", source, f"{box}/.bare")
        home.write(f"{box}/.git", "gitdir: ./.bare\n")
        home.git(box, "worktree", "add", "-q", "main")
        home.git(box, "worktree", "add", "-q", "-b", "feat/x", "feat-x")
        home.write(f"{box}/feat-x/HANDOFF.md", section("feat/x", what="in a tree"))
        for cwd in (home.path, f"{box}/feat-x"):
            found = home.scan(cwd=cwd)
            assert {(one.topic, one.project, one.project_path) for one in found.handoffs} == {("committed", "foo", box), ("in a tree", "foo", box)}
        assert [row["badges"] for row in home.run("list", "--json", cwd=f"{box}/main").json()["handoffs"]] == [["newest", "home"], ["home"]]
        assert home.run("since", "1", "--json", cwd=box).json()["branch"]["state"] == "current"

    def test_copies_in_two_of_them_are_one_row(self, home: Home, source: str) -> None:
        bare = f"{home.projects}/bar.git"
        home.git(source, "clone", "-q", "--bare", source, bare)
        home.git(bare, "worktree", "add", "-q", f"{home.projects}/bar-main", "main")
        home.git(bare, "worktree", "add", "-q", "-b", "z", f"{home.projects}/bar-a")
        for cwd in (home.path, f"{home.projects}/bar-a"):
            one = only(home.scan(cwd=cwd))
            assert (one.project, one.project_path, one.path) == ("bar", bare, f"{home.projects}/bar-main/HANDOFF.md")

    def test_a_tree_that_does_not_know_its_project_is_searched_once(self, home: Home, source: str) -> None:
        home.git(source, "clone", "-q", f"--separate-git-dir={home.path}/data", source, f"{home.projects}/sep")
        home.git(f"{home.projects}/sep", "worktree", "add", "-q", "-b", "b", f"{home.projects}/a-tree")
        home.write(f"{home.projects}/a-tree/HANDOFF.md", section("b", what="in a tree"))
        for cwd in (home.path, f"{home.projects}/a-tree"):
            assert {(one.topic, one.project) for one in home.scan(cwd=cwd).handoffs} == {("committed", "sep"), ("in a tree", "sep")}


class TestAtHome:
    def badge(self, home: Home, cwd: str) -> dict[str, bool]:
        return {one["topic"]: "home" in one["badges"] for one in home.run("list", "--all", "--json", cwd=cwd).json()["handoffs"]}

    def test_by_path_component(self, home: Home) -> None:
        home.section("foo", what="foo")
        home.section("foobar", what="foobar")
        os.makedirs(f"{home.projects}/foobar/deep")
        os.symlink(f"{home.projects}/foo", f"{home.path}/link")
        assert self.badge(home, f"{home.projects}/foobar/deep") == {"foo": False, "foobar": True}
        assert self.badge(home, f"{home.projects}/foo") == {"foo": True, "foobar": False}
        assert self.badge(home, f"{home.path}/link") == {"foo": True, "foobar": False}
        assert self.badge(home, home.projects) == {"foo": False, "foobar": False}

    def test_a_card_by_any_of_its_prs_and_never_without_one(self, home: Home) -> None:
        home.project("web", origin="git@github.com:acme/web.git")
        home.project("api", origin="https://github.com/acme/api")
        home.card("both", prs="[acme/web#1, acme/api#2]")
        home.card("none")
        home.card("far", prs="[other/thing#1]")
        for name in ("web", "api"):
            assert self.badge(home, f"{home.projects}/{name}") == {"both": True, "none": False, "far": False}


class TestCardsProject:
    @pytest.mark.parametrize(
        ("pr", "name", "folder"),
        [
            ("acme/web#1", "site", "site"),
            ("Acme/WEB#1", "site", "site"),
            ("acme/api#2", "renamed-api", "renamed-api"),
            ("ghe.example.com/team/tool#3", "internal", "internal"),
            ("other/PLAIN#4", "plain", "plain"),
            ("other/unknown#5", "unknown", None),
            ("https://github.com/acme/api/pull/6", "renamed-api", "renamed-api"),
            ("a/b#7", "shop", None),
        ],
    )
    def test_alias_then_origin_then_folder_then_the_repos_name(self, home: Home, pr: str, name: str, folder: str | None) -> None:
        home.project("site")
        home.project("web", origin="git@github.com:acme/web.git")
        home.project("renamed-api", origin="ssh://git@github.com/acme/api.git")
        home.project("internal", origin="https://ghe.example.com/team/tool")
        home.project("plain")
        home.config('[aliases]\n"acme/web" = "site"\n"a/b" = "shop"\n')
        home.card("c", prs=f'["{pr}"]')
        one = only(home.scan())
        assert (one.project, one.project_path) == (name, folder and f"{home.projects}/{folder}")

    @pytest.mark.parametrize("worktree", ["{tree}", "~/tree", "{tree}/", "{root}"])
    def test_without_prs_the_worktree_that_it_names_is_its_folder(self, home: Home, worktree: str) -> None:
        root = home.project("foo", git=True)
        home.commit(root)
        home.git(root, "worktree", "add", "-q", "-b", "b", f"{home.path}/tree")
        home.card("c", branch="b", worktree=worktree.format(tree=f"{home.path}/tree", root=root))
        card = only(home.scan())
        assert (card.project, card.project_path) == ("shared", root)
        assert home.run("since", card.id, "--json").json()["branch"]["state"] == "current"
        assert home.run("list", "--json", cwd=root).json()["handoffs"][0]["badges"] == ["newest"], "without PRs it is never at home"

    @pytest.mark.parametrize("worktree", ["/etc", "{projects}", "{projects}/foo/sub", "foo", "~nobody/x"])
    def test_a_worktree_that_is_none_of_a_project(self, home: Home, worktree: str) -> None:
        home.project("foo", git=True)
        home.card("c", worktree=worktree.format(projects=home.projects))
        assert only(home.scan()).project_path is None

    def test_without_prs_it_is_shared(self, home: Home) -> None:
        home.card("c")
        assert (only(home.scan()).project, only(home.scan()).project_path) == ("shared", None)


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


class TestTimes:
    def test_the_files_time_counts_on_the_day_that_the_section_names(self, home: Home) -> None:
        path = home.section("foo", date="2026-11-20")
        assert only(home.scan()).when % 86400 != 0 or only(home.scan()).date_only
        os.utime(path, (NOW, NOW))
        home.write(path, section("main", "2026-11-29"), NOW - 3600)
        one = only(home.scan())
        assert (one.when, one.date_only, one.approximate) == (NOW - 3600, True, False)

    def test_two_sections_of_a_day_by_their_briefs_time(self, home: Home) -> None:
        def text(branch: str, said: str) -> str:
            return section(branch, "2026-11-20", what=branch, body=f"## Context\n\n```yaml\nnext_step: go on\ndate: {said}\n```\n\n")

        parts = (("first", "2026-11-20T10:00:00Z"), ("second", "2026-11-20T10:00:01+00:00"), ("other", "2026-11-21T09:00:00Z"), ("none", "soon"))
        home.project("foo", "".join(text(*one) for one in parts))
        found = [(one.topic, one.declared) for one in home.scan().ranked]
        assert found == [("second", "2026-11-20T10:00:01+00:00"), ("first", "2026-11-20T10:00:00+00:00"), ("other", "2026-11-20"), ("none", "2026-11-20")]

    def test_without_a_date_the_files_time_marked(self, home: Home) -> None:
        home.card("c", "---\nkind: handoff\n---\n")
        one = only(home.scan())
        assert (one.when, one.approximate, one.declared) == (LONG_AGO, True, None)

    def test_a_date_in_the_future_is_told(self, home: Home) -> None:
        home.section("foo", date="2027-01-01")
        assert "its date lies in the future" in home.run("doctor").out
        assert "just now" in home.run("list").out


class TestBadFiles:
    @pytest.fixture(autouse=True)
    def _good(self, home: Home) -> None:
        home.section("good", what="good")

    def test_links(self, home: Home) -> None:
        home.write("secret.md", section(what="secret"))
        for name, target in (("out", f"{home.path}/secret.md"), ("sibling", "../good/HANDOFF.md"), ("self", "HANDOFF.md"), ("nothing", "/nowhere")):
            os.symlink(target, os.path.join(home.project(name), "HANDOFF.md"))
        home.write(f"{home.project('within')}/real.txt", section(what="within"))
        os.symlink("real.txt", f"{home.projects}/within/HANDOFF.md")
        found = home.scan()
        assert topics(found) == ["good", "within"]
        assert told(found).count("is a link that leads out of its place") == 3
        assert told(found).count("is a link that leads nowhere") == 1
        assert told(found).count("HANDOFF.md") == 4

    def test_pipes_sockets_devices_and_folders(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        os.mkfifo(os.path.join(home.project("pipe"), "HANDOFF.md"))
        os.makedirs(os.path.join(home.project("folder"), "HANDOFF.md"))
        os.symlink("/dev/zero", os.path.join(home.project("device"), "HANDOFF.md"))
        os.mkfifo(os.path.join(home.cards, "pipe.md"))
        monkeypatch.chdir(home.project("socket"))
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("HANDOFF.md")
            found = home.scan()
        assert topics(found) == ["good"]
        for name, what in (("pipe", "is no regular file"), ("socket", "is no regular file"), ("folder", "is a folder with a handoff's name"), ("device", "is a link that leads out")):
            assert any(what in problem.what for problem in found.problems if f"/{name}/" in problem.path), name

    def test_over_4_mib_is_a_row_with_its_name_and_the_reason(self, home: Home) -> None:
        path = home.section("big")
        os.truncate(path, (4 << 20) + 1)
        found = home.scan()
        assert topics(found) == ["HANDOFF.md (is larger than 4 MiB, unread)", "good"]
        assert "is larger than 4 MiB" in told(found)
        ran = home.run("load", "larger")
        assert (ran.code, ran.out) == (1, "")
        assert "is larger than 4 MiB" in ran.err

    def test_files_that_vanish_grow_or_lose_their_permission_after_they_were_listed(self, home: Home) -> None:
        for name in ("vanish", "forbid", "grow"):
            home.section(name, what=name)

        class Unsteady(Disk):
            def read(self, path: str, *more: Any, **named: Any) -> tuple[bytes, Stamp]:
                if "/vanish/HANDOFF" in path:
                    os.remove(path)
                if "/grow/HANDOFF" in path:
                    os.truncate(path, (4 << 20) + 1)
                if "/forbid/HANDOFF" in path:
                    raise Unreadable("cannot be read: Permission denied")
                return super().read(path, *more, **named)

        found = home.scan(Unsteady())
        assert topics(found) == ["HANDOFF.md (is larger than 4 MiB, unread)", "good"]
        assert "Permission denied" in told(found)
        assert len(found.problems) == 2

    def test_permissions_as_somebody_without_them(self, tmp_path: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root can become somebody else")
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            home = Home(Path(folder) / "home")
            home.section("good", what="good")
            os.chmod(home.section("secret", what="secret"), 0)
            locked = home.project("locked", section(what="locked"))
            os.chmod(locked, 0)
            home.scan()  # everything is imported: python itself may lie where only root can read
            os.seteuid(65534)
            try:
                found = home.scan()
            finally:
                os.seteuid(0)
        assert topics(found) == ["good"]
        assert {(os.path.relpath(one.path, home.projects), one.what) for one in found.problems} == {
            ("secret/HANDOFF.md", "cannot be read: Permission denied"),
            ("locked", "folder cannot be read: Permission denied"),
        }

    def test_a_right_that_is_given_back_is_noticed(self, home: Home) -> None:
        path = home.section("later", what="later")

        class Refusing(Disk):
            def read(self, path: str, *more: Any, **named: Any) -> tuple[bytes, Stamp]:
                if "/later/HANDOFF" in path:
                    raise Unreadable("cannot be read: Permission denied")
                return super().read(path, *more, **named)

        from pickup_tui.index import Index, signature

        world = home.world()
        settings = load(world)
        for disk, wanted in ((Refusing(), ["good"]), (Disk(), ["good", "later"])):
            assert topics(scan(settings, world, disk, Index(world.cache_folder, signature(settings, world)))) == wanted
        assert os.path.exists(path)

    def test_a_reader_that_fails_takes_no_other_file_with_it(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.section("bad", what="bad")
        real = readers.read

        def fail(kind: str, path: str, text: str) -> object:
            if "/bad/" in path:
                raise RecursionError
            return real(kind, path, text)

        monkeypatch.setattr(readers, "read", fail)
        found = home.scan()
        assert topics(found) == ["good"]
        assert "could not be read: RecursionError" in told(found)

    def test_a_folder_of_very_many_files_is_read_up_to_its_limit_and_told(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(walk, "FILES", 3)
        home.config('places = ["notes/"]')
        for number in range(9):
            home.write(f"Projects/good/notes/handoff-2026-01-0{number + 1}.md", section(f"b{number}"))
        search = home.scan()
        assert "has more than" in told(search) or len(search.handoffs) == 10

    def test_1000_broken_files_give_a_list_a_count_of_problems_and_exit_0(self, home: Home) -> None:
        broken = [b"---\nkind: handoff\ntitle: a: b\n---\n", b"---\nkind: handoff\nx: [\n---\n", b"---\nkind: handoff\nstatus: odd\n---\n\xff\xfe\x00", b"---\nkind: handoff\nlast_session: never\n---\n"]
        for number in range(900):
            home.card(f"c{number}", broken[number % len(broken)])
        for number in range(100):
            folder = home.project(f"p{number}")
            os.symlink("HANDOFF.md", f"{folder}/HANDOFF.md") if number % 2 else os.mkfifo(f"{folder}/HANDOFF.md")
        ran = home.run("list")
        assert ran.code == 0
        assert len(ran.out.splitlines()) == 10
        assert "1000 problems; pickup-tui doctor lists them" in ran.err
        assert home.run("list", "--json").json()["total"] == 901

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_names_of_files_and_folders(self, home: Home, text: str) -> None:
        name = text.replace("/", "_")[:60]
        home.section(name, what="odd")
        home.write(os.path.join(home.cards, f"{name}.md"), "---\nkind: handoff\n---\n")
        os.mkfifo(os.path.join(home.project(name + "2"), "HANDOFF.md"))
        found = home.scan()
        assert len(found.handoffs) == 3
        assert all(one.project.isprintable() and one.topic.isprintable() and one.project for one in found.handoffs)
        assert all(problem.path.isprintable() for problem in found.problems)

    def test_names_that_are_no_text(self, home: Home) -> None:
        folder = os.fsencode(home.projects) + b"/caf\xe9"
        os.makedirs(folder)
        with open(folder + b"/HANDOFF.md", "w") as file:
            file.write(section(what="bytes"))
        assert topics(home.scan()) == ["bytes", "good"]
        ran = home.run("list", "--json", "--filter", "bytes").json()["handoffs"][0]
        assert home.run("load", ran["id"]).code == 0
        assert home.run("mapping").code == 0


class Mounted(Disk):
    """A disk on which everything below a folder named "dead" never answers."""

    over = threading.Event()

    def _wait(self, path: str) -> None:
        if "/dead" in path:
            self.since = monotonic()
            self.over.wait(20)
            self.since = 0.0

    def stamp(self, path: str) -> Stamp | None:
        self._wait(path)
        return super().stamp(path)

    def listing(self, path: str) -> list[Entry] | None:
        self._wait(path)
        return super().listing(path)

    def real(self, path: str) -> str:
        self._wait(path)
        return super().real(path)

    def read(self, path: str, *more: Any, **named: Any) -> tuple[bytes, Stamp]:
        self._wait(path)
        return super().read(path, *more, **named)


class TestDeadMount:
    @pytest.fixture(autouse=True)
    def _released(self, home: Home) -> object:
        Mounted.over = threading.Event()
        home.section("good", what="good")
        home.card("card")
        home.write("code/dead/p/HANDOFF.md", section(what="dead"))
        home.write("code/live/p/HANDOFF.md", section(what="live"))
        home.write("plain/HANDOFF.md", section(what="here"))
        yield
        Mounted.over.set()

    def search(self, world: TestWorld) -> Scan:
        return scan(load(world), world, Mounted(), patience=0.2)

    @pytest.mark.parametrize("roots", ["~/code/dead:~/Projects:~/code/live", "~/code/*:~/Projects", "~/Projects:~/code/*"])
    def test_it_is_given_up_told_and_all_others_are_there(self, home: Home, roots: str) -> None:
        found = self.search(home.world(cwd=f"{home.path}/plain", PICKUP_PROJECTS=roots))
        assert topics(found) == ["card", "good", "here", "live"]
        assert "dead:: did not answer within 2 seconds" in told(found)
        assert found.lost == (f"root:{home.path}/code/dead",)

    def test_a_project(self, home: Home) -> None:
        home.section("deadly", what="never")
        found = self.search(home.world())
        assert topics(found) == ["card", "good"]
        assert found.lost == (f"project:{home.projects}/deadly",)

    def test_what_is_there_is_shown_meanwhile(self, home: Home) -> None:
        early: list[list[str]] = []
        world = home.world(PICKUP_PROJECTS="~/Projects:~/code/dead")
        scan(load(world), world, Mounted(), waiting=lambda found: early.append(topics(found)), patience=0.5)
        assert len(early) == 1


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


class TestOwnText:
    def test_the_sections_lines_alone(self, home: Home) -> None:
        home.project("foo", section("a", what="A") + "\n# Other\n\n" + section("b", what="B"))
        for handoff in home.scan().handoffs:
            text = own_text(handoff)
            assert f"**What**: {handoff.topic}" in text
            assert "Other" not in text
            assert text.count("## ") == 1

    def test_a_section_that_has_gone_meanwhile(self, home: Home) -> None:
        home.section("foo", "a")
        one = only(home.scan())
        home.section("foo", "b")
        with pytest.raises(Exception, match="no longer has a section for a"):
            own_text(one)
