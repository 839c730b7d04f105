"""On-screen + and - for fingers, and the switch for names; they stand beside the cube.

The layout calls `build_zoom`; what the buttons do is passed in.
"""

from __future__ import annotations

from collections.abc import Callable

from game.engine.projection import Rect
from game.ui.buttons import Button
from game.ui.layer import Layer

Act = Callable[[], None]


def zoom_width(ui: Layer) -> float:
    """How wide the column of buttons is, with the gap beside it."""
    return ui.theme.px(56) + ui.theme.px(8)


def build_zoom(
    ui: Layer,
    x: float,
    bottom: float,
    side: float,
    zoom: Callable[[float], None],
    names: Act,
    *,
    named: bool,
) -> None:
    """A column of square buttons with its lower left corner at (x, bottom)."""
    gap = ui.theme.px(4)
    words = "Hide the names (Shift+L)" if named else "Show names (Shift+L)"
    buttons: list[tuple[str, str, str, Act, bool]] = [
        ("zoom-out", "subtract-line", "Further away (-)", lambda: zoom(-1), False),
        ("zoom-in", "add-line", "Closer (+)", lambda: zoom(1), False),
        ("names", "price-tag-3-line", words, names, named),
    ]
    y = bottom - side
    for name, icon, tooltip, act, chosen in buttons:
        ui.add(
            Button(
                ui,
                name,
                Rect(x, y, side, side),
                "",
                act,
                icon=icon,
                tooltip=tooltip,
                radius=14,
                chosen=chosen,
            )
        )
        y -= side + gap
