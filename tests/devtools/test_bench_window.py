"""The window's bench measures what it says, shown with few frames and the pretended trainer."""

from __future__ import annotations

import sys

import pytest

from game.devtools import bench_window
from game.services.trainer_client import TrainerClient


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Few frames, no pace, the pretended trainer."""
    for name, value in (("IDLE_FRAMES", 24), ("BLOCK_FRAMES", 8), ("FRAME_SECONDS", 0.0)):
        monkeypatch.setattr(bench_window, name, value)
    command = [sys.executable, "-m", "game.trainer"]
    for name in ("TrainerClient", "HeldClient"):
        kind = getattr(bench_window, name)

        def pretended(argv, runs_dir, kind=kind):
            return kind(command, extra=("fake", "--scenario", "normal"))

        monkeypatch.setattr(bench_window, name, pretended)


@pytest.mark.slow
def test_the_idle_explorer_is_timed(stage, tmp_path):
    figure = bench_window.idle_explorer(stage, tmp_path)
    assert figure.value > 0 and figure.reached == (figure.value >= bench_window.FASTEST)
    assert figure.spread[0] <= figure.ratio <= figure.spread[1]
    assert ("NOT reached" in bench_window.line(figure)) == (not figure.reached)


@pytest.mark.slow
def test_a_running_trainer_is_compared_with_a_held_one_and_drawing_is_taken_off(stage, tmp_path, monkeypatch):
    closed = []
    close = bench_window.Drawing.close
    monkeypatch.setattr(
        bench_window.Drawing, "close", lambda self: closed.append(self.seconds) or close(self)
    )
    own, whole = bench_window.trainer_beside(stage, tmp_path, turns=2)
    assert closed[0] > 0 and own.value == whole.value > 0
    for figure in (own, whole):
        assert figure.reference > 0
        assert figure.spread[0] <= figure.ratio <= figure.spread[1]
    assert "no goal" in bench_window.line(whole) and "reached" not in bench_window.line(whole)
    assert own.reached == (own.ratio <= 1 + bench_window.LARGEST_GROWTH)


@pytest.mark.slow
def test_the_trainer_goes_on_while_the_lab_is_held_and_hears_nothing(stage, tmp_path, monkeypatch):
    made, counted = [], []
    pretended = bench_window.HeldClient
    monkeypatch.setattr(
        bench_window, "HeldClient", lambda *a, **k: made.append(pretended(*a, **k)) or made[-1]
    )
    walk = bench_window._paced

    def watched(pilot, frames, drawing=None, client=None):
        before, shown = (client.drained, pilot.facts["step"]) if client is not None else (0, 0)
        used = walk(pilot, frames, drawing, client)
        if client is not None and drawing is not None:
            counted.append((client.drained - before, pilot.facts["step"] - shown, pilot.facts["state"]))
        return used

    monkeypatch.setattr(bench_window, "_paced", watched)
    monkeypatch.setattr(bench_window, "FRAME_SECONDS", 0.02)  # time for the trainer to say something
    monkeypatch.setattr(bench_window, "BLOCK_FRAMES", 60)
    bench_window.trainer_beside(stage, tmp_path, turns=1)
    assert all(drained > 0 and steps == 0 and state == "paused" for drained, steps, state in counted), counted
    assert len(counted) == 1 and not made[0].deaf


def test_a_trainer_that_does_not_run_is_said(stage, tmp_path, monkeypatch):
    monkeypatch.setattr(
        bench_window, "HeldClient",
        lambda argv, runs_dir: TrainerClient([str(tmp_path / "nothing")]),
    )  # fmt: skip
    with pytest.raises(RuntimeError, match="did not come to run: failed"):
        bench_window.trainer_beside(stage, tmp_path, turns=1)
