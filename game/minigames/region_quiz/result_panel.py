"""The panel at the end of a round: how many, the best, what to look at again, and what next.

The layout calls `build_result` with words and actions. Knows no rules and no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.scheduling import Rating
from game.engine.projection import Rect
from game.minigames.region_quiz.frame import Foot, Frame
from game.minigames.region_quiz.panel import VERDICTS, Steps
from game.minigames.region_quiz.progress import build_steps
from game.ui.buttons import Button
from game.ui.layer import Layer
from game.ui.widget import Action


@dataclass(frozen=True, slots=True)
class Again:
    """A part that was missed: its name, what it earned, and the way to read about it."""

    name: str
    rating: Rating
    read: Action


@dataclass(frozen=True, slots=True)
class Summary:
    """The end of a round in words. earned: whether anything was right, so that a trophy is no mockery."""

    score: str
    detail: str
    saved: str
    is_saved: bool
    earned: bool
    missed: Sequence[Again]
    steps: Steps


def build_result(
    ui: Layer, rect: Rect, summary: Summary, again: Action, change: Action, save: Action
) -> None:
    """Draw the result."""
    theme = ui.theme
    foot = [Foot("again", "Another round", again, icon="restart-line", primary=True)]
    if not summary.is_saved:
        foot.append(Foot("save", "Save again", save, icon="save-line", icon_only=True))
    foot.append(Foot("change", "Change what is asked", change, icon="list-settings-line", icon_only=True))
    frame = Frame(ui, rect, foot)
    place = frame.place(theme.px(12), below=24 if not theme.compact else 12)
    build_steps(ui, frame.area, place, summary.steps.ratings, summary.steps.total)
    frame.text(summary.score, "hero" if not theme.compact else "title", "text", below=8)
    if summary.detail:
        frame.text(summary.detail, "label", "body", below=10)
    icon, colour = ("trophy-line" if summary.earned else "save-line", "muted")
    if not summary.is_saved:
        icon, colour = "alert-line", "warning"
    frame.row(icon, colour, summary.saved, "label", "body", below=26)
    if summary.missed:
        frame.text("Look at these again", "head", "text", below=14)
    height = max(theme.px(60), theme.grow(46))
    for number, part in enumerate(summary.missed):
        glyph, tint, _ = VERDICTS[part.rating]
        button = Button(
            ui, f"missed-{number}", frame.place(height, below=10), part.name, part.read, icon=glyph,
            icon_colour=tint, align="left", text_style="label-medium", area=frame.area,
            tooltip=f"{part.name}: read about it in the explorer",
        )  # fmt: skip
        ui.add(button)
    frame.close()
