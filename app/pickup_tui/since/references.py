"""What a handoff's text names: paths, commits, branches, pull requests, issues, addresses; and which paths are there.

Finding is pure. A path counts only when it looks like one, is looked up inside the project alone, and is never opened:
the lookup follows no link out of the project (spec: since.md, "References in the text").
"""

from __future__ import annotations

import os
import re
import stat

from pickup_tui import prs
from pickup_tui.handoff import Record
from pickup_tui.lines import CODE, FENCE, scan

from .git import is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

MOST = 200  # references of a kind that are looked up
MOST_ISSUES = 20  # of those that one call asks the forge about

# Endings that make a word in backticks a file's name; of others (`os.path`, `v1.2`) it would be a guess.
_ENDINGS = frozenset(
    re.findall(
        r"\w+",
        "adoc bash bat c cc cfg cjs clj cmake conf cpp cs css csv dart env erl ex exs fish go gradle graphql h hpp hs html ini ipynb java js json "
        "json5 jsonl jsx kt less lock lua m md mdx mjs ml mm nix org pdf php pl png proto ps1 py pyi r rb rs rst sass scala scss service sh sql svelte "
        "svg swift tcss tex tf toml ts tsx txt vue xml yaml yml zig zsh",
    ),
)
_TOPS = (".com", ".org", ".net", ".io", ".dev", ".ai", ".app", ".example", ".co", ".gov", ".edu")
_NOT_ISSUE = frozenset(("step", "phase", "task", "item", "part", "point", "section", "chapter", "row", "line", "priority", "rank", "option", "attempt"))
_MADE = re.compile(
    r"\b(?:creat|writ|add|generat|produc|mak|implement|scaffold|introduc|extract)(?:e|es|ing|ed|s)?\b|\bnew\b|neue?\b|nuev[oa]|nouve|crear|erstell|新規|作成|新建|创建|생성|추가",
    re.IGNORECASE,
)

_URL = re.compile(r"https?://[^\s<>\"'`|\\]+")
_URL_NUMBER = re.compile(r"https?://(?:www\.)?([^/\s]+)/([\w-]+)/([\w.-]+)/(?:pull|issues)/(\d{1,10})(?![\w-])", re.ASCII)
_OTHER_NUMBER = re.compile(r"https?://[^/\s]+/[^\s]+/(?:merge_requests|issues|pulls|pull-requests)/\d+")
_NUMBER = re.compile(r"(?:\b([A-Za-z]+)[ ]?)?(?<![\w./#&@:-])((?:[\w-]+/)?[\w-]+/[\w.-]+)?#(\d{1,10})(?![\w-])", re.ASCII)
_TICKS = re.compile(r"`([^`\n]{1,200})`")
_BARE = re.compile(r"(?<![\w/.:@~$%{}<*-])((?:\.{1,2}/|~/|/)?(?:[\w.@+-]+/)+[\w.@+-]*\w\.[A-Za-z]\w{0,7})(?![\w/*{<])")
_LINKED = re.compile(r"\]\(([^()\s#]{1,200})(?:#[^()\s]*)?\)")
_SUFFIX = re.compile(r"(?:::?[\w:,\[\]-]*|#L?\d[\w-]*)$")
_HASH = re.compile(r"[0-9a-f]{7,40}")
_SAID_HASH = re.compile(r"(?i:\b(?:commit|sha|hash|head|rev|revision)\b)[\s:=@(]*(?i:is\s+|at\s+)?`?([0-9a-f]{7,40})\b(?![-.\w])")
_SAID_BRANCH = re.compile(r"\bbranch(?:es)?\b[*_]*:?[*_]*[ ]*`([^`\s]{1,200})`", re.IGNORECASE)
_PLAIN_BRANCH = re.compile(r"\bbranch(?:es)?\b[*_]*:?[*_]*[ ]+([\w][\w./-]*\w)", re.IGNORECASE)
_BRANCHES = re.compile(r"(?:feature|feat|fix|bugfix|hotfix|chore|release|refactor|wip|claude|codex|experiment|spike)/[^\s.]+")


class Path(Record):
    """A path as it was written. `sure`: it is one; else it counts when its first folder exists. `made`: it is to be made."""

    __slots__ = ("made", "sure", "text")

    def __init__(self, text: str, *, sure: bool, made: bool) -> None:
        self.text = text
        self.sure = sure
        self.made = made


