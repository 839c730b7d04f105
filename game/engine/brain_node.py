"""The brain, ready to hang into a scene: home, explorer and lab all draw this one.

`BrainNode(prepare(assets), shading)` gives `.root`; modes cross-fade, hover and selection write the region texture,
`pick` answers rays. Call `update(dt)` each frame. It knows no camera, no text and no atlas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath, Point3

from game.engine.brain_assets import BrainAssets
from game.engine.brain_geometry import MeshPart, RegionColumns, mesh_parts, vertex_count
from game.engine.brain_layers import SHELL, BrainLayers
from game.engine.brain_material import (
    COLUMNS,
    DARK,
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
from game.engine.cuts import Cut
from game.engine.picking import GHOST, HIDDEN, OPAQUE, PickMesh, RegionPicker

MODES = ("tissue", "regions", "glass")
_BORDER_DARKNESS = {"tissue": 0.0, "regions": 0.45, "glass": 0.0}
_RIM_STRENGTH = {"tissue": 1.0, "regions": 0.68, "glass": 1.0}
_OTHERS_LOSE = 0.22  # saturation the rest loses while something is selected


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
    picker = RegionPicker(
        [PickMesh(p.name, p.vertices, p.triangles, p.triangle_columns, p.rows["inflated"]) for p in parts]
    )
    tell(1.0, "Ready")
    return PreparedBrain(assets, columns, parts, picker)


class BrainNode:
    """One brain in the scene graph, in MNI millimetres."""

    def __init__(self, prepared: PreparedBrain, shading: str, colours: BrainColours = DARK) -> None:
        """`shading` is "pixel" (GPU) or "vertex" (software renderers); KeyError for anything else."""
        self.prepared = prepared
        self.columns = prepared.columns
        self.picker = prepared.picker.copy()  # in this node's pose
        self.cuts: tuple[Cut, ...] = ()
        self._texture = RegionTexture(prepared.columns.region_ids)
        self._layers = BrainLayers(prepared.parts, shading, self._texture.texture)
        self._mode = "tissue"
        self._fade, self._ghost, self._seconds = 1.0, 0.0, 0.36
        self._edges = (0.0, 0.0)
        self._hover: str | None = None
        self._selected: tuple[str, ...] = ()
        self._hidden: frozenset[str] = frozenset()
        self._painted, self._shell = 0.0, 1.0
        self._palettes: dict[str, Colours] = {}
        self._before: Colours = np.zeros((COLUMNS, 4), np.float32)
        self.xray = False
        self._looks: NDArray[np.uint8] | None = None  # what picking sees; made when asked for
        self._colours = colours
        self.set_colours(colours)
        self._apply()

    @property
    def root(self) -> NodePath:
        """Hang this into the scene; its space is MNI millimetres."""
        return self._layers.root

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
        self._colour_layers()

    def set_shell(self, opacity: float) -> None:
        """How bright the ghost shell is in the glass view (1 as in the look)."""
        if opacity != self._shell:
            self._shell = opacity
            self._colour_layers()

    def set_mode(self, mode: str, seconds: float = 0.36) -> None:
        """Cross-fade to "tissue", "regions" or "glass" (0 seconds: at once). KeyError for another word."""
        palette = self._palettes[mode]
        if mode == self._mode:
            return
        self._before = self._before + (self._palettes[self._mode] - self._before) * np.float32(self._fade)
        self._texture.set_row(ROW_BEFORE, self._before)
        self._texture.set_row(ROW_NOW, palette)
        self._texture.flush()
        self._edges = (_BORDER_DARKNESS[mode], _BORDER_DARKNESS[self._mode])
        self._mode, self._fade, self._seconds = mode, 0.0, max(seconds, 0.0)
        self._colour_layers()
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

    def set_xray(self, on: bool) -> None:
        """Whether selected regions shine through whatever hides them."""
        self.xray = on
        self._layers.set_xray(on)

    def set_hidden(self, region_ids: Iterable[str]) -> None:
        """Hide exactly these regions: neither drawn nor picked. KeyError for an unknown region."""
        wanted = frozenset(region_ids)
        if wanted == self._hidden:
            return
        for region_id in wanted ^ self._hidden:
            self._texture.set_state(self.columns.column(region_id), VISIBLE, float(region_id not in wanted))
        self._hidden, self._looks = wanted, None
        self._texture.flush()

    def set_learned_palette(self, colours: Colours) -> None:
        """Colours (512,4) of the labels that `paint` is given, where they are not region columns."""
        self._texture.set_row(ROW_LEARNED, colours)
        self._texture.flush()

    def paint(
        self, labels: NDArray[np.integer], confidence: NDArray[np.floating], amount: float = 1.0
    ) -> None:
        """Show a network's predictions: label (index into the learned palette) and confidence 0..1 of each vertex.

        Both have shape (V,), in the order left cortex, right cortex, structures; cortex alone is enough. Raises
        ValueError for another length. Doubt shows as greyed tissue.
        """
        if len(labels) != len(confidence) or len(labels) not in (self.cortex_vertices, self.vertices):
            raise ValueError(f"{len(labels)} labels for {self.cortex_vertices} or {self.vertices} vertices")
        self._layers.paint(labels, 0.95 * np.clip(confidence, 0, 1) ** 0.6)
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
        hit = self.picker.pick(tuple(start), tuple(end), self._appearance(), self._layers.drawn(), self.cuts)
        region_id = self.columns.region(hit.column) if hit else None
        return Pick(region_id, hit.point) if hit and region_id else None

    def remove(self) -> None:
        """Take the brain out of the scene graph."""
        self._layers.remove()

    def _colour_layers(self) -> None:
        self._layers.set_colours(self._colours, _RIM_STRENGTH[self._mode], self._shell)

    def _apply(self) -> None:
        desaturation = _OTHERS_LOSE if self._selected else 0.0
        self._layers.show(self._fade, desaturation, self._painted, self._ghost, self._edges)
        self._looks = None

    def _appearance(self) -> NDArray[np.uint8]:
        """HIDDEN, GHOST or OPAQUE for each region column."""
        if self._looks is None:
            self._looks = np.full(COLUMNS, OPAQUE, np.uint8)
            if self._ghost > 0.5:
                self._looks[0] = GHOST
                for part in self.prepared.parts:
                    if part.name in SHELL:
                        self._looks[part.columns] = GHOST
            for region_id in self._hidden:
                self._looks[self.columns.column(region_id)] = HIDDEN
        return self._looks
