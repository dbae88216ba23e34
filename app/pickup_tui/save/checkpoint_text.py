"""A checkpoint's values as the YAML that its strict reader, and any other, reads back as the same strings."""

from __future__ import annotations

import re

from pickup_tui.readers.lanes import FIELDS, LANE_FIELDS, MODEL_FIELDS, MODELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# What YAML 1.1 and 1.2 take for text without quotes: begins with a letter or "./", no sign of the syntax in it.
_PLAIN = re.compile(r"(?:[A-Za-z]|\.[A-Za-z/])[A-Za-z0-9_./@+-]*(?: [A-Za-z0-9_./@+(][A-Za-z0-9_./@+()-]*)*")
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", ".nan"))
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def write(values: Mapping[str, Any]) -> str:
    """The text of a checkpoint. Values are strings, None, lists and mappings of such; lanes are mappings."""
    out = ["# Handoff", "# For reading and for `pickup-tui restore`: nothing in here is a command."]
    for name in FIELDS:
        value = values.get(name)
        if name == "schema_version":
            out.append(f"schema_version: {int(value or 1)}")
        elif name == "lanes_in_flight":
            out += _lanes(value or [])
        elif name == "model_contract":
            out.append(f"model_contract: {flow(value)}")
        elif isinstance(value, (list, tuple)):
            out += [f"{name}:", *(f"- {_value(item)}" for item in value)] if value else [f"{name}: []"]
        else:
            out.append(f"{name}: {_value(value)}")
    return "\n".join(out) + "\n"


def _lanes(lanes: list[Mapping[str, Any]]) -> list[str]:
    if not lanes:
        return ["lanes_in_flight: []"]
    out = ["lanes_in_flight:"]
    for lane in lanes:
        for name in LANE_FIELDS:
            value = lane.get(name)
            mark = "- " if name == LANE_FIELDS[0] else "  "
            if name in MODELS and isinstance(value, dict) and set(value) <= set(MODEL_FIELDS):
                out += [f"{mark}{name}:", *(f"    {field}: {_value(value.get(field))}" for field in MODEL_FIELDS)]
            elif isinstance(value, (list, tuple)) and value:
                out += [f"{mark}{name}:", *(f"  - {_value(item)}" for item in value)]
            else:
                out.append(f"{mark}{name}: {_value(value)}")
    return out


def _value(value: Any) -> str:
    return flow(value) if isinstance(value, (dict, list, tuple)) else scalar(value)


def flow(value: Any) -> str:
    """A value of any shape on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(key))}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)


def scalar(value: Any) -> str:
    """A string, quoted when anybody could take it for something else; None is null."""
    if value is None:
        return "null"
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS else quoted(text)


def quoted(text: str) -> str:
    """A string in double quotes, on one line; what does not print is escaped."""
    return '"' + "".join(_char(char) for char in text) + '"'


def _char(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if char.isprintable() and char != "\ufeff":
        return char
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        return "\\uFFFD"  # half a character: no text can hold it
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
