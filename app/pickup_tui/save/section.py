"""Writes a branch's section of a HANDOFF.md and leaves every other byte of the file as it is (spec: write.md)."""

from __future__ import annotations

from pickup_tui import lines
from pickup_tui.handoff import Record
from pickup_tui.readers import section as reader
from pickup_tui.text import one_line

from . import compose, readable, safe, taken
from .raw import Raw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff

    from .incoming import Incoming

NAME = "HANDOFF.md"


class Written(Record):
    """What a section's write will do: the file's new bytes, the section's own text, and what to tell."""

    __slots__ = ("data", "text", "warnings")

    def __init__(self, data: bytes, text: str, warnings: tuple[str, ...]) -> None:
        self.data = data
        self.text = text
        self.warnings = warnings


def section_text(incoming: Incoming, branch: str, day: str) -> str:
    """The section: heading, labels, brief, body. `day` is "2026-11-28"."""
    plan = one_line(incoming.plan or "")
    named = _named(plan)
    links = ", ".join([part for part in (plan, *(ref for ref in incoming.prs if ref not in named)) if part])
    parts = [
        f"## {branch} (updated {day})\n",
        compose.labels((("What", incoming.topic), ("Plan", links))),
        "## Context\n",
        compose.brief_fence(incoming),
        compose.embedded(incoming.body, 3),
    ]
    return "\n".join(part for part in parts if part)


def _named(plan: str) -> tuple[str, ...]:
    from pickup_tui import prs

    return prs.find(plan)


def write(old: bytes | None, path: str, incoming: Incoming, branch: str, day: str) -> Written:
    """The file with this branch's section replaced, or added at its end. Raises NotSaved when that cannot be."""
    if not reader.is_branch(branch) or one_line(branch) != branch:
        raise safe.NotSaved(f"{one_line(branch)!r} is no name that git would allow for a branch", "name one with --branch")
    raw = Raw(old or b"", path)
    if not raw.lines:
        new = section_text(incoming, branch, day)
        return _checked(raw, Written(("# Handoff\n\n" + new).encode(), new, ()), branch)
    scanned = lines.scan(raw.text)
    spans, _ = reader.spans(scanned)
    own = [span for span in spans if span.branch == branch]
    if not own:
        return _checked(raw, _appended(raw, section_text(incoming, branch, day), bool(spans)), branch)
    span = max(own, key=lambda one: one.date)  # the one that readers take; of equal dates the first
    end = span.end + 1
    incoming, warnings = _over(raw, incoming, branch)
    new = section_text(incoming, branch, day)
    blank = end
    while blank > span.start + 1 and not raw.texts[blank - 1].strip():
        blank -= 1
    # Blank lines below the section part it from what follows: they stay; where there are none, one is added.
    gap = "\n" if blank == end < len(raw.lines) else ""
    return _checked(raw, Written(raw.replaced(span.start, blank, new + gap), new, warnings), branch)


def _over(raw: Raw, incoming: Incoming, branch: str) -> tuple[Incoming, tuple[str, ...]]:
    """What is written in the place of this branch's section, and what to tell of what goes.

    A save that does not say what is next, such as `--progress 3/7`, leaves the rest of the section as it says.
    """
    old = next(one for one in reader.read(raw.path, raw.text).handoffs if one.anchor == branch)
    if not incoming.is_partial:
        return incoming, compose.replaced(incoming.lost(old.brief))
    below = taken.incoming(old, "\n".join(raw.texts[old.line - 1 : old.end]) + "\n", {})
    below = below.with_(topic=None if old.topic == branch else old.topic, prs=() if incoming.plan else below.prs)
    return incoming.over(below), ()


def _appended(raw: Raw, new: str, has_sections: bool) -> Written:
    end = lines.closing(raw.text.removesuffix("\n"))
    between = "" if not raw.texts[-1].strip() and end is None else "\n"
    warnings: tuple[str, ...] = ()
    if not has_sections:
        warnings = _was_document(raw)
    if end:
        between = f"{end}\n\n"
        warnings += (f"{raw.path} left a block open at its end: `{end}` was added before the section",)
    return Written(raw.replaced(len(raw.lines), len(raw.lines), between + new), new, warnings)


def _was_document(raw: Raw) -> tuple[str, ...]:
    """What to tell when a file that was a row of its own gets its first section: of such a file only the sections are rows."""
    from pickup_tui import readers

    told = []
    for one in readers.read("project", raw.path, raw.text).handoffs:
        step = f", next step “{one_line(one.brief.next_step)[:120]}”" if one.brief.next_step else ""
        told.append(
            f"{raw.path} held no branch sections and was listed by itself (“{one_line(one.topic)[:80]}”{step}): its text stays above the section, "
            "but a file with sections is listed by those alone. To list it again, move that text into a file of its own, such as docs/HANDOFF.md"
        )
    return tuple(told)


def _checked(raw: Raw, written: Written, branch: str) -> Written:
    """`written`, when a reader finds in it the section, and the others as they were. Raises NotSaved otherwise."""
    from pickup_tui import text

    before = {one.anchor: _said(one) for one in reader.read(raw.path, raw.text).handoffs if one.anchor != branch}
    content = text.decode(written.data)
    after = {one.anchor: one for one in reader.read(raw.path, content).handoffs}
    own = after.pop(branch, None)
    rows = content.split("\n")
    if own is None or "\n".join(rows[own.line - 1 : own.end]).rstrip("\n") != written.text.rstrip("\n"):
        hint = "mend the file, or save a card instead"
        raise safe.NotSaved(f"{raw.path} is built so that a section for {branch} would not be read back: not written", hint)
    if {anchor: _said(one) for anchor, one in after.items()} != before:
        raise safe.NotSaved(f"{raw.path} is built so that other sections would change: not written", "mend the file first")
    listed = readable.row("section", raw.path, written.data, branch, older=bool(raw.lines))
    others = readable.rows("section", raw.path, written.data)
    if _said(listed) != _said(own) or any(anchor not in others for anchor in readable.rows("section", raw.path, raw.data)):
        hint = "move older sections into a file of their own, then save again"
        raise safe.NotSaved(f"{raw.path} is so long that a section of it would no longer be read: not written", hint)
    return written


def _said(one: Handoff) -> tuple[object, ...]:
    return one.topic, one.declared, one.prs, one.brief
