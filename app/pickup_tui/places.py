"""Where handoffs are found: the table of known places, as data, and the names that count there (spec: formats.md).

Nothing here reads: `scan` walks what this table says, and no folder that it does not name.
"""

from __future__ import annotations

from .handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Folder(Record):
    """A folder that is searched, below a project, the home or the temporary folder.

    path   its way there from the project ("" is the project itself); "*" is any one folder
    names  file names that count, in lower case ("*.md" style globs allowed)
    words  any text file whose name holds a handoff word with something around it counts too
    dated  a folder of dated files: every text file counts, and older ones fold under the newest of their topic
    kind   the reader: "project" tells sections and documents apart by content; else a kind
    """

    __slots__ = ("dated", "kind", "names", "path", "words")

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
        self.names = tuple(names)
        self.words = words
        self.dated = dated
        self.kind = kind


PROJECT: tuple[Folder, ...] = (
    Folder("", ("handoff.md",)),
    Folder(".thunderkit", ("handoff.md",), kind="checkpoint"),
)

# Folders of these names hold no living handoffs, wherever "*" would lead into them.
DEAD_FOLDERS = frozenset(
    ("archive", "archived", "archives", "examples", "example", "tests", "test", "evals", "templates", "template", "fixtures", "node_modules", "vendor", ".git"),
)


class Branch:
    """A folder in the tree of known folders: what counts in it, and the known folders below it, by lower-case name."""

    __slots__ = ("below", "rules")

    def __init__(self) -> None:
        self.rules: list[Folder] = []
        self.below: dict[str, Branch] = {}


def tree(folders: Sequence[Folder]) -> Branch:
    """The table as a tree, so that a walk lists each folder once and enters nothing that is not in it."""
    top = Branch()
    for folder in folders:
        branch = top
        for part in folder.path.casefold().split("/") if folder.path else ():
            branch = branch.below.setdefault(part, Branch())
        branch.rules.append(folder)
    return top


def _matches(rule: Folder, lower: str) -> bool:
    """Whether a file name, in lower case, counts by this rule."""
    return lower in rule.names or (rule.dated and lower.endswith((".md", ".markdown", ".txt", ".json")) and not lower.startswith("."))


def rule_for(rules: Sequence[Folder], name: str) -> Folder | None:
    """The first rule by which a file of this name counts, None when it does not."""
    lower = name.casefold()
    for rule in rules:
        if _matches(rule, lower):
            return rule
    return None


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
            below.append(Folder(folder, (name.casefold(),)))
    return tuple(below), tuple(outside)


