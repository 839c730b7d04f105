"""The parts of the lab's panels: loss, regions right, loss scale, exponents, and how a step works.

Each is made with an area and shows the model's figures; wide windows stack two in a panel, folded ones show one at a
time. `PARTS` maps a pager's page to its part.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.core.telemetry import share_outside
from game.engine.lines import PolyLine
from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.shapes import flat
from game.ui.text import TextBlock
from game.worlds.lab import figures, tints
from game.worlds.lab.charts import DASHED, DOTTED, SOLID, CurveChart, ExponentChart, Gauge
from game.worlds.lab.model import PRECISION_WORDS, LabModel
from game.worlds.lab.pieces import LiveText

STEP_WORDS = (
    ("Divide data", "Each replica takes points from its own share of the brain."),
    ("Forward + backward", "It guesses their regions, and finds which way each weight should move."),
    ("All-reduce + wait", "The gradients go round the ring and are added up. The fastest waits."),
    ("Update", "All make the same step. If one number is not finite, all skip it."),
)


class Part(Protocol):
    """What the panels know of a part."""

    def show(self, model: LabModel) -> None:
        """Write the model's present numbers: cheap, after every report."""

    def draw(self, model: LabModel) -> None:
        """Draw the curves or bars: dearer, about once a second."""


def _head(ui: Layer, area: Rect, title: str, note: str = "") -> tuple[float, TextBlock | None]:
    """Title at the left, note at the right; returns where the next line may begin, and the note."""
    theme = ui.theme
    style, caption = theme.type("label-bold"), theme.type("caption")
    written = ui.text(area.x, area.y, title, "label-bold", "text", max_lines=1)
    block = None
    if note and written.width + ui.measure(note, "caption")[0] + theme.px(16) <= area.w:
        y = area.y + (style.line - caption.line) / 2
        block = ui.text(area.right, y, note, "caption", "muted", align="right")
    return area.y + style.line + theme.px(6), block


class LossPart:
    """The mean loss of all replicas, as a number and a curve."""

    def __init__(self, ui: Layer, area: Rect, model: LabModel, *, steps: bool = True) -> None:
        theme = ui.theme
        note = f"mean of {model.replicas}" if model.replicas > 1 else "one replica"
        y, _ = _head(ui, area, "Loss", note)
        number = theme.type("number")
        self._number = LiveText(ui.text(area.x, y, "–", "number", "text"))
        y += number.line + theme.px(10)
        rest = Rect(area.x, y, area.w, area.bottom - y)
        self._chart = CurveChart(ui, rest, [("accent", 3.0, SOLID)], steps=steps)

    def show(self, model: LabModel) -> None:
        """The number."""
        if model.history.latest is not None:
            self._number.say(f"{model.history.latest.loss:.2f}")

    def draw(self, model: LabModel) -> None:
        """The curve."""
        points = figures.thinned(model.history.loss.points())
        self._chart.show(
            [points], figures.nice_top(max((y for _, y in points), default=1.0)), "{:.3g}".format
        )


