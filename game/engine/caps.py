"""The flat faces of a cut brain: where a plane passes through cortex, white matter and closed structures.

cut_faces.py asks for a `CapMesh` whenever a plane moves; it is drawn and picked like any other mesh. Exact: the cortex
is made of small prisms between pial and white surface, cut one by one, so every piece carries its own label; closed
meshes are filled between their left and right edges, row by row. It knows planes and triangles; no colours, no nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.core.cuts import Cut

Floats = NDArray[np.float32]
_Ints = NDArray[np.int64]
_Face = tuple[
    NDArray[np.float64], _Ints, _Ints, _Ints
]  # triangles (T,3,2) of the plane, columns, layers, sources
_ROW = 0.1  # mm: rows of a filled structure start where its outline bends, to this accuracy
_COARSE_ROW = 0.5  # mm: the same for the filling of the cortex, whose edge lies under the ribbon
_LIFT = 0.0005  # mm between layers, so that what lies above is picked; they are drawn in order, lowest first
_PRISM = np.array([(0, 1, 2, 5), (0, 1, 4, 5), (0, 3, 4, 5)])  # corners 0-2 outer, 3-5 inner, in rising order


@dataclass(frozen=True)
class CapMesh:
    """vertices float32 (3T,3) mm, three a triangle, facing what was cut away; columns int64 (T,) region columns.

    sources int64 (T,): which triangle of the ribbons, one after another, a piece comes from; -1 for solids. Triangles
    come in the order of drawing.
    """

    vertices: Floats
    columns: NDArray[np.int64]
    sources: NDArray[np.int64]

    @property
    def triangles(self) -> NDArray[np.uint32]:
        """(T,3)."""
        return np.arange(len(self.vertices), dtype=np.uint32).reshape(-1, 3)


@dataclass(frozen=True)
class Ribbon:
    """One hemisphere's cortex between two surfaces: outer, inner (V,3) mm, triangles (T,3), columns (T,).

    Make `triangles` with `rising`, so that neighbouring prisms are divided alike.
    """

    outer: Floats
    inner: Floats
    triangles: NDArray[np.integer]
    columns: NDArray[np.int64]


@dataclass(frozen=True)
class Solids:
    """Closed meshes: vertices (V,3) mm, triangles (T,3), and for each triangle the solid's column and its layer (a
    solid with a higher layer lies above; solids of one layer do not overlap)."""

    vertices: Floats
    triangles: NDArray[np.integer]
    columns: NDArray[np.int64]
    layers: NDArray[np.int64]
    row: float = _ROW


def rising(vertices: Floats, triangles: NDArray[np.integer]) -> NDArray[np.integer]:
    """The triangles with their corners in an order that depends on places only (doubled vertices count as one)."""
    key = vertices.astype(np.float64) @ np.array([1.0, 1.6180339887, 2.4142135624])
    return np.take_along_axis(triangles, np.argsort(key[triangles], axis=1, kind="stable"), axis=1)


def filling(ribbon: Ribbon, column: int = 0) -> Solids:
    """What lies within a hemisphere's cortex, as a solid whose edge is hidden under the ribbon."""
    middle = (ribbon.outer + ribbon.inner) * np.float32(0.5)
    count = len(ribbon.triangles)
    return Solids(middle, ribbon.triangles, np.full(count, column), np.zeros(count, np.int64), _COARSE_ROW)


def cap(cut: Cut, ribbons: Sequence[Ribbon], solids: Sequence[Solids]) -> CapMesh:
    """The face that the cut leaves. Layers: ribbons 1, solids as they say."""
    pieces = [_solid_face(cut, one) for one in solids]
    first = 0
    for ribbon in ribbons:
        flat, columns, layers, sources = _ribbon_face(cut, ribbon)
        pieces.append((flat, columns, layers, sources + first))
        first += len(ribbon.triangles)
    if not pieces:
        return CapMesh(np.zeros((0, 3), np.float32), np.zeros(0, np.int64), np.zeros(0, np.int64))
    flat, columns, layers, sources = (np.concatenate(rows) for rows in zip(*pieces, strict=True))
    order = np.argsort(layers, kind="stable")
    flat, columns, layers, sources = flat[order], columns[order], layers[order], sources[order]
    vertices = np.empty((len(flat), 3, 3), np.float32)
    across, along = _others(cut.axis)
    vertices[..., across], vertices[..., along] = flat[..., 0], flat[..., 1]
    vertices[..., cut.axis] = cut.millimetre + cut.sign * _LIFT * (1 + layers[:, None])
    return CapMesh(_facing(vertices, cut).reshape(-1, 3), columns, sources)


def _others(axis: int) -> tuple[int, int]:
    across, along = (k for k in range(3) if k != axis)
    return across, along


def _facing(vertices: Floats, cut: Cut) -> Floats:
    """Turn every triangle (T,3,3) so that its front looks to where something was cut away."""
    first, second = vertices[:, 1] - vertices[:, 0], vertices[:, 2] - vertices[:, 0]
    across, along = (cut.axis + 1) % 3, (cut.axis + 2) % 3
    area = first[:, across] * second[:, along] - first[:, along] * second[:, across]
    turned = area * cut.sign < 0
    vertices[turned] = vertices[turned][:, ::-1]
    return vertices


def _heights(vertices: Floats, cut: Cut) -> NDArray[np.float64]:
    """Distance of each vertex from the plane, never exactly zero."""
    height = vertices[:, cut.axis].astype(np.float64) - cut.millimetre
    height[height == 0.0] = 1e-7
    return height


