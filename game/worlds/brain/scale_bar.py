"""The scale bar at the lower left of the brain: how long some millimetres are where the camera looks.

floating.py owns one and places it when the camera moved. Lengths are true at the depth of the orbit's centre.
"""

from __future__ import annotations

from panda3d.core import NodePath

from game.engine.projection import Rect
from game.ui.fonts import FontBook
from game.ui.shapes import Box, flat
from game.ui.text import TextBlock
from game.ui.theme import Theme

STEPS = (1, 2, 5, 10, 20, 50, 100)  # mm
_LONGEST = 150.0  # design pixels


def bar_length(pixels_per_mm: float, longest: float) -> int:
    """The most millimetres of STEPS that are no longer than so many pixels; the least one if none fits."""
    return max((step for step in STEPS if step * pixels_per_mm <= longest), default=STEPS[0])


class ScaleBar:
    """See the module text. `words` is what it says now, "" while it is not shown."""

    def __init__(self, root: NodePath, book: FontBook) -> None:
        self._root, self._book = root, book
        self._theme: Theme | None = None
        self._drawn: tuple[int, int] | None = None
        self._node: NodePath | None = None
        self._wide = 0.0  # of its words, pixels
        self.words = ""
        self.rect: Rect | None = None  # where it is now with its words, pixels
        self.length = 0.0  # of the bar, pixels

    def restyle(self, theme: Theme) -> None:
        """Take another theme; it is drawn again when it is next placed."""
        self._theme = theme
        self.hide()

    def hide(self) -> None:
        """Take it away."""
        if self._node is not None:
            self._node.remove_node()
        self._node, self._drawn, self.words, self.rect = None, None, "", None

    def place(self, pixels_per_mm: float, area: Rect) -> None:
        """Draw it for so many pixels a millimetre in the lower left corner of an area."""
        theme = self._theme
        if theme is None or pixels_per_mm <= 0:
            self.hide()
            return
        length = bar_length(pixels_per_mm, theme.px(_LONGEST))
        width = max(2, round(length * pixels_per_mm))
        if self._node is None or self._drawn != (length, width):
            self.hide()
            self._drawn = (length, width)
            self._node = self._make(theme, length, float(width))
        self.length = float(width)
        left, foot = round(area.x + theme.px(10)), round(area.bottom - theme.px(8))
        self._node.set_pos(left, 0, -foot)
        tall = theme.px(16) + theme.type("caption").line
        self.rect = Rect(left, foot - tall, max(self._wide, width), tall)

    def _make(self, theme: Theme, length: int, width: float) -> NodePath:
        node = self._root.attach_new_node("scale-bar")
        colour, thick = theme.colour("muted"), max(2.0, round(2 * theme.s))
        tick = theme.px(12)
        for x, y, w, h in (
            (0, -thick, width, thick),
            (0, -tick, thick, tick),
            (width - thick, -tick, thick, tick),
        ):
            Box(node, Rect(x, y, w, h), flat(colour))
        style = theme.type("caption")
        self.words = f"{length} mm"
        block = TextBlock(node, self._book, self.words, style, colour)
        block.place(0, -tick - theme.px(4) - style.line)
        self._wide = block.width
        return node