class RightPart:
    """The share of held-out points whose region is guessed right, and of those near a border."""

    def __init__(self, ui: Layer, area: Rect, model: LabModel) -> None:
        theme = ui.theme
        y, _ = _head(ui, area, "Regions right", "held-out points")
        number, caption = theme.type("number"), theme.type("caption")
        self._number = LiveText(ui.text(area.x, y, "–", "number", "text"))
        room = area.w - ui.measure("100 %", "number")[0] - theme.px(12)
        self._border = LiveText(
            ui.text(
                area.right, y + (number.line - 2 * caption.line) / 2, "", "caption", "body", width=room,
                align="right", max_lines=2,
            )
        )  # fmt: skip
        y += number.line + theme.px(10)
        legend = caption.line + theme.px(2)
        rest = Rect(area.x, y, area.w, area.bottom - y - legend)
        lines = [("muted", 2.4, DOTTED), ("good", 1.6, SOLID), ("good", 3.0, DASHED)]
        self._chart = CurveChart(ui, rest, lines, steps=True)
        self._legend(ui, area.x, area.bottom - caption.line, area.w)

    def _legend(self, ui: Layer, x: float, y: float, room: float) -> None:
        theme = ui.theme
        entries = (("good", SOLID, "training"), ("good", DASHED, "held out"), ("muted", DOTTED, "border"))
        sample, gap = theme.px(26), theme.px(8)
        widths = [ui.measure(words, "caption")[0] for *_, words in entries]
        space = (room - sum(widths) - len(entries) * (sample + gap)) / (len(entries) - 1)
        if space < theme.px(6):
            return
        middle = y + theme.type("caption").line * 0.55
        for (colour, dash, words), width in zip(entries, widths, strict=True):
            scaled = tuple(length * max(theme.s, 0.7) for length in dash) if dash else None
            PolyLine(
                ui.root, [(x, middle), (x + sample, middle)], colour=theme.colour(colour),
                width=max(1.6, 2.4 * theme.s), dash=scaled,  # type: ignore[arg-type]
            )  # fmt: skip
            ui.text(x + sample + gap, y, words, "caption", "muted")
            x += sample + gap + width + min(space, theme.px(40))

    def show(self, model: LabModel) -> None:
        """The numbers."""
        latest = model.history.latest
        if latest is None:
            return
        self._number.say(figures.percent(latest.held_out_accuracy))
        if latest.border_accuracy is not None:
            self._border.say(f"{figures.percent(latest.border_accuracy)} within 3 mm\nof a border")

    def draw(self, model: LabModel) -> None:
        """The curves."""
        history = model.history
        curves = [
            figures.thinned(curve.points()) for curve in (history.border, history.accuracy, history.held_out)
        ]
        highest = max((y for curve in curves for _, y in curve), default=0.0)
        top = next(share for share in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if highest <= share + 1e-9)
        self._chart.show(curves, top, figures.percent)


class ScalePart:
    """The loss scale, or why this precision needs none."""

    def __init__(self, ui: Layer, area: Rect, model: LabModel) -> None:
        theme = ui.theme
        y, _ = _head(ui, area, "Loss scale")
        self._gauge: Gauge | None = None
        self._badge = _Badge(ui, area)
        if model.scaled:
            rest = Rect(area.x, y + theme.px(10), area.w, area.bottom - y - theme.px(10))
            stroke = max(theme.px(18), min(theme.px(36), rest.w * 0.045))
            self._gauge = Gauge(ui, rest, stroke)
            return
        ui.text(area.x, y + theme.px(8), "None", "number", "text")
        words = PRECISION_WORDS[model.precision]
        why = (
            "float32 holds numbers down to 2⁻¹²⁶. No gradient here is too small for it: no scaling is needed."
            if words == "float32"
            else "bfloat16 has the range of float32, with fewer digits: no scaling is needed."
        )
        y += theme.type("number").line + theme.px(18)
        ui.text(area.x, y, why, "caption", "body", width=area.w)

    def show(self, model: LabModel) -> None:
        """Gauge and badge."""
        self._badge.show(model.alarm > 0)
        if self._gauge is not None:
            latest = model.history.latest
            self._gauge.show(latest.next_loss_scale if latest is not None else None, model.change)

    def draw(self, model: LabModel) -> None:
        """Nothing more."""

    def pulse(self, strength: float, model: LabModel) -> None:
        """The pulse of an overflow, 0..1."""
        if self._gauge is not None:
            fell = model.change is not None and model.change.fell
            self._gauge.pulse(strength, model.change if fell else None)


