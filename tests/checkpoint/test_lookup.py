from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from lab import CONFIG, HERMES, ONE, TWO, snapshot
from pickup_tui import when
from pickup_tui.checkpoint import hermes, sessions
from pickup_tui.checkpoint import lookup as looking
from pickup_tui.checkpoint.lookup import lookup, vague
from pickup_tui.checkpoint.sessions import Meter

if TYPE_CHECKING:
    from lab import Lab
    from pickup_tui.checkpoint.lookup import Result

FILE = ".thunderkit/capabilities.json"


def consent(lab: Lab, **changes: Any) -> str:
    values = {"host": "claude", "consents": ["dispatch", "lookup"], "observed_at": when.iso(lab.home.now - 3600), **changes}
    return lab.write(FILE, json.dumps({name: value for name, value in values.items() if value is not None}))


def look(lab: Lab, query: str = ONE, harness: str | None = "claude", **more: Any) -> Result:
    return lookup(query, lab.project, harness, lab.home.world(lab.project), **{"capabilities": FILE, **more})


def code(result: Result) -> tuple[str, str, int]:
    return result.record["decision"], result.record["reason_code"], result.exit_code


class Unread(Meter):
    """Fails the test as soon as anything is opened."""

    def open(self, path: str) -> None:
        raise AssertionError(path)


@pytest.fixture
def nothing_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise AssertionError("the store was looked into")

    monkeypatch.setattr(sessions, "files", refuse)
    monkeypatch.setattr(hermes, "query", refuse)


