"""Small drawing helpers of the lab: text that changes while it stands, a pill that does, and bars.

The panels and the footer are made of them. They know pixels and the theme, nothing of runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from panda3d.core import Geom, NodePath

from game.engine.projection import Rect
from game.engine.vertex_data import quad_geom, rewrite_quads, unculled_node
from game.ui.layer import Layer
from game.ui.shapes import BoxStyle, flat
from game.ui.text import Span, TextBlock
from game.ui.theme import Colour
from game.ui.widget import Widget

_ROW = np.dtype([("vertex", "<f4", 3), ("color", "u1", 4)])
_CORNERS = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)


class LiveText:
    """A text block that is laid out again only when its words change."""

    def __init__(self, block: TextBlock) -> None:
        self.block, self._words = block, block.plain
        self._colour: Colour | None = None

    def say(self, words: str, colour: Colour | None = None) -> None:
        """Write other words, in another colour if one is given."""
        if words != self._words:
            self._words = words
            self.block.set(words)
        if colour is not None and colour != self._colour:
            self._colour = colour
            self.block.recolour(colour)


class LivePill(Widget):
    """A fact in the top bar whose words change in place. widest: what it must have room for. plain: without a body."""

    def __init__(self, layer: Layer, name: str, rect: Rect, *, plain: bool) -> None:
        super().__init__(layer, name, rect)
        self._plain = plain
        self._shown: tuple[str, str, str] | None = None
        self._number: TextBlock | None = None

    @staticmethod
    def width(layer: Layer, words: str, strong: str, dot: bool) -> float:
        """Pixels for such words."""
        theme = layer.theme
        total = layer.measure(words, "label")[0] if words else 0.0
        total += layer.measure(strong, "label-bold")[0] + theme.px(10) if strong else 0.0
        return total + (theme.grow(14) + theme.px(10) if dot else 0.0) + 2 * theme.px(20)

    def show(self, words: str, strong: str = "", dot: str = "") -> None:
        """Say this; dot: a colour's name, or none."""
        before, self._shown = self._shown, (words, strong, dot)
        if before == self._shown:
            return
        only_number = before is not None and (before[0], len(before[1]), before[2]) == (
            words,
            len(strong),
            dot,
        )
        if only_number and self._number is not None:
            self._number.set(strong)  # its digits are all of one width
        else:
            self.draw()

    def draw(self) -> None:
        """Body, dot, words, number."""
        self.wipe()
        self._number = None
        if self._shown is None:
            return
        words, strong, dot = self._shown
        theme, rect = self.layer.theme, self.rect
        if not self._plain:
            fill = theme.colour("surface")
            width = max(1.0, round(theme.s))
            self.box(rect, BoxStyle(rect.h / 2, fill, fill, theme.colour("line"), width))
        used = self.width(self.layer, words, strong, bool(dot))
        x = rect.right - used + theme.px(20) if self._plain else rect.x + (rect.w - used) / 2 + theme.px(20)
        y = rect.y + (rect.h - theme.type("label").line) / 2
        if dot:
            side = theme.grow(14)
            self.box(Rect(x, rect.y + (rect.h - side) / 2, side, side), flat(theme.colour(dot), side / 2))
            x += side + theme.px(10)
        if words:
            x += self.write(x, y, words, "label", "body" if dot else "muted").width + theme.px(10)
        if strong:
            self._number = self.write(x, y, strong, "label-bold", "text")


class Bars:
    """Coloured rectangles that are drawn in one call and rewritten together. Pixels, y down."""

    def __init__(self, parent: NodePath) -> None:
        self._node = unculled_node("bars", quad_geom(np.zeros(0, _ROW), Geom.UH_dynamic))
        self.root = parent.attach_new_node(self._node)
        self.root.set_two_sided(True)

    def show(self, bars: Iterable[tuple[Rect, Colour]]) -> None:
        """Draw exactly these."""
        chosen = list(bars)
        rows = np.zeros((len(chosen), 4), _ROW)
        if chosen:
            box = np.array([(r.x, r.y, r.w, r.h) for r, _ in chosen], np.float32)
            rows["vertex"][:, :, 0] = box[:, None, 0] + box[:, None, 2] * _CORNERS[None, :, 0]
            rows["vertex"][:, :, 2] = -(box[:, None, 1] + box[:, None, 3] * _CORNERS[None, :, 1])
            colours = np.array([colour for _, colour in chosen], np.float32)
            rows["color"] = np.rint(np.clip(colours, 0, 1) * 255).astype(np.uint8)[:, None]
        rewrite_quads(self._node.modify_geom(0), rows.reshape(-1))


def spans(layer: Layer, pieces: Sequence[tuple[str, bool]], colour: Colour) -> list[Span]:
    """Text in pieces; those to be pointed out in `colour` and a heavier cut."""
    return [Span(text, colour, 500) if strong else Span(text) for text, strong in pieces]
