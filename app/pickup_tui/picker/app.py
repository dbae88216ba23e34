"""The Textual app: carries keys to the state, the state to the terminal, and results of slow work back. It decides nothing itself."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, SystemCommand
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from . import actions, frame, keys, menus, paint, palette, pane, state, workarounds
from .preview import Renderer
from .services import Outcome
from .watch import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from textual.app import ComposeResult
    from textual.driver import Driver
    from textual.screen import Screen
    from textual.timer import Timer

    from pickup_tui.handoff import Handoff
    from pickup_tui.shelf import Row

    from .frame import Line
    from .services import Services
    from .state import Effect, Listing, State

REST = 0.08  # seconds that the cursor rests before the text is read and the checks start


class Listed(Message):
    """A scan is done."""

    def __init__(self, listing: Listing) -> None:
        super().__init__()
        self.listing = listing


class Rendered(Message):
    """The preview's text, so far."""

    def __init__(self, id_: str, room: int, lines: list[Line], done: bool) -> None:
        super().__init__()
        self.id = id_
        self.room = room
        self.lines = lines
        self.done = done


class Checked(Message):
    """What is known of the changes since a handoff."""

    def __init__(self, id_: str, generation: int, facts: pane.Facts) -> None:
        super().__init__()
        self.id = id_
        self.generation = generation
        self.facts = facts


class Said(Message):
    """Something to say in the status line, or a menu to show."""

    def __init__(self, what: str | state.Menu) -> None:
        super().__init__()
        self.what = what


class Changed(Message):
    """Something in the searched folders has changed."""


