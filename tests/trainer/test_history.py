"""The history of a run: curves stay short and true, a resumed run goes on, skips are remembered."""

from __future__ import annotations

import pytest

from game.core import protocol, telemetry
from tests.trainer import reports


def test_a_long_curve_stays_short_and_keeps_its_ends():
    curve = telemetry.Curve(limit=50)
    for x in range(10_000):
        curve.append(x, x * x)
    points = curve.points()
    assert len(points) <= 51
    assert points[0] == (0, 0)
    assert points[-1] == (9_999, 9_999**2)
    assert all(y == x * x for x, y in points)
    assert [x for x, _ in points] == sorted(x for x, _ in points)


def test_a_curve_refuses_to_go_back():
    curve = telemetry.Curve()
    curve.append(5, 1)
    with pytest.raises(ValueError, match="back"):
        curve.append(4, 1)


def test_a_curve_leaves_out_what_is_not_finite():
    curve = telemetry.Curve()
    curve.append(1, float("nan"))
    curve.append(2, float("inf"))
    curve.append(3, 1.0)
    assert curve.points() == [(3, 1.0)]


def test_reports_become_curves():
    history = telemetry.RunHistory()
    history.add(reports.started())
    history.add(reports.step(1, loss=3.0, held_out_accuracy=0.2, held_out_step=1))
    history.add(reports.step(4, loss=2.0, held_out_accuracy=0.2, held_out_step=1))
    assert history.loss.points() == [(1, 3.0), (4, 2.0)]
    assert history.held_out.points() == [(1, 0.2)]
    assert history.replica_loss[1].newest() == (4, 1.1)
    assert history.steps_left() == 96


def test_a_skipped_step_is_remembered():
    history = telemetry.RunHistory()
    history.add(reports.started())
    history.add(reports.step(7, applied=False, overflow_replicas=(1,), next_loss_scale=512.0))
    assert history.skips == [telemetry.Skip(7, (1,), 1024.0, 512.0)]


def test_a_new_run_begins_a_new_history_and_a_resumed_one_goes_on():
    history = telemetry.RunHistory()
    history.add(reports.started())
    for number in range(1, 13):
        history.add(reports.step(number))
    history.add(reports.started(first_step=10))
    assert history.loss.points()[-1][0] == 10
    history.add(reports.step(11))
    assert history.loss.points()[-1][0] == 11
    history.add(reports.started())
    assert history.loss.points() == []


def test_a_resumed_run_forgets_that_a_replica_was_lost():
    history = telemetry.RunHistory()
    history.add(protocol.ReplicaLost(run=1, replica=1, reason="gone", noticed_after=0.1, checkpoint_step=10))
    assert history.lost is not None
    history.add(reports.started(first_step=10))
    assert history.lost is None


def test_phase_means_leave_out_steps_that_were_not_measured():
    history = telemetry.RunHistory()
    empty = protocol.Phases(input=0, forward_backward=0, all_reduce_wait=0, apply=0)
    history.add(reports.step(4))
    history.add(reports.step(5, sampled=False, phases=empty))
    means = history.phase_means()
    assert means is not None
    assert means.forward_backward == pytest.approx(0.03)


def test_share_outside_what_float16_holds():
    counts = [0] * len(protocol.exponent_bins())
    counts[protocol.exponent_bins().index(-30)] = 1
    counts[protocol.exponent_bins().index(0)] = 2
    report = reports.step(4, exponents=tuple(counts), not_finite_gradients=1, loss_scale=1.0)
    assert telemetry.share_outside(report) == (0.25, 0.25)
    scaled = reports.step(4, exponents=tuple(counts), loss_scale=1024.0)
    assert telemetry.share_outside(scaled) == (0.0, 0.0)


def test_the_norm_of_a_spoiled_gradient_is_infinite():
    assert telemetry.norm_of((3.0, 4.0)) == 5.0
    assert telemetry.norm_of((float("nan"), 1.0)) == float("inf")
