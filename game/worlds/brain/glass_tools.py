"""The small panel of the glass view: whether the MRI planes are shown, and how bright the shell is.

The layout calls `build_glass_tools`; values live in the model, changes go back through the callbacks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.projection import Rect
from game.ui.buttons import QUIET, Button
from game.ui.controls import Slider
from game.ui.layer import Layer
from game.ui.text import TextBlock

MINUS = "\u2212"


@dataclass(frozen=True)
class Dial:
    """One slider: name, words, value, range, step, unit, and what a new value does."""

    name: str
    words: str
    value: float
    low: float
    high: float
    step: float
    unit: str
    change: Callable[[float], None]


def tools_height(ui: Layer, dials: int) -> float:
    """How tall the panel is, in pixels."""
    theme = ui.theme
    return _head(ui) + dials * _row(ui) + theme.px(20)


def build_glass_tools(
    ui: Layer,
    x: float,
    y: float,
    width: float,
    dials: list[Dial],
    *,
    planes: bool,
    toggle: Callable[[], None],
) -> None:
    """Draw the panel with its top left corner at (x, y) pixels."""
    theme = ui.theme
    pad = theme.px(26)
    ui.panel("glass-tools", Rect(x, y, width, tools_height(ui, len(dials))))
    ui.text(x + pad, y + theme.px(20), "MRI planes", "label", "muted")
    icon = theme.grow(44)
    place = Rect(x + width - theme.px(16) - icon, y + theme.px(10), icon, icon)
    glyph = "eye-line" if planes else "eye-off-line"
    ui.add(
        Button(
            ui,
            "planes",
            place,
            "",
            toggle,
            icon=glyph,
            kind=QUIET,
            tooltip="Show or hide the MRI planes (Shift+M)",
        )
    )
    top = y + _head(ui)
    for dial in dials:
        _dial(ui, dial, Rect(x + pad, top, width - 2 * pad, _row(ui)))
        top += _row(ui)


def number(value: float, unit: str) -> str:
    """A whole number with a true minus sign and its unit."""
    return f"{round(value)}".replace("-", MINUS) + (f" {unit}" if unit else "")


def _dial(ui: Layer, dial: Dial, rect: Rect) -> None:
    theme = ui.theme
    ui.text(rect.x, rect.y, dial.words, "caption", "body")
    shown: TextBlock = ui.text(
        rect.right, rect.y, number(dial.value, dial.unit), "caption-bold", "text", align="right"
    )

    def change(value: float) -> None:
        shown.set(number(value, dial.unit))
        dial.change(value)

    line = theme.type("caption").line
    place = Rect(rect.x, rect.y + line + theme.px(2), rect.w, theme.px(34))
    ui.add(Slider(ui, dial.name, place, dial.value, change, low=dial.low, high=dial.high, step=dial.step))


def _head(ui: Layer) -> float:
    return ui.theme.type("label").line + ui.theme.px(34)


def _row(ui: Layer) -> float:
    return ui.theme.type("caption").line + ui.theme.px(48)