class Canvas(Widget):
    """The one widget: it draws the frame's lines and hears the mouse."""

    can_focus = True

    def __init__(self, app_: PickerApp) -> None:
        super().__init__()
        self.picker = app_
        self.lines: list[Line] = []
        self.styles_of: dict[str, Style] = {}

    def render_line(self, y: int) -> Strip:
        line = self.lines[y] if y < len(self.lines) else []
        looks = self.styles_of
        return Strip([Segment(text, looks[style]) for text, style in line], self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        self.picker.resized(event.size.width, event.size.height)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.picker.clicked(event.x, event.y, event.time)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.picker.wheel(event.x, event.y, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.picker.wheel(event.x, event.y, -1)


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
        self.services = services
        self.state = start
        self.clock = clock
        self._loaded = loaded
        self._canvas = Canvas(self)
        self._facts: dict[str, pane.Facts] = {}
        self._body: tuple[str, int, list[Line], bool] = ("", 0, [], True)
        self._generation = 0
        self._cancel: Callable[[], None] = lambda: None
        self._shown_for: tuple[str | None, int] = (None, 0)
        self._renderer = Renderer(services.text, lambda *found: self.tell(Rendered(*found)))
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
        """Whether all that was asked for has come: the rows, the chosen row's text, the checks of its changes."""
        row, room = self.state.chosen, self._room()
        if self._reading or self.state.listing.reading:
            return False
        if row is None or not room:
            return True
        facts = self._facts.get(version(row.handoff))
        return self._body[:2] == (row.handoff.id, room) and self._body[3] and facts is not None and facts.done

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
        return frame.lines(self.state, self.clock(), self._pane())

    def show(self, new: State) -> None:
        """Makes `new` the state and draws what differs, at once."""
        self.state = new
        self._follow()
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
        last = frame.first_line(new, len(self._pane()))
        return new.with_(scroll=last) if new.scroll > last else new

    # --- what keys ask for

    def _effect(self, effect: Effect) -> None:
        row = effect.row
        if effect.kind in ("leave", "cancel", "load", "lane"):
            self._leave(effect)
        elif effect.kind == "palette":
            self.action_command_palette()
        elif effect.kind == "refresh":
            self._facts.clear()
            self._asked = False
            self._shown_for = (None, 0)
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
        facts = self._facts.get(version(effect.row.handoff)) if effect.row is not None else None
        self.exit(Outcome(effect.kind, effect.row, way=effect.way, text=text, facts=facts if facts and facts.done else None))

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
            self.tell(Listed(self.services.load()))

        threading.Thread(target=run, name="scan", daemon=True).start()

    def on_listed(self, message: Listed) -> None:
        self._reading = False
        self._took = time.monotonic() - self._began
        self.show(state.refreshed(self.state, message.listing, time.monotonic()))
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
        chosen = self.state.chosen
        if chosen is not None and chosen.handoff.id == message.id:
            self._body = (message.id, message.room, message.lines, message.done)
            self.show(self.state)

    def on_checked(self, message: Checked) -> None:
        if message.generation == self._generation or message.facts.done:
            self._facts[message.id] = message.facts
            self.show(self.state)

    def on_said(self, message: Said) -> None:
        if isinstance(message.what, state.Menu):
            self.show(self.state.with_(mode=state.MENU, menu=message.what, said=""))
        else:
            self.show(self.state.with_(said=message.what))

    # --- the preview

    def _room(self) -> int:
        at = self.state.layout.preview
        return 0 if at is None else max(4, at[2] - (3 if at[0] else 2))

    def _pane(self) -> list[Line]:
        room = self._room()
        row = self.state.chosen
        if not room:
            return []
        if row is None:
            return pane.empty(room, ascii_=not self.state.signs)
        head = pane.head(row, room, self.clock(), self._facts.get(version(row.handoff)) or pane.Facts(), self.services.short)
        id_, width, body, done = self._body
        if id_ != row.handoff.id or width != room:
            return [*head, [], [("…", "dim")]]
        return [*head, [], *body] if done else [*head, [], *body, [("…", "dim")]]

    def _follow(self) -> None:
        """The preview follows the cursor: what is cheap at once, the rest when it has rested."""
        row = self.state.chosen
        room = self._room()
        now = (version(row.handoff) if row is not None and room else None, room)
        if now != self._shown_for:
            self._shown_for = now
            self._generation += 1
            self._cancel()
            self._cancel = lambda: None
            if row is not None and room:
                generation = self._generation
                self.set_timer(REST, lambda: self._rested(generation, row))
        elif row is not None and not self._body[3] and self._body[0] == row.handoff.id and self.state.scroll + 100 > len(self._body[2]):
            self._renderer.want(row.handoff, room, len(self._body[2]) + 200)

    def _rested(self, generation: int, row: Row) -> None:
        if generation != self._generation:
            return
        self._renderer.want(row.handoff, self._room(), 200)
        id_ = version(row.handoff)
        known = self._facts.get(id_)
        if known is None or not known.done:
            self._cancel = self.services.since(row.handoff, lambda facts: self.tell(Checked(id_, generation, facts)))

    # --- Textual's own


    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        for action in actions.ACTIONS:
            if action.palette:
                yield SystemCommand(action.help, f"{action.shown}", lambda name=action.name: self.run_named(name))
        yield SystemCommand("Change the theme", "Choose one of Textual's themes", self.action_change_theme)

    def _handle_exception(self, error: Exception) -> None:
        """A crash ends the screen; it is told after the terminal is back, without anybody's data in it."""
        if self.crash is None:
            self.crash = error
        if self.is_headless:
            super()._handle_exception(error)
            return
        self._return_code = 1
        self._close_messages_no_wait()


def rich_style(look: palette.Look) -> Style:
    """A look as Rich has it."""
    fore, back, attributes = look
    return Style(
        color=_rich(fore), bgcolor=_rich(back), bold="b" in attributes or None, italic="i" in attributes or None,
        underline="u" in attributes or None, reverse="r" in attributes or None, dim="d" in attributes or None, strike="s" in attributes or None,
    )  # fmt: skip


def _rich(colour: palette.Colour) -> str | None:
    return f"color({colour})" if isinstance(colour, int) else colour


def version(handoff: Handoff) -> str:
    """Names a handoff as it is written now: what was found out about it counts until it is written anew."""
    return f"{handoff.id}\0{handoff.text_hash}"


def stylesheet() -> str:
    """The style sheet's path: in a checkout the one in `styles/`, since an editable install copies it only once."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    checkout = os.path.join(os.path.dirname(os.path.dirname(here)), "styles", "picker.tcss")
    return checkout if os.path.isfile(checkout) else os.path.join(here, "styles", "picker.tcss")
