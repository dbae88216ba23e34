"""What readers share: the one table of brief keys, mappings out of YAML, labels in Markdown, and the brief itself."""

from __future__ import annotations

import re

from pickup_tui.handoff import Brief, Record
from pickup_tui.lines import BLANK, CODE, FENCE, HEADING, HTML, UNDERLINE, Line
from pickup_tui.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

# The one table of synonyms: what other writers call the keys of a brief (spec: formats.md, "Brief keys").
# Within a key the first name that has a value counts.
BRIEF_KEYS: Mapping[str, tuple[str, ...]] = {
    "next_step": (
        "next_step", "next_action", "next_steps", "next_actions", "next", "nextstep", "nextsteps", "now", "resume",
        "resume_at", "resume_from", "immediate_next_step", "todo", "to_do",
    ),
    "why_stopped": (
        "why_stopped", "stopped_at", "stopped", "why_paused", "pause_reason", "handoff_reason", "stop_reason",
        "blockers", "blocker", "blocked_by", "blocked_on", "reason",
    ),
    "plan_progress": ("plan_progress", "progress"),
    "date": ("date", "updated", "last_updated", "updated_at", "last_session", "timestamp", "saved_at"),
    "hash": ("last_handoff_hash", "git_hash", "head", "commit", "git_commit", "head_commit", "commit_hash"),
}  # fmt: skip
_KEY_OF = {name: (key, rank) for key, names in BRIEF_KEYS.items() for rank, name in enumerate(names)}
BRIEF_HEADINGS = ("context", "last session brief")
_DATED = re.compile(r"\(updated [^()]*\)$")
_EMPTY = frozenset(("", "~", "null", "none", "n/a", "-", "tbd"))
_DEPTH = 6  # of nested YAML that is written out for people
_SPACE = 4000  # characters of one written-out value


class Mapped(Record):
    """A mapping out of a text: its values, and why it could not be read whole.

    `values` holds str, or lists and dicts of such; every scalar is the text that was written (`1958e194`, `012`).
    `error` is None or what is wrong; `line` counts from 1 within the text. With an error, `values` are those that
    single lines still gave. `repeated` are keys that stand more than once: the last one counts, as in YAML.
    """

    __slots__ = ("error", "line", "repeated", "values")

    def __init__(
        self,
        values: dict[str, object],
        error: str | None = None,
        line: int | None = None,
        repeated: tuple[str, ...] = (),
    ) -> None:
        self.values = values
        self.error = error
        self.line = line
        self.repeated = repeated


# A line of its own each: a key with a quoted text, a plain one, a list of plain words or nothing behind it; a comment; nothing.
_FLAT = re.compile(
    r"""^(?:([A-Za-z_][\w-]*):(?:[ ]++(?:"([^"\\\n]*)"|'([^'\n]*)'|((?![-?:,\[\]{}#&*!|>'"%@`=<\s]|---|\.\.\.)(?:[^\s:#]++|:(?=\S)|(?<=\S)\#|[ ](?=[^\s#]))+)|(\[[ ]*(?:[A-Za-z0-9_][\w./#+-]*(?:,[ ]*[A-Za-z0-9_][\w./#+-]*)*)?[ ]*\]))?)?[ ]*|\#.*|)$""",
    re.MULTILINE,
)


def flat(text: str) -> dict[str, object] | None:
    """A mapping of one-line strings and lists of plain words, the form that most frontmatter has; None for anything more.

    Exactly what the YAML loader gives for the same text, without its import and at a twentieth of its time: held by
    a test that compares the two on generated texts.
    """
    found = _FLAT.findall(text)
    if len(found) <= text.count("\n") or "\t" in text:  # some line is more
        return None
    values: dict[str, object] = {}
    for key, double, single, plain, items in found:
        if key in values:
            return None
        if key:
            values[key] = double or single or plain or ([one.strip() for one in items[1:-1].split(",") if one.strip()] if items else "")
    return values or None


def mapping(text: str) -> Mapped:
    """The YAML mapping that `text` is; scalars stay strings, tags and runaway anchors are refused."""
    values = flat(text)
    return Mapped(values) if values is not None else _yaml(text)


def _yaml(text: str) -> Mapped:
    import yaml

    loader: type = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        node = yaml.compose(text, Loader=loader)
        if node is None:
            return Mapped({})
        if not isinstance(node, yaml.MappingNode):
            return Mapped(loose(text), "is not a mapping", 1)
        budget = [2000 + len(text)]
        values, repeated = _mapping_of(node, budget, 0)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return Mapped(loose(text), f"YAML: {error.problem or error.context}", mark.line + 1 if mark else None)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return Mapped(loose(text), f"YAML: {str(error).splitlines()[0] if str(error) else type(error).__name__}", 1)
    return Mapped(values, repeated=tuple(repeated))


