"""Reads SUITPy's cerebellum: its folded outer surface, and the lobules named by the border lines of its flat map.

`lobules` builds solids from it. It knows SUITPy's files and the layout of its flat map, nothing else.
"""

from dataclasses import dataclass

import nibabel
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from game.devtools.bake import borders
from game.devtools.bake.sources import SUIT, Sources

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
LARGEST_GAP = 4.0  # flat map units between neighbouring points of one border line
PROLONG = 6.0  # flat map units by which loose ends of a border line are prolonged to reach the rim
VERMIS_HALF_WIDTH, VI_HALF_WIDTH = 12.0, 4.5
HEMISPHERE_PARTS = ("CrusII", "VIIb", "VIIIa", "VIIIb", "IX", "X")
VERMIS_PARTS = ("CrusII", "VIIb", "VIIIa", "VIIIb", "IX", "X")


class LayoutError(Exception):
    """SUITPy's flat map is not laid out as expected."""


@dataclass(frozen=True)
class Sheet:
    """SUIT's open surface: outer points (V, 3) mm, flat map (V, 2), faces (F, 3)."""

    outer: Floats
    flat: Floats
    faces: Ints


def read_sheet(sources: Sources) -> Sheet:
    """Read SUIT's surfaces in MNI152 space, without loose points and crumbs."""
    outer, faces = nibabel.load(sources.path(f"{SUIT}PIAL_FSL.surf.gii")).agg_data(("pointset", "triangle"))
    flat = nibabel.load(sources.path(f"{SUIT}FLAT.surf.gii")).agg_data("pointset")
    near = borders.neighbours(len(outer), faces)
    _, piece = connected_components(near, directed=False)
    faces = faces[piece[faces[:, 0]] == np.bincount(piece).argmax()]
    used, compact = np.unique(faces, return_inverse=True)
    places, flat_places = (np.asarray(part, np.float64)[used] for part in (outer, flat[:, :2]))
    return Sheet(places, flat_places, compact.reshape(-1, 3).astype(np.int64))


def read_border_points(sources: Sources) -> Floats:
    """Read the points (N, 2) of the lobule border lines on the flat map."""
    return np.loadtxt(sources.path(f"{SUIT}borders.txt"), delimiter=",")[:, :2]


def lobule_labels(sheet: Sheet, line_points: Floats) -> tuple[list[tuple[str, str]], Ints]:
    """Return the lobules' (part, name) and the lobule index (V,) of each point, from the flat map's border lines."""
    piece = _pieces(sheet, _border_lines(line_points))
    count = int(piece.max()) + 1
    middle = np.array([sheet.flat[piece == k].mean(axis=0) for k in range(count)])
    top_down = np.argsort(-middle[:, 1], kind="stable")
    vermis = [k for k in top_down if abs(middle[k, 0]) < VERMIS_HALF_WIDTH]
    left = [k for k in top_down if middle[k, 0] <= -VERMIS_HALF_WIDTH]
    right = [k for k in top_down if middle[k, 0] >= VERMIS_HALF_WIDTH]
    if (len(vermis), len(left), len(right)) != (10, 6, 6):
        raise LayoutError(f"flat map pieces {len(vermis)}, {len(left)}, {len(right)}; expected 10, 6, 6")
    names: list[tuple[str, str]] = []
    labels = np.full(len(piece), -1)

    def put(mask: NDArray[np.bool_], part: str, name: str) -> None:
        labels[mask] = len(names)
        names.append((part, name))

    x = sheet.flat[:, 0]
    for part, side, own in (("Left", x < 0, left), ("Right", x >= 0, right)):
        for k, name in zip(vermis[:4], ("I_IV", "V", "VI", "CrusI"), strict=True):
            put((piece == k) & side & ((np.abs(x) > VI_HALF_WIDTH) | (name != "VI")), part, name)
        for k, name in zip(own, HEMISPHERE_PARTS, strict=True):
            put(piece == k, part, name)
    put((piece == vermis[2]) & (np.abs(x) <= VI_HALF_WIDTH), "Vermis", "VI")
    for k, name in zip(vermis[4:], VERMIS_PARTS, strict=True):
        put(piece == k, "Vermis", name)
    if (labels < 0).any():
        raise LayoutError(f"{int((labels < 0).sum())} points of the flat map are in no lobule")
    return names, labels


def _border_lines(points: Floats) -> Floats:
    """Return line segments (S, 2, 2) through neighbouring points, loose ends prolonged."""
    step = np.linalg.norm(np.diff(points, axis=0), axis=1)
    lines = [(points[k], points[k + 1]) for k in np.flatnonzero(step < LARGEST_GAP)]
    ends = np.round(np.array(lines).reshape(-1, 2), 6)
    _, where, times = np.unique(ends, axis=0, return_inverse=True, return_counts=True)
    loose = times[where.ravel()].reshape(-1, 2) == 1
    for (a, b), (at_a, at_b) in zip(list(lines), loose, strict=True):
        onward = (b - a) / np.linalg.norm(b - a) * PROLONG
        if at_a:
            lines.append((a, a - onward))
        if at_b:
            lines.append((b, b + onward))
    return np.array(lines)


def _pieces(sheet: Sheet, lines: Floats) -> Ints:
    """Return the connected piece (V,) of every point when mesh edges that cross a line are removed."""
    faces, flat = sheet.faces, sheet.flat
    edges = np.unique(
        np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1), axis=0
    )
    p, q = flat[edges[:, 0]], flat[edges[:, 1]]
    crossed = np.zeros(len(edges), bool)
    for a, b in lines:
        crossed |= (_turn(p, q, a) * _turn(p, q, b) < 0) & (_turn(a, b, p) * _turn(a, b, q) < 0)
    a, b = edges[~crossed].T
    graph = coo_matrix((np.ones(len(a)), (a, b)), shape=(len(flat), len(flat)))
    _, piece = connected_components(graph, directed=False)
    large = np.bincount(piece)[piece] > 20
    nearest = cKDTree(flat[large]).query(flat[~large])[1]
    piece[~large] = piece[np.flatnonzero(large)[nearest]]
    return np.unique(piece, return_inverse=True)[1].astype(np.int64)


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    """Return whether a, b, c turn left (> 0) or right (< 0)."""
    return (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
        c[..., 0] - a[..., 0]
    )
