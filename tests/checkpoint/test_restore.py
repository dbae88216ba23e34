from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lab import CONFIG, HERMES, ONE, Lab, digest, snapshot
from pickup_tui import run
from pickup_tui.checkpoint import checks as checks_
from pickup_tui.checkpoint import git, harness, restore
from pickup_tui.checkpoint.checks import Ground, Tree
from pickup_tui.readers.checkpoint import parse
from pickup_tui.readers.lanes import Checkpoint
from pickup_tui.save import checkpoint_text

if TYPE_CHECKING:
    from pickup_tui.checkpoint.restore import Restoration
    from support import Home


def failed(result: Restoration, target: str) -> dict[str, str]:
    """The checks of a target that did not pass, with their reasons."""
    return {check.check: check.reason for check in result.checks if check.target == target and not check.ok}


def said(result: Restoration, target: str, name: str) -> str:
    """The reason of one check, whatever came of it."""
    (reason,) = (check.reason for check in result.checks if (check.target, check.check) == (target, name))
    return reason


def only_lane_one_fails(lab: Lab, check: str, words: str, verdict: str = "not_resumable") -> None:
    result = lab.restore()
    assert [lane.verdict for lane in result.lanes] == [verdict, "validated"]
    bad = failed(result, "L1")
    assert check in bad, bad
    assert words in bad[check]
    assert words in result.lanes[0].reason
    assert (result.lanes[0].argv, result.lanes[0].cwd) == (None, None)
    assert not failed(result, "root")
    assert result.exit_code == 0


def everything_fails(lab: Lab, check: str, words: str, verdict: str = "not_resumable") -> None:
    result = lab.restore()
    assert [lane.verdict for lane in result.lanes] == [verdict, verdict]
    bad = failed(result, "root")
    assert words in bad[check], bad
    assert words in result.lanes[1].reason


class TestEveryCheckPasses:
    def test_the_lanes_get_a_command_and_a_folder(self, lab: Lab) -> None:
        result = lab.restore()
        assert not failed(result, "root")
        assert [(lane.id, lane.verdict) for lane in result.lanes] == [("L1", "validated"), ("L2", "validated")]
        assert result.lanes[0].argv == ("claude", "-p", "--resume", ONE)
        assert result.lanes[0].cwd == lab.path("wt/one")
        assert result.lanes[1].argv == ("codex", "exec", "resume", lab.values["lanes_in_flight"][1]["session_id"])
        assert (result.outcome, result.exit_code) == ("restored-context", 0)

    def test_each_check_has_its_line_for_the_root_and_every_lane(self, lab: Lab) -> None:
        result = lab.restore()
        root = ["config", "north_star", "checkpoint", "repository", "branch", "head", "paths", "artifact", "unchanged"]
        lane = ["fields", "paths", "repository", "branch", "head", "artifact", "origin", "model", "harness", "session", "resumability", "liveness"]
        assert [check.check for check in result.checks if check.target == "root"] == root
        assert [check.check for check in result.checks if check.target == "L2"] == lane
        assert all(check.reason for check in result.checks)

    def test_nothing_is_changed(self, lab: Lab) -> None:
        lab.hermes(HERMES, lab.path("wt/one"))
        lab.save_lane(harness="hermes", session_id=HERMES)
        before = snapshot(lab.home.path)
        lab.restore()
        assert snapshot(lab.home.path) == before

    def test_a_lane_may_work_in_the_root(self, lab: Lab) -> None:
        lab.claude(ONE, lab.project)
        lab.save_lane(worktree=".", branch="main")
        assert lab.verdicts() == ["validated", "validated"]

    def test_without_origin_the_folder_is_the_identity(self, home: Home) -> None:
        lab = Lab(home, origin=None)
        assert lab.verdicts() == ["validated", "validated"]
        lab.save(repository="other")
        everything_fails(lab, "repository", "the repository is uploader, saved was other")

    def test_a_detached_head(self, lab: Lab) -> None:
        lab.home.git(lab.path("wt/one"), "checkout", "-q", "--detach")
        lab.save_lane(branch=None)
        assert lab.verdicts() == ["validated", "validated"]

    def test_a_sha256_repository(self, home: Home) -> None:
        folder = home.project("deep")
        home.git(folder, "init", "-q", "-b", "main", "--object-format=sha256")
        head = home.commit(folder)
        facts = git.facts(folder, home.environ)
        assert facts
        assert (facts.head, len(head)) == (head, 64)
        assert git.only_checkpoint_since(folder, head, head, home.environ)[0]

    def test_a_link_that_stays_inside(self, lab: Lab) -> None:
        os.symlink(lab.path(".thunderkit/PLAN.md"), lab.path("plan.md"))
        lab.save(active_artifact="plan.md")
        assert lab.verdicts() == ["validated", "validated"]


