"""The tours in the explorer's panel: the list, a step with its narration and controls, and the end of a tour.

guide_desk.py calls these inside its `build`; what the buttons do is passed in. They lay out and know no brain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from game.core.tours import Tour, TourPlayer
from game.engine.projection import Rect
from game.ui.buttons import PRIMARY, SECONDARY, Button
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea

Act = Callable[[], None]
NO_TOURS = "This course has no tours."


class TourActions(Protocol):
    """What the controls of a step do."""

    def previous(self) -> None: ...
    def pause(self) -> None: ...
    def next(self) -> None: ...
    def leave(self) -> None: ...


def build_tours(
    ui: Layer, rect: Rect, tours: Sequence[Tour], begin: Callable[[Tour], None], close: Act
) -> None:
    """The list of tours: title, what one sees, how long it takes."""
    theme = ui.theme
    pad, top = _head(ui, rect, "Tours", close)
    area = ui.add(
        ScrollArea(
            ui, "tour-list", Rect(rect.x + pad, top, rect.w - 2 * pad + theme.px(14), rect.bottom - pad - top)
        )
    )
    wide, y = area.rect.w - theme.px(22), 0.0
    if not tours:
        ui.text(0, 0, NO_TOURS, "read", "text", width=wide, area=area)
    tall = max(theme.px(60), theme.grow(46))
    for tour in tours:
        ui.add(
            Button(
                ui, f"tour-{tour.id}", Rect(0, y, wide, tall), tour.title, partial(begin, tour),
                icon="route-line", align="left", area=area,
            )
        )  # fmt: skip
        y += tall + theme.px(8)
        words = f"{tour.summary}\n{_minutes(tour.seconds)}"
        y += ui.text(theme.px(4), y, words, "caption", "muted", width=wide - theme.px(8), area=area).height
        y += theme.px(20)
    area.set_content_height(y)


def build_step(ui: Layer, rect: Rect, player: TourPlayer, actions: TourActions) -> ProgressBar:
    """One step: narration in the middle, controls below; returns the bar that shows how far the tour is."""
    theme, tour = ui.theme, player.tour
    pad, top = _head(ui, rect, tour.title, actions.leave, "Leave the tour (Esc)")
    side, gap = max(theme.px(64), theme.grow(48)), theme.px(14)
    y = rect.bottom - pad - side
    word, glyph = ("Go on", "play-line") if player.paused else ("Pause", "pause-line")
    x = rect.centre[0] - (3 * side + 2 * gap) / 2
    for name, icon, tooltip, act, kind in (
        ("tour-previous", "skip-back-line", "Previous step (Left)", actions.previous, SECONDARY),
        ("tour-pause", glyph, f"{word} (Space)", actions.pause, SECONDARY),
        ("tour-next", "skip-forward-line", "Next step (Right)", actions.next, PRIMARY),
    ):
        ui.add(Button(ui, name, Rect(x, y, side, side), "", act, icon=icon, tooltip=tooltip, kind=kind))
        x += side + gap
    y -= theme.px(26)
    bar = ui.add(
        ProgressBar(
            ui, "tour-progress", Rect(rect.x + pad, y, rect.w - 2 * pad, max(4.0, theme.px(6))), player.share
        )
    )
    y -= theme.type("label").line + theme.px(10)
    ui.text(rect.x + pad, y, f"Step {player.number + 1} of {len(tour.steps)}", "label", "muted")
    if player.paused:
        ui.text(rect.right - pad, y, "Paused", "label", "muted", align="right")
    inner = Rect(rect.x + pad, top, rect.w - 2 * pad + theme.px(14), y - theme.px(16) - top)
    area = ui.add(ScrollArea(ui, "tour-text", inner))
    wide = inner.w - theme.px(22)
    words = player.step.narration if player.step is not None else ""
    style = "read" if theme.compact else "answer"
    tall = ui.text(0, 0, words, style, "text", width=wide, area=area).height + theme.px(22)
    if player.number == 0:
        sources = "Sources: " + "; ".join(tour.sources)
        tall += ui.text(0, tall, sources, "caption", "muted", width=wide, area=area).height
    area.set_content_height(tall)
    return bar


def build_end(ui: Layer, rect: Rect, tour: Tour, again: Act, last: Act, leave: Act) -> None:
    """The tour is over: see it again, go back one step, or leave."""
    theme = ui.theme
    pad, top = _head(ui, rect, tour.title, leave)
    inner = rect.w - 2 * pad
    y = (
        top
        + ui.text(rect.x + pad, top, "That was the tour.", "answer", "text", width=inner).height
        + theme.px(28)
    )
    tall = max(theme.px(60), theme.grow(50))
    for name, words, act, kind in (
        ("tour-leave", "Back to where I was", leave, PRIMARY),
        ("tour-again", "See it again", again, SECONDARY),
        ("tour-last", "One step back", last, SECONDARY),
    ):
        ui.add(Button(ui, name, Rect(rect.x + pad, y, inner, tall), words, act, kind=kind))
        y += tall + theme.px(14)


def _head(ui: Layer, rect: Rect, title: str, close: Act, tooltip: str = "Close (Esc)") -> tuple[float, float]:
    """Panel, title and the closing button; returns the padding and where the content begins."""
    theme = ui.theme
    ui.panel("guide-panel", rect)
    pad, icon = theme.px(34 if not theme.compact else 24), theme.grow(48)
    ui.add(
        Button(
            ui, "guide-close", Rect(rect.right - pad - icon, rect.y + pad, icon, icon), "", close,
            icon="close-line", kind="quiet", tooltip=tooltip,
        )
    )  # fmt: skip
    wide = rect.w - 2 * pad - icon - theme.px(12)
    block = ui.text(
        rect.x + pad, rect.y + pad, title, "head" if theme.compact else "title", "text", width=wide
    )
    return pad, rect.y + pad + max(block.height, icon) + theme.px(20)


def _minutes(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    return f"About {minutes} minute{'s' if minutes != 1 else ''}"
