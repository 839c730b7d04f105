"""The place of a question in the text: its prompt and how it stands; a click puts it in the panel.

Made by the reader's scene while it lays out a section.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.projection import Rect
from game.screens.lesson_reader.model import Attempt
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle
from game.ui.widget import Widget

ANSWERED = "Answered, {} of {} ideas found"


class QuestionRow(Widget):
    """A row as wide as the column; it finds its own height (the height of `rect` is not used)."""

    focusable = True

    def __init__(
        self, layer: Layer, rect: Rect, attempt: Attempt, on_ask: Callable[[str], None], area: ScrollArea
    ) -> None:
        super().__init__(layer, f"question-{attempt.question.id}", rect, area)
        theme = layer.theme
        self.attempt, self._on_ask = attempt, on_ask
        self.focus_radius = theme.px(18)
        self.spoken = f"Question: {attempt.question.prompt}"
        self._pad_x, self._pad_y, self._icon = theme.px(28), theme.px(20), theme.text_px(30)
        self._text_x = rect.x + self._pad_x + self._icon + theme.px(20)
        self._text_w = rect.right - self._pad_x - self._text_x
        height = layer.measure(attempt.question.prompt, "body-bold", self._text_w)[1]
        height += layer.measure(ANSWERED.format(9, 9), "label", self._text_w)[1] + 2 * self._pad_y
        self.rect = Rect(rect.x, rect.y, rect.w, height)

    @property
    def _state(self) -> str:
        if self.attempt.grade is None:
            return "Check yourself"
        ideas = len(self.attempt.question.ideas)
        return ANSWERED.format(self.attempt.held, ideas)

    def activate(self) -> None:
        """Put the question in the panel."""
        self._on_ask(self.attempt.question.id)

    def draw(self) -> None:
        """Box, glyph, prompt, state."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        fill = theme.colour("surface_raised" if self.hovered or self.pressed else "surface")
        edge = max(1.0, round(theme.s)) * (2 if theme.scheme == "contrast" else 1)
        self.box(rect, BoxStyle(self.focus_radius, fill, fill, theme.colour("line"), edge))
        done = self.attempt.complete
        glyph, colour = ("checkbox-circle-line", "good") if done else ("question-line", "accent")
        y = rect.y + self._pad_y
        line = theme.type("body-bold").line
        self.icon(glyph, rect.x + self._pad_x + self._icon / 2, y + line / 2, self._icon, colour)
        prompt = self.attempt.question.prompt
        y += self.write(self._text_x, y, prompt, "body-bold", "text", width=self._text_w).height
        self.write(self._text_x, y, self._state, "label", "muted", width=self._text_w)
