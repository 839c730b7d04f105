"""A trainer that only pretends: the same protocol, no TensorFlow, so that tests of the window are fast.

Who calls it: `__main__` with the role "fake", started by tests and by the lab's pictures. Its figures
follow simple formulas; nothing here is ever shown as a measurement. Scenarios: normal, overflow (replica
1 overflows at step 8), lost (replica 1 dies at step 8), fails (the run cannot start), torn, version
(wrong bytes after the hello), silence, death (after the hello), mute (never says anything), flood (many
reports at once).
"""

from __future__ import annotations

import math
import mmap
import os
import tempfile
import time
from multiprocessing.connection import Client, Connection
from pathlib import Path

import msgspec

from game.core import prediction_block, protocol
from game.core.scratch_names import prefix_of
from game.trainer import greeting

STEP_SECONDS = 0.01
CLASSES = 8
POINTS = 38652  # as many as the coarse mesh has vertices
SPECIAL_STEP = 8
FLOOD = 2000


def play(scenario: str, address: str, key: bytes) -> int:
    """Serve one window in the way of the scenario."""
    if scenario == "mute":
        time.sleep(3600)
    line = Client(address, authkey=key)
    hello = greeting.hello()
    line.send_bytes(protocol.encode(hello))
    if scenario == "torn":
        line.send_bytes(protocol.encode(hello)[:-7])
    elif scenario == "version":
        other = bytes((protocol.PROTOCOL_VERSION + 1,))
        line.send_bytes(protocol.MAGIC + other + protocol.encode(hello)[protocol.HEADER_BYTES :])
    elif scenario == "death":
        os._exit(9)
    try:
        _Stage(line, scenario).serve()
    except (EOFError, OSError):
        pass
    return 0


