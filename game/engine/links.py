"""Lines and clouds of a 3D world: links with a fixed width in pixels, and the soft nebula behind a cluster.

Used by the constellation. 2D curves are in lines.py. It knows no concepts: it takes end points and colours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from panda3d.core import Geom, NodePath, Vec2

from game.engine.blending import draw_as_light
from game.engine.shaders import load_shader
from game.engine.vertex_data import Structured, quad_geom, rewrite_quads, unculled_node

_LINK = np.dtype([("vertex", "<f4", 3), ("color", "u1", 4), ("other", "<f4", 3), ("corner", "<f4", 3)])
_CLOUD = np.dtype([("vertex", "<f4", 3), ("color", "u1", 4), ("corner", "<f4", 3)])


class LinkSet:
    """Straight links between pairs of points, antialiased, the same width near and far."""

    def __init__(self, parent: NodePath, *, sort: int = 10) -> None:
        self._node = unculled_node("links", quad_geom(np.zeros(0, _LINK), Geom.UH_dynamic))
        self._sort = sort
        self.root = parent.attach_new_node(self._node)
        self.root.set_shader(load_shader("link"))
        self.set_viewport(1920, 1080, 1.0)
        self.set_depth_range(1.0, 2.0)
        self.set_additive(True)

    def set_links(self, starts: ArrayLike, ends: ArrayLike, colours: ArrayLike, widths: ArrayLike) -> None:
        """(M, 3) starts and ends, (M, 4) RGBA 0..1, (M,) widths in design pixels (scalars are spread)."""
        rows = link_rows(starts, ends, colours, widths)
        rewrite_quads(self._node.modify_geom(0), rows)

    def set_viewport(self, width: int, height: int, scale: float) -> None:
        """Size of the display region in pixels, and pixels for one pixel of the 1080p design."""
        self.root.set_shader_input("viewport", Vec2(max(1, width), max(1, height)))
        self.root.set_shader_input("px_scale", float(scale))

    def set_depth_range(self, nearest: float, farthest: float) -> None:
        """Eye distances at which links are strongest and faintest."""
        self.root.set_shader_input("depth_range", Vec2(nearest, max(farthest, nearest + 1e-3)))

    def set_additive(self, additive: bool) -> None:
        """Light on dark, or covering ink in the light scheme."""
        draw_as_light(self.root, sort=self._sort, additive=additive)

    def destroy(self) -> None:
        """Remove the node."""
        self.root.remove_node()


class Nebula:
    """Soft clouds that face the camera; always added, so the light scheme hides them."""

    def __init__(self, parent: NodePath, *, sort: int = 5) -> None:
        self._node = unculled_node("nebula", quad_geom(np.zeros(0, _CLOUD), Geom.UH_dynamic))
        self.root = parent.attach_new_node(self._node)
        self.root.set_shader(load_shader("nebula"))
        draw_as_light(self.root, sort=sort)

    def set_clouds(self, centres: ArrayLike, radii: ArrayLike, colours: ArrayLike) -> None:
        """(N, 3) centres and (N,) radii in world units, (N, 4) RGBA 0..1 with the alpha of the centre."""
        place = np.asarray(centres, np.float32).reshape(-1, 3)
        rows = np.zeros((len(place), 4), _CLOUD)
        rows["vertex"] = place[:, None]
        rows["color"] = _bytes(colours, len(place))[:, None]
        rows["corner"][..., :2] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        rows["corner"][..., 2] = np.broadcast_to(np.asarray(radii, np.float32), (len(place),))[:, None]
        rewrite_quads(self._node.modify_geom(0), rows.reshape(-1))

    def destroy(self) -> None:
        """Remove the node."""
        self.root.remove_node()


def link_rows(starts: ArrayLike, ends: ArrayLike, colours: ArrayLike, widths: ArrayLike) -> Structured:
    """Four vertices a link for the "link" shader; raises ValueError when starts and ends differ in number."""
    start = np.asarray(starts, np.float32).reshape(-1, 3)
    end = np.asarray(ends, np.float32).reshape(-1, 3)
    if len(start) != len(end):
        raise ValueError(f"{len(start)} starts but {len(end)} ends")
    rows = np.zeros((len(start), 4), _LINK)
    rows["vertex"][:, (0, 3)] = start[:, None]
    rows["vertex"][:, (1, 2)] = end[:, None]
    rows["other"][:, (0, 3)] = end[:, None]
    rows["other"][:, (1, 2)] = start[:, None]
    rows["corner"][..., :2] = [(1, -1), (-1, -1), (-1, 1), (1, 1)]
    rows["corner"][..., 2] = np.broadcast_to(np.asarray(widths, np.float32), (len(start),))[:, None]
    rows["color"] = _bytes(colours, len(start))[:, None]
    return rows.reshape(-1)


def _bytes(colours: ArrayLike, count: int) -> Structured:
    rgba = np.broadcast_to(np.asarray(colours, np.float32), (count, 4))
    return np.clip(rgba * 255 + 0.5, 0, 255).astype(np.uint8)
