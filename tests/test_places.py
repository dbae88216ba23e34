"""The table of places, and the search by it: what is found, what folds, what is hidden, and that it stays bounded."""

from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING

import pytest

from pickup_tui import places
from pickup_tui.disk import Disk
from pickup_tui.scan.walk import FILES, WIDE
from support import LONG_AGO

if TYPE_CHECKING:
    from support import Home

TEXT = "# Sails of {name}\n\n## Next\n\n- mend them before the wind comes back from the west\n"
FOUND = [
    "HANDOFF.md", "Handoff.MD", ".handoff.md", "SESSION_HANDOFF.md", "NEXT_SESSION.md", "HANDOVER.md", "CONTINUE.md", ".continue-here.md", "交接文档.md", "UEBERGABE.md",
    "Übergabe.md", "PASSATION.md", "TRASPASO.md", "인수인계.md", "引き継ぎ.md", "docs/HANDOFF.md", "docs/handoff/HANDOFF.md", "docs/handoff/2026-02-16_x.md",
    "docs/dev/NEXT_SESSION.md", "docs/handoffs/2026-02-16.md", "docs/handover-report-2026-07-20.md", "docs/SESSION_HANDOFF_2026-02-28.md", ".claude/HANDOFF.md",
    ".claude/handoff.md", ".claude/handoff-task.md", ".claude/handoff-gsts.md", ".claude/handoff/active.md", ".claude/handoffs/handoff_20260305_160758.md",
    ".ai/HANDOFF.md", ".ai/handoffs/cleanup.md", ".agents/HANDOFF.md", ".agents/handoff/x.md", ".agents/handoffs/x.md", ".planning/STATE.md",
    ".planning/.continue-here.md", ".planning/phases/01-sails/.continue-here.md", ".planning/handoffs/2026-07-22-rag.md", ".specs/HANDOFF.md", ".tigerkit/handoff.md",
    ".gsd/milestones/M001/slices/S01/continue.md", ".cleave/NEXT_PROMPT.md", ".handoffs/2026-06-28-1036-x.md", "thoughts/shared/handoffs/ENG-1/x.md",
    "plans/handoffs/x.md", ".work/handoffs/x.md", "state/handoffs/x.md", ".harness/handoffs/x.md", "SESSION_HANDOFF_2026-02-28.md", "引継ぎ_セッション7.md",
    "引継_Outlook_20260717.md", "ban_giao_phien_3.md", "handoff-notes.txt",
    ".handoff/HANDOFF.md", ".handoff/2026-05-03-keel.md", "handoff/HANDOFF.md", "handoff/session-handoff-2.md",
    ".agent/HANDOFF.md", ".agent/handoffs/x.md", ".codex/session-handoff-2.md", ".context/HANDOFF.md", "memory/HANDOFF.md", "notes/HANDOFF.md", "ai/handoff.md",
    "planning/NEXT_SESSION.md", "tasks/handoff.md", "PASSAGGIO.md",
]  # fmt: skip
NOT_FOUND = [
    "README.md", "src/HANDOFF.md", "packages/chatbot/HANDOFF.md", "docs/a/b/HANDOFF.md", "docs/archive/HANDOFF.md", "docs/templates/HANDOFF.md", "archive/HANDOFF.md",
    "tests/HANDOFF.md", ".planning/phases/archive/.continue-here.md", ".planning/seeds/x-handoff.md", "handoff.py", "handoff.png", "docs/handoff/x.py", ".github/HANDOFF.md",
    "node_modules/HANDOFF.md", "handoffs/README.md", ".handoffs/.hidden.md",
    "handoff/keel.md", "handoff/deep/HANDOFF.md", "notes/session-handoff-2.md", "tasks/deep/HANDOFF.md", "memory/keel.md",
]  # fmt: skip


def paths(home: Home) -> set[str]:
    return {os.path.relpath(handoff.path, os.path.join(home.projects, "boat")) for handoff in home.scan().handoffs}


