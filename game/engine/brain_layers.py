"""The passes in which the brain is drawn: shell, what is solid, the shell's depth for the ghost, ghosts, and the x-ray.

brain_node.py owns one and tells it what to show. It knows nodes, shaders and uniforms; no regions and no modes.

The ghost: the shell's nearest depth is laid down first (no colour), then its surface is added to what stands behind
it; single regions become ghosts in the same way. The x-ray: the selected region once more, only where something
hides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from weakref import WeakMethod

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    CallbackNode,
    ColorBlendAttrib,
    ColorWriteAttrib,
    DepthTestAttrib,
    NodeCullCallbackData,
    NodePath,
    Point3,
    PythonCallbackObject,
    RenderAttrib,
    SamplerState,
    Texture,
    Vec3,
    Vec4,
)

from game.core.cuts import Cut
from game.engine.brain_assets import PACKED_SETS
from game.engine.brain_geometry import MeshPart, geom_node, write_paint
from game.engine.brain_material import BrainColours
from game.engine.brain_shape import BrainShape, is_cortex
from game.engine.brain_variants import variant
from game.engine.clipping import Clipping
from game.engine.drawn_triangles import DrawnTriangles
from game.engine.shaders import load_shader

SHADERS = {"pixel": "brain", "vertex": "brain_soft"}
SHELL = ("cortex-L", "cortex-R", "cerebellum")
_MATERIAL = {  # ambient, specular, is cortex, ghost floor
    "cortex-L": (0.10, 0.22, 1.0, 0.045),
    "cortex-R": (0.10, 0.22, 1.0, 0.045),
    "slab-L": (0.16, 0.08, 1.0, 0.045),
    "slab-R": (0.16, 0.08, 1.0, 0.045),
    "cerebellum": (0.10, 0.04, 0.0, 0.04),
    "brainstem": (0.14, 0.16, 0.0, 0.0),
    "deep": (0.22, 0.22, 0.0, 0.0),
}
_GHOST_GAIN = {"cerebellum": 0.60}
_PREMULTIPLIED = ColorBlendAttrib.make(
    ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
)
_RIM, _DEEP_RIM = (0.5255, 0.6667, 1.0), (0.749, 0.8235, 1.0)
_WITHOUT_GHOSTS, _ONLY_GHOSTS, _WITH_GHOSTS = 0.0, 1.0, -1.0


class BrainLayers:
    """See the module text. `root` is everything."""

    def __init__(self, parts: Iterable[MeshPart], shading: str, texture: Texture, offsets: Texture) -> None:
        self._node = CallbackNode("brain")
        self.root = NodePath(self._node)
        self._parts: dict[str, MeshPart] = {}
        self._full_shader = SHADERS[shading]
        self._nodes: dict[str, NodePath] = {}  # of the pass with all lights
        self._copies: dict[str, list[NodePath]] = {}  # of every pass
        self._off: set[str] = set()  # parts that are not drawn
        self._other: set[str] = set()  # because of the shape
        self._solid_on = False
        self.triangles = DrawnTriangles()
        self._shell = self.root.attach_new_node("shell")
        self._folia = self._shell.attach_new_node("folia")
        self._solid = self.root.attach_new_node("solid")
        self._deep = self.root.attach_new_node("deep-parts")
        self._depth = self.root.attach_new_node("shell-depth")
        self._ghosts = self.root.attach_new_node("ghosts")
        self._ghost_depth = self.root.attach_new_node("ghost-depth")
        self._xray = self.root.attach_new_node("xray")
        self._needs: set[str] = set()
        self._glass = False  # the shell is nothing but a ghost
        self._worn: tuple[tuple[str, ...], bool] | None = (
            None  # the variant that is worn, and whether over glass
        )
        self.root.set_shader_input("region_colours", texture)
        self.root.set_shader_input("region_offsets", offsets)
        for depth in (self._depth, self._ghost_depth):
            depth.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
            depth.set_bin("fixed", 10)
        self._xray.set_bin("fixed", 30)
        self._xray.set_depth_write(False)
        self._xray.set_attrib(DepthTestAttrib.make(RenderAttrib.M_greater))
        self._xray.set_attrib(_PREMULTIPLIED)
        self._xray.hide()
        _blend(self._ghosts)
        self.set_ghosts(False)
        self.set_shape(BrainShape())
        self.set_label_sets("", "")
        self._clipping = Clipping(self.root)
        for part in parts:
            self.attach(part)

    def tell_eye(self, told: Callable[[Point3], None]) -> None:
        """Call `told`, a method, before each drawing, with the place of the camera in the brain's space."""
        method = WeakMethod(told)  # the node does not keep alive whoever draws it

        def culling(data: NodeCullCallbackData) -> None:
            if (listener := method()) is not None:
                view = data.get_data().get_modelview_transform(data.get_trav())
                listener(view.get_inverse().get_pos())
            data.upcall()

        self._node.set_cull_callback(PythonCallbackObject(culling))

    def set_cuts(self, cuts: Sequence[Cut]) -> None:
        """Cut exactly this away in every pass."""
        self._clipping.set(cuts)
        self._need(CUTS=bool(cuts))

    def attach(self, part: MeshPart) -> None:
        """Draw one more part in every pass."""
        homes = {
            "cortex-L": self._shell,
            "cortex-R": self._shell,
            "cerebellum": self._folia,
            "deep": self._deep,
        }
        node = geom_node(part)
        path = homes.get(part.name, self._solid).attach_new_node(node)
        copies = [path, self._xray.attach_new_node(node)]
        copies += [self._ghosts.attach_new_node(node), self._ghost_depth.attach_new_node(node)]
        if part.name in SHELL:
            copies.append(self._depth.attach_new_node(node))
        for copy in copies:
            copy.set_shader_input("u_material", Vec4(*_MATERIAL[part.name]))
            copy.set_shader_input("u_whole", float(is_cortex(part.name)))
        self._parts[part.name], self._nodes[part.name], self._copies[part.name] = part, path, copies
        self.triangles.add(part, node)
        self._put_off()

    def set_colours(self, colours: BrainColours, rim_strength: float, shell: float) -> None:
        """Accent, outline, ghost and rim of a scheme. rim_strength: of the rim; shell: brightness of the ghost."""
        self.root.set_shader_input("u_accent", Vec3(*colours.accent))
        self.root.set_shader_input("u_outline", Vec3(*colours.outline))
        self.root.set_shader_input("u_ghost", Vec4(*colours.ghost, colours.ghost_swallow))
        self.root.set_shader_input("u_rim", Vec4(*_RIM, colours.rim * rim_strength))
        self.root.set_shader_input("u_ghost_shape", Vec3(0.85, colours.ghost_cover, shell))
        self._ghosts.set_shader_input("u_ghost_shape", Vec3(0.85, colours.ghost_cover, 1.0))
        self._deep.set_shader_input("u_rim", Vec4(*_DEEP_RIM, colours.rim * 0.5))
        for name, gain in _GHOST_GAIN.items():
            if name in self._nodes:
                self._nodes[name].set_shader_input("u_ghost_shape", Vec3(gain, colours.ghost_cover, shell))

    def set_label_sets(self, now: str, before: str) -> None:
        """Which label sets give the colours now and before the cross-fade; others than PACKED_SETS: the region's."""
        for name, label_set in (("u_set_now", now), ("u_set_before", before)):
            self.root.set_shader_input(name, Vec4(*(float(label_set == packed) for packed in PACKED_SETS)))
        self._need(SETS=now in PACKED_SETS or before in PACKED_SETS)
        self.triangles.set_label_set(now)

    def set_shape(self, shape: BrainShape) -> None:
        """Morph, explode and cut; parts of the other side, and what has no room, are not drawn."""
        self.root.set_shader_input("u_morph", Vec3(*shape.weights))
        self.triangles.set_pial(shape.morph == 0.0)
        self._need(MORPH=shape.morph > 0.0, EXPLODE=shape.explode > 0.0, HALF=bool(shape.side))
        for node, ghosts in (
            (self.root, _WITHOUT_GHOSTS), (self._ghosts, _ONLY_GHOSTS),
            (self._ghost_depth, _ONLY_GHOSTS), (self._xray, _WITH_GHOSTS),
        ):  # fmt: skip
            node.set_shader_input("u_shape", Vec3(shape.explode, shape.cut, ghosts))
        other = {"L": "R", "R": "L"}.get(shape.side)
        off = {f"cortex-{other}", f"slab-{other}"} if other else set()
        if not shape.has_structures:
            off |= {"cerebellum", "brainstem", "deep"}
        self._other = off
        self._put_off()

    def set_solid(self, on: bool) -> None:
        """Whether the inner faces and walls of the cortex are drawn."""
        if on != self._solid_on:
            self._solid_on = on
            self._put_off()

    def _put_off(self) -> None:
        """Draw exactly the parts that belong to the shape, in every pass."""
        self._off = self._other | (set() if self._solid_on else {"slab-L", "slab-R"})
        for name, copies in self._copies.items():
            for copy in copies:
                copy.hide() if name in self._off else copy.show()

    def show(
        self,
        fade: float,
        desaturation: float,
        painted: float,
        ghost: float,
        edges: tuple[float, float],
        *,
        deep: bool,
    ) -> None:
        """Set the state of the picture; each 0..1. edges: darkness of borders now and before the cross-fade.

        deep: whether something lets one see the deep structures, if the shell is no ghost.
        """
        shell = Vec4(fade, desaturation, painted, ghost)
        self.root.set_shader_input("u_view", Vec4(fade, desaturation, painted, 0.0))
        self._shell.set_shader_input("u_view", shell)
        self._depth.set_shader_input("u_view", shell)
        self.root.set_shader_input("u_edge", Vec3(*edges, 1.0))
        self._glass = ghost >= 1.0 and not painted and self._full_shader == "brain_soft"
        self._need(FADE=fade < 1.0, PAINT=painted > 0.0, GHOST=ghost > 0.0 and not self._glass)
        self._see_through(ghost > 0.0)
        self._deep.show() if deep or ghost > 0.0 else self._deep.hide()

    def _need(self, **needs: bool) -> None:
        """What the picture shows now; the shaders are those that do so much and little more."""
        for word, needed in needs.items():
            (self._needs.add if needed else self._needs.discard)(word)
        wanted = variant(self._needs), self._glass
        if wanted != self._worn:
            self._worn = wanted
            self._dress(wanted[0])

    def _dress(self, defines: tuple[str, ...]) -> None:
        full = self._full_shader
        self.root.set_shader(load_shader(full, defines=defines))
        self._folia.set_shader(load_shader(full, f"{full}_folia", defines=defines))
        for depth in (self._depth, self._ghost_depth):
            depth.set_shader(load_shader("brain_depth", defines=defines), 1)
        self._ghosts.set_shader(load_shader("brain_ghost", defines=defines), 1)
        self._xray.set_shader(load_shader("brain_xray", defines=defines), 1)
        if self._glass:
            self._shell.set_shader(load_shader("brain_ghost", defines=defines), 1)
        else:
            self._shell.clear_shader()

    def set_xray(self, on: bool) -> None:
        """Whether selected regions shine through whatever hides them."""
        self._xray.show() if on else self._xray.hide()

    def set_ghosts(self, on: bool) -> None:
        """Whether there are regions that are ghosts by themselves."""
        for node in (self._ghosts, self._ghost_depth):
            node.show() if on else node.hide()

    def drawn(self) -> tuple[str, ...]:
        """Names of the parts that are drawn now."""
        deep = not self._deep.is_hidden()
        return tuple(name for name in self._nodes if name not in self._off and (name != "deep" or deep))

    def paint(self, paint: NDArray[np.uint32]) -> None:
        """What `write_paint` writes, of the first len(paint) vertices in the brain's vertex order."""
        for part in self._parts.values():
            spans = [span for span in part.paint_slices if span.stop <= len(paint)]
            if spans:
                own = paint[spans[0]] if len(spans) == 1 else np.concatenate([paint[span] for span in spans])
                write_paint(self._nodes[part.name].node(), own)

    def remove(self) -> None:
        """Take everything out of the scene graph."""
        self.root.remove_node()

    def _see_through(self, on: bool) -> None:
        shell = self._shell
        if on:
            _blend(shell)
            self._depth.show()
        else:
            shell.clear_bin()
            shell.clear_depth_write()
            shell.clear_depth_test()
            shell.clear_attrib(ColorBlendAttrib)
            self._depth.hide()


def offset_texture(offsets: NDArray[np.float32]) -> Texture:
    """The texture of `region_offsets` (columns, 3) mm."""
    texture = Texture("region-offsets")
    texture.setup_2d_texture(len(offsets), 1, Texture.T_float, Texture.F_rgba32)
    texture.set_minfilter(SamplerState.FT_nearest)
    texture.set_magfilter(SamplerState.FT_nearest)
    stored = np.zeros((len(offsets), 4), np.float32)
    stored[:, :3] = offsets[:, ::-1]  # BGRA, as Panda3D stores it
    texture.set_ram_image(stored.tobytes())
    return texture


def _blend(node: NodePath) -> None:
    node.set_bin("fixed", 20)
    node.set_depth_write(False)
    node.set_attrib(DepthTestAttrib.make(RenderAttrib.M_less_equal))
    node.set_attrib(_PREMULTIPLIED)
