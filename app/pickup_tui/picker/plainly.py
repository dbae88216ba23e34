"""`--ascii` on the screen: this program's own signs and the lines of rendered Markdown become plain, cell for cell."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .frame import Line

_PLAIN: dict[int, str] = {
    **dict.fromkeys(range(9472, 9600), "+"),
    **dict.fromkeys(map(ord, "─━═┄┅┈┉╌╍╴╶╸╺"), "-"),
    **dict.fromkeys(map(ord, "│┃║┆┇┊┋╎╏▌▎"), "|"),
    **dict(zip(map(ord, "·—–…•↓↑›≈"), "---~*v^>~", strict=True)),
}


def plain_lines(lines: list[Line]) -> list[Line]:
    """Lines with plain signs in as many cells. The letters of a handoff stay what they are."""
    return [[(text if text.isascii() else text.replace(" …", "..").translate(_PLAIN), style) for text, style in line] for line in lines]
