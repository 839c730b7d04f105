"""The bar under the brain: morph and explode sliders, halves, parts, outlines, undo and redo.

The layout calls it, in one row, or folded into a panel when text is large. It knows widgets; what they do is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.engine.projection import Rect
from game.ui.buttons import Button
from game.ui.controls import Slider
from game.ui.layer import Layer

SIDES = (("", "Both halves"), ("L", "Left half"), ("R", "Right half"))


@dataclass(frozen=True)
class Pusher:
    """A button of the bar: name, icon or short label, tooltip, action, whether it is on, whether it can be used."""

    name: str
    icon: str
    label: str
    tooltip: str
    action: Callable[[], None]
    chosen: bool = False
    enabled: bool = True


@dataclass(frozen=True)
class Dragger:
    """A slider of the bar: name, what it says for a value, value, upper end, step, action."""

    name: str
    words: Callable[[float], str]
    value: float
    high: float
    step: float
    change: Callable[[float], None]


def morph_words(stage: float) -> str:
    """Where a stage lies between the surfaces."""
    if stage <= 1.0:
        return _between("Pial surface", "White surface", stage)
    return _between("White surface", "Inflated", stage - 1.0)


def explode_words(amount: float) -> str:
    """How far apart the brain is."""
    return f"Explode {round(100 * amount)} %"


def bar_height(ui: Layer) -> float:
    """Height of the bar in one row, pixels."""
    return ui.theme.type("caption").line + ui.theme.px(36)


def build_bar(ui: Layer, rect: Rect, draggers: Sequence[Dragger], pushers: Sequence[Pusher]) -> None:
    """Draw everything in one row."""
    theme = ui.theme
    side, gap = min(theme.px(52), rect.h), theme.px(8)
    buttons = len(pushers) * side + (len(pushers) - 1) * gap
    width = (rect.w - buttons - len(draggers) * theme.px(22)) / max(len(draggers), 1)
    x = rect.x
    for dragger in draggers:
        _slider(ui, Rect(x, rect.y, width, rect.h), dragger)
        x += width + theme.px(22)
    for pusher in pushers:
        _button(ui, Rect(x, rect.y + (rect.h - side) / 2, side, side), pusher)
        x += side + gap


def folded_height(ui: Layer, draggers: int, pushers: int, width: float) -> float:
    """Height of the folded panel, pixels."""
    side, gap, pad = _folded_sizes(ui)
    per_row = max(1, int((width - 2 * pad + gap) // (side + gap)))
    rows = -(-pushers // per_row)
    return 2 * pad + draggers * (bar_height(ui) + gap) + rows * (side + gap) - gap


def folded_width(ui: Layer, pushers: int) -> float:
    """Width of the folded panel with its buttons in one row, pixels."""
    side, gap, pad = _folded_sizes(ui)
    return 2 * pad + pushers * side + (pushers - 1) * gap + 1


def build_folded_bar(ui: Layer, rect: Rect, draggers: Sequence[Dragger], pushers: Sequence[Pusher]) -> None:
    """Draw everything one below the other in a panel."""
    side, gap, pad = _folded_sizes(ui)
    ui.panel("shape-panel", rect)
    y = rect.y + pad
    for dragger in draggers:
        _slider(ui, Rect(rect.x + pad, y, rect.w - 2 * pad, bar_height(ui)), dragger)
        y += bar_height(ui) + gap
    x = rect.x + pad
    for pusher in pushers:
        if x + side > rect.right - pad + 1:
            x, y = rect.x + pad, y + side + gap
        _button(ui, Rect(x, y, side, side), pusher)
        x += side + gap


def _folded_sizes(ui: Layer) -> tuple[float, float, float]:
    theme = ui.theme
    return max(theme.px(56), theme.grow(40)), theme.px(12), theme.px(20)


def _slider(ui: Layer, rect: Rect, dragger: Dragger) -> None:
    theme = ui.theme
    line = theme.type("caption").line
    shown = ui.text(rect.x, rect.y, dragger.words(dragger.value), "caption", "body")

    def change(value: float) -> None:
        shown.set(dragger.words(value))
        dragger.change(value)

    place = Rect(rect.x, rect.y + line + theme.px(2), rect.w, theme.px(34))
    ui.add(Slider(ui, dragger.name, place, dragger.value, change, high=dragger.high, step=dragger.step))


def _button(ui: Layer, rect: Rect, pusher: Pusher) -> None:
    button = ui.add(
        Button(
            ui, pusher.name, rect, pusher.label, pusher.action, icon=pusher.icon, chosen=pusher.chosen,
            radius=14, text_style="label-bold", tooltip=pusher.tooltip,
        )
    )  # fmt: skip
    button.set_enabled(pusher.enabled)


def _between(first: str, second: str, share: float) -> str:
    if share <= 0.0:
        return first
    return (
        second
        if share >= 1.0
        else f"{first.split()[0]} to {second.split()[0].lower()} {round(100 * share)} %"
    )
