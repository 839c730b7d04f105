"""Names of deep structures beside the brain in the glass view, each with a thin line to what it names.

The scene owns one and tells it what to name and, when the camera moved, where those things are. Places come from
labels.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from panda3d.core import NodePath

from game.engine.brain_material import Rgb
from game.engine.lines import Segments
from game.engine.projection import Rect
from game.ui.fonts import FontBook
from game.ui.shapes import Box, flat
from game.ui.text import TextBlock
from game.ui.theme import Theme
from game.worlds.brain.labels import Anchor, place_labels
from game.worlds.brain.labels import Box as Bounds


@dataclass(frozen=True)
class Pointed:
    """One thing to name: its key (a region id), its words, the colour of its dot, whether it is the selected one."""

    key: str
    words: str
    colour: Rgb
    chosen: bool = False


@dataclass
class _Label:
    node: NodePath
    dot: NodePath
    width: float


class Pointers:
    """See the module text."""

    def __init__(self, root: NodePath, book: FontBook) -> None:
        self._root, self._book = root, book
        self._labels: dict[str, _Label] = {}
        self._made: tuple[tuple[Pointed, ...], Theme | None] = ((), None)
        self._leaders: Segments | None = None
        self._height = 44.0
        self._gap = 10.0
        self.shown: tuple[str, ...] = ()

    def name(self, things: Sequence[Pointed], theme: Theme) -> None:
        """Make the labels for these things; they appear with the next `place`."""
        if self._made == (tuple(things), theme):
            return
        self.clear()
        self._made = (tuple(things), theme)
        self._height, self._gap = theme.grow(44), theme.px(12)
        red, green, blue, _ = theme.colour("text")
        self._leaders = Segments(self._root, colour=(red, green, blue, 0.75), width=max(1.0, 1.5 * theme.s))
        for thing in things:
            self._labels[thing.key] = self._make(thing, theme)

    def place(self, points: dict[str, tuple[float, float]], area: Rect, keep_out: Sequence[Rect]) -> None:
        """Put the labels where their things are now (pixels by key)."""
        anchors = [
            Anchor(key, *points[key], label.width) for key, label in self._labels.items() if key in points
        ]
        boxes: list[Bounds] = [(box.x, box.y, box.right, box.bottom) for box in keep_out]
        bounds = (area.x, area.y, area.right, area.bottom)
        placed = {
            one.anchor.key: one for one in place_labels(anchors, bounds, self._height, self._gap, boxes)
        }
        for key, label in self._labels.items():
            if key not in placed:
                label.node.hide()
                label.dot.hide()
                continue
            one = placed[key]
            label.node.set_pos(round(one.left), 0, -round(one.middle))
            label.dot.set_pos(one.anchor.x, 0, -one.anchor.y)
            label.node.show()
            label.dot.show()
        if self._leaders is not None:
            self._leaders.set_segments([(one.hook, (one.anchor.x, one.anchor.y)) for one in placed.values()])
        self.shown = tuple(placed)

    def clear(self) -> None:
        """Take all labels away."""
        for label in self._labels.values():
            label.node.remove_node()
            label.dot.remove_node()
        if self._leaders is not None:
            self._leaders.destroy()
        self._leaders = None
        self._labels, self._made, self.shown = {}, ((), None), ()

    def _make(self, thing: Pointed, theme: Theme) -> _Label:
        ink = theme.colour("text")
        dot = self._root.attach_new_node("dot")
        radius = max(4.0, theme.px(7))
        spot = flat(ink, radius, theme.colour("background_mid"), max(1.0, 2 * theme.s))
        Box(dot, Rect(-radius, -radius, 2 * radius, 2 * radius), spot)
        node = self._root.attach_new_node("label")
        body = node.attach_new_node("body")
        style = theme.type("label-medium" if thing.chosen else "label")
        mark, pad, space = theme.px(14), theme.px(18), theme.px(10)
        block = TextBlock(node, self._book, thing.words, style, ink)
        block.place(pad + mark + space, -style.line / 2)
        width, height = block.width + 2 * pad + mark + space, self._height
        edge = theme.colour("accent" if thing.chosen else "line")
        Box(
            body,
            Rect(0, -height / 2, width, height),
            flat(theme.colour("surface", 0.92), height / 2, edge, 1.0),
        )
        colour = theme.colour("accent") if thing.chosen else (*thing.colour, 1.0)
        Box(body, Rect(pad, -mark / 2, mark, mark), flat(colour, mark / 2))
        return _Label(node, dot, width)
