"""Sentences about a run say what happened, in words a learner can read."""

from __future__ import annotations

import pytest

from game.core import protocol
from game.core.run_sentence import describe, describe_step
from game.core.telemetry import RunHistory
from tests.trainer import reports


def test_an_overflow_names_the_replica_and_what_all_do():
    report = reports.step(7, applied=False, overflow_replicas=(1,), next_loss_scale=512.0)
    assert describe_step(report, 2) == (
        "A gradient on replica 1 is no longer a finite number. "
        "Both replicas skip this update, halve the loss scale and try the next batch."
    )


def test_without_a_loss_scale_nothing_is_halved():
    report = reports.step(7, applied=False, overflow_replicas=(0,), loss_scale=1.0, next_loss_scale=1.0)
    assert "halve" not in describe_step(report, 2)


def test_waiting_is_called_waiting():
    phases = protocol.Phases(input=0, forward_backward=0.01, all_reduce_wait=0.5, apply=0.01)
    assert "slowest replica" in describe_step(reports.step(9, phases=phases), 2)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (reports.finished(), "bit for bit"),
        (reports.finished(weight_digests=("x", "y")), "81 %"),
        (reports.finished(reason="stopped", step=7), "stopped after 7 steps"),
        (protocol.RunFailed(message="No points.", hint="Bake them."), "No points. Bake them."),
        (
            protocol.ReplicaLost(
                run=1, replica=1, reason="Replica 1 ended.", noticed_after=0.1, checkpoint_step=50
            ),
            "can go on from step 50",
        ),
    ],
)
def test_the_last_word(report, words):
    history = RunHistory()
    history.add(reports.started())
    history.add(report)
    assert words in describe(history)


def test_replicas_that_differ_are_not_said_to_agree():
    history = RunHistory()
    history.add(reports.finished(weight_digests=("x", "y")))
    assert "bit for bit" not in describe(history)
