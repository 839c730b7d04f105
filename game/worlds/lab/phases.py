"""The phase bar: the measured phases of a step side by side, the one being shown in gold; or the phases of a start.

Widths are not durations; numbers are. The scene makes it and tells it what to say. Knows no run.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.shapes import BoxStyle, flat
from game.ui.theme import rgba
from game.ui.widget import Widget
from game.worlds.lab.pieces import LiveText


class PhaseBar(Widget):
    """See the module text."""

    def __init__(self, layer: Layer, rect: Rect, names: Sequence[str]) -> None:
        super().__init__(layer, "phases", rect)
        self.names = tuple(names)
        self._current: int | None = None
        self._times: list[LiveText] = []
        self._titles: list[LiveText] = []

    def cell(self, number: int) -> Rect:
        """The place of one phase."""
        wide = self.rect.w / len(self.names)
        return Rect(self.rect.x + number * wide, self.rect.y, wide, self.rect.h)

    def draw(self) -> None:
        """Body, fills (hidden), dividers, words."""
        self.wipe()
        theme, rect = self.layer.theme, self.rect
        radius, line = theme.px(16), max(1.0, round(theme.s))
        dark = theme.scheme == "dark"
        fill = rgba("#0C1223") if dark else theme.colour("surface")
        self.box(rect, BoxStyle(radius, fill, fill, theme.colour("line"), line * (1 if dark else 2)))
        self._fills = [self._fill(number, radius) for number in range(len(self.names))]
        self._titles, self._times = [], []
        style = theme.type("label-bold")
        for number, name in enumerate(self.names):
            cell, pad = self.cell(number), theme.px(18)
            if number:
                self.box(Rect(cell.x, cell.y + line, line, cell.h - 2 * line), flat(theme.colour("line")))
            y = cell.y + (cell.h - style.line) / 2
            time_w = self.layer.measure("0,000 ms", "caption")[0]
            room = cell.w - 2 * pad - time_w - theme.px(8)
            self._titles.append(
                LiveText(self.write(cell.x + pad, y, name, "label-bold", "body", width=room, max_lines=1))
            )
            y = cell.y + (cell.h - theme.type("caption").line) / 2
            self._times.append(
                LiveText(self.write(cell.right - pad, y, "", "caption", "muted", align="right"))
            )
        current, self._current = self._current, None
        self.light(-1 if current is None else current)

    def say(self, times: Sequence[str]) -> None:
        """The measured times, a text each."""
        for text, words in zip(self._times, times, strict=True):
            text.say(words)

    def light(self, number: int) -> None:
        """Which phase is the current one; -1 for none."""
        if number == self._current:
            return
        self._current = number
        theme = self.layer.theme
        for index, parts in enumerate(self._fills):
            on = index == number
            for part in parts:
                part.path.show() if on else part.path.hide()
            title, time = self._titles[index], self._times[index]
            title.say(title.block.plain, theme.colour("on_accent" if on else "body"))
            time.say(time.block.plain, theme.colour("on_accent" if on else "muted"))

    def _fill(self, number: int, radius: float) -> list:
        """Gold for one cell: round where the bar is round."""
        cell, gold = self.cell(number), flat(self.layer.theme.colour("accent"))
        first, last = number == 0, number == len(self.names) - 1
        if not (first or last):
            return [self.box(cell, gold)]
        whole = self.box(cell, flat(self.layer.theme.colour("accent"), radius))
        square = Rect(cell.x + radius if first else cell.x, cell.y, cell.w - radius, cell.h)
        return [whole, self.box(square, gold)]
