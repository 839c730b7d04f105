"""Plain sentences that say what a training run is doing, for the lab, the terminal and screen readers.

Who calls it: the lab model, `main.py train`.
Pure text from reports. What it must not know: fonts, colours, time.
"""

from __future__ import annotations

from game.core import protocol
from game.core.telemetry import RunHistory

_NUMBERS = ("no", "one", "two", "three", "four")
_TOGETHER = {1: "The replica skips", 2: "Both replicas skip"}


def replicas_in_words(count: int) -> str:
    """ "two replicas", "one replica"."""
    word = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{word} replica" + ("" if count == 1 else "s")


def describe(history: RunHistory) -> str:
    """What is happening in this run, in one or two sentences."""
    if history.failed is not None:
        return f"{history.failed.message} {history.failed.hint}".strip()
    if history.lost is not None:
        return _lost(history.lost)
    if history.finished is not None:
        return _finished(history.finished)
    if history.started is None:
        return "The replicas are getting ready."
    if history.latest is None:
        return f"{replicas_in_words(history.started.spec.replicas).capitalize()} agree on the same weights."
    return describe_step(history.latest, len(history.latest.replica_losses))


def describe_step(report: protocol.StepReport, replicas: int) -> str:
    """One sampled step in words."""
    if not report.applied:
        return _skipped(report, replicas)
    if report.step <= 1:
        return "The first step: the weights are random, so every guess is chance."
    waiting = report.phases.all_reduce_wait
    if replicas > 1 and report.phases.total() > 0 and waiting > 0.5 * report.phases.total():
        return "Most of this step went into waiting for the slowest replica at the all-reduce."
    if report.next_loss_scale > report.loss_scale:
        return (
            f"No overflow for a while: the loss scale doubles to {report.next_loss_scale:,.0f}, "
            "so that smaller gradients survive."
        )
    if replicas == 1:
        return "The replica computes a gradient from its batch and updates its weights."
    return (
        f"Each of {replicas_in_words(replicas)} computes a gradient from its own points; "
        "the all-reduce adds them up, and all make the same update."
    )


def _skipped(report: protocol.StepReport, replicas: int) -> str:
    names = " and ".join(str(number) for number in report.overflow_replicas)
    where = f"on replica {names}" if len(report.overflow_replicas) == 1 else f"on replicas {names}"
    first = f"A gradient {where if names else ''} is no longer a finite number.".replace("  ", " ")
    together = _TOGETHER.get(replicas, f"All {replicas_in_words(replicas)} skip")
    if report.next_loss_scale < report.loss_scale:
        halve = "halves" if replicas == 1 else "halve"
        return f"{first} {together} this update, {halve} the loss scale and try the next batch."
    return f"{first} {together} this update and try the next batch."


def _lost(report: protocol.ReplicaLost) -> str:
    after = "Nothing has been saved yet; start again."
    if report.checkpoint_step >= 0:
        after = f"The others stopped too. Training can go on from step {report.checkpoint_step}."
    return f"{report.reason} {after}"


def _finished(report: protocol.RunFinished) -> str:
    verb = "stopped" if report.reason == "stopped" else "is complete"
    text = f"The run {verb} after {report.step} steps"
    if report.held_out_accuracy is not None:
        text += f"; {report.held_out_accuracy * 100:.0f} % of the held-out points are right"
    if len(report.weight_digests) > 1 and report.replicas_agree():
        text += ", and all replicas hold the same weights, bit for bit"
    return text + "."
