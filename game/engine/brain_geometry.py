"""Turns baked brain meshes into Panda3D geometry: one vertex buffer that holds pial, white and inflated surfaces.

Called by brain_node.py, and by picking through `MeshPart`. It knows positions, normals, tissue values and region
columns; it knows no colours, no camera and no state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
)

from game.engine.brain_assets import PACKED_SETS, BrainAssets, CortexHemisphere, Split, Structure3D
from game.engine.mesh_maths import distinct
from game.engine.vertex_data import unculled_node

Floats = NDArray[np.float32]

_STATIC = np.dtype(
    [
        ("vertex", "<f4", 3),
        ("normal", "<f4", 3),
        ("white", "<f4", 3),
        ("inflated", "<f4", 3),
        ("white_normal", "u1", 4),
        ("inflated_normal", "u1", 4),
        ("tissue", "u1", 4),
        ("atlas", "u1", 4),
        ("edges", "u1", 4),
        ("region", "<f4"),
    ]
)
_PAINT = np.dtype([("paint", "u1", 4)])
_CONTENTS = {"vertex": GeomEnums.C_point, "normal": GeomEnums.C_normal}
_SULC_CROWN, _SULC_SPAN = (
    2.6,
    5.9,
)  # baked depth runs from -1.5 (crown) to 1.85 (floor): both ends keep some of the other
_BRAINSTEM = ("Midbrain", "Pons", "Medulla", "Brain-Stem")


@dataclass(frozen=True)
class MeshPart:
    """One drawable node: its name, vertex rows, triangles, and where its vertices lie in `vertex_order`.

    `vertices` float32 (V,3) MNI mm, `triangles` uint32 (T,3), `columns` int (V,) region column of each vertex
    (equal for the three of a triangle), `paint_slices` ranges of the whole brain's vertex order, in order.
    `splits`: the triangles to draw when a label set gives the colours, where these are others. `outside` (O,3): the
    triangles that can be seen while the brain is closed; None for all.
    """

    name: str
    rows: NDArray[np.void]
    triangles: NDArray[np.uint32]
    paint_slices: tuple[slice, ...]
    splits: Mapping[str, Split] = field(default_factory=dict)
    outside: NDArray[np.uint32] | None = None

    @property
    def vertices(self) -> Floats:
        return self.rows["vertex"]

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """The region columns that occur in the part, ascending."""
        return distinct(self.rows["region"].astype(np.int64))

    def split(self, label_set: str) -> NDArray[np.uint32]:
        """The triangles (S,3) that are drawn when a label set gives the colours."""
        return self.splits[label_set].triangles if label_set in self.splits else self.triangles

    def pieces(self, label_set: str, triangle: int) -> NDArray[np.uint32]:
        """What one of `triangles` is drawn as when a label set gives the colours, (pieces, 3)."""
        if label_set not in self.splits:
            return self.triangles[triangle : triangle + 1]
        order, first = self._families[label_set]
        return self.splits[label_set].triangles[order[first[triangle] : first[triangle + 1]]]

    @cached_property
    def _families(self) -> dict[str, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """For each split the order of its triangles by their parent, and where each parent's begin."""
        found = {}
        for name, split in self.splits.items():
            order = np.argsort(split.parents, kind="stable")
            numbers = np.arange(len(self.triangles) + 1)
            found[name] = (order, np.searchsorted(split.parents[order], numbers))
        return found

    @property
    def triangle_columns(self) -> NDArray[np.int64]:
        """Region column of each triangle, (T,)."""
        return self.rows["region"][self.triangles[:, 0]].astype(np.int64)


@dataclass(frozen=True)
class RegionColumns:
    """Which column of the region texture a region has. Column 0 is 'no region'."""

    region_ids: tuple[str, ...]

    def column(self, region_id: str) -> int:
        """Raises KeyError for a region without geometry."""
        try:
            return self.region_ids.index(region_id) + 1
        except ValueError:
            raise KeyError(region_id) from None

    def region(self, column: int) -> str | None:
        """The region of a column; None for column 0."""
        return self.region_ids[column - 1] if 0 < column <= len(self.region_ids) else None


def part_of(region_id: str) -> str:
    """Which node a structure is drawn with: "cerebellum", "brainstem" or "deep"."""
    if region_id.startswith("Cerebellum-") or region_id.endswith("Cerebellum-Cortex"):
        return "cerebellum"
    stem = region_id in _BRAINSTEM or region_id.endswith("Cerebellum-White-Matter")  # with its peduncles
    return "brainstem" if stem else "deep"


def vertex_count(assets: BrainAssets) -> int:
    """Vertices of the whole brain in `paint` order: left cortex, right cortex, structures as listed."""
    return sum(len(h.pial) for h in assets.hemispheres) + sum(len(s.vertices) for s in assets.structures)


def mesh_parts(assets: BrainAssets, columns: RegionColumns) -> tuple[MeshPart, ...]:
    """The parts of the brain: cortex-L, cortex-R, and (where there is anything) cerebellum, brainstem, deep."""
    parts, start = [], 0
    for hemisphere in assets.hemispheres:
        rows = _cortex_rows(hemisphere, assets.label_names["dk"], columns)
        rows["atlas"] = np.stack([hemisphere.labels[name] for name in PACKED_SETS], axis=1)
        rows["edges"] = hemisphere.edges
        span = slice(start, start + len(rows))
        name = f"cortex-{hemisphere.side}"
        parts.append(MeshPart(name, rows, hemisphere.triangles, (span,), hemisphere.splits))
        start = span.stop
    groups: dict[str, list[tuple[Structure3D, slice]]] = {"cerebellum": [], "brainstem": [], "deep": []}
    for structure in assets.structures:
        span = slice(start, start + len(structure.vertices))
        groups[part_of(structure.region_id)].append((structure, span))
        start = span.stop
    parts += [_merged(name, members, columns) for name, members in groups.items() if members]
    return tuple(parts)


