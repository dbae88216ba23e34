"""What a document is about, in one line (spec: formats.md, "Document", row "topic")."""

from __future__ import annotations

import os
import re

from pickup_tui import dates
from pickup_tui.handoff import Reason
from pickup_tui.lines import TEXT

from . import generic, inline, labels, opening, phrases, words, worked
from .headings import SESSION, STATE
from .nextwords import BARE, NEXT, OPEN, RUNNING
from .page import folder_of, is_row
from .titles import FILLER, GOAL, HANDOFF, STAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .page import Page, Section
    from .sessions import Scope

FRONT = ("title", "topic", "subject", "feature", "task_name", "story_title", "name", "summary", "goal")
STAGES = ("phase_name", "phase", "task", "context")  # which part of the work: a title says more
LONGEST = 200  # characters of a topic
_STATES = re.compile(r"(?:in[_ -]?progress|pending|done|complete|completed|blocked|paused|active|draft|ready|open|wip|default|milestone|phase|none|n/a|\d+|[a-z]+_(?:complete|completed|progress|done|ready))$")
_NONE = re.compile(r"\s*(?:none|n/a|null|tbd|nothing)\b", re.IGNORECASE)
_PARTS = re.compile(r"(\s+[—–―|·:/→-]+\s+|\s*[:：]\s+|：|\s*(?:[—―|·]|(?<!\d)–|–(?!#?\d))\s*|\s*[（(【\[]\s*|\s*[)）】\]]\s*|\s+/\s+|,\s+|、|　+)")
_PATH = re.compile(r"`?[\w./\\-]+`?")  # and then what it ends in: to look for a path's end from each of its signs takes too long
_FILES = (".md", ".markdown", ".txt", ".json")
_BLANK = re.compile(r"\{\{\s*[A-Z][A-Z0-9_ -]{0,60}\}\}")  # of a template that was filled in but for its title
_UNTIL = re.compile(r"(?<=\w)\s+(?:on|at|as of|from|since|until|em|de|el|le|du|am|vom|il|del|di|au|от|на)\s*$", re.IGNORECASE)  # before a date
_SLUG = re.compile(r"[\w-]*(?:_[\w-]*_|20\d\d-\d\d-\d\d|20\d{6})[\w-]*")  # a title that is spelled as a file is
_LONE_TAG = re.compile(r"\s*</?[A-Za-z][\w-]{0,40}>\s*")
Answer = tuple[str, Reason]


def read(page: Page, scope: Scope, day_first: bool) -> Answer:
    """The topic and the reason for it. Never empty: the file's name stands in for everything else."""
    return (
        _front(page, FRONT)
        or _title(page, day_first)
        or _front(page, STAGES)
        or _first_line(page, day_first)
        or _subtitle(page, day_first)
        or opening.introduced(page, headline(page), lambda text: specific(text, day_first))
        or _newest(scope, day_first)
        or _last_session(page, scope, day_first)
        or _goal(page, scope)
        or _tagged(page)
        or worked.labelled(page, scope, lambda text: specific(text, day_first))
        or _front(page, ("project",))
        or _subject(page)
        or of_name(page.path)
        or opening.first(page, headline(page))
        or _vague(page)
        or worked.last(page, scope, lambda text: specific(text, day_first))
        or (folder_of(page.path), Reason("topic", "the project's folder", None))
    )


def _front(page: Page, names: Sequence[str]) -> Answer | None:
    for name in names:
        value = page.text(name)
        if not value or _STATES.match(value.strip().casefold()) or _NONE.match(value):
            continue
        if name in ("title", "topic", "name") and not specific(value):
            continue
        return inline.bare(value)[:LONGEST], Reason("topic", f"frontmatter `{name}`", page.front_lines.get(name))
    return None


def headline(page: Page) -> Section | None:
    """The section whose heading is the document's title: the first level-1 heading that is no metadata, else the first."""
    tops = [section for section in page.sections if section.level == 1 and section.at < 400][:10]
    for section in tops:
        if not _metadata(section.title):
            return section
    if tops or not page.sections or page.sections[0].at >= 30 or any(True for _ in page.prose(page.first, page.sections[0].at)):
        return None
    return page.sections[0]


def _metadata(title: str) -> bool:
    """`Date: 2026-05-01`, `Branch: main`: a label, though it stands where a title would."""
    name, colon, value = words.key(title).replace("：", ":").partition(":")
    known = words.phrases(words.UPDATED, words.DATED, words.BRANCH, words.HEAD, words.STATUS, words.PROJECT)
    return bool(colon and value) and name.strip() in known


