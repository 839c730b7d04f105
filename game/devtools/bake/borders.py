"""Smooths label borders on a surface and cuts the triangles they cross, so that no border is saw-toothed.

`cli` uses it for the cortex, `cerebellum` for the lobules, `cuts` for brainstem and corpus callosum. Everything
happens on the mesh's connectivity: a new point is a mixture of three points of the uncut surface, so one cut
serves every shape that shares the faces. It knows no files and no anatomy.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix, csr_matrix, diags, identity
from scipy.sparse.csgraph import connected_components

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
TIGHTEN_ROUNDS = 8
NEAREST_CUT = 0.08  # no needle triangles: a cut keeps this share of an edge away from its ends


@dataclass(frozen=True)
class CutMesh:
    """Points as mixtures of surface points: corners and weights (P, 3); triangles (T, 3); labels per triangle."""

    corners: Ints
    weights: Floats
    triangles: Ints
    labels: dict[str, Ints]

    def mix(self, values: Floats) -> Floats:
        """Return the values (P, ...) at the points, from values (V, ...) at the surface points."""
        return np.einsum("pc,pc...->p...", self.weights, values[self.corners])


def uncut(count: int, faces: Ints) -> CutMesh:
    """Return the mesh of `count` surface points and its faces, not cut yet."""
    weights = np.zeros((count, 3))
    weights[:, 0] = 1.0
    return CutMesh(np.repeat(np.arange(count)[:, None], 3, axis=1), weights, faces.astype(np.int64), {})


def neighbours(count: int, faces: Ints) -> csr_matrix:
    """Return the symmetric 0/1 matrix (V, V) of points that share an edge."""
    a, b = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).T
    matrix = coo_matrix((np.ones(len(a) * 2), (np.r_[a, b], np.r_[b, a])), shape=(count, count)).tocsr()
    matrix.data[:] = 1.0
    return matrix


def smoother(count: int, faces: Ints) -> csr_matrix:
    """Return the matrix (V, V) that replaces a value by the mean of itself and its neighbours' mean."""
    near = neighbours(count, faces)
    degree = np.maximum(np.asarray(near.sum(axis=1)).ravel(), 1.0)
    return (identity(count) + diags(1.0 / degree) @ near) * 0.5


def border_edges(triangles: Ints, labels: Ints) -> Ints:
    """Return the edges (E, 2) of a closed surface whose two triangles have different labels (T,)."""
    edges, one, other = edge_owners(triangles)
    return edges[labels[one] != labels[other]]


