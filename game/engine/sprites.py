"""Small flat things that move over the 3D, drawn once into a picture of their own and from then on from it.

A name in its pill is a box, a disc and twenty glyphs; a software renderer copies the picture of it in a tenth of the
time. The stage makes one on software renderers; whoever makes such a thing hands it over once. Knows no words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from direct.showbase.ShowBase import ShowBase
from direct.task.Task import Task
from panda3d.core import (
    Camera,
    ColorBlendAttrib,
    GraphicsOutput,
    NodePath,
    OrthographicLens,
    ShaderAttrib,
    Texture,
)

from game.engine.picture_copy import picture_buffer, plain_texture
from game.engine.shaders import load_shader
from game.engine.still_layer import KEPT
from game.engine.vertex_data import quad_geom, unculled_node

_BEFORE_THE_PICTURE = 44  # of the frame's tasks; see stills.py
_MARGIN = 2  # pixels round the thing, for what smooths its edge
_CORNER = np.dtype([("vertex", "<f4", 3), ("place_in", "<f4", 2)])
Frame = tuple[int, int, int, int]  # left, top, right, bottom in the thing's own pixels


@dataclass
class _Waiting:
    """A picture that is being drawn."""

    thing: NodePath
    drawn: NodePath
    camera: Camera
    buffer: GraphicsOutput
    texture: Texture
    frame: Frame
    since: int


class Sprites:
    """See the module text."""

    def __init__(self, base: ShowBase) -> None:
        self._base = base
        self._waiting: list[_Waiting] = []
        base.task_mgr.add(self._step, "stage-sprites", sort=_BEFORE_THE_PICTURE)

    def keep(self, thing: NodePath, left: float, top: float, right: float, bottom: float) -> None:
        """Draw what hangs under a node from a picture from now on; it must not change any more, and be put at whole
        pixels. left ... bottom: what it covers, in its own pixels (y down)."""
        frame = (
            math.floor(left) - _MARGIN, math.floor(top) - _MARGIN,
            math.ceil(right) + _MARGIN, math.ceil(bottom) + _MARGIN,
        )  # fmt: skip
        size = (frame[2] - frame[0], frame[3] - frame[1])
        texture = plain_texture("sprite")
        buffer = picture_buffer(self._base, "sprite", -120, size, texture, depth=False)
        if buffer is None:
            return
        drawn = thing.attach_new_node("drawn")
        for child in thing.get_children():
            if child != drawn:
                child.reparent_to(drawn)
        lens = OrthographicLens()
        lens.set_film_size(*size)
        lens.set_film_offset((frame[0] + frame[2]) / 2, -(frame[1] + frame[3]) / 2)
        lens.set_near_far(-1000, 1000)
        camera = Camera("sprite", lens)
        camera.set_camera_mask(KEPT)
        camera.set_scene(drawn)
        camera.set_initial_state(thing.get_net_state())
        region = buffer.make_display_region()
        region.camera = drawn.attach_new_node(camera)
        buffer.set_clear_color((0, 0, 0, 0))
        buffer.set_one_shot(True)
        self._waiting.append(_Waiting(thing, drawn, camera, buffer, texture, frame, self._now))

    @property
    def _now(self) -> int:
        return int(self._base.clock.frame_count)

    def _step(self, task: Task) -> int:
        if self._waiting and self._base.win.is_active():
            done = [one for one in self._waiting if self._now > one.since + 1]
            self._waiting = [one for one in self._waiting if self._now <= one.since + 1]
            for one in done:
                self._use(one)
        return Task.cont

    def _use(self, one: _Waiting) -> None:
        """Show the picture in the thing's place; a thing that is gone needs none."""
        self._base.graphicsEngine.remove_window(one.buffer)
        one.camera.set_scene(NodePath())  # it holds what holds it, and neither would ever go
        if one.thing.is_empty() or one.drawn.is_empty():
            return
        one.drawn.remove_node()
        left, top, right, bottom = one.frame
        rows = np.zeros(4, _CORNER)
        rows["vertex"] = [(left, 0, -bottom), (right, 0, -bottom), (right, 0, -top), (left, 0, -top)]
        rows["place_in"] = [(0, 0), (1, 0), (1, 1), (0, 1)]
        card = one.thing.attach_new_node(unculled_node("sprite", quad_geom(rows)))
        card.set_attrib(ShaderAttrib.make(load_shader("sprite")))
        card.set_shader_input("kept", one.texture)
        card.set_transparency(False)
        rest = ColorBlendAttrib.O_one_minus_incoming_alpha
        card.set_attrib(ColorBlendAttrib.make(ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, rest))
