from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support import Home


def test_list(home: Home) -> None:
    home.section("foo")
    home.card("bar")
    ran = home.run("list")
    assert ran.code == 0
    assert "work" in ran.out
    assert "bar" in home.spawn("list").out
