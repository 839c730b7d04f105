"""Draws a region's page into the panel's scroll area, and lets the keyboard scroll that area.

Called by panel.py. It lays out what page.py says; what a link does is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.content import Paragraph
from game.core.inputs import InputEvent
from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import flat
from game.ui.text_flow import TextFlow
from game.worlds.brain.page import PageSection


class ReadingArea(ScrollArea):
    """A scroll area that Tab reaches; while it has the focus, arrow and page keys scroll it."""

    focusable = True

    def key(self, event: InputEvent) -> bool:
        """Scroll by keys; a key that cannot scroll any further is still used."""
        return self.scroll_key(event)


def draw_page(
    ui: Layer,
    area: ScrollArea,
    y: float,
    width: float,
    sections: Sequence[PageSection],
    follow: Callable[[str], None],
) -> float:
    """Draw the sections one under the other from `y` (area pixels) on; returns where the next thing goes."""
    flow = TextFlow(ui, area, 0.0, width, follow, lambda _id, _x, _y, _width: 0.0)
    flow.y = y
    for section in sections:
        _heading(ui, area, flow, section, width)
        flow.blocks([Paragraph(runs) for runs in section.paragraphs])
        flow.space(6)
    return flow.y


def _heading(ui: Layer, area: ScrollArea, flow: TextFlow, section: PageSection, width: float) -> None:
    """The heading under a thin line; its mark stands in a pill at the right, or below where there is no room."""
    theme = ui.theme
    ui.box(Rect(0, flow.y, width, 1.0), flat(theme.colour("line")), area=area)
    flow.space(22)
    title = ui.text(0, flow.y, section.title, "body-bold", "text", width=width, area=area)
    if section.mark:
        _mark(ui, area, flow, section.mark, (title.width, title.height, width))
    flow.y += title.height
    flow.space(10)


def _mark(ui: Layer, area: ScrollArea, flow: TextFlow, word: str, sizes: tuple[float, float, float]) -> None:
    theme = ui.theme
    title_w, title_h, width = sizes
    text_w, line = ui.measure(word, "caption")
    pad = theme.px(14)
    pill = Rect(width - text_w - 2 * pad, flow.y + (title_h - line) / 2 - theme.px(3), text_w + 2 * pad, line)
    if pill.x < title_w + theme.px(16):
        flow.y += title_h
        pill = Rect(0, flow.y, pill.w, pill.h)
    ui.box(pill, flat(theme.colour("surface_raised"), pill.h / 2, theme.colour("line"), 1.0), area=area)
    ui.text(pill.x + pad, pill.y, word, "caption", "accent", area=area)
