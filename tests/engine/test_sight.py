"""What is seen of a region: shares, spots that can be picked, what stands before it, and the shares of other labels."""

from __future__ import annotations

import pytest
from panda3d.core import Point3

from game.engine.brain_assets import load_brain
from game.engine.brain_node import BrainNode, prepare
from game.engine.orbit import View, place
from game.engine.sight import Sight, label_shares
from game.services.paths import assets_dir

LEFT = place(View(-90.0, 8.0, 410.0, (0.0, -18.0, 4.0)))
RIGHT = place(View(90.0, 8.0, 410.0, (0.0, -18.0, 4.0)))


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


@pytest.fixture(scope="module")
def sight(prepared):
    return Sight(prepared)


def test_the_near_side_is_seen_and_the_far_side_is_not(sight):
    assert sight.look("ctx-lh-precentral", LEFT).share > 0.6
    assert sight.look("ctx-lh-precentral", RIGHT).share == 0.0
    assert sight.look("ctx-lh-precentral", RIGHT).spot is None


def test_a_spot_in_sight_can_be_picked(sight, prepared, stage):
    node = BrainNode(prepared, "vertex")
    node.root.reparent_to(stage.world)
    try:
        for region in ("ctx-lh-precentral", "ctx-lh-supramarginal", "ctx-lh-middletemporal"):
            spot = sight.look(region, LEFT).spot
            beyond = [s + 0.05 * (s - e) for s, e in zip(spot, LEFT, strict=True)]
            pick = node.pick(Point3(*LEFT), Point3(*beyond))
            assert pick is not None and pick.region_id == region
    finally:
        node.remove()


def test_what_is_lifted_off_uncovers_what_is_behind(sight, prepared):
    covered = sight.look("ctx-lh-insula", LEFT)
    assert covered.share < 0.4 and covered.blockers[0][1] >= covered.blockers[-1][1]
    lifted = [region for region, _ in covered.blockers]
    assert sight.look("ctx-lh-insula", LEFT, hidden=lifted).share > covered.share + 0.3


def test_the_inside_is_seen_through_glass_only(sight):
    assert sight.look("Left-Putamen", LEFT).share == 0.0
    assert sight.look("Left-Putamen", LEFT, glass=True).share > 0.8


def test_unknown_regions_are_refused_and_all_drawn_ones_known(sight, prepared):
    with pytest.raises(KeyError):
        sight.look("nothing", LEFT)
    assert set(sight.regions) == set(prepared.columns.region_ids)


def test_radii_are_in_millimetres(sight):
    assert sight.radius("Left-Habenula") < 8 < 15 < sight.radius("ctx-lh-superiorfrontal") < 80


def test_the_networks_of_the_cortex(prepared):
    shares = label_shares(prepared, "yeo7")
    assert len(shares) == 34
    assert shares["cuneus"]["Visual"] > 0.9 and shares["postcentral"]["Somatomotor"] > 0.8
    assert all(0.0 <= sum(found.values()) <= 1.0 + 1e-9 for found in shares.values())
