"""The least Panda3D program that shows this brain: what `bench explorer` compares the explorer with.

It reads the same file, makes one mesh of the closed brain's outside, with one vertex shader (one light, one texture of
region colours), and has no interface, no sky and no states. Of these triangles the explorer leaves out what lies behind
the brain itself; this one, like any plain program, draws them all. Run by bench_programs.py.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from direct.showbase.ShowBase import ShowBase
from numpy.typing import NDArray
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    NodePath,
    SamplerState,
    Shader,
    Texture,
    load_prc_file_data,
)

from game.engine.brain_assets import load_brain
from game.engine.brain_geometry import part_of
from game.engine.brain_node import BrainNode, prepare
from game.engine.vertex_data import register_format, write_rows
from game.services.paths import assets_dir

AZIMUTH, ELEVATION, DISTANCE, CENTRE = -60.0, 20.0, 410.0, (0.0, -18.0, 4.0)  # the explorer's first view
FIELD_OF_VIEW = 24.0
_VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat3 p3d_NormalMatrix;
uniform sampler2D colours;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;
in float region;
out vec4 v_colour;
void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    vec3 n = normalize(p3d_NormalMatrix * p3d_Normal);
    float light = 0.25 + 0.75 * max(dot(n, normalize(vec3(-0.55, 0.75, 0.65))), 0.0);
    v_colour = vec4(texelFetch(colours, ivec2(int(region + 0.5), 0), 0).rgb * light, 1.0);
}
"""
_PIXEL = """#version 330
in vec4 v_colour;
out vec4 colour;
void main() { colour = v_colour; }
"""


class BareProgram:
    """The program after its first frame; `step()` draws the next one."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._base, self._node = _open(size)
        self._brain: BrainNode | None = None

    def step(self) -> None:
        """One frame."""
        self._base.task_mgr.step()

    @property
    def has_brain(self) -> bool:
        """Whether it has ever drawn with the brain's own shader."""
        return self._brain is not None

    def set_own_shader(self, on: bool) -> None:
        """Draw with the brain's own vertex shader in place of the plain one: the explorer's picture, nothing else, and
        all triangles of it."""
        if self._brain is None:
            prepared = prepare(load_brain(assets_dir() / "brain", "coarse"))
            self._brain = BrainNode(prepared, "vertex", everything=True)
            self._brain.set_mode("regions", 0.0)
            self._brain.root.reparent_to(self._base.render)
        self._brain.root.show() if on else self._brain.root.hide()
        self._node.hide() if on else self._node.show()


def _open(size: tuple[int, int]) -> tuple[ShowBase, NodePath]:
    settings = (
        f"win-size {size[0]} {size[1]}", "gl-version 3 2", "load-display p3headlessgl", "aux-display",
        "audio-library-name null", "notify-level-device fatal", "notify-level-egldisplay fatal",
        "print-pipe-types 0",
    )  # fmt: skip
    load_prc_file_data("bare", "\n".join(settings))
    base = ShowBase(windowType="offscreen")
    base.disable_mouse()
    base.set_background_color(0.04, 0.06, 0.12)
    node = base.render.attach_new_node(_mesh(assets_dir() / "brain"))
    node.set_shader(Shader.make(Shader.SL_GLSL, _VERTEX, _PIXEL))
    node.set_shader_input("colours", _colours())
    azimuth, elevation = math.radians(AZIMUTH), math.radians(ELEVATION)
    base.camera.set_pos(
        CENTRE[0] + DISTANCE * math.cos(elevation) * math.sin(azimuth),
        CENTRE[1] + DISTANCE * math.cos(elevation) * math.cos(azimuth),
        CENTRE[2] + DISTANCE * math.sin(elevation),
    )
    base.camera.look_at(*CENTRE)
    base.camLens.set_min_fov(FIELD_OF_VIEW)
    base.camLens.set_near_far(20.0, 2000.0)
    base.task_mgr.step()
    return base, node


def _mesh(folder: Path) -> GeomNode:
    assets = load_brain(folder, "coarse")
    shapes = [(h.pial, h.normals["pial"], h.triangles, h.labels["dk"]) for h in assets.hemispheres]
    outside = [shape for shape in assets.structures if part_of(shape.region_id) != "deep"]
    for number, one in enumerate(outside):
        regions = np.full(len(one.vertices), number, np.uint8)
        shapes.append((one.vertices, one.normals, one.triangles[: one.outside], regions))
    kind = np.dtype([("vertex", "<f4", 3), ("normal", "<f4", 3), ("region", "<f4")])
    rows = np.zeros(sum(len(shape[0]) for shape in shapes), kind)
    corners, start = [], 0
    for vertices, normals, triangles, regions in shapes:
        span = slice(start, start + len(vertices))
        rows["vertex"][span], rows["normal"][span], rows["region"][span] = vertices, normals, regions
        corners.append(triangles.astype("<u4") + np.uint32(start))
        start = span.stop
    data = GeomVertexData("bare", register_format(rows.dtype), Geom.UH_static)
    write_rows(data, rows)
    return _node(data, np.concatenate(corners))


def _node(data: GeomVertexData, corners: NDArray[np.uint32]) -> GeomNode:
    triangles = GeomTriangles(Geom.UH_static)
    triangles.set_index_type(GeomEnums.NT_uint32)
    array = triangles.modify_vertices()
    array.unclean_set_num_rows(corners.size)
    memoryview(array).cast("B")[:] = corners.tobytes()
    geom = Geom(data)
    geom.add_primitive(triangles)
    node = GeomNode("bare")
    node.add_geom(geom)
    return node


def _colours() -> Texture:
    texture = Texture("colours")
    texture.setup_2d_texture(256, 1, Texture.T_unsigned_byte, Texture.F_rgba8)
    texture.set_minfilter(SamplerState.FT_nearest)
    texture.set_magfilter(SamplerState.FT_nearest)
    texture.set_ram_image(np.random.default_rng(1).integers(60, 255, (256, 4), np.uint8).tobytes())
    return texture
