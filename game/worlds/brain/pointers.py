"""Names beside the brain, each in a pill with a thin line to a dot on what it names.

floating.py owns one and tells it what to name and, when the camera moved, where those things are. Places come from
labels.py.
"""

from __future__ import annotations

import math
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
from game.worlds.brain.labels import Anchor, Outline, Placed, Room, place_labels

_WIDEST = 190.0  # design pixels of words in one line; longer names are broken
_BETTER = 1.2  # times as long as anew leaders have to be for names to jump
_MADE = 160  # labels that stay made while others are shown


@dataclass(frozen=True)
class Pointed:
    """One thing to name: its key, its words, the colour of its dot, whether it is the selected one."""

    key: str
    words: str
    colour: Rgb
    chosen: bool = False


@dataclass
class _Label:
    node: NodePath
    dot: NodePath
    width: float
    height: float


class Pointers:
    """See the module text."""

    def __init__(self, root: NodePath, book: FontBook) -> None:
        self._root, self._book = root, book
        self._labels: dict[Pointed, _Label] = {}
        self._wanted: tuple[Pointed, ...] = ()
        self._theme: Theme | None = None
        self._leaders: Segments | None = None
        self.places: dict[str, Placed] = {}

    @property
    def shown(self) -> tuple[str, ...]:
        """The keys of the names that found a place."""
        return tuple(self.places)

    @property
    def named(self) -> tuple[Pointed, ...]:
        """What has found a place."""
        return tuple(thing for thing in self._wanted if thing.key in self.places)

    @property
    def dot_radius(self) -> float:
        """Pixels, with its rim."""
        return max(4.0, self._theme.px(7)) if self._theme is not None else 4.0

    def name(self, things: Sequence[Pointed], theme: Theme) -> None:
        """Make ready the names of these things, the most important first; they appear with the next `place`."""
        if self._theme != theme or len(self._labels) > _MADE:
            self.clear()
            self._theme = theme
            red, green, blue, _ = theme.colour("text")
            self._leaders = Segments(
                self._root, colour=(red, green, blue, 0.75), width=max(1.0, 1.5 * theme.s)
            )
        for thing in set(self._wanted) - set(things):
            self._labels[thing].node.hide()
            self._labels[thing].dot.hide()
        self._wanted = tuple(things)
        for thing in things:
            if thing not in self._labels:
                self._labels[thing] = self._make(thing, theme)

    def place(
        self,
        points: dict[str, tuple[float, float]],
        area: Rect,
        keep_out: Sequence[Rect],
        outlines: Sequence[Outline],
        *,
        settled: bool = False,
    ) -> None:
        """Put the names beside where their things are now (pixels by key), clear of outlines and `keep_out`. settled:
        nothing moves any more, so that much better places are taken even if names jump there.
        """
        theme = self._theme
        if theme is None:
            return
        made = {thing.key: self._labels[thing] for thing in self._wanted}
        anchors = [Anchor(key, *points[key], label.width, label.height) for key, label in made.items()]
        boxes = [(box.x, box.y, box.right, box.bottom) for box in keep_out]
        room = Room((area.x, area.y, area.right, area.bottom), theme.px(12), self.dot_radius, boxes)
        found = place_labels(anchors, room, outlines, self.places)
        if settled:
            anew = place_labels(anchors, room, outlines)
            if (-len(anew), _BETTER * _ways(anew)) < (-len(found), _ways(found)):
                found = anew
        placed = {one.anchor.key: one for one in found}
        for key, label in made.items():
            one = placed.get(key)
            if one is None:
                label.node.hide()
                label.dot.hide()
                continue
            label.node.set_pos(round(one.left), 0, -round(one.middle))
            label.dot.set_pos(one.anchor.x, 0, -one.anchor.y)
            label.node.show()
            label.dot.show()
        if self._leaders is not None:
            self._leaders.set_segments([(one.hook, (one.anchor.x, one.anchor.y)) for one in placed.values()])
        self.places = placed

    def hide(self) -> None:
        """Show no names; the labels stay made."""
        for thing in self._wanted:
            self._labels[thing].node.hide()
            self._labels[thing].dot.hide()
        if self._leaders is not None:
            self._leaders.set_segments([])
        self._wanted, self.places = (), {}

    def clear(self) -> None:
        """Forget all labels (another theme)."""
        for label in self._labels.values():
            label.node.remove_node()
            label.dot.remove_node()
        if self._leaders is not None:
            self._leaders.destroy()
        self._leaders = self._theme = None
        self._labels, self._wanted, self.places = {}, (), {}

    def _make(self, thing: Pointed, theme: Theme) -> _Label:
        ink = theme.colour("text")
        dot = self._root.attach_new_node("dot", 1)  # above the leaders
        radius = self.dot_radius
        rim = theme.colour("accent" if thing.chosen else "background_mid")
        spot = flat(ink, radius, rim, max(1.0, 2 * theme.s))
        Box(dot, Rect(-radius, -radius, 2 * radius, 2 * radius), spot)
        node = self._root.attach_new_node("label", 2)
        body = node.attach_new_node("body")
        style = theme.type("label-medium" if thing.chosen else "label")
        mark, pad, space = theme.px(14), theme.px(16), theme.px(10)
        block = TextBlock(node, self._book, thing.words, style, ink)
        for lines in (2, 3):
            if block.width > theme.grow(_WIDEST) and lines <= len(thing.words.split()):
                block.set(in_lines(thing.words, lines))
        block.place(pad + mark + space, -block.height / 2)
        width = block.width + 2 * pad + mark + space
        height = block.height + theme.px(12)
        edge = theme.colour("accent" if thing.chosen else "line")
        radius = min(height, theme.type("label").line + theme.px(12)) / 2
        thick = max(1.0, round(theme.s)) * (1 if theme.scheme == "dark" and not thing.chosen else 2)
        body_style = flat(theme.colour("surface", 0.94), radius, edge, thick)
        Box(body, Rect(0, -height / 2, width, height), body_style)
        colour = theme.colour("accent") if thing.chosen else (*thing.colour, 1.0)
        Box(body, Rect(pad, -mark / 2, mark, mark), flat(colour, mark / 2))
        node.hide()
        dot.hide()
        return _Label(node, dot, width, height)


def _ways(placed: Sequence[Placed]) -> float:
    """How long all leaders are together, pixels."""
    return sum(math.dist(one.hook, (one.anchor.x, one.anchor.y)) for one in placed)


def in_lines(words: str, count: int) -> str:
    """Words broken into so many lines of about the same length."""
    parts = words.split(" ")
    if count <= 1 or len(parts) <= 1:
        return words
    best = ""
    for first in range(1, len(parts) - count + 2):
        tried = " ".join(parts[:first]) + "\n" + in_lines(" ".join(parts[first:]), count - 1)
        if not best or _longest(tried) < _longest(best):
            best = tried
    return best


def _longest(text: str) -> int:
    return max(len(line) for line in text.split("\n"))
