"""Shared task cards: one file, one handoff, facts in YAML frontmatter (spec: formats.md, "Card")."""

from __future__ import annotations

import os
import re

from pickup_tui import prs, when
from pickup_tui.handoff import Handoff, Problem, Reading
from pickup_tui.lines import frontmatter, scan

from . import fields

STATUSES = ("active", "done", "superseded")
_OWN = ("kind", "status", "title", "last_session", "prs")


def read(path: str, text: str) -> Reading:
    """The card that the file is; nothing at all when it is none (no frontmatter, or another `kind`)."""
    raw = text.split("\n")
    fence = frontmatter(raw)
    if fence is None:
        if not re.search(r"(?m)\A---\s*$[\s\S]{0,4000}?^kind:\s*[\"']?handoff\b", text):
            return Reading()
        fence = (0, next((at for at, line in enumerate(raw[1:], 1) if not line.strip()), len(raw)))
    start, end = fence
    mapped = fields.mapping("\n".join(raw[start + 1 : end]))
    values = {fields.key_name(key): value for key, value in mapped.values.items()}
    if str(values.get("kind") or "").strip().casefold() != "handoff":
        return Reading()
    return _card(path, text, values, mapped, start + 1)


def _card(path: str, text: str, values: dict[str, object], mapped: fields.Mapped, offset: int) -> Reading:
    problems: list[Problem] = []

    def tell(line: int | None, what: str, hint: str) -> None:
        problems.append(Problem(path, line, what, hint))

    if mapped.error:
        tell(offset + (mapped.line or 1), mapped.error, "mend the frontmatter; the card is shown by its file's name")
    for key in mapped.repeated:
        tell(offset, f"key '{key}' appears twice", "the last one is used")
    slug = os.path.splitext(os.path.basename(path))[0]
    status = (fields.text_of(values.get("status")) or "").casefold() or None
    if status and status not in STATUSES:
        tell(offset, f"unknown status '{status}'", "use active, done or superseded; the card is shown as it is")
    said = fields.text_of(values.get("last_session"))
    declared = when.parse(said) if said else None
    if said and declared is None:
        tell(offset, f"last_session is no date: {said[:40]}", "write it like 2026-11-28 or 2026-11-28T10:00:00+01:00")
    lines = scan(text)
    body = [line for line in lines if line.number > offset + 1]
    wrong: list[tuple[int, str]] = []
    brief = fields.brief(body, wrong)
    for line, what in wrong:
        tell(line, what, "the lines that could be read are used")
    handoff = Handoff(
        kind="card",
        path=path,
        end=max(len(lines), 1),
        topic=slug if mapped.error else (fields.text_of(values.get("title")) or slug),
        branch=fields.text_of(values.get("branch")),
        declared=declared,
        status=None if mapped.error and status == "superseded" else status,
        marks=("done",) if status == "done" else (),
        prs=_prs(values.get("prs")),
        brief=brief,
        fields=tuple((k, t) for k, t in ((k, fields.text_of(v)) for k, v in values.items() if k not in _OWN) if t),
    )
    return Reading((handoff,), tuple(problems))


def _prs(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    found = [ref for item in items if isinstance(item, str) for ref in prs.find(item)]
    return tuple(dict.fromkeys(found))
