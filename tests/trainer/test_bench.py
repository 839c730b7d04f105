"""The bench's arithmetic: a steady drift of the machine cancels, a real cost does not."""

from __future__ import annotations

import pytest

from game.devtools import bench_trainer


def test_a_drift_cancels():
    assert bench_trainer.paired_ratios([10, 11, 12, 13, 14, 15]) == [1.0, 1.0]


def test_a_cost_is_seen():
    assert bench_trainer.paired_ratios([99, 1.0, 1.1, 1.0, 1.1, 1.0]) == pytest.approx([1.1, 1.1])


def test_too_few_blocks_are_refused():
    with pytest.raises(ValueError, match="two pairs"):
        bench_trainer.paired_ratios([1.0, 1.0])


def test_quartiles_of_one_value_are_that_value():
    assert bench_trainer.quartiles([1.5]) == (1.5, 1.5)
