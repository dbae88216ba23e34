"""Adds to and takes from a JSON file as text: every byte that is not ours stays where and as it is.

Pure: text in, text out. The text is read with `json`, which also gives the spans that are cut and spliced.
Raises `NotSaved` for whatever cannot be merged without guessing.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise

from pickup_tui.handoff import Record
from pickup_tui.save.safe import NotSaved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class Item(Record):
    """A member of an object or an element of an array: where it stands in the text.

    start, end  the whole item; of a member from its key to the end of its value
    at          where the value starts
    key         of a member; None for an element
    value       as `json` reads it
    """

    __slots__ = ("at", "end", "key", "start", "value")

    def __init__(self, key: str | None, start: int, at: int, end: int, value: Any) -> None:
        self.key = key
        self.start = start
        self.at = at
        self.end = end
        self.value = value


def check(text: str, path: str) -> None:
    """Raises NotSaved unless `text` is one JSON object, as strictly as an agent would read it. Blank counts as `{}`."""
    if not text.strip(" \t\r\n"):
        return
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise NotSaved(f"{path} is nested too deeply to be read: not changed", "mend the file") from None
    except ValueError as error:
        raise _unreadable(text, path, error) from None
    if not isinstance(value, dict):
        raise NotSaved(f"{path} holds no JSON object: not changed", "it must start with { and end with }")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _unreadable(text: str, path: str, error: ValueError) -> NotSaved:
    where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
    what = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    line = text.split("\n")[error.lineno - 1].strip() if isinstance(error, json.JSONDecodeError) else ""
    if line.startswith(("//", "/*", "#")) or re.search(r"[,{\[\]}]\s*(//|/\*)", line):
        what = "it holds a comment, which JSON does not know"
    return NotSaved(f"{path}{where}: {what}: not changed", "mend the file and run this again")


def items(text: str, at: int) -> list[Item]:
    """The items of the object or array that starts at `at`, in order. The text must have passed `check`."""
    found: list[Item] = []
    keyed = text[at] == "{"
    at = _skip(text, at + 1)
    while text[at] not in "}]":
        start = at
        key = None
        if keyed:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        value, end = _DECODER.raw_decode(text, at)
        found.append(Item(key, start, at, end, value))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return found


def _skip(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr] # the pattern matches everywhere


def root(text: str) -> int:
    """Where the outermost value starts."""
    return _skip(text, 0)


def member(text: str, at: int, key: str, path: str) -> Item | None:
    """The member `key` of the object at `at`, or None. Twice the same key is refused: one of them would be lost."""
    found = [item for item in items(text, at) if item.key == key]
    if len(found) > 1:
        raise NotSaved(f'{path}: the key "{key}" appears twice: not changed', "put the two together and run this again")
    return found[0] if found else None


def append(text: str, keys: Sequence[str], element: object, path: str) -> str:
    """`text` with `element` at the end of the array that `keys` lead to; what is missing on the way is made."""
    if not text.strip(" \t\r\n"):
        return _render(_nest(keys, element), "  ", "", "\n") + "\n"
    at = root(text)
    for depth, key in enumerate(keys):
        found = member(text, at, key, path)
        if found is None:
            return _insert(text, at, key, _nest(keys[depth + 1 :], element))
        wanted = dict if depth < len(keys) - 1 else list
        if not isinstance(found.value, wanted):
            kind = "an object" if wanted is dict else "a list"
            name = ".".join(keys[: depth + 1])
            raise NotSaved(f'{path}: "{name}" is not {kind}: not changed', "mend it and run this again")
        at = found.at
    return _insert(text, at, None, element)


def _nest(keys: Sequence[str], element: object) -> object:
    value: object = [element]
    for key in reversed(keys):
        value = {key: value}
    return value


def cut(text: str, at: int, number: int) -> str:
    """`text` without item `number` (from 0) of the object or array at `at`; undoes `append` to the byte."""
    found = items(text, at)
    if len(found) == 1:
        close = _skip(text, found[0].end)
        return text[: at + 1] + text[close:]
    if number < len(found) - 1:
        return text[: found[number].start] + text[found[number + 1].start :]
    return text[: found[number - 1].end] + text[found[number].end :]


def replace(text: str, item: Item, value: object) -> str:
    """`text` with another value of `item`, on one line."""
    return text[: item.at] + json.dumps(value, ensure_ascii=False) + text[item.end :]


def prune(text: str, keys: Sequence[str], path: str) -> str:
    """`text` without the container that `keys` lead to, if it is empty."""
    found = find(text, keys, path)
    if found is None or found.value not in ([], {}):
        return text
    outer = find(text, keys[:-1], path) if len(keys) > 1 else None
    at = outer.at if outer else root(text)
    return cut(text, at, [item.key for item in items(text, at)].index(keys[-1]))


def find(text: str, keys: Sequence[str], path: str) -> Item | None:
    """The member that `keys` lead to, or None when there is none or the way is no object."""
    at = root(text)
    found: Item | None = None
    for key in keys:
        if not text[at:].startswith("{"):
            return None
        found = member(text, at, key, path)
        if found is None:
            return None
        at = found.at
    return found


def _insert(text: str, at: int, key: str | None, value: object) -> str:
    """A new last item in the object or array at `at`, laid out as its neighbours are."""
    found = items(text, at)
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    head = "" if key is None else json.dumps(key, ensure_ascii=False) + _colon(text)
    spread = "\n" in text[at : found[0].start] if found else "\n" in text or text.strip(" \t\r\n") == "{}"
    if not spread:
        flat = json.dumps(value, ensure_ascii=False, separators=(_comma(text), _colon(text)))
        if not found:
            return text[: at + 1] + head + flat + text[at + 1 :]
        return text[: found[-1].end] + _comma(text) + head + flat + text[found[-1].end :]
    outer = _indent(text, at)
    indent = _indent(text, found[-1].start) if found else outer + unit
    new = newline + indent + head + _render(value, unit, indent, newline)
    if not found:
        close = _skip(text, at + 1)
        return text[: at + 1] + new + newline + outer + text[close:]
    return text[: found[-1].end] + "," + new + text[found[-1].end :]


def _render(value: object, unit: str, indent: str, newline: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    return (newline + indent).join(lines)


def _indent(text: str, at: int) -> str:
    """The white space that the line of `at` starts with."""
    start = text.rfind("\n", 0, at) + 1
    return text[start : re.compile(r"[ \t]*").match(text, start).end()]  # type: ignore[union-attr] # matches everywhere


def _unit(text: str) -> str:
    """One step of indentation, as the first member shows it; two spaces when nothing does."""
    at = root(text)
    found = items(text, at)
    if found and "\n" in text[at : found[0].start]:
        return _indent(text, found[0].start)[len(_indent(text, at)) :] or "  "
    return "  "


def _colon(text: str) -> str:
    """How this file separates a key from its value."""
    first = next(iter(items(text, root(text))), None)
    return ":" if first and text[first.at - 1] == ":" else ": "


def _comma(text: str) -> str:
    """How this file separates items that stand on one line."""
    found = items(text, root(text))
    tight = any(text[one.end : two.start] == "," for one, two in pairwise(found))
    return "," if tight or (len(found) < 2 and _colon(text) == ":") else ", "
