"""The brain-atlas task on the baked points: what is held out, what is near a border, what is painted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from game.trainer.experiments import brain_atlas, catalogue
from game.trainer.experiments.task import TaskError


@pytest.fixture(scope="module")
def assets(root: Path) -> Path:
    return root / "assets"


@pytest.fixture(scope="module")
def task(assets):
    return brain_atlas.load(assets, seed=0)


def test_there_are_many_classes_and_each_has_points(task):
    assert len(task.classes) == len(task.class_regions) >= 150
    assert set(np.unique(task.train_classes)) <= set(range(len(task.classes)))
    assert len(np.unique(task.train_classes)) == len(task.classes)
    assert "Left-Hippocampus" in task.classes


@pytest.mark.slow
def test_no_held_out_point_shares_its_patch_with_a_training_point(assets, task):
    with np.load(assets / brain_atlas.POINTS_FILE) as data:
        points = data["positions"].astype(np.float32) * data["scale"].astype(np.float32)
        patches = data["patch"]
    place = {tuple(point): patch for point, patch in zip(points.tolist(), patches.tolist(), strict=True)}
    held = {place[tuple(point)] for point in task.held_points.tolist()}
    trained = {place[tuple(point)] for point in task.train_points.tolist()}
    assert held
    assert held.isdisjoint(trained)
    assert 0.05 < len(task.held_points) / (len(task.held_points) + len(task.train_points)) < 0.15


def test_near_a_border_means_a_point_of_another_class_within_3_mm(task):
    everything = np.concatenate([task.train_points, task.held_points])
    classes = np.concatenate([task.train_classes, task.held_classes])
    for index in range(0, len(task.held_points), 701):
        distance = np.linalg.norm(everything - task.held_points[index], axis=1)
        others = distance[classes != task.held_classes[index]]
        assert task.held_border[index] == (others.min() <= brain_atlas.BORDER_MM)


def test_the_painted_mesh_shows_known_points(task):
    assert task.paint_vertices.max() == len(task.paint_points) - 1
    assert len(task.paint_vertices) == len(task.paint_train)
    shown = task.paint_train >= 0
    vertices = task.paint_vertices[shown]
    assert np.array_equal(task.paint_points[vertices], task.train_points[task.paint_train[shown]])


@pytest.mark.slow
def test_the_seed_chooses_other_patches(assets, task):
    other = brain_atlas.load(assets, seed=1)
    assert not np.array_equal(other.held_points[:50], task.held_points[:50])


def test_missing_points_are_told_with_what_to_do(tmp_path):
    with pytest.raises(TaskError) as caught:
        brain_atlas.load(tmp_path, 0)
    assert "bake" in caught.value.hint


def test_an_unknown_experiment_is_told_with_the_known_ones():
    with pytest.raises(TaskError) as caught:
        catalogue.find("alchemy")
    assert "brain_atlas" in caught.value.hint
