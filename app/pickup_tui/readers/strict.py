"""YAML that somebody else may have written, read as strings and nothing else (spec: checkpoint.md, "Reading").

Works on the parser's events: no tag is resolved, no object built, no alias followed. Only a plain `null`, `~` or
nothing at all is null; a date, a number or `yes` stays the text that it is.
"""

from __future__ import annotations

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

LIMIT = 256 * 1024  # bytes of a checkpoint
DEPTH = 12  # lists and mappings inside each other; the format itself needs five

NULL, TEXT, LIST, MAP = "null", "text", "list", "mapping"


class Refused(Exception):
    """Why a text is refused: its line, from 1, and the reason in words."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


class Node(Record):
    """A value and where it stands.

    kind     NULL, TEXT, LIST or MAP
    line     from 1
    text     of a TEXT
    plain    a TEXT without quotes
    items    of a LIST
    entries  of a MAP, in order: key, the key's line, value. A key that stands twice is here twice
    """

    __slots__ = ("entries", "items", "kind", "line", "plain", "text")

    def __init__(
        self,
        kind: str,
        line: int,
        text: str = "",
        *,
        plain: bool = False,
        items: tuple[Node, ...] = (),
        entries: tuple[tuple[str, int, Node], ...] = (),
    ) -> None:
        self.kind = kind
        self.line = line
        self.text = text
        self.plain = plain
        self.items = items
        self.entries = entries


def load(text: str) -> Node:
    """The one document that `text` is. Raises Refused with the line and the reason."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LIMIT:
        raise Refused(text.count("\n", 0, LIMIT) + 1, f"the file has {size} bytes, more than {LIMIT // 1024} KiB")
    import yaml

    try:
        return _Builder(_events(text)).document()
    except yaml.MarkedYAMLError as error:
        ended = "end of stream" in (error.problem or "")  # then what was opened tells more than where the file ends
        mark = (ended and error.context_mark) or error.problem_mark or error.context_mark
        words = " ".join(part for part in (error.context, error.problem) if part)
        raise Refused(_within(text, mark.line + 1 if mark else 1), f"no valid YAML: {words or 'it does not parse'}") from None
    except yaml.reader.ReaderError as error:
        at = error.position if isinstance(error.position, int) else 0
        raise Refused(_line_of(text, at), "no valid YAML: a control character, or another that no YAML may hold") from None
    except (yaml.YAMLError, UnicodeError, ValueError) as error:
        raise Refused(1, f"no valid YAML: {type(error).__name__}") from None


def _within(text: str, line: int) -> int:
    """A line that the text has: at its end the parser counts one more."""
    return max(1, min(line, len(text.splitlines())))


def _line_of(text: str, at: int) -> int:
    """The line of a character that no YAML may hold; the parser counts bytes or characters, so the text is asked."""
    for position, char in enumerate(text):
        if not (char in "\t\n\r\x85" or "\x20" <= char <= "\x7e" or "\xa0" <= char <= "\ud7ff" or char >= "\ue000"):
            at = position
            break
    return text.count("\n", 0, at) + 1


def _events(text: str) -> Iterator[Any]:
    import yaml

    yield from yaml.parse(text, Loader=parser())


def parser() -> Any:
    """The C parser where there is one; tests replace this to hold both to the same answers."""
    import yaml

    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Builder:
    """Builds the nodes from the events, and refuses what no checkpoint may hold."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events

    def _next(self) -> tuple[Any, str, int]:
        event = next(self._events)
        name = type(event).__name__.removesuffix("Event")
        line = event.start_mark.line + 1
        if name == "Alias":
            raise Refused(line, "aliases are not allowed")
        if getattr(event, "anchor", None) is not None:
            raise Refused(line, "anchors are not allowed")
        if getattr(event, "tag", None) is not None:
            raise Refused(line, "tags are not allowed")
        return event, name, line

    def document(self) -> Node:
        _, name, line = self._next()  # StreamStart
        event, name, line = self._next()
        if name == "StreamEnd":
            raise Refused(1, "the file is empty")
        if event.tags:
            raise Refused(line, "tags are not allowed")
        node = self._node(*self._next(), 1)
        self._next()  # DocumentEnd
        _, name, line = self._next()
        if name != "StreamEnd":
            raise Refused(line, "several documents in one file are not allowed")
        return node

    def _node(self, event: Any, name: str, line: int, depth: int) -> Node:
        if name == "Scalar":
            plain = event.style is None or event.style == ""
            if plain and event.value in ("", "~", "null"):
                return Node(NULL, line)
            return Node(TEXT, line, event.value, plain=plain)
        if depth > DEPTH:
            raise Refused(line, f"more than {DEPTH} lists and mappings inside each other")
        return self._list(line, depth) if name == "SequenceStart" else self._mapping(line, depth)

    def _list(self, line: int, depth: int) -> Node:
        items: list[Node] = []
        while True:
            event, name, at = self._next()
            if name == "SequenceEnd":
                return Node(LIST, line, items=tuple(items))
            items.append(self._node(event, name, at, depth + 1))

    def _mapping(self, line: int, depth: int) -> Node:
        entries: list[tuple[str, int, Node]] = []
        while True:
            event, name, at = self._next()
            if name == "MappingEnd":
                return Node(MAP, line, entries=tuple(entries))
            if name != "Scalar":
                raise Refused(at, "a key must be text")
            if event.value == "<<" and not event.style:
                raise Refused(at, "merge keys are not allowed")
            entries.append((event.value, at, self._node(*self._next(), depth + 1)))
