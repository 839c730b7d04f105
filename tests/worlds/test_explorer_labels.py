"""Labels in the glass view: within the area, apart from each other, clear of boxes, leaders never crossing."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from game.worlds.brain.labels import Anchor, Placed, crosses, place_labels

AREA = (100.0, 50.0, 900.0, 650.0)
HEIGHT, GAP = 40.0, 10.0


def random_anchors(seed: int, count: int) -> list[Anchor]:
    rng = Random(seed)
    return [
        Anchor(f"a{n}", rng.uniform(350, 650), rng.uniform(150, 550), rng.uniform(80, 200))
        for n in range(count)
    ]


def overlap(first, second) -> bool:
    return (
        abs(first.middle - second.middle) < HEIGHT
        and first.left < second.left + second.anchor.width
        and second.left < first.left + first.anchor.width
    )


@pytest.mark.parametrize("seed", range(12))
def test_labels_stay_apart_inside_and_uncrossed(seed):
    placed = place_labels(random_anchors(seed, 9), AREA, HEIGHT, GAP, [])
    assert len(placed) >= 7
    for one in placed:
        assert AREA[0] <= one.left and one.left + one.anchor.width <= AREA[2] + 1e-9
        assert AREA[1] <= one.middle - HEIGHT / 2 and one.middle + HEIGHT / 2 <= AREA[3] + 1e-9
    for first, second in combinations(placed, 2):
        assert not overlap(first, second)
        assert not crosses(first, second)


@pytest.mark.parametrize("seed", range(12))
def test_a_box_is_kept_free(seed):
    box = (90.0, 200.0, 200.0, 320.0)
    placed = place_labels(random_anchors(seed, 8), AREA, HEIGHT, GAP, [box])
    assert len(placed) >= 4
    for one in placed:
        beside = one.left >= box[2] or one.left + one.anchor.width <= box[0]
        above_or_below = one.middle + HEIGHT / 2 <= box[1] or one.middle - HEIGHT / 2 >= box[3]
        assert beside or above_or_below


def test_what_does_not_fit_is_dropped():
    low = (100.0, 50.0, 900.0, 150.0)
    placed = place_labels(random_anchors(1, 12), low, HEIGHT, GAP, [])
    assert 0 < len(placed) <= 4


def test_crossing_is_seen():
    low, high = Anchor("low", 400, 300, 80), Anchor("high", 400, 100, 80)
    assert crosses(Placed(low, 100, 100, True), Placed(high, 100, 300, True))
    assert not crosses(Placed(low, 100, 300, True), Placed(high, 100, 100, True))
