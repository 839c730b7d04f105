"""The region at a point: inside structures, in the cortical ribbon, in white matter, outside."""

from __future__ import annotations

import numpy as np
import pytest

from game.engine.brain_assets import load_brain
from game.engine.brain_node import prepare
from game.engine.region_at import RegionLookup
from game.services.paths import assets_dir


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


@pytest.fixture(scope="module")
def lookup(prepared):
    return RegionLookup(prepared)


@pytest.mark.parametrize(
    ("point", "region"),
    [
        ((-27, 0, 3), "Left-Putamen"),
        ((27, 0, 3), "Right-Putamen"),
        ((-11, -19, 8), "Left-Thalamus"),
        ((-26, -22, -14), "Left-Hippocampus"),
        ((5, -20, -9), "Right-Red-Nucleus"),
        ((0, -30, -34), "Pons"),
        ((-25, 20, 28), "white-L"),
        ((25, 20, 28), "white-R"),
        ((0, 0, 120), ""),
        ((-85, 60, -40), ""),
    ],
)
def test_known_places(lookup, point, region):
    assert lookup.at(point) == region


def test_points_between_the_surfaces_are_the_cortex_of_their_triangle(prepared, lookup):
    part = next(p for p in prepared.parts if p.name == "cortex-R")
    rng, right = np.random.default_rng(3), 0
    chosen = rng.choice(np.flatnonzero(part.triangle_columns > 0), 60, replace=False)
    for triangle in chosen:
        corners = part.triangles[triangle]
        point = (part.vertices[corners].mean(axis=0) + part.rows["white"][corners].mean(axis=0)) / 2
        right += lookup.at(point) == prepared.columns.region(int(part.triangle_columns[triangle]))
    assert right >= 57  # coarse pial and white surfaces touch in places
