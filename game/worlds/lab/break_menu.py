"""Things to break on purpose: an overflow on one replica, a replica that ends, one that freezes.

While it is open it takes the place of the gauges in the right panel; the scene acts. Knows no trainer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.projection import Rect
from game.ui.buttons import SECONDARY, Button
from game.ui.choice import Choice
from game.ui.layer import Layer

HARMS = (  # name, icon, words, what will happen
    ("overflow", "flashlight-line", "Overflow a gradient", "Puts an infinity into its next gradient."),
    ("kill", "skull-line", "End its process", "As a power cut would. Noticed within a second."),
    ("freeze", "snowflake-line", "Freeze its process", "As a hung machine would. Noticed after 6 to 11 s."),
)


@dataclass(frozen=True)
class BreakActions:
    """What the menu does. victim: the replica chosen now."""

    victim: int
    choose: Callable[[int], None]
    harm: Callable[[str], None]
    close: Callable[[], None]


def draw_break_menu(ui: Layer, area: Rect, replicas: int, actions: BreakActions, *, notes: bool) -> None:
    """Draw it into `area`; notes: with a line on what each does."""
    theme = ui.theme
    title, caption = theme.type("label-bold").line, theme.type("caption").line
    row = max(theme.px(56), theme.grow(40) if not notes else theme.grow(56))
    side = max(theme.px(44), theme.grow(36))
    ui.text(area.x, area.y + (side - title) / 2, "Break a replica", "label-bold", "text")
    ui.add(
        Button(
            ui, "break-close", Rect(area.right - side, area.y, side, side), "", actions.close,
            icon="close-line", tooltip="Close (B)",
        )
    )  # fmt: skip
    y = area.y + side + theme.px(14)
    if replicas > 1:
        names = [str(number) for number in range(replicas)]
        ui.add(
            Choice(
                ui, "break-replica", Rect(area.x, y, area.w, row), names, actions.victim, actions.choose,
                spoken="Replica",
            )
        )  # fmt: skip
        y += row + theme.px(18 if notes else 12)
    for name, icon, words, consequence in HARMS:
        ui.add(
            Button(
                ui, f"break-{name}", Rect(area.x, y, area.w, row), words,
                lambda name=name: actions.harm(name),  # type: ignore[misc]
                icon=icon, kind=SECONDARY, align="left", text_style="body-medium", icon_colour="warning",
            )
        )  # fmt: skip
        y += row + theme.px(8)
        if notes:
            lines = ui.text(area.x, y, consequence, "caption", "muted", width=area.w)
            y += max(lines.height, caption) + theme.px(22)
