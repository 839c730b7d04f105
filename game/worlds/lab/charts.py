"""Curves, the loss-scale gauge and the exponent histogram, drawn as lines and bars inside a panel.

The panels make them with an area and tell them figures; each redraws only what changed. Know no run and no widget.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from game.engine.lines import PolyLine
from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.shapes import Box, flat
from game.worlds.lab import figures, tints
from game.worlds.lab.figures import Histogram, Point
from game.worlds.lab.model import ScaleChange
from game.worlds.lab.pieces import Bars, LiveText

_GLOW_RINGS = 14  # discs that make up the pulse of an overflow
SOLID = None
DASHED = (6.0, 6.0)
DOTTED = (0.01, 6.0)


class CurveChart:
    """Curves over steps: two grid lines with their numbers at the left, first and last step below."""

    def __init__(self, ui: Layer, area: Rect, lines: Sequence[tuple[str, float, tuple[float, float] | None]],
                 *, steps: bool) -> None:  # fmt: skip
        """lines: (colour name, width in design pixels, dash) of each curve, back to front."""
        theme = ui.theme
        caption = theme.type("caption")
        below = caption.line + theme.px(4) if steps else 0.0
        numbers = ui.measure("100 %", "caption")[0] + theme.px(10)
        self.plot = Rect(
            area.x + numbers, area.y + theme.px(4), area.w - numbers, area.h - below - theme.px(6)
        )
        plot = self.plot
        thin = max(1.0, round(theme.s))
        self._marks: list[LiveText] = []
        for share in (0.0, 0.5):
            y = plot.bottom - share * plot.h
            ui.box(Rect(plot.x, y, plot.w, thin), flat(theme.colour("line")))
            at = y - caption.line * (0.5 if share else 0.72)
            self._marks.append(
                LiveText(ui.text(plot.x - theme.px(10), at, "", "caption", "muted", align="right"))
            )
        self._lines = [
            PolyLine(
                ui.root,
                colour=theme.colour(colour),
                width=max(1.4, width * theme.s),
                dash=tuple(length * max(theme.s, 0.7) for length in dash) if dash else None,  # type: ignore[arg-type]
            )
            for colour, width, dash in lines
        ]
        self._ends: list[LiveText] = []
        if steps:
            y = plot.bottom + theme.px(6)
            self._ends = [
                LiveText(ui.text(plot.x, y, "", "caption", "muted")),
                LiveText(ui.text(plot.right, y, "", "caption", "muted", align="right")),
            ]

    def show(self, curves: Sequence[Sequence[Point]], top: float, write: Callable[[float], str]) -> None:
        """Draw the curves up to `top`; write: how a number at the grid is written."""
        last = max((curve[-1][0] for curve in curves if curve), default=0.0)
        first = min((curve[0][0] for curve in curves if curve), default=0.0)
        for line, curve in zip(self._lines, curves, strict=True):
            line.set_points(figures.on_paper(curve, self.plot, (first, max(last, first + 1)), top))
        for mark, share in zip(self._marks, (0.0, 0.5), strict=True):
            mark.say(write(top * share) if last else "")
        if self._ends:
            self._ends[0].say(f"step {first:.0f}" if last else "")
            self._ends[1].say(f"{last:,.0f}" if last else "")


class Gauge:
    """The half circle of the loss scale, 2^0 to 2^24, with the notch that an overflow cost."""

    def __init__(self, ui: Layer, area: Rect, stroke: float) -> None:
        theme = ui.theme
        note = theme.type("caption")
        radius = min((area.w - stroke) / 2 * 0.80, area.h - note.line * 0.5 - stroke / 2)
        self._radius, self._stroke = radius, stroke
        self._centre = (area.x + area.w / 2, area.y + stroke / 2 + radius)
        x, y = self._centre
        PolyLine(ui.root, figures.arc(self._centre, radius, 0, 1), colour=tints.track(theme), width=stroke)
        self._value = PolyLine(ui.root, colour=theme.colour("accent"), width=stroke)
        self._notch = PolyLine(ui.root, colour=theme.colour("bad"), width=stroke)
        self._glow: list[Box] = []
        self._ui = ui
        number = theme.type("number")
        if not theme.compact:  # eight digits must fit between the ends of the arc
            number = replace(number, px=theme.text_px(42), line=float(theme.text_px(42)))
        lift = note.line * 0.3
        self._number = LiveText(ui.text(x, y - number.line - lift, "", number, "text", align="centre"))
        self._note = LiveText(ui.text(x, y - note.line * 0.3, "", "caption", "muted", align="centre"))
        self._shown: tuple[float, ScaleChange | None] | None = None

    def show(self, scale: float | None, change: ScaleChange | None) -> None:
        """A scale (None: nothing measured yet) and its last change."""
        if self._shown == (scale, change):
            return
        self._shown = None if scale is None else (scale, change)
        theme = self._ui.theme
        end = figures.gauge_fraction(scale) if scale is not None else 0.0
        self._value.set_points(figures.arc(self._centre, self._radius, 0, end) if scale is not None else ())
        self._number.say("–" if scale is None else f"{scale:,.0f}")
        words, colour = "", theme.colour("muted")
        notch: list[Point] = []
        if change is not None:
            words = change.words
            if change.fell:
                colour = tints.warning_text(theme)
                notch = self._notch_points(change)
        self._notch.set_points(notch)
        self._note.say(words, colour)

    def pulse(self, strength: float, change: ScaleChange | None) -> None:
        """The one pulse of an overflow, at the notch: strength 0..1."""
        if strength <= 0 or change is None:
            if self._glow:
                for box in self._glow:
                    box.remove()
                self._glow = []
            return
        theme = self._ui.theme
        if not self._glow:
            x, y = self._notch_points(change)[-1]
            for ring in range(_GLOW_RINGS):
                reach = self._stroke * 2.6 * (1 - ring / _GLOW_RINGS) ** 1.3
                style = flat(theme.colour("bad", 0.085), reach)
                self._glow.append(self._ui.box(Rect(x - reach, y - reach, 2 * reach, 2 * reach), style))
        for box in self._glow:
            box.path.set_alpha_scale(strength)

    def _notch_points(self, change: ScaleChange) -> list[Point]:
        low, high = figures.gauge_fraction(change.after), figures.gauge_fraction(change.before)
        gap = self._stroke / 2 / (math.pi * self._radius)
        return figures.arc(self._centre, self._radius, low + gap * 1.3, max(high, low + gap * 1.4))


class ExponentChart:
    """How many gradients have which power of two, before and after scaling, over what float16 can hold."""

    def __init__(self, ui: Layer, area: Rect, *, scaled: bool) -> None:
        theme = ui.theme
        self._ui, self._scaled = ui, scaled
        caption = theme.type("caption")
        self.plot = Rect(area.x, area.y, area.w, area.h - caption.line - theme.px(12))
        plot = self.plot
        tiny, normal, end = (
            figures.axis_x(power, plot)
            for power in (figures.HALF_TINY, figures.HALF_NORMAL, figures.HALF_END)
        )
        thin = max(1.0, round(theme.s))
        ui.box(Rect(tiny, plot.y, normal - tiny, plot.h), flat(tints.band(theme, 0.08)))
        ui.box(Rect(normal, plot.y, end - normal, plot.h), flat(tints.band(theme, 0.16)))
        self._bars = Bars(ui.root)
        ui.box(Rect(plot.x, plot.bottom, plot.w, thin), flat(theme.colour("line_strong")))
        for x in (tiny, end):
            ui.box(Rect(x - thin, plot.y, 2 * thin, plot.h + theme.px(8)), flat(theme.colour("focus")))
        y = plot.bottom + theme.px(12)
        ui.text(tiny, y, "2⁻²⁴", "caption", "muted", align="centre")
        ui.text(min(end, plot.right - theme.px(14)), y, "2¹⁶", "caption", "muted", align="centre")
        middle = (tiny + end) / 2
        ui.text(middle, y, "float16 holds", "caption", "body", align="centre")
        side = theme.px(18)
        self._warning = ui.icon(
            "triangle-fill", min(end + side, plot.right - side / 2), plot.y + plot.h * 0.42, side, "bad"
        )
        self._warning.path.hide()

    def show(self, bars: Histogram | None, beyond: bool) -> None:
        """Draw the bars (None: nothing measured); beyond: whether a number just left what float16 can hold."""
        theme, plot = self._ui.theme, self.plot
        self._warning.path.show() if beyond else self._warning.path.hide()
        if bars is None:
            self._bars.show([])
            return
        wide = plot.w / len(bars.raw)
        gap = min(1.0, wide * 0.2)
        drawn = []
        for kind, heights in enumerate((bars.raw, bars.scaled if self._scaled else ())):
            for place, height in enumerate(heights):
                if height <= 0.002:
                    continue
                tall = max(height * (plot.h - theme.px(8)), 1.0)
                exponent = place + figures.AXIS[0]
                colour = theme.colour("bad" if exponent >= figures.HALF_END else "accent")
                bar = Rect(plot.x + place * wide, plot.bottom - tall, wide - gap, tall)
                drawn.append((bar, colour if kind else tints.raw_bars(theme)))
        self._bars.show(drawn)