def geom_node(part: MeshPart) -> GeomNode:
    """The part as a GeomNode with a static array and a dynamic `paint` array; never culled: its shader moves it."""
    data = GeomVertexData(part.name, _vertex_format(), Geom.UH_static)
    data.unclean_set_num_rows(len(part.rows))
    _copy(data.modify_array(0), part.rows)
    _copy(data.modify_array(1), np.zeros(len(part.rows), _PAINT))
    geom = Geom(data)
    geom.add_primitive(primitive(part, part.triangles))
    return unculled_node(part.name, geom)


def primitive(part: MeshPart, triangles: NDArray[np.uint32]) -> GeomTriangles:
    """Triangles (T,3) over a part's vertices, for its node: see `draw_primitive`."""
    small = len(part.rows) < 0xFFFF
    made = GeomTriangles(Geom.UH_static)
    made.set_index_type(GeomEnums.NT_uint16 if small else GeomEnums.NT_uint32)
    index = made.modify_vertices()
    index.unclean_set_num_rows(triangles.size)
    _copy(index, np.ascontiguousarray(triangles, "<u2" if small else "<u4"))
    return made


def draw_primitive(node: GeomNode, triangles: GeomTriangles) -> None:
    """Draw other triangles over the vertices of a part's node."""
    node.modify_geom(0).set_primitive(0, triangles)


def write_paint(node: GeomNode, paint: NDArray[np.uint32]) -> None:
    """Rewrite the paint array of a part: of each vertex (V,) the label column in the low 16 bits, the tint 0..255 in
    the 8 above."""
    _copy(node.modify_geom(0).modify_vertex_data().modify_array(1), paint.astype("<u4", copy=False))


def _cortex_rows(
    hemisphere: CortexHemisphere, names: Sequence[str], columns: RegionColumns
) -> NDArray[np.void]:
    side = "lh" if hemisphere.side == "L" else "rh"
    by_label = np.array([columns.column(f"ctx-{side}-{name}") if name else 0 for name in names], np.float32)
    rows = np.zeros(len(hemisphere.pial), _STATIC)
    rows["vertex"], rows["normal"] = hemisphere.pial, hemisphere.normals["pial"]
    rows["white"], rows["inflated"] = hemisphere.white, hemisphere.inflated
    rows["white_normal"] = _packed(hemisphere.normals["white"])
    rows["inflated_normal"] = _packed(hemisphere.normals["inflated"])
    depth = np.clip((hemisphere.sulc + _SULC_CROWN) / _SULC_SPAN, 0.0, 1.0)
    rows["tissue"][:, 0] = np.rint(255 * depth * depth * (3 - 2 * depth))
    rows["tissue"][:, 1] = np.rint(255 * np.clip(hemisphere.ao, 0, 1))
    rows["tissue"][:, 2] = np.rint(255 * np.clip(hemisphere.border, 0, 1))
    rows["region"] = by_label[hemisphere.labels["dk"]]
    return rows


def _merged(name: str, members: Iterable[tuple[Structure3D, slice]], columns: RegionColumns) -> MeshPart:
    rows, triangles, outside, spans, start = [], [], [], [], 0
    for structure, span in members:
        part = np.zeros(len(structure.vertices), _STATIC)
        for surface in ("vertex", "white", "inflated"):
            part[surface] = structure.vertices
        part["normal"] = structure.normals
        part["white_normal"] = part["inflated_normal"] = _packed(structure.normals)
        part["tissue"][:, 1] = np.rint(255 * np.clip(structure.ao, 0, 1))
        part["tissue"][:, 2] = 255
        part["edges"] = 255
        part["region"] = columns.column(structure.region_id)
        rows.append(part)
        triangles.append(structure.triangles.astype(np.uint32) + np.uint32(start))
        outside.append(triangles[-1][: structure.outside])
        spans.append(span)
        start += len(part)
    every, seen = np.concatenate(triangles), np.concatenate(outside)
    return MeshPart(
        name, np.concatenate(rows), every, tuple(spans), outside=seen if len(seen) < len(every) else None
    )


def _packed(normals: Floats) -> NDArray[np.uint8]:
    packed = np.zeros((len(normals), 4), np.uint8)
    packed[:, :3] = np.rint(np.clip(normals * 0.5 + 0.5, 0, 1) * 255)
    return packed


def _vertex_format() -> GeomVertexFormat:
    vertex_format = GeomVertexFormat()
    for dtype in (_STATIC, _PAINT):
        array = GeomVertexArrayFormat()
        for name in dtype.names or ():
            field = dtype[name]
            packed = field.base == np.uint8
            width = int(np.prod(field.shape, dtype=int))
            kind = GeomEnums.NT_uint8 if packed else GeomEnums.NT_float32
            contents = GeomEnums.C_color if packed else _CONTENTS.get(name, GeomEnums.C_other)
            array.add_column(InternalName.make(name), width, kind, contents)
        if array.get_stride() != dtype.itemsize:
            raise ValueError(f"the columns of {dtype} are padded differently by the engine")
        vertex_format.add_array(array)
    return GeomVertexFormat.register_format(vertex_format)


def _copy(target: Any, source: NDArray[Any]) -> None:
    if source.size:
        memoryview(target).cast("B")[:] = memoryview(np.ascontiguousarray(source).data).cast("B")
