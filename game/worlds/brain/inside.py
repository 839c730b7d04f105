"""A point that lies inside a region: where the MRI planes should meet to show it.

Called by slices_desk.py. It knows meshes and asks which region holds a point; no nodes, no widgets.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from game.engine.brain_node import PreparedBrain
from game.engine.orbit import Vec

_TRIED = 200  # places near the middle that are looked at
_INWARD = 0.15  # of the way from a body's surface to its middle


def point_inside(prepared: PreparedBrain, region: str, region_at: Callable[[Vec], str]) -> Vec:
    """Whole millimetres (MNI) inside a region, near its middle; the middle itself where no better one is found.

    The middle of a curved body or of a folded gyrus often lies beside it. Then it is half-way between the two
    surfaces of the cortex, or a little under the surface of a body. KeyError without geometry.
    """
    column = prepared.columns.column(region)
    part, own = next((part, own) for part in prepared.parts if (own := part.rows["region"] == column).any())
    outer, inner = part.rows["vertex"][own].astype(float), part.rows["white"][own].astype(float)
    middle = outer.mean(axis=0)
    deep = np.abs(outer - inner).max() < 1e-3
    under = outer + _INWARD * (middle - outer) if deep else (outer + inner) / 2
    nearest = under[np.argsort(np.linalg.norm(under - middle, axis=1))[:_TRIED]]
    places: list[Vec] = [(float(x), float(y), float(z)) for x, y, z in np.round([middle, *nearest])]
    return next((place for place in places if region_at(place) == region), places[0])
