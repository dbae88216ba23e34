"""Branch sections: which headings are rows, what belongs to them, and what must never become a row."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.handoff import Brief, Handoff, Reading
from pickup_tui.readers import read as read_any
from pickup_tui.readers.section import is_branch, read
from pickup_tui.text import decode
from support import HOSTILE

DATED = "## x (updated 2026-01-01)"
FULL = """# Handoff

## feature/upload-retry (updated 2026-11-28)

**What**: retry uploads with backoff
**Plan**: acme/uploader#41, docs/plan.md

## Context

```yaml
next_step: "write the 429 test in tests/test_retry.py"
why_stopped: "inferred: context limit"
plan_progress: 3/7
date: 2026-11-28
last_handoff_hash: 4f1c2aa
```

## main (updated 2026-11-02)
**Topic**: other
"""


def rows(text: str) -> list[str]:
    return [one.branch or "" for one in read("/p/HANDOFF.md", text).handoffs]


def one(text: str) -> Handoff:
    (handoff,) = read("/p/HANDOFF.md", text).handoffs
    return handoff


def told(reading: Reading) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.what) for problem in reading.problems]


def test_the_form_as_documented() -> None:
    first, second = read("/p/HANDOFF.md", FULL).handoffs
    assert (first.kind, first.anchor, first.branch, first.declared, first.line, first.end) == (
        "section", "feature/upload-retry", "feature/upload-retry", "2026-11-28", 3, 17,
    )  # fmt: skip
    assert first.topic == "retry uploads with backoff"
    assert first.prs == ("acme/uploader#41",)
    brief = first.brief
    assert (brief.next_step, brief.why_stopped) == ("write the 429 test in tests/test_retry.py", "inferred: context limit")
    assert (brief.plan_progress, brief.date, brief.hash) == ("3/7", "2026-11-28", "4f1c2aa")
    assert (second.branch, second.topic, second.line, second.end) == ("main", "other", 18, 19)
    assert first.id == "section:/p/HANDOFF.md#feature/upload-retry"


class TestHeading:
    @pytest.mark.parametrize("line", [DATED, DATED + "  ", DATED + "\t", "## feat/é-ü (updated 2026-01-01)", "## a(b) (updated 2026-01-01)", "## 修正 (updated 2026-01-01)"])
    def test_rows(self, line: str) -> None:
        assert len(rows(line)) == 1

    @pytest.mark.parametrize(
        "line",
        [
            "# x (updated 2026-01-01)", "### x (updated 2026-01-01)", "##x (updated 2026-01-01)", "##  x (updated 2026-01-01)", " " + DATED, "\t" + DATED,
            "## x (updated 2026-1-1)", "## x (Updated 2026-01-01)", "## x (updated: 2026-01-01)", "## x (updated 2026-01-01) ##", "## x (updated 2026-01-01).",
            "## x  (updated 2026-01-01)", "## x(updated 2026-01-01)", "## (updated 2026-01-01)", "## x (updated ２０２６-01-01)", "> " + DATED, "- " + DATED,
            "## Known issues (updated 2026-01-01)", "## a..b (updated 2026-01-01)", "## -x (updated 2026-01-01)", "## a~1 (updated 2026-01-01)",
            "## a.lock (updated 2026-01-01)", "## @ (updated 2026-01-01)", "## HEAD (updated 2026-01-01)", "## a//b (updated 2026-01-01)", "## .a (updated 2026-01-01)",
            "## x (updated 2026-01-01T10:00)", "## x (updated 2026-01-01) (updated 2026-01-02) y",
        ],
    )  # fmt: skip
    def test_no_rows(self, line: str) -> None:
        assert rows(line) == []

    @pytest.mark.parametrize("name", ["Context", "context", "Last session brief", "**Context**", "CONTEXT"])
    @pytest.mark.parametrize("level", ["##", "###", "####"])
    def test_a_briefs_heading_is_no_row_and_ends_nothing(self, name: str, level: str) -> None:
        text = f"{DATED}\n\n{level} {name}\n\nnext_step: a\n\n## main (updated 2026-01-02)\n"
        assert rows(text) == ["x", "main"]
        assert read("/p", text).handoffs[0].brief.next_step == "a"

    @pytest.mark.parametrize("name", ["Context", "Last session brief"])
    def test_ghost_rows(self, name: str) -> None:
        text = f"{DATED}\n\n## {name} (updated 2026-01-02)\n\nnext_step: a\n"
        assert rows(text) == ["x"]
        assert one(text).brief.next_step == "a"
        assert rows(f"## {name} (updated 2026-01-02)\n\nnext_step: a\n") == []

    def test_a_branch_that_is_called_context(self) -> None:
        assert rows("## context (updated 2026-01-02)\n") == ["context"]

    @pytest.mark.parametrize("ending", ["# Other", "## Known issues", "## Known issues (updated 2026-01-01)", "Other\n=====", "# Context", "## x y (updated 2026-01-03)"])
    def test_any_other_heading_of_level_1_or_2_ends_it_and_is_told(self, ending: str) -> None:
        text = f"{DATED}\n\ntext\n\n{ending}\n\nnext_step: not mine\n"
        reading = read("/p", text)
        assert [handoff.brief.next_step for handoff in reading.handoffs] == [None]
        assert reading.handoffs[0].end == 4
        assert [(reason.field, reason.line) for reason in reading.reasons] == [("skipped", 5)]

    @pytest.mark.parametrize("inner", ["### Deeper", "#### x (updated 2026-01-01)", "text\n---"])
    def test_deeper_headings_and_rules_end_nothing(self, inner: str) -> None:
        assert one(f"{DATED}\n\n{inner}\n\nnext_step: mine\n").brief.next_step == "mine"

    @pytest.mark.parametrize("fence", ["```", "~~~", "`````", "```yaml", "~~~~ text", "<!--", "<pre>", "<script>"])
    def test_headings_in_fences_and_comments_that_never_end(self, fence: str) -> None:
        assert rows(f"{DATED}\n\n{fence}\n## y (updated 2026-01-02)\n\n## z (updated 2026-01-02)\n") == ["x"]

    @pytest.mark.parametrize(("opening", "closing"), [("```", "```"), ("~~~~", "~~~~~"), ("```", "``` "), ("<!--", "-->"), ("<!-- a", "b --> c")])
    def test_and_that_end(self, opening: str, closing: str) -> None:
        assert rows(f"{opening}\n## y (updated 2026-01-02)\n{closing}\n\n{DATED}\n") == ["x"]

    @pytest.mark.parametrize("inner", ["~~~", "``", "```x", "  ```` y"])
    def test_what_does_not_close_a_fence(self, inner: str) -> None:
        assert rows(f"```\n{inner}\n## y (updated 2026-01-02)\n```\n{DATED}\n") == ["x"]

    def test_an_impossible_day_is_a_row_with_the_reason(self) -> None:
        reading = read("/p", "## x (updated 2026-02-30)\n")
        assert reading.handoffs[0].declared is None
        assert told(reading) == [(1, "no such day: 2026-02-30")]

    @pytest.mark.parametrize(("first", "second", "kept"), [("2026-01-01", "2026-02-01", 3), ("2026-02-01", "2026-01-01", 1), ("2026-01-01", "2026-01-01", 1), ("2026-99-99", "2026-01-01", 3)])
    def test_the_same_branch_twice(self, first: str, second: str, kept: int) -> None:
        reading = read("/p", f"## x (updated {first})\n\n## x (updated {second})\n")
        assert [handoff.line for handoff in reading.handoffs] == [kept]
        assert (3, "branch 'x' appears twice") in told(reading)

    def test_backticks_around_a_branch_are_not_its_name(self) -> None:
        reading = read("/p", "## `feat/x` (updated 2026-01-01)\n\n## `a..b` (updated 2026-01-01)\n\n## `` (updated 2026-01-01)\n")
        assert [(one.branch, one.anchor, one.topic) for one in reading.handoffs] == [("feat/x", "feat/x", "feat/x")]

    @given(st.text(st.sampled_from("ab/.@{}~^:?*[\\ -\t\x7f中"), max_size=8))
    def test_names_that_git_would_allow(self, name: str) -> None:
        if is_branch(name):
            assert name
            assert not set(name) & set(" ~^:?*[\\\t\x7f")
            assert ".." not in name


class TestTopic:
    @pytest.mark.parametrize(
        ("body", "topic"),
        [
            ("**What**: a thing", "a thing"),
            ("**What:** a thing", "a thing"),
            ("__What__: a thing", "a thing"),
            ("- **What**: a thing", "a thing"),
            ("**What**：a thing", "a thing"),
            ("**What**:\n\n\na thing\nmore", "a thing"),
            ("**What**:\n- a thing\n- more", "a thing"),
            ("**what** : a thing", "a thing"),
            ("**Topic**: t\n**What**: w", "w"),
            ("**Topic**: t", "t"),
            ("**What**:\n**Plan**: p", "x"),
            ("**What**:\n\n### Sub\n", "x"),
            ("```\n**What**: a\n```", "x"),
            ("<!-- **What**: a -->", "x"),
            ("What: a thing", "x"),
            ("**What**: 1958e194", "1958e194"),
            ("**What**: a: b # c", "a: b # c"),
        ],
    )
    def test_where_it_comes_from(self, body: str, topic: str) -> None:
        assert one(f"{DATED}\n\n{body}\n").topic == topic


class TestFreeMarkdown:
    @pytest.mark.parametrize("body", ["### Next steps\n\n1. do it\n\n### Blockers\n\nCI\n", "Next steps:\n- [x] this\n- [ ] do it\n\nBlockers: CI\n", "**Blockers**: CI\n\n### TODO\n- do it\n"])
    @pytest.mark.parametrize("brief", ["", "### Context\n\n```yaml\ndate: 2026-01-01\n```\n\n"])
    def test_what_a_brief_does_not_say(self, body: str, brief: str) -> None:
        first, second = read("/p", f"{DATED}\n\n**What**: a\n\n{brief}{body}\n## y (updated 2026-01-01)\n\n- not this\n").handoffs
        assert (first.brief.next_step, first.brief.why_stopped) == ("do it", "CI")
        assert second.brief == Brief()

    def test_a_brief_that_names_a_step_is_whole(self) -> None:
        (only,) = read("/p", f"{DATED}\n\n## Context\n\nnext_step: this\n\n### Next steps\n\n1. not this\n\n### Blockers\n\nCI\n").handoffs
        assert (only.brief.next_step, only.brief.why_stopped) == ("this", None)


class TestPlan:
    @pytest.mark.parametrize(
        ("body", "prs"),
        [
            ("**Plan**: acme/web#1", ("acme/web#1",)),
            ("**Plan**: https://github.com/acme/web/pull/2, #3", ("acme/web#2", "#3")),
            ("**Plan**:\n- acme/web#1\n- [x](https://github.com/acme/web/pull/2)\n\n- #9", ("acme/web#1", "acme/web#2")),
            ("**Plan**: docs/plan.md", ()),
            ("**Plan**: docs/plan.md#3", ()),
            ("**Plan**: docs/plan.md\nabout #12", ()),
            ("**What**: acme/web#1", ()),
        ],
    )
    def test_pull_requests(self, body: str, prs: tuple[str, ...]) -> None:
        assert one(f"{DATED}\n\n{body}\n").prs == prs


class TestNasty:
    def test_line_ends_marks_and_encodings(self) -> None:
        text = FULL.replace("upload", "été-中")
        expected = read("/p", text)
        for data in (text.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16"), text.replace("\n", "\r").encode()):
            assert read("/p", decode(data)).handoffs == expected.handoffs

    def test_not_utf_8_and_nul(self) -> None:
        assert rows(decode("## caf\xe9 (updated 2026-01-01)\n".encode("latin-1"))) == ["café"]
        assert rows(decode(b"## x (updated 2026-01-01)\n\n**What**: a\0b\n")) == ["x"]

    def test_77_first_level_headings_and_150_kb(self) -> None:
        text = "\n".join(f"# H{n}\n\n## b{n} (updated 2026-01-{n % 28 + 1:02})\n\n" + "word " * 380 for n in range(77))
        assert len(text) > 140_000
        assert len(rows(text)) == 77

    def test_a_line_of_2000_characters(self) -> None:
        handoff = one(f"{DATED}\n**What**: {'w' * 2000}\n**Plan**: {'p' * 2000}\nnext_step: {'n' * 2000}\n")
        assert len(handoff.topic) == 2000
        assert handoff.brief.next_step == "n" * 2000

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_text(self, text: str) -> None:
        read("/p", decode(f"## {text} (updated 2026-01-01)\n**What**: {text}\nnext_step: {text}\n{DATED}\n**What**: {text}\n".encode("utf-8", "surrogatepass")))

    @settings(max_examples=200)
    @given(st.lists(st.sampled_from([DATED, "## y (updated 2026-02-02)", "## Context", "```", "~~~", "```yaml", "next_step: a", "**What**: b", "# H", "<!--", "-->", "", "> q", "- i", "===", "---", "key: [", "\t- x"]), max_size=14))
    def test_any_mix_of_lines_gives_spans_in_order_that_do_not_overlap(self, lines: list[str]) -> None:
        handoffs = read("/p", "\n".join(lines)).handoffs
        assert all(handoff.line <= handoff.end for handoff in handoffs)
        assert all(before.end < after.line for before, after in itertools.pairwise(handoffs))
        assert len({handoff.branch for handoff in handoffs}) == len(handoffs)

    @settings(max_examples=200)
    @given(st.text(max_size=200))
    def test_no_text_fails(self, text: str) -> None:
        read("/p", text)
        read("/p", DATED + "\n" + text)


def test_a_file_without_sections_is_left_to_the_document_reader() -> None:
    assert read("/p", "# Handoff\n\n## Next steps\n\n- a\n").handoffs == ()
    assert all(handoff.kind != "section" for handoff in read_any("project", "/p/HANDOFF.md", "# Handoff: a thing\n\nlast (updated yesterday)\n\n## Next steps\n\n- a\n").handoffs)
