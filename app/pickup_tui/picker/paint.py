"""The first frame: written straight to the terminal, before Textual is imported, by the same lines and colours.

Textual then draws the very same cells over it. There is none with NO_COLOR, in 16 colours and in the themes that use
the terminal's own, where Textual chooses colours that cannot be told beforehand.
"""

from __future__ import annotations

from . import palette
from .tty import ENTER

START = f"{ENTER}\x1b[?25l\x1b[?2004h"  # the other screen, no cursor, bracketed paste

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .frame import Line
    from .palette import Look


def depth(environ: Mapping[str, str]) -> int:
    """Colours of the terminal as Rich finds them: 24 (bits), 8, 4; 0 with NO_COLOR or when Textual is told otherwise."""
    if "NO_COLOR" in environ or environ.get("TEXTUAL_COLOR_SYSTEM", "auto") != "auto":
        return 0
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return 24
    return 8 if environ.get("TERM", "").strip().lower().rpartition("-")[2] in ("256color", "kitty") else 4


def early(theme: str, environ: Mapping[str, str]) -> bool:
    """Whether the first frame can be painted before Textual."""
    base = palette.BASES.get(theme)
    return depth(environ) >= 8 and base is not None and isinstance(base[1][0], str) and "TEXTUAL_FILTERS" not in environ


def codes(looks: Mapping[str, Look], *, deep: bool) -> dict[str, str]:
    """The escape sequence of every style; `deep` is 24-bit colour, else the 256."""
    return {style: palette.sgr(look, deep=deep) for style, look in looks.items()}


def cells(lines: Sequence[Line], codes: Mapping[str, str], caret: tuple[int, int], before: Sequence[Line] = ()) -> str:
    """The lines at their places, those of `before` left out where they are the same, and the terminal's cursor where
    input methods look for it. "" when nothing differs.
    """
    out: list[str] = []
    for y, line in enumerate(lines):
        if y < len(before) and before[y] == line:
            continue
        out.append(f"\x1b[{y + 1};1H")
        last = ""
        for text, style in line:
            if style != last:
                out.append(codes[style])
                last = style
            out.append(text)
    return "".join(out) + f"\x1b[0m\x1b[{caret[1] + 1};{caret[0] + 1}H" if out else ""
