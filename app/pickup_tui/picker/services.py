"""What the screen asks of the rest of the program: an object of callables, so that tests can put their own in its place."""

from __future__ import annotations

from pickup_tui.handoff import Record

from .pane import Facts
from .state import Listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pickup_tui.handoff import Handoff
    from pickup_tui.rows import Row


class Lane(Record):
    """A checkpoint's lane, judged: `argv` and `cwd` only where the verdict is `validated`."""

    __slots__ = ("argv", "cwd", "id", "reason", "verdict")

    def __init__(self, id: str, verdict: str, reason: str, argv: tuple[str, ...] | None = None, cwd: str | None = None) -> None:  # noqa: A002
        self.id = id
        self.verdict = verdict
        self.reason = reason
        self.argv = argv
        self.cwd = cwd


class Services:
    """What a subclass fills in. Those marked "thread" are called off the main thread and may take their time; none raises."""

    @property
    def agents(self) -> Sequence[str]:
        """The agents that the start keys can start; with more than one the person is asked."""
        return ("claude",)

    def first(self) -> Listing:
        """What is known at once, for the first frame: cheap, reads no handoff."""
        return Listing(reading=True)

    def known(self) -> Listing | None:
        """Every row as it was last time, at once; None when nothing is known."""
        return None

    def load(self) -> Listing:
        """Everything, read anew (thread)."""
        return Listing()

    def short(self, path: str) -> str:
        """A path as people write it: the home folder is `~`."""
        return path

    def folders(self) -> Sequence[str]:
        """The folders that were searched and are watched for changes."""
        return ()

    def text(self, handoff: Handoff) -> str:
        """The handoff's own text, clean (thread)."""
        return ""

    def since(self, handoff: Handoff, tell: Callable[[Facts], None]) -> Callable[[], None]:
        """Starts the checks of what has changed; `tell` gets what is known, from any thread, until all is. Returns what cancels them."""
        tell(Facts("unknown — not checked", done=True))
        return lambda: None

    def warm(self) -> None:
        """Makes ready what a choice will need, so that leaving is quick (thread)."""

    def reviews(self) -> bool:
        """Asks which pull requests have unresolved threads; whether the badges are other ones now (thread)."""
        return False

    def copy(self, row: Row, send: Callable[[bytes], None]) -> str:
        """Copies the brief and says how, and how much (thread). `send` writes to the terminal itself, for OSC 52."""
        return ""

    def copy_text(self, text: str, send: Callable[[bytes], None]) -> str:
        """Copies a line of the screen's own, a lane's command, and says how (thread)."""
        return ""

    def tmux(self, row: Row, agent: str) -> str:
        """Starts an agent in a new tmux window and says so, or why not (thread)."""
        return ""

    def editor(self, row: Row) -> tuple[Sequence[str], str] | str:
        """The argument list that edits the handoff's file and its folder; a sentence when there is none."""
        return "set $EDITOR to edit a handoff"

    def browse(self, row: Row) -> str:
        """Opens the handoff's pull request in the browser and says so, or why not (thread)."""
        return ""

    def hide(self, row: Row) -> str:
        """Hides the row until its handoff changes, and says so (thread)."""
        return ""

    def lanes(self, row: Row) -> Sequence[Lane] | str:
        """A checkpoint's lanes, judged now (thread); a sentence when there are none."""
        return "only checkpoints have lanes"

    def stop(self) -> None:
        """Ends every child process that is still running."""


def read(services: Services) -> tuple[Listing | None, str]:
    """What `load` gives; where it breaks its promise and raises, None and what to say: a screen that waits for ever is worse."""
    try:
        return services.load(), ""
    except Exception as error:  # noqa: BLE001 - whatever it is, the person must hear of it
        return None, f"reading failed: {type(error).__name__}: {error} — F5 tries again"


class Outcome(Record):
    """How the screen was left.

    kind   "leave" (nothing loaded), "cancel" (Ctrl+C), "load", "lane", or "crash"
    row    what was chosen
    way    for load: "" (the first way that applies), print, copy or agent; for a lane: the command that was shown
    text   the agent's name; for a lane: its id and the prompt, a tab between
    facts  what was known of the changes since
    """

    __slots__ = ("facts", "kind", "row", "text", "way")

    def __init__(self, kind: str, row: Row | None = None, *, way: str = "", text: str = "", facts: Facts | None = None) -> None:
        self.kind = kind
        self.row = row
        self.way = way
        self.text = text
        self.facts = facts