@pytest.mark.usefixtures("nothing_searched")
class TestNothingIsSearched:
    def check(self, lab: Lab, result: Result, words: str) -> None:
        assert result.outcome == "not searched"
        assert words in result.reason
        assert result.candidates == ()

    def test_without_config(self, lab: Lab) -> None:
        consent(lab)
        os.remove(lab.path(".thunderkit/config.json"))
        result = look(lab)
        assert code(result) == ("blocked", "invalid_config", 2)
        self.check(lab, result, "config.json is not there")

    def test_without_a_capabilities_file(self, lab: Lab) -> None:
        result = look(lab, capabilities=None)
        assert code(result) == ("blocked", "invalid_config", 2)
        self.check(lab, result, "needs --capabilities")

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("{", "no valid JSON"),
            ("[]", "no JSON object"),
            ('{"host": "claude", "host": "codex"}', "stands twice"),
            ('{"consents": ["lookup"], "observed_at": "2026-11-29T11:00:00Z"}', "host is missing"),
            ('{"host": "claude", "consents": "lookup", "observed_at": "2026-11-29T11:00:00Z"}', "consents must be a list"),
            ('{"host": "claude", "consents": ["lookup"], "observed_at": "yesterday"}', "observed_at must be a time"),
            ('{"host": "claude", "consents": ["lookup"], "observed_at": "2026-11-29"}', "observed_at must be a time"),
            ('{"host": "claude", "consents": ["lookup"], "observed_at": 1}', "observed_at must be a time"),
            ('{"schema_version": true, "host": "claude", "consents": [], "observed_at": "2026-11-29T11:00:00Z"}', "schema_version"),
        ],
    )
    def test_capabilities_that_are_none(self, lab: Lab, text: str, words: str) -> None:
        lab.write(FILE, text)
        result = look(lab)
        assert code(result) == ("blocked", "invalid_config", 2)
        self.check(lab, result, words)

    def test_capabilities_outside_the_project(self, lab: Lab) -> None:
        outside = lab.home.write("capabilities.json", "{}")
        for path in (outside, "../../capabilities.json"):
            self.check(lab, look(lab, capabilities=path), "outside the project")
        os.symlink(outside, lab.path("linked.json"))
        self.check(lab, look(lab, capabilities="linked.json"), "outside the project")
        self.check(lab, look(lab, capabilities="none.json"), "not there")

    def test_with_delegation_off(self, lab: Lab) -> None:
        consent(lab)
        lab.write(".thunderkit/config.json", json.dumps({**CONFIG, "delegation": "off"}))
        result = look(lab)
        assert code(result) == ("owned", "disabled", 0)
        self.check(lab, result, "delegation is off")

    @pytest.mark.parametrize(("host", "harness"), [("codex", "claude"), ("emacs", None), ("emacs", "claude")])
    def test_of_another_host(self, lab: Lab, host: str, harness: str | None) -> None:
        consent(lab, host=host)
        result = look(lab, harness=harness)
        assert code(result) == ("fallback", "unsupported_host", 0)
        self.check(lab, result, "not the harness")

    @pytest.mark.parametrize("consents", [[], ["dispatch"], ["LOOKUP"], ["lookup "]])
    def test_without_consent(self, lab: Lab, consents: list[str]) -> None:
        consent(lab, consents=consents)
        result = look(lab)
        assert code(result) == ("fallback", "peer_missing", 0)  # the component is asked for before consent
        self.check(lab, result, "no consent to lookup")

    def test_without_consent_where_the_component_is_claimed(self, lab: Lab) -> None:
        consent(lab, consents=[], peers={"omo": {"loaded_skills": {"coding-agent-sessions": {}}}})
        result = look(lab)
        assert code(result) == ("fallback", "missing_evidence", 0)
        self.check(lab, result, "no consent to lookup")

    @pytest.mark.parametrize("name", ["consents", "observed_at"])
    def test_what_is_not_recorded_is_no_consent(self, lab: Lab, name: str) -> None:
        consent(lab, **{name: None})
        result = look(lab)
        assert code(result) == ("fallback", "peer_missing", 0)
        self.check(lab, result, {"consents": "no consent to lookup", "observed_at": "observed_at is missing"}[name])

    @pytest.mark.parametrize(("age", "words"), [(86_401, "older than 24 hours"), (-120, "in the future")])
    def test_with_a_stale_consent(self, lab: Lab, age: int, words: str) -> None:
        consent(lab, observed_at=when.iso(lab.home.now - age))
        self.check(lab, look(lab), words)

    @pytest.mark.parametrize("query", ["", " ", "latest", "the last session", "my work", ONE[:8], "-rf", "12345 67890", "fix", "a b c"])
    def test_with_a_query_that_points_at_no_one_session(self, lab: Lab, query: str) -> None:
        consent(lab)
        self.check(lab, look(lab, query), "at least two telling words")

    def test_both_missing_are_told(self, lab: Lab) -> None:
        consent(lab, consents=[])
        result = look(lab, "latest")
        assert "no consent" in result.reason
        assert "telling words" in result.reason

    @pytest.mark.parametrize("days", [0, 366])
    def test_without_a_window(self, lab: Lab, days: int) -> None:
        consent(lab)
        self.check(lab, look(lab, days=days), "--days")

    def test_of_opencode(self, lab: Lab) -> None:
        consent(lab, host="opencode")
        self.check(lab, look(lab, "ses_abc", "opencode"), "cannot be searched")


