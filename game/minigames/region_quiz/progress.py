"""The ten steps of a round as a row of small bars: told apart by shape as well as by colour.

Right at once: a full gold bar. Right after a miss: half as tall. Missed: hollow. To come: a thin line. The layout makes
one under the top of the panel; it reads ratings, no rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.scheduling import Rating
from game.engine.projection import Rect
from game.ui.buttons import track_colour
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle, flat


def build_steps(ui: Layer, area: ScrollArea, place: Rect, ratings: Sequence[Rating], total: int) -> None:
    """Draw the steps into a strip (content coordinates); the one after the last rating is the present one."""
    theme = ui.theme
    gap = theme.px(8)
    width = (place.w - gap * (total - 1)) / max(total, 1)
    tall = max(6.0, theme.px(10))
    top = place.y + (place.h - tall) / 2
    gold, track = theme.colour("accent"), track_colour(theme.colour("line"))
    for number in range(total):
        rect = Rect(place.x + number * (width + gap), top, width, tall)
        if number == len(ratings):
            width_of_edge = max(1.0, round(1.5 * theme.s))
            ui.box(rect, flat(track, tall / 2, theme.colour("text"), width_of_edge), area=area)
        elif number > len(ratings):
            thin = max(2.0, tall * 0.3)
            ui.box(Rect(rect.x, rect.y + (tall - thin) / 2, width, thin), flat(track, thin / 2), area=area)
        elif ratings[number] is Rating.AGAIN:
            hollow = BoxStyle(tall / 2, edge=theme.colour("bad"), edge_width=max(1.0, round(1.5 * theme.s)))
            ui.box(rect, hollow, area=area)
        elif ratings[number] is Rating.HARD:
            low = Rect(rect.x, rect.y + tall / 2, width, tall / 2)
            ui.box(low, flat(gold, tall / 4), area=area)
        else:
            ui.box(rect, flat(gold, tall / 2), area=area)
