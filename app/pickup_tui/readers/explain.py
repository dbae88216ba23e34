"""Which rule gave each field of a section, card, baton or checkpoint, and at which line: what `doctor FILE` tells.

Documents are read by so many rules that their reader says it on the way. The other readers have few, and are quick
because they keep no record: asked for it, the same rules are looked up here again.
"""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason
from pickup_tui.lines import BLANK, CODE, HEADING, frontmatter, scan

from . import fields, free

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pickup_tui.handoff import Brief, Handoff, Reading
    from pickup_tui.lines import Line

_KEY = re.compile(r"[ \t\u3000]*(?:[-*+][ \t]+)?(\*\*|__|[\"'`])?([^\W\d_][\w -]{0,39}?)(?:\*\*|__|[\"'`])?[ \t\u3000]*[:\uff1a](.*)$")
_CHECKPOINT = (("topic", "current_stage"), ("branch", "branch"), ("date", "saved_at"), ("next_step", "next_action"), ("hash", "head"))


def reasons(path: str, text: str, reading: Reading) -> tuple[Reason, ...]:
    """The reasons for each row of `reading`, in the order of rows, and those that the reader gave itself."""
    told = {"section": _section, "card": _card, "baton": _baton, "checkpoint": _checkpoint}
    found = [reason for one in reading.handoffs if one.kind in told for reason in told[one.kind](path, text, one)]
    return (*found, *reading.reasons)


def _section(path: str, text: str, row: Handoff) -> Iterable[Reason]:
    body = scan(text)[row.line : row.end]
    yield Reason("row", "heading of a branch with its date", row.line)
    yield from _label(body, "topic", ("what", "topic")) or [Reason("topic", "the branch: no label says what", row.line)]
    yield Reason("branch", "section heading", row.line)
    brief = fields.brief(body, [])
    timed = row.declared is not None and len(row.declared) > 10
    if row.declared:
        yield Reason("date", "section heading", row.line)
    yield from (Reason("date", f"{one.rule}, for the time of that day", one.line) for one in (_brief(body, brief) if timed else ()) if one.field == "date")
    yield from _label(body, "prs", ("plan",)) if row.prs else ()
    yield from (one for one in _brief(body, brief) if one.field != "date")
    yield from _filled(row.brief, brief, path, "\n".join(line.text for line in body), row.line, matter=False)


def _card(path: str, text: str, row: Handoff) -> Iterable[Reason]:
    raw = text.split("\n")
    fence = frontmatter(raw)
    end = fence[1] if fence else next((at for at, line in enumerate(raw[1:], 1) if not line.strip()), len(raw))
    start = fence[0] if fence else 0
    keys: dict[str, int] = {}
    for at in range(start + 1, end):
        match = _KEY.match(raw[at])
        if match and not raw[at][:1].isspace():
            keys[fields.key_name(match[2])] = at + 1
    yield Reason("row", "frontmatter `kind: handoff`", keys.get("kind"))
    titled = "title" in keys and row.topic != path.rpartition("/")[2].rpartition(".")[0]
    yield Reason("topic", "frontmatter `title`", keys["title"]) if titled else Reason("topic", "file name", None)
    named = (("status", "status", row.status), ("date", "last_session", row.declared), ("branch", "branch", row.branch), ("prs", "prs", row.prs))
    for field, key, value in named:
        if value and key in keys:
            yield Reason(field, f"frontmatter `{key}`", keys[key])
    body = scan("\n".join(raw[end + 1 :]))
    found = [Reason(one.field, one.rule, (one.line or 0) + end + 1) for one in _brief(body, fields.brief(body, []))]
    if found and (row.brief.next_step or row.brief.why_stopped) in _values(fields.brief(body, [])):
        yield from found
        return
    for field, names in fields.BRIEF_KEYS.items():
        known = [name for name in names if name in keys] if getattr(row.brief, field) else []
        yield from (Reason(field, f"frontmatter `{name}`", keys[name]) for name in known[:1])


def _baton(path: str, text: str, row: Handoff) -> Iterable[Reason]:
    lines = scan(text)
    heading = next((line for line in lines if line.kind == HEADING and line.title), None)
    first = next((line for line in lines if line.kind != BLANK), None)
    yield Reason("topic", "first heading" if heading else "first line", (heading or first or lines[0]).number)
    if row.declared:
        yield Reason("date", "file name", None)
    yield from _project(lines, row)
    if row.branch:
        named = free.branch_of(free.page_of(path, text))
        label = _label(lines, "branch", ("branch",))
        yield from label or ([named[1]] if named else ())
    yield from _label(lines, "prs", ("plan",)) if row.prs else ()
    brief = fields.brief(lines, [])
    yield from _brief(lines, brief)
    yield from _filled(row.brief, brief, path, text, 0, matter=True)


def _project(lines: Sequence[Line], row: Handoff) -> Iterable[Reason]:
    from .baton import PROJECT

    repositories = [value for name, value in row.fields if name == "repository"]
    for line in lines:
        match = _KEY.match(line.text)
        if match and match[2].casefold() in PROJECT and match[3].strip("* "):
            yield Reason("project", f"label `{match[2]}`", line.number)
            return
    for line in lines if repositories else ():
        if repositories[0] in line.text:
            yield Reason("project", "repository that the text names", line.number)
            return


def _checkpoint(_: str, text: str, row: Handoff) -> Iterable[Reason]:
    values = {"topic": row.topic, "branch": row.branch, "date": row.declared, "next_step": row.brief.next_step, "hash": row.brief.hash}
    rows = text.split("\n")
    for field, key in _CHECKPOINT:
        pattern = re.compile(rf"(?:^|.* · )[\"']?{key}[\"']?[ \t]*:")
        line = next((at for at, said in enumerate(rows, 1) if pattern.match(said)), None)
        if values[field] and line:
            yield Reason(field, f"field `{key}`", line)


def _label(lines: Sequence[Line], field: str, names: tuple[str, ...]) -> list[Reason]:
    """The first of these labels that stands in the lines, as the reader takes them."""
    found: dict[str, int] = {}
    for name, _, number in fields.labels(lines):
        found.setdefault(name.casefold(), number)
    return next(([Reason(field, f"label `{name}`", found[name])] for name in names if name in found), [])


def _values(brief: Brief) -> tuple[str | None, ...]:
    return tuple(getattr(brief, field) for field in fields.BRIEF_KEYS)


def _brief(lines: Sequence[Line], brief: Brief) -> list[Reason]:
    """Where each field of a brief stands: at the key or label that has its value, else at the first of its keys."""
    found: list[Reason] = []
    keys = [(match, line) for line in lines if (match := _KEY.match(line.text))]
    for field, value in zip(fields.BRIEF_KEYS, _values(brief), strict=True):
        if not value:
            continue
        names = fields.BRIEF_KEYS[field]
        named = [(match, line) for match, line in keys if fields.key_name(match[2]) in names]
        start = value.split("\n")[0][:12]
        best = next(((match, line) for match, line in named if start in match[3]), named[0] if named else None)
        if best:
            match, line = best
            kind = "the brief's YAML" if line.kind == CODE else "label" if match[1] in ("**", "__") else "line"
            found.append(Reason(field, f"{kind} `{match[2]}`", line.number))
    return found


def _filled(whole: Brief, brief: Brief, path: str, text: str, start: int, *, matter: bool) -> tuple[Reason, ...]:
    """The reasons for what the rules for documents added to a brief."""
    if (whole.next_step, whole.why_stopped) == (brief.next_step, brief.why_stopped):
        return ()
    return free.filled(brief, free.page_of(path, text, start, matter=matter))[1]
