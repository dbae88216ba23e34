"""Colours: what each style of the frame looks like in each of Textual's themes, known without importing Textual.

The early painter and the Textual widget both ask here, so the first frame has the colours of every later one.
`BASES` is Textual's own arithmetic written down; a test holds it to the installed Textual.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Colour = str | int | None  # "#rrggbb", one of the terminal's 16, or its default
    Look = tuple[Colour, Colour, str]  # foreground, background, attributes: b i u r d s

ROLES = ("background", "foreground", "surface", "panel", "primary", "accent", "warning", "error", "success")

# Theme -> dark, and the colours of ROLES.
BASES: Mapping[str, tuple[bool, tuple[Colour, ...]]] = {
    "textual-dark": (True, ("#121212", "#E0E0E0", "#1E1E1E", "#242F38", "#0178D4", "#FEA62B", "#FEA62B", "#B93C5B", "#4EBF71")),
    "textual-light": (False, ("#E0E0E0", "#1F1F1F", "#D8D8D8", "#D0D0D0", "#004578", "#FEA62B", "#FEA62B", "#B93C5B", "#4EBF71")),
    "nord": (True, ("#2E3440", "#D8DEE9", "#3B4252", "#434C5E", "#88C0D0", "#B48EAD", "#EACB8B", "#BE616A", "#A3BE8C")),
    "gruvbox": (True, ("#282828", "#FBF1C7", "#3C3836", "#504945", "#85A598", "#F9BD2F", "#FD8019", "#FA4934", "#B7BB26")),
    "catppuccin-mocha": (True, ("#181825", "#CDD6F4", "#313244", "#45475A", "#F5C2E7", "#F9B387", "#FAE3B0", "#F28FAD", "#ABE9B3")),
    "dracula": (True, ("#282A36", "#F8F8F2", "#2B2E3B", "#313442", "#BD93F9", "#FF79C6", "#FEB86C", "#FE5555", "#50FA7B")),
    "tokyo-night": (True, ("#1A1B26", "#A9B1D6", "#24283B", "#414868", "#BB9AF7", "#FE9E64", "#DFAF68", "#F6768E", "#9ECE6A")),
    "monokai": (True, ("#272822", "#D6D6D6", "#2E2E2E", "#3E3D32", "#AE81FF", "#66D9EF", "#FC971F", "#F82672", "#A5E22E")),
    "flexoki": (True, ("#100F0F", "#FFFCF0", "#1C1B1A", "#282726", "#205EA6", "#9B76C8", "#AC8301", "#AE3029", "#65800B")),
    "catppuccin-latte": (False, ("#EFF1F5", "#4C4F69", "#E6E9EF", "#CCD0DA", "#8839EF", "#FD640B", "#DE8E1D", "#D10F39", "#40A02B")),
    "catppuccin-frappe": (True, ("#303446", "#C6D0F5", "#414559", "#51576D", "#CA9EE6", "#F4B8E4", "#E4C890", "#E68284", "#A6D189")),
    "catppuccin-macchiato": (True, ("#24273A", "#CAD3F5", "#363A4F", "#494D64", "#C6A0F6", "#F5BDE6", "#EED49F", "#ED8796", "#A6DA95")),
    "solarized-light": (False, ("#FDF6E3", "#586E75", "#EEE8D5", "#EEE8D5", "#268BD2", "#6C71C4", "#CA4B16", "#DB322F", "#849900")),
    "solarized-dark": (True, ("#002B36", "#839496", "#073642", "#073642", "#268BD2", "#6C71C4", "#CA4B16", "#DB322F", "#849900")),
    "rose-pine": (True, ("#191724", "#E0DEF4", "#1F1D2E", "#26233A", "#C4A7E7", "#EBBCBA", "#F5C177", "#EA6F92", "#9CCFD8")),
    "rose-pine-moon": (True, ("#232136", "#E0DEF4", "#2A273F", "#393552", "#C4A7E7", "#EA9A97", "#F5C177", "#EA6F92", "#9CCFD8")),
    "rose-pine-dawn": (False, ("#FAF4ED", "#575279", "#FFFAF3", "#F2E9E1", "#907AA9", "#D6827E", "#E99D34", "#B4637A", "#56949F")),
    "atom-one-dark": (True, ("#282C34", "#ABB2BF", "#3B414D", "#4F5666", "#61AFEF", "#A378C2", "#DDB25B", "#EF6262", "#62F062")),
    "atom-one-light": (False, ("#FAFAFA", "#383A42", "#E0E0E0", "#CCCCCC", "#4078F2", "#BE9232", "#D7D938", "#F13F3F", "#6BF23F")),
    "ansi-dark": (True, (None, None, None, None, 4, 2, 3, 1, 2)),
    "ansi-light": (False, (None, None, None, None, 4, 5, 9, 1, 2)),
}
DEFAULT = "textual-dark"


def looks(theme: str, *, colour: bool = True) -> dict[str, Look]:
    """Every style's look in `theme` (an unknown name: the default theme); attributes alone without `colour`."""
    if not colour:
        return dict(_MONO)
    _, values = BASES.get(theme) or BASES[DEFAULT]
    return derive(dict(zip(ROLES, values, strict=True)))