def _title(page: Page, day_first: bool) -> Answer | None:
    section = headline(page)
    if section is None:
        return None
    said = inline.plain(section.raw[:400])
    slug = of_name(f"{said}.md") if _SLUG.fullmatch(said) else None
    topic = slug[0] if slug else specific(said, day_first)
    return (topic, Reason("topic", "title", section.number)) if topic else None


def _subtitle(page: Page, day_first: bool) -> Answer | None:
    """The heading right below a title that says nothing, where it numbers and names a part: `## Phase 2: sail plan`."""
    title = headline(page)
    below = next((section for section in page.sections if title is not None and section.at > title.at), None)
    if title is None or below is None or any(True for _ in page.prose(title.start, below.at)):
        return None
    found = re.match(rf"{words.alternatives(STAGE)}\s*[#№]?\s*\d[\w.]{{0,5}}\s*(?:章|回)?\s*(?:[:：—–·-])\s*\S", below.key)
    if not found or not specific(inline.plain(below.raw[found.end() - 1 : 400]), day_first):
        return None
    return below.title[:LONGEST], Reason("topic", "numbered heading right below the title", below.number)


def _vague(page: Page) -> Answer | None:
    """A title without a handoff word that says next to nothing ("Current state") is still more than the project."""
    section = headline(page)
    said = inline.bare(section.title) if section is not None else ""
    if section is None or _is_handoff(said) or generic.made_of(words.key(said), FILLER) or sum(1 + (char >= "\u2e80") for char in said if char.isalpha()) < 6:
        return None
    return said[:LONGEST], Reason("topic", "title", section.number)


def _newest(scope: Scope, day_first: bool) -> Answer | None:
    """What the heading of the newest session says beyond its date."""
    if scope.newest is None:
        return None
    said = specific(_without_next(inline.plain(scope.newest.raw[:400])), day_first)
    if not said or len(said) < 6 or words.key(said) in words.phrases(GOAL):
        return None
    return said, Reason("topic", "heading of the newest session", scope.newest.number)


def _last_session(page: Page, scope: Scope, day_first: bool) -> Answer | None:
    """`**Last session**: 2026-03-29 — what it did`."""
    pattern = words.pattern(SESSION)
    for label in labels.find(page, end=page.first + 40):
        if label.cell or not scope.covers(label.at) or not pattern.search(label.key) or not dates.find(label.value[:60], day_first):
            continue
        said = specific(inline.plain(label.value), day_first)
        if said and len(said) >= 6:
            return said, Reason("topic", "label of the last session", label.number)
    return None


def _without_next(title: str) -> str:
    """A heading without "start here next session" and the like before its date."""
    head, dash, rest = re.sub(r"\s+[—–-]+\s+", "\0", title).partition("\0")
    return rest if dash and (phrases.of(NEXT).spans(words.key(head)) or phrases.of(BARE).spans(words.key(head))) else title.replace("\0", " — ")


def _goal(page: Page, scope: Scope) -> Answer | None:
    """The first line under goal, what, summary or task; or such a label's value; the earlier of the two."""
    best: Answer | None = None
    title = headline(page)
    tops = [section.at for section in page.sections if section.level <= 2 and section is not title]
    limit = tops[2] if len(tops) > 2 else page.first + 60  # labels further down are about parts
    for section in page.sections:
        if not scope.covers(section.at) or section.level > 4:
            continue
        name, _, value = inline.unnumbered(section.title).replace("：", ":").partition(":")
        name = words.key(name.strip(" ?？"))
        if value.strip() and name in phrases.of(STATE).alone | phrases.of(RUNNING).alone and _said(value) and not _STATES.match(words.key(value.strip())):
            return _said(value) or "", Reason("topic", "what a heading of the state says", section.number)
        if not _is_goal(name):
            continue
        below = page.paragraph(section.start, section.own)
        said = _said(value) or (_said(below[0]) if below and not is_row(below[0]) else None)
        if said:
            best = (said, Reason("topic", "what stands under a goal's heading", section.number))
            break
    for label in labels.find(page):
        if best and best[1].line and label.number > best[1].line:
            break
        if label.cell or not label.value or "_" in label.key or not scope.covers(label.at) or label.at >= limit:
            continue
        said = _said(label.value) if _is_goal(label.key) else None
        if said and not _STATES.match(words.key(said)):
            return said, Reason("topic", "label of a goal", label.number)
    return best


def _is_goal(key: str) -> bool:
    """Whether a heading or label is a goal's, alone or with words that say nothing: "Objetivo atual", "Goal of this session"."""
    if key in words.phrases(GOAL):
        return True
    if len(key) > 60 or any(map(str.isdecimal, key)) or not words.pattern(GOAL).search(key) or not generic.says_nothing(key, GOAL):
        return False
    return not any(phrases.of(table).within(key) for table in (NEXT, BARE, OPEN, RUNNING))


