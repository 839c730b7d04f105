"""The stream of batches that each replica sees, made by tf.data on the replica itself.

Who calls it: `runner`. Step n can be found again after a restart without replaying the steps before it. What it must
not know: networks, processes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import tensorflow as tf

from game.trainer.lanes import LANES, lanes_of


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
