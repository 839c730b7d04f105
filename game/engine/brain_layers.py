"""The passes in which the brain is drawn: shell, what is solid, the shell's depth for the ghost, and the x-ray.

brain_node.py owns one and tells it what to show. It knows nodes, shaders and uniforms; no regions and no modes.

The ghost: the shell's nearest depth is laid down first (no colour), then its surface is added to what stands behind
it. The x-ray: the selected region once more, only where something hides it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    ColorBlendAttrib,
    ColorWriteAttrib,
    DepthTestAttrib,
    NodePath,
    RenderAttrib,
    Texture,
    Vec3,
    Vec4,
)

from game.engine.brain_geometry import MeshPart, geom_node, write_paint
from game.engine.brain_material import BrainColours
from game.engine.shaders import load_shader

SHADERS = {"pixel": "brain", "vertex": "brain_soft"}
SHELL = ("cortex-L", "cortex-R", "cerebellum")
_MATERIAL = {  # ambient, specular, is cortex, ghost floor
    "cortex-L": (0.10, 0.22, 1.0, 0.045),
    "cortex-R": (0.10, 0.22, 1.0, 0.045),
    "cerebellum": (0.10, 0.04, 0.0, 0.04),
    "brainstem": (0.14, 0.16, 0.0, 0.0),
    "deep": (0.22, 0.22, 0.0, 0.0),
}
_GHOST_GAIN = {"cerebellum": 0.60}
_PREMULTIPLIED = ColorBlendAttrib.make(
    ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
)
_RIM, _DEEP_RIM = (0.5255, 0.6667, 1.0), (0.749, 0.8235, 1.0)


class BrainLayers:
    """See the module text. `root` is everything."""

    def __init__(self, parts: tuple[MeshPart, ...], shading: str, texture: Texture) -> None:
        self.root = NodePath("brain")
        self._parts = parts
        self._full_shader = SHADERS[shading]
        self._nodes: dict[str, NodePath] = {}
        self._shell = self.root.attach_new_node("shell")
        self._folia = self._shell.attach_new_node("folia")
        self._solid = self.root.attach_new_node("solid")
        self._deep = self.root.attach_new_node("deep-parts")
        self._depth = self.root.attach_new_node("shell-depth")
        self._xray = self.root.attach_new_node("xray")
        self.root.set_shader(load_shader(self._full_shader))
        self.root.set_shader_input("region_colours", texture)
        self.root.set_shader_input("u_morph", Vec3(1, 0, 0))
        self._folia.set_shader(load_shader(self._full_shader, f"{self._full_shader}_folia"))
        self._depth.set_shader(load_shader("brain_depth"), 1)
        self._depth.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
        self._depth.set_bin("fixed", 10)
        self._xray.set_shader(load_shader("brain_xray"), 1)
        self._xray.set_bin("fixed", 30)
        self._xray.set_depth_write(False)
        self._xray.set_attrib(DepthTestAttrib.make(RenderAttrib.M_greater))
        self._xray.set_attrib(_PREMULTIPLIED)
        self._xray.hide()
        for part in parts:
            self._attach(part)

    def set_colours(self, colours: BrainColours, rim_strength: float, shell: float) -> None:
        """Accent, outline, ghost and rim of a scheme. rim_strength: of the rim; shell: brightness of the ghost."""
        self.root.set_shader_input("u_accent", Vec3(*colours.accent))
        self.root.set_shader_input("u_outline", Vec3(*colours.outline))
        self.root.set_shader_input("u_ghost", Vec4(*colours.ghost, colours.ghost_swallow))
        self.root.set_shader_input("u_rim", Vec4(*_RIM, colours.rim * rim_strength))
        self._deep.set_shader_input("u_rim", Vec4(*_DEEP_RIM, colours.rim * 0.5))
        for name, path in self._nodes.items():
            shape = Vec3(_GHOST_GAIN.get(name, 0.85), colours.ghost_cover, shell)
            path.set_shader_input("u_ghost_shape", shape)

    def show(
        self, fade: float, desaturation: float, painted: float, ghost: float, edges: tuple[float, float]
    ) -> None:
        """Set the state of the picture; each 0..1. edges: darkness of borders now and before the cross-fade."""
        shell = Vec4(fade, desaturation, painted, ghost)
        self._shell.set_shader_input("u_view", shell)
        self._depth.set_shader_input("u_view", shell)
        solid = Vec4(fade, desaturation, painted, 0.0)
        self._solid.set_shader_input("u_view", solid)
        self._deep.set_shader_input("u_view", solid)
        self._xray.set_shader_input("u_view", solid)
        self.root.set_shader_input("u_edge", Vec3(*edges, 1.0))
        if ghost >= 1.0 and not painted and self._full_shader == "brain_soft":
            self._shell.set_shader(load_shader("brain_ghost"), 1)
        else:
            self._shell.clear_shader()
        self._see_through(ghost > 0.0)

    def set_xray(self, on: bool) -> None:
        """Whether selected regions shine through whatever hides them."""
        self._xray.show() if on else self._xray.hide()

    def drawn(self) -> tuple[str, ...]:
        """Names of the parts that are drawn now."""
        return tuple(name for name in self._nodes if name != "deep" or not self._deep.is_hidden())

    def paint(self, labels: NDArray[np.integer], tint: NDArray[np.floating]) -> None:
        """Label column and tint 0..1 of the first len(labels) vertices, in the brain's vertex order."""
        for part in self._parts:
            spans = [span for span in part.paint_slices if span.stop <= len(labels)]
            if spans:
                own_labels = np.concatenate([labels[span] for span in spans])
                own_tint = np.concatenate([tint[span] for span in spans])
                write_paint(self._nodes[part.name].node(), own_labels, own_tint)

    def remove(self) -> None:
        """Take everything out of the scene graph."""
        self.root.remove_node()

    def _attach(self, part: MeshPart) -> None:
        homes = {
            "cortex-L": self._shell,
            "cortex-R": self._shell,
            "cerebellum": self._folia,
            "deep": self._deep,
        }
        node = geom_node(part)
        path = homes.get(part.name, self._solid).attach_new_node(node)
        path.set_shader_input("u_material", Vec4(*_MATERIAL[part.name]))
        self._xray.attach_new_node(node)
        if part.name in SHELL:
            self._depth.attach_new_node(node)
        self._nodes[part.name] = path

    def _see_through(self, on: bool) -> None:
        shell = self._shell
        if on:
            shell.set_bin("fixed", 20)
            shell.set_depth_write(False)
            shell.set_attrib(DepthTestAttrib.make(RenderAttrib.M_less_equal))
            shell.set_attrib(_PREMULTIPLIED)
            self._depth.show()
            self._deep.show()
        else:
            shell.clear_bin()
            shell.clear_depth_write()
            shell.clear_depth_test()
            shell.clear_attrib(ColorBlendAttrib)
            self._depth.hide()
            self._deep.hide()
