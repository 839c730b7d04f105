"""Points that move every frame: gradients on their way, beads on a path.

The lab and the constellation compute positions and hand over whole arrays; this file copies them into one
vertex buffer. It knows no physics and no time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from panda3d.core import Geom, NodePath, ShaderAttrib

from game.engine.blending import draw_as_light
from game.engine.shaders import load_shader
from game.engine.vertex_data import point_geom, unculled_node, write_rows

_ROW = np.dtype([("vertex", "<f4", 3), ("color", "u1", 4), ("size", "<f4")])


class ParticleField:
    """At most `max_points` soft points under `parent`, drawn in one call."""

    def __init__(self, max_points: int, parent: NodePath | None = None, *, additive: bool = True) -> None:
        """`parent` may be given later with root.reparent_to(). Raises ValueError for max_points < 1."""
        if max_points < 1:
            raise ValueError("a particle field needs room for at least one point")
        self._rows = np.zeros(max_points, _ROW)
        self._geom_node = unculled_node("particles", point_geom(self._rows, Geom.UH_stream))
        self._shown = -1
        self.root = NodePath(self._geom_node)
        attrib = ShaderAttrib.make(load_shader("particle"))
        self.root.set_attrib(attrib.set_flag(ShaderAttrib.F_shader_point_size, True))
        self.set_additive(additive)
        if parent is not None:
            self.root.reparent_to(parent)
        self.clear()

    @property
    def capacity(self) -> int:
        """The largest number of points it can show."""
        return len(self._rows)

    @property
    def shown(self) -> int:
        """How many points are drawn now."""
        return self._shown

    def set_additive(self, additive: bool) -> None:
        """Light on dark (True), or ordinary covering points for the light scheme (False)."""
        draw_as_light(self.root, sort=30, additive=additive)

    def update(self, positions: ArrayLike, sizes: ArrayLike, colours: ArrayLike) -> int:
        """Show these points: (N, 3) in the parent's units, (N,) core diameter in pixels, (N, 4) RGBA 0..1.

        Points beyond the capacity are left out; returns how many are shown. Raises ValueError when the
        lengths of the three arrays differ.
        """
        place = np.asarray(positions, np.float32).reshape(-1, 3)
        size = np.asarray(sizes, np.float32).reshape(-1)
        rgba = np.asarray(colours, np.float32).reshape(-1, 4)
        if not len(place) == len(size) == len(rgba):
            raise ValueError(f"{len(place)} positions, {len(size)} sizes and {len(rgba)} colours")
        count = min(len(place), self.capacity)
        rows = self._rows
        rows["vertex"][:count] = place[:count]
        rows["size"][:count] = size[:count]
        rows["color"][:count] = np.clip(rgba[:count] * 255 + 0.5, 0, 255)
        if count:
            write_rows(self._geom_node.modify_geom(0).modify_vertex_data(), rows)
        self._show(count)
        return count

    def clear(self) -> None:
        """Show nothing."""
        self._show(0)

    def destroy(self) -> None:
        """Remove the node."""
        self.root.remove_node()

    def _show(self, count: int) -> None:
        if count != self._shown:
            self._geom_node.modify_geom(0).modify_primitive(0).set_nonindexed_vertices(0, count)
            self._shown = count
