"""Below the scene: the sentence that says what is happening, where the figures come from, and the buttons.

`offered` says which buttons a state has; the scene binds them. Knows the model's words, nothing of the trainer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, SECONDARY, Button
from game.ui.layer import Layer
from game.ui.text import TextBlock
from game.ui.theme import Theme, TypeStyle
from game.worlds.lab import tints
from game.worlds.lab.model import (
    FAILED,
    FINISHED,
    LOST,
    PAUSED,
    RUNNING,
    SETUP,
    STARTING,
    LabModel,
)
from game.worlds.lab.pieces import LiveText, spans


@dataclass(frozen=True)
class Control:
    """One button. name: also the action's; tooltip names its key."""

    name: str
    icon: str
    label: str
    tooltip: str
    kind: str = SECONDARY
    enabled: bool = True


def offered(model: LabModel) -> tuple[Control, ...]:
    """The buttons of the present state, the primary one first."""
    state = model.state
    if state == SETUP:
        return (Control("start", "play-fill", "Start", "Start training (Space)", PRIMARY),)
    if state == STARTING:
        return (Control("stop", "close-line", "Cancel", "Do not start (S)"),)
    if state in (RUNNING, PAUSED):
        paused = state == PAUSED
        return (
            Control("pause", "play-fill" if paused else "pause-fill", "Resume" if paused else "Pause",
                    "Go on (Space)" if paused else "Hold after this step (Space)", PRIMARY),
            Control("step", "skip-forward-line", "Step", "One step, while paused (N)", enabled=paused),
            Control("stop", "stop-fill", "Stop", "End the run (S)"),
            Control("break", "hammer-line", "Break it", "Break something on purpose (B)"),
        )  # fmt: skip
    set_up = Control("set-up", "equalizer-line", "Set up", "Choose replicas, precision and seed")
    if model.can_resume:
        return (
            Control("resume", "restart-line", "Resume from checkpoint",
                    f"Go on from step {model.checkpoint} (Space)", PRIMARY),
            set_up,
        )  # fmt: skip
    if state in (FINISHED, FAILED, LOST):
        word = "Try again" if state == FAILED else "Run again"
        return (Control("start", "restart-line", word, "Start anew (Space)", PRIMARY), set_up)
    return ()


def widths(ui: Layer, controls: Sequence[Control]) -> list[float]:
    """Pixels of each button; only icons when folded, except for a lone word that must be read."""
    theme = ui.theme
    result = []
    for control in controls:
        if theme.compact and not _worded(controls, control):
            result.append(theme.px(135) if theme.text_factor > 1.5 else theme.px(110))
            continue
        words = ui.measure(_label(theme, control), "body-bold")[0]
        result.append(words + theme.text_px(28) + theme.px(14) + 2 * theme.px(28))
    return result


def total_width(ui: Layer, controls: Sequence[Control]) -> float:
    """Pixels of all buttons with their gaps."""
    return sum(widths(ui, controls)) + ui.theme.px(16) * max(len(controls) - 1, 0)


def _worded(controls: Sequence[Control], control: Control) -> bool:
    return len(controls) <= 2 and control is controls[0]


def _label(theme: Theme, control: Control) -> str:
    return control.label if not theme.compact else control.label.split(" from ")[0]


def draw_controls(
    ui: Layer, area: Rect, controls: Sequence[Control], act: Mapping[str, Callable[[], None]]
) -> None:
    """Put the buttons at the right end of `area`."""
    theme = ui.theme
    each = widths(ui, controls)
    x = area.right - total_width(ui, controls)
    for control, wide in zip(controls, each, strict=True):
        words = not theme.compact or _worded(controls, control)
        button = Button(
            ui, control.name, Rect(x, area.y, wide, area.h), _label(theme, control) if words else "",
            act[control.name], icon=control.icon, kind=control.kind, tooltip=control.tooltip,
        )  # fmt: skip
        button.enabled = control.enabled
        button.focusable = control.enabled
        button.spoken = control.label
        ui.add(button)
        x += wide + theme.px(16)


def say_style(theme: Theme) -> TypeStyle:
    """The serif of the sentence."""
    size, line = (24, 1.36) if theme.compact else (28, 1.4)
    px = theme.text_px(size)
    return replace(theme.type("read"), name="say", px=px, line=px * line)


class Words:
    """The sentence and the caption."""

    def __init__(
        self, ui: Layer, sentence: Rect, caption: Rect | None, eyebrow: tuple[float, float] | None
    ) -> None:
        self._ui = ui
        style = say_style(ui.theme)
        most = max(1, round(sentence.h / style.line))
        self._block: TextBlock = ui.text(
            sentence.x, sentence.y, "", style, "text", width=sentence.w, max_lines=most
        )
        self._said = ""
        self._caption, self._caption_at = None, caption
        if caption is not None:
            self._caption = LiveText(
                ui.text(caption.x, caption.y, "", "caption", "muted", width=caption.w, max_lines=2)
            )
        self._eyebrow = None
        if eyebrow is not None:
            self._eyebrow = LiveText(ui.text(*eyebrow, "", "caption-bold", "accent", max_lines=1))

    def say(self, pieces: Sequence[tuple[str, bool]]) -> None:
        """Another sentence."""
        plain = "".join(text for text, _ in pieces)
        if plain != self._said:
            self._said = plain
            self._block.set(spans(self._ui, pieces, tints.warning_text(self._ui.theme)))

    def source(self, caption: str) -> None:
        """Where the figures come from; a second line, for a processor of a long name, stands about the same middle."""
        if self._caption is not None and self._caption_at is not None:
            self._caption.say(caption)
            block, rect = self._caption.block, self._caption_at
            y = rect.y - (max(block.lines, 1) - 1) * rect.h / 2
            if y != block.y:
                block.place(rect.x, y)

    def phase(self, words: str) -> None:
        """The folded phase bar: which phase is being shown."""
        if self._eyebrow is not None:
            self._eyebrow.say(words)