def _mapping_of(node: Any, budget: list[int], depth: int) -> tuple[dict[str, object], list[str]]:
    values: dict[str, object] = {}
    repeated: list[str] = []
    for key, value in node.value:
        name = clean(key.value) if isinstance(key.value, str) else "?"
        if name in values:
            repeated.append(name)
        values[name] = _value_of(value, budget, depth + 1)
    return values, repeated


def _value_of(node: Any, budget: list[int], depth: int) -> object:
    """A node as str, list or dict. `budget` bounds the nodes visited, so that aliases cannot multiply."""
    budget[0] -= 1
    if budget[0] < 0 or depth > 50:
        raise ValueError("too many or too deep aliases")
    if isinstance(node.value, str):
        return clean(node.value)  # what an escape in quotes stands for was not there when the file was cleaned
    if node.id == "sequence":
        return [_value_of(item, budget, depth + 1) for item in node.value]
    return _mapping_of(node, budget, depth)[0]


# White space that people type, and the colon in both widths: the full-width one needs no space behind it.
_COLON = r"[ \t\u3000]*(?::(?:\*\*|__)?(?=[ \t\u3000]|$)|\uff1a(?:\*\*|__)?)[ \t\u3000]*"
# These two are compiled when they are needed, which is seldom and costs as much as reading a hundred lines.
_LOOSE = rf"[ \t\u3000]*(?:[-*+][ \t]+)?(?:\*\*|__|`)?([^\W\d_][\w -]{{0,39}}?)(?:\*\*|__|`)?{_COLON}(.*)$"
_BARE = rf"([ \t]*[-*+][ \t]+)?([A-Za-z_][\w-]*){_COLON}(.*)$"


def loose(text: str) -> dict[str, object]:
    """`key: value` lines read one by one, where YAML would refuse the whole: a colon or `#` in a value, a tab."""
    values: dict[str, object] = {}
    for line in text.split("\n"):
        found = re.match(_LOOSE, line)
        if found and found[2].strip():
            values.setdefault(found[1].strip(), _unquoted(found[2].strip()))
    return values


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def text_of(value: object, depth: int = 0) -> str | None:
    """A value as one text for people, None when it says nothing ("", "null", "n/a", an empty list)."""
    if value is None:
        return None
    if isinstance(value, str):
        return None if value.strip().lower() in _EMPTY else value.strip()
    if depth > _DEPTH:
        return "…"
    if isinstance(value, dict):
        parts = [(str(key), text_of(item, depth + 1)) for key, item in value.items()]
        return "; ".join(f"{key}: {part}" for key, part in parts if part)[:_SPACE] or None
    if isinstance(value, list | tuple):
        return "; ".join(part for part in (text_of(item, depth + 1) for item in value) if part)[:_SPACE] or None
    return str(value)


def key_name(name: str) -> str:
    """A key as the tables spell it: lower case, words joined by underscores."""
    if name in _KEY_OF or (name.isidentifier() and name.isascii() and name.islower() and "_" not in (name[0], name[-1]) and "__" not in name):
        return name
    return re.sub(r"[\s_-]+", "_", name.strip().strip("*_`").strip().lower())


def brief_of(values: Mapping[str, object]) -> Brief:
    """The brief that a mapping holds, by the table of synonyms; other keys go to `extra`."""
    best: dict[str, str] = {}
    ranks: dict[str, int] = {}
    extra: list[tuple[str, str]] = []
    for name, value in values.items():
        text = text_of(value)
        if text is None:
            continue
        key, rank = _KEY_OF.get(name) or _KEY_OF.get(key_name(name)) or ("", 0)
        if not key:
            extra.append((name, text))
        elif rank <= ranks.get(key, rank):
            best[key], ranks[key] = text, rank
    return Brief(
        next_step=best.get("next_step"),
        why_stopped=best.get("why_stopped"),
        plan_progress=best.get("plan_progress"),
        date=best.get("date"),
        hash=best.get("hash"),
        extra=tuple(extra),
    )


def is_empty(brief: Brief) -> bool:
    """Whether a brief holds none of its five fields."""
    return not (brief.next_step or brief.why_stopped or brief.plan_progress or brief.date or brief.hash)


def brief(lines: Sequence[Line], problems: list[tuple[int, str]]) -> Brief:
    """The brief in a section's or card's lines (spec: formats.md, "Section" and "Brief keys").

    A YAML fence, or bare `key: value` lines, under a brief heading; else the same keys anywhere; else labels such as
    `**Next**:`. What is wrong with a fence is added to `problems` as (line, what).
    """
    under = _under_heading(lines)
    for part in (under, lines) if under else (lines,):
        for start, text, named in _fences(part):
            mapped = mapping(text)
            found = brief_of(mapped.values)
            if named or (part is under and not is_empty(found)):  # a fence of no kind is mostly no YAML at all
                if mapped.error:
                    problems.append((start + (mapped.line or 1) - 1, mapped.error))
                problems += [(start, f"key '{key}' appears twice") for key in mapped.repeated]
            if not is_empty(found) or (part is under and found.extra and named):
                return found if part is under or named else _without_extra(found)
        found = brief_of(_bare(part, bullets=part is under))
        if not is_empty(found):
            return found if part is under else _without_extra(found)
    named_by: dict[str, object] = {}
    for name, value, _ in labels(lines):
        named_by.setdefault(name, value)
    return _without_extra(brief_of(named_by))


