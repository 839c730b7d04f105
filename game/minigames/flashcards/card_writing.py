"""Writes the two sides of a card, and says how tall a side will be.

Called by the deck's view with a node to write on and an area in window pixels. Knows no rules.
"""

from __future__ import annotations

from dataclasses import replace

from panda3d.core import NodePath

from game.engine.projection import Rect
from game.minigames.flashcards.faces import Face
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import Box, BoxStyle
from game.ui.text import TextBlock
from game.ui.theme import Theme, TypeStyle, rgba

SMALLEST_TERM = 64
BELOW_TERM, ABOVE_FORMULA = 26, 34  # design pixels


def write_front(ui: Layer, parent: NodePath, area: Rect, face: Face) -> None:
    """Eyebrow, term, task in the middle; how often seen and how well kept at the foot."""
    theme = ui.theme
    cx, pad = area.centre[0], theme.px(72 if not theme.compact else 36)
    width = area.w - 2 * pad
    style = _term_style(ui, face.term, width)
    term_h = _height(ui, face.term, style, width)
    task_h = ui.measure(face.task, "lead", width)[1]
    caption = theme.type("caption").line
    eyebrow_h = theme.type("eyebrow").line
    footer = area.bottom - theme.px(40) - caption
    total = eyebrow_h + theme.px(40) + term_h + theme.px(30) + task_h
    y = area.y + max(theme.px(26), (footer - area.y - total) / 2)
    ui.text(cx, y, face.eyebrow, "eyebrow", "accent", align="centre", width=width, max_lines=1, parent=parent)
    y += eyebrow_h + theme.px(40)
    ui.text(cx, y, face.term, style, "text", align="centre", width=width, parent=parent)
    y += term_h + theme.px(30)
    if y + task_h <= footer - theme.px(8):
        ui.text(cx, y, face.task, "lead", "body", align="centre", width=width, parent=parent)
    ui.text(area.x + pad, footer, face.seen, "caption", "muted", parent=parent)
    if face.recall:
        ui.text(area.right - pad, footer, face.recall, "caption", "muted", align="right", parent=parent)


def write_back(ui: Layer, parent: NodePath, inner: Rect, face: Face) -> None:
    """Everything on the answer side, foot included."""
    theme = ui.theme
    write_back_text(ui, parent, inner, face, None)
    if theme.compact:
        return
    footer = inner.bottom - theme.type("caption").line + theme.px(16)
    ui.text(inner.x, footer, "How well did you know it?", "caption", "muted", parent=parent)
    right = "Only Again means that you did not know it"
    ui.text(inner.right, footer, right, "caption", "muted", align="right", parent=parent)


def write_back_text(ui: Layer, parent: NodePath, inner: Rect, face: Face, area: ScrollArea | None) -> float:
    """Write term, definition and formula from the top of `inner`; returns where they end."""
    theme = ui.theme
    y = inner.y
    room = inner.w if theme.compact or not face.section else inner.w - theme.grow(300)
    options = {"parent": parent, "area": area}
    y += ui.text(inner.x, y, face.term, "title", "text", width=room, **options).height + theme.px(BELOW_TERM)  # type: ignore[arg-type]
    y += ui.text(inner.x, y, face.definition, "answer", "text", width=inner.w, **options).height  # type: ignore[arg-type]
    if face.formula:
        y += theme.px(ABOVE_FORMULA)
        y += _formula(ui, parent, Rect(inner.x, y, inner.w, 0), face, area)
    return y


def _formula(ui: Layer, parent: NodePath, at: Rect, face: Face, area: ScrollArea | None) -> float:
    """The formula in its box, the note beside or below it. Returns the height."""
    theme = ui.theme
    pad_x, pad_y, gap = theme.px(28), theme.px(20), theme.px(36)
    style = _sized(theme, "code", 27)
    width = at.w - 2 * pad_x
    formula_w, formula_h = _size(ui, face.formula, style, width)
    note_w, note_h = ui.measure(face.note, "label", width) if face.note else (0.0, 0.0)
    beside = formula_w + gap + note_w <= width
    inside = max(formula_h, note_h) if beside else formula_h + theme.px(6) + note_h
    rect = Rect(at.x, at.y, at.w, inside + 2 * pad_y)
    fill = rgba("#0D1326") if theme.scheme == "dark" else theme.colour("surface_raised")
    Box(parent, rect, BoxStyle(theme.px(18), fill, fill, theme.colour("line"), max(1.0, round(theme.s))))
    x, y = at.x + pad_x, at.y + pad_y
    ui.text(x, y, face.formula, style, "body", width=width, parent=parent, area=area)
    if face.note and beside:
        middle = y + (formula_h - note_h) / 2
        ui.text(x + formula_w + gap, middle, face.note, "label", "muted", parent=parent, area=area)
    elif face.note:
        below = y + formula_h + theme.px(6)
        ui.text(x, below, face.note, "label", "muted", width=width, parent=parent, area=area)
    return rect.h


def back_height(ui: Layer, face: Face, width: float) -> float:
    """How tall the back's writing will be, footer included, in pixels."""
    theme = ui.theme
    room = width if theme.compact or not face.section else width - theme.grow(300)
    height = ui.measure(face.term, "title", room)[1] + theme.px(BELOW_TERM)
    height += ui.measure(face.definition, "answer", width)[1]
    if face.formula:
        pad, gap = theme.px(28), theme.px(36)
        formula_w, formula_h = _size(ui, face.formula, _sized(theme, "code", 27), width - 2 * pad)
        note_w, note_h = ui.measure(face.note, "label", width - 2 * pad) if face.note else (0.0, 0.0)
        beside = formula_w + gap + note_w <= width - 2 * pad
        height += theme.px(ABOVE_FORMULA + 40) + (
            max(formula_h, note_h) if beside else formula_h + theme.px(6) + note_h
        )
    return height if theme.compact else height + theme.type("caption").line + theme.px(10)


def _sized(theme: Theme, name: str, design: float) -> TypeStyle:
    """A step of the type scale at another design size."""
    style = theme.type(name)
    px = theme.text_px(design)
    return replace(style, px=px, line=px * style.line / style.px)


def _term_style(ui: Layer, term: str, width: float) -> TypeStyle:
    """The card size, or as much smaller as the term needs for one line; below 64 it takes two."""
    design = 104
    while design > SMALLEST_TERM and _size(ui, term, _sized(ui.theme, "card", design), None)[0] > width:
        design -= 4
    return _sized(ui.theme, "card", design)


def _size(ui: Layer, content: str, style: TypeStyle, width: float | None) -> tuple[float, float]:
    block = TextBlock(NodePath("measure"), ui.book, content, style, (1, 1, 1, 1), width=width)
    return block.width, block.height


def _height(ui: Layer, content: str, style: TypeStyle, width: float) -> float:
    return _size(ui, content, style, width)[1]
