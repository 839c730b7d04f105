"""Pins on the quiz's brain: where the answer is, where it was looked for, where the keyboard is.

Each is a disc with a glyph of its own, so that none is told by colour alone. The scene owns one, under a node below
its widgets, and puts the pins where the camera says. It knows pixels and theme only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from panda3d.core import NodePath

from game.engine.projection import Rect
from game.minigames.region_quiz.walking import Pixel
from game.ui.fonts import FontBook
from game.ui.shapes import Box, BoxStyle, flat
from game.ui.text import TextBlock
from game.ui.theme import Theme, TypeStyle

GLYPHS = {  # glyph, edge
    "right": ("check-line", "accent"),
    "wrong": ("close-line", "bad"),
    "this": ("question-mark", "accent"),
    "cursor": ("", "focus"),
}
_DISC = 44.0  # design pixels


class Pins:
    """See the module text. `shown`: the kinds that are to be seen now."""

    def __init__(self, root: NodePath, book: FontBook) -> None:
        self._root, self._book = root, book
        self._nodes: dict[str, NodePath] = {}
        self._reach = _DISC
        self.shown: tuple[str, ...] = ()

    def restyle(self, theme: Theme) -> None:
        """Make the pins for another theme; they are hidden until placed."""
        for node in self._nodes.values():
            node.remove_node()
        self._reach = theme.px(_DISC) * 1.25
        self._nodes = {kind: self._make(kind, theme) for kind in GLYPHS}
        self.shown = ()

    def place(self, pixels: Mapping[str, Pixel], area: Rect) -> None:
        """Put these kinds of pin at these pixels, inside the area; the others go."""
        shown = []
        places = _apart(pixels, self._reach)
        for kind, node in self._nodes.items():
            at = places.get(kind)
            if at is None or not area.contains(*at):
                node.hide()
                continue
            node.set_pos(round(at[0]), 0, -round(at[1]))
            node.show()
            shown.append(kind)
        self.shown = tuple(shown)

    def _make(self, kind: str, theme: Theme) -> NodePath:
        glyph, edge = GLYPHS[kind]
        node = self._root.attach_new_node(f"pin-{kind}")
        side = theme.px(_DISC if glyph else _DISC * 0.7)
        width = max(2.0, round(3 * theme.s))
        halo = theme.colour("background_mid", 0.9)
        around = Rect(-side / 2 - width, -side / 2 - width, side + 2 * width, side + 2 * width)
        if glyph:
            Box(node, around, flat(halo, around.h / 2))
            place = Rect(-side / 2, -side / 2, side, side)
            Box(node, place, flat(theme.colour("surface"), side / 2, theme.colour(edge), width))
            px = max(round(side * 0.6), 10)
            style = TypeStyle("icon", "icons", 400, px, float(px))
            text = chr(self._book.icon_codes[glyph])
            block = TextBlock(node, self._book, text, style, theme.colour(edge), align="centre")
            block.place(0, -px / 2)
        else:
            Box(node, around, BoxStyle(around.h / 2, edge=halo, edge_width=3 * width))
            place = Rect(-side / 2, -side / 2, side, side)
            Box(node, place, BoxStyle(side / 2, edge=theme.colour(edge), edge_width=width))
        node.hide()
        return node


def _apart(pixels: Mapping[str, Pixel], reach: float) -> dict[str, Pixel]:
    """The pin of a wrong answer beside the right one, not on it."""
    places = dict(pixels)
    if "right" in places and "wrong" in places:
        (rx, ry), (wx, wy) = places["right"], places["wrong"]
        dx, dy = wx - rx, wy - ry
        length = math.hypot(dx, dy)
        if length < reach:
            ux, uy = (dx / length, dy / length) if length else (0.0, -1.0)
            places["wrong"] = (rx + ux * reach, ry + uy * reach)
    return places
