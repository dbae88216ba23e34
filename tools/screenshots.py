"""Makes every picture in `screenshots/` from the demo: `python -m tools.screenshots [FOLDER]`.

The same code, versions and fonts make the same pictures: the clock stands still, and nothing of this machine is in them.
Each is an SVG as Textual writes it, and a PNG of that. PNGs need fonts-dejavu-core, fonts-noto-color-emoji and
fonts-wqy-zenhei from Debian, or whatever stands for them elsewhere.
"""

from __future__ import annotations

import asyncio
import html
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import resvg_py

from pickup_tui import cli, demo
from pickup_tui.cells import width as cells_of
from pickup_tui.commands.screen_services import Real
from pickup_tui.picker.app import PickerApp
from pickup_tui.picker.state import State
from pickup_tui.world import World

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from pickup_tui.picker.services import Outcome

FOLDER = Path(__file__).resolve().parents[1] / "screenshots"
PATIENCE = 30.0  # seconds for the demo's checks to come in

# Name, columns, lines, theme, keys that are pressed first.
PICTURES: tuple[tuple[str, int, int, str, tuple[str, ...]], ...] = (
    ("wide", 120, 32, "textual-dark", ("down",)),
    ("first-look", 80, 24, "textual-dark", ()),
    ("filter", 80, 24, "textual-dark", (*"rate", "down")),
    ("every-row", 120, 32, "textual-dark", ("ctrl+f", "down", "down", "down")),
    ("light", 100, 30, "textual-light", ("down", "down")),
    ("help", 100, 36, "textual-dark", ("f1",)),
    ("small", 40, 12, "textual-dark", ("down",)),
)


class Still(Real):
    """The screen's services with a clock that stands."""

    def tick(self) -> None:
        pass


_CELL = 12.2  # pixels of a cell's width in Textual's pictures
_TEXT = re.compile(r'<text class="([^"]*)" x="([\d.]+)" y="([\d.]+)" textLength="[\d.]+" clip-path="([^"]*)">([^<]*)</text>')


async def picture(world: World, width: int, height: int, theme: str, keys: tuple[str, ...]) -> str:
    """The screen as SVG, after `keys` and after everything that they asked for has come."""
    services = Still(cli.Args("pick", (), {}), world)
    app = PickerApp(services, State(services.first(), width, height, enter="copy"), theme=theme, clock=lambda: world.now)
    async with app.run_test(size=(width, height)) as pilot:
        await _settled(pilot, app)
        for key in keys:
            await pilot.press(key)
        await _settled(pilot, app)
        svg = app.export_screenshot(title="pickup-tui", simplify=True)
        app.exit()
    return _portable(svg)


async def _settled(pilot: Pilot[Outcome], app: PickerApp) -> None:
    end = time.monotonic() + PATIENCE
    await pilot.pause()
    while not app.settled:
        if time.monotonic() > end:
            raise SystemExit("the screen did not come to rest")
        await pilot.pause(0.05)
    await pilot.pause()


def _portable(svg: str) -> str:
    """The picture without what a page cannot load or what changes: no fonts from elsewhere, names of its own that stay."""
    svg = re.sub(r"\s*<!-- Generated.*?-->", "", svg)
    svg = re.sub(r"@font-face\s*\{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("font-family: Fira Code, monospace", "font-family: 'DejaVu Sans Mono', monospace")
    svg = _TEXT.sub(_on_the_grid, svg)
    for unique in dict.fromkeys(re.findall(r"terminal-\d+", svg)):
        svg = svg.replace(unique, "terminal")
    return svg


def _on_the_grid(found: re.Match[str]) -> str:
    """A run of text in as many cells as a terminal gives it: the export counts letters, and wide ones take two cells.

    Each wide letter stands alone, so that no font's own width moves what follows.
    """
    style, x, y, clip, content = found.groups()
    at = float(x)
    out = []
    for part in re.findall(r"[\x00-\u10ff\u2000-\u2bff]+|.", html.unescape(content), re.DOTALL):
        cells = cells_of(part)
        text = html.escape(part).replace(" ", "&#160;")
        if part.strip() or "\n" in part:
            out.append(f'<text class="{style}" x="{at:g}" y="{y}" textLength="{cells * _CELL:g}" clip-path="{clip}">{text}</text>')
        at += cells * _CELL
    return "".join(out)


def _world(top: str) -> World:
    """The demo's world on a Monday morning, in UTC."""
    os.environ["TZ"] = "UTC"
    time.tzset()
    around = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    return demo.make(top, World(around, "/", time.mktime((2026, 11, 30, 10, 30, 0, 0, 0, 0))))


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.pop("NO_COLOR", None)
    for name, width, height, theme, keys in PICTURES:
        with tempfile.TemporaryDirectory(prefix=demo.PREFIX) as top:
            svg = asyncio.run(picture(_world(os.path.realpath(top)), width, height, theme, keys))
        if demo.PREFIX in svg:
            raise SystemExit(f"{name}: the temporary folder's name is in the picture")
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        png = resvg_py.svg_to_bytes(svg_string=svg, monospace_family="DejaVu Sans Mono", font_family="DejaVu Sans Mono")
        (folder / f"{name}.png").write_bytes(bytes(png))
        print(f"{name}: {width}x{height}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
