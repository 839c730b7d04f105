"""Puts the baked pieces together: hemispheres at two levels, structures, training points, the MRI volume.

`cli` calls `bake`; the other modules of this package do the work. It returns arrays and tables and writes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import nibabel
import numpy as np
from numpy.typing import NDArray

from game.devtools.bake import borders, coarse, cortex, deep, points
from game.devtools.bake.levels import SMOOTH_ROUNDS, Base, cut_apart, cut_together
from game.devtools.bake.lobules import lobules
from game.devtools.bake.occlusion import openness
from game.devtools.bake.ordering import spatial_order
from game.devtools.bake.pack import Arrays, CortexPart, describe, pack_hemisphere, pack_structures, touching
from game.devtools.bake.solids import joined
from game.devtools.bake.sources import T1, Sources
from game.engine.brain_assets import LEVELS
from game.engine.brain_codec import unpack_rows
from game.engine.mesh_maths import vertex_normals

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
COARSE_TRIANGLES = 8000  # a hemisphere, before cutting


@dataclass(frozen=True)
class Baked:
    """All arrays by file name, all structures, and the region table for `regions.json`."""

    files: dict[str, Arrays]
    structures: list[deep.Structure]
    parts: dict[str, list[CortexPart]]
    label_names: dict[str, tuple[str, ...]]


def bake(sources: Sources, say: Callable[[str], None]) -> Baked:
    """Bake everything from the packages, telling `say` what is being done."""
    names = cortex.label_names(sources)
    halves = [_half(sources, side, names, say) for side in "LR"]
    say("deep structures")
    aseg = deep.read_segmentation(sources)
    structures = deep.deep_structures(aseg, deep.read_nuclei(sources))
    say("cerebellum")
    structures = _with_cerebellum(structures, sources, aseg)
    files: dict[str, Arrays] = {}
    parts = {level: [half.levels[level] for half in halves] for level in LEVELS}
    neighbours = touching([part for level in LEVELS for part in parts[level]])
    for level in LEVELS:
        arrays, table = pack_structures(structures, level)
        for part in parts[level]:
            arrays |= pack_hemisphere(part)
        files[f"brain-{level}.npz"] = arrays | {"meta": describe(names, neighbours, table)}
    say("training points")
    files["points.npz"] = _points(halves, aseg, structures, names, files)
    files["mri.npz"] = _mri(sources)
    return Baked(files, structures, parts, names)


@dataclass(frozen=True)
class _Half:
    """One hemisphere at both levels; `chosen` are the fine base points of the coarse level."""

    levels: dict[str, CortexPart]
    chosen: Ints
    smoothed: dict[str, Ints]


def _half(
    sources: Sources, side: str, names: dict[str, tuple[str, ...]], say: Callable[[str], None]
) -> _Half:
    """Read, order, shade, label and cut one hemisphere."""
    say(f"cortex {side}")
    raw = _in_order(cortex.read_hemisphere(sources, side))
    pial = raw.surfaces["pial"]
    normals = vertex_normals(pial.astype(np.float32), raw.faces.astype(np.uint32)).astype(np.float64)
    ao = openness(pial, normals, raw.faces)
    values = {}
    for name, rounds in SMOOTH_ROUNDS.items():
        labels = (
            borders.fill(raw.labels[name], raw.faces) if name in ("destrieux", "yeo7") else raw.labels[name]
        )
        values[name] = borders.scores(labels, raw.faces, rounds)
    full = Base(raw.surfaces, raw.faces, raw.sulc, ao, values)
    thin = coarse.thin_out(pial, raw.faces, COARSE_TRIANGLES)
    small = _thin_base(full, thin)
    levels = {
        "fine": cut_together(side, full, names["dk"]),
        "coarse": cut_apart(side, small, names["dk"]),
    }
    return _Half(levels, thin.nearest, {name: value.argmax(axis=1) for name, value in values.items()})


def _thin_base(full: Base, thin: coarse.Thinned) -> Base:
    """Carry everything over to the thinned surface; the white one keeps its distance to the pial one."""
    average = {name: thin.average(surface) for name, surface in full.surfaces.items()}
    surfaces = {
        "pial": thin.placed,
        "white": average["white"] + thin.placed - average["pial"],
        "inflated": average["inflated"],
    }
    values = {name: thin.average(value) for name, value in full.values.items()}
    return Base(surfaces, thin.faces, thin.average(full.sulc), thin.average(full.ao), values)


def _with_cerebellum(
    structures: list[deep.Structure], sources: Sources, aseg: deep.Segmentation
) -> list[deep.Structure]:
    """Add the lobules, and the peduncles' stumps to the cerebellar white matter."""
    added, stumps = lobules(sources, aseg)
    grown = [
        replace(
            structure,
            fine=joined(structure.fine, stumps["fine"][structure.region_id]),
            coarse=joined(structure.coarse, stumps["coarse"][structure.region_id]),
        )
        if structure.region_id in stumps["fine"]
        else structure
        for structure in structures
    ]
    return grown + added


def _in_order(raw: cortex.Hemisphere) -> cortex.Hemisphere:
    """Return the hemisphere with its points in spatial order."""
    order = spatial_order(raw.surfaces["inflated"])
    return cortex.Hemisphere(
        raw.side,
        {name: surface[order] for name, surface in raw.surfaces.items()},
        np.argsort(order)[raw.faces],
        raw.sulc[order],
        {name: labels[order] for name, labels in raw.labels.items()},
    )


def _points(
    halves: list[_Half],
    aseg: deep.Segmentation,
    structures: list[deep.Structure],
    names: dict[str, tuple[str, ...]],
    files: dict[str, Arrays],
) -> Arrays:
    """Sample the training points and say which point paints which vertex of either level."""
    samples, start = [], 0
    paint: dict[str, list[Ints]] = {level: [] for level in LEVELS}
    for half in halves:
        fine = half.levels["fine"]
        part = points.CortexPoints(
            fine.side, fine.surfaces["pial"], fine.faces, half.smoothed["dk"], half.smoothed["destrieux"]
        )
        sample, kept = points.cortex_sample(part, names["dk"], names["destrieux"])
        samples.append(sample)
        nearest = points.nearest_kept(fine.surfaces["pial"], kept) + start
        for level, base in (("fine", np.arange(len(nearest))), ("coarse", half.chosen)):
            paint[level].append(nearest[base[_vertex_base(files[f"brain-{level}.npz"], half.levels[level])]])
        start += len(kept)
    samples.append(points.deep_sample(aseg, structures))
    joined: Arrays = {f"paint_{level}": np.concatenate(paint[level]).astype(np.uint32) for level in LEVELS}
    joined["coarse_points"] = np.unique(joined["paint_coarse"])
    return points.join(samples, joined)


def _vertex_base(arrays: Arrays, part: CortexPart) -> Ints:
    """Return the base point nearest to each packed vertex of a hemisphere."""
    point = unpack_rows(arrays[f"{part.side}/vertex_point"], 1)[:, 0]
    corners, weights = part.points()
    return corners[np.arange(len(corners)), weights.argmax(axis=1)][point]


def _mri(sources: Sources) -> dict[str, NDArray[Any]]:
    """Read the T1 volume."""
    image = nibabel.load(sources.path(T1))
    return {"t1": np.asarray(image.dataobj).astype(np.uint8), "affine": np.asarray(image.affine, np.float64)}
