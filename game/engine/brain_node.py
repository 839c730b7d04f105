"""The brain, ready to hang into a scene: home, explorer and lab all draw this one.

`BrainNode(prepare(assets), shading)` gives `.root`; modes cross-fade, hover and selection write the region texture,
`pick` answers rays. Call `update(dt)` each frame. It knows no camera, no text and no atlas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    ColorBlendAttrib,
    ColorWriteAttrib,
    DepthTestAttrib,
    GeomNode,
    NodePath,
    Point3,
    RenderAttrib,
    Vec3,
    Vec4,
)

from game.engine.brain_assets import BrainAssets
from game.engine.brain_geometry import (
    MeshPart,
    RegionColumns,
    geom_node,
    mesh_parts,
    vertex_count,
    write_paint,
)
from game.engine.brain_material import (
    COLUMNS,
    DARK,
    GHOSTED,
    HOVERED,
    ROW_BEFORE,
    ROW_LEARNED,
    ROW_NOW,
    SELECTED,
    VISIBLE,
    BrainColours,
    Colours,
    RegionTexture,
    learned_palette,
    lobe_palette,
)
from game.engine.picking import GHOST, HIDDEN, OPAQUE, PickMesh, RegionPicker
from game.engine.shaders import load_shader

MODES = ("tissue", "regions", "glass")
SHADERS = {"pixel": "brain", "vertex": "brain_soft"}
_SHELL = ("cortex-L", "cortex-R", "cerebellum")
_BORDER_DARKNESS = {"tissue": 0.0, "regions": 0.45, "glass": 0.0}
_OTHERS_LOSE = 0.22  # saturation the rest loses while something is selected
_MATERIAL = {  # ambient, specular, is cortex, ghost floor
    "cortex-L": (0.10, 0.22, 1.0, 0.045),
    "cortex-R": (0.10, 0.22, 1.0, 0.045),
    "cerebellum": (0.10, 0.04, 0.0, 0.04),
    "brainstem": (0.14, 0.16, 0.0, 0.0),
    "deep": (0.22, 0.22, 0.0, 0.0),
}
_GHOST_GAIN = {"cerebellum": 0.60}
_DEEP_RIM = 0.50


@dataclass(frozen=True)
class PreparedBrain:
    """Everything that can be made on a loading thread: parts and the picker."""

    assets: BrainAssets
    columns: RegionColumns
    parts: tuple[MeshPart, ...]
    picker: RegionPicker


@dataclass(frozen=True)
class Pick:
    """A picked region and the place in MNI millimetres."""

    region_id: str
    point: tuple[float, float, float]


def prepare(assets: BrainAssets, progress: Callable[[float, str], None] | None = None) -> PreparedBrain:
    """Build vertex rows and the picker of loaded meshes. `progress(fraction, what)` is told of each step."""
    tell = progress or (lambda fraction, what: None)
    columns = RegionColumns(assets.region_ids())
    tell(0.0, "Shaping the surface")
    parts = mesh_parts(assets, columns)
    tell(0.5, "Making it clickable")
    picker = RegionPicker([PickMesh(p.name, p.vertices, p.triangles, p.triangle_columns) for p in parts])
    tell(1.0, "Ready")
    return PreparedBrain(assets, columns, parts, picker)


class BrainNode:
    """One brain in the scene graph, in MNI millimetres."""

    def __init__(self, prepared: PreparedBrain, shading: str, colours: BrainColours = DARK) -> None:
        """`shading` is "pixel" (GPU) or "vertex" (software renderers); KeyError for anything else."""
        self.prepared = prepared
        self.columns = prepared.columns
        self.root = NodePath("brain")
        self._texture = RegionTexture(prepared.columns.region_ids)
        self._nodes: dict[str, NodePath] = {}
        self._shell = self.root.attach_new_node("shell")
        self._folia = self._shell.attach_new_node("folia")
        self._folia.set_shader(load_shader(SHADERS[shading], f"{SHADERS[shading]}_folia"))
        self._solid = self.root.attach_new_node("solid")
        self._depth = self.root.attach_new_node("shell-depth")
        self._mode = "tissue"
        self._fade, self._ghost, self._seconds = 1.0, 0.0, 0.36
        self._edges = [0.0, 0.0]
        self._hover: str | None = None
        self._selected: tuple[str, ...] = ()
        self._painted = 0.0
        self._shell_opacity = 1.0
        self._palettes: dict[str, Colours] = {}
        self._colours = colours
        self._shading = shading
        self.root.set_shader(load_shader(SHADERS[shading]))
        self.root.set_shader_input("region_colours", self._texture.texture)
        self.root.set_shader_input("u_morph", Vec3(1, 0, 0))
        for part in prepared.parts:
            self._attach(part)
        self._depth.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
        self._depth.set_bin("fixed", 10)
        self._depth.set_shader(load_shader("brain_depth"), 1)
        self.set_colours(colours)
        self._apply()

    @property
    def mode(self) -> str:
        """The view that is shown or being faded to."""
        return self._mode

    @property
    def ghost(self) -> float:
        """How far the shell is a ghost now, 0..1 (1 in the glass view)."""
        return self._ghost

    @property
    def hovered(self) -> str | None:
        """The outlined region."""
        return self._hover

    @property
    def selected(self) -> tuple[str, ...]:
        """The golden regions."""
        return self._selected

    def set_colours(self, colours: BrainColours) -> None:
        """Take the colours of another scheme at once."""
        self._colours = colours
        ids = self.columns.region_ids
        bare = np.zeros((COLUMNS, 4), np.float32)
        self._palettes = {"tissue": bare, "glass": bare, "regions": lobe_palette(ids, colours.lobes)}
        self._texture.set_row(ROW_NOW, self._palettes[self._mode])
        self._texture.set_row(ROW_LEARNED, learned_palette(ids, colours.lobes))
        self._texture.flush()
        self.root.set_shader_input("u_accent", Vec3(*colours.accent))
        self.root.set_shader_input("u_outline", Vec3(*colours.outline))
        self.root.set_shader_input("u_ghost", Vec4(*colours.ghost, colours.ghost_swallow))
        self.set_shell(self._shell_opacity)
        self._set_rim()

    def set_shell(self, opacity: float) -> None:
        """How bright the ghost shell is in the glass view, 0..1 (1 as in the look)."""
        self._shell_opacity = opacity
        for name, path in self._nodes.items():
            shape = Vec3(_GHOST_GAIN.get(name, 0.85), self._colours.ghost_cover, opacity)
            path.set_shader_input("u_ghost_shape", shape)

    def set_mode(self, mode: str, seconds: float = 0.36) -> None:
        """Cross-fade to "tissue", "regions" or "glass" (0 seconds: at once). KeyError for another word."""
        palette = self._palettes[mode]
        if mode == self._mode:
            return
        self._texture.set_row(ROW_BEFORE, self._palettes[self._mode])
        self._texture.set_row(ROW_NOW, palette)
        self._texture.flush()
        self._edges = [_BORDER_DARKNESS[mode], _BORDER_DARKNESS[self._mode]]
        self._mode, self._fade, self._seconds = mode, 0.0, max(seconds, 0.0)
        self._set_rim()
        self.update(0.0)

    def update(self, dt: float) -> None:
        """Advance the cross-fade by dt seconds."""
        goal = 1.0 if self._mode == "glass" else 0.0
        if self._fade >= 1.0 and self._ghost == goal:
            return
        step = dt / self._seconds if self._seconds else 1.0
        self._fade = min(1.0, self._fade + step)
        self._ghost = min(goal, self._ghost + step) if goal else max(0.0, self._ghost - step)
        self._apply()

    def set_hover(self, region_id: str | None) -> None:
        """Outline a region, or none."""
        if region_id == self._hover:
            return
        for other, value in ((self._hover, 0.0), (region_id, 1.0)):
            if other is not None:
                self._texture.set_state(self.columns.column(other), HOVERED, value)
        self._hover = region_id
        self._texture.flush()

    def set_selected(self, *region_ids: str) -> None:
        """Turn regions golden; without arguments, none. KeyError for an unknown region."""
        if region_ids == self._selected:
            return
        columns = [self.columns.column(region_id) for region_id in region_ids]
        for region_id in self._selected:
            self._texture.set_state(self.columns.column(region_id), SELECTED, 0.0)
        for column in columns:
            self._texture.set_state(column, SELECTED, 1.0)
        self._selected = region_ids
        self._texture.flush()
        self._apply()

    def set_hidden(self, region_ids: Iterable[str]) -> None:
        """Hide exactly these regions: neither drawn nor picked."""
        self._set_everywhere(VISIBLE, region_ids, 0.0, 1.0)

    def set_ghosted(self, region_ids: Iterable[str]) -> None:
        """Ghost exactly these regions (works on the cortex and the cerebellum, in the glass view)."""
        self._set_everywhere(GHOSTED, region_ids, 1.0, 0.0)

    def set_learned_palette(self, colours: Colours) -> None:
        """Colours (512,4) of the labels that `paint` is given, where they are not region columns."""
        self._texture.set_row(ROW_LEARNED, colours)
        self._texture.flush()

    def paint(
        self, labels: NDArray[np.integer], confidence: NDArray[np.floating], amount: float = 1.0
    ) -> None:
        """Show a network's predictions: label (index into the learned palette) and confidence 0..1 of each vertex.

        Both have shape (V,), in the order left cortex, right cortex, structures; cortex alone is enough. Raises
        ValueError for another length. Doubt shows as bare tissue.
        """
        if len(labels) != len(confidence) or len(labels) not in (self.cortex_vertices, self.vertices):
            raise ValueError(f"{len(labels)} labels for {self.cortex_vertices} or {self.vertices} vertices")
        tint = 0.95 * np.clip(confidence, 0, 1) ** 0.6
        for part in self.prepared.parts:
            spans = [span for span in part.paint_slices if span.stop <= len(labels)]
            if spans:
                node = self._nodes[part.name].node()
                write_paint(
                    node, np.concatenate([labels[s] for s in spans]), np.concatenate([tint[s] for s in spans])
                )
        self._painted = amount
        self._apply()

    def clear_paint(self) -> None:
        """Show the ordinary colours again."""
        self._painted = 0.0
        self._apply()

    @property
    def cortex_vertices(self) -> int:
        """Vertices of both hemispheres."""
        return sum(len(hemisphere.pial) for hemisphere in self.prepared.assets.hemispheres)

    @property
    def vertices(self) -> int:
        """Vertices of the whole brain, in `paint` order."""
        return vertex_count(self.prepared.assets)

    def pick(self, ray_from: Point3, ray_to: Point3) -> Pick | None:
        """The drawn region under a ray given in world space (the space of the scene's top node)."""
        top = self.root.get_top()
        start, end = self.root.get_relative_point(top, ray_from), self.root.get_relative_point(top, ray_to)
        hit = self.prepared.picker.pick(tuple(start), tuple(end), self._appearance(), self._drawn())
        region_id = self.columns.region(hit.column) if hit else None
        return Pick(region_id, hit.point) if hit and region_id else None

    def remove(self) -> None:
        """Take the brain out of the scene graph."""
        self.root.remove_node()

    def _attach(self, part: MeshPart) -> None:
        node: GeomNode = geom_node(part)
        parent = self._shell if part.name in _SHELL else self._solid
        if part.name == "cerebellum":
            parent = self._folia
        path = parent.attach_new_node(node)
        self._nodes[part.name] = path
        paths = [path]
        if part.name in _SHELL:
            paths.append(self._depth.attach_new_node(node))
        for each in paths:
            each.set_shader_input("u_material", Vec4(*_MATERIAL[part.name]))

    def _apply(self) -> None:
        see_through = self._ghost > 0.0
        desaturated = _OTHERS_LOSE if self._selected else 0.0
        shell = Vec4(self._fade, desaturated, self._painted, self._ghost)
        self._shell.set_shader_input("u_view", shell)
        self._depth.set_shader_input("u_view", shell)
        self._solid.set_shader_input("u_view", Vec4(self._fade, desaturated, self._painted, 0.0))
        self.root.set_shader_input("u_edge", Vec3(*self._edges, 1.0))
        deep = self._nodes.get("deep")
        if self._ghost >= 1.0 and not self._painted and self._shading == "vertex":
            self._shell.set_shader(load_shader("brain_ghost"), 1)
        else:
            self._shell.clear_shader()
        if see_through:
            self._depth.show()
            self._shell.set_bin("fixed", 20)
            self._shell.set_depth_write(False)
            self._shell.set_attrib(DepthTestAttrib.make(RenderAttrib.M_less_equal))
            self._shell.set_attrib(
                ColorBlendAttrib.make(
                    ColorBlendAttrib.M_add,
                    ColorBlendAttrib.O_one,
                    ColorBlendAttrib.O_one_minus_incoming_alpha,
                )
            )
        else:
            self._depth.hide()
            for clear in (self._shell.clear_bin, self._shell.clear_depth_write, self._shell.clear_depth_test):
                clear()
            self._shell.clear_attrib(ColorBlendAttrib)
        if deep is not None:
            deep.show() if see_through else deep.hide()

    def _set_rim(self) -> None:
        strength = self._colours.rim * (0.68 if self._mode == "regions" else 1.0)
        self.root.set_shader_input("u_rim", Vec4(0.5255, 0.6667, 1.0, strength))
        if "deep" in self._nodes:
            self._nodes["deep"].set_shader_input(
                "u_rim", Vec4(0.749, 0.8235, 1.0, self._colours.rim * _DEEP_RIM)
            )

    def _set_everywhere(self, channel: int, region_ids: Iterable[str], inside: float, outside: float) -> None:
        chosen = {self.columns.column(region_id) for region_id in region_ids}
        for column in range(1, len(self.columns.region_ids) + 1):
            self._texture.set_state(column, channel, inside if column in chosen else outside)
        self._texture.flush()

    def _drawn(self) -> tuple[str, ...]:
        return tuple(name for name, path in self._nodes.items() if not path.is_hidden())

    def _appearance(self) -> NDArray[np.uint8]:
        looks = np.full(COLUMNS, OPAQUE, np.uint8)
        if self._ghost > 0.5:
            looks[0] = GHOST
        for part in self.prepared.parts:
            if self._ghost > 0.5 and part.name in _SHELL:
                looks[np.unique(part.triangle_columns)] = GHOST
        for column in range(1, len(self.columns.region_ids) + 1):
            if self._texture.state(column, VISIBLE) < 0.5:
                looks[column] = HIDDEN
        return looks