class Named(Record):
    """Everything that a text names, in its order and without repeats.

    numbers      pull requests and issues, as `prs` writes them, bare ones too
    foreign      the same behind addresses of hosts that are not known to be GitHub: (address, name)
    addresses    other addresses
    unsupported  pull requests and issues of other forges, as addresses
    more         how many names were left out, since there were too many of a kind
    """

    __slots__ = ("addresses", "branches", "commits", "foreign", "more", "numbers", "paths", "unsupported")

    def __init__(
        self,
        *,
        paths: tuple[Path, ...] = (),
        commits: tuple[str, ...] = (),
        branches: tuple[str, ...] = (),
        numbers: tuple[str, ...] = (),
        foreign: tuple[tuple[str, str], ...] = (),
        addresses: tuple[str, ...] = (),
        unsupported: tuple[str, ...] = (),
        more: int = 0,
    ) -> None:
        self.more = more
        self.paths = paths
        self.commits = commits
        self.branches = branches
        self.numbers = numbers
        self.foreign = foreign
        self.addresses = addresses
        self.unsupported = unsupported


def find(text: str) -> Named:
    """What `text` names. Code in fences is left out, but for data (YAML, JSON, no kind at all): that is the brief."""
    paths: dict[str, Path] = {}
    commits: dict[str, None] = {}
    branches: dict[str, None] = {}
    numbers: dict[str, str] = {}
    addresses: dict[str, None] = {}
    for line in _prose(text):
        for found in _URL.findall(line):
            addresses.setdefault(_trimmed(found))
        rest = _URL.sub(" ", line)
        for ref in _numbers(rest):
            numbers.setdefault(ref.casefold(), ref)
        branches.update((name, None) for name in _SAID_BRANCH.findall(rest) if is_name(name))
        commits.update((found, None) for found in _SAID_HASH.findall(rest) if _mixed(found))
        made = bool(_MADE.search(rest))
        for word in _TICKS.findall(rest):
            if _HASH.fullmatch(word) and _mixed(word):
                commits.setdefault(word)
            elif _BRANCHES.fullmatch(word) and is_name(word):
                branches.setdefault(word)
            else:
                _add_path(paths, word, made=made, ticked=True)
        for word in (*_LINKED.findall(rest), *_BARE.findall(_LINKED.sub(" ", _TICKS.sub(" ", rest)))):
            _add_path(paths, word, made=made, ticked=False)
    plain, foreign, unsupported = _addresses(addresses, numbers)
    kept = tuple(path for path in paths.values() if path.text not in branches)
    return Named(
        paths=kept[:MOST],
        commits=tuple(commits)[:MOST],
        branches=tuple(branches)[:MOST],
        numbers=tuple(numbers.values())[:MOST],
        foreign=foreign[:MOST_ISSUES],
        addresses=plain[:MOST],
        unsupported=unsupported[:MOST],
        more=sum(max(len(names) - MOST, 0) for names in (kept, commits, branches, numbers, unsupported)),
    )


def branches(text: str) -> tuple[str, ...]:
    """The words of a short text that may be branches: in backticks, behind "branch", or with a branch's first part."""
    words: dict[str, None] = {}
    for line in _prose(text):
        rest = _URL.sub(" ", line)
        words.update(dict.fromkeys((*_TICKS.findall(rest), *_PLAIN_BRANCH.findall(rest))))
        words.update(dict.fromkeys(word for word in map(_bare, rest.split()) if _BRANCHES.fullmatch(word)))
    return tuple(word for word in words if is_name(word))


def _bare(word: str) -> str:
    return word.strip(".,;:!?()[]*_\"'`")


def _prose(text: str) -> Iterable[str]:
    code = False
    for line in scan(text):
        if line.kind == FENCE and line.title:
            code = line.title.split()[0].strip("{}.").lower() not in ("yaml", "yml", "json", "toml", "md", "markdown", "text")
        elif line.kind == FENCE:
            code = False
        if line.kind != FENCE and not (line.kind == CODE and code) and len(line.text) < 10_000:
            yield line.text


def _trimmed(address: str) -> str:
    """An address without the punctuation of the sentence around it."""
    address = address.rstrip(".,;:!?*_")
    while address.endswith((")", "]")) and address.count(address[-1]) > address.count({")": "(", "]": "["}[address[-1]]):
        address = address[:-1].rstrip(".,;:!?*_")
    return address


