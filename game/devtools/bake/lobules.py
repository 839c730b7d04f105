"""Builds the cerebellum's lobules as closed solids that meet without gaps.

`build` calls `lobules`. SUIT's sheet (`cerebellum`) gives the folded outside and the lobules' names, FreeSurfer's
segmentation closes it where the sheet is open: at the peduncles and along the seam of the vermis. Each lobule
reaches from the outside down to the white matter. It knows nothing of packing or drawing.
"""

from dataclasses import dataclass

import fast_simplification
import numpy as np
import trimesh
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree
from skimage import measure
from trimesh import smoothing

from game.devtools.bake import borders, solids
from game.devtools.bake.cerebellum import Sheet, lobule_labels, read_border_points, read_sheet
from game.devtools.bake.deep import Segmentation, Structure
from game.devtools.bake.occlusion import openness
from game.devtools.bake.sources import Sources
from game.devtools.bake.volumes import mesh_of
from game.engine.mesh_maths import vertex_normals

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
MARGIN = 10.0  # mm around the sheet, for the stumps of the peduncles
STEP = 0.7  # mm of the grid on which sheet and segmentation are joined
TARGETS = {"fine": 36000, "coarse": 4500}  # triangles of the whole outside
CEREBELLUM, WHITE_MATTER = (7, 8, 46, 47), (7, 46)
OVERHANG, UNDERLAY = (
    2.5,
    1.5,
)  # mm the sheet may stand outside the segmentation, and must at most lie inside it
CORE_DEPTH = 2  # mm
CORE_SHARE = 0.9  # how far down to the white matter a lobule reaches
NORMAL_WEIGHT = 3.0  # mm that opposite facings count when a point looks for its place on the sheet
SMOOTH_ROUNDS = {"fine": 20, "coarse": 4}
THINNEST = 1.5  # mm from the outside to the inside of a lobule, at least
INNER_SHADE = 0.55
BARE = 2.5  # mm from the sheet beyond which white matter shows
STUMPS = ("Left-Cerebellum-White-Matter", "Right-Cerebellum-White-Matter")
SIDES = {"Left": "L", "Right": "R", "Vermis": ""}


@dataclass(frozen=True)
class _Outside:
    """The closed outer surface at one level: points, normals, faces, and the innermost point below each."""

    points: Floats
    normals: Floats
    faces: Ints
    inner: Floats


def lobules(
    sources: Sources, aseg: Segmentation
) -> tuple[list[Structure], dict[str, dict[str, solids.Solid]]]:
    """Return the lobules, and by level and white matter region the stumps where the peduncles leave it."""
    sheet = read_sheet(sources)
    names, labels = lobule_labels(sheet, read_border_points(sources))
    whole = _closed_surface(sheet, aseg)
    core = _core(aseg)
    made = {}
    for level, target in TARGETS.items():
        outside = _outside(whole, core, target)
        made[level] = _cut_up(outside, _named(outside, sheet, labels, aseg), len(names) + len(STUMPS), level)
    stumps = {level: dict(zip(STUMPS, parts[len(names) :], strict=True)) for level, parts in made.items()}
    return [
        Structure(
            f"Cerebellum-{part}-{name}",
            f"Cerebellum-Vermis-{name}" if part == "Vermis" else f"Cerebellum-{name}",
            SIDES[part],
            "cerebellum",
            None,
            made["fine"][k],
            made["coarse"][k],
        )
        for k, (part, name) in enumerate(names)
    ], stumps


