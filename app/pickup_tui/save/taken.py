"""Takes a handoff that is there as what is to be saved: a baton that is to be kept as a card, a section that moves.

No word of it is lost: a line is left out only where what is saved says the same, and keys that it has no place for go
into the brief, or stay in the body as they were written.
"""

from __future__ import annotations

import re

from pickup_tui import when
from pickup_tui.handoff import Brief
from pickup_tui.lines import CODE, FENCE, HEADING, UNDERLINE, frontmatter, scan
from pickup_tui.readers import fields
from pickup_tui.text import one_line

from .compose import tidy
from .incoming import TOPICS, Incoming, cleaned, refs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pickup_tui.handoff import Handoff
    from pickup_tui.lines import Line

_LABELS = (*TOPICS, "plan", "project", "repository", "branch")
_FIELD_OF = {name: field for field, names in fields.BRIEF_KEYS.items() for name in names}
_FIELDS = tuple(fields.BRIEF_KEYS)
_WRITTEN = ("next_step", "why_stopped", "plan_progress", "date", "last_handoff_hash")  # as a brief is written
_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"(?:^|\s)#(.*)")


def labels(text: str) -> dict[str, str]:
    """The labels of a text, by their names in lower case; of several of one name the first."""
    return {name.casefold(): value for name, value, _ in reversed(fields.labels(scan(text)))}


def incoming(handoff: Handoff, text: str, held: Mapping[str, str | None]) -> Incoming:
    """`handoff` with its own text, as `save` takes it. What its writer put into a brief comes out of the body again.

    held  what is said where it is saved, by the names of labels: "project" is the project's folder
    """
    raw = text.split("\n")
    fence = frontmatter(raw)
    scanned = [line for line in scan(text) if fence is None or not fence[0] < line.number <= fence[1] + 1]
    taking = Taking(handoff, labels(text).get("plan"), held)
    drop = _heading(handoff, scanned)
    brief = _brief_lines(scanned)
    if brief is None:
        taking.extra = dict(handoff.brief.extra)
    elif taking.all_of([line.text for line in scanned[brief[1] + 1 : brief[2]]]):
        drop |= {brief[0], *range(brief[1], brief[2] + 1)}
    else:
        taking.extra = {**dict(handoff.brief.extra), **taking.extra}
    above = ""
    if fence:
        inner = raw[fence[0] + 1 : fence[1]]
        above = "" if taking.all_of(inner) else _fenced(inner)
    if brief:
        drop |= {at for at in range(brief[0]) if taking.holds_label(scanned[at])}
    body = _joined(scanned, drop)
    return taking.result(body=f"{above}\n{body}".strip("\n") if above else body)


