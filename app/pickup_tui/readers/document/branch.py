"""The branch that a document's work is on (spec: formats.md, "Document", row "branch")."""

from __future__ import annotations

import re

from pickup_tui.handoff import Reason
from pickup_tui.lines import HEADING, TEXT

from . import inline, labels, spoken, words
from .page import is_item, is_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .page import Page
    from .sessions import Scope

FRONT = ("branch", "git_branch", "current_branch", "working_branch", "feature_branch", "branch_name", "worktree_branch", "head_branch", "active_branch", "git_ref", "ref")
Answer = tuple[str, Reason]
_NAME = r"[A-Za-z0-9_][\w./@#+-]{0,119}"
_NEVER = re.compile(r"\b(?:never|not|don't|nunca|jamais|niemals|nie)\b")
_SAID: list[re.Pattern[str]] = []
_TRUNK = re.compile(rf"`(?:{'|'.join(sorted(words.TRUNKS))})`", re.IGNORECASE)
_DIVIDER = re.compile(r"[ \t>]*\|?[ \t]*:?-{2,}")
_HASH = r"[0-9a-f]{7,40}"
_AT_HASH = (  # a sign that a line has at least, and how it looks
    ("`", re.compile(rf"(?<![\w/.-])`?\**(?P<name>{_NAME})`?\**\s*(?:@|HEAD|is at|at|steht auf|est à|está en|→|=|:|：)?\s*(?:HEAD)?\**\s*[:：@]?\s*`(?P<hash>{_HASH})`")),
    ("@", re.compile(rf"(?<![\w/.-])`?\**(?P<name>{_NAME})`?\**\s*@\s*(?:HEAD\s*)?(?P<hash>{_HASH})(?![\w-])")),
    ("`", re.compile(rf"(?<![\w/.-])`(?P<name>{_NAME})`\s*[(（]\s*(?:HEAD|tip)\s*[:：]?\s*(?P<hash>{_HASH})(?![\w-])")),
    ("`", re.compile(rf"`(?P<name>{_NAME})`,\s*HEAD\s*[:：]?\s*`?(?P<hash>{_HASH})`?")),
    ("`", re.compile(rf"`?(?P<hash>(?<![\w-]){_HASH})`?\s*(?:on|su|auf|en|em|sur|ở|在)\s+`(?P<name>{_NAME})`")),
    ("/", re.compile(rf"(?:HEAD|[Cc]ommit|tip)\**\s*[:：]?\**\s*`?(?P<hash>{_HASH})`?\s+(?:on|su|auf|en|em|sur)\s+(?P<name>[\w.-]{{1,40}}/[\w./@#+-]{{0,99}}[\w@#+-])(?=\s*(?:$|[,;.()|]))")),
    ("", re.compile(rf"`?(?P<hash>(?<![\w-]){_HASH})`?\s*[(（]\s*`?(?P<name>{_NAME})`?\s*[,、，;)）]")),
)


def read(page: Page, scope: Scope) -> Answer | None:
    """The branch and the reason for it; where several are named the first one that counts."""
    found = page.front_value(FRONT)
    if found:
        name = named(found[1], sure=True)
        if name:
            return name, Reason("branch", f"frontmatter `{found[0]}`", page.front_lines.get(found[0]))
    ranges = [(scope.newest.at, scope.newest.end)] if scope.newest else []
    for start, end in (*ranges, (page.first, len(page.lines))):
        answer = _labelled(page, scope, start, end) or _below(page, scope, start, end) or _column(page, scope, start, end) or _said(page, scope, start, end)
        if answer:
            return answer
    tops = [section.at for section in page.sections if section.level <= 2]
    end = max(tops[3], page.first + 30) if len(tops) > 3 else len(page.lines)  # further down are the branches of parts
    return _at_hash(page, scope) or spoken.read(page, scope, end) or _trunk(page, scope) or _heading(page) or spoken.pasted(page)


