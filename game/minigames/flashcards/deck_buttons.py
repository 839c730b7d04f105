"""The deck's own buttons: "Show the answer", and the four ratings with the interval that will be applied.

Made by the deck's view. Looks come from the theme; the word and the glyph carry the meaning, not the colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.core.scheduling import Rating
from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, Button
from game.ui.shapes import BoxStyle, panel_style
from game.ui.theme import Theme
from game.ui.widget import Action, Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer


@dataclass(frozen=True, slots=True)
class Kind:
    """How one rating looks and what it means, in words."""

    word: str
    icon: str
    colour: str
    meaning: str


KINDS = {
    Rating.AGAIN: Kind("Again", "restart-line", "bad", "I did not know it"),
    Rating.HARD: Kind("Hard", "arrow-down-line", "warning", "I knew it, with effort"),
    Rating.GOOD: Kind("Good", "check-line", "good", "I knew it"),
    Rating.EASY: Kind("Easy", "arrow-up-line", "replica_0", "I knew it at once"),
}


def height_of(theme: Theme) -> float:
    """How tall the buttons must be for their two lines, in pixels."""
    lines = theme.type("lead-bold").line + theme.type("screen-medium").line
    return max(theme.px(136), lines + theme.px(22 + 4 + 24))


class ShowButton(Button):
    """The one gold button of a card's front, in the middle of `area`, with its key."""

    def __init__(self, layer: Layer, area: Rect, on_press: Action) -> None:
        theme, style = layer.theme, "lead-bold"
        label_w, line = layer.measure("Show the answer", style)
        self._cap = "" if theme.compact else "Space"
        self._cap_w = layer.measure(self._cap, "code")[0] + theme.px(22) if self._cap else 0.0
        self._label_w, self._gap = label_w, theme.px(18) if self._cap else 0.0
        width = label_w + self._gap + self._cap_w + theme.px(88)
        height = min(max(theme.px(88), line + theme.px(36)), area.h)
        rect = Rect(round(area.centre[0] - width / 2), round(area.centre[1] - height / 2), width, height)
        super().__init__(layer, "show", rect, "Show the answer", on_press, kind=PRIMARY, radius=24)
        self.text_style = style

    def draw(self) -> None:
        """Body, words, key cap."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        colour = self._body()
        x = rect.x + (rect.w - self._label_w - self._gap - self._cap_w) / 2
        middle = rect.y + rect.h / 2
        self.write(x, middle - theme.type(self.text_style).line / 2, self.label, self.text_style, colour)
        if not self._cap:
            return
        x += self._label_w + self._gap
        style = theme.type("code")
        tall = style.px * 1.6
        edge = theme.colour(colour, 0.45)
        cap = Rect(x, middle - tall / 2, self._cap_w, tall)
        self.box(cap, BoxStyle(theme.px(9), edge=edge, edge_width=max(1.0, round(theme.s))))
        self.write(cap.centre[0], middle - style.line / 2, self._cap, "code", colour, align="centre")


class RatingButton(Widget):
    """One rating: glyph, word, key cap, interval. The name is `rate-1` to `rate-4`."""

    focusable = True

    def __init__(self, layer: Layer, rating: Rating, rect: Rect, interval: str, on_press: Action) -> None:
        super().__init__(layer, f"rate-{int(rating)}", rect)
        self.rating, self.interval, self._on_press = rating, interval, on_press
        kind = KINDS[rating]
        self.focus_radius = layer.theme.px(22)
        self.spoken = f"{kind.word}. {kind.meaning}. Comes back in {interval}."

    def set_interval(self, interval: str) -> None:
        """Show another interval (time went by)."""
        if interval != self.interval:
            self.interval = interval
            self.draw()

    def activate(self) -> None:
        """Give this rating."""
        self._on_press()

    def draw(self) -> None:
        """Body, glyph and word, key cap, interval."""
        self.wipe()
        theme, rect, kind = self.layer.theme, self.rect, KINDS[self.rating]
        style = panel_style(theme, radius=22, shadow=False)
        if self.hovered or self.pressed:
            raised = theme.colour("surface_raised")
            style = BoxStyle(style.radius, raised, raised, theme.colour("line_strong"), style.edge_width)
        self.box(rect, style)
        pad, line = theme.px(26), theme.type("lead-bold").line
        icon = theme.text_px(28)
        y = rect.y + theme.px(20)
        self.icon(kind.icon, rect.x + pad + icon / 2, y + line / 2, icon, kind.colour)
        left = rect.x + pad + icon + theme.px(12)
        word = self.write(left, y, kind.word, "lead-bold", "text", max_lines=1, width=rect.right - left)
        self._key_cap(left + word.width, y + line / 2)
        below = rect.bottom - theme.px(26) - theme.type("screen-medium").line
        room = rect.w - 2 * pad
        self.write(rect.x + pad, below, self.interval, "screen-medium", "text", max_lines=1, width=room)

    def _key_cap(self, free_from: float, middle: float) -> None:
        """The key that does the same, where there is room for it."""
        theme, rect = self.layer.theme, self.rect
        style = theme.type("code")
        side = max(theme.px(36), style.px * 1.5)
        x = rect.right - theme.px(22) - side
        if x < free_from + theme.px(10):
            return
        edge = theme.colour("line_strong")
        cap = Rect(x, middle - side / 2, side, side)
        self.box(cap, BoxStyle(theme.px(9), edge=edge, edge_width=max(1.0, round(theme.s))))
        y = middle - style.line / 2
        self.write(x + side / 2, y, str(int(self.rating)), "code", "body", align="centre")
