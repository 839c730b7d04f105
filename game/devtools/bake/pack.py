"""Turns baked geometry into the integer arrays of `brain-<level>.npz` and writes archives of fixed bytes.

`cli` calls it; `game.engine.brain_assets` is the reader of what it writes. It knows the format and no anatomy.
"""

import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.devtools.bake.borders import CutMesh
from game.devtools.bake.deep import Structure
from game.devtools.bake.ordering import spatial_order
from game.devtools.bake.solids import Solid
from game.engine.brain_assets import FORMAT, LABEL_SETS, MILLIMETRES, SURFACES
from game.engine.brain_codec import pack_rows, pack_triangles

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Arrays = dict[str, NDArray[Any]]
EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class CortexPart:
    """One hemisphere at one level: base surfaces (V, 3), sulc and ao (V,), the cut mesh, border (P,) 0..1."""

    side: str
    surfaces: dict[str, Floats]
    faces: Ints
    sulc: Floats
    ao: Floats
    cut: CutMesh
    border: Floats


def pack_hemisphere(part: CortexPart) -> Arrays:
    """Return the arrays of one hemisphere, their names prefixed by its side."""
    order = np.lexsort((part.cut.triangles[:, 1], part.cut.triangles.min(axis=1)))
    triangles = part.cut.triangles[order]
    labels = np.stack([part.cut.labels[name][order] for name in LABEL_SETS])
    kinds, kind = np.unique(labels, axis=1, return_inverse=True)
    home = part.cut.corners[np.arange(len(part.cut.corners)), part.cut.weights.argmax(axis=1)]
    count, stride = len(part.cut.corners), kinds.shape[1]
    key = (home[triangles] * count + triangles) * stride + kind.reshape(-1, 1)
    vertices, corner = np.unique(key, return_inverse=True)
    point = vertices // stride % count
    base = len(part.sulc)
    sulc, sulc_scale = _signed_bytes(part.sulc)
    packed: Arrays = {
        "vertex_point": pack_rows(point[:, None]),
        "triangles": pack_triangles(corner.reshape(-1, 3)),
        "base_faces": pack_triangles(part.faces[np.lexsort((part.faces[:, 1], part.faces.min(axis=1)))]),
        "mix_corners": pack_rows(part.cut.corners[base:]),
        "mix_weights": _share_bytes(part.cut.weights[base:]),
        "labels": kinds[:, vertices % stride].astype(np.uint8),
        "border": _bytes(part.border),
        "ao": _bytes(part.ao),
        "sulc": sulc,
        "sulc_scale": sulc_scale,
        **{name: pack_rows(_hundredths(part.surfaces[name])) for name in SURFACES},
    }
    return {f"{part.side}/{name}": value for name, value in packed.items()}


def pack_structures(structures: list[Structure], level: str) -> tuple[Arrays, list[list[Any]]]:
    """Return the joined arrays of all structures and the table that cuts them apart again."""
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
        [structure.region_id, len(solid.vertices), len(solid.triangles)]
        for structure, solid in zip(structures, solids, strict=True)
    ]
    return arrays, table


def describe(label_names: dict[str, tuple[str, ...]], table: list[list[Any]]) -> NDArray[np.uint8]:
    """Return the "meta" array: JSON text as bytes."""
    meta = {"format": FORMAT, "unit_mm": MILLIMETRES, "label_names": label_names, "structures": table}
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
    """Return the solid with its vertices in spatial order and its triangles after them."""
    order = spatial_order(solid.vertices)
    place = np.argsort(order)
    triangles = place[solid.triangles]
    triangles = np.take_along_axis(triangles, (triangles.argmin(axis=1)[:, None] + np.arange(3)) % 3, axis=1)
    triangles = triangles[np.lexsort((triangles[:, 1], triangles[:, 0]))]
    return Solid(solid.vertices[order], solid.normals[order], triangles, solid.ao[order])


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
