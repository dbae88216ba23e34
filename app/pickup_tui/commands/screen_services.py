"""What the screen asks for, answered by the rest of the program."""

from __future__ import annotations

import sys
import time

from pickup_tui import page, table
from pickup_tui import settings as settings_
from pickup_tui.index import Index, signature
from pickup_tui.picker.services import Services
from pickup_tui.picker.state import Listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pickup_tui.cli import Args
    from pickup_tui.collect import Collection
    from pickup_tui.handoff import Handoff
    from pickup_tui.load import Loaded
    from pickup_tui.picker.pane import Facts
    from pickup_tui.picker.services import Lane
    from pickup_tui.rows import Row
    from pickup_tui.world import World

    from .screen_checks import Checks

REVIEWED = 20  # rows whose pull requests are asked about, as many as one question holds
PATIENCE = 8.0  # seconds for that
EDITORS = ("editor", "nano", "vi")  # where $VISUAL and $EDITOR name none


class Real(Services):
    """The services of a run. `found` is the collection that the screen's rows come from."""

    def __init__(self, args: Args, world: World) -> None:
        self._args = args
        self._world = world
        self.settings = settings_.load(world, args.many("root"), ascii_=args.on("ascii"))
        self.signs = table.signs(sys.stderr.encoding, ascii_=self.settings.ascii)  # now: while the screen stands, stderr is another one
        self.agent = args.text("agent") or self.settings.agent
        self.found: Collection | None = None
        self._began = (world.now, time.monotonic())
        self._checks: Checks | None = None
        self._beside: tuple[object, ...] = ()
        self._index = Index(world.cache_folder, signature(self.settings, world))
        self.copied: list[tuple[Loaded, tuple[str, ...], str]] = []  # what was copied on the screen, what stays in the context, and how
        self._kept: set[str] = set()  # what was picked up on this screen, and stays in sight on it: numbers do not move
        self._page = page.key(world.cwd, [name for name in ("superseded", "hidden") if args.on(name)])

    def first(self) -> Listing:
        top = page.read(self._index, self._page)
        if top is None:
            return Listing(reading=True)
        return Listing(top.rows, total=top.total, problems=top.problems, reading=True)

    @property
    def checks(self) -> Checks:
        """Made when it is first needed: threads are imported for it."""
        if self._checks is None:
            from .screen_checks import Checks

            self._checks = Checks(self._world, self.text)
        return self._checks

    def known(self) -> Listing | None:
        from pickup_tui.collect import known

        self._beside = self._noted()
        self.found = found = known(self._args, self._world, self.settings, self._index)
        return self._listing(found, reading=True) if found else None

    def tick(self) -> None:
        """Moves the run's clock on: a screen is looked at for longer than a command runs."""
        self._world.now = self._began[0] + time.monotonic() - self._began[1]

    def load(self) -> Listing:
        from pickup_tui.collect import again, collect, holds

        self.tick()
        found, before, beside = self.found, self._beside, self._noted()
        if found is None or before[:1] != beside[:1] or not holds(found.scan):
            found = collect(self._args, self._world)
            found = again(found, self._args, self._world, self._kept) if self._kept else found
        elif before != beside:
            found = again(found, self._args, self._world, self._kept)
        self.found, self._beside = found, beside
        page.write(self._index, self._page, found.rows, len(found.problems))
        found.rows.prepare()
        return self._listing(found)

    def _noted(self) -> tuple[object, ...]:
        """What beside the handoffs makes the rows: the settings; who has what, what is hidden, the review threads; as stamps."""
        import os

        def stamp(path: str) -> object:
            try:
                found = os.stat(path)
            except OSError:
                return None
            return (found.st_mtime_ns, found.st_size, found.st_ino)

        world = self._world
        return tuple(map(stamp, (world.config_file, f"{world.state_folder}/picked", f"{world.state_folder}/hidden", f"{world.cache_folder}/reviews")))

    def _listing(self, found: Collection, *, reading: bool = False) -> Listing:
        # where it was searched is only said when nothing was found
        return Listing(found.rows, problems=len(found.problems), places=() if found.rows else self._places(found), advice=self._advice(), reading=reading)

    def _places(self, found: Collection) -> tuple[str, ...]:
        """The searched places as people write them."""
        return tuple(dict.fromkeys(self._world.short(key.partition(":")[2]) for key in found.scan.places))

    def _advice(self) -> tuple[str, ...]:
        return (
            f'Add a folder of projects: roots = ["~/code"] in {self._world.short(self._world.config_file)},',
            f"or for once: pickup-tui --root FOLDER. {self._args.doctor()} says what was looked at.",
        )

    def short(self, path: str) -> str:
        return self._world.short(path)

    @property
    def agents(self) -> Sequence[str]:
        """The agent that the start key starts; where it is not installed, those that are."""
        from pickup_tui.deliver import program

        there = [name for name, argv in self.settings.agents.items() if argv and program(argv[0], self._world.environ)]
        return (self.agent,) if self.agent in there or not there else there

    def folders(self) -> Sequence[str]:
        found = self.found
        if found is None:
            return ()
        # the state folder too: who has picked what up is to be seen before a second session takes the same
        return [*(key.partition(":")[2] for key in found.scan.places), self._world.state_folder]

    def text(self, handoff: Handoff) -> str:
        from pickup_tui.disk import Unreadable
        from pickup_tui.scan.files import own_text

        try:
            return _as_markdown(handoff, own_text(handoff))
        except (OSError, Unreadable) as error:
            return f"*{self._world.short(handoff.path)} cannot be read: {getattr(error, 'strerror', None) or error}*"

    def since(self, handoff: Handoff, tell: Callable[[Facts], None]) -> Callable[[], None]:
        return self.checks.since(handoff, tell)

    def warm(self) -> None:
        # what a choice needs: imported while nothing waits for it
        import humanize  # noqa: F401

        from pickup_tui import load, state  # noqa: F401
        from pickup_tui.deliver import agent, clipboard  # noqa: F401
        from pickup_tui.save import credentials, safe  # noqa: F401
        from pickup_tui.since import checking, summary  # noqa: F401

        from . import loading  # noqa: F401

    def reviews(self) -> bool:
        found = self.found
        if found is None:
            return False
        from pickup_tui.since import reviews

        asked = [row.handoff for row in found.rows[:REVIEWED]]
        before = reviews.known(asked, self._world)
        return reviews.check(asked, self._world, PATIENCE) != before

    def lanes(self, row: Row) -> Sequence[Lane] | str:
        return self.checks.lanes(row.handoff)

    def stop(self) -> None:
        if self._checks is not None:
            self._checks.stop()

    def hide(self, row: Row) -> str:
        from pickup_tui.save import notes
        from pickup_tui.save.safe import NotSaved

        try:
            notes.hide(self._world, row.handoff)
        except NotSaved as problem:
            return f"not hidden: {problem.message}"
        return f"row {row.number} is hidden until its handoff changes; pickup-tui --hidden shows it, hide --undo takes it back"

    def copy(self, row: Row, send: Callable[[bytes], None]) -> str:
        from pickup_tui.deliver import DeliveryError, clipboard

        from .loading import previous_of, stays

        try:
            loaded = self._loaded(row)
            said = clipboard.copy(loaded.prompt, self._world.environ, self._folders(), terminal=send).sentence
        except DeliveryError as error:
            return str(error)
        previous = previous_of(row.handoff, self._world)
        self.copied.append((loaded, previous, said))
        said = self._recorded(row, said)
        return f"{said} · {stays(previous[-1], row.handoff, self.found)}" if previous and self.found else said

    def copy_text(self, text: str, send: Callable[[bytes], None]) -> str:
        from pickup_tui.deliver import DeliveryError, clipboard

        try:
            return clipboard.copy(text, self._world.environ, self._folders(), terminal=send).sentence
        except DeliveryError as error:
            return str(error)

    def tmux(self, row: Row, agent: str) -> str:
        from pickup_tui.deliver import DeliveryError
        from pickup_tui.deliver import agent as agents
        from pickup_tui.deliver.window import open_window
        from pickup_tui.load import folder_of

        found = self.found
        if found is None:
            return "not read yet"
        folders = self._folders()
        try:
            folder = folder_of(row.handoff, found, self._world)
            start = agents.prepare(agent, self.settings.agents, self._loaded(row).prompt, folder, self._world.environ, folders)
            window = open_window(start, row.handoff.project, self._world.environ, folders)
        except DeliveryError as error:
            return f"{error}: {error.hint}" if error.hint else str(error)
        return self._recorded(row, f"{agent} was started in tmux window {window}")

    def _recorded(self, row: Row, said: str) -> str:
        """What was done with a row, and whether other sessions will see it."""
        self._kept.add(row.handoff.id)
        from pickup_tui.save import notes

        return f"{said}; no other session will see that" if notes.record(self._world, row.handoff) else said

    def _loaded(self, row: Row) -> Loaded:
        from pickup_tui.deliver import DeliveryError
        from pickup_tui.load import Gone, prepare

        from .screen_checks import evidence

        found = self.found
        if found is None:
            raise DeliveryError("not read yet")
        try:
            facts = self.checks.wait(row.handoff)
            return prepare(row, found, self._world, self.signs, facts.summary, evidence(facts))
        except Gone as gone:
            raise DeliveryError(str(gone)) from None

    def _folders(self) -> tuple[str, ...]:
        return (self._world.state_folder + "/briefs", *(f"{folder}/pickup-tui-briefs" for folder in self._world.temporary_folders))

    def editor(self, row: Row) -> tuple[Sequence[str], str] | str:
        import os
        import shlex

        from pickup_tui.deliver import program

        named = self._world.environ.get("VISUAL") or self._world.environ.get("EDITOR")
        wanted = named or next((name for name in EDITORS if program(name, self._world.environ)), "")
        try:
            words = shlex.split(wanted)
        except ValueError:
            return "$EDITOR has quotes that do not close"
        path = program(words[0], self._world.environ) if words else None
        if path is None:
            return f"$EDITOR is not to be found: {words[0]}" if words else "set $EDITOR to edit a handoff"
        # an absolute path never is an option
        return (path, *words[1:], row.handoff.path), row.handoff.project_path or os.path.dirname(row.handoff.path)

    def browse(self, row: Row) -> str:
        if not row.handoff.prs:
            return "this handoff names no pull request"
        address = url(row.handoff.prs[0])
        import subprocess

        from pickup_tui.deliver import program

        opener = program("open" if sys.platform == "darwin" else "xdg-open", self._world.environ)
        if opener is None:
            return f"no browser was found: {address}"
        try:
            subprocess.Popen([opener, address], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError as error:
            return f"cannot open {address}: {error.strerror}"
        more = len(row.handoff.prs) - 1
        return f"opened {address}" + (f" · {more} more: {', '.join(row.handoff.prs[1:])}" if more else "")


def _as_markdown(handoff: Handoff, text: str) -> str:
    """The text with its YAML in a fence: as Markdown, the lines of a frontmatter would run together into a heading."""
    from pickup_tui.brief import fenced

    if handoff.kind == "checkpoint":
        return fenced(text, "yaml")
    from pickup_tui.lines import frontmatter

    lines = text.split("\n")
    found = frontmatter(lines)
    if found is None:
        return text
    first, last = found
    return "\n".join((*lines[:first], fenced("\n".join(lines[first + 1 : last]), "yaml"), *lines[last + 1 :]))


def url(ref: str) -> str:
    """The address of a pull request: `owner/repo#N`, or `host/owner/repo#N` of another host."""
    where, _, number = ref.rpartition("#")
    return f"https://{where if where.count('/') > 1 else 'github.com/' + where}/pull/{number}"
