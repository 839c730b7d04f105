"""The bake of visible sets on shapes of which one knows what can be seen: a ball round another, with a pit in it."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from game.engine.brain_geometry import MeshPart
from game.engine.visible_sets import CENTRE, VisibleSets
from tests.brain.meshes import ball
from tests.brain.small_bake import small_bake

ROW = np.dtype([("vertex", "<f4", 3)])


def part(name: str, points: np.ndarray, faces: np.ndarray, outside: int | None = None) -> MeshPart:
    rows = np.zeros(len(points), ROW)
    rows["vertex"] = points + CENTRE
    faces = faces.astype(np.uint32)
    return MeshPart(name, rows, faces, (), outside=None if outside is None else faces[:outside])


@pytest.fixture(scope="module")
def balls():
    points, faces = ball(24)
    pit = points.copy()
    pit[points[:, 2] > 0.8] *= 0.75
    inner, few = ball(8)
    return (
        part("cortex-L", pit * 60, faces),
        part("cerebellum", inner * 30, few, outside=100),
        part("deep", inner * 10, few),
    )


@pytest.fixture(scope="module")
def sets(balls):
    with ProcessPoolExecutor(
        1, multiprocessing.get_context("spawn")
    ) as elsewhere:  # here, the stage would suffer
        arrays = elsewhere.submit(small_bake, balls).result()
    return VisibleSets(arrays.pop("directions"), arrays)


def corners(part: MeshPart, triangles: np.ndarray) -> set[tuple[int, ...]]:
    return set(map(tuple, triangles.tolist()))


def test_only_what_is_drawn_while_closed_has_sets(balls, sets):
    assert set(sets.seen) == {"cortex-L", "cerebellum"}
    assert sets.seen["cerebellum"].shape == (32, 13)  # 100 triangles


def test_what_lies_inside_is_seen_from_nowhere(balls, sets):
    assert not sets.seen["cerebellum"].any()


def test_each_direction_sees_what_faces_it_and_not_what_turns_away(balls, sets):
    outer = balls[0]
    middles = outer.vertices[outer.triangles].mean(axis=1) - CENTRE
    middles /= np.linalg.norm(middles, axis=1)[:, None]
    for cell, direction in enumerate(sets.directions):
        seen = corners(outer, sets.triangles(outer, "", cell))
        lean = middles @ direction
        rim = middles[:, 2] > 0.7  # the pit and its wall
        facing, away = (lean > 0.3) & ~rim, (lean < -0.75) & ~rim
        assert corners(outer, outer.triangles[facing]) <= seen
        assert not corners(outer, outer.triangles[away]) & seen


def test_the_floor_of_a_pit_is_seen_from_above_only(balls, sets):
    outer = balls[0]
    middles = outer.vertices[outer.triangles].mean(axis=1) - CENTRE
    floor = corners(outer, outer.triangles[middles[:, 2] / np.linalg.norm(middles, axis=1) > 0.95])
    for cell, direction in enumerate(sets.directions):
        seen = corners(outer, sets.triangles(outer, "", cell))
        if direction[2] > 0.9:
            assert floor <= seen
        elif direction[2] < -0.5:
            assert not floor & seen


def test_an_eye_finds_the_set_of_its_direction(sets):
    for cell, direction in enumerate(sets.directions):
        assert sets.cell(CENTRE + direction * 300) == cell
        assert sets.cell(CENTRE + direction * 149) is None
