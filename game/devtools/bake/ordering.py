"""Puts points into an order in which neighbours in space are neighbours in the list.

`build`, `coarse` and `pack` use it: files shrink better and graphics cards read less.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def spatial_order(points: Floats) -> Ints:
    """Return the order that walks the points along a Z curve through 2 mm cells: neighbours stay neighbours."""
    cells = ((points - points.min(axis=0)) / 2.0).astype(np.int64)
    key = np.zeros(len(points), np.int64)
    for bit in range(8):
        for axis in range(3):
            key |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(key, kind="stable")
