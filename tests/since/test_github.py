"""The real `gh` against a GraphQL server on loopback (spec: since.md, "Pull requests")."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui import run
from pickup_tui.since import github
from pickup_tui.since.facts import as_json
from since.making import HOST, NEW, OLD, GitHub, Repo, answering, certificate, on_github, parts, pull, ref, thread, why

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support import Home

pytestmark = pytest.mark.skipif(shutil.which("gh") is None, reason="gh is not installed (Debian's package is `gh`)")


@pytest.fixture
def repo(home: Home) -> Repo:
    return on_github(home)


def calls(before: int) -> list[tuple[str, ...]]:
    return [argv for argv in run.started[before:] if argv[0] == "gh"]


class TestOneCall:
    def test_twenty_pull_requests(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({number: pull(number) for number in range(1, 21)}))
        before = len(run.started)
        found = repo.check(prs=tuple(map(ref, range(1, 21))), environ=server.environ)
        assert len(calls(before)) == len(server.queries) == 1
        assert found.pull_requests is not None
        assert [one.ref for one in found.pull_requests] == list(map(ref, range(1, 21)))
        assert found.open_pull_requests == 3
        assert found.summary == "no change since last session"

    def test_names_and_numbers_are_variables(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({41: pull(41)}))
        repo.check(prs=(ref(41),), environ=server.environ)
        query, variables = server.queries[0]
        assert "acme" not in query
        assert "41" not in query
        assert variables == {"r0o": "acme", "r0n": "uploader", "r0i": 41, "homeo": "acme", "homen": "uploader"}
        assert "r0: repository(" in query
        assert "{ pullRequest(" in query

    def test_one_missing_and_the_others_are_there(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({1: pull(1), 3: pull(3, state="MERGED")}))
        found = repo.check(prs=(ref(1), ref(2), ref(3)), environ=server.environ)
        assert found.pull_requests is not None
        assert [(one.ref, one.state) for one in found.pull_requests] == [(ref(1), "open"), (ref(3), "merged")]
        assert found.missing == (ref(2),)
        assert found.unknown == ()
        assert found.summary == f"PR #3 merged, {ref(2)} missing"

    def test_issues_ride_along(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({41: pull(41)}, {5: "CLOSED", 6: "OPEN"}))
        text = f"PR #41, issue #5, https://{HOST}/acme/uploader/issues/6, #7 and https://example.org/x"
        found = repo.check(text, prs=(ref(41),), next_step="close issue #5", environ=server.environ)
        assert len(server.queries) == 1
        assert found.missing == (ref(7),)
        assert found.done == (f"{ref(5)} closed",)
        assert found.not_checked == ("https://example.org/x",)
        assert found.unknown == ()

    def test_only_the_open_ones_of_the_project(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({}, open_=7))
        found = repo.check(environ=server.environ)
        assert (found.open_pull_requests, found.pull_requests) == (7, ())
        assert found.summary == "no change since last session"

    def test_a_bare_number_is_one_of_the_origin(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({41: pull(41)}))
        found = repo.check(prs=("#41",), environ=server.environ)
        assert found.pull_requests is not None
        assert [one.ref for one in found.pull_requests] == [ref(41)]


class TestFacts:
    def test_threads_comments_and_their_evidence(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        one = pull(
            12,
            comments=[OLD, NEW, NEW],
            threads=[thread("why \x1b[31m not?\nmore", at=OLD), thread("done", resolved=True, at=NEW)],
            reviews={"totalCount": 2, "nodes": [{"submittedAt": NEW, "bodyText": ""}, {"submittedAt": NEW, "bodyText": "please"}]},
            reviewDecision="CHANGES_REQUESTED",
        )
        found = repo.check(prs=(ref(12),), environ=serve(answering({12: one})).environ)
        assert found.pull_requests is not None
        it = found.pull_requests[0]
        assert (it.state, it.unresolved, it.new_comments, it.decision) == ("open", 1, 4, "changes_requested")
        assert len(it.threads) == 1
        assert it.threads[0].startswith("src/a.py: why ")
        assert "\x1b" not in it.threads[0]
        assert it.url == f"https://{HOST}/acme/uploader/pull/12"
        assert found.summary == "PR #12 has 4 new comments and 1 unresolved thread"
        listed = as_json(found)["pull_requests"]
        assert isinstance(listed, list)
        assert {key: listed[0][key] for key in ("ref", "state", "unresolved", "new_comments", "url")} == {
            "ref": ref(12),
            "state": "open",
            "unresolved": 1,
            "new_comments": 4,
            "url": it.url,
        }

    def test_comments_count_from_the_handoff_on(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12, comments=["2026-11-01T09:59:59Z", "2026-11-01T10:00:01Z"])}))
        moment = 1_793_527_200.0  # 2026-11-01T10:00:00Z
        found = repo.check(prs=(ref(12),), when=moment, hash=repo.git("rev-parse", "HEAD"), environ=server.environ)
        assert found.summary == "PR #12 has 1 new comment"

    def test_nothing_updated_is_nothing_new(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12, comments=[OLD], updatedAt=OLD)}))
        assert repo.check(prs=(ref(12),), environ=server.environ).summary == "no change since last session"

    def test_merged_work_looks_done(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12, state="MERGED", threads=[thread()])}))
        found = repo.check(prs=(ref(12),), environ=server.environ)
        assert found.summary == f"PR #12 merged, looks done: PR {ref(12)} merged"

    def test_one_of_several_that_the_next_step_names(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12, state="MERGED"), 13: pull(13)}))
        assert repo.check(prs=(ref(12), ref(13)), environ=server.environ).done == ()
        assert repo.check(prs=(ref(12), ref(13)), next_step="merge #12", environ=server.environ).done == (f"PR {ref(12)} merged",)

    def test_a_handoff_of_tomorrow(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12, comments=[NEW])}))
        found = repo.check(prs=(ref(12),), when=repo.home.now + 86400, environ=server.environ)
        assert found.pull_requests is not None
        assert found.pull_requests[0].new_comments is None
        assert why(found, f"new comments of {ref(12)}") == "the handoff is dated in the future"

    def test_the_same_one_by_several_names_is_asked_about_once(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12)}))
        text = f"#12, {ref(12)}, https://{HOST}/Acme/Uploader/pull/12/files"
        found = repo.check(text, prs=("#12", ref(12), f"{HOST}/Acme/uploader#12"), environ=server.environ)
        assert [number for _, _, number, _ in parts(*server.queries[0])] == [12, None]
        assert found.pull_requests is not None
        assert len(found.pull_requests) == 1

    def test_more_than_twenty_references_are_told(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({}, dict.fromkeys(range(1, 31), "OPEN")))
        found = repo.check(" ".join(f"#{number}" for number in range(1, 31)), environ=server.environ)
        assert (len(server.queries), found.missing) == (1, ())
        assert found.summary == "10 more issues and PRs unknown — more than can be looked up"

    def test_more_than_twenty_pull_requests(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({number: pull(number, state="CLOSED" if number == 43 else "OPEN") for number in range(1, 44)}))
        found = repo.check(prs=tuple(map(ref, range(1, 44))), environ=server.environ)
        assert found.pull_requests is not None
        assert [one.ref for one in found.pull_requests] == list(map(ref, range(1, 44)))
        assert (len(server.queries), found.summary) == (3, "PR #43 closed")

    def test_a_repository_that_moved_is_named_by_its_new_address(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12, url="https://github.com/new/place/pull/12", comments=[NEW])}))
        found = repo.check(prs=(ref(12),), environ=server.environ)
        assert found.pull_requests is not None
        assert (found.pull_requests[0].ref, found.pull_requests[0].url) == (ref(12), "https://github.com/new/place/pull/12")

    def test_an_origin_that_is_written_short(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        repo.git("config", "url.git@github.com:.insteadOf", "h")
        repo.git("config", f"url.https://{HOST}/.insteadOf", "hub:")
        repo.git("remote", "set-url", "origin", "hub:acme/uploader")
        found = repo.check(prs=("#41",), environ=serve(answering({41: pull(41)})).environ)
        assert found.pull_requests is not None
        assert [one.ref for one in found.pull_requests] == [ref(41)]

    def test_two_repositories_are_told_apart(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({1: pull(1, state="CLOSED"), 2: pull(2, state="CLOSED")}))
        found = repo.check(prs=(ref(1), f"{HOST}/acme/web#2"), environ=server.environ)
        assert found.summary == f"PR {ref(1)} closed, PR {HOST}/acme/web#2 closed"


class TestUnknown:
    """One test a cause: a failed fetch never reads as zero."""

    @pytest.mark.parametrize(
        ("answer", "reason"),
        [
            ((401, b'{"message": "Bad credentials"}'), "the token was refused"),
            ((500, b"<html>oops</html>"), "the answer could not be read"),
            ((500, b"{}"), f"{HOST} answered 500"),
            ((502, b'{"message": "Bad gateway"}'), f"{HOST} answered 502"),
            ((403, b'{"message": "API rate limit exceeded for user"}'), "rate limit reached"),
            ((200, b'{"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]}'), "rate limit reached"),
            ((200, b'{"data": {"r0": {"pullRequest": {"state": "OPEN", "revi'), "the answer was cut off"),
            ((299, b'{"data": {"r0": {"pullRequest": {"state": "OPEN", "revi'), "the answer was cut off"),
            ((200, b""), "the answer was cut off"),
            ((200, b"[]"), "the answer could not be read"),
            ((200, b'{"data": {}}'), "no answer"),
            ((200, b'{"data": {"r0": null, "home": null}, "errors": [{"type": "FORBIDDEN", "path": ["r0"], "message": "Resource protected by organization SAML"}, {"type": "FORBIDDEN", "path": ["home"], "message": "Resource protected by organization SAML"}]}'), "Resource protected by organization SAML"),
            ((200, b'{"data": {"r0": {"pullRequest": null}, "home": {}}}'), "no answer"),
        ],
    )
    def test_what_the_server_does(self, repo: Repo, serve: Callable[..., GitHub], answer: tuple[int, bytes], reason: str) -> None:
        found = repo.check(prs=(ref(12),), environ=serve(lambda _query, _variables: answer).environ)
        assert (found.pull_requests, found.open_pull_requests) == (None, None)
        assert (why(found, "pull requests"), why(found, "open pull requests")) == (reason, reason)
        assert found.summary == f"PRs unknown — {reason}"

    def test_no_token(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(answering({12: pull(12)}))
        found = repo.check(prs=(ref(12),), environ={**server.environ, "GH_TOKEN": "", "GH_ENTERPRISE_TOKEN": ""})
        assert why(found, "pull requests") == f"gh is not logged in to {HOST}"
        assert server.queries == []

    def test_not_logged_in_to_github_itself(self, repo: Repo) -> None:
        repo.git("remote", "set-url", "origin", "git@github.com:acme/uploader.git")
        found = repo.check(prs=("acme/uploader#12",))
        assert found.summary == "PRs unknown — gh is not logged in (gh auth login)"

    def test_no_network(self, repo: Repo) -> None:
        found = repo.check(prs=(ref(12),), environ={"GH_ENTERPRISE_TOKEN": "x"})
        assert why(found, "pull requests") == "no network"

    def test_no_gh(self, repo: Repo, tmp_path: Path) -> None:
        (tmp_path / "bin").mkdir()
        os.symlink(shutil.which("git") or "", tmp_path / "bin/git")
        found = repo.check(prs=(ref(12),), environ={"PATH": str(tmp_path / "bin")})
        assert found.summary == "PRs unknown — gh is not installed"

    def test_a_server_that_never_answers(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        from pickup_tui import since

        server = serve(lambda _query, _variables: None)
        handoff = repo.handoff(prs=(ref(12),))
        found = since.check(handoff, "", repo.home.world(**server.environ), github=1.0)
        assert server.asked.wait(1)
        assert found.commits is not None, "git's part does not wait for it"
        assert found.summary == "PRs unknown — timed out"

    def test_another_forge(self, repo: Repo) -> None:
        repo.git("remote", "set-url", "origin", "git@gitlab.com:acme/uploader.git")
        before = len(run.started)
        found = repo.check("https://gitlab.com/acme/uploader/-/merge_requests/4")
        assert calls(before) == []
        assert (found.open_pull_requests, why(found, "open pull requests")) == (None, "not supported")
        assert why(found, "https://gitlab.com/acme/uploader/-/merge_requests/4") == "not supported"
        assert "no change" not in found.summary

    def test_a_bare_number_whose_origin_is_not_known(self, repo: Repo) -> None:
        repo.write(".git/config", "[core]\n\trepositoryformatversion = 99\n")
        found = repo.check(prs=("#12",))
        assert "origin unknown" in (why(found, "#12") or "")

    def test_a_project_without_origin_has_no_pull_requests(self, repo: Repo) -> None:
        repo.git("remote", "remove", "origin")
        before = len(run.started)
        found = repo.check()
        assert (found.open_pull_requests, found.unknown, calls(before)) == (0, (), [])


class TestHosts:
    @pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
    def test_an_enterprise_host(self, repo: Repo, serve: Callable[..., GitHub], tmp_path: Path) -> None:
        host = "ghe.corp.example"
        path = certificate(tmp_path, host)
        server = serve(answering({12: pull(12, url=f"https://{host}/acme/uploader/pull/12", comments=[NEW])}), certificate=(path, host))
        repo.git("remote", "set-url", "origin", f"git@{host}:acme/uploader.git")
        before = len(run.started)
        found = repo.check(prs=(f"{host}/acme/uploader#12",), environ={**server.environ, "GH_HOST": host, "SSL_CERT_FILE": str(path.with_suffix(".crt"))})
        assert found.summary == "PR #12 has 1 new comment"
        assert server.hosts == [f"{host}:443"]
        assert server.tokens == ["token x"]
        (argv,) = calls(before)
        assert argv[:5] == ("gh", "api", "graphql", "--hostname", host)

    @pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
    def test_a_token_is_sent_to_no_host_that_only_a_text_names(self, repo: Repo, serve: Callable[..., GitHub], tmp_path: Path) -> None:
        host = "evil.example"
        path = certificate(tmp_path, host)
        server = serve(answering({12: pull(12)}), certificate=(path, host))
        environ = {**server.environ, "GITHUB_ENTERPRISE_TOKEN": "y", "GITHUB_TOKEN": "z", "GH_HOST": "ghe.corp.example", "SSL_CERT_FILE": str(path.with_suffix(".crt"))}
        repo.git("remote", "remove", "origin")
        repo.check(prs=(f"{host}/acme/uploader#12",), environ=environ)
        assert (server.hosts, server.tokens) == ([], []), "without a token gh does not even call"

    def test_one_call_a_host_and_per_twenty(self) -> None:
        asked = github.questions([*(f"a/b#{number}" for number in range(1, 26)), "h.example/a/b#1"], ["a/b#99"], "github.com/a/b")
        assert [(one.host, len(one.pulls), len(one.issues), one.repository) for one in asked] == [
            ("github.com", 20, 1, "github.com/a/b"),
            ("github.com", 5, 0, None),
            ("h.example", 1, 0, None),
        ]

    def test_gh_gets_no_prompt_no_colour_no_notice_and_runs_outside_the_project(self, repo: Repo, tmp_path: Path) -> None:
        # The real program cannot be made to tell its environment: a stand-in does.
        note = tmp_path / "note"
        stand_in = tmp_path / "bin" / "gh"
        stand_in.parent.mkdir()
        stand_in.write_text(f"#!/bin/sh\n{{ pwd; env; }} > {note}\n")
        stand_in.chmod(0o755)
        repo.check(prs=(ref(12),), environ={"PATH": f"{stand_in.parent}:{os.environ['PATH']}", "GH_FORCE_TTY": "80", "GH_DEBUG": "api", "GH_HOST": "x.example"})
        lines = note.read_text().split("\n")
        assert lines[0] == "/"
        assert {"GH_PROMPT_DISABLED=1", "GH_NO_UPDATE_NOTIFIER=1", "NO_COLOR=1"} <= set(lines)
        assert not any(line.startswith(("GH_FORCE_TTY", "GH_DEBUG", "GH_HOST")) for line in lines)


def test_any_body_is_taken() -> None:
    """Whatever the body holds, parts of it are found or unknown; nothing is raised."""
    question = github.Question(HOST, (ref(1),), (ref(2),), f"{HOST}/acme/uploader")
    values: list[Any] = [None, [], {}, "x", 7, {"nodes": None}, {"nodes": [None, 1]}]
    bodies: list[Any] = [{"data": {"r0": value, "i0": value, "home": value}, "errors": value} for value in values]
    for value in values:
        broken = {**pull(1), "reviewThreads": value, "comments": value, "reviews": value, "title": value, "url": value, "updatedAt": value, "reviewDecision": value}
        bodies.append({"data": {"r0": {"pullRequest": broken, "pullRequests": value}, "i0": {"issueOrPullRequest": value}, "home": {"pullRequests": value}}})
    for body in bodies:
        done = run.Done(0, json.dumps(body).encode())
        answer = github.ask(question, lambda _fields, done=done: done, 0.0)  # type: ignore[misc]
        for name in question.names:
            assert name in answer.unknown or name in answer.pulls or name.lower() in answer.open
        for found in answer.pulls.values():
            assert found.unresolved is None or isinstance(body["data"]["r0"]["pullRequest"]["reviewThreads"], dict)
