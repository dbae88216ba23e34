"""What git's own files say, against real git; and that a hostile one leads nowhere."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pickup_tui.disk import Disk
from pickup_tui.repository import Tree, main_tree, origin, root_of, trees

if TYPE_CHECKING:
    from support import Home


@pytest.fixture
def repo(home: Home) -> str:
    folder = home.project("foo", git=True)
    home.commit(folder)
    return folder


class TestRoot:
    def test_the_nearest_one_upwards(self, home: Home, repo: str) -> None:
        deep = os.path.join(repo, "a", "b")
        os.makedirs(deep)
        assert root_of(Disk(), deep) == repo == root_of(Disk(), repo)
        home.git(deep, "init", "-q")
        assert root_of(Disk(), deep) == deep

    def test_none(self, home: Home) -> None:
        assert root_of(Disk(), home.projects) is None
        assert root_of(Disk(), "/nowhere/at/all") is None


class TestTrees:
    def test_no_repository(self, home: Home) -> None:
        assert trees(Disk(), home.project("plain"))[0] == (Tree(home.project("plain")),)

    def test_one_tree_with_its_branch(self, home: Home, repo: str) -> None:
        assert trees(Disk(), repo)[0] == (Tree(repo, "main"),)
        home.git(repo, "checkout", "-q", "--detach")
        assert trees(Disk(), repo)[0] == (Tree(repo, None),)

    def test_of_a_tree_that_is_alone_nothing_is_read_when_its_branch_is_not_wanted(self, repo: str) -> None:
        disk = Disk()
        assert trees(disk, repo, alone=False)[0] == (Tree(repo, None),)
        assert disk.reads == 0

    def test_linked_worktrees_with_their_branches(self, home: Home, repo: str) -> None:
        for name, branch in (("wt1", "feature/é"), ("wt2", "b2")):
            home.git(repo, "worktree", "add", "-q", "-b", branch, os.path.join(home.path, name))
        found = trees(Disk(), repo)[0]
        assert found == (Tree(repo, "main"), Tree(f"{home.path}/wt1", "feature/é"), Tree(f"{home.path}/wt2", "b2"))
        assert main_tree(Disk(), f"{home.path}/wt1") == repo
        assert main_tree(Disk(), repo) == repo

    def test_relative_worktrees_as_git_2_48_writes_them(self, home: Home, repo: str) -> None:
        tree = os.path.join(home.path, "wt")
        home.git(repo, "worktree", "add", "-q", "-b", "b", tree)
        own = os.path.join(repo, ".git", "worktrees", "wt")
        home.write(os.path.join(own, "gitdir"), os.path.relpath(os.path.join(tree, ".git"), own) + "\n")
        home.write(os.path.join(tree, ".git"), "gitdir: " + os.path.relpath(own, tree) + "\n")
        assert trees(Disk(), repo)[0] == (Tree(repo, "main"), Tree(tree, "b"))
        assert main_tree(Disk(), tree) == repo

    def test_a_worktree_that_was_moved_away_or_removed(self, home: Home, repo: str) -> None:
        tree = os.path.join(home.path, "wt")
        home.git(repo, "worktree", "add", "-q", "-b", "b", tree)
        os.rename(tree, tree + "2")
        assert trees(Disk(), repo)[0] == (Tree(repo, "main"),)

    def test_a_submodule_is_a_project_of_its_own(self, home: Home, repo: str) -> None:
        sub = home.project("sub", git=True)
        home.commit(sub)
        home.git(repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", sub, "mod")
        module = os.path.join(repo, "mod")
        assert main_tree(Disk(), module) == module
        assert trees(Disk(), module)[0] == (Tree(module, "main"),)


class TestDataElsewhere:
    """Repositories whose data lie in no folder `.git`: bare ones with worktrees, submodules, `--separate-git-dir`."""

    def cloned(self, home: Home, repo: str, folder: str) -> str:
        home.git(repo, "clone", "-q", "--bare", repo, folder)
        home.git(folder, "remote", "set-url", "origin", "https://github.com/acme/zed")
        return folder

    @pytest.mark.parametrize(("below", "file"), [(".bare", "gitdir: ./.bare\n"), (".git", None)])
    def test_a_bare_repository_in_the_projects_folder(self, home: Home, repo: str, below: str, file: str | None) -> None:
        box = home.project("box")
        self.cloned(home, repo, os.path.join(box, below))
        if file:
            home.write(os.path.join(box, ".git"), file)
        home.git(box, "worktree", "add", "-q", "main")
        home.git(box, "worktree", "add", "-q", "-b", "feat/x", "feat-x")
        found, depends = trees(Disk(), box)
        assert found == (Tree(box), Tree(f"{box}/feat-x", "feat/x"), Tree(f"{box}/main", "main"))
        assert os.path.join(box, below, "worktrees") in depends
        assert [main_tree(Disk(), tree.path) for tree in found] == [box] * 3
        assert origin(Disk(), box) == origin(Disk(), f"{box}/main") == "github.com/acme/zed"

    def test_a_bare_repository_with_worktrees_elsewhere(self, home: Home, repo: str) -> None:
        bare = self.cloned(home, repo, os.path.join(home.projects, "bar.git"))
        assert trees(Disk(), bare) == ((Tree(bare),), ())
        home.git(bare, "worktree", "add", "-q", f"{home.path}/wt", "main")
        assert trees(Disk(), bare)[0] == (Tree(bare), Tree(f"{home.path}/wt", "main"))
        assert main_tree(Disk(), f"{home.path}/wt") == bare
        assert origin(Disk(), bare) == origin(Disk(), f"{home.path}/wt") == "github.com/acme/zed"

    @pytest.mark.parametrize("detached", [False, True])
    def test_a_separate_git_folder(self, home: Home, repo: str, detached: bool) -> None:
        data, tree = f"{home.path}/data", os.path.join(home.projects, "sep")
        home.git(repo, "clone", "-q", f"--separate-git-dir={data}", repo, tree)
        home.git(tree, "worktree", "add", "-q", "-b", "b", f"{home.path}/wt")
        if detached:
            home.git(tree, "checkout", "-q", "--detach")
        assert trees(Disk(), tree)[0] == (Tree(tree, None if detached else "main"), Tree(f"{home.path}/wt", "b"))
        assert main_tree(Disk(), tree) == tree
        assert main_tree(Disk(), f"{home.path}/wt") == f"{home.path}/wt"  # nothing in its repository says where `sep` is
        home.git(tree, "remote", "set-url", "origin", "https://github.com/acme/zed")
        assert origin(Disk(), tree) == origin(Disk(), f"{home.path}/wt") == "github.com/acme/zed"

    def test_a_submodules_worktree(self, home: Home, repo: str) -> None:
        sub = home.project("sub", git=True)
        home.commit(sub)
        home.git(repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", sub, "mod")
        module = os.path.join(repo, "mod")
        home.git(module, "worktree", "add", "-q", "-b", "b", f"{home.path}/wt")
        assert trees(Disk(), module)[0] == (Tree(module, "main"), Tree(f"{home.path}/wt", "b"))
        assert main_tree(Disk(), f"{home.path}/wt") == module
        assert trees(Disk(), repo)[0] == (Tree(repo, "main"),)

    def test_another_trees_data_are_not_taken(self, home: Home, repo: str) -> None:
        """A `.git` file may have come in an archive: what it names must be its own."""
        home.git(repo, "worktree", "add", "-q", "-b", "b", f"{home.path}/wt")
        sub = home.project("sub", git=True)
        home.commit(sub)
        home.git(repo, "-c", "protocol.file.allow=always", "submodule", "add", "-q", sub, "mod")
        home.git(f"{repo}/mod", "worktree", "add", "-q", "-b", "b", f"{home.path}/modwt")
        bare = self.cloned(home, repo, f"{home.path}/bar.git")
        home.git(bare, "worktree", "add", "-q", f"{home.path}/barwt", "main")
        evil = home.project("evil")
        for named in (f"{repo}/.git", f"{repo}/.git/modules/mod", bare, f"{repo}/.git/worktrees/wt", f"{home.path}/nowhere"):
            home.write(os.path.join(evil, ".git"), f"gitdir: {named}\n")
            assert trees(Disk(), evil)[0] == (Tree(evil),), named
            assert origin(Disk(), evil) is None
            assert main_tree(Disk(), evil) == evil


class TestHostile:
    def test_a_worktree_entry_that_names_a_folder_which_does_not_point_back(self, home: Home, repo: str) -> None:
        secret = home.project("secret", git=True)
        own = os.path.join(repo, ".git", "worktrees", "evil")
        home.write(os.path.join(own, "gitdir"), f"{secret}/.git\n")
        home.write(os.path.join(own, "HEAD"), "ref: refs/heads/main\n")
        assert trees(Disk(), repo)[0] == (Tree(repo, "main"),)
        for text in ("", "/\n", "/etc\n", "\0\n", "../../../../../..\n", "x" * 100_000):
            home.write(os.path.join(own, "gitdir"), text)
            assert trees(Disk(), repo)[0] == (Tree(repo, "main"),)

    def test_a_git_file_that_claims_another_repository(self, home: Home, repo: str) -> None:
        tree = os.path.join(home.path, "wt")
        home.git(repo, "worktree", "add", "-q", "-b", "b", tree)
        evil = home.project("evil")
        home.write(os.path.join(evil, ".git"), f"gitdir: {repo}/.git/worktrees/wt\n")
        assert main_tree(Disk(), evil) == evil

    def test_pipes_links_and_folders_in_place_of_gits_files(self, home: Home) -> None:
        folder = home.project("odd")
        os.makedirs(os.path.join(folder, ".git", "worktrees", "w"))
        os.mkfifo(os.path.join(folder, ".git", "HEAD"))
        os.mkfifo(os.path.join(folder, ".git", "config"))
        os.mkfifo(os.path.join(folder, ".git", "worktrees", "w", "gitdir"))
        assert trees(Disk(), folder)[0] == (Tree(folder, None),)
        assert origin(Disk(), folder) is None
        folder = home.project("odd2")
        os.mkfifo(os.path.join(folder, ".git"))
        assert trees(Disk(), folder)[0] == (Tree(folder, None),)
        assert main_tree(Disk(), folder) == folder

    def test_few_of_very_many_worktrees_are_looked_at(self, home: Home, repo: str) -> None:
        for number in range(300):
            home.write(os.path.join(repo, ".git", "worktrees", f"w{number}", "gitdir"), "/nowhere/.git\n")
        disk = Disk()
        assert trees(disk, repo)[0] == (Tree(repo, "main"),)
        assert disk.reads < 200


class TestOrigin:
    @pytest.mark.parametrize(
        ("address", "name"),
        [
            ("https://github.com/Acme/Web.git", "github.com/Acme/Web"),
            ("git@github.com:acme/web.git", "github.com/acme/web"),
            ("ssh://git@ghe.example.com:22/acme/web", "ghe.example.com/acme/web"),
            ("/srv/git/web", None),
        ],
    )
    def test_as_git_keeps_it(self, home: Home, address: str, name: str | None) -> None:
        assert origin(Disk(), home.project("foo", origin=address)) == name

    def test_none(self, home: Home) -> None:
        assert origin(Disk(), home.project("foo")) is None
