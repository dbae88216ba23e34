"""The index: nothing but speed changes with it, and whatever its files hold is never taken for what it is not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.disk import Disk, Unreadable
from pickup_tui.handoff import Brief, Handoff
from pickup_tui.index import GRAIN, Index, read_handoff, signature, stamped, write_handoff
from pickup_tui.places import TEMPORARY
from pickup_tui.scan import scan
from pickup_tui.settings import load
from support import APP, Home, brief, section

if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.disk import Entry, Stamp
    from pickup_tui.scan import Scan

OLD = time.time() - 10 * 86400


def kept(home: Home) -> str:
    return os.path.join(home.path, ".cache", "pickup-tui")


def age(home: Home, *, but: tuple[str, ...] = ()) -> None:
    """Makes all that there is look as if it had not been touched for days: its stamps are sure."""
    for folder, folders, files in os.walk(home.path):
        for name in ("", *folders, *files):
            path = os.path.join(folder, name).rstrip("/")
            if path not in but:
                os.utime(path, (OLD, OLD), follow_symlinks=False)


class Edits:
    """What happens to a home: each edit takes a number that says where and how."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.cwd = home.path
        self.zone = "UTC"
        self.count = 0
        for name in ("a", "b", "c"):
            home.write(home.projects + f"/{name}/HANDOFF.md", section(name, body="**Plan**: #3\n\n") + brief(), OLD)
            home.write(f"{home.projects}/{name}/.git/HEAD", "ref: refs/heads/main\n", OLD)
            home.write(f"{home.projects}/{name}/.git/config", f'[remote "origin"]\n\turl = git@github.com:acme/{name}.git\n', OLD)
            self.card(name, f"[acme/{name}#1]")

    def card(self, name: str, prs: str, mtime: float | None = OLD) -> None:
        self.home.write(f".bdc/handoff/{name}.md", f"---\nkind: handoff\ntitle: t{self.count}\nprs: {prs}\nlast_session: 2026-11-20T10:00:00Z\n---\n", mtime)

    def file(self, at: int) -> str:
        return f"{self.home.projects}/{'abc'[at % 3]}/HANDOFF.md"

    def write(self, at: int) -> None:
        self.home.write(self.file(at), section("main", what=f"work {self.count}", body="**Plan**: #4, docs/plan.md\n\n") + brief(f"step {self.count}"), None)

    def write_and_touch_back(self, at: int) -> None:
        path = self.file(at)
        if os.path.exists(path):
            found = os.stat(path)
            self.same_size(at)
            os.utime(path, ns=(found.st_mtime_ns, found.st_mtime_ns))

    def same_size(self, at: int) -> None:
        path = Path(self.file(at))
        if path.exists():
            text = path.read_text()
            path.write_text(text.translate({ord("o"): "0", ord("0"): "o"}) if self.count % 2 else text.swapcase())

    def delete(self, at: int) -> None:
        Path(self.file(at)).unlink(missing_ok=True)

    def rename(self, at: int) -> None:
        if os.path.exists(self.file(at)):
            os.rename(self.file(at), self.file(at + 1))

    def card_of_another(self, at: int) -> None:
        self.card("abc"[at % 3], f"[acme/{'abc'[(at + self.count) % 3]}#{self.count}]", None)

    def superseded(self, at: int) -> None:
        self.home.write(f".bdc/handoff/{'abc'[at % 3]}.md", f"---\nkind: handoff\nstatus: {('superseded', 'done')[self.count % 2]}\ntitle: old\n---\n", None)

    def new_project(self, at: int) -> None:
        self.home.write(f"{self.home.projects}/new{at}/HANDOFF.md", section("x", what=f"new {at}"), None)

    def remove_project(self, at: int) -> None:
        shutil.rmtree(f"{self.home.projects}/new{at}", ignore_errors=True)

    def new_folder_of_a_known_place(self, at: int) -> None:
        for name in ("one", "two"):
            self.home.write(f"{self.home.projects}/a/docs/handoffs/{name}-{at}.md", f"# Handoff: {name} {at}\n\n## Next steps\n\n- do it\n", None)

    def new_worktree(self, at: int) -> None:
        git, tree = f"{self.home.projects}/a/.git/worktrees/w{at}", f"{self.home.path}/elsewhere/w{at}"
        self.home.write(f"{git}/gitdir", f"{tree}/.git\n", None)
        self.home.write(f"{git}/HEAD", f"ref: refs/heads/tree{self.count}\n", None)
        self.home.write(f"{tree}/.git", f"gitdir: {git}\n", None)
        self.home.write(f"{tree}/HANDOFF.md", section(f"tree{at}", what="in a worktree"), None)

    def origin(self, at: int) -> None:
        path = f"{self.home.projects}/{'abc'[at % 3]}/.git/config"
        self.home.write(path, f'[remote "origin"]\n\turl = git@github.com:acme/{"abc"[self.count % 3]}.git\n', None)

    def no_origin(self, at: int) -> None:
        self.home.write(f"{self.home.projects}/{'abc'[at % 3]}/.git/config", "[core]\n\tbare = false\n", None)

    def living_baton(self, at: int) -> None:
        path = f"{self.home.tmp}/handoff-176440000{at}-1.md"
        if not os.path.exists(path):
            self.home.write(path, f"# Baton {at}\n\n## Next steps\n\n- go on\n", None)
        self.home.write(f".claude/handoffs/handoff-176440000{at}-1", f"{path}\nproject: {self.home.projects}/{'abc'[self.count % 3]}\n", None)

    def link(self, at: int) -> None:
        path = f"{self.home.projects}/a/SESSION_HANDOFF_{at}.md"
        if not os.path.lexists(path):
            os.symlink("HANDOFF.md" if at % 2 else "/etc/hostname", path)

    def rights(self, at: int) -> None:
        path = self.file(at)
        if os.path.exists(path):
            os.chmod(path, 0o600 if os.stat(path).st_mode & 0o044 else 0o644)

    def odd_names(self, at: int) -> None:
        for name in ("new\nline", "back\\slash", "esc\x1b", "unit\x1f", b"\xff\xfe".decode("utf-8", "surrogateescape")):
            self.home.write(f"{self.home.projects}/{name}{at}/HANDOFF.md", section("x\\y", what=f"a {name!r}"), None)

    def config(self, at: int) -> None:
        self.home.config(("", 'sources = ["section"]\n', 'ignore = ["b"]\n', '[aliases]\n"acme/a" = "other"\n')[at % 4])

    def baton(self, at: int) -> None:
        self.home.write(f".claude/handoffs/notes-{at}.md", f"# Handoff: notes {at}\n\n## Next steps\n\n- go on\n", None)

    def hide(self, at: int) -> None:
        self.home.run("hide", str(at % 3 + 1), cwd=self.cwd)

    def pick_up(self, at: int) -> None:
        self.home.run("load", str(at % 3 + 1), cwd=self.cwd, CLAUDE_CODE_SESSION_ID=f"s{at}")

    def stand(self, at: int) -> None:
        places = (self.home.path, self.home.projects + "/a", self.home.projects, f"{self.home.path}/other/deep")
        self.cwd = places[at % 4]
        self.home.write(f"{self.home.path}/other/deep/HANDOFF.md", section("outside"), OLD)

    def time_zone(self, at: int) -> None:
        self.zone = ("UTC", "America/New_York", "Asia/Tokyo")[at % 3]
        os.environ["TZ"] = self.zone
        time.tzset()

    def age(self, at: int) -> None:
        age(self.home)

    @classmethod
    def names(cls) -> list[str]:
        return [name for name in vars(cls) if name[0] != "_" and name not in ("file", "card", "names", "apply")]

    def apply(self, name: str, at: int) -> None:
        self.count += 1
        getattr(self, name)(at)


