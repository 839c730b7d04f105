"""The explorer's View menu, open, or folded into one button when text is large.

The layout calls these inside its `build`. They know the look of a menu, not what a view is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, QUIET, Button
from game.ui.layer import Layer
from game.worlds.brain.views import TOOLTIPS, ViewEntry


def menu_height(ui: Layer, count: int) -> float:
    """How tall the open menu with so many views is, in pixels."""
    return _head(ui) + _row(ui) * count + ui.theme.px(12)


def build_menu(
    ui: Layer, x: float, y: float, entries: Sequence[ViewEntry], current: str, choose: Callable[[str], None]
) -> Rect:
    """Draw the open menu with its top left corner at (x, y) pixels; returns its place."""
    theme = ui.theme
    row, pad = _row(ui), theme.px(12)
    names = max(ui.measure(entry.name, "body-bold")[0] for entry in entries)
    width = max(theme.px(236), names + theme.text_px(28) + theme.px(106))
    head = _head(ui)
    rect = Rect(x, y, width, menu_height(ui, len(entries)))
    ui.panel("view-menu", rect)
    ui.text(x + theme.px(26), y + theme.px(20), "View", "label", "muted")
    top = y + head
    for entry in entries:
        here = Rect(x + pad, top, width - 2 * pad, row)
        ui.add(
            Button(
                ui, f"view-{entry.id}", here, entry.name, partial(choose, entry.id),
                icon=entry.icon, kind=QUIET, hint=entry.key.upper(), chosen=entry.id == current,
                align="left", radius=14, text_style="body-bold" if entry.id == current else "body",
                tooltip=TOOLTIPS.get(entry.id, ""),
            )
        )  # fmt: skip
        top += row
    return rect


def build_folded(
    ui: Layer, rect: Rect, entry: ViewEntry, toggle: Callable[[], None], *, is_open: bool, room: float
) -> Rect:
    """Draw the current view as one button with its left edge at rect.x; returns its place. room: pixels; without room
    for the name only the icon is drawn."""
    theme = ui.theme
    label_w = ui.measure(entry.name, "body-bold")[0]
    width = label_w + 2 * theme.text_px(28) + theme.px(110)
    words = entry.name if width <= room else ""
    if not words:
        width = 2 * theme.text_px(28) + theme.px(76)
    here = Rect(rect.x, rect.y, width, rect.h)
    ui.add(
        Button(
            ui,
            "view-fold",
            here,
            words,
            toggle,
            icon=entry.icon,
            kind=PRIMARY,
            align="left",
            tooltip=f"View: {entry.name}",
        )
    )
    glyph = "arrow-down-s-line" if is_open else "arrow-up-s-line"
    ui.icon(glyph, here.right - theme.px(34), here.centre[1], theme.text_px(28), "on_accent")
    return here


def _row(ui: Layer) -> float:
    theme = ui.theme
    return theme.type("body").line + theme.px(4) if theme.compact else max(theme.px(47), theme.grow(42))


def _head(ui: Layer) -> float:
    return ui.theme.type("label").line + ui.theme.px(28)
