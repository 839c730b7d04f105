"""Cuts one hemisphere along the borders of its label sets, and measures how far every point is from them.

`build` calls it for both levels of detail. The fine level is one list of triangles cut along all sets at once; the
coarse level has a list of its own for each set, all over the same points, so that no picture has more triangles than
its borders need. It knows no files, and nothing of packing.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from game.devtools.bake import borders, cortex, points
from game.devtools.bake.pack import CortexPart
from game.engine.brain_assets import PACKED_SETS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SMOOTH_ROUNDS = {"dk": 5, "destrieux": 5, "yeo7": 8, "ba": 10}
NEAREST_FINE = (
    0.03  # so near a cut may come to the ends of an edge, in parts of it, where edges are short anyway
)
BORDER_REACH = 4.0  # mm from a border at which the border cue has faded
_WHOLE = "whole"  # the number of the triangle that a cut piece lies in


@dataclass(frozen=True)
class Base:
    """A surface before cutting, with everything that is known at its points."""

    surfaces: dict[str, Floats]
    faces: Ints
    sulc: Floats
    ao: Floats
    values: dict[str, Floats]


def cut_together(side: str, base: Base, dk_names: tuple[str, ...]) -> CortexPart:
    """Cut along the borders of every set: each triangle has one label of each."""
    mesh = borders.uncut(len(base.sulc), base.faces)
    for name in SMOOTH_ROUNDS:
        mesh = borders.cut(mesh, name, base.values[name], NEAREST_FINE)
    mesh = _labelled(mesh, dk_names)
    edges = np.stack([_border_cue(mesh, name, base.surfaces["pial"]) for name in PACKED_SETS], axis=1)
    return _part(side, base, mesh, {}, {}, edges)


def cut_apart(side: str, base: Base, dk_names: tuple[str, ...]) -> CortexPart:
    """Cut along the regions' borders, and what comes of that along those of each other set by itself."""
    places = np.hstack([base.surfaces["white"], base.surfaces["inflated"]])  # tight on both, folded or not
    mesh = borders.uncut(len(base.sulc), base.faces)
    mesh = _labelled(borders.cut(mesh, "dk", base.values["dk"], places=places), dk_names)
    mesh.labels[_WHOLE] = np.arange(len(mesh.triangles))
    splits = {
        name: _labelled(borders.cut(mesh, name, base.values[name], places=places), dk_names)
        for name in SMOOTH_ROUNDS
        if name != "dk"
    }
    count = len(mesh.corners)
    total = count + sum(len(split.corners) - count for split in splits.values())
    edges = np.ones((total, len(PACKED_SETS)))
    first = count
    for channel, name in enumerate(PACKED_SETS):
        cue = _border_cue(splits.get(name, mesh), name, base.surfaces["pial"])
        edges[:count, channel] = cue[:count]
        edges[first : first + len(cue) - count, channel] = cue[count:]
        first += len(cue) - count
    return _part(side, base, mesh, splits, _own_labels(base, mesh, splits), edges)


def _part(
    side: str,
    base: Base,
    mesh: borders.CutMesh,
    splits: dict[str, borders.CutMesh],
    own: dict[str, Ints],
    edges: Floats,
) -> CortexPart:
    """Put a part together; `edges` (P, sets) covers the points of all lists, the border of regions too."""
    cue = _border_cue(mesh, "dk", base.surfaces["pial"])
    border = np.concatenate([cue, np.ones(len(edges) - len(cue))])
    start = len(cue)
    for split in splits.values():  # where a set's border crosses: between the points it was made of
        extra = len(split.corners) - len(cue)
        border[start : start + extra] = _border_cue(split, "dk", base.surfaces["pial"])[len(cue) :]
        start += extra
    parents = {name: split.labels.pop(_WHOLE) for name, split in splits.items()}
    mesh.labels.pop(_WHOLE, None)
    return CortexPart(
        side, base.surfaces, base.faces, base.sulc, base.ao, mesh, border, edges, splits, parents, own
    )


def _labelled(mesh: borders.CutMesh, dk_names: tuple[str, ...]) -> borders.CutMesh:
    """Return the mesh with lobes, and without any label on the medial wall."""
    region = mesh.labels["dk"]
    labels = {
        name: value if name in ("dk", _WHOLE) else np.where(region == 0, 0, value)
        for name, value in mesh.labels.items()
    }
    labels["lobes"] = cortex.lobe_of_dk(dk_names)[region]
    return borders.CutMesh(mesh.corners, mesh.weights, mesh.triangles, labels)


def _own_labels(base: Base, mesh: borders.CutMesh, splits: dict[str, borders.CutMesh]) -> dict[str, Ints]:
    """Return the label (P,) of every point in each split set, for lists that are not cut along that set."""
    count = len(mesh.corners)
    found = {}
    for name in splits:
        extra = [split.mix(base.values[name])[count:] for split in splits.values()]
        found[name] = np.concatenate([mesh.mix(base.values[name]), *extra]).argmax(axis=1)
    return found


def _border_cue(mesh: borders.CutMesh, name: str, pial: Floats) -> Floats:
    """Return (P,) 0 on a border of a label set, 1 from BORDER_REACH on.

    The straight way to the border is right nearby, but jumps over sulci; the way along mesh edges does not jump,
    but is too long. The straight one counts unless it is far shorter.
    """
    places, (a, b) = mesh.mix(pial), borders.border_edges(mesh.triangles, mesh.labels[name]).T
    rim = np.unique(np.r_[a, b])
    along = points.graph_distance(places, mesh.triangles, rim, BORDER_REACH * 2)
    steps = np.linspace(0, 1, 9)[:, None, None]
    line = (places[a] * (1 - steps) + places[b] * steps).reshape(-1, 3)
    straight = cKDTree(line).query(places)[0]
    away = np.clip(straight, along * 0.65 - 0.6, along)
    away[rim] = 0.0
    return np.minimum(away / BORDER_REACH, 1.0)
