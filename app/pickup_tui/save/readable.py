"""Whether what is about to be written will be read: by the program's own reader, within the limits of reading.

Asked before anything is written, so that no save ends well and is never seen again.
"""

from __future__ import annotations

from pickup_tui import readers, text
from pickup_tui.disk import LIMIT

from .refusal import NotSaved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff

_SHORTER = "a handoff is short: name files instead of copying them"
_OLDER = "move older parts into a file of their own, then save again"


def row(kind: str, path: str, data: bytes, anchor: str | None = None, *, older: bool = False) -> Handoff:
    """The handoff that the file's new bytes will be read as. Raises NotSaved when there will be none.

    kind   "section" (with its branch as the anchor), "card" or "baton"
    older  most of the file was there before
    """
    if len(data) > LIMIT:
        hint = _OLDER if older else _SHORTER
        raise NotSaved(f"{path} would be larger than {LIMIT >> 20} MiB, and larger ones are not read: not written", hint)
    found = rows(kind, path, data).get(anchor)
    if found is not None:
        return found
    if data.count(b"\n") > readers.LINES:
        said = f"{path} has more than {readers.LINES} lines, and what stands below them gives no row: not written"
        raise NotSaved(said, _OLDER)
    raise NotSaved(f"{path} would not be read as a {kind}: not written", "mend the file, or save another kind")


def rows(kind: str, path: str, data: bytes) -> dict[str | None, Handoff]:
    """What bytes will be read as, by anchor."""
    content = text.decode(data)
    reading = readers.read("project" if kind == "section" else kind, path, content)
    return {one.anchor: one for one in reading.handoffs if one.kind == kind}
