"""Where everything stands on a screen of a size: pure arithmetic that the state scrolls by and the frame draws by."""

from __future__ import annotations

from pickup_tui.handoff import Record

from . import actions

WIDE = 100  # from here on the preview stands at the right
NARROW = 60  # under this there is none
SHORT = 18  # under this there is none below the table


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


_known: dict[tuple[int, int, bool], Layout] = {}


def layout(width: int, height: int, preview: bool) -> Layout:
    """The layout of a screen of `width` by `height` cells; anything from 1x1 on has one."""
    key = (width, height, preview)
    found = _known.get(key)
    if found is None:
        if len(_known) > 64:
            _known.clear()
        found = _known[key] = _compute(width, height, preview)
    return found


def _compute(width: int, height: int, preview: bool) -> Layout:
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
    if preview and width >= WIDE and room >= 3:
        table = width * 11 // 20
        pane = (table + 1, header, width - table - 1, room + 1)
    elif preview and width >= NARROW and height >= SHORT:
        rows = min(room // 2, 10) if height < 30 else room // 2
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
