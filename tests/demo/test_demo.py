"""The demo's home folder: what is in it, that it is the same for every day, and that it goes away."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from pickup_tui import demo, scan, settings
from pickup_tui.__main__ import main
from pickup_tui.checkpoint.restore import restore
from pickup_tui.demo import content
from pickup_tui.handoff import KINDS
from pickup_tui.world import World

if TYPE_CHECKING:
    from pathlib import Path

NOW = time.mktime((2026, 11, 30, 12, 0, 0, 0, 0, -1))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    around = {"PATH": os.environ["PATH"], "GH_TOKEN": "secret", "BDC_HOME": "/elsewhere", "GIT_DIR": "/elsewhere", "LANG": "C.UTF-8"}
    return demo.make(str(tmp_path_factory.mktemp("demo")), World(around, "/", NOW))


def git(world: World, project: str, *words: str) -> str:
    folder = os.path.join(world.home, "Projects", project)
    done = subprocess.run(["git", *words], cwd=folder, env=dict(world.environ), capture_output=True, text=True, timeout=30, check=True)
    return done.stdout.rstrip()


def test_nothing_leads_out_of_it(world: World) -> None:
    assert "GH_TOKEN" not in world.environ
    assert "GIT_DIR" not in world.environ
    for folder in (world.cards_folder, world.claude_folder, world.config_file, world.state_folder, world.cwd):
        assert folder.startswith(world.home + "/")


def test_the_machines_temporary_folder_is_no_part_of_it(world: World) -> None:
    assert [folder for folder in world.temporary_folders if not folder.startswith(os.path.dirname(world.home) + "/")] == []


def test_its_handoffs_are_read_without_a_problem(world: World) -> None:
    found = scan.scan(settings.load(world), world)
    assert found.problems == ()
    assert {handoff.kind for handoff in found.handoffs} == set(KINDS), "one of each kind"
    assert len([one for one in found.handoffs if one.status != "superseded"]) >= 12, "a dozen"
    assert any(not handoff.topic.isascii() for handoff in found.handoffs), "more scripts than one"


def test_the_program_is_tried_out_on_dates_in_the_past(world: World) -> None:
    found = scan.scan(settings.load(world), world)
    assert all(handoff.when < NOW for handoff in found.handoffs)


@pytest.mark.skipif(shutil.which("git") is None, reason="the history needs git")
class TestHistory:
    def test_the_brief_names_a_commit_and_the_branch_has_moved_on(self, world: World) -> None:
        text = os.path.join(world.home, "Projects", "uploader", "HANDOFF.md")
        with open(text, encoding="utf-8") as file:
            named = next(line.split()[1] for line in file if line.startswith("last_handoff_hash:"))
        subjects = git(world, "uploader", "log", "--format=%s", f"{named}..feature/upload-retry").splitlines()
        assert subjects == ["Log each retry once", "Cap the backoff at a minute", "Honour Retry-After"]

    def test_a_worktree_has_the_branch(self, world: World) -> None:
        assert f"worktree {world.home}/Worktrees/uploader-retry" in git(world, "uploader", "worktree", "list", "--porcelain")

    def test_one_branch_is_merged_and_one_commit_is_gone(self, world: World) -> None:
        assert "fix/csv-import" in git(world, "ledger", "branch", "--merged", "main")
        with pytest.raises(subprocess.CalledProcessError):
            git(world, "ledger", "cat-file", "-e", "4f1c2aa9")

    def test_only_what_is_told_is_uncommitted(self, world: World) -> None:
        for project in content.PROJECTS:
            changed = {line[3:] for line in git(world, project.name, "status", "--porcelain", "-uall").splitlines()}
            assert changed == set(project.files)

    def test_a_lane_of_the_checkpoint_can_be_resumed_and_each_other_one_has_another_reason_why_not(self, world: World) -> None:
        """What `restore`, the preview and F9 are tried out on."""
        judged = restore(os.path.join(world.home, "Projects", "relay"), world)
        assert judged.outcome == "restored-context"
        assert {lane.id: (lane.verdict, lane.reason.partition(":")[0]) for lane in judged.lanes} == {
            "pull": ("validated", "every check passed"),
            "soak": ("blocked", "saved as running"),
            "survey": ("not_resumable", "saved as completed"),
            "metrics": ("not_resumable", judged.lanes[3].reason.partition(":")[0]),
        }
        assert judged.lanes[3].reason.startswith("HEAD is ")
        assert judged.lanes[0].cwd == os.path.realpath(f"{world.home}/Projects/relay/lanes/pull")

    def test_it_is_the_same_again(self, world: World, tmp_path: Path) -> None:
        again = demo.make(str(tmp_path), World({"PATH": os.environ["PATH"]}, "/", NOW))
        for project in content.PROJECTS:
            assert git(again, project.name, "for-each-ref") == git(world, project.name, "for-each-ref")


def test_without_git_the_same_files_are_there(tmp_path: Path) -> None:
    bare = demo.make(str(tmp_path), World({"PATH": "/nowhere"}, "/", NOW))
    found = scan.scan(settings.load(bare), bare)
    assert found.problems == ()
    assert any(handoff.branch == "feature/upload-retry" for handoff in found.handoffs)
    assert not os.path.exists(os.path.join(bare.home, "Projects", "uploader", ".git"))


class TestRemoval:
    @pytest.fixture(autouse=True)
    def temporary(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        return tmp_path

    def test_it_goes_after_an_error_too(self, tmp_path: Path) -> None:
        def left() -> None:
            with demo.demo_world(World({"PATH": "/nowhere"}, "/", NOW)) as inside:
                assert os.path.isdir(inside.cwd)
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            left()
        assert list(tmp_path.iterdir()) == []

    def test_a_file_that_was_named_to_the_person_stays(self, tmp_path: Path) -> None:
        from pickup_tui.deliver import private

        with demo.demo_world(World({"PATH": "/nowhere"}, "/", NOW)) as inside:
            path = private.write((inside.state_folder + "/briefs",), "brief")
        assert os.path.exists(path)
        os.utime(tmp_path / os.listdir(tmp_path)[0], (0, 0))
        with demo.demo_world(World({"PATH": "/nowhere"}, "/", NOW)):
            assert not os.path.exists(path), "a day later the next demo removes it"

    def test_nothing_else_in_the_temporary_folder_is_touched(self, tmp_path: Path) -> None:
        (tmp_path / "pickup-tui-demo-file").write_text("")
        (tmp_path / "mine").mkdir()
        (tmp_path / "pickup-tui-demo-link").symlink_to(tmp_path / "mine")
        for path in tmp_path.iterdir():
            os.utime(path, (0, 0), follow_symlinks=False)
        with demo.demo_world(World({"PATH": "/nowhere"}, "/", NOW)):
            pass
        assert sorted(os.listdir(tmp_path)) == ["mine", "pickup-tui-demo-file", "pickup-tui-demo-link"]


class TestCommands:
    """`--demo` combines with every command that reads."""

    @pytest.mark.parametrize(
        ("words", "shown"),
        [
            (("list",), "26m ago"),
            (("list", "--json", "--all"), "section:"),
            (("mapping",), "[resume-candidate-mapping]"),
            (("hint",), "Latest: Retry uploads with backoff (uploader, 26m ago)"),
            (("load", "1"), "test for 429"),
            (("load", "rate limits", "--json"), "canary"),
            (("doctor",), "~/Projects/uploader"),
            (("since", "1"), "3 new commits, 1 uncommitted file"),
            (("restore", "../relay"), "pull: validated: every check passed"),
        ],
    )
    def test_it_shows_the_demo(self, words: tuple[str, ...], shown: str, capfd: pytest.CaptureFixture[str]) -> None:
        assert main([*words, "--demo"]) == 0
        assert shown in capfd.readouterr().out
