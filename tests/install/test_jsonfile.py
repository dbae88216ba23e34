"""Merging into JSON as text: what is not ours keeps its bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.install import jsonfile
from pickup_tui.save.safe import NotSaved

KEYS = ("hooks", "SessionStart")
ELEMENT = {"matcher": "startup", "hooks": [{"type": "command", "command": "x", "timeout": 5}]}


def append(text: str) -> str:
    return jsonfile.append(text, KEYS, ELEMENT, "settings.json")


class TestAppend:
    def test_blank(self) -> None:
        assert json.loads(append(" \n")) == {"hooks": {"SessionStart": [ELEMENT]}}

    def test_empty_object(self) -> None:
        assert append("{}\n").startswith('{\n  "hooks": {\n    "SessionStart": [\n      {\n        "matcher": "startup"')

    def test_a_new_key_comes_last_and_is_indented_as_the_others(self) -> None:
        text = '{\n\t"model": "opus",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n'
        after = append(text)
        assert after.startswith(text[:-3] + ',\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t\t{\n\t\t\t\t"matcher"')
        assert after.endswith("\n\t\t]\n\t}\n}\n")

    def test_windows_lines_stay_windows_lines(self) -> None:
        text = '{\r\n    "model": "opus"\r\n}\r\n'
        after = append(text)
        assert after.count("\n") == after.count("\r\n")
        assert after.startswith('{\r\n    "model": "opus",\r\n    "hooks": {\r\n        "SessionStart"')

    def test_one_line_stays_one_line(self) -> None:
        assert append('{"a":1,"b":[1,2]}') == (
            '{"a":1,"b":[1,2],"hooks":{"SessionStart":[{"matcher":"startup","hooks":[{"type":"command","command":"x","timeout":5}]}]}}'
        )

    def test_one_line_with_spaces(self) -> None:
        assert append('{"a": 1, "b": 2}').startswith('{"a": 1, "b": 2, "hooks": {"SessionStart": [{"matcher": "startup", "hooks": [{')

    def test_other_hooks_keep_their_place_and_bytes(self) -> None:
        text = '{\n  "hooks": {\n    "SessionStart": [ { "hooks": [ {"type":"command",  "command":"theirs"} ] } ],\n    "Stop": []\n  },\n  "z": 1\n}'
        after = append(text)
        at = text.index(' ],\n    "Stop')
        assert after.startswith(text[:at])
        assert after.endswith(text[at:])
        assert json.loads(after)["hooks"]["SessionStart"][1] == ELEMENT

    def test_a_spread_list_is_continued_as_it_is(self) -> None:
        text = '{\n  "hooks": {\n    "SessionStart": [\n      {\n        "hooks": []\n      }\n    ]\n  }\n}\n'
        assert ']\n      },\n      {\n        "matcher": "startup",\n        "hooks": [\n          {\n' in append(text)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{"hooks": []}', '"hooks" is not an object'),
            ('{"hooks": {"SessionStart": {}}}', '"hooks.SessionStart" is not a list'),
            ('{"hooks": null}', '"hooks" is not an object'),
            ('{"hooks": {}, "hooks": {}}', '"hooks" appears twice'),
            ('{"hooks": {"SessionStart": [], "SessionStart": []}}', '"SessionStart" appears twice'),
        ],
    )
    def test_what_cannot_be_merged_is_refused(self, text: str, said: str) -> None:
        with pytest.raises(NotSaved, match=said):
            append(text)


class TestCheck:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('{\n  // my settings\n  "a": 1\n}', "line 2: it holds a comment"),
            ('{\n  "a": 1, /* why */ "b": 2\n}', "line 2: it holds a comment"),
            ('{"a": 1,}', "line 1"),
            ('{"a": 1', "line 1"),
            ("[]", "no JSON object"),
            ("null", "no JSON object"),
            ('{"a": NaN}', "NaN is no JSON"),
            ("{'a': 1}", "line 1"),
            ("[" * 100_000, "nested too deeply|line 1"),
        ],
    )
    def test_refused_with_the_reason(self, text: str, said: str) -> None:
        with pytest.raises(NotSaved, match=said):
            jsonfile.check(text, "settings.json")

    @pytest.mark.parametrize("text", ["", " \n", "{}", '{"url": "https://example.org/*x*/"}'])
    def test_accepted(self, text: str) -> None:
        jsonfile.check(text, "settings.json")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3), max_leaves=8
)
objects = st.dictionaries(st.text(max_size=4).filter(lambda key: key != "hooks"), values, max_size=4)
groups = st.lists(st.fixed_dictionaries({"hooks": values}), max_size=3)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    value = draw(objects)
    shape = draw(st.integers(0, 3))
    if shape:
        hooks = {**draw(objects), **({"SessionStart": draw(groups)} if shape > 1 else {}), **draw(objects)}
        pairs = [*value.items(), ("hooks", hooks)]
        value = dict(draw(st.permutations(pairs)))
    indent = draw(st.sampled_from([None, 1, 2, 4, "\t"]))
    separators = draw(st.sampled_from([None, (",", ":")])) if indent is None else None
    text = json.dumps(value, indent=indent, separators=separators, ensure_ascii=draw(st.booleans()))
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    return text + draw(st.sampled_from(["", "\n", " \n\n"])), value


@given(documents())
@settings(max_examples=60)
def test_adding_and_taking_gives_the_same_bytes(document: tuple[str, dict[str, Any]]) -> None:
    text, value = document
    after = append(text)
    merged = json.loads(after)
    assert merged["hooks"]["SessionStart"][-1] == ELEMENT
    assert [key for key in merged if key != "hooks"] == [key for key in value if key != "hooks"]
    had = [keys for keys in (KEYS, KEYS[:1]) if jsonfile.find(text, keys, "") is not None]
    event = jsonfile.find(after, KEYS, "")
    assert event
    text_back = jsonfile.cut(after, event.at, len(event.value) - 1)
    for keys in (KEYS, KEYS[:1]):
        if keys not in had:
            text_back = jsonfile.prune(text_back, keys, "")
    assert text_back == text
