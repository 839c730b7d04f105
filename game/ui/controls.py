"""Sliders and progress bars.

Made by screens through `layer.add(...)`; each reports its new value to a callback. Pixels on screen; looks from the
theme.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.buttons import track_colour
from game.ui.shapes import flat
from game.ui.widget import Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea


class Slider(Widget):
    """A value between `low` and `high` in steps; arrows change it by one step. The screen writes the number."""

    focusable = True

    def __init__(
        self,
        layer: Layer,
        name: str,
        rect: Rect,
        value: float,
        on_change: Callable[[float], None],
        *,
        low: float = 0.0,
        high: float = 1.0,
        step: float = 0.05,
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, name, rect, area)
        self.value, self.low, self.high, self.step, self._on_change = value, low, high, step, on_change
        self.focus_radius = rect.h / 2

    def set_value(self, value: float) -> None:
        """Show a value without calling back."""
        self.value = min(max(value, self.low), self.high)
        self.draw()

    def press_at(self, x: float, y: float) -> None:
        """Jump to the pointer."""
        self._pick(x)

    def drag_to(self, x: float, y: float) -> None:
        """Follow the pointer."""
        self._pick(x)

    def key(self, event: InputEvent) -> bool:
        """Arrows, home and end."""
        target = {
            "arrow_left": self.value - self.step,
            "arrow_right": self.value + self.step,
            "home": self.low,
            "end": self.high,
        }.get(event.key)
        if target is None:
            return False
        self._change(target)
        return True

    def draw(self) -> None:
        """Track, filled part, knob."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        thick, knob = max(4.0, theme.px(8)), max(18.0, theme.px(28))
        share = (self.value - self.low) / (self.high - self.low)
        left, width = rect.x + knob / 2, rect.w - knob
        middle = rect.y + rect.h / 2
        self.box(
            Rect(left, middle - thick / 2, width, thick), flat(track_colour(theme.colour("line")), thick / 2)
        )
        self.box(
            Rect(left, middle - thick / 2, max(thick, width * share), thick),
            flat(theme.colour("accent"), thick / 2),
        )
        self.box(
            Rect(left + width * share - knob / 2, middle - knob / 2, knob, knob),
            flat(theme.colour("text"), knob / 2, theme.colour("line_strong"), 1.0),
        )

    def _pick(self, x: float) -> None:
        knob = max(18.0, self.layer.theme.px(28))
        share = (x - self.rect.x - knob / 2) / max(self.rect.w - knob, 1.0)
        self._change(self.low + share * (self.high - self.low))

    def _change(self, value: float) -> None:
        value = min(max(value, self.low), self.high)
        value = self.low + round((value - self.low) / self.step) * self.step
        if abs(value - self.value) > 1e-9:
            self.value = min(max(value, self.low), self.high)
            self.draw()
            self._on_change(self.value)


class ProgressBar(Widget):
    """A thin gold bar, 0..1. blocks nothing."""

    blocks = False

    def __init__(
        self,
        layer: Layer,
        name: str,
        rect: Rect,
        value: float = 0.0,
        *,
        colour: str = "accent",
        area: ScrollArea | None = None,
    ) -> None:
        super().__init__(layer, name, rect, area)
        self.value, self._colour = value, colour

    def set_value(self, value: float) -> None:
        """Show another fraction."""
        if abs(value - self.value) > 1e-4:
            self.value = value
            self.draw()

    def draw(self) -> None:
        """Track and filled part."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        self.box(rect, flat(track_colour(theme.colour("line")), rect.h / 2))
        if self.value > 0:
            self.box(
                Rect(rect.x, rect.y, max(rect.h, rect.w * min(self.value, 1.0)), rect.h),
                flat(theme.colour(self._colour), rect.h / 2),
            )