class TestRepository:
    def test_another_one(self, lab: Lab) -> None:
        lab.home.git(lab.project, "remote", "set-url", "origin", "git@example.org:acme/other.git")
        everything_fails(lab, "repository", "example.org/acme/other")

    @pytest.mark.parametrize("url", ["git@example.org:acme/uploader.git", "ssh://git@EXAMPLE.org/acme/uploader", "https://example.org/acme/uploader"])
    def test_the_same_one_by_another_address(self, lab: Lab, url: str) -> None:
        lab.home.git(lab.project, "remote", "set-url", "origin", url)
        assert lab.verdicts() == ["validated", "validated"]

    @pytest.mark.parametrize("saved", [None, "uploader", "example.org/acme/uploade", "example.org/acme", "evil.org/acme/uploader", ""])
    def test_another_name(self, lab: Lab, saved: str | None) -> None:
        lab.save(repository=saved)
        assert lab.verdicts() == ["not_resumable", "not_resumable"]

    def test_the_worktree_of_another_repository(self, lab: Lab) -> None:
        shutil.rmtree(lab.path("wt/one"))
        other = lab.home.project("other", git=True, origin="https://example.org/acme/other.git")
        lab.write("../other/out/one.txt", "one\n")
        head = lab.home.commit(other)
        lab.home.git(other, "checkout", "-q", "-b", "lane/one")
        shutil.move(other, lab.path("wt/one"))
        lab.save_lane(head=head)
        only_lane_one_fails(lab, "repository", "example.org/acme/other")

    def test_a_folder_s_name_has_its_case(self, home: Home) -> None:
        lab = Lab(home, origin=None)
        lab.save(repository="Uploader")
        everything_fails(lab, "repository", "saved was Uploader")

    def test_no_repository(self, lab: Lab) -> None:
        shutil.rmtree(lab.path(".git"))
        everything_fails(lab, "repository", "no git repository")

    def test_a_folder_below_the_root(self, lab: Lab) -> None:
        shutil.copytree(lab.path(".thunderkit"), lab.path("below/.thunderkit"))
        result = restore.restore(lab.path("below"), lab.home.world())
        assert "no root of a git tree" in failed(result, "root")["repository"]

    def test_not_trusted_is_unknown(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        def untrusted(*_: object, **__: object) -> run.Done:
            return run.Done(128, b"", b"fatal: detected dubious ownership in repository at 'x'\n")

        monkeypatch.setattr(run, "run", untrusted)
        everything_fails(lab, "repository", "belongs to somebody else", "unknown")

    def test_without_git_everything_is_unknown(self, lab: Lab) -> None:
        result = lab.restore(PATH="/nowhere")
        assert [lane.verdict for lane in result.lanes] == ["unknown", "unknown"]
        assert "not installed" in failed(result, "root")["head"]


class TestBranchAndHead:
    def test_another_branch_at_the_root(self, lab: Lab) -> None:
        lab.home.git(lab.project, "checkout", "-q", "-b", "other")
        everything_fails(lab, "branch", "checked out is other, saved was main")

    def test_another_branch_in_the_lane(self, lab: Lab) -> None:
        lab.home.git(lab.path("wt/one"), "checkout", "-q", "-b", "other")
        only_lane_one_fails(lab, "branch", "checked out is other, saved was lane/one")

    def test_a_detached_head_is_another_branch(self, lab: Lab) -> None:
        lab.home.git(lab.path("wt/one"), "checkout", "-q", "--detach")
        only_lane_one_fails(lab, "branch", "a detached HEAD")

    def test_head_moved_at_the_root(self, lab: Lab) -> None:
        lab.write("new.txt", "new\n")
        lab.home.commit(lab.project)
        everything_fails(lab, "head", "more than the checkpoint")

    def test_head_moved_in_the_lane(self, lab: Lab) -> None:
        lab.home.write(lab.path("wt/one/new.txt"), "new\n")
        lab.home.commit(lab.path("wt/one"))
        only_lane_one_fails(lab, "head", "changes 1 more than the checkpoint")

    def test_head_went_back(self, lab: Lab) -> None:
        first = lab.head
        lab.write("new.txt", "new\n")
        second = lab.home.commit(lab.project)
        lab.home.git(lab.project, "reset", "-q", "--hard", first)
        lab.save(head=second)
        everything_fails(lab, "head", "does not descend")

    @pytest.mark.parametrize("saved", ["f" * 40, "0" * 64, None])
    def test_a_head_that_nobody_knows(self, lab: Lab, saved: str | None) -> None:
        lab.save_lane(head=saved)
        assert lab.verdicts() == ["not_resumable", "validated"]

    def test_committing_the_checkpoint_does_not_refuse_it(self, lab: Lab) -> None:
        lab.home.commit(lab.project, "checkpoint")
        lab.write(".thunderkit/HANDOFF.md", Path(lab.path(".thunderkit/HANDOFF.md")).read_text() + "# seen\n")
        lab.home.commit(lab.project, "again")
        assert lab.verdicts() == ["validated", "validated"]
        assert not failed(lab.restore(), "root")

    def test_committing_the_checkpoint_in_a_merge(self, lab: Lab) -> None:
        lab.home.git(lab.project, "checkout", "-q", "-b", "side")
        lab.home.commit(lab.project, "checkpoint")
        lab.home.git(lab.project, "checkout", "-q", "main")
        lab.home.git(lab.project, "merge", "-q", "--no-ff", "-m", "merge", "side")
        assert lab.verdicts() == ["validated", "validated"]

    def test_committing_something_with_the_checkpoint_does(self, lab: Lab) -> None:
        lab.write("new.txt", "new\n")
        lab.home.commit(lab.project, "checkpoint")
        everything_fails(lab, "head", "changes 1 more than the checkpoint")

    def test_a_name_that_only_looks_like_the_checkpoint(self, lab: Lab) -> None:
        lab.write("x/.thunderkit/HANDOFF.md", "x\n")
        lab.home.commit(lab.project)
        everything_fails(lab, "head", "changes 1 more")

    def test_a_replaced_commit_deceives_nobody(self, lab: Lab) -> None:
        lab.write("new.txt", "new\n")
        moved = lab.home.commit(lab.project)
        lab.home.git(lab.project, "replace", moved, lab.head)
        everything_fails(lab, "head", "more than the checkpoint")

    def test_a_branch_that_is_called_head(self, lab: Lab) -> None:
        lab.home.git(lab.project, "update-ref", "refs/heads/HEAD", lab.head)
        assert lab.verdicts() == ["validated", "validated"]

    def test_an_unborn_branch(self, home: Home) -> None:
        folder = home.project("empty", git=True)
        tree = Tree("root", folder, Ground(folder, Checkpoint({}, ()), None, home.world()))
        assert tree.head("1" * 40).ok is False
        assert tree.branch("main").ok is True


class TestWorktree:
    def test_missing(self, lab: Lab) -> None:
        shutil.rmtree(lab.path("wt/one"))
        only_lane_one_fails(lab, "head", "wt/one is not there")

    def test_moved(self, lab: Lab) -> None:
        lab.home.git(lab.project, "worktree", "move", "wt/one", "wt/elsewhere")
        only_lane_one_fails(lab, "repository", "wt/one is not there")

    def test_a_plain_folder_in_its_place(self, lab: Lab) -> None:
        shutil.rmtree(lab.path("wt/one"))
        os.makedirs(lab.path("wt/one"))
        only_lane_one_fails(lab, "repository", "no root of a git tree")

    @pytest.mark.parametrize("field", ["worktree", "artifact", "evidence_paths"])
    def test_paths_that_cannot_qualify(self, lab: Lab, field: str) -> None:
        """A lane for each; only what is not there may be named as evidence."""
        paths = {
            "../wt": "climbs",
            "wt/../wt/one": "climbs",
            "..": "climbs",
            "/etc": "absolute",
            "//etc": "absolute",
            "": "no path is named",
            "wt\x00one": "no path here may hold",
            "wt\none": "no path here may hold",
            "wt\x7fone": "no path here may hold",
            "wt\\one": "no path here may hold",
            **({"~": "not there", "$HOME": "not there"} if field != "evidence_paths" else {}),
        }
        named = [[path] if field == "evidence_paths" else path for path in paths]
        lab.save(lanes_in_flight=[*({**lab.lane1, "id": f"P{at}", field: path} for at, path in enumerate(named)), lab.lane1])
        *bad, good = lab.restore().lanes
        for lane, (path, words) in zip(bad, paths.items(), strict=True):
            assert (lane.verdict, words in lane.reason) == ("not_resumable", True), (path, lane)
        assert good.verdict == "validated"

    def test_names_that_are_names(self, lab: Lab) -> None:
        names = ["仕様\u3000書.md", "a b.md", "été.md", "\u0645\u06cc\u200c\u0631.md", "x:y.md", "--all"]
        for name in names:
            lab.write(f"out/{name}", "one\n")
        lab.save(lanes_in_flight=[{**lab.lane1, "id": f"P{at}", "artifact": f"out/{name}"} for at, name in enumerate(names)])
        assert lab.verdicts() == ["validated"] * len(names)

    def test_evidence_outside(self, lab: Lab) -> None:
        lab.save_lane(evidence_paths=["out/one.txt", "../x"])
        only_lane_one_fails(lab, "paths", "evidence_paths")

    def test_a_link_out(self, lab: Lab) -> None:
        outside = os.path.join(lab.home.path, "outside")
        shutil.move(lab.path("wt/one"), outside)
        os.symlink(outside, lab.path("wt/one"))
        only_lane_one_fails(lab, "paths", "leads out of the project")

    def test_a_link_in_the_middle_of_the_path(self, lab: Lab) -> None:
        shutil.move(lab.path("out"), os.path.join(lab.home.path, "out"))
        os.symlink(os.path.join(lab.home.path, "out"), lab.path("out"))
        result = lab.restore()
        assert [lane.verdict for lane in result.lanes] == ["not_resumable", "not_resumable"]
        assert "leads out of the project" in result.lanes[0].reason

    def test_a_link_in_is_fine(self, lab: Lab) -> None:
        os.symlink("one", lab.path("wt/uno"))
        lab.save_lane(worktree="wt/uno")
        assert lab.verdicts() == ["validated", "validated"]

    def test_a_link_round_in_a_circle(self, lab: Lab) -> None:
        os.symlink("b", lab.path("a"))
        os.symlink("a", lab.path("b"))
        lab.save_lane(worktree="a")
        only_lane_one_fails(lab, "head", "cannot be reached")

    def test_a_neighbour_whose_name_begins_the_same(self, lab: Lab) -> None:
        os.makedirs(lab.project + "-other")
        os.symlink(lab.project + "-other", lab.path("wt/three"))
        lab.save_lane(worktree="wt/three")
        only_lane_one_fails(lab, "paths", "leads out of the project")


class TestArtifact:
    def test_changed_at_the_root(self, lab: Lab) -> None:
        lab.write(".thunderkit/PLAN.md", "plan 2\n")
        everything_fails(lab, "artifact", "has changed")

    def test_changed_in_the_lane(self, lab: Lab) -> None:
        lab.write("out/two.txt", "two\n")
        lab.save_lane(artifact="out/two.txt")
        only_lane_one_fails(lab, "artifact", "has changed")

    def test_gone(self, lab: Lab) -> None:
        lab.save_lane(artifact="out/none.txt")
        only_lane_one_fails(lab, "artifact", "not there")

    def test_none_was_saved(self, lab: Lab) -> None:
        lab.save_lane(artifact=None, artifact_sha256=None)
        assert lab.verdicts() == ["validated", "validated"]

    def test_a_digest_of_nothing(self, lab: Lab) -> None:
        lab.save_lane(artifact=None)
        only_lane_one_fails(lab, "artifact", "without an artifact")

    def test_no_digest_to_compare_is_unknown(self, lab: Lab) -> None:
        lab.save_lane(artifact_sha256=None)
        only_lane_one_fails(lab, "artifact", "without a digest", "unknown")

    def test_no_regular_file(self, lab: Lab) -> None:
        os.mkfifo(lab.path("out/pipe"))
        lab.save_lane(artifact="out/pipe")
        only_lane_one_fails(lab, "artifact", "no regular file")

    def test_changed_while_it_is_read(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        lab.write("out/big.txt", "x" * 200_000)
        lab.save_lane(artifact="out/big.txt", artifact_sha256=digest("x" * 200_000))
        assert lab.verdicts() == ["validated", "validated"]
        big = os.stat(lab.path("out/big.txt")).st_ino
        real = os.read

        def read(file: int, count: int) -> bytes:
            data = real(file, count)
            if data and os.fstat(file).st_ino == big:
                lab.write("out/big.txt", "y" * 200_000)  # as long as before, so that only the clock tells
                os.utime(lab.path("out/big.txt"), (1, 1))
            return data

        monkeypatch.setattr(os, "read", read)
        only_lane_one_fails(lab, "artifact", "changed while it was being read")

    def test_replaced_while_it_is_read(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        lab.write("out/two.txt", "two\n")
        lab.save_lane(artifact="out/two.txt", artifact_sha256=digest("two\n"))
        two = os.stat(lab.path("out/two.txt")).st_ino
        real = os.read

        def read(file: int, count: int) -> bytes:
            data = real(file, count)
            if data and os.fstat(file).st_ino == two:
                os.replace(lab.write("out/three.txt", "two\n"), lab.path("out/two.txt"))
            return data

        monkeypatch.setattr(os, "read", read)
        only_lane_one_fails(lab, "artifact", "changed while it was being read")

    def test_a_link_that_turns_while_it_is_read(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        lab.write("out/two.txt", "two\n")
        os.symlink("two.txt", lab.path("out/current"))
        lab.save_lane(artifact="out/current", artifact_sha256=digest("two\n"))
        two = os.stat(lab.path("out/two.txt")).st_ino
        real = os.read

        def read(file: int, count: int) -> bytes:
            data = real(file, count)
            if data and os.fstat(file).st_ino == two:
                os.remove(lab.path("out/current"))
                os.symlink("one.txt", lab.path("out/current"))
            return data

        monkeypatch.setattr(os, "read", read)
        only_lane_one_fails(lab, "artifact", "changed while it was being read")

    def test_the_checkpoint_changes_while_it_is_judged(self, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
        real = checks_.lane_checks

        def checks(*args: Any) -> Any:
            lab.write(".thunderkit/HANDOFF.md", Path(lab.path(".thunderkit/HANDOFF.md")).read_text() + "# x\n")
            return real(*args)

        monkeypatch.setattr(restore, "lane_checks", checks)
        everything_fails(lab, "unchanged", "changed while it was being judged")


class TestModel:
    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"model_class": None}, "no model class"),
            ({"effective_model": None}, "no effective model"),
            ({"effective_model": {"catalog_key": None}}, "no effective model"),
            ({"effective_model": {"catalog_key": "red"}}, "not among today's executors"),
            ({"model_class": "planner"}, "not among today's planner"),
        ],
    )
    def test_what_does_not_fit(self, lab: Lab, changes: dict[str, Any], words: str) -> None:
        lab.save_lane(**changes)
        only_lane_one_fails(lab, "model", words)

    @pytest.mark.parametrize(
        "changes",
        [
            {"effective_model": {"catalog_key": "green"}},
            {"model_class": "planner", "effective_model": {"catalog_key": "red"}},
            {"model_class": "reviewers", "effective_model": {"catalog_key": "any"}},
            {"requested_model": {"catalog_key": "red"}, "observed_model": {"catalog_key": "red"}},
        ],
    )
    def test_what_fits(self, lab: Lab, changes: dict[str, Any]) -> None:
        lab.save_lane(**changes)
        result = lab.restore()
        assert [(lane.verdict, lane.reason) for lane in result.lanes] == [("validated", "every check passed")] * 2

    def test_another_observed_model_is_told(self, lab: Lab) -> None:
        lab.save_lane(observed_model={"catalog_key": "green"})
        assert "observed was green" in said(lab.restore(), "L1", "model")

    def test_the_saved_contract_is_told_and_decides_nothing(self, lab: Lab) -> None:
        lab.save(model_contract={"classes": {"planner": "red", "executors": ["blue", "green"]}, "max_layers": "3"})
        assert "agrees with today's choices" in said(lab.restore(), "root", "model_contract")
        lab.save(model_contract={"classes": {"planner": "red", "executors": ["blue"]}})
        result = lab.restore()
        assert "executors is chosen differently today" in said(result, "root", "model_contract")
        assert [lane.verdict for lane in result.lanes] == ["validated", "validated"]


class TestOrigin:
    def test_native_is_never_resumable(self, lab: Lab) -> None:
        lab.save_lane(origin="native", ecosystem="omo", source="x", source_sha256="1" * 64)
        only_lane_one_fails(lab, "origin", "companions cannot be checked")

    def test_native_without_source_is_not_taken_for_owned(self, lab: Lab) -> None:
        lab.save_lane(origin="native")
        only_lane_one_fails(lab, "origin", "names no source")

    @pytest.mark.parametrize("origin", [None, "unknown"])
    def test_not_known(self, lab: Lab, origin: str | None) -> None:
        lab.save_lane(origin=origin)
        only_lane_one_fails(lab, "origin", "not known", "unknown")

    def test_delegation_off_is_said(self, lab: Lab) -> None:
        lab.write(".thunderkit/config.json", json.dumps({**CONFIG, "delegation": "off"}))
        lab.home.commit(lab.project)
        lab.save(head=lab.home.git(lab.project, "rev-parse", "HEAD"))
        lab.save_lane(origin="native", source="x")
        only_lane_one_fails(lab, "origin", "delegation is off")
        assert lab.restore().record["reason_code"] == "disabled"


class TestHarness:
    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"harness": None}, "no harness was saved"),
            ({"harness": "cursor"}, "cursor is not known"),
            ({"harness_version": "2.1.4"}, "claude has the version 2.1.3, saved was 2.1.4"),
        ],
    )
    def test_unknown(self, lab: Lab, changes: dict[str, Any], words: str) -> None:
        lab.save_lane(**changes)
        only_lane_one_fails(lab, "harness", words, "unknown")

    def test_opencode_has_no_safe_form(self, lab: Lab) -> None:
        lab.save_lane(harness="opencode", session_id="ses_abc123")
        only_lane_one_fails(lab, "harness", "no safe form")

    def test_a_version_that_cannot_be_seen_may_be_another_one(self, lab: Lab) -> None:
        lab.claude(ONE, lab.path("wt/one"), version="")
        only_lane_one_fails(lab, "harness", "cannot be seen here, saved was 2.1.3", "unknown")

    def test_without_a_saved_version_none_is_another(self, lab: Lab) -> None:
        lab.save_lane(harness_version=None)
        assert lab.verdicts() == ["validated", "validated"]
        assert "its version was not saved" in said(lab.restore(), "L1", "harness")

    def test_the_installed_version_counts_before_the_session_s(self, lab: Lab) -> None:
        lab.program("cli.js", folder="lib/node_modules/claude")
        lab.home.write("lib/node_modules/claude/package.json", json.dumps({"version": "2.2.0", "bin": {"claude": "cli.js"}}))
        os.makedirs(os.path.join(lab.home.path, "bin"), exist_ok=True)
        os.symlink("../lib/node_modules/claude/cli.js", os.path.join(lab.home.path, "bin/claude"))
        path = f"{lab.home.path}/bin:{lab.home.environ['PATH']}"
        result = lab.restore(PATH=path)
        assert [lane.verdict for lane in result.lanes] == ["unknown", "validated"]
        assert "claude has the version 2.2.0" in result.lanes[0].reason
        lab.save_lane(harness_version="2.2.0")
        assert lab.verdicts(PATH=path) == ["validated", "validated"]


