"""Where handoffs are found: the table of known places, as data, and the names that count there (spec: formats.md).

Nothing here reads: `scan` walks what this table says, and no folder that it does not name.
"""

from __future__ import annotations

from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


TEXTS = (".md", ".markdown", ".txt", ".json")
CARDS = (".md",)  # what a card's name ends with


class Folder(Record):
    """A folder that is searched, below a project, the home or the temporary folder.

    path    its way there from the project ("" is the project itself); a part that ends with "*" is any folder so called
    names   file names that count, folded; one with "*" is a glob
    words   any text file whose name holds a handoff word with something around it counts too
    dated   a folder of dated files: every text file counts, and older ones fold under the newest of their topic
    kind    the reader: "project" tells sections and documents apart by content; else a kind
    """

    __slots__ = ("dated", "globs", "kind", "names", "path", "words")

    def __init__(
        self,
        path: str,
        names: Sequence[str] = (),
        *,
        words: bool = False,
        dated: bool = False,
        kind: str = "project",
    ) -> None:
        self.path = path
        self.names = frozenset(name for name in names if "*" not in name)
        self.globs = tuple(name for name in names if "*" in name)
        self.words = words
        self.dated = dated
        self.kind = kind


# Words that make a file's name that of a handoff, by language. In lower case; "_", "-" and " " are one.
WORDS: Mapping[str, tuple[str, ...]] = {
    "en": ("handoff", "hand-off", "handover", "hand-over", "next-session", "continue-here", "resume-here"),
    "zh": ("交接", "移交文档", "接手文档"),
    "ja": ("引き継ぎ", "引継ぎ", "引き継", "引継", "申し送り"),
    "ko": ("인수인계", "세션인계", "인계서"),
    "pt": ("passagem-de-bastão", "passagem-de-bastao", "passagem-de-contexto", "proxima-sessao", "próxima-sessão"),
    "es": ("traspaso", "relevo-sesion", "proxima-sesion", "siguiente-sesion"),
    "fr": ("passation", "passage-de-relais", "prochaine-session"),
    "de": ("uebergabe", "übergabe", "naechste-session", "nächste-session"),
    "it": ("passaggio-di-consegne", "passaggio-consegne", "prossima-sessione"),
    "vi": ("ban-giao", "bàn-giao", "chuyen-giao", "chuyển-giao"),
}
_WORDS = tuple(word for words in WORDS.values() for word in words)
# File names that count wherever handoffs of a project are looked for.
EXACT = (
    "handoff.md", ".handoff.md", "session_handoff.md", "session-handoff.md", "next_session.md", "next-session.md", ".continue-here.md",
    "continue-here.md", "handover.md", "continue.md", "handoff.txt", "handoff.json", "交接文档.md", "交接.md",
    "引き継ぎ.md", "引継ぎ.md", "引継.md", "인수인계.md", "인수인계서.md", "passation.md", "traspaso.md",
    "uebergabe.md", "übergabe.md", "ban-giao.md", "ban_giao.md", "passaggio-di-consegne.md", "passaggio.md",
)  # fmt: skip

PROJECT: tuple[Folder, ...] = (
    Folder("", EXACT, words=True),
    Folder("docs", EXACT, words=True),
    Folder("docs/*", EXACT, words=True),
    Folder("docs/handoff", dated=True),
    Folder("docs/handoffs", dated=True),
    Folder("docs/handover", dated=True),
    Folder("docs/handovers", dated=True),
    Folder("handoffs", dated=True),
    Folder(".handoffs", dated=True),
    Folder(".handoff", dated=True),
    Folder("handoff", EXACT, words=True),
    Folder(".claude", (*EXACT, "handoff-task.md"), words=True),
    Folder(".claude/handoff", (*EXACT, "active.md"), words=True),
    Folder(".claude/handoffs", dated=True),
    Folder(".ai", EXACT, words=True),
    Folder(".ai/handoffs", dated=True),
    Folder(".agents", EXACT, words=True),
    Folder(".agents/handoff", dated=True),
    Folder(".agents/handoffs", dated=True),
    Folder(".agent", EXACT, words=True),
    Folder(".agent/handoff", dated=True),
    Folder(".agent/handoffs", dated=True),
    Folder(".codex", EXACT, words=True),
    Folder(".context", EXACT, words=True),
    # Folders of other things too, where only the names alone count.
    *(Folder(name, EXACT) for name in ("ai", "memory", "notes", "planning", "tasks")),
    Folder(".planning", (*EXACT, "state.md"), words=True),
    Folder(".planning/phases/*", (".continue-here.md", "continue-here.md", "handoff.md", "handoff.json")),
    Folder(".planning/handoffs", dated=True),
    Folder(".specs", EXACT, words=True),
    Folder(".tigerkit", EXACT, words=True),
    Folder(".gsd", (*EXACT, "state.md"), words=True),
    *(Folder("/".join((".gsd", *["*"] * depth)), ("continue.md", "handoff.md")) for depth in range(1, 6)),
    Folder(".cleave", (*EXACT, "next_prompt.md"), words=True),
    Folder(".work", EXACT, words=True),
    Folder(".work/handoffs", dated=True),
    Folder(".harness", EXACT, words=True),
    Folder(".harness/handoffs", dated=True),
    Folder("thoughts/shared/handoffs", dated=True),
    Folder("thoughts/shared/handoffs/*", dated=True),
    Folder("plans/handoffs", dated=True),
    Folder("state/handoffs", dated=True),
    Folder(".thunderkit", ("handoff.md",), kind="checkpoint"),
)