class Taking:
    """What is taken over so far. Keys are asked one by one whether what is saved says the same."""

    def __init__(self, handoff: Handoff, plan: str | None, held: Mapping[str, str | None]) -> None:
        self.handoff = handoff
        self.plan = plan
        self.prs = handoff.prs
        self.held = held
        self.brief = {field: getattr(handoff.brief, field) for field in _FIELDS}
        self.extra: dict[str, object] = {}

    def result(self, body: str) -> Incoming:
        handoff = self.handoff
        brief, extra = Brief(**self.brief), tuple(self.extra.items())
        return Incoming(topic=handoff.topic, plan=self.plan, prs=self.prs, branch=handoff.branch, brief=brief, extra=extra, body=body)

    def all_of(self, inner: Sequence[str]) -> bool:
        """Takes over the keys of these lines of YAML. False: not every word of them is taken over."""
        mapped = fields.mapping("\n".join(inner))
        if mapped.error or mapped.repeated:
            return False
        left = [name for name, value in mapped.values.items() if not self._key(one_line(name), value)]
        said = {word for name, value in mapped.values.items() for word in (*_words(name), *_words(value))}
        comments = {word for line in inner if (found := _COMMENT.search(line)) for word in _WORD.findall(found[1])}
        return not left and comments <= said

    def _key(self, name: str, value: object) -> bool:
        spelled = fields.key_name(name)
        said = tidy(fields.text_of(value))
        if spelled in _FIELD_OF:
            return self._brief_key(name, _FIELD_OF[spelled], value, said)
        if spelled == "plan" and self.plan is None and said:
            self.plan = one_line(said)
        if spelled in ("pr", "prs"):
            self.prs = self.prs or refs(value)
        return self._holds(spelled, said) or self._own(name, value)

    def _brief_key(self, name: str, field: str, value: object, said: str | None) -> bool:
        there = self.brief[field]
        if there is None and said:
            self.brief[field] = there = said
        if said == there and said is not None:
            return True
        if field == "date" and said and when.iso(self.handoff.when).startswith(said):
            return True
        return fields.key_name(name) not in _WRITTEN and self._own(name, value)  # other spellings stand beside ours

    def _own(self, name: str, value: object) -> bool:
        """A key of its own in the brief. False: there is another of that name, or it is nested too deeply."""
        kept = cleaned(value)
        if name in self.extra and self.extra[name] not in (kept, fields.text_of(kept)):
            return False
        if not name or name in _WRITTEN:
            return False
        self.extra[name] = kept
        return set(_words(value)) <= set(_words(kept))

    def holds_label(self, line: Line) -> bool:
        """Whether a line is a label above the brief, and what is saved says the same."""
        found = fields.labels([line])
        return bool(found) and found[0][0].casefold() in _LABELS and self._holds(found[0][0].casefold(), found[0][1])

    def _holds(self, name: str, said: str | None) -> bool:
        if said is None:
            return False
        if name == "project":
            folder = self.held.get("project") or ""
            words = [word.strip("()`'\",;") for word in said.split()]
            return bool(folder) and (said == folder or all(word in ("", folder, folder.rpartition("/")[2]) for word in words))
        if name in ("pr", "prs"):
            return all(self._is_pr(one.strip()) for one in re.split(r"[;,\s]+", said) if one)
        same = {
            "plan": self.plan, "branch": self.handoff.branch, "repository": self.held.get("repository"), "worktree": self.held.get("project"),
            "kind": "handoff", "status": "active", **dict.fromkeys(TOPICS, self.handoff.topic),
        }  # fmt: skip
        return same.get(name) is not None and one_line(said) == same[name]

    def _is_pr(self, said: str) -> bool:
        return said in self.prs or (said.startswith("#") and any(ref.endswith(said) for ref in self.prs))


def _words(value: object) -> Iterator[str]:
    """Every word in a value out of YAML, its keys too."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _words(name)
            yield from _words(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words(item)
    else:
        yield from _WORD.findall(str(value))


def _heading(handoff: Handoff, scanned: Sequence[Line]) -> set[int]:
    """The lines of the heading that the text begins with, where it only says the topic, or the section's branch and date."""
    first = next((at for at, line in enumerate(scanned) if line.text.strip()), None)
    if first is None or scanned[first].kind != HEADING:
        return set()
    title = scanned[first].title
    if title != handoff.topic and not (handoff.kind == "section" and title.startswith(f"{handoff.branch} (updated ")):
        return set()
    return {first, first + 1} if first + 1 < len(scanned) and scanned[first + 1].kind == UNDERLINE else {first}


def _brief_lines(scanned: Sequence[Line]) -> tuple[int, int, int] | None:
    """The first brief's heading, and the first and last line of the YAML fence right below it; None without one."""
    at = next((at for at, line in enumerate(scanned) if _is_brief(line)), None)
    if at is None:
        return None
    start = next((n for n in range(at + 1, len(scanned)) if scanned[n].text.strip()), None)
    if start is None or scanned[start].kind != FENCE or scanned[start].title not in ("", "yaml", "yml"):
        return None
    end = next((n for n in range(start + 1, len(scanned)) if scanned[n].kind != CODE), len(scanned) - 1)
    return at, start, end


def _is_brief(line: Line) -> bool:
    return line.kind == HEADING and line.level >= 2 and line.title.strip("*: ").casefold() in fields.BRIEF_HEADINGS


def _fenced(inner: Sequence[str]) -> str:
    """Frontmatter as it was written, as a part of a body."""
    mark = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", "\n".join(inner))), 3)
    return "\n".join((f"{mark}yaml", *inner, mark, ""))


def _joined(scanned: Sequence[Line], drop: set[int]) -> str:
    """The lines that stay; of blank lines around what was dropped one is enough."""
    out: list[str] = []
    for at, line in enumerate(scanned):
        if at in drop or (not line.text.strip() and (not out or not out[-1].strip()) and (at - 1 in drop or not out)):
            continue
        out.append(line.text)
    return "\n".join(out).strip("\n")
