"""Small mesh arithmetic for the tests of the baked brain, written apart from the bake's own."""

import numpy as np


def ball(rings=24):
    """A closed unit sphere: points (V, 3) and faces counter-clockwise from outside."""
    count = 2 * rings
    height = np.cos(np.pi * np.arange(1, rings) / rings)
    turn = 2 * np.pi * np.arange(count) / count
    flat = np.sqrt(1 - height**2)
    belt = np.stack(
        [np.outer(flat, np.cos(turn)), np.outer(flat, np.sin(turn)), np.outer(height, np.ones(count))], -1
    )
    vertices = np.concatenate([belt.reshape(-1, 3), [[0, 0, 1.0], [0, 0, -1.0]]])
    faces, top, low = [], len(vertices) - 2, len(vertices) - 1
    for j in range(count):
        k = (j + 1) % count
        faces.append((top, j, k))
        for i in range(rings - 2):
            a, b, c, d = i * count + j, i * count + k, (i + 1) * count + j, (i + 1) * count + k
            faces += [(a, c, b), (b, c, d)]
        faces.append((low, (rings - 2) * count + k, (rings - 2) * count + j))
    return vertices, np.array(faces)


def welded(vertices, triangles):
    """Triangles over merged vertices: equal places, in hundredths of a millimetre, become one."""
    places = np.rint(vertices * 100).astype(np.int64)
    number = np.unique(places, axis=0, return_inverse=True)[1].ravel()
    tri = number[triangles]
    a, b, c = tri.T
    return tri[(a != b) & (b != c) & (a != c)]


def is_closed(triangles) -> bool:
    """Every edge is walked as often one way as the other."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]).astype(
        np.int64
    )
    size = int(edges.max()) + 1
    forward = np.sort(edges[:, 0] * size + edges[:, 1])
    return np.array_equal(forward, np.sort(edges[:, 1] * size + edges[:, 0]))


def is_manifold(triangles) -> bool:
    """No edge belongs to more than two triangles."""
    edges = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1
    )
    return int(np.unique(edges, axis=0, return_counts=True)[1].max()) == 2


def volume_and_centroid(vertices, triangles):
    """Volume in mm3 (positive when triangles face outward) and centroid of a closed mesh."""
    a, b, c = (vertices[triangles[:, k]].astype(np.float64) for k in range(3))
    parts = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    return parts.sum(), ((a + b + c) / 4 * parts[:, None]).sum(axis=0) / parts.sum()


def area_centroid(points, triangles):
    """Centroid of a patch of surface."""
    a, b, c = (points[triangles[:, k]].astype(np.float64) for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)[:, None]
    return ((a + b + c) / 3 * area).sum(axis=0) / area.sum()
