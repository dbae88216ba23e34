"""A marked block in somebody's start-up file. Pure: bytes in, bytes out; all other bytes stay."""

from __future__ import annotations

from pickup_tui.save.safe import NotSaved

BEGIN = b"# >>> pickup-tui >>>"
END = b"# <<< pickup-tui <<<"


def put(data: bytes | None, body: bytes, path: str) -> bytes:
    """`data` with the block that holds `body` (whole lines): in its old place, else at the end."""
    data = data or b""
    block = BEGIN + b"\n" + body + END + b"\n"
    span = _span(data, path)
    if span:
        return data[: span[0]] + block + data[span[1] :]
    return data + (b"" if not data or data.endswith(b"\n") else b"\n") + block


def take(data: bytes, path: str) -> bytes:
    """`data` without the block."""
    span = _span(data, path)
    return data[: span[0]] + data[span[1] :] if span else data


def _span(data: bytes, path: str) -> tuple[int, int] | None:
    """Where the block stands: from its first byte to the one after its last line. Raises NotSaved when it is broken."""
    begins: list[int] = []
    ends: list[int] = []
    at = 0
    for line in data.splitlines(keepends=True):
        if line.strip() == BEGIN:
            begins.append(at)
        at += len(line)
        if line.strip() == END:
            ends.append(at)
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or begins[0] >= ends[0]:
        said = f"{path}: the lines that mark the block of pickup-tui are not one pair: not changed"
        raise NotSaved(said, f"delete what is left of the block ({BEGIN.decode()} to {END.decode()}) and run this again")
    return begins[0], ends[0]