# Below the home folder: (folder, what counts in it). The folder itself is gone to straight: nothing beside it is listed.
HOME: tuple[tuple[str, tuple[Folder, ...]], ...] = (
    (".claude/handoffs", (Folder("", dated=True),)),
    (".agents/handoffs", (Folder("", dated=True), Folder("*", dated=True))),
    (".local/share/pi/handoffs", (Folder("*", dated=True),)),
)

# In a temporary folder, where others can write too: only files and folders of this user's count.
TEMPORARY: tuple[Folder, ...] = (
    Folder("", ("handoff*.md",)),
    Folder("claude-handoffs", dated=True),
    Folder("compound-engineering-*/ce-handoff/*", dated=True),
)

# Folders of these names hold no living handoffs, wherever "*" would lead into them.
DEAD_FOLDERS = frozenset(
    (
        "archive", "archived", "archives", "_archive", "old", "examples", "example", "samples", "tests", "test", "__tests__", "evals", "eval",
        "templates", "template", "fixtures", "node_modules", "vendor", "third_party", "dist", "build", "target", ".git", ".venv", "venv",
    ),
)  # fmt: skip


class Branch:
    """A folder in the tree of known folders: what counts in it, and the known folders below it.

    below  by lower-case name
    wild   by the beginning of their names ("" for any), for parts with a "*"
    """

    __slots__ = ("below", "rules", "wild")

    def __init__(self) -> None:
        self.rules: list[Folder] = []
        self.below: dict[str, Branch] = {}
        self.wild: dict[str, Branch] = {}

    def into(self, name: str) -> Branch | None:
        """What is known of the folder `name` in this one, None when it is not entered. A name of its own beats a "*"."""
        lower = folded(name)
        if lower in self.below:
            return self.below[lower]
        for start, branch in self.wild.items():
            if lower.startswith(start) and lower not in DEAD_FOLDERS and (start or not lower.startswith(".")):
                return branch
        return None


def tree(folders: Sequence[Folder]) -> Branch:
    """The table as a tree, so that a walk lists each folder once and enters nothing that is not in it."""
    top = Branch()
    for folder in folders:
        branch = top
        for part in folded(folder.path).split("/") if folder.path else ():
            known = branch.wild if part.endswith("*") else branch.below
            branch = known.setdefault(part.removesuffix("*"), Branch())
        branch.rules.append(folder)
    return top


def folded(name: str) -> str:
    """A name as the table spells it: in lower case, and composed, whatever a file system made of it (macOS takes letters apart)."""
    lower = name.casefold()
    if lower.isascii():
        return lower
    from unicodedata import normalize

    return normalize("NFC", lower)


def _matches(rule: Folder, lower: str) -> bool:
    """Whether a file name, folded, counts by this rule."""
    if lower in rule.names:
        return True
    if rule.globs and any(_globbed(lower, glob) for glob in rule.globs):
        return True
    if not (rule.dated or rule.words) or not lower.endswith(CARDS if rule.kind == "card" else TEXTS) or lower.startswith("."):
        return False
    return rule.dated or has_word(lower)


def _globbed(lower: str, glob: str) -> bool:
    from fnmatch import fnmatchcase

    return fnmatchcase(lower, glob)


def has_word(lower: str) -> bool:
    """Whether a file's name, folded, holds a handoff word."""
    plain = lower.replace("_", "-").replace(" ", "-")
    return any(word in plain for word in _WORDS)


def rule_for(rules: Sequence[Folder], name: str) -> Folder | None:
    """The first rule by which a file of this name counts, None when it does not."""
    lower = folded(name)
    for rule in rules:
        if _matches(rule, lower):
            return rule
    return None


def is_dated(folder: str) -> bool:
    """Whether a folder, named by its whole path, is one of the table's folders of dated files."""
    parts = folded(folder).strip("/").split("/")
    for rule in (*PROJECT, *(Folder(f"{base}/{rule.path}".rstrip("/"), dated=True) for base, rules in HOME for rule in rules)):
        names = rule.path.split("/")
        tail = parts[-len(names) :]
        if rule.dated and len(tail) == len(names) and all(name in ("*", part) for name, part in zip(names, tail, strict=True)):
            return True
    return False


def configured(places: Sequence[str]) -> tuple[tuple[Folder, ...], tuple[str, ...]]:
    """The config's `places`: folders inside every project, and paths outside (they start with "~", "$" or "/")."""
    below: list[Folder] = []
    outside: list[str] = []
    for place in places:
        if place.startswith(("/", "~", "$")):
            outside.append(place)
        elif place.endswith("/"):
            below.append(Folder(place.strip("/"), dated=True))
        else:
            folder, _, name = place.rpartition("/")
            below.append(Folder(folder, (folded(name),)))
    return tuple(below), tuple(outside)