def _closed_surface(sheet: Sheet, aseg: Segmentation) -> trimesh.Trimesh:
    """Join the sheet and the segmented cerebellum into one closed surface."""
    low, high = sheet.outer.min(axis=0) - MARGIN, sheet.outer.max(axis=0) + MARGIN
    axes = [np.arange(a, b, STEP) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    below_sheet, in_segment = _depth_below_sheet(sheet, grid), _depth_in(aseg, CEREBELLUM, grid)
    depth = np.maximum(np.minimum(below_sheet, in_segment + OVERHANG), in_segment - UNDERLAY)
    field = ndimage.gaussian_filter(np.clip(depth, -3.0, 3.0).reshape([len(axis) for axis in axes]), 0.8)
    points, faces, _, _ = measure.marching_cubes(field, 0.0)
    mesh = trimesh.Trimesh(points * STEP + low, faces, process=True)
    mesh = max(mesh.split(only_watertight=False), key=lambda piece: len(piece.faces))
    smoothing.filter_taubin(mesh, lamb=0.5, nu=0.53, iterations=10)
    trimesh.repair.fix_normals(mesh)
    if mesh.volume < 0:
        mesh.invert()
    return mesh


def _depth_below_sheet(sheet: Sheet, places: Floats) -> Floats:
    """Return (N,) mm below the nearest part of the sheet, negative above it."""
    normals = vertex_normals(sheet.outer.astype(np.float32), sheet.faces.astype(np.uint32)).astype(np.float64)
    _, near = cKDTree(sheet.outer).query(places, k=4)
    return -np.einsum("nki,nki->nk", places[:, None] - sheet.outer[near], normals[near]).mean(axis=1)


def _depth_in(aseg: Segmentation, numbers: tuple[int, ...], places: Floats) -> Floats:
    """Return (N,) mm inside the segmented structures, negative outside. Voxels are 1 mm."""
    mask = np.isin(aseg.labels, numbers)
    box = tuple(slice(axis.min() - 12, axis.max() + 13) for axis in np.nonzero(mask))
    part = mask[box]
    depth = ndimage.gaussian_filter(
        ndimage.distance_transform_edt(part) - ndimage.distance_transform_edt(~part), 1.0
    )
    voxels = np.linalg.solve(aseg.affine, np.c_[places, np.ones(len(places))].T)[:3]
    return ndimage.map_coordinates(
        depth, voxels - np.array([[side.start] for side in box]), order=1, cval=-20.0
    )


def _core(aseg: Segmentation) -> Floats:
    """Return points all over a surface CORE_DEPTH mm inside the cerebellar white matter."""
    mask = ndimage.binary_erosion(np.isin(aseg.labels, WHITE_MATTER), iterations=CORE_DEPTH)
    return np.asarray(mesh_of(mask, aseg.affine, 40000).vertices)


def _outside(whole: trimesh.Trimesh, core: Floats, target: int) -> _Outside:
    """Return the closed surface with about `target` triangles, and where its lobules end inside.

    Ways to the nearest point of a surface never cross, so the lobules' side walls do not either.
    """
    made = fast_simplification.simplify(
        whole.vertices.astype(np.float32), whole.faces.astype(np.int32), target_count=target
    )
    mesh = trimesh.Trimesh(*made, process=True)
    points, faces = np.asarray(mesh.vertices), np.asarray(mesh.faces, dtype=np.int64)
    normals = vertex_normals(points.astype(np.float32), faces.astype(np.uint32)).astype(np.float64)
    down = (core[cKDTree(core).query(points)[1]] - points) * CORE_SHARE
    shallow = np.maximum(np.einsum("ij,ij->i", down, normals) + THINNEST, 0.0)
    return _Outside(points, normals, faces, points + down - shallow[:, None] * normals)


def _named(outside: _Outside, sheet: Sheet, labels: Ints, aseg: Segmentation) -> Ints:
    """Return the label (V,) of every point: the sheet's lobule, or a stump where white matter leaves the sheet."""
    facing = vertex_normals(sheet.outer.astype(np.float32), sheet.faces.astype(np.uint32))
    tree = cKDTree(np.c_[sheet.outer, facing * NORMAL_WEIGHT])
    own = labels[tree.query(np.c_[outside.points, outside.normals * NORMAL_WEIGHT])[1]]
    bare = cKDTree(sheet.outer).query(outside.points)[0] > BARE
    bare &= _depth_in(aseg, WHITE_MATTER, outside.points) > -1.0
    return np.where(bare, labels.max() + 1 + (outside.points[:, 0] > 0), own)


def _cut_up(outside: _Outside, own: Ints, count: int, level: str) -> list[solids.Solid]:
    """Cut along the smoothed borders of the labels (V,) and close each label's piece."""
    values = borders.scores(
        own, outside.faces, SMOOTH_ROUNDS[level], least_island=60 if level == "fine" else 8
    )
    cut = borders.cut(borders.uncut(len(outside.points), outside.faces), "lobule", values)
    ao = openness(outside.points, outside.normals, outside.faces)
    outer, inner, normals, shade = (
        cut.mix(part) for part in (outside.points, outside.inner, outside.normals, ao)
    )
    made = []
    for label in range(count):
        used, triangles, rim = solids.outer_part(cut, label, "lobule")
        made.append(
            solids.slab(outer[used], inner[used], normals[used], triangles, shade[used], rim, INNER_SHADE)
        )
    return made
