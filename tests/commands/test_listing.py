"""`list`, `mapping` and `hint` as people, agents and hooks run them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from support import APP, FORBIDDEN, HOSTILE, Home, brief, section

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def many(home: Home) -> Home:
    for number in range(12):
        home.section(f"p{number:02}", date=f"2026-11-{28 - number}", what=f"topic {number}")
    return home


class TestList:
    def test_the_first_eight_and_a_word_on_the_rest(self, many: Home) -> None:
        ran = many.run("list")
        assert ran.code == 0
        assert [line.split()[0] for line in ran.out.splitlines()[2:]] == ["★1", *map(str, range(2, 9))]
        assert ran.err == "(8 of 12 shown; --all shows every row)\n"

    def test_limits(self, many: Home) -> None:
        assert len(many.run("list", "--limit", "3").out.splitlines()) == 5
        assert len(many.run("list", "--all").out.splitlines()) == 14
        assert len(many.run("list", "--all", "--limit", "10").out.splitlines()) == 12
        assert many.run("list", "--limit", "0").out == ""
        assert many.run("--list", "--limit=2").out == many.run("list", "--limit", "2").out

    def test_none(self, home: Home) -> None:
        ran = home.run("list")
        assert (ran.code, ran.out) == (0, "(no handoffs — clean session)\n")
        assert ran.err.startswith("(searched the projects in ~/Projects")
        assert "--root FOLDER" in ran.err
        assert "pickup-tui doctor" in ran.err

    def test_none_because_a_root_is_not_there(self, home: Home) -> None:
        ran = home.run("list", "--root", "/not/there")
        assert ran.out == "(no handoffs — clean session)\n"
        assert "/not/there: is not there" in ran.err

    def test_the_command_that_is_named_for_problems_lists_these(self, home: Home) -> None:
        """With the same roots: without them the doctor would look elsewhere."""
        for name in ("some where", "other"):
            folder = f"{home.path}/{name}"
            home.write(f"{folder}/web/HANDOFF.md", section() + section())
        ran = home.run("list", "--root", f"{home.path}/some where", "--root", f"{home.path}/other")
        named = re.search(r"2 problems; (pickup-tui doctor .*) lists them", ran.err)
        assert named
        said = home.run(*shlex.split(named[1])[1:]).out
        assert "problems: 2\n" in said
        assert "some where/web/HANDOFF.md:" in said

    def test_what_was_typed_is_shown_plainly(self, home: Home) -> None:
        home.write("\x1b[31mroot/web/HANDOFF.md", section() + section())
        for words in (("list",), ("load", "nothing")):
            ran = home.run(*words, "--root", f"{home.path}/\x1b[31mroot")
            assert not FORBIDDEN & set(ran.out + ran.err)

    def test_none_because_there_are_no_roots(self, home: Home) -> None:
        home.config("roots = []\n")
        assert home.run("list").err.startswith("(the settings name no roots; searched the folders that agents write to; --root FOLDER")

    def test_a_named_path_that_is_not_there(self, home: Home) -> None:
        ran = home.run("list", "/no/such")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("pickup-tui: /no/such is not there\n")
        error = home.run("list", "/no/such", "--json")
        assert (error.code, error.json()["error"]["code"]) == (1, "not_there")
        path = home.section("foo", what="here")
        ran = home.run("list", path, "/no/such")
        assert ran.code == 1
        assert "here" in ran.out
        assert ran.err == "/no/such: is not there — check the path\n"
        ran = home.run("list", path, "/no/such", "--json")
        assert (ran.code, len(ran.json()["handoffs"])) == (1, 1)

    def test_problems_of_named_paths_are_told_where_they_are_named(self, home: Home) -> None:
        path = home.write("x/notes.bin", "nothing")
        ran = home.run("list", path)
        assert (ran.code, ran.out) == (0, "(no handoffs — clean session)\n")
        assert ran.err == "~/x/notes.bin: holds no handoff — pickup-tui doctor with its path says how it was read\n"
        broken = home.write("y/HANDOFF.md", "".join(section("main", f"2026-01-{day:02}") for day in range(1, 31)))
        err = home.run("list", broken).err.splitlines()
        assert len(err) == 21
        assert err[-1] == "(and 9 more problems; --json has them all)"

    def test_hidden_ones_are_marked_when_they_are_shown(self, home: Home) -> None:
        home.section("foo", what="one")
        home.section("bar", what="two")
        gone = next(row for row in home.run("list", "--json").json()["handoffs"] if row["topic"] == "one")
        assert home.run("hide", gone["id"]).code == 0
        rows = home.run("list", "--hidden", "--json").json()["handoffs"]
        assert {row["topic"]: row["marks"] for row in rows} == {"one": ["hidden"], "two": []}
        assert "hidden" in home.run("list", "--hidden").out
        assert "hidden" not in home.run("list").out

    def test_a_superseded_document_is_told_once(self, home: Home) -> None:
        home.project("foo", "# Sails\n\n> **Superseded** by docs/new.md\n\n- go on with it until it is done\n")
        ran = home.run("list")
        assert ran.err == "(1 superseded; --superseded shows them)\n"

    def test_a_filter_keeps_the_numbers(self, many: Home) -> None:
        assert [line.split()[0] for line in many.run("list", "--filter", "topic 1").out.splitlines()[2:]] == ["2", "11", "12"]
        assert many.run("list", "--filter", "nope").out == '(no match for "nope")\n'
        assert many.run("list", "--filter", " ").out == many.run("list").out

    def test_superseded_ones_only_when_asked_for(self, home: Home) -> None:
        home.card("a", status="superseded")
        home.card("b", status="done")
        ran = home.run("list")
        assert "b" in ran.out.splitlines()[2]
        assert len(ran.out.splitlines()) == 3
        assert "1 superseded; --superseded shows them" in ran.err
        assert len(home.run("list", "--superseded").out.splitlines()) == 4

    def test_named_files_and_folders_alone(self, many: Home) -> None:
        far = many.write("far/notes.md", section(what="far"))
        out = many.run("list", far, f"{many.projects}/p03").out
        assert sorted(line.split()[1] for line in out.splitlines()[2:]) == ["far", "topic"]
        assert many.run("list", "notes.md", "--json", cwd=f"{many.path}/far").json()["total"] == 1

    def test_the_badge_of_the_project(self, many: Home) -> None:
        out = many.run("list", cwd=f"{many.projects}/p02").out
        assert [line.endswith("🏠") for line in out.splitlines()[2:]] == [False, False, True] + [False] * 5
        assert many.run("list", "--ascii", cwd=f"{many.projects}/p02").out.splitlines()[4].endswith("@")

    def test_hostile_text_in_every_field_and_name(self, home: Home) -> None:
        for hostile in HOSTILE:
            name = hostile.replace("/", "_")
            home.project(name, section("main", what=hostile, body=brief(hostile, hostile) + f"**Plan**: {hostile}\n"))
            home.write(f"{home.cards}/{name}.md", f"---\nkind: handoff\ntitle: {json.dumps(hostile)}\nstatus: {json.dumps(hostile)}\nbranch: {json.dumps(hostile)}\nlast_session: 2026-11-21\n---\n")
            home.write(f"{home.cards}/{name}2.md", f"---\nkind: handoff\n{hostile}: [\n---\n{hostile}")
            home.project(name + "3", origin=f"https://github.com/a/{name}".replace("\x00", ""))
        files = [f"{home.cards}/{name}" for name in sorted(os.listdir(home.cards))]
        loads = [["load", str(number)] for number in range(1, 46, 4)]
        for argv in (["list", "--all"], ["list", "--filter", HOSTILE[3]], ["mapping", "--all"], ["hint"], ["doctor"], ["doctor", *files], ["load", HOSTILE[2]], *loads):
            ran = home.run(*argv)
            assert ran.code in (0, 1, 3)
            assert FORBIDDEN.isdisjoint(ran.out + ran.err), argv
            ran = home.run(*argv, "--json")
            assert ran.out.isascii()
            assert FORBIDDEN.isdisjoint(ran.out + ran.err), argv
            for text in texts(ran.json()):
                assert FORBIDDEN.isdisjoint(text) or text.startswith(("/", "section:", "card:"))

    def test_it_works_the_same_without_and_with_its_index(self, many: Home) -> None:
        first = many.run("list", "--all", "--json").out
        assert many.run("list", "--all", "--json").out == first
        many.section("p00", date="2026-11-29", what="newer")
        assert "newer" in many.run("list").out.splitlines()[2]


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(inner)


class TestMapping:
    def test_rows(self, many: Home) -> None:
        lines = many.run("mapping").out.splitlines()
        assert lines[0] == "[resume-candidate-mapping]"
        path = f"{many.projects}/p00/HANDOFF.md"
        assert lines[1] == f"1\t{path}\tmain\ttopic 0\tp00\tsection:{path}#main"
        assert len(lines) == 9
        assert len(many.run("--mapping", "--all").out.splitlines()) == 13
        assert many.run("mapping", "--filter", "topic 11").out.splitlines()[1].startswith("12\t")

    def test_none(self, home: Home) -> None:
        assert home.run("mapping").out == "[resume-candidate-mapping]\n"

    def test_every_id_loads_its_row(self, many: Home) -> None:
        for line in many.run("mapping", "--all").out.splitlines()[1:]:
            *_, topic, _, id_ = line.split("\t")
            assert many.run("load", id_, "--json").json()["handoff"]["topic"] == topic


class TestHint:
    def test_one_line(self, many: Home) -> None:
        many.card("done", status="done")
        ran = many.run("hint")
        assert ran.out == "💡 12 active handoff(s). Latest: topic 0 (p00, yesterday). Type /pickup to see the list, or /pickup N to load row N.\n"
        assert (ran.code, ran.err) == (0, "")
        assert many.run("--hint").out == ran.out
        assert many.run("hint", "--ascii").out.startswith("[i] 12 active")

    def test_nothing_when_there_is_none(self, home: Home) -> None:
        for argv in (["hint"], ["hint", "--format", "claude"], ["hint", "--format", "text"]):
            ran = home.run(*argv)
            assert (ran.code, ran.out, ran.err) == (0, "", "")
        home.card("old", last_session="2026-08-01")
        home.card("done", status="done")
        home.card("gone", status="superseded")
        assert home.run("hint").out == ""
        home.config("hint_days = 365\n")
        assert "1 active" in home.run("hint").out

    def test_the_hooks_envelope(self, many: Home) -> None:
        value = many.run("hint", "--format", "claude").json()
        assert value["hookSpecificOutput"]["hookEventName"] == "SessionStart"
        assert value["hookSpecificOutput"]["additionalContext"] == many.run("hint").out.rstrip("\n")


class TestProcess:
    """The program as a process: streams that are closed, narrow or full, and a bare environment."""

    def start(self, home: Home, *argv: str, script: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
        values = {name: value for name, value in {**home.environ, "PYTHONPATH": APP, **environ}.items() if value}
        return subprocess.run(["/bin/sh", "-c", script, "sh", sys.executable, "-m", "pickup_tui", *argv], env=values, cwd=home.path, capture_output=True, timeout=60, check=False)

    def test_a_reader_that_goes_away(self, many: Home) -> None:
        for argv in (["list", "--all"], ["list", "--all", "--json"], ["mapping"], ["doctor"], ["-h"]):
            ran = self.start(many, *argv, script='("$@"; echo "exit $?" >&2) | true')
            assert ran.stderr.decode().splitlines()[-1] == "exit 0", argv
            assert b"Traceback" not in ran.stderr
            assert b"Broken" not in ran.stderr

    @pytest.mark.parametrize(("argv", "code"), [(["load", "nothing"], 1), (["lst"], 2), (["load", "1"], 0), (["list", "--all"], 0)])
    def test_both_streams_into_a_pipe_that_nobody_reads(self, many: Home, argv: list[str], code: int) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        environ = {**many.environ, "PYTHONPATH": APP}
        done = subprocess.run([sys.executable, "-m", "pickup_tui", *argv], env=environ, cwd=many.path, stdout=writing, stderr=writing, timeout=60, check=False)
        os.close(writing)
        assert done.returncode == code

    @pytest.mark.parametrize(("argv", "code"), [(["load", "1"], 0), (["list", "--bogus"], 2), (["bogus"], 2), (["done", "1"], 2), (["install", "claude", "--dry-run"], 0)])
    def test_a_full_stderr_changes_nothing(self, many: Home, argv: list[str], code: int) -> None:
        environ = {**many.environ, "PYTHONPATH": APP}
        runs = []
        for place in ("/dev/full", "/dev/null"):
            with open(place, "wb") as full:
                runs.append(subprocess.run([sys.executable, "-m", "pickup_tui", *argv], env=environ, cwd=many.path, stdout=subprocess.PIPE, stderr=full, timeout=60, check=False))
        assert [run.returncode for run in runs] == [code, code]
        assert runs[0].stdout == runs[1].stdout

    def test_a_full_stdout_is_told_of_what_was_done(self, many: Home) -> None:
        environ = {**many.environ, "PYTHONPATH": APP}

        def said(*argv: str) -> tuple[int, str]:
            with open("/dev/full", "wb") as full:
                done = subprocess.run([sys.executable, "-m", "pickup_tui", *argv], env=environ, cwd=many.path, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
            return done.returncode, done.stderr

        code, err = said("load", "1")
        assert code == 1
        assert "Loaded" not in err
        for more in ((), ("--json",)):
            code, err = said("save", "card", "--title", "t", "--next", "x", "--why", "y", *more)
            assert code == 1
            assert "only this report is lost" in err
        code, err = said("save", "card", "--title", "t", "--next", "x", "--why", "y", "--dry-run")
        assert "lost" not in err

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_closed_streams(self, many: Home, closed: str) -> None:
        for argv in (["list"], ["hint"], ["load", "1"], ["list", "--nope"]):
            ran = self.start(many, *argv, script=f'"$@" {closed}')
            assert ran.returncode == (2 if "--nope" in argv else 0), (argv, ran.stderr)
            assert b"Traceback" not in ran.stderr

    def test_a_full_disk(self, many: Home) -> None:
        if not os.path.exists("/dev/full"):
            pytest.skip("no /dev/full here")
        for argv in (["list"], ["list", "--json", "--all"], ["load", "1"]):
            ran = self.start(many, *argv, script='"$@" >/dev/full')
            assert ran.returncode == 1
            assert b"Traceback" not in ran.stderr
            assert b"No space left on device" in ran.stderr

    @pytest.mark.parametrize("environ", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1:strict"}, {"LC_ALL": "nonsense"}])
    def test_narrow_locales(self, home: Home, environ: dict[str, Any]) -> None:
        home.section("中文", what="été 日本 🏠")
        for argv in (["list"], ["mapping"], ["hint"], ["load", "1"], ["doctor"]):
            ran = home.spawn(*argv, cwd=f"{home.projects}/中文", **environ)
            assert ran.code == 0, ran
            assert "Traceback" not in ran.err
        if "PYTHONIOENCODING" in environ:
            assert "*1" in home.spawn("list", **environ).out
        assert json.loads(home.spawn("list", "--json", **environ).out)["handoffs"][0]["topic"] == "été 日本 🏠"

    def test_no_git_no_gh_and_nearly_no_environment(self, many: Home) -> None:
        many.project("repo", section(what="in git"), git=True)
        empty = os.path.join(many.path, "empty")
        os.makedirs(empty)
        for argv in (["list"], ["hint"], ["mapping"], ["doctor"], ["load", "1"]):
            assert many.spawn(*argv, PATH=empty).code == 0
            bare = subprocess.run([sys.executable, "-m", "pickup_tui", *argv], env={"PYTHONPATH": APP, "HOME": many.path}, cwd="/", capture_output=True, timeout=60, check=False)
            assert bare.returncode == 0, bare.stderr

    def test_no_home(self, many: Home) -> None:
        assert many.spawn("list", HOME="", PICKUP_PROJECTS=many.projects, XDG_CACHE_HOME=many.tmp, XDG_STATE_HOME=many.tmp, XDG_CONFIG_HOME=many.tmp, BDC_HOME=many.path).code == 0
        assert many.spawn("list", HOME="relative", XDG_CACHE_HOME=many.tmp, PICKUP_PROJECTS=many.projects, BDC_HOME=many.path, XDG_CONFIG_HOME=many.tmp).code == 0

    def test_a_deleted_folder(self, many: Home) -> None:
        ran = self.start(many, "list", script='mkdir gone && cd gone && rmdir ../gone && exec "$@"')
        assert ran.returncode == 0, ran.stderr
        assert b"topic 0" in ran.stdout

    def test_a_home_that_cannot_be_written(self, many: Home) -> None:
        for folder in (".cache", ".local"):
            many.write(folder, "a file where a folder should be")
        for argv in (["list"], ["hint"], ["load", "1"]):
            ran = many.spawn(*argv)
            assert ran.code == 0, ran
            assert "Traceback" not in ran.err

    def test_times_are_local(self, home: Home) -> None:
        home.section("foo", date="2026-11-20")
        for zone, offset in (("Asia/Kathmandu", "+05:45"), ("America/St_Johns", "-03:30"), ("UTC", "+00:00")):
            assert json.loads(home.spawn("list", "--json", TZ=zone).out)["handoffs"][0]["last_session"] == f"2026-11-20T00:00:00{offset}"
