"""300 generated histories: every count against plain `git rev-list`, every merge against plain `git cherry`.

The histories are built by one fast-import each, in few repositories with many branches.
"""

from __future__ import annotations

import random
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from pickup_tui.since import history, merged
from pickup_tui.since.facts import Moment
from pickup_tui.since.git import Repository, Why
from since.making import START, Repo

if TYPE_CHECKING:
    from support import Home

HISTORIES, IN_ONE = 300, 60


class Stream:
    """Commits as fast-import takes them, on refs/heads/main-N and refs/heads/work-N."""

    def __init__(self, rng: random.Random, number: int) -> None:
        self.rng = rng
        self.number = number
        self.rows: list[str] = []
        self.marks: dict[str, list[int]] = {"main": [], "work": []}
        self.mark = number * 1000
        self.clock = START + rng.randrange(10**6)

    def commit(self, branch: str, changes: dict[str, str], merge: int | None = None, after: int | None = None) -> None:
        self.mark += 1
        self.clock += self.rng.choice((0, 1, 60, 3600))
        self.rows.append(f"commit refs/heads/{branch}-{self.number}\nmark :{self.mark}\ncommitter a <a@example.org> {self.clock} +0000\ndata 6\nchange")
        marks = self.marks[branch]
        parent = after or (marks[-1] if marks else None)
        if parent:
            self.rows.append(f"from :{parent}")
        if merge:
            self.rows.append(f"merge :{merge}")
        for name, text in changes.items():
            self.rows.append(f"M 100644 inline {name}\ndata {len(text)}\n{text}")
        marks.append(self.mark)


def stream(rng: random.Random, number: int) -> str:
    """A history with forks, merges, picks and squashes."""
    made = Stream(rng, number)
    commit, marks = made.commit, made.marks

    def change() -> dict[str, str]:
        return {f"f{rng.randrange(6)}": "".join(f"{rng.randrange(99)}\n" for _ in range(3))}

    for _ in range(rng.randrange(1, 5)):
        commit("main", change())
    work: list[dict[str, str]] = []
    for at in range(rng.randrange(1, 5)):
        work.append(change())
        commit("work", work[-1], after=marks["main"][-1] if at == 0 else None)
    how = rng.choice(("none", "pick", "squash", "merge", "part"))
    for _ in range(rng.randrange(3)):
        commit("main", {f"other{rng.randrange(3)}": f"{rng.random()}\n"})
    if how in ("pick", "part"):
        for each in work if how == "pick" else work[:-1]:
            commit("main", each)
    elif how == "squash":
        commit("main", {name: text for each in work for name, text in each.items()})
    elif how == "merge":
        commit("main", {name: text for each in work for name, text in each.items()}, merge=marks["work"][-1])
    if rng.random() < 0.3:
        commit("work", {"later": "x\n"}, merge=marks["main"][-1])
    return "\n".join(made.rows) + "\n"


def plain(repo: Repo, *words: str) -> str:
    return subprocess.run(["git", "-C", repo.path, *words], env=repo.home.environ, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("seed", range(HISTORIES // IN_ONE))
def test_counts_and_merges(home: Home, seed: int) -> None:
    rng = random.Random(seed)
    repo = Repo(home)
    text = "".join(stream(rng, number) for number in range(IN_ONE))
    subprocess.run(["git", "-C", repo.path, "fast-import", "--quiet"], input=text.encode(), env=home.environ, check=True)
    repository = Repository(repo.path, home.environ, time.monotonic() + 300)
    ground = history.ground(repository)
    tips = dict(row.split(" ") for row in plain(repo, "for-each-ref", "--format=%(refname:short) %(objectname)").split("\n"))
    commits = plain(repo, "rev-list", "--all", "--parents", "--timestamp").split("\n")
    parents = {row.split(" ")[1]: row.split(" ")[2:] for row in commits}
    times = {row.split(" ")[1]: int(row.split(" ")[0]) for row in commits}
    seen: set[bool] = set()
    for number in range(IN_ONE):
        default, tip = tips[f"main-{number}"], tips[f"work-{number}"]
        own = _reach(parents, tip)
        start = rng.choice(sorted(own | _reach(parents, default)))
        if start in own:
            expected = int(plain(repo, "rev-list", "--count", f"{start}..{tip}"))
            assert expected == len(own - _reach(parents, start))
            found = history.new_commits(repository, ground, start, tip)
            assert (found.count, len(found.subjects)) == (expected, expected)
        else:
            with pytest.raises(Why, match="history rewritten"):
                history.new_commits(repository, ground, start, tip)
        moment = times[start]
        after = history.commits_after(repository, ground, _moment(moment), tip, str)
        assert after.count == int(plain(repo, "rev-list", "--count", f"--since=@{moment + 1}", tip))
        cherry = [row for row in plain(repo, "cherry", default, tip).split("\n") if row]
        is_merged = merged.is_merged(repository, ground, tip, (default,))
        seen.add(is_merged)
        if tip in _reach(parents, default) or (cherry and all(row.startswith("-") for row in cherry)):
            assert is_merged
        elif is_merged:
            assert _squash(repo, default, tip), "only a commit that changes the same says so otherwise"
    assert seen == {True, False}


def _moment(at: int) -> Moment:
    return Moment(float(at), None, float(at))


def _reach(parents: dict[str, list[str]], tip: str) -> set[str]:
    found, todo = set[str](), [tip]
    while todo:
        commit = todo.pop()
        if commit not in found:
            found.add(commit)
            todo += parents[commit]
    return found


def _squash(repo: Repo, default: str, tip: str) -> bool:
    """Whether a commit of `default` changes exactly what the branch changes, by the diffs themselves."""
    fork = plain(repo, "merge-base", default, tip)
    wanted = _changes(plain(repo, "diff", fork, tip))
    return any(_changes(plain(repo, "show", "--format=", commit)) == wanted for commit in plain(repo, "rev-list", "--no-merges", f"{fork}..{default}").split("\n"))


def _changes(diff: str) -> list[str]:
    return [row for row in diff.split("\n") if row[:1] in "+-" or row.startswith("diff ")]
