"""One tile of the matching board, and the board's threads: solid for matched, dotted for held.

Made by the view; told their state, they draw it. A state is never only a colour: matched has a check, missed a
cross, held a dotted thread and a thicker edge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from panda3d.core import NodePath

from game.engine.lines import PolyLine
from game.engine.projection import Rect
from game.minigames.matching.rules import Side
from game.ui.shapes import Box, BoxStyle, flat, panel_style
from game.ui.theme import Colour, Theme, rgba
from game.ui.widget import Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea

FREE, HELD, MATCHED, MISSED = "free", "held", "matched", "missed"
THREAD_STEPS = 28


def text_style(side: Side) -> str:
    """The type step of a column."""
    return "lead-bold" if side is Side.TERM else "body"


def text_room(theme: Theme, width: float) -> float:
    """How many pixels of a tile's width its text may take; the rest is padding and the glyph."""
    return width - 2 * theme.px(34 if not theme.compact else 22) - theme.text_px(32)


class TileWidget(Widget):
    """A term or a definition. The name is `term-<row>` or `definition-<row>`."""

    focusable = True

    def __init__(
        self,
        layer: Layer,
        side: Side,
        row: int,
        rect: Rect,
        words: str,
        state: str,
        on_press: Callable[[Side, int], None],
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, f"{side.value}-{row}", rect, area)
        self.side, self.row, self.words, self.state = side, row, words, state
        self._on_press = on_press
        self.enabled = state != MATCHED
        self.focus_radius = layer.theme.px(22)
        self.spoken = words

    @property
    def port(self) -> tuple[float, float]:
        """Where threads are tied, in the tile's own coordinates."""
        return (self.rect.right if self.side is Side.TERM else self.rect.x), self.rect.y + self.rect.h / 2

    def set_state(self, state: str) -> None:
        """Show another state."""
        if state != self.state:
            self.state = state
            self.enabled = state != MATCHED
            self.draw()

    def activate(self) -> None:
        """Pick up, put down or join."""
        self._on_press(self.side, self.row)

    def draw(self) -> None:
        """Body, words, glyph."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        self.box(rect, self._body(theme))
        pad = theme.px(34 if not theme.compact else 22)
        style = text_style(self.side)
        room = text_room(theme, rect.w)
        _, height = self.layer.measure(self.words, style, room)
        colour = (
            "muted" if self.state == MATCHED else "text" if self.side is Side.TERM or self._lit else "body"
        )
        y = rect.y + (rect.h - height) / 2
        self.write(rect.x + pad, y, self.words, style, colour, width=room)
        glyph = {MATCHED: ("check-line", "good"), MISSED: ("close-line", "bad")}.get(self.state)
        if glyph is not None:
            size = theme.text_px(32)
            self.icon(
                glyph[0], rect.right - pad / 2 - size / 2 - theme.px(8), rect.y + rect.h / 2, size, glyph[1]
            )

    @property
    def _lit(self) -> bool:
        return self.hovered or self.state == HELD or self.layer.focused is self

    def _body(self, theme: Theme) -> BoxStyle:
        plain = panel_style(theme, radius=22)
        dark = theme.scheme == "dark"
        y, blur, alpha = plain.shadow
        plain = replace(plain, shadow=(y * 0.6, blur * 0.5, alpha * 0.6))
        if dark:
            plain = replace(plain, top=rgba("#1A2240"), bottom=rgba("#131A31"))
        thick = max(2.0, 2 * plain.edge_width)
        if self.state == MATCHED:
            fill = rgba("#0D1424") if dark else theme.colour("surface_raised")
            edge = rgba("#2A5A55") if dark else theme.colour("good")
            return BoxStyle(plain.radius, fill, fill, edge, plain.edge_width)
        if self.state == HELD:
            top, bottom = (rgba("#2B2A38"), rgba("#1E1E30")) if dark else (plain.top, plain.bottom)
            return replace(plain, top=top, bottom=bottom, edge=theme.colour("accent"), edge_width=thick)
        if self.state == MISSED:
            return replace(plain, edge=theme.colour("bad"), edge_width=thick)
        if self.hovered or self.pressed:
            raised = theme.colour("surface_raised")
            return replace(plain, top=raised, bottom=raised, edge=theme.colour("line_strong"))
        return plain


class Threads:
    """The threads between tiles, drawn under one node in the tiles' coordinates."""

    def __init__(self, parent: NodePath, theme: Theme) -> None:
        self._root = parent.attach_new_node("threads")
        self._theme = theme
        self._loose = self._root.attach_new_node("loose")

    def tie(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A matched pair: solid."""
        self._draw(self._root, start, end, self._theme.colour("good"), None)

    def hold(self, start: tuple[float, float], end: tuple[float, float] | None) -> None:
        """The held tile's thread, dotted, to where the learner points; without an end only its knot shows."""
        self.drop()
        s = self._theme.s
        colour = self._theme.colour("accent")
        if end is None:
            self._knot(self._loose, start, colour)
        else:
            self._draw(self._loose, start, end, colour, (0.01, max(7.0, 12 * s)))

    def drop(self) -> None:
        """Take the held tile's thread away."""
        self._loose.remove_node()
        self._loose = self._root.attach_new_node("loose")

    def _draw(
        self,
        parent: NodePath,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: Colour,
        dash: tuple[float, float] | None,
    ) -> None:
        width = max(2.5, 4 * self._theme.s)
        PolyLine(parent, curve(start, end), colour=colour, width=width, dash=dash)
        self._knot(parent, start, colour)
        self._knot(parent, end, colour)

    def _knot(self, parent: NodePath, at: tuple[float, float], colour: Colour) -> None:
        radius = max(5.0, 8 * self._theme.s)
        Box(parent, Rect(at[0] - radius, at[1] - radius, 2 * radius, 2 * radius), flat(colour, radius))


def curve(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """A thread that leaves and arrives level: points of a cubic curve, in pixels."""
    (x0, y0), (x1, y1) = start, end
    middle = (x0 + x1) / 2
    points = []
    for step in range(THREAD_STEPS + 1):
        t = step / THREAD_STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append((a * x0 + (b + c) * middle + d * x1, (a + b) * y0 + (c + d) * y1))
    return points
