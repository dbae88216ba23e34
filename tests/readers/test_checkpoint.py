from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pickup_tui.readers import checkpoint, strict
from pickup_tui.readers.checkpoint import parse, read
from pickup_tui.readers.lanes import FIELDS, LANE_FIELDS, MODEL_FIELDS, MODELS
from pickup_tui.save import checkpoint_text
from pickup_tui.text import decode
from support import FORBIDDEN, HOSTILE

HERE = Path(__file__).parent
VALID = (HERE / "valid.md").read_text(encoding="utf-8")
PATH = "/p/.thunderkit/HANDOFF.md"

# Each file in `refused/` is `valid.md` with one thing wrong: the line that is named, and words of the reason.
REFUSED = {
    "alias": (6, "aliases"),
    "anchor": (6, "anchors"),
    "complex-key": (6, "a key must be text"),
    "control-character": (28, "a control character"),
    "duplicate-in-contract": (12, "'planner' stands twice"),
    "duplicate-key": (7, "'branch' stands twice"),
    "empty": (1, "empty"),
    "float-version": (2, "must be an integer"),
    "list-at-the-top": (1, "no mapping"),
    "list-for-text": (28, "next_action must be text, not a list"),
    "long-head": (7, "40 or 64 lowercase hex"),
    "mapping-for-text": (28, "next_action must be text, not a mapping"),
    "mapping-in-list": (27, "must hold texts, not a mapping"),
    "merge-key": (6, "merge keys"),
    "no-time": (3, "saved_at is no time"),
    "no-version": (2, "schema_version is missing"),
    "no-yaml": (28, "no valid YAML"),
    "null-in-list": (27, "must hold texts, not nothing"),
    "other-version": (2, "schema_version 2 is not known"),
    "prose": (1, "no mapping"),
    "python-tag": (28, "tags"),
    "quoted-version": (2, "must be an integer"),
    "short-digest": (11, "64 lowercase hex"),
    "tag": (6, "tags"),
    "tag-directive": (1, "tags"),
    "text-for-contract": (12, "model_contract must be a mapping or null"),
    "text-for-lanes": (13, "lanes_in_flight must be a list"),
    "text-for-list": (26, "decisions_this_session must be a list"),
    "too-deep": (12, "inside each other"),
    "two-documents": (28, "several documents"),
    "unknown-key": (7, "unknown field 'branches'"),
    "upper-case-head": (7, "40 or 64 lowercase hex"),
}


