"""Cuts one smooth closed surface into several closed ones that meet without gaps, and closes sheets to slabs.

`deep` uses it for brainstem and corpus callosum, `cerebellum` for lobules. It knows no files and no anatomy.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.devtools.bake.borders import CutMesh

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Solid:
    """A closed mesh: vertices (V, 3) mm, normals (V, 3), triangles (T, 3), and a shading value (V,) 0..1.

    outside (T,), or one value for all: which triangles one can see while the brain is closed.
    """

    vertices: Floats
    normals: Floats
    triangles: Ints
    ao: Floats
    outside: NDArray[np.bool_] | bool = True

    @property
    def outside_mask(self) -> NDArray[np.bool_]:
        """`outside` as an array (T,)."""
        return np.broadcast_to(np.asarray(self.outside), len(self.triangles))


def outer_part(mesh: CutMesh, label: int, name: str) -> tuple[Ints, Ints, Ints]:
    """Return (points, triangles, rim): used points of a label's piece, its triangles over them, its rim edges."""
    mine = mesh.triangles[mesh.labels[name] == label]
    points, compact = np.unique(mine, return_inverse=True)
    triangles = compact.reshape(-1, 3)
    return points, triangles, rim_edges(triangles)


def rim_edges(triangles: Ints) -> Ints:
    """Return the directed edges (E, 2) that only one triangle has."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    size = int(edges.max()) + 1
    forward, backward = edges[:, 0] * size + edges[:, 1], edges[:, 1] * size + edges[:, 0]
    return edges[~np.isin(forward, backward)]


def rings(edges: Ints) -> list[Ints]:
    """Chain directed edges into closed rings of point indices."""
    after = {int(a): int(b) for a, b in edges}
    found = []
    while after:
        start, nxt = next(iter(after.items()))
        ring = [start]
        del after[start]
        while nxt != start and nxt in after:
            ring.append(nxt)
            nxt = after.pop(nxt)
        found.append(np.array(ring))
    return found


def capped(points: Floats, normals: Floats, triangles: Ints, ao: Floats, rim: Ints) -> Solid:
    """Close every opening with a flat-shaded fan around the middle of its ring."""
    vertices, facing, faces, shade = [points], [normals], [triangles], [ao]
    start = len(points)
    for ring in rings(rim):
        corners = points[ring]
        centre = _middle(corners)
        around = np.roll(corners, -1, axis=0)
        normal = np.cross(around - centre, corners - centre).sum(axis=0)
        normal /= max(float(np.linalg.norm(normal)), 1e-9)
        count = len(ring)
        here = start + np.arange(count)
        vertices += [corners, centre[None]]
        facing += [np.repeat(normal[None], count + 1, axis=0)]
        shade += [np.full(count + 1, 1.0)]
        faces.append(np.c_[np.roll(here, -1), here, np.full(count, start + count)])
        start += count + 1
    return Solid(
        np.concatenate(vertices), np.concatenate(facing), np.concatenate(faces), np.concatenate(shade)
    )


def slab(
    outer: Floats, inner: Floats, normals: Floats, triangles: Ints, ao: Floats, rim: Ints, depth_shade: float
) -> Solid:
    """Close a sheet with its inner side and walls along its rim; the inner side is shaded by `depth_shade`."""
    count = len(outer)
    a, b = rim.T
    wall = np.concatenate([outer[a], outer[b], inner[a], inner[b]])
    side = np.cross(outer[b] - outer[a], inner[a] - outer[a])
    side = -side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9)
    n = len(rim)
    oa, ob, ia, ib = (2 * count + k * n + np.arange(n) for k in range(4))
    walls = np.concatenate([np.c_[oa, ia, ob], np.c_[ob, ia, ib]])
    shade = np.concatenate([ao, np.full(count, depth_shade), ao[a], ao[b], np.full(2 * n, depth_shade)])
    return Solid(
        np.concatenate([outer, inner, wall]),
        np.concatenate([normals, -normals, np.tile(side, (4, 1))]),
        np.concatenate([triangles, triangles[:, ::-1] + count, walls]),
        shade,
        np.arange(2 * len(triangles) + len(walls)) < len(triangles),
    )


def joined(first: Solid, second: Solid) -> Solid:
    """Return two closed meshes as one."""
    return Solid(
        np.concatenate([first.vertices, second.vertices]),
        np.concatenate([first.normals, second.normals]),
        np.concatenate([first.triangles, second.triangles + len(first.vertices)]),
        np.concatenate([first.ao, second.ao]),
        np.concatenate([first.outside_mask, second.outside_mask]),
    )


def _middle(ring: Floats) -> Floats:
    """Return the mean of a closed polygon's edges, each weighted by its length."""
    after = np.roll(ring, -1, axis=0)
    length = np.linalg.norm(after - ring, axis=1)[:, None]
    return ((ring + after) / 2 * length).sum(axis=0) / max(float(length.sum()), 1e-9)
