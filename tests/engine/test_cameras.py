"""What a hand does to a camera: every gesture, once."""

from __future__ import annotations

import pytest
from panda3d.core import NodePath

from game.core.inputs import Gesture
from game.engine.cameras import OrbitRig, height_at
from game.engine.orbit import TURN_PER_HEIGHT, Orbit, OrbitLimits, View

HOME = View(0.0, 0.0, 400.0)


@pytest.fixture
def rig() -> OrbitRig:
    return OrbitRig(NodePath("camera"), Orbit(HOME, OrbitLimits(), reduced_motion=True))


def test_a_drag_turns_by_its_share_of_the_height(rig) -> None:
    rig.take(Gesture("drag", 0, 0, 50, 0, button=1), 200.0)
    assert rig.orbit.view.azimuth == pytest.approx(TURN_PER_HEIGHT / 4)


@pytest.mark.parametrize(
    "hand", [{"button": 3}, {"button": 2}, {"button": 1, "modifiers": frozenset({"shift"})}]
)
def test_another_button_or_shift_moves_what_is_seen_with_the_pointer(rig, hand) -> None:
    rig.take(Gesture("drag", 0, 0, 20, 0, **hand), 200.0, fov=24.0)
    view = rig.orbit.view
    assert view.azimuth == 0.0
    assert view.target[0] == pytest.approx(height_at(400.0, 24.0) / 10)  # from the front, x runs to the left
    assert rig.camera.get_pos()[0] == pytest.approx(view.target[0])


def test_where_the_middle_stays_every_button_turns_and_a_pinch_only_zooms(rig) -> None:
    rig.take(Gesture("drag", 0, 0, 50, 0, button=3), 200.0)
    rig.take(Gesture("pinch", 0, 0, 50, 0, steps=2.0), 200.0)
    view = rig.orbit.view
    assert view.azimuth != 0.0 and view.target == HOME.target and view.distance < HOME.distance


@pytest.mark.parametrize("kind", ["wheel", "pinch"])
def test_wheel_and_pinch_come_nearer_by_notches(rig, kind) -> None:
    rig.take(Gesture(kind, 0, 0, steps=3.0), 200.0, fov=24.0)
    assert rig.orbit.view.distance == pytest.approx(400.0 * 0.88**3)
    assert rig.camera.get_pos()[1] == pytest.approx(rig.orbit.view.distance)


def test_hover_and_click_do_nothing(rig) -> None:
    for kind in ("hover", "click", "drag_end"):
        rig.take(Gesture(kind, 5, 5, button=1), 200.0, fov=24.0)
    assert rig.orbit.view == HOME
