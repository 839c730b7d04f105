"""Bakes ambient occlusion: how much of the sky above a surface point is free of the surface itself.

For many directions the mesh is drawn into a depth image by numpy; a point is lit from there when nothing lies
before it. Called by `cli` for cortex, cerebellum and deep structures. It knows no files and no anatomy.
"""

import numpy as np
from numpy.typing import NDArray

from game.devtools.bake.borders import smoother

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
DIRECTIONS = 320
PIXEL = 0.6  # mm of one depth image pixel
LIFT = 0.35  # mm a point is lifted off its surface before it is asked about
SLACK = 0.35  # mm by which the depth image may be in front of a lit point


def openness(points: Floats, normals: Floats, faces: Ints, smooth_rounds: int = 3, directions: int = DIRECTIONS) -> Floats:
    """Return (V,) between 0 (buried) and 1 (open): the cosine-weighted share of free directions."""
    blockers = _samples(points, faces)
    asked = points + normals * LIFT
    lit, total = np.zeros(len(points)), np.zeros(len(points))
    for direction in sphere_directions(directions):
        weight = np.maximum(normals @ direction, 0.0)
        lit += weight * _free(blockers, asked, direction)
        total += weight
    value = lit / np.maximum(total, 1e-9)
    smooth = smoother(len(points), faces)
    for _ in range(smooth_rounds):
        value = smooth @ value
    return np.clip(value, 0.0, 1.0)


def sphere_directions(count: int) -> Floats:
    """Return `count` unit vectors spread evenly over the sphere (Fibonacci lattice)."""
    k = np.arange(count) + 0.5
    z, turn = 1 - 2 * k / count, np.pi * (1 + 5**0.5) * k
    flat = np.sqrt(1 - z * z)
    return np.column_stack([flat * np.cos(turn), flat * np.sin(turn), z])


def _samples(points: Floats, faces: Ints) -> Floats:
    """Return points all over the surface, close enough together to leave no holes in the depth image."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    longest = np.sqrt(np.maximum.reduce([((b - a) ** 2).sum(1), ((c - b) ** 2).sum(1), ((a - c) ** 2).sum(1)]))
    parts = np.clip(np.ceil(longest / (PIXEL * 0.75)), 1, 12).astype(int)
    made = [points]
    for n in np.unique(parts):
        rows = parts == n
        u, v = np.array([(i / n, j / n) for i in range(n + 1) for j in range(n + 1 - i) if 0 < i + j]).T
        made.append((a[rows, None] + u[:, None] * (b - a)[rows, None] + v[:, None] * (c - a)[rows, None]).reshape(-1, 3))
    return np.concatenate(made)


def _free(blockers: Floats, asked: Floats, direction: Floats) -> Floats:
    """Return (V,) how free the way from each asked point towards `direction` is, softened over four pixels."""
    across = np.cross(direction, [0.0, 0.0, 1.0] if abs(direction[2]) < 0.9 else [1.0, 0.0, 0.0])
    across /= np.linalg.norm(across)
    up = np.cross(direction, across)
    frame = np.stack([across, up])
    low = (blockers @ frame.T).min(axis=0) - 2 * PIXEL
    cells = np.floor((blockers @ frame.T - low) / PIXEL).astype(np.int64)
    width = cells.max(axis=0) + 3
    image = np.full(int(width[0] * width[1]), -np.inf)
    np.maximum.at(image, cells[:, 0] * width[1] + cells[:, 1], blockers @ direction)
    place = (asked @ frame.T - low) / PIXEL - 0.5
    corner = np.clip(np.floor(place).astype(np.int64), 0, width - 2)
    part = np.clip(place - corner, 0.0, 1.0)
    depth, free = asked @ direction + SLACK, np.zeros(len(asked))
    for i in (0, 1):
        for j in (0, 1):
            share = (part[:, 0] if i else 1 - part[:, 0]) * (part[:, 1] if j else 1 - part[:, 1])
            free += share * (image[(corner[:, 0] + i) * width[1] + corner[:, 1] + j] <= depth)
    return free
