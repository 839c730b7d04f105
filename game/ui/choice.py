"""One of a few: a row of options in a track, of which one holds.

Screens make it with `layer.add(Choice(...))` where a setting has two to five values. Arrows and Enter change it,
a click picks. The chosen option has an edge, a tick and heavier words: colour is not the only cue, and gold is left to
one primary thing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.shapes import BoxStyle, flat
from game.ui.widget import Widget

if TYPE_CHECKING:
    from game.ui.layer import Layer
    from game.ui.scroll import ScrollArea


class Choice(Widget):
    """`options` are the words, `index` the one that holds; `on_change` gets the new index."""

    focusable = True

    def __init__(
        self, layer: Layer, name: str, rect: Rect, options: Sequence[str], index: int,
        on_change: Callable[[int], None], *, spoken: str = "", area: ScrollArea | None = None,
    ) -> None:  # fmt: skip
        super().__init__(layer, name, rect, area)
        self.options, self.index, self._on_change = tuple(options), index, on_change
        self.focus_radius = layer.theme.px(18)
        self._label = spoken
        self._at: int | None = None
        self._say()

    def option_rect(self, index: int) -> Rect:
        """The place of one option, in the widget's own coordinates."""
        width = self.rect.w / len(self.options)
        return Rect(self.rect.x + index * width, self.rect.y, width, self.rect.h)

    def set_index(self, index: int) -> None:
        """Show another option as the one that holds, without calling back."""
        self.index = index
        self._say()
        self.draw()

    def press_at(self, x: float, y: float) -> None:
        """Pick the option under the pointer."""
        share = (x - self.rect.x) / max(self.rect.w, 1.0)
        self._pick(min(max(int(share * len(self.options)), 0), len(self.options) - 1))

    def key(self, event: InputEvent) -> bool:
        """Left and right step, Home and End jump, Enter and Space go on to the next and round."""
        last = len(self.options) - 1
        target = {
            "arrow_left": max(self.index - 1, 0),
            "arrow_right": min(self.index + 1, last),
            "home": 0,
            "end": last,
            "enter": (self.index + 1) % len(self.options),
            "space": (self.index + 1) % len(self.options),
        }.get(event.key)
        if target is None:
            return False
        self._pick(target)
        return True

    def draw(self) -> None:
        """Track, chosen option, words."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        thin = max(1.0, round(theme.s)) * (1 if theme.scheme == "dark" else 2)
        self.box(rect, flat(theme.colour("background"), self.focus_radius, theme.colour("line"), thin))
        for index, words in enumerate(self.options):
            self._draw_option(index, words)

    def _draw_option(self, index: int, words: str) -> None:
        theme, place = self.layer.theme, self.option_rect(index)
        chosen = index == self.index
        style = "label-bold" if chosen else "label"
        text_w = self.layer.measure(words, style)[0]
        tick = theme.text_px(22) if chosen else 0.0
        gap = theme.px(8) if chosen else 0.0
        if text_w + tick + gap + 2 * theme.px(14) > place.w:
            tick = gap = 0.0  # the edge and the weight still tell
        if chosen:
            body = place.inset(theme.px(5))
            raised = theme.colour("surface_raised")
            edge = max(2.0, round(2 * theme.s))
            self.box(
                body,
                BoxStyle(
                    max(self.focus_radius - theme.px(5), 0.0),
                    raised,
                    raised,
                    theme.colour("line_strong"),
                    edge,
                ),
            )
        x = place.x + (place.w - text_w - tick - gap) / 2
        if tick:
            self.icon("check-line", x + tick / 2, place.y + place.h / 2, tick, "text")
        line = theme.type(style).line
        self.write(
            x + tick + gap,
            place.y + (place.h - line) / 2,
            words,
            style,
            "text" if chosen else "body",
            max_lines=1,
        )

    def _pick(self, index: int) -> None:
        if index != self.index:
            self.set_index(index)
            self._on_change(index)

    def _say(self) -> None:
        self.spoken = (
            f"{self._label}: {self.options[self.index]}" if self._label else self.options[self.index]
        )
