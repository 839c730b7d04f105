"""A replica's card: its shape and colour, its number, and its live loss or what is the matter with it.

The scene makes one for each replica and tells it the model's status. Knows no run.
"""

from __future__ import annotations

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.shapes import BoxStyle
from game.ui.text import TextBlock
from game.ui.theme import Colour, rgba
from game.ui.widget import Widget
from game.worlds.lab.model import FROZEN, GONE, OVERFLOW, Status
from game.worlds.lab.tints import SHAPES

_FAULTS = {OVERFLOW: "alert-line", GONE: "close-circle-line", FROZEN: "pause-fill"}


class ReplicaCard(Widget):
    """See the module text. small: shape and number only, for large text; a fault widens it, to the left if at_right."""

    def __init__(self, layer: Layer, number: int, rect: Rect, *, small: bool, at_right: bool) -> None:
        super().__init__(layer, f"replica-{number}", rect)
        self.number, self._small = number, small
        self._healthy_rect, self._at_right = rect, at_right
        self._status = Status("", "")
        self._share = ""
        self._words: TextBlock | None = None

    def show(self, status: Status, share: str = "") -> None:
        """Show a status; share: words that replace a healthy one's loss (its share of the points)."""
        if (status, share) == (self._status, self._share):
            return
        same = status.kind == self._status.kind and self._words is not None
        self._status, self._share = status, share
        self.spoken = f"Replica {self.number}: {status.words}"
        if same and self._words is not None:
            self._words.set(self._line)
        else:
            self.draw()

    @property
    def _line(self) -> str:
        healthy = self._status.kind not in _FAULTS
        return self._share if self._share and healthy else self._status.words

    def draw(self) -> None:
        """Body, shape, name, second line."""
        self.wipe()
        self._words = None
        theme, kind = self.layer.theme, self._status.kind
        rect = self.rect = self._place()
        lost = kind in (GONE, FROZEN)
        fill = rgba("#0E1429") if theme.scheme == "dark" else theme.colour("surface")
        thick = max(1.0, round(1.5 * theme.s)) * (1 if theme.scheme == "dark" else 2)
        shadow = (14 * theme.s, 30 * theme.s, 0.35) if theme.scheme == "dark" else (0.0, 0.0, 0.0)
        dash = theme.px(10) if lost else 0.0
        style = BoxStyle(
            theme.px(20), fill, fill, theme.colour(self._edge()), thick, shadow=shadow, dash=dash
        )
        self.box(rect, style)
        side = theme.text_px(36) if not self._small else theme.px(36) * max(1.0, theme.text_factor * 0.75)
        pad = theme.px(18)
        shape: str | Colour = f"replica_{self.number}" if not lost else "muted"
        self.icon(SHAPES[self.number], rect.x + pad + side / 2, rect.y + rect.h / 2, side, str(shape))
        if self._small:
            self._draw_small(pad, side)
        else:
            self._draw_words(rect.x + pad + side + theme.px(14))

    def _place(self) -> Rect:
        rect = self._healthy_rect
        if not self._small or self._status.kind not in _FAULTS:
            return rect
        more = self.layer.theme.text_px(30)
        return Rect(rect.x - more if self._at_right else rect.x, rect.y, rect.w + more, rect.h)

    def _edge(self) -> str:
        kind = self._status.kind
        if kind == OVERFLOW:
            return "bad"
        return "muted" if kind in (GONE, FROZEN) else f"replica_{self.number}"

    def _draw_words(self, x: float) -> None:
        theme, rect = self.layer.theme, self.rect
        name, line = theme.type("label-bold"), theme.type("caption")
        y = rect.y + (rect.h - name.line - line.line) / 2
        fault = self._status.kind in _FAULTS
        self.write(x, y, f"Replica {self.number}", "label-bold", "text")
        style = "caption-bold" if fault else "caption"
        colour = "bad" if self._status.kind == OVERFLOW else "muted"
        y += name.line
        if fault:
            glyph = theme.text_px(20)
            self.icon(_FAULTS[self._status.kind], x + glyph / 2, y + line.line / 2, glyph, colour)
            x += glyph + theme.px(8)
        self._words = self.write(x, y, self._line, style, colour)

    def _draw_small(self, pad: float, side: float) -> None:
        theme, rect = self.layer.theme, self.rect
        style = theme.type("body-bold")
        x = rect.x + pad + side + theme.px(12)
        number = self.write(x, rect.y + (rect.h - style.line) / 2, str(self.number), "body-bold", "text")
        if self._status.kind in _FAULTS:
            glyph = theme.text_px(22)
            colour = "bad" if self._status.kind == OVERFLOW else "muted"
            x += number.width + theme.px(14) + glyph / 2
            self.icon(_FAULTS[self._status.kind], x, rect.y + rect.h / 2, glyph, colour)
