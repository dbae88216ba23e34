"""Each check of who was at work, alone: the model, the lane's origin, the harness."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from checkpoint.judging import only_lane_one_fails, said
from lab import CONFIG, ONE, Lab

if TYPE_CHECKING:
    pass



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
