"""One training run as one replica lives it, told from top to bottom. Every replica runs this same story.

Who calls it: `replica`. What it must not know: how the process was made, how reports reach the window.
"""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import msgspec
import numpy as np
import tensorflow as tf

from game.core import protocol
from game.trainer import bucket as layout
from game.trainer import checkpoints, cluster, feeding, lanes, telemetry, wire
from game.trainer.engine import Engine, Measured
from game.trainer.experiments.task import Task
from game.trainer.link import Link
from game.trainer.precision import LossScale
from game.trainer.predictions import Canvas
from game.trainer.sweep import Counts, Sweep

FIRST_SLICES = 5
MOST_SLICES = 400


class Runner:
    """The loop and what it carries from step to step."""

    def __init__(self, job: wire.Job, task: Task, strategy: tf.distribute.Strategy, link: Link) -> None:
        self._job, self._task, self._link = job, task, link
        self.spec = resolve(job.spec, task)
        self._replicas = strategy.num_replicas_in_sync
        self._local = range(self._replicas) if job.processes == 1 else range(job.rank, job.rank + 1)
        self._chief = job.rank == 0
        self._engine = Engine(
            strategy,
            task.build_network,
            self.spec.precision,
            self.spec.learning_rate,
            self.spec.seed,
            self.spec.global_batch,
            self.spec.accumulation,
        )
        self._saved = [*self._engine.variables, *self._engine.optimizer.variables]
        self._scale = LossScale.for_precision(
            self.spec.precision, self.spec.initial_loss_scale, self.spec.growth_interval
        )
        self._first_step = self._restore() if job.resume else 0
        self._lanes = lanes.deal(len(task.train_points), self.spec.seed)
        self._feed = feeding.batches(
            strategy,
            task.train_points,
            task.train_classes,
            self._lanes,
            self.spec.global_batch,
            self._first_step,
        )
        self._canvas = self._open_canvas()
        self._sweep = Sweep(task, job.rank, job.processes, self._canvas)
        self._reporter = telemetry.Reporter(
            job.run,
            self._engine.bucket,
            self.spec.global_batch,
            self.spec.sample_every,
            self.spec.learning_rate,
        )
        self._counts: Counts | None = None  # of a finished sweep, to be added up in the next all-reduce
        self._swept_step = self._sent = self._pictures = 0
        self._compute_seconds = 0.0
        self._block_ends: list[tuple[float, float]] = []
        self._checkpoint, self._saved_step = "", -1
        self._loss = float("nan")

    # ---- the story -------------------------------------------------------------------------------------

    def run(self) -> wire.Done:
        """All steps. Returns what this replica has to say at the end."""
        self._compile()
        self._say_started()
        begun, step, reason = time.monotonic(), self._first_step, "steps"
        self._block_ends = [(time.perf_counter(), time.process_time())]
        while step < self.spec.steps:
            step += 1
            tail = self._one_step(step)
            if self.spec.quiet_blocks and (step - self._first_step) % self.spec.quiet_blocks == 0:
                self._block_ends.append((time.perf_counter(), time.process_time()))
            if tail.stop:
                reason = "stopped"
                break
            if tail.pause:
                self._hold()
            if self.spec.pace_seconds:
                time.sleep(self.spec.pace_seconds)
        return self._finish(step, reason, time.monotonic() - begun)

    def _one_step(self, step: int) -> layout.Tail:
        """Batch, gradients, all-reduce, apply or skip; then everything that looks at it."""
        begin = time.perf_counter()
        batch = next(self._feed)
        input_seconds = time.perf_counter() - begin
        controls = self._controls(step)
        measured: Measured | None = None
        used = self._scale.value
        if self._sampled(step):
            tail, applied, measured = self._engine.measured_step(batch, controls, used)
            self._compute_seconds = measured.forward_backward
        else:
            tail, applied = self._engine.step(batch, controls, used)
        self._scale.after(applied)
        self._reporter.speed.tick()
        self._loss = tail.loss
        self._look(step, tail)
        if self._chief:
            if measured or (not applied and self.spec.sample_every):
                self._sent += 1
                self._link.report(
                    self._reporter.report(step, tail, measured, input_seconds, used, self._scale, applied)
                )
            if self.spec.checkpoint_every and step % self.spec.checkpoint_every == 0:
                self._save(step)
        return tail

    def _sampled(self, step: int) -> bool:
        """Whether this step is measured; the same answer on every replica."""
        quiet = self.spec.quiet_blocks
        if quiet and (step - self._first_step - 1) // quiet % 2:
            return False
        return bool(self.spec.sample_every) and (step == 1 or step % self.spec.sample_every == 0)

    def _controls(self, step: int) -> np.ndarray:
        """float32 (replicas, CONTROLS): what this process brings to the step beside its points."""
        controls = np.zeros((self._replicas, layout.CONTROLS), np.float32)
        stop, pause, poisoned = self._link.orders.next_step()
        poisoned |= {each.replica for each in self.spec.injections if each.step == step}
        mine = self._local[0]
        controls[mine, layout.STOP], controls[mine, layout.PAUSE] = stop, pause
        for replica in self._local:
            controls[replica, layout.POISON] = replica in poisoned
            controls[replica, layout.SECONDS] = self._compute_seconds
        if self._chief:
            controls[mine, layout.PACE] = self._slices_wanted()
        if self._counts is not None:
            controls[mine, layout.HELD_RIGHT] = self._counts.held_right
            controls[mine, layout.BORDER_RIGHT] = self._counts.border_right
        return controls

    def _look(self, step: int, tail: layout.Tail) -> None:
        """A little of the sweep over mesh and held-out points; publish it when all replicas are done."""
        if self._counts is not None:
            self._counts = None
            self._publish(tail)
        elif self._sweep.running:
            self._counts = self._sweep.advance()
        elif self._canvas is not None or step % self.spec.evaluate_every == 0:
            self._sweep.begin(self._engine.variables, max(1, round(tail.pace)), self._pictures + 1)
            self._swept_step = step

    def _publish(self, tail: layout.Tail) -> None:
        held = tail.held_right / max(1, len(self._task.held_points))
        border = tail.border_right / max(1, int(self._task.held_border.sum()))
        self._reporter.accuracy(self._swept_step, held, border)
        self._pictures += 1
        if self._chief and self._canvas is not None:
            sequence = self._canvas.publish(self._swept_step)
            self._link.report(
                protocol.PredictionsReady(run=self._job.run, sequence=sequence, step=self._swept_step)
            )

    def _hold(self) -> None:
        if self._chief:
            self._link.send(wire.Stage(stage="paused", text="Paused."))
        self._link.orders.wait_while_paused()
        self._reporter.speed.forget()
        if self._chief:
            self._link.send(wire.Stage(stage="training", text="Training."))

    def _finish(self, step: int, reason: str, seconds: float) -> wire.Done:
        """Look at everything once more with the last weights (not after a stop: somebody waits), save, say so."""
        last_look = reason != "stopped"
        counts = Counts(0, 0)
        if last_look:
            counts = self._sweep.whole(self._engine.variables, self._pictures + 1)
        if self._chief and step != self._saved_step:
            self._save(step)
        weights = self._engine.flat_weights()
        return wire.Done(
            reason=reason,
            step=step,
            seconds=seconds,
            steps_per_second=(step - self._first_step) / max(seconds, 1e-9),
            loss=self._loss,
            held_right=counts.held_right,
            held_points=self._sweep.held_points if last_look else 0,
            border_right=counts.border_right,
            border_points=self._sweep.border_points if last_look else 0,
            sequence=self._pictures + 1 if last_look and self._canvas is not None else 0,
            skipped_steps=self._scale.skipped,
            loss_scale=self._scale.value,
            digest=hashlib.sha256(weights.tobytes()).hexdigest(),
            finite=bool(np.isfinite(weights).all()),
            checkpoint=self._checkpoint,
            reports_sent=self._sent,
            block_seconds=tuple(np.diff([wall for wall, _ in self._block_ends]).tolist()),
            block_cpu_seconds=tuple(np.diff([work for _, work in self._block_ends]).tolist()),
        )

    # ---- before and beside it --------------------------------------------------------------------------

    def _compile(self) -> None:
        self._link.send(wire.Stage(stage="compiling", text="Compiling the training step."))
        batch = next(self._feed)
        self._engine.compile(batch)
        self._sweep.whole(self._engine.variables, 1)

    def _slices_wanted(self) -> float:
        """Steps that one sweep should take, so that a picture comes about every `predict_seconds`."""
        if self._canvas is None:
            return float(max(1, self.spec.evaluate_every - 2))
        speed = self._reporter.speed.steps_per_second()
        if not speed:
            return FIRST_SLICES
        return float(min(MOST_SLICES, max(1, round(self.spec.predict_seconds * speed) - 2)))

    def _restore(self) -> int:
        step = checkpoints.restore(Path(self._job.work_dir), self._saved, self._scale)
        return step or 0

    def _save(self, step: int) -> None:
        begin = time.perf_counter()
        path = checkpoints.save(Path(self._job.work_dir), step, self._saved, self._scale, self.spec.seed)
        self._checkpoint, self._saved_step = str(path), step
        self._link.report(
            protocol.CheckpointSaved(
                run=self._job.run, step=step, path=str(path), seconds=time.perf_counter() - begin
            )
        )

    def _open_canvas(self) -> Canvas | None:
        if not self._job.shared_block or not self.spec.predict_seconds:
            return None
        canvas = Canvas(Path(self._job.shared_block), len(self._task.paint_vertices), len(self._task.classes))
        if self._chief:
            canvas.clear()
            canvas.owner[:] = lanes.owners(self._task.paint_train, self._lanes, self._replicas)
        return canvas

    def _say_started(self) -> None:
        self._link.send(wire.Stage(stage="training", text="Training."))
        if not self._chief:
            return
        spec, task, bucket = self.spec, self._task, self._engine.bucket
        share = self._lanes.size // self._replicas
        batch = f"{self._replicas} \N{MULTIPLICATION SIGN} {spec.global_batch // self._replicas}"
        machine = cluster.machine()
        self._link.report(
            protocol.RunStarted(
                run=self._job.run,
                spec=spec,
                first_step=self._first_step,
                classes=task.classes,
                class_regions=task.class_regions,
                training_points=int(self._lanes.size),
                held_out_points=len(task.held_points),
                border_points=int(task.held_border.sum()),
                points_per_replica=(share,) * self._replicas,
                replica_pids=(),
                layers=tuple(variable.path for variable in self._engine.variables),
                weights=bucket.weights,
                shared_memory=self._job.shared_block if self._canvas is not None else "",
                painted_points=len(task.paint_vertices) if self._canvas is not None else 0,
                devices=tuple(device.name for device in tf.config.list_logical_devices()),
                machine=machine,
                pace_seconds=spec.pace_seconds,
                provenance=f"Synchronous, {spec.precision.replace('_', ' ')}, batch {batch}. "
                f"Measured on this machine: {machine}.",
            )
        )


def resolve(spec: protocol.RunSpec, task: Task) -> protocol.RunSpec:
    """The spec with every "the experiment's own" filled in and the batch fitted to lanes and micro-batches."""
    batch = lanes.batch_rule(spec.replicas, spec.accumulation, spec.global_batch or task.global_batch)
    return msgspec.structs.replace(
        spec,
        global_batch=batch,
        learning_rate=spec.learning_rate or task.learning_rate,
        steps=spec.steps or task.steps,
    )
