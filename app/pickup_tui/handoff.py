"""The data that everything speaks of: plain values, no I/O, nothing of ours imported.

The classes are written out by hand: `dataclasses` costs as much as the whole of `hint` may
take, and these are on its path.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Later(Protocol):
        """Takes apart what a handoff was kept as: all that ranking does not need, or topic, project and branch alone."""

        def fields(self, kept: str) -> dict[str, object]: ...
        def words(self, kept: str) -> tuple[str, str, str | None]: ...

KINDS = ("section", "card", "baton", "checkpoint", "document")


class Record:
    """A value with named fields, compared and shown by them. Fields are set once, by the constructor."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name[0] != "_")

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.__slots__ if name[0] != "_"))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__ if name[0] != "_")
        return f"{type(self).__name__}({values})"


class Problem(Record):
    """Something that could not be read as meant. `line` counts from 1; `hint` says what to do about it."""

    __slots__ = ("hint", "line", "path", "what")

    def __init__(self, path: str, line: int | None, what: str, hint: str) -> None:
        self.path = path
        self.line = line
        self.what = what
        self.hint = hint


class Reason(Record):
    """Why a field has its value: which rule gave it and at which line (from 1; None: not from the text)."""

    __slots__ = ("field", "line", "rule")

    def __init__(self, field: str, rule: str, line: int | None) -> None:
        self.field = field
        self.rule = rule
        self.line = line