TAGS = ("goal", "objective", "original_task", "current_task", "task", "summary", "current_state", "context")


def _tagged(page: Page) -> Answer | None:
    """The first line in `<goal>` and its like, for a text that has tags instead of headings."""
    for name in TAGS:
        start, end = page.tags.get(name, (0, 0))
        below = page.paragraph(start + 1, end) if end else None
        said = _said(below[0]) if below else None
        if said and below:
            return said, Reason("topic", f"tag <{name}>", below[1])
    return None


def _said(text: str) -> str | None:
    """The first sentence of a text, when it says enough to be a topic."""
    text = inline.unsigned(inline.plain(inline.unmarked(text)).replace("`", "")).strip("*_ ")
    if _metadata(text):
        return None
    sentence = re.split(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])", text, maxsplit=1)[0]
    said = (sentence if len(sentence) >= 12 else text).rstrip(" .。:：")
    return said[:LONGEST] if len(said) >= 4 and any(char.isalpha() for char in said) else None


def _subject(page: Page) -> Answer | None:
    """`## What is X?` is about X; else the label that names the project."""
    for section in page.sections:
        found = re.match(r"(?:what is|what's(?=.*[?？])|que es|qué es|o que é|was ist|cos'è|qu'est-ce que)\s+(.{2,60}?)\s*[?？]?$", section.title, re.IGNORECASE)
        if found and not found[1][0].islower() and not any(phrases.of(table).within(section.key) for table in (NEXT, BARE)):
            return found[1], Reason("topic", "heading that asks what it is", section.number)
    label = labels.first(page, words.PROJECT, most=3)
    if label is None or label.at - page.first > 60 or not generic.says_nothing(label.key, words.PROJECT):
        return None
    name = inline.plain(label.value).strip("`\"'<> ")
    name = re.split(r"\s[(（]|[。;；，、`]|[,.]\s", name)[0]
    name = re.sub(r"\.git$", "", re.split(r"[/\\]", name.rstrip("/\\"))[-1]) if re.match(r"\S*[/\\]", name) else name
    name = name.strip("` ")
    return (name[:LONGEST], Reason("topic", "label of the project", label.number)) if len(name) >= 2 else None


def _first_line(page: Page, day_first: bool) -> Answer | None:
    """A text without a level-1 heading may start with its title as a plain line."""
    if any(section.level == 1 for section in page.sections):
        return None
    for _, line in page.prose(page.first, page.first + 12):
        if line.kind == TEXT and len(line.text) <= 160 and not line.text.rstrip().endswith(("。", ".")):
            if _LONE_TAG.fullmatch(line.text):
                return None
            text = inline.plain(inline.quote_free(line.text))
            said = None if _metadata(text) else specific(text, day_first)
            return (said, Reason("topic", "first line", line.number)) if said else None
        break
    return None


def of_name(path: str) -> Answer | None:
    """A file's name as a topic: without date, handoff words and ending; None where nothing is left."""
    stem = os.path.basename(path).rpartition(".")[0].strip(".")
    found = dates.in_name(stem)
    if found:
        stem = stem[: found.start] + " " + stem[found.end :]
    stem = re.sub(r"^[\s_-]*\d{4}(?=[\s_-])", " ", stem) if found else stem
    said = specific(" ".join(re.split(r"[\s_-]+", stem)))
    return (said, Reason("topic", "file name", None)) if said and len(said) > 1 else None


def _of_file(path: str) -> str:
    """A file's name that is a handoff's, as words; anything else as it is."""
    name, dot, _ = path.strip("`").rstrip(".-").rpartition(".")
    stem = re.split(r"[./\\]", name)[-1]
    return stem.replace("_", " ").replace("-", " ") if dot and path.strip("`").rstrip(".-").casefold().endswith(_FILES) and _is_handoff(stem) else path


def specific(title: str, day_first: bool = False) -> str | None:
    """What a title says beyond the words that every handoff's title has, and without its date; None when nothing.

    The title falls into parts at its punctuation. Parts of nothing but filler go; at the ends of a part a run of such words
    goes when it holds a handoff word.
    """
    title = _PATH.sub(lambda found: _of_file(found[0]), title[:400])
    if re.fullmatch(r"[A-Z0-9_-]+", title.strip()):
        title = title.replace("_", " ")
    title = _without_branch(_BLANK.sub(" ", title))
    for found in reversed(dates.find(title, day_first)):
        title = _UNTIL.sub("", title[: found.start]) + "\0" + title[found.end :]
    pieces = _PARTS.split(inline.unsigned(title))
    kept: list[tuple[str, str]] = []  # (separator before, part)
    before = ""
    for at, piece in enumerate(pieces):
        if at % 2:
            before += piece
            continue
        part = _trimmed(inline.unsigned(piece.replace("\0", " ").strip(' ,;-–—_#「」『』"“”')))
        if part and not (len(part) == 1 and part.isascii()):
            kept.append((before, part))
            before = ""
    said = _joined(kept)
    return said[:LONGEST] if any(char.isalnum() for char in said) else None


