"""The MRI planes can be brought into every region of the atlas."""

import pytest

from game.engine.brain_assets import load_brain
from game.engine.brain_node import prepare
from game.engine.region_at import RegionLookup
from game.services.paths import assets_dir
from game.worlds.brain.inside import point_inside


def test_a_point_inside_every_region():
    prepared = prepare(load_brain(assets_dir() / "brain", "coarse"))
    lookup = RegionLookup(prepared)
    missed = {
        region
        for region in prepared.columns.region_ids
        if lookup.at(point_inside(prepared, region, lookup.at)) != region
    }
    assert not missed


def test_an_unknown_region_is_a_key_error():
    prepared = prepare(load_brain(assets_dir() / "brain", "coarse"))
    with pytest.raises(KeyError):
        point_inside(prepared, "ctx-lh-nowhere", lambda point: "")
