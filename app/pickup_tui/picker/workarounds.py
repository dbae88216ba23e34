"""What goes around Textual 8.2 rather than through it, in one place. Each says what it is for and which names it leans on."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import App
    from textual.geometry import Region
    from textual.theme import Theme
    from textual.widget import Widget

    from .palette import Colour


def before_import() -> None:
    """Textual reads its frame rate when it is imported: at 60 a key's answer waits up to 16 ms for the next tick."""
    os.environ.setdefault("TEXTUAL_FPS", "240")


def after_import() -> None:
    """Children do not inherit the setting."""
    os.environ.pop("TEXTUAL_FPS", None)


def paint_now(app: App[Any], widget: Widget, regions: Iterable[Region], written: str) -> None:
    """Draws parts of a widget at once, instead of a message, an idle event and a timer tick later.

    written  the very cells that Textual would draw, as the first frame's painter writes them; "" leaves it to Textual.
             Textual is told that its own copy is stale, and draws from the same lines when it draws next.

    Leans on `Widget._set_dirty`, `Screen._compositor.update_widgets`, `Screen._compositor_refresh`, `App._begin_update`.
    """
    screen = app.screen
    widget._set_dirty(*regions)
    if app._batch_count or not screen.is_current or not app._running or widget not in screen._compositor.visible_widgets:
        widget.refresh()
        return
    driver = app._driver
    if written and driver is not None and not driver.is_headless and len(app.screen_stack) == 1:
        app._begin_update()
        driver.write(written)
        app._end_update()
        return
    screen._compositor.update_widgets({widget})
    screen._compositor_refresh()


def colours(theme: Theme) -> dict[str, Colour]:
    """The colours of a theme that `palette.BASES` does not know, from Textual's own arithmetic."""
    from . import palette

    made = theme.to_color_system().generate()
    return {role: colour if (colour := made.get(role, "")).startswith("#") and len(colour) == 7 else None for role in palette.ROLES}