def _numbers(line: str) -> Iterable[str]:
    if "#" not in line:
        return
    for word, repository, number in _NUMBER.findall(line):
        if repository:
            yield from (ref for ref in prs.find(f"{repository}#{number}") if not ref.startswith("#"))
        elif word.lower() not in _NOT_ISSUE and 0 < int(number) < 2**31:
            yield f"#{int(number)}"


def _mixed(word: str) -> bool:
    """Whether a hash has letters and digits: a word or a date has one kind."""
    return any(char.isdigit() for char in word) and any(char.isalpha() for char in word)


def _addresses(addresses: Iterable[str], numbers: dict[str, str]) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...], tuple[str, ...]]:
    plain: list[str] = []
    foreign: list[tuple[str, str]] = []
    unsupported: list[str] = []
    for address in addresses:
        found = _URL_NUMBER.match(address)
        host = address.split("/")[2].lower()
        ref = prs.join(found[1], found[2], found[3], int(found[4])) if found else None
        if not prs.is_github(host):
            (unsupported if _OTHER_NUMBER.match(address) else plain).append(address)
        elif ref and host in (prs.GITHUB, f"www.{prs.GITHUB}"):
            numbers.setdefault(ref.casefold(), ref)
        elif ref:
            foreign.append((address, ref))
        else:
            plain.append(address)
    return tuple(plain), tuple(foreign), tuple(unsupported)


def _add_path(paths: dict[str, Path], word: str, *, made: bool, ticked: bool) -> None:
    """Add `word` when it looks like a path: with a slash, or in backticks with a known ending."""
    word = _SUFFIX.sub("", word.strip())
    if word.startswith("-") or re.search(r"[\s*?<>{}$|=…()\"'\\,;!]|\.\.\.|//", word) or not re.search(r"\w", word):
        return
    name = word.rstrip("/").rpartition("/")[2]
    ending = name.rpartition(".")[2].lower() if "." in name.strip(".") else ""
    first = word.partition("/")[0]
    if "/" not in word:
        if not ticked or ending not in _ENDINGS or name.startswith("."):
            return
    elif first.lower().endswith(_TOPS) or first in ("http:", "https:"):
        return
    paths.setdefault(word, Path(word, sure=bool(ending) and not ending.isdigit(), made=made))


IS_THERE, IS_NOT, OUTSIDE = "there", "not", "outside"


def look_up(folder: str, word: str, home: str = "") -> str:
    """Whether the path `word` is below `folder`: IS_THERE, IS_NOT, or OUTSIDE, which is not looked at.

    Goes down name by name. A link that leads out of the folder is not followed: what it names is there.
    """
    word = home + word[1:] if word.startswith("~/") and home else word
    whole = os.path.normpath(os.path.join(folder, word))
    if whole != folder and not whole.startswith(folder + "/"):
        return OUTSIDE
    at = folder
    names = os.path.relpath(whole, folder).split("/")
    hops = 0
    while names:
        at = os.path.normpath(os.path.join(at, names.pop(0)))
        try:
            about = os.lstat(at)
        except (OSError, ValueError):
            return IS_NOT
        if stat.S_ISLNK(about.st_mode) and names:
            hops += 1
            target = os.path.normpath(os.path.join(os.path.dirname(at), os.readlink(at)))
            if hops > 8 or not (target == folder or target.startswith(folder + "/")):
                return IS_THERE
            names = [*os.path.relpath(target, folder).split("/"), *names] if target != folder else names
            at = folder
    return IS_THERE


def lost_paths(paths: Sequence[Path], folders: Sequence[str], tracked: Callable[[], frozenset[str]], home: str = "") -> list[Path]:
    """The paths that are in none of `folders` (absolute, without links), which the rest must answer for.

    tracked  gives the names of all files that git knows: a bare file's name may stand for one in any folder
    """
    lost: list[Path] = []
    for path in paths:
        seen = [look_up(folder, path.text, home) for folder in folders]
        if not seen or IS_THERE in seen or all(each == OUTSIDE for each in seen):
            continue
        if "/" not in path.text:
            if path.text not in tracked():
                lost.append(path)
        elif path.sure or any(_first_is_there(folder, path.text) for folder in folders):
            lost.append(path)
    return lost


def _first_is_there(folder: str, word: str) -> bool:
    first = word.removeprefix("./").strip("/").partition("/")[0]
    return first not in ("", ".", "..") and word.strip("/") != first and look_up(folder, first) == IS_THERE
