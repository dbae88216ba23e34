"""A marked block in somebody's file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pickup_tui.install import block
from pickup_tui.save.safe import NotSaved

BODY = b"one\ntwo\n"


def test_at_the_end_and_in_its_old_place() -> None:
    first = block.put(b"a\n", BODY, "rc")
    assert first == b"a\n# >>> pickup-tui >>>\none\ntwo\n# <<< pickup-tui <<<\n"
    assert block.put(first + b"b\n", b"new\n", "rc") == b"a\n# >>> pickup-tui >>>\nnew\n# <<< pickup-tui <<<\nb\n"


def test_a_missing_final_newline_is_added() -> None:
    assert block.put(b"a", BODY, "rc").startswith(b"a\n# >>>")


@pytest.mark.parametrize("data", [block.BEGIN + b"\n", block.END + b"\n", block.END + b"\n" + block.BEGIN + b"\n", block.put(b"", BODY, "") * 2])
def test_broken_marks_are_refused(data: bytes) -> None:
    with pytest.raises(NotSaved, match="not one pair"):
        block.put(data, BODY, "rc")
    with pytest.raises(NotSaved, match="not one pair"):
        block.take(data, "rc")


@given(st.binary().filter(lambda data: b"pickup-tui" not in data), st.binary().filter(lambda data: b"pickup-tui" not in data))
def test_taking_gives_back_what_was_there(before: bytes, after: bytes) -> None:
    before += b"" if not before or before.endswith(b"\n") else b"\n"
    assert block.take(block.put(before, BODY, "rc") + after, "rc") == before + after
    assert block.put(block.put(before, BODY, "rc"), BODY, "rc") == block.put(before, BODY, "rc")
