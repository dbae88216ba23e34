"""What the writers share: a brief as YAML that reads back the same, labels, and Markdown that cannot break out.

Everything that is written reads back as it was given, by our own readers: values are quoted, the headings of a body
are moved below the one that it stands under, and what the body leaves open is closed.
"""

from __future__ import annotations

import re

from pickup_tui import lines
from pickup_tui.lines import HEADING, UNDERLINE
from pickup_tui.readers import fields
from pickup_tui.text import clean, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .incoming import Incoming

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./+:-]*[A-Za-z0-9]")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def tidy(value: object) -> str | None:
    """A value as readers give it back: clean, without white space at the ends; None when it says nothing."""
    said = fields.text_of(clean(value.replace("\r\n", "\n").replace("\r", "\n")) if isinstance(value, str) else value)
    return said or None


def quoted(value: str) -> str:
    """`value` as a YAML scalar in double quotes, on one line."""
    return '"' + re.sub('["\\\\\\x00-\\x1f\\x7f-\\xa0\\ud800-\\udfff\\ufeff\\ufffe\\uffff]', _escape, value) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _ESCAPES.get(char) or (f"\\x{ord(char):02x}" if char < "\x80" else f"\\u{ord(char):04x}")


def scalar(value: str) -> str:
    """`value` as a YAML scalar: bare when it is a plain word, date or number, else quoted."""
    return value if _PLAIN.fullmatch(value) and ": " not in value and tidy(value) == value else quoted(value)


def key(name: str) -> str:
    """`name` as a key of a YAML mapping."""
    return name if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", name) and len(name) < 100 else quoted(name)


def brief_fence(incoming: Incoming) -> str:
    """The brief as a YAML fence."""
    brief = incoming.brief
    known = (
        ("next_step", brief.next_step), ("why_stopped", brief.why_stopped), ("plan_progress", brief.plan_progress),
        ("date", brief.date), ("last_handoff_hash", brief.hash),
    )  # fmt: skip
    rows = [
        f"{name}: {scalar(value) if name in ('plan_progress', 'date', 'last_handoff_hash') else quoted(value)}\n"
        for name, value in known
        if value
    ]
    rows += [_entry(name, value) for name, value in incoming.extra]
    return "```yaml\n" + "".join(rows) + "```\n"


def _entry(name: str, value: object) -> str:
    """A key with its value: a list of plain texts as a list, anything else on one line."""
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return f"{key(name)}:\n" + "".join(f"  - {quoted(str(item))}\n" for item in value)
    return f"{key(name)}: {_flow(value)}\n"


def _flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(name))}: {_flow(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return quoted("" if value is None else str(value))


def labels(pairs: Iterable[tuple[str, str | None]]) -> str:
    """`**Name**: value` lines for those that have a value."""
    return "".join(f"**{name}**: {one_line(value)}\n" for name, value in pairs if value and one_line(value))


def embedded(body: str, level: int) -> str:
    """`body` to stand under a heading: none of its own is above `level`, and it leaves nothing open. Ends with a line feed.

    Headings keep their order of levels, down to 6. "" stays "".
    """
    body = body.strip("\n")
    if not body.strip():
        return ""
    moved = _moved(body, level)
    if any(line.kind == HEADING and line.level < level for line in lines.scan(moved)):
        longest = max((len(run) for run in re.findall(r"`+", body)), default=0)
        fence = "`" * max(3, longest + 1)  # Markdown that cannot be moved is shown as it is
        return f"{fence}markdown\n{body}\n{fence}\n"
    return closed(moved)


def replaced(lost: Iterable[str]) -> tuple[str, ...]:
    """What to tell when a brief was replaced by one that lacks these keys."""
    names = ", ".join(f"`{one_line(name)[:40]}`" for name in lost)
    return (f"the earlier brief is replaced, and what it said under {names} was not given again",) if names else ()


def closed(text: str) -> str:
    """`text` with what it leaves open closed. Ends with a line feed; what a blank line ends is left to whoever adds one."""
    text = text.rstrip("\n") + "\n"
    end = lines.closing(text.rstrip("\n"))
    return f"{text}{end}\n" if end else text


def _moved(body: str, level: int) -> str:
    scanned = lines.scan(body)
    top = min((line.level for line in scanned if line.kind == HEADING), default=level)
    down = level - top
    if down <= 0:
        return body
    out: list[str] = []
    for line in scanned:
        if line.kind == UNDERLINE:
            continue
        if line.kind == HEADING:
            out.append("#" * min(line.level + down, 6) + f" {line.title}" if line.title else "#" * min(line.level + down, 6))
        else:
            out.append(line.text)
    return "\n".join(out)
