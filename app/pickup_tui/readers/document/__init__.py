"""Any handoff that an agent or a person wrote without a schema (spec: formats.md, "Document").

The order of reading is `read`; each field has its module, each rule its words in a table by language: words.py (dates,
branches, status), states.py (what ends a document), titles.py, headings.py (what stands below a heading) and nextwords.py
(next steps; how sure each is, is in ranking.py); `dates.FORMS` for dates. A newcomer adds a language by adding a line to
each of these.
"""

from __future__ import annotations

from pickup_tui import when
from pickup_tui.handoff import Brief, Handoff, Problem, Reading, Reason
from pickup_tui.when import is_date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .page import Page, Section
    from .sessions import Scope


def read(path: str, text: str) -> Reading:
    """The handoff in `text`, with the reason for each field; none, with the reason, where it is no handoff.

    Never raises on content. Works in time linear in the size of `text`.
    """
    if path.casefold().endswith(".json"):
        from . import jsonfile

        return jsonfile.read(path, text)
    from . import branches, language, page, reject, sessions

    document = page.Page(path, text)
    refused = reject.why(document)
    if refused:
        return Reading(reasons=(refused,))
    day_first = language.day_first(text)
    parts = branches.parts(document)
    if not parts:
        return _reading(document, sessions.scope(document, day_first), day_first)
    readings = [(name, section, _reading(part, sessions.scope(part, day_first), day_first)) for name, section, part in parts]
    dates = [reading.handoffs[0].declared or "" for _, _, reading in readings]
    return Reading(
        tuple(_section(section, name, reading, max(dates)) for name, section, reading in readings),
        _problems(document),
        tuple(reason for _, section, reading in readings for reason in (Reason("row", "section named like a branch", section.number), *reading.reasons)),
    )


def _section(section: Section, branch: str, reading: Reading, latest: str) -> Handoff:
    """A row for a section that is named like a branch. Without a date of its own it has the file's latest."""
    handoff = reading.handoffs[0]
    named = any(reason.field == "topic" and reason.line is None for reason in reading.reasons)  # after the file, not by its text
    declared = handoff.declared or latest or None
    return handoff.with_(
        anchor=branch,
        branch=branch,
        topic=branch if named else handoff.topic,
        line=section.number,
        end=section.end,
        declared=declared,
        date_only=declared is not None and is_date(declared),
        approximate=declared is None,
    )


def _reading(page: Page, scope: Scope, day_first: bool) -> Reading:
    from . import branch, dated, status, steps, topic, why

    found = {
        "topic": topic.read(page, scope, day_first),
        "date": dated.read(page, scope, day_first),
        "branch": branch.read(page, scope),
        "next_step": steps.read(page, scope),
        "why_stopped": why.read(page, scope),
        "status": status.read(page),
        "hash": why.commit(page, scope),
        "plan_progress": why.progress(page),
    }
    _from_brief(page, scope, found)
    values = {field: answer[0] for field, answer in found.items() if answer}
    reasons = tuple(answer[1] for answer in found.values() if answer)
    return Reading((_handoff(page, values),), _problems(page), reasons)


def _from_brief(page: Page, scope: Scope, found: dict[str, Any]) -> None:
    """What a brief in keys and values says goes before what headings say; its date only where there is no other."""
    from . import fence

    written = fence.read(page, scope)
    if written is None:
        return
    for field in ("next_step", "why_stopped", "plan_progress", "hash"):
        value = getattr(written.brief, field)
        if value:
            found[field] = (value, Reason(field, written.rule, written.number))
    declared = when.parse(written.brief.date) if written.brief.date and not found["date"] else None
    if declared:
        found["date"] = (declared, Reason("date", written.rule, written.number))


def _handoff(page: Page, values: dict[str, str | None]) -> Handoff:
    from . import status

    declared = values.get("date")
    return Handoff(
        kind="document",
        path=page.path,
        topic=values["topic"] or page.path.rpartition("/")[2],
        project=_project(page),
        line=1,
        end=max(1, len(page.lines)),
        branch=values.get("branch"),
        declared=declared,
        date_only=declared is not None and is_date(declared),
        approximate=declared is None,
        status=values.get("status"),
        marks=("done",) if status.finished(values.get("status")) else (),
        brief=Brief(
            next_step=values.get("next_step"),
            why_stopped=values.get("why_stopped"),
            plan_progress=values.get("plan_progress"),
            date=declared,
            hash=values.get("hash"),
        ),
        fields=_kept(page),
    )


def _project(page: Page) -> str:
    """The project that the text names, for a document that lies in none; "" when it names none."""
    named = page.front_value(("project", "repository", "repo", "cwd"))
    return named[1].rstrip("/").removesuffix(".git").rpartition("/")[2] if named else ""


def _kept(page: Page) -> tuple[tuple[str, str], ...]:
    """The frontmatter's other keys, shown as they are."""
    kept = ((name, page.text(name)) for name in page.front)
    return tuple((name, value) for name, value in kept if value)[:40]


def _problems(page: Page) -> tuple[Problem, ...]:
    if not page.front_error:
        return ()
    line, what = page.front_error
    return (Problem(page.path, line, f"frontmatter: {what}", "the lines that could be read are used"),)
