"""The list of sections: which have been read, which is being read, and a way to each.

Made by the reader's scene, beside the text or in a drawer. Knows the names it is given and calls back with an id.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import flat
from game.ui.widget import Widget

GAP = 8  # design pixels between entries


@dataclass(frozen=True, slots=True)
class Line:
    """One section of the contents."""

    id: str
    title: str
    read: bool
    here: bool


class Entry(Widget):
    """A section's title with its glyph; a click goes there."""

    focusable = True

    def __init__(
        self, layer: Layer, rect: Rect, line: Line, on_go: Callable[[str], None], area: ScrollArea | None
    ) -> None:
        super().__init__(layer, f"go-{line.id}", rect, area)
        self.line, self._on_go = line, on_go
        self.focus_radius = layer.theme.px(14)
        self.spoken = line.title

    def show(self, line: Line) -> None:
        """Take another state of the same section."""
        if line != self.line:
            self.line = line
            self.draw()

    def activate(self) -> None:
        """Go to the section."""
        self._on_go(self.line.id)

    def draw(self) -> None:
        """Glyph (book: here, check: read) and title."""
        self.wipe()
        theme, rect, line = self.layer.theme, self.rect, self.line
        if self.hovered or self.pressed:
            self.box(rect, flat(theme.colour("surface_raised", 0.7), self.focus_radius))
        style = "label-bold" if line.here else "label"
        size = theme.text_px(24)
        pad = theme.px(12)
        glyph, colour = ("book-open-line", "accent") if line.here else ("check-line", "good")
        if line.here or line.read:
            self.icon(glyph, rect.x + size / 2, rect.y + pad + theme.type(style).line / 2, size, colour)
        x = rect.x + size + theme.px(16)
        colour = "text" if line.here or self.hovered else "muted"
        self.write(x, rect.y + pad, line.title, style, colour, width=rect.right - x)


def entry_height(ui: Layer, width: float, title: str) -> float:
    """How tall an entry of that width has to be; counted for the bold face, which is the wider one."""
    theme = ui.theme
    room = width - theme.text_px(24) - theme.px(16)
    return ui.measure(title, "label-bold", room)[1] + 2 * theme.px(12)


def contents_height(ui: Layer, width: float, lines: tuple[Line, ...]) -> float:
    """How tall all entries are together."""
    gaps = ui.theme.px(GAP) * (len(lines) - 1)
    return sum(entry_height(ui, width, line.title) for line in lines) + gaps


def draw_contents(
    ui: Layer,
    rect: Rect,
    lines: tuple[Line, ...],
    on_go: Callable[[str], None],
    area: ScrollArea | None = None,
) -> list[Entry]:
    """Draw all entries downwards from the top of `rect`."""
    y = rect.y
    entries = []
    for line in lines:
        height = entry_height(ui, rect.w, line.title)
        entries.append(ui.add(Entry(ui, Rect(rect.x, y, rect.w, height), line, on_go, area)))
        y += height + ui.theme.px(GAP)
    return entries
