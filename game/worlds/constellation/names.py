"""Writes the names in the sky: clusters, the lit path, the selected star, its neighbours, the hovered star.

The scene makes one for each build of its layer and calls `arrange` when the camera or the model changed.
Where a name goes is decided by labels.py; this file measures and moves text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from panda3d.core import NodePath

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.shapes import CLEAR, Box, BoxStyle
from game.ui.text import TextBlock
from game.worlds.constellation.labels import Box as Area
from game.worlds.constellation.labels import Label, Placed, around, declutter, outside
from game.worlds.constellation.model import NEARBY_NAMES, ConstellationModel

SELECTED, HOVERED, GROUP, PATH, NEAR = range(5)  # who is served first
STYLES = {
    SELECTED: ("lead-bold", "text"),
    HOVERED: ("label-medium", "text"),
    GROUP: ("eyebrow", "muted"),
    PATH: ("label-medium", "accent"),
    NEAR: ("caption", "body"),
}
COMPACT_NEAR = 3  # names beside the path when text is large
_GAPS = {SELECTED: 38.0, HOVERED: 24.0, PATH: 18.0, NEAR: 17.0}  # design pixels from the middle of the star


class _Name:
    """One text, made when it is first needed, with a soft shade behind it in the dark schemes."""

    def __init__(self, ui: Layer, shades: NodePath, texts: NodePath, text: str, kind: int) -> None:
        style, colour = STYLES[kind]
        wrap: float | None = None
        if kind == GROUP and ui.theme.compact:  # a word a line
            wrap = max(ui.measure(word, style)[0] for word in text.split()) + 2
        self.block: TextBlock = ui.text(
            -4000.0, 0.0, text, style, colour, width=wrap, align="centre", parent=texts
        )
        self.shade: Box | None = None
        if ui.theme.dark:
            blur, shade = 16 * ui.theme.s, 0.5 if self.block.lines == 1 else 0.32
            inner = Rect(0, 0, self.block.width, self.block.height).inset(0, self.block.height * 0.22)
            self.shade = Box(shades, inner, BoxStyle(inner.h / 2, CLEAR, CLEAR, shadow=(0.0, blur, shade)))
        self.hide()

    def place(self, box: Area) -> None:
        self.block.path.show()
        self.block.place((box[0] + box[2]) / 2, box[1])
        if self.shade is not None:
            self.shade.path.show()
            rect = self.shade.rect
            self.shade.resize(Rect(box[0], box[1] + (self.block.height - rect.h) / 2, rect.w, rect.h))

    def hide(self) -> None:
        self.block.path.hide()
        if self.shade is not None:
            self.shade.path.hide()


class SkyNames:
    """All names of one build of the layer."""

    def __init__(self, ui: Layer, model: ConstellationModel) -> None:
        self._ui, self._model = ui, model
        self._shades = ui.root.attach_new_node("name-shades")
        self._texts = ui.root.attach_new_node("names")
        self._names: dict[tuple[str, int], _Name] = {}
        self.placed: dict[str, Placed] = {}

    def arrange(
        self, screen: dict[str, tuple[float, float]], bounds: Rect, blocked: Sequence[Rect] = ()
    ) -> None:
        """Place names for these star positions (pixels, stars in sight only) inside `bounds`."""
        wanted = [*self._group_labels(screen, bounds), *self._star_labels(screen)]
        edges = [(rect.x, rect.y, rect.right, rect.bottom) for rect in blocked]
        if self._model.selected in screen:
            (x, y), ring = screen[self._model.selected], 33 * self._ui.theme.s
            edges.append((x - ring, y - ring, x + ring, y + ring))
        limits = (bounds.x, bounds.y, bounds.right, bounds.bottom)
        margin = 5 * self._ui.theme.s
        avoid = [*screen.values(), *self._along_path(screen)]
        labels = [label for label, _ in wanted]
        self.placed = declutter(labels, limits, blocked=edges, avoid=avoid, before=self.placed, margin=margin)
        kinds = {label.key: kind for label, kind in wanted}
        for (key, kind), name in self._names.items():
            place = self.placed.get(key)
            if place is None or kinds.get(key) != kind:
                name.hide()
            else:
                name.place(place.box)

    def boxes(self) -> list[Rect]:
        """Where names are written now."""
        return [Rect(b[0], b[1], b[2] - b[0], b[3] - b[1]) for b in (one.box for one in self.placed.values())]

    def _name(self, key: str, text: str, kind: int) -> TextBlock:
        if (key, kind) not in self._names:
            self._names[key, kind] = _Name(self._ui, self._shades, self._texts, text, kind)
        return self._names[key, kind].block

    def _group_labels(self, screen: dict[str, tuple[float, float]], bounds: Rect) -> list[tuple[Label, int]]:
        labels = []
        gap = 20 * self._ui.theme.s
        for group in self._model.groups:
            seen = [screen[key] for key in group.stars if key in screen and bounds.contains(*screen[key])]
            if not seen:
                continue
            block = self._name(f"group:{group.name}", group.name, GROUP)
            box = (
                min(x for x, _ in seen),
                min(y for _, y in seen),
                max(x for x, _ in seen),
                max(y for _, y in seen),
            )
            slots = outside(box, block.width, block.height, gap)
            if self._ui.theme.compact:
                slots = slots[:10]  # further away it would seem to name another cluster
            labels.append((Label(f"group:{group.name}", block.width, block.height, slots, GROUP), GROUP))
        return labels

    def _star_labels(self, screen: dict[str, tuple[float, float]]) -> list[tuple[Label, int]]:
        labels, model = [], self._model
        near = COMPACT_NEAR if self._ui.theme.compact else NEARBY_NAMES
        for key in model.named(near):
            if key not in screen:
                continue
            kind = NEAR
            if key == model.selected:
                kind = SELECTED
            elif key == model.hovered:
                kind = HOVERED
            elif key in model.path:
                kind = PATH
            block = self._name(key, model.stars[key].concept.title, kind)
            gap = _GAPS[kind] * self._ui.theme.s
            slots = around(*screen[key], block.width, block.height, gap, below_first=kind == SELECTED)
            labels.append((Label(key, block.width, block.height, slots, kind), kind))
        return labels

    def _along_path(self, screen: dict[str, tuple[float, float]]) -> list[tuple[float, float]]:
        points = []
        corners = [screen[key] for key in self._model.path if key in screen]
        for (ax, ay), (bx, by) in pairwise(corners):
            steps = max(1, int(max(abs(bx - ax), abs(by - ay)) / 14))
            points += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(steps)]
        return points
