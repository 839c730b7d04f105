"""Puts points and triangles into an order in which neighbours in space are neighbours in the list.

`build`, `coarse` and `pack` use it: files shrink better, and graphics work a vertex out once for all the triangles
that follow one another round it, not once for each.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
CACHE = 32  # vertices that graphics are sure to remember


def spatial_order(points: Floats) -> Ints:
    """Return the order that walks the points along a Z curve through 2 mm cells: neighbours stay neighbours."""
    cells = ((points - points.min(axis=0)) / 2.0).astype(np.int64)
    key = np.zeros(len(points), np.int64)
    for bit in range(8):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")


def first_use(corners: Ints) -> tuple[Ints, Ints]:
    """Return the different numbers in `corners` (T, 3) in the order in which they come, and the corners (T, 3) over
    these."""
    values, first, number = np.unique(corners, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return values[order], np.argsort(order)[number].reshape(corners.shape)


def fan_order(triangles: Ints, cache: int = CACHE) -> Ints:
    """Return the order (T,) that walks triangles (T, 3) fan by fan, as Sander, Nehab and Barczak describe (2007).

    From one vertex it goes on to a neighbour that is still remembered, so that most vertices are worked out once.
    """
    return _Walk(triangles, cache).order()


class _Walk:
    """The state of `fan_order`: what is left of each vertex, and when it was last worked out."""

    def __init__(self, triangles: Ints, cache: int) -> None:
        count = int(triangles.max()) + 1
        flat = triangles.ravel()
        uses = np.bincount(flat, minlength=count)
        self._cache, self._corners = cache, triangles.tolist()
        self._around = (np.argsort(flat, kind="stable") // 3).tolist()
        self._first = np.cumsum([0, *uses]).tolist()
        self._left: list[int] = uses.tolist()
        self._worked_out = [0] * count
        self._clock, self._next = cache + 1, 0
        self._seen: list[int] = []

    def order(self) -> Ints:
        """Return the triangles' order."""
        drawn = [False] * len(self._corners)
        found: list[int] = []
        vertex = self._any()
        while vertex >= 0:
            ring: list[int] = []
            for triangle in self._around[self._first[vertex] : self._first[vertex + 1]]:
                if not drawn[triangle]:
                    drawn[triangle] = True
                    found.append(triangle)
                    ring += self._corners[triangle]
                    self._draw(self._corners[triangle])
            vertex = self._onward(ring)
        return np.array(found, np.int64)

    def _draw(self, corners: list[int]) -> None:
        for corner in corners:
            self._left[corner] -= 1
            self._seen.append(corner)
            if self._clock - self._worked_out[corner] > self._cache:
                self._worked_out[corner] = self._clock
                self._clock += 1

    def _onward(self, ring: list[int]) -> int:
        """Return the vertex to go on from: the oldest one that will not be forgotten meanwhile."""
        best, oldest = -1, -1
        for corner in ring:
            if self._left[corner]:
                age = self._clock - self._worked_out[corner]
                worth = age if age + 2 * self._left[corner] <= self._cache else 0
                if worth > oldest:
                    best, oldest = corner, worth
        return best if best >= 0 else self._any()

    def _any(self) -> int:
        """Return a vertex that has triangles left, the last one seen if there is any; -1 for none."""
        while self._seen:
            corner = self._seen.pop()
            if self._left[corner]:
                return corner
        while self._next < len(self._left) and not self._left[self._next]:
            self._next += 1
        return self._next if self._next < len(self._left) else -1