@pytest.fixture(params=["c", "python"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "python":
        monkeypatch.setattr(strict, "parser", lambda: yaml.BaseLoader)
    elif not hasattr(yaml, "CBaseLoader"):
        pytest.skip("this PyYAML has no C parser")


class TestRefusing:
    def test_the_table_names_every_file(self) -> None:
        assert {path.stem for path in (HERE / "refused").glob("*.md")} == set(REFUSED)

    @pytest.mark.usefixtures("either_parser")
    @pytest.mark.parametrize("name", REFUSED)
    def test_names_line_and_reason(self, name: str) -> None:
        text = (HERE / "refused" / f"{name}.md").read_text(encoding="utf-8")
        parsed = parse(text)
        assert parsed.checkpoint is None
        assert parsed.refusals
        line, words = REFUSED[name]
        assert parsed.refusals[0].line == line
        assert words in parsed.refusals[0].reason

    @pytest.mark.parametrize("name", REFUSED)
    def test_the_row_is_shown_and_says_so(self, name: str) -> None:
        text = decode((HERE / "refused" / f"{name}.md").read_bytes())
        reading = read(PATH, text)
        (row,) = reading.handoffs
        if name != "control-character":  # cleaned before it comes to a row; the strict reading has it raw
            assert row.marks == ("refused",)
            assert reading.problems[0].line == REFUSED[name][0]
            assert reading.problems[0].hint
        assert row.topic

    @pytest.mark.usefixtures("either_parser")
    def test_the_valid_file_is_taken(self) -> None:
        parsed = parse(VALID)
        assert not parsed.refusals
        assert parsed.checkpoint
        assert not parsed.checkpoint.lanes[0].refusals

    def test_too_large(self) -> None:
        text = VALID + "# " + "x" * strict.LIMIT + "\n"
        (refusal,) = parse(text).refusals
        assert refusal.line == VALID.count("\n") + 1
        assert "256 KiB" in refusal.reason
        assert parse(VALID + "#" * (strict.LIMIT - len(VALID))).checkpoint

    def test_every_refusal_of_the_file_is_told(self) -> None:
        text = VALID.replace("saved_at: 2026", "saved_at: x2026").replace("next_action: write", "next_step: write")
        assert [refusal.line for refusal in parse(text).refusals] == [3, 28]

    @pytest.mark.parametrize(
        "bomb",
        [
            "[" * 100_000,
            "{a: " * 50_000,
            "- " * 100_000,
            "? " * 50_000,
            "a: &a [x]\nb: [*a, *a]\n",
            'branch: "\\U0001F600\\uD800"',
            "a: \ud800",
        ],
    )
    @pytest.mark.usefixtures("either_parser")
    def test_bombs(self, bomb: str) -> None:
        assert parse(bomb).checkpoint is None


class TestLanes:
    @pytest.mark.parametrize(
        ("old", "new", "line", "words"),
        [
            ("  worktree: wt/one", "  worktree: wt/one\n  worktree: wt/two", 16, "'worktree' stands twice"),
            ("  worktree: wt/one", "  work_tree: wt/one", 15, "unknown lane field"),
            ("  worktree: wt/one", "  worktree: [wt, one]", 15, "must be text, not a list"),
            ("head: 3333333333333333333333333333333333333333", "head: 1958e194", 17, "40 or 64 lowercase hex"),
            ("status: blocked", "status: sleeping", 23, "status must be one of"),
            ("resumability: unverified", "resumability: validated", 24, "resumability must be one of"),
            ("model_class: executors", "model_class: executor", 20, "model_class must be one of"),
            ("origin: owned", "origin: mine", 22, "origin must be one of"),
            ("effort: null}", "efort: null}", 21, "unknown field of effective_model"),
            ("effort: null}", "effort: [x]}", 21, "effective_model.effort must be text"),
            ("{catalog_key: blue, provider: p, model_id: m, effort: null}", "blue", 21, "must be a mapping or null"),
            ("evidence_paths: []", "evidence_paths: one", 25, "must be a list"),
            ("- id: L1", "- id: null", 14, "no id"),
            ("- id: L1", "- id: root", 14, "cannot be called root"),
            ("- id: L1", '- id: " root\\n"', 14, "cannot be called root"),
            ("origin: owned", "source_sha256: abc", 22, "64 lowercase hex"),
        ],
    )
    def test_a_malformed_field_refuses_that_lane_alone(self, old: str, new: str, line: int, words: str) -> None:
        second = VALID.replace("decisions_this_session:", "- id: L2\n  status: blocked\ndecisions_this_session:", 1)
        parsed = parse(second.replace(old, new, 1))
        assert parsed.checkpoint
        assert not parsed.refusals
        one, two = parsed.checkpoint.lanes
        assert (one.refusals[0].line, words in one.refusals[0].reason) == (line, True), one.refusals
        assert not two.refusals
        problems = read(PATH, second.replace(old, new, 1)).problems
        assert (problems[0].line, words in problems[0].what) == (line, True)

    def test_a_lane_that_is_no_mapping(self) -> None:
        parsed = parse(VALID.replace("decisions_this_session:", "- just words\ndecisions_this_session:", 1))
        assert parsed.checkpoint
        assert [(lane.name, bool(lane.refusals)) for lane in parsed.checkpoint.lanes] == [("L1", False), ("lane 2", True)]

    def test_its_name_is_inert(self) -> None:
        parsed = parse(VALID.replace("- id: L1", '- id: "L\\x1b[31m\\n1"'))
        assert parsed.checkpoint
        assert parsed.checkpoint.lanes[0].name == "L␛[31m 1"
        assert parsed.checkpoint.lanes[0].text("id") == "L\x1b[31m\n1"

    def test_two_lanes_of_one_id_are_both_refused(self) -> None:
        parsed = parse(VALID.replace("decisions_this_session:", "- id: L1\n- id: L2\ndecisions_this_session:", 1))
        assert parsed.checkpoint
        assert [bool(lane.refusals) for lane in parsed.checkpoint.lanes] == [True, True, False]

    def test_so_are_two_whose_ids_look_the_same(self) -> None:
        parsed = parse(VALID.replace("decisions_this_session:", '- id: " L1\\t"\n- id: L2\ndecisions_this_session:', 1))
        assert parsed.checkpoint
        assert [bool(lane.refusals) for lane in parsed.checkpoint.lanes] == [True, True, False]


class TestScalars:
    @pytest.mark.parametrize("said", ["1958e194", "012", "0x1F", "1.0", "yes", "NULL", "Null", "2026-01-01", "2026-13-45", ".inf", "1_000", "0o7"])
    def test_stay_the_text_that_they_are(self, said: str) -> None:
        parsed = parse(VALID.replace("next_action: write the test", f"next_action: {said}"))
        assert parsed.checkpoint
        assert parsed.checkpoint.text("next_action") == said

    @pytest.mark.parametrize("said", ["null", "~", "", "  # nothing"])
    def test_null(self, said: str) -> None:
        parsed = parse(VALID.replace("branch: main", f"branch: {said}", 1))
        assert parsed.checkpoint
        assert parsed.checkpoint.values["branch"] is None

    @pytest.mark.parametrize("said", ['"null"', "'~'", '""'])
    def test_quoted_is_text(self, said: str) -> None:
        parsed = parse(VALID.replace("branch: main", f"branch: {said}", 1))
        assert parsed.checkpoint
        assert parsed.checkpoint.values["branch"] == said.strip("\"'")

    def test_an_all_digit_sha_is_no_number(self) -> None:
        parsed = parse(VALID)
        assert parsed.checkpoint
        assert parsed.checkpoint.text("head") == "1" * 40


class TestRow:
    def test_topic_brief_and_time(self) -> None:
        reading = read(PATH, VALID)
        (row,) = reading.handoffs
        assert not reading.problems
        assert (row.kind, row.topic, row.branch, row.marks) == ("checkpoint", "4 execute", "main", ())
        assert row.declared == "2026-11-28T10:00:00+00:00"
        assert row.brief.next_step == "write the test"
        assert dict(row.brief.extra) == {"open_unknowns": "none", "decisions_this_session": "use backoff"}
        assert row.brief.hash == "1" * 40
        assert ("lane L1", "claude · saved as blocked") in row.fields
        assert row.end == VALID.count("\n")

    @pytest.mark.parametrize("bad", HOSTILE)
    def test_nothing_hostile_is_left_in_it(self, bad: str) -> None:
        text = VALID
        for plain in ("4 execute", "write the test", "use backoff", "none", "id: L1"):
            key = "id: " if plain.startswith("id") else ""
            text = text.replace(plain, key + checkpoint_text.quoted(bad))
        (row,) = read(PATH, decode(text.encode("utf-8", "surrogatepass"))).handoffs
        shown = repr([row.topic, row.brief.next_step, row.brief.extra, row.fields])
        for value in (row.topic, row.brief.next_step or "", *(text for pair in (*row.brief.extra, *row.fields) for text in pair)):
            assert not FORBIDDEN.intersection(value), shown


LEGACY = """# Handoff
saved_at: 2026-06-01 14:00 · head: 1a2b3c4 · context_at_save: ~80%
north_star: .thunderkit/NORTH_STAR.md   # first
current_stage: 5 review
active_artifact: .thunderkit/PLAN.md
lanes_in_flight:
  - id: L1-api  model: blue  resume: claude -p --resume abc  status: running
  - id: L2-ui  model: blue  resume: none (not resumable)  status: blocked
decisions_this_session:
  - keep the queue
next_action: merge lane one
open_unknowns: none
"""


class TestLegacy:
    def test_joined_facts(self) -> None:
        parsed = parse(LEGACY)
        assert parsed.checkpoint
        assert parsed.checkpoint.legacy
        assert parsed.refusals[0].line == 2
        assert [(lane.name, lane.text("status")) for lane in parsed.checkpoint.lanes] == [("L1-api", "running"), ("L2-ui", "blocked")]
        assert all(lane.text("session_id") is None for lane in parsed.checkpoint.lanes)

    def test_the_row(self) -> None:
        reading = read(PATH, LEGACY)
        (row,) = reading.handoffs
        assert (row.topic, row.marks, row.declared) == ("5 review", ("legacy",), "2026-06-01T14:00:00")
        assert row.brief.next_step == "merge lane one"
        assert "older format" in reading.problems[0].what
        assert not any("--resume" in value for pair in row.fields for value in pair)

    @pytest.mark.parametrize(
        ("old", "new", "line"),
        [
            ("head: 1111111111111111111111111111111111111111", "head: 1a2b3c4", 7),
            ("  worktree: wt/one", "  worktree: wt/one\n  resume: claude -p --resume x", 16),
            ("  worktree: wt/one", "  command: claude", 15),
            ("  worktree: wt/one", "  argv: [claude]", 15),
            ("  worktree: wt/one", "  detail_hint: cat x", 15),
            ("branch: main", "resume: claude --resume x", 6),
        ],
    )
    def test_other_signs(self, old: str, new: str, line: int) -> None:
        parsed = parse(VALID.replace(old, new, 1))
        assert parsed.checkpoint
        assert parsed.checkpoint.legacy
        assert parsed.refusals[0].line == line
        assert parsed.checkpoint.text("current_stage") == "4 execute"

    def test_a_valid_file_with_the_sign_in_a_text_is_not_legacy(self) -> None:
        parsed = parse(VALID.replace("next_action: write the test", 'next_action: "first · then: second"'))
        assert parsed.checkpoint
        assert not parsed.checkpoint.legacy


_texts = st.one_of(st.none(), st.text(max_size=40), st.sampled_from(["null", "~", "yes", "1958e194", "a: b", "- x", "#", "", " ", "'", "\\", "2026-01-01"]))
_hash = st.one_of(st.none(), st.sampled_from(["0" * 40, "e" * 40, "1" * 64]))
_digest = st.one_of(st.none(), st.sampled_from(["0" * 64, "e" * 64]))
_models = st.one_of(st.none(), st.fixed_dictionaries(dict.fromkeys(MODEL_FIELDS, _texts)))
_words = st.lists(st.text(max_size=20), max_size=3)
_choices: dict[str, st.SearchStrategy[Any]] = {
    "model_class": st.sampled_from([None, "planner", "executors", "reviewers"]),
    "origin": st.sampled_from([None, "owned", "native", "unknown"]),
    "status": st.sampled_from([None, "running", "blocked", "completed", "unknown"]),
    "resumability": st.sampled_from([None, "unverified", "not_resumable"]),
    "head": _hash,
    "source_sha256": _digest,
    "artifact_sha256": _digest,
    "evidence_paths": _words,
    **dict.fromkeys(MODELS, _models),
}
_lane = st.fixed_dictionaries({name: _choices.get(name, _texts) for name in LANE_FIELDS if name != "id"})
_contract = st.one_of(
    st.none(),
    st.dictionaries(st.text(max_size=8), st.recursive(_texts, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2), max_leaves=5), max_size=3),
)  # fmt: skip
_values = st.fixed_dictionaries(
    {
        **dict.fromkeys(FIELDS, _texts),
        "schema_version": st.just(1),
        "saved_at": st.sampled_from([None, "2026-11-28T10:00:00Z", "2026-11-28"]),
        "head": _hash,
        "active_artifact_sha256": _digest,
        "model_contract": _contract,
        "decisions_this_session": _words,
        "lanes_in_flight": st.lists(_lane, max_size=3).map(lambda lanes: [{"id": f"L{at}", **lane} for at, lane in enumerate(lanes)]),
    },
)


def _as_read(value: Any) -> Any:
    """Plain data as the reader gives it: lists as tuples; half characters cannot be in a file."""
    if isinstance(value, list):
        return tuple(_as_read(item) for item in value)
    if isinstance(value, dict):
        return {_as_read(key): _as_read(item) for key, item in value.items()}
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in value) if isinstance(value, str) else value


