"""Says which triangles an eye sees: it draws them without a window, each in a colour that is its number.

`visible` makes one and asks it from many places. It knows Panda3D, and nothing of brains. It wants a process without a
stage: as its pipe ends, so does the connection to OpenGL of every other one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    Camera,
    FrameBufferProperties,
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GraphicsEngine,
    GraphicsOutput,
    GraphicsPipe,
    GraphicsPipeSelection,
    Lens,
    NodePath,
    OrthographicLens,
    PerspectiveLens,
    Point3,
    Shader,
    Texture,
    Vec3,
    WindowProperties,
    load_prc_file_data,
)

from game.engine.vertex_data import register_format, write_rows

PIXELS = 1100  # width and height of what the eye sees
FAR = 5000.0  # from there on lines of sight count as parallel
_VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
in vec4 number;
flat out vec4 v_number;
void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    v_number = number;
}
"""
_PIXEL = """#version 330
flat in vec4 v_number;
out vec4 colour;
void main() { colour = v_number / 255.0; }
"""


class TriangleEye:
    """corners: (T, 3, 3), counter-clockwise from outside, about the origin. RuntimeError where nothing can be drawn."""

    def __init__(self, corners: NDArray[np.floating[Any]]) -> None:
        self._engine = GraphicsEngine.get_global_ptr()
        self._reach = float(np.sqrt((corners**2).sum(axis=2).max())) + 1.0
        self._scene = NodePath("triangles")
        shown = self._scene.attach_new_node(_geometry(corners))
        shown.set_shader(Shader.make(Shader.SL_GLSL, _VERTEX, _PIXEL))
        self._camera = self._scene.attach_new_node(Camera("eye"))
        self._texture = Texture("seen")
        self._buffer = self._open()
        region = self._buffer.make_display_region()
        region.camera = self._camera

    def look(self, eye: NDArray[np.floating[Any]]) -> NDArray[np.int64]:
        """The numbers of the triangles in sight from a place."""
        distance = float(np.sqrt((eye * eye).sum()))
        self._camera.node().set_lens(self._lens(distance))
        self._camera.set_pos(*map(float, eye))
        steep = abs(eye[2]) > 0.99 * distance
        self._camera.look_at(Point3(0, 0, 0), Vec3(0, 1, 0) if steep else Vec3(0, 0, 1))
        self._engine.render_frame()
        pixels = np.frombuffer(self._texture.get_ram_image(), np.uint8).reshape(-1, 4).astype(np.int64)
        numbers = pixels[:, 2] | pixels[:, 1] << 8 | pixels[:, 0] << 16  # BGRA, as Panda3D stores it
        return np.flatnonzero(np.bincount(numbers)[1:])

    def close(self) -> None:
        """Give the buffer back."""
        self._engine.remove_window(self._buffer)
        self._scene.remove_node()

    def _lens(self, distance: float) -> Lens:
        reach = self._reach
        if distance > FAR:
            lens: Lens = OrthographicLens()
            lens.set_film_size(2 * reach, 2 * reach)
        else:
            lens = PerspectiveLens()
            lens.set_fov(2 * float(np.degrees(np.arcsin(reach / distance))))
        lens.set_near_far(distance - reach, distance + reach)
        return lens

    def _open(self) -> GraphicsOutput:
        load_prc_file_data("eye", "gl-version 3 2")
        pipe = GraphicsPipeSelection.get_global_ptr().make_module_pipe("p3headlessgl")
        properties = FrameBufferProperties()
        properties.set_rgba_bits(8, 8, 8, 8)
        properties.set_depth_bits(24)
        flags, size = GraphicsPipe.BF_refuse_window, WindowProperties.size(PIXELS, PIXELS)
        buffer = pipe and self._engine.make_output(pipe, "eye", 0, properties, size, flags)
        if not buffer:
            raise RuntimeError("Nothing can be drawn here without a window; OpenGL 3.2 is needed.")
        buffer.add_render_texture(self._texture, GraphicsOutput.RTM_copy_ram)
        buffer.set_clear_color((0, 0, 0, 0))
        return buffer


def _geometry(corners: NDArray[np.floating[Any]]) -> GeomNode:
    """The triangles, numbered from 1."""
    rows = np.zeros(len(corners) * 3, np.dtype([("vertex", "<f4", 3), ("number", "<f4", 4)]))
    rows["vertex"] = corners.reshape(-1, 3)
    numbers = np.repeat(np.arange(1, len(corners) + 1), 3)
    for byte in range(3):
        rows["number"][:, byte] = numbers >> (8 * byte) & 255
    rows["number"][:, 3] = 255
    data = GeomVertexData("triangles", register_format(rows.dtype), Geom.UH_static)
    write_rows(data, rows)
    triangles = GeomTriangles(Geom.UH_static)
    triangles.add_next_vertices(len(rows))
    geom = Geom(data)
    geom.add_primitive(triangles)
    node = GeomNode("triangles")
    node.add_geom(geom)
    return node
