"""The top of the preview: brief fields first, then what has changed since. Pure, and cheap enough for every key."""

from __future__ import annotations

from pickup_tui import when
from pickup_tui.cells import char_width, plain, width
from pickup_tui.handoff import Record
from pickup_tui.text import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from pickup_tui.rows import Row

    from .frame import Line


class Facts(Record):
    """What is known of the changes since a handoff, so far.

    summary  the one sentence
    lines    (fact, evidence) a line each
    done     every check has answered
    """

    __slots__ = ("done", "lines", "summary")

    def __init__(self, summary: str = "checking…", lines: tuple[tuple[str, str], ...] = (), *, done: bool = False) -> None:
        self.summary = summary
        self.lines = lines
        self.done = done


def wrap(text: str, room: int) -> list[str]:
    """`text` in lines of at most `room` cells, broken at spaces where there are some; words that are too long anywhere."""
    out: list[str] = []
    line = ""
    used = 0
    for word in plain(text).split():
        size = width(word)
        if line and used + 1 + size <= room:
            line += " " + word
            used += 1 + size
            continue
        if line:
            out.append(line)
        while size > room:
            at = taken = 0
            for at, char in enumerate(word):  # noqa: B007 - its last value is where the word is cut
                taken += char_width(char)
                if taken > room:
                    break
            at = max(1, at)
            out.append(word[:at])
            word = word[at:]  # noqa: PLW2901 - what is left of it
            size = width(word)
        line, used = word, size
    return [*out, line] if line else out


def empty(room: int, *, ascii_: bool = False) -> list[Line]:
    """The pane while no row is chosen."""
    said = ("No row is chosen.", "", "Down and Up choose one and show it here." if ascii_ else "↓ and ↑ choose one and show it here.", "Letters filter, a row's number loads it.", "F1 shows every key.")
    return [[(line, "dim")] for text in said for line in (wrap(text, room) or [""])]


def head(row: Row, room: int, now: float, facts: Facts | None, short: Callable[[str], str] = str) -> list[Line]:
    """Brief fields and changes of a row in lines of at most `room` cells; `short` writes a path as people do."""
    from pickup_tui.brief import why_stopped  # needs `re`, and the first frame has no row chosen

    handoff = row.handoff
    brief = handoff.brief
    pairs = [
        ("next step", brief.next_step),
        ("stopped", why_stopped(handoff)),
        ("progress", brief.plan_progress),
        ("branch", handoff.branch),
        ("pull requests", ", ".join(handoff.prs) or None),
        ("written", ("about " if handoff.approximate else "") + when.ago(now - handoff.when) + (f" ({handoff.declared})" if handoff.declared else "")),
        ("picked up", f"{row.picked_up}, by another session" if row.picked_up else None),
        ("status", handoff.status),
        *brief.extra,
        *handoff.fields,
        ("file", short(handoff.path) + (f":{handoff.line}" if handoff.line > 1 else "")),
    ]
    out: list[Line] = []
    said = {handoff.topic, handoff.declared}
    for name, value in pairs:
        if value and value not in said:  # a format's own fields often say the same again
            said.add(value)
            out += _field(one_line(name)[:24], one_line(value), room)
    if facts is not None:
        out += [[], *_field("since", facts.summary, room)]
        for fact, evidence in facts.lines:
            out += [[("  " + line, "text")] for line in wrap(one_line(fact), max(4, room - 2))]
            out += [[("    " + line, "dim")] for line in wrap(one_line(" in ".join(map(short, evidence.split(" in ")))), max(4, room - 4))]
    return out


def _field(name: str, value: str, room: int) -> list[Line]:
    label = name + ": "
    if width(label) > room // 2:
        return [[(label, "label")], *([("  " + line, "text")] for line in wrap(value, max(4, room - 2)))]
    value = plain(value)
    first = next(iter(wrap(value, max(4, room - width(label)))), "")
    # what does not fit beside the label is wrapped again to the whole room
    rest = wrap(value[len(first) :], max(4, room - 2))
    return [[(label, "label"), (first, "text")], *([("  " + line, "text")] for line in rest)]
