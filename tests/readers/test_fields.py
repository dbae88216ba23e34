"""Briefs, labels and mappings: the parts that sections, cards and documents share."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.handoff import Brief
from pickup_tui.lines import scan
from pickup_tui.readers.fields import BRIEF_KEYS, brief, brief_of, flat, key_name, labels, loose, mapping, text_of

YAMLISH = st.text(st.sampled_from("ab_1-: \"'#[]{},&*!|>%@`?.\\~=<é中\t"), max_size=12)
FLOW = st.text(st.sampled_from("ab1_, .#/+-'\"[]:"), max_size=8).map(lambda text: f"[{text}]")
LINES = st.lists(st.one_of(st.builds(lambda key, value: f"{key}: {value}", st.sampled_from(["a", "b_1", "next-step", "null", "1a", "y"]), st.one_of(YAMLISH, FLOW)), YAMLISH), max_size=5)


def read(text: str) -> Brief:
    return brief(scan(text), [])


class TestFlat:
    @settings(max_examples=1000)
    @given(LINES)
    def test_it_is_what_the_loader_gives_or_nothing(self, lines: list[str]) -> None:
        text = "\n".join(lines)
        quick = flat(text)
        if quick is not None:
            assert quick == yaml.load(text, Loader=yaml.CBaseLoader)

    @pytest.mark.parametrize("text", ["a: b", "a: 'b'", 'a: "b"', "a:", "a: b c", "# x\na: b\n\nc: d", "a: 1958e194", "a: http://x/y#z", "a: b'c", "a: 2026-11-28", "a_b-c: d", "a: [b, c/d#1]", "a: [ b,c ]"])
    def test_the_usual_is_taken(self, text: str) -> None:
        assert flat(text) == yaml.load(text, Loader=yaml.CBaseLoader)

    @pytest.mark.parametrize("text", ["a: " + "b" * 50_000 + "!#: ", "a: [" + "b" * 50_000 + "!", "a: " + "b " * 50_000 + "#", "a:" + " " * 50_000 + "\t"])
    def test_long_lines_are_told_in_no_time(self, text: str) -> None:
        flat(text)

    @pytest.mark.parametrize("text", ["", "a: b: c", "a: b #c", "a: [b,]", "a: [[b]]", "a: [b: c]", "a: |", "a: 'b", "a: b\na: c", "a:\tb", " a: b", "- a", "a: &x b", "a: *x", "a: !t b", "a: 'it''s'", 'a: "\\n"', "a: -", "a: ? b"])
    def test_anything_more_is_left_to_the_loader(self, text: str) -> None:
        assert flat(text) is None


class TestMapping:
    def test_every_scalar_stays_a_string(self) -> None:
        found = mapping("a: 1958e194\nb: 012\nc: yes\nd: null\ne: 2026-11-28\nf: [1, 2.0]\ng: {h: ~}\n")
        assert found.error is None
        assert found.values == {"a": "1958e194", "b": "012", "c": "yes", "d": "null", "e": "2026-11-28", "f": ["1", "2.0"], "g": {"h": "~"}}

    def test_repeated_keys(self) -> None:
        found = mapping("a: 1\nb: 2\na: 3\n")
        assert (found.values["a"], found.repeated) == ("3", ("a",))

    @pytest.mark.parametrize(("text", "line"), [("a: 1\nb: c: d", 2), ("- a", 1), ("a: [", None), ("text", 1)])
    def test_what_is_no_mapping_is_told_with_its_line(self, text: str, line: int | None) -> None:
        found = mapping(text)
        assert found.error
        assert line is None or found.line == line

    def test_an_empty_text(self) -> None:
        assert mapping("").values == {}

    @settings(max_examples=300)
    @given(st.text(max_size=60))
    def test_no_text_fails(self, text: str) -> None:
        mapping(text)
        loose(text)


class TestLoose:
    @pytest.mark.parametrize(
        ("line", "values"),
        [
            ("next_step: do: it # now", {"next_step": "do: it # now"}),
            ("\tnext_step: x", {"next_step": "x"}),
            ("- **Next step:** x", {"Next step": "x"}),
            ("**Next**: x", {"Next": "x"}),
            ("次：やる", {"次": "やる"}),
            ("\u3000次の一手：\u3000やる", {"次の一手": "やる"}),
            ("next_step：x", {"next_step": "x"}),
            ("a: 'quoted'", {"a": "quoted"}),
            ("http://x/y", {}),
            ("a:", {}),
            ("12:30 lunch", {}),
            ("a:b", {}),
        ],
    )
    def test_lines(self, line: str, values: dict[str, object]) -> None:
        assert loose(line) == values


class TestTextOf:
    @pytest.mark.parametrize("value", [None, "", " ", "null", "~", "N/A", "-", "none", [], {}, ["", None], {"a": ""}])
    def test_what_says_nothing(self, value: object) -> None:
        assert text_of(value) is None

    @pytest.mark.parametrize(("value", "text"), [("a", "a"), (["a", "b"], "a; b"), ({"a": "b", "c": ["d"]}, "a: b; c: d"), ("0", "0")])
    def test_what_says_something(self, value: object, text: str) -> None:
        assert text_of(value) == text

    def test_bounded(self) -> None:
        deep: object = "x"
        for _ in range(50):
            deep = [deep]
        assert text_of(deep) == "…"
        assert len(text_of(["word"] * 10_000) or "") <= 4000


class TestKeys:
    @pytest.mark.parametrize("key", sorted(BRIEF_KEYS))
    def test_every_synonym_maps_to_its_key(self, key: str) -> None:
        for name in BRIEF_KEYS[key]:
            for spelled in (name, name.upper(), name.replace("_", "-"), name.replace("_", " ").title()):
                assert getattr(brief_of({spelled: "x"}), key) == "x"

    def test_no_synonym_means_two_keys(self) -> None:
        names = [name for found in BRIEF_KEYS.values() for name in found]
        assert len(names) == len(set(names))

    def test_the_documented_ones_are_there(self) -> None:
        for name in ("next", "next_action", "now", "resume"):
            assert name in BRIEF_KEYS["next_step"]
        for name in ("stopped_at", "blockers"):
            assert name in BRIEF_KEYS["why_stopped"]
        assert BRIEF_KEYS["hash"][:4] == ("last_handoff_hash", "git_hash", "head", "commit")

    def test_the_first_of_the_table_counts_whatever_the_texts_order(self) -> None:
        assert brief_of({"next": "b", "next_step": "a"}).next_step == "a"
        assert brief_of({"next": "b", "next_step": ""}).next_step == "b"

    def test_others_are_kept_in_order(self) -> None:
        assert brief_of({"zeta": "1", "next": "b", "alpha": ["2"]}).extra == (("zeta", "1"), ("alpha", "2"))

    def test_key_name(self) -> None:
        assert key_name(" **Next-Step** ") == "next_step"


class TestBrief:
    @pytest.mark.parametrize(
        "text",
        [
            "## Context\n\n```yaml\nnext_step: a\nwhy_stopped: b\n```\n",
            "### Last session brief\n\n~~~yml\nnext_step: a\nwhy_stopped: b\n~~~\n",
            "## Context\n\n```\nnext_step: a\nwhy_stopped: b\n```\n",
            "## Context\n\nnext_step: a\nwhy_stopped: b\n",
            "## Context\n\n- next_step: a\n- why_stopped: b\n",
            "## Context\n\nnext_step: |\n  a\nwhy_stopped: >-\n  b\n",
            "## Context\n\nnext_step:\n  - a\nwhy_stopped: 'b'\n",
            "## **Context**:\n\nnext_step：a\nwhy_stopped：\u3000b\n",
            "text\n\n```yaml\nnext_step: a\nwhy_stopped: b\n```\n",
            "text\nnext_step: a\nwhy_stopped: b\n",
            "**Next**: a\n**Stopped at**: b\n",
            "- **Next step:** a\n- **Blockers:** b\n",
            "  ```yaml\n  next_step: a\n  why_stopped: b\n  ```\n",
            "## Context\n\n```yaml\nnext_step: a\nwhy_stopped: b\n",
            "## Context\n\n```yaml\nnext_step: a\n\twhy_stopped: b\n```\n",
        ],
    )
    def test_places(self, text: str) -> None:
        found = read(text)
        assert (found.next_step, found.why_stopped) == ("a", "b")

    def test_the_headings_fence_comes_before_any_other(self) -> None:
        text = "```yaml\nnext_step: other\n```\n\n## Context\n\n```yaml\nnext_step: mine\n```\n"
        assert read(text).next_step == "mine"

    def test_the_heading_ends_at_the_next_one_of_its_level(self) -> None:
        assert read("### Context\n\n### Other\n\n```yaml\nnext_step: a\n```\n").next_step == "a"
        assert read("## Context\n\nwhy_stopped: b\n\n## Other\n\nnext_step: a\n").next_step is None

    def test_unquoted_colons_and_hashes(self) -> None:
        problems: list[tuple[int, str]] = []
        found = brief(scan("## Context\n\n```yaml\nnext_step: run: make # then push\nwhy_stopped: a\n```\n"), problems)
        assert found.next_step == "run: make # then push"
        assert [line for line, _ in problems] == [4]

    def test_a_fence_of_something_else_is_no_problem(self) -> None:
        problems: list[tuple[int, str]] = []
        brief(scan("text\n\n```\n$ make: *** [all] Error 2\n- x\n```\n\n```bash\na: [\n```\n"), problems)
        assert problems == []

    def test_prose_is_no_key_outside_the_brief(self) -> None:
        assert read("Note: this\nnext_step: a\n").extra == ()
        assert read("## Context\n\nnote: this\nnext_step: a\n").extra == (("note", "this"),)

    def test_keys_in_code_do_not_count(self) -> None:
        assert read("```python\nnext_step: a\n```\n") == Brief()
        assert read("<!-- \nnext_step: a\n-->\n") == Brief()

    def test_the_first_of_two_labels_counts(self) -> None:
        assert read("**Next**: a\n\n**Next**: b\n").next_step == "a"


class TestLabels:
    def test_forms(self) -> None:
        text = "**A**: 1\n**B:** 2\n__C__: 3\n- **D**: 4\n> **E**: 5\n**F**：6\n**G**:\n\n* 7\n**H**:\n**I**: 9\nx **J**: 10\n"
        assert [(name, value) for name, value, _ in labels(scan(text))] == [
            ("A", "1"), ("B", "2"), ("C", "3"), ("D", "4"), ("E", "5"), ("F", "6"), ("G", "7"), ("I", "9"),
        ]  # fmt: skip
