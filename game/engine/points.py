"""Stars: points of a 3D world drawn as sprites with a core, a halo and sometimes a ring, in one draw call.

The constellation fills it from its model; sizes are pixels of the 1080p design and do not grow with distance,
only a little with depth. It knows no concepts and no theme: colours and sizes arrive as arrays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from panda3d.core import Geom, NodePath, ShaderAttrib, Vec2

from game.engine.blending import draw_as_light
from game.engine.shaders import load_shader
from game.engine.vertex_data import Structured, point_geom, rewrite_points, unculled_node

STAR_ROW = np.dtype(
    [
        ("vertex", "<f4", 3),  # world position
        ("color", "u1", 4),  # halo RGBA
        ("core", "u1", 4),
        ("ring", "u1", 4),  # alpha 0: no ring
        ("shape", "<f4", 4),  # core radius, halo radius, share of depth in the size 0..1, ring radius; pixels
    ]
)
_SMALLEST_PROMISED_POINT = 255.0  # what software renderers draw at most


def star_rows(positions: ArrayLike) -> Structured:
    """Rows for (N, 3) positions, everything else zero: the caller fills colours and shapes."""
    place = np.asarray(positions, np.float32).reshape(-1, 3)
    rows = np.zeros(len(place), STAR_ROW)
    rows["vertex"] = place
    return rows


class StarField:
    """Stars under a 3D node. All of them are rewritten at once, which is cheap up to some thousands."""

    def __init__(
        self, parent: NodePath, *, largest: float = _SMALLEST_PROMISED_POINT, sort: int = 20
    ) -> None:
        self._node = unculled_node("stars", point_geom(np.zeros(0, STAR_ROW), Geom.UH_dynamic))
        self._sort = sort
        self.root = parent.attach_new_node(self._node)
        attrib = ShaderAttrib.make(load_shader("star"))
        self.root.set_attrib(attrib.set_flag(ShaderAttrib.F_shader_point_size, True))
        self.root.set_shader_input("largest", largest)
        self.set_scale(1.0)
        self.set_depth_range(1.0, 2.0)
        self.set_additive(True)

    def set_rows(self, rows: Structured) -> None:
        """Draw these stars (STAR_ROW, any number)."""
        rewrite_points(self._node.modify_geom(0), rows)

    def set_scale(self, pixels: float) -> None:
        """Pixels of this screen for one pixel of the 1080p design."""
        self.root.set_shader_input("px_scale", float(pixels))

    def set_depth_range(self, nearest: float, farthest: float) -> None:
        """Eye distances at which stars are drawn largest and smallest."""
        self.root.set_shader_input("depth_range", Vec2(nearest, max(farthest, nearest + 1e-3)))

    def set_additive(self, additive: bool) -> None:
        """Light on dark, or covering ink in the light scheme."""
        draw_as_light(self.root, sort=self._sort, additive=additive)

    def destroy(self) -> None:
        """Remove the node."""
        self.root.remove_node()


def rgba8(colour: tuple[float, float, float], alpha: float = 1.0) -> tuple[int, int, int, int]:
    """RGB 0..1 and an alpha as the four bytes a row holds."""
    red, green, blue = (round(255 * min(1.0, max(0.0, part))) for part in colour)
    return (red, green, blue, round(255 * min(1.0, max(0.0, alpha))))
