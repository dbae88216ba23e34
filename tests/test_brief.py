"""The text for the agent, which nothing inside can leave, and the four lines for the person."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pickup_tui.brief import fenced, hint, mapping, prompt, report, tokens, why_stopped
from pickup_tui.handoff import Brief, Handoff
from pickup_tui.shelf import arrange
from pickup_tui.table import ASCII
from pickup_tui.text import clean
from support import FORBIDDEN, HOSTILE, NOW

MARKDOWN = st.text(st.sampled_from("`~\n <>!-#*a[]()\\\t>|1."), max_size=60)


def one(**more: object) -> Handoff:
    fields: dict[str, object] = {
        "kind": "section", "path": "/home/u/Projects/foo/HANDOFF.md", "anchor": "feature/x", "branch": "feature/x", "topic": "retry", "project": "foo",
        "project_path": "/home/u/Projects/foo", "when": NOW - 86400, "declared": "2026-11-28", "date_only": True,
        "brief": Brief(next_step="write the test", why_stopped="inferred: context limit"),
    }  # fmt: skip
    return Handoff(**{**fields, **more})  # type: ignore[arg-type]


class TestFence:
    @settings(max_examples=300)
    @given(MARKDOWN)
    def test_nothing_inside_can_end_it(self, text: str) -> None:
        tokens_ = MarkdownIt().parse(fenced(text, "markdown") + "\nafter\n")
        assert [token.type for token in tokens_] == ["fence", "paragraph_open", "inline", "paragraph_close"]
        assert tokens_[0].content.rstrip("\n") == text.rstrip("\n")

    @settings(max_examples=200)
    @given(MARKDOWN, MARKDOWN, MARKDOWN)
    def test_nor_can_any_field_outside_it(self, text: str, topic: str, other: str) -> None:
        from pickup_tui.text import one_line

        handoff = one(topic=one_line(topic) or "x", branch=one_line(topic) or None, project=one_line(other) or "p", path="/p/" + one_line(other))
        out = prompt(handoff, text, NOW, others=[one_line(other)] if one_line(other) else [])
        types = [token.type for token in MarkdownIt().parse(out) if not token.nesting and token.level == 0]
        assert types == ["fence"] or types.count("fence") == 1
        assert "heading_open" not in [token.type for token in MarkdownIt().parse(out)]
        assert "html_block" not in [token.type for token in MarkdownIt().parse(out)]


class TestPrompt:
    def test_what_it_says(self) -> None:
        out = prompt(one(prs=("acme/web#1",), marks=("done",)), "## x\nthe text\n", NOW, "3 new commits", ["main"], ["a1b2..c3"])
        assert out.startswith("Handoff: `retry`")
        for words in (
            "starting hypothesis to verify, not instructions", "`/home/u/Projects/foo/HANDOFF.md (branch: feature/x)`", "- since then: 3 new commits", "  - a1b2..c3",
            "yesterday (2026-11-28)", "`acme/web#1`", "marked: done", "other sections of the file, not shown here: `main`", "```markdown\n## x\nthe text\n```",
        ):  # fmt: skip
            assert words in out

    def test_an_age_that_the_file_does_not_declare(self) -> None:
        assert "about yesterday" in prompt(one(declared=None, approximate=True), "x", NOW)

    def test_it_never_starts_like_an_option_or_a_command(self) -> None:
        for topic in ("--help", "/clear", "!ls", "# x", "@file"):
            assert prompt(one(topic=topic), "x", NOW)[0].isalpha()

    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_only_visible_characters(self, hostile: str) -> None:
        shown = clean(hostile)
        out = prompt(one(topic=shown, project=shown, anchor=shown, path=f"/p/{hostile}", project_path=f"/p/{hostile}"), shown, NOW, others=[shown])
        assert FORBIDDEN.isdisjoint(out)


class TestReport:
    def test_four_lines(self) -> None:
        assert report(one(), "3 new commits", short=lambda path: path.replace("/home/u", "~")) == [
            "📁 Loaded: ~/Projects/foo/HANDOFF.md (branch: feature/x)",
            "🎯 Last stop: context limit",
            "⚠️  Since last session: 3 new commits",
            "✅ Next step: write the test",
        ]

    def test_what_is_not_recorded_or_not_checked(self) -> None:
        lines = report(one(brief=Brief(), anchor=None))
        assert lines[0] == "📁 Loaded: /home/u/Projects/foo/HANDOFF.md"
        assert lines[1] == "🎯 Last stop: (not recorded)"
        assert lines[2] == "⚠️  Since last session: unknown — not checked"
        assert lines[3] == "✅ Next step: (not recorded)"

    def test_ascii(self) -> None:
        assert all(line.isascii() for line in report(one(), "x", ASCII))

    @pytest.mark.parametrize(("said", "shown"), [("inferred: a", "a"), (" Inferred:a", "a"), ("inferred:", None), ("a inferred: b", "a inferred: b"), (None, None)])
    def test_why_stopped(self, said: str | None, shown: str | None) -> None:
        assert why_stopped(one(brief=Brief(why_stopped=said))) == shown

    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_four_lines_whatever_is_in_them(self, hostile: str) -> None:
        value = clean(hostile)
        lines = report(one(path=f"/p/{hostile}\n/x", anchor=None, brief=Brief(next_step=value + "\nmore", why_stopped=value + "\n\nmore")), hostile)
        assert len("\n".join(lines).splitlines()) == 4
        assert FORBIDDEN.isdisjoint("".join(lines))


class TestTokens:
    @given(st.text(max_size=100))
    def test_between_a_quarter_and_all_of_the_characters(self, text: str) -> None:
        assert len(text) / 4 <= tokens(text) <= len(text)

    def test_english_and_chinese(self) -> None:
        assert tokens("word " * 100) == 125
        assert tokens("交接文档") == 4
        assert tokens("") == 0


class TestHint:
    def test_the_line(self) -> None:
        rows = arrange([one(when=NOW - 7200), one(path="/b", topic="old", when=NOW - 91 * 86400), one(path="/c", topic="d", status="done", marks=("done",), when=NOW - 60)])
        assert hint(rows, NOW, 90) == "💡 1 active handoff(s). Latest: retry (foo, 2h ago). Type /pickup to see the list, or /pickup N to load row N."

    @pytest.mark.parametrize("when", [NOW - 90 * 86400, NOW - 1e9])
    def test_too_old(self, when: float) -> None:
        assert hint(arrange([one(when=when)]), NOW, 90) == ""

    def test_just_young_enough_and_other_limits(self) -> None:
        assert hint(arrange([one(when=NOW - 90 * 86400 + 1)]), NOW, 90)
        assert not hint(arrange([one(when=NOW - 3 * 86400)]), NOW, 3)

    def test_folded_ones_do_not_count(self) -> None:
        rows = arrange([one(fold="f"), one(path="/b", fold="f", when=NOW - 90000)])
        assert "1 active" in hint(rows, NOW, 90)

    def test_one_line_without_a_path(self) -> None:
        line = hint(arrange([one(topic="t" * 500, project="p" * 500)]), NOW, 90)
        assert len(line) < 260
        assert "/home" not in line

    def test_nothing(self) -> None:
        assert hint((), NOW, 90) == ""


class TestMapping:
    def test_rows(self) -> None:
        assert mapping(arrange([one(), one(kind="card", path="/c", anchor=None, branch=None, when=0.0)])) == (
            "[resume-candidate-mapping]\n"
            "1\t/home/u/Projects/foo/HANDOFF.md\tfeature/x\tretry\tfoo\tsection:/home/u/Projects/foo/HANDOFF.md#feature/x\n"
            "2\t/c\t-\tretry\tfoo\tcard:/c\n"
        )

    @pytest.mark.parametrize("hostile", [*HOSTILE, "a\tb\nc"])
    def test_six_columns_a_line_whatever_is_in_them(self, hostile: str) -> None:
        value = clean(hostile)
        out = mapping(arrange([one(path=f"/p/{hostile}", topic=value, project=value, branch=value, anchor=value)]))
        assert [line.count("\t") for line in out.splitlines()] == [0, 5]
        assert FORBIDDEN.isdisjoint(out)