class TestTable:
    def test_found(self, home: Home) -> None:
        for number, path in enumerate(FOUND):
            home.write(f"Projects/boat{number}/{path}", TEXT.format(name="boat"))
        found = {os.path.relpath(handoff.path, home.projects) for handoff in home.scan().handoffs}
        assert found == {f"boat{number}/{path}" for number, path in enumerate(FOUND)}

    @pytest.mark.parametrize("name", ["ÜBERGABE.md", "인수인계.md", "引き継ぎ.md", "引継ぎ_セッション7.md", "docs/Übergabe.md"])
    def test_names_that_a_file_system_took_apart(self, home: Home, name: str) -> None:
        apart = unicodedata.normalize("NFD", name)
        assert apart != name
        home.write(f"Projects/boat/{apart}", TEXT.format(name="boat"))
        home.config(f'places = ["notes/{name.rpartition("/")[2]}x"]\n')
        home.write(f"Projects/boat/notes/{unicodedata.normalize('NFD', name.rpartition('/')[2])}x", TEXT.format(name="boat"))
        assert paths(home) == {apart, f"notes/{unicodedata.normalize('NFD', name.rpartition('/')[2])}x"}

    def test_found_as_json(self, home: Home) -> None:
        home.write("Projects/boat/.planning/HANDOFF.json", '{"status": "paused", "phase_name": "sails", "next_action": "mend"}')
        assert paths(home) == {".planning/HANDOFF.json"}

    def test_not_found(self, home: Home) -> None:
        for path in NOT_FOUND:
            home.write(f"Projects/boat/{path}", TEXT.format(name="boat"))
        assert paths(home) == set()

    def test_a_name_of_its_own_beats_a_star(self) -> None:
        tree = places.tree(places.PROJECT)
        docs = tree.into("DOCS")
        assert docs is not None
        handoff = docs.into("handoff")
        assert handoff is not None
        assert any(rule.dated for rule in handoff.rules)
        assert docs.into("archive") is None

    def test_the_config_adds_places(self, home: Home) -> None:
        home.config(f'places = ["notes/sailing.md", "logbook/", "{home.path}/elsewhere/"]\n')
        for path in ("Projects/boat/notes/sailing.md", "Projects/boat/logbook/x.md", "elsewhere/y.md"):
            home.write(path, TEXT.format(name="boat"))
        assert sorted(os.path.relpath(one.path, home.path) for one in home.scan().handoffs) == ["Projects/boat/logbook/x.md", "Projects/boat/notes/sailing.md", "elsewhere/y.md"]


