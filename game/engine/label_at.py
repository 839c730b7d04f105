"""Which label of a set lies at a picked point: in the piece of the picked triangle that the view draws there.

brain_node.py asks. Picking itself goes by the regions' triangles, which are the same surface in every view; a view's
own triangles lie within these. It knows meshes and shapes; no rays and no names.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.engine.brain_assets import PACKED_SETS
from game.engine.brain_geometry import MeshPart
from game.engine.brain_shape import BrainShape, Floats, is_cortex, placed_rows


def label_at(
    part: MeshPart,
    label_set: str,
    triangle: int,
    point: Sequence[float],
    shape: BrainShape,
    offsets: Floats,
) -> int:
    """The label (0: none) at a point of one of the part's triangles, as it is drawn in a shape. ValueError for a set
    that no mesh carries."""
    channel = PACKED_SETS.index(label_set)
    pieces = part.pieces(label_set, triangle)
    if len(pieces) > 1:
        rows = part.rows[pieces.ravel()]
        places = placed_rows(rows, shape, offsets, whole=is_cortex(part.name)).reshape(-1, 3, 3)
        a, b, c = (places[:, corner].astype(float) - point for corner in range(3))
        faces = np.cross(b - a, c - a)
        across = np.stack([np.cross(b, c), np.cross(c, a), np.cross(a, b)], axis=1) @ faces.sum(axis=0)
        areas = np.maximum(np.abs(faces @ faces.sum(axis=0)), 1e-12)
        pieces = pieces[(across.min(axis=1) / areas).argmax() :]
    return int(part.rows["atlas"][pieces[0, 0], channel])
