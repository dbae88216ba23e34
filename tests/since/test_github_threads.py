"""Review threads and comments beyond a page, and lists with gaps: counted, or unknown, and never zero."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui.since import github, reviews
from since.making import NEW, OLD, GitHub, Repo, on_github, pull, ref, thread, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from support import Home

pytestmark = pytest.mark.skipif(shutil.which("gh") is None, reason="gh is not installed (Debian's package is `gh`)")


@pytest.fixture
def repo(home: Home) -> Repo:
    return on_github(home)


class TestManyThreads:
    def pages(self, count: int, *, stuck: bool = False) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
        def answer(query: str, variables: dict[str, Any]) -> dict[str, Any]:
            at = int(variables.get("r0c", "0"))
            after = at + 100
            page = {"hasNextPage": after < count, "endCursor": str(at if stuck and at else after)}
            nodes = [thread(f"thread {number}") for number in range(at, min(after, count))]
            return {"data": {"r0": {"pullRequest": {**pull(12), "reviewThreads": {"totalCount": count, "pageInfo": page, "nodes": nodes}}, "pullRequests": {"totalCount": 1}}, "home": {"pullRequests": {"totalCount": 1}}}}

        return answer

    @pytest.mark.parametrize(
        "part",
        [
            {"reviewThreads": {"totalCount": 3, "pageInfo": {"hasNextPage": False}, "nodes": None}},
            {"reviewThreads": {"totalCount": 2, "pageInfo": {"hasNextPage": False}, "nodes": [thread(resolved=True), None]}},
            {"reviewThreads": {"totalCount": 2, "pageInfo": {"hasNextPage": False}, "nodes": [thread(resolved=True)]}},
            {"reviewThreads": {"totalCount": 1, "pageInfo": None, "nodes": [thread(resolved=True)]}},
            {"reviewThreads": {"totalCount": 1, "pageInfo": {"hasNextPage": False}, "nodes": [{**thread(), "isResolved": None}]}},
        ],
    )
    def test_threads_with_gaps_are_no_zero(self, part: dict[str, Any]) -> None:
        found = github._pull(ref(1), {**pull(1), **part}, 0.0)
        assert (found.unresolved, found.new_comments) == (None, None)

    @pytest.mark.parametrize("value", [None, {"totalCount": 2, "nodes": None}, {"totalCount": 1, "nodes": [None]}, {"totalCount": 2, "nodes": [{"createdAt": NEW}]}])
    @pytest.mark.parametrize("name", ["comments", "reviews"])
    def test_comments_with_gaps_are_no_zero(self, name: str, value: Any) -> None:
        assert github._pull(ref(1), {**pull(1), name: value}, 0.0).new_comments is None
        assert github._pull(ref(1), {**pull(1), "reviewThreads": {"totalCount": 1, "pageInfo": {"hasNextPage": False}, "nodes": [{**thread(), "comments": value}]}}, 0.0).new_comments is None

    def test_of_more_than_a_hundred_comments_the_newest_count(self) -> None:
        old_and_new = {"totalCount": 250, "nodes": [{"createdAt": OLD}] * 98 + [{"createdAt": NEW}] * 2}
        assert github._pull(ref(1), pull(1) | {"comments": old_and_new}, 1_790_000_000.0).new_comments == 2
        assert github._pull(ref(1), pull(1) | {"comments": {"totalCount": 250, "nodes": [{"createdAt": NEW}] * 100}}, 1_790_000_000.0).new_comments is None

    def test_a_comment_counts_though_the_pull_request_says_that_nothing_was_touched(self) -> None:
        assert github._pull(ref(1), pull(1, comments=[NEW], updatedAt=OLD), 1_790_000_000.0).new_comments == 1

    def test_more_than_one_page(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(self.pages(230))
        found = repo.check(prs=(ref(12),), environ=server.environ)
        assert found.pull_requests is not None
        assert found.pull_requests[0].unresolved == 230
        assert len(server.queries) == 3

    def test_pages_that_lead_nowhere_give_no_number(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(self.pages(230, stuck=True))
        found = repo.check(prs=(ref(12),), environ=server.environ)
        assert found.pull_requests is not None
        assert found.pull_requests[0].unresolved is None
        assert len(server.queries) == 2
        assert why(found, f"review threads of {ref(12)}") == "more than could be read"

    def test_the_badge_is_known_all_the_same(self, repo: Repo, serve: Callable[..., GitHub]) -> None:
        server = serve(self.pages(230, stuck=True))
        handoff = repo.handoff(prs=(ref(12),))
        assert reviews.check([handoff], repo.home.world(**server.environ), wait=20) == {handoff.id: True}
