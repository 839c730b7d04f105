"""The orientation cube: shows from where one looks; a click on a face, or its arrow keys, turns to a standard view.

The scene makes one in `build` and tells it every new view. It draws; the arithmetic is in orientation.py.
"""

from __future__ import annotations

from collections.abc import Callable

from panda3d.core import (
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    GeomVertexWriter,
    NodePath,
)

from game.core.inputs import InputEvent
from game.engine.lines import Segments
from game.engine.orbit import SNAP_VIEWS, View
from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.text import TextBlock
from game.ui.theme import Colour
from game.ui.widget import Widget
from game.worlds.brain.orientation import WORDS, face_at, visible_faces

_HALF_EDGE = 0.31  # of the widget's size: the cube fits whichever way it is turned


class OrientationCube(Widget):
    """See the module text. on_snap is called with the letter of a standard view."""

    focusable = True
    moving = True

    def __init__(
        self, layer: Layer, name: str, rect: Rect, view: View, on_snap: Callable[[str], None]
    ) -> None:
        super().__init__(layer, name, rect)
        self.tooltip, self.spoken = "Click a face to look from that side", "Orientation cube"
        self._view, self._on_snap = view, on_snap
        self._at = (0.0, 0.0)
        self._faces: NodePath | None = None
        self._edges: Segments | None = None
        self._shades: tuple[Colour, Colour] = ((0, 0, 0, 1), (0, 0, 0, 1))
        self._letters: dict[str, TextBlock] = {}

    def draw(self) -> None:
        """Draw everything anew (theme or place changed)."""
        self.wipe()
        self._letters = {
            letter: self.write(0, 0, letter, "label-bold", "text", align="centre") for letter in SNAP_VIEWS
        }
        for block in self._letters.values():
            self.layer.forget_text(block)  # moves with the cube; not part of the page's text
        theme = self.layer.theme
        self._shades = (theme.colour("surface"), theme.colour("surface_raised"))
        if theme.scheme == "dark":
            self._shades = ((0.078, 0.110, 0.204, 1.0), (0.165, 0.216, 0.380, 1.0))
        if self._edges is not None:
            self._edges.destroy()
        self._edges = Segments(self.path, colour=theme.colour("line_strong"), width=max(1.0, 1.5 * theme.s))
        self.turn(self._view)

    def turn(self, view: View) -> None:
        """Show the cube as seen from another view."""
        self._view = view
        half, (cx, cy) = self._half, self.rect.centre
        faces = visible_faces(view)
        shown = {face.letter for face in faces}
        for letter, block in self._letters.items():
            block.path.show() if letter in shown else block.path.hide()
        quads = []
        for face in faces:
            corners = [(cx + x * half, cy - y * half) for x, y in face.corners]
            quads.append((corners, self._shade(face.letter, face.facing)))
            block = self._letters[face.letter]
            block.place(cx + face.middle[0] * half, cy - face.middle[1] * half - block.style.line / 2)
            block.path.set_alpha_scale(min(1.0, 0.15 + 1.6 * face.facing))
        if self._edges is not None:
            loops = [zip(corners, (*corners[1:], corners[0]), strict=True) for corners, _ in quads]
            self._edges.set_segments([pair for loop in loops for pair in loop])
        self._draw_faces(quads)

    def press_at(self, x: float, y: float) -> None:
        """Remember which face is meant."""
        self._at = (x, y)

    def activate(self) -> None:
        """Turn to the face that was pressed."""
        letter = self.face_under(*self._at)
        if letter is not None:
            self._on_snap(letter)

    def key(self, event: InputEvent) -> bool:
        """Arrows turn to the next standard view."""
        nearest = min(
            ("A", "R", "P", "L"),
            key=lambda side: abs((SNAP_VIEWS[side][0] - self._view.azimuth + 180) % 360 - 180),
        )
        ring = ("A", "R", "P", "L")
        place = ring.index(nearest)
        letter = {
            "arrow_left": ring[(place - 1) % 4],
            "arrow_right": ring[(place + 1) % 4],
            "arrow_up": "S" if self._view.elevation >= -45 else nearest,
            "arrow_down": "I" if self._view.elevation <= 45 else nearest,
        }.get(event.key)
        if letter is None:
            return False
        self._on_snap(letter)
        return True

    def face_under(self, x: float, y: float) -> str | None:
        """The letter of the face at a pixel."""
        cx, cy = self.rect.centre
        return face_at(self._view, (x - cx) / self._half, (cy - y) / self._half)

    def describe(self, letter: str) -> str:
        """What a face's view is called."""
        return f"From {'the ' if letter in 'LRAP' else ''}{WORDS[letter]}"

    @property
    def _half(self) -> float:
        return min(self.rect.w, self.rect.h) * _HALF_EDGE

    def _shade(self, letter: str, facing: float) -> Colour:
        low, high = self._shades
        share = 1.0 if letter == "S" else max(0.0, 0.55 * (facing - 0.3))
        red, green, blue = (a + (b - a) * share for a, b in zip(low[:3], high[:3], strict=True))
        return (red, green, blue, 1.0)

    def _draw_faces(self, quads: list[tuple[list[tuple[float, float]], Colour]]) -> None:
        data = GeomVertexData("faces", GeomVertexFormat.get_v3c4(), Geom.UH_dynamic)
        places, colours = GeomVertexWriter(data, "vertex"), GeomVertexWriter(data, "color")
        triangles = GeomTriangles(Geom.UH_dynamic)
        for number, (corners, colour) in enumerate(quads):
            for x, y in corners:
                places.add_data3(x, 0, -y)
                colours.add_data4(*colour)
            for a, b, c in ((0, 1, 2), (0, 2, 3)):
                triangles.add_vertices(4 * number + a, 4 * number + b, 4 * number + c)
        geom = Geom(data)
        geom.add_primitive(triangles)
        node = GeomNode("faces")
        node.add_geom(geom)
        if self._faces is not None:
            self._faces.remove_node()
        self._faces = self.path.attach_new_node(node, -1)
        self._faces.set_two_sided(True)
