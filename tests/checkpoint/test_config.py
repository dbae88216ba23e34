from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from pickup_tui.checkpoint import config, record

if TYPE_CHECKING:
    from support import Home

CLASSES = {"planner": "a", "executors": ["b", "c"], "reviewers": "all"}


def load(home: Home, text: str | bytes) -> config.Config:
    folder = home.project("p")
    home.write(f"{folder}/.thunderkit/config.json", text)
    return config.load(folder)


def test_defaults_are_filled_in_and_nothing_is_written(home: Home) -> None:
    text = json.dumps({"classes": CLASSES})
    found = load(home, text)
    assert found.values == {
        "schema_version": 2,
        "classes": CLASSES,
        "review_families_min": 2,
        "max_layers": 3,
        "frozen_paths": [],
        "ecosystems": ["omo", "omh"],
        "delegation": "auto",
    }
    assert not found.delegation_off
    with open(os.path.join(home.projects, "p/.thunderkit/config.json"), encoding="utf-8") as file:
        assert file.read() == text


@pytest.mark.parametrize(
    "more",
    [
        {"schema_version": 2},
        {"review_families_min": 5},
        {"max_layers": 1},
        {"frozen_paths": [".", "src/a b.py"]},
        {"ecosystems": []},
        {"ecosystems": ["omh"]},
        {"delegation": "off"},
        {"decided_at": ""},
        {"decided_at": "2026-01-01"},
        {"classes": {**CLASSES, "reviewers": ["x"]}},
    ],
)
def test_what_is_valid(home: Home, more: dict[str, Any]) -> None:
    found = load(home, json.dumps({"classes": CLASSES, **more}))
    for name, value in more.items():
        assert found.values[name] == value


INVALID = [
    ("{", "line 1"),
    ("", "line 1"),
    ("[]", "no JSON object"),
    ('"x"', "no JSON object"),
    ("{}", "classes is missing"),
    ('{"classes": []}', "classes is missing"),
    ('{"classes": {"planner": "a", "planner": "b", "executors": ["b"], "reviewers": "all"}}', "'planner' stands twice"),
    ('{"classes": {"planner": "a", "executors": ["b"], "reviewers": "all"}, "classes": 1}', "'classes' stands twice"),
    ('{"max_layers": NaN}', "no finite number"),
    ('{"max_layers": -Infinity}', "no finite number"),
    ('{"max_layers": 1e999}', "no finite number"),
    (b'{"a": "\xff"}', "not UTF-8"),
    ('{"a": ' + "[" * 100_000, "no valid JSON"),
]
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"classes": {**CLASSES, "planner": ""}}, "classes.planner"),
    ({"classes": {**CLASSES, "planner": " a"}}, "classes.planner"),
    ({"classes": {**CLASSES, "planner": ["a"]}}, "classes.planner"),
    ({"classes": {"executors": ["b"], "reviewers": "all"}}, "classes.planner is missing"),
    ({"classes": {**CLASSES, "executors": []}}, "at least one model"),
    ({"classes": {**CLASSES, "executors": "b"}}, "must be a list"),
    ({"classes": {**CLASSES, "executors": "all"}}, "must be a list"),
    ({"classes": {**CLASSES, "executors": ["b", "b"]}}, "names a model twice"),
    ({"classes": {**CLASSES, "executors": ["b", 1]}}, "executors[1]"),
    ({"classes": {**CLASSES, "reviewers": "some"}}, "classes.reviewers"),
    ({"classes": {**CLASSES, "reviewers": []}}, "classes.reviewers"),
    ({"classes": {**CLASSES, "drivers": ["x"]}}, "unknown key 'drivers'"),
    ({"critical_model": "x"}, "unknown key 'critical_model'"),
    ({"schema_version": 1}, "integer 2 or absent"),
    ({"schema_version": "2"}, "integer 2 or absent"),
    ({"schema_version": 2.0}, "integer 2 or absent"),
    ({"schema_version": True}, "integer 2 or absent"),
    ({"schema_version": None}, "integer 2 or absent"),
    ({"review_families_min": 1}, "at least 2"),
    ({"review_families_min": True}, "at least 2"),
    ({"review_families_min": 2.0}, "at least 2"),
    ({"max_layers": 0}, "at least 1"),
    ({"max_layers": "3"}, "at least 1"),
    ({"frozen_paths": "src"}, "list of strings"),
    ({"frozen_paths": [""]}, "frozen_paths[0]"),
    ({"frozen_paths": ["ok", "/etc"]}, "frozen_paths[1]"),
    ({"frozen_paths": ["a/../b"]}, "climbs"),
    ({"frozen_paths": ["C:x"]}, "absolute"),
    ({"frozen_paths": ["a\\b"]}, "no path here may hold"),
    ({"ecosystems": ["omo", "omo"]}, "each once"),
    ({"ecosystems": ["npm"]}, "ecosystems"),
    ({"ecosystems": "omo"}, "ecosystems"),
    ({"delegation": "on"}, "delegation"),
    ({"delegation": False}, "delegation"),
    ({"decided_at": 1}, "decided_at"),
    ({"models": {"plan": "a", "critical_path": "b", "review": "all"}}, "side by side"),
]