class ExponentPart:
    """The exponents of the gradients against what float16 can hold."""

    def __init__(self, ui: Layer, area: Rect, model: LabModel) -> None:
        theme = ui.theme
        started = model.history.started
        every = started.spec.sample_every if started is not None else model.spec().sample_every
        y, _ = _head(ui, area, "Gradient exponents", f"every {every} steps")
        caption = theme.type("caption")
        legend = caption.line + theme.px(6)
        rest = Rect(area.x, y + theme.px(6), area.w, area.bottom - y - legend - theme.px(6))
        self._chart = ExponentChart(ui, rest, scaled=model.scaled)
        self._lost = None
        if model.scaled:
            self._legend(ui, area.x, area.bottom - caption.line, area)
        else:
            self._lost = LiveText(ui.text(area.x, area.bottom - caption.line, "", "caption", "muted"))
        self._bars: figures.Histogram | None = None

    def _legend(self, ui: Layer, x: float, y: float, area: Rect) -> None:
        theme = ui.theme
        side = theme.px(14)
        for colour, words, tint in (
            (tints.raw_bars(theme), "raw", theme.colour("muted")),
            (theme.colour("accent"), "scaled", theme.colour("muted")),
            (theme.colour("bad"), "too large", tints.warning_text(theme)),
        ):
            middle = y + theme.type("caption").line / 2
            ui.box(Rect(x, middle - side / 2, side, side), flat(colour, theme.px(3)))
            x += side + theme.px(9)
            x += ui.text(x, y, words, "caption", tint).width + theme.px(24)

    def show(self, model: LabModel) -> None:
        """Nothing in words."""

    def draw(self, model: LabModel) -> None:
        """Bars of the newest step that measured them."""
        latest = model.history.latest
        if latest is not None and any(latest.exponents):
            self._bars = figures.histogram(latest, latest.loss_scale if model.scaled else 1.0)
            if self._lost is not None:
                small, large = share_outside(latest)
                self._lost.say(f"float16 unscaled would lose {(small + large) * 100:.1f} %")
        self._chart.show(self._bars, model.alarm > 0 or (self._bars is not None and self._bars.beyond))


class StepWords:
    """Before the first run: what will happen in each step."""

    def __init__(self, ui: Layer, area: Rect) -> None:
        theme = ui.theme
        y, _ = _head(ui, area, "How a step works")
        left, title_h = theme.px(34), theme.type("label-bold").line
        tall = [title_h + ui.measure(words, "caption", area.w - left)[1] for _, words in STEP_WORDS]
        gap = max(0.0, min(theme.px(24), (area.bottom - y - sum(tall)) / len(tall)))
        for number, ((title, words), height) in enumerate(zip(STEP_WORDS, tall, strict=True), start=1):
            y += gap
            ui.text(area.x, y, str(number), "label-bold", "muted")
            ui.text(area.x + left, y, title, "label-bold", "text")
            ui.text(area.x + left, y + title_h, words, "caption", "body", width=area.w - left)
            y += height

    def show(self, model: LabModel) -> None:
        """Nothing changes."""

    def draw(self, model: LabModel) -> None:
        """Nothing changes."""


class _Badge:
    """The word "Overflow" at the top right of a part, while it is true."""

    def __init__(self, ui: Layer, area: Rect) -> None:
        theme = ui.theme
        style = theme.type("caption-bold")
        words = ui.measure("Overflow", "caption-bold")[0]
        glyph, gap, pad = theme.text_px(20), theme.px(10), theme.px(16)
        wide, tall = words + glyph + gap + 2 * pad, style.line + theme.px(12)
        rect = Rect(area.right - wide, area.y - theme.px(8), wide, tall)
        tint = tints.warning_text(theme)
        x, y = rect.x + pad, rect.y + (tall - style.line) / 2
        self._parts = [
            ui.box(rect, flat(tints.alarm_fill(theme), tall / 2)).path,
            ui.icon("alert-line", x + glyph / 2, rect.y + tall / 2, glyph, tint).path,
            ui.text(x + glyph + gap, y, "Overflow", "caption-bold", tint).path,
        ]
        self._on = True
        self.show(False)

    def show(self, on: bool) -> None:
        """Show or hide it."""
        if on != self._on:
            self._on = on
            for path in self._parts:
                path.show() if on else path.hide()


PARTS: dict[str, tuple[str, Callable[[Layer, Rect, LabModel], Part]]] = {
    "scale": ("Loss scale", ScalePart),
    "exponents": ("Exponents", ExponentPart),
    "loss": ("Loss", LossPart),
    "right": ("Regions right", RightPart),
}
