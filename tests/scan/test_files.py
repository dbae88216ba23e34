"""Files as they come: their times, bad ones, and the text of one handoff."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui import readers
from pickup_tui.disk import Disk, Unreadable
from pickup_tui.scan import scan, walk
from pickup_tui.scan.files import own_text
from pickup_tui.settings import load
from scan.found import only, told, topics
from support import HOSTILE, LONG_AGO, NOW, Home, section

if TYPE_CHECKING:
    from pickup_tui.disk import Stamp



class TestTimes:
    def test_the_files_time_counts_on_the_day_that_the_section_names(self, home: Home) -> None:
        path = home.section("foo", date="2026-11-20")
        assert only(home.scan()).when % 86400 != 0 or only(home.scan()).date_only
        os.utime(path, (NOW, NOW))
        home.write(path, section("main", "2026-11-29"), NOW - 3600)
        one = only(home.scan())
        assert (one.when, one.date_only, one.approximate) == (NOW - 3600, True, False)

    def test_two_sections_of_a_day_by_their_briefs_time(self, home: Home) -> None:
        def text(branch: str, said: str) -> str:
            return section(branch, "2026-11-20", what=branch, body=f"## Context\n\n```yaml\nnext_step: go on\ndate: {said}\n```\n\n")

        parts = (("first", "2026-11-20T10:00:00Z"), ("second", "2026-11-20T10:00:01+00:00"), ("other", "2026-11-21T09:00:00Z"), ("none", "soon"))
        home.project("foo", "".join(text(*one) for one in parts))
        found = [(one.topic, one.declared) for one in home.scan().ranked]
        assert found == [("second", "2026-11-20T10:00:01+00:00"), ("first", "2026-11-20T10:00:00+00:00"), ("other", "2026-11-20"), ("none", "2026-11-20")]

    def test_without_a_date_the_files_time_marked(self, home: Home) -> None:
        home.card("c", "---\nkind: handoff\n---\n")
        one = only(home.scan())
        assert (one.when, one.approximate, one.declared) == (LONG_AGO, True, None)

    def test_a_date_in_the_future_is_told(self, home: Home) -> None:
        home.section("foo", date="2027-01-01")
        assert "its date lies in the future" in home.run("doctor").out
        assert "just now" in home.run("list").out


class TestBadFiles:
    @pytest.fixture(autouse=True)
    def _good(self, home: Home) -> None:
        home.section("good", what="good")

    def test_links(self, home: Home) -> None:
        home.write("secret.md", section(what="secret"))
        for name, target in (("out", f"{home.path}/secret.md"), ("sibling", "../good/HANDOFF.md"), ("self", "HANDOFF.md"), ("nothing", "/nowhere")):
            os.symlink(target, os.path.join(home.project(name), "HANDOFF.md"))
        home.write(f"{home.project('within')}/real.txt", section(what="within"))
        os.symlink("real.txt", f"{home.projects}/within/HANDOFF.md")
        found = home.scan()
        assert topics(found) == ["good", "within"]
        assert told(found).count("is a link that leads out of its place") == 3
        assert told(found).count("is a link that leads nowhere") == 1
        assert told(found).count("HANDOFF.md") == 4

    def test_pipes_sockets_devices_and_folders(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        os.mkfifo(os.path.join(home.project("pipe"), "HANDOFF.md"))
        os.makedirs(os.path.join(home.project("folder"), "HANDOFF.md"))
        os.symlink("/dev/zero", os.path.join(home.project("device"), "HANDOFF.md"))
        os.mkfifo(os.path.join(home.cards, "pipe.md"))
        monkeypatch.chdir(home.project("socket"))
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("HANDOFF.md")
            found = home.scan()
        assert topics(found) == ["good"]
        for name, what in (("pipe", "is no regular file"), ("socket", "is no regular file"), ("folder", "is a folder with a handoff's name"), ("device", "is a link that leads out")):
            assert any(what in problem.what for problem in found.problems if f"/{name}/" in problem.path), name

    def test_over_4_mib_is_a_row_with_its_name_and_the_reason(self, home: Home) -> None:
        path = home.section("big")
        os.truncate(path, (4 << 20) + 1)
        found = home.scan()
        assert topics(found) == ["HANDOFF.md (is larger than 4 MiB, unread)", "good"]
        assert "is larger than 4 MiB" in told(found)
        ran = home.run("load", "larger")
        assert (ran.code, ran.out) == (1, "")
        assert "is larger than 4 MiB" in ran.err

    def test_files_that_vanish_grow_or_lose_their_permission_after_they_were_listed(self, home: Home) -> None:
        for name in ("vanish", "forbid", "grow"):
            home.section(name, what=name)

        class Unsteady(Disk):
            def read(self, path: str, *more: Any, **named: Any) -> tuple[bytes, Stamp]:
                if "/vanish/HANDOFF" in path:
                    os.remove(path)
                if "/grow/HANDOFF" in path:
                    os.truncate(path, (4 << 20) + 1)
                if "/forbid/HANDOFF" in path:
                    raise Unreadable("cannot be read: Permission denied")
                return super().read(path, *more, **named)

        found = home.scan(Unsteady())
        assert topics(found) == ["HANDOFF.md (is larger than 4 MiB, unread)", "good"]
        assert "Permission denied" in told(found)
        assert len(found.problems) == 2

    def test_permissions_as_somebody_without_them(self, tmp_path: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root can become somebody else")
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            home = Home(Path(folder) / "home")
            home.section("good", what="good")
            os.chmod(home.section("secret", what="secret"), 0)
            locked = home.project("locked", section(what="locked"))
            os.chmod(locked, 0)
            home.scan()  # everything is imported: python itself may lie where only root can read
            os.seteuid(65534)
            try:
                found = home.scan()
            finally:
                os.seteuid(0)
        assert topics(found) == ["good"]
        assert {(os.path.relpath(one.path, home.projects), one.what) for one in found.problems} == {
            ("secret/HANDOFF.md", "cannot be read: Permission denied"),
            ("locked", "folder cannot be read: Permission denied"),
        }

    def test_a_right_that_is_given_back_is_noticed(self, home: Home) -> None:
        path = home.section("later", what="later")

        class Refusing(Disk):
            def read(self, path: str, *more: Any, **named: Any) -> tuple[bytes, Stamp]:
                if "/later/HANDOFF" in path:
                    raise Unreadable("cannot be read: Permission denied")
                return super().read(path, *more, **named)

        from pickup_tui.index import Index, signature

        world = home.world()
        settings = load(world)
        for disk, wanted in ((Refusing(), ["good"]), (Disk(), ["good", "later"])):
            assert topics(scan(settings, world, disk, Index(world.cache_folder, signature(settings, world)))) == wanted
        assert os.path.exists(path)

    def test_a_reader_that_fails_takes_no_other_file_with_it(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.section("bad", what="bad")
        real = readers.read

        def fail(kind: str, path: str, text: str) -> object:
            if "/bad/" in path:
                raise RecursionError
            return real(kind, path, text)

        monkeypatch.setattr(readers, "read", fail)
        found = home.scan()
        assert topics(found) == ["good"]
        assert "could not be read: RecursionError" in told(found)

    def test_a_folder_of_very_many_files_is_read_up_to_its_limit_and_told(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(walk, "FILES", 3)
        home.config('places = ["notes/"]')
        for number in range(9):
            home.write(f"Projects/good/notes/handoff-2026-01-0{number + 1}.md", section(f"b{number}"))
        search = home.scan()
        assert "has more than" in told(search) or len(search.handoffs) == 10

    def test_1000_broken_files_give_a_list_a_count_of_problems_and_exit_0(self, home: Home) -> None:
        broken = [b"---\nkind: handoff\ntitle: a: b\n---\n", b"---\nkind: handoff\nx: [\n---\n", b"---\nkind: handoff\nstatus: odd\n---\n\xff\xfe\x00", b"---\nkind: handoff\nlast_session: never\n---\n"]
        for number in range(900):
            home.card(f"c{number}", broken[number % len(broken)])
        for number in range(100):
            folder = home.project(f"p{number}")
            os.symlink("HANDOFF.md", f"{folder}/HANDOFF.md") if number % 2 else os.mkfifo(f"{folder}/HANDOFF.md")
        ran = home.run("list")
        assert ran.code == 0
        assert len(ran.out.splitlines()) == 10
        assert "1000 problems; pickup-tui doctor lists them" in ran.err
        assert home.run("list", "--json").json()["total"] == 901

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_names_of_files_and_folders(self, home: Home, text: str) -> None:
        name = text.replace("/", "_")[:60]
        home.section(name, what="odd")
        home.write(os.path.join(home.cards, f"{name}.md"), "---\nkind: handoff\n---\n")
        os.mkfifo(os.path.join(home.project(name + "2"), "HANDOFF.md"))
        found = home.scan()
        assert len(found.handoffs) == 3
        assert all(one.project.isprintable() and one.topic.isprintable() and one.project for one in found.handoffs)
        assert all(problem.path.isprintable() for problem in found.problems)

    def test_names_that_are_no_text(self, home: Home) -> None:
        folder = os.fsencode(home.projects) + b"/caf\xe9"
        os.makedirs(folder)
        with open(folder + b"/HANDOFF.md", "w") as file:
            file.write(section(what="bytes"))
        assert topics(home.scan()) == ["bytes", "good"]
        ran = home.run("list", "--json", "--filter", "bytes").json()["handoffs"][0]
        assert home.run("load", ran["id"]).code == 0
        assert home.run("mapping").code == 0


class TestOwnText:
    def test_the_sections_lines_alone(self, home: Home) -> None:
        home.project("foo", section("a", what="A") + "\n# Other\n\n" + section("b", what="B"))
        for handoff in home.scan().handoffs:
            text = own_text(handoff)
            assert f"**What**: {handoff.topic}" in text
            assert "Other" not in text
            assert text.count("## ") == 1

    def test_a_section_that_has_gone_meanwhile(self, home: Home) -> None:
        home.section("foo", "a")
        one = only(home.scan())
        home.section("foo", "b")
        with pytest.raises(Exception, match="no longer has a section for a"):
            own_text(one)
