"""The bar under the brain: morph and explode sliders, halves, parts, outlines, undo and redo.

The layout calls it, in as few rows as hold its words, or folded into a panel when text is large. It knows widgets; what
they do is passed in.
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
    """A slider of the bar: name, what it says for a value, the longest of that, value, upper end, step, action."""

    name: str
    words: Callable[[float], str]
    longest: str
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
    """Height of a row with sliders, pixels."""
    return ui.theme.type("caption").line + ui.theme.px(36)


def build_bar(ui: Layer, area: Rect, draggers: Sequence[Dragger], pushers: Sequence[Pusher]) -> float:
    """Draw everything at the bottom of an area; returns the height it took.

    In one row if the words of the sliders find room beside the buttons; else the sliders above the buttons, and in a
    row of their own each if they need it.
    """
    theme, tall = ui.theme, bar_height(ui)
    gap, apart = theme.px(8), theme.px(22)
    gaps = (len(pushers) - 1) * gap
    side = min(theme.px(52), tall, (area.w - gaps) / max(len(pushers), 1))
    buttons = len(pushers) * side + gaps
    needs = [ui.measure(dragger.longest, "caption")[0] for dragger in draggers]
    rows, x, taken = [tuple(zip(draggers, needs, strict=True))], area.right - buttons, 0.0
    room = area.w - buttons - apart
    if _widths(needs, room, apart) is None:
        x, taken, room = area.x, side + gap, area.w
        if _widths(needs, room, apart) is None:
            rows = [(one,) for one in rows[0]]
    y = area.bottom - taken - len(rows) * tall
    top = area.bottom - (side if taken else (tall + side) / 2)
    for row in rows:
        widths = _widths([need for _, need in row], room, apart) or [room]
        left = area.x
        for (dragger, _), width in zip(row, widths, strict=True):
            _slider(ui, Rect(left, y, width, tall), dragger)
            left += width + apart
        y += tall
    for pusher in pushers:
        _button(ui, Rect(x, top, side, side), pusher)
        x += side + gap
    return taken + len(rows) * tall


def _widths(needs: Sequence[float], room: float, apart: float) -> list[float] | None:
    """Widths of things in one row of so much room, equal if they can be; None if they need more."""
    if not needs:
        return []
    free = room - (len(needs) - 1) * apart
    equal = free / len(needs)
    if max(needs) <= equal:
        return [equal] * len(needs)
    spare = (free - sum(needs)) / len(needs)
    return [need + spare for need in needs] if spare >= 0 else None


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
