"""Writes shared task cards: a new one, or in an old one the given keys and the brief and nothing else (spec: write.md)."""

from __future__ import annotations

import os
import unicodedata

from pickup_tui import lines, text
from pickup_tui.handoff import Record
from pickup_tui.lines import HEADING, frontmatter
from pickup_tui.prs import split
from pickup_tui.readers import card as reader
from pickup_tui.readers import fields
from pickup_tui.text import one_line

from . import compose, readable, safe
from .incoming import Incoming
from .raw import Raw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pickup_tui.handoff import Handoff

_SLUG_BYTES = 120  # of a card's file name without its ending
_TRIES = 1000
_UNNAMED = "handoff"  # the slug of a title that has no letters or digits, and the title of a card that has none
_TELLING = frozenset("#@&%*")  # punctuation that tells titles apart: C# and C, R&D and RD


class Saved(Record):
    """What a save did or, in a dry run, would do: the change of the card, those of superseded ones, what to tell."""

    __slots__ = ("change", "others", "warnings")

    def __init__(self, change: safe.Change, others: tuple[safe.Change, ...] = (), warnings: tuple[str, ...] = ()) -> None:
        self.change = change
        self.others = others
        self.warnings = warnings


def slug(topic: str) -> str:
    """A file name out of a topic: letters, marks and digits of every script, in lower case, joined by `-`."""
    composed = unicodedata.normalize("NFC", topic).lower()
    kept = "".join(char if unicodedata.category(char)[0] in "LMN" else "-" for char in composed)
    name = "-".join(part for part in kept.split("-") if part)
    while len(name.encode()) > _SLUG_BYTES:
        name = name[: -1 - (len(name.encode()) - _SLUG_BYTES) // 4].rstrip("-")
    return name or _UNNAMED


def repositories(refs: Sequence[str]) -> frozenset[str]:
    """The repositories of a card's PRs: what tells two cards of one slug apart."""
    return frozenset("/".join(split(ref)[:3]).casefold() for ref in refs if not ref.startswith("#"))


def save(
    folder: str,
    incoming: Incoming,
    now: str,
    observed: Sequence[tuple[str, str]] = (),
    supersedes: str | None = None,
    *,
    given: Sequence[tuple[str, str]] = (),
    project: str | None = None,
    dry: bool = False,
) -> Saved:
    """Writes the card into `folder`, made where it is missing. Raises NotSaved.

    now         the time of the save, ISO 8601
    observed    keys for a new card's frontmatter, such as its branch; in an old one only `incoming.branch` is set
    given       keys that an old card gets as well
    project     the working tree of the project that it is about; None: of none that is known
    supersedes  the slug of a card that is marked superseded afterwards
    dry         nothing is written
    """
    folder = safe.folder(folder)
    old = _superseded(folder, supersedes) if supersedes else None
    with safe.opened(folder) if dry else safe.locked(folder, 0o700) as held:
        new = create(incoming, now, (*observed, *given)).encode()
        if held is None:
            return Saved(safe.Change(path := f"{folder}/{slug(incoming.topic or '')}.md", None, _checked(new, path, incoming)))
        name = _name(held, incoming, old, project)
        if old:
            _supersede(held, old, dry=True)  # where this is refused, the new card is not written either
        change, warnings = _written(held, name, f"{folder}/{name}", new, incoming, now, given, dry=dry)
        return Saved(change, (_supersede(held, old, dry=dry),) if old else (), warnings)


def _written(
    held: safe.Folder,
    name: str,
    path: str,
    new: bytes,
    incoming: Incoming,
    now: str,
    given: Sequence[tuple[str, str]],
    *,
    dry: bool,
) -> tuple[safe.Change, tuple[str, ...]]:
    """The card written, or planned: `new` where there is none yet, else the one that is there brought up to date; and what to warn of."""
    warnings: list[str] = []

    def write(before: bytes | None) -> bytes:
        if before is None:
            return _checked(new, path, incoming)
        warnings[:] = _told(before, path, incoming)
        return update(before, path, incoming, now, given)

    change = held.plan(name, write) if dry else held.change(name, write)
    return change, tuple(warnings)


def _superseded(folder: str, named: str) -> str:
    """The file of the card that another one supersedes. Raises NotSaved where there is none, before a folder is made for nothing."""
    old = f"{named.removesuffix('.md')}.md"
    if "/" in old or old.startswith("."):
        raise safe.NotSaved(f"{named} is no slug of a card", "name the card's file without its folder")
    if safe.read(f"{folder}/{old}") is None:
        raise safe.NotSaved(f"there is no card {old} in {folder}: nothing was written", "`pickup-tui list` shows the cards")
    return old


def _supersede(held: safe.Folder, name: str, *, dry: bool) -> safe.Change:
    """Marks a card of the folder superseded; with `dry` says what that would change. Raises NotSaved."""

    def marked(before: bytes | None) -> bytes:
        return with_status(before or b"", f"{held.path}/{name}", "superseded")

    return held.plan(name, marked) if dry else held.change(name, marked)


def _name(held: safe.Folder, incoming: Incoming, other_than: str | None, project: str | None) -> str:
    """The card's file: that of the same slug and repositories, else the first free one of `x`, `x-2`, `x-3`, …

    Other titles can have the same slug, and where there are no PRs to tell projects apart their folders do.
    """
    base = slug(incoming.topic or "")
    wanted = repositories(incoming.prs)
    for number in range(1, _TRIES):
        name = f"{base}.md" if number == 1 else f"{base}-{number}.md"
        if name == other_than:
            continue
        there = held.read(name)
        if there is None:
            return name
        card = _read(there, name)
        if card is None or card.status == "superseded" or repositories(card.prs) != wanted or not _same_title(card.topic, incoming.topic, base):
            continue
        if wanted or _same_project(dict(card.fields).get("worktree"), project):
            return name
    raise safe.NotSaved(f"there are {_TRIES} cards named {base}", "choose another title")


def _same_title(there: str, new: str | None, slug_: str) -> bool:
    """Whether two titles of one slug are the same one: but for case, spaces and punctuation, or spelled as the slug."""
    new = new or _UNNAMED
    return new == there or (new == slug_ != _UNNAMED) or (_spoken(there) == _spoken(new) != "")


def _spoken(title: str) -> str:
    """A title without what people write differently from time to time. Signs stay: C++ is not C#, one emoji not another."""
    composed = unicodedata.normalize("NFC", title).casefold()
    kept = "".join(char if char in _TELLING or unicodedata.category(char)[0] in "LMNS" else " " for char in composed)
    return " ".join(kept.split())


def _same_project(there: str | None, new: str | None) -> bool:
    """Whether two working trees are of one project; where one is not known nothing speaks against it."""
    if not there or not new:
        return True
    return _tree(there) == _tree(new)


def _tree(folder: str) -> str:
    from pickup_tui import repository
    from pickup_tui.disk import Disk

    disk = Disk()
    real = os.path.realpath(folder)
    top = repository.root_of(disk, real)
    return disk.real(repository.main_tree(disk, top)) if top == real else real


def _read(data: bytes, path: str) -> Handoff | None:
    """The card that bytes are, None when they are none or its frontmatter does not parse."""
    reading = reader.read(path, text.decode(data))
    mapped = _frontmatter(Raw(data, path)) if reading.handoffs else None
    return reading.handoffs[0] if mapped is not None else None


def _frontmatter(raw: Raw) -> dict[str, object] | None:
    fence = frontmatter(raw.texts)
    if fence is None:
        return None
    mapped = fields.mapping("\n".join(raw.texts[fence[0] + 1 : fence[1]]))
    return None if mapped.error else mapped.values


def _told(before: bytes, path: str, incoming: Incoming) -> list[str]:
    """What to tell of a card that is updated: it is done, or keys of its brief go."""
    card = _read(before, path)
    told = []
    if card and card.status == "done" and not incoming.status:
        told.append(f"the card {path} is marked done: --status active opens it again")
    if card and not incoming.is_partial:
        told += compose.replaced(incoming.lost(card.brief))
    return told


def create(incoming: Incoming, now: str, observed: Sequence[tuple[str, str]]) -> str:
    """A new card."""
    rows = ["---", "kind: handoff", f"title: {compose.quoted(incoming.topic or 'handoff')}", f"status: {_status(incoming) or 'active'}"]
    rows += [f"last_session: {now}", *([f"prs: {_refs(incoming.prs)}"] if incoming.prs else [])]
    rows += [f"plan: {compose.quoted(incoming.plan)}"] if incoming.plan else []
    rows += [f"{key}: {compose.scalar(value)}" for key, value in observed]
    return "\n".join(rows) + "\n---\n\n" + _brief_section(incoming, "## Last session brief")


def _status(incoming: Incoming) -> str | None:
    if incoming.status and incoming.status not in reader.STATUSES:
        raise safe.NotSaved(f"{incoming.status!r} is no status", f"use {', '.join(reader.STATUSES)}")
    return incoming.status


def _refs(refs: Sequence[str]) -> str:
    return "[" + ", ".join(refs) + "]"


def _brief_section(incoming: Incoming, heading: str) -> str:
    body = compose.embedded(incoming.body, 3)
    return f"{heading}\n\n{compose.brief_fence(incoming)}" + (f"\n{body}" if body else "")


def update(data: bytes, path: str, incoming: Incoming, now: str, given: Sequence[tuple[str, str]] = ()) -> bytes:
    """The card with the given keys and the brief replaced. Raises NotSaved where that would not read back.

    A brief that does not say what is next changes only what it says: the rest of the old one stays.
    """
    keys = [("last_session", now)]
    status = _status(incoming)
    if status:
        keys.append(("status", status))
    if incoming.prs:
        keys.append(("prs", _refs(incoming.prs)))
    if incoming.plan:
        keys.append(("plan", compose.quoted(incoming.plan)))
    if incoming.branch:
        keys.append(("branch", compose.scalar(one_line(incoming.branch))))
    keys += [(key, compose.scalar(value)) for key, value in given]
    card = _read(data, path)
    if card and incoming.topic and card.topic != incoming.topic:
        keys.append(("title", compose.quoted(incoming.topic)))
    for key, value in keys:
        data = with_key(data, path, key, value)
    brief = incoming.brief
    if brief.next_step or brief.why_stopped or brief.plan_progress or incoming.extra or incoming.body.strip():
        return _with_brief(data, path, incoming)
    readable.row("card", path, data, older=True)
    return data


def with_status(data: bytes, path: str, status: str) -> bytes:
    """The card with that status. Raises NotSaved when it is no card, or its frontmatter cannot be read."""
    return with_key(data, path, "status", status)


def with_key(data: bytes, path: str, key: str, value: str) -> bytes:
    """The card with one key of its frontmatter set; `value` is YAML on one line. Every other byte stays."""
    raw = Raw(data, path)
    before = _frontmatter(raw)
    fence = frontmatter(raw.texts)
    if before is None or fence is None:
        raise safe.NotSaved(f"the frontmatter of {path} cannot be read: not written", "mend it first; `pickup-tui doctor` says where")
    start, end = _key_lines(raw.texts, fence, key)
    new = raw.replaced(start, end, f"{key}: {value}\n")
    after = _frontmatter(Raw(new, path))
    wanted = {**before, key: fields.mapping(f"{key}: {value}").values[key]}
    spelled = next((name for name in before if fields.key_name(name) == key), key)
    if spelled != key:
        wanted.pop(spelled)
    if after != wanted:
        raise safe.NotSaved(f"`{key}` in the frontmatter of {path} cannot be changed alone: not written", "write its frontmatter a key a line")
    return new


def _key_lines(texts: Sequence[str], fence: tuple[int, int], key: str) -> tuple[int, int]:
    """The lines of a key with its value, last one first when it stands twice; the closing line when it is not there."""
    for start in range(fence[1] - 1, fence[0], -1):
        name, colon, _ = texts[start].partition(":")
        if colon and texts[start][:1].strip() and fields.key_name(name.strip("\"'")) == key:
            end = start + 1
            while end < fence[1] and (not texts[end].strip() or texts[end][0] in " \t" or texts[end].startswith(("- ", "]", "}"))):
                end += 1
            while not texts[end - 1].strip():
                end -= 1
            return start, end
    return fence[1], fence[1]


def _with_brief(data: bytes, path: str, incoming: Incoming) -> bytes:
    """The brief's fence replaced, with a body all that stands under its heading. Raises NotSaved."""
    raw = Raw(data, path)
    whole = True
    if incoming.is_partial:
        incoming, whole = _over(raw, incoming)
    fence = frontmatter(raw.texts)
    scanned = lines.scan(raw.text)
    first = (fence[1] + 1) if fence else 0
    at = next((n for n in range(first, len(scanned)) if _is_brief(scanned[n])), None)
    if at is None:
        end = lines.closing(raw.text.removesuffix("\n"))
        between = f"{end}\n\n" if end else "\n"
        new = raw.replaced(len(raw.lines), len(raw.lines), between + _brief_section(incoming, "## Last session brief"))
    else:
        end_ = next((n for n in range(at + 1, len(scanned)) if scanned[n].kind == HEADING and scanned[n].level <= scanned[at].level), len(scanned))
        if incoming.body.strip():
            text_, stop = _brief_section(incoming, raw.texts[at].rstrip()), _without_blank(raw.texts, at + 1, end_)
        else:
            start, stop = _fence_lines(scanned, at + 1, end_)
            stop = stop if whole else start  # what could not be taken over stays below
            text_ = raw.texts[at].rstrip() + "\n" + "".join(f"{row}\n" for row in raw.texts[at + 1 : start] if row.strip()) + "\n"
            text_ += compose.brief_fence(incoming)
        gap = "\n" if stop < len(raw.lines) and raw.texts[stop].strip() else ""
        new = raw.replaced(at, stop, text_ + gap)
    return _checked(new, path, incoming)


def _over(raw: Raw, incoming: Incoming) -> tuple[Incoming, bool]:
    """A partial brief over the card's old one, and whether all that the old one's lines say is in it."""
    from .taken import Taking

    card = _read(raw.data, raw.path)
    if card is None:
        return incoming, False
    taking = Taking(card, None, {})
    scanned = lines.scan(raw.text)
    fence = frontmatter(raw.texts)
    at = next((n for n in range(fence[1] + 1 if fence else 0, len(scanned)) if _is_brief(scanned[n])), None)
    inner: list[str] = []
    if at is not None:
        end = next((n for n in range(at + 1, len(scanned)) if scanned[n].kind == HEADING and scanned[n].level <= scanned[at].level), len(scanned))
        start, stop = _fence_lines(scanned, at + 1, end)
        inner = [line.text for line in scanned[start:stop] if line.kind != lines.FENCE]
    whole = taking.all_of(inner) if inner else True
    below = taking.result("")
    extra = below.extra if whole else tuple({**dict(card.brief.extra), **dict(below.extra)}.items())
    return incoming.over(Incoming(brief=below.brief, extra=extra)), whole


def _is_brief(line: lines.Line) -> bool:
    return line.kind == HEADING and line.level >= 2 and line.title.strip("*: ").casefold() in fields.BRIEF_HEADINGS


def _without_blank(texts: Sequence[str], start: int, end: int) -> int:
    while end > start and not texts[end - 1].strip():
        end -= 1
    return end


def _fence_lines(scanned: Sequence[lines.Line], start: int, end: int) -> tuple[int, int]:
    """The old brief: its YAML fence, or its bare `key: value` lines; nothing, right below the heading, without either."""
    at = start
    while at < end:
        if scanned[at].kind == lines.FENCE:
            stop = at + 1
            while stop < end and scanned[stop].kind == lines.CODE:
                stop += 1
            stop = min(stop + 1, end)
            info = scanned[at].title.split()
            if not info or info[0].strip("{}.").lower() in ("yaml", "yml"):
                return at, stop
            at = stop
        else:
            at += 1
    first = next((n for n in range(start, end) if scanned[n].text.strip()), start)
    stop = first
    while stop < end and fields.loose(scanned[stop].text):
        stop += 1
    return (first, stop) if stop > first else (start, start)


def _checked(data: bytes, path: str, incoming: Incoming) -> bytes:
    brief = readable.row("card", path, data, older=True).brief
    wanted = incoming.brief
    if (brief.next_step, brief.why_stopped, brief.plan_progress) != (wanted.next_step, wanted.why_stopped, wanted.plan_progress):
        raise safe.NotSaved(f"{path} is built so that its brief would not be read back: not written", "mend the card, or choose another title")
    return data
