"""The brain, ready to hang into a scene: home, explorer and lab all draw this one.

`BrainNode(prepare(assets), shading)` gives `.root`; modes cross-fade, hover and selection write the region texture,
`pick` answers rays. Call `update(dt)` each frame. It knows no camera, no text and no atlas.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath, Point3

from game.core.cuts import Cut
from game.engine.brain_assets import PACKED_SETS
from game.engine.brain_geometry import MeshPart, vertex_count
from game.engine.brain_layers import SHELL, BrainLayers, offset_texture
from game.engine.brain_material import (
    COLUMNS,
    DARK,
    ROW_BEFORE,
    ROW_LEARNED,
    ROW_NOW,
    BrainColours,
    Colours,
    RegionTexture,
    learned_palette,
)
from game.engine.brain_palettes import Palettes
from game.engine.brain_prepared import PreparedBrain, prepare
from game.engine.brain_shape import BrainShape, Floats, placed
from game.engine.brain_states import RegionStates
from game.engine.brain_views import MODES, VIEWS, border_darkness, line_set
from game.engine.label_at import label_at
from game.engine.picking import GHOST, Hit, RegionPicker

__all__ = ["MODES", "BrainNode", "Pick", "PreparedBrain", "prepare"]
_OTHERS_LOSE = 0.22  # saturation the rest loses while something is selected
_TINTS = np.rint(255 * 0.95 * (np.arange(256) / 255) ** 0.6)  # how strongly each confidence 0..255 colours
_TINT_OF = _TINTS.astype(np.uint32) << 16  # where the paint array wants it


@dataclass(frozen=True)
class Pick:
    """A picked region, the place in MNI millimetres, and the label of the view's label set there (0 none)."""

    region_id: str
    point: tuple[float, float, float]
    label: int = 0


