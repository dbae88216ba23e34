"""The project that commands run in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support import Home


@pytest.fixture
def project(home: Home) -> str:
    folder = home.project("uploader", git=True, origin="git@github.com:acme/uploader.git")
    home.commit(folder)
    home.git(folder, "checkout", "-q", "-b", "feature/retry")
    home.cwd = folder
    return folder
