"""Who has what, and what was hidden: the state folder, never the handoffs themselves (spec: write.md, "Who has it").

Two files of plain lines, fields apart by tabs, so that `list` reads them without a parser:

    picked   when (seconds), session, text hash, id      one line a load, newest last
    hidden   text hash, id                               one line a hidden handoff

They are written by `save.notes`; what cannot be read is taken for nothing. Imports are those of `list`.
"""

from __future__ import annotations

import os

from . import when
from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .handoff import Handoff
    from .world import World

_LIMIT = 1 << 20  # bytes of a file of ours that are read
# How the sessions of agents are named in their shells; the first that is set counts.
SESSIONS = (
    ("claude", "CLAUDE_CODE_SESSION_ID"), ("claude", "CLAUDE_SESSION_ID"), ("codex", "CODEX_THREAD_ID"), ("codex", "CODEX_SESSION_ID"),
    ("opencode", "OPENCODE_SESSION_ID"), ("gemini", "GEMINI_SESSION_ID"), ("cursor", "CURSOR_TRACE_ID"),
)  # fmt: skip
_ESCAPES = {0x25: "%25", 0x09: "%09", 0x0A: "%0A", 0x0D: "%0D"}


class Load(Record):
    """A handoff was loaded: when (seconds since the epoch), by which session, and which text of it."""

    __slots__ = ("id", "moment", "session", "text_hash")

    def __init__(self, moment: float, session: str, text_hash: str, id: str) -> None:  # noqa: A002 - the field's name
        self.moment = moment
        self.session = session
        self.text_hash = text_hash
        self.id = id


class State:
    """What the state folder said when it was read. `session` is this run's own."""

    def __init__(self, loads: Sequence[Load], hidden: Mapping[str, str], session: str, now: float) -> None:
        self.loads = tuple(loads)
        self.hidden_ids = dict(hidden)
        self.session = session
        self.now = now

    def is_hidden(self, handoff: Handoff) -> bool:
        """Whether it was hidden and has not changed since."""
        kept = self.hidden_ids.get(handoff.id) if self.hidden_ids else None
        return kept is not None and kept == handoff.text_hash

    def picked_up(self, handoffs: Iterable[Handoff]) -> dict[str, str]:
        """By id, how long ago another session loaded the handoff as it is now: "3m ago"."""
        last = {load.id: load for load in self.loads if load.session != self.session}
        return {
            one.id: when.ago(self.now - last[one.id].moment) for one in handoffs if one.id in last and last[one.id].text_hash == one.text_hash
        } if last else {}  # fmt: skip

    def away(self, handoffs: Iterable[Handoff]) -> frozenset[str]:
        """Ids of the batons that were picked up, by whomever: they fold away, and leave the hint."""
        taken = {load.id for load in self.loads}
        return frozenset(one.id for one in handoffs if one.kind == "baton" and one.id in taken) if taken else frozenset()

    @property
    def previous(self) -> tuple[str, ...]:
        """Ids of what this session has loaded and still has in its context, oldest first."""
        return tuple(dict.fromkeys(load.id for load in self.loads if load.session == self.session))


def read(world: World) -> State:
    """The state as it is now. What cannot be read is empty."""
    loads = []
    for line in _text(os.path.join(world.state_folder, "picked")).split("\n"):
        parts = line.split("\t")
        try:
            loads.append(Load(float(parts[0]), parts[1], parts[2], plain(parts[3])))
        except (ValueError, IndexError):
            continue
    hidden = {}
    for line in _text(os.path.join(world.state_folder, "hidden")).split("\n"):
        text_hash, tab, id_ = line.partition("\t")
        if tab:
            hidden[plain(id_)] = text_hash
    return State(loads, hidden, session(world) if loads else "", world.now)


def session(world: World) -> str:
    """Names this agent session, or without one this terminal, so that another one has another name.

    A tty's name is used again: beside it stand the boot and when the terminal's session leader (its shell) started.
    The leader, not the process group: a shell gives each command a group of its own.
    """
    for agent, variable in SESSIONS:
        value = world.environ.get(variable)
        if value:
            return f"{agent}:{escape(value[:200])}"
    try:
        leader = os.getsid(0)
    except OSError:
        leader = 0
    boot = _text("/proc/sys/kernel/random/boot_id").strip()[:36]
    return f"tty:{_tty()}:{boot}:{leader}:{_started(leader)}"


def _tty() -> str:
    for fd in (0, 1, 2):
        try:
            return escape(os.ttyname(fd))
        except OSError:
            continue
    return "-"


def _started(pid: int) -> str:
    """When a process started, in clock ticks since the boot; "-" where the system does not say it cheaply."""
    fields = _text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 else "-"


def escape(value: str) -> str:
    """`value` as a field of a line: no tab, no line end."""
    return value.translate(_ESCAPES)


def plain(value: str) -> str:
    """What `escape` made, as it was."""
    if "%" not in value:
        return value
    for code, sign in reversed(_ESCAPES.items()):
        value = value.replace(sign, chr(code))
    return value


def _text(path: str) -> str:
    """A small file's text, "" when it is not there, cannot be read or is no regular file."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except (OSError, ValueError):
        return ""
    try:
        data = b""
        while len(data) < _LIMIT and (part := os.read(file, 1 << 16)):
            data += part
    except OSError:
        return ""
    finally:
        os.close(file)
    return data.decode("utf-8", "surrogateescape")
