"""Samples the labelled points from which the training lab's network learns the atlas: `points.npz`.

`cli` calls `training_points`; `game/trainer` reads the file with plain numpy. Every point has a region, the distance
to the nearest other region, and a patch: held-out points are whole patches, so no neighbour gives them away.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import cKDTree

from game.devtools.bake.deep import Segmentation, Structure, stem_scores

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
FARTHEST_BORDER = 30.0  # mm
CORTEX_PATCH, DEEP_PATCH = 220, 160  # points in a patch, about
DEEP_MOST = 1500  # points taken from one deep structure at most
DEEP = (
    "Thalamus",
    "Caudate",
    "Putamen",
    "Pallidum",
    "Hippocampus",
    "Amygdala",
    "Accumbens-area",
    "VentralDC",
)
STEM_REGIONS = {1: "Medulla", 2: "Pons", 3: "Midbrain"}
MILLIMETRES = 0.01


@dataclass(frozen=True)
class CortexPoints:
    """One hemisphere's base points: pial (V, 3), faces, smoothed "dk" and "destrieux" label (V,)."""

    side: str
    pial: Floats
    faces: Ints
    dk: Ints
    destrieux: Ints


@dataclass(frozen=True)
class Sample:
    """Points (N, 3) of one part of the brain with region name, Destrieux name, patch and border distance in mm."""

    places: Floats
    regions: list[str]
    destrieux: list[str]
    patch: Ints
    border: Floats
    kind: int


def graph_distance(points: Floats, faces: Ints, sources: Ints, farthest: float) -> Floats:
    """Return (V,) the way along mesh edges in mm to the nearest source point, at most `farthest`."""
    a, b = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).T
    length = np.linalg.norm(points[a] - points[b], axis=1)
    matrix = coo_matrix((length, (a, b)), shape=(len(points), len(points))).tocsr()
    away = dijkstra(matrix, directed=False, indices=sources, min_only=True, limit=farthest)
    return np.minimum(away, farthest)


def cortex_sample(
    part: CortexPoints, dk_names: tuple[str, ...], destrieux_names: tuple[str, ...]
) -> tuple[Sample, Ints]:
    """Return the points of one hemisphere outside the medial wall, and their base indices."""
    letter = part.side.lower()
    a, b = np.concatenate([part.faces[:, [0, 1]], part.faces[:, [1, 2]], part.faces[:, [2, 0]]]).T
    differ = part.dk[a] != part.dk[b]
    rim = np.unique(np.concatenate([a[differ], b[differ]]))
    away = graph_distance(part.pial, part.faces, rim, FARTHEST_BORDER) + 0.5
    kept = np.flatnonzero(part.dk > 0)
    patch = _patches(part.pial[kept], part.dk[kept], CORTEX_PATCH)
    regions = [f"ctx-{letter}h-{dk_names[k]}" for k in part.dk[kept]]
    fine = [f"{letter}h.{destrieux_names[k]}" if k else "" for k in part.destrieux[kept]]
    return Sample(part.pial[kept], regions, fine, patch, away[kept], 0 if part.side == "L" else 1), kept


def deep_sample(aseg: Segmentation, structures: list[Structure]) -> Sample:
    """Return points inside the deep structures: voxels of aseg, with a seeded jitter of half a voxel."""
    random = np.random.default_rng(20)
    places, regions, patches, borders, used = [], [], [], [], 0
    for name, mask in _deep_masks(aseg, structures):
        inside = np.argwhere(mask)
        box = tuple(
            slice(low, high + 1) for low, high in zip(inside.min(axis=0), inside.max(axis=0), strict=True)
        )
        away = ndimage.distance_transform_edt(np.pad(mask[box], 1))[1:-1, 1:-1, 1:-1][mask[box]]
        chosen = np.sort(random.permutation(len(inside))[:DEEP_MOST])
        voxels = inside[chosen] + random.uniform(-0.5, 0.5, (len(chosen), 3))
        here = voxels @ aseg.affine[:3, :3].T + aseg.affine[:3, 3]
        patch = _patches(here, np.zeros(len(here), np.int64), DEEP_PATCH)
        places.append(here)
        regions += [name] * len(here)
        patches.append(patch + used)
        borders.append(np.minimum(away[chosen] - 0.5, FARTHEST_BORDER))
        used += int(patch.max()) + 1
    return Sample(
        np.concatenate(places),
        regions,
        [""] * len(regions),
        np.concatenate(patches),
        np.concatenate(borders),
        2,
    )


