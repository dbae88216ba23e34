"""One file per kind: text in, handoffs, problems and reasons out. Pure; each reader is imported when first needed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Reading


def read(kind: str, path: str, text: str) -> Reading:
    """What the file at `path` holds.

    kind  "card", "baton" or "checkpoint" for files of those places; "project" for any other, where sections
          and documents are told apart by what the text is
    text  as `text.decode` gives it
    """
    if kind == "card":
        from . import card

        return card.read(path, text)
    if kind == "checkpoint":
        from . import checkpoint

        return checkpoint.read(path, text)
    if kind == "baton":
        from . import baton

        return baton.read(path, text)
    if "(updated " in text:
        from . import section

        reading = section.read(path, text)
        if reading.handoffs:
            return reading
    from . import document

    return document.read(path, text)
