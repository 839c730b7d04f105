"""The one flat vector that goes through the all-reduce: all gradients, then a short tail of figures.

Who calls it: `engine` builds and splits it inside compiled functions, `runner` reads the tail on the
host. Putting the figures (loss, flags, norms of each replica) into the same vector makes stop, pause and
telemetry agree on all replicas without a second collective. What it must not know: strategies,
optimizers, processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

# columns of the controls that each replica brings to a step, shape (replicas, CONTROLS)
POISON, STOP, PAUSE, PACE, HELD_RIGHT, BORDER_RIGHT, SECONDS = range(7)
CONTROLS = 7
# the common part of the tail: sums over replicas
LOSS, RIGHT = 0, 1
COMMON = 2 + 5  # loss, right, then STOP..BORDER_RIGHT of the controls
PER_REPLICA = 3  # loss, not-finite flag, seconds; then one norm for each layer


@dataclass(frozen=True)
class Tail:
    """The tail after the all-reduce: the same numbers on every replica."""

    loss: float  # mean over the global batch
    right: float  # points of the global batch that were right
    stop: bool
    pause: bool
    pace: float  # steps that the next look over the mesh should take (replica 0 proposes)
    held_right: float
    border_right: float
    replica_losses: tuple[float, ...]  # mean over each replica's own points
    overflow_replicas: tuple[int, ...]
    replica_seconds: tuple[float, ...]
    local_norms: tuple[tuple[float, ...], ...]  # (replicas, layers); zeros when the step was not sampled


class Bucket:
    """Layout of the vector for weight arrays of given shapes and a number of replicas."""

    def __init__(self, shapes: Sequence[tuple[int, ...]], replicas: int) -> None:
        self.shapes = [tuple(shape) for shape in shapes]
        self.sizes = [int(np.prod(shape)) for shape in self.shapes]
        self.replicas = replicas
        self.weights = sum(self.sizes)
        self.row = PER_REPLICA + len(self.sizes)
        self.length = self.weights + COMMON + replicas * self.row

    def flatten(self, gradients: Sequence[tf.Tensor]) -> tf.Tensor:
        """float32 (weights,) from gradients of any float type."""
        return tf.concat([tf.reshape(tf.cast(gradient, tf.float32), [-1]) for gradient in gradients], 0)

    def unflatten(self, flat: tf.Tensor) -> list[tf.Tensor]:
        """The gradients in their own shapes from float32 (weights,)."""
        parts = tf.split(flat, self.sizes)
        return [tf.reshape(part, shape) for part, shape in zip(parts, self.shapes, strict=True)]

    def norms(self, flat: tf.Tensor) -> tf.Tensor:
        """float32 (layers,): Euclidean norm of each weight array's part."""
        squares = [tf.tensordot(part, part, 1) for part in tf.split(flat, self.sizes)]
        return tf.sqrt(tf.stack(squares))

    def tail(
        self, replica: tf.Tensor, loss: tf.Tensor, right: tf.Tensor, row: tf.Tensor, controls: tf.Tensor
    ) -> tf.Tensor:
        """float32 tail that this replica contributes.

        loss: this replica's part of the global mean; right: count; row: float32 (PER_REPLICA + layers,);
        controls: float32 (CONTROLS,). A scatter, not a product with a one-hot: 0 x infinity is not 0.
        """
        common = tf.concat([[loss, right], controls[STOP : BORDER_RIGHT + 1]], 0)
        rows = tf.scatter_nd([[replica]], [row], [self.replicas, self.row])
        return tf.concat([common, tf.reshape(rows, [-1])], 0)

    def read_tail(self, tail: np.ndarray) -> Tail:
        """The reduced tail, float32 (length - weights,), in words."""
        common = [float(value) for value in tail[:COMMON]]
        rows = tail[COMMON:].reshape(self.replicas, self.row)
        return Tail(
            loss=common[LOSS],
            right=common[RIGHT],
            stop=common[1 + STOP] > 0,
            pause=common[1 + PAUSE] > 0,
            pace=common[1 + PACE],
            held_right=common[1 + HELD_RIGHT],
            border_right=common[1 + BORDER_RIGHT],
            replica_losses=tuple(float(row[0]) for row in rows),
            overflow_replicas=tuple(index for index, row in enumerate(rows) if row[1] > 0),
            replica_seconds=tuple(float(row[2]) for row in rows),
            local_norms=tuple(tuple(float(value) for value in row[PER_REPLICA:]) for row in rows),
        )
