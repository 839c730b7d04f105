"""Reports for tests, with everything that does not matter filled in."""

from __future__ import annotations

from typing import Any

from game.core import protocol


def step(number: int, **changes: Any) -> protocol.StepReport:
    """A sampled step of a run of two replicas."""
    values: dict[str, Any] = {
        "run": 1,
        "step": number,
        "monotonic": float(number),
        "loss": 1.0,
        "accuracy": 0.5,
        "replica_losses": (0.9, 1.1),
        "local_norms": ((0.1, 0.2), (0.3, 0.4)),
        "reduced_norms": (0.4, 0.6),
        "loss_scale": 1024.0,
        "next_loss_scale": 1024.0,
        "applied": True,
        "skipped_steps": 0,
        "phases": protocol.Phases(input=0.001, forward_backward=0.03, all_reduce_wait=0.01, apply=0.002),
        "bytes_reduced": 100,
        "steps_per_second": 10.0,
        "learning_rate": 0.001,
        "sampled_every": 4,
    }
    return protocol.StepReport(**{**values, **changes})


def started(replicas: int = 2, first_step: int = 0, steps: int = 100) -> protocol.RunStarted:
    """The start of a run."""
    return protocol.RunStarted(
        run=1,
        spec=protocol.RunSpec(replicas=replicas, steps=steps),
        first_step=first_step,
        classes=("a", "b"),
        training_points=100,
        held_out_points=10,
        border_points=5,
        points_per_replica=(50,) * replicas,
        replica_pids=(1,) * replicas,
        layers=("kernel", "bias"),
        weights=10,
        shared_memory="",
        painted_points=0,
        devices=("CPU",),
        machine="2 CPU cores",
        pace_seconds=0.0,
        provenance="Synchronous.",
    )


def finished(**changes: Any) -> protocol.RunFinished:
    """The end of a run."""
    values: dict[str, Any] = {
        "run": 1,
        "reason": "steps",
        "step": 100,
        "seconds": 10.0,
        "steps_per_second": 10.0,
        "loss": 0.5,
        "held_out_accuracy": 0.81,
        "border_accuracy": 0.6,
        "skipped_steps": 1,
        "loss_scale": 1024.0,
        "weight_digests": ("x", "x"),
        "weights_finite": True,
        "checkpoint": "",
    }
    return protocol.RunFinished(**{**values, **changes})