def _labelled(page: Page, scope: Scope, start: int, end: int) -> Answer | None:
    pattern, other = words.pattern(words.BRANCH), words.pattern(words.NO_BRANCH)
    for label in labels.find(page, start, end):
        if not scope.covers(label.at) or len(label.key) > 40 or not pattern.search(label.key):
            continue
        if other.search(pattern.sub(" ", label.key)) or len(label.key.split()) > 4:
            continue
        value = label.value
        if not value:  # `Branch:` with the name on the next line
            below = page.paragraph(label.at + 1, label.at + 4)
            value = below[0] if below else ""
        name = named(value, sure=label.key in words.phrases(words.BRANCH) and not label.cell) if value else None
        if name:
            return name, Reason("branch", "label of a branch", label.number)
    return None


def _below(page: Page, scope: Scope, start: int, end: int) -> Answer | None:
    """`## Branch` with the value under it; `## Branch: main` is a label."""
    for section in page.sections:
        if start <= section.at < end and scope.covers(section.at) and _names_branch(section.key):
            below = page.paragraph(section.start, section.own)
            name = named(below[0], sure=True) if below else None
            if name and below:
                return name, Reason("branch", "value below a heading", below[1])
            quoted = spoken.fenced(page, section)
            if quoted:
                return quoted
    return None


def _column(page: Page, scope: Scope, start: int, end: int) -> Answer | None:
    """`| Branch | Commit |` above a single row: several list branches, and where the name stands behind others, it is of those."""
    for at, line in page.prose(start, end - 2):
        if not is_row(line.text) or not scope.covers(at) or not _DIVIDER.match(page.lines[at + 1].text) or not is_row(page.lines[at + 2].text):
            continue
        if at + 3 < len(page.lines) and is_row(page.lines[at + 3].text):
            continue
        head, cell = (page.lines[one].text.strip().strip("|").split("|")[0].strip() for one in (at, at + 2))
        name = named(cell, sure=True) if words.key(inline.bare(head)) in words.phrases(words.BRANCH) else None
        if name:
            return name, Reason("branch", "column of a branch", page.lines[at + 2].number)
    return None


def _names_branch(key: str) -> bool:
    """Whether a heading is "Branch", alone or with a word or two: "Branch status", "当前分支状态"."""
    found = words.pattern(words.BRANCH).search(key)
    return found is not None and len(key) - len(found[0]) <= 12 and not words.pattern(words.NO_BRANCH).search(key)


_MARKS = re.compile(r"`|\*\*")


def _said_patterns() -> list[re.Pattern[str]]:
    if not _SAID:
        word = words.alternatives(words.BRANCH)
        _SAID.append(re.compile(rf"(?P<lead>[^.;:。]{{0,30}}?){word}\s*[(（:：]?\s*(?:[*_]{{0,3}}`(?P<name>{_NAME})`|\*\*(?P<bold>[\w.-]{{1,40}}/[\w./@#+-]{{1,99}})\*\*)"))
    return _SAID


def _said(page: Page, scope: Scope, start: int, end: int) -> Answer | None:
    """A sentence that puts the word beside a marked name: "Branch **`feat/x`** (off main)"."""
    tops = [section for section in page.sections if section.level <= 2]
    if scope.newest is None or start != scope.newest.at:
        end = min(end, page.first + 60, tops[2].at if len(tops) > 2 else end)
    for at, line in page.prose(start, end):
        if (line.kind != TEXT and line.level != 1) or is_item(line.text) or not scope.covers(at) or not _MARKS.search(_with_wrap(page, at)):
            continue
        text = _with_wrap(page, at)
        key = words.key(text)
        for found in _said_patterns()[0].finditer(key):
            group = "name" if found["name"] else "bold"
            raw = text[found.start(group) : found.end(group)] if len(key) == len(text) else found[group]
            lead = found["lead"].split()[-2:]
            gone = words.pattern(words.GONE).match(key[found.end() :].lstrip(" *_"))
            if not gone and not _NEVER.search(found["lead"]) and not words.pattern(words.NO_BRANCH).search(" ".join(lead)) and named(f"`{raw}`", sure=True):
                return raw, Reason("branch", "sentence that names a branch", line.number)
    return None


def _with_wrap(page: Page, at: int) -> str:
    """A line, and the next one where a paragraph was broken right before a marked name."""
    text = page.lines[at].text[:400]
    below = page.lines[at + 1] if at + 1 < len(page.lines) else None
    return f"{text.rstrip()} {below.text.lstrip()[:200]}" if below is not None and below.kind == TEXT and below.text.lstrip().startswith("`") else text


