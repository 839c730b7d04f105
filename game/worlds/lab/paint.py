"""What the network believes, as colours on the brain: palettes, and the way from predictions to vertices.

The lab's view calls it. The trainer paints the coarse mesh; a fine mesh takes each vertex from the nearest painted
points, by their weighted vote. Knows no widgets.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.core.prediction_block import HELD_OUT, UNKNOWN, Predictions
from game.engine.brain_assets import BrainAssets, load_brain
from game.engine.brain_geometry import RegionColumns
from game.engine.brain_material import COLUMNS, LOBE_OF, own_colour, side_less
from game.engine.loading import Progress
from game.ui.brain_colours import brain_colours
from game.ui.theme import Theme

Floats = NDArray[np.float32]
Labels = NDArray[np.uint16]
Bytes = NDArray[np.uint8]
REPLICA_COLUMN, HELD_OUT_COLUMN = COLUMNS - 8, COLUMNS - 4  # in the palette, behind all classes
SHARE_TINT = 0.85
VOTES = 3  # painted points that a fine vertex asks
_BLOCK_MM = 14.0
_REACH_MM = 9.0
_STEPS = (0.0, 0.34, -0.26, 0.16, -0.13, 0.50)  # value steps, so that neighbouring classes can be told apart


def palette(regions: Sequence[str], columns: RegionColumns, theme: Theme) -> Floats:
    """(COLUMNS, 4) colours of class indices: that of the lobe (or structure) most of the class lies in, varied by
    value; then the replicas' colours and that of held-out points."""
    lobes = brain_colours(theme).lobes
    spare = list(lobes.values())
    out = np.zeros((COLUMNS, 4), np.float32)
    seen: dict[str, int] = {}
    known = set(columns.region_ids)
    for index, region in enumerate(regions[:REPLICA_COLUMN]):
        lobe = LOBE_OF.get(side_less(region), "")
        own = lobes[lobe] if lobe else own_colour(region) if region in known else spare[index % len(spare)]
        base = np.array(own, np.float32)
        side = region[:6]  # both hemispheres alike
        step = _STEPS[seen.get(side, 0) % len(_STEPS)]
        seen[side] = seen.get(side, 0) + 1
        out[index, :3] = base + (1 - base) * step if step > 0 else base * (1 + step)
    for replica in range(4):
        out[REPLICA_COLUMN + replica] = theme.colour(f"replica_{replica}")
    out[HELD_OUT_COLUMN] = theme.colour("text") if theme.dark else (1.0, 1.0, 1.0, 1.0)
    out[:, 3] = 1.0
    return out


def believed(predictions: Predictions) -> tuple[Labels, Bytes]:
    """Class and confidence (0..255) of each painted point, as the trainer has written them."""
    return np.frombuffer(predictions.classes, "<u2"), np.frombuffer(predictions.confidence, np.uint8)


def shares(predictions: Predictions) -> tuple[Labels, Bytes]:
    """Palette column and strength (0..255) of each painted point by the replica that trains on it."""
    owner = np.frombuffer(predictions.owner, np.uint8)
    return _SHARE_COLUMN[owner], _SHARE_STRENGTH[owner]


def _share_tables() -> tuple[Labels, Bytes]:
    """What `shares` says of each of the 256 owners that a byte can name."""
    owner = np.arange(256)
    columns = np.where(owner == HELD_OUT, HELD_OUT_COLUMN, REPLICA_COLUMN + np.minimum(owner, 3))
    strength = np.where(owner == UNKNOWN, 0.0, 255 * SHARE_TINT ** (1 / 0.6))
    return columns.astype(np.uint16), np.rint(strength).astype(np.uint8)


_SHARE_COLUMN, _SHARE_STRENGTH = _share_tables()


class Spread:
    """The way from painted points to the vertices of a finer mesh."""

    def __init__(self, nearest: NDArray[np.int64], weights: Floats) -> None:
        """nearest: (V, VOTES) painted points of each vertex; weights: (V, VOTES), sum 1."""
        self._nearest, self._weights = nearest, weights
        self.points = int(nearest.max()) + 1

    def __call__(self, labels: Labels, confidence: Bytes) -> tuple[Labels, Bytes]:
        """Label and confidence (0..255) of each vertex: the strongest weighted vote."""
        votes = labels[self._nearest]
        power = confidence[self._nearest] * self._weights
        same = votes[:, :, None] == votes[:, None, :]
        support = (same * power[:, None, :]).sum(2)
        best = support.argmax(1)[:, None]
        chosen = np.take_along_axis(votes, best, 1)[:, 0]
        return chosen, np.rint(np.take_along_axis(support, best, 1)[:, 0]).astype(np.uint8)


def spread_to(fine: BrainAssets, folder: Path, progress: Progress) -> Spread:
    """Make the way from the coarse mesh in `folder` to the cortex of `fine`. Runs in a thread (about 2 s)."""
    coarse = load_brain(folder, "coarse")
    nearest, weights, start = [], [], 0
    for number, (small, large) in enumerate(zip(coarse.hemispheres, fine.hemispheres, strict=True)):
        found, weight = nearest_points(large.pial, small.pial)
        nearest.append(found + start)
        weights.append(weight)
        start += len(small.pial)
        progress((number + 1) / 2, "Matching the meshes")
    return Spread(np.concatenate(nearest), np.concatenate(weights))


def nearest_points(asked: Floats, known: Floats) -> tuple[NDArray[np.int64], Floats]:
    """(N, VOTES) the nearest of `known` (M, 3) to each of `asked` (N, 3), and weights by inverse distance."""
    found = np.zeros((len(asked), VOTES), np.int64)
    away = np.full((len(asked), VOTES), np.inf, np.float32)
    blocks = np.floor(asked / _BLOCK_MM).astype(np.int64)
    order = np.lexsort(blocks.T)
    cuts = np.flatnonzero(np.any(np.diff(blocks[order], axis=0) != 0, axis=1)) + 1
    for members in np.split(order, cuts):
        low, high = asked[members].min(0) - _REACH_MM, asked[members].max(0) + _REACH_MM
        near = np.flatnonzero(np.all((known >= low) & (known <= high), axis=1))
        if len(near) < VOTES:
            near = np.argsort(((known - asked[members[0]]) ** 2).sum(1))[:VOTES]
        distance = ((asked[members, None, :] - known[None, near, :]) ** 2).sum(2)
        first = np.argpartition(distance, VOTES - 1, axis=1)[:, :VOTES]
        found[members] = near[first]
        away[members] = np.take_along_axis(distance, first, 1)
    weights = 1.0 / (away + 0.25)
    return found, (weights / weights.sum(1, keepdims=True)).astype(np.float32)
