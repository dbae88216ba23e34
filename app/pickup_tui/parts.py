"""Long lists of lines packed into few bytes, and taken apart block by block as they are asked for.

What is kept of 10,000 handoffs are some 7 MB of text that say much the same over and over; packed it is a seventh. A
screen holds the packed bytes and makes of them what it shows, where texts would cost a fifth of all its memory; and
reading, checking and writing a seventh takes less time than unpacking what a quick command looks at.
"""

from __future__ import annotations

import zlib
from itertools import chain, islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LEVEL = 1  # of packing: the higher ones take twice the time and gain a tenth


class Part:
    """Lines, so many to a block. What is no part raises ValueError when it is taken apart."""

    __slots__ = ("_blocks", "_data", "_last", "_per")

    def __init__(self, data: bytes, blocks: Sequence[tuple[int, int]], per: int) -> None:
        self._data = data
        self._blocks = blocks  # where each begins and ends
        self._per = per
        # The block that was looked at last, and its lines: those beside a line are asked for next. One value, since
        # several threads look.
        self._last: tuple[int, list[str]] = (-1, [])

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(text.split("\n") for text in self.texts())

    def __getitem__(self, at: int) -> str:
        block = at // self._per
        last, lines = self._last
        if block != last:
            lines = self._text(block).split("\n")
            self._last = (block, lines)
        return lines[at % self._per]

    def texts(self) -> Iterator[str]:
        """The text of each block, lines apart."""
        return map(self._text, range(len(self._blocks)))

    def _text(self, block: int) -> str:
        start, end = self._blocks[block]
        try:
            return decoded(zlib.decompress(memoryview(self._data)[start:end]))
        except zlib.error as error:
            raise ValueError("a block is not whole") from error


def packed(parts: Sequence[tuple[Iterable[str], int]]) -> bytes:
    """Parts as one: of each its lines, and how many make a block. Where everything lies comes first."""
    head, body = [], []
    for lines, per in parts:
        rest, sizes = iter(lines), [str(per)]
        while block := list(islice(rest, per)):
            body.append(zlib.compress(encoded("\n".join(block)), _LEVEL))
            sizes.append(str(len(body[-1])))
        head.append(" ".join(sizes))
    return b"".join([encoded("\x1f".join(head)), b"\n", *body])


def unpacked(data: bytes, start: int) -> list[Part]:
    """The parts that `packed` made one, from byte `start` on. Raises ValueError when it is none."""
    end = data.index(b"\n", start)
    parts, at = [], end + 1
    for head in data[start:end].split(b"\x1f"):
        per, *sizes = map(int, head.split(b" "))
        blocks = []
        for size in sizes:
            blocks.append((at, at + size))
            at += size
        parts.append(Part(data, blocks, per))
    if at != len(data):
        raise ValueError("it ends elsewhere")
    return parts


def decoded(data: bytes | memoryview) -> str:
    return str(data, "utf-8", "surrogatepass")


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
