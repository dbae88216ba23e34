"""Where everything stands on a screen of a size: pure arithmetic that the state scrolls by and the frame draws by."""

from __future__ import annotations

from pickup_tui.handoff import Record

from . import actions

WIDE = 116  # cells from which on the preview stands at the right: beside it a topic keeps about its 32 cells
NARROW = 60  # under this there is none, unless it is asked for
SHORT = 18  # lines under which there is none below the table; from 90 cells on it then stands at the right
PANE = 42  # fewest cells of a preview at the right
HIDDEN, ROOMY, ALONE = "hidden", "roomy", "alone"  # no preview; one where there is room; one even where it leaves the table a single row


class Layout(Record):
    """Lines and columns, counted from 0.

    prompt, header, status  their lines; -1 where there is no room for one
    top, rows, width        the table's first line, its count of lines, its cells
    preview                 (x, y, width, height) or None
    footer                  first line of the footer and the actions of each of its lines
    """

    __slots__ = ("footer", "footer_lines", "header", "preview", "prompt", "rows", "status", "top", "width")

    def __init__(
        self,
        *,
        prompt: int,
        header: int,
        top: int,
        rows: int,
        width: int,
        preview: tuple[int, int, int, int] | None,
        status: int,
        footer: int,
        footer_lines: tuple[tuple[actions.Action, ...], ...],
    ) -> None:
        self.prompt = prompt
        self.header = header
        self.top = top
        self.rows = rows
        self.width = width
        self.preview = preview
        self.status = status
        self.footer = footer
        self.footer_lines = footer_lines

    @property
    def room(self) -> int:
        """Cells of a line of the preview within its margins; 0 when there is none."""
        return 0 if self.preview is None else max(4, self.preview[2] - (3 if self.preview[0] else 2))


_known: dict[tuple[int, int, str], Layout] = {}


def layout(width: int, height: int, preview: str = ROOMY) -> Layout:
    """The layout of a screen of `width` by `height` cells; anything from 1x1 on has one. `preview`: HIDDEN, ROOMY or ALONE."""
    key = (width, height, preview)
    found = _known.get(key)
    if found is None:
        if len(_known) > 64:
            _known.clear()
        found = _known[key] = _compute(width, height, preview)
    return found


def _compute(width: int, height: int, preview: str) -> Layout:
    keys = tuple(tuple(line) for line in actions.footer(width, 3 if height >= 20 else 1))
    prompt = 0
    header = 1 if height >= 5 else -1
    footer = len(keys) if height >= 8 else 0
    keys = keys[:footer]
    status = height - footer - 1 if height >= 3 else -1
    top = 2 if header > 0 else 1
    room = max(0, (status if status > 0 else height) - top)
    pane = None
    table = width
    rows = room
    if preview != HIDDEN and room >= 3 and (width >= WIDE or (width >= 90 and height < SHORT)):
        table = max(width * 11 // 20, min(80, width - PANE - 1))
        pane = (table + 1, header, width - table - 1, room + 1)
    elif preview != HIDDEN and width >= NARROW and height >= SHORT:
        rows = min(room // 2, 10) if height < 30 else room // 2
        pane = (0, top + rows, width, room - rows)
    elif preview == ALONE and room >= 3:
        rows = 1
        pane = (0, top + rows, width, room - rows)
    return Layout(
        prompt=prompt,
        header=header,
        top=top,
        rows=rows,
        width=table,
        preview=pane,
        status=status,
        footer=height - footer,
        footer_lines=keys,
    )
