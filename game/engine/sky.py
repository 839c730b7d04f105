"""The background of every screen: a radial gradient without bands, and a fixed field of faint stars.

The shell owns one for each display region and tells it the colours of the scheme, the size in pixels and
which text boxes to keep free of stars. It knows no theme, no scene, no widget; colours arrive as plain RGB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from panda3d.core import Geom, NodePath, ShaderAttrib, TransparencyAttrib, Vec3, Vec4

from game.engine.shaders import load_shader
from game.engine.vertex_data import Structured, point_geom, quad_geom, rewrite_points, unculled_node

Rgb = tuple[float, float, float]
Rect = tuple[float, float, float, float]  # left, top, right, bottom in pixels, y down

_CARD = np.dtype([("vertex", "<f4", 3)])
_STAR = np.dtype([("vertex", "<f4", 3), ("color", "u1", 4), ("radius", "<f4")])
_HOLE_MARGIN = (8.0, 6.0)  # pixels kept free to the sides of, and above and below, a text box


@dataclass(frozen=True)
class SkyColours:
    """What the background needs from a colour scheme; RGB 0..1. `star_alpha` 0 leaves the stars out."""

    edge: Rgb
    mid: Rgb
    glow: Rgb
    star_alpha: float = 1.0

    @classmethod
    def from_hex(cls, edge: str, mid: str, glow: str, star_alpha: float = 1.0) -> SkyColours:
        """From "#RRGGBB" strings; raises ValueError when one is not of that form."""
        return cls(_rgb(edge), _rgb(mid), _rgb(glow), star_alpha)


def star_rows(count: int, seed: int) -> Structured:
    """`count` stars, the same for the same seed: place 0..1, radius 0.5-2 px, alpha 0.12-0.72, few bright."""
    across, up, bright, red, green = _scatter(5, count, seed)
    rows = np.zeros(count, _STAR)
    rows["vertex"][:, 0] = across
    rows["vertex"][:, 2] = up
    strength = bright**6
    rows["radius"] = 0.5 + 1.5 * strength
    rows["color"][:, 0] = 200 + 55 * red
    rows["color"][:, 1] = 210 + 30 * green
    rows["color"][:, 2] = 255
    rows["color"][:, 3] = np.round(255 * (0.12 + 0.6 * strength))
    return rows


def _scatter(rows: int, count: int, seed: int) -> NDArray[np.float64]:
    """Numbers 0..1 without a pattern, (rows, count): SplitMix64. numpy's generators take longer to load than to use."""
    mixed = np.arange(1, rows * count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed += np.uint64((seed * 0xD1342543DE82EF95 + 1) % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return ((mixed >> np.uint64(11)) / 2.0**53).reshape(rows, count)


def without_holes(rows: Structured, holes: Sequence[Rect], width: float, height: float) -> Structured:
    """The stars that touch none of the rectangles (pixels of a width x height region)."""
    x, y, reach = rows["vertex"][:, 0] * width, rows["vertex"][:, 2] * height, rows["radius"]
    keep = np.ones(len(rows), bool)
    for left, top, right, bottom in holes:
        beside = reach + _HOLE_MARGIN[0]
        above = reach + _HOLE_MARGIN[1]
        inside = (x > left - beside) & (x < right + beside) & (y > top - above) & (y < bottom + above)
        keep &= ~inside
    return rows[keep]


class SkyBackground:
    """The card and its stars under `parent` (the root of whichever camera draws first, usually render).

    It ignores transforms and lenses, always fills its display region, is drawn first and writes no depth.
    """

    def __init__(self, parent: NodePath, colours: SkyColours, *, stars: int = 420, seed: int = 21) -> None:
        self.root = parent.attach_new_node("sky")
        self._rows = star_rows(stars, seed)
        self._holes: tuple[Rect, ...] = ()
        self._size = (1920.0, 1080.0)
        self._star_alpha = 1.0
        card = np.zeros(4, _CARD)
        card["vertex"] = [(-1, 0, -1), (1, 0, -1), (1, 0, 1), (-1, 0, 1)]
        self._card = self.root.attach_new_node(unculled_node("sky-card", quad_geom(card)))
        self._card.set_shader(load_shader("sky"))
        self._stars = self.root.attach_new_node(
            unculled_node("sky-stars", point_geom(self._rows, Geom.UH_dynamic))
        )
        attrib = ShaderAttrib.make(load_shader("skypoint"))
        self._stars.set_attrib(attrib.set_flag(ShaderAttrib.F_shader_point_size, True))
        self._stars.set_transparency(TransparencyAttrib.M_alpha)
        self.root.set_depth_test(False)
        self.root.set_depth_write(False)
        self.root.set_two_sided(True)
        self._card.set_bin("background", -100)
        self._stars.set_bin("background", -99)
        self.set_glow()
        self.set_scheme(colours)
        self.resize(1920, 1080)

    def set_scheme(self, colours: SkyColours) -> None:
        """Take the colours of another scheme."""
        self.set_colours(colours.edge, colours.mid, colours.glow)
        self._star_alpha = colours.star_alpha
        self._stars.set_alpha_scale(colours.star_alpha)
        self._place_stars()

    def set_colours(self, edge: Rgb, mid: Rgb, glow: Rgb) -> None:
        """Gradient colours from the rim to the centre, RGB 0..1."""
        for name, rgb in (("edge", edge), ("mid", mid), ("glow", glow)):
            self._card.set_shader_input(name, Vec3(*rgb))

    def set_glow(
        self, centre: tuple[float, float] = (0.5, 0.46), radius: tuple[float, float] = (0.781, 0.833)
    ) -> None:
        """Where the glow is and how far the gradient reaches, as fractions of width and height (y down)."""
        self._card.set_shader_input("ellipse", Vec4(*centre, *radius))

    def resize(self, width: int, height: int) -> None:
        """The display region is now width x height pixels."""
        self._size = (max(1.0, float(width)), max(1.0, float(height)))
        scale = min(self._size[0] / 1920, self._size[1] / 1080)
        self._stars.set_shader_input("star_scale", max(1.0, scale))
        self._place_stars()

    def set_holes(self, holes: Sequence[Rect]) -> None:
        """Keep these rectangles (left, top, right, bottom; pixels, y down) free of stars."""
        if tuple(holes) != self._holes:
            self._holes = tuple(holes)
            self._place_stars()

    def visible_stars(self) -> int:
        """How many stars are drawn now."""
        return 0 if self._stars.is_stashed() else len(self._shown())

    def destroy(self) -> None:
        """Remove the nodes."""
        self.root.remove_node()

    def _shown(self) -> Structured:
        return without_holes(self._rows, self._holes, *self._size)

    def _place_stars(self) -> None:
        rows = self._shown()
        if self._star_alpha <= 0 or not len(rows):
            self._stars.stash()
            return
        self._stars.unstash()
        rewrite_points(self._stars.node().modify_geom(0), rows)


def _rgb(text: str) -> Rgb:
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"{text!r} is not a colour of the form #RRGGBB")
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue)
