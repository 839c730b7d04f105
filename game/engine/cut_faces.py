"""The faces of a cut brain in the scene: made anew when a plane, the shape or what is hidden changes.

The explorer's view owns one for its `BrainNode` and calls `update` each frame. Caps are drawn over what is cut (lowest
layer first) and given to the brain's picker. It knows the brain and the MRI's pictures; no widgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorWriteAttrib, Geom, Texture, Vec2

from game.core.cuts import Cut
from game.engine.brain_geometry import MeshPart
from game.engine.brain_node import BrainNode
from game.engine.brain_shape import is_cortex, placed
from game.engine.caps import CapMesh, Ribbon, Solids, cap, filling, rising
from game.engine.clipping import set_distances
from game.engine.picking import OPAQUE, PickMesh
from game.engine.shaders import load_shader
from game.engine.vertex_data import triangle_geom, unculled_node

_ROWS = np.dtype(
    [("vertex", "<f4", 3), ("texcoord", "<f4", 2), ("tissue", "u1", 4), ("atlas", "u1", 4), ("region", "<f4")]
)
_GRAIN, _PLAIN = Vec2(0.60, 0.34), Vec2(0.96, 0.0)
_Bodies = tuple[list[Ribbon], NDArray[np.uint8], list[Solids]]


class CutFaces:
    """See the module text."""

    def __init__(self, brain: BrainNode) -> None:
        self._brain = brain
        self._root = brain.root.attach_new_node("cut-faces")
        self._root.set_shader(load_shader("cap"), 1)
        self._root.set_shader_input("slice", _blank())
        self._root.set_shader_input("u_cap", _PLAIN)
        self._pictures: Mapping[int, tuple[Texture, NDArray[np.float64]]] = {}
        self._made: tuple[object, ...] = ()
        self._names: list[str] = []
        self._ordered: dict[tuple[str, str], NDArray[np.integer]] = {}
        self._bodies: _Bodies | None = None
        self._bodies_of: tuple[object, ...] = ()

    def prepare(self) -> None:
        """Do now, on any thread, what the first cut would wait for."""
        for part in self._brain.prepared.parts:
            if is_cortex(part.name):
                self._in_order(part)
        _ = self._layers  # cached when first asked for

    def set_pictures(self, pictures: Mapping[int, tuple[Texture, NDArray[np.float64]]]) -> None:
        """The MRI's picture for each axis, and its ((low, high), (low, high)) in mm across and along."""
        self._pictures, self._made = pictures, ()

    def update(self) -> bool:
        """Make the faces anew if anything they depend on changed; True if so."""
        brain = self._brain
        state = (brain.shape, brain.drawn(), brain.looks.tobytes(), brain.label_set) if brain.cuts else ()
        if (brain.cuts, state) == self._made:
            return False
        self._made = (brain.cuts, state)
        self._clear()
        if brain.cuts and brain.shape.has_structures:
            if self._bodies is None or self._bodies_of != state:
                self._bodies, self._bodies_of = self._gather(), state
            ribbons, labels, solids = self._bodies
            for number, cut in enumerate(brain.cuts):
                self._show(number, cut, cap(cut, ribbons, solids), labels)
        return True

    def _clear(self) -> None:
        for name in self._names:
            self._brain.picker.drop_part(name)
        self._names = []
        self._root.get_children().detach()

    def _gather(self) -> _Bodies:
        """What there is to cut now, and the `atlas` labels (T,4) of the ribbons' triangles."""
        brain, looks = self._brain, self._brain.looks
        ribbons, labels, solids = [], [np.zeros((0, 4), np.uint8)], []
        for part in brain.prepared.parts:
            if part.name not in brain.drawn():
                continue
            outer = placed(part, brain.shape, brain.offsets)
            if is_cortex(part.name):
                triangles = self._in_order(part)
                columns = part.rows["region"][triangles[:, 0]].astype(np.int64)
                inner = placed(part, replace(brain.shape, morph=1.0), brain.offsets)
                if looks[0] == OPAQUE:
                    solids.append(filling(Ribbon(outer, inner, triangles, columns)))
                own = (looks[columns] == OPAQUE) & (columns > 0)
                ribbons.append(Ribbon(outer, inner, triangles[own], columns[own]))
                labels.append(part.rows["atlas"][triangles[own, 0]])
            else:
                own = np.flatnonzero(looks[part.triangle_columns] == OPAQUE)
                columns = part.triangle_columns[own]
                solids.append(Solids(outer, part.triangles[own], columns, self._layers[columns]))
        return ribbons, np.concatenate(labels), solids

    def _in_order(self, part: MeshPart) -> NDArray[np.integer]:
        """The triangles of cortex as the view draws them, each with its corners in the order that prisms need."""
        key = (part.name, self._brain.label_set if self._brain.label_set in part.splits else "")
        if key not in self._ordered:
            self._ordered[key] = rising(part.vertices, part.split(key[1]))
        return self._ordered[key]

    @cached_property
    def _layers(self) -> NDArray[np.int64]:
        """The layer of each column: larger bodies lie below smaller ones."""
        sizes: dict[int, float] = {}
        for part in self._brain.prepared.parts:
            if not is_cortex(part.name):
                a, b, c = (part.vertices[part.triangles[:, k]] for k in range(3))
                areas = np.bincount(part.triangle_columns, np.linalg.norm(np.cross(b - a, c - a), axis=1))
                sizes.update({int(column): float(areas[column]) for column in part.columns})
        layers = np.zeros(1 + max(sizes, default=0), np.int64)
        for layer, column in enumerate(sorted(sizes, key=lambda c: -sizes[c]), start=2):
            layers[column] = layer
        return layers

    def _show(self, number: int, cut: Cut, mesh: CapMesh, labels: NDArray[np.uint8]) -> None:
        if not len(mesh.columns):
            return
        rows = np.zeros(len(mesh.vertices), _ROWS)
        rows["vertex"] = mesh.vertices
        rows["region"] = np.repeat(mesh.columns, 3)
        ribbon = np.repeat(mesh.sources >= 0, 3)
        rows["tissue"][ribbon, 3] = 255
        rows["atlas"][ribbon] = np.repeat(labels[mesh.sources[mesh.sources >= 0]], 3, axis=0)
        picture = self._pictures.get(cut.axis)
        node = self._root.attach_new_node("cap")
        if picture is not None:
            texture, span = picture
            pair = [axis for axis in range(3) if axis != cut.axis]
            rows["texcoord"] = (mesh.vertices[:, pair] - span[:, 0]) / (span[:, 1] - span[:, 0])
            node.set_shader_input("slice", texture)
            node.set_shader_input("u_cap", _GRAIN)
        geom_node = unculled_node("cap", triangle_geom(rows, Geom.UH_dynamic))
        colour, depth = node.attach_new_node("colour"), node.attach_new_node("depth")
        for layer in (colour, depth):
            layer.attach_new_node(geom_node)
        colour.set_bin("fixed", 3)
        colour.set_depth_write(False)
        depth.set_bin("fixed", 4)
        depth.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
        set_distances(node, self._brain.cuts, spared=cut.axis)
        name = f"cap-{number}"
        self._brain.picker.set_part(
            PickMesh(name, mesh.vertices, mesh.triangles, mesh.columns, uncut=cut.axis)
        )
        self._names.append(name)


def _blank() -> Texture:
    texture = Texture("no-slice")
    texture.setup_2d_texture(1, 1, Texture.T_unsigned_byte, Texture.F_rgba)
    texture.set_ram_image(b"\xff\xff\xff\xff")
    return texture
