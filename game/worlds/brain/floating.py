"""Everything that floats over the brain and follows the camera: discs, name tag, labels of the glass view, cube.

The scene owns one, restyles it with each build and asks for `place` when the camera moved. It reads model and view.
"""

from __future__ import annotations

from panda3d.core import NodePath

from game.core.cuts import kept
from game.engine.brain_material import LOBES, side_less
from game.ui.fonts import FontBook
from game.ui.theme import Theme
from game.worlds.brain.cube import OrientationCube
from game.worlds.brain.marks import Marks
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.outer_labels import outer_names
from game.worlds.brain.pointers import Pointed, Pointers
from game.worlds.brain.scale_bar import ScaleBar
from game.worlds.brain.view import ExplorerView


class Floating:
    """See the module text. `cube` is set by each build."""

    def __init__(self, root: NodePath, book: FontBook) -> None:
        self.pointers = Pointers(root.attach_new_node("pointers"), book)
        self.marks = Marks(root.attach_new_node("marks"), book)
        self.scale = ScaleBar(root.attach_new_node("scale"), book)
        self.cube: OrientationCube | None = None
        self._theme: Theme | None = None

    def restyle(self, theme: Theme) -> None:
        """Take another theme; everything is made again when it is next placed."""
        self._theme = theme
        self.marks.restyle(theme)
        self.scale.restyle(theme)
        self.pointers.clear()

    def hide(self) -> None:
        """There is no brain yet."""
        self.marks.hide_discs()
        self.scale.hide()
        self.pointers.clear()

    def place(self, view: ExplorerView, model: ExplorerModel) -> None:
        """Put everything where the camera says."""
        if self.cube is not None:
            self.cube.turn(view.orbit.view)
        for letter in "LR":
            spot = view.side_mark(letter, self.marks.disc_reach)
            at, behind = spot if spot is not None else (None, False)
            self.marks.place_disc(letter, at, view.area, behind=behind)
        self.scale.place(view.pixels_per_mm, view.area)
        self._place_pointers(view, model)

    def _place_pointers(self, view: ExplorerView, model: ExplorerModel) -> None:
        theme = self._theme
        if theme is None or theme.compact or not model.named:
            self.pointers.clear()
            return
        if not model.glassy:
            self._place_outer(view, model, theme)
            return
        named = [
            (region, words)
            for region, words in model.named_in_glass(view.near_side)
            if not view.behind_plane(region) and kept(view.centre_of(region), view.brain.cuts)
        ]
        colour = view.brain.palettes.structure
        things = [
            Pointed(r, words, colour(model.mode, side_less(r)), r == model.selected) for r, words in named
        ]
        self.pointers.name(things, theme)
        points = {region: view.pixel(view.centre_of(region)) for region, _ in named}
        self.pointers.place(points, view.area, self.marks.disc_places())

    def _place_outer(self, view: ExplorerView, model: ExplorerModel, theme: Theme) -> None:
        things = []
        for region, words in outer_names(view, model):
            lobe = model.atlas.structure_of(region).lobe
            colour = theme.colour(f"cat_{LOBES.index(lobe) + 1}" if lobe in LOBES else "muted")
            things.append(Pointed(region, words, colour[:3], region == model.selected))
        self.pointers.name(things, theme)
        points = {thing.key: view.pixel(view.centre_of(thing.key)) for thing in things}
        self.pointers.place(points, view.area, self.marks.disc_places())
