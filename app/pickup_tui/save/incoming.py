"""What is to be saved, out of flags and of a text: YAML or JSON with the brief's keys, or Markdown (spec: json.md)."""

from __future__ import annotations

from pickup_tui import prs
from pickup_tui.handoff import Brief, Record
from pickup_tui.lines import HEADING, UNDERLINE, frontmatter, scan
from pickup_tui.readers import fields
from pickup_tui.text import clean, one_line

from .compose import tidy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

TOPICS = ("title", "topic", "what", "task")
_OWN = (*TOPICS, "plan", "prs", "pr", "status", "branch", "body", "kind")
STATUSES = ("active", "done", "superseded")


class Incoming(Record):
    """A handoff to be written. Absent is None, () or "". Texts are clean.

    extra  other keys of the brief, in order: values are str, or lists and dicts of such
    body   Markdown, as it was given
    """

    __slots__ = ("body", "branch", "brief", "extra", "plan", "prs", "status", "topic")

    def __init__(
        self,
        *,
        topic: str | None = None,
        plan: str | None = None,
        prs: tuple[str, ...] = (),
        status: str | None = None,
        branch: str | None = None,
        brief: Brief = Brief(),  # noqa: B008 - a value that nothing changes
        extra: tuple[tuple[str, object], ...] = (),
        body: str = "",
    ) -> None:
        self.topic = topic
        self.plan = plan
        self.prs = prs
        self.status = status
        self.branch = branch
        self.brief = brief
        self.extra = extra
        self.body = body

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing at all."""
        brief = self.brief
        said = brief.next_step or brief.why_stopped or brief.plan_progress or self.extra
        return not (said or self.topic or self.plan or self.prs or self.status or self.body.strip())

    @property
    def is_partial(self) -> bool:
        """Whether it says what has changed but not what is next: what it is silent about then stays in what is there."""
        return not (self.brief.next_step or self.body.strip())

    def lost(self, before: Brief) -> tuple[str, ...]:
        """The keys of an earlier brief that this one, which replaces it, does not have."""
        names = {name for name, _ in self.extra}
        known = (("why_stopped", self.brief.why_stopped, before.why_stopped), ("plan_progress", self.brief.plan_progress, before.plan_progress))
        return (*(name for name, new, old in known if old and not new), *(name for name, _ in before.extra if name not in names))

    def with_(self, **changes: object) -> Incoming:
        """A copy with these fields changed."""
        return Incoming(**{**{name: getattr(self, name) for name in self.__slots__}, **changes})

    def over(self, below: Incoming) -> Incoming:
        """This, and where it is silent what `below` says."""
        names = {name for name, _ in self.extra}
        return Incoming(
            topic=self.topic or below.topic,
            plan=self.plan or below.plan,
            prs=self.prs or below.prs,
            status=self.status or below.status,
            branch=self.branch or below.branch,
            brief=Brief(
                next_step=self.brief.next_step or below.brief.next_step,
                why_stopped=self.brief.why_stopped or below.brief.why_stopped,
                plan_progress=self.brief.plan_progress or below.brief.plan_progress,
                date=self.brief.date or below.brief.date,
                hash=self.brief.hash or below.brief.hash,
            ),
            extra=self.extra + tuple((name, value) for name, value in below.extra if name not in names),
            body=self.body if self.body.strip() else below.body,
        )


def from_text(text: str) -> Incoming:
    """What a text (as `text.decode` gives it) asks to save. Anything that is not a mapping is Markdown.

    A mapping has at least one key that a brief or this command knows, so that prose with a colon is not taken for
    one; headings make it Markdown, unless it is JSON. An indented one stands in a value, such as `body: |`.
    """
    if text.lstrip().startswith("{"):
        values = _json(text)
        if values is not None:
            return from_mapping(values)
    elif not _has_heading(text):
        mapped = fields.mapping(text) if text.strip() else fields.Mapped({})
        if not mapped.error and any(_known(name) for name in mapped.values):
            return from_mapping(mapped.values)
    return from_markdown(text)


def _has_heading(text: str) -> bool:
    return any(line.kind == HEADING and not line.text[:1].isspace() for line in scan(text))


def misread(text: str) -> str | None:
    """What a text that is taken as Markdown looks like it was meant to be, as the end of a sentence; None: nothing else."""
    if text.lstrip().startswith("{"):
        return "begins like JSON but does not parse" if _json(text) is None else None
    fence = frontmatter(text.split("\n"))
    if fence:
        inner = "\n".join(text.split("\n")[fence[0] + 1 : fence[1]])
        return "has frontmatter that does not parse as YAML" if fields.mapping(inner).error else None
    first = next((line for line in text.split("\n") if line.strip()), "")
    if _known(first.partition(":")[0]) and ":" in first and fields.mapping(text).error and not _has_heading(text):
        return "begins like YAML but does not parse"
    return None


def from_markdown(text: str) -> Incoming:
    """Markdown: its frontmatter's keys, its title when it begins with one, what it says as a brief, the rest as body."""
    raw = text.split("\n")
    fence = frontmatter(raw)
    above = Incoming()
    if fence:
        mapped = fields.mapping("\n".join(raw[fence[0] + 1 : fence[1]]))
        if not mapped.error:
            above = from_mapping(mapped.values)
            raw = raw[: fence[0]] + raw[fence[1] + 1 :]
    body = clean("\n".join(raw)).strip("\n")
    scanned = scan(body)
    found = fields.brief(scanned, [])
    topic = None
    first = next((line for line in scanned if line.text.strip()), None)
    if first and first.kind == HEADING and first.level == 1 and one_line(first.title):
        topic = one_line(first.title)
        at = first.number + (1 if first.number < len(scanned) and scanned[first.number].kind == UNDERLINE else 0)
        body = "\n".join(line.text for line in scanned[at:]).strip("\n")
    said = Brief(next_step=tidy(found.next_step), why_stopped=tidy(found.why_stopped), plan_progress=tidy(found.plan_progress))
    return above.over(Incoming(topic=topic, brief=said, body=body))