def _above(heights: NDArray[np.float64], triangles: NDArray[np.integer]) -> NDArray[np.uint8]:
    """How many corners of each triangle lie above the plane."""
    up = (heights > 0).view(np.uint8)
    return np.asarray(up[triangles[:, 0]] + up[triangles[:, 1]] + up[triangles[:, 2]])


def _ribbon_face(cut: Cut, ribbon: Ribbon) -> _Face:
    """The face of a cut ribbon."""
    outer, inner = _heights(ribbon.outer, cut), _heights(ribbon.inner, cut)
    above = _above(outer, ribbon.triangles) + _above(inner, ribbon.triangles)
    met = np.flatnonzero((above > 0) & (above < 6))
    corners = ribbon.triangles[met]
    heights = np.concatenate([outer[corners], inner[corners]], axis=1)  # (n, 6)
    pair = list(_others(cut.axis))
    places = np.concatenate([ribbon.outer[:, pair][corners], ribbon.inner[:, pair][corners]], axis=1)
    heights, places = heights[:, _PRISM].reshape(-1, 4), places[:, _PRISM].reshape(-1, 4, 2).astype(float)
    order = np.argsort(-heights, axis=1)
    heights = np.take_along_axis(heights, order, axis=1)
    places = np.take_along_axis(places, order[..., None], axis=1)
    met = np.repeat(met, 3)
    count = (heights > 0).sum(axis=1)
    faces, own = [], []
    for above_count, edges in (
        (1, ((0, 1), (0, 2), (0, 3))),
        (3, ((3, 0), (3, 1), (3, 2))),
        (2, ((0, 2), (0, 3), (1, 3))),
        (2, ((0, 2), (1, 3), (1, 2))),
    ):
        rows = np.flatnonzero(count == above_count)
        faces.append(np.stack([_crossing(places[rows], heights[rows], a, b) for a, b in edges], axis=1))
        own.append(met[rows])
    flat, sources = np.concatenate(faces), np.concatenate(own)
    return flat, ribbon.columns[sources], np.ones(len(flat), np.int64), sources


def _crossing(
    places: NDArray[np.float64], heights: NDArray[np.float64], a: int, b: int
) -> NDArray[np.float64]:
    """Where the edges from corner a to corner b meet the plane, (n,2)."""
    share = heights[:, a] / (heights[:, a] - heights[:, b])
    return places[:, a] + share[:, None] * (places[:, b] - places[:, a])


def _solid_face(cut: Cut, solids: Solids) -> _Face:
    """The face of cut solids."""
    height = _heights(solids.vertices, cut)
    count = _above(height, solids.triangles)
    met = np.flatnonzero((count == 1) | (count == 2))
    corners = solids.triangles[met]
    values = height[corners]
    lone = np.where(count[met] == 1, (values > 0).argmax(axis=1), (values <= 0).argmax(axis=1))
    turn = (lone[:, None] + np.arange(3)) % 3
    corners, values = np.take_along_axis(corners, turn, axis=1), np.take_along_axis(values, turn, axis=1)
    places = solids.vertices[:, list(_others(cut.axis))][corners].astype(float)
    ends = np.stack([_crossing(places, values, 0, 1), _crossing(places, values, 0, 2)], axis=1)  # (n, end, 2)
    return _filled(ends, solids.columns[met], solids.layers[met], solids.row)


def _filled(
    ends: NDArray[np.float64], columns: NDArray[np.int64], layers: NDArray[np.int64], row: float
) -> _Face:
    """Fill closed outlines of straight pieces (n, end, 2), each outline being the pieces of one (column, layer)."""
    rows = np.rint(ends[..., 1] / row).astype(np.int64)
    flat = rows[:, 0] == rows[:, 1]
    ends, rows, columns, layers = ends[~flat], rows[~flat], columns[~flat], layers[~flat]
    swap = rows[:, 0] > rows[:, 1]
    ends[swap], rows[swap] = ends[swap][:, ::-1], rows[swap][:, ::-1]
    solid = columns * 1024 + layers
    span = 1 << 20
    keys = solid[:, None] * span + rows + span // 2  # (n, end): outline and row as one number
    stops = np.unique(keys)
    first, last = np.searchsorted(stops, keys[:, 0]), np.searchsorted(stops, keys[:, 1])
    many = last - first
    piece = np.repeat(np.arange(len(ends)), many)
    slab = np.arange(len(piece)) - np.repeat(np.cumsum(many) - many, many) + first[piece]
    bottom, top = stops[slab] % span - span // 2, stops[slab + 1] % span - span // 2
    low, high = rows[piece, 0], rows[piece, 1]
    start, run = ends[piece, 0, 0], ends[piece, 1, 0] - ends[piece, 0, 0]
    x_bottom = start + run * (bottom - low) / (high - low)
    x_top = start + run * (top - low) / (high - low)
    order = np.lexsort((x_bottom + x_top, slab))
    slab = slab[order]
    within = np.arange(len(slab)) - np.searchsorted(slab, slab)
    opens = np.flatnonzero((within % 2 == 0) & (np.append(slab[1:], -1) == slab))
    left, right = order[opens], order[opens + 1]
    y0, y1 = bottom[left] * row, top[left] * row
    a, b = np.stack([x_bottom[left], y0], axis=1), np.stack([x_bottom[right], y0], axis=1)
    c, d = np.stack([x_top[right], y1], axis=1), np.stack([x_top[left], y1], axis=1)
    faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    own = piece[left]
    return faces, np.tile(columns[own], 2), np.tile(layers[own], 2), np.full(2 * len(own), -1)
