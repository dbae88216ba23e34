"""Credentials in what is to be saved: the save stops and names them by line and kind, or they are replaced."""

from __future__ import annotations

from pickup_tui.handoff import Brief

from . import credentials
from .safe import NotSaved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .incoming import Incoming


def checked(incoming: Incoming, source: str, name: str, *, redact: bool) -> tuple[Incoming, tuple[str, ...]]:
    """`incoming` without credentials, and what to tell. Raises NotSaved, which names them by line and kind only.

    source  the text that it was taken from, "" when it came from flags; `name` is what people call it
    redact  replace them instead of refusing
    """
    said = [f"{one.kind} in line {one.line} of {name}" for one in credentials.find(source)] if source else []
    if not said:
        said = [f"{one.kind} in {where}" + (f", line {one.line}" if "\n" in text else "") for where, text in _texts(incoming) for one in credentials.find(text)]
    if not said:
        return incoming, ()
    what = "; ".join(dict.fromkeys(said))
    if not redact:
        raise NotSaved(f"not saved: what looks like a credential is in it: {what}", "take it out, or use --redact to replace it")
    return _redacted(incoming), (f"replaced what looks like a credential: {what}",)


def _texts(incoming: Incoming) -> Iterator[tuple[str, str]]:
    """Every text of it with the name of its place."""
    brief = incoming.brief
    named = (
        ("the title", incoming.topic), ("the plan", incoming.plan), ("the branch", incoming.branch), ("the next step", brief.next_step),
        ("why it stopped", brief.why_stopped), ("the progress", brief.plan_progress), ("the date", brief.date), ("the hash", brief.hash),
        ("the body", incoming.body),
    )  # fmt: skip
    yield from ((where, text) for where, text in named if text)
    for at, (key, value) in enumerate(incoming.extra, 1):
        for text in (key, *_inner(value)):
            yield f"key {at} of the others", text


def _inner(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _inner(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _inner(item)
    elif isinstance(value, str):
        yield value


def _redacted(incoming: Incoming) -> Incoming:
    brief = incoming.brief
    return incoming.with_(
        topic=_plain(incoming.topic),
        plan=_plain(incoming.plan),
        branch=_plain(incoming.branch),
        brief=Brief(
            next_step=_plain(brief.next_step),
            why_stopped=_plain(brief.why_stopped),
            plan_progress=_plain(brief.plan_progress),
            date=_plain(brief.date),
            hash=_plain(brief.hash),
        ),
        extra=tuple((credentials.redact(key), _value(value)) for key, value in incoming.extra),
        body=credentials.redact(incoming.body),
    )


def _plain(text: str | None) -> str | None:
    return credentials.redact(text) if text else text


def _value(value: object) -> object:
    if isinstance(value, dict):
        return {credentials.redact(str(key)): _value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_value(item) for item in value]
    return credentials.redact(value) if isinstance(value, str) else value
