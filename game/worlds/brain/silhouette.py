"""The outline of what is drawn, as spans: how far to the left and right it reaches in any band of rows.

view.py makes one from the pixels of many points whenever names have to be placed; labels.py keeps names out of it.
Pure arithmetic: pixels in, pixels out (y down).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.worlds.brain.labels import Span

_BAND = 4.0  # pixels a row of the outline is high


class Silhouette:
    """See the module text. points: (N, 2) pixels of the drawn surface; none make an empty outline."""

    def __init__(self, points: NDArray[np.float64]) -> None:
        self._top = float(points[:, 1].min()) if len(points) else 0.0
        rows = ((points[:, 1] - self._top) / _BAND).astype(np.int64) if len(points) else np.zeros(0, np.int64)
        count = int(rows.max()) + 1 if len(rows) else 0
        self._left = np.full(count, math.inf)
        self._right = np.full(count, -math.inf)
        np.minimum.at(self._left, rows, points[:, 0])
        np.maximum.at(self._right, rows, points[:, 0])

    def span(self, top: float, bottom: float) -> Span | None:
        """Left and right end of the outline between two heights; None where there is nothing of it."""
        first = max(0, math.floor((top - self._top) / _BAND))
        last = min(len(self._left), math.floor((bottom - self._top) / _BAND) + 1)
        if first >= last:
            return None
        left, right = float(self._left[first:last].min()), float(self._right[first:last].max())
        return (left, right) if left <= right else None

    @property
    def middle(self) -> float | None:
        """The middle between its leftmost and rightmost point; None for an empty outline."""
        if not len(self._left):
            return None
        return (float(self._left.min()) + float(self._right.max())) / 2
