"""Every other handoff file. Placeholder on the way to the document reader."""

from __future__ import annotations

from pickup_tui.handoff import Reading


def read(path: str, text: str) -> Reading:  # noqa: ARG001
    """Nothing yet."""
    return Reading()
