"""Turns baked geometry into the integer arrays of `brain-<level>.npz` and writes archives of fixed bytes.

`cli` calls it; `game.engine.brain_assets` is the reader of what it writes. It knows the format and no anatomy.
"""

import io
import json
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.devtools.bake.borders import CutMesh, edge_owners
from game.devtools.bake.deep import Structure
from game.devtools.bake.ordering import fan_order, first_use
from game.devtools.bake.solids import Solid
from game.engine.brain_assets import FORMAT, LABEL_SETS, MILLIMETRES, SURFACES
from game.engine.brain_codec import pack_rows, pack_triangles

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Arrays = dict[str, NDArray[Any]]
EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class CortexPart:
    """One hemisphere at one level: base surfaces (V, 3), sulc and ao (V,), the cut mesh.

    border (P,) and edges (P, sets): distance from the borders of regions and of PACKED_SETS, 0..1. splits: for some
    label sets the mesh cut along their borders too; its points are those of `cut`, then its own. parents: the
    triangle of `cut` in which each of a split's lies. own: the label (P,) of each point in a set that `cut` is not
    cut along. P counts the points of `cut`, then those of each split.
    """

    side: str
    surfaces: dict[str, Floats]
    faces: Ints
    sulc: Floats
    ao: Floats
    cut: CutMesh
    border: Floats
    edges: Floats
    splits: dict[str, CutMesh]
    parents: dict[str, Ints]
    own: dict[str, Ints]

    def points(self) -> tuple[Ints, Floats]:
        """Return corners and weights (P, 3) of the points of all lists."""
        count = len(self.cut.corners)
        splits = self.splits.values()
        return (
            np.concatenate([self.cut.corners, *(split.corners[count:] for split in splits)]),
            np.concatenate([self.cut.weights, *(split.weights[count:] for split in splits)]),
        )


def pack_hemisphere(part: CortexPart) -> Arrays:
    """Return the arrays of one hemisphere, their names prefixed by its side."""
    corners, weights = part.points()
    lists, order = _triangle_lists(part), {}
    keys = {name: _corner_keys(part, mesh) for name, mesh in lists.items()}
    for name, key in keys.items():
        order[name] = fan_order(np.unique(key, return_inverse=True)[1].reshape(-1, 3))
    place = {name: np.argsort(rows) for name, rows in order.items()}
    vertices, number = first_use(np.concatenate([keys[name][order[name]] for name in lists]))
    base, radix = len(part.sulc), _radix(part)
    point, kinds = vertices // radix[-1], vertices[:, None] // radix[:-1] % radix[1]
    sulc, sulc_scale = _signed_bytes(part.sulc)
    packed: Arrays = {
        "vertex_point": pack_rows(point[:, None]),
        "base_faces": pack_triangles(part.faces[np.lexsort((part.faces[:, 1], part.faces.min(axis=1)))]),
        "mix_corners": pack_rows(corners[base:]),
        "mix_weights": _share_bytes(weights[base:]),
        "labels": kinds.T.astype(np.uint8),
        "border": _bytes(part.border),
        "edges": _bytes(part.edges.T),
        "ao": _bytes(part.ao),
        "sulc": sulc,
        "sulc_scale": sulc_scale,
        **{name: pack_rows(_hundredths(part.surfaces[name])) for name in SURFACES},
    }
    ends = np.cumsum([0, *(len(mesh.triangles) for mesh in lists.values())])
    for name, first, last in zip(lists, ends[:-1], ends[1:], strict=True):
        packed[f"triangles_{name}"] = pack_triangles(number[first:last])
        if name in part.splits:
            parents = place["dk"][part.parents[name]][order[name]]
            packed[f"parents_{name}"] = pack_rows(parents[:, None])
    return {f"{part.side}/{name}": value for name, value in packed.items()}


def _triangle_lists(part: CortexPart) -> dict[str, CutMesh]:
    """Return the cut mesh as "dk" and every split by its set, over the points of `part.points`."""
    count = first = len(part.cut.corners)
    lists = {"dk": part.cut}
    for name, split in part.splits.items():
        shifted = np.where(split.triangles < count, split.triangles, split.triangles - count + first)
        lists[name] = replace(split, triangles=shifted)
        first += len(split.corners) - count
    return lists


def _radix(part: CortexPart) -> Ints:
    """Return the weight of each label set in a vertex's number, and of its point."""
    labels = [value for mesh in (part.cut, *part.splits.values()) for value in mesh.labels.values()]
    most = max(int(value.max()) for value in (*labels, *part.own.values()))
    return (most + 1) ** np.arange(len(LABEL_SETS) + 1)


def _corner_keys(part: CortexPart, mesh: CutMesh) -> Ints:
    """Return a number (T, 3) for each corner: its point, and its label in each set. Equal numbers are one vertex.

    In a set along which the mesh is not cut a corner has its point's own label, so the lists share their vertices.
    """
    radix = _radix(part)
    keys = mesh.triangles * radix[-1]
    on_wall = mesh.labels["dk"][:, None] == 0
    for weight, name in zip(radix, LABEL_SETS, strict=False):
        if name in mesh.labels:
            keys = keys + mesh.labels[name][:, None] * weight
        else:
            keys = keys + np.where(on_wall, 0, part.own[name][mesh.triangles]) * weight
    return keys


