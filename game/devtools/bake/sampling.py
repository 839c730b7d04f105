"""Directions spread evenly over the sphere: what light and sight are baked with.

Called by `occlusion` and `visible`. It knows numpy alone, so that sight needs no package of the bake.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]


def sphere_directions(count: int) -> Floats:
    """Return `count` unit vectors spread evenly over the sphere (Fibonacci lattice)."""
    k = np.arange(count) + 0.5
    z, turn = 1 - 2 * k / count, np.pi * (1 + 5**0.5) * k
    flat = np.sqrt(1 - z * z)
    return np.column_stack([flat * np.cos(turn), flat * np.sin(turn), z])
