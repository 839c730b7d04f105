"""The choices before a run: how many replicas, which precision, which seed.

The scene makes it where the gauges will be; it changes the model through callbacks. Knows no trainer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.protocol import MAX_REPLICAS, PRECISIONS
from game.engine.projection import Rect
from game.ui.buttons import Button
from game.ui.choice import Choice
from game.ui.layer import Layer
from game.worlds.lab.model import PRECISION_WORDS, LabModel

NOTES = {
    "float32": "Every number has 32 bits. Nothing overflows here, and nothing is lost.",
    "mixed_bfloat16": "16 bits with the range of float32 and fewer digits. No loss scale is needed.",
    "mixed_float16": "16 bits with a small range: a loss scale lifts the gradients into it, and sometimes too far.",
}


@dataclass(frozen=True)
class SetUpActions:
    """What the choices change."""

    replicas: Callable[[int], None]
    precision: Callable[[str], None]
    seed: Callable[[int], None]


class SetUp:
    """See the module text."""

    def __init__(self, ui: Layer, area: Rect, model: LabModel, actions: SetUpActions, *, notes: bool) -> None:
        theme = ui.theme
        self._ui, self._area = ui, area
        label = theme.type("label-bold").line
        tall = max(theme.px(56), theme.grow(44) if theme.compact else theme.grow(56))
        spare = area.h - 3 * (label + theme.px(8) + tall)
        gap = max(theme.px(8), min(theme.px(28), spare / 3 if not notes else theme.px(28)))
        y = self._row("Replicas", area.y, label)
        ui.add(
            Choice(
                ui, "replicas", Rect(area.x, y, area.w, tall), [str(n + 1) for n in range(MAX_REPLICAS)],
                model.replicas - 1, lambda index: actions.replicas(index + 1), spoken="Replicas",
            )
        )  # fmt: skip
        y = self._row("Precision", y + tall + gap, label)
        ui.add(
            Choice(
                ui, "precision", Rect(area.x, y, area.w, tall), [PRECISION_WORDS[name] for name in PRECISIONS],
                PRECISIONS.index(model.precision), lambda index: actions.precision(PRECISIONS[index]),
                spoken="Precision",
            )
        )  # fmt: skip
        y += tall
        if notes:
            y += theme.px(10)
            y += ui.text(area.x, y, NOTES[model.precision], "caption", "muted", width=area.w).height
        self._seed(y + gap, label, tall, model, actions, notes)

    def _row(self, title: str, y: float, label: float) -> float:
        self._ui.text(self._area.x, y, title, "label-bold", "text")
        return y + label + self._ui.theme.px(8)

    def _seed(
        self, y: float, label: float, tall: float, model: LabModel, actions: SetUpActions, notes: bool
    ) -> None:
        ui, theme, area = self._ui, self._ui.theme, self._area
        y = self._row("Seed", y, label)
        ui.add(
            Button(
                ui, "seed-less", Rect(area.x, y, tall, tall), "", lambda: actions.seed(model.seed - 1),
                icon="subtract-line", tooltip="Lower seed",
            )
        )  # fmt: skip
        wide = max(theme.px(72), theme.grow(72))
        style = theme.type("body-bold")
        ui.text(
            area.x + tall + wide / 2, y + (tall - style.line) / 2, str(model.seed), "body-bold", "text",
            align="centre",
        )  # fmt: skip
        ui.add(
            Button(
                ui, "seed-more", Rect(area.x + tall + wide, y, tall, tall), "",
                lambda: actions.seed(model.seed + 1), icon="add-line", tooltip="Higher seed",
            )
        )  # fmt: skip
        if notes:
            words, y = "Same seed, same start: runs can be compared.", y + tall + theme.px(10)
            if y + ui.measure(words, "caption", area.w)[1] <= area.bottom:
                ui.text(area.x, y, words, "caption", "muted", width=area.w)
