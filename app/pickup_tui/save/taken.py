"""Takes a handoff that is there as what is to be saved: a baton that is to be kept as a card, a section that moves."""

from __future__ import annotations

from pickup_tui.lines import CODE, FENCE, HEADING, UNDERLINE, frontmatter, scan
from pickup_tui.readers import fields

from .incoming import Incoming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.handoff import Handoff
    from pickup_tui.lines import Line

_LABELS = frozenset(("what", "topic", "plan", "project", "repository", "branch"))


def incoming(handoff: Handoff, text: str) -> Incoming:
    """`handoff` with its own text, as `save` takes it. What its writer put into a brief comes out of the body again."""
    labels = {name.casefold(): value for name, value, _ in reversed(fields.labels(scan(text)))}
    return Incoming(
        topic=handoff.topic,
        plan=labels.get("plan"),
        prs=handoff.prs,
        branch=handoff.branch,
        brief=handoff.brief,
        extra=handoff.brief.extra,
        body=body(text, handoff.topic),
    )


def body(text: str, topic: str) -> str:
    """The text without frontmatter, its own heading, the labels above its brief, and the brief's fence."""
    raw = text.split("\n")
    fence = frontmatter(raw)
    scanned = [line for line in scan(text) if fence is None or line.number > fence[1] + 1]
    drop: set[int] = set()
    first = next((at for at, line in enumerate(scanned) if line.text.strip()), None)
    if first is not None and scanned[first].kind == HEADING and (scanned[first].title == topic or " (updated " in scanned[first].title):
        drop.add(first)
        if first + 1 < len(scanned) and scanned[first + 1].kind == UNDERLINE:
            drop.add(first + 1)
    at = next((at for at, line in enumerate(scanned) if _is_brief(line)), None)
    if at is not None:
        drop |= {n for n in range(at) if _is_label(scanned[n])}
        start = next((n for n in range(at + 1, len(scanned)) if scanned[n].text.strip()), None)
        if start is not None and scanned[start].kind == FENCE and scanned[start].title in ("", "yaml", "yml"):
            end = next((n for n in range(start + 1, len(scanned)) if scanned[n].kind != CODE), len(scanned) - 1)
            drop |= {at, *range(start, end + 1)}
    return _joined(scanned, drop)


def _is_brief(line: Line) -> bool:
    return line.kind == HEADING and line.level >= 2 and line.title.strip("*: ").casefold() in fields.BRIEF_HEADINGS


def _is_label(line: Line) -> bool:
    found = fields.labels([line])
    return bool(found) and found[0][0].casefold() in _LABELS


def _joined(scanned: Sequence[Line], drop: set[int]) -> str:
    """The lines that stay; of blank lines around what was dropped one is enough."""
    out: list[str] = []
    for at, line in enumerate(scanned):
        if at in drop or (not line.text.strip() and (not out or not out[-1].strip()) and (at - 1 in drop or not out)):
            continue
        out.append(line.text)
    return "\n".join(out).strip("\n")
