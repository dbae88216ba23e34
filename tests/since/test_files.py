"""Uncommitted files: which count (spec: since.md, "Git")."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from pickup_tui.since.facts import as_json
from pickup_tui.since.files import handoff_names
from since.making import START, Repo

if TYPE_CHECKING:
    from support import Home

THEN = START + 10_000.0


@pytest.fixture
def repo(home: Home) -> Repo:
    repo = Repo(home)
    repo.commit(a_py="1\n", b_py="1\n", gone_py="1\n")
    return repo


def test_only_what_changed_after_the_session(repo: Repo) -> None:
    repo.write("a.py", "2\n", THEN - 5)
    repo.write("b.py", "2\n", THEN + 5)
    repo.write("old.txt", "x", THEN - 5)
    repo.write("dir/new name.txt", "x", THEN + 5)
    found = repo.check(when=THEN, hash=repo.git("rev-parse", "HEAD"))
    assert found.uncommitted == ("b.py", "dir/new name.txt")
    assert found.summary == "2 uncommitted files"
    assert as_json(found)["uncommitted"] == 2


def test_staged_deleted_and_renamed_ones(repo: Repo) -> None:
    repo.git("mv", "a.py", "moved.py")
    os.utime(os.path.join(repo.path, "moved.py"), (THEN + 5, THEN + 5))
    os.unlink(os.path.join(repo.path, "gone.py"))
    os.utime(repo.path, (THEN + 5, THEN + 5))  # its folder was changed then
    assert repo.check(when=THEN).uncommitted == ("a.py", "gone.py", "moved.py")
    os.utime(repo.path, (THEN - 5, THEN - 5))
    assert repo.check(when=THEN).uncommitted == ("moved.py",)


def test_ignored_ones_and_handoffs_never_count(repo: Repo) -> None:
    repo.write(".git/info/exclude", "*.log\n")
    for name in ("x.log", "HANDOFF.md", ".thunderkit/HANDOFF.md", "docs/session/own-note.md"):
        repo.write(name, "x", THEN + 5)
    repo.write("src/code.py", "x", THEN + 5)
    own = os.path.join(repo.path, "docs/session/own-note.md")
    assert repo.check(when=THEN, path=own).uncommitted == ("src/code.py",)


def test_the_table_of_places_says_what_a_handoff_is() -> None:
    is_handoff = handoff_names(("notes/mine.md",))
    assert all(map(is_handoff, ("HANDOFF.md", "handoff.md", ".thunderkit/HANDOFF.md", "notes/mine.md")))
    assert not any(map(is_handoff, ("src/HANDOFF.md.py", "a.py", "notes/other.md", "README.md")))


@pytest.mark.parametrize("name", ["-rf", "a\nb", "\x1b[31m", "ü.txt", "\udcff.txt", "a\tb"])
def test_any_name_is_taken_and_shown_clean(repo: Repo, name: str) -> None:
    with open(os.fsencode(os.path.join(repo.path, name)), "w", encoding="utf-8"):
        pass
    found = repo.check(when=0.0)
    assert found.uncommitted is not None
    assert len(found.uncommitted) == 1
    assert found.uncommitted[0].isprintable()
