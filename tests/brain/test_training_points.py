"""The points the training lab learns from agree with the meshes it paints, and can be held out fairly."""

from functools import cache

import numpy as np

from game.engine.brain_assets import LEVELS, load_brain
from game.services.paths import assets_dir
from game.trainer import fake

BRAIN = assets_dir() / "brain"


@cache
def points():
    with np.load(BRAIN / "points.npz", allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def millimetres():
    return points()["positions"].astype(np.float64) * float(points()["scale"])


def test_the_pretended_trainer_paints_as_many_vertices_as_there_are():
    assert len(points()["paint_coarse"]) == fake.POINTS
    assert sum(len(half.pial) for half in load_brain(BRAIN, "coarse").hemispheres) == fake.POINTS


def test_every_point_has_a_region_and_every_name_is_used():
    region, names = points()["region"], points()["region_names"]
    assert len(region) == len(points()["positions"]) > 80_000
    assert np.array_equal(np.unique(region), np.arange(len(names)))
    assert set(names) < set(load_brain(BRAIN, "coarse").region_ids())
    assert sum(name.startswith("ctx-lh-") for name in names) == 34


def test_sides_and_kinds_agree_with_the_places():
    x, kind = millimetres()[:, 0], points()["kind"]
    assert x[kind == 0].mean() < -20 and x[kind == 1].mean() > 20
    left = np.char.startswith(points()["region_names"], "Left-")[points()["region"]]
    assert (x[left] < 2).all()
    assert (points()["destrieux"][kind == 2] == 0).all()
    assert (points()["destrieux"][kind < 2] > 0).mean() > 0.99
    assert points()["destrieux_names"][0] == "" and len(points()["destrieux_names"]) == 149


def test_a_patch_is_compact_and_lies_in_one_region():
    patch, region, where = points()["patch"], points()["region"], millimetres()
    assert np.array_equal(np.unique(patch), np.arange(patch.max() + 1))
    assert 400 < patch.max() < 2000
    order = np.argsort(patch, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(patch[order])) + 1)
    for group in groups:
        assert len(np.unique(region[group])) == 1
    spread = [
        np.sqrt(((where[group] - where[group].mean(axis=0)) ** 2).sum(axis=1).mean()) for group in groups
    ]
    assert max(spread) < 20 and np.median(spread) < 9


def test_border_distance_is_small_where_regions_meet_only():
    border = points()["border_mm"].astype(np.float64)
    assert border.min() >= 0 and border.max() <= 31
    assert 0.15 < (border < 3).mean() < 0.6


def test_painting_repeats_the_meshes_own_regions():
    region = np.char.partition(points()["region_names"], "h-")[:, 2][points()["region"]]
    for level in LEVELS:
        brain, paint = load_brain(BRAIN, level), points()[f"paint_{level}"]
        own = np.concatenate([half.labels["dk"] for half in brain.hemispheres])
        assert len(paint) == len(own)
        names = np.array(brain.label_names["dk"])[own]
        wall = own == 0
        inside = np.concatenate([half.border for half in brain.hemispheres]) > 0.4
        right = (region[paint][inside & ~wall] == names[inside & ~wall]).mean()
        assert right > (0.99 if level == "fine" else 0.985)  # the coarse borders run straighter
        pial = np.concatenate([half.pial for half in brain.hemispheres])
        away = np.linalg.norm(millimetres()[paint[~wall]] - pial[~wall], axis=1)
        assert np.percentile(away, 99) < (2.0 if level == "fine" else 6.0)
    assert np.array_equal(points()["coarse_points"], np.unique(points()["paint_coarse"]))
