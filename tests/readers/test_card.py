"""Task cards: frontmatter as people and programs write it, and never a card dropped because of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.handoff import Handoff, Reading
from pickup_tui.readers.card import read
from pickup_tui.text import decode
from support import HOSTILE

FULL = """---
kind: handoff
status: active
title: retry uploads
last_session: 2026-11-28T10:00:00+01:00
prs: [acme/uploader#41, "https://github.com/acme/web/pull/2"]
branch: feature/x
worktree: ../wt
scope: small
base_commit: 1958e194
owner: me
created_at: 2026-11-01
---

# Title

## Last session brief

```yaml
next_step: "write the test"
why_stopped: context
plan_progress: 3/7
head: 4f1c2aa
```
"""


def card(text: str, path: str = "/c/my-slug.md") -> Handoff:
    (handoff,) = read(path, text).handoffs
    return handoff


def told(reading: Reading) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.what) for problem in reading.problems]


def with_keys(keys: str, body: str = "") -> str:
    return f"---\nkind: handoff\n{keys}\n---\n{body}"


def test_the_form_as_documented() -> None:
    reading = read("/c/my-slug.md", FULL)
    (one,) = reading.handoffs
    assert reading.problems == ()
    assert (one.kind, one.topic, one.status, one.declared, one.branch) == ("card", "retry uploads", "active", "2026-11-28T10:00:00+01:00", "feature/x")
    assert one.prs == ("acme/uploader#41", "acme/web#2")
    assert one.fields == (("branch", "feature/x"), ("worktree", "../wt"), ("scope", "small"), ("base_commit", "1958e194"), ("owner", "me"), ("created_at", "2026-11-01"))
    brief = one.brief
    assert (brief.next_step, brief.why_stopped, brief.plan_progress, brief.hash) == ("write the test", "context", "3/7", "4f1c2aa")
    assert (one.line, one.end, one.anchor, one.id) == (1, 24, None, "card:/c/my-slug.md")


class TestKind:
    @pytest.mark.parametrize("text", ["", "# Note\n", "---\nkind: note\n---\n", "---\ntitle: x\n---\n", "---\n\nkind: handoff\n---\n", "text\n---\nkind: handoff\n---\n", "---\nkind:\n---\n", "---\nkind: [handoff]\n---\n", "---\ntitle: [x\n---\n"])
    def test_no_card_and_nothing_told(self, text: str) -> None:
        assert read("/c/a.md", text) == Reading()

    @pytest.mark.parametrize("text", ["---\nkind: handoff\n---\n", "---\nkind: 'handoff'\n---\n", "---\nKind: Handoff\n---\n", "\n<!-- made by x -->\n---\nkind: handoff\n---\n", "---  \nkind: handoff\n---  \n", "---\nkind: handoff\n..."])
    def test_a_card(self, text: str) -> None:
        assert card(text).topic == "my-slug"


class TestFields:
    @pytest.mark.parametrize(("title", "topic"), [("a: b", "my-slug"), ('"a: b"', "a: b"), ("404", "404"), ("1958e194", "1958e194"), ("null", "my-slug"), ("", "my-slug"), ("yes", "yes"), ("2026-11-28", "2026-11-28"), ("a#b", "a#b"), ("a # b", "a"), ("中文：题", "中文：题"), ("|\n  two\n  lines", "two\nlines")])
    def test_title(self, title: str, topic: str) -> None:
        assert card(with_keys(f"title: {title}")).topic == topic

    @pytest.mark.parametrize("status", ["active", "done", "superseded", "Done"])
    def test_known_status(self, status: str) -> None:
        reading = read("/c/a.md", with_keys(f"status: {status}"))
        assert reading.handoffs[0].status == status.lower()
        assert reading.handoffs[0].marks == (("done",) if status.lower() == "done" else ())
        assert reading.problems == ()

    def test_an_unknown_status_is_shown_and_told(self) -> None:
        reading = read("/c/a.md", with_keys("status: paused"))
        assert reading.handoffs[0].status == "paused"
        assert told(reading) == [(3, "unknown status 'paused'")]

    @pytest.mark.parametrize(("said", "declared"), [("2026-11-28", "2026-11-28"), ("2026-11-28 10:00", "2026-11-28T10:00:00"), ('"2026-11-28T10:00:00Z"', "2026-11-28T10:00:00+00:00"), ("20261128", "2026-11-28")])
    def test_last_session(self, said: str, declared: str) -> None:
        assert card(with_keys(f"last_session: {said}")).declared == declared

    @pytest.mark.parametrize("said", ["2025-02-XX", "yesterday", "1958e194", "2026-02-30"])
    def test_a_last_session_that_is_no_date_is_told(self, said: str) -> None:
        reading = read("/c/a.md", with_keys(f"last_session: {said}"))
        assert reading.handoffs[0].declared is None
        assert told(reading) == [(3, f"last_session is no date: {said}")]

    @pytest.mark.parametrize(
        ("prs", "found"),
        [
            ("[a/b#1, a/b#2]", ("a/b#1", "a/b#2")),
            ("\n  - a/b#1\n  - https://github.com/a/b/pull/3/files", ("a/b#1", "a/b#3")),
            ("a/b#1", ("a/b#1",)),
            ("[]", ()),
            ("null", ()),
            ("[1, {a: b}, [c/d#1]]", ()),
            ("[ghe.example.com/a/b#1, a/b#1, A/B#1]", ("ghe.example.com/a/b#1", "a/b#1")),
            ("[--help, '; rm -rf /', a/b#0, a/b#99999999999]", ()),
        ],
    )
    def test_prs(self, prs: str, found: tuple[str, ...]) -> None:
        assert card(with_keys(f"prs: {prs}")).prs == found

    def test_a_key_twice_is_told_and_the_last_one_counts(self) -> None:
        reading = read("/c/a.md", with_keys("title: one\ntitle: two"))
        assert reading.handoffs[0].topic == "two"
        assert told(reading) == [(4, "key 'title' appears twice")]


def test_problems_of_the_frontmatter_carry_the_lines_of_their_keys() -> None:
    text = "---\nkind: handoff\ntitle: a\nstatus: half\n'last session': soon\ntitle: b\nscope:\n  status: x\n---\n"
    assert [(problem.line, problem.what.split(":")[0]) for problem in read("/x/c.md", text).problems] == [
        (6, "key 'title' appears twice"),
        (4, "unknown status 'half'"),
        (5, "last_session is no date"),
    ]


class TestBrokenFrontmatter:
    @pytest.mark.parametrize("broken", ["title: a: b", "title: [x", 'title: "x', "\ttitle: x", "title: *nope", "title: @x", "- x", "title: !!python/object:os.system x\nx: [", "{"])
    def test_shown_by_its_slug_with_the_reason(self, broken: str) -> None:
        reading = read("/c/my-slug.md", with_keys(f"status: active\n{broken}\nprs: [a/b#1]", "## Last session brief\n\nnext_step: go\n"))
        (one,) = reading.handoffs
        assert one.topic == "my-slug"
        assert one.brief.next_step == "go"
        (problem,) = reading.problems
        assert problem.what.startswith("YAML") or "mapping" in problem.what
        assert problem.hint
        assert problem.line is not None
        assert 1 <= problem.line <= 7

    def test_a_broken_card_is_never_hidden(self) -> None:
        assert card(with_keys("status: superseded\ntitle: a: b")).status is None

    def test_frontmatter_that_never_ends(self) -> None:
        reading = read("/c/my-slug.md", "---\nkind: handoff\ntitle: x\n\n## Last session brief\n\nnext_step: go\n")
        assert (reading.handoffs[0].topic, reading.handoffs[0].brief.next_step) == ("my-slug", "go")
        assert told(reading) == [(1, "the frontmatter is not closed")]

    def test_aliases_that_multiply_are_refused(self) -> None:
        bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
        reading = read("/c/my-slug.md", with_keys(bomb))
        assert reading.handoffs[0].topic == "my-slug"
        assert "aliases" in reading.problems[0].what

    def test_an_anchor_inside_itself(self) -> None:
        assert "aliases" in read("/c/a.md", with_keys("a: &a [*a]")).problems[0].what

    def test_deep_nesting(self) -> None:
        assert read("/c/a.md", with_keys("a: " + "[" * 5000)).problems
        assert read("/c/a.md", with_keys("a: " + "{a: " * 200 + "x" + "}" * 200)).handoffs

    def test_tags_make_no_objects(self) -> None:
        one = card(with_keys("title: !!python/object/apply:os.system ['touch /tmp/x']\nscope: !!int 12"))
        assert ("scope", "12") in one.fields


class TestBrief:
    def test_frontmatter_is_not_the_brief(self) -> None:
        one = card(with_keys("title: t\nlast_session: 2026-11-28\nreason: r", "text\n"))
        assert one.brief.date is None
        assert card(with_keys("next_step: from the top", "text\n")).brief.next_step == "from the top"
        assert card(with_keys("next_step: from the top", "## Last session brief\nnext_step: below\n")).brief.next_step == "below"

    def test_lines_of_problems_count_from_the_files_start(self) -> None:
        reading = read("/c/a.md", with_keys("title: t", "\n## Last session brief\n\n```yaml\na: b\nnext_step: x: y\n```\n"))
        assert told(reading) == [(10, "YAML: mapping values are not allowed in this context")]
        assert reading.handoffs[0].brief.next_step == "x: y"

    def test_a_fence_in_the_frontmatter_opens_none_in_the_body(self) -> None:
        assert card(with_keys("note: |\n  ```\n  x", "## Last session brief\n\nnext_step: go\n")).brief.next_step == "go"


class TestNasty:
    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_text_in_every_field(self, text: str) -> None:
        quoted = '"' + "".join(f"\\U{ord(char):08x}" for char in text) + '"'
        for value in (quoted, text):
            decoded = decode(with_keys(f"title: {value}\nstatus: {value}\nlast_session: {value}\nprs: [{value}]\nbranch: {value}\n{value}: {value}", f"## Last session brief\n\nnext_step: {value}\n").encode("utf-8", "surrogatepass"))
            assert len(read("/c/a.md", decoded).handoffs) == 1

    def test_line_ends_marks_and_encodings(self) -> None:
        for data in (FULL.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + FULL.encode(), FULL.encode("utf-16"), ("ï»¿" + FULL).encode()):
            assert read("/c/my-slug.md", decode(data)).handoffs == read("/c/my-slug.md", FULL).handoffs
        assert card(decode(FULL.replace("uploads", "caf\xe9").encode("latin-1"))).topic == "retry café"
        assert card(decode(FULL.encode().replace(b"uploads", b"up\0loads"))).topic == "retry up␀loads"

    def test_an_escape_in_the_title_leaves_the_title(self) -> None:
        assert card(decode(FULL.replace("retry", "\x1b[31mretry").encode())).topic == "␛[31mretry uploads"

    def test_full_width_colons(self) -> None:
        one = card(with_keys("title： 題", "## Last session brief\n\nnext_step：　次\n"))
        assert one.brief.next_step == "次"

    @settings(max_examples=200)
    @given(st.text(st.one_of(st.characters(), st.sampled_from("\n\n: -#'\"[]{}|>&*!%@`\t")), max_size=120))
    def test_no_text_fails_or_hides_the_card(self, text: str) -> None:
        reading = read("/c/a.md", decode(f"---\nkind: handoff\n{text}\n---\nbody\n".encode("utf-8", "replace")))
        assert len(reading.handoffs) <= 1
        assert reading.handoffs or "\n---" in f"\n{text}" or "kind" in text or "..." in text or reading == Reading()
