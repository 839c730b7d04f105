"""Which region of the brain lies under a ray: Bullet triangle meshes, triangle index -> region column.

Called by brain_node.py. The rule for hover, click and touch alike: what is picked is what is drawn. Hidden regions and
faces turned away never; the nearest opaque surface first; a ghost only when nothing opaque lies behind it. It knows
columns, not names; rays come in the mesh's own millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from panda3d.bullet import BulletRigidBodyNode, BulletTriangleMesh, BulletTriangleMeshShape, BulletWorld
from panda3d.core import (
    BitMask32,
    Geom,
    GeomEnums,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    NodePath,
    Point3,
)

HIDDEN, GHOST, OPAQUE = 0, 1, 2


@dataclass(frozen=True)
class PickMesh:
    """A part that can be picked: vertices float32 (V,3) mm, triangles uint32 (T,3), columns int (T,)."""

    name: str
    vertices: NDArray[np.float32]
    triangles: NDArray[np.uint32]
    columns: NDArray[np.int64]


@dataclass(frozen=True)
class Hit:
    """What a ray met: region column (0: no region there), place in mm, triangle and part."""

    column: int
    point: tuple[float, float, float]
    part: str
    triangle: int


class RegionPicker:
    """Built once for a set of parts; answers one ray at a time (about 20 microseconds)."""

    def __init__(self, parts: Sequence[PickMesh]) -> None:
        self._parts = tuple(parts)
        self._normals = [_face_normals(part) for part in parts]
        self._world = BulletWorld()
        self._root = NodePath("pick")
        for number, part in enumerate(parts):
            mesh = BulletTriangleMesh()
            mesh.add_geom(_plain_geom(part))
            body = BulletRigidBodyNode(str(number))
            body.add_shape(BulletTriangleMeshShape(mesh, dynamic=False))
            body.set_into_collide_mask(BitMask32.bit(number))
            self._root.attach_new_node(body)
            self._world.attach_rigid_body(body)

    def pick(
        self,
        start: Sequence[float],
        end: Sequence[float],
        appearance: NDArray[np.uint8],
        drawn: Iterable[str] | None = None,
    ) -> Hit | None:
        """The region under the segment from start to end (mm).

        `appearance[column]` is HIDDEN, GHOST or OPAQUE; `drawn` names the parts that are shown (default all).
        """
        mask = BitMask32.all_off()
        for number, part in enumerate(self._parts):
            if drawn is None or part.name in drawn:
                mask |= BitMask32.bit(number)
        first, last = Point3(*start), Point3(*end)
        nearest = self._world.ray_test_closest(first, last, mask)
        if not nearest.has_hit():
            return None
        hit = self._hit(nearest.get_node(), nearest.get_triangle_index(), nearest.get_hit_pos())
        ray = np.subtract(end, start)
        if appearance[hit.column] == OPAQUE and self._faces(hit, ray):
            return hit
        return self._through(first, last, mask, ray, appearance)

    def _through(
        self,
        first: Point3,
        last: Point3,
        mask: BitMask32,
        ray: NDArray[np.floating],
        appearance: NDArray[np.uint8],
    ) -> Hit | None:
        ghost: Hit | None = None
        hits = self._world.ray_test_all(first, last, mask).get_hits()
        for found in sorted(hits, key=lambda entry: entry.get_hit_fraction()):
            hit = self._hit(found.get_node(), found.get_triangle_index(), found.get_hit_pos())
            if not self._faces(hit, ray):
                continue
            if appearance[hit.column] == OPAQUE:
                return hit
            if appearance[hit.column] == GHOST and ghost is None and hit.column:
                ghost = hit
        return ghost

    def _hit(self, node: BulletRigidBodyNode, triangle: int, place: Point3) -> Hit:
        part = self._parts[int(node.get_name())]
        return Hit(int(part.columns[triangle]), (place.x, place.y, place.z), part.name, int(triangle))

    def _faces(self, hit: Hit, ray: NDArray[np.floating]) -> bool:
        number = next(n for n, part in enumerate(self._parts) if part.name == hit.part)
        return float(self._normals[number][hit.triangle] @ ray) < 0.0


def _face_normals(part: PickMesh) -> NDArray[np.float32]:
    a, b, c = (part.vertices[part.triangles[:, corner]] for corner in range(3))
    return np.cross(b - a, c - a).astype(np.float32)


def _plain_geom(part: PickMesh) -> Geom:
    data = GeomVertexData("pick", GeomVertexFormat.get_v3(), Geom.UH_static)
    data.unclean_set_num_rows(len(part.vertices))
    vertices = np.ascontiguousarray(part.vertices, "<f4")
    memoryview(data.modify_array(0)).cast("B")[:] = vertices.data.cast("B")
    triangles = GeomTriangles(Geom.UH_static)
    triangles.set_index_type(GeomEnums.NT_uint32)
    index = triangles.modify_vertices()
    index.unclean_set_num_rows(part.triangles.size)
    memoryview(index).cast("B")[:] = np.ascontiguousarray(part.triangles, "<u4").data.cast("B")
    geom = Geom(data)
    geom.add_primitive(triangles)
    return geom
