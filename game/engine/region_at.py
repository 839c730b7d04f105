"""Which region lies at a point inside the brain: exact, from the meshes at rest.

The explorer's crosshair and its MRI planes ask. A structure holds the point when a line from it leaves its closed mesh
an odd number of times; cortex holds it between pial and white surface. It knows meshes; no nodes, no names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_geometry import MeshPart
from game.engine.brain_node import PreparedBrain
from game.engine.brain_shape import is_cortex
from game.engine.caps import Ribbon, cap, rising
from game.engine.cuts import Cut

WHITE_MATTER = {"L": "white-L", "R": "white-R"}


@dataclass(frozen=True)
class _Body:
    column: int
    low: NDArray[np.float32]
    high: NDArray[np.float32]
    corners: NDArray[np.float64]  # (T,3,3)


class RegionLookup:
    """Built once for a brain (some 20 ms); `at` costs a millisecond or two."""

    def __init__(self, prepared: PreparedBrain) -> None:
        self._columns = prepared.columns
        self._bodies: list[_Body] = []
        self._ribbons: list[tuple[str, Ribbon, NDArray[np.float32], NDArray[np.float32]]] = []
        for part in prepared.parts:
            if is_cortex(part.name):
                self._add_cortex(part)
            else:
                for column in part.columns:
                    own = part.vertices[part.triangles[part.triangle_columns == column]]
                    flat = own.reshape(-1, 3)
                    body = _Body(int(column), flat.min(axis=0), flat.max(axis=0), own.astype(float))
                    self._bodies.append(body)
        self._bodies.sort(key=lambda body: float(np.prod(body.high - body.low)))  # the innermost first

    def at(self, point: Sequence[float]) -> str:
        """A region id, WHITE_MATTER of a side, or "" for none. point: MNI mm."""
        here = np.array(point, float) + 1.7e-5  # not on a corner
        for body in self._bodies:
            if (body.low <= here).all() and (here <= body.high).all() and _holds(body.corners, here):
                return self._columns.region(body.column) or ""
        for side, ribbon, low, high in self._ribbons:
            column = _cortex_at(ribbon, low, high, here)
            if column is not None:
                return self._columns.region(column) or WHITE_MATTER[side]
            middle = ((ribbon.outer + ribbon.inner) / 2)[ribbon.triangles]
            if _holds(middle.astype(float), here):
                return WHITE_MATTER[side]
        return ""

    def _add_cortex(self, part: MeshPart) -> None:
        triangles = rising(part.vertices, part.triangles)
        ribbon = Ribbon(part.vertices, part.rows["white"], triangles, part.triangle_columns)
        six = np.concatenate([ribbon.outer[triangles], ribbon.inner[triangles]], axis=1)
        self._ribbons.append((part.name[-1], ribbon, six.min(axis=1), six.max(axis=1)))


def _cortex_at(
    ribbon: Ribbon, low: NDArray[np.float32], high: NDArray[np.float32], here: NDArray[np.float64]
) -> int | None:
    near = np.flatnonzero(((low <= here) & (here <= high)).all(axis=1))
    if not len(near):
        return None
    own = Ribbon(ribbon.outer, ribbon.inner, ribbon.triangles[near], ribbon.columns[near])
    face = cap(Cut(2, float(here[2]), 1), [own], [])
    corners = face.vertices.reshape(-1, 3, 3)[:, :, :2].astype(float) - here[:2]
    met = np.flatnonzero(_around(corners)[0])
    return int(face.columns[met[-1]]) if len(met) else None


def _holds(corners: NDArray[np.float64], here: NDArray[np.float64]) -> bool:
    """Whether a closed mesh (T,3,3) holds a point."""
    inside, weights = _around(corners[:, :, :2] - here[:2])
    heights = (weights[inside] * corners[inside][:, :, 2]).sum(axis=1)
    return bool((heights > here[2]).sum() % 2)


def _around(flat: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which triangles (T,3,2) hold the origin, and the weights of their corners there (T,3)."""
    (x0, y0), (x1, y1), (x2, y2) = (flat[:, corner].T for corner in range(3))
    areas = np.stack([x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, x0 * y1 - x1 * y0], axis=1)
    total = areas.sum(axis=1)
    inside = ((areas >= 0).all(axis=1) | (areas <= 0).all(axis=1)) & (total != 0)
    return inside, areas / np.where(total == 0, 1.0, total)[:, None]
