"""Loads the baked brain: cortex, deep structures, cerebellum and the MRI volume, as plain numpy arrays.

The brain world's geometry builder and the home screen call it, usually on a loading thread; `progress` then
feeds the loading bar. It must not import panda3d, and it must not know how the brain is drawn, named or learned.
Lengths are millimetres in MNI152 space: x to the right, y to the front, z up.

Files (written by `python -m game.devtools.bake`): `brain-coarse.npz`, `brain-fine.npz`, `mri.npz`. Positions are
integers in hundredths of a millimetre. Cortex points on a region border are stored as a mixture of three
surface points, so that one list serves the pial, white and inflated surfaces, their normals and their shading.
"""

import json
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_codec import unpack_rows, unpack_triangles
from game.engine.mesh_maths import vertex_normals

Floats = NDArray[np.float32]
Progress = Callable[[float, str], None]

LEVELS = ("coarse", "fine")
SURFACES = ("pial", "white", "inflated")
LABEL_SETS = ("dk", "destrieux", "yeo7", "lobes", "ba")
PACKED_SETS = LABEL_SETS[1:]  # the order of the `edges`, and of the `atlas` vertex column
FORMAT = 2
MILLIMETRES = 0.01


class AssetError(Exception):
    """A brain file is missing, damaged or of another version; `hint` says what to do."""

    def __init__(self, file: Path, message: str, hint: str) -> None:
        super().__init__(f"{file.name}: {message}. {hint}")
        self.file, self.message, self.hint = file, message, hint


@dataclass(frozen=True)
class Split:
    """The same surface with its triangles cut along the borders of one label set: triangles (S, 3), and for each the
    one (S,) of the uncut `CortexHemisphere.triangles` that it lies in."""

    triangles: NDArray[np.uint32]
    parents: NDArray[np.int32]


@dataclass(frozen=True)
class CortexHemisphere:
    """One half of the cortex. Vertices on label borders are doubled: a triangle's three vertices carry its labels.

    `triangles` are cut along the borders of the regions ("dk", "lobes"). A level may have other label sets' borders in
    `splits`, over the same vertices: only there are these sets' labels those of whole triangles. Where a set has no
    split, `triangles` are cut along it too. `border` (V,) is the distance from a region's border, 0..1 for 0..4 mm;
    `edges` (V, 4) those from the borders of PACKED_SETS, 0..255.
    """

    side: str
    pial: Floats
    white: Floats
    inflated: Floats
    normals: dict[str, Floats]
    sulc: Floats
    ao: Floats
    triangles: NDArray[np.uint32]
    labels: dict[str, NDArray[np.uint8]]
    border: Floats
    edges: NDArray[np.uint8]
    splits: dict[str, Split]
    medial_wall: NDArray[np.bool_]
    base: NDArray[np.int32]

    def split(self, label_set: str) -> NDArray[np.uint32]:
        """The triangles (T, 3) that are cut along the borders of a label set."""
        return self.splits[label_set].triangles if label_set in self.splits else self.triangles


@dataclass(frozen=True)
class Structure3D:
    """A closed mesh of one region: vertices (V, 3) mm, normals (V, 3), ao (V,), triangles (T, 3).

    outside: how many triangles, the first ones, can be seen while the brain is closed.
    """

    region_id: str
    vertices: Floats
    normals: Floats
    ao: Floats
    triangles: NDArray[np.uint32]
    outside: int


@dataclass(frozen=True)
class BrainAssets:
    """The whole brain at one level of detail; `label_names[set][index]` names a cortex label, "" at 0.

    touching: for each set the pairs (smaller, larger) of labels that share a border at some level of detail.
    """

    folder: Path
    level: str
    hemispheres: tuple[CortexHemisphere, CortexHemisphere]
    structures: tuple[Structure3D, ...]
    label_names: dict[str, tuple[str, ...]]
    touching: dict[str, frozenset[tuple[int, int]]]

    def region_ids(self) -> tuple[str, ...]:
        """Return every region id that has geometry: Desikan-Killiany left, right, then the structures."""
        names = [name for name in self.label_names["dk"] if name]
        cortex = [f"ctx-{side}h-{name}" for side in "lr" for name in names]
        return (*cortex, *(structure.region_id for structure in self.structures))


@dataclass(frozen=True)
class MriVolume:
    """A T1 image: data uint8 (X, Y, Z) and the affine (4, 4) from voxel index to MNI mm."""

    data: NDArray[np.uint8]
    affine: NDArray[np.float64]


