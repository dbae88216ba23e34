"""Loading: what a word on the command line means, and a chosen row made ready to be handed over.

Shared by `load` and by the screen. Reads the handoff's text again, so that what is handed over is what is there now.
"""

from __future__ import annotations

import os
from functools import partial

from . import brief, scan, text, typed
from .cli import Failure
from .collect import arrange
from .crew import patiently
from .disk import Disk, Unreadable, inside
from .handoff import KINDS, Record
from .scan.files import own_text as text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .collect import Collection
    from .handoff import Handoff
    from .rows import Row, Rows
    from .table import Signs
    from .typed import Answer
    from .world import World


class Loaded(Record):
    """A handoff ready to be handed over: the text for the agent, its size in tokens, the report's lines."""

    __slots__ = ("prompt", "report", "row", "text", "tokens")

    def __init__(self, row: Row, text: str, prompt: str, tokens: int, report: tuple[str, ...]) -> None:
        self.row = row
        self.text = text
        self.prompt = prompt
        self.tokens = tokens
        self.report = report


class Gone(Failure):
    """The handoff cannot be read now; the message says why."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "pickup-tui list shows what is there now", code="gone")


def find(word: str, found: Collection, world: World) -> Answer:
    """What `load WORD` means: an id, a file that is there (with #BRANCH for one of its sections), else the rules of input.

    An id or a path is meant whether or not the list shows it: a superseded or hidden one too.
    """

    def named_in(rows: Rows, name: Callable[[str], str]) -> Rows:
        return rows.with_id(lambda id_: word == name(id_))

    for name in (str, text.inert) if ":" in word else ():  # an id as it is before one as it is shown, which two may share
        named = named_in(found.rows, name) or named_in(_everything(found, world).rows, name)
        if named:
            return typed.Answer(typed.SEVERAL if name is text.inert and len(named) > 1 else typed.ROW, named)
    if word.partition(":")[0] in KINDS and "/" in word:
        from . import batons

        word = word.partition(":")[2]
        if wrong := batons.wrong(world, Disk(), world.expand(word)):
            return typed.Answer(typed.NONE, message=wrong)
        return _at_path(word, found, world) or typed.Answer(typed.NONE, message=f"(nothing at {text.one_line(word)} — it may have been moved, or saved under another branch)")
    if "/" in word and world.expand(word) == os.path.join(world.claude_folder, "handoffs", "latest"):
        word = "latest"  # the pointer itself is no handoff: the one that it names is meant
    if "/" in word or word.partition("#")[0].endswith((".md", ".json", ".txt")):
        from . import batons

        if wrong := batons.wrong(world, Disk(), world.expand(word)):
            return typed.Answer(typed.NONE, message=wrong)
        at_path = _at_path(word, found, world)
        if at_path:
            return at_path
    if word == "latest":
        return _latest(found, world)
    return typed.resolve(found.rows, word)


def _everything(found: Collection, world: World) -> Collection:
    """The same handoffs with those that the list leaves out, numbered as `list --superseded --hidden` does."""
    return arrange(found.scan, found.settings, world, superseded=True, hidden=True)


def _latest(found: Collection, world: World) -> Answer:
    """The baton that the pointer `latest` names; what is wrong with it when it is not there to be loaded."""
    from . import batons

    disk = Disk()
    said, path = batons.message(world, disk), batons.latest(world, disk)
    if said or path is None:
        return typed.Answer(typed.NONE, message=said or batons.NO_RECENT)
    return _at_path(path, found, world) or typed.Answer(typed.NONE, message=f"(no handoff in {text.inert(path)})")


def _at_path(word: str, found: Collection, world: World) -> Answer | None:
    """The handoffs of a file that is there; None when `word` is no such path.

    A `#` may belong to the file's name. Where it may mean both, the one that the list shows is meant: a file beside it
    must not be able to take the place of a section.
    """
    whole = _of_file(word, word, None, found, world)
    path, _, anchor = word.rpartition("#")
    part = _of_file(word, path, anchor, found, world) if path else None
    if whole is None or part is None or not part.rows:
        return whole or part
    listed = found.rows.of_path(os.path.realpath(world.expand(word)).__eq__)
    return typed.Answer(typed.SEVERAL, found.rows.pick([row.number - 1 for row in (*whole.rows, *part.rows)])) if listed else part


def _of_file(word: str, path: str, anchor: str | None, found: Collection, world: World) -> Answer | None:
    """The handoffs of the file or folder at `path`, with `anchor` that section alone; None when nothing is there."""
    full = world.expand(path)
    real = os.path.realpath(full)
    if not os.path.isfile(full):
        rows = found.rows.of_path(partial(inside, folder=real)) if os.path.isdir(full) and "/" in word else ()
        return typed.Answer(typed.ROW if len(rows) == 1 else typed.SEVERAL, rows) if rows else None
    rows = found.rows.of_path(real.__eq__) or _everything(found, world).rows.of_path(real.__eq__)
    if not rows:
        rows = arrange(scan.read_paths([full], found.settings, world), found.settings, world, superseded=True).rows
    if anchor is not None:
        rows = rows.pick([row.number - 1 for row in rows if row.handoff.anchor == anchor])
    if not rows:
        return typed.Answer(typed.NONE, message=f"(no handoff in {text.one_line(word)} — pickup-tui doctor {text.one_line(path)} says why)")
    return typed.Answer(typed.ROW if len(rows) == 1 else typed.SEVERAL, rows)


def own_text(handoff: Handoff, world: World, disk: Disk | None = None) -> str:
    """The handoff's own text as it is now. Raises Gone when the file cannot be read any more."""
    try:
        return str(patiently(handoff.path, lambda disk: text_of(handoff, disk), disk or Disk()))
    except FileNotFoundError:
        raise Gone(f"{world.short(handoff.path)} is gone") from None
    except Unreadable as error:
        raise Gone(f"{world.short(handoff.path)} {error}") from None


def prepare(
    row: Row,
    found: Collection,
    world: World,
    signs: Signs,
    since: str = brief.NOT_CHECKED,
    evidence: Sequence[str] = (),
    disk: Disk | None = None,
) -> Loaded:
    """Everything that is handed over and said for a chosen row.

    since     the sentence on what has changed; `evidence` a line a fact
    Raises Gone when the file cannot be read any more.
    """
    handoff = row.handoff
    own = own_text(handoff, world, disk)
    others = [other.handoff.anchor for other in found.rows.of_path(lambda path: path == handoff.path) if other.handoff.anchor]
    prompt = brief.prompt(handoff, own, world.now, since, [name for name in others if name != handoff.anchor], evidence)
    return Loaded(row, own, prompt, brief.tokens(prompt), tuple(brief.report(handoff, since, signs, world.short)))


def folder_of(handoff: Handoff, found: Collection, world: World) -> str:
    """Where an agent starts with this handoff: the worktree that has its branch, else the project, else here."""
    for project in found.scan.projects:
        if project.path == handoff.project_path:
            here = [tree.path for tree in project.trees if handoff.branch and tree.branch == handoff.branch]
            return here[0] if here else project.path
    return handoff.project_path or world.cwd