class TestAnything:
    @given(_values)
    @settings(max_examples=40)
    def test_what_is_written_reads_back_the_same(self, values: dict[str, Any]) -> None:
        text = checkpoint_text.write(values)
        parsed = parse(text)
        assert parsed.checkpoint, (text, parsed.refusals)
        assert not parsed.checkpoint.legacy
        for name in FIELDS:
            if name != "lanes_in_flight":
                assert parsed.checkpoint.values[name] == _as_read(values[name])
        assert [dict(lane.values) for lane in parsed.checkpoint.lanes] == [_as_read(lane) for lane in values["lanes_in_flight"]]
        assert not any(lane.refusals for lane in parsed.checkpoint.lanes)
        again = parse(checkpoint_text.write({**parsed.checkpoint.values, "lanes_in_flight": [lane.values for lane in parsed.checkpoint.lanes]}))
        assert again == parsed

    @given(st.text(max_size=300))
    @settings(max_examples=80)
    def test_any_text_is_read_without_an_error(self, text: str) -> None:
        assert len(read(PATH, decode(text.encode("utf-8", "surrogatepass"))).handoffs) == 1
        parsed = parse(text)
        assert parsed.refusals or parsed.checkpoint
        assert all(1 <= refusal.line <= max(1, len(text.splitlines())) for refusal in parsed.refusals)

    @given(st.integers(0, VALID.count("\n")), st.text(alphabet="{}[]&*!|>'\"%@`:,-?#\t ~<=abc\n", max_size=30))
    @settings(max_examples=80)
    def test_damage_is_refused_or_harmless(self, at: int, noise: str) -> None:
        lines = VALID.split("\n")
        text = "\n".join([*lines[:at], noise, *lines[at:]])
        parsed = parse(text)
        if parsed.checkpoint is None:
            assert parsed.refusals
        for lane in parsed.checkpoint.lanes if parsed.checkpoint else ():
            assert isinstance(lane.text("session_id"), str | None)

    @given(st.permutations(list(range(1, 12))))
    @settings(max_examples=20)
    def test_the_order_of_fields_does_not_matter(self, order: list[int]) -> None:
        lines = VALID.split("\n")
        shuffled = [lines[0], *(lines[at] for at in order), *lines[12:]]
        assert parse("\n".join(shuffled)).checkpoint == parse(VALID).checkpoint


def test_the_module_stands_on_text_alone() -> None:
    assert "open(" not in Path(checkpoint.__file__).read_text(encoding="utf-8")
