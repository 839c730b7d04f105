"""Writes `regions.json`: for each region its structure, side, origin, place, size and neighbours, all measured.

`cli` calls it on the baked geometry; `game.services.atlas_loader` joins it with the texts of `structures.toml`.
It knows no names in any human language and nothing of packing.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from game.devtools.bake.borders import edge_owners
from game.devtools.bake.build import Baked
from game.devtools.bake.cortex import LOBE_OF
from game.devtools.bake.deep import Structure
from game.devtools.bake.pack import CortexPart
from game.devtools.bake.solids import Solid
from game.engine.brain_assets import LEVELS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
TOUCHING = 1.5  # mm between surfaces of neighbouring structures
MOST_NEIGHBOURS = 8
PARENTS = {
    "GPe": "Pallidum",
    "GPi": "Pallidum",
    **dict.fromkeys(
        (
            "Red-Nucleus",
            "Substantia-Nigra-pr",
            "SNc-VTA",
            "Subthalamic-Nucleus",
            "Hypothalamus",
            "Mammillary-Nucleus",
        ),
        "VentralDC",
    ),
}
DK_FIRST_NUMBER = {"L": 1000, "R": 2000}
# Desikan-Killiany numbers of FreeSurfer's colour table: alphabetical, with corpuscallosum at 4 and insula last.
DK_NUMBERED_LAST = ("frontalpole", "temporalpole", "transversetemporal", "insula")


def region_table(baked: Baked) -> list[dict[str, Any]]:
    """Return the rows of `regions.json`, in the order of `BrainAssets.region_ids`."""
    names = baked.label_names["dk"]
    rows = []
    for index, part in enumerate(baked.parts["fine"]):
        near = _cortex_neighbours(part, len(names))
        counts = {level: _triangle_counts(baked.parts[level][index], len(names)) for level in LEVELS}
        for k in range(1, len(names)):
            rows.append(
                _cortex_row(part, names, k, near[k], {level: int(counts[level][k]) for level in LEVELS})
            )
    touching = _structure_neighbours(baked.structures)
    return rows + [_structure_row(structure, touching[structure.region_id]) for structure in baked.structures]


def write_regions(file: Path, rows: list[dict[str, Any]]) -> None:
    """Write the rows as JSON, one a line."""
    lines = ",\n".join(json.dumps(row) for row in rows)
    file.write_text(f'{{"regions": [\n{lines}\n]}}\n', encoding="utf-8", newline="\n")


def dk_number(name: str, side: str) -> int:
    """Return FreeSurfer's number of a Desikan-Killiany region."""
    ordered = sorted(set(LOBE_OF) - set(DK_NUMBERED_LAST))
    at = ordered.index("paracentral")  # the one pair of FreeSurfer's table that is not in alphabetical order
    ordered[at : at + 2] = ["parahippocampal", "paracentral"]
    numbers = [1, 2, 3, *range(5, 5 + len(ordered) - 3), *range(32, 36)]
    return DK_FIRST_NUMBER[side] + dict(zip([*ordered, *DK_NUMBERED_LAST], numbers, strict=True))[name]


def _cortex_row(
    part: CortexPart, names: tuple[str, ...], k: int, near: list[int], counts: dict[str, int]
) -> dict[str, Any]:
    """Return the row of one cortical region; the centroid lies halfway between pial and white surface."""
    letter = part.side.lower()
    middle = part.cut.mix((part.surfaces["pial"] + part.surfaces["white"]) / 2)
    pial = part.cut.mix(part.surfaces["pial"])
    mine = part.cut.triangles[part.cut.labels["dk"] == k]
    return {
        "id": f"ctx-{letter}h-{names[k]}",
        "structure": names[k],
        "side": part.side,
        "kind": "cortex",
        "origin": "aparc",
        "freesurfer_number": dk_number(names[k], part.side),
        "lobe": LOBE_OF[names[k]],
        "centroid": _rounded(_area_centroid(middle, mine)),
        "area_cm2": round(float(_areas(pial, mine).sum()) / 100, 2),
        "triangles": counts,
        "neighbours": [f"ctx-{letter}h-{names[other]}" for other in near],
    }


def _structure_row(structure: Structure, near: list[str]) -> dict[str, Any]:
    """Return the row of one deep structure or lobule; the centroid is that of the enclosed volume."""
    row: dict[str, Any] = {
        "id": structure.region_id,
        "structure": structure.structure,
        "side": structure.side,
        "kind": "cerebellum" if structure.kind == "cerebellum" else "deep",
        "origin": structure.kind,
        "centroid": _rounded(volume_centroid(structure.fine)[0]),
        "volume_cm3": round(volume_centroid(structure.fine)[1] / 1000, 2),
        "triangles": {level: len(getattr(structure, level).triangles) for level in LEVELS},
        "neighbours": near,
    }
    if structure.kind == "aseg" and structure.number is not None:
        row["freesurfer_number"] = structure.number
    if structure.kind == "brainstem":
        row["approximate"] = True
    if structure.structure in PARENTS:
        row["inside"] = structure.region_id.replace(structure.structure, PARENTS[structure.structure])
    return row


def volume_centroid(solid: Solid) -> tuple[Floats, float]:
    """Return the centroid (3,) in mm and the volume in mm3 of a closed mesh."""
    a, b, c = (solid.vertices[solid.triangles[:, k]] for k in range(3))
    parts = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    return ((a + b + c) / 4 * parts[:, None]).sum(axis=0) / parts.sum(), float(parts.sum())


def _areas(points: Floats, triangles: Ints) -> Floats:
    """Return the area (T,) of each triangle."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


def _area_centroid(points: Floats, triangles: Ints) -> Floats:
    """Return the centroid (3,) of a patch of surface."""
    area = _areas(points, triangles)[:, None]
    return (points[triangles].mean(axis=1) * area).sum(axis=0) / area.sum()


def _triangle_counts(part: CortexPart, count: int) -> Ints:
    """Return how many triangles each label has."""
    return np.bincount(part.cut.labels["dk"], minlength=count)


def _cortex_neighbours(part: CortexPart, count: int) -> list[list[int]]:
    """Return for each label the labels it borders on, the one with the longest common border first."""
    labels, points = part.cut.labels["dk"], part.cut.mix(part.surfaces["white"])
    edges, one, other = edge_owners(part.cut.triangles)
    length = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    shared = np.zeros((count, count))
    np.add.at(shared, (labels[one], labels[other]), length)
    np.add.at(shared, (labels[other], labels[one]), length)
    np.fill_diagonal(shared, 0)
    shared[:, 0] = 0
    return [
        [int(k) for k in np.argsort(-row, kind="stable") if row[k] > 2.0][:MOST_NEIGHBOURS] for row in shared
    ]


def _structure_neighbours(structures: list[Structure]) -> dict[str, list[str]]:
    """Return for each structure those whose surfaces touch its own, nearest in contact first."""
    trees = [cKDTree(structure.fine.vertices) for structure in structures]
    near: dict[str, list[str]] = {}
    for structure in structures:
        contact = []
        for other, other_tree in zip(structures, trees, strict=True):
            if other is structure:
                continue
            touching = other_tree.query(structure.fine.vertices, distance_upper_bound=TOUCHING)[0] < TOUCHING
            if touching.any():
                contact.append((-int(touching.sum()), other.region_id))
        near[structure.region_id] = [name for _, name in sorted(contact)][:MOST_NEIGHBOURS]
    return near


def _rounded(point: Floats) -> list[float]:
    """Return a point in tenths of a millimetre."""
    return [round(float(value), 1) + 0.0 for value in point]
