"""Rounded boxes: panels, buttons, chips, bars and rings, drawn by one shader.

A box is a quad with uniforms, so it is crisp at every size and needs no texture. Colours come from the theme.
Called by the layer and the widgets; pixels from the top left of the parent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from panda3d.core import (
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    GeomVertexWriter,
    NodePath,
    TransparencyAttrib,
)

from game.engine.projection import Rect
from game.engine.shaders import load_shader
from game.ui.theme import Colour, Theme, rgba

CLEAR: Colour = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class BoxStyle:
    """How a box looks. Lengths in screen pixels; shadow: (offset y, blur, alpha)."""

    radius: float = 0.0
    top: Colour = CLEAR
    bottom: Colour = CLEAR
    edge: Colour = CLEAR
    edge_width: float = 0.0
    inner: Colour = CLEAR
    shadow: tuple[float, float, float] = (0.0, 0.0, 0.0)
    dash: float = 0.0


def flat(colour: Colour, radius: float = 0.0, edge: Colour = CLEAR, edge_width: float = 0.0) -> BoxStyle:
    """A box of one colour."""
    return BoxStyle(radius, colour, colour, edge, edge_width if edge[3] > 0 else 0.0)


def panel_style(theme: Theme, *, radius: float = 24.0, edge: str = "line", shadow: bool = True) -> BoxStyle:
    """The look of panels and tiles in this scheme. radius in design pixels."""
    width = max(1.0, round(theme.s)) * (1 if theme.scheme == "dark" else 2)
    if theme.scheme == "dark":
        y, blur, alpha = 24 * theme.s, 60 * theme.s, 0.45
        return BoxStyle(
            theme.px(radius),
            rgba("#151C31"),
            rgba("#10162A"),
            theme.colour(edge),
            width,
            (1.0, 1.0, 1.0, 13 / 255),
            (y, blur, alpha) if shadow else (0.0, 0.0, 0.0),
        )
    surface = theme.colour("surface")
    light_shadow = (
        (8 * theme.s, 20 * theme.s, 0.08) if shadow and theme.scheme == "light" else (0.0, 0.0, 0.0)
    )
    return BoxStyle(theme.px(radius), surface, surface, theme.colour(edge), width, CLEAR, light_shadow)


LARGE = 64.0  # pixels; a middle at least this wide and high is drawn apart from the rim
Frame = tuple[float, float, float, float]  # left, top, right, bottom in the box's own pixels


class Box:
    """One rounded box under `parent`.

    The rim with its edge and shadow needs the distance shader; the middle of a large box is plain colour
    and most of its pixels, so it is drawn apart (a software renderer spends a third of the time on it).
    """

    def __init__(self, parent: NodePath, rect: Rect, style: BoxStyle) -> None:
        self._parent = parent
        self.rect, self.style = rect, style
        self.path = NodePath("box")
        self._draw()

    def restyle(self, **changes: object) -> None:
        """Change parts of the style (names of BoxStyle)."""
        before, self.style = self.style, replace(self.style, **changes)  # type: ignore[arg-type]
        if _frames(self.rect, before) != _frames(self.rect, self.style):
            self._draw()
        else:
            self._uniforms()

    def resize(self, rect: Rect) -> None:
        """Move and size the box."""
        moved_only = (rect.w, rect.h) == (self.rect.w, self.rect.h)
        self.rect = rect
        if moved_only:
            self.path.set_pos(rect.x, 0, -rect.y)
        else:
            self._draw()

    def remove(self) -> None:
        """Take the box off the screen."""
        self.path.remove_node()

    def _draw(self) -> None:
        sort = self.path.get_sort() if not self.path.is_empty() else 0
        hidden = not self.path.is_empty() and self.path.is_hidden()
        self.path.remove_node()
        self.path = self._parent.attach_new_node("box", sort)
        rim, middle = _frames(self.rect, self.style)
        _attach(self.path, rim, "box")
        _attach(self.path, middle, "boxfill")
        self.path.set_transparency(TransparencyAttrib.M_alpha)
        self.path.set_pos(self.rect.x, 0, -self.rect.y)
        if hidden:
            self.path.hide()
        self._uniforms()

    def _uniforms(self) -> None:
        style, path = self.style, self.path
        path.set_shader_input("boxSize", (self.rect.w, self.rect.h))
        path.set_shader_input("boxRadius", style.radius)
        path.set_shader_input("boxTop", style.top)
        path.set_shader_input("boxBottom", style.bottom)
        path.set_shader_input("boxEdge", style.edge)
        path.set_shader_input("boxEdgeWidth", style.edge_width)
        path.set_shader_input("boxInner", style.inner)
        path.set_shader_input("boxShadow", style.shadow)
        path.set_shader_input("boxDash", style.dash)


def _frames(rect: Rect, style: BoxStyle) -> tuple[list[Frame], list[Frame]]:
    """The rectangles of the rim and of the middle; a middle nobody would see is left out."""
    offset, blur, alpha = style.shadow
    out = blur if alpha > 0 else 1.0
    left, top, right, bottom = (
        -out,
        -max(out - offset, 1.0),
        rect.w + out,
        rect.h + out + (offset if alpha > 0 else 0.0),
    )
    inset = min(style.radius, rect.w / 2, rect.h / 2) + style.edge_width + 3.0
    if min(rect.w, rect.h) - 2 * inset < LARGE:
        return [(left, top, right, bottom)], []
    x0, y0, x1, y1 = inset, inset, rect.w - inset, rect.h - inset
    rim = [(left, top, right, y0), (left, y1, right, bottom), (left, y0, x0, y1), (x1, y0, right, y1)]
    seen = style.top[3] > 0 or style.bottom[3] > 0
    return rim, [(x0, y0, x1, y1)] if seen else []


def _attach(parent: NodePath, frames: list[Frame], shader: str) -> None:
    if not frames:
        return
    data = GeomVertexData(shader, GeomVertexFormat.get_v3(), Geom.UH_static)
    writer = GeomVertexWriter(data, "vertex")
    triangles = GeomTriangles(Geom.UH_static)
    for index, (left, top, right, bottom) in enumerate(frames):
        for x, y in ((left, top), (left, bottom), (right, bottom), (right, top)):
            writer.add_data3(x, 0.0, -y)
        first = 4 * index
        triangles.add_vertices(first, first + 1, first + 2)
        triangles.add_vertices(first, first + 2, first + 3)
    geom = Geom(data)
    geom.add_primitive(triangles)
    node = GeomNode(shader)
    node.add_geom(geom)
    parent.attach_new_node(node).set_shader(load_shader(shader))
