"""Writes batons: a private file in the temporary folder, and the pointers to it (spec: write.md).

A baton is meant to die. `latest` holds one path, as the skill that it comes from reads and writes it; beside it lie a
pointer for each project and an entry for each baton, so that parallel sessions each keep theirs.
"""

from __future__ import annotations

import contextlib
import os
import stat

from pickup_tui import batons
from pickup_tui.handoff import Record
from pickup_tui.text import one_line

from . import compose, readable, safe
from .card import slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .incoming import Incoming

KEPT = 14 * 86400  # seconds that the entry of a baton that is gone is kept
_TRIES = 600


class Facts(Record):
    """What is known where a baton is written: the project's folder, its "owner/repo", the branch; None: unknown."""

    __slots__ = ("branch", "project", "repository")

    def __init__(self, project: str | None = None, repository: str | None = None, branch: str | None = None) -> None:
        self.project = project
        self.repository = repository
        self.branch = branch


class Saved(Record):
    """Where the baton was written, and what to tell."""

    __slots__ = ("path", "warnings")

    def __init__(self, path: str, warnings: tuple[str, ...]) -> None:
        self.path = path
        self.warnings = warnings


def text_of(incoming: Incoming, facts: Facts) -> str:
    """The baton's text. Its first heading is its topic."""
    project = facts.project and f"{one_line(os.path.basename(facts.project))} ({one_line(facts.project)})"
    plan = ", ".join([part for part in (one_line(incoming.plan or ""), *incoming.prs) if part])
    pairs = (("Project", project), ("Repository", facts.repository), ("Branch", facts.branch), ("Plan", plan))
    parts = [
        f"# {incoming.topic or 'Handoff'}\n",
        compose.labels(pairs),
        "## Context\n",
        compose.brief_fence(incoming),
        compose.closed(incoming.body.strip("\n")) if incoming.body.strip() else "",
    ]
    return "\n".join(part for part in parts if part)


def save(temporary: str, pointers: str, text: str, facts: Facts, now: float) -> Saved:
    """Writes the baton into the folder `temporary`, its entry and its pointers into `pointers`. Raises NotSaved.

    The baton comes first, then its entry, then the pointers: killed in between, what is there is whole and is found.
    Where no entry can be written the baton goes again. Where only a pointer cannot, such as a `latest` that somebody
    made a link, the baton is there and can be named by its path: that is told.
    """
    _check(temporary)
    checked(os.path.join(temporary, f"handoff-{int(now)}-{os.getpid()}.md"), text)
    warnings: list[str] = []
    with safe.locked(safe.folder(pointers), 0o700) as held:
        path = _write(temporary, text, now)
        entry = path + "\n" + "".join(f"{name}: {value}\n" for name, value in _lines(facts))
        try:
            _point(held, os.path.basename(path).removesuffix(".md"), entry)
        except BaseException as error:  # Ctrl+C too: nobody was told of it
            with contextlib.suppress(OSError):
                os.unlink(path)
            if isinstance(error, safe.NotSaved):
                raise safe.NotSaved(f"the baton was not saved: {error.message}", error.hint) from None
            raise
        for name in (*([project_pointer(facts.project)] if facts.project else []), batons.LATEST):
            try:
                _point(held, name, path + "\n")
            except safe.NotSaved as error:
                warnings.append(error.message)
        _tidy(held, now)
    return Saved(path, tuple(warnings))


def checked(path: str, text: str) -> bytes:
    """The baton's bytes. Raises NotSaved when nobody would read them."""
    data = text.encode("utf-8", "surrogateescape")
    readable.row("baton", path, data)
    return data


def _point(held: safe.Folder, name: str, content: str) -> None:
    """Writes a pointer or an entry. Raises NotSaved."""
    data = content.encode("utf-8", "surrogateescape")
    held.change(name, lambda _: data, 0o600)


def project_pointer(project: str) -> str:
    """The name of a project's pointer: its folder's name for people, a digest of its path to tell namesakes apart."""
    from hashlib import blake2b

    digest = blake2b(os.fsencode(os.path.realpath(project)), digest_size=4).hexdigest()
    return f"{batons.POINTER}{slug(os.path.basename(project))}-{digest}"


def _lines(facts: Facts) -> list[tuple[str, str]]:
    named = (("project", facts.project), ("repository", facts.repository), ("branch", facts.branch))
    return [(name, value) for name, value in named if value and "\n" not in value]


def _check(temporary: str) -> None:
    """Raises NotSaved for a folder in which somebody else could put another file in the baton's place."""
    try:
        found = os.stat(temporary)
    except OSError as error:
        raise safe.failed(temporary, error) from None
    if not stat.S_ISDIR(found.st_mode):
        raise safe.NotSaved(f"{temporary} is no folder", "set TMPDIR to one")
    if found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX:
        said = f"everybody may write to {temporary} and put another file in the baton's place: not written"
        raise safe.NotSaved(said, f"chmod +t {temporary}, or set TMPDIR to a folder of your own")


def _write(temporary: str, text: str, now: float) -> str:
    """A new file with a baton's name; a name that is taken is left to whoever has it."""
    data = text.encode("utf-8", "surrogateescape")
    for later in range(_TRIES):
        try:
            return safe.create(os.path.join(temporary, f"handoff-{int(now) + later}-{os.getpid()}.md"), data, 0o600)
        except FileExistsError:
            continue
    raise safe.NotSaved(f"{temporary} is full of batons of this minute: not written", "try again")


def _tidy(held: safe.Folder, now: float) -> None:
    """Takes away our entries and projects' pointers whose baton has been gone for a long while."""
    for name in held.names():
        entry = batons.written(name + ".md") is not None
        if not (entry or name.startswith(batons.POINTER)):
            continue
        try:
            target = (held.read(name) or b"").split(b"\n", 1)[0].strip()
            age = now - os.stat(name, dir_fd=held.fd, follow_symlinks=False).st_mtime
            if age > KEPT and target.startswith(b"/") and not os.path.lexists(target):
                os.unlink(name, dir_fd=held.fd)
        except (safe.NotSaved, OSError):
            continue
