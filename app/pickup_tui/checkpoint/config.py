"""`.thunderkit/config.json`: which models a project has chosen for its three classes (spec: checkpoint.md, "Routing record").

Defaults are filled in for this run only. Nothing is ever written, no model and no date made up.
"""

from __future__ import annotations

import json
import math
import re

from pickup_tui.handoff import Record

from . import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIMIT = 256 * 1024
_KEYS = (
    "schema_version", "classes", "models", "review_families_min", "max_layers", "frozen_paths", "ecosystems",
    "delegation", "decided_at",
)  # fmt: skip
_CLASSES = ("planner", "executors", "reviewers")
_LEGACY = ("plan", "critical_path", "review")
_VERSION = 2


class Invalid(Exception):
    """What is wrong with a JSON file, and where it can be told."""


class Config(Record):
    """A valid configuration with its defaults filled in.

    classes  planner: a string; executors: list of strings; reviewers: "all" or list of strings
    values   everything, as a JSON object; `decided_at` only when the file has it
    sha256   of the file's bytes, for checking again
    legacy   read from the older `models`: a preview, never saved
    """

    __slots__ = ("classes", "legacy", "sha256", "values")

    def __init__(self, values: dict[str, Any], sha256: str, *, legacy: bool = False) -> None:
        self.values = values
        self.classes: dict[str, Any] = values["classes"]
        self.sha256 = sha256
        self.legacy = legacy

    @property
    def delegation_off(self) -> bool:
        return bool(self.values["delegation"] == "off")

    def selects(self, model_class: str, catalog_key: str) -> bool:
        """Whether a model is among a class's selections; reviewers "all" is every model there is."""
        chosen = self.classes[model_class]
        if model_class == "planner":
            return bool(chosen == catalog_key)
        return chosen == "all" or catalog_key in chosen


def load(root: str) -> Config:
    """The configuration of the project at `root`. Raises Invalid with what to mend."""
    try:
        contents = files.read(root, files.CONFIG, LIMIT)
    except files.Refused as refused:
        raise Invalid(refused.reason) from None
    source = parse_json(contents.data, files.CONFIG)
    return Config(normalise(source), contents.sha256, legacy="models" in source)


def parse_json(data: bytes, name: str) -> dict[str, Any]:
    """A JSON object, strictly: UTF-8, no key twice, finite numbers. Raises Invalid."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in items:
            if key in found:
                raise Invalid(f"{name}: the key {key[:40]!r} stands twice")
            found[key] = value
        return found

    def number(text: str) -> float:
        value = float(text)
        if not math.isfinite(value):
            raise Invalid(f"{name}: {text[:40]} is no finite number")
        return value

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=pairs, parse_constant=number, parse_float=number)
    except json.JSONDecodeError as error:
        raise Invalid(f"{name}: no valid JSON at line {error.lineno}, column {error.colno}") from None
    except UnicodeDecodeError:
        raise Invalid(f"{name}: not UTF-8") from None
    except (ValueError, RecursionError):
        raise Invalid(f"{name}: no valid JSON") from None
    if not isinstance(value, dict):
        raise Invalid(f"{name}: no JSON object")
    return value


def normalise(source: dict[str, Any]) -> dict[str, Any]:
    """`source` checked, as the canonical object with every default. Raises Invalid."""
    _only(source, _KEYS, "config")
    if "schema_version" in source and (type(source["schema_version"]) is not int or source["schema_version"] != _VERSION):
        raise Invalid(f"schema_version must be the integer {_VERSION} or absent")
    values: dict[str, Any] = {
        "schema_version": _VERSION,
        "classes": _legacy(source) if "models" in source else _classes(source.get("classes")),
        "review_families_min": _least(source, "review_families_min", 2, 2),
        "max_layers": _least(source, "max_layers", 3, 1),
        "frozen_paths": _paths(source.get("frozen_paths", [])),
        "ecosystems": _ecosystems(source.get("ecosystems", ["omo", "omh"])),
        "delegation": source.get("delegation", "auto"),
    }
    if values["delegation"] not in ("auto", "off"):
        raise Invalid('delegation must be "auto" or "off"')
    if "decided_at" in source:
        if not isinstance(source["decided_at"], str):
            raise Invalid("decided_at must be a string")
        values["decided_at"] = source["decided_at"]
    return values


def _classes(classes: Any) -> dict[str, Any]:
    if not isinstance(classes, dict):
        raise Invalid("classes is missing or no object: planner, executors and reviewers must be chosen")
    _only(classes, _CLASSES, "classes")
    for name in _CLASSES:
        if name not in classes:
            raise Invalid(f"classes.{name} is missing")
    reviewers = classes["reviewers"]
    return {
        "planner": _key(classes["planner"], "classes.planner"),
        "executors": _keys(classes["executors"], "classes.executors"),
        "reviewers": "all" if reviewers == "all" else _keys(reviewers, "classes.reviewers"),
    }


def _legacy(source: dict[str, Any]) -> dict[str, Any]:
    if "classes" in source:
        raise Invalid("classes and the older models stand side by side: keep one")
    models = source["models"]
    if not isinstance(models, dict) or any(name not in models for name in _LEGACY):
        raise Invalid("the older models needs plan, critical_path and review")
    _only(models, _LEGACY, "models")
    review = models["review"]
    return {
        "planner": _key(models["plan"], "models.plan"),
        "executors": [_key(models["critical_path"], "models.critical_path")],
        "reviewers": "all" if review == "all" else _keys(review, "models.review"),
    }


def _only(value: dict[str, Any], known: tuple[str, ...], name: str) -> None:
    unknown = sorted(set(value) - set(known))
    if unknown:
        raise Invalid(f"{name} has the unknown key {unknown[0][:40]!r}; known are {', '.join(known)}")


def _key(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value or value != value.strip():
        raise Invalid(f"{name} must be a string that names a model")
    return value


def _keys(value: Any, name: str) -> list[str]:
    if not isinstance(value, list) or not value:
        raise Invalid(f"{name} must be a list with at least one model")
    keys = [_key(item, f"{name}[{at}]") for at, item in enumerate(value)]
    if len(set(keys)) != len(keys):
        raise Invalid(f"{name} names a model twice")
    return keys


def _least(source: dict[str, Any], name: str, default: int, least: int) -> int:
    value = source.get(name, default)
    if type(value) is not int or value < least:
        raise Invalid(f"{name} must be an integer of at least {least}")
    return value


def _paths(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise Invalid("frozen_paths must be a list of strings")
    for at, path in enumerate(value):
        try:
            files.relative(path)
        except files.Refused as refused:
            raise Invalid(f"frozen_paths[{at}]: {refused.reason}") from None
        if re.match(r"[A-Za-z]:", path):
            raise Invalid(f"frozen_paths[{at}]: the path is absolute")
    return list(value)


def _ecosystems(value: Any) -> list[str]:
    if not isinstance(value, list) or any(item not in ("omo", "omh") for item in value) or len(set(value)) != len(value):
        raise Invalid('ecosystems must be a list of "omo" and "omh", each once')
    return list(value)
