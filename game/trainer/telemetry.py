"""What a sampled step looks like from inside, as the report that the window gets.

Who calls it: `runner`, on replica 0 only. What it must not know: how reports travel, who reads them.
"""

from __future__ import annotations

import time

from game.core import protocol
from game.trainer.bucket import Bucket, Tail
from game.trainer.engine import Measured
from game.trainer.gauge import Gauge, Speed
from game.trainer.precision import LossScale


class Reporter:
    """Builds the reports of one run."""

    def __init__(
        self, run: int, bucket: Bucket, global_batch: int, sampled_every: int, learning_rate: float
    ) -> None:
        self._run, self._bucket, self._global_batch = run, bucket, global_batch
        self._sampled_every, self._learning_rate = sampled_every, learning_rate
        self._gauge = Gauge(bucket.sizes)
        self.speed = Speed()
        self.held_out: float | None = None
        self.border: float | None = None
        self.held_step = 0

    def accuracy(self, step: int, held_out: float | None, border: float | None) -> None:
        """The held-out accuracy of the weights after `step`."""
        self.held_out, self.border, self.held_step = held_out, border, step

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
            norms, exponents, zeros, wild = self._gauge.read(measured.reduced.numpy(), used_scale)
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
