"""What a text names, and which of it is there (spec: since.md, "References in the text")."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.since import references
from since.making import Repo, why

if TYPE_CHECKING:
    from pathlib import Path

    from support import Home


def paths(text: str) -> list[str]:
    return [path.text for path in references.find(text).paths]


class TestFind:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("see `src/a.py`, tests/test_a.py and docs/plan.md.", ["src/a.py", "tests/test_a.py", "docs/plan.md"]),
            ("`retry.py:42` and tests/test_a.py::test_x", ["retry.py", "tests/test_a.py"]),
            ("[the plan](docs/plan.md#steps)", ["docs/plan.md"]),
            ("`src/utils` or `src/utils/`", ["src/utils", "src/utils/"]),
            # none of these is a path
            ("`git status` and `foo()` and `os.path` and `v1.2` and `1.5`", []),
            ("and/or, 3/4, w/o, he/she", []),
            ("https://example.org/a/b.html and example.com/a/b.html", []),
            ("`src/*.py` `<name>/x.py` `$HOME/x.py` `{a}/b.py` `...`", []),
            ("`--output=a/b.py`", []),
            ("```python\nopen('src/a.py')\n```", []),
            ("```yaml\nnext_step: fix src/a.py\n```", ["src/a.py"]),
        ],
    )
    def test_paths(self, text: str, found: list[str]) -> None:
        assert paths(text) == found

    def test_commits(self) -> None:
        text = "`4f1c2aa`, commit 9e0d1bb, HEAD: `abc1234f`, `deadbeef`, `20261128`, 550e8400-e29b-41d4, a1b2c3d4e5"
        assert references.find(text).commits == ("4f1c2aa", "9e0d1bb", "abc1234f") or set(references.find(text).commits) == {"4f1c2aa", "9e0d1bb", "abc1234f"}

    def test_branches(self) -> None:
        text = "branch `topic`, **Branch:** `release-2`, `feature/upload-retry` and `not a branch`, branch `a..b`"
        assert set(references.find(text).branches) == {"topic", "release-2", "feature/upload-retry"}

    def test_numbers_and_addresses(self) -> None:
        text = (
            "#12, issue #3, acme/web#4, step #5, docs/plan.md#6, https://github.com/acme/uploader/issues/7, "
            "(https://example.org/a_(b)), https://gitlab.com/a/b/-/issues/1, https://ghe.corp.example/a/b/pull/2."
        )
        found = references.find(text)
        assert set(found.numbers) == {"#12", "#3", "acme/web#4", "acme/uploader#7"}
        assert found.addresses == ("https://example.org/a_(b)",)
        assert found.unsupported == ("https://gitlab.com/a/b/-/issues/1",)
        assert found.foreign == (("https://ghe.corp.example/a/b/pull/2", "ghe.corp.example/a/b#2"),)

    @given(st.text(alphabet="ab/.`#:@-~*[]()\n 1é\u202e\x1b", max_size=80))
    @settings(max_examples=150)
    def test_any_text_is_taken(self, text: str) -> None:
        references.find(text)


class TestLookUp:
    def test_inside_the_project_only(self, tmp_path: Path) -> None:
        folder = tmp_path / "project"
        (folder / "src").mkdir(parents=True)
        (folder / "src/a.py").touch()
        (tmp_path / "secret.py").touch()
        top = str(folder)
        assert references.look_up(top, "src/a.py") == references.IS_THERE
        assert references.look_up(top, f"{top}/src/a.py") == references.IS_THERE
        assert references.look_up(top, "./src/../src/a.py") == references.IS_THERE
        assert references.look_up(top, "src/b.py") == references.IS_NOT
        assert references.look_up(top, "../secret.py") == references.OUTSIDE
        assert references.look_up(top, "/etc/passwd") == references.OUTSIDE
        assert references.look_up(top, "~/project/src/b.py", str(tmp_path)) == references.IS_NOT
        assert references.look_up(top, "a\0b/c.py") == references.IS_NOT

    def test_a_link_out_of_it_is_not_followed(self, tmp_path: Path) -> None:
        folder = tmp_path / "project"
        (folder / "src").mkdir(parents=True)
        (folder / "out").symlink_to(tmp_path)
        (folder / "in").symlink_to("src")
        (folder / "loop").symlink_to("loop")
        top = str(folder)
        assert references.look_up(top, "out/none.py") == references.IS_THERE, "not looked at, so not missing"
        assert references.look_up(top, "in/none.py") == references.IS_NOT
        assert references.look_up(top, "loop/none.py") == references.IS_THERE

    def test_nothing_is_opened(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.py")
        assert references.look_up(str(tmp_path), "pipe.py") == references.IS_THERE


class TestAgainstGit:
    @pytest.fixture
    def repo(self, home: Home) -> Repo:
        repo = Repo(home)
        repo.write("src/a.py")
        repo.write("tests/test_retry.py")
        repo.commit()
        return repo

    def test_missing_ones_are_named_as_they_were_written(self, repo: Repo) -> None:
        text = "`src/a.py`, `src/b.py:3`, docs/x.md, `test_retry.py`, `nowhere.py`, `deadbe1f`, branch `topic`, `src/lib`, `either/or`"
        found = repo.check(text, hash=repo.git("rev-parse", "HEAD"))
        assert set(found.missing or ()) == {"src/b.py", "docs/x.md", "nowhere.py", "deadbe1f", "topic", "src/lib"}
        assert found.unknown == ()
        assert found.summary.endswith("6 references missing (" + ", ".join((found.missing or ())[:2]) + ", …)")

    def test_what_is_there_is_not_missing(self, repo: Repo) -> None:
        head = repo.git("rev-parse", "HEAD")
        repo.git("branch", "topic")
        repo.git("tag", "v1")
        found = repo.check(f"commit {head[:8]}, branch `topic`, branch `v1`, branch `main`, `src`, `src/`, README.md", hash=head)
        assert found.missing == ()

    def test_a_file_that_is_only_on_the_branch(self, repo: Repo) -> None:
        repo.git("switch", "-q", "-c", "feature/x")
        tip = repo.commit(only_py="1")
        repo.write("src/only.py")
        tip = repo.commit("more")
        repo.git("switch", "-q", "main")
        assert repo.check("see src/only.py", branch="feature/x", hash=tip).missing == ()

    def test_a_file_that_is_to_be_made_is_not_missing_but_one_that_was_there_is(self, repo: Repo) -> None:
        head = repo.git("rev-parse", "HEAD")
        text = "write the 429 test in tests/test_new.py; add a case to tests/test_retry.py"
        assert repo.check(text, hash=head).missing == ()
        repo.git("rm", "-q", "tests/test_retry.py")
        repo.commit("gone")
        assert repo.check(text, hash=head).missing == ("tests/test_retry.py",)

    def test_without_git_paths_are_looked_up_all_the_same(self, home: Home, repo: Repo) -> None:
        folder = home.project("plain")
        home.write(os.path.join(folder, "src/b.py"), "")
        found = repo.check("`src/a.py`, `src/b.py` and `deadbe1f`", project_path=folder)
        assert found.missing == ("src/a.py",)
        assert why(found, "deadbe1f") == "no git repository"
