"""The Textual app: carries keys to the state, the state to the terminal, and results of slow work back. It decides nothing itself."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.geometry import Offset, Region
from textual.theme import ThemeProvider

from . import actions, frame, keys, menus, paint, palette, sentences, state, workarounds
from .canvas import Canvas, rich_style, stylesheet
from .following import Following
from .messages import Changed, Checked, Listed, Rendered, Said
from .services import Outcome, read
from .watch import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from textual.app import ComposeResult
    from textual.driver import Driver
    from textual.message import Message
    from textual.screen import Screen
    from textual.timer import Timer

    from pickup_tui.rows import Row

    from .frame import Line
    from .services import Services
    from .state import Effect, State

AGAIN = "reading again …"


class PickerApp(App[Outcome]):
    """The screen over some `Services`. Ends with an `Outcome`."""

    TITLE = "pickup-tui"
    ENABLE_COMMAND_PALETTE = True
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[Any]] = []

    def __init__(
        self,
        services: Services,
        start: State,
        *,
        theme: str = palette.DEFAULT,
        environ: Mapping[str, str] | None = None,
        driver_class: type[Driver] | None = None,
        clock: Callable[[], float] = time.time,
        loaded: bool = False,
    ) -> None:
        self._environ = os.environ if environ is None else environ
        self._colour = "NO_COLOR" not in self._environ
        self._codes: dict[str, str] | None = None
        super().__init__(driver_class=driver_class, css_path=stylesheet(), ansi_color=None if self._colour else True)
        self.set_class(not start.signs, "ascii")
        self.services = services
        self.state = start
        self.clock = clock
        self._loaded = loaded
        self._canvas = Canvas(self)
        self._preview = Following(services, lambda *found: self.tell(Rendered(*found)), lambda *found: self.tell(Checked(*found)), self.set_timer)
        self._watcher = Watcher(lambda: self.tell(Changed()))
        self._reading = False
        self._again = False
        self._began = 0.0  # when the last scan began, and how long it took
        self._took = 0.0
        self._later: Timer | None = None
        self._asked = False
        self._lanes: dict[str, dict[str, Any]] = {}  # by row, those that were judged
        self.crash: BaseException | None = None
        if theme in self.available_themes:
            self.theme = theme
        self._relook()

    # --- the screen

    def compose(self) -> ComposeResult:
        yield self._canvas

    def on_mount(self) -> None:
        self.theme_changed_signal.subscribe(self, lambda _: self._themed())
        self._canvas.focus()
        self.resized(*self.size)

    def on_ready(self) -> None:
        if not self._loaded:
            self.read_again()
        else:
            self._watcher.watch(self.services.folders())
        import gc

        gc.freeze()
        gc.enable()
        # Keys are answered by this thread: while another one works, it gets its turn this often.
        sys.setswitchinterval(0.0005)

    @property
    def settled(self) -> bool:
        """Whether all that was asked for has come: the rows, and what the preview shows of the chosen one."""
        return not (self._reading or self.state.listing.reading) and self._preview.settled(self.state)

    def _relook(self) -> None:
        looks = palette.looks(self.theme, colour=self._colour)
        if self._colour and self.theme not in palette.BASES:
            looks = palette.derive(workarounds.colours(self.current_theme))
        self._canvas.styles_of = {name: rich_style(look) for name, look in looks.items()}
        # Where the painter of the first frame knows the colours, it answers keys too: in a third of the time.
        self._codes = paint.codes(looks, deep=paint.depth(self._environ) == 24) if paint.early(self.theme, self._environ) else None

    def _themed(self) -> None:
        self._relook()
        self._canvas.refresh()

    def _draw(self) -> list[Line]:
        return frame.lines(self.state, self.clock(), self._preview.lines(self.state, self.clock()))

    def show(self, new: State) -> None:
        """Makes `new` the state and draws what differs, at once."""
        self.state = new
        self._preview.follow(new)
        lines = self._draw()
        old = self._canvas.lines
        self._canvas.lines = lines
        self.cursor_position = Offset(*frame.caret(new))
        if len(old) != len(lines):
            self._canvas.refresh()
            return
        width = new.width
        changed = [y for y, (one, other) in enumerate(zip(old, lines, strict=True)) if one != other]
        if changed and self._canvas.is_mounted:
            regions = [Region(0, y, width, 1) for y in changed]
            written = paint.cells(lines, self._codes, frame.caret(new), old) if self._codes else ""
            workarounds.paint_now(self, self._canvas, regions, written)

    def resized(self, width: int, height: int) -> None:
        self._canvas.lines = []
        self.show(state.resized(self.state, width, height))

    # --- keys and mouse

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, (events.Key, events.Paste)) and len(self.screen_stack) == 1 and not event.is_forwarded:
            if isinstance(event, events.Key):
                event.stop()
                self.pressed(event.key, event.character, event.time)
            else:
                self.show(keys.paste(self.state, event.text))
            return
        await super().on_event(event)
        if isinstance(event, events.Resize):
            # A terminal that shrank and grew again has lost what it showed, though its size is what it was: several
            # signals become one event, and nothing that is drawn seems to have changed.
            self._canvas.lines = []
            self.show(self.state)

    def pressed(self, key: str, character: str | None, when: float) -> None:
        """One key, answered before the next one is looked at."""
        if self._exit:
            return
        new, effect = keys.press(self.state, key, character, when)
        self._done(new, effect)

    def clicked(self, x: int, y: int, when: float) -> None:
        found = frame.hit(self.state, x, y)
        if found is None:
            return
        kind, what = found
        if kind == "row" and isinstance(what, int):
            self.show(keys.click(self.state, what, when))
        elif kind == "sort":
            self.show(keys.sort(self.state, str(what)))
        elif kind == "action":
            self._done(*keys.run(self.state, str(what), when))

    def wheel(self, x: int, y: int, lines: int) -> None:
        found = frame.hit(self.state, x, y)
        if self.state.mode == state.HELP or (found is not None and found[0] == "preview"):
            self.show(self._clamped(keys.scroll_preview(self.state, lines * 3)))
        else:
            self.show(keys.scroll(self.state, lines * 3))

    def run_named(self, name: str) -> None:
        """An action that the palette chose."""
        self._done(*keys.run(self.state, name))

    def _done(self, new: State, effect: Effect | None) -> None:
        self.show(self._clamped(new))
        if effect is not None:
            self._effect(effect)

    def _clamped(self, new: State) -> State:
        if new.mode == state.HELP:
            return new
        last = frame.first_line(new, len(self._preview.lines(self.state, self.clock())))
        return new.with_(scroll=last) if new.scroll > last else new

    # --- what keys ask for

    def _effect(self, effect: Effect) -> None:
        row = effect.row
        if effect.kind in ("leave", "cancel", "load", "lane"):
            self._leave(effect)
        elif effect.kind == "palette":
            self.action_command_palette()
        elif effect.kind == "refresh":
            self._preview.forget()
            self._asked = False
            self.show(self.state.with_(said=AGAIN))
            self.read_again()
        elif effect.kind == "menu" and row is not None:
            self.show(self.state.with_(mode=state.MENU, menu=menus.named(effect, self._lanes.get(row.handoff.id, {}))))
        elif row is not None:
            self._on_row(effect, row)

    def _leave(self, effect: Effect) -> None:
        text = effect.text
        if effect.way == "agent" and not text:
            agents = self.services.agents
            if len(agents) > 1:
                self.show(self.state.with_(mode=state.MENU, menu=menus.agents(effect, agents)))
                return
            text = agents[0]
        facts = self._preview.facts(effect.row.handoff) if effect.row is not None else None
        self.exit(Outcome(effect.kind, effect.row, way=effect.way, text=text, facts=facts))

    def _on_row(self, effect: Effect, row: Row) -> None:
        services = self.services
        if effect.kind == "edit":
            self._edit(row)
        elif effect.kind == "copy":
            self._slow("copying …", lambda: services.copy(row, self._send))
        elif effect.kind == "copy_text":
            self._slow("copying …", lambda: services.copy_text(effect.text, self._send))
        elif effect.kind == "tmux":
            agents = services.agents
            if not effect.text and len(agents) > 1:
                self.show(self.state.with_(mode=state.MENU, menu=menus.agents(effect, agents)))
            else:
                self._slow("starting …", lambda: services.tmux(row, effect.text or agents[0]))
        elif effect.kind == "browse":
            self._slow("opening …", lambda: services.browse(row))
        elif effect.kind == "hide":
            self._slow("hiding …", lambda: services.hide(row), then=self.read_again)
        elif effect.kind == "lanes":
            self._slow("checking lanes …", lambda: self._judge(row))

    def _send(self, data: bytes) -> None:
        """Writes to the terminal itself, for a clipboard behind it."""
        if self._driver is not None:
            self._driver.write(data.decode())

    def _judge(self, row: Row) -> str | state.Menu:
        found = self.services.lanes(row)
        if isinstance(found, str):
            return found
        self._lanes[row.handoff.id] = {lane.id: lane for lane in found}
        return menus.lanes(row, found)

    def _slow(self, word: str, work: Callable[[], str | state.Menu], then: Callable[[], None] = lambda: None) -> None:
        """Work in a thread that the exit does not wait for; what it returns is said."""
        self.show(self.state.with_(said=word))

        def run() -> None:
            try:
                said = work()
            except Exception as error:  # noqa: BLE001 - a service that breaks its promise must not end the screen
                said = f"that failed: {type(error).__name__}: {error}"
            self.tell(Said(said))
            then()

        threading.Thread(target=run, name="effect", daemon=True).start()

    def _edit(self, row: Row) -> None:
        import subprocess

        found = self.services.editor(row)
        if isinstance(found, str) or self._driver is None or not self._driver.can_suspend:
            self.show(self.state.with_(said=found if isinstance(found, str) else "no terminal for an editor"))
            return
        argv, folder = found
        said = ""
        with self.suspend():
            terminal = os.open("/dev/tty", os.O_RDWR)
            try:
                code = subprocess.run(argv, cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal, check=False).returncode
                said = f"{argv[0]} ended with {code}" if code else ""
            except OSError as error:
                said = f"cannot start {argv[0]}: {error.strerror}"
            finally:
                os.close(terminal)
        self._canvas.lines = []
        self.show(self.state.with_(said=said))
        self.read_again()

    # --- slow work and its results

    def tell(self, message: Message) -> None:
        """Posts a message from any thread; nobody is left to hear it once the screen is leaving."""
        with contextlib.suppress(RuntimeError):
            self.post_message(message)

    def read_again(self) -> None:
        """Starts a scan, or has the one that runs followed by another."""
        if self._reading:
            self._again = True
            return
        self._reading = True
        self._began = time.monotonic()

        def run() -> None:
            self.tell(Listed(*read(self.services)))

        threading.Thread(target=run, name="scan", daemon=True).start()

    def on_listed(self, message: Listed) -> None:
        self._reading = False
        self._took = time.monotonic() - self._began
        if message.listing is None:
            self.show(self.state.with_(said=message.said))
            return
        new = state.refreshed(self.state, message.listing, time.monotonic())
        self.show(new.with_(said=f"read again: {sentences.counted(new.with_(text=''))}") if new.said == AGAIN else new)
        self._watcher.watch(self.services.folders())
        if not self._asked:
            self._asked = True
            threading.Thread(target=self._reviews, name="reviews", daemon=True).start()
        if self._again:
            self._again = False
            self.on_changed()

    def _reviews(self) -> None:
        self.services.warm()
        with contextlib.suppress(OSError):
            if self.services.reviews():
                self.tell(Changed())

    def on_changed(self) -> None:
        """Reads again, but never spends more than a third of the time on it: 200 files a second may be changing."""
        wait = self._began + max(0.3, 3 * self._took) - time.monotonic()
        if wait <= 0 or self._reading:
            self.read_again()
        elif self._later is None:
            self._later = self.set_timer(wait, self._late)

    def _late(self) -> None:
        self._later = None
        self.read_again()

    def on_rendered(self, message: Rendered) -> None:
        if self._preview.rendered(message, self.state):
            self.show(self.state)

    def on_checked(self, message: Checked) -> None:
        if self._preview.checked(message):
            self.show(self.state)

    def on_said(self, message: Said) -> None:
        if isinstance(message.what, state.Menu):
            self.show(self.state.with_(mode=state.MENU, menu=message.what, said=""))
        else:
            self.show(self.state.with_(said=message.what))

    # --- Textual's own

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for action in actions.ACTIONS:
            if action.palette:
                yield SystemCommand(action.help, f"{action.shown}", lambda name=action.name: self.run_named(name))
        yield SystemCommand("Change the theme", "Choose one of Textual's themes", self.action_change_theme)

    def action_command_palette(self) -> None:
        if len(self.screen_stack) == 1:
            self.push_screen(CommandPalette(placeholder="Search for commands"))

    def search_themes(self) -> None:
        self.push_screen(CommandPalette([ThemeProvider], placeholder="Search for themes"))

    def _handle_exception(self, error: Exception) -> None:
        """A crash ends the screen; it is told after the terminal is back, without anybody's data in it."""
        if self.crash is None:
            self.crash = error
        if self.is_headless:
            super()._handle_exception(error)
            return
        self._return_code = 1
        self._close_messages_no_wait()
