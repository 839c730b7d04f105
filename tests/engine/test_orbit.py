"""The orbit camera's arithmetic: turning, limits at both ends, inertia, eased moves, standard views."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from game.engine.orbit import SNAP_VIEWS, Orbit, OrbitLimits, View, basis, ease_in_out, place

HOME = View(-54.0, 19.0, 500.0, (0.0, -17.0, 5.0))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("azimuth", [-170.0, -90.0, 0.0, 33.0, 180.0])
@pytest.mark.parametrize("elevation", [-90.0, -40.0, 0.0, 71.0, 90.0])
def test_the_basis_is_orthonormal_and_right_handed_even_at_the_poles(azimuth, elevation):
    right, forward, up = basis(View(azimuth, elevation, 1.0))
    for vector in (right, forward, up):
        assert math.isclose(dot(vector, vector), 1.0, abs_tol=1e-9)
    assert abs(dot(right, forward)) < 1e-9 and abs(dot(right, up)) < 1e-9 and abs(dot(forward, up)) < 1e-9
    cross = (
        right[1] * forward[2] - right[2] * forward[1],
        right[2] * forward[0] - right[0] * forward[2],
        right[0] * forward[1] - right[1] * forward[0],
    )
    assert dot(cross, up) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("letter", "stands", "up"),
    [
        ("L", (-1, 0, 0), (0, 0, 1)),
        ("R", (1, 0, 0), (0, 0, 1)),
        ("A", (0, 1, 0), (0, 0, 1)),
        ("P", (0, -1, 0), (0, 0, 1)),
        ("S", (0, 0, 1), (0, 1, 0)),
        ("I", (0, 0, -1), (0, 1, 0)),
    ],
)
def test_a_snap_view_stands_on_its_side_of_the_brain(letter, stands, up):
    orbit = Orbit(HOME, reduced_motion=True)
    orbit.drag(0.4, 0.2)
    orbit.snap(letter)
    out = [(p - t) / HOME.distance for p, t in zip(place(orbit.view), HOME.target, strict=True)]
    assert out == pytest.approx(stands, abs=1e-6)
    assert basis(orbit.view)[2] == pytest.approx(up, abs=1e-6)
    assert set(SNAP_VIEWS) == set("LRAPSI")


def test_zoom_stops_at_both_ends():
    orbit = Orbit(HOME, OrbitLimits(nearest=100, farthest=900), reduced_motion=True)
    orbit.zoom(500)
    assert orbit.view.distance == 100
    orbit.zoom(-500)
    assert orbit.view.distance == 900


def test_elevation_stops_at_the_poles_and_azimuth_wraps():
    orbit = Orbit(HOME)
    orbit.drag(0.0, 50.0)
    assert orbit.view.elevation == 90.0
    orbit.drag(10.0, 0.0)
    assert -180.0 <= orbit.view.azimuth <= 180.0


def test_dragging_right_turns_the_front_of_the_brain_to_the_right():
    orbit = Orbit(View(0.0, 0.0, 500.0))
    orbit.drag(0.1, 0.0)
    right, _, _ = basis(orbit.view)
    assert dot((0.0, 1.0, 0.0), right) > 0.1  # the front pole has moved to the right of the screen


def test_a_thrown_turn_goes_on_and_dies_away():
    orbit = Orbit(HOME)
    orbit.drag(0.05, 0.0, 1 / 60)
    orbit.release()
    orbit.update(0.1)
    first = orbit.view.azimuth
    assert first != HOME.azimuth
    for _ in range(600):
        orbit.update(1 / 60)
    still = orbit.view
    assert not orbit.moving
    assert not orbit.update(1 / 60) and orbit.view == still


def test_the_hardest_throw_turns_by_what_one_can_follow():
    orbit = Orbit(HOME)
    for _ in range(3):
        orbit.drag(0.2, 0.1, 1 / 120)
    orbit.release()
    let_go = orbit.view
    for _ in range(600):
        orbit.update(1 / 60)
    assert 10.0 < abs(orbit.view.azimuth - let_go.azimuth) < 45.0


def test_reduced_motion_has_no_inertia_and_moves_at_once():
    orbit = Orbit(HOME, reduced_motion=True)
    orbit.drag(0.05, 0.0, 1 / 60)
    orbit.release()
    before = orbit.view
    assert not orbit.update(0.5) and orbit.view == before
    orbit.go_home()
    assert orbit.view == HOME


def test_a_drag_that_stopped_before_the_release_is_no_throw():
    orbit = Orbit(HOME)
    orbit.drag(0.05, 0.0, 1 / 60)
    orbit.update(0.2)
    held = orbit.view
    orbit.release()
    orbit.update(0.2)
    assert orbit.view.azimuth == pytest.approx(held.azimuth, abs=12.0)
    assert orbit.moving is False


def test_an_eased_move_arrives_exactly_by_the_shorter_way():
    orbit = Orbit(replace(HOME, azimuth=170.0))
    orbit.go(replace(HOME, azimuth=-170.0), 0.8)
    orbit.update(0.4)
    assert abs(orbit.view.azimuth) > 170.0
    orbit.update(0.5)
    assert orbit.view == replace(HOME, azimuth=-170.0)
    assert not orbit.moving


def test_home_restores_rotation_zoom_and_pan():
    orbit = Orbit(HOME)
    orbit.drag(0.3, -0.2)
    orbit.zoom(4)
    orbit.update(1.0)
    orbit.pan(0.2, 0.1, 200.0)
    orbit.go_home()
    for _ in range(60):
        orbit.update(1 / 60)
    assert orbit.view == HOME


def test_panning_keeps_the_target_within_reach():
    orbit = Orbit(HOME, OrbitLimits(wander=90))
    for _ in range(40):
        orbit.pan(0.5, 0.3, 220.0)
    assert math.dist(orbit.view.target, HOME.target) <= 90 + 1e-6


def test_facing_a_point_looks_at_it_from_outside():
    orbit = Orbit(HOME, reduced_motion=True)
    orbit.face((-40.0, -17.0, 5.0), 300.0)
    assert orbit.view.azimuth == pytest.approx(-90.0)
    assert place(orbit.view)[0] < -200


def test_easing_starts_and_ends_at_rest():
    assert ease_in_out(0.0) == pytest.approx(0.0, abs=1e-4)
    assert ease_in_out(1.0) == pytest.approx(1.0, abs=1e-4)
    values = [ease_in_out(i / 20) for i in range(21)]
    assert values == sorted(values)
