"""Bad luck: disks, homes, locales, clocks, names, counts, programs, terminals, signals, and two at once."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hostile.hostility import wait
from pickup_tui.disk import Disk
from pickup_tui.scan import scan
from pickup_tui.settings import load
from screens import Terminal, environment, program
from support import APP, NOW, section

if TYPE_CHECKING:

    from support import Home, Ran

COMMANDS = (("list",), ("list", "--json", "--all"), ("mapping",), ("hint",), ("doctor",), ("load", "1"), ("since", "1"))
PROGRAM = [sys.executable, "-m", "pickup_tui"]


@pytest.fixture
def some(home: Home) -> Home:
    for at in range(3):
        home.section(f"p{at}", what=f"topic {at}", date=f"2026-11-{20 + at}")
    home.card("c", prs="[a/p1#1]")
    return home


def whole(ran: Ran) -> None:
    """A run that did what it was asked, and raised nothing."""
    assert ran.code == 0, ran
    assert "Traceback" not in ran.err


class TestDisk:
    def test_full(self, some: Home) -> None:
        """No byte can be written to any file: what reads still reads, what writes says so and leaves what was there."""
        code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); from pickup_tui.__main__ import main; sys.exit(main(sys.argv[1:]))"
        before, card = Path(some.projects, "p0/HANDOFF.md").read_bytes(), f"card:{some.cards}/c.md"
        for words in (*COMMANDS, ("save", "section", "--next", "x", "--branch", "main"), ("save", "card", "--title", "x", "--next", "y"), ("hide", card), ("done", card)):
            done = subprocess.run(
                [sys.executable, "-c", code, *words], env={**some.environ, "PYTHONPATH": APP}, cwd=f"{some.projects}/p0", capture_output=True, timeout=60, check=False,
            )  # fmt: skip
            assert b"Traceback" not in done.stderr, (words, done.stderr.decode()[-600:])
            if words in COMMANDS:
                assert done.returncode == 0, (words, done.stderr)
                assert done.stdout, words
            else:
                assert done.returncode == 1, (words, done.stderr)
                assert done.stderr.startswith(b"pickup-tui: "), words
        assert Path(some.projects, "p0/HANDOFF.md").read_bytes() == before
        assert os.listdir(some.cards) == ["c.md"]

    @pytest.mark.parametrize("stream", ["stdout", "stderr"])
    def test_a_stream_that_takes_nothing(self, some: Home, stream: str) -> None:
        for words in (("list",), ("doctor",), ("load", "1")):
            with open("/dev/full", "wb") as full:
                streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: full}
                done = subprocess.run([*PROGRAM, *words], env={**some.environ, "PYTHONPATH": APP}, timeout=60, check=False, **streams)  # type: ignore[call-overload]
            assert b"Traceback" not in (done.stderr or b""), (words, done.stderr)
            assert done.returncode in (0, 1), words

    def test_a_home_that_cannot_be_written_to(self, some: Home) -> None:
        """A read-only home, as far as root can have one: the places of state, cache and config are no folders."""
        for name in (".cache", ".local", ".config"):
            Path(some.path, name).write_text("a file\n", encoding="utf-8")
        for words in COMMANDS:
            whole(some.run(*words))
        assert some.run("hide", f"card:{some.cards}/c.md").code == 1

    @pytest.mark.parametrize("value", ["", "/nowhere", "relative", "/dev/null", "/\udcff"])
    def test_no_home(self, some: Home, value: str) -> None:
        for words in (("list",), ("hint",), ("doctor",), ("mapping", "--json")):
            ran = some.run(*words, HOME=value, PICKUP_PROJECTS=some.projects)
            whole(ran)
        assert not os.path.exists("/nowhere"), "a home that is not there is not made by looking at a list"

    def test_a_place_that_never_answers(self, some: Home) -> None:
        release = threading.Event()

        class Dead(Disk):
            def listing(self, path: str) -> object:  # type: ignore[override]
                if path.endswith("/p1"):
                    self.since = 1e-9 + __import__("time").monotonic()
                    release.wait(30)
                return super().listing(path)

        world = some.world()
        found = scan(load(world), world, Dead(), patience=0.3)
        release.set()
        assert {one.project for one in found.handoffs} >= {"p0", "p2"}
        assert [key for key in found.lost if key.endswith("p1")]
        assert any("did not answer" in problem.what for problem in found.problems)


class TestLocale:
    @pytest.mark.parametrize("more", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"}, {"LANG": "xx_YY.nonsense", "LC_ALL": ""}])
    def test_a_narrow_one(self, some: Home, more: dict[str, str]) -> None:
        some.section("日本", what="日本語 é 🟡")
        for words in (("list",), ("list", "--json", "--all"), ("doctor",), ("load", "日本語"), ("save", "card", "--title", "é", "--next", "ü")):
            ran = some.spawn(*words, cwd=f"{some.projects}/p0", **more)
            assert ran.code in ((0, 1) if words == ("load", "日本語") else (0,)), (words, ran)
            assert "Traceback" not in ran.err


class TestClock:
    @pytest.mark.parametrize("now", [0.0, 1.0, NOW - 50 * 365 * 86400, NOW + 900 * 365 * 86400, 4e11])
    def test_it_jumps(self, some: Home, now: float) -> None:
        whole(some.run("list"))
        some.now = now
        for words in COMMANDS:
            whole(some.run(*words))
        assert "-" not in some.run("list", "--json", "--limit", "1").json()["handoffs"][0]["last"]

    @pytest.mark.parametrize("mtime", [-1e9, 0, 2**31 + 5, 2**33])
    def test_files_from_another_age(self, some: Home, mtime: float) -> None:
        some.write("Projects/old/HANDOFF.md", "# Undated work\n\n## Next steps\n\n- go\n", mtime)
        for words in COMMANDS:
            whole(some.run(*words))

    @pytest.mark.parametrize("zone", ["Nonsense/Zone", "UTC+25:61", "/etc/passwd"])
    def test_a_wrong_zone(self, some: Home, zone: str) -> None:
        for words in (("list", "--json"), ("load", "1"), ("doctor",)):
            ran = some.spawn(*words, TZ=zone)
            assert ran.code == 0, ran
            assert "Traceback" not in ran.err

    @pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31", "9999-12-31T23:59:59-23:59", "0000-00-00", "1969-12-31", "2026-02-30", "99999-01-01"])
    def test_days_at_the_edge(self, some: Home, date: str) -> None:
        some.card("edge", last_session=date)
        some.write("Projects/edge/HANDOFF.md", f"---\ndate: {date}\n---\n# Edge\n\n## Next steps\n\n- go\n")
        for words in COMMANDS:
            whole(some.run(*words))


class TestNames:
    def test_long_ones_and_ones_that_differ_by_case(self, home: Home) -> None:
        for name in ("n" * 255, "日" * 85, "Case", "case", " ", "a\tb", "-rf", "~", "$HOME", "*", "[x]", "#1", "\\", "'", "é", "e\u0301", "con"):
            home.section(name, what=f"in {name[:20]}")
        rows = home.run("list", "--json", "--all").json()["handoffs"]
        assert len(rows) == 17
        for row in rows:
            assert home.run("load", row["id"]).code == 0, row["id"]

    def test_a_path_at_the_systems_limit(self, home: Home) -> None:
        folder = home.projects + "/deep"
        while len(folder) < 3900:
            folder += "/" + "d" * 200
        os.makedirs(folder)
        home.write(folder + "/HANDOFF.md", section(what="far down"))
        whole(home.run("list", "--all", cwd=folder))

    def test_ten_thousand_of_them(self, home: Home) -> None:
        for at in range(100):
            home.write(f"Projects/p{at}/HANDOFF.md", "".join(section(f"b{each}", what=f"topic {at} {each}") + "\n" for each in range(100)))
        found = home.run("list", "--json").json()
        assert found["total"] == 10_000
        assert home.run("load", "10000").code == 0
        assert home.run("load", "10001").code == 1


NULS = "#!/bin/sh\nprintf '\\033]52;c;eA==\\007\\n\\377\\376\\000'\n"
NONSENSE = "#!/bin/sh\nhead -c 3000 /dev/urandom\nprintf '\\033]52;c;eA==\\007' >&2\nexit %d\n"
FLOOD = "#!/bin/sh\nexec yes '{\"data\": [[[['\n"
SLEEPER = "#!/bin/sh\nexec sleep 1000\n"


class TestPrograms:
    @pytest.mark.parametrize("name", ["git", "gh"])
    @pytest.mark.parametrize("body", [NONSENSE % 0, NONSENSE % 1, FLOOD, "", "#!/nowhere/interpreter\n", NULS], ids=["nonsense", "failing", "flood", "empty", "broken", "nuls"])
    def test_git_and_gh_that_say_nonsense(self, some: Home, name: str, body: str) -> None:
        project = some.project("repo", section(what="mine", body="**Plan**: acme/repo#1\n"), git=True, origin="git@github.com:acme/repo.git")
        some.commit(project)
        Path(some.write(f"bin/{name}", body)).chmod(0o755)
        path = f"{some.path}/bin:{some.environ['PATH']}"
        for words in (("list",), ("since", "mine", "--json"), ("load", "mine"), ("save", "section", "--next", "x", "--branch", "b", "--prs", "--dry-run")):
            ran = some.run(*words, cwd=project, PATH=path)
            assert ran.code == 0, (words, ran)
            assert "\x1b" not in ran.out + ran.err
        since = some.run("since", "mine", "--json", PATH=path).json()
        assert since["unknown"], "what could not be checked is said"
        for kind in ("section", "card", "baton"):
            ran = some.run("save", kind, "--next", "x", "--why", "y", cwd=project, PATH=path)
            assert ran.code in (0, 1), ran

    def test_none_at_all(self, some: Home) -> None:
        for words in COMMANDS:
            whole(some.run(*words, PATH="/nowhere"))


def opened(home: Home, width: int, height: int, **more: str) -> Terminal:
    return Terminal(program(), environment(home.path, **more), width=width, height=height, cwd=home.path)


class TestTerminals:
    @pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 3), (500, 200), (10, 100), (200, 2)])
    def test_sizes(self, some: Home, width: int, height: int) -> None:
        with opened(some, width, height) as term:
            term.until(lambda: b"?1049h" in term.output(), "the screen")
            term.send("\x1b[B")
            term.pump(0.5)
            term.send("\x03")
            assert term.wait() == 130
            assert b"Traceback" not in term.output()
            assert b"?1049l" in term.output()

    @pytest.mark.parametrize(("more", "code"), [({"TERM": "dumb"}, 4), ({"TERM": ""}, 4), ({"TERM": "nonsense"}, 130), ({"NO_COLOR": "1"}, 130), ({"COLUMNS": "0", "LINES": "x"}, 130)])
    def test_kinds(self, some: Home, more: dict[str, str], code: int) -> None:
        with opened(some, 80, 24, **more) as term:
            if code == 130:
                term.shows("topic 2")
                term.send("\x03")
            assert term.wait() == code
            assert b"topic 2" in term.output()

    def test_a_storm_of_resizes(self, some: Home) -> None:
        dice = random.Random(8)
        with opened(some, 80, 24) as term:
            term.shows("topic 2")
            for _ in range(150):
                term.resize(dice.randint(1, 200), dice.randint(1, 60))
                os.kill(term.pid, signal.SIGWINCH)
                term.pump(0)
            term.resize(80, 24)
            term.until(lambda: "topic 2" in term.text(), "the rows, drawn again")
            term.send("\x03")
            assert term.wait() == 130
            assert b"Traceback" not in term.output()

    def test_a_storm_of_resizes_before_the_rows_are_there(self, some: Home) -> None:
        """As fast as a person cannot drag, on a large window with much to draw: a frame takes longer than the next change."""
        dice = random.Random(9)
        some.write("Projects/p9/HANDOFF.md", "".join(section(f"b{at}", what=f"topic number {at}") + "\n" for at in range(300)))
        some.run("list")
        with opened(some, 250, 60) as term:
            term.until(lambda: b"?1049h" in term.output(), "the screen")
            end = time.monotonic() + 1.5
            while time.monotonic() < end:
                fcntl.ioctl(term.fd, termios.TIOCSWINSZ, struct.pack("HHHH", dice.randint(30, 60), dice.randint(150, 250), 0, 0))
                next_ = time.monotonic() + 0.0005
                while (left := next_ - time.monotonic()) > 0:
                    term.pump(left)
            term.resize(80, 24)
            term.until(lambda: "topic 2" in term.text(), "the rows, drawn again")
            term.send("\x03")
            assert term.wait() == 130
            assert b"Traceback" not in term.output()

    def test_two_hundred_files_a_second_change(self, some: Home) -> None:
        stop = threading.Event()

        def churn() -> None:
            at = 0
            while not stop.wait(0.005):
                at += 1
                some.write(f"Projects/p{at % 3}/HANDOFF.md", section(what=f"topic {at % 3}", body=f"{at}\n"), None)
                some.write(f"Projects/new{at % 7}/HANDOFF.md", section(what=f"fresh {at}"), None)

        with opened(some, 100, 24) as term:
            term.shows("topic 2")
            thread = threading.Thread(target=churn)
            thread.start()
            try:
                term.until(lambda: "fresh" in term.text(), "what has come")
                term.send("topic")
                term.until(lambda: "match" in term.text() and "› topic" in term.text().replace("  ", " "), "keys are answered meanwhile", 10)
                term.send("\x03")
                assert term.wait(10) == 130
            finally:
                stop.set()
                thread.join()


class TestKilled:
    def test_at_any_moment(self, some: Home) -> None:
        """SIGKILL while it writes its index, its state or a handoff: the next run finds everything."""
        dice = random.Random(9)
        card = Path(some.cards, "c.md").read_bytes()
        for at in range(12):
            words = (("list", "--all"), ("hide", f"card:{some.cards}/c.md"), ("done", f"card:{some.cards}/c.md"), ("load", "1"))[at % 4]
            started = subprocess.Popen([*PROGRAM, *words], env={**some.environ, "PYTHONPATH": APP}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                started.wait(dice.uniform(0.02, 0.35))
            except subprocess.TimeoutExpired:
                started.kill()
            wait(started)
            left = Path(some.cards, "c.md").read_bytes()
            assert left == card or b"status: done" in left
            whole(some.run("list"))
        found = some.run("list", "--all", "--hidden", "--superseded", "--json").json()
        assert {row["project"] for row in found["handoffs"]} >= {"p0", "p1", "p2"}
        assert found["problems"] == []

    def test_the_screen_leaves_no_process_behind(self, some: Home) -> None:
        Path(some.write("bin/git", SLEEPER)).chmod(0o755)
        os.makedirs(f"{some.projects}/p0/.git", exist_ok=True)
        some.write(f"{some.projects}/p0/.git/HEAD", "ref: refs/heads/main\n")
        with opened(some, 110, 30, PATH=f"{some.path}/bin:{os.environ['PATH']}") as term:
            term.shows("topic 2")
            term.send("\x1b[B")
            term.until(lambda: "written" in term.text(), "the preview")
            term.send("\x03")
            assert term.wait() == 130
        assert not _running(f"{some.path}/bin/git")


def _running(program_: str) -> list[str]:
    """Processes that were started as this program and have not ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if program_.encode() in (folder / "environ").read_bytes() and b"sleep" in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


class TestTwoAtOnce:
    def test_of_everything(self, some: Home) -> None:
        environ = {**some.environ, "PYTHONPATH": APP}
        words = [("list",), ("list", "--all"), ("hide", f"card:{some.cards}/c.md"), ("load", "1"), ("save", "section", "--next", "one", "--branch", "one"), ("save", "section", "--next", "two", "--branch", "two"), ("doctor",), ("mapping",)]
        started = [subprocess.Popen([*PROGRAM, *each], env=environ, cwd=f"{some.projects}/p0", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for each in words]
        for each, process in zip(words, started, strict=True):
            _, err = process.communicate(timeout=60)
            assert process.returncode == 0, (each, err)
        text = Path(some.projects, "p0/HANDOFF.md").read_text(encoding="utf-8")
        assert "## one (updated" in text
        assert "## two (updated" in text
        assert "topic 0" in text
        whole(some.run("list"))


