"""A branch that a sentence names, without a label: "the work is on `feat/x`", "`feat/x` ブランチで作業中", "repo acme/boat, branch main"."""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason
from pickup_tui.lines import CODE, FENCE, HEADING, TEXT

from . import inline, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .page import Page, Section
    from .sessions import Scope

Answer = tuple[str, Reason]
LINES = 60  # from the top: further down sentences name the branches of parts
NAME = r"[A-Za-z0-9_][\w./@#+-]{0,119}"
_TRUNKS = "|".join(sorted(words.TRUNKS))
# How people and tools name branches: `feat/…`, `claude/…`. Tells one from a folder where no word says what it is.
PREFIXED = (
    r"(?:feat|feature|features|fix|bugfix|hotfix|chore|refactor|perf|release|wip|dev|spike|exp|experiment|experimental|user|users|task|story|"
    r"issue|agent|worktree|claude|codex|copilot|cursor|gemini|devin|ai)/[\w./@#+-]{1,110}"
)
_MARKED = rf"[*_]{{0,3}}`(?:origin/)?(?P<name>{NAME})`"
_PLAIN = rf"(?P<plain>{_TRUNKS}|[\w.-]{{1,40}}[/_-][\w./@#+-]{{0,99}}[\w/@#+-])"  # no sentence's end with it
_BEFORE = re.compile(rf"`(?:origin/)?(?P<name>{NAME})`[*_]{{0,3}}[\s-]?$")
_FOLLOWS = re.compile(rf"\s+{_MARKED}")
_TELLS = re.compile(rf"[/_#\d-]|^(?:{_TRUNKS})$")  # a name that is no word of a sentence
_STANDS = re.compile(r"(?:^|[:,;·|/(、])[\s*_]*$")  # the word for branch begins a part of a line
_SEGMENT = re.compile(rf"\s+{_PLAIN}(?=\s*(?:$|[,;.·|()](?!\w)|[、。]))")
_TELLING = re.compile(rf"`(?:origin/)?(?P<name>{_TRUNKS}|{PREFIXED})`")
_IN_PROMPT = re.compile(rf"\b[Bb]ranch(?:\s*[:：]\s*`?{_PLAIN}(?=`|[.,;)。、]?(?:\s|$)|[。、])|:?\s+`?(?P<name>{PREFIXED}))")
_ALONE = re.compile(rf"\s*(?P<name>{PREFIXED})\s*")
_COMMAND = re.compile(r"\s*(?:[$>%#]\s*)?(?:git|gh|hub|glab|jj|delete|merge|rebase|remove)\b", re.IGNORECASE)
_GIT = re.compile(rf"[\s>*+-]*(?:git|git state|git status|vcs|repo|repo state|tree|working tree)[*_]*\s*:[*_]*\s*{_TELLING.pattern}")
_PUSHED = re.compile(rf"(?:pushed (?:to|on)|gepusht (?:auf|nach|zu)|pousse (?:sur|vers)|subido a|pusheado a|enviado para|pushato su|推送到|推到)\s*{_MARKED}")
_NOT_YET = re.compile(r"[\s,]*(?:only|after|when|before|if|once|unless|by|with a pr)\b")
_compiled: list[re.Pattern[str]] = []


def _copula() -> re.Pattern[str]:
    """What may stand between the word for branch and its name, and the name."""
    if not _compiled:
        is_ = words.alternatives(words.IS)
        _compiled.append(re.compile(rf"\s*(?:{is_}|→|—|–|-)\s*(?:{_MARKED}|{_PLAIN}(?=[.,;。]?\s*$|[,;)。、]|\.\s|\s*(?:です|だ|입니다|이다)))"))
    return _compiled[0]


def read(page: Page, scope: Scope, end: int) -> Answer | None:
    """The branch that the first sentence names which leaves no doubt; None when none does."""
    for at, line in page.prose(page.first, min(end, page.first + LINES)):
        if not scope.covers(at):
            continue
        text = (line.title if line.kind == HEADING else inline.quote_free(line.text))[:300]
        name = _in(text)
        if name:
            return name, Reason("branch", "sentence that names a branch", line.number)
    return None


def pasted(page: Page) -> Answer | None:
    """The branch that a text to paste names, in a fence near the top, by a name that only a branch has.

    It stands behind the word, in no command and no order; or alone on its line, below a line with the word.
    """
    from .branch import named

    above = ""
    for line in page.lines[page.first : page.first + LINES]:
        if line.kind != CODE:
            above = words.key(line.text[:300]) if line.kind in (TEXT, HEADING) else above
            continue
        text = line.text[:300]
        found = _IN_PROMPT.search(text) if not _COMMAND.match(text) else None
        if found is None and (words.pattern(words.BRANCH).search(above) or _ends_on(above.rstrip(" :：*_"))):
            found = _ALONE.fullmatch(text)
        name = named(f"`{found.groupdict().get('plain') or found['name']}`", sure=True) if found and _counts(words.key(text[: found.start()]), words.key(text[found.end() :])) else None
        if name:
            return name, Reason("branch", "text to paste that names a branch", line.number)
    return None


