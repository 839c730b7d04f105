"""Shows a table of a lesson: columns as wide as their words ask for, or rows stacked where they do not fit.

Called by `text_flow`. The column widths are a pure function.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.content import Runs, Table, plain
from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import flat
from game.ui.text_runs import spans_of

STYLE, HEAD = "label", "caption-bold"


def column_widths(natural: Sequence[float], least: Sequence[float], room: float) -> list[float] | None:
    """Widths that fill `room`: the natural ones where they fit, else the widest shrink first, never below their
    longest word. None if even that is too wide.
    """
    if sum(least) > room:
        return None
    low, high = 0.0, max(natural)
    for _ in range(30):  # the widest a column may be
        cap = (low + high) / 2
        fits = sum(max(word, min(width, cap)) for width, word in zip(natural, least, strict=True)) <= room
        low, high = (cap, high) if fits else (low, cap)
    cap = max(natural) if sum(natural) <= room else low
    widths = [max(word, min(width, cap)) for width, word in zip(natural, least, strict=True)]
    spare = (room - sum(widths)) / len(widths)
    return [width + spare for width in widths]


def draw_table(ui: Layer, area: ScrollArea, x: float, y: float, width: float, table: Table) -> float:
    """Draw a table with its top left corner at (x, y) of the area; returns its height in pixels."""
    gap = ui.theme.px(24)
    columns = list(zip(table.header, *table.rows, strict=True))
    natural = [max(_width(ui, cell, i > 0) for i, cell in enumerate(column)) for column in columns]
    least = [max(_longest_word(ui, cell, i > 0) for i, cell in enumerate(column)) for column in columns]
    widths = column_widths(natural, least, width - gap * (len(columns) - 1))
    if widths is None:
        return _draw_stacked(ui, area, x, y, width, table)
    top = y
    y += _draw_row(ui, area, x, y, widths, gap, table.header, HEAD, "muted")
    for row in table.rows:
        _rule(ui, area, x, y, width)
        y += _draw_row(ui, area, x, y, widths, gap, row, STYLE, "body")
    return y - top


def _draw_row(
    ui: Layer, area: ScrollArea, x: float, y: float, widths: Sequence[float], gap: float,
    cells: Sequence[Runs], style: str, colour: str,
) -> float:  # fmt: skip
    pad = ui.theme.px(14)
    height = 0.0
    for cell, width in zip(cells, widths, strict=True):
        block = ui.text(
            x, y + pad, spans_of(cell, ui.theme, style), style, colour, width=width + 1, area=area
        )
        height = max(height, block.height)
        x += width + gap
    return height + 2 * pad


def _draw_stacked(ui: Layer, area: ScrollArea, x: float, y: float, width: float, table: Table) -> float:
    """One row under the other: the first cell as a title, the others under their column's name."""
    top = y
    for row in table.rows:
        _rule(ui, area, x, y, width)
        y += ui.theme.px(14)
        y += ui.text(x, y, plain(row[0]), f"{STYLE}-bold", "text", width=width, area=area).height
        for head, cell in zip(table.header[1:], row[1:], strict=True):
            y += ui.text(x, y, plain(head), HEAD, "muted", width=width, area=area).height
            y += ui.text(x, y, spans_of(cell, ui.theme, STYLE), STYLE, "body", width=width, area=area).height
        y += ui.theme.px(14)
    return y - top


def _rule(ui: Layer, area: ScrollArea, x: float, y: float, width: float) -> None:
    thick = max(1.0, round(ui.theme.s))
    ui.box(Rect(x, y, width, thick), flat(ui.theme.colour("line")), area=area)


def _width(ui: Layer, cell: Runs, body: bool) -> float:
    style = STYLE if body else HEAD
    return ui.measure(spans_of(cell, ui.theme, style), style)[0] + 2


def _longest_word(ui: Layer, cell: Runs, body: bool) -> float:
    style = f"{STYLE}-bold" if body else HEAD
    return max((ui.measure(word, style)[0] for word in plain(cell).split()), default=0.0) + 2
