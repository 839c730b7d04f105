"""Which region lies at a point inside the brain: exact, from the meshes at rest.

The explorer's crosshair and its MRI planes ask. A structure holds the point when a line from it leaves its closed mesh
an odd number of times; cortex holds it between pial and white surface. It knows meshes; no nodes, no names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.core.cuts import Cut
from game.engine.brain_geometry import MeshPart
from game.engine.brain_node import PreparedBrain
from game.engine.brain_shape import is_cortex
from game.engine.caps import Ribbon, cap, rising

WHITE_MATTER = {"L": "white-L", "R": "white-R"}


class _Boxes:
    """The boxes round many sets of corners (T,K,3)."""

    def __init__(self, corners: NDArray[np.float32]) -> None:
        self.low = np.stack([corners[:, :, axis].min(axis=1) for axis in range(3)])
        self.high = np.stack([corners[:, :, axis].max(axis=1) for axis in range(3)])

    def near(self, here: NDArray[np.float64], axes: int) -> NDArray[np.int64]:
        """Which boxes hold a point, looking at the first so many axes."""
        hold = np.ones(self.low.shape[1], bool)
        for axis in range(axes):
            hold &= self.low[axis] <= np.float32(here[axis])
            hold &= self.high[axis] >= np.float32(here[axis])
        return np.flatnonzero(hold)


class _Body:
    """A closed mesh (T,3,3)."""

    def __init__(self, corners: NDArray[np.float32]) -> None:
        self._corners, self._boxes = corners, _Boxes(corners)
        self.low, self.high = self._boxes.low.min(axis=1), self._boxes.high.max(axis=1)

    def holds(self, here: NDArray[np.float64]) -> bool:
        """Whether it holds a point."""
        if (here < self.low).any() or (here > self.high).any():
            return False
        column = self._corners[self._boxes.near(here, 2)].astype(np.float64)
        inside, weights = _around(column[:, :, :2] - here[:2])
        heights = (weights[inside] * column[inside][:, :, 2]).sum(axis=1)
        return bool((heights > here[2]).sum() % 2)


@dataclass(frozen=True)
class _Cortex:
    side: str
    ribbon: Ribbon
    boxes: _Boxes
    filling: _Body


class RegionLookup:
    """Built once for a brain (a tenth of a second, half of one at the fine level); `at` costs a millisecond or two."""

    def __init__(self, prepared: PreparedBrain) -> None:
        self._columns = prepared.columns
        self._bodies: list[tuple[int, _Body]] = []
        self._cortex: list[_Cortex] = []
        for part in prepared.parts:
            if is_cortex(part.name):
                self._cortex.append(_cortex(part))
                continue
            owners = part.triangle_columns
            for column in part.columns:
                own = part.vertices[part.triangles[owners == column]]
                self._bodies.append((int(column), _Body(own)))
        self._bodies.sort(key=lambda one: float(np.prod(one[1].high - one[1].low)))  # the innermost first

    def at(self, point: Sequence[float]) -> str:
        """A region id, WHITE_MATTER of a side, or "" for none. point: MNI mm."""
        here = np.array(point, float) + 1.7e-5  # not on a corner
        for column, body in self._bodies:
            if body.holds(here):
                return self._columns.region(column) or ""
        for cortex in self._cortex:
            found = _column_at(cortex, here)
            if found is not None:
                return self._columns.region(found) or WHITE_MATTER[cortex.side]
            if cortex.filling.holds(here):
                return WHITE_MATTER[cortex.side]
        return ""


def _cortex(part: MeshPart) -> _Cortex:
    triangles = rising(part.vertices, part.triangles)
    ribbon = Ribbon(part.vertices, part.rows["white"], triangles, part.triangle_columns)
    six = np.concatenate([ribbon.outer[triangles], ribbon.inner[triangles]], axis=1)
    middle = (ribbon.outer + ribbon.inner) * np.float32(0.5)
    return _Cortex(part.name[-1], ribbon, _Boxes(six), _Body(middle[triangles]))


def _column_at(cortex: _Cortex, here: NDArray[np.float64]) -> int | None:
    near, ribbon = cortex.boxes.near(here, 3), cortex.ribbon
    if not len(near):
        return None
    used, numbers = np.unique(ribbon.triangles[near], return_inverse=True)
    own = Ribbon(ribbon.outer[used], ribbon.inner[used], numbers.reshape(-1, 3), ribbon.columns[near])
    face = cap(Cut(2, float(here[2]), 1), [own], [])
    corners = face.vertices.reshape(-1, 3, 3)[:, :, :2].astype(float) - here[:2]
    met = np.flatnonzero(_around(corners)[0])
    return int(face.columns[met[-1]]) if len(met) else None


def _around(flat: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which triangles (T,3,2) hold the origin, and the weights of their corners there (T,3)."""
    (x0, y0), (x1, y1), (x2, y2) = (flat[:, corner].T for corner in range(3))
    areas = np.stack([x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, x0 * y1 - x1 * y0], axis=1)
    total = areas.sum(axis=1)
    inside = ((areas >= 0).all(axis=1) | (areas <= 0).all(axis=1)) & (total != 0)
    return inside, areas / np.where(total == 0, 1.0, total)[:, None]