def edge_owners(triangles: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the edges (E, 2) of a closed surface and the two triangles (E,) each of them belongs to."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    order = np.lexsort((edges.max(axis=1), edges.min(axis=1)))
    first, second = order[::2], order[1::2]
    if len(edges) % 2 or (np.sort(edges[first], axis=1) != np.sort(edges[second], axis=1)).any():
        raise ValueError("the surface is not closed")
    return edges[first], first % len(triangles), second % len(triangles)


def fill(labels: Ints, faces: Ints) -> Ints:
    """Give every point without a label (0) the label most of its labelled neighbours have, until none is left."""
    labels, near = labels.copy(), neighbours(len(labels), faces)
    while (empty := labels == 0).any():
        votes = (near[empty] @ _one_hot(labels, int(labels.max()) + 1))[:, 1:]
        chosen = np.where(votes.max(axis=1) > 0, votes.argmax(axis=1) + 1, 0)
        if not chosen.any():
            break
        labels[empty] = chosen
    return labels


def scores(labels: Ints, faces: Ints, rounds: int, least_island: int = 12) -> Floats:
    """Return smoothed memberships (V, L); the label of a point is the argmax. Specks under `least_island` go."""
    labels = _without_specks(labels, faces, least_island)
    smooth, values = smoother(len(labels), faces), _one_hot(labels, int(labels.max()) + 1)
    for _ in range(rounds):
        values = smooth @ values
    return values


def cut(
    mesh: CutMesh, name: str, values: Floats, nearest: float = NEAREST_CUT, places: Floats | None = None
) -> CutMesh:
    """Cut the triangles where the argmax of `values` (V, L) changes and label each triangle with it as `name`.

    A cut keeps the share `nearest` of an edge away from its ends. With the `places` (V, D) of the surface points the
    cut is drawn tight a little, which takes out the zigzag that wide triangles leave.
    """
    at = mesh.mix(values)
    own = at.argmax(axis=1)
    corner = own[mesh.triangles]
    same = (corner == corner[:, :1]).all(axis=1)
    edges, middle = _edge_points(mesh, at, own, mesh.triangles[~same], nearest, places)
    triple = (corner[:, 0] != corner[:, 1]) & (corner[:, 1] != corner[:, 2]) & (corner[:, 0] != corner[:, 2])
    rows = np.flatnonzero(triple)
    start = len(mesh.corners)
    centre = start + len(middle[0]) + np.arange(len(rows))
    triangles, parents, labels = [mesh.triangles[same]], [np.flatnonzero(same)], [corner[same, 0]]
    for part in (
        _two_way(mesh.triangles, corner, ~same & ~triple, edges),
        _three_way(mesh.triangles, corner, rows, edges, centre),
    ):
        for kept, into in zip(part, (triangles, parents, labels), strict=True):
            into.append(kept)
    sides = mesh.triangles[rows][:, [0, 1, 1, 2, 2, 0]].reshape(-1, 3, 2)
    met = edges.point(sides[..., 0], sides[..., 1]) - start
    centres = _merge(middle[0][met].reshape(-1, 9), middle[1][met].reshape(-1, 9) / 3)
    parent = np.concatenate(parents)
    return CutMesh(
        np.concatenate([mesh.corners, middle[0], centres[0]]),
        np.concatenate([mesh.weights, middle[1], centres[1]]),
        np.concatenate(triangles),
        {**{key: value[parent] for key, value in mesh.labels.items()}, name: np.concatenate(labels)},
    )


class _Edges:
    """Finds the point on a crossed edge by the edge's two ends. first: the number of the first such point."""

    def __init__(self, keys: Ints, first: int, stride: int) -> None:
        self._keys, self.first, self._stride = keys, first, stride

    def point(self, a: Ints, b: Ints) -> Ints:
        """Return the index of the point between a and b."""
        return self.first + np.searchsorted(self._keys, np.minimum(a, b) * self._stride + np.maximum(a, b))


def _edge_points(
    mesh: CutMesh, at: Floats, own: Ints, triangles: Ints, nearest: float, places: Floats | None
) -> tuple[_Edges, tuple[Ints, Floats]]:
    """Place one new point on each edge whose ends differ, where the two ends' scores are equal."""
    stride = len(mesh.corners)
    a, b = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]).T
    differ = own[a] != own[b]
    keys = np.unique(np.minimum(a, b)[differ] * stride + np.maximum(a, b)[differ])
    a, b = keys // stride, keys % stride
    lead_a, lead_b = at[a, own[a]] - at[a, own[b]], at[b, own[b]] - at[b, own[a]]
    share = np.clip(lead_a / np.maximum(lead_a + lead_b, 1e-12), nearest, 1 - nearest)
    edges = _Edges(keys, stride, stride)
    if places is not None:
        share = _tightened(share, mesh.mix(places), a, b, _links(triangles, own, edges), nearest)
    share = share[:, None]
    corners = np.concatenate([mesh.corners[a], mesh.corners[b]], axis=1)
    weights = np.concatenate([mesh.weights[a] * (1 - share), mesh.weights[b] * share], axis=1)
    return edges, _merge(corners, weights)


def _links(triangles: Ints, own: Ints, edges: _Edges) -> Ints:
    """Return the pairs (N, 2) of edge points that one piece of a border runs between, each pair both ways."""
    sides = triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 3, 2)
    crossed = own[sides[..., 0]] != own[sides[..., 1]]
    number = np.where(crossed, edges.point(sides[..., 0], sides[..., 1]) - edges.first, -1)
    pairs = np.concatenate([number[:, [0, 1]], number[:, [1, 2]], number[:, [2, 0]]])
    pairs = pairs[(pairs >= 0).all(axis=1)]
    return np.concatenate([pairs, pairs[:, ::-1]])


