"""Branch sections of a HANDOFF.md: one row per `## {branch} (updated YYYY-MM-DD)` (spec: formats.md, "Section")."""

from __future__ import annotations

import re

from pickup_tui import prs, when
from pickup_tui.handoff import Handoff, Problem, Reading, Reason
from pickup_tui.lines import HEADING, HTML, TEXT, UNDERLINE, Line, scan

from . import fields, free

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADING = re.compile(r"## (.+) \(updated ([0-9]{4}-[0-9]{2}-[0-9]{2})\)[ \t]*$")

_NOT_BRANCH = re.compile(r"[\s~^:?*\[\\\x00-\x20\x7f]|\.\.|@\{|//")


def is_branch(name: str) -> bool:
    """Whether git would allow `name` for a branch (git-check-ref-format, "rules")."""
    return not (
        _NOT_BRANCH.search(name)
        or name.startswith(("-", "/"))
        or name.endswith(("/", "."))
        or name in ("", "@", "HEAD")
        or "/." in f"/{name}"
        or ".lock/" in f"{name}/"
    )


def _bare_name(name: str) -> str:
    """A branch without the backticks that people set around it: git would allow them, and nobody means them."""
    return name[1:-1] if name.startswith("`") and name.endswith("`") else name


class Span:
    """Where a section stands: its branch and date, and the first and last index of its lines."""

    __slots__ = ("branch", "date", "end", "start")

    def __init__(self, branch: str, date: str, start: int, end: int) -> None:
        self.branch = branch
        self.date = date
        self.start = start
        self.end = end


def spans(lines: Sequence[Line]) -> tuple[list[Span], list[Reason]]:
    """The sections among `lines`, and the headings that are none and were skipped.

    A section ends before the next level-1 or level-2 heading that is not its brief's. An underlined `---` ends
    nothing: below a line of text it is far more often meant as a rule.
    """
    found: list[Span] = []
    skipped: list[Reason] = []
    open_: Span | None = None
    for at, line in enumerate(lines):
        if line.kind != HEADING or line.level > 2:
            continue
        underlined = at + 1 < len(lines) and lines[at + 1].kind == UNDERLINE
        if underlined and line.level == 2:
            continue
        match = _HEADING.match(line.text)
        if fields.is_brief_heading(line):  # belongs to the section that is open; never a row, dated or not
            if open_ is None or match:
                why = "a brief's heading outside any section" if open_ is None else "a brief's heading with a date"
                skipped.append(Reason("skipped", why, line.number))
            continue
        ends = _before(lines, at) if underlined else at - 1
        branch = _bare_name(match[1]) if match else ""
        if match and is_branch(branch):
            if open_:
                open_.end = ends
            open_ = Span(branch, match[2], at, len(lines) - 1)
            found.append(open_)
            continue
        if match:
            skipped.append(Reason("skipped", "a dated heading whose name is no branch", line.number))
        elif found:
            skipped.append(Reason("skipped", "a heading that is no section", line.number))
        if open_:
            open_.end = max(ends, open_.start)
            open_ = None
    return found, skipped


def _before(lines: Sequence[Line], at: int) -> int:
    """The last line before an underlined heading; all lines of the paragraph above the underline are its title."""
    at -= 1
    while at >= 0 and lines[at].kind == TEXT and not lines[at].depth:
        at -= 1
    return at


def read(path: str, text: str) -> Reading:
    """The sections of a HANDOFF.md; no handoffs when it holds none, and then it may be a document."""
    lines = scan(text)
    found, skipped = spans(lines)
    newest: dict[str, Span] = {}
    problems: list[Problem] = []
    for span in found:
        before = newest.get(span.branch)
        if before is None or (when.parse(span.date) or "") > (when.parse(before.date) or ""):
            newest[span.branch] = span
        if before is not None:
            what = f"branch '{span.branch}' appears twice"
            problems.append(Problem(path, lines[span.start].number, what, "the newer section is used"))
    handoffs = tuple(_handoff(path, lines, span, problems) for span in found if newest[span.branch] is span)
    return Reading(handoffs, tuple(problems), tuple(skipped))


def _handoff(path: str, lines: Sequence[Line], span: Span, problems: list[Problem]) -> Handoff:
    body = lines[span.start + 1 : span.end + 1]
    labels: dict[str, tuple[str, int]] = {}
    for name, value, number in fields.labels(body):
        labels.setdefault(name.casefold(), (value, number))
    wrong: list[tuple[int, str]] = []
    brief = fields.brief(body, wrong)
    if not brief.next_step and any(map(_may_announce, body)):
        brief = free.filled(brief, free.page_of(path, "\n".join(line.text for line in body), span.start + 1, matter=False))[0]
    problems += [Problem(path, line, what, "the lines that could be read are used") for line, what in wrong]
    declared = _declared(span.date, brief.date)
    heading = lines[span.start]
    if declared is None:
        problems.append(Problem(path, heading.number, f"no such day: {span.date}", "the file's own time is used"))
    return Handoff(
        kind="section",
        path=path,
        anchor=span.branch,
        line=heading.number,
        end=lines[span.end].number,
        topic=(labels.get("what") or labels.get("topic") or (span.branch,))[0],
        branch=span.branch,
        declared=declared,
        prs=prs.find(_plan(body, *labels["plan"])) if "plan" in labels else (),
        brief=brief,
    )


def _may_announce(line: Line) -> bool:
    """Whether a line could say what comes next where no brief does: a heading, an item, a tag or words before a colon."""
    if line.kind == HEADING:
        return not fields.is_brief_heading(line)
    text = line.text.lstrip()
    return line.kind in (TEXT, HTML) and (text.startswith(("-", "*", "+", "<")) or text[:1].isdigit() or ":" in text or "：" in text) and not text.startswith("**")


def _declared(day: str, brief_date: str | None) -> str | None:
    """The heading's date, with the time of day where the brief gives one for the same day: it tells two of a day apart."""
    declared = when.parse(day)
    said = when.parse(brief_date) if brief_date and declared else None
    return said if said and said[:10] == declared else declared


def _plan(body: Sequence[Line], value: str, number: int) -> str:
    """What stands behind `**Plan**:`, with the list that goes on below it."""
    below = [value]
    for line in body[number - body[0].number + 1 :]:
        if line.kind != TEXT or not re.match(r"[ \t]*(?:[-*+]|[0-9]+[.)])[ \t]", line.text):
            break
        below.append(line.text)
    return "\n".join(below)
