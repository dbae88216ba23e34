"""What a save would change, for `--dry-run`."""

from __future__ import annotations

from pickup_tui.text import decode, inert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .safe import Change


def difference(changes: Iterable[Change]) -> str:
    """What would change, as a unified diff that a terminal can be shown."""
    import difflib

    out: list[str] = []
    for change in changes:
        old, new = ([row + "\n" for row in decode(data or b"").split("\n")[:-1]] for data in (change.before, _ended(change.after)))
        name = inert(change.path)
        out += difflib.unified_diff(old, new, name if change.before is not None else "/dev/null", name)
    return "".join(out)


def _ended(data: bytes) -> bytes:
    return data if data.endswith((b"\n", b"\r")) else data + b"\n"
