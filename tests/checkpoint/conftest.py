from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lab import Lab

if TYPE_CHECKING:
    from support import Home


@pytest.fixture
def lab(home: Home) -> Lab:
    """A repository with a checkpoint of two lanes that both hold up, and the sessions that they name."""
    return Lab(home)
