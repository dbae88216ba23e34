"""The kept top of the list: what was written comes back, and anything else is taken for none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made import listing, rows
from pickup_tui import page
from pickup_tui.index import Index
from pickup_tui.shelf import EMPTY

if TYPE_CHECKING:
    from pathlib import Path

OF = page.key("/home/u/Projects/a", ())


def kept(folder: Path) -> Index:
    return Index(str(folder), "signature")


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    page.write(kept(tmp_path), OF, rows(23), 2)
    found = page.read(kept(tmp_path), OF)
    assert found is not None
    assert (found.total, found.problems) == (23, 2)
    assert found.rows == rows(23)
    assert [row.handoff for row in found.rows] == [row.handoff for row in rows(23)]


def test_only_the_top_of_a_long_list_is_kept(tmp_path: Path) -> None:
    page.write(kept(tmp_path), OF, rows(500), 0)
    found = page.read(kept(tmp_path), OF)
    assert found is not None
    assert (len(found.rows), found.total) == (page.ROWS, 500)


def test_another_folder_or_other_options_have_another_page(tmp_path: Path) -> None:
    page.write(kept(tmp_path), OF, rows(3), 0)
    assert page.read(kept(tmp_path), page.key("/elsewhere", ())) is None
    assert page.read(kept(tmp_path), page.key("/home/u/Projects/a", ("hidden",))) is None
    assert page.read(Index(str(tmp_path), "another signature"), OF) is None


def test_a_page_that_is_not_whole_is_none(tmp_path: Path) -> None:
    page.write(kept(tmp_path), OF, listing(5).rows, 0)
    file = next(path for path in tmp_path.iterdir() if path.name.startswith("page-"))
    data = file.read_bytes()
    for end in range(0, len(data), 37):
        file.write_bytes(data[:end])
        assert page.read(kept(tmp_path), OF) is None


def test_an_unchanged_page_is_not_written_again(tmp_path: Path) -> None:
    page.write(kept(tmp_path), OF, rows(3), 0)
    file = next(path for path in tmp_path.iterdir() if path.name.startswith("page-"))
    before = file.stat().st_ino
    page.write(kept(tmp_path), OF, rows(3), 0)
    assert file.stat().st_ino == before


def test_an_empty_list_has_a_page(tmp_path: Path) -> None:
    page.write(kept(tmp_path), OF, EMPTY, 1)
    found = page.read(kept(tmp_path), OF)
    assert found is not None
    assert (found.rows, found.total) == (EMPTY, 0)
