"""The app over made-up services, driven by Pilot: keys reach the state, results reach the screen, effects reach the services."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from made import NOW, Fake, handoff
from pickup_tui import shelf
from pickup_tui.picker import actions
from pickup_tui.picker.app import PickerApp
from pickup_tui.picker.pane import Facts
from pickup_tui.picker.state import Listing, State
from support import FORBIDDEN, HOSTILE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from textual.message import Message
    from textual.pilot import Pilot

    from pickup_tui.picker.services import Outcome

LIMIT = 20.0


class Driven:
    """An app under Pilot, and a way to wait for what its messages bring about."""

    def __init__(self, fake: Fake, width: int = 80, height: int = 24, *, loaded: bool = True) -> None:
        self.fake = fake
        self.app = PickerApp(fake, State(fake.first(), width, height), clock=lambda: NOW, loaded=loaded)
        self._heard = asyncio.Event()
        self._size = (width, height)
        self.messages: list[str] = []

    def run(self) -> AbstractAsyncContextManager[Pilot[Outcome]]:
        def hook(message: Message) -> None:
            self.messages.append(type(message).__name__)
            self._heard.set()

        return self.app.run_test(size=self._size, message_hook=hook)

    async def until(self, test: Callable[[], object], what: str = "") -> None:
        """Waits, message by message, until `test` holds."""

        async def wait() -> None:
            while not test():
                self._heard.clear()
                if not test():
                    await self._heard.wait()

        try:
            await asyncio.wait_for(wait(), LIMIT)
        except TimeoutError:
            raise AssertionError(f"waited for {what} in vain; the screen is\n{self.text()}") from None

    def text(self) -> str:
        return "\n".join("".join(text for text, _ in line) for line in self.app._canvas.lines)

    async def shows(self, words: str) -> None:
        await self.until(lambda: words in self.text(), repr(words))

    @property
    def outcome(self) -> Outcome:
        value = self.app.return_value
        assert value is not None
        return value


@pytest.fixture
def driven() -> Driven:
    return Driven(Fake())


class TestKeys:
    async def test_a_digit_leaves_with_its_row(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("3")
        assert (driven.outcome.kind, driven.outcome.row) == ("load", driven.fake.listing.rows[2])

    async def test_enter_at_first_leaves_with_nothing(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("enter")
        assert driven.outcome.kind == "leave"

    async def test_a_filter_narrows_what_is_drawn(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press(*"project22")
            assert "1 of 23 match" in driven.text()
            await pilot.press("enter")
        assert driven.outcome.row is not None
        assert driven.outcome.row.number == 23

    async def test_keys_behind_a_choice_do_nothing_more(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("3", "4", "down", "enter", "ctrl+y")
        assert driven.outcome.row is not None
        assert driven.outcome.row.number == 3
        assert driven.fake.asked == []

    async def test_what_was_known_of_the_changes_goes_along(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("down")
            await driven.shows("since: 3 new commits")
            await pilot.press("enter")
        assert driven.outcome.facts == driven.fake.facts

    async def test_what_is_drawn_is_what_the_state_says_after_every_key(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            for key in ("down", "p", "a", "backspace", "f3", "f3", "ctrl+d", "ctrl+f", "f2", "f2", "f1", "x", "tab", "pagedown", "end"):
                await pilot.press(key)
                assert driven.app._canvas.lines == driven.app._draw()


class TestPreview:
    async def test_it_follows_the_cursor(self) -> None:
        driven = Driven(Fake(), 120, 36)
        async with driven.run() as pilot:
            await pilot.press("down")
            assert "next step: do step 0" in driven.text(), "the brief is there with the key"
            await driven.shows("Some bold words and code.")
            assert "4f1c2aa..main" in driven.text()

    async def test_a_key_does_not_wait_for_it(self) -> None:
        fake = Fake()
        fake.slow.clear()
        driven = Driven(fake, 120, 36)
        async with driven.run() as pilot:
            await pilot.press("down")
            await driven.until(lambda: ("since", fake.listing.rows[0].handoff.topic) in fake.asked)
            await pilot.press("down")
            assert "next step: do step 1" in driven.text()
            fake.slow.set()
            await driven.shows("Some bold words")
            assert driven.app.state.chosen is fake.listing.rows[1]

    async def test_a_held_cursor_starts_no_check_of_what_it_passes(self, driven: Driven) -> None:
        async with driven.run():
            for _ in range(8):  # faster than anybody reads
                driven.app.pressed("down", None, float("inf"))
            await driven.until(lambda: driven.fake.asked)
            assert [name for name, _ in driven.fake.asked] == ["since"]
            assert driven.fake.asked[0][1] == driven.fake.listing.rows[7].handoff.topic

    async def test_what_is_written_anew_is_checked_anew(self, driven: Driven) -> None:
        fake = driven.fake
        async with driven.run() as pilot:
            await pilot.press("down")
            await driven.shows("since: 3 new commits")
            fake.facts = Facts("no change since last session", done=True)
            fake.listing = Listing(shelf.arrange(one.handoff.with_(text_hash="other") for one in fake.listing.rows))
            driven.app.read_again()
            await driven.shows("since: no change since last session")
        assert len([name for name, _ in fake.asked if name == "since"]) == 2

    async def test_moving_on_cancels_the_check(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("down")
            await driven.until(lambda: driven.fake.asked)
            await pilot.press("down")
            assert ("cancel", driven.fake.listing.rows[0].handoff.topic) in driven.fake.asked

    async def test_it_scrolls_by_key_and_by_wheel_and_stops_at_its_end(self) -> None:
        fake = Fake()
        fake.body = "\n\n".join(f"paragraph {at}" for at in range(60))
        driven = Driven(fake, 120, 24)
        async with driven.run() as pilot:
            await pilot.press("down")
            await driven.shows("paragraph 1")
            await pilot.press(*["f8"] * 60)
            await driven.shows("paragraph 59")
            end = driven.app.state.scroll
            await pilot.press("f8", "f7")
            assert driven.app.state.scroll == end - 5


class TestRefresh:
    async def test_a_new_listing_keeps_the_choice(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("down", "down")
            before = driven.app.state.cursor
            new = [handoff(0, "brand new", when=9e9, path="/new"), *(row.handoff for row in driven.fake.listing.rows)]
            driven.fake.listing = Listing(shelf.arrange(new))
            await pilot.press("f5")
            await driven.shows("brand new")
            assert driven.app.state.cursor == before

    async def test_hiding_a_row_takes_it_away(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("down", "ctrl+x")
            await driven.until(lambda: len(driven.app.state.listing.rows) == 22)
            assert "retry uploads with backoff 0" not in driven.text()


    async def test_a_reading_that_fails_is_told_and_f5_tries_again(self, driven: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
        async with driven.run() as pilot:
            with monkeypatch.context() as broken:
                broken.setattr(driven.fake, "load", lambda: (_ for _ in ()).throw(ValueError("odd block")))
                await pilot.press("f5")
                await driven.until(lambda: "reading failed: ValueError: odd block — F5 tries again" in driven.app.state.said)
            assert driven.app.crash is None
            await pilot.press("f5")
            await driven.until(lambda: "read again" in driven.app.state.said)

class TestActions:
    @pytest.mark.parametrize(
        ("key", "asked"), [("ctrl+y", ("copy", "retry uploads with backoff 0")), ("ctrl+t", ("tmux", "claude")), ("ctrl+l", ("browse", "acme/p0#0"))]
    )
    async def test_those_that_stay_say_what_came_of_it(self, driven: Driven, key: str, asked: tuple[str, str]) -> None:
        async with driven.run() as pilot:
            await pilot.press("down", key)
            await driven.until(lambda: asked in driven.fake.asked)
            await driven.until(lambda: driven.app.state.said in ("copied to the clipboard with xclip (2.1 kB)", "claude was started", "opened"))
            assert not driven.app._exit

    @pytest.mark.parametrize(("key", "way"), [("ctrl+o", "print"), ("ctrl+g", "agent")])
    async def test_those_that_leave(self, driven: Driven, key: str, way: str) -> None:
        async with driven.run() as pilot:
            await pilot.press("down", key)
        assert (driven.outcome.kind, driven.outcome.way) == ("load", way)

    async def test_with_several_agents_it_asks_which(self) -> None:
        driven = Driven(Fake(agents=("claude", "codex")))
        async with driven.run() as pilot:
            await pilot.press("down", "ctrl+g")
            assert "Start which agent?" in driven.text()
            await pilot.press("2")
        assert (driven.outcome.way, driven.outcome.text) == ("agent", "codex")

    async def test_a_lane_is_run_only_after_prompt_and_confirmation(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("down", "f9")
            await driven.shows("a: validated — every check passed")
            assert "b: blocked — it is running" in driven.text()
            await pilot.press("1")
            assert "claude -p --resume id" in driven.text()
            assert "/home/u/wt" in driven.text()
            await pilot.press("r", *"go on", "enter")
            assert "prompt: go on" in driven.text()
            await pilot.press("n", "y")
        assert (driven.outcome.kind, driven.outcome.text) == ("lane", "a\tgo on")
        assert driven.outcome.way == "claude\0-p\0--resume\0id\0/home/u/wt"

    async def test_a_service_that_fails_is_said_and_nothing_ends(self, driven: Driven, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: Any) -> str:
            raise OSError("no such thing")

        monkeypatch.setattr(driven.fake, "copy", broken)
        async with driven.run() as pilot:
            await pilot.press("down", "ctrl+y")
            await driven.shows("that failed: OSError: no such thing")


class TestMouse:
    async def test_a_click_chooses_a_row_and_a_header_sorts(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.click(offset=(8, 4))
            assert driven.app.state.chosen is driven.fake.listing.rows[2]
            await pilot.click(offset=(8, 1))
            assert driven.app.state.sort == "topic"

    async def test_a_click_on_the_footer_is_its_key(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.click(offset=(2, 22))
            assert driven.app.state.mode == "help"


class TestPalette:
    async def test_it_offers_the_actions_and_runs_one(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            await pilot.press("ctrl+p")
            await driven.until(lambda: len(driven.app.screen_stack) == 2)
            await pilot.press(*"show all rows")
            await pilot.pause()
            await pilot.press("enter")
            await driven.until(lambda: len(driven.app.screen_stack) == 1 and driven.app.state.full, "all rows")

    async def test_every_action_that_it_should_offer_is_there(self, driven: Driven) -> None:
        async with driven.run():
            offered = {command.title for command in driven.app.get_system_commands(driven.app.screen)}
        assert {action.help for action in actions.ACTIONS if action.palette} < offered

    async def test_a_theme_changes_the_colours(self, driven: Driven) -> None:
        async with driven.run() as pilot:
            before = dict(driven.app._canvas.styles_of)
            driven.app.theme = "nord"
            await pilot.pause()
            assert driven.app._canvas.styles_of != before


@pytest.mark.parametrize("evil", HOSTILE)
async def test_hostile_text_is_inert_on_the_whole_screen(evil: str) -> None:
    from pickup_tui.text import clean, one_line

    fake = Fake()
    one = handoff(1, one_line(f"a {evil}"), project=one_line(evil) or "p", branch=one_line(evil), fields=(("note", clean(evil)),))
    fake.listing = Listing(shelf.arrange([one, handoff(2)]))
    fake.body = clean(f"# {evil}\n\n{evil} [x]({evil})\n\n```\n{evil}\n```\n")
    fake.facts = type(fake.facts)(one_line(evil), ((one_line(evil), one_line(evil)),), done=True)
    driven = Driven(fake, 120, 36)
    async with driven.run() as pilot:
        await pilot.press("down")
        await driven.until(lambda: driven.app.settled)
        driven.app._done(driven.app.state.with_(said=one_line(evil)), None)
        drawn = "".join(segment.text for y in range(36) for segment in driven.app._canvas.render_line(y))
        assert not FORBIDDEN & set(drawn)
        assert all(not segment.style.meta and not segment.style.link for y in range(36) for segment in driven.app._canvas.render_line(y) if segment.style)
        await pilot.click(offset=(75, 5))
        assert not driven.app._exit


def test_the_style_sheet_is_there() -> None:
    import os

    from pickup_tui.picker.canvas import stylesheet

    assert os.path.isfile(stylesheet())
