"""One of the four names to choose from: a key cap, the name on as many lines as it needs, and how it turned out.

The question panel makes them. Right and wrong are told by glyph and edge, not by colour alone. Knows no rules.
"""

from __future__ import annotations

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle
from game.ui.widget import Action, Widget

FREE, WRONG = "free", "wrong"


class AnswerButton(Widget):
    """`key` is the digit that chooses it. A wrong one is crossed and cannot be pressed again."""

    focusable = True

    def __init__(
        self, layer: Layer, name: str, rect: Rect, words: str, key: str, state: str, on_press: Action,
        area: ScrollArea,
    ) -> None:  # fmt: skip
        super().__init__(layer, name, rect, area)
        self.words, self.key_cap, self.state, self._on_press = words, key, state, on_press
        self.enabled = state == FREE
        self.focusable = state == FREE
        self.focus_radius = layer.theme.px(18)
        self.spoken = f"{key}: {words}" + (", wrong" if state == WRONG else "")

    def activate(self) -> None:
        """Choose it."""
        self._on_press()

    def draw(self) -> None:
        """Body, key cap, name, and a cross if it was wrong."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        wrong = self.state == WRONG
        raised = theme.colour("surface_raised")
        if self.enabled and (self.hovered or self.pressed):
            factor = 0.9 if self.pressed else 1.18
            raised = (raised[0] * factor, raised[1] * factor, raised[2] * factor, raised[3])
        fill = theme.colour("surface") if wrong else raised
        width = max(1.0, round(theme.s)) * (2 if theme.scheme == "contrast" or wrong else 1)
        edge = theme.colour("bad" if wrong else "line")
        self.box(rect, BoxStyle(self.focus_radius, fill, fill, edge, width))
        cap = cap_size(self.layer)
        x, middle = rect.x + theme.px(16), rect.y + rect.h / 2
        if wrong:
            self.icon("close-line", x + cap / 2, middle, cap * 0.9, "bad")
        else:
            place = Rect(x, middle - cap / 2, cap, cap)
            self.box(place, BoxStyle(theme.px(9), edge=theme.colour("line_strong"), edge_width=1.0))
            line = theme.type("caption").line
            self.write(x + cap / 2, middle - line / 2, self.key_cap, "caption", "muted", align="centre")
        x += cap + theme.px(16)
        height = self.layer.measure(self.words, "label-medium", rect.right - theme.px(16) - x)[1]
        self.write(
            x, middle - height / 2, self.words, "label-medium", "muted" if wrong else "text",
            width=rect.right - theme.px(16) - x,
        )  # fmt: skip


def cap_size(layer: Layer) -> float:
    """Side of a key cap in pixels."""
    return layer.theme.text_px(18) * 1.8


def answer_height(layer: Layer, words: str, width: float) -> float:
    """How tall a button of that width must be for its words, in pixels."""
    theme = layer.theme
    room = width - cap_size(layer) - theme.px(48)
    text = layer.measure(words, "label-medium", room)[1]
    return max(theme.px(64 if not theme.compact else 56), text + theme.px(24))
