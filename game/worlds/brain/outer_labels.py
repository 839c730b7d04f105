"""Which regions of the surface carry a name when names are shown: the largest that face the viewer.

floating.py asks when the camera moved; where the names go is labels.py's.
"""

from __future__ import annotations

from panda3d.core import Point3

from game.engine.orbit import place
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.view import ExplorerView

MOST = 12
_REACH = 1.03  # a little past the middle of a region, so that its own surface is met
_PLAIN = (" gyrus", " cortex", " lobule")  # what every second name ends with; left out for room


def outer_names(view: ExplorerView, model: ExplorerModel) -> list[tuple[str, str]]:
    """(region, words) of at most MOST regions in sight, the selected one first."""
    eye = place(view.orbit.view)
    largest = sorted(
        (region for region in model.reachable() if view.has(region)),
        key=lambda region: (region != model.selected, -view.points.middle(region)[1], region),
    )
    named: list[tuple[str, str]] = []
    for region in largest:
        if len(named) == MOST:
            break
        end = [e + _REACH * (p - e) for e, p in zip(eye, view.centre_of(region), strict=True)]
        pick = view.brain.pick(Point3(*eye), Point3(*end))
        if pick is not None and pick.region_id == region:
            named.append((region, short_name(model.atlas.structure_of(region).english)))
    return named


def short_name(words: str) -> str:
    """A name without the word that says what kind of thing it is, if something is left."""
    for ending in _PLAIN:
        if words.endswith(ending) and len(words) > len(ending) + 4:
            return words.removesuffix(ending)
    return words