def _in(text: str) -> str | None:
    """The branch that a line names; None when it names none, or names it for something else."""
    from .branch import named

    text = text.strip()
    key = words.key(text)
    for name, at in (*_beside(key), *_on(key), *_pushed(key)):
        raw = text[at : at + len(name)] if len(key) == len(text) else name
        if named(f"`{raw}`", sure=True):
            return raw
    return None


def _beside(key: str) -> Iterator[tuple[str, int]]:
    """The names, and where they stand, beside the word for branch."""
    for word in words.pattern(words.BRANCH).finditer(key):
        lead, rest = key[max(0, word.start() - 130) : word.start()], key[word.end() : word.end() + 160]
        shift = max(0, word.start() - 130)
        before = _BEFORE.search(lead)
        named = _FOLLOWS.match(rest)  # "pushed to `acme/boat` branch `feat/x`"
        told = named and (before or (_TELLS.search(named["name"]) and (_STANDS.search(lead) or _ends_on(lead))))
        if named and told and _counts(lead, rest[named.end() :]):
            yield named["name"], word.end() + named.start("name")
        elif before and _after(before["name"], lead[: before.start()], rest):
            yield before["name"], shift + before.start("name")
        found = _copula().match(rest) or (_SEGMENT.match(rest) if _STANDS.search(lead) or _ends_on(lead) else None)
        if found and _counts(lead, rest[found.end() :]):
            group = "plain" if found["plain"] else "name"
            yield found[group], word.end() + found.start(group)


def _pushed(key: str) -> Iterator[tuple[str, int]]:
    """`alles gepusht auf `laden/korb``: what is pushed to a place in backticks is pushed to a branch, whatever its name."""
    for found in _PUSHED.finditer(key) if "`" in key else ():
        if re.search(r"[/_-]", found["name"]) and _counts(key[max(0, found.start() - 60) : found.start()], key[found.end() : found.end() + 40]):
            yield found["name"], found.start("name")


def _on(key: str) -> Iterator[tuple[str, int]]:
    """The names that can hardly be anything but a branch's, where the work is said to be on them."""
    if "`" not in key:
        return
    git = _GIT.match(key)
    if git:
        yield git["name"], git.start("name")
    for found in _TELLING.finditer(key):
        lead, rest = key[max(0, found.start() - 60) : found.start()].rstrip("*_ "), key[found.end() : found.end() + 40]
        if not _ends_on(lead) or not _counts(lead, rest):
            continue
        if found["name"] not in words.TRUNKS or (words.pattern(words.HERE).search(_near(lead)) and not _NOT_YET.match(rest)):
            yield found["name"], found.start("name")


def _ends_on(lead: str) -> bool:
    """Whether what stands before a name ends in a word such as "on"."""
    parts = lead.split()[-2:]
    return any(" ".join(parts[at:]).strip("*_(") in words.phrases(words.ON) for at in range(len(parts))) or lead.rstrip("*_ ").endswith(_ON_DENSE)


_ON_DENSE = tuple(words.ON["zh"].split("|"))


def _near(lead: str) -> str:
    return " ".join(lead.split()[-4:])


def _counts(lead: str, rest: str) -> bool:
    """Whether what stands around a name leaves it the branch of the work: no other one, no order, none that is gone."""
    return not words.pattern(words.NO_BRANCH).search(_near(lead)) and not words.pattern(words.GONE).match(rest.lstrip(" *_"))


def _after(name: str, lead: str, rest: str) -> bool:
    """Whether a name before the word for branch is that of the work: a trunk only where the work is said to be on it."""
    if not _counts(lead, rest):
        return False
    dense = rest[:16] if any(char >= "\u2e80" for char in rest[:16]) else ""
    if dense and words.pattern(words.NO_BRANCH).search(dense):
        return False  # those scripts say behind the name what is done with it
    here = words.pattern(words.ON).search(_near(lead)) or words.pattern(words.AT).match(rest.strip(" *_"))
    return bool(here) or (name not in words.TRUNKS and ("/" in name or "-" in name))


def fenced(page: Page, section: Section) -> Answer | None:
    """The first line of the fence below a heading of the branch: what `git branch` and `git status` print, or the name alone."""
    from .branch import named

    for at in range(section.start, min(section.own, section.start + 6)):
        line = page.lines[at]
        if line.kind == CODE:
            found = re.match(rf"\s*(?:On branch |\* |## |\$ git (?:checkout|switch) )?(?P<name>{NAME}?)(?:\.\.\.|\s|$)", line.text)
            name = named(f"`{found['name']}`", sure=True) if found else None
            sure = name and (name in words.TRUNKS or re.search(r"[/_-]", name))
            return (name, Reason("branch", "fence below a heading", line.number)) if name and sure else None
        if line.kind not in (FENCE, TEXT) and line.text.strip():
            return None
    return None