@pytest.mark.parametrize(("text", "words"), INVALID)
def test_files_that_are_no_config(home: Home, text: str | bytes, words: str) -> None:
    with pytest.raises(config.Invalid) as caught:
        load(home, text)
    assert words in str(caught.value)


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_wrong_values(home: Home, change: dict[str, Any], words: str) -> None:
    with pytest.raises(config.Invalid) as caught:
        load(home, json.dumps({"classes": CLASSES, **change}))
    assert words in str(caught.value)


class TestLegacy:
    def test_is_a_preview(self, home: Home) -> None:
        found = load(home, json.dumps({"models": {"plan": "a", "critical_path": "b", "review": ["c"]}}))
        assert found.legacy
        assert found.classes == {"planner": "a", "executors": ["b"], "reviewers": ["c"]}
        assert "models" not in found.values
        assert "preview" in record.restored(found)["detail"]

    @pytest.mark.parametrize("models", [{"plan": "a", "critical_path": "b"}, {"plan": "a", "critical_path": "b", "review": "all", "x": 1}, []])
    def test_incomplete(self, home: Home, models: object) -> None:
        with pytest.raises(config.Invalid):
            load(home, json.dumps({"models": models}))


class TestPlace:
    def test_missing(self, home: Home) -> None:
        with pytest.raises(config.Invalid, match="not there"):
            config.load(home.project("p"))

    def test_a_link_out(self, home: Home) -> None:
        folder = home.project("p")
        outside = home.write("config.json", json.dumps({"classes": CLASSES}))
        os.makedirs(f"{folder}/.thunderkit")
        os.symlink(outside, f"{folder}/.thunderkit/config.json")
        with pytest.raises(config.Invalid, match="leads out"):
            config.load(folder)

    def test_a_link_in(self, home: Home) -> None:
        folder = home.project("p")
        inside = home.write(f"{folder}/real.json", json.dumps({"classes": CLASSES}))
        os.makedirs(f"{folder}/.thunderkit")
        os.symlink(inside, f"{folder}/.thunderkit/config.json")
        assert config.load(folder).classes == CLASSES

    def test_no_regular_file(self, home: Home) -> None:
        folder = home.project("p")
        os.makedirs(f"{folder}/.thunderkit/config.json")
        with pytest.raises(config.Invalid, match="no regular file"):
            config.load(folder)


@pytest.mark.parametrize(
    ("model_class", "key", "selected"),
    [("planner", "a", True), ("planner", "b", False), ("planner", "all", False), ("executors", "c", True), ("executors", "a", False), ("reviewers", "anything", True)],
)
def test_selects(home: Home, model_class: str, key: str, selected: bool) -> None:
    assert load(home, json.dumps({"classes": CLASSES})).selects(model_class, key) is selected
