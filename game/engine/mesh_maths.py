"""Small pieces of triangle mesh arithmetic on numpy arrays, shared by the brain loader and the bake.

It must not know files, labels or Panda3D.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def vertex_normals(points: Floats, triangles: NDArray[np.uint32]) -> Floats:
    """Return unit normals (V, 3), each the mean of its triangles' normals weighted by their corner angles.

    `points` is (V, 3), `triangles` (T, 3) counter-clockwise from outside. Cutting a triangle in its own plane
    does not change the result. A point without triangles gets (0, 0, 0).
    """
    a, b, c = (points[triangles[:, k]] for k in range(3))
    ab, bc, ca = _unit(b - a), _unit(c - b), _unit(a - c)
    facing = _unit(np.cross(b - a, c - a))
    angles = [
        np.arccos(np.clip(-np.einsum("ij,ij->i", x, y), -1.0, 1.0)) for x, y in ((ca, ab), (ab, bc), (bc, ca))
    ]
    corners = triangles.T.ravel()
    weight = np.concatenate(angles)
    total = [np.bincount(corners, np.tile(facing[:, k], 3) * weight, len(points)) for k in range(3)]
    return _unit(np.column_stack(total).astype(np.float32))


def distinct(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The different whole numbers of a flat array, ascending: `np.unique`, without the masked arrays that it loads."""
    ordered = np.sort(numbers)
    first = np.ones(len(ordered), bool)
    first[1:] = ordered[1:] != ordered[:-1]
    return ordered[first]


def _unit(vectors: Floats) -> Floats:
    """Return the vectors scaled to length 1; zero stays zero."""
    length = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    return (vectors / np.maximum(length, 1e-12)[:, None]).astype(np.float32)
