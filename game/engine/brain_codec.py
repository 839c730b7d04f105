"""Packs integer arrays so that a zip file shrinks them well, and unpacks them quickly.

`game.devtools.bake` packs, `game.engine.brain_assets` unpacks. Neighbouring rows of a mesh lie close
together, so rows are stored as differences to the row before, folded to unsigned numbers, and split into
planes of equal byte weight: the high planes are nearly all zero and cost next to nothing.
This module knows nothing of brains, files or Panda3D.
"""

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64] | NDArray[np.int32] | NDArray[np.int16] | NDArray[np.uint32]
Planes = NDArray[np.uint8]


def pack_rows(rows: IntArray) -> Planes:
    """Return the byte planes (P, N*K) of integer rows (N, K); P is as small as the values allow (1 to 4)."""
    steps = np.diff(rows.astype(np.int64), axis=0, prepend=0)
    folded = np.where(steps < 0, -2 * steps - 1, 2 * steps).T.ravel()
    top = int(folded.max()) if folded.size else 0
    if top >= 2**32:
        raise ValueError(f"row differences of {top} do not fit 32 bits")
    count = max(1, (top.bit_length() + 7) // 8)
    return np.stack([(folded >> (8 * p)) & 0xFF for p in range(count)]).astype(np.uint8)


def unpack_rows(planes: Planes, columns: int) -> NDArray[np.int32]:
    """Return the int32 rows (N, columns) that `pack_rows` was given. ValueError when they do not divide."""
    if planes.ndim != 2 or planes.shape[1] % columns:
        raise ValueError(f"{planes.shape} bytes are no table of {columns} columns")
    folded = planes[0].astype(np.uint32)
    for weight in range(1, planes.shape[0]):
        folded |= planes[weight].astype(np.uint32) << np.uint32(8 * weight)
    steps = (folded >> np.uint32(1)).astype(np.int32) ^ -(folded & np.uint32(1)).astype(np.int32)
    return np.ascontiguousarray(np.cumsum(steps.reshape(columns, -1), axis=1, dtype=np.int32).T)


def pack_triangles(triangles: IntArray) -> Planes:
    """Return the byte planes of a triangle list (T, 3): corner 0 against the triangle before, 1 and 2 against 0."""
    tri = triangles.astype(np.int64)
    first = np.diff(tri[:, 0], prepend=0)
    local = np.column_stack([first, tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0]])
    return pack_rows(np.cumsum(local, axis=0))


def unpack_triangles(planes: Planes) -> NDArray[np.uint32]:
    """Return the triangle list (T, 3) that `pack_triangles` was given."""
    rows = unpack_rows(planes, 3)
    local = np.diff(rows, axis=0, prepend=np.zeros((1, 3), np.int32))
    first = rows[:, 0]
    return np.column_stack([first, first + local[:, 1], first + local[:, 2]]).astype(np.uint32)
