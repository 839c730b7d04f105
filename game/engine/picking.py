"""Which region of the brain lies under a ray. Called by brain_node.py and sight.py.

The rule for hover, click and touch alike: what is picked is what is drawn. Hidden regions, what is cut away and faces
turned away never; the first opaque surface; a ghost only when nothing opaque lies behind it. It follows the drawn
places of the vertices (`move`), and parts that come and go (`set_part`). It knows columns, not names; rays come in the
mesh's own millimetres.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.core.cuts import Cut, kept
from game.engine.pick_tree import PickTree, RayFrame, middles_of

HIDDEN, GHOST, OPAQUE = 0, 1, 2
_EVERYTHING = ("*",)


@dataclass(frozen=True)
class PickMesh:
    """A part that can be picked: vertices float32 (V,3) mm, triangles uint32 (T,3), columns int (T,).

    `elsewhere` (V,3): where the vertices lie in the pose that differs most (inflated); only for speed. `uncut`: the
    axis of the cut whose cap this is, -1 for none: a cap is always drawn, and not cut by its own plane.
    """

    name: str
    vertices: NDArray[np.float32]
    triangles: NDArray[np.uint32]
    columns: NDArray[np.int64]
    elsewhere: NDArray[np.float32] | None = None
    uncut: int = -1


@dataclass(frozen=True)
class Hit:
    """What a ray met: region column (0: no region there), place in mm, triangle and part."""

    column: int
    point: tuple[float, float, float]
    part: str
    triangle: int


class _Group:
    """Parts that share one tree; the tree is made or refitted when it is next asked."""

    def __init__(self, parts: Sequence[PickMesh], tree: PickTree | None = None) -> None:
        self.parts = tuple(parts)
        self.columns = np.concatenate([part.columns for part in parts])
        counts = [len(part.triangles) for part in parts]
        self.part_of = np.repeat(np.arange(len(parts)), counts)
        self.first = np.cumsum([0, *counts])
        self._places = {part.name: part.vertices for part in parts}
        self._tree, self._stale = tree, False

    def copy(self) -> _Group:
        """The same parts in a pose of their own."""
        twin = _Group(self.parts, self._tree.copy() if self._tree is not None else None)
        twin._places, twin._stale = dict(self._places), self._stale
        return twin

    def move(self, places: Mapping[str, NDArray[np.float32]]) -> None:
        own = {name: value for name, value in places.items() if name in self._places}
        if own:
            self._places.update(own)
            self._stale = True

    def tree(self) -> PickTree:
        """The tree for the vertices' present places."""
        if self._tree is None:
            starts = np.cumsum([0, *(len(part.vertices) for part in self.parts)])
            pairs = zip(self.parts, starts[:-1], strict=True)
            triangles = np.concatenate([part.triangles + np.uint32(start) for part, start in pairs])
            self._tree = PickTree(self._joined(), triangles, self._spread())
        elif self._stale:
            self._tree.refit(self._joined())
        self._stale = False
        return self._tree

    def _joined(self) -> NDArray[np.float32]:
        return np.concatenate([self._places[part.name] for part in self.parts])

    def _spread(self) -> NDArray[np.float32]:
        """Numbers by which neighbours are found: regions drawn apart, and the other pose."""
        found = np.empty((len(self.columns), 6), np.float32)
        for part, begin in zip(self.parts, self.first, strict=False):
            own = found[begin : begin + len(part.triangles)]
            middles = middles_of(part.vertices, part.triangles)
            counts = np.maximum(np.bincount(part.columns), 1)
            for axis in range(3):
                centres = np.bincount(part.columns, middles[:, axis]) / counts
                own[:, axis] = middles[:, axis] + centres.astype(np.float32)[part.columns]
            own[:, 3:] = middles if part.elsewhere is None else middles_of(part.elsewhere, part.triangles)
        return found


class RegionPicker:
    """Built once for a set of parts; answers one ray at a time (less than 0.1 ms)."""

    def __init__(self, parts: Sequence[PickMesh]) -> None:
        self._groups = [_Group(parts)]
        self._groups[0].tree()
        self._extra: dict[str, _Group] = {}

    def copy(self) -> RegionPicker:
        """The same parts in a pose of their own (cheap: only what is moved is made anew)."""
        twin = copy.copy(self)
        twin._groups = [group.copy() for group in self._groups]
        twin._extra = {name: group.copy() for name, group in self._extra.items()}
        return twin

    def move(self, places: Mapping[str, NDArray[np.float32]]) -> None:
        """Where the vertices of some parts are drawn now, float32 (V,3) mm by part name; takes effect lazily."""
        for group in (*self._groups, *self._extra.values()):
            group.move(places)

    def set_part(self, part: PickMesh) -> None:
        """Add a part, or replace an added one."""
        self._extra[part.name] = _Group([part])

    def drop_part(self, name: str) -> None:
        """Take an added part away; nothing happens if there is none."""
        self._extra.pop(name, None)

    def refresh(self) -> None:
        """Do now what the next pick would do first: make or refit what has changed."""
        for group in (*self._groups, *self._extra.values()):
            group.tree()

    def pick(
        self,
        start: Sequence[float],
        end: Sequence[float],
        appearance: NDArray[np.uint8],
        drawn: Collection[str] = _EVERYTHING,
        cuts: Sequence[Cut] = (),
    ) -> Hit | None:
        """The region under the segment from start to end (mm).

        `appearance[column]` is HIDDEN, GHOST or OPAQUE; `drawn` names the parts that are shown (default all); `cuts`
        take away what lies beyond them.
        """
        ray = RayFrame(start, end)
        best: tuple[float, int, _Group, int] | None = None  # fraction, look, group, triangle
        for group in (*self._groups, *self._extra.values()):
            crossed = group.tree().front_faces(ray)
            if crossed is None:
                continue
            for triangle, fraction in zip(crossed.triangles, crossed.fractions, strict=True):
                look = self._look(group, triangle, appearance, drawn)
                if look == HIDDEN or (cuts and not self._kept(group, triangle, ray, fraction, cuts)):
                    continue
                if best is None or look > best[1] or (look == best[1] and fraction < best[0]):
                    best = (fraction, look, group, triangle)
                if look == OPAQUE:
                    break
        return self._hit(ray, *best) if best is not None else None

    @staticmethod
    def _look(group: _Group, triangle: int, appearance: NDArray[np.uint8], drawn: Collection[str]) -> int:
        part = group.parts[group.part_of[triangle]]
        if drawn is not _EVERYTHING and part.uncut < 0 and part.name not in drawn:
            return HIDDEN
        column = group.columns[triangle]
        look = int(appearance[column])
        return HIDDEN if look == GHOST and not column else look

    @staticmethod
    def _kept(group: _Group, triangle: int, ray: RayFrame, fraction: float, cuts: Sequence[Cut]) -> bool:
        axis = group.parts[group.part_of[triangle]].uncut
        point = ray.at(fraction)
        return kept(point, cuts if axis < 0 else [cut for cut in cuts if cut.axis != axis])

    @staticmethod
    def _hit(ray: RayFrame, fraction: float, look: int, group: _Group, triangle: int) -> Hit:
        number = int(group.part_of[triangle])
        column = int(group.columns[triangle])
        return Hit(column, ray.at(fraction), group.parts[number].name, triangle - int(group.first[number]))
