"""Batons as people and agents run them: saved, listed, loaded, kept as a card, expired, refused."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from saves import save, saved, tree
from support import NOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.disk import Disk
    from support import Home


class TestKeep:
    def test_a_baton_becomes_a_card_and_stays(self, home: Home, project: str) -> None:
        baton = saved(home, "baton", "--title", "Retry", "--next", "write it", "--why", "tired", "-", stdin="Some *words*.\n\n## Part\n\nmore\n")
        before = tree(home.tmp)
        card = saved(home, "card", "--from", baton["path"])
        row = card["handoff"]
        assert (row["topic"], row["next_step"], row["why_stopped"], row["branch"]) == ("Retry", "write it", "tired", "feature/retry")
        assert row["last_session"] == baton["handoff"]["last_session"]
        assert row["hash"] == baton["handoff"]["hash"]
        with open(card["path"], encoding="utf-8") as file:
            assert file.read().endswith("```\n\nSome *words*.\n\n### Part\n\nmore\n")
        assert tree(home.tmp) == before

    @pytest.mark.parametrize("kind", ["card", "section", "baton"])
    def test_nothing_that_it_says_is_lost(self, home: Home, project: str, kind: str) -> None:
        other = home.project("m")
        text = (
            "---\ndecisions: [alpha, beta]\nopen_questions: gamma\nfiles_changed: delta\n---\n\n# Fix it\n\n**What**: epsilon\n**Project**: m\n"
            "**Repository**: acme/zeta\n**Topic**: eta\n\n## Context\n\n```yaml\nnext_step: theta\ndecision: iota\n```\n"
        )
        path = home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", text, None)
        out = saved(home, kind, "--from", path)
        with open(out["path"], encoding="utf-8") as file:
            content = file.read()
        wanted = ["alpha", "beta", "gamma", "delta", "epsilon", "acme/zeta", "eta", "theta", "iota", "open_questions", "files_changed", "decision"]
        assert [word for word in wanted if word not in content] == []
        if kind == "card":  # the list has the baton under the project of that name
            assert f'worktree: "{other}"\nrepository: acme/zeta\n' in content
        brief = home.run("load", out["handoff"]["id"], "--json").json()["brief"]
        assert "gamma" in brief

    def test_its_project_is_the_one_that_the_list_has_it_under(self, home: Home, project: str) -> None:
        other = home.project("m")
        path = home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", "# Fix it\n\n**Project**: m\n\n## Context\n\n```yaml\nnext_step: go\n```\n", None)
        for _ in range(2):  # a new card, and the same one again
            with open(saved(home, "card", "--from", path)["path"], encoding="utf-8") as file:
                content = file.read()
            assert f'\nworktree: "{other}"\n' in content
            assert "**Project**" not in content

    def test_a_section_moves_by_its_branch(self, home: Home, project: str) -> None:
        saved(home, "section", "--title", "One", "--next", "x")
        path = saved(home, "section", "--branch", "other", "--title", "Two", "--next", "y", "--plan", "docs/plan.md")["path"]
        several = save(home, "card", "--from", path)
        assert several.code == 1
        assert "feature/retry, other" in several.err
        with open(saved(home, "card", "--from", f"{path}#other")["path"], encoding="utf-8") as file:
            content = file.read()
        assert 'title: "Two"' in content
        assert 'plan: "docs/plan.md"' in content
        assert "updated" not in content

    def test_it_is_named_by_latest_and_by_its_id_too(self, home: Home, project: str) -> None:
        baton = saved(home, "baton", "--title", "Retry", "--next", "write it")
        for word in ("latest", baton["handoff"]["id"]):
            assert saved(home, "card", "--from", word)["handoff"]["next_step"] == "write it"
        assert len(os.listdir(home.cards)) == 1

    def test_one_of_another_project_takes_nothing_from_here(self, home: Home, project: str) -> None:
        """The branch, the worktree and the repository of the folder that it is kept from are not its own."""
        other = home.project("other")
        path = home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", f"# Fix it\n\n**Project**: other ({other})\n\n**Next**: rerun\n", None)
        for kind in ("card", "baton"):
            out = saved(home, kind, "--from", path)
            assert (out["handoff"]["topic"], out["handoff"]["branch"], out["handoff"]["hash"]) == ("Fix it", None, None)
            with open(out["path"], encoding="utf-8") as file:
                content = file.read()
            assert "uploader" not in content
            assert other in content

    def test_one_that_cannot_be_read_says_why(self, home: Home, project: str) -> None:
        baton = saved(home, "baton", "--title", "Retry", "--next", "x")
        path, words = baton["path"], (baton["path"], baton["handoff"]["id"], "latest")

        def refused(why: str, *words: str) -> None:
            for word in words:
                for ran in (save(home, "card", "--from", word), home.run("load", word)):
                    assert (ran.code, why in ran.err, ran.out) == (1, True, ""), (word, ran)

        os.chmod(home.tmp, 0o777)
        refused("the baton is refused: everybody may write to its folder", *words)
        os.chmod(home.tmp, 0o755)
        os.unlink(path)
        refused(f"the handoff has expired: {path} is gone (written ", *words)
        os.mkfifo(path)
        refused("the baton is refused: it is a FIFO", *words)
        os.unlink(path)
        os.symlink(home.write("else.md", "# else\n"), path)
        refused("the baton is refused: it is a symbolic link", *words)
        home.write(".claude/handoffs/latest", "no path\n")
        refused("names no file", "latest")
        os.unlink(os.path.join(home.path, ".claude/handoffs/latest"))
        os.symlink(path, os.path.join(home.path, ".claude/handoffs/latest"))
        refused("~/.claude/handoffs/latest is a symbolic link: it has to be a file that holds one absolute path", "latest")
        assert "is a symbolic link: it has to be a file" in home.run("doctor").out
        os.unlink(os.path.join(home.path, ".claude/handoffs/latest"))
        refused("no recent handoff", "latest")
        assert os.listdir(home.cards) == []

    @pytest.mark.parametrize("path", ["/nowhere.md", "/dev/null"])
    def test_what_is_no_handoff_is_refused(self, home: Home, project: str, path: str) -> None:
        assert save(home, "card", "--from", path).code == 1

    def test_superseding_what_is_no_card_writes_nothing(self, home: Home, project: str) -> None:
        odd = home.write(os.path.join(home.cards, "odd.md"), "no card\n")
        for word, *more in (("odd",), ("missing",), ("missing", "--dry-run"), ("../odd",)):
            assert save(home, "card", "--title", "New", "--next", "y", "--supersedes", word, *more).code == 1
        assert os.listdir(home.cards) == ["odd.md"]
        with open(odd, encoding="utf-8") as file:
            assert file.read() == "no card\n"
        shutil.rmtree(os.path.join(home.path, ".bdc"))
        assert "nothing was written" in save(home, "card", "--title", "New", "--next", "y", "--supersedes", "missing").err
        assert not os.path.exists(os.path.join(home.path, ".bdc"))

    def test_a_given_branch_changes_a_card_and_an_observed_one_does_not(self, home: Home, project: str) -> None:
        assert saved(home, "card", "--title", "T", "--next", "x")["branch"] == "feature/retry"
        assert saved(home, "card", "--title", "T", "--next", "x", "--branch", "other")["branch"] == "other"
        assert saved(home, "card", "--title", "T", "--next", "y")["branch"] == "other"

    def test_superseding(self, home: Home, project: str) -> None:
        old = saved(home, "card", "--title", "Old plan", "--next", "x")
        saved(home, "card", "--title", "New plan", "--next", "y", "--supersedes", "old-plan")
        assert [row["topic"] for row in home.run("list", "--json").json()["handoffs"]] == ["New plan"]
        superseded = home.run("list", "--json", "--superseded").json()["handoffs"]
        assert {row["id"]: row["status"] for row in superseded}[old["handoff"]["id"]] == "superseded"


class TestBatons:
    def test_it_folds_away_once_picked_up_and_leaves_the_hint(self, home: Home, project: str) -> None:
        row = saved(home, "baton", "--title", "Relay", "--next", "x")["handoff"]
        home.now = time.time()
        assert row["marks"] == ["expires"]
        assert "Relay" in home.run("hint").out
        before = tree(home.tmp)
        assert home.run("load", row["id"]).code == 0
        assert tree(home.tmp) == before
        assert "Relay" not in home.run("hint").out
        assert home.run("list", "--json").json()["handoffs"] == []
        assert [one["id"] for one in home.run("list", "--all", "--json").json()["handoffs"]] == [row["id"]]

    def test_latest_is_the_pointers_and_says_what_is_wrong(self, home: Home, project: str) -> None:
        pointer = os.path.join(home.path, ".claude/handoffs/latest")
        assert "batons: no recent handoff" in home.run("doctor").out
        for word in ("latest", pointer):
            none = home.run("load", word)
            assert (none.code, none.out) == (1, "")
            assert "no recent handoff" in none.err
        row = saved(home, "baton", "--title", "Relay", "--next", "x")["handoff"]
        home.section("other", what="latest news of the other project")
        for word in ("latest", pointer):
            assert home.run("load", word, "--json").json()["handoff"]["id"] == row["id"]
        assert "baton at line 1: Relay" in home.run("doctor", row["path"]).out
        os.unlink(row["path"])
        assert "the handoff has expired" in home.run("doctor").out
        for word in ("latest", pointer, row["path"]):
            gone = home.run("load", word, "--json")
            assert gone.code == 1
            assert f"the handoff has expired: {row['path']} is gone (written " in gone.json()["error"]["message"]
        os.mkfifo(row["path"])
        assert "FIFO" in home.run("load", "latest").err

    def test_a_gone_one_is_told_as_expired_and_no_pointer_is_not(self, home: Home, project: str) -> None:
        assert home.run("list", "--json").json()["problems"] == []
        os.unlink(saved(home, "baton", "--title", "t")["path"])
        (problem,) = home.run("list", "--json").json()["problems"]
        assert "the handoff has expired" in problem["what"]

    def test_a_baton_of_the_original_skill_is_a_row(self, home: Home, project: str) -> None:
        path = home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", "# Fix the flaky test\n\nSee https://github.com/acme/uploader/pull/3.\n\n**Next**: rerun\n")
        home.write(".claude/handoffs/latest", path + "\n")
        (row,) = home.run("list", "--json").json()["handoffs"]
        assert (row["kind"], row["topic"], row["project"], row["project_path"], row["next_step"], row["last"]) == (
            "baton", "Fix the flaky test", "uploader", project, "rerun", "2h ago",
        )  # fmt: skip

    def test_a_mere_folder_owns_no_baton_of_what_lies_below(self, home: Home) -> None:
        folder = home.write("code/foo/x.txt", "x").rpartition("/")[0]
        home.git(folder, "init", "-q", "-b", "main")
        above = os.path.dirname(folder)
        home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", f"# One\n\n**Project**: foo ({folder})\n\n**Next**: go\n")
        below = home.write("code/foo/deep/x.txt", "x").rpartition("/")[0]
        for cwd, badges in ((above, []), (folder, ["home"]), (below, ["home"]), (home.path, []), ("/", [])):
            (row,) = home.run("list", "--json", cwd=cwd).json()["handoffs"]
            assert (row["project"], row["project_path"], [one for one in row["badges"] if one == "home"]) == ("foo", folder, badges), cwd
        home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", f"# One\n\n**Project**: deep ({below})\n\n**Next**: go\n")
        (row,) = home.run("list", "--json", cwd=folder).json()["handoffs"]
        assert (row["project"], row["project_path"]) == ("foo", folder)

    def test_new_and_gone_ones_are_seen_with_a_warm_index(self, home: Home, project: str) -> None:
        def topics() -> list[str]:
            return sorted(row["topic"] for row in home.run("list", "--json").json()["handoffs"])

        home.now = time.time()
        home.write(".claude/handoffs/x", "y")
        assert topics() == topics() == []
        one = home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", "# one\n")
        assert topics() == topics() == ["one"]
        home.write("tmp/other.txt", "unrelated")
        assert topics() == ["one"]
        home.write(f"tmp/handoff-{int(NOW) - 7100}-9.md", "# two\n")
        assert topics() == topics() == ["one", "two"]
        os.unlink(one)
        assert topics() == ["two"]

    def test_a_busy_temporary_folder_does_not_make_the_list_search_again(
        self, home: Home, project: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What else is written to /tmp changes nothing: the kept list holds."""
        from pickup_tui.scan.search import Search

        searched: list[object] = []
        jobs = Search.jobs

        def counted(search: Search) -> list[tuple[str, Callable[[Disk], object]]]:
            searched.append(search)
            return jobs(search)

        monkeypatch.setattr(Search, "jobs", counted)
        for where, folders, files in os.walk(home.path):
            for name in ("", *folders, *files):
                os.utime(os.path.join(where, name), (NOW - 9999, NOW - 9999), follow_symlinks=False)
        for _ in range(50):  # what was changed within the clock's grain is looked at once more
            before = len(searched)
            home.run("list")
            if len(searched) == before:
                break
        assert searched
        for n in range(3):
            home.write(f"tmp/unrelated-{n}", "x")
            home.run("list")
        assert len(searched) == before
        home.write(f"tmp/handoff-{int(NOW) - 7200}-9.md", "# one\n")
        home.run("list")
        assert len(searched) == before + 1

    def test_one_that_turns_into_a_link_is_not_loaded(self, home: Home, project: str) -> None:
        row = saved(home, "baton", "--title", "t", "--next", "x")["handoff"]
        outside = home.write("secret.md", "# secret\n")
        os.unlink(row["path"])
        os.symlink(outside, row["path"])
        ran = home.run("load", row["id"])
        assert ran.code == 1
        assert "secret" not in ran.out
