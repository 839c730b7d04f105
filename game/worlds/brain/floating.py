"""Everything that floats over the brain and follows the camera: discs, name tag, names beside it, cube, scale bar.

The scene owns one, restyles it with each build and asks for `place` when the camera moved. It reads model and view.
"""

from __future__ import annotations

from collections.abc import Sequence

from panda3d.core import NodePath

from game.core.cuts import kept
from game.engine.brain_material import side_less
from game.engine.orbit import Vec
from game.engine.projection import Rect
from game.engine.sprites import Sprites
from game.ui.fonts import FontBook
from game.ui.theme import Theme
from game.worlds.brain.cube import OrientationCube
from game.worlds.brain.marks import Marks
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.outer_labels import MOST, lobe_colour, outer_names
from game.worlds.brain.pointers import Pointed, Pointers
from game.worlds.brain.scale_bar import ScaleBar
from game.worlds.brain.view import ExplorerView
from game.worlds.brain.views import BY_ID

MOST_LARGE = 8  # names while text is large
_SHARE, _SHARE_LARGE = 0.8, 0.62


def names_share(theme: Theme) -> float:
    """Which part of its area the brain fills while names stand beside it."""
    return _SHARE_LARGE if theme.compact else _SHARE


class Floating:
    """See the module text. root: for what follows the camera; tags: for what follows the pointer. `cube` is set by
    each build.
    """

    def __init__(
        self, root: NodePath, tags: NodePath, book: FontBook, sprites: Sprites | None = None
    ) -> None:
        self.pointers = Pointers(root.attach_new_node("pointers"), book)
        self.marks = Marks(root.attach_new_node("marks"), tags, book, sprites)
        self.scale = ScaleBar(root.attach_new_node("scale"), book)
        self.cube: OrientationCube | None = None
        self._theme: Theme | None = None
        self.unsettled = False  # names were placed while something moved
        self._around: Rect | None = None
        self._taken: tuple[Rect, ...] = ()

    def restyle(self, theme: Theme) -> None:
        """Take another theme; everything is made again when it is next placed."""
        self._theme = theme
        self.marks.restyle(theme)
        self.scale.restyle(theme)

    def hide(self) -> None:
        """There is no brain yet."""
        self.marks.hide_discs()
        self.scale.hide()
        self.pointers.hide()

    def keep_free(self, around: Rect | None, taken: Sequence[Rect]) -> None:
        """After a build: names may stand in `around` (None: nowhere), but not on what is taken (pixels)."""
        self._around, self._taken = around, tuple(taken)

    def place(self, view: ExplorerView, model: ExplorerModel, *, settled: bool = False) -> None:
        """Put everything where the camera says. settled: it has come to rest."""
        if self.cube is not None:
            self.cube.turn(view.orbit.view)
        self.scale.place(view.pixels_per_mm, view.area)
        if self.scale.rect is not None and any(self.scale.rect.overlaps(rect) for rect in self._taken):
            self.scale.hide()  # an open panel stands there
        for letter in "LR":
            spot = view.side_mark(letter, self.marks.disc_reach)
            at, behind = spot if spot is not None else (None, False)
            self.marks.place_disc(letter, at, view.area, self.scale.rect, behind=behind)
        self._place_pointers(view, model, settled=settled)

    def _place_pointers(self, view: ExplorerView, model: ExplorerModel, *, settled: bool) -> None:
        theme = self._theme
        self.unsettled = False
        if theme is None or self._around is None or not model.named:
            self.pointers.hide()
            return
        self.unsettled = not settled
        named = self._deep(view, model) if model.glassy else self._outer(view, model, theme)
        self.pointers.name([thing for thing, _ in named], theme)
        points = {thing.key: view.pixel(point) for thing, point in named}
        taken = [*self._taken, *self.marks.disc_places()]
        if self.scale.rect is not None:
            taken.append(self.scale.rect)
        self.pointers.place(points, self._around, taken, view.silhouettes(), settled=settled)

    def _deep(self, view: ExplorerView, model: ExplorerModel) -> list[tuple[Pointed, Vec]]:
        """What the glass view names, and where it is; the selected structure first."""
        named = [
            (region, words)
            for region, words in model.named_in_glass(view.near_side)
            if not view.behind_plane(region) and kept(view.centre_of(region), view.brain.cuts)
        ]
        named.sort(key=lambda pair: pair[0] != model.selected)
        colour = view.brain.palettes.structure
        return [
            (Pointed(r, words, colour(model.mode, side_less(r)), r == model.selected), view.centre_of(r))
            for r, words in named
        ]

    def _outer(self, view: ExplorerView, model: ExplorerModel, theme: Theme) -> list[tuple[Pointed, Vec]]:
        """What a view from outside names: regions, or the labels that it colours."""
        label_set = BY_ID[model.mode].label_set
        found = []
        for name in outer_names(view, model, MOST if not theme.compact else MOST_LARGE):
            colour = (
                view.label_colour(label_set, name.label)
                if name.label
                else theme.colour(lobe_colour(name.lobe))
            )
            found.append((Pointed(name.key, name.words, colour[:3], name.chosen), name.point))
        return found
