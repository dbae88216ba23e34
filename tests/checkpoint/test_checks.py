"""Each check of what lies on disk, alone: repository, branch and HEAD, worktree, artifact."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from checkpoint.judging import everything_fails, failed, only_lane_one_fails
from lab import Lab, digest
from pickup_tui import run
from pickup_tui.checkpoint import checks as checks_
from pickup_tui.checkpoint import restore
from pickup_tui.checkpoint.checks import Ground, Tree
from pickup_tui.readers.lanes import Checkpoint

if TYPE_CHECKING:
    from support import Home



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
