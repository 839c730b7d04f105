"""Copies a picture as large as the window into it, tile by tile: where the layers of a software renderer come together.

still_layer.py copies what it kept, targets.py what the 3D was drawn into. A software renderer copies fast (three times
as fast as it otherwise samples a texture) where nothing but one nearest, clamped, unscaled look-up is asked for, in an
texture laid out as the window is, into a framebuffer without depth. Knows no layer.
"""

from __future__ import annotations

import numpy as np
from direct.showbase.ShowBase import ShowBase
from numpy.typing import NDArray
from panda3d.core import (
    ColorBlendAttrib,
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    NodePath,
    SamplerState,
    ShaderAttrib,
    Texture,
    WindowProperties,
)

from game.engine.shaders import load_shader
from game.engine.vertex_data import Structured, quad_geom, unculled_node

TILE = 16  # pixels
Tiles = NDArray[np.bool_]
_CORNER = np.dtype([("vertex", "<f4", 3)])


def plain_texture(name: str) -> Texture:
    """A texture that can be drawn into and copied from fast."""
    texture = Texture(name)
    texture.set_format(Texture.F_rgba)
    texture.set_minfilter(SamplerState.FT_nearest)
    texture.set_magfilter(SamplerState.FT_nearest)
    texture.set_wrap_u(SamplerState.WM_clamp)
    texture.set_wrap_v(SamplerState.WM_clamp)
    return texture


def picture_buffer(
    base: ShowBase,
    name: str,
    sort: int,
    size: tuple[int, int],
    texture: Texture,
    *,
    depth: bool,
    samples: int = 0,
) -> GraphicsOutput | None:
    """A buffer that draws into a texture, before the window does; None where there are no such buffers.

    Asked for the least colour there is, Panda3D leaves the texture's layout to the driver, which takes that of the
    window: only so copies of it are fast. Driver and Panda3D then give eight bits a channel all the same.
    """
    properties = FrameBufferProperties()
    properties.set_color_bits(1)
    properties.set_alpha_bits(1)
    properties.set_depth_bits(24 if depth else 0)
    properties.set_multisamples(samples)
    flags = GraphicsPipe.BF_refuse_window | GraphicsPipe.BF_resizeable
    buffer = base.graphicsEngine.make_output(
        base.pipe, name, sort, properties, WindowProperties.size(*size), flags, base.win.get_gsg(), base.win
    )
    if buffer is not None:
        buffer.add_render_texture(texture, GraphicsOutput.RTM_bind_or_copy)
    return buffer


def copy_tiles(
    place: NodePath, texture: Texture, size: tuple[int, int], tiles: Tiles, *, blended: bool
) -> NodePath:
    """A node under `place` that copies these tiles (rows from the top) of a picture of `size` pixels. blended: by the
    picture's alpha, with which its colours are already multiplied; else over everything."""
    node = unculled_node("copy", quad_geom(tile_rows(tiles)))
    copy = place.attach_new_node(node)
    copy.set_attrib(ShaderAttrib.make(load_shader("still")))
    copy.set_shader_input("kept", texture)
    copy.set_shader_input("size", size)
    copy.set_transparency(False)
    if blended:
        one, rest = ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
        copy.set_attrib(ColorBlendAttrib.make(ColorBlendAttrib.M_add, one, rest))
    return copy


def all_tiles(width: int, height: int, tile: int = TILE) -> Tiles:
    """Every tile of a picture of so many pixels."""
    return np.ones((-(-height // tile), -(-width // tile)), bool)


def tile_rows(tiles: Tiles, tile: int = TILE) -> Structured:
    """Corners (4 for each rectangle of tiles) in pixels: x to the right, z up from the top.

    Runs of tiles that are alike in rows that follow one another make one rectangle: a few large ones draw faster.
    """
    edges = np.diff(np.pad(tiles.astype(np.int8), ((0, 1), (1, 1))), axis=1)
    runs: list[list[tuple[int, int]]] = [[] for _ in edges]
    for (row, start), stop in zip(np.argwhere(edges == 1), np.nonzero(edges == -1)[1], strict=True):
        runs[row].append((int(start), int(stop)))
    open_since: dict[tuple[int, int], int] = {}
    found = []
    for row, here in enumerate(runs):
        for run in open_since.keys() - set(here):
            found.append((*run, open_since.pop(run), row))
        for run in here:
            open_since.setdefault(run, row)
    left, right, top, bottom = (tile * np.array(sorted(found), float).reshape(-1, 4)).T
    corners = np.zeros((len(found), 4), _CORNER)
    corners["vertex"][:, :, 0] = np.stack([left, right, right, left], axis=1)
    corners["vertex"][:, :, 2] = -np.stack([bottom, bottom, top, top], axis=1)
    return corners.reshape(-1)