def from_mapping(values: Mapping[str, object]) -> Incoming:
    """A mapping with the brief's keys, in any of their spellings, and `title`, `topic`, `what`, `plan`, `prs`, `status`."""
    own: dict[str, object] = {}
    rest: dict[str, object] = {}
    for name, value in values.items():
        spelled = fields.key_name(name)
        if spelled in _OWN:
            own.setdefault(spelled, value)
        else:
            rest[one_line(name)] = cleaned(value)
    brief = fields.brief_of(rest)
    kept = {name for name, _ in brief.extra}
    topic = next((one_line(said) for name in TOPICS if (said := tidy(own.get(name)))), None)
    return Incoming(
        topic=topic or None,
        plan=one_line(tidy(own.get("plan")) or "") or None,
        prs=refs((own.get("prs"), own.get("pr"))),
        status=(one_line(tidy(own.get("status")) or "").casefold()) or None,
        branch=tidy(own.get("branch")),
        brief=Brief(
            next_step=tidy(brief.next_step),
            why_stopped=tidy(brief.why_stopped),
            plan_progress=tidy(brief.plan_progress),
            date=tidy(brief.date),
            hash=tidy(brief.hash),
        ),
        extra=tuple((name, value) for name, value in rest.items() if name in kept and name and tidy(value)),
        body=_text(own.get("body")),
    )


def refs(value: object) -> tuple[str, ...]:
    """Every PR that a text, or a list of them, names; "#N" stays open."""
    if isinstance(value, str):
        return prs.find(value)
    if isinstance(value, list | tuple):
        return tuple(dict.fromkeys(ref for item in value for ref in refs(item)))
    return ()


def _known(name: str) -> bool:
    spelled = fields.key_name(name)
    return spelled in _OWN or any(spelled in names for names in fields.BRIEF_KEYS.values())


def _text(value: object) -> str:
    return clean(value.replace("\r\n", "\n").replace("\r", "\n")) if isinstance(value, str) else ""


def cleaned(value: object, depth: int = 0) -> object:
    """A value with every text in it clean; what is nested too deeply to be shown is left out."""
    if isinstance(value, dict):
        return {one_line(str(name)): cleaned(item, depth + 1) for name, item in value.items()} if depth < 6 else ""
    if isinstance(value, list | tuple):
        return [cleaned(item, depth + 1) for item in value] if depth < 6 else ""
    return "" if value is None else _text(str(value)).strip()


def _json(text: str) -> dict[str, object] | None:
    """A JSON object with every scalar as the text that was written, None when `text` is none."""
    import json

    def word(value: str) -> str:
        return value

    try:
        values = json.loads(text, parse_int=word, parse_float=word, parse_constant=word)
    except (ValueError, RecursionError):
        return None
    return {str(name): _plain(value) for name, value in values.items()} if isinstance(values, dict) else None


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