class TestNothingButSpeedChanges:
    @settings(max_examples=15)
    @given(st.lists(st.tuples(st.sampled_from(Edits.names()), st.integers(0, 7)), min_size=3, max_size=9))
    def test_random_edits(self, edits: list[tuple[str, int]]) -> None:
        before = os.environ.get("TZ")
        top = Path(tempfile.mkdtemp(prefix="index-"))
        try:
            state = Edits(Home(top / "home"))
            for name, at in [("age", 0), *edits]:
                state.apply(name, at)
                for words in (("list", "--all", "--superseded"), ("mapping",), ("hint",)):
                    argv = (*words, "--json")
                    bare = state.home.run(*argv, cwd=state.cwd, TZ=state.zone, XDG_CACHE_HOME=str(top / f"none{state.count}{words[0]}"))
                    assert state.home.run(*argv, cwd=state.cwd, TZ=state.zone).out == bare.out, (name, at, words)
        finally:
            if before is None:
                os.environ.pop("TZ", None)
            else:
                os.environ["TZ"] = before
            time.tzset()
            shutil.rmtree(top)

    def test_an_origin_that_comes_changes_and_goes(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pickup_tui.index.TICK", -60)  # as if what is there had been there for a minute
        project = home.project("m", section(body="**Plan**: #3\n"), git=True)
        age(home)

        def prs() -> list[str]:
            found: list[str] = home.run("list", "--json").json()["handoffs"][0]["prs"]
            return found

        assert prs() == []
        home.git(project, "remote", "add", "origin", "git@github.com:acme/zed.git")
        assert prs() == ["acme/zed#3"]
        age(home)
        assert prs() == ["acme/zed#3"]
        home.git(project, "remote", "set-url", "origin", "https://github.com/acme/other")
        assert prs() == ["acme/other#3"]
        age(home)
        assert prs() == ["acme/other#3"]
        home.git(project, "remote", "remove", "origin")
        assert prs() == []

    def test_a_baton_that_its_entry_gives_to_another_project(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pickup_tui.index.TICK", -60)
        home.project("a", git=True)
        home.project("b", git=True)
        path = home.write(f"{home.tmp}/handoff-1764400000-1.md", "# Baton\n\n- go on\n")
        for name in ("a", "b"):
            home.write(".claude/handoffs/handoff-1764400000-1", f"{path}\nproject: {home.projects}/{name}\n", None)
            assert home.run("list", "--json").json()["handoffs"][0]["project"] == name

    def test_edits_within_the_clocks_grain(self, home: Home) -> None:
        path = home.section("foo", what="one")
        for what in ("two", "six", "ten") * 3:  # the same size, and as fast as it goes
            Path(path).write_text(Path(path).read_text().replace("one", what))
            Path(path).write_text(section(what=what))
            assert what in home.run("list").out

    def test_time_goes_on(self, home: Home) -> None:
        home.card("a", last_session="2026-11-29T11:58:00Z")
        age(home)
        assert "2m ago" in home.run("list").out
        home.now += 3600
        assert "1h ago" in home.run("list").out


class Counting(Disk):
    """Counts over all the disks of a run, each worker's."""

    counted: ClassVar[dict[str, int]] = {}

    def read(self, path: str, within: str | None = None, limit: int = 4 << 20, *, direct: bool = False) -> tuple[bytes, Stamp]:
        self.counted["read"] = self.counted.get("read", 0) + 1
        return super().read(path, within, limit, direct=direct)

    def listing(self, path: str) -> list[Entry] | None:
        self.counted["listing"] = self.counted.get("listing", 0) + 1
        return super().listing(path)


def index_of(home: Home) -> Index:
    world = home.world()
    return Index(world.cache_folder, signature(load(world), world))


def scanned(home: Home, disk: Disk | None = None) -> Scan:
    world = home.world()
    index = index_of(home)
    index.read_at += 1  # as a second later: what was touched a moment ago would rightly be read again
    return scan(load(world), world, disk, index)


class TestSpeed:
    def counts(self, home: Home) -> dict[str, int]:
        Counting.counted.clear()
        scanned(home, Counting())
        return dict(Counting.counted)

    def test_what_is_unchanged_is_neither_listed_nor_read(self, home: Home) -> None:
        for name in "abcdef":
            home.project(name, section(what=name), git=True)
            home.card(name)
        age(home)
        assert self.counts(home)["read"] >= 12
        assert self.counts(home) == {}

    def test_of_what_changed_no_more_than_its_project_is(self, home: Home) -> None:
        paths = [home.section(name) for name in "abcdef"]
        age(home)
        self.counts(home)
        Path(paths[2]).write_text(section(what="other"))
        assert self.counts(home) == {"read": 1, "listing": 1}  # and nothing of the other five

    def test_a_list_of_many_blocks_holds_until_any_one_file_of_it_changes(self, home: Home) -> None:
        paths = [home.card(f"c{at}", f"---\nkind: handoff\ntitle: card {at}\n---\n") for at in range(1100)]
        age(home)
        first = scanned(home)
        assert self.counts(home) == {}
        for path in (paths[0], paths[600], paths[1099]):
            assert first.holds(Disk())
            before = Path(path).read_text()
            Path(path).write_text(before + "\nmore\n")
            assert not first.holds(Disk())
            Path(path).unlink()
            assert not first.holds(Disk())
            Path(path).write_text(before)
            age(home)
            first = scanned(home)
        assert [one.topic for one in first.handoffs] == [one.topic for one in first.ranked]
        assert len(set(first.ranked.ids())) == len(first.handoffs) == 1100

    def test_a_busy_temporary_folder_changes_nothing(self, home: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        temporary = tmp_path / "tmp"
        temporary.mkdir()
        monkeypatch.setattr("support.TestWorld.temporary_folders", (str(temporary),))
        age(home)
        self.counts(home)
        (temporary / "something").write_text("")
        assert self.counts(home) == {}

    def test_the_names_that_count_there_are_all_noticed(self, tmp_path: Path) -> None:
        for folder in TEMPORARY:
            name = (folder.path.partition("/")[0] or folder.globs[0]).replace("*", "x")
            before = Disk().stamp("handoff names in " + str(tmp_path))
            (tmp_path / name).touch()
            assert Disk().stamp("handoff names in " + str(tmp_path)) != before, name


class TestBadFiles:
    def test_wrong_truncated_newer_foreign(self, home: Home) -> None:
        home.section("foo", what="one")
        home.card("a")
        age(home)
        wanted = home.run("list").out
        ways: tuple[Callable[[bytes], bytes], ...] = (
            lambda data: b"",
            lambda data: data[: len(data) // 2],
            lambda data: data[:-1],
            lambda data: data + b"x",
            lambda data: b"\0" * len(data),
            lambda data: data.replace(b"one", b"two"),
            lambda data: data.replace(b"index 3", b"index 4"),
            lambda data: os.urandom(2000),
        )
        for change in ways:
            for name in ("list", "units"):
                home.run("list")
                file = Path(kept(home), name)
                file.write_bytes(change(file.read_bytes()))
                ran = home.run("list")
                assert (ran.code, ran.out, ran.err) == (0, wanted, ""), name

    def test_a_body_that_is_whole_and_makes_no_sense(self, home: Home) -> None:
        home.section("foo", what="one")
        age(home)
        wanted = home.run("list").out
        for body in ("x", "\n", "1 2\nabc", "\x1c" * 20, "9" * 9 + "\n", "x\ny\n?\n1\n\n\n\nF"):
            for name in ("list", "units"):
                index_of(home).write(name, body)
                assert home.run("list").out == wanted, (name, body)

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
    def test_another_users(self, home: Home) -> None:
        home.section("foo", what="one")
        age(home)
        home.run("list")
        index_of(home).write("list", index_of(home).read("list") or "")
        os.chown(Path(kept(home), "list"), 12345, 12345)
        assert index_of(home).read("list") is None
        assert "one" in home.run("list").out
        assert os.stat(Path(kept(home), "list")).st_uid == os.geteuid()

    def test_a_link_is_not_followed_and_not_written_through(self, home: Home) -> None:
        home.section("foo", what="one")
        home.run("list")
        target = home.write("mine.txt", "mine")
        Path(kept(home), "list").unlink()
        os.symlink(target, Path(kept(home), "list"))
        assert "one" in home.run("list").out
        assert Path(target).read_text() == "mine"

    def test_a_cache_that_cannot_be_written(self, home: Home) -> None:
        home.section("foo", what="one")
        home.write(".cache", "a file where the folder should be")
        ran = home.run("list")
        assert (ran.code, ran.err) == (0, "")
        assert "one" in ran.out

    def test_it_is_for_nobody_else_to_read(self, home: Home) -> None:
        home.section("foo")
        home.run("list")
        assert os.stat(kept(home)).st_mode & 0o077 == 0
        assert all(path.stat().st_mode & 0o077 == 0 for path in Path(kept(home)).iterdir())

    def test_two_processes_at_once_are_both_right(self, home: Home) -> None:
        for name in "abcdefgh":
            home.section(name, what=f"work on {name}")
        argv = [sys.executable, "-m", "pickup_tui", "mapping"]
        environ = {**home.environ, "PYTHONPATH": APP}
        # A process of its own, as the two are: it sees what others have left in the machine's temporary folder.
        wanted = subprocess.run(argv, env=environ, cwd=home.cwd, capture_output=True, check=True).stdout.decode()
        shutil.rmtree(kept(home))
        for _ in range(3):
            both = [subprocess.Popen(argv, env=environ, cwd=home.cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
            for one in both:
                out, err = one.communicate(timeout=60)
                assert (out.decode(), err) == (wanted, b"")
            home.section("a", what="work on a")
        assert [path.name for path in Path(kept(home)).iterdir() if path.name.startswith(".")] == []


class Failing(Disk):
    """A disk on which folders with "sick" in their path cannot be listed, as on a mount whose server has gone."""

    sick = "sick"

    def listing(self, path: str) -> list[Entry] | None:
        if self.sick in path:
            raise Unreadable("folder cannot be read: Transport endpoint is not connected")
        return super().listing(path)

    def stamp(self, path: str) -> Stamp | None:
        return None if self.sick in path else super().stamp(path)

    def unchanged(self, paths: object, digests: object) -> bool:
        return False


class TestPlacesThatCannotBeScanned:
    def test_their_rows_stay_marked_and_are_as_before_afterwards(self, home: Home) -> None:
        home.section("well", what="one")
        home.section("sick", what="two")
        age(home)
        before = scanned(home)
        for _ in range(2):  # the mark is not kept, so that it is not set twice
            found = scanned(home, Failing())
            assert {one.topic: one.marks for one in found.handoffs} == {"one": (), "two": ("unreachable",)}
            assert [problem.what for problem in found.problems] == ["folder cannot be read: Transport endpoint is not connected"]
        assert scanned(home).handoffs == before.handoffs

    def test_a_whole_root(self, home: Home) -> None:
        home.write("sick/a/HANDOFF.md", section(what="one"), OLD)
        home.write(".bdc/handoff/b.md", "---\nkind: handoff\ntitle: two\n---\n", OLD)
        home.environ["PICKUP_PROJECTS"] = f"{home.path}/sick"
        age(home)
        scanned(home)
        found = scanned(home, Failing())
        assert {one.topic: one.marks for one in found.handoffs} == {"one": ("unreachable",), "two": ()}

    def test_what_was_never_known_is_told(self, home: Home) -> None:
        home.section("sick", what="two")
        found = scanned(home, Failing())
        assert found.handoffs == ()
        assert "folder cannot be read" in found.problems[0].what


class TestSize:
    def test_it_does_not_grow_without_bound(self, home: Home, tmp_path: Path) -> None:
        home.section("foo")
        for number in range(70):  # a list a project outside the roots, at most 64 of them
            folder = tmp_path / f"outside{number}"
            folder.mkdir()
            home.run("hint", cwd=str(folder))
        names = [path.name for path in Path(kept(home)).iterdir()]
        assert len(names) <= 66
        units = len(index_of(home)._load())
        world = home.world()
        index = index_of(home)
        from pickup_tui.scan.data import Scan, Unit

        index.keep([Unit(f"project:/p{number}") for number in range(3000)], Scan((), (), (), tuple, ()), None)
        index_of(home).keep([Unit("project:/last")], Scan((), (), (), tuple, ()), None)
        assert units > 0
        assert world.cache_folder == kept(home)
        assert 0 < len(index_of(home)._load()) <= 2001


TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=12)
MAYBE = st.none() | TEXT
PAIRS = st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple)


class TestLines:
    @settings(max_examples=80)
    @given(
        st.builds(
            Handoff, kind=st.sampled_from(("card", "section")), path=TEXT, topic=TEXT, anchor=MAYBE, line=st.integers(1, 99), end=st.integers(1, 99),
            project=TEXT, project_path=MAYBE, branch=MAYBE, declared=MAYBE, when=st.floats(0, 1e10), date_only=st.booleans(),
            approximate=st.booleans(), mtime=st.integers(0, 2**62), status=MAYBE, marks=st.lists(TEXT, max_size=3).map(tuple),
            prs=st.lists(TEXT, max_size=3).map(tuple), fields=PAIRS, fold=MAYBE, text_hash=st.just("0123"),
            brief=st.builds(Brief, next_step=MAYBE, why_stopped=MAYBE, plan_progress=MAYBE, date=MAYBE, hash=MAYBE, extra=PAIRS),
        )
    )  # fmt: skip
    def test_a_handoff_comes_back_as_it_was(self, handoff: Handoff) -> None:
        line = write_handoff(handoff)
        assert "\n" not in line
        assert read_handoff(line) == handoff
        assert write_handoff(read_handoff(line)) == line

    def test_a_stamp_is_unsure_while_its_file_may_change_without_it(self) -> None:
        now = 1_000_000.0
        for seconds, sure in ((GRAIN + 1, True), (GRAIN - 1, False), (0, False), (-50, False)):
            assert (stamped((int((now - seconds) * 1e9), 1, 1, 1, 1), now) != "?") is sure
        assert stamped((1, 1, 1, 1, int((now - 0.01) * 1e9)), now) == "?"
        assert stamped(None, now) == ""


@pytest.mark.parametrize("branch", [None, "feature/x\\y", "-"])
def test_what_a_filter_looks_in_is_told_without_taking_the_rest_apart(branch: str | None) -> None:
    """Of thousands of kept handoffs, a filter would else hold every field in memory."""
    handoff = Handoff(kind="section", path="/p/H.md", topic="a \\ b\x1f", project="p", branch=branch, brief=Brief(next_step="go on"))
    kept = read_handoff(write_handoff(handoff))
    assert kept.words == handoff.words == ("a \\ b\x1f", "p", branch)
    for name in ("topic", "brief"):
        with pytest.raises(AttributeError):
            object.__getattribute__(kept, name)
    assert kept.brief.next_step == "go on"
    assert kept.words == handoff.words