class TestOutside:
    def test_home_and_temporary_folder(self, home: Home) -> None:
        names = [
            ".claude/handoffs/x.md", ".agents/handoffs/boat/x.md", ".local/share/pi/handoffs/boat/x.md", "tmp/handoff-boat.md", "tmp/claude-handoffs/x.md",
            "tmp/compound-engineering-501/ce-handoff/a1/x.md",
        ]  # fmt: skip
        for path in names:
            home.write(path, TEXT.format(name="boat"))
        found = home.scan().handoffs
        assert sorted(os.path.relpath(one.path, home.path) for one in found) == sorted(names)
        assert {(one.project_path, one.project) for one in found} == {(None, "shared")}

    def test_the_project_that_the_text_names(self, home: Home) -> None:
        home.write(".claude/handoffs/x.md", "---\nrepository: acme/boat\nstatus: active\n---\n" + TEXT.format(name="boat"))
        assert [one.project for one in home.scan().handoffs] == ["boat"]

    def test_a_link_in_the_temporary_folder_is_not_followed(self, home: Home) -> None:
        target = home.write("secret.md", TEXT.format(name="boat"))
        os.symlink(target, os.path.join(home.tmp, "handoff-boat.md"))
        assert home.scan().handoffs == ()

    def test_another_users_file_is_refused_and_told(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        home.write("tmp/handoff-boat.md", TEXT.format(name="boat"))
        monkeypatch.setattr(os, "getuid", lambda: 4242)
        found = home.scan()
        assert found.handoffs == ()
        assert any(problem.what == "belongs to another user" for problem in found.problems)

    def test_only_documents_are_switched_off_with_their_source(self, home: Home) -> None:
        home.write("tmp/handoff-boat.md", TEXT.format(name="boat"))
        home.section("uploader")
        home.config('sources = ["section"]\n')
        assert [handoff.kind for handoff in home.scan().handoffs] == ["section"]


class TestFolding:
    def test_older_ones_of_the_same_topic_fold(self, home: Home) -> None:
        for name, topic in (("2026-05-01", "Sail plan"), ("2026-05-02", "sail plan"), ("2026-05-03", "Keel work")):
            home.write(f"Projects/boat/docs/handoffs/{name}.md", f"# Handoff: {topic} ({name})\n\n## Next\n\n- go on with it until it is done\n")
        rows = home.run("list", "--json").json()["handoffs"]
        assert [(row["topic"], row["folded"]) for row in rows] == [("Keel work", 0), ("sail plan", 1)]
        assert home.run("list", "--json").json()["total"] == 3
        assert len(home.run("list", "--json", "--filter", "plan", "--all").json()["handoffs"]) == 2

    def test_outside_dated_folders_nothing_folds(self, home: Home) -> None:
        for name in ("handoff-a", "handoff-b"):
            home.write(f"Projects/boat/{name}.md", "# Sail plan\n\n- go on with it until it is done\n")
        assert len(home.run("list", "--json").json()["handoffs"]) == 2

    def test_a_family_whose_newest_is_superseded_is_no_news(self, home: Home) -> None:
        for name, status in (("2026-11-01", "active"), ("2026-11-05", "done"), ("2026-11-09", "superseded")):
            home.write(f"Projects/boat/docs/handoffs/{name}.md", f"---\ntopic: Sail plan\nstatus: {status}\n---\n\n## Next\n\n- go on with it\n")
        home.write("Projects/boat/docs/handoffs/2026-10-01.md", "# Keel\n\n## Next\n\n- go on with it until it is done\n")
        ran = home.run("list", "--json")
        assert [row["topic"] for row in ran.json()["handoffs"]] == ["Keel"]
        assert "3 superseded" in home.run("list").err
        rows = home.run("list", "--superseded", "--json").json()["handoffs"]
        assert [(row["topic"], row["status"], row["folded"]) for row in rows] == [("Sail plan", "superseded", 2), ("Keel", None, 0)]
        skipped = {os.path.basename(one["path"]): one["why"] for one in home.run("doctor", "--json").json()["skipped"]}
        older = "older than one of the same topic that is superseded"
        assert skipped == {"2026-11-09.md": "superseded", "2026-11-05.md": older, "2026-11-01.md": older}

    def test_superseded_is_hidden_until_asked_for(self, home: Home) -> None:
        home.write("Projects/boat/HANDOFF.md", "# Sail plan\n\n> **Superseded** by docs/new.md\n\n- go on with it until it is done\n")
        assert home.run("list", "--json").json()["handoffs"] == []
        assert [row["status"] for row in home.run("list", "--json", "--superseded").json()["handoffs"]] == ["superseded"]


class TestOnce:
    def test_one_file_by_two_ways_is_one_row(self, home: Home) -> None:
        path = home.write("Projects/boat/HANDOFF.md", TEXT.format(name="boat"))
        os.symlink(path, os.path.join(os.path.dirname(path), "SESSION_HANDOFF.md"))
        os.makedirs(os.path.join(os.path.dirname(path), "docs"))
        os.link(path, os.path.join(os.path.dirname(path), "docs", "HANDOFF.md"))
        assert len(home.scan().handoffs) == 1

    def test_other_kinds_are_no_documents_as_well(self, home: Home) -> None:
        home.card("sails")
        home.section("boat")
        home.write("Projects/boat/.thunderkit/HANDOFF.md", "schema_version: 1\nsaved_at: x\n")
        assert "document" not in {handoff.kind for handoff in home.scan().handoffs}

    @pytest.mark.parametrize("name", ["handoff-1795000000-77.md", "handoff-boat.md"])
    def test_a_baton_is_no_document_as_well(self, home: Home, name: str) -> None:
        path = home.write(f"tmp/{name}", TEXT.format(name="boat"))
        home.write(".claude/handoffs/latest", path + "\n")
        assert [handoff.kind for handoff in home.scan().handoffs] == ["baton"]

    @pytest.mark.parametrize("name", ["handoff-1795000000-77.md", "handoff-boat.md"])
    @pytest.mark.parametrize("pointed", [True, False])
    def test_nor_is_one_that_was_refused(self, home: Home, name: str, pointed: bool) -> None:
        path = home.write(f"tmp/{name}", TEXT.format(name="boat"))
        if pointed:
            home.write(".claude/handoffs/latest", path + "\n")
        os.chmod(home.tmp, 0o777)  # without the sticky bit
        is_baton = pointed or name != "handoff-boat.md"
        for _ in range(2):
            found = home.run("list", "--json").json()
            assert [row["kind"] for row in found["handoffs"]] == ([] if is_baton else ["document"])
            assert len(found["problems"]) == is_baton
        os.chmod(home.tmp, 0o700)
        assert [row["kind"] for row in home.run("list", "--json").json()["handoffs"]] == ["baton" if is_baton else "document"]

    def test_a_file_with_two_names_and_its_copies_in_a_worktree(self, home: Home) -> None:
        folder = home.project("boat", TEXT.format(name="boat"), git=True)
        home.commit(folder)
        home.git(folder, "worktree", "add", "-q", "-b", "b", f"{home.path}/tree")
        os.mkdir(f"{folder}/.claude")
        os.link(f"{folder}/HANDOFF.md", f"{folder}/.claude/HANDOFF.md")
        home.write("tree/.claude/HANDOFF.md", TEXT.format(name="boat"))  # git keeps no hard links
        assert [one.path for one in home.scan().handoffs] == [f"{folder}/HANDOFF.md"]

    @pytest.mark.parametrize("make", ["fifo", "folder", "self", "out", "gone"])
    def test_what_only_has_the_name(self, home: Home, make: str) -> None:
        path = os.path.join(home.project("boat"), "HANDOFF.md")
        home.write("Projects/other/HANDOFF.md", TEXT.format(name="other"))
        outside = home.write("outside.md", TEXT.format(name="outside"))
        {
            "fifo": lambda: os.mkfifo(path),
            "folder": lambda: os.mkdir(path),
            "self": lambda: os.symlink(path, path),
            "out": lambda: os.symlink(outside, path),
            "gone": lambda: os.symlink("/nowhere/x", path),
        }[make]()
        found = home.scan()
        assert [handoff.project for handoff in found.handoffs] == ["other"]
        assert [problem.path for problem in found.problems] == [path]

    def test_a_link_to_a_sibling_stays_inside(self, home: Home) -> None:
        path = home.write("Projects/boat/notes.md", TEXT.format(name="boat"))
        os.symlink(path, os.path.join(os.path.dirname(path), "HANDOFF.md"))
        assert len(home.scan().handoffs) == 1


class TestBounds:
    def listings(self, home: Home) -> int:
        disk = CountingDisk()
        home.scan(disk)
        return sum(disk.all)

    def test_a_large_project_costs_what_an_empty_one_costs(self, home: Home) -> None:
        home.write("Projects/boat/HANDOFF.md", TEXT.format(name="boat"))
        CountingDisk.all.clear()
        before = self.listings(home)
        for folder in range(12):
            for deep in range(8):
                os.makedirs(os.path.join(home.projects, "boat", f"src{folder}", f"deep{deep}", "HANDOFF.md.d"))
        for name in range(300):
            home.write(f"Projects/boat/src0/{name}.md", b"x", None)
        CountingDisk.all.clear()
        assert self.listings(home) == before

    def test_many_folders_below_docs(self, home: Home) -> None:
        for name in range(WIDE + 20):
            os.makedirs(os.path.join(home.projects, "boat", "docs", f"part{name:04}"))
        CountingDisk.all.clear()
        assert self.listings(home) < WIDE + 20
        assert [problem.what for problem in home.scan().problems] == [f"has more than {WIDE} folders; the rest was not searched"]

    def test_of_too_many_dated_files_the_newest_are_read(self, home: Home) -> None:
        for day in range(FILES + 30):
            home.write(f"Projects/boat/.handoffs/2026-{1 + day // 28:02}-{1 + day % 28:02}.md", f"# Sail {day}\n\n- go on with it until it is done\n")
        found = home.scan()
        assert len(found.handoffs) == FILES
        assert max(handoff.topic for handoff in found.handoffs if handoff.topic.startswith("Sail 22")) == "Sail 229"
        assert any("more than" in problem.what for problem in found.problems)


    def test_names_without_a_date_are_told_apart_by_their_time(self, home: Home) -> None:
        for number in range(FILES + 5):
            home.write(f"Projects/boat/.handoffs/session-{number:03}.md", f"# Sail {number}\n\n- go on with it\n", LONG_AGO - number)
        path = home.write("Projects/boat/.handoffs/2026-11-29.md", "# Keel\n\n- go on with it until it is done\n", LONG_AGO - 9999)
        found = {handoff.topic for handoff in home.scan().handoffs}
        assert found == {"Keel", *(f"Sail {number}" for number in range(FILES - 1))}
        home.run("list")
        home.write(path.replace("2026-11-29", f"session-{FILES + 4}"), "# Sail again\n\n- go on with it\n", LONG_AGO + 1)
        assert any(row["topic"] == "Sail again" for row in home.run("list", "--all", "--json").json()["handoffs"])


class CountingDisk(Disk):
    """Every disk of this kind that was made: a search gives each of its threads one."""

    all: list[int] = []  # noqa: RUF012 - shared on purpose

    def listing(self, path: str) -> object:  # type: ignore[override]
        CountingDisk.all.append(1)
        return super().listing(path)
