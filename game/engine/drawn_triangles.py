"""Which triangles each part of the brain is drawn by: cut along the view's borders, and without what cannot be seen.

brain_layers.py owns one and tells it the view, whether the brain is closed, and from where it is looked at. While it is
closed, inner faces are left out, and, where there are visible sets (visible_sets.py), whatever lies behind the brain
itself. Knows no pass, no shader and no camera.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from panda3d.core import GeomNode, GeomTriangles

from game.engine.brain_geometry import MeshPart, draw_primitive, primitive
from game.engine.visible_sets import VisibleSets

# The label set whose borders cut it ("" for the regions), whether inner faces are left out, the cell looked from.
Which = tuple[str, bool, int | None]
KEPT = 64  # lists of a part that are kept: turning to and fro makes none anew


class DrawnTriangles:
    """See the module text."""

    def __init__(self) -> None:
        self.visible: VisibleSets | None = None
        self._parts: dict[str, tuple[MeshPart, GeomNode]] = {}
        self._lists: dict[str, dict[Which, GeomTriangles]] = {}
        self._drawn: dict[str, Which] = {}
        self._label_set, self._closed, self._stem_closed, self._pial = "", False, False, True
        self._cell: int | None = None

    def add(self, part: MeshPart, node: GeomNode) -> None:
        """One more part, drawn by `node`, which has all triangles of it now."""
        every: Which = ("", False, None)
        self._parts[part.name], self._drawn[part.name] = (part, node), every
        self._lists[part.name] = {every: node.get_geom(0).get_primitive(0)}
        self._choose()

    def set_label_set(self, label_set: str) -> None:
        """The labels that give the colours."""
        self._label_set = label_set
        self._choose()

    def set_closed(self, closed: bool, ghost: float) -> None:
        """Whether nothing lets one see inside; a ghost shows what it hides, but not its own inner faces."""
        before = self._closed, self._stem_closed
        self._closed, self._stem_closed = closed, closed and not ghost
        if before != (self._closed, self._stem_closed):
            self._choose()

    def set_pial(self, pial: bool) -> None:
        """Whether the cortex has the shape for which the visible sets were found."""
        if pial != self._pial:
            self._pial = pial
            self._choose()

    def see_from(self, eye: Sequence[float]) -> None:
        """From where the brain is drawn next (MNI mm)."""
        cell = None if self.visible is None else self.visible.cell(eye)
        if cell != self._cell:
            self._cell = cell
            self._choose()

    def _choose(self) -> None:
        for name, (part, node) in self._parts.items():
            which = self._which(part)
            if self._drawn[name] != which:
                self._drawn[name] = which
                draw_primitive(node, self._list(part, which))

    def _which(self, part: MeshPart) -> Which:
        label_set = self._label_set if self._label_set in part.splits else ""
        closed = self._stem_closed if part.name == "brainstem" else self._closed
        if not closed or part.name == "deep":
            return label_set, False, None
        known = self.visible is not None and part.name in self.visible.seen
        return label_set, part.outside is not None, self._cell if known and self._pial else None

    def _list(self, part: MeshPart, which: Which) -> GeomTriangles:
        lists = self._lists[part.name]
        if which not in lists:
            while len(lists) >= KEPT:
                lists.pop(next(have for have in lists if have[2] is not None))
            lists[which] = primitive(part, self._triangles(part, which))
        return lists[which]

    def _triangles(self, part: MeshPart, which: Which) -> NDArray[np.uint32]:
        label_set, outside, cell = which
        if cell is not None and self.visible is not None:
            return self.visible.triangles(part, label_set, cell)
        if outside and part.outside is not None:
            return part.outside
        return part.split(label_set)
