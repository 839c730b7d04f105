"""What is picked is what is drawn: Bullet picking against a plain numpy reference, and the ghost rule."""

from __future__ import annotations

import numpy as np
import pytest

from game.engine.picking import GHOST, HIDDEN, OPAQUE, PickMesh, RegionPicker
from tests.engine.brute_force import brute_force


def ball(
    name: str, radius: float, centre: tuple[float, float, float], first_column: int, rings: int = 24
) -> PickMesh:
    """A bumpy closed ball whose eight octants are eight regions, faces outwards."""
    theta = np.linspace(0, np.pi, rings + 1)[1:-1]
    phi = np.linspace(0, 2 * np.pi, 2 * rings, endpoint=False)
    grid = np.stack(np.meshgrid(theta, phi, indexing="ij"), -1).reshape(-1, 2)
    unit = np.stack(
        [
            np.sin(grid[:, 0]) * np.cos(grid[:, 1]),
            np.sin(grid[:, 0]) * np.sin(grid[:, 1]),
            np.cos(grid[:, 0]),
        ],
        1,
    )
    unit = np.vstack([unit, [[0, 0, 1], [0, 0, -1]]])
    bump = 1 + 0.12 * np.sin(7 * unit[:, 0] + 3) * np.cos(6 * unit[:, 1])
    vertices = (unit * bump[:, None] * radius + np.array(centre)).astype(np.float32)
    n, wide, triangles = len(theta), len(phi), []
    for i in range(n - 1):
        for j in range(wide):
            a, b = i * wide + j, i * wide + (j + 1) % wide
            c, d = a + wide, b + wide
            triangles += [(a, c, b), (b, c, d)]
    for j in range(wide):
        triangles.append((n * wide, j, (j + 1) % wide))
        triangles.append((n * wide + 1, (n - 1) * wide + (j + 1) % wide, (n - 1) * wide + j))
    faces = np.array(triangles, np.uint32)
    middle = unit[faces].mean(1)
    octant = (middle[:, 0] > 0) * 1 + (middle[:, 1] > 0) * 2 + (middle[:, 2] > 0) * 4
    return PickMesh(name, vertices, faces, (first_column + octant).astype(np.int64))


@pytest.fixture(scope="module")
def parts() -> list[PickMesh]:
    return [
        ball("shell", 80.0, (0, 0, 0), 1),
        ball("deep", 25.0, (8, -5, 3), 9),
        ball("stem", 20.0, (0, -60, -70), 17),
    ]


@pytest.fixture(scope="module")
def picker(parts) -> RegionPicker:
    return RegionPicker(parts)


def looks(**changes: tuple[range, int]) -> np.ndarray:
    appearance = np.full(32, OPAQUE, np.uint8)
    for columns, look in changes.values():
        appearance[list(columns)] = look
    return appearance


STATES = {
    "opaque": looks(),
    "glass": looks(shell=(range(1, 9), GHOST)),
    "hidden octants": looks(some=(range(1, 5), HIDDEN)),
    "hidden in glass": looks(shell=(range(1, 9), GHOST), some=(range(9, 12), HIDDEN)),
    "ghost stem": looks(stem=(range(17, 25), GHOST)),
}


@pytest.mark.parametrize("state", STATES)
def test_random_rays_agree_with_brute_force(parts, picker, state):
    rng = np.random.default_rng(list(STATES).index(state))
    appearance, wrong, hits = STATES[state], 0, 0
    for _ in range(150):
        start = rng.normal(size=3)
        start *= 400 / np.linalg.norm(start)
        aim = rng.uniform(-85, 85, 3)
        end = start + (aim - start) * 3
        expected = brute_force(parts, start, end, appearance)
        found = picker.pick(start, end, appearance)
        hits += expected is not None
        if (found.column if found else None) != (expected[0] if expected else None):
            wrong += 1
    assert hits > 60
    assert wrong == 0


def test_a_ghost_is_picked_only_where_nothing_opaque_lies_behind_it(picker):
    glass = STATES["glass"]
    through = picker.pick((8, -400, 3), (8, 400, 3), glass)
    beside = picker.pick((60, -400, 30), (60, 400, 30), glass)
    assert through is not None and through.part == "deep"
    assert beside is not None and beside.part == "shell"


def test_a_part_that_is_not_drawn_is_never_picked(picker):
    hit = picker.pick((8, -400, 3), (8, 400, 3), STATES["opaque"], drawn=("deep", "stem"))
    assert hit is not None and hit.part == "deep"
    assert picker.pick((60, -400, 30), (60, 400, 30), STATES["opaque"], drawn=("deep",)) is None


def test_a_miss_is_none_and_the_point_lies_on_the_ray(picker):
    assert picker.pick((300, -400, 0), (300, 400, 0), STATES["opaque"]) is None
    hit = picker.pick((5, -400, 7), (5, 400, 7), STATES["opaque"])
    assert hit is not None
    assert hit.point[0] == pytest.approx(5, abs=1e-3) and hit.point[2] == pytest.approx(7, abs=1e-3)
    assert hit.point[1] < -40