class _Stage:
    """The pretended run."""

    def __init__(self, line: Connection, scenario: str) -> None:
        self._line, self._scenario = line, scenario
        self._spec: protocol.RunSpec | None = None
        self._run = self._step = self._skipped = 0
        self._scale, self._paused, self._poisoned = 32768.0, False, False
        self._left = 0
        self._folder = tempfile.TemporaryDirectory(prefix=prefix_of(os.getpid(), "fake-"))
        self._block = Path(self._folder.name) / "predictions"

    def serve(self) -> None:
        """Until told to quit or the line ends."""
        while True:
            working = self._spec is not None and not self._paused
            if self._line.poll(STEP_SECONDS if working else 0.2):
                command = protocol.decode_command(self._line.recv_bytes())
                if isinstance(command, protocol.Quit):
                    return
                self._obey(command)
            elif self._scenario != "silence":
                self._send(protocol.Heartbeat(stage=self._doing(), text="", monotonic=time.monotonic()))
            if self._spec is not None and not self._paused:
                self._one_step(self._spec)

    def _doing(self) -> str:
        if self._spec is None:
            return "idle"
        return "paused" if self._paused else "training"

    def _send(self, report: protocol.WireReport) -> None:
        self._line.send_bytes(protocol.encode(report))

    def _obey(self, command: protocol.Command) -> None:
        if isinstance(command, protocol.StartRun):
            self._start(command)
        elif isinstance(command, protocol.Pause):
            self._paused = True
        elif isinstance(command, protocol.Resume):
            self._paused, self._left = False, command.steps
        elif isinstance(command, protocol.InjectOverflow):
            self._poisoned = True
        elif isinstance(command, protocol.KillReplica | protocol.FreezeReplica):
            self._lose(command.replica)
        elif isinstance(command, protocol.Stop) and self._spec is not None:
            self._finish(self._spec, "stopped")

    def _start(self, command: protocol.StartRun) -> None:
        if self._scenario == "fails":
            self._send(protocol.RunFailed(message="The points cannot be read.", hint="Bake them again."))
            return
        if self._scenario == "silence":
            time.sleep(3600)
        spec = msgspec.structs.replace(
            command.spec, steps=command.spec.steps or 60, global_batch=3072, learning_rate=1e-4
        )
        self._spec, self._run, self._paused = spec, self._run + 1, False
        self._step = self._step if command.resume else 0
        self._scale = spec.initial_loss_scale if spec.precision == "mixed_float16" else 1.0
        self._block.write_bytes(bytes(prediction_block.block_bytes(POINTS)))
        with self._open() as mapped, memoryview(mapped) as view:
            prediction_block.write_head(view, POINTS, CLASSES)
            first = prediction_block.owner_offset()
            view[first : first + POINTS] = bytes(index * spec.replicas // POINTS for index in range(POINTS))
        self._send(
            protocol.RunStarted(
                run=self._run,
                spec=spec,
                first_step=self._step,
                classes=tuple(f"class {index}" for index in range(CLASSES)),
                class_regions=tuple(f"ctx-lh-region-{index}" for index in range(CLASSES)),
                training_points=POINTS,
                held_out_points=1000,
                border_points=400,
                points_per_replica=(POINTS // spec.replicas,) * spec.replicas,
                replica_pids=(os.getpid(),) * spec.replicas,
                layers=("hidden_1/kernel", "hidden_1/bias", "classes/kernel", "classes/bias"),
                weights=1000,
                shared_memory=str(self._block),
                painted_points=POINTS,
                devices=("none",),
                machine="no machine: this run is pretended",
                pace_seconds=0.0,
                provenance="A pretended run for tests; nothing is measured.",
            )
        )

    def _one_step(self, spec: protocol.RunSpec) -> None:
        self._step += 1
        special = self._step == SPECIAL_STEP
        if special and self._scenario == "lost":
            self._lose(1)
            return
        overflow = self._poisoned or (special and self._scenario == "overflow")
        for _ in range(FLOOD if special and self._scenario == "flood" else 1):
            self._send(self._report(spec, overflow))
        if overflow:
            self._skipped += 1
            self._scale = max(1.0, self._scale / 2)
        self._poisoned = False
        if self._step % 5 == 1:
            self._paint(spec)
        if self._step >= spec.steps:
            self._finish(spec, "steps")
        elif self._left:
            self._left -= 1
            self._paused = self._left == 0

    def _report(self, spec: protocol.RunSpec, overflow: bool) -> protocol.StepReport:
        replicas, loss = spec.replicas, 5.0 * math.exp(-self._step / 20) + 0.2
        norms = tuple(0.1 * (layer + 1) * math.exp(-self._step / 40) for layer in range(4))
        middle = 30 - self._step / 20
        return protocol.StepReport(
            run=self._run,
            step=self._step,
            monotonic=time.monotonic(),
            loss=loss,
            accuracy=1 - math.exp(-self._step / 15),
            held_out_accuracy=0.8 * (1 - math.exp(-self._step / 20)),
            border_accuracy=0.6 * (1 - math.exp(-self._step / 20)),
            held_out_step=self._step,
            replica_losses=tuple(loss * (1 + 0.03 * math.sin(self._step + r)) for r in range(replicas)),
            local_norms=tuple(
                tuple(norm * (1 + 0.2 * math.sin(self._step / 3 + replica)) for norm in norms)
                for replica in range(replicas)
            ),
            reduced_norms=norms,
            loss_scale=self._scale,
            next_loss_scale=self._scale / 2 if overflow else self._scale,
            applied=not overflow,
            skipped_steps=self._skipped + overflow,
            overflow_replicas=(min(1, replicas - 1),) if overflow else (),
            exponents=tuple(
                int(4000 * math.exp(-(((index - middle) / 4) ** 2)))
                for index in range(len(protocol.exponent_bins()))
            ),
            not_finite_gradients=1000 if overflow else 0,
            phases=protocol.Phases(input=0.001, forward_backward=0.03, all_reduce_wait=0.01, apply=0.002),
            replica_compute_seconds=(0.03,) * replicas,
            bytes_reduced=4000,
            steps_per_second=1 / STEP_SECONDS,
            learning_rate=spec.learning_rate,
            sampled_every=spec.sample_every,
        )

    def _paint(self, spec: protocol.RunSpec) -> None:
        with self._open() as mapped, memoryview(mapped) as view:
            at, sure = prediction_block.picture_offsets(POINTS, (prediction_block.sequence_of(view) + 1) % 2)
            guesses = ((index * CLASSES // POINTS + self._step // 20) % CLASSES for index in range(POINTS))
            view[at : at + 2 * POINTS] = b"".join(guess.to_bytes(2, "little") for guess in guesses)
            view[sure : sure + POINTS] = bytes([min(255, 20 + 4 * self._step)]) * POINTS
            sequence = prediction_block.publish(view, self._step)
        self._send(protocol.PredictionsReady(run=self._run, sequence=sequence, step=self._step))

    def _lose(self, replica: int) -> None:
        self._spec = None
        reason = f"Replica {replica} ended without warning (ended by SIGKILL)."
        self._send(
            protocol.ReplicaLost(
                run=self._run, replica=replica, reason=reason, noticed_after=0.1, checkpoint_step=5
            )
        )

    def _finish(self, spec: protocol.RunSpec, reason: str) -> None:
        self._spec = None
        self._send(
            protocol.RunFinished(
                run=self._run,
                reason=reason,
                step=self._step,
                seconds=self._step * STEP_SECONDS,
                steps_per_second=1 / STEP_SECONDS,
                loss=0.2,
                held_out_accuracy=0.8,
                border_accuracy=0.6,
                skipped_steps=self._skipped,
                loss_scale=self._scale,
                weight_digests=("pretended",) * spec.replicas,
                weights_finite=True,
                checkpoint="",
                reports_sent=self._step,
            )
        )

    def _open(self) -> mmap.mmap:
        with open(self._block, "r+b") as handle:
            return mmap.mmap(handle.fileno(), 0)
