"""The explorer's View menu and its legend, open or folded into one button each when text is large.

The scene calls these inside its `build`. They know the look of a menu, not what a view is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.engine.projection import Rect
from game.ui.buttons import QUIET, Button
from game.ui.layer import Layer
from game.ui.shapes import flat
from game.ui.theme import Colour

ICONS = {"tissue": "brain-line", "regions": "shapes-line", "glass": "ghost-line"}


@dataclass(frozen=True)
class Entry:
    """One view: its id, its name, its key."""

    id: str
    name: str
    key: str


def menu_height(ui: Layer, count: int) -> float:
    """How tall the open menu with so many views is, in pixels."""
    return _head(ui) + _row(ui) * count + ui.theme.px(12)


def build_menu(
    ui: Layer, x: float, y: float, entries: Sequence[Entry], current: str, choose: Callable[[str], None]
) -> Rect:
    """Draw the open menu with its top left corner at (x, y) pixels; returns its place."""
    theme = ui.theme
    row, pad = _row(ui), theme.px(12)
    names = max(ui.measure(entry.name, "body-bold")[0] for entry in entries)
    width = max(theme.px(236), names + theme.text_px(28) + theme.px(130))
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
                icon=ICONS[entry.id], kind=QUIET, hint=entry.key.upper(), chosen=entry.id == current,
                align="left", radius=14, text_style="body-bold" if entry.id == current else "body",
            )
        )  # fmt: skip
        top += row
    return rect


def build_folded(ui: Layer, rect: Rect, entry: Entry, toggle: Callable[[], None], *, is_open: bool) -> Rect:
    """Draw the current view as one button with its left edge at rect.x; returns its place."""
    theme = ui.theme
    label_w = ui.measure(entry.name, "body-bold")[0]
    width = label_w + 2 * theme.text_px(28) + theme.px(110)
    here = Rect(rect.x, rect.y, width, rect.h)
    ui.add(
        Button(
            ui,
            "view-fold",
            here,
            entry.name,
            toggle,
            icon=ICONS[entry.id],
            chosen=True,
            align="left",
            tooltip="View",
        )
    )
    glyph = "arrow-down-s-line" if is_open else "arrow-up-s-line"
    ui.icon(glyph, here.right - theme.px(34), here.centre[1], theme.text_px(28), "on_accent")
    return here


def build_legend(ui: Layer, area: Rect, items: Sequence[tuple[str | Colour, str]]) -> float:
    """Draw (colour, words) pairs in a row at the bottom of an area, centred; returns the height it took.

    Pairs that do not fit in one row go into a second one above it.
    """
    theme = ui.theme
    dot, gap, line = theme.px(14), theme.px(28), theme.type("label").line
    widths = [dot + theme.px(10) + ui.measure(words, "label")[0] for _, words in items]
    rows: list[list[int]] = [[]]
    used = 0.0
    for index, width in enumerate(widths):
        if rows[-1] and used + gap + width > area.w:
            rows.append([])
            used = 0.0
        used += width + (gap if rows[-1] else 0.0)
        rows[-1].append(index)
    y = area.bottom - line * len(rows) - theme.px(6) * (len(rows) - 1)
    height = area.bottom - y
    for row in rows:
        total = sum(widths[index] for index in row) + gap * (len(row) - 1)
        x = area.x + (area.w - total) / 2
        for index in row:
            colour, words = items[index]
            ui.box(Rect(x, y + (line - dot) / 2, dot, dot), flat(ui.colour(colour), dot / 2))
            ui.text(x + dot + theme.px(10), y, words, "label", "body")
            x += widths[index] + gap
        y += line + theme.px(6)
    return height


def _row(ui: Layer) -> float:
    return max(ui.theme.px(58), ui.theme.grow(46))


def _head(ui: Layer) -> float:
    return ui.theme.type("label").line + ui.theme.px(28)