def join(samples: list[Sample], paint: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of `points.npz`; patches of later samples are numbered on."""
    regions = [name for sample in samples for name in sample.regions]
    destrieux = [name for sample in samples for name in sample.destrieux]
    region_names, destrieux_names = list(dict.fromkeys(sorted(regions))), ["", *sorted(set(destrieux) - {""})]
    first = np.cumsum([0, *(int(sample.patch.max()) + 1 for sample in samples)])
    region_index = {name: k for k, name in enumerate(region_names)}
    destrieux_index = {name: k for k, name in enumerate(destrieux_names)}
    places = np.concatenate([sample.places for sample in samples])
    return {
        "positions": np.rint(places / MILLIMETRES).astype(np.int16),
        "scale": np.array(MILLIMETRES, np.float32),
        "region": np.array([region_index[name] for name in regions], np.uint16),
        "region_names": np.array(region_names),
        "destrieux": np.array([destrieux_index[name] for name in destrieux], np.uint16),
        "destrieux_names": np.array(destrieux_names),
        "patch": np.concatenate(
            [sample.patch + start for sample, start in zip(samples, first, strict=False)]
        ).astype(np.uint16),
        "border_mm": np.concatenate([sample.border for sample in samples]).astype(np.float16),
        "kind": np.concatenate([np.full(len(sample.places), sample.kind) for sample in samples]).astype(
            np.uint8
        ),
        **paint,
    }


def _deep_masks(aseg: Segmentation, structures: list[Structure]) -> list[tuple[str, NDArray[np.bool_]]]:
    """Return region ids and voxel masks of the structures in DEEP and of the brainstem's parts."""
    masks = [
        (structure.region_id, aseg.labels == structure.number)
        for structure in structures
        if structure.structure in DEEP and structure.kind == "aseg"
    ]
    stem = aseg.labels == 16
    part = stem_scores(aseg.places(stem)).argmax(axis=1)
    for label, name in STEM_REGIONS.items():
        mask = np.zeros_like(stem)
        mask[tuple(np.argwhere(stem)[part == label].T)] = True
        masks.append((name, mask))
    return masks


def _patches(places: Floats, region: Ints, size: int) -> Ints:
    """Divide each region's points into compact patches of about `size`: nearest of points chosen far apart."""
    patch, used = np.zeros(len(places), np.int64), 0
    for value in np.unique(region):
        rows = np.flatnonzero(region == value)
        here = places[rows]
        count = max(2, round(len(rows) / size))
        seeds, away = (
            [int(np.argmax(((here - here.mean(axis=0)) ** 2).sum(axis=1)))],
            np.full(len(rows), np.inf),
        )
        while len(seeds) < count:
            away = np.minimum(away, ((here - here[seeds[-1]]) ** 2).sum(axis=1))
            seeds.append(int(away.argmax()))
        nearest = cKDTree(here[seeds]).query(here)[1]
        patch[rows] = np.unique(nearest, return_inverse=True)[1] + used
        used = int(patch[rows].max()) + 1
    return patch


def nearest_kept(pial: Floats, kept: Ints) -> Ints:
    """Return for every base point (V,) the place in `kept` of itself or, on the medial wall, of the nearest one."""
    return cKDTree(pial[kept]).query(pial)[1]
