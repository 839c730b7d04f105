"""Turns labelled voxels into smooth closed meshes of the same volume, in MNI152 mm.

`deep` and `cuts` call it. It knows no files and no region names.
"""

import fast_simplification
import numpy as np
import trimesh
from numpy.typing import NDArray
from scipy import ndimage
from skimage import measure
from trimesh import smoothing

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
MARGIN = 6  # voxels kept around the mask
SMALLEST_PIECE = 0.05  # share of the largest piece's volume below which a piece is dropped


def mesh_of(mask: Mask, affine: Floats, target: int, blur: float = 1.0, finer: int = 2) -> trimesh.Trimesh:
    """Return a smooth mesh of the voxels: blurred by `blur` voxels, sampled `finer` times finer, `target` triangles.

    The iso level and a last scaling keep the volume of the mask. Normals point outward.
    """
    grid, scale, offset = _blurred(mask, blur, finer)
    level = _volume_keeping_level(grid, float(mask.sum()) / float(np.prod(scale)))
    points, faces, _, _ = measure.marching_cubes(grid, level)
    points = (points * scale + offset) @ affine[:3, :3].T + affine[:3, 3]
    mesh = _large_pieces(trimesh.Trimesh(points, faces, process=True))
    volume = abs(mesh.volume)
    smoothing.filter_taubin(mesh, lamb=0.5, nu=0.53, iterations=25)
    if len(mesh.faces) > target:
        made = fast_simplification.simplify(
            mesh.vertices.astype(np.float32), mesh.faces.astype(np.int32), target_count=target
        )
        mesh = trimesh.Trimesh(*made, process=True)
    trimesh.repair.fix_normals(mesh)
    if mesh.volume < 0:
        mesh.invert()
    centre = mesh.centroid
    mesh.vertices = (mesh.vertices - centre) * (volume / abs(mesh.volume)) ** (1 / 3) + centre
    return mesh


def thinned(mesh: trimesh.Trimesh, target: int) -> trimesh.Trimesh:
    """Return the mesh with about `target` triangles, unchanged when it has no more, or when thinning tears it."""
    if len(mesh.faces) <= target:
        return mesh
    made = fast_simplification.simplify(
        mesh.vertices.astype(np.float32), mesh.faces.astype(np.int32), target_count=target
    )
    thin = trimesh.Trimesh(*made, process=True)
    return thin if thin.is_watertight or not mesh.is_watertight else mesh


def _blurred(mask: Mask, blur: float, finer: int) -> tuple[NDArray[np.float32], Floats, Floats]:
    """Return the blurred, refined grid around the mask, its step in voxels and its first voxel."""
    box = tuple(slice(max(0, axis.min() - MARGIN), axis.max() + MARGIN + 1) for axis in np.nonzero(mask))
    grid = np.pad(mask[box].astype(np.float32), 2)
    before = np.array(grid.shape)
    grid = ndimage.gaussian_filter(grid, blur)
    if finer > 1:
        grid = ndimage.zoom(grid, finer, order=1, grid_mode=False, mode="nearest")
    scale = (before - 1) / (np.array(grid.shape) - 1)
    return grid, scale, np.array([part.start for part in box]) - 2.0


def _volume_keeping_level(grid: NDArray[np.float32], cells: float) -> float:
    """Return the value above which the grid has `cells` cells."""
    return float(np.clip(np.sort(grid.ravel())[-int(cells)], 0.2, 0.6))


def _large_pieces(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return the mesh without its crumbs."""
    pieces = mesh.split(only_watertight=False)
    if len(pieces) < 2:
        return mesh
    with np.errstate(invalid="ignore"):  # a crumb may enclose nothing
        volumes = [abs(piece.volume) for piece in pieces]
    least = max(volumes) * SMALLEST_PIECE
    return trimesh.util.concatenate(
        [piece for piece, volume in zip(pieces, volumes, strict=True) if volume > least]
    )
