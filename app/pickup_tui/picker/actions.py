"""The registry of what the screen can do: one table feeds keys, footer, `F1` help, the command palette and the docs.

Letters belong to the filter, so every command is a Ctrl or function key. Not Ctrl+A, B, Q, S, Z: tmux,
screen and terminals take those (spec: picker.md, "On the screen").
"""

from __future__ import annotations

from pickup_tui.handoff import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Action(Record):
    """Something that a key does.

    name     what the state machine and effects call it
    keys     as Textual names them, the shown one first
    shown    the key as people read it
    label    one or two words for the footer
    help     a sentence for `F1`, the palette and the README
    row      it acts on the row under the cursor
    palette  the command palette offers it
    """

    __slots__ = ("help", "keys", "label", "name", "palette", "row", "shown")

    def __init__(
        self, name: str, keys: tuple[str, ...], shown: str, label: str, help: str, *, row: bool = False, palette: bool = True  # noqa: A002
    ) -> None:
        self.name = name
        self.keys = keys
        self.shown = shown
        self.label = label
        self.help = help
        self.row = row
        self.palette = palette


ACTIONS: tuple[Action, ...] = (
    Action("help", ("f1",), "F1", "help", "Show every key and what it does"),
    Action("copy", ("ctrl+y",), "^Y", "copy", "Copy the brief of the row to the clipboard and stay", row=True),
    Action("print", ("ctrl+o",), "^O", "print", "Print the brief of the row to stdout and leave", row=True),
    Action("agent", ("ctrl+g",), "^G", "agent", "Leave and start an agent with the brief", row=True),
    Action("tmux", ("ctrl+t",), "^T", "tmux", "Start an agent with the brief in a new tmux window, and stay", row=True),
    Action("edit", ("ctrl+e",), "^E", "edit", "Open the handoff's file in $VISUAL or $EDITOR, else in the system's editor", row=True),
    Action("browse", ("ctrl+l",), "^L", "PR", "Open the handoff's pull request in the browser", row=True),
    Action("all", ("ctrl+f",), "^F", "all", "Show all rows, folded ones too, or the first eight"),
    Action("here", ("ctrl+d",), "^D", "here", "Show this project's rows only, or all projects'"),
    Action("sort", ("f3",), "F3", "sort", "Sort by the column: up, down, and newest first again"),
    Action("column", ("f4",), "F4", "by", "Sort by the next column"),
    Action("hide", ("ctrl+x",), "^X", "hide", "Hide the row until its handoff changes", row=True),
    Action("lanes", ("f9",), "F9", "lanes", "Check a checkpoint's lanes, and resume one", row=True),
    Action("preview", ("f2",), "F2", "view", "Show or hide the preview; where there is no room for both it takes the table's"),
    Action("refresh", ("f5", "ctrl+r"), "F5", "reload", "Read everything again"),
    Action("scroll_down", ("f8", "shift+down"), "F7/F8", "scroll", "Scroll the preview (also with Shift and the arrows)", palette=False),
    Action("scroll_up", ("f7", "shift+up"), "F7", "", "Scroll the preview up", palette=False),
    Action("palette", ("ctrl+p",), "^P", "menu", "Choose a command or a theme by name", palette=False),
)

# What the plain keys do, for help and README only: the state machine holds them.
PLAIN: tuple[tuple[str, str], ...] = (
    ("letters", "Filter topic, project and branch; every word must match"),
    ("digits", "Load the row with that number (while the filter is empty, or the table has the focus)"),
    ("↓ ↑ PgDn PgUp", "Move the cursor; ↓ past the last row shows all"),
    ("Enter", "Load the row under the cursor, or the only match; with no row chosen, leave without loading"),
    ("Tab", "Move the focus between filter and table"),
    ("Esc", "Clear the filter first, leave second"),
    ("Ctrl+U Ctrl+W", "Delete the filter, or its last word"),
    ("Ctrl+C", "Leave at once, with exit code 130"),
)

BY_KEY: dict[str, Action] = {key: action for action in ACTIONS for key in action.keys}
BY_NAME: dict[str, Action] = {action.name: action for action in ACTIONS}


def footer(width: int, lines: int) -> list[list[Action]]:
    """The actions as footer lines of at most `width` cells, in order; help comes first, so a short footer has it.

    Each takes its key, a space, its label and a gap of two.
    """
    rows: list[list[Action]] = [[]]
    used = 1
    for action in ACTIONS:
        if not action.label:
            continue
        need = len(action.shown) + 1 + len(action.label)
        if rows[-1] and used + need > width - 1:
            if len(rows) == lines:
                return rows
            rows.append([])
            used = 1
        rows[-1].append(action)
        used += need + 2
    return rows


def table(actions: Sequence[Action] = ACTIONS) -> list[tuple[str, str]]:
    """Key and sentence of every command, for `F1` and the README."""
    named = {"ctrl": "Ctrl"}
    out = []
    for action in actions:
        keys = " ".join(
            key.upper() if key.startswith("f") and key[1:].isdigit() else "+".join(named.get(part, part.capitalize()) for part in key.split("+"))
            for key in action.keys
        )
        out.append((keys, action.help))
    return out
