"""Which training points each replica sees at which step.

Who calls it: `runner`. The points are shuffled once and dealt into twelve lanes. A replica owns whole
lanes (12 divides by 1, 2, 3 and 4), and every global batch takes the same number of points from each
lane. So the global batch of a step is the same set for any number of replicas, each replica has its own
share of the points for the whole run, and step n can be found again after a restart without replaying the
steps before it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import tensorflow as tf

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


def batches(
    strategy: tf.distribute.Strategy,
    points: np.ndarray,
    classes: np.ndarray,
    lanes: np.ndarray,
    global_batch: int,
    first_step: int,
) -> Iterator[tuple[tf.Tensor, tf.Tensor]]:
    """Endless per-replica batches: float32 (b, 3), int32 (b,), beginning with the step after `first_step`."""
    lane_batch = global_batch // LANES
    length = lanes.shape[1]
    all_points = tf.constant(points, tf.float32)
    all_classes = tf.constant(classes, tf.int32)
    replicas = strategy.num_replicas_in_sync

    def pipeline(context: tf.distribute.InputContext) -> tf.data.Dataset:
        here = replicas // context.num_input_pipelines
        first = context.input_pipeline_id * here
        table = tf.constant(np.stack([lanes[list(lanes_of(first + k, replicas))] for k in range(here)]))

        def batch(index: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
            step, local = index // here, index % here
            rows = (step * lane_batch + tf.range(lane_batch, dtype=tf.int64)) % length
            chosen = tf.reshape(tf.gather(table[local], rows, axis=1), [-1])
            return tf.gather(all_points, chosen), tf.gather(all_classes, chosen)

        start = first_step * here
        # Without end: for data that may end, the strategy would ask all replicas at every step.
        return tf.data.Dataset.range(start, 2**62).repeat().map(batch).prefetch(2)

    return iter(strategy.distribute_datasets_from_function(pipeline))
