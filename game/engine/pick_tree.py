"""A tree of boxes over triangles that finds what a ray meets in tens of microseconds, and follows moved vertices.

picking.py owns one for the brain and small ones for caps. One or two levels of boxes, tested by matrix products: a
ray's own frame makes "does the line pass this box" four dot products. When vertices move, the order of the triangles
stays and only the boxes are made again (a refit). It is asked between two pictures, when the renderer has emptied the
caches: then every call of numpy costs more than its numbers, so there are few. It knows triangles and rays; no regions,
no rules.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_LEAF = 16  # triangles at most in a leaf
_GROUP = 64  # leaves in a box of the upper level
_FEW = 4096  # leaves up to which an upper level costs more than it saves
_ROUND = (0, 1, 2, 0, 1)  # the corners of a triangle as they are kept: its edges are neighbours then
_LOOSE = 1e-3  # mm that a line may pass a box by: more than single precision rounds


@dataclass(frozen=True)
class Crossings:
    """Front faces a line meets, nearest first: triangle numbers and fractions of the segment."""

    triangles: Sequence[int]
    fractions: Sequence[float]


class RayFrame:
    """A segment with two axes across it, right and up as seen along it. ValueError for a segment without length."""

    def __init__(self, start: Sequence[float], end: Sequence[float]) -> None:
        self.start = sx, sy, sz = float(start[0]), float(start[1]), float(start[2])
        self.run = x, y, z = float(end[0]) - sx, float(end[1]) - sy, float(end[2]) - sz
        length = (x * x + y * y + z * z) ** 0.5
        if not length > 0.0:
            raise ValueError("a ray needs a direction")
        x, y, z = x / length, y / length, z / length
        # plain numbers: numpy would take longer over three of them than over a whole level of the tree
        ux, uy, uz = (0.0, z, -y) if abs(x) < 0.6 else (-z, 0.0, x)
        size = (ux * ux + uy * uy + uz * uz) ** 0.5
        ux, uy, uz = ux / size, uy / size, uz / size
        vx, vy, vz = uy * z - uz * y, uz * x - ux * z, ux * y - uy * x
        su, sv = ux * sx + uy * sy + uz * sz, vx * sx + vy * sy + vz * sz
        sw = (x * sx + y * sy + z * sz) / length
        self.axes = np.array(((ux, uy, uz), (vx, vy, vz), (x / length, y / length, z / length)))
        self.shift = np.array(((su,), (sv,), (sw,)))
        # a box (middle m, half size h) is passed when |u.m - u.o| <= |u|.h, and the same for v
        au, bu, cu = -abs(ux), -abs(uy), -abs(uz)
        av, bv, cv = -abs(vx), -abs(vy), -abs(vz)
        rows = (
            (ux, uy, uz, au, bu, cu), (-ux, -uy, -uz, au, bu, cu),
            (vx, vy, vz, av, bv, cv), (-vx, -vy, -vz, av, bv, cv),
        )  # fmt: skip
        self.box_rows = np.array(rows, np.float32)
        self.box_limits = np.array(
            ((su + _LOOSE,), (_LOOSE - su,), (sv + _LOOSE,), (_LOOSE - sv,)), np.float32
        )

    def at(self, fraction: float) -> tuple[float, float, float]:
        """The point at a fraction of the segment."""
        (sx, sy, sz), (x, y, z) = self.start, self.run
        return (sx + fraction * x, sy + fraction * y, sz + fraction * z)


class PickTree:
    """Built once for the triangles (T,3) of some vertices (V,3); `spread` (T,K) are the numbers by which neighbours
    are found (positions in several poses: then the boxes stay small in each)."""

    def __init__(
        self, vertices: Floats, triangles: NDArray[np.integer], spread: Floats | None = None
    ) -> None:
        order = _spatial_order(middles_of(vertices, triangles) if spread is None else spread)
        self._sorted = order
        # (3 corners of each triangle, leaves, triangles of a leaf)
        self._corners_of = np.ascontiguousarray(triangles[order].transpose(2, 0, 1))
        self.refit(vertices)

    def copy(self) -> PickTree:
        """The same tree, which can be refitted without changing this one."""
        return copy.copy(self)

    def refit(self, vertices: Floats) -> None:
        """Take other places (V,3) of the same vertices."""
        _, leaves, size = self._corners_of.shape
        self._places = np.empty((3, len(_ROUND), leaves, size), np.float32)
        low, high = np.empty((3, leaves), np.float32), np.empty((3, leaves), np.float32)
        for axis in range(3):
            own = self._places[axis]
            np.take(np.ascontiguousarray(vertices[:, axis], np.float32), self._corners_of, out=own[:3])
            own[3:] = own[:2]
            own[:3].min(axis=0).min(axis=1, out=low[axis])
            own[:3].max(axis=0).max(axis=1, out=high[axis])
        group = 1 if leaves <= _FEW else _GROUP
        self._boxes = np.concatenate([(low + high) / 2, (high - low) / 2]).reshape(6, leaves // group, group)
        wide_low = low.reshape(3, -1, group).min(axis=2)
        wide_high = high.reshape(3, -1, group).max(axis=2)
        self._groups = np.ascontiguousarray(
            np.concatenate([(wide_low + wide_high) / 2, (wide_high - wide_low) / 2])
        )
        self._within = np.arange(group)

    def front_faces(self, ray: RayFrame) -> Crossings | None:
        """The triangles that turn their front to the ray and are met within the segment; None for none."""
        leaves = np.flatnonzero((ray.box_rows @ self._groups <= ray.box_limits).all(axis=0))
        if len(leaves) and len(self._within) > 1:
            leaves = self._finer(ray, leaves)
        return self._exact(ray, leaves) if len(leaves) else None

    def _finer(self, ray: RayFrame, groups: NDArray[np.int64]) -> NDArray[np.int64]:
        """The leaves of these groups whose boxes are passed."""
        boxes = self._boxes.take(groups, axis=1).reshape(6, -1)
        hit = np.flatnonzero((ray.box_rows @ boxes <= ray.box_limits).all(axis=0))
        place, within = np.divmod(hit, len(self._within))
        return groups[place] * len(self._within) + within

    def _exact(self, ray: RayFrame, leaves: NDArray[np.int64]) -> Crossings | None:
        size = self._corners_of.shape[2]
        seen = ray.axes @ self._places.take(leaves, axis=2).reshape(3, -1) - ray.shift
        x, y, z = seen.reshape(3, len(_ROUND), -1)
        # twice the areas of the parts that the line cuts a triangle into, by the corner that lies opposite
        areas = x[1:4] * y[2:5] - x[2:5] * y[1:4]
        inside = np.flatnonzero(areas.min(axis=0) >= 0.0)
        if not len(inside):
            return None
        met = []
        columns = zip(inside.tolist(), areas[:, inside].T.tolist(), z[:3, inside].T.tolist(), strict=True)
        for place, (a, b, c), (near, middle, far) in columns:
            total = a + b + c
            fraction = (a * near + b * middle + c * far) / total if total > 0.0 else -1.0
            if 0.0 <= fraction <= 1.0:
                met.append((fraction, int(self._sorted[leaves[place // size], place % size])))
        if not met:
            return None
        met.sort(key=itemgetter(0))
        return Crossings([triangle for _, triangle in met], [fraction for fraction, _ in met])


def middles_of(vertices: Floats, triangles: NDArray[np.integer]) -> Floats:
    """The middle of each triangle, (T,3)."""
    places = np.ascontiguousarray(vertices)
    first, second, third = (places.take(triangles[:, corner], axis=0) for corner in range(3))
    return (first + second + third) * np.float32(1 / 3)


def _spatial_order(spread: Floats) -> NDArray[np.int64]:
    """Triangle numbers (leaves, leaf size) so that each leaf, and each group of leaves, lies close together.

    The set is halved along its longest axis until the leaves are small; the last triangle fills what is left over.
    """
    count = len(spread)
    leaves = 1
    while count > leaves * _LEAF:
        leaves *= 2
    size = -(-count // leaves)
    order = np.minimum(np.arange(leaves * size), count - 1).reshape(1, -1)
    columns = np.ascontiguousarray(spread.T)
    while order.shape[1] > size:
        keys = columns[0].take(order)
        widest = keys.max(axis=1) - keys.min(axis=1)
        for column in columns[1:]:
            other = column.take(order)
            width = other.max(axis=1) - other.min(axis=1)
            wider = width > widest
            keys[wider], widest[wider] = other[wider], width[wider]
        half = order.shape[1] // 2
        parted = np.argpartition(keys, half, axis=1)
        order = np.take_along_axis(order, parted, axis=1).reshape(-1, half)
    return order
