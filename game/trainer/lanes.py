"""How the training points are dealt to the replicas.

Who calls it: `runner` and `feeding`. The points are shuffled once and dealt into twelve lanes. A replica owns whole
lanes (12 divides by 1, 2, 3 and 4), and every global batch takes the same number of points from each lane. So the
global batch of a step is the same set for any number of replicas, and each replica has its own share of the points for
the whole run. What it must not know: TensorFlow.
"""

from __future__ import annotations

import numpy as np

from game.core.prediction_block import HELD_OUT, UNKNOWN

LANES = 12


def deal(count: int, seed: int) -> np.ndarray:
    """int64 (LANES, count // LANES): indices of the training points in each lane, shuffled by the seed."""
    length = count // LANES
    if length == 0:
        raise ValueError(f"{count} training points are too few for {LANES} lanes")
    order = np.random.default_rng(seed).permutation(count)[: length * LANES]
    return order.reshape(LANES, length)


def lanes_of(replica: int, replicas: int) -> range:
    """The lanes that a replica owns."""
    share = LANES // replicas
    return range(replica * share, (replica + 1) * share)


def batch_rule(replicas: int, micro_batches: int, wanted: int) -> int:
    """The global batch nearest to the wanted one that divides into lanes and micro-batches."""
    share = LANES // replicas
    unit = LANES
    while (unit // LANES) * share % micro_batches:
        unit += LANES
    return max(unit, round(wanted / unit) * unit)


def owners(paint_train: np.ndarray, lanes: np.ndarray, replicas: int) -> np.ndarray:
    """uint8 (V,): which replica trains on the point shown at each painted vertex.

    paint_train: int64 (V,) index of a training point, -1 held out, -2 neither.
    """
    top = int(max(paint_train.max(initial=0), lanes.max())) + 1
    owner = np.full(top, UNKNOWN, np.uint8)
    for replica in range(replicas):
        owner[lanes[list(lanes_of(replica, replicas))].ravel()] = replica
    special = np.where(paint_train == -1, HELD_OUT, UNKNOWN).astype(np.uint8)
    return np.where(paint_train >= 0, owner[np.maximum(paint_train, 0)], special)
