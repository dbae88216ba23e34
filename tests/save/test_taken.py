"""What is taken from a handoff that is there: no word of it is lost, and none is written twice without need."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pickup_tui import readers
from pickup_tui.handoff import Brief, Handoff
from pickup_tui.save import card, compose, section, taken
from pickup_tui.save.baton import Facts, text_of
from pickup_tui.save.incoming import Incoming

NOW = "2026-11-30T10:00:00+00:00"
PATH = "/tmp/handoff-1795953600-9.md"
HELD = {"project": "/home/u/Projects/uploader", "repository": None}
# Words of the formats, which need not be carried: what they mean is said by another word.
SYNTAX = frozenset(
    ["what", "topic", "title", "task", "plan", "project", "repository", "branch", "kind", "handoff", "status", "active", "prs", "pr", "yaml", "context", "last", "session", "brief", "updated", "next", "now", "next_step", "why_stopped", "blockers", "plan_progress", "progress", "date", "hash", "head", "last_handoff_hash", "commit", "resume", "null", "none", "x"],
)  # fmt: skip


def read(text: str, kind: str = "baton") -> Handoff:
    return readers.read(kind, PATH, text).handoffs[0]


def take(text: str, kind: str = "baton") -> Incoming:
    return taken.incoming(read(text, kind), text, HELD)


def written(incoming: Incoming) -> str:
    """The card that it becomes, as the command writes it."""
    given_ = incoming.brief
    brief = Brief(next_step=given_.next_step, why_stopped=given_.why_stopped, plan_progress=given_.plan_progress, date=given_.date or NOW, hash=given_.hash)
    observed = [("branch", incoming.branch)] if incoming.branch else []
    return card.create(incoming.with_(brief=brief), NOW, [*observed, ("worktree", str(HELD["project"]))])


def lost(text: str, result: str) -> list[str]:
    """The words of a text that are nowhere in the result."""
    there = result.casefold().replace("\\", "")
    return [word for word in re.findall(r"\w+", text.casefold()) if word not in SYNTAX and word not in there]


BATON = """---
decisions:
  - alpha beta
open_questions: [gamma, delta]
files_changed: 7
decision: epsilon # zeta
next: eta
---

# Fix it

**What**: theta
**Project**: iota
**Topic**: kappa
**Branch**: feature/x
**Owner**: lambda

## Context

```yaml
next_step: mu
why_stopped: nu
decisions: other
```

