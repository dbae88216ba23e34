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
# Frontmatter that begins and never ends, of a file that says of itself that it is a card.
_UNCLOSED = re.compile(r"---[ \t]*\n(?:[^\n]*\n){0,200}?kind:[ \t]*[\"']?handoff\b")


def read(path: str, text: str) -> Reading:
    """The card that the file is; nothing at all when it is none (no frontmatter, or another `kind`)."""
    raw = text.split("\n")
    fence = frontmatter(raw)
    if fence is None:
        if not _UNCLOSED.match(text):
            return Reading()
        end = next((at for at, line in enumerate(raw[1:], 1) if not line.strip()), len(raw))
        mapped = fields.mapping("\n".join(raw[1:end]))
        fence = (0, end)
        mapped = fields.Mapped(mapped.values, mapped.error or "the frontmatter is not closed", mapped.line, mapped.repeated)
    else:
        mapped = fields.mapping("\n".join(raw[fence[0] + 1 : fence[1]]))
    values: dict[str, object] = {}
    for key, value in mapped.values.items():
        values.setdefault(fields.key_name(key), value)
    if str(values.get("kind") or "").strip().casefold() != "handoff":
        return Reading()
    return _card(path, raw, values, mapped, fence)


def _card(path: str, raw: list[str], values: dict[str, object], mapped: fields.Mapped, fence: tuple[int, int]) -> Reading:
    offset = fence[0] + 1
    problems: list[Problem] = []

    def tell(line: int | None, what: str, hint: str) -> None:
        problems.append(Problem(path, line, what, hint))

    if mapped.error:
        tell(offset + (mapped.line or 0), mapped.error, "mend the frontmatter; the card is shown by its file's name")
    for key in mapped.repeated:
        tell(_line_of(raw, fence, key, last=True), f"key '{key}' appears twice", "the last one is used")
    slug = os.path.splitext(os.path.basename(path))[0]
    status = (fields.text_of(values.get("status")) or "").casefold() or None
    if status and status not in STATUSES:
        tell(_line_of(raw, fence, "status"), f"unknown status '{status}'", "use active, done or superseded; the card is shown as it is")
    said = fields.text_of(values.get("last_session"))
    declared = when.parse(said) if said else None
    if said and declared is None:
        tell(_line_of(raw, fence, "last_session"), f"last_session is no date: {said[:40]}", "write it like 2026-11-28 or 2026-11-28T10:00:00+01:00")
    body = scan("\n".join(raw[fence[1] + 1 :]))
    wrong: list[tuple[int, str]] = []
    brief = fields.brief(body, wrong)
    for line, what in wrong:
        tell(fence[1] + 1 + line, what, "the lines that could be read are used")
    if not (brief.next_step or brief.why_stopped):
        own = fields.brief_of({key: value for key, value in values.items() if key not in _OWN})
        brief = own if own.next_step or own.why_stopped else brief
    handoff = Handoff(
        kind="card",
        path=path,
        end=max(len(raw) - (not raw[-1]), 1),
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


def _line_of(raw: list[str], fence: tuple[int, int], key: str, *, last: bool = False) -> int:
    """Where a key of the frontmatter stands, counted from 1; where the frontmatter begins when it is not to be seen."""
    named = fields.key_name(key)
    lines = [at + 1 for at in range(fence[0], fence[1]) if fields.key_name(raw[at].partition(":")[0].strip("\"' ")) == named and not raw[at][:1].isspace()]
    return lines[-1 if last else 0] if lines else fence[0] + 1


def _prs(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return prs.find("\n".join(item for item in items if isinstance(item, str)))
