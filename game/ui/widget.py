"""The base of everything that can be pointed at or focused.

A widget draws itself under its layer's root, in pixels, and is told what happens to it; it calls back the screen
that made it. Layers do hit tests, capture and focus. Knows no scene.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from panda3d.core import NodePath

from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.shapes import Box, BoxStyle
from game.ui.text import TextBlock

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea

Action = Callable[[], None]


class Widget:
    """Something with a place, a name and a reaction. `rect` is in the coordinates of its area, else of the window."""

    focusable = False
    blocks = True  # the pointer does not reach what lies below
    moving = False  # moves with the camera: drawn below the widgets that stand still

    def __init__(self, layer: Layer, name: str, rect: Rect, area: ScrollArea | None = None) -> None:
        self.layer, self.name, self.rect, self.area = layer, name, rect, area
        self.enabled = True
        self.hovered = self.pressed = False
        self.focus_radius = 18.0 * layer.theme.s
        self.tooltip = ""
        self.spoken = ""
        parent = area.content if area is not None else layer.moving if self.moving else layer.root
        self.path: NodePath = parent.attach_new_node(name)
        self._parts: list[Box | TextBlock] = []

    # --- drawing ---------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """(Re)draw for the present state. Subclasses call `wipe` first."""

    def wipe(self) -> None:
        """Remove everything drawn."""
        for part in self._parts:
            if isinstance(part, TextBlock):
                self.layer.forget_text(part)
            part.remove()
        self._parts = []

    def box(self, rect: Rect, style: BoxStyle) -> Box:
        """Draw a box as part of the widget (window or area pixels)."""
        part = Box(self.path, rect, style)
        self._parts.append(part)
        return part

    def write(
        self, x: float, y: float, content: object, style: str, colour: str, **options: object
    ) -> TextBlock:
        """Draw text as part of the widget; see `Layer.text`."""
        part = self.layer.text(x, y, content, style, colour, parent=self.path, area=self.area, **options)  # type: ignore[arg-type]
        self._parts.append(part)
        return part

    def icon(self, name: str, x: float, y: float, size: float, colour: str) -> TextBlock:
        """Draw an icon centred at (x, y); size in screen pixels."""
        part = self.layer.icon(name, x, y, size, colour, parent=self.path)
        self._parts.append(part)
        return part

    def dropped(self) -> None:
        """It was taken off its layer. Let go of whatever leads back here, or it stays until the collector comes."""

    # --- reactions -------------------------------------------------------------------------------------------

    def set_hovered(self, on: bool) -> None:
        """The pointer came or went."""
        if self.hovered != on:
            self.hovered = on
            self.draw()

    def set_pressed(self, on: bool) -> None:
        """The pointer or Enter is held on the widget."""
        if self.pressed != on:
            self.pressed = on
            self.draw()

    def set_enabled(self, on: bool) -> None:
        """A disabled widget is drawn faint and ignores everything."""
        if self.enabled != on:
            self.enabled = on
            self.draw()

    def activate(self) -> None:
        """Clicked, or Enter or Space while focused."""

    def press_at(self, x: float, y: float) -> None:
        """The pointer went down at (x, y), own coordinates."""

    def drag_to(self, x: float, y: float) -> None:
        """The pointer moved while held, own coordinates."""

    def wheel(self, steps: float) -> bool:
        """The wheel turned over the widget; True if used."""
        return False

    def key(self, event: InputEvent) -> bool:
        """A key while focused; True if used."""
        return False

    def typed(self, text: str) -> bool:
        """Text while focused; True if used."""
        return False

    def focus_changed(self, on: bool) -> None:
        """The focus came or went."""

    def window_rect(self) -> Rect:
        """Where the widget is in the window."""
        if self.area is None:
            return self.rect
        return Rect(
            self.rect.x + self.area.rect.x,
            self.rect.y + self.area.rect.y - self.area.offset,
            self.rect.w,
            self.rect.h,
        )

    def remove(self) -> None:
        """Take the widget off the screen."""
        self.wipe()
        self.path.remove_node()
