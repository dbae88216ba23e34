"""The one sentence: its order, its honesty, its grammar (spec: since.md, "Saying it"). Pure."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pickup_tui.since import facts
from pickup_tui.since.facts import CHECKS, Branch, Commits, PullRequest, Since, Unknown
from pickup_tui.since.summary import NOTHING, evidence, sentence

NONE = Since(
    0.0,
    commits=Commits(0, "a..b"),
    branch=Branch("current", "main"),
    uncommitted=(),
    pull_requests=(),
    open_pull_requests=4,
    missing=(),
    done=(),
)
PULL = PullRequest("acme/uploader#12", "open", "https://github.com/acme/uploader/pull/12")


def with_pull(**fields: Any) -> Since:
    values = {name: getattr(PULL, name) for name in PULL.__slots__}
    return NONE.with_(pull_requests=(PullRequest(**{**values, **fields}),))


@pytest.mark.parametrize(
    ("since", "said"),
    [
        (NONE, "no change since last session"),
        (NONE.with_(commits=Commits(3, "a..b")), "3 new commits"),
        (NONE.with_(commits=Commits(1, "a..b", approximate=True)), "≈1 new commit"),
        (NONE.with_(commits=Commits(0, "a", approximate=True, on_the_day=2)), "≈0 new commits (up to 2 more on that day)"),
        (NONE.with_(branch=Branch("rewritten", "main")), "history rewritten"),
        (NONE.with_(branch=Branch("merged", "x", into="main", merged=True)), "branch merged into main"),
        (NONE.with_(branch=Branch("gone", "x", into="main", merged=False)), "branch x gone (not merged into main)"),
        (NONE.with_(branch=Branch("current", "x", ahead=2, behind=0, upstream="refs/remotes/origin/x")), NOTHING),
        (with_pull(new_comments=2), "PR #12 has 2 new comments"),
        (with_pull(state="closed", unresolved=3), "PR #12 closed"),
        (with_pull(state="merged", new_comments=1), "PR #12 merged and has 1 new comment"),
        (NONE.with_(missing=("a/b.py",)), "a/b.py missing"),
        (NONE.with_(done=("PR acme/uploader#12 merged",)), "looks done: PR acme/uploader#12 merged"),
        (NONE.with_(commits=None, unknown=(Unknown("commits", "timed out"),)), "commits unknown — timed out"),
        (NONE.with_(uncommitted=None, unknown=(Unknown("uncommitted", "filters"),)), "files unknown — filters"),
        (Since(0.0, pending=CHECKS), "checking…"),
        (NONE.with_(commits=Commits(1, "a..b"), pending=("pull requests",)), "1 new commit, checking…"),
    ],
)
def test_sentences(since: Since, said: str) -> None:
    assert sentence(since) == said


def test_the_order_is_commits_branch_files_pull_requests_references() -> None:
    since = with_pull(new_comments=2).with_(
        commits=Commits(3, "a..b"),
        branch=Branch("merged", "x", into="main", merged=True),
        uncommitted=("a.py",),
        missing=("b.py",),
        done=("branch x merged into main",),
        unknown=(Unknown("acme/uploader#5", "no network"),),
    )
    assert sentence(since) == (
        "3 new commits, branch merged into main, 1 uncommitted file, PR #12 has 2 new comments, b.py missing, "
        "looks done: branch x merged into main, acme/uploader#5 unknown — no network"
    )


@given(st.lists(st.sampled_from((*CHECKS, "acme/uploader#5")), min_size=1, unique=True), st.text(max_size=8))
def test_an_unknown_never_reads_as_no_change(checks: list[str], why: str) -> None:
    since = NONE.with_(unknown=tuple(Unknown(check, why) for check in checks))
    assert NOTHING not in sentence(since)
    assert "unknown — " in sentence(since)


@given(st.text(max_size=20))
def test_text_of_others_stays_in_one_clean_line(text: str) -> None:
    since = with_pull(new_comments=1, title=text, threads=(text,)).with_(
        commits=Commits(1, "a..b", subjects=(("abc", text),)), missing=(text,), unknown=(Unknown(text, text),), done=(text,), not_checked=(text,)
    )
    assert "\n" not in sentence(since)
    assert "\x1b" not in sentence(since)
    assert facts.as_json(since)["summary"] == sentence(since)


def test_each_fact_names_its_evidence() -> None:
    since = with_pull(new_comments=2, unresolved=1, threads=("src/a.py: why?",)).with_(
        commits=Commits(30, "4f1c2aa..9e0d1bb", subjects=tuple((f"{at:07x}", f"subject {at}") for at in range(20))),
        branch=Branch("current", "x", commit="9e0d1bb77", worktree="/p"),
        uncommitted=("a.py",),
        missing=("docs/x.md",),
    )
    lines = evidence(since)
    assert "30 new commits: 4f1c2aa..9e0d1bb" in lines
    assert "  … and 20 more" in lines
    assert "1 uncommitted file: /p" in lines
    assert any(line.endswith(": https://github.com/acme/uploader/pull/12") for line in lines)
    assert "  src/a.py: why?" in lines
    assert "missing: docs/x.md" in lines
    assert "4 open PRs in the project" in lines


def test_a_count_of_open_pull_requests_is_told_only_where_somebody_was_asked() -> None:
    assert "0 open PRs in the project" in evidence(NONE.with_(open_pull_requests=0))
    assert not [line for line in evidence(NONE.with_(open_pull_requests=0, forge=False)) if "PR" in line]
