"""Smooth 2D lines in pixels: curves, threads, axes and arcs, solid or dotted, thick and antialiased.

Used by the lab's curves and rings and by the threads of Match the Pairs; lines between points of a 3D world
are in links.py. It knows no widget: it takes points, a colour and a width.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panda3d.core import Geom, NodePath, TransparencyAttrib, Vec2

from game.engine.shaders import load_shader
from game.engine.vertex_data import Structured, quad_geom, rewrite_quads, unculled_node

Rgba = tuple[float, float, float, float]
_ROW = np.dtype(
    [
        ("vertex", "<f4", 3),
        ("color", "u1", 4),
        ("local", "<f4", 2),
        ("segment", "<f4", 3),
        ("cuts", "<f4", 4),
    ]
)
_FEATHER = 1.0  # pixels around the line in which its edge fades


class PolyLine:
    """One line through points, under a node whose units are pixels with y up the screen as -z (pixel2d).

    `points` are (N, 2): x to the right, y down. Fewer than two points draw nothing.
    """

    def __init__(
        self,
        parent: NodePath,
        points: ArrayLike = (),
        *,
        colour: Rgba = (1.0, 1.0, 1.0, 1.0),
        width: float = 2.0,
        dash: tuple[float, float] | None = None,
    ) -> None:
        self._width = float(width)
        self._colour = colour
        self._geom_node = unculled_node("line", quad_geom(np.zeros(0, _ROW), Geom.UH_dynamic))
        self.root = parent.attach_new_node(self._geom_node)
        self.root.set_shader(load_shader("line"))
        self.root.set_transparency(TransparencyAttrib.M_alpha)
        self.root.set_two_sided(True)
        self.root.set_depth_test(False)
        self.root.set_depth_write(False)
        self.set_dash(dash)
        self._points = np.zeros((0, 2), np.float32)
        self.set_points(points)

    def set_points(self, points: ArrayLike) -> None:
        """Draw the line through these (N, 2) pixel positions instead; equal neighbours are merged."""
        self._points = _without_repeats(np.asarray(points, np.float32).reshape(-1, 2))
        self._rebuild()

    def set_width(self, width: float) -> None:
        """Width in pixels."""
        if width != self._width:
            self._width = float(width)
            self._rebuild()

    def set_colour(self, colour: Rgba) -> None:
        """RGBA 0..1."""
        if colour != self._colour:
            self._colour = colour
            self._rebuild()

    def set_dash(self, dash: tuple[float, float] | None) -> None:
        """(drawn, gap) in pixels, with round ends; (0.01, 8) gives dots. None is solid."""
        self.root.set_shader_input("dash", Vec2(*dash) if dash else Vec2(1, 0))

    def show(self) -> None:
        """Show it again after hide()."""
        self.root.show()

    def hide(self) -> None:
        """Keep it, but do not draw it."""
        self.root.hide()

    def destroy(self) -> None:
        """Remove the node."""
        self.root.remove_node()

    def _rebuild(self) -> None:
        rows = polyline_rows(self._points, self._width, self._colour)
        rewrite_quads(self._geom_node.modify_geom(0), rows)


class Segments:
    """Many separate straight lines of one colour and width in one node; all are moved by one cheap call."""

    def __init__(self, parent: NodePath, *, colour: Rgba = (1.0, 1.0, 1.0, 1.0), width: float = 2.0) -> None:
        self._width, self._colour = float(width), colour
        self._geom_node = unculled_node("segments", quad_geom(np.zeros(0, _ROW), Geom.UH_dynamic))
        self.root = parent.attach_new_node(self._geom_node)
        self.root.set_shader(load_shader("line"))
        self.root.set_shader_input("dash", Vec2(1, 0))
        self.root.set_transparency(TransparencyAttrib.M_alpha)
        self.root.set_two_sided(True)
        self.root.set_depth_test(False)
        self.root.set_depth_write(False)

    def set_segments(self, ends: ArrayLike) -> None:
        """Draw the lines between these (N, 2, 2) pixel positions: N times (x, y) of start and end."""
        pairs = np.asarray(ends, np.float32).reshape(-1, 2, 2)
        step = pairs[:, 1] - pairs[:, 0]
        length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-4)
        rows = _segment_rows(pairs[:, 0], step / length[:, None], length, self._width, self._colour)
        rewrite_quads(self._geom_node.modify_geom(0), rows.reshape(-1))

    def destroy(self) -> None:
        """Remove the node."""
        self.root.remove_node()


def polyline_rows(points: NDArray[np.float32], width: float, colour: Rgba) -> Structured:
    """Four vertices a segment for the line through `points` (N, 2), ready for the "line" shader."""
    if len(points) < 2:
        return np.zeros(0, _ROW)
    step = points[1:] - points[:-1]
    length = np.hypot(step[:, 0], step[:, 1])
    ahead = step / length[:, None]
    rows = _segment_rows(points[:-1], ahead, length, width, colour)
    rows["segment"][..., 1] = np.concatenate([[0.0], np.cumsum(length)[:-1]])[:, None]
    rows["cuts"] = _cuts(ahead, np.stack([-ahead[:, 1], ahead[:, 0]], axis=1))[:, None]
    return rows.reshape(-1)


def _segment_rows(
    starts: NDArray[np.float32],
    ahead: NDArray[np.float32],
    length: NDArray[np.float32],
    width: float,
    colour: Rgba,
) -> Structured:
    """(N, 4) rows: the quads of N capsules from `starts` along unit vectors `ahead`."""
    count = len(starts)
    rows = np.zeros((count, 4), _ROW)
    across = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    reach = width / 2 + _FEATHER
    along = np.stack([np.full(count, -reach), length + reach, length + reach, np.full(count, -reach)], axis=1)
    aside = np.array([-reach, -reach, reach, reach], np.float32)
    place = starts[:, None] + along[..., None] * ahead[:, None] + aside[None, :, None] * across[:, None]
    rows["vertex"][..., 0] = place[..., 0]
    rows["vertex"][..., 2] = -place[..., 1]
    rows["color"] = np.round(np.clip(colour, 0, 1) * np.float32(255)).astype(np.uint8)
    rows["local"][..., 0] = along
    rows["local"][..., 1] = aside
    rows["segment"] = np.stack([length, np.zeros(count), np.full(count, width / 2)], axis=1)[:, None]
    return rows


def _cuts(ahead: NDArray[np.float32], across: NDArray[np.float32]) -> NDArray[np.float32]:
    """Per segment the bisector normals at its start and its end, in its own axes; 0 0 means no cut."""
    cuts = np.zeros((len(ahead), 4), np.float32)
    if len(ahead) > 1:
        bisector = ahead[:-1] + ahead[1:]
        turns_back = np.hypot(bisector[:, 0], bisector[:, 1]) < 0.3  # a cut would shave the line itself
        bisector[turns_back] = 0.0
        cuts[1:, 0] = np.einsum("ij,ij->i", bisector, ahead[1:])
        cuts[1:, 1] = np.einsum("ij,ij->i", bisector, across[1:])
        cuts[:-1, 2] = np.einsum("ij,ij->i", bisector, ahead[:-1])
        cuts[:-1, 3] = np.einsum("ij,ij->i", bisector, across[:-1])
    return cuts


def _without_repeats(points: NDArray[np.float32]) -> NDArray[np.float32]:
    if len(points) < 2:
        return points
    step = np.abs(np.diff(points, axis=0)).max(axis=1)
    return points[np.concatenate([[True], step > 1e-4])]
