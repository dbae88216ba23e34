"""A branch that a sentence names, without a label: "the work is on `feat/x`", "`feat/x` ブランチで作業中", "repo acme/boat, branch main"."""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason
from pickup_tui.lines import CODE, FENCE, HEADING, TEXT

from . import inline, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page, Section
    from .sessions import Scope

Answer = tuple[str, Reason]
LINES = 60  # from the top: further down sentences name the branches of parts
NAME = r"[A-Za-z0-9_][\w./@#+-]{0,119}"
_TRUNKS = "|".join(sorted(words.TRUNKS))
# How people and tools name branches: `feat/…`, `claude/…`. Tells one from a folder where no word says what it is.
_PREFIXED = (
    r"(?:feat|feature|features|fix|bugfix|hotfix|chore|refactor|perf|release|wip|dev|spike|exp|experiment|experimental|user|users|task|story|"
    r"issue|agent|worktree|claude|codex|copilot|cursor|gemini|devin|ai)/[\w./@#+-]{1,110}"
)
_patterns: dict[str, re.Pattern[str]] = {}


def _compiled() -> dict[str, re.Pattern[str]]:
    if not _patterns:
        word, is_, on = words.alternatives(words.BRANCH), words.alternatives(words.IS), words.alternatives(words.ON)
        marked = rf"[*_]{{0,3}}`(?P<name>{NAME})`"
        sure = rf"(?P<name>{_TRUNKS}|[\w.-]{{1,40}}[/_-][\w./@#+-]{{1,100}})"
        _patterns["copula"] = re.compile(rf"(?P<lead>.{{0,40}}?){word}\s*(?:{is_}|→|—|–|-)\s*(?:{marked}|{sure.replace('<name>', '<plain>')}(?=[.,;]?\s*$|[,;)]))")
        _patterns["after"] = re.compile(rf"(?P<lead>.{{0,60}}?){marked}[*_]{{0,3}}[\s-]?{word}(?P<rest>.{{0,16}})")
        _patterns["segment"] = re.compile(rf"(?P<lead>.{{0,60}}?)(?:^|[:,;·|/(]|{on})\s*{word}\s+{sure}(?=\s*(?:$|[,;.·|()])(?!\w))")
        _patterns["on"] = re.compile(rf"(?P<lead>.{{0,60}}?){on}\s*[*_]{{0,3}}`(?:origin/)?(?P<name>{_TRUNKS}|{_PREFIXED})`(?P<rest>.{{0,40}})")
        _patterns["git"] = re.compile(rf"[\s>*+-]*(?:git|git state|git status|vcs|repo|repo state|tree|working tree)[*_]*\s*:[*_]*\s*`(?P<name>{_TRUNKS}|{_PREFIXED})`")
    return _patterns


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


def _in(text: str) -> str | None:
    from .branch import named

    key = words.key(text).strip()
    if not words.pattern(words.BRANCH).search(key) and "`" not in key:
        return None
    for kind, pattern in _compiled().items():
        for found in pattern.finditer(key):
            groups = found.groupdict()
            name = groups.get("name") or groups.get("plain") or ""
            if _counts(kind, name, groups.get("lead") or "", groups.get("rest") or "", key[found.end() :]):
                at = key.find(name, found.start())
                raw = text.strip()[at : at + len(name)] if len(key) == len(text.strip()) else name
                if named(f"`{raw}`", sure=True):
                    return raw
    return None


def _counts(kind: str, name: str, lead: str, rest: str, after: str) -> bool:
    """Whether what stands around a name leaves it the branch of the work: no other one, no order, none that is gone."""
    near = " ".join(lead.split()[-4:])
    if words.pattern(words.NO_BRANCH).search(near) or words.pattern(words.GONE).match((rest + after).lstrip(" *_")):
        return False
    if kind == "after" and any(char >= "\u2e80" for char in rest) and words.pattern(words.NO_BRANCH).search(rest):
        return False  # those scripts say behind the name what is done with it
    if kind == "after":
        trunk = name in words.TRUNKS
        here = words.pattern(words.ON).search(near) or words.pattern(words.AT).match(rest.strip(" *_"))
        return bool(here) if trunk else ("/" in name or "-" in name or bool(here))
    if kind == "on" and name in words.TRUNKS:
        return bool(words.pattern(words.HERE).search(near)) and not re.match(r"[\s,]*(?:only|after|when|before|if|once|unless|by|with a pr)\b", rest)
    return True


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