class TestFinding:
    def at_project(self, lab: Lab) -> None:
        consent(lab)
        lab.claude(ONE, lab.project)

    def test_by_id(self, lab: Lab) -> None:
        self.at_project(lab)
        before = snapshot(os.path.join(lab.home.path, ".claude"))
        result = look(lab)
        assert code(result) == ("fallback", "peer_missing", 0)
        assert result.outcome == "found"
        ((session, evidence),) = result.candidates
        assert (session.harness, session.session_id, session.cwd) == ("claude", ONE, lab.project)
        assert "its own cwd is this project" in evidence
        assert "not a way to resume" in result.reason
        assert snapshot(os.path.join(lab.home.path, ".claude")) == before

    def test_by_description(self, lab: Lab) -> None:
        self.at_project(lab)
        assert look(lab, "the RETRY test").outcome == "found"
        assert look(lab, "the retry timer").outcome == "no match"

    def test_the_host_is_the_harness_when_none_is_named(self, lab: Lab) -> None:
        self.at_project(lab)
        assert look(lab, harness=None).outcome == "found"

    def test_json_says_the_least(self, lab: Lab) -> None:
        self.at_project(lab)
        shown = looking.as_json(look(lab, "retry test"))
        assert list(shown) == ["schema_version", "record", "outcome", "reason", "candidates"]
        assert list(shown["candidates"][0]) == ["harness", "session_id", "cwd", "last_used", "evidence"]
        assert "write the retry test" not in json.dumps(shown)
        assert shown["record"]["evidence_paths"] == [".thunderkit/config.json", FILE]
        assert shown["record"]["target"]["skill_name"] == "coding-agent-sessions"

    def test_another_project_is_none_whatever_its_folder_is_called(self, lab: Lab) -> None:
        consent(lab)
        lab.claude(ONE, lab.project + "-other", folder=lab.project.replace("/", "-"))
        assert look(lab).outcome == "no match"
        lab.claude(ONE, os.path.join(lab.project, "below"), folder=lab.project.replace("/", "-"))
        assert look(lab).outcome == "no match"

    def test_several(self, lab: Lab) -> None:
        self.at_project(lab)
        lab.claude(TWO, lab.project)
        result = look(lab, "retry test")
        assert result.outcome == "ambiguous"
        assert {session.session_id for session, _ in result.candidates} == {ONE, TWO}
        assert look(lab).outcome == "found"

    def test_the_window(self, lab: Lab) -> None:
        consent(lab)
        path = lab.claude(ONE, lab.project)
        old = lab.home.now - 3 * 86400
        os.utime(path, (old, old))
        assert look(lab, days=2).outcome == "no match"
        assert look(lab, days=4).outcome == "found"

    def test_an_id_that_only_the_file_s_name_claims(self, lab: Lab) -> None:
        consent(lab)
        path = lab.claude(TWO, lab.project)
        os.rename(path, path.replace(TWO, ONE))
        assert look(lab).outcome == "no match"

    def test_a_record_s_id_that_is_no_id(self, lab: Lab) -> None:
        consent(lab)
        lab.jsonl(f".claude/projects/-x/{TWO}.jsonl", {"sessionId": "latest", "cwd": lab.project, "message": {"role": "user", "content": "retry test"}})
        assert look(lab, "retry test").outcome == "no match"

    def test_what_only_the_agent_said_does_not_count(self, lab: Lab) -> None:
        consent(lab)
        lab.claude(ONE, lab.project, message={"role": "assistant", "content": "write the retry test"})
        assert look(lab, "retry test").outcome == "no match"

    def test_codex(self, lab: Lab) -> None:
        consent(lab, host="codex")
        lab.codex(TWO, lab.project)
        assert look(lab, TWO, "codex").outcome == "found"
        assert look(lab, "backoff timer", "codex").outcome == "found"

    def test_hermes(self, lab: Lab) -> None:
        consent(lab, host="hermes")
        lab.hermes(HERMES, lab.project)
        lab.hermes("20261128_101500_ffffff", "/elsewhere")
        before = snapshot(os.path.join(lab.home.path, ".hermes"))
        assert look(lab, HERMES, "hermes").outcome == "found"
        assert look(lab, "rename queue", "hermes").outcome == "found"
        assert look(lab, "20261128_101500_ffffff", "hermes").outcome == "no match"
        assert snapshot(os.path.join(lab.home.path, ".hermes")) == before

    def test_no_store(self, lab: Lab) -> None:
        consent(lab)
        result = lookup(ONE, lab.project, "claude", lab.home.world(lab.project, CLAUDE_CONFIG_DIR="/nowhere"), capabilities=FILE)
        assert result.outcome == "no match"

    def test_a_locked_store_is_unavailable(self, lab: Lab) -> None:
        import sqlite3

        consent(lab, host="hermes")
        holder = sqlite3.connect(lab.hermes(HERMES, lab.project), isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        try:
            assert look(lab, HERMES, "hermes").outcome == "unavailable"
        finally:
            holder.close()

    def test_what_was_found_has_every_check_before_it(self, lab: Lab) -> None:
        self.at_project(lab)
        ((session, _),) = look(lab).candidates
        lab.save_lane(session_id=session.session_id)
        assert lab.verdicts() == ["not_resumable", "validated"]  # it was at work in the root, not in the lane's worktree


class TestBounds:
    def crowd(self, lab: Lab, count: int) -> list[str]:
        """Sessions of other projects, each far longer than what may be read of it."""
        paths = []
        for at in range(count):
            session_id = f"{at:08x}-1111-4222-8333-444455556666"
            path = f".claude/projects/-other-{at % 40}/{session_id}.jsonl"
            pad = "p" * (60_000 if at % 50 == 0 else at % 3 * 3_000)
            first = json.dumps({"sessionId": session_id, "cwd": f"/elsewhere/{at}", "pad": pad})
            paths.append(lab.home.write(path, first + "\n" + json.dumps({"message": {"role": "user", "content": "retry test"}}) + "\n"))
            os.truncate(paths[-1], 300_000)  # the rest is a hole: long for whoever reads it, and costs nothing to make
            os.utime(paths[-1], (lab.home.now - 60, lab.home.now - 60))
        return paths

    def test_a_thousand_sessions_of_other_projects_stay_unread(self, lab: Lab) -> None:
        consent(lab)
        others = self.crowd(lab, 1000)
        mine = lab.claude(ONE, lab.project)
        meter = Meter(looking.FILES, looking.BYTES)
        assert look(lab, "retry test", meter=meter).outcome == "found"
        assert set(others) <= set(meter.reads)
        assert max(meter.reads[path] for path in others) <= sessions.HEAD
        assert sum(meter.reads[path] for path in others) == meter.bytes - meter.reads[mine] < 1000 * sessions.HEAD / 4
        assert mine in meter.reads
        by_id = Meter(looking.FILES, looking.BYTES)
        assert look(lab, meter=by_id).outcome == "found"
        assert list(by_id.reads) == [mine]

    def test_the_limit_of_files(self, lab: Lab) -> None:
        consent(lab)
        self.crowd(lab, 5)
        lab.claude(ONE, lab.project)
        result = look(lab, "retry test", meter=Meter(3, 1 << 20))
        assert result.outcome == "unavailable"
        assert "limit of 3 files" in result.reason
        assert result.candidates == ()

    def test_the_limit_of_bytes(self, lab: Lab) -> None:
        consent(lab)
        self.crowd(lab, 5)
        meter = Meter(100, 20_000)
        assert look(lab, "retry test", meter=meter).outcome == "unavailable"
        assert sum(meter.reads.values()) < 20_000 + 10_000

    def test_of_its_own_project_it_reads_no_more_than_a_part(self, lab: Lab) -> None:
        consent(lab)
        path = lab.claude(ONE, lab.project)
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"pad": "x" * 400_000}) + "\n")
            file.write(json.dumps({"message": {"role": "user", "content": "zebra crossing"}}) + "\n")
        os.utime(path, (lab.home.now, lab.home.now))
        meter = Meter()
        assert look(lab, "zebra crossing", meter=meter).outcome == "no match"
        assert meter.reads[path] <= looking.TEXT + sessions.HEAD


@pytest.mark.parametrize("query", [ONE, "write retry test", "再試行テスト", "ошибка загрузки", "Überprüfung Warteschlange"])
def test_telling(query: str) -> None:
    assert vague(query, "claude") is None


def test_lines_are_for_people(lab: Lab) -> None:
    consent(lab)
    lab.claude(ONE, lab.project)
    lines = looking.lines(look(lab))
    assert lines[0].startswith("found: a hint")
    assert ONE in lines[1]