class Brief(Record):
    """What the last session left for the next one (spec: formats.md, "Brief keys"). Absent is None, never "".

    `why_stopped` keeps a leading "inferred:" as it was written; `extra` holds every other key, in order.
    """

    __slots__ = ("date", "extra", "hash", "next_step", "plan_progress", "why_stopped")

    def __init__(
        self,
        *,
        next_step: str | None = None,
        why_stopped: str | None = None,
        plan_progress: str | None = None,
        date: str | None = None,
        hash: str | None = None,  # noqa: A002 - the field's name in the format
        extra: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.next_step = next_step
        self.why_stopped = why_stopped
        self.plan_progress = plan_progress
        self.date = date
        self.hash = hash
        self.extra = extra


class Handoff(Record):
    """One thing that can be picked up: one row.

    Readers fill in what the text says; `scan` adds what only the file system knows (`when`,
    `mtime`, `project_path`) and cleans every text. All texts are plain: no control characters.

    kind           one of KINDS
    path           the file, absolute
    anchor         what `path#anchor` adds to tell rows of one file apart (a section's branch), else None
    line, end      first and last line of the handoff in its file, counted from 1, both included
    topic          one line, never empty
    project        its name as shown
    project_path   the working tree that it is about, absolute; None when unknown
    branch         as the text says
    declared       the date that the text declares, as `when.parse` normalises it: "2026-11-28",
                   "2026-11-28T10:00:00" or with an offset; None when it declares none
    when           the last session, in seconds since the epoch
    date_only      `declared` has no time of day
    approximate    the text declares no date: `when` is a commit's time or the file's
    mtime          of the file, in nanoseconds
    status         as written, lower case; None when absent
    marks          words shown dimly after the topic, in order: done, expires, legacy, unreachable, hidden
    prs            "owner/repo#N" or, for another host than github.com, "host/owner/repo#N"
    brief          see Brief
    fields         other keys of the format that are kept and shown, in order
    fold           rows with the same fold key are one family: the newest stands for the others; None: no family
    text_hash      of the handoff's own text: tells copies and changes
    """

    __slots__ = (
        "_kept",
        "_later",
        "anchor",
        "approximate",
        "branch",
        "brief",
        "date_only",
        "declared",
        "end",
        "fields",
        "fold",
        "kind",
        "line",
        "marks",
        "mtime",
        "path",
        "project",
        "project_path",
        "prs",
        "status",
        "text_hash",
        "topic",
        "when",
    )

    _kept: str | None
    _later: Later

    def __init__(
        self,
        *,
        kind: str,
        path: str,
        topic: str,
        anchor: str | None = None,
        line: int = 1,
        end: int = 1,
        project: str = "",
        project_path: str | None = None,
        branch: str | None = None,
        declared: str | None = None,
        when: float = 0.0,
        date_only: bool = False,
        approximate: bool = False,
        mtime: int = 0,
        status: str | None = None,
        marks: tuple[str, ...] = (),
        prs: tuple[str, ...] = (),
        brief: Brief = Brief(),  # noqa: B008 - a value that nothing changes
        fields: tuple[tuple[str, str], ...] = (),
        fold: str | None = None,
        text_hash: str = "",
    ) -> None:
        self.kind = kind
        self.path = path
        self.topic = topic
        self.anchor = anchor
        self.line = line
        self.end = end
        self.project = project
        self.project_path = project_path
        self.branch = branch
        self.declared = declared
        self.when = when
        self.date_only = date_only
        self.approximate = approximate
        self.mtime = mtime
        self.status = status
        self.marks = marks
        self.prs = prs
        self.brief = brief
        self.fields = fields
        self.fold = fold
        self.text_hash = text_hash
        self._kept = None

    @classmethod
    def partly(
        cls,
        kind: str,
        path: str,
        anchor: str | None,
        line: int,
        when: float,
        mtime: int,
        status: str | None,
        marks: tuple[str, ...],
        fold: str | None,
        later: Later,
        kept: str,
    ) -> Handoff:
        """A handoff of which only what ranking needs is there yet; `later` gives the other fields of `kept` when one is asked for.

        kept  the line that it was read from, so that it need not be written out again
        """
        self = cls.__new__(cls)
        self.kind = kind
        self.path = path
        self.anchor = anchor
        self.line = line
        self.when = when
        self.mtime = mtime
        self.status = status
        self.marks = marks
        self.fold = fold
        self._later = later
        self._kept = kept
        return self

    @property
    def kept(self) -> str | None:
        """The line of the index that this was read from or is written as; None when it was neither."""
        return self._kept

    def keep(self, line: str) -> None:
        """Takes note of the line that it is written as, so that it need not be written out again."""
        self._kept = line

    @property
    def words(self) -> tuple[str, str, str | None]:
        """Topic, project and branch: what a filter looks in. Of thousands, no other field is taken apart for it."""
        try:
            object.__getattribute__(self, "topic")  # unlike `self.topic` it fills nothing in
        except AttributeError:
            return self._later.words(self._kept or "")
        return self.topic, self.project, self.branch

    def __getattr__(self, name: str) -> object:
        # Only reached when a slot is empty: fill in what was put off, once.
        if name.startswith("_") or name not in Handoff.__slots__:
            raise AttributeError(name)
        later = self._later
        for key, value in later.fields(self._kept or "").items():
            setattr(self, key, value)
        return getattr(self, name)

    @property
    def id(self) -> str:
        """What names this handoff for commands, and outlives row numbers (spec: json.md)."""
        return f"{self.kind}:{self.path}" + (f"#{self.anchor}" if self.anchor else "")

    def with_(self, **changes: object) -> Handoff:
        """A copy with these fields changed."""
        new = Handoff.__new__(Handoff)
        new._kept = None  # noqa: SLF001 - of its own class
        for name in _FIELDS:
            setattr(new, name, changes[name] if name in changes else getattr(self, name))
        return new


_FIELDS = tuple(name for name in Handoff.__slots__ if name[0] != "_")


class Reading(Record):
    """What a reader makes of one text: its handoffs in the text's order, the problems, and the reasons for `doctor`."""

    __slots__ = ("handoffs", "problems", "reasons")

    def __init__(
        self,
        handoffs: tuple[Handoff, ...] = (),
        problems: tuple[Problem, ...] = (),
        reasons: tuple[Reason, ...] = (),
    ) -> None:
        self.handoffs = handoffs
        self.problems = problems
        self.reasons = reasons
