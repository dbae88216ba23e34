"""What hypothesis makes for the writers' tests: texts of every script, Markdown with traps, briefs."""

from __future__ import annotations

from hypothesis import strategies as st

from pickup_tui.handoff import Brief
from pickup_tui.readers import fields
from pickup_tui.save.incoming import Incoming, from_mapping
from pickup_tui.text import one_line

LINES = st.sampled_from(
    [
        "", "", "text", "## main (updated 2026-01-01)", "## x (updated 2026-01-01)", "# Title", "## Context", "### Last session brief",
        "```", "```yaml", "~~~~", "````md", "next_step: wrong", "**What**: other", "**Plan**: a/b#1", "<!--", "-->", "<pre>", "</div>",
        "<div>", "> quote", "> ```", "- item", "  ```", "1. one", "===", "---", "    code", "\ttab", "***", "<?php", "<![CDATA[", "* * *",
        "```yaml", "#", "##", "-", "+ ## x (updated 2026-01-01)", "    ## y (updated 2026-01-01)", " ## z (updated 2026-01-01) ", "<x>",
    ],
)  # fmt: skip
markdown = st.lists(st.one_of(LINES, st.text(max_size=20)), max_size=12).map("\n".join)
plain = st.one_of(st.text(max_size=40), st.sampled_from(["null", "-", "~", "yes", "012", "a: b", "x # y", "'", '"', "|", "> x", "!t", "&a", "[", "{"]))
names = st.one_of(st.text(min_size=1, max_size=10), st.sampled_from(["open questions", "scope", "a-b", "?", "- x", "&x", "x: y"]))


@st.composite
def incomings(draw: st.DrawFn) -> Incoming:
    """An Incoming as `incoming` makes them: clean texts, absent ones None."""
    values: dict[str, object] = {}
    for name in ("title", "plan", "next_step", "why_stopped", "plan_progress"):
        if draw(st.booleans()):
            values[name] = draw(plain)
    for name in draw(st.lists(names, max_size=3)):
        values[name] = draw(st.one_of(plain, st.lists(plain, max_size=3)))
    values["body"] = draw(markdown)
    return from_mapping(values)


def brief_read(incoming: Incoming) -> Brief:
    """The brief that readers give back for it."""
    brief = incoming.brief
    extra = tuple((name, said) for name, value in incoming.extra if (said := fields.text_of(value)))
    return Brief(
        next_step=brief.next_step,
        why_stopped=brief.why_stopped,
        plan_progress=brief.plan_progress,
        date=brief.date,
        hash=brief.hash,
        extra=extra,
    )


def words(text: str) -> list[str]:
    """The words of a body but for what moving headings changes: the marks of headings."""
    return [word for line in text.split("\n") for word in one_line(line.strip("#=- \t")).split()]
