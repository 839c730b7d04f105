"""Bakes which triangles of the closed brain can be seen from where: a potentially visible set for each direction.

A software renderer then need not touch what the brain itself hides. Called by `cli` with the parts as the program draws
them; the reader of what it makes is `game.engine.visible_sets`. Eyes all round the brain, at several distances, look at
it, each triangle in a colour of its own; a set is what the eyes about its direction saw, and its neighbours. Renderers
differ in a pixel here and there, and so do sets that were baked by different ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.devtools.bake.sampling import sphere_directions
from game.devtools.bake.triangle_eye import TriangleEye
from game.engine.brain_geometry import MeshPart
from game.engine.visible_sets import CENTRE, NEAREST, seen_when_closed

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Say = Callable[[str], None]

CELLS = 256  # directions that have a set of their own
EYES = 4000  # directions in which eyes are put
DISTANCES = (NEAREST, 300.0, 1e5)  # mm from CENTRE: at each of them an eye in every direction
MARGIN = 5.0  # degrees by which a cell's eyes reach beyond its border: what is between two eyes is not missed


def visible_arrays(parts: Sequence[MeshPart], say: Say) -> dict[str, NDArray[Any]]:
    """Return the arrays of `visible.npz`: directions (CELLS, 3), and for each part (CELLS, bytes) with one bit for each
    triangle that is drawn while the brain is closed. `say` is told how far it is."""
    lists = {part.name: seen_when_closed(part) for part in parts if part.name != "deep"}
    corners = np.concatenate(
        [part.vertices[lists[part.name]].astype(np.float64) for part in parts if part.name in lists]
    )
    cells, eyes = sphere_directions(CELLS), sphere_directions(EYES)
    one, two, three = (np.multiply.outer(eyes[:, k], cells[:, k]) for k in range(3))
    near = one + two + three  # plain sums, so every machine agrees
    reach = np.cos(np.arccos(np.clip(near.max(axis=1), -1, 1)) + np.radians(MARGIN))
    seen = np.zeros((CELLS, len(corners)), bool)
    eye = TriangleEye(corners - np.asarray(CENTRE))
    try:
        for number, direction in enumerate(eyes):
            found = np.concatenate([eye.look(direction * distance) for distance in DISTANCES])
            mine = np.flatnonzero(near[number] >= reach[number])
            seen[mine[:, None], found] = True
            if number % 500 == 0:
                say(f"  from {number} of {EYES} directions")
    finally:
        eye.close()
    beside = _beside(corners)
    seen = np.stack([_with_neighbours(row, beside) for row in seen])
    arrays: dict[str, NDArray[Any]] = {"directions": cells.astype(np.float32)}
    first = 0
    for name, triangles in lists.items():
        arrays[name] = np.packbits(seen[:, first : first + len(triangles)], axis=1)
        first += len(triangles)
    return arrays


def _beside(corners: Floats) -> Ints:
    """Return the pairs (E, 2) of triangles (T, 3, 3) that have an edge in common."""
    places = np.rint(corners.reshape(-1, 3) * 100).astype(np.int64)
    name = np.unique(places, axis=0, return_inverse=True)[1].reshape(-1, 3)
    sides = np.sort(np.concatenate([name[:, [0, 1]], name[:, [1, 2]], name[:, [2, 0]]]), axis=1)
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    same = (np.diff(sides[order], axis=0) == 0).all(axis=1)
    whose = order % len(corners)
    return np.stack([whose[:-1][same], whose[1:][same]], axis=1)


def _with_neighbours(seen: Mask, beside: Ints) -> Mask:
    """Return the triangles that are seen and those with an edge in common with one."""
    one, other = beside.T
    grown = seen.copy()
    grown[one[seen[other]]] = True
    grown[other[seen[one]]] = True
    return grown
