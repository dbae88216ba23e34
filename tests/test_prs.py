"""What people write for a PR or a repository, and what is made of it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pickup_tui
from pickup_tui import prs


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("acme/uploader#41", ("acme/uploader#41",)),
        ("acme/uploader#41, docs/plan.md", ("acme/uploader#41",)),
        ("see https://github.com/acme/uploader/pull/41/files#diff-1, then", ("acme/uploader#41",)),
        ("https://www.github.com/acme/uploader/pull/41", ("acme/uploader#41",)),
        ("https://ghe.corp.example/acme/uploader/pull/7", ("ghe.corp.example/acme/uploader#7",)),
        ("ghe.corp.example/acme/uploader#7", ("ghe.corp.example/acme/uploader#7",)),
        ("PR #12", ("#12",)),
        ("(#12), #13.", ("#12", "#13")),
        ("[#12](https://github.com/acme/uploader/pull/12)", ("acme/uploader#12",)),
        ("[plan](https://github.com/acme/uploader/pull/12)", ("acme/uploader#12",)),
        ("`acme/uploader#41`", ("acme/uploader#41",)),
        ("Acme/Uploader#41 and acme/uploader#41", ("Acme/Uploader#41",)),
        ("acme/web.js#3", ("acme/web.js#3",)),
        ("acme/uploader.git#3", ("acme/uploader#3",)),
        # none of these is a PR
        ("docs/plan.md", ()),
        ("docs/plan.md#3", ()),
        ("docs/plan.md#3-steps", ()),
        ("a/b/c#3", ()),
        ("issue #3", ()),
        ("step #2 of the plan", ()),
        ("#0", ()),
        ("#99999999999", ()),
        ("&#39;", ()),
        ("colour #123abc", ()),
        ("https://github.com/acme/uploader/issues/41", ()),
        ("https://gitlab.com/acme/uploader/-/merge_requests/4", ()),
        ("https://example.org/page#12", ()),
        ("# 12", ()),
        ("", ()),
    ],
)
def test_find(text: str, found: tuple[str, ...]) -> None:
    assert prs.find(text) == found


def test_split_is_the_opposite_of_join() -> None:
    for ref in ("acme/uploader#41", "ghe.corp.example/acme/uploader#7"):
        assert prs.join(*prs.split(ref)) == ref
    assert prs.url("acme/uploader#41") == "https://github.com/acme/uploader/pull/41"


def test_resolve_takes_the_origin_and_drops_what_has_none() -> None:
    assert prs.resolve(("#12", "acme/web#1"), "github.com/acme/uploader") == ("acme/uploader#12", "acme/web#1")
    assert prs.resolve(("#12",), "ghe.corp.example/a/b") == ("ghe.corp.example/a/b#12",)
    assert prs.resolve(("#12", "acme/uploader#12"), "github.com/acme/uploader") == ("acme/uploader#12",)
    assert prs.resolve(("#12", "acme/web#1"), None) == ("acme/web#1",)
    assert prs.resolve(("#12",), "gitlab.com/group/sub/repo") == ()


@pytest.mark.parametrize(
    ("address", "repository"),
    [
        ("https://github.com/acme/uploader.git", "github.com/acme/uploader"),
        ("https://github.com/acme/uploader", "github.com/acme/uploader"),
        ("https://user:secret@GitHub.com/acme/uploader/", "github.com/acme/uploader"),
        ("https://ghe.corp.example:8443/acme/uploader.git", "ghe.corp.example:8443/acme/uploader"),
        ("https://github.com:443/acme/uploader.git", "github.com/acme/uploader"),
        ("ssh://git@github.com/acme/uploader.git", "github.com/acme/uploader"),
        ("ssh://git@ghe.corp.example:2222/acme/uploader.git", "ghe.corp.example/acme/uploader"),
        ("ssh://git@ssh.github.com:443/acme/uploader.git", "github.com/acme/uploader"),
        ("git@github.com:acme/uploader.git", "github.com/acme/uploader"),
        ("git@github.com:/acme/uploader.git", "github.com/acme/uploader"),
        ("github.com:acme/uploader", "github.com/acme/uploader"),
        ("git://github.com/acme/uploader.git", "github.com/acme/uploader"),
        ("git@gitlab.com:group/sub/uploader.git", "gitlab.com/group/sub/uploader"),
        ("/srv/git/uploader.git", None),
        ("../uploader.git", None),
        ("file:///srv/git/uploader.git", None),
        ("C:/work/uploader", None),
        ("ext::sh -c id", None),
        ("https://github.com/uploader", None),
        ("git@github.com:acme/../uploader", None),
        ("", None),
    ],
)
def test_remote(address: str, repository: str | None) -> None:
    assert prs.remote(address) == repository


@given(st.text(max_size=60) | st.text(alphabet="ab/#:.@ 12[]()hgit", max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_is_taken(text: str) -> None:
    for ref in prs.find(text):
        assert ref.startswith("#") or prs.join(*prs.split(ref)) == ref
    prs.remote(text)
    prs.origin(text)


@pytest.mark.parametrize(
    ("config", "address"),
    [
        ('[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:acme/a.git\n\tfetch = x\n', "git@github.com:acme/a.git"),
        ('[remote "fork"]\n url = https://github.com/me/a\n[remote "origin"]\n URL=https://github.com/acme/a ; ours\n', "https://github.com/acme/a"),
        ('[remote "upstream"]\n\turl = "https://github.com/acme/a"\n', "https://github.com/acme/a"),
        ('[remote "a"]\n\turl = https://x.example/a/a\n[remote "b"]\n\turl = https://x.example/b/b\n', None),
        ('[url "https://github.com/"]\n\turl = no\n', None),
        ('[remote "origin"]\n\tpushurl = https://github.com/acme/a\n', None),
    ],
)
def test_origin(config: str, address: str | None) -> None:
    assert prs.origin(config) == address


def test_other_forges_are_known() -> None:
    assert prs.is_github("github.com")
    assert prs.is_github("ghe.corp.example")
    assert not prs.is_github("gitlab.com")
    assert not prs.is_github("gitlab.corp.example")
    assert not prs.is_github("code.gitea.corp.example:3000")


def test_importing_it_costs_nothing() -> None:
    app = os.path.dirname(os.path.dirname(pickup_tui.__file__))
    script = "import sys; before = set(sys.modules); import pickup_tui.prs; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True, env={"PYTHONPATH": app})
    assert done.stdout.split() == ["__future__", "pickup_tui", "pickup_tui.prs"]
