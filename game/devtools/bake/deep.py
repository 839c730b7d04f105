"""Builds the deep structures: aseg volumes, brainstem and corpus callosum cut into parts, CIT168 nuclei.

`cli` calls `deep_structures`. It knows FreeSurfer's numbers and the atlases' labels, nothing of packing or drawing.
"""

from dataclasses import dataclass

import nibabel
import numpy as np
import trimesh
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from game.devtools.bake import borders, solids
from game.devtools.bake.cortex import MNI305_TO_MNI152
from game.devtools.bake.occlusion import openness
from game.devtools.bake.sources import CIT168, FSAVERAGE, Sources
from game.devtools.bake.volumes import mesh_of, thinned

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
COARSE_SHARE = 8  # the coarse level has one triangle for so many of the fine level

# structure, left label, right label, triangles: FreeSurfer's automatic segmentation (aseg)
PAIRED = (
    ("Thalamus", 10, 49, 5000),
    ("Caudate", 11, 50, 4000),
    ("Putamen", 12, 51, 4000),
    ("Pallidum", 13, 52, 1500),
    ("Hippocampus", 17, 53, 5000),
    ("Amygdala", 18, 54, 2500),
    ("Accumbens-area", 26, 58, 1000),
    ("VentralDC", 28, 60, 4000),
    ("Lateral-Ventricle", 4, 43, 8000),
    ("Inf-Lat-Vent", 5, 44, 800),
    ("choroid-plexus", 31, 63, 1200),
    ("Cerebellum-White-Matter", 7, 46, 4000),
)
MIDLINE = (("3rd-Ventricle", 14, 1500), ("4th-Ventricle", 15, 1500), ("Optic-Chiasm", 85, 600))
CALLOSUM = {
    251: "CC_Posterior",
    252: "CC_Mid_Posterior",
    253: "CC_Central",
    254: "CC_Mid_Anterior",
    255: "CC_Anterior",
}
BRAIN_STEM = 16
# Oblique planes through (y, z) pairs, placed by eye on the midsagittal T1: approximate by nature.
PONTOMESENCEPHALIC = ((-18.0, -20.5), (-36.0, -15.0))
PONTOMEDULLARY = ((-25.0, -47.5), (-43.0, -40.0))
STEM_END = -62.0  # the segmentation tapers off below the foramen magnum: cut flat here
STEM_PARTS = {1: "Medulla", 2: "Pons", 3: "Midbrain"}
VENTRICLE_GAP = 0.3  # mm
NUCLEI = {
    8: "Red-Nucleus",
    9: "Substantia-Nigra-pr",
    7: "SNc-VTA",
    16: "Subthalamic-Nucleus",
    14: "Hypothalamus",
    15: "Mammillary-Nucleus",
    13: "Habenula",
    12: "Ventral-Pallidum",
    5: "GPe",
    6: "GPi",
}
NUCLEUS_RIGHT, NUCLEUS_TRIANGLES, TINY = 100, 900, 300


@dataclass(frozen=True)
class Structure:
    """One region's geometry at both levels, with what is known of its origin."""

    region_id: str
    structure: str
    side: str
    kind: str
    number: int | None
    fine: solids.Solid
    coarse: solids.Solid


@dataclass(frozen=True)
class Segmentation:
    """aseg voxels (X, Y, Z) and the affine (4, 4) from voxel index to MNI152 mm."""

    labels: NDArray[np.int16]
    affine: Floats

    def places(self, mask: NDArray[np.bool_]) -> Floats:
        """Return the mm positions (N, 3) of the voxels in the mask."""
        return np.argwhere(mask) @ self.affine[:3, :3].T + self.affine[:3, 3]


def read_segmentation(sources: Sources) -> Segmentation:
    """Read fsaverage6's aseg."""
    image = nibabel.load(sources.path(f"{FSAVERAGE}mri/aseg.mgz"))
    return Segmentation(np.asarray(image.dataobj).astype(np.int16), MNI305_TO_MNI152 @ image.affine)


def read_nuclei(sources: Sources) -> Segmentation:
    """Read the CIT168 label volume, which is in MNI152 space already."""
    image = nibabel.load(sources.path(CIT168))
    return Segmentation(np.rint(np.asarray(image.dataobj)).astype(np.int16), np.asarray(image.affine))


def deep_structures(aseg: Segmentation, nuclei: Segmentation) -> list[Structure]:
    """Build every deep structure, in the fixed order of the tables above."""
    made = []
    for name, left, right, triangles in PAIRED:
        for side, number in (("L", left), ("R", right)):
            mask = aseg.labels == number
            if name == "Lateral-Ventricle":
                mask |= aseg.labels == (31 if side == "L" else 63)  # the plexus hangs in the ventricle
            mesh = mesh_of(mask, aseg.affine, triangles, blur=0.7 if triangles < 1300 else 1.0)
            _draw_in(mesh, name)
            made.append(_whole(f"{WORD[side]}-{name}", name, side, "aseg", number, mesh))
    for name, number, triangles in MIDLINE:
        mesh = mesh_of(aseg.labels == number, aseg.affine, triangles, blur=0.7 if triangles < 1300 else 1.0)
        _draw_in(mesh, name)
        made.append(_whole(name, name, "", "aseg", number, mesh))
    made += _callosum(aseg) + _brain_stem(aseg)
    for number, name in NUCLEI.items():
        for side, offset in (("L", 0), ("R", NUCLEUS_RIGHT)):
            mask = nuclei.labels == number + offset
            tiny = int(mask.sum()) < TINY
            mesh = mesh_of(
                mask, nuclei.affine, NUCLEUS_TRIANGLES, blur=0.5 if tiny else 0.7, finer=3 if tiny else 2
            )
            made.append(_whole(f"{WORD[side]}-{name}", name, side, "cit168", number + offset, mesh))
    return made


