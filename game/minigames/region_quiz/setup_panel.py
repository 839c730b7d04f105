"""The panel before a round: which side, what is asked, how much of it waits, and the start.

The layout calls `build_setup`; choices go back through callbacks. Knows areas by name, no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.engine.projection import Rect
from game.minigames.region_quiz.choosing import Area, Filters
from game.minigames.region_quiz.frame import Foot, Frame
from game.ui.buttons import Button
from game.ui.choice import Choice
from game.ui.layer import Layer
from game.ui.widget import Action

SIDES = (("", "Both"), ("L", "Left"), ("R", "Right"))


@dataclass(frozen=True, slots=True)
class Offered:
    """What the set-up shows. `waiting`: a sentence on what is due and new; `best`: "" or the best result in words;
    `left`: "" or the words for going on with a round that was left."""

    title: str
    areas: Sequence[Area]
    filters: Filters
    waiting: str
    best: str
    ready: bool
    left: str = ""


def build_setup(
    ui: Layer,
    rect: Rect,
    offered: Offered,
    choose: Callable[[Filters], None],
    start: Action,
    go_on: Action,
) -> None:
    """Draw the set-up."""
    foot = [Foot("go-on", offered.left, go_on, icon="play-fill", primary=True)] if offered.left else []
    if offered.ready and offered.left:
        foot.append(Foot("start", "New round", start, icon="restart-line", icon_only=ui.theme.compact))
    elif offered.ready:
        foot.append(Foot("start", "Start", start, icon="play-fill", primary=True))
    frame = Frame(ui, rect, foot)
    theme = ui.theme
    frame.text(offered.title, "title" if not theme.compact else "answer", "text", below=10)
    frame.text(offered.waiting, "label", "body", below=8 if offered.best else 22)
    if offered.best:
        frame.row("trophy-line", "muted", offered.best, "label", "body", below=22)
    _sides(frame, offered.filters, choose)
    row = None
    x = 0.0
    for area in offered.areas:
        if area.row != row:
            if row is not None:
                frame.y += _chip_height(ui) + theme.px(14)
            row, x = area.row, 0.0
            if row:
                frame.text(row, "caption", "muted", below=8)
        x = _chip(frame, area, offered.filters, x, choose)
    frame.y += _chip_height(ui) + theme.px(10)
    frame.close()


def _sides(frame: Frame, filters: Filters, choose: Callable[[Filters], None]) -> None:
    ui, theme = frame.ui, frame.ui.theme
    sides = [side for side, _ in SIDES]

    def change(index: int) -> None:
        choose(Filters(sides[index], filters.area))

    place = frame.place(max(theme.px(60), theme.grow(46)), below=20)
    words = [word for _, word in SIDES]
    ui.add(
        Choice(ui, "side", place, words, sides.index(filters.side), change, spoken="Side", area=frame.area)
    )


def _chip(frame: Frame, area: Area, filters: Filters, x: float, choose: Callable[[Filters], None]) -> float:
    """Draw one chip at x of the present line, or at the start of the next; returns where the one after it goes."""
    ui, theme = frame.ui, frame.ui.theme
    chosen = area.id == filters.area
    style = "label-bold" if chosen else "label"
    glyph = theme.text_px(28) + theme.px(14) if chosen else 0.0
    width = min(ui.measure(area.name, style)[0] + glyph + theme.px(40), frame.width)
    height, gap = _chip_height(ui), theme.px(10)
    if x > 0 and x + width > frame.width:
        x = 0.0
        frame.y += height + gap
    rect = Rect(frame.x + x, frame.y, width, height)
    ui.add(
        Button(
            ui, f"area-{area.id}", rect, area.name, partial(choose, Filters(filters.side, area.id)),
            icon="check-line" if chosen else "", chosen=chosen, radius=999, text_style=style, area=frame.area,
        )
    )  # fmt: skip
    return x + width + gap


def _chip_height(ui: Layer) -> float:
    return max(ui.theme.px(50), ui.theme.grow(42))
