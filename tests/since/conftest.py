from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from since.making import GitHub, Repo
from since.traps import Trap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support import Home


@pytest.fixture
def repo(home: Home) -> Repo:
    """A repository without a commit; many files have one of their own."""
    return Repo(home)


@pytest.fixture
def trap(home: Home) -> Trap:
    """A program that no check may start."""
    return Trap(home)


@pytest.fixture
def serve() -> Iterator[Callable[..., GitHub]]:
    """Starts a server with an answer, and ends it afterwards."""
    made: list[GitHub] = []

    def start(answer: Any, **more: Any) -> GitHub:
        made.append(GitHub(answer, **more))
        return made[-1]

    yield start
    for server in made:
        server.close()
