"""MRI planes: the right voxels at the right millimetre, kept inside the volume, and where rays meet them."""

from __future__ import annotations

import numpy as np
import pytest

from game.engine.brain_assets import MriVolume, load_mri
from game.engine.slices import MriCuts, MriPlane
from game.services.paths import assets_dir


@pytest.fixture
def cuts() -> MriCuts:
    """A bright block, 40 mm wide, in a dark volume of 60 mm whose corner is at (-30, -20, -10)."""
    data = np.zeros((60, 60, 60), np.uint8)
    data[10:50, 10:50, 10:50] = 200
    data[30:50, 10:50, 10:50] = 150
    affine = np.eye(4)
    affine[:3, 3] = (-30, -20, -10)
    return MriCuts(MriVolume(data, affine))


def test_bounds_are_millimetres(cuts):
    assert cuts.bounds(0) == (-30.0, 29.0) and cuts.bounds(2) == (-10.0, 49.0)


def test_a_cut_shows_the_voxels_at_its_millimetre(cuts):
    left, right = cuts.cut(0, -10.0), cuts.cut(0, 10.0)
    assert left.shade[30, 30] > right.shade[30, 30] > 0
    assert cuts.cut(0, -29.0).shade.max() == 0
    assert left.mask[30, 30] == 255 and left.mask[0, 0] == 0


def test_a_cut_has_rows_along_the_higher_axis(cuts):
    axial = cuts.cut(2, 20.0)
    assert axial.shade[30, 15] > axial.shade[30, 45] > 0


def test_a_plane_stays_inside_the_volume(cuts):
    plane = MriPlane(cuts, "coronal", 500.0)
    assert plane.millimetre == 39.0
    plane.move(-500.0)
    assert plane.millimetre == -20.0


def test_a_ray_meets_the_opaque_part_only(cuts):
    plane = MriPlane(cuts, "coronal", 10.0)
    assert plane.meets((0, -90, 20), (0, 110, 20)) == pytest.approx(0.5)
    assert plane.meets((29, -90, 20), (29, 110, 20)) is None
    assert plane.meets((0, 20, 20), (0, 110, 20)) is None
    plane.node.hide()
    assert plane.meets((0, -90, 20), (0, 110, 20)) is None


def test_the_shipped_volume_has_tissue_in_its_middle():
    cuts = MriCuts(load_mri(assets_dir() / "brain"))
    axial = cuts.cut(2, 20.0)
    column, row = round(0 - cuts.origin[0]), round(-20 - cuts.origin[1])
    assert axial.mask[row, column] == 255 and axial.mask[0, 0] == 0
