"""The legend of a view, which is also its filter: each entry is pressed to show only it, or it too.

The layout calls `build_legend`; what an entry does is passed in. It knows pixels and words, not what a view is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import CLEAR, BoxStyle, flat
from game.ui.theme import Colour
from game.ui.widget import Action, Widget


@dataclass(frozen=True)
class Swatch:
    """One entry: its id, its words, its colour, and whether it is shown now."""

    id: str
    words: str
    colour: Colour
    lit: bool = True


class LegendEntry(Widget):
    """A dot and a word; hollow and faint when the filter leaves it out."""

    focusable = True

    def __init__(
        self, layer: Layer, rect: Rect, swatch: Swatch, on_press: Action, area: ScrollArea | None = None
    ) -> None:
        super().__init__(layer, f"legend-{swatch.id}", rect, area)
        self._swatch, self._on_press = swatch, on_press
        self.focus_radius = rect.h / 2
        self.spoken = f"{swatch.words}, {'shown' if swatch.lit else 'not shown'}"
        self.tooltip = "Show only this, or this too"

    def activate(self) -> None:
        """Show only this, or this too."""
        self._on_press()

    def draw(self) -> None:
        """Dot, word, and a body under the pointer."""
        self.wipe()
        theme, rect, swatch = self.layer.theme, self.rect, self._swatch
        if self.hovered or self.pressed:
            self.box(rect, flat(theme.colour("surface_raised"), rect.h / 2))
        dot, pad = theme.grow(14), theme.px(8)
        spot = Rect(rect.x + pad, rect.y + (rect.h - dot) / 2, dot, dot)
        ring = max(1.0, 2 * theme.s)
        style = flat(swatch.colour, dot / 2, theme.colour("line_strong"), 1.0)
        self.box(spot, style if swatch.lit else BoxStyle(dot / 2, CLEAR, CLEAR, swatch.colour, ring))
        line = theme.type("label").line
        colour = "body" if swatch.lit else "muted"
        self.write(
            spot.right + theme.px(10),
            rect.y + (rect.h - line) / 2,
            swatch.words,
            "label",
            colour,
            max_lines=1,
        )


def legend_row(ui: Layer) -> float:
    """How tall a row of entries is, in pixels."""
    return ui.theme.grow(38)


def build_legend_panel(
    ui: Layer, area: Rect, swatches: Sequence[Swatch], toggle: Callable[[str], None]
) -> float:
    """The legend one below the other in a panel at the lower left of an area, scrolled if need be; its height."""
    theme = ui.theme
    pad, tall = theme.px(14), legend_row(ui)
    fixed = theme.grow(14) + theme.px(10) + 2 * theme.px(8)
    wide = max(fixed + ui.measure(swatch.words, "label")[0] for swatch in swatches)
    columns = max(1, min(2, int((area.w - 2 * pad) // wide)))
    rows = -(-len(swatches) // columns)
    height = min(area.h, rows * tall + 2 * pad)
    panel = Rect(area.x, area.bottom - height, columns * wide + 2 * pad, height)
    ui.panel("legend-panel", panel)
    inner = Rect(panel.x + pad, panel.y + pad, panel.w - 2 * pad, height - 2 * pad)
    scroll = ui.add(ScrollArea(ui, "legend-area", inner))
    scroll.set_content_height(rows * tall)
    for number, swatch in enumerate(swatches):
        here = Rect((number // rows) * wide, (number % rows) * tall, wide, tall)
        ui.add(LegendEntry(ui, here, swatch, partial(toggle, swatch.id), scroll))
    return height


def build_legend(ui: Layer, area: Rect, swatches: Sequence[Swatch], toggle: Callable[[str], None]) -> float:
    """Draw the entries in centred rows at the bottom of an area; returns the height they took."""
    theme = ui.theme
    tall, gap = legend_row(ui), theme.px(2)
    fixed = theme.grow(14) + theme.px(10) + 2 * theme.px(8)
    widths = [fixed + ui.measure(swatch.words, "label")[0] for swatch in swatches]
    rows = _rows(widths, gap, area.w)
    y = area.bottom - tall * len(rows)
    for row in rows:
        x = area.x + (area.w - sum(widths[index] for index in row) - gap * (len(row) - 1)) / 2
        for index in row:
            here = Rect(x, y, widths[index], tall)
            ui.add(LegendEntry(ui, here, swatches[index], partial(toggle, swatches[index].id)))
            x += widths[index] + gap
        y += tall
    return tall * len(rows)


def _rows(widths: Sequence[float], gap: float, room: float) -> list[list[int]]:
    """Indices in as few rows as needed, filled evenly."""
    total = sum(widths) + gap * (len(widths) - 1)
    even = total / max(1, -int(-total // max(room, 1.0))) + max(widths, default=0.0) / 2
    loose, tight = _filled(widths, gap, min(room, even)), _filled(widths, gap, room)
    return loose if len(loose) <= len(tight) else tight


def _filled(widths: Sequence[float], gap: float, room: float) -> list[list[int]]:
    rows: list[list[int]] = [[]]
    used = 0.0
    for index, width in enumerate(widths):
        if rows[-1] and used + gap + width > room:
            rows.append([])
            used = 0.0
        used += width + (gap if rows[-1] else 0.0)
        rows[-1].append(index)
    return rows
