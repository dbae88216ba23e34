"""How surely the words of a heading or label mean next steps (spec: formats.md, "Document", row "next step")."""

from __future__ import annotations

import re
from functools import lru_cache

from . import inline, phrases, words
from .headings import LEVEL, MIXED, NEXT_OTHER, NO_STEP, ONE, ORDER, SETTLED, URGENT, WHOM, WORK
from .nextwords import BARE, FOCUS, NEXT, OPEN, RUNNING, START, WIDER

RANKS = ((0.0, NEXT), (0.3, BARE), (0.5, START), (1.0, OPEN), (1.25, RUNNING), (2.0, WIDER), (2.5, FOCUS))
FOCUS_RANK = 2.5
BRACKETS = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
_INSIDE = re.compile(r"[(（]([^()（）]+)[)）]")
_OPENING = re.compile(r"\s*([^,，—–:：]{2,20})[,，]\s")
_ENDS = " \t:：.。!！?？-–—→↓>*"
_AND = re.compile(r"\s+(?:and|und|et|y|e|ed|và|va|и|ve|dan)\s+|\s*[&+/,、，・]\s*|と|和|与|및")
_HEAD = re.compile(r"\s+[—–-]+\s+")
_ASIDE = re.compile(r"\w.*\s[-–—|·]\s|\w.*[:：]\s")
FEW = 5  # words beside the next words that say nothing against them
# Next.js and its kin are no next step, and the resume that is parsed is a curriculum vitae.
_PRODUCTS = re.compile(
    r"(?<![^\W_])(?:next(?:\.\w|/\w|-(?:auth|intl|themes|i18n))|"
    r"resume(?=s?\s+(?:pars|upload|build|screen|anal|pdf|scor|extract|match|generat|tailor|page)))",
)


@lru_cache(maxsize=2048)
def rank(key: str) -> float | None:
    """How surely a heading or label means next steps: 0 and up, less is surer; None when it does not."""
    key = _PRODUCTS.sub(" ", inline.unnumbered(key))
    outside = phrases.of(ORDER).without(BRACKETS.sub(" ", key)).rstrip(" ,;，、")
    alone = _alone(outside)
    if alone is not None:
        inside = _INSIDE.search(key)
        if inside and phrases.of(NO_STEP).begins(inside[1].strip()):
            return alone + 1.5  # "How to resume (commands)"
        return 0.3 if inside and alone == 1.0 and is_exact(inside[1]) else alone  # "Unfinished (next session)"
    several = _AND.split(_HEAD.split(outside, maxsplit=1)[0])
    if len(several) > 1 and all(map(is_exact, several)):
        return _alone(several[0])  # "NEXT / IN PROGRESS — the mast"
    whom = phrases.of(WHOM).without(outside)
    if whom != outside:
        return _to_somebody(whom)
    found = next(((value, table) for value, table in RANKS if phrases.of(table).spans(key)), None)
    if found is None:
        said = _OPENING.match(outside)  # "Open, each one a decision"
        return 1.75 if said and _alone(said[1]) == 1.0 and not phrases.of(NO_STEP).within(outside) else None
    value, table = found
    strong = phrases.of(table)
    if table is BARE and _ASIDE.match(key[: strong.spans(key)[0][0]]):
        value = 1.25  # "Invoices: the next big thing" names a thing, not what to do
    rest = strong.without(outside)
    if key.strip(" :：") in phrases.of(NEXT_OTHER).alone:
        return None
    if phrases.of(NO_STEP).within(rest):
        parts = (*_AND.split(outside), _HEAD.split(outside, maxsplit=1)[0])
        return value + 0.5 if table is NEXT and any(map(is_exact, parts)) else None
    if phrases.of(MIXED).within(rest):
        value += 1.5
    elif not strong.spans(outside):
        if table is WIDER:
            return None  # "The store (planned)" says of something when it comes
        value += 0.75
    return value + (0.25 if len(re.findall(r"\w+", rest)) > FEW else 0.0)  # beside many other words it may mean something else


def _to_somebody(rest: str) -> float | None:
    """The rank of "… for the next session" by what else it says: nothing, of work, or of something else."""
    if not any(map(str.isalnum, rest)):
        return 1.0
    value = rank(rest)
    if value is None:
        return 0.3 if phrases.of(WORK).within(rest) else None
    return min(value, 0.3) if value <= 1.0 else value


def _alone(key: str) -> float | None:
    """The rank of a key that is a phrase and nothing more."""
    if not _WHOLE:
        for value, table in reversed(RANKS):
            _WHOLE.update(dict.fromkeys(phrases.of(table).alone, 0.0 if table is BARE else value))
    return _WHOLE.get(key.strip(_ENDS))


_WHOLE: dict[str, float] = {}  # by phrase, its rank where it is all that is said


def only_urgent(key: str) -> bool:
    """Whether a heading's next words only say how urgent what stands below is: "High priority"."""
    urgent = phrases.of(URGENT)
    return urgent.within(key) and rank(urgent.without(key)[:160]) is None


def is_nearly(key: str) -> bool:
    """`Exact next step`, `Your immediate next action`: a phrase of several words for it, with a word or two before."""
    parts = key.split()
    return any(" ".join(parts[at:]) in phrases.of(NEXT).alone for at in (1, 2) if len(parts) - at >= 2)


def has_phrase(key: str) -> bool:
    """Whether a key holds more than the bare word, which may as well be of whom a note is for: "To the next reader"."""
    if any(not key[:start].strip() for start, _ in phrases.of(BARE).spans(key)):
        return True  # "Next for the server"
    return any(phrases.of(table).spans(key) for _, table in RANKS if table is not BARE)


def is_exact(key: str) -> bool:
    """Whether a key is a next word and nothing more."""
    alone = _alone(BRACKETS.sub(" ", key))
    return alone is not None and alone < 2


def is_level(said: str) -> bool:
    """Whether a label's value begins with how urgent something is: "medium (nice to have)", "P2"."""
    key = words.key(inline.bare(said))
    end = phrases.of(LEVEL).begins(key) or (2 if re.match(r"p\d\b", key) else 0)
    return bool(end) and not key[end : end + 2].strip().isalnum()


def is_one(key: str) -> bool:
    """Whether a heading announces one step: "Next step", not "Next steps"."""
    return BRACKETS.sub(" ", inline.unnumbered(key)).strip(_ENDS) in phrases.of(ONE).alone


def is_settled(key: str) -> bool:
    """Whether a heading says that what was open is so no more: "Pendências resolvidas", "Resolved issues"."""
    outside = BRACKETS.sub(" ", inline.unnumbered(key)[:160])
    settled = phrases.of(SETTLED).spans(outside)
    open_ = phrases.of(OPEN).spans(outside)
    return any(not outside[min(one[1], two[1]) : max(one[0], two[0])].strip() for one in settled for two in open_)