class TestInstalled:
    def test_a_versioned_file(self, home: Home) -> None:
        path = home.write("share/versions/2.1.3", "x")
        assert harness.version(path, "claude") == "2.1.3"

    def test_a_virtual_environment(self, home: Home) -> None:
        path = home.write("venv/bin/hermes", "x")
        os.makedirs(os.path.join(home.path, "venv/lib/python3.11/site-packages/hermes_agent-0.9.1.dist-info"))
        assert harness.version(path, "hermes") == "0.9.1"

    @pytest.mark.parametrize("package", ['{"version": "1.0.0", "bin": {"other": "x"}}', "[1]", "{", '{"version": "latest", "bin": {"claude": "x"}}'])
    def test_packages_of_others(self, home: Home, package: str) -> None:
        path = home.write("lib/cli.js", "x")
        home.write("lib/package.json", package)
        assert harness.version(path, "claude") is None

    def test_only_absolute_folders_outside_the_project(self, lab: Lab) -> None:
        for folder in ("bin", "Projects/uploader/bin", "links"):
            lab.program("claude", folder=folder)
        os.remove(os.path.join(lab.home.path, "links/claude"))
        os.symlink(lab.path("bin/claude"), os.path.join(lab.home.path, "links/claude"))
        home = lab.home.path
        inside, linked = lab.path("bin"), f"{home}/links"
        os.symlink(inside, f"{home}/folderlink")

        def found(path: str) -> str | None:
            return harness.executable("claude", {"PATH": path}, lab.project)

        assert found(f"{inside}:{linked}:{home}/folderlink::.:bin") is None
        assert found(f".::bin:{inside}:{linked}:{home}/bin") == f"{home}/bin/claude"
        os.chmod(f"{home}/bin/claude", 0o644)
        assert found(f"{home}/bin") is None


