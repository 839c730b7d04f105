"""Bakes ambient occlusion: how much of the sky above a surface point is free of the surface itself.

For many directions the mesh is drawn into a depth image by numpy; a point is lit from there when nothing lies
before it. Called by `cli` for cortex, cerebellum and deep structures. It knows no files and no anatomy.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.devtools.bake.borders import smoother
from game.devtools.bake.sampling import sphere_directions

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
DIRECTIONS = 240
PIXEL = 0.7  # mm of one depth image pixel
LIFT = 0.35  # mm a point is lifted off its surface before it is asked about
SLACK = 0.35  # mm by which the depth image may be in front of a lit point


def openness(
    points: Floats, normals: Floats, faces: Ints, smooth_rounds: int = 3, directions: int = DIRECTIONS
) -> NDArray[np.float64]:
    """Return (V,) between 0 (buried) and 1 (open): the cosine-weighted share of free directions."""
    blockers = np.ascontiguousarray(_samples(points, faces).T, dtype=np.float32)
    asked = np.ascontiguousarray((points + normals * LIFT).T, dtype=np.float32)
    lit, total = np.zeros(len(points)), np.zeros(len(points))
    for direction in sphere_directions(directions):
        weight = np.maximum(_along(normals.T, direction), 0.0)
        lit += weight * _free(blockers, asked, direction)
        total += weight
    value = lit / np.maximum(total, 1e-9)
    smooth = smoother(len(points), faces)
    for _ in range(smooth_rounds):
        value = smooth @ value
    return np.clip(value, 0.0, 1.0).astype(np.float64)


def _samples(points: Floats, faces: Ints) -> Floats:
    """Return points all over the surface, close enough together to leave no holes in the depth image."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    longest = np.sqrt(
        np.maximum.reduce([((b - a) ** 2).sum(1), ((c - b) ** 2).sum(1), ((a - c) ** 2).sum(1)])
    )
    parts = np.clip(np.ceil(longest / PIXEL), 1, 12).astype(int)
    made = [points]
    for n in np.unique(parts):
        rows = parts == n
        u, v = _barycentric_grid(n).T
        made.append(
            (a[rows, None] + u[:, None] * (b - a)[rows, None] + v[:, None] * (c - a)[rows, None]).reshape(
                -1, 3
            )
        )
    return np.concatenate(made)


def _barycentric_grid(n: int) -> Floats:
    """Return the points (K, 2) of a triangle divided n times, without its corners; its middle for n = 1."""
    steps = [(i / n, j / n) for i in range(n) for j in range(n) if 0 < i + j <= n]
    return np.array(steps or [(1 / 3, 1 / 3)])


def _free(blockers: Floats, asked: Floats, direction: Floats) -> Floats:
    """Return (V,) how free the way from each asked point (3, V) towards `direction` is, softened over four pixels."""
    across = np.cross(direction, [0.0, 0.0, 1.0] if abs(direction[2]) < 0.9 else [1.0, 0.0, 0.0])
    across /= np.linalg.norm(across)
    up = np.cross(direction, across)
    x, y, depth = (_along(blockers, axis) for axis in (across, up, direction))
    left, low = float(x.min()) - 2 * PIXEL, float(y.min()) - 2 * PIXEL
    column, row = ((x - left) / PIXEL).astype(np.int64), ((y - low) / PIXEL).astype(np.int64)
    width, height = int(column.max()) + 3, int(row.max()) + 3
    image = np.full(width * height, -np.inf, np.float32)
    np.maximum.at(image, column * height + row, depth)
    x, y = (_along(asked, across) - left) / PIXEL - 0.5, (_along(asked, up) - low) / PIXEL - 0.5
    column = np.clip(np.floor(x), 0, width - 2).astype(np.int64)
    row = np.clip(np.floor(y), 0, height - 2).astype(np.int64)
    right, upper = np.clip(x - column, 0.0, 1.0), np.clip(y - row, 0.0, 1.0)
    reach, free = _along(asked, direction) + SLACK, np.zeros(asked.shape[1])
    for i in (0, 1):
        for j in (0, 1):
            share = (right if i else 1 - right) * (upper if j else 1 - upper)
            free += share * (image[(column + i) * height + row + j] <= reach)
    return free


def _along(points: Floats, axis: Floats) -> Floats:
    """Return the coordinate (V,) of points (3, V) along an axis; plain sums, so every machine agrees."""
    x, y, z = points
    return x * np.float32(axis[0]) + y * np.float32(axis[1]) + z * np.float32(axis[2])
