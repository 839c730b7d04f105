"""Reads the cortex of fsaverage6: three surfaces, sulcal depth and five label sets, moved to MNI152 space.

`cli` calls it. It knows the packages' file layout and label names, nothing of splitting, packing or drawing.
"""

from dataclasses import dataclass

import nibabel.freesurfer as freesurfer
import numpy as np
from numpy.typing import NDArray

from game.devtools.bake.sources import FSAVERAGE, Sources

# MNI305 (fsaverage) to MNI152, as published on the FreeSurfer wiki page on coordinate systems.
MNI305_TO_MNI152 = np.array(
    [
        [0.9975, -0.0073, 0.0176, -0.0429],
        [0.0146, 1.0009, -0.0024, 1.5496],
        [-0.0130, -0.0093, 0.9971, 1.1840],
        [0.0, 0.0, 0.0, 1.0],
    ]
)
INFLATED_GAP = 3.0  # mm between the midline and each inflated hemisphere
LOBES = {
    "frontal": "superiorfrontal rostralmiddlefrontal caudalmiddlefrontal parsopercularis parstriangularis parsorbitalis"
    " lateralorbitofrontal medialorbitofrontal precentral paracentral frontalpole",
    "parietal": "superiorparietal inferiorparietal supramarginal postcentral precuneus",
    "temporal": "superiortemporal middletemporal inferiortemporal bankssts fusiform transversetemporal entorhinal"
    " temporalpole parahippocampal",
    "occipital": "lateraloccipital lingual cuneus pericalcarine",
    "cingulate": "rostralanteriorcingulate caudalanteriorcingulate posteriorcingulate isthmuscingulate",
    "insula": "insula",
}
LOBE_OF = {name: lobe for lobe, names in LOBES.items() for name in names.split()}
YEO7 = (
    "Visual",
    "Somatomotor",
    "Dorsal attention",
    "Ventral attention",
    "Limbic",
    "Frontoparietal control",
    "Default",
)
BRODMANN = ("BA1", "BA2", "BA3a", "BA3b", "BA4a", "BA4p", "BA6", "BA44", "BA45", "V1", "V2", "MT")
BRODMANN_LEAST = 0.3  # an area is drawn where at least this share of the examined brains had it
NOT_CORTEX = {"unknown", "corpuscallosum", "Unknown", "Medial_wall", "FreeSurfer_Defined_Medial_Wall"}

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Hemisphere:
    """One half of the cortex as read: surfaces (V, 3) in mm, faces (F, 3), sulc (V,), labels (V,) with 0 for none."""

    side: str
    surfaces: dict[str, Floats]
    faces: Ints
    sulc: Floats
    labels: dict[str, Ints]


def read_hemisphere(sources: Sources, side: str) -> Hemisphere:
    """Read the hemisphere "L" or "R"."""
    letter = side.lower()

    def surface(name: str) -> tuple[Floats, Ints]:
        points, faces = freesurfer.read_geometry(sources.path(f"{FSAVERAGE}surf/{letter}h.{name}"))
        return points.astype(np.float64), faces.astype(np.int64)

    pial, faces = surface("pial")
    pial, white = to_mni152(pial), to_mni152(surface("white")[0])
    inflated = _place_inflated(surface("inflated")[0], pial, side)
    sulc = freesurfer.read_morph_data(sources.path(f"{FSAVERAGE}surf/{letter}h.sulc")).astype(np.float64)
    labels = {
        "dk": _annotation(sources, letter, "aparc", label_names(sources)["dk"]),
        "destrieux": _annotation(sources, letter, "aparc.a2009s", label_names(sources)["destrieux"]),
        "yeo7": _yeo(sources, letter),
        "ba": _brodmann(sources, letter, len(pial)),
    }
    return Hemisphere(side, {"pial": pial, "white": white, "inflated": inflated}, faces, sulc, labels)


def to_mni152(points: Floats) -> Floats:
    """Move points (N, 3) from MNI305 to MNI152 mm."""
    return points @ MNI305_TO_MNI152[:3, :3].T + MNI305_TO_MNI152[:3, 3]


def label_names(sources: Sources) -> dict[str, tuple[str, ...]]:
    """Return the names of every label set, "" at index 0."""

    def annotated(name: str) -> tuple[str, ...]:
        raw = freesurfer.read_annot(sources.path(f"{FSAVERAGE}label/lh.{name}.annot"))[2]
        return ("", *(text for item in raw if (text := item.decode()) not in NOT_CORTEX))

    return {
        "dk": annotated("aparc"),
        "destrieux": annotated("aparc.a2009s"),
        "yeo7": ("", *YEO7),
        "lobes": ("", *LOBES),
        "ba": ("", *BRODMANN),
    }


def lobe_of_dk(names: tuple[str, ...]) -> Ints:
    """Return the lobe index of every Desikan-Killiany index."""
    lobes = ("", *LOBES)
    return np.array([lobes.index(LOBE_OF.get(name, "")) for name in names])


def _place_inflated(inflated: Floats, pial: Floats, side: str) -> Floats:
    """Move the inflated surface beside the midline, at the height of the pial one."""
    moved = inflated - inflated.mean(axis=0) + [0.0, *pial.mean(axis=0)[1:]]
    moved[:, 0] += -INFLATED_GAP - moved[:, 0].max() if side == "L" else INFLATED_GAP - moved[:, 0].min()
    return moved


def _annotation(sources: Sources, letter: str, name: str, names: tuple[str, ...]) -> Ints:
    """Read a parcellation as indices into `names`."""
    raw, _, found = freesurfer.read_annot(sources.path(f"{FSAVERAGE}label/{letter}h.{name}.annot"))
    index = {text: i for i, text in enumerate(names) if text}
    table = np.array([index.get(item.decode(), 0) for item in found])
    return np.where(raw < 0, 0, table[np.maximum(raw, 0)])


def _yeo(sources: Sources, letter: str) -> Ints:
    """Read the seven networks; their order in the file is that of YEO7, after the medial wall."""
    file = sources.path(f"{FSAVERAGE}label/{letter}h.Yeo2011_7Networks_N1000.annot")
    return np.maximum(freesurfer.read_annot(file)[0], 0).astype(np.int64)


def _brodmann(sources: Sources, letter: str, count: int) -> Ints:
    """Read the probability of every area and keep the most probable one at each vertex."""
    best, label = np.full(count, BRODMANN_LEAST), np.zeros(count, np.int64)
    for index, area in enumerate(BRODMANN, 1):
        file = sources.path(f"{FSAVERAGE}label/{letter}h.{area}_exvivo.label")
        vertices, values = freesurfer.read_label(file, read_scalars=True)
        better = values > best[vertices]
        label[vertices[better]], best[vertices[better]] = index, values[better]
    return label
