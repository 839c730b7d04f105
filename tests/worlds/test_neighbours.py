"""Walking by arrows: which place lies in a direction, and who touches whom."""

from __future__ import annotations

import pytest

from game.worlds.brain.neighbours import touching_regions, towards
from game.worlds.brain.outer_labels import short_name

PLACES = {
    "right": (20.0, 1.0),
    "far": (90.0, 0.0),
    "aside": (15.0, 14.0),
    "up": (0.0, -30.0),
    "left": (-9.0, 2.0),
}
DISTANCES = {key: (x * x + y * y) ** 0.5 for key, (x, y) in PLACES.items()}


@pytest.mark.parametrize(
    ("direction", "found"), [((1, 0), "right"), ((0, -1), "up"), ((-1, 0), "left"), ((0, 1), "aside")]
)
def test_the_nearest_in_a_direction(direction, found):
    assert towards((0.0, 0.0), direction, PLACES, DISTANCES) == found


def test_nothing_lies_there():
    assert towards((0.0, 0.0), (0, 1), {"up": (0.0, -30.0)}, {"up": 30.0}) is None
    assert towards((0.0, 0.0), (0, 1), {}, {}) is None


def test_regions_touch_on_their_own_side_only():
    regions = ["ctx-lh-a", "ctx-lh-b", "ctx-rh-a", "ctx-rh-b", "ctx-lh-c"]
    touching = touching_regions(("", "a", "b", "c"), [(1, 2), (2, 3)], regions)
    assert touching["ctx-lh-b"] == {"ctx-lh-a", "ctx-lh-c"} and touching["ctx-rh-b"] == {"ctx-rh-a"}


def test_short_names_leave_out_what_goes_without_saying():
    assert short_name("Superior temporal gyrus") == "Superior temporal"
    assert short_name("Precuneus") == "Precuneus"
