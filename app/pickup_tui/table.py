"""A row's cells, for `list` and for the screen alike: what stands in which column, as plain text in terminal cells.

Nothing here draws: `list` joins the cells, the screen gives them styles.
"""

from __future__ import annotations

from . import when
from .cells import cut, pad, plain, width
from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rows import Row

TOPIC = 32  # cells of the topic in `list` (spec: picker.md, "Order and rows")
PROJECT = 16  # most cells of the project
LAST = 9  # "yesterday" is the longest
EMPTY = "(no handoffs — clean session)"


class Signs(Record):
    """The signs of badges and report: as they are, or in plain ASCII (`--ascii`)."""

    __slots__ = ("comments", "ellipsis", "hint", "home", "loaded", "newest", "next", "since", "stop")

    def __init__(self, newest: str, home: str, comments: str, ellipsis: str, report: tuple[str, str, str, str], hint: str) -> None:
        self.newest = newest
        self.home = home
        self.comments = comments
        self.ellipsis = ellipsis
        self.loaded, self.stop, self.since, self.next = report
        self.hint = hint


PRETTY = Signs("★", "🏠", "🟡", "…", ("📁", "🎯", "⚠️ ", "✅"), "💡")
ASCII = Signs("*", "@", "!", "...", ("[file]", "[stop]", "[since]", "[next]"), "[i]")


def signs(encoding: str | None, *, ascii_: bool) -> Signs:
    """The signs of a run: ASCII when asked for, or where the stream can write nothing else."""
    if ascii_:
        return ASCII
    try:
        "★🏠…".encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return PRETTY


class Cells(Record):
    """One row's cells: `number` with its star, the topic whole, in `dim` what follows it (the branch, then `marks`), and the other columns."""

    __slots__ = ("badges", "dim", "last", "marks", "number", "project", "topic")

    def __init__(self, number: str, topic: str, dim: str, project: str, last: str, badges: str, marks: str = "") -> None:
        self.number = number
        self.topic = topic
        self.dim = dim
        self.project = project
        self.last = last
        self.badges = badges
        self.marks = marks


def cells(row: Row, now: float, signs: Signs = PRETTY) -> Cells:
    """What a row shows; `now` in seconds since the epoch. Texts are uncut and free of signs of doubtful width."""
    handoff = row.handoff
    badges = ([signs.home] if row.home else []) + ([signs.comments] if row.comments else [])
    dim = [handoff.branch] if handoff.branch and handoff.branch != handoff.topic else []
    marks = [*row.marks, *([f"+{row.folds} older"] if row.folds else [])]
    return Cells(
        number=(signs.newest if row.newest else "") + str(row.number),
        topic=plain(handoff.topic),
        dim=plain(" · ".join([*dim, *marks])),
        project=plain(handoff.project),
        last=("≈" if handoff.approximate and signs is PRETTY else "~" if handoff.approximate else "") + when.ago(now - handoff.when),
        badges=" ".join(badges),
        marks=plain(" · ".join(marks)),
    )


def text(rows: Sequence[Row], now: float, signs: Signs = PRETTY) -> str:
    """The table that `list` prints: a header, a rule, a line a row; the empty list's one line without rows."""
    if not rows:
        return EMPTY + "\n"
    body = [cells(row, now, signs) for row in rows]
    numbers = max(2, *(width(line.number) for line in body))
    projects = min(PROJECT, max(7, *(width(line.project) for line in body)))
    lasts = max(LAST, *(width(line.last) for line in body))
    marks = [", ".join((*row.marks, *((f"+{row.folds} older",) if row.folds else ()))) for row in rows]
    head = ("#".rjust(numbers), pad("topic", TOPIC), pad("project", projects), pad("last", lasts), "badges")
    rule = ("-" if signs is ASCII else "─") * 1
    lines = [" " + "  ".join(head), " " + "  ".join((rule * numbers, rule * TOPIC, rule * projects, rule * lasts, rule * 6))]
    for line, mark in zip(body, marks, strict=True):
        columns = (
            " " * (numbers - width(line.number)) + line.number,
            pad(line.topic, TOPIC, signs.ellipsis),
            pad(line.project, projects, signs.ellipsis),
            pad(line.last, lasts, signs.ellipsis),
            " ".join(part for part in (line.badges, mark) if part),
        )
        lines.append((" " + "  ".join(columns)).rstrip())
    return "\n".join(lines) + "\n"


def topic_cell(line: Cells, room: int, signs: Signs = PRETTY) -> tuple[str, str]:
    """The topic and the dim words behind it in exactly `room` cells.

    The topic comes first, then the branch where it fits; but marks (somebody else has it, it is done) are seen even
    beside a long topic, which then gets no less than half of the room: all of them, else fewer words. Under 20 cells
    there is room for a topic alone; the screen's status line has the marks then.
    """
    free = room - width(line.topic) - 2
    if not line.marks or width(line.dim) <= free:  # cut where it is a branch alone
        return _beside(line.topic, line.dim, room, free, signs)
    most = max(free, room // 2 - 2 if room >= 20 else 0)
    marks = next((words for words in _shorter(line.marks) if width(words) <= most), None)
    return _beside(line.topic, marks, room, most, signs) if marks else (pad(line.topic, room, signs.ellipsis), "")


def _beside(topic: str, dim: str, room: int, most: int, signs: Signs) -> tuple[str, str]:
    """`dim` in at most `most` cells behind as much of the topic as then fits."""
    if not dim or most < 4:
        return pad(topic, room, signs.ellipsis), ""
    topic = cut(topic, room - 2 - min(width(dim), most), signs.ellipsis)
    return topic, pad("  " + dim, room - width(topic), signs.ellipsis)


def _shorter(marks: str) -> tuple[str, ...]:
    """Marks in fewer and fewer words; who has it is the last to go."""
    brief = marks.replace("picked up just now", "picked now").replace("picked up ", "picked ").replace(" ago", "")
    parts = brief.split(" · ")
    first = next((part for part in parts if part.startswith("picked")), parts[0])
    return marks, brief, first, first.partition(" ")[0]