WORD = {"L": "Left", "R": "Right"}


def height_above(places: Floats, plane: tuple[tuple[float, float], tuple[float, float]]) -> Floats:
    """Return (N,) the vertical distance in mm of places above an oblique plane given by two (y, z) points."""
    (y0, z0), (y1, z1) = plane
    return places[:, 2] - (z0 + (places[:, 1] - y0) * (z1 - z0) / (y1 - y0))


def stem_scores(places: Floats) -> Floats:
    """Return scores (N, 4) whose argmax is 0 cut off, 1 medulla, 2 pons, 3 midbrain; linear, so cuts are plane."""
    pons, midbrain = height_above(places, PONTOMEDULLARY), height_above(places, PONTOMESENCEPHALIC)
    return np.column_stack([STEM_END - places[:, 2], np.zeros(len(places)), pons, pons + midbrain])


def _whole(region_id: str, name: str, side: str, kind: str, number: int, mesh: trimesh.Trimesh) -> Structure:
    """Wrap a mesh that is one structure."""
    coarse = thinned(mesh, max(len(mesh.faces) // COARSE_SHARE, 120))
    return Structure(region_id, name, side, kind, number, _solid(mesh), _solid(coarse))


def _draw_in(mesh: trimesh.Trimesh, name: str) -> None:
    """Draw a ventricle's wall in a little: nuclei that line it then lie before it, not half in and half out."""
    if "Vent" in name and name != "VentralDC":
        mesh.vertices = mesh.vertices - mesh.vertex_normals * VENTRICLE_GAP


def _solid(mesh: trimesh.Trimesh) -> solids.Solid:
    """Return vertices, normals and shading of a closed mesh."""
    points, normals = np.asarray(mesh.vertices), np.array(mesh.vertex_normals)
    flat = np.linalg.norm(normals, axis=1) < 0.5  # a point pinched between triangles that cancel out
    outward = points[flat] - points.mean(axis=0)
    normals[flat] = outward / np.linalg.norm(outward, axis=1, keepdims=True)
    faces = np.asarray(mesh.faces, dtype=np.int64)
    return solids.Solid(points, normals, faces, openness(points, normals, faces, directions=96))


def _callosum(aseg: Segmentation) -> list[Structure]:
    """Build the corpus callosum as one smooth body and cut it into FreeSurfer's five parts."""
    numbers = np.array(list(CALLOSUM))
    mask = np.isin(aseg.labels, numbers)
    inside = aseg.labels[mask]
    tree = cKDTree(aseg.places(mask))
    parts = []
    for target in (6000, 6000 // COARSE_SHARE):
        mesh = mesh_of(mask, aseg.affine, target, blur=1.1)
        nearest = inside[tree.query(mesh.vertices)[1]]
        labels = np.searchsorted(numbers, nearest)
        parts.append(_cut_up(mesh, borders.scores(labels, np.asarray(mesh.faces), rounds=3), range(5)))
    return [
        Structure(name, name, "", "aseg", number, parts[0][k], parts[1][k])
        for k, (number, name) in enumerate(CALLOSUM.items())
    ]


def _brain_stem(aseg: Segmentation) -> list[Structure]:
    """Build the brainstem as one smooth body and cut it flat into medulla, pons and midbrain."""
    mask = aseg.labels == BRAIN_STEM
    parts = []
    for target in (12000, 12000 // COARSE_SHARE):
        mesh = mesh_of(mask, aseg.affine, target, blur=1.2)
        parts.append(_cut_up(mesh, stem_scores(np.asarray(mesh.vertices)), STEM_PARTS))
    return [
        Structure(STEM_PARTS[label], STEM_PARTS[label], "", "brainstem", None, parts[0][k], parts[1][k])
        for k, label in enumerate(STEM_PARTS)
    ]


def _cut_up(mesh: trimesh.Trimesh, values: Floats, labels: range | dict[int, str]) -> list[solids.Solid]:
    """Cut a closed mesh along scores (V, L) and close each label's piece with flat caps."""
    whole = _solid(mesh)
    cut = borders.cut(borders.uncut(len(whole.vertices), whole.triangles), "part", values, nearest=0.002)
    points, normals, ao = cut.mix(whole.vertices), cut.mix(whole.normals), cut.mix(whole.ao)
    made = []
    for label in labels:
        used, triangles, rim = solids.outer_part(cut, label, "part")
        made.append(solids.capped(points[used], normals[used], triangles, ao[used], rim))
    return made
