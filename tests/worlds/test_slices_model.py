"""The MRI planes' rules: ranges, the active plane, what is cut away, how pictures are turned."""

from __future__ import annotations

import pytest

from game.core.cuts import Cut, kept
from game.worlds.brain.slices_model import PLANES, RANGES, SLAB, Slices, across, edge_letters, mirrored


@pytest.fixture
def slices() -> Slices:
    return Slices()


def test_a_plane_moves_by_whole_millimetres_within_its_range(slices):
    assert slices.move("axial", 12.4) and slices.places["axial"] == 12.0
    assert not slices.move("axial", 12.3)
    assert slices.move("coronal", 999) and slices.places["coronal"] == RANGES["coronal"][1]
    with pytest.raises(KeyError):
        slices.move("oblique", 0)


def test_what_is_touched_becomes_the_active_plane_and_keys_step_it(slices):
    slices.move("axial", 5)
    assert slices.active == "axial" and slices.step(-2) and slices.crosshair == (-26.0, -56.0, 3.0)
    assert [slices.next_plane() for _ in range(3)] == ["sagittal", "coronal", "axial"]
    slices.toggle_cut("sagittal")
    assert slices.active == "sagittal"


def test_cuts_follow_planes_sides_and_slab(slices):
    assert slices.cuts() == ()
    slices.toggle_cut("coronal")
    assert slices.cuts() == (Cut(1, -56.0, 1),)
    slices.flip("coronal")
    assert slices.cuts() == (Cut(1, -56.0, -1),)
    slices.slab = True
    assert slices.cuts() == (Cut(1, -56.0, -1), Cut(1, -56.0 + SLAB, 1))
    for kind in ("sagittal", "axial"):
        slices.toggle_cut(kind)
    assert len(slices.cuts()) == 6
    slices.toggle_cut("coronal")
    assert {cut.axis for cut in slices.cuts()} == {0, 2}


def test_a_slab_keeps_what_lies_between_its_faces(slices):
    slices.toggle_cut("axial")
    slices.slab = True
    z = slices.places["axial"]
    assert kept((0, 0, z - SLAB / 2), slices.cuts())
    assert not kept((0, 0, z + 1), slices.cuts())
    assert not kept((0, 0, z - SLAB - 1), slices.cuts())


@pytest.mark.parametrize("kind", PLANES)
def test_letters_and_turns_of_the_conventions(kind):
    neuro, radio = edge_letters(kind, radiological=False), edge_letters(kind, radiological=True)
    if kind == "sagittal":
        assert neuro == radio == ("P", "A", "S", "I") and not mirrored(kind, radiological=True)
    else:
        assert neuro[:2] == ("L", "R") and radio[:2] == ("R", "L") and mirrored(kind, radiological=True)
    assert not mirrored(kind, radiological=False)
    assert kind not in across(kind) and len(set(across(kind))) == 2
