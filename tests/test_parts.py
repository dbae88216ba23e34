"""Packed lines come back as they were, one by one and all together, and what is no pack is told."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pickup_tui.parts import packed, unpacked

LINES = st.lists(st.text(st.characters(exclude_characters="\n"), max_size=6), max_size=40)


@given(st.lists(st.tuples(LINES, st.integers(1, 9)), min_size=1, max_size=4), st.binary(max_size=5))
def test_every_part_is_what_was_put_in(parts: list[tuple[list[str], int]], before: bytes) -> None:
    found = unpacked(before + packed(parts), len(before))
    assert [list(part) for part in found] == [lines for lines, _ in parts]
    for part, (lines, _) in zip(found, parts, strict=True):
        assert [part[at] for at in range(len(lines))] == lines
        assert bool(part) == bool(lines)


def test_blocks_of_parts_with_as_many_lines_go_together() -> None:
    """What is told apart line by line can be looked at block by block."""
    one, two = unpacked(packed([(map(str, range(100)), 7), (map(str, range(100)), 7)]), 0)
    assert list(one.texts()) == list(two.texts())
    assert next(one.texts()) == "0\n1\n2\n3\n4\n5\n6"


def test_it_is_a_fraction_of_what_handoffs_say() -> None:
    lines = [f"section\x1f/home/u/Projects/project-{at}/HANDOFF.md\x1ffeature/part-{at}\x1fwrite the test for case {at}" for at in range(1000)]
    assert len(packed([(lines, 32)])) < len("".join(lines)) / 4


@pytest.mark.parametrize("data", [b"", b"x", b"1 x\n", b"1 5\nabc", b"1 3\nabcd", b"\n", b"1\xff 3\nabc"])
def test_what_is_no_pack_is_told(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpacked(data, 0)


def test_a_block_that_is_none_is_told_when_it_is_looked_at() -> None:
    (part,) = unpacked(b"1 3\nabc", 0)
    for look in (list, lambda part: part[0]):
        with pytest.raises(ValueError, match=r"."):
            look(part)


def test_threads_that_look_at_once_get_their_own_lines() -> None:
    (part,) = unpacked(packed([(map(str, range(400)), 10)]), 0)
    wrong: list[str] = []

    def look(step: int) -> None:
        wrong.extend(part[at] for at in [at * step % 400 for at in range(3000)] if part[at] != str(at))

    threads = [threading.Thread(target=look, args=(step,)) for step in (7, 11, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not wrong
