"""What a sampled step looks like from inside: norms and exponents of the reduced gradient, and the report.

Who calls it: `runner`, on replica 0 only. What it must not know: how reports travel, who reads them.
"""

from __future__ import annotations

import time
from collections import deque

import tensorflow as tf

from game.core import protocol
from game.trainer.bucket import Bucket, Tail
from game.trainer.engine import Measured
from game.trainer.precision import LossScale

_BINS = protocol.EXPONENT_HIGH - protocol.EXPONENT_LOW + 1


class Gauge:
    """Measures the reduced gradient of one run."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket
        self._look = tf.function(self._measure)

    def read(self, reduced: tf.Tensor, scale: float) -> tuple[tuple[float, ...], tuple[int, ...], int, int]:
        """Norms of each layer, counts of each exponent, zeros, not finite; true units (scale divided out)."""
        norms, counts, zeros, wild = self._look(reduced, tf.constant(scale, tf.float32))
        return tuple(norms.numpy().tolist()), tuple(counts.numpy().tolist()), int(zeros), int(wild)

    def _measure(self, reduced: tf.Tensor, scale: tf.Tensor) -> tuple[tf.Tensor, ...]:
        true = reduced / scale
        finite = tf.math.is_finite(true)
        zero = tf.equal(true, 0)
        exponents = tf.bitwise.bitwise_and(tf.bitwise.right_shift(tf.bitcast(true, tf.int32), 23), 255) - 127
        index = tf.clip_by_value(exponents, protocol.EXPONENT_LOW, protocol.EXPONENT_HIGH)
        index = tf.where(finite & ~zero, index - protocol.EXPONENT_LOW, _BINS)
        counts = tf.math.bincount(index, minlength=_BINS + 1, maxlength=_BINS + 1)[:_BINS]
        zeros = tf.reduce_sum(tf.cast(zero, tf.int32))
        wild = tf.reduce_sum(tf.cast(~finite, tf.int32))
        return self._bucket.norms(true), counts, zeros, wild


class Speed:
    """Steps a second over the last few seconds."""

    def __init__(self, window: int = 40) -> None:
        self._times: deque[float] = deque(maxlen=window)

    def tick(self) -> None:
        """One step is over."""
        self._times.append(time.perf_counter())

    def forget(self) -> None:
        """After a pause: what was before does not count."""
        self._times.clear()

    def steps_per_second(self) -> float:
        """0 while there is too little to say."""
        if len(self._times) < 2:
            return 0.0
        return (len(self._times) - 1) / max(1e-9, self._times[-1] - self._times[0])


class Reporter:
    """Builds the reports of one run."""

    def __init__(
        self, run: int, bucket: Bucket, global_batch: int, sampled_every: int, learning_rate: float
    ) -> None:
        self._run, self._bucket, self._global_batch = run, bucket, global_batch
        self._sampled_every, self._learning_rate = sampled_every, learning_rate
        self._gauge = Gauge(bucket)
        self.speed = Speed()
        self.held_out: float | None = None
        self.border: float | None = None
        self.held_step = 0

    def accuracy(self, step: int, held_out: float | None, border: float | None) -> None:
        """The held-out accuracy of the weights after `step`."""
        self.held_out, self.border, self.held_step = held_out, border, step

    def warm_up(self, vector: tf.Tensor) -> None:
        """Trace the measuring function before the clock matters."""
        self._gauge.read(vector, 1.0)

    def report(
        self,
        step: int,
        tail: Tail,
        measured: Measured | None,
        input_seconds: float,
        used_scale: float,
        scale: LossScale,
        applied: bool,
    ) -> protocol.StepReport:
        """The report of one step; `scale` is already the one for the next step. Without `measured` it holds
        only what every step knows."""
        norms: tuple[float, ...] = ()
        exponents: tuple[int, ...] = ()
        zeros = wild = 0
        if measured is not None:
            norms, exponents, zeros, wild = self._gauge.read(measured.reduced, used_scale)
        return protocol.StepReport(
            run=self._run,
            step=step,
            monotonic=time.monotonic(),
            loss=tail.loss,
            accuracy=tail.right / self._global_batch,
            held_out_accuracy=self.held_out,
            border_accuracy=self.border,
            held_out_step=self.held_step,
            replica_losses=tail.replica_losses,
            local_norms=tail.local_norms if measured else (),
            reduced_norms=norms,
            loss_scale=used_scale,
            next_loss_scale=scale.value,
            applied=applied,
            skipped_steps=scale.skipped,
            overflow_replicas=tail.overflow_replicas,
            exponents=exponents,
            zero_gradients=zeros,
            not_finite_gradients=wild,
            phases=_phases(measured, input_seconds),
            replica_compute_seconds=tail.replica_seconds,
            bytes_reduced=4 * self._bucket.length,
            steps_per_second=self.speed.steps_per_second(),
            learning_rate=self._learning_rate,
            sampled_every=self._sampled_every,
            sampled=measured is not None,
        )


def _phases(measured: Measured | None, input_seconds: float) -> protocol.Phases:
    if measured is None:
        return protocol.Phases(input=0, forward_backward=0, all_reduce_wait=0, apply=0)
    return protocol.Phases(
        input=input_seconds,
        forward_backward=measured.forward_backward,
        all_reduce_wait=measured.all_reduce_wait,
        apply=measured.apply,
    )
