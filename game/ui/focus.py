"""The focus ring, the tab order and moving by arrows.

Tab order is the order widgets were made in; arrows go to the nearest widget in that direction. The ring shows only
while the keyboard or a gamepad is used. Called by the layer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.projection import Rect
from game.ui.shapes import CLEAR, Box, BoxStyle

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.widget import Widget

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class FocusRing:
    """The ring round the focused widget."""

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self._box: Box | None = None

    def reset(self) -> None:
        """The layer was cleared: forget the drawn ring."""
        self._box = None

    def update(self) -> None:
        """Draw, move or remove the ring."""
        if self._box is not None:
            self._box.remove()
            self._box = None
        layer, widget = self._layer, self._layer.focused
        if widget is None or not layer.keyboard_mode or widget.path.is_empty():
            return
        width = max(2.0, (5 if layer.theme.scheme == "contrast" else 3) * layer.theme.s)
        gap = max(2.0, 4 * layer.theme.s)
        around = widget.window_rect().inset(-(gap + width))
        radius = widget.focus_radius + gap + width
        style = BoxStyle(radius, CLEAR, CLEAR, layer.theme.colour("focus"), width)
        self._box = Box(layer.root, around, style)


def candidates(layer: Layer) -> list[Widget]:
    """The widgets that can take the focus, in tab order."""
    return [w for w in layer.widgets if w.focusable and w.enabled and not w.path.is_hidden()]


def next_in_order(layer: Layer, backwards: bool) -> Widget | None:
    """The next widget in tab order, round and round."""
    widgets = candidates(layer)
    if not widgets:
        return None
    if layer.focused not in widgets:
        return widgets[-1 if backwards else 0]
    index = widgets.index(layer.focused) + (-1 if backwards else 1)
    return widgets[index % len(widgets)]


def nearest(layer: Layer, direction: str) -> Widget | None:
    """The nearest widget in a direction from the focused one; the first widget if none has the focus."""
    widgets = candidates(layer)
    if layer.focused not in widgets:
        return widgets[0] if widgets else None
    here = layer.focused.window_rect()
    dx, dy = DIRECTIONS[direction]
    best: tuple[float, Widget] | None = None
    for widget in widgets:
        if widget is layer.focused:
            continue
        cost = _cost(here, widget.window_rect(), dx, dy)
        if cost is not None and (best is None or cost < best[0]):
            best = (cost, widget)
    return best[1] if best is not None else None


def _cost(here: Rect, there: Rect, dx: int, dy: int) -> float | None:
    ahead = (there.centre[0] - here.centre[0]) * dx + (there.centre[1] - here.centre[1]) * dy
    if dx:
        clear = there.x >= here.right - 1 if dx > 0 else there.right <= here.x + 1
        aside = max(0.0, max(there.y - here.bottom, here.y - there.bottom))
    else:
        clear = there.y >= here.bottom - 1 if dy > 0 else there.bottom <= here.y + 1
        aside = max(0.0, max(there.x - here.right, here.x - there.right))
    drift = abs((there.centre[1] - here.centre[1]) if dx else (there.centre[0] - here.centre[0]))
    return ahead + 3 * aside + 0.3 * drift if clear and ahead > 0 else None
