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

    def pretended(argv, runs_dir):
        return TrainerClient(command, extra=("fake", "--scenario", "normal"))

    monkeypatch.setattr(bench_window, "TrainerClient", pretended)


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
    figure = bench_window.trainer_beside(stage, tmp_path, pairs=2)
    assert figure.value > 0 and figure.reference > 0 and closed[0] > 0
    assert figure.spread[0] <= figure.ratio <= figure.spread[1]


def test_a_trainer_that_does_not_run_is_said(stage, tmp_path, monkeypatch):
    monkeypatch.setattr(
        bench_window, "TrainerClient",
        lambda argv, runs_dir: TrainerClient([str(tmp_path / "nothing")]),
    )  # fmt: skip
    with pytest.raises(RuntimeError, match="did not come to run: failed"):
        bench_window.trainer_beside(stage, tmp_path, pairs=1)
