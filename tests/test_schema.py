"""The JSON of every command held to the schema that the project ships."""

from __future__ import annotations

import json
import os
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from lab import ONE, Lab
from pickup_tui.cli import COMMANDS
from pickup_tui.when import iso
from support import HOSTILE, section

if TYPE_CHECKING:
    from support import Home, Ran

SCHEMA: dict[str, Any] = json.loads(files("pickup_tui").joinpath("schema/pickup.schema.json").read_text("utf-8"))
# The keys of the promise, by hand: the schema may not drop one (spec: json.md).
HANDOFF = (
    "row", "id", "kind", "topic", "project", "project_path", "branch", "path", "line", "last_session", "approximate", "last", "status", "marks",
    "picked_up", "badges", "prs", "next_step", "why_stopped", "plan_progress", "hash", "folded",
)  # fmt: skip


def valid(name: str, ran: Ran) -> dict[str, Any]:
    """The one object that a run printed, valid under this definition and as anything that the program prints."""
    value = ran.json()
    for schema in ({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]}, SCHEMA):
        errors = sorted(f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema).iter_errors(value))
        assert not errors, errors
    return value


@pytest.fixture
def full(home: Home) -> Home:
    home.project("web", section("feature/x", "2026-11-28", "retry", "**Plan**: acme/web#1\n\n## Context\n\nnext_step: a\nwhy_stopped: 'inferred: b'\nplan_progress: 1/2\nhead: abc1234\n"), origin="git@github.com:acme/web.git")
    home.section("bare", "main", "2026-11-01", what="")
    home.card("card", status="done", prs="[acme/web#2, ghe.example.com/a/b#3]")
    home.card("gone", status="superseded")
    home.card("broken", "---\nkind: handoff\ntitle: a: b\n---\n")
    for number in range(9):
        home.section(f"p{number}", what=HOSTILE[number])
    return home


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_it_says_what_is_promised_of_a_handoff() -> None:
    handoff = SCHEMA["$defs"]["handoff"]
    assert tuple(handoff["properties"]) == HANDOFF
    assert tuple(handoff["required"]) == HANDOFF


def test_every_command_with_json_has_a_definition() -> None:
    other = {"load": "load", "uninstall": "install", "done": "marked", "reopen": "marked", "hide": "marked"}
    for command in COMMANDS:
        if any("--json" in option.flags for option in command.options):
            assert other.get(command.name, command.name) in SCHEMA["$defs"], command.name


class TestOutputs:
    def test_list(self, full: Home) -> None:
        value = valid("list", full.run("list", "--json"))
        assert (value["total"], len(value["handoffs"])) == (13, 8)
        value = valid("list", full.run("list", "--json", "--all", "--superseded"))
        assert (value["total"], len(value["handoffs"])) == (14, 14)
        assert all(tuple(one) == HANDOFF for one in value["handoffs"])
        assert value["problems"]
        valid("list", full.run("list", "--json", "--limit", "0"))

    def test_the_example_of_the_promise(self, full: Home) -> None:
        one = full.run("list", "--json", "--filter", "retry", cwd=f"{full.projects}/web").json()["handoffs"][0]
        path = f"{full.projects}/web/HANDOFF.md"
        assert one == {
            "row": 1, "id": f"section:{path}#feature/x", "kind": "section", "topic": "retry", "project": "web", "project_path": f"{full.projects}/web",
            "branch": "feature/x", "path": path, "line": 1, "last_session": one["last_session"], "approximate": False, "last": one["last"], "status": None,
            "marks": [], "picked_up": None, "badges": ["newest", "home"], "prs": ["acme/web#1"], "next_step": "a", "why_stopped": "b", "plan_progress": "1/2",
            "hash": "abc1234", "folded": 0,
        }  # fmt: skip
        assert one["last_session"].startswith("2026-11-28T00:00:00")

    def test_an_empty_home(self, home: Home) -> None:
        assert valid("list", home.run("list", "--json")) == {"schema_version": 1, "total": 0, "handoffs": [], "problems": []}
        assert valid("mapping", home.run("mapping", "--json")) == {"schema_version": 1, "rows": []}
        assert valid("hint", home.run("hint", "--json")) == {"schema_version": 1, "hint": None}
        valid("doctor", home.run("doctor", "--json"))

    def test_mapping_hint_and_doctor(self, full: Home) -> None:
        assert len(valid("mapping", full.run("mapping", "--json"))["rows"]) == 8
        assert "active" in valid("hint", full.run("hint", "--json"))["hint"]
        valid("doctor", full.run("doctor", "--json"))
        valid("doctor_files", full.run("doctor", "--json", f"{full.cards}/broken.md", f"{full.projects}/web/HANDOFF.md", "~/nothing"))

    def test_load(self, full: Home) -> None:
        value = valid("load", full.run("load", "--json", "retry"))
        assert value["handoff"]["topic"] == "retry"
        valid("no_load", full.run("load", "--json", ""))

    @pytest.mark.parametrize(
        ("argv", "code", "exit_code"),
        [
            (["load", "nothing at all"], "no_match", 1),
            (["load", "99"], "no_row", 1),
            (["load", "card:/nowhere"], "no_match", 1),
            (["load", "a"], "several", 3),
            (["load"], "usage", 2),
            (["list", "--nope"], "usage", 2),
            (["nope"], "usage", 2),
        ],
    )
    def test_errors(self, full: Home, argv: list[str], code: str, exit_code: int) -> None:
        ran = full.run(*argv, "--json")
        value = valid("error", ran)
        assert (value["error"]["code"], ran.code) == (code, exit_code)
        assert ran.err
        if code == "several":
            for one in value["error"]["candidates"]:
                assert not list(Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": "#/$defs/handoff"}]}).iter_errors(one))

    def test_a_wrong_value_is_seen(self, full: Home) -> None:
        value = full.run("list", "--json").json()
        value["handoffs"][0]["topic"] = ""
        assert list(Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": "#/$defs/list"}]}).iter_errors(value))

    def test_a_whole_restore_save_and_lookup(self, home: Home) -> None:
        lab = Lab(home)
        assert [lane["verdict"] for lane in valid("restore", home.run("restore", lab.project, "--json"))["lanes"]] == ["validated"] * 2
        consent = {"host": "claude", "consents": ["lookup"], "observed_at": iso(home.now)}
        file = lab.write("capabilities.json", json.dumps(consent))
        lab.claude(ONE, lab.project)
        assert valid("lookup", home.run("lookup", ONE, "--project", lab.project, "--capabilities", file, "--json"))["outcome"] == "found"
        assert valid("save", home.run("save", "checkpoint", "--next", "go on", "--project", lab.project, "--json"))["capture"] == "unavailable"
        lab.write(".thunderkit/HANDOFF.md", "saved_at: 2026-06-01 14:00 · head: 1a2b3c4\nlanes_in_flight:\n  - id: L1 status: running\n")
        assert valid("restore", home.run("restore", lab.project, "--json"))["outcome"] == "refused"

    def test_save_install_restore_and_lookup(self, home: Home) -> None:
        folder = home.project("web", git=True)
        home.commit(folder)
        valid("save", home.run("save", "card", "--title", "x", "--next", "y", "--json", cwd=folder))
        valid("install", home.run("install", "claude", "--json", "--dry-run"))
        valid("restore", home.run("restore", folder, "--json"))
        valid("lookup", home.run("lookup", "some telling words", "--json", cwd=folder))
        assert os.path.isdir(folder)
