"""The quiz's panel: an edge, a column that scrolls when it must, and a row of buttons at its foot.

Question, feedback, set-up and result write into one of these. It knows the look, nothing of what is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, SECONDARY, Button
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle
from game.ui.widget import Action


@dataclass(frozen=True, slots=True)
class Foot:
    """A button at the foot. `icon_only`: square, its words are the tooltip."""

    name: str
    label: str
    action: Action
    icon: str = ""
    hint: str = ""
    primary: bool = False
    icon_only: bool = False


class Frame:
    """A panel being written from top to bottom; `y` is where the next thing goes (content coordinates)."""

    def __init__(self, ui: Layer, rect: Rect, foot: Sequence[Foot]) -> None:
        self.ui, self.rect, self.foot = ui, rect, tuple(foot)
        theme = ui.theme
        ui.panel("quiz-panel", rect)
        self.pad = theme.px(34 if not theme.compact else 22)
        self._foot_h = max(theme.px(64), theme.grow(48))
        taken = self._foot_h + theme.px(20) if foot else 0.0
        inner = Rect(
            rect.x + self.pad - theme.px(8),
            rect.y + self.pad - theme.px(8),
            rect.w - 2 * self.pad + theme.px(24),
            rect.h - 2 * self.pad - taken + theme.px(8),
        )
        self.area = ui.add(ScrollArea(ui, "quiz-text", inner))
        self.x = theme.px(8)  # room for focus rings
        self.y = theme.px(8)
        self.width = rect.w - 2 * self.pad

    def text(self, words: str, style: str, colour: str, *, below: float = 0.0) -> None:
        """A paragraph; `below` design pixels of air after it."""
        block = self.ui.text(self.x, self.y, words, style, colour, width=self.width, area=self.area)
        self.y += block.height + self.ui.theme.px(below)

    def row(
        self, icon: str, icon_colour: str, words: str, style: str, colour: str, *, below: float = 0.0
    ) -> None:
        """A glyph and a sentence beside it."""
        theme = self.ui.theme
        line, size = theme.type(style).line, theme.text_px(26 if style != "head" else 32)
        self.ui.icon(icon, self.x + size / 2, self.y + line / 2, size, icon_colour, self.area.content)
        left = self.x + size + theme.px(14)
        width = self.x + self.width - left
        block = self.ui.text(left, self.y, words, style, colour, width=width, area=self.area)
        self.y += max(block.height, size) + theme.px(below)

    def note(self, icon: str, edge: str, head: str, words: str, *, below: float = 0.0) -> None:
        """A box with a coloured edge: glyph, a word in bold, a sentence."""
        ui, theme = self.ui, self.ui.theme
        pad, size = theme.px(18), theme.text_px(28)
        left = self.x + pad + size + theme.px(12)
        width = self.x + self.width - left - pad
        head_h = ui.measure(head, "label-bold", width)[1]
        height = head_h + ui.measure(words, "label", width)[1] + 2 * pad
        fill = theme.colour("surface_raised")
        style = BoxStyle(theme.px(18), fill, fill, theme.colour(edge), max(2.0, round(2 * theme.s)))
        ui.box(Rect(self.x, self.y, self.width, height), style, area=self.area)
        middle = self.y + pad + theme.type("label").line / 2
        ui.icon(icon, self.x + pad + size / 2, middle, size, edge, self.area.content)
        ui.text(left, self.y + pad, head, "label-bold", "text", width=width, area=self.area)
        ui.text(left, self.y + pad + head_h, words, "label", "body", width=width, area=self.area)
        self.y += height + theme.px(below)

    def place(self, height: float, *, below: float = 0.0) -> Rect:
        """Take a strip of that height (screen pixels) for a widget."""
        rect = Rect(self.x, self.y, self.width, height)
        self.y += height + self.ui.theme.px(below)
        return rect

    def close(self) -> None:
        """The column is written: draw the foot."""
        theme = self.ui.theme
        self.area.set_content_height(self.y + theme.px(8))
        y = self.rect.bottom - self.pad - self._foot_h
        gap = theme.px(14)
        square = self._foot_h
        fixed = sum(square + gap for foot in self.foot if foot.icon_only)
        wide = [foot for foot in self.foot if not foot.icon_only]
        each = (self.rect.w - 2 * self.pad - fixed - gap * (len(wide) - 1)) / max(len(wide), 1)
        x = self.rect.x + self.pad
        for foot in self.foot:
            width = square if foot.icon_only else each
            self._button(foot, Rect(x, y, width, self._foot_h))
            x += width + gap

    def _button(self, foot: Foot, rect: Rect) -> None:
        ui, theme = self.ui, self.ui.theme
        label, icon, hint = ("" if foot.icon_only else foot.label), foot.icon, foot.hint
        words = ui.measure(label, "body-bold")[0] if label else 0.0
        glyph = theme.text_px(28) + theme.px(14) if label else 0.0
        if words + glyph + theme.px(32) > rect.w and not foot.icon_only:
            icon, glyph = "", 0.0
        aside = ui.measure(hint, "caption")[0] + theme.px(32) if hint else 0.0
        if (rect.w - words - glyph) / 2 < aside:  # the words stand in the middle
            hint = ""
        kind = PRIMARY if foot.primary else SECONDARY
        tooltip = foot.label if foot.icon_only else ""
        ui.add(
            Button(ui, foot.name, rect, label, foot.action, icon=icon, kind=kind, hint=hint, tooltip=tooltip)
        )