def load_brain(folder: Path, level: str, progress: Progress | None = None) -> BrainAssets:
    """Load `brain-<level>.npz`. Calls `progress(fraction, what)`. AssetError; ValueError for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"level must be one of {LEVELS}, not {level!r}")
    file = folder / f"brain-{level}.npz"
    tell = progress or _quiet
    tell(0.0, "Opening the brain model")
    arrays = _read(file)
    tell(0.3, "Building the left hemisphere")
    try:
        meta = json.loads(arrays["meta"].tobytes())
        _check_format(file, meta)
        left = _hemisphere(arrays, "L")
        tell(0.55, "Building the right hemisphere")
        right = _hemisphere(arrays, "R")
        tell(0.8, "Building the deep structures")
        structures = _structures(arrays, meta["structures"])
        touching = {key: frozenset((a, b) for a, b in pairs) for key, pairs in meta["touching"].items()}
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise AssetError(file, f"its contents are damaged ({error})", RESTORE) from error
    tell(1.0, "Brain model ready")
    names = {key: tuple(value) for key, value in meta["label_names"].items()}
    return BrainAssets(folder, level, (left, right), structures, names, touching)


def load_mri(folder: Path) -> MriVolume:
    """Load `mri.npz`. Raises AssetError when it is missing or damaged."""
    file = folder / "mri.npz"
    arrays = _read(file)
    try:
        return MriVolume(arrays["t1"], arrays["affine"])
    except KeyError as error:
        raise AssetError(file, f"it lacks {error}", RESTORE) from error


RESTORE = "Restore it from the repository, or run: python -m game.devtools bake"


def _quiet(fraction: float, what: str) -> None:
    """Stand in for a progress callback."""


def _read(file: Path) -> dict[str, NDArray[Any]]:
    """Return every array of an .npz file, or raise AssetError."""
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except FileNotFoundError as error:
        raise AssetError(file, f"not found in {file.parent}", RESTORE) from error
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise AssetError(file, f"cannot be read ({error})", RESTORE) from error


def _check_format(file: Path, meta: dict[str, Any]) -> None:
    """Raise AssetError when the file was written by another version of the bake."""
    if meta.get("format") != FORMAT:
        raise AssetError(file, f"has format {meta.get('format')}, this program reads {FORMAT}", RESTORE)


def _hemisphere(arrays: dict[str, NDArray[Any]], side: str) -> CortexHemisphere:
    """Rebuild one hemisphere: base points, then border mixtures, then vertices doubled by label."""
    part = {name[2:]: value for name, value in arrays.items() if name.startswith(f"{side}/")}
    corners = unpack_rows(part["mix_corners"], 3)
    weights = part["mix_weights"].astype(np.float32) / 255.0
    weights = np.column_stack([weights, 1.0 - weights.sum(axis=1)])
    point = unpack_rows(part["vertex_point"], 1)[:, 0]
    triangles = unpack_triangles(part["triangles_dk"])
    faces = unpack_triangles(part["base_faces"])
    base = {
        name: unpack_rows(part[name], 3).astype(np.float32) * np.float32(MILLIMETRES) for name in SURFACES
    }

    def spread(values: Floats) -> Floats:
        mixed = np.einsum("mc,mc...->m...", weights, values[corners])
        return np.ascontiguousarray(np.concatenate([values, mixed])[point], dtype=np.float32)

    normals = {name: _unit(spread(vertex_normals(base[name], faces))) for name in SURFACES}
    labels = dict(zip(LABEL_SETS, part["labels"], strict=True))
    nearest = np.concatenate(
        [
            np.arange(len(base["pial"]), dtype=np.int32),
            corners[np.arange(len(corners)), weights.argmax(axis=1)],
        ]
    )
    return CortexHemisphere(
        side=side,
        pial=spread(base["pial"]),
        white=spread(base["white"]),
        inflated=spread(base["inflated"]),
        normals=normals,
        sulc=spread(part["sulc"].astype(np.float32) * np.float32(part["sulc_scale"])),
        ao=spread(part["ao"].astype(np.float32) / np.float32(255)),
        triangles=triangles,
        labels=labels,
        border=part["border"].astype(np.float32)[point] / np.float32(255),
        edges=np.ascontiguousarray(part["edges"].T[point]),
        splits={
            name: Split(
                unpack_triangles(part[f"triangles_{name}"]), unpack_rows(part[f"parents_{name}"], 1)[:, 0]
            )
            for name in LABEL_SETS
            if f"parents_{name}" in part
        },
        medial_wall=labels["dk"] == 0,
        base=nearest[point],
    )


def _structures(arrays: dict[str, NDArray[Any]], table: list[list[Any]]) -> tuple[Structure3D, ...]:
    """Cut the joined structure arrays into one mesh a region; `table` rows: region id, vertices, triangles,
    outside ones."""
    vertices = unpack_rows(arrays["S/vertices"], 3).astype(np.float32) * np.float32(MILLIMETRES)
    normals = _unit(arrays["S/normals"].astype(np.float32))
    ao = arrays["S/ao"].astype(np.float32) / np.float32(255)
    triangles = unpack_triangles(arrays["S/triangles"])
    if not len(vertices) == len(normals) == len(ao):
        raise ValueError("the structures' points, normals and shading differ in number")
    found, v, t = [], 0, 0
    for region_id, vertex_count, triangle_count, outside in table:
        mine, faces = slice(v, v + vertex_count), triangles[t : t + triangle_count] - np.uint32(v)
        found.append(Structure3D(region_id, vertices[mine], normals[mine], ao[mine], faces, outside))
        v, t = v + vertex_count, t + triangle_count
    if v != len(vertices) or t != len(triangles):
        raise ValueError("the structure table does not add up")
    return tuple(found)


def _unit(vectors: Floats) -> Floats:
    """Return the vectors scaled to length 1."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.ascontiguousarray(vectors / np.maximum(length, 1e-9), dtype=np.float32)