Words.
"""


def test_nothing_of_a_baton_is_lost() -> None:
    incoming = take(BATON)
    result = written(incoming)
    assert lost(BATON, result) == []
    assert (incoming.topic, incoming.brief.next_step, incoming.branch) == ("Fix it", "mu", "feature/x")
    names = dict(incoming.extra)
    assert names["open_questions"] == ["gamma", "delta"]
    assert (names["files_changed"], names["decision"], names["next"]) == ("7", "epsilon", "eta")
    assert read(result, "card").brief.next_step == "mu"


@pytest.mark.parametrize(
    ("label", "stays"),
    [
        ("**What**: Fix it", False), ("**What**: another", True), ("**Topic**: Fix it", False), ("**Branch**: a-b", False), ("**Branch**: a-b and more", True),
        ("**Project**: uploader (/home/u/Projects/uploader)", False), ("**Project**: /home/u/Projects/uploader", False), ("**Project**: uploader", False),
        ("**Project**: other", True), ("**Project**: uploader, the old one", True), ("**Repository**: acme/uploader", True), ("**Plan**: docs/plan.md", False),
        ("**Plan**: one\n**Plan**: two", True), ("**Owner**: me", True),
    ],
)  # fmt: skip
def test_a_label_goes_only_where_the_card_says_the_same(label: str, stays: bool) -> None:
    text = f"# Fix it\n\n{label}\n\n## Context\n\n```yaml\nnext_step: go\n```\n"
    body = take(text).body
    assert (label.rsplit("\n", maxsplit=1)[-1] in body) == stays
    assert lost(text, written(take(text))) == []


def test_a_repository_that_is_held_is_not_repeated() -> None:
    text = "# T\n\n**Repository**: acme/up\n\n## Context\n\n```yaml\nnext_step: go\n```\n"
    assert taken.incoming(read(text), text, {**HELD, "repository": "acme/up"}).body == ""


def test_what_we_write_ourselves_comes_back_without_a_rest() -> None:
    incoming = Incoming(
        topic="Fix it", plan="docs/plan.md", branch="feature/x", brief=Brief(next_step='say "hi"\nthen # go', why_stopped="tired", date=NOW, hash="4f1c2aa"),
        extra=(("decisions", ["a", "b"]), ("open questions", {"x": "y"})), body="Some *words*.",
    )  # fmt: skip
    text = text_of(incoming, Facts(str(HELD["project"]), "acme/up", "feature/x"))
    again = taken.incoming(read(text), text, {**HELD, "repository": "acme/up"})
    assert (again.topic, again.plan, again.brief, again.extra, again.body) == (
        incoming.topic, incoming.plan, incoming.brief, incoming.extra, incoming.body,
    )  # fmt: skip


def test_a_heading_that_says_more_stays() -> None:
    assert take("# Notes (updated 2026-01-01)\n\nx\n").body == "x"  # it is the whole topic
    text = "Preface.\n\n# Fix it\n"
    assert take(text).body == "Preface.\n\n# Fix it"
    old = "## main (updated 2026-01-01)\n\n**What**: T\n\nwords\n"
    (one,) = readers.read("project", "/x/HANDOFF.md", old).handoffs
    assert taken.incoming(one, old, {}).body == "**What**: T\n\nwords"


word = st.integers(min_value=100, max_value=999).map(lambda number: f"w{number}")
value = st.one_of(
    word, st.lists(word, min_size=1, max_size=3).map(lambda items: "[" + ", ".join(items) + "]"), word.map(lambda w: f'"{w} \\"{w}q\\""'),
    word.map(lambda w: f"{w} # c{w}"), word.map(lambda w: f"{{k{w}: {w}}}"), st.sampled_from(["", "null", "active", "2026-11-28", "acme/up#41", "#7", "x: y: z"]),
)  # fmt: skip
key = st.sampled_from(
    [
        "decisions", "decision", "open questions", "title", "topic", "what", "plan", "prs", "branch", "status", "kind", "project", "repository", "worktree",
        "next_step", "next", "resume", "why_stopped", "blockers", "date", "updated", "head", "commit", "last_handoff_hash", "body", "x",
    ],
)  # fmt: skip
pairs = st.lists(st.tuples(key, value), max_size=5).map(lambda found: "".join(f"{name}: {said}\n" for name, said in found))
label = st.tuples(st.sampled_from(["What", "Topic", "Plan", "Project", "Repository", "Branch", "Next", "Owner"]), word).map(lambda found: f"**{found[0]}**: {found[1]}\n")
prose = st.one_of(word.map(lambda w: f"{w} text.\n"), word.map(lambda w: f"### {w}\n"), word.map(lambda w: f"<!-- {w} -->\n"), word.map(lambda w: f"- {w}\n"), st.just("\n"))


@st.composite
def texts(draw: st.DrawFn) -> str:
    parts = [draw(st.sampled_from(["", "<!-- w1 -->\n"]))]
    if draw(st.booleans()):
        parts.append(f"---\n{draw(pairs)}---\n\n")
    parts.append(draw(st.one_of(st.just(""), word.map(lambda w: f"# {w}\n\n"), word.map(lambda w: f"{w}\n===\n\n"))))
    parts += draw(st.lists(st.one_of(label, prose), max_size=5))
    if draw(st.booleans()):
        parts.append(f"\n## {draw(st.sampled_from(['Context', 'Last session brief']))}\n\n```yaml\n{draw(pairs)}```\n\n")
    parts += draw(st.lists(st.one_of(label, prose), max_size=4))
    return "".join(parts)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@example(BATON)
@given(texts())
def test_every_word_is_somewhere_in_the_card(text: str) -> None:
    if not text.strip():
        return
    incoming = take(text)
    result = written(incoming)
    assert lost(text, result) == []
    brief = read(result, "card").brief
    assert (brief.next_step, brief.why_stopped) == (incoming.brief.next_step, incoming.brief.why_stopped)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(texts())
def test_a_partial_save_loses_no_word_of_a_section(text: str) -> None:
    old = section.section_text(Incoming(topic="T", body=compose.closed(text)), "main", "2026-11-01")
    once = section.write(old.encode(), "/x/HANDOFF.md", Incoming(brief=Brief(plan_progress="2/3")), "main", "2026-11-30").data.decode()
    assert lost(old.replace("2026-11-01", ""), once) == []
