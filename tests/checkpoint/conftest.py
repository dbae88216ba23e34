from __future__ import annotations

import pytest

from lab import Lab
from support import Home


@pytest.fixture
def lab(home: Home) -> Lab:
    """A repository with a checkpoint of two lanes that both hold up, and the sessions that they name."""
    return Lab(home)
