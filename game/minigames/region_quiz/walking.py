"""Walking over the regions by the arrow keys: from one to the neighbour that lies in that direction on the screen.

Pure arithmetic in pixels (y down): where the regions in sight are now, and who touches whom, are given by the scene.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

Pixel = tuple[float, float]
DIRECTIONS: dict[str, Pixel] = {
    "arrow_left": (-1.0, 0.0),
    "arrow_right": (1.0, 0.0),
    "arrow_up": (0.0, -1.0),
    "arrow_down": (0.0, 1.0),
}
WIDEST = math.cos(math.radians(62))  # a region further aside than this does not lie in the direction
_STRANGER = 1.6  # how much further a region seems that does not touch the present one


def start(places: Mapping[str, Pixel], middle: Pixel) -> str | None:
    """Where the walk begins: the region in sight that is nearest to the middle."""
    return min(places, key=lambda region: (math.dist(places[region], middle), region), default=None)


def step(at: str, direction: str, places: Mapping[str, Pixel], neighbours: Collection[str]) -> str | None:
    """The next region from `at` in a direction (a key of DIRECTIONS); None if none lies there.

    Neighbours count as nearer than others, so that the walk goes from one to the next without jumps.
    """
    if at not in places:
        return None
    x, y = places[at]
    ahead = DIRECTIONS[direction]

    def cost(region: str) -> float:
        dx, dy = places[region][0] - x, places[region][1] - y
        length = math.hypot(dx, dy)
        along = (dx * ahead[0] + dy * ahead[1]) / length if length else 0.0
        if along < WIDEST:
            return math.inf
        return length / along**2 * (1.0 if region in neighbours else _STRANGER)

    best = min((region for region in places if region != at), key=lambda r: (cost(r), r), default=None)
    return best if best is not None and cost(best) < math.inf else None