def pack_structures(structures: list[Structure], level: str) -> tuple[Arrays, list[list[Any]]]:
    """Return the joined arrays of all structures and the table that cuts them apart again.

    Rows: region id, vertices, triangles, how many of these (the first) lie outside while the brain is closed.
    """
    solids = [_tidy(structure.fine if level == "fine" else structure.coarse) for structure in structures]
    starts = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    arrays = {
        "S/vertices": pack_rows(_hundredths(np.concatenate([solid.vertices for solid in solids]))),
        "S/normals": np.rint(np.concatenate([solid.normals for solid in solids]) * 127).astype(np.int8),
        "S/ao": _bytes(np.concatenate([solid.ao for solid in solids])),
        "S/triangles": pack_triangles(
            np.concatenate([solid.triangles + start for solid, start in zip(solids, starts, strict=False)])
        ),
    }
    table = [
        [structure.region_id, len(solid.vertices), len(solid.triangles), int(solid.outside_mask.sum())]
        for structure, solid in zip(structures, solids, strict=True)
    ]
    return arrays, table


def touching(parts: list[CortexPart]) -> dict[str, list[list[int]]]:
    """Return for each label set the pairs of labels, the smaller first, that share a border in one of the parts."""
    found: dict[str, set[tuple[int, int]]] = {name: set() for name in LABEL_SETS}
    for part in parts:
        for name, pairs in found.items():
            mesh = part.splits.get(name, part.cut)
            _, one, other = edge_owners(mesh.triangles)
            labels = np.sort(np.stack([mesh.labels[name][one], mesh.labels[name][other]], axis=1), axis=1)
            labels = np.unique(labels[(labels[:, 0] > 0) & (labels[:, 0] < labels[:, 1])], axis=0)
            pairs |= {(int(a), int(b)) for a, b in labels}
    return {name: [list(pair) for pair in sorted(pairs)] for name, pairs in found.items()}


def describe(
    label_names: dict[str, tuple[str, ...]],
    touching_labels: dict[str, list[list[int]]],
    table: list[list[Any]],
) -> NDArray[np.uint8]:
    """Return the "meta" array: JSON text as bytes."""
    meta = {
        "format": FORMAT, "unit_mm": MILLIMETRES, "label_names": label_names, "touching": touching_labels,
        "structures": table,
    }  # fmt: skip
    return np.frombuffer(json.dumps(meta, separators=(",", ":")).encode(), np.uint8)


def write_npz(file: Path, arrays: Arrays) -> None:
    """Write an .npz whose bytes depend on the arrays alone: sorted names, fixed times and rights."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(arrays):
            content = io.BytesIO()
            np.lib.format.write_array(content, np.asarray(arrays[name], order="C"), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy", EPOCH)
            entry.compress_type, entry.external_attr, entry.create_system = (
                zipfile.ZIP_DEFLATED,
                0o644 << 16,
                3,
            )
            archive.writestr(entry, content.getvalue(), compresslevel=9)


def _tidy(solid: Solid) -> Solid:
    """Return the solid in the order of drawing: what lies outside first, vertices as they are used."""
    outside = solid.outside_mask
    groups = [group for group in (np.flatnonzero(outside), np.flatnonzero(~outside)) if len(group)]
    order = np.concatenate([group[fan_order(solid.triangles[group])] for group in groups])
    used, triangles = first_use(solid.triangles[order])
    return Solid(solid.vertices[used], solid.normals[used], triangles, solid.ao[used], np.sort(outside)[::-1])


def _hundredths(points: Floats) -> Ints:
    """Return positions in units of MILLIMETRES, which must fit int16."""
    whole = np.rint(points / MILLIMETRES).astype(np.int64)
    if np.abs(whole).max(initial=0) > 32767:
        raise ValueError("a position lies more than 327 mm from the origin")
    return whole


def _bytes(share: Floats) -> NDArray[np.uint8]:
    """Return values 0..1 as bytes."""
    return np.rint(np.clip(share, 0.0, 1.0) * 255).astype(np.uint8)


def _signed_bytes(values: Floats) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return values as signed bytes and the scale that restores them."""
    scale = float(np.abs(values).max()) / 127
    return np.rint(values / scale).astype(np.int8), np.array(scale, np.float32)


def _share_bytes(weights: Floats) -> NDArray[np.uint8]:
    """Return the first two of three shares as bytes; where the third is nothing the two make exactly 255."""
    first = np.rint(weights[:, 0] * 255)
    second = np.where(
        weights[:, 2] < 1e-9, 255 - first, np.minimum(np.rint(weights[:, 1] * 255), 255 - first)
    )
    return np.column_stack([first, second]).astype(np.uint8)
