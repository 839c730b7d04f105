"""The compiled training step: local gradients -> one flat vector -> ONE all-reduce -> finite? -> apply or
skip.

Who calls it: `runner`, with the same arguments on every replica. `step` is one fused function for
ordinary steps, `measured_step` the same in three pieces with a clock between them for sampled ones. What
it must not know: processes, the window, when to stop.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import keras
import numpy as np
import tensorflow as tf

from game.trainer import bucket as layout
from game.trainer.accumulation import local_gradient

Batch = tuple[tf.Tensor, tf.Tensor]


class ReducedAdam(keras.optimizers.Adam):
    """Adam for gradients that are already summed over all replicas: it must not sum them again."""

    def _all_reduce_sum_gradients(self, grads_and_vars: list) -> list:  # type: ignore[type-arg]
        return list(grads_and_vars)


@dataclass(frozen=True)
class Measured:
    """What a sampled step tells beyond the tail."""

    forward_backward: float  # wall seconds
    all_reduce_wait: float
    apply: float
    reduced: tf.Tensor  # float32 (weights,), still multiplied by the loss scale


class Engine:
    """Network, optimizer and the compiled step of one run, under one strategy."""

    def __init__(
        self,
        strategy: tf.distribute.Strategy,
        build_network: Callable[[str], keras.Model],
        precision: str,
        learning_rate: float,
        seed: int,
        global_batch: int,
        micro_batches: int,
    ) -> None:
        self.strategy = strategy
        self.replicas = strategy.num_replicas_in_sync
        self._global_batch, self._micro_batches = global_batch, micro_batches
        keras.utils.set_random_seed(seed)
        with strategy.scope():
            self.network = build_network(precision)
            self.optimizer = ReducedAdam(learning_rate)
            self.optimizer.build(self.network.trainable_variables)
        self.variables = self.network.trainable_variables
        self.bucket = layout.Bucket([variable.shape for variable in self.variables], self.replicas)
        self._fused = tf.function(self._fused_step)
        self._local = tf.function(self._local_step)
        self._reduce = tf.function(self._reduce_step)
        self._apply = tf.function(self._apply_step)

    # ---- used by the runner ----------------------------------------------------------------------------

    def step(self, batch: Batch, controls: np.ndarray, scale: float) -> tuple[layout.Tail, bool]:
        """One ordinary step. controls: float32 (replicas, CONTROLS). Returns the tail and "was applied"."""
        tail, finite = self._fused(*batch, tf.constant(controls), tf.constant(scale, tf.float32))
        return self.bucket.read_tail(tail.numpy()), bool(finite)

    def measured_step(
        self, batch: Batch, controls: np.ndarray, scale: float
    ) -> tuple[layout.Tail, bool, Measured]:
        """The same step in three timed pieces, with the norms of the local gradients in the tail."""
        scale_now = tf.constant(scale, tf.float32)
        begin = time.perf_counter()
        vector = self._local(*batch, tf.constant(controls), scale_now)
        _wait_for(vector)
        after_local = time.perf_counter()
        gradients, tail, finite = self._reduce(vector)
        applied = bool(finite)
        after_reduce = time.perf_counter()
        self._apply(gradients, finite, scale_now)
        after_apply = time.perf_counter()
        measured = Measured(
            after_local - begin, after_reduce - after_local, after_apply - after_reduce, gradients
        )
        return self.bucket.read_tail(tail.numpy()), applied, measured

    def compile(self, batch: Batch) -> None:
        """Trace all functions now without changing anything: every replica brings an infinity, so the step is
        skipped. All replicas must call this together."""
        controls = np.zeros((self.replicas, layout.CONTROLS), np.float32)
        controls[:, layout.POISON] = 1
        self.step(batch, controls, 1.0)
        self.measured_step(batch, controls, 1.0)

    def flat_weights(self) -> np.ndarray:
        """float32 (weights,): the weights of this process."""
        return np.concatenate([variable.numpy().ravel() for variable in self.variables])

    # ---- compiled pieces -------------------------------------------------------------------------------

    def _vector(
        self, points: tf.Tensor, classes: tf.Tensor, controls: tf.Tensor, scale: tf.Tensor, sampled: bool
    ) -> tf.Tensor:
        """Replica context: the whole vector that this replica brings to the all-reduce."""
        replica = tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.int32)
        mine = controls[replica]
        flat, loss, right = local_gradient(
            self.network, self.bucket, points, classes, scale, self._global_batch, self._micro_batches
        )
        flat += tf.where(mine[layout.POISON] > 0, np.float32("inf"), np.float32(0))
        bad = 1.0 - tf.cast(tf.reduce_all(tf.math.is_finite(flat)), tf.float32)
        norms = self.bucket.norms(flat) / scale if sampled else tf.zeros([len(self.bucket.sizes)])
        row = tf.concat([[loss * self.replicas, bad, mine[layout.SECONDS]], norms], 0)
        return tf.concat([flat, self.bucket.tail(replica, loss, right, row, mine)], 0)

    def _local_step(
        self, points: tf.Tensor, classes: tf.Tensor, controls: tf.Tensor, scale: tf.Tensor
    ) -> tf.Tensor:
        return self.strategy.run(self._vector, (points, classes, controls, scale, True))

    def _reduce_step(self, vector: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
        """Cross-replica: the sum, parted into gradients and tail, and whether all gradients are finite."""
        total = self.strategy.reduce(tf.distribute.ReduceOp.SUM, vector, axis=None)
        gradients, tail = total[: self.bucket.weights], total[self.bucket.weights :]
        return gradients, tail, tf.reduce_all(tf.math.is_finite(gradients))

    def _apply_step(self, gradients: tf.Tensor, finite: tf.Tensor, scale: tf.Tensor) -> None:
        """Cross-replica: unscale and apply, or leave everything as it was."""

        def update(flat: tf.Tensor) -> None:
            self.optimizer.apply(self.bucket.unflatten(flat), self.variables)

        def apply() -> bool:
            self.strategy.run(update, (gradients / scale,))
            return True

        tf.cond(finite, apply, lambda: False)

    def _fused_step(
        self, points: tf.Tensor, classes: tf.Tensor, controls: tf.Tensor, scale: tf.Tensor
    ) -> tuple[tf.Tensor, tf.Tensor]:
        vector = self.strategy.run(self._vector, (points, classes, controls, scale, False))
        gradients, tail, finite = self._reduce_step(vector)
        self._apply_step(gradients, finite, scale)
        return tail, finite


def _wait_for(value: tf.Tensor) -> None:
    """Until the value is there: compiled functions return before their result on some devices."""
    for part in tf.nest.flatten(value, expand_composites=True):
        part[-1].numpy()