class TestConfigAndNorthStar:
    def test_without_config_the_context_is_shown_and_nothing_resumed(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/config.json"))
        result = lab.restore()
        assert (result.outcome, result.exit_code) == ("blocked", 2)
        assert result.context
        assert result.context.text("next_action") == "write the test"
        assert [lane.verdict for lane in result.lanes] == ["not_resumable", "not_resumable"]
        assert (result.record["decision"], result.record["reason_code"]) == ("blocked", "invalid_config")

    @pytest.mark.parametrize("config", ["", "{", "[]", "null", '{"classes": {}}', '{"a": NaN}', "{}", '{"classes": {"planner": "a", "executors": [], "reviewers": "all"}}'])
    def test_an_invalid_config(self, lab: Lab, config: str) -> None:
        lab.write(".thunderkit/config.json", config)
        result = lab.restore()
        assert result.exit_code == 2
        assert [lane.verdict for lane in result.lanes] == ["not_resumable", "not_resumable"]
        assert result.record["detail"]

    def test_without_north_star(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/NORTH_STAR.md"))
        everything_fails(lab, "north_star", "NORTH_STAR.md is not there")
        result = lab.restore()
        assert (result.outcome, result.exit_code) == ("refused", 1)
        assert result.context


class TestManyLanes:
    def test_two_lanes_of_one_session_are_told(self, lab: Lab) -> None:
        lab.save(lanes_in_flight=[lab.lane1, {**lab.lane1, "id": "L2"}, {**lab.lane1, "id": "L3", "artifact_sha256": "0" * 64}])
        result = lab.restore()
        assert [lane.verdict for lane in result.lanes] == ["validated", "validated", "not_resumable"]
        assert "only one can be started" in result.lanes[0].reason
        assert "only one" not in result.lanes[2].reason

    def test_running_work_gets_no_second_owner(self, lab: Lab) -> None:
        lab.save(lanes_in_flight=[lab.lane1, {**lab.lane1, "id": "L2", "status": "running"}, {**lab.lane1, "id": "L3", "status": "unknown"}])
        result = lab.restore()
        assert [lane.verdict for lane in result.lanes] == ["blocked", "blocked", "unknown"]
        assert "that of lane L2, saved as running" in result.lanes[0].reason
        assert result.lanes[0].argv is None

    def test_git_is_asked_once_per_folder(self, lab: Lab) -> None:
        before = len(run.started)
        lab.restore()
        few = len(run.started) - before
        lab.save(lanes_in_flight=[{**lab.lane1, "id": f"L{at}"} for at in range(40)])
        before = len(run.started)
        assert len(lab.restore().lanes) == 40
        assert len(run.started) - before <= few


class TestTheFile:
    def test_missing(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/HANDOFF.md"))
        result = lab.restore()
        assert (result.outcome, result.exit_code, result.context, result.lanes) == ("blocked", 1, None, ())

    def test_refused(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", checkpoint_text.write(lab.values).replace("branch: main", "branch: !!str main", 1))
        result = lab.restore()
        assert (result.outcome, result.exit_code, result.context, result.lanes) == ("refused", 1, None, ())
        assert failed(result, "root")["checkpoint"] == "line 7: tags are not allowed"

    def test_not_utf8(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", checkpoint_text.write(lab.values).encode().replace(b"use backoff", b"use \xff"))
        assert "not UTF-8" in failed(lab.restore(), "root")["checkpoint"]

    def test_a_link_out_of_the_project(self, lab: Lab) -> None:
        outside = lab.home.write("elsewhere.md", checkpoint_text.write(lab.values))
        os.remove(lab.path(".thunderkit/HANDOFF.md"))
        os.symlink(outside, lab.path(".thunderkit/HANDOFF.md"))
        assert "leads out of the project" in failed(lab.restore(), "root")["checkpoint"]

    def test_a_link_that_stays_inside(self, lab: Lab) -> None:
        os.rename(lab.path(".thunderkit/HANDOFF.md"), lab.path("out/real.md"))
        os.symlink("../out/real.md", lab.path(".thunderkit/HANDOFF.md"))
        assert lab.verdicts() == ["validated", "validated"]

    def test_a_folder_that_is_a_link_out(self, lab: Lab) -> None:
        shutil.move(lab.path(".thunderkit"), os.path.join(lab.home.path, "kit"))
        os.symlink(os.path.join(lab.home.path, "kit"), lab.path(".thunderkit"))
        result = lab.restore()
        assert result.exit_code == 2
        assert "leads out of the project" in failed(result, "root")["checkpoint"]

    def test_a_fifo(self, lab: Lab) -> None:
        os.remove(lab.path(".thunderkit/HANDOFF.md"))
        os.mkfifo(lab.path(".thunderkit/HANDOFF.md"))
        assert "no regular file" in failed(lab.restore(), "root")["checkpoint"]

    def test_too_large(self, lab: Lab) -> None:
        lab.write(".thunderkit/HANDOFF.md", "#" * 300_000)
        assert lab.restore().exit_code == 1

    def test_legacy_is_shown_and_never_resumed(self, lab: Lab) -> None:
        lab.save_lane(session_id=ONE)
        text = checkpoint_text.write(lab.values).replace("- id: L1", f"- id: L1\n  resume: claude -p --resume {ONE}", 1)
        lab.write(".thunderkit/HANDOFF.md", text)
        result = lab.restore()
        assert (result.outcome, result.exit_code) == ("refused", 1)
        assert result.context
        assert result.context.legacy
        assert [(lane.id, lane.verdict, lane.argv) for lane in result.lanes] == [("L1", "not_resumable", None), ("L2", "not_resumable", None)]

    def test_a_malformed_lane_leaves_the_others_alone(self, lab: Lab) -> None:
        lab.save_lane(status="sleeping")
        only_lane_one_fails(lab, "fields", "status must be one of")


class TestStatus:
    @pytest.mark.parametrize(
        ("status", "verdict"), [("blocked", "validated"), ("running", "blocked"), ("completed", "not_resumable"), ("unknown", "unknown"), (None, "unknown")]
    )
    def test_when_every_check_passes(self, lab: Lab, status: str | None, verdict: str) -> None:
        lab.save_lane(status=status)
        assert lab.verdicts() == [verdict, "validated"]

    @pytest.mark.parametrize(
        ("status", "verdict"), [("blocked", "not_resumable"), ("running", "blocked"), ("completed", "not_resumable"), ("unknown", "not_resumable")]
    )
    def test_when_a_check_fails(self, lab: Lab, status: str, verdict: str) -> None:
        lab.save_lane(status=status, session_id=None)
        assert lab.verdicts() == [verdict, "validated"]

    def test_saved_as_not_resumable(self, lab: Lab) -> None:
        lab.save_lane(resumability="not_resumable", reason="the quota ran out")
        only_lane_one_fails(lab, "resumability", "the quota ran out")

    @pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are seen in /proc, which is not here")
    def test_a_process_that_has_the_session(self, lab: Lab) -> None:
        import subprocess
        import uuid

        own = str(uuid.uuid4())  # seen by every restore on the machine: another test's must not be
        lab.claude(own, lab.path("wt/one"))
        lab.save_lane(session_id=own)
        program = lab.home.write("bin/claude", "import sys; print('ready', flush=True); sys.stdin.read()\n", None)
        with subprocess.Popen(
            [sys.executable, program, "-p", "--resume", own], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"
            only_lane_one_fails(lab, "liveness", "may be at work", "unknown")
            process.communicate()
        assert lab.verdicts() == ["validated", "validated"]


def test_the_project_is_found_from_where_the_shell_stands(lab: Lab) -> None:
    world = lab.home.world(lab.path("out"))
    assert restore.project_of(None, world) == lab.project
    assert restore.project_of(".", lab.home.world(lab.project)) == lab.project
    assert restore.project_of(f"checkpoint:{lab.project}/.thunderkit/HANDOFF.md", world) == lab.project
    assert restore.project_of("~/Projects/uploader", world) == lab.project
    assert restore.project_of(None, lab.home.world(lab.home.path)) == lab.home.path


def test_what_the_lab_writes_is_valid(lab: Lab) -> None:
    assert not parse(Path(lab.path(".thunderkit/HANDOFF.md")).read_text()).refusals
