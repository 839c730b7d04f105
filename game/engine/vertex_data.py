"""Turns numpy structured arrays into Panda3D geometry, and rewrites it in place.

Called by whatever draws points, lines, quads or triangles. It knows nothing of what is drawn: the field names of the
array become the vertex columns a shader reads ("vertex" and "color" are Panda3D's p3d_Vertex and p3d_Color).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    BoundingVolume,
    Geom,
    GeomEnums,
    GeomNode,
    GeomPoints,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    OmniBoundingVolume,
)

Structured = NDArray[np.void]
_CONTENTS = {"vertex": GeomEnums.C_point, "normal": GeomEnums.C_normal}


def register_format(dtype: np.dtype) -> GeomVertexFormat:
    """The vertex format of a structured dtype whose fields are float32 (1-4 wide) or 4 x uint8 colours.

    Raises ValueError for any other field type, or when Panda3D would lay the columns out differently.
    """
    array_format = GeomVertexArrayFormat()
    for name in dtype.names or ():
        field = dtype.fields[name][0] if dtype.fields else dtype
        base, width = field.base, int(np.prod(field.shape, dtype=int))
        if base == np.float32:
            contents = _CONTENTS.get(name, GeomEnums.C_other)
            array_format.add_column(InternalName.make(name), width, GeomEnums.NT_float32, contents)
        elif base == np.uint8 and width == 4:
            array_format.add_column(InternalName.make(name), 4, GeomEnums.NT_uint8, GeomEnums.C_color)
        else:
            raise ValueError(f"vertex field {name!r}: {field} is neither float32 nor 4 x uint8")
    vertex_format = GeomVertexFormat()
    vertex_format.add_array(array_format)
    vertex_format = GeomVertexFormat.register_format(vertex_format)
    if vertex_format.get_array(0).get_stride() != dtype.itemsize:
        raise ValueError(f"the columns of {dtype} are padded differently by the engine")
    return vertex_format


def write_rows(data: GeomVertexData, rows: Structured) -> None:
    """Replace the whole vertex array by `rows` (shape (N,), the dtype the data was made from)."""
    data.unclean_set_num_rows(len(rows))
    if len(rows):
        memoryview(data.modify_array(0)).cast("B")[:] = rows.tobytes()


def point_geom(rows: Structured, usage: int = Geom.UH_static) -> Geom:
    """One GeomPoints over `rows` (shape (N,))."""
    data = GeomVertexData("points", register_format(rows.dtype), usage)
    write_rows(data, rows)
    points = GeomPoints(usage)
    points.set_nonindexed_vertices(0, len(rows))
    geom = Geom(data)
    geom.add_primitive(points)
    return geom


def quad_geom(rows: Structured, usage: int = Geom.UH_static) -> Geom:
    """Quads over `rows` (shape (4 * Q,)): rows 4q .. 4q+3 are corners (0,0) (1,0) (1,1) (0,1)."""
    data = GeomVertexData("quads", register_format(rows.dtype), usage)
    write_rows(data, rows)
    geom = Geom(data)
    geom.add_primitive(_quad_triangles(len(rows) // 4, usage))
    return geom


def triangle_geom(rows: Structured, usage: int = Geom.UH_static) -> Geom:
    """Triangles over `rows` (shape (3 * T,)), three rows each."""
    data = GeomVertexData("triangles", register_format(rows.dtype), usage)
    write_rows(data, rows)
    triangles = GeomTriangles(usage)
    triangles.set_nonindexed_vertices(0, len(rows))
    geom = Geom(data)
    geom.add_primitive(triangles)
    return geom


def rewrite_points(geom: Geom, rows: Structured) -> None:
    """Put other rows (any number) into a geom made by point_geom with another usage than UH_static."""
    write_rows(_changeable(geom), rows)
    geom.modify_primitive(0).set_nonindexed_vertices(0, len(rows))


def rewrite_quads(geom: Geom, rows: Structured) -> None:
    """Put other rows (any number of whole quads) into a geom made by quad_geom with another usage than UH_static."""
    data = _changeable(geom)
    same_count = data.get_num_rows() == len(rows)
    write_rows(data, rows)
    if not same_count:
        geom.set_primitive(0, _quad_triangles(len(rows) // 4, data.get_usage_hint()))


def _changeable(geom: Geom) -> GeomVertexData:
    """ValueError for static data: watch.py would not see that it changed."""
    data = geom.modify_vertex_data()
    if data.get_usage_hint() == Geom.UH_static:
        raise ValueError("vertices that are written anew must not be UH_static")
    return data


def unculled_node(name: str, geom: Geom) -> GeomNode:
    """A GeomNode with `geom` that is never culled: its shader decides where the vertices really go."""
    node = GeomNode(name)
    node.add_geom(geom)
    bounds: BoundingVolume = OmniBoundingVolume()
    node.set_bounds(bounds)
    node.set_final(True)
    return node


def _quad_triangles(count: int, usage: int) -> GeomTriangles:
    corners = np.array([[0, 1, 2], [0, 2, 3]], "<u4")
    index = np.arange(count, dtype="<u4")[:, None, None] * 4 + corners
    triangles = GeomTriangles(usage)
    triangles.set_index_type(GeomEnums.NT_uint32)
    if index.size:
        array = triangles.modify_vertices()
        array.unclean_set_num_rows(index.size)
        memoryview(array).cast("B")[:] = index.tobytes()
    return triangles