def derive(base: Mapping[str, Colour]) -> dict[str, Look]:
    """Every style's look from the colours of ROLES."""
    back, fore, surface, panel = base["background"], base["foreground"], base["surface"], base["panel"]
    dim = _readable(blend(fore, back, 0.38), back, fore, 3.5)
    accent, warning = (_readable(base[role], back, fore, 4.0) for role in ("accent", "warning"))
    primary, error, success = (_readable(base[role], back, fore, 3.5) for role in ("primary", "error", "success"))
    cursor, on_cursor = base["primary"], _on(base["primary"])
    bar = panel if contrast(fore, panel) >= 4.5 else surface
    bar_text = _readable(fore, bar, _on(bar), 4.5)
    plain: dict[str, Look] = {
        "text": (fore, back, ""),
        "dim": (dim, back, ""),
        "bold": (fore, back, "b"),
        "italic": (fore, back, "i"),
        "strike": (dim, back, "s"),
        "heading": (primary, back, "b"),
        "label": (primary, back, ""),
        "code": (accent, back, ""),
        "star": (accent, back, "b"),
        "rule": (blend(fore, back, 0.65), back, ""),
        "warn": (warning, back, ""),
        "error": (error, back, ""),
        "good": (success, back, ""),
        "prompt": (accent, back, "b"),
        "caret": (back, fore, ""),
        "match": (accent, back, "b"),
        "header": (bar_text, bar, ""),
        "header_on": (_readable(base["accent"], bar, bar_text, 4.0), bar, "b"),
        "status": (bar_text, bar, ""),
        "status_warn": (_readable(base["warning"], bar, bar_text, 4.0), bar, "b"),
        "key": (accent, back, "b"),
        "footer": (fore, back, ""),
        "cursor": (on_cursor, cursor, "b"),
        "cursor_dim": (on_cursor, cursor, ""),
    }
    if cursor is None or isinstance(cursor, int):  # the terminal's own colours: say it with attributes
        plain |= {"cursor": (None, None, "br"), "cursor_dim": (None, None, "r"), "caret": (None, None, "r")}
        plain |= {"header": (None, None, "u"), "header_on": (plain["header_on"][0], None, "bu")}
    return plain


_MONO: dict[str, Look] = {
    "text": (None, None, ""), "dim": (None, None, "d"), "bold": (None, None, "b"), "italic": (None, None, "i"),
    "strike": (None, None, "s"), "heading": (None, None, "bu"), "label": (None, None, "b"), "code": (None, None, ""),
    "star": (None, None, "b"), "rule": (None, None, "d"), "warn": (None, None, "b"), "error": (None, None, "b"),
    "good": (None, None, ""), "prompt": (None, None, "b"), "caret": (None, None, "r"), "match": (None, None, "bu"),
    "header": (None, None, "u"), "header_on": (None, None, "bu"), "status": (None, None, ""), "status_warn": (None, None, "b"),
    "key": (None, None, "b"), "footer": (None, None, ""), "cursor": (None, None, "br"), "cursor_dim": (None, None, "r"),
}  # fmt: skip


def blend(over: Colour, under: Colour, share: float) -> Colour:
    """`over` moved by `share` towards `under`; the terminal's own colours have no between: bright black."""
    if not isinstance(over, str) or not isinstance(under, str):
        return 8
    pairs = zip(rgb(over), rgb(under), strict=True)
    return "#" + "".join(f"{round(one + (other - one) * share):02X}" for one, other in pairs)


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    # WCAG 2.1, "relative luminance"
    red, green, blue = ((part / 255 / 12.92) if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2.1); of the terminal's own colours it is taken to be enough."""
    if not isinstance(one, str) or not isinstance(other, str):
        return 21.0
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _readable(colour: Colour, under: Colour, towards: Colour, least: float) -> Colour:
    """`colour`, moved towards the text's colour until it can be read on `under`."""
    for step in range(9):
        moved = blend(colour, towards, step / 8) if step else colour
        if contrast(moved, under) >= least:
            return moved
    return towards


def _on(colour: Colour) -> Colour:
    """Black or white, whichever is read better on `colour`."""
    return max(("#000000", "#FFFFFF"), key=lambda choice: contrast(choice, colour))


def sgr(look: Look, *, deep: bool) -> str:
    """The escape sequence that sets a look after a reset; `deep` is 24-bit colour, else the 256."""
    fore, back, attributes = look
    codes = ["0", *(_ATTRIBUTES[name] for name in attributes)]
    for base, colour in ((30, fore), (40, back)):
        if isinstance(colour, str):
            codes.append(f"{base + 8};2;{';'.join(map(str, rgb(colour)))}" if deep else f"{base + 8};5;{of_256(colour)}")
        elif colour is not None:
            codes.append(str(base + colour if colour < 8 else base + 52 + colour))
    return f"\x1b[{';'.join(codes)}m"


_ATTRIBUTES = {"b": "1", "d": "2", "i": "3", "u": "4", "r": "7", "s": "9"}


def of_256(colour: str) -> int:
    """The number among 256 that Rich chooses for a colour (rich.color.Color.downgrade), so that both frames agree."""
    parts = rgb(colour)
    low, high = min(parts) / 255, max(parts) / 255
    light = (low + high) / 2
    spread = high - low
    saturation = 0.0 if not spread else spread / (high + low) if light <= 0.5 else spread / (2 - high - low)
    if saturation < 0.15:
        grey = round(light * 25)
        return 16 if grey == 0 else 231 if grey == 25 else 231 + grey
    red, green, blue = (part / 95 if part < 95 else 1 + (part - 95) / 40 for part in parts)
    return 16 + 36 * round(red) + 6 * round(green) + round(blue)