def _tightened(share: Floats, where: Floats, a: Ints, b: Ints, links: Ints, nearest: float) -> Floats:
    """Return shares (E,) so that each point, which stays on its edge from a to b, lies more between its neighbours."""
    run = where[b] - where[a]
    length = np.maximum((run * run).sum(axis=1), 1e-12)
    degree = np.maximum(np.bincount(links[:, 0], minlength=len(share)), 1)[:, None]
    for _ in range(TIGHTEN_ROUNDS):
        here = where[a] + share[:, None] * run
        around = np.zeros_like(here)
        np.add.at(around, links[:, 0], here[links[:, 1]])
        wished = ((around / degree - where[a]) * run).sum(axis=1) / length
        share = np.clip((share + wished) / 2, nearest, 1 - nearest)
    return share


def _two_way(
    triangles: Ints, corner: Ints, which: NDArray[np.bool_], edges: _Edges
) -> tuple[Ints, Ints, Ints]:
    """Cut triangles of two labels into three: the odd corner's tip and the other two corners' quad."""
    rows = np.flatnonzero(which)
    tri, lab = triangles[rows], corner[rows]
    odd = np.where(lab[:, 1] == lab[:, 2], 0, np.where(lab[:, 0] == lab[:, 2], 1, 2))
    turn = (odd[:, None] + np.arange(3)) % 3
    tri, lab = np.take_along_axis(tri, turn, axis=1), np.take_along_axis(lab, turn, axis=1)
    tip, x, y = tri.T
    ex, ey = edges.point(tip, x), edges.point(tip, y)
    made = np.concatenate([np.c_[tip, ex, ey], np.c_[ex, x, y], np.c_[ex, y, ey]])
    return made, np.tile(rows, 3), np.concatenate([lab[:, 0], lab[:, 1], lab[:, 1]])


def _three_way(
    triangles: Ints, corner: Ints, rows: Ints, edges: _Edges, centre: Ints
) -> tuple[Ints, Ints, Ints]:
    """Cut triangles of three labels into six around a centre point."""
    made, labels = [], []
    for k in range(3):
        here, after, before = (triangles[rows, (k + step) % 3] for step in (0, 1, 2))
        onward, back = edges.point(here, after), edges.point(here, before)
        made += [np.c_[here, onward, centre], np.c_[here, centre, back]]
        labels += [corner[rows, k]] * 2
    return np.concatenate(made), np.tile(rows, 6), np.concatenate(labels)


def _merge(corners: Ints, weights: Floats) -> tuple[Ints, Floats]:
    """Add up equal corners (N, M) so that three are left (N, 3); spare slots repeat a corner with weight 0."""
    strongest = (
        np.take_along_axis(corners, weights.argmax(axis=1)[:, None], axis=1)
        if len(corners)
        else corners[:, :1]
    )
    corners = np.where(weights < 1e-9, strongest, corners)
    order = np.argsort(corners, axis=1, kind="stable")
    corners, weights = np.take_along_axis(corners, order, axis=1), np.take_along_axis(weights, order, axis=1)
    slot = np.cumsum(np.diff(corners, axis=1, prepend=corners[:, :1]) != 0, axis=1)
    if slot.size and slot.max() > 2:
        raise ValueError("a cut point mixes more than three surface points")
    rows = np.broadcast_to(np.arange(len(corners))[:, None], corners.shape)
    total = np.zeros((len(corners), 3))
    np.add.at(total, (rows, slot), weights)
    kept = np.repeat(strongest, 3, axis=1)
    kept[rows, slot] = corners
    return kept, total


def _one_hot(labels: Ints, count: int) -> Floats:
    """Return memberships (V, count) of 0 and 1."""
    return np.eye(count)[labels]


def _without_specks(labels: Ints, faces: Ints, least: int) -> Ints:
    """Give connected pieces smaller than `least` points, other than a label's largest, to their surroundings."""
    near = neighbours(len(labels), faces).tocoo()
    keep = labels[near.row] == labels[near.col]
    graph = coo_matrix((near.data[keep], (near.row[keep], near.col[keep])), shape=near.shape)
    _, piece = connected_components(graph, directed=False)
    size = np.bincount(piece)
    largest = np.zeros(int(labels.max()) + 1, np.int64)
    np.maximum.at(largest, labels, size[piece])
    speck = (size[piece] < least) & (size[piece] < largest[labels])
    return fill(np.where(speck, 0, labels + 1), faces) - 1
