"""One file per kind: text in, handoffs, problems and reasons out. Pure; each reader is imported when first needed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Reading


LINES = 20_000  # of a file that are read for rows and fields: people write a few hundred, and each costs time


def read(kind: str, path: str, text: str) -> Reading:
    """What the file at `path` holds; of one with more than `LINES` lines what those say, which is told.

    kind  "card", "baton" or "checkpoint" for files of those places; "project" for any other, where sections
          and documents are told apart by what the text is
    text  as `text.decode` gives it
    """
    if text.count("\n") <= LINES or kind == "checkpoint":  # a checkpoint is whole or refused, and has a limit of its own
        return _read(kind, path, text)
    from pickup_tui.handoff import Problem, Reading

    reading = _read(kind, path, "\n".join(text.split("\n", LINES)[:LINES]))
    told = Problem(path, LINES, f"has more than {LINES} lines", "what stands below gives no row, date or step; the brief holds it")
    return Reading(reading.handoffs, (*reading.problems, told), reading.reasons)


def _read(kind: str, path: str, text: str) -> Reading:
    if kind == "card":
        from .card import read as card

        return card(path, text)
    if kind == "checkpoint":
        from . import checkpoint

        return checkpoint.read(path, text)
    if kind == "baton":
        from . import baton

        return baton.read(path, text)
    if "(updated " in text:
        from .section import read as sections

        reading = sections(path, text)
        if reading.handoffs:
            return reading
    from .document import read as document

    return document(path, text)
