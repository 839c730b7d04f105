"""The lab's model, replay, figures and grains: what is said, offered and drawn for every report of a run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from game.core import protocol
from game.engine.projection import Rect
from game.worlds.lab import figures, model, replay
from game.worlds.lab.footer import offered
from game.worlds.lab.grains import ANCHORS, MOST, grains_of, place
from game.worlds.lab.model import LabModel
from game.worlds.lab.replay import COMPUTE, INPUT, REDUCE, UPDATE, StepReplay


def started(**changes: Any) -> protocol.RunStarted:
    spec = protocol.RunSpec(**{"steps": 100, **changes.pop("spec", {})})
    facts: dict[str, Any] = {
        "run": 1, "spec": spec, "first_step": 0, "classes": ("a", "b"), "training_points": 100,
        "held_out_points": 10, "border_points": 4, "points_per_replica": (50, 50), "replica_pids": (1, 2),
        "layers": ("kernel", "bias"), "weights": 10, "shared_memory": "", "painted_points": 0, "devices": (),
        "machine": "a machine", "pace_seconds": 0.0, "provenance": "Synchronous, on a machine.",
    }  # fmt: skip
    return protocol.RunStarted(**{**facts, **changes})


def step(number: int = 1, **changes: Any) -> protocol.StepReport:
    facts: dict[str, Any] = {
        "run": 1, "step": number, "monotonic": 0.0, "loss": 2.0, "accuracy": 0.5, "replica_losses": (1.9, 2.1),
        "local_norms": ((0.5, 0.01), (0.4, 0.02)), "reduced_norms": (0.45, 0.015), "loss_scale": 32768.0,
        "next_loss_scale": 32768.0, "applied": True, "skipped_steps": 0,
        "phases": protocol.Phases(input=0.001, forward_backward=0.05, all_reduce_wait=0.03, apply=0.004),
        "bytes_reduced": 1_000_000, "steps_per_second": 10.0, "learning_rate": 1e-4, "sampled_every": 4,
    }  # fmt: skip
    return protocol.StepReport(**{**facts, **changes})


def skipped(number: int = 2, **changes: Any) -> protocol.StepReport:
    return step(
        number, applied=False, skipped_steps=1, next_loss_scale=16384.0, overflow_replicas=(1,),
        local_norms=((0.5, 0.01), (math.inf, math.inf)), **changes,
    )  # fmt: skip


def running() -> LabModel:
    lab = LabModel()
    assert isinstance(lab.start()[0], protocol.StartRun)
    assert lab.hear(started()) == "started"
    assert lab.hear(step()) == "step"
    return lab


def names(lab: LabModel) -> list[str]:
    return [control.name for control in offered(lab) if control.enabled]


class TestSetUp:
    def test_the_default_is_two_replicas_in_mixed_float16(self):
        spec = LabModel("brain-atlas").spec()
        assert (spec.experiment, spec.replicas, spec.precision) == ("brain_atlas", 2, "mixed_float16")
        assert spec.problem() == ""

    def test_choices_reach_the_order_and_nonsense_is_refused(self):
        lab = LabModel()
        assert lab.choose(replicas=4, precision="float32", seed=7)
        assert not lab.choose(replicas=4)
        assert (lab.spec().replicas, lab.spec().precision, lab.spec().seed) == (4, "float32", 7)
        with pytest.raises(ValueError, match="between 1 and 4"):
            lab.choose(replicas=5)
        lab.choose(seed=-1)
        assert lab.seed == model.SEEDS - 1

    def test_precisions_go_round(self):
        lab = LabModel()
        seen = [lab.precision for _ in range(3) if lab.next_precision()]
        assert sorted(seen) == sorted(protocol.PRECISIONS) and lab.precision == "mixed_float16"

    def test_nothing_can_be_chosen_while_it_runs(self):
        lab = running()
        assert not lab.choose(replicas=1) and lab.replicas == 2


class TestLife:
    def test_the_phases_of_the_start_are_told_and_never_go_back(self):
        lab = LabModel()
        lab.start()
        assert lab.sentence(None) == "The trainer is starting as a program of its own."
        for stage, text in (
            ("importing", "Loading TensorFlow (3 s)."),
            ("compiling", "Compiling."),
            ("idle", ""),
        ):
            assert lab.hear(protocol.Heartbeat(stage=stage, text=text, monotonic=0.0)) == "starting"
        assert lab.start_phase == 3
        assert lab.status(0).words == "joining"

    def test_pause_step_and_go_on(self):
        lab = running()
        assert names(lab) == ["pause", "stop", "break"] and lab.step() == ()
        assert lab.pause() == (protocol.Pause(),)
        assert lab.step() == (protocol.Resume(steps=1),) and lab.state == model.PAUSED
        assert "Paused after step 1" in lab.sentence(None)
        assert lab.pause() == (protocol.Resume(),) and lab.state == model.RUNNING

    def test_stop_and_finish(self):
        lab = running()
        assert lab.stop() == (protocol.Stop(),) and lab.state == model.STOPPING and names(lab) == []
        assert lab.hear(finished()) == "over"
        assert names(lab) == ["start", "set-up"] and "The run stopped after 1 steps" in lab.sentence(None)
        lab.set_up()
        assert lab.choosing and lab.history.latest is None

    def test_a_cancelled_start_is_forgotten_even_when_its_last_words_come_late(self):
        lab = LabModel()
        lab.start()
        assert lab.stop() == (protocol.Stop(),) and lab.choosing
        lab.start()
        assert lab.hear(finished()) == "" and lab.state == model.STARTING

    def test_a_lost_replica_can_be_resumed_from_the_checkpoint(self):
        lab = running()
        lost = protocol.ReplicaLost(
            run=1, replica=1, reason="Replica 1 ended.", noticed_after=0.1, checkpoint_step=50
        )
        assert lab.harm("kill", 1) == (protocol.KillReplica(replica=1),)
        assert "nobody has noticed yet" in lab.sentence(None)
        assert lab.hear(lost) == "over"
        assert lab.status(1) == model.Status(model.GONE, "lost") and lab.status(0).words == "stopped"
        assert "go on from step 50" in lab.sentence(None)
        assert names(lab) == ["resume", "set-up"]
        (command,) = lab.resume()
        assert isinstance(command, protocol.StartRun) and command.resume
        lab.hear(started(first_step=50))
        assert lab.state == model.RUNNING and lab.status(1).kind != model.GONE

    def test_without_a_checkpoint_one_starts_again(self):
        lab = running()
        lab.hear(
            protocol.ReplicaLost(run=1, replica=0, reason="Gone.", noticed_after=0.1, checkpoint_step=-1)
        )
        assert names(lab) == ["start", "set-up"] and lab.resume() == ()

    def test_a_trainer_that_is_gone_says_why_and_what_to_do(self):
        lab = running()
        lost = protocol.TrainerLost(kind="died", message="The trainer has ended.", hint="Start it again.")
        assert lab.hear(lost) == "over"
        assert lab.trainer_gone and lab.sentence(None) == "The trainer has ended. Start it again."

    def test_a_lost_trainer_can_go_on_from_the_checkpoint_it_saved(self):
        lab = running()
        lab.hear(protocol.CheckpointSaved(run=1, step=50, path="x", seconds=0.1))
        lab.hear(protocol.TrainerLost(kind="silent", message="It is silent.", hint="?"))
        assert lab.sentence(None) == "It is silent. Training can go on from step 50."
        assert names(lab) == ["resume", "set-up"]
        (command,) = lab.resume()
        assert isinstance(command, protocol.StartRun) and command.resume and lab.state == model.STARTING

    def test_a_trainer_that_goes_while_nothing_runs_disturbs_nobody(self):
        lab = LabModel()
        lost = protocol.TrainerLost(kind="died", message="The trainer has ended.", hint="")
        assert lab.hear(lost) == "" and lab.state == model.SETUP and lab.trainer_gone

    def test_harm_is_done_only_to_a_run(self):
        assert LabModel().harm("overflow", 0) == ()
        lab = running()
        assert lab.harm("overflow", 2) == ()
        assert lab.harm("overflow", 1) == (protocol.InjectOverflow(replica=1),)
        assert lab.harm("freeze", 0) == (protocol.FreezeReplica(replica=0),)
        assert lab.status(0).kind == model.FROZEN


class TestOverflow:
    def test_it_is_shown_and_said_and_passes(self):
        lab = running()
        assert lab.hear(skipped()) == "overflow"
        assert (
            lab.status(1) == model.Status(model.OVERFLOW, "overflow") and lab.status(0).words == "loss 1.90"
        )
        assert lab.change is not None and lab.change.words == "halved from 32,768"
        pieces = lab.pieces(lab.sentence(None))
        assert [text for text, strong in pieces if strong] == ["Both replicas skip this update"]
        assert "".join(text for text, _ in pieces) == lab.sentence(None)
        assert not lab.advance(1.0) and lab.advance(10.0)
        assert lab.status(1).kind == model.WORKING

    def test_a_scale_that_grew_between_two_reports_is_noticed(self):
        lab = running()
        lab.hear(step(5, loss_scale=65536.0, next_loss_scale=65536.0))
        assert lab.change is not None and lab.change.words == "doubled from 32,768"


def finished() -> protocol.RunFinished:
    return protocol.RunFinished(
        run=1, reason="stopped", step=1, seconds=1.0, steps_per_second=1.0, loss=2.0, held_out_accuracy=None,
        border_accuracy=None, skipped_steps=0, loss_scale=1.0, weight_digests=(), weights_finite=True, checkpoint="",
    )  # fmt: skip


class TestReplay:
    def test_each_phase_plays_its_measured_time_times_the_slow_down(self):
        play = StepReplay()
        play.offer(step())
        assert play.advance(0.0) and play.shown is not None
        total = play.shown.phases.total()
        assert play.slow in replay.SLOW_DOWNS and 2.5 < total * play.slow < 14
        seen = []
        for _ in range(1000):
            seen.append(play.phase)
            play.advance(total * play.slow / 1000)
        share = [seen.count(phase) / len(seen) for phase in (INPUT, COMPUTE, REDUCE, UPDATE)]
        assert share == pytest.approx([1 / 85, 50 / 85, 30 / 85, 4 / 85], abs=0.01)

    def test_the_newest_step_follows_and_nothing_is_played_twice(self):
        play = StepReplay()
        for number in (1, 2, 3):
            play.offer(step(number))
        play.advance(0.0)
        assert play.shown is not None and play.shown.step == 3
        assert play.advance(100.0) and play.shown is None and play.phase == -1

    def test_a_skipped_step_interrupts_and_one_without_times_shows_only_its_end(self):
        play = StepReplay()
        play.offer(step(1))
        play.advance(0.0)
        nothing = protocol.Phases(input=0, forward_backward=0, all_reduce_wait=0, apply=0)
        play.offer(skipped(2, sampled=False, phases=nothing))
        assert play.shown is not None and play.shown.step == 2 and play.phase == UPDATE

    def test_the_slow_down_is_a_round_number_near_the_wanted_time(self):
        assert replay.slow_down(0.1) == 60 and replay.slow_down(0.006) == 1000 and replay.slow_down(20.0) == 1
        assert replay.slow_down(0.0) == 1


class TestFigures:
    def test_words(self):
        assert [figures.milliseconds(s) for s in (0.0001, 0.031, 1.2)] == ["<1 ms", "31 ms", "1.2 s"]
        assert [figures.percent(s) for s in (None, 0.584)] == ["–", "58 %"]

    def test_the_gauge_is_a_log2_scale(self):
        assert figures.gauge_fraction(1.0) == 0.0 and figures.gauge_fraction(4096.0) == 0.5
        assert figures.gauge_fraction(2.0**30) == 1.0
        first, last = (figures.arc((0, 0), 10, 0, 1)[i] for i in (0, -1))
        assert first == pytest.approx((-10, 0)) and last == pytest.approx((10, 0), abs=1e-9)

    def test_stronger_norms_and_more_traffic_shine_brighter_and_nothing_measured_does_not_shine(self):
        levels = [figures.norm_level(norm) for norm in (0.0, 1e-6, 0.01, 0.5, 100.0, math.inf)]
        assert levels == sorted(levels) and levels[0] == 0.0 and levels[-1] == 1.0
        assert figures.traffic_level(0, 0.1) == figures.traffic_level(1000, 0.0) == 0.0
        assert figures.traffic_level(10**6, 0.01) > figures.traffic_level(10**6, 0.1) > 0

    def test_curves_fit_their_paper_and_keep_the_newest_point(self):
        area = Rect(10, 20, 100, 50)
        points = [(float(x), x / 10) for x in range(501)]
        drawn = figures.on_paper(figures.thinned(points), area, (0, 500), 50.0)
        assert len(drawn) < 130 and drawn[0] == (10, 70) and drawn[-1] == (110, 20)
        assert figures.thinned([]) == [] == figures.on_paper([], area, (0, 1), 1.0)

    def test_the_histogram_moves_by_the_loss_scale_and_tells_what_leaves_float16(self):
        bins = protocol.exponent_bins()
        counts = tuple(10 if exponent == -20 else 0 for exponent in bins)
        bars = figures.histogram(step(exponents=counts), 2.0**15)
        first = figures.AXIS[0]
        assert bars.raw[-20 - first] == 1.0 and bars.scaled[-5 - first] == 1.0 and not bars.beyond
        big = tuple(1 if exponent == 2 else 0 for exponent in bins)
        assert figures.histogram(step(exponents=big), 2.0**15).beyond
        assert not figures.histogram(step(exponents=big), 1.0).beyond

    def test_the_top_of_a_chart_is_round(self):
        assert [figures.nice_top(v) for v in (0.0, 0.07, 3.2, 5.0, 5.1)] == [1.0, 0.08, 4.0, 5.0, 6.0]


class TestGrains:
    def test_number_and_size_follow_the_norms_of_each_replica(self):
        loud, quiet = 1.0, 0.001
        grains = grains_of(step(local_norms=((loud, loud), (quiet, quiet))))
        counts = np.bincount(grains.replica, minlength=2)
        assert counts[0] > 2 * counts[1] > 0 and len(grains) <= MOST
        assert grains.sizes[grains.replica == 0].mean() > grains.sizes[grains.replica == 1].mean()
        assert len(grains_of(step(local_norms=((0.0,), (0.0,))))) == 0

    def test_they_travel_from_their_replica_over_every_hop_in_the_colour_of_the_sender(self):
        grains, radii = grains_of(step()), (100.0, 50.0)
        anchors = np.radians(ANCHORS[2])
        begin = place(grains, REDUCE, 0.0, radii, 2, False)
        assert (begin.sender == grains.replica).all()
        home = np.stack([np.cos(anchors), np.sin(anchors)], 1)[grains.replica] * radii
        assert np.abs(begin.at - home).max() < 30
        half = place(grains, REDUCE, 0.5, radii, 2, False)
        assert set(half.sender[grains.replica == 0]) == {0, 1} and np.abs(half.at - begin.at).max() > 80

    def test_an_update_carries_them_to_the_weights_and_a_skipped_one_does_not(self):
        grains, radii = grains_of(step()), (100.0, 50.0)
        end = place(grains, UPDATE, 1.0, radii, 2, False)
        assert np.hypot(end.at[:, 0] / 100, end.at[:, 1] / 50).max() < 0.8 and end.alpha.max() == 0
        bad = grains_of(skipped())
        for phase, fraction in ((REDUCE, 0.9), (UPDATE, 0.5)):
            stuck = place(bad, phase, fraction, radii, 2, False)
            assert (stuck.sender[bad.replica == 1] == -1).all() and (stuck.alpha[bad.bad] > 0.9).all()
        assert np.allclose(
            place(bad, REDUCE, 0.0, radii, 2, False).at[bad.bad],
            place(bad, UPDATE, 1.0, radii, 2, False).at[bad.bad],
        )

    def test_in_reduced_motion_they_stand_still(self):
        grains = grains_of(step())
        one, other = (place(grains, REDUCE, f, (100.0, 50.0), 2, True) for f in (0.1, 0.9))
        assert np.array_equal(one.at, other.at) and (one.alpha > 0).all()

    def test_nothing_flies_before_there_is_a_gradient(self):
        assert place(grains_of(step()), INPUT, 0.5, (100.0, 50.0), 2, False).alpha.max() == 0

    def test_one_replica_has_no_hops(self):
        grains = grains_of(step(local_norms=((0.5,),), replica_losses=(2.0,)))
        a, b = (place(grains, REDUCE, f, (100.0, 50.0), 1, False) for f in (0.0, 1.0))
        assert np.array_equal(a.at, b.at)


def test_a_fine_mesh_takes_its_labels_from_the_nearest_painted_points():
    from game.worlds.lab.paint import Spread, nearest_points

    known = np.array([[x, 0, 0] for x in range(0, 100, 10)], np.float32)
    asked = np.array([[1, 0, 0], [49, 1, 0], [98, 0, 0]], np.float32)
    nearest, weights = nearest_points(asked, known)
    assert [set(row) for row in nearest] == [{0, 1, 2}, {4, 5, 6}, {7, 8, 9}]
    assert np.allclose(weights.sum(1), 1)
    painted = np.array([5] + [6] * 9, np.uint16), np.full(10, 204, np.uint8)
    labels, confidence = Spread(nearest, weights)(*painted)
    assert labels.tolist() == [5, 6, 6] and confidence[1] == 204 and confidence[0] < 204


def test_shares_colour_each_point_by_its_replica():
    from game.core.prediction_block import HELD_OUT, UNKNOWN, Predictions
    from game.worlds.lab.paint import HELD_OUT_COLUMN, REPLICA_COLUMN, shares

    owners = bytes([0, 1, 3, HELD_OUT, UNKNOWN])
    picture = Predictions(1, 1, b"\0" * 10, b"\0" * 5, owners)
    columns, strength = shares(picture)
    of_replicas = [REPLICA_COLUMN, REPLICA_COLUMN + 1, REPLICA_COLUMN + 3]
    assert columns[:4].tolist() == [*of_replicas, HELD_OUT_COLUMN]
    assert strength[4] == 0 and (strength[:4] == strength[0]).all() and strength[0] > 150


def test_a_skipped_step_that_was_not_sampled_is_given_no_slow_down():
    lab = running()
    assert lab.caption(60, step(44)).endswith("In motion: step 44, slowed 60 times.")
    assert lab.caption(60, skipped(45)).endswith("In motion: step 45, slowed 60 times.")
    none = protocol.Phases(input=0.0, forward_backward=0.0, all_reduce_wait=0.0, apply=0.0)
    words = lab.caption(60, skipped(45, sampled=False, phases=none))
    assert words.endswith("Step 45 was not sampled: its times are not known.")
    assert lab.caption(0, skipped(45, sampled=False)) == lab.caption(0)