def _without_extra(brief: Brief) -> Brief:
    """Lines of prose look like keys: outside the brief's own place only the known ones count."""
    return Brief(
        next_step=brief.next_step,
        why_stopped=brief.why_stopped,
        plan_progress=brief.plan_progress,
        date=brief.date,
        hash=brief.hash,
    )


def is_brief_heading(line: Line) -> bool:
    """Whether a line is the heading of a brief: level 2 or deeper, its name with or without a date behind it.

    Lower-case `context` with a date is a branch of that name.
    """
    if line.kind != HEADING or line.level < 2:
        return False
    title = line.title.strip("*: ")
    if "(updated " not in title:
        return title.casefold() in BRIEF_HEADINGS
    bare = _DATED.sub("", title).strip("*: ")
    if bare != title and bare == "context":
        return False
    return bare.casefold() in BRIEF_HEADINGS


def _under_heading(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines below the first brief heading, up to the next heading of its level or higher."""
    for at, line in enumerate(lines):
        if line.kind == HEADING and is_brief_heading(line):
            for end in range(at + 1, len(lines)):
                if lines[end].kind == HEADING and lines[end].level <= line.level:
                    return lines[at + 1 : end]
            return lines[at + 1 :]
    return ()


def _fences(lines: Sequence[Line]) -> Iterable[tuple[int, str, bool]]:
    """Every fence that is YAML or says nothing of its kind: the number of its first inner line, its text, whether it says YAML."""
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.kind != FENCE:
            continue
        start = at
        while at < len(lines) and lines[at].kind == CODE:
            at += 1
        info = line.title.split()
        if not info or info[0].strip("{}.").lower() in ("yaml", "yml"):
            indent = line.text[: len(line.text) - len(line.text.lstrip())]
            inner = [one.text for one in lines[start:at]]
            yield line.number + 1, "\n".join(one.removeprefix(" " * len(indent)) for one in inner) if indent else "\n".join(inner), bool(info)
        at += 1


def _bare(lines: Sequence[Line], *, bullets: bool) -> dict[str, object]:
    """Bare `key: value` lines: they start at the margin, or with `bullets` behind one, with a key in the one-word form.

    A value that stands on the lines below its key, indented, is joined.
    """
    values: dict[str, object] = {}
    for at, line in enumerate(lines):
        found = re.match(_BARE, line.text) if line.kind not in (CODE, FENCE, HTML, HEADING) and (":" in line.text or "\uff1a" in line.text) else None
        if not found or (found[1] and not bullets):
            continue
        value = found[3].strip()
        if re.fullmatch(r"(?:[|>][-+]?)?", value):
            value = " ".join(_indented(lines[at + 1 :]))
        if value:
            values.setdefault(found[2], _unquoted(value))
    return values


def _indented(lines: Sequence[Line]) -> Iterable[str]:
    """The indented lines at the start of `lines`, without their indent and list markers."""
    for line in lines:
        if line.kind in (FENCE, CODE, HTML, HEADING) or not line.text[:1].isspace() or not line.text.strip():
            return
        yield re.sub(r"^\s*(?:[-*+][ \t]+)?", "", line.text).strip()


_LABEL = re.compile(r"[ \t]*(?:[-*+][ \t]+|>[ \t]*)?(\*\*|__)([^*_:\uff1a]{1,60}?)[ \t]*(?:[:\uff1a][ \t]*\1|\1[ \t]*[:\uff1a])[ \t]*(.*)$")


def labels(lines: Sequence[Line]) -> list[tuple[str, str, int]]:
    """Every bold label, `**What**: text` or `**What:** text`: (name, text, line).

    A label with nothing behind it takes the next line that is not blank, unless that is a label or a heading itself.
    """
    found: list[tuple[str, str, int]] = []
    for at, line in enumerate(lines):
        bold = "**" in line.text or "__" in line.text
        match = _LABEL.match(line.text) if bold and line.kind not in (CODE, FENCE, HTML, UNDERLINE) else None
        if not match:
            continue
        value, number = match[3].strip(), line.number
        if not value:
            below = next((other for other in lines[at + 1 :] if other.kind != BLANK), None)
            if below and below.kind not in (HEADING, CODE, FENCE, HTML, UNDERLINE) and not _LABEL.match(below.text):
                value, number = re.sub(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+", "", below.text).strip(), below.number
        if value:
            found.append((match[2].strip(), value, number))
    return found
