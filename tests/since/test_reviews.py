"""The badge: what is kept on disk, for how long, and that `list` never waits for it (spec: picker.md, "Badges")."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui import run
from pickup_tui.handoff import Handoff
from pickup_tui.since import reviews
from since.making import HOST, GitHub, Repo, answering, pull, thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support import Home

needs_gh = pytest.mark.skipif(shutil.which("gh") is None, reason="gh is not installed (Debian's package is `gh`)")
A, B = f"{HOST}/acme/uploader#1", f"{HOST}/acme/uploader#2"


def handoff(*prs: str, path: str = "/p/HANDOFF.md") -> Handoff:
    return Handoff(kind="card", path=path, topic="t", prs=prs)


@pytest.fixture
def serve() -> Iterator[Callable[[Any], GitHub]]:
    made: list[GitHub] = []

    def start(answer: Any) -> GitHub:
        made.append(GitHub(answer))
        return made[-1]

    yield start
    for server in made:
        server.close()


class TestCache:
    def test_three_states(self, home: Home) -> None:
        world = home.world()
        reviews.remember({A: True, B: False, "a/b#3": None}, world)
        known = reviews.known([handoff(A, path="/1"), handoff(B, path="/2"), handoff("a/b#3", path="/3"), handoff(path="/4")], world)
        assert known == {"card:/1": True, "card:/2": False, "card:/3": None}

    def test_one_open_thread_is_enough_and_one_unknown_hides_a_no(self, home: Home) -> None:
        world = home.world()
        reviews.remember({A: True, B: False}, world)
        assert reviews.known([handoff(B, A, "a/b#9")], world) == {"card:/p/HANDOFF.md": True}
        assert reviews.known([handoff(B, "a/b#9")], world) == {"card:/p/HANDOFF.md": None}

    @pytest.mark.parametrize(("answer", "seconds"), [(True, 300), (False, 300), (None, 30)])
    def test_how_long_an_answer_counts(self, home: Home, answer: bool | None, seconds: int) -> None:
        world = home.world()
        reviews.remember({A: answer}, world)
        for later, there in ((seconds - 1, True), (seconds, False), (-5, False)):
            world.now = home.now + later
            assert (reviews.key(A) in reviews.read(world)) is there

    def test_a_failure_does_not_replace_what_is_known(self, home: Home) -> None:
        world = home.world()
        reviews.remember({A: True}, world)
        reviews.remember({A: None}, world)
        assert reviews.read(world) == {reviews.key(A): True}

    def test_names_are_told_apart_by_host_owner_repo_and_number_but_not_by_case(self, home: Home) -> None:
        world = home.world()
        reviews.remember({"acme/uploader#1": True}, world)
        assert reviews.known([handoff("Acme/Uploader#1")], world) == {"card:/p/HANDOFF.md": True}
        for other in ("acme/uploader#11", "acme/uploade#1", "cme/uploader#1", A):
            assert reviews.known([handoff(other)], world) == {"card:/p/HANDOFF.md": None}

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\x00\xff\xfe",
            b"something else\n" + b"github.localhost/acme/uploader#1\t+\t1795953600\n",
            b"pickup-tui reviews 1\ngithub.localhost/acme/uploader#1\t+\t1795953600",  # cut
            b"pickup-tui reviews 1\ngithub.localhost/acme/uploader#1\tyes\t1795953600\n",
            b"pickup-tui reviews 1\ngithub.localhost/acme/uploader#1\t+\tnow\n",
            b"pickup-tui reviews 1\ngithub.localhost/acme/uploader#1\t+\t" + b"9" * 400 + b"\n",
            b"pickup-tui reviews 1\ngithub.localhost/acme/uploader#1\t+\n",
        ],
    )
    def test_content_that_is_not_ours_is_ignored_and_replaced(self, home: Home, content: bytes) -> None:
        world = home.world()
        home.write(os.path.join(world.cache_folder, "reviews"), content)
        assert reviews.read(world) == {}
        reviews.remember({A: False}, world)
        assert reviews.read(world) == {reviews.key(A): False}

    def test_a_link_a_pipe_and_a_folder_are_not_read(self, home: Home) -> None:
        world = home.world()
        reviews.remember({A: True}, world)
        path = Path(world.cache_folder, "reviews")
        path.rename(path.with_name("elsewhere"))
        path.symlink_to(path.with_name("elsewhere"))
        assert reviews.read(world) == {}
        path.unlink()
        os.mkfifo(path)
        assert reviews.read(world) == {}
        path.unlink()
        path.mkdir()
        reviews.remember({A: True}, world)
        assert reviews.read(world) == {}
        assert sorted(each.name for each in path.parent.iterdir()) == ["elsewhere", "reviews"]

    @pytest.mark.skipif(os.geteuid() != 0, reason="giving a file to another user needs root")
    def test_a_file_of_somebody_else_is_not_read(self, home: Home) -> None:
        world = home.world()
        reviews.remember({A: True}, world)
        os.chown(os.path.join(world.cache_folder, "reviews"), 12345, 12345)
        assert reviews.read(world) == {}

    def test_it_is_private_and_a_cache_that_cannot_be_written_is_no_error(self, home: Home) -> None:
        world = home.world()
        reviews.remember({A: True}, world)
        assert os.stat(os.path.join(world.cache_folder, "reviews")).st_mode & 0o777 == 0o600
        reviews.remember({A: True}, home.world(XDG_CACHE_HOME=home.write("file", "")))


@needs_gh
class TestList:
    @pytest.fixture
    def project(self, home: Home) -> Repo:
        repo = Repo(home)
        repo.git("remote", "add", "origin", f"https://{HOST}/acme/uploader.git")
        repo.write("HANDOFF.md", f"## main (updated 2026-11-20)\n\n**What**: work\n**Plan**: {A}\n")
        return repo

    def test_check_waits_and_plain_list_then_knows(self, home: Home, project: Repo, serve: Callable[[Any], GitHub]) -> None:
        server = serve(answering({1: pull(1, threads=[thread()])}))
        assert "\U0001f7e1" not in home.run("list", **server.environ).out
        assert server.queries == []
        assert "\U0001f7e1" in home.run("list", "--check", **server.environ).out
        assert home.run("list", "--json").json()["handoffs"][0]["badges"] == ["newest", "comments"]
        home.run("list", "--check", **server.environ)
        assert len(server.queries) == 1, "known answers are kept"

    @pytest.mark.parametrize(
        "one", [pull(1, state="MERGED", threads=[thread()]), pull(1, threads=[thread(resolved=True)]), pull(1)], ids=["merged", "resolved", "none"]
    )
    def test_no_badge(self, home: Home, project: Repo, serve: Callable[[Any], GitHub], one: dict[str, Any]) -> None:
        assert "\U0001f7e1" not in home.run("list", "--check", **serve(answering({1: one})).environ).out
        assert list(reviews.read(home.world()).values()) == [False]

    def test_a_failure_is_kept_a_moment(self, home: Home, project: Repo, serve: Callable[[Any], GitHub]) -> None:
        server = serve(lambda _query, _variables: (500, b"{}"))
        for _ in range(2):
            assert home.run("list", "--check", **server.environ).code == 0
        assert len(server.queries) == 1
        home.now += 31
        home.run("list", "--check", **server.environ)
        assert len(server.queries) == 2

    def test_check_gives_up(self, home: Home, project: Repo, serve: Callable[[Any], GitHub], monkeypatch: pytest.MonkeyPatch) -> None:
        server = serve(lambda _query, _variables: None)
        done = reviews.check([handoff(A)], home.world(**server.environ), wait=0.5)
        assert done == {"card:/p/HANDOFF.md": None}
        assert reviews.WAIT == 3.0
        assert server.asked.wait(5)

    def test_twenty_cards_are_one_call(self, home: Home, serve: Callable[[Any], GitHub]) -> None:
        server = serve(answering({number: pull(number) for number in range(1, 21)}))
        rows = [handoff(f"{HOST}/acme/uploader#{number}", path=f"/{number}") for number in range(1, 21)]
        before = len(run.started)
        assert set(reviews.check(rows, home.world(**server.environ), wait=20).values()) == {False}
        assert len(run.started) - before == 1

    @pytest.mark.parametrize("command", ["list", "mapping", "hint"])
    def test_nothing_runs_before_the_first_row(self, home: Home, project: Repo, serve: Callable[[Any], GitHub], command: str) -> None:
        """With a server that never answers and a repository on which git hangs: nothing is started at all."""
        server = serve(lambda _query, _variables: None)
        os.mkfifo(os.path.join(project.path, ".git/index"))
        before = len(run.started)
        assert "work" in home.run(command, **server.environ).out
        assert run.started[before:] == []
        assert server.queries == []
