"""Each region of the taken apart cortex is a closed solid: pial surface, white surface, walls."""

from __future__ import annotations

import numpy as np
import pytest

from game.engine.brain_assets import load_brain
from game.engine.brain_node import prepare
from game.engine.brain_shape import BrainShape, placed
from game.services.paths import assets_dir


@pytest.fixture(scope="module")
def prepared():
    return prepare(load_brain(assets_dir() / "brain", "coarse"))


def faces_of(part, column, shape, offsets):
    own = part.triangles[part.triangle_columns == column]
    return placed(part, shape, offsets)[own].astype(float)


@pytest.mark.parametrize("shape", [BrainShape(), BrainShape(0.4, 0.7)], ids=str)
def test_every_region_is_closed_and_has_a_volume(prepared, shape):
    for part, slab in zip(prepared.parts[:2], prepared.slabs, strict=True):
        for column in part.columns:
            if column == 0:
                continue
            both = [faces_of(mesh, column, shape, prepared.offsets) for mesh in (part, slab)]
            faces = np.concatenate(both)
            area = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]) / 2
            whole = np.linalg.norm(area, axis=1).sum()
            assert np.linalg.norm(area.sum(axis=0)) < 1e-3 * whole, prepared.columns.region(int(column))
            volume = np.einsum("ij,ij->i", faces.mean(axis=1), area).sum() / 3
            thickness = volume / np.linalg.norm(both[0][:, 0] - both[0][:, 1], axis=1).sum()
            assert volume > 50.0 and thickness > 0.0


def test_the_medial_wall_has_no_slab(prepared):
    for slab in prepared.slabs:
        assert 0 not in slab.triangle_columns and slab.name in ("slab-L", "slab-R")
