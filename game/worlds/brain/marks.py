"""What floats over the brain: the L and R discs, the name under the pointer.

The scene owns one, under a node of its own that lies below its widgets, and updates it when the camera or the pointer
moved. It knows pixels and theme; places and names are told to it.
"""

from __future__ import annotations

from panda3d.core import NodePath

from game.engine.projection import Rect
from game.engine.sprites import Sprites
from game.ui.fonts import FontBook
from game.ui.shapes import Box, flat
from game.ui.text import TextBlock
from game.ui.theme import Theme

_DISC = 52.0  # design pixels
_LARGEST = 1.5  # times that a disc grows with the text, at most
_KEPT = 40  # tags that stay made


class Marks:
    """See the module text. root: for the discs; tags: for the name at the pointer."""

    def __init__(
        self, root: NodePath, tags: NodePath, book: FontBook, sprites: Sprites | None = None
    ) -> None:
        self._root, self._tags, self._book, self._sprites = root, tags, book, sprites
        self._theme: Theme | None = None
        self._side = 0.0  # of a disc, pixels
        self._discs: dict[str, tuple[NodePath, TextBlock]] = {}
        self._made: dict[tuple[str, float], tuple[NodePath, tuple[float, float]]] = {}  # by name and room
        self._tag: NodePath | None = None
        self._tag_size = (0.0, 0.0)
        self._tag_name = ""

    @property
    def tag_name(self) -> str:
        """The name that is shown beside the pointer; "" for none."""
        return self._tag_name

    def restyle(self, theme: Theme) -> None:
        """Make the discs for another theme; the tag goes."""
        if theme != self._theme:
            self._forget_tags()
        self._theme = theme
        self.hide_tag()
        for disc, _ in self._discs.values():
            disc.remove_node()
        side = self._side = theme.px(_DISC) * min(theme.text_factor, _LARGEST)
        for letter in "LR":
            node = self._root.attach_new_node(f"disc-{letter}")
            fill = flat(
                theme.colour("background_mid", 0.85),
                side / 2,
                theme.colour("line_strong"),
                max(1.0, 1.5 * theme.s),
            )
            Box(node, Rect(-side / 2, -side / 2, side, side), fill)
            style = theme.type("head")
            block = TextBlock(node, self._book, letter, style, theme.colour("text"), align="centre")
            block.place(0, -style.line / 2)
            node.hide()
            self._discs[letter] = (node, block)

    def place_disc(
        self, letter: str, at: tuple[float, float] | None, bounds: Rect, avoid: Rect | None, *, behind: bool
    ) -> None:
        """Put a disc at a pixel, kept within bounds and above `avoid`; the one behind the brain is dimmer. None hides
        it."""
        if letter not in self._discs or self._theme is None:
            return
        node, block = self._discs[letter]
        if at is None:
            node.hide()
            return
        margin = self._side / 2
        x = min(max(at[0], bounds.x + margin), bounds.right - margin)
        y = min(max(at[1], bounds.y + margin), bounds.bottom - margin)
        if avoid is not None and Rect(x - margin, y - margin, 2 * margin, 2 * margin).overlaps(avoid):
            y = avoid.y - margin - 1.0
        node.set_pos(round(x), 0, -round(y))
        block.recolour(self._theme.colour("muted" if behind else "text"))
        node.set_alpha_scale(0.75 if behind else 1.0)
        node.show()

    @property
    def disc_reach(self) -> float:
        """Pixels a disc's middle keeps from the brain."""
        return self._side

    def disc_places(self) -> list[Rect]:
        """Where the discs are now (pixels)."""
        reach = self._side
        shown = [node for node, _ in self._discs.values() if not node.is_hidden()]
        return [Rect(n.get_x() - reach / 2, -n.get_z() - reach / 2, reach, reach) for n in shown]

    def hide_discs(self) -> None:
        """No discs (the brain is not there yet)."""
        for node, _ in self._discs.values():
            node.hide()

    def show_tag(self, name: str, x: float, y: float, bounds: Rect) -> None:
        """Write a name beside the pointer, within bounds; "" hides it."""
        theme = self._theme
        if theme is None or not name:
            self.hide_tag()
            return
        if name != self._tag_name:
            self.hide_tag()
            if (name, bounds.w) not in self._made:
                self._make_tag(theme, name, bounds.w)
            self._tag_name, (self._tag, self._tag_size) = name, self._made[name, bounds.w]
            self._tag.show()
        gap = theme.px(18)
        width, height = self._tag_size
        left = x + gap if x + gap + width < bounds.right else x - gap - width
        left = min(max(left, bounds.x), bounds.right - width)
        top = min(max(y - height - gap / 2, bounds.y), bounds.bottom - height)
        if self._tag is not None:
            self._tag.set_pos(round(left), 0, -round(top))

    def _make_tag(self, theme: Theme, name: str, room: float) -> None:
        """Make the tag of a name, and keep it: the pointer goes to and fro between the same regions."""
        if len(self._made) >= _KEPT:
            self._forget_tags()
        pad = theme.px(16)
        tag = self._tags.attach_new_node("tag")
        box = tag.attach_new_node("box")
        style = theme.type("label-medium")
        block = TextBlock(tag, self._book, name, style, theme.colour("text"), width=room * 0.7)
        block.place(pad, theme.px(8))
        size = (block.width + 2 * pad, block.height + 2 * theme.px(8))
        raised = flat(theme.colour("surface_raised", 0.96), theme.px(14), theme.colour("line"), 1.0)
        Box(box, Rect(0, 0, *size), raised)
        if self._sprites is not None:
            self._sprites.keep(tag, 0, 0, *size)
        self._made[name, room] = (tag, size)

    def _forget_tags(self) -> None:
        self.hide_tag()
        for tag, _ in self._made.values():
            tag.remove_node()
        self._made.clear()

    def hide_tag(self) -> None:
        """No name beside the pointer."""
        if self._tag is not None:
            self._tag.hide()
        self._tag, self._tag_name = None, ""
