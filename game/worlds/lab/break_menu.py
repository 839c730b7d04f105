"""The small menu of things to break on purpose: an overflow on one replica, a replica that ends, one that freezes.

The scene shows it above the button and acts. Knows no trainer.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.projection import Rect
from game.ui.buttons import QUIET, Button
from game.ui.choice import Choice
from game.ui.layer import Layer

HARMS = (
    ("overflow", "flashlight-line", "Overflow a gradient"),
    ("kill", "skull-line", "End the process"),
    ("freeze", "snowflake-line", "Freeze the process"),
)


def draw_break_menu(
    ui: Layer,
    above: Rect,
    replicas: int,
    chosen: int,
    choose: Callable[[int], object],
    harm: Callable[[str], object],
) -> Rect:
    """Draw it with its lower right corner at the top right of `above`; returns its place."""
    theme = ui.theme
    pad, gap = theme.px(24), theme.px(14)
    row = max(theme.px(56), theme.grow(52))
    title = theme.type("label-bold").line
    wide = min(
        max(ui.measure(words, "body")[0] for *_, words in HARMS) + theme.text_px(28) + theme.px(80),
        above.right - theme.px(64),
    ) + 2 * pad  # fmt: skip
    rows = 1 if replicas > 1 else 0
    tall = 2 * pad + title + gap + (row + gap) * rows + len(HARMS) * row
    rect = Rect(above.right - wide, max(above.y - gap - tall, theme.px(24)), wide, tall)
    ui.panel("break-menu", rect)
    x, y, inner = rect.x + pad, rect.y + pad, wide - 2 * pad
    ui.text(x, y, "Break replica" if replicas > 1 else "Break the replica", "label-bold", "text")
    y += title + gap
    if rows:
        names = [str(number) for number in range(replicas)]
        ui.add(Choice(ui, "break-replica", Rect(x, y, inner, row), names, chosen, choose, spoken="Replica"))
        y += row + gap
    for name, icon, words in HARMS:
        button = Button(
            ui, f"break-{name}", Rect(x, y, inner, row), words, lambda name=name: harm(name),  # type: ignore[misc]
            icon=icon, kind=QUIET, align="left", text_style="body", icon_colour="warning",
        )  # fmt: skip
        ui.add(button)
        y += row
    return rect