class BrainNode:
    """One brain in the scene graph, in MNI millimetres."""

    def __init__(
        self, prepared: PreparedBrain, shading: str, colours: BrainColours = DARK, *, everything: bool = False
    ) -> None:
        """`shading` is "pixel" (GPU) or "vertex" (software renderers: what the brain itself hides is left out, unless
        `everything` is to be drawn); KeyError for anything else."""
        self.prepared = prepared
        self.columns = prepared.columns
        self._picker: RegionPicker | None = None  # in this node's pose; made when first asked for
        self.cuts: tuple[Cut, ...] = ()
        self._texture = RegionTexture(prepared.columns.region_ids)
        self._layers = BrainLayers(
            prepared.parts, shading, self._texture.texture, offset_texture(prepared.offsets)
        )
        self._states = RegionStates(prepared.columns, self._texture)
        self._mode = "tissue"
        self._lit: frozenset[int] | None = None
        self._fade, self._ghost, self._seconds = 1.0, 0.0, 0.36
        self._edges = (0.0, 0.0)
        self._outlines = False
        self._painted, self._shell = 0.0, 1.0
        self._row: Colours = np.zeros((COLUMNS, 4), np.float32)
        self.shape = BrainShape()
        self._slabs: tuple[MeshPart, ...] = ()
        self.xray = False
        self._looks: NDArray[np.uint8] | None = None  # what picking sees; made when asked for
        self._colours = colours
        self.palettes = Palettes(prepared.sets, self.columns.region_ids, colours)
        self._take_colours()
        self._apply()
        self._unseen = True  # it was never drawn
        if shading == "vertex" and not everything:
            self._layers.tell_eye(self._see_from)

    @property
    def root(self) -> NodePath:
        """Hang this into the scene; its space is MNI millimetres."""
        return self._layers.root

    @property
    def mode(self) -> str:
        """The view that is shown or being faded to."""
        return self._mode

    @property
    def label_set(self) -> str:
        """The labels that give the colours in this view; "" for none."""
        return VIEWS[self._mode].label_set

    @property
    def ghost(self) -> float:
        """How far the shell is a ghost now, 0..1 (1 in the glass views)."""
        return self._ghost

    @property
    def hovered(self) -> str | None:
        """The outlined region."""
        return self._states.hovered

    @property
    def selected(self) -> tuple[str, ...]:
        """The golden regions."""
        return self._states.selected

    @property
    def offsets(self) -> Floats:
        """Where each region goes when the brain is taken apart, (COLUMNS, 3) mm."""
        return self.prepared.offsets

    def set_colours(self, colours: BrainColours) -> None:
        """Take the colours of another scheme at once."""
        if colours != self._colours:
            self._colours = colours
            self.palettes = Palettes(self.prepared.sets, self.columns.region_ids, colours)
            self._take_colours()

    def _take_colours(self) -> None:
        colours = self._colours
        self._row = self.palettes.row(self._mode, self._lit)
        self._texture.set_row(ROW_NOW, self._row)
        self._texture.set_row(ROW_LEARNED, learned_palette(self.columns.region_ids, colours.lobes))
        self._texture.flush()
        self._colour_layers()

    def set_shell(self, opacity: float) -> None:
        """How bright the ghost shell is in the glass view (1 as in the look)."""
        if opacity != self._shell:
            self._shell = opacity
            self._colour_layers()

    def set_mode(self, mode: str, seconds: float = 0.36, lit: frozenset[int] | None = None) -> None:
        """Cross-fade to one of MODES (0 seconds: at once). KeyError for another word.

        lit: the labels of the view's label set that keep their colour; None for all.
        """
        look, before = VIEWS[mode], VIEWS[self._mode]
        if (mode, lit) == (self._mode, self._lit):
            return
        self._layers.set_label_sets(look.label_set, before.label_set)
        same_lines = line_set(mode) == line_set(self._mode)
        self._edges = (
            border_darkness(mode, outlines=self._outlines),
            border_darkness(self._mode, outlines=self._outlines) if same_lines else 0.0,
        )
        self._texture.set_row(ROW_BEFORE, self._row)
        self._row = self.palettes.row(mode, lit)
        self._texture.set_row(ROW_NOW, self._row)
        self._texture.flush()
        self._mode, self._lit, self._fade, self._seconds = mode, lit, 0.0, max(seconds, 0.0)
        self._colour_layers()
        self.update(0.0)

    def set_outlines(self, on: bool) -> None:
        """Draw the borders of the view's labels as strong lines."""
        if on != self._outlines:
            self._outlines = on
            darkness = border_darkness(self._mode, outlines=on)
            self._edges = (darkness, darkness)
            self._apply()

    def set_shape(self, shape: BrainShape) -> None:
        """Morph, take apart, or show one half, at once."""
        if shape != self.shape:
            self.shape = shape
            self._layers.set_shape(shape)
            self._states.shape(shape)
            if self._picker is not None:
                self._move(self._picker)
            self._apply()

    def set_cuts(self, cuts: tuple[Cut, ...]) -> None:
        """Cut exactly this away, in the picture and for picking."""
        if cuts != self.cuts:
            self.cuts = cuts
            self._layers.set_cuts(cuts)
            self._apply()

    @property
    def picker(self) -> RegionPicker:
        """What rays are asked, in the shape that is drawn. Waits for a picker that is still being made."""
        if self._picker is None:
            made = self.prepared.solid_picker if self._slabs else self.prepared.picker
            self._picker = made.copy()
            if self.shape != BrainShape():
                self._move(self._picker)
        return self._picker

    def _move(self, picker: RegionPicker) -> None:
        picker.move({part.name: placed(part, self.shape, self.offsets) for part in self.parts})

    @property
    def looks(self) -> NDArray[np.uint8]:
        """HIDDEN, GHOST or OPAQUE for each region column, as it is drawn."""
        return self._appearance()

    def is_ghost(self, region_id: str) -> bool:
        """Whether one sees through a region."""
        return bool(self.looks[self.columns.column(region_id)] == GHOST)

    def drawn(self) -> tuple[str, ...]:
        """Names of the parts that are drawn."""
        return self._layers.drawn()

    @property
    def parts(self) -> tuple[MeshPart, ...]:
        """Every part that can be drawn now."""
        return (*self.prepared.parts, *self._slabs)

    @property
    def opened(self) -> bool:
        """Whether something lets one see inside: a cut, a half, a gap, a region that is hidden or a ghost."""
        return self._states.opened or bool(self.shape.side or self.cuts) or self.shape.explode > 0

    def make_solid(self) -> None:
        """From now on the cortex is solid where one sees inside; quick if `prepared.solid_picker` was asked before."""
        if self._slabs:
            return
        self._slabs = self.prepared.slabs
        for part in self._slabs:
            self._layers.attach(part)
        self._picker = None
        self._apply()

    def set_morph(self, stage: float) -> None:
        """0 pial, 1 white, 2 inflated surface."""
        self.set_shape(replace(self.shape, morph=stage))

    def set_explode(self, amount: float) -> None:
        """Move every region away from the middle, 0..1."""
        self.set_shape(replace(self.shape, explode=amount))

    def set_side(self, side: str) -> None:
        """Show the left ("L") or right ("R") half, cut in the middle, or both ("")."""
        self.set_shape(replace(self.shape, side=side))

    def update(self, dt: float) -> None:
        """Advance the cross-fade by dt seconds."""
        goal = float(VIEWS[self._mode].ghost)
        if self._fade >= 1.0 and self._ghost == goal:
            return
        step = dt / self._seconds if self._seconds else 1.0
        self._fade = min(1.0, self._fade + step)
        self._ghost = min(goal, self._ghost + step) if goal else max(0.0, self._ghost - step)
        self._apply()

    def set_hover(self, region_id: str | None) -> None:
        """Outline a region, or none."""
        self._states.hover(region_id)

    def set_selected(self, *region_ids: str) -> None:
        """Turn regions golden; without arguments, none. KeyError for an unknown region."""
        if self._states.select(*region_ids):
            self._apply()

    def set_xray(self, on: bool) -> None:
        """Whether selected regions shine through whatever hides them."""
        if on != self.xray:
            self.xray = on
            self._layers.set_xray(on)
            self._apply()

    def set_hidden(self, region_ids: Iterable[str]) -> None:
        """Hide exactly these regions: neither drawn nor picked. KeyError for an unknown region."""
        if self._states.hide(region_ids):
            self._apply()

    def set_ghosted(self, region_ids: Iterable[str]) -> None:
        """Make exactly these regions see-through. KeyError for an unknown region."""
        if self._states.ghost(region_ids):
            self._layers.set_ghosts(bool(self._states.ghosted))
            self._apply()

    def set_learned_palette(self, colours: Colours) -> None:
        """Colours (512,4) of the labels that `paint` is given, where they are not region columns."""
        self._texture.set_row(ROW_LEARNED, colours)
        self._texture.flush()

    def paint(self, labels: NDArray[np.uint16], confidence: NDArray[np.uint8], amount: float = 1.0) -> None:
        """Show a network's predictions: label (index into the learned palette) and confidence 0..255 of each vertex.

        Both have shape (V,), in the order left cortex, right cortex, structures; cortex alone is enough. Raises
        ValueError for another length. Doubt shows as greyed tissue.
        """
        if len(labels) != len(confidence) or len(labels) not in (self.cortex_vertices, self.vertices):
            raise ValueError(f"{len(labels)} labels for {self.cortex_vertices} or {self.vertices} vertices")
        self._layers.paint(np.bitwise_or(_TINT_OF[confidence], labels, dtype=np.uint32))
        self._show_painted(amount)

    def clear_paint(self) -> None:
        """Show the ordinary colours again."""
        self._show_painted(0.0)

    def _show_painted(self, amount: float) -> None:
        if amount != self._painted:
            self._painted = amount
            self._apply()

    @cached_property
    def cortex_vertices(self) -> int:
        """Vertices of both hemispheres. Asked once: it unpacks their places."""
        return sum(len(hemisphere.pial) for hemisphere in self.prepared.assets.hemispheres)

    @cached_property
    def vertices(self) -> int:
        """Vertices of the whole brain, in `paint` order."""
        return vertex_count(self.prepared.assets)

    def pick(self, ray_from: Point3, ray_to: Point3) -> Pick | None:
        """The drawn region under a ray given in world space (the space of the scene's top node)."""
        top = self.root.get_top()
        start, end = self.root.get_relative_point(top, ray_from), self.root.get_relative_point(top, ray_to)
        hit = self.picker.pick(tuple(start), tuple(end), self._appearance(), self._layers.drawn(), self.cuts)
        region_id = self.columns.region(hit.column) if hit else None
        return Pick(region_id, hit.point, self._label(hit)) if hit and region_id else None

    def _label(self, hit: Hit) -> int:
        part = next((part for part in self.parts if part.name == hit.part), None)
        if self.label_set not in PACKED_SETS or part is None:
            return 0
        return label_at(part, self.label_set, hit.triangle, hit.point, self.shape, self.offsets)

    def remove(self) -> None:
        """Take the brain out of the scene graph."""
        self._layers.remove()

    def _see_from(self, eye: Point3) -> None:
        """Leave out what cannot be seen from there, once that is known; nothing of it delays the first picture."""
        if self._unseen:
            self._unseen = False
            return
        triangles, job = self._layers.triangles, self.prepared.visible
        if triangles.visible is None and job is not None and job.done and job.error is None:
            triangles.visible = job.result()
        triangles.see_from(eye)

    def _colour_layers(self) -> None:
        look = VIEWS[self._mode]
        self._layers.set_colours(self._colours, look.rim, self._shell * look.shell)

    def _apply(self) -> None:
        desaturation = _OTHERS_LOSE if self._states.selected else 0.0
        self._layers.show(self._fade, desaturation, self._painted, self._ghost, self._edges, deep=self.opened)
        self._layers.set_solid(self.opened and self._ghost < 0.5 and self.shape.morph < 1.0)
        self._layers.triangles.set_closed(not (self.opened or self._states.pierced or self.xray), self._ghost)
        self._looks = None

    def _appearance(self) -> NDArray[np.uint8]:
        """HIDDEN, GHOST or OPAQUE for each region column."""
        if self._looks is None:
            shell = {0}
            for part in self.prepared.parts if self._ghost > 0.5 else ():
                shell |= set(part.columns.tolist()) if part.name in SHELL else set()
            self._looks = self._states.appearance(shell if self._ghost > 0.5 else ())
        return self._looks