def _trunk(page: Page, scope: Scope) -> Answer | None:
    """The word beside a trunk's name, anywhere: "Branch `main`" hardly means another branch than the work's."""
    for at, line in page.prose(page.first, len(page.lines)):
        if "`" not in line.text or not _TRUNK.search(line.text[:400]) or not scope.covers(at):
            continue
        for found in _said_patterns()[0].finditer(words.key(line.text[:400])):
            if found["name"] in words.TRUNKS and not words.pattern(words.NO_BRANCH).search(found["lead"]):
                return found["name"], Reason("branch", "sentence that names a trunk", line.number)
    return None


def _at_hash(page: Page, scope: Scope) -> Answer | None:
    """A branch beside the commit that it is at: "main @ `d2e84c4`", "HEAD: `3d03daf` (master, pushed)"."""
    for at, line in enumerate(page.lines[page.first : page.first + 60], page.first):
        if line.kind not in (TEXT, HEADING) or not scope.covers(at) or not re.search(_HASH, line.text[:400]):
            continue
        for sign, pattern in _AT_HASH:
            if sign not in line.text:
                continue
            for found in pattern.finditer(line.text[:400]):
                name = found["name"].removeprefix("origin/")
                marked = found[0].lstrip("*").startswith("`") or "(" in found[0] or "（" in found[0]
                marked = marked or "@" in found[0] or sign == "/"
                if words.pattern(words.NO_BRANCH).search(" ".join(words.key(line.text[: found.start()]).split()[-2:])):
                    continue  # "written against `main` @ 1a2b3c4"
                if is_row(line.text) and name not in words.TRUNKS and line.text.count("|") > 3 and found.start("hash") < found.start("name"):
                    continue  # a row of a log names the branch of what it tells
                if any(char.isdigit() for char in found["hash"]) and (name in words.TRUNKS or (marked and "/" in name and named(name, sure=True))):
                    return name, Reason("branch", "branch beside its commit", line.number)
    return None


def _heading(page: Page) -> Answer | None:
    """A section that is named like a branch: `## feat/upload-retry`."""
    for section in page.sections:
        raw = inline.plain(section.raw).strip("` ")
        if section.level == 2 and raw.isascii() and (raw in words.TRUNKS or "/" in raw) and named(f"`{raw}`", sure=True) == raw:
            return raw, Reason("branch", "heading that is a branch", section.number)
    return None


def named(value: str, *, sure: bool) -> str | None:
    """The branch at the head of a value. `sure`: the label leaves no doubt, so a plain word counts when it stands alone."""
    from pickup_tui.readers.section import is_branch

    value = inline.unmarked(inline.unsigned(value.replace("**", "").strip())).strip()
    marked = re.match(r"`([^`\s]+)`", value)
    if marked:
        name, rest = marked[1], ""
    else:
        found = re.match(rf"\"?({_NAME})\"?", inline.plain(value))
        if not found:
            return None
        name, rest = found[1].rstrip(".,"), inline.plain(value)[found.end() :].strip()
    name = name.removeprefix("origin/")
    if not is_branch(name) or name.casefold() in _NO_NAMES or re.fullmatch(r"\d+|[0-9a-f]{7,40}", name) or _ENDING.search(name):
        return None
    if marked or (name in words.TRUNKS and (name not in _PLAIN_WORDS or not rest[:1].isalpha())) or re.search(r"[/_#\d-]", name):
        return name
    return name if sure and (not rest or rest[0] in "(（,、，;·|@—–") else None


_PLAIN_WORDS = frozenset(("dev", "next", "stable", "staging", "production", "trunk"))  # a trunk's name, where no sentence goes on
_ENDING = re.compile(r"\.(?:md|py|json|rs|tsx?|jsx?|go|java|kt|swift|c|h|cc|cpp|cs|rb|php|sh|ps1|ya?ml|toml|txt|html|css|sql|lock|ipynb)$")  # a file's
_NO_NAMES = frozenset(("none", "null", "n/a", "na", "no", "not", "the", "unknown", "tbd", "todo", "all", "see", "same", "current", "this", "a", "is", "name", "yes", "-", "up-to-date", "in-progress", "not-set"))