_NAMED: list[re.Pattern[str]] = []
_INSIDE = r"[^·|;—–()（）\[\]]*"


def _without_branch(title: str) -> str:
    """A title without the part that names the branch: "Handoff · branch: feat/mast (at 1a2b3c)"."""
    if not _NAMED:
        _NAMED.append(re.compile(rf"(?:^|[·|,;(（—–-])\s*{words.alternatives(words.BRANCH)}\s*[:：]{_INSIDE}(?:[(（]{_INSIDE}[)）]{_INSIDE})*", re.IGNORECASE))
    return _NAMED[0].sub("\0", title) if ":" in title or "：" in title else title


def _joined(kept: list[tuple[str, str]]) -> str:
    """The parts with what stood between them; brackets only as pairs."""
    out = ""
    for at, (before, part) in enumerate(kept):
        signs = before if at else ""
        if re.search(r"[()（）\[\]【】]", signs):
            signs = " (" if re.search(r"[(（\[【]", signs) else " "
        elif signs and len(signs.strip()) > 1:
            signs = " — "
        out += signs + part
        if signs == " (":
            out += ")"
    return " ".join(out.split())


def _is_handoff(text: str) -> bool:
    return bool(words.pattern(HANDOFF).search(words.key(text.replace("_", " "))))


_EDGE: list[re.Pattern[str]] = []
_EDGES = " -–—:：_・の"  # stripped from what trimming left


def _trimmed(part: str) -> str:
    """A part of a title without filler: "" when it is nothing else."""
    if not _EDGE:
        run = rf"(?:{words.alternatives(HANDOFF, FILLER)}|[\s&+/_'’.,#-]|(?<![^\W_])\d{{1,3}}(?![^\W_]))+"
        _EDGE.append(re.compile(rf"^{run}"))
    key = words.key(part)
    if not any(char.isalpha() for char in key):
        return ""
    if generic.says_nothing(key):
        return ""
    if len(key) != len(part):
        return part if not _is_handoff(part) else _by_key(part, key)
    start, end = _bounds(key)
    return _enough(part[start:end], part)


def _enough(left: str, part: str) -> str:
    """What trimming left; where that is hardly a word, only the handoff words themselves go."""
    left = left.strip(_EDGES)
    if sum(1 + ("\u2e80" <= char < "\uac00") for char in left if char.isalnum()) >= 6:
        return left
    key = words.key(part)
    for found in reversed(list(words.pattern(HANDOFF).finditer(key)) if len(key) == len(part) else []):
        part = part[: found.start()] + " " + part[found.end() :]
    return " ".join(part.split()).strip(_EDGES) if sum(char.isalnum() for char in part) > 1 else left


def _bounds(key: str) -> tuple[int, int]:
    """Where a part starts and ends without the runs at its ends that hold a handoff word."""
    handoff = words.pattern(HANDOFF)
    start, end = 0, len(key)
    lead = _EDGE[0].match(key)
    if lead and handoff.search(lead[0]):
        start = lead.end()
    for found in handoff.finditer(key):  # the run before the end, found from the handoff words: `search` would be quadratic
        tail = _EDGE[0].match(key[found.start() :])
        if found.start() >= start and tail and found.start() + tail.end() == len(key):
            end = _run_start(key, found.start(), start)
            break
    return start, end


def _run_start(key: str, at: int, least: int) -> int:
    """Where the run of filler words that ends at `at` begins."""
    filler = words.phrases(FILLER)
    while at > least:
        head = key[least:at].rstrip(" &+/_'’.,#-")
        best = 0
        for size in range(1, min(len(head), 24) + 1):
            piece = head[-size:]
            bounded = piece[0] >= "\u2e80" or size == len(head) or not (head[-size - 1].isalnum() or head[-size - 1] == "_")
            if bounded and piece in filler:
                best = size
        if not best:
            return least + len(head)
        at = least + len(head) - best
    return at


def _by_key(part: str, key: str) -> str:
    """`_trimmed` where folding changed the length: on the composed text, which has the same length as its key but for rarities."""
    import unicodedata

    composed = unicodedata.normalize("NFKC", part)
    if len(composed) != len(key):
        return part
    start, end = _bounds(key)
    return _enough(composed[start:end], composed)
