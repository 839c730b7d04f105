"""The last words of a run, put together from what its replicas said.

Who calls it: `supervisor`. What it must not know: lines, processes, TensorFlow.
"""

from __future__ import annotations

import mmap
from pathlib import Path

from game.core import prediction_block, protocol
from game.trainer.fleet import Fleet


def finished(fleet: Fleet) -> protocol.RunFinished:
    """All replicas are done: the figures of replica 0, the counts of all added up, every digest. After a stop there
    was no last look at the held-out points; the last report's accuracy stands."""
    dones = [member.done for member in fleet.members if member.done is not None]
    first = dones[0]
    held, border = sum(d.held_points for d in dones), sum(d.border_points for d in dones)
    latest = fleet.latest
    known = (latest.held_out_accuracy, latest.border_accuracy) if latest else (None, None)
    return protocol.RunFinished(
        run=fleet.run,
        reason=first.reason,
        step=first.step,
        seconds=first.seconds,
        steps_per_second=first.steps_per_second,
        loss=first.loss,
        held_out_accuracy=sum(d.held_right for d in dones) / held if held else known[0],
        border_accuracy=sum(d.border_right for d in dones) / border if border else known[1],
        skipped_steps=first.skipped_steps,
        loss_scale=first.loss_scale,
        weight_digests=tuple(done.digest for done in dones),
        weights_finite=all(done.finite for done in dones),
        checkpoint=first.checkpoint,
        reports_sent=first.reports_sent,
        block_seconds=first.block_seconds,
        block_cpu_seconds=first.block_cpu_seconds,
    )


def cut_short(fleet: Fleet) -> protocol.RunFinished:
    """The run was ended by force on the user's wish: what the last report knew, and nothing about the weights."""
    latest = fleet.latest
    return protocol.RunFinished(
        run=fleet.run,
        reason="stopped",
        step=latest.step if latest else 0,
        seconds=0.0,
        steps_per_second=latest.steps_per_second if latest else 0.0,
        loss=latest.loss if latest else float("nan"),
        held_out_accuracy=latest.held_out_accuracy if latest else None,
        border_accuracy=latest.border_accuracy if latest else None,
        skipped_steps=latest.skipped_steps if latest else 0,
        loss_scale=latest.next_loss_scale if latest else 1.0,
        weight_digests=(),
        weights_finite=True,
        checkpoint="",
    )


def publish_last_picture(fleet: Fleet, block: Path) -> protocol.PredictionsReady | None:
    """Bring to the front what all replicas painted with the last weights; None when nothing is painted."""
    done = fleet.members[0].done
    if done is None or not done.sequence or not block.exists():
        return None
    with open(block, "r+b") as handle, mmap.mmap(handle.fileno(), 0) as mapped, memoryview(mapped) as view:
        sequence = prediction_block.publish(view, done.step)
    return protocol.PredictionsReady(run=fleet.run, sequence=sequence, step=done.step)
