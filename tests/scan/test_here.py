"""Where the shell stands, the worktrees of a project, and which project a card is about."""

from __future__ import annotations

import os

import pytest

from pickup_tui.disk import Disk
from pickup_tui.scan import at_home, scan
from pickup_tui.scan.here import Where
from pickup_tui.settings import load
from scan.found import only, topics
from support import Home, section


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

    def test_no_path_that_a_card_names_is_looked_at(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.project("foo", git=True)
        home.card("c", worktree="/mnt/dead/tree")
        real = os.path.realpath

        def watched(path: str, **options: bool) -> str:
            assert "dead" not in path
            return real(path, **options)

        monkeypatch.setattr("os.path.realpath", watched)
        assert only(home.scan()).project_path is None

    def test_without_prs_it_is_shared(self, home: Home) -> None:
        home.card("c")
        assert (only(home.scan()).project, only(home.scan()).project_path) == ("shared", None)
