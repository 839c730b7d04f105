"""The zoom settings in every place with a camera: the wheel's direction and a trackpad's really turn round."""

from __future__ import annotations

import pytest

from game.core.messages import ChangeSetting
from game.ui.context import TRACKPAD_SHARE
from tests.scenes.test_pinch import area_of, orbit_of

PLACES = ["home", "course", "brain", "constellation", "region_quiz", "lab"]


def change(pilot, **settings):
    for name, value in settings.items():
        pilot.app.context.bus.post(ChangeSetting(name, value))
    pilot.frames(3)


def zoomed(pilot, steps):
    """How many notches nearer the camera is after so many steps of the wheel; then it stands as before."""
    orbit, (x, y) = orbit_of(pilot.scene), area_of(pilot.scene).centre
    pilot.wheel(x, y, steps)
    came = orbit.home.distance / orbit.view.distance
    orbit.go(orbit.home, 0.0)
    return came


@pytest.mark.parametrize("place", PLACES)
def test_wheel_and_trackpad_each_have_their_own_direction(make_pilot, place):
    pilot = make_pilot(place, motion="reduced").settle().frames(3)
    orbit_of(pilot.scene).go(orbit_of(pilot.scene).home, 0.0)
    change(pilot, pointer="mouse", mouse_zoom="normal", trackpad_zoom="reversed")
    near = zoomed(pilot, 1)
    assert near > 1
    change(pilot, mouse_zoom="reversed", trackpad_zoom="normal")
    assert zoomed(pilot, 1) == pytest.approx(1 / near)
    change(pilot, pointer="trackpad")
    assert zoomed(pilot, 1) == pytest.approx(near**TRACKPAD_SHARE)
    change(pilot, trackpad_zoom="reversed")
    assert zoomed(pilot, 1) == pytest.approx(near**-TRACKPAD_SHARE)


def test_buttons_and_keys_zoom_in_whatever_the_wheel_is_set_to(make_pilot):
    pilot = make_pilot("brain", motion="reduced").settle().frames(3)
    change(pilot, mouse_zoom="reversed")
    orbit = pilot.scene.view.orbit
    far = orbit.view.distance
    assert pilot.press("zoom-in").scene.view.orbit.view.distance < far
    near = orbit.view.distance
    assert pilot.key("+").scene.view.orbit.view.distance < near


def test_a_pinch_has_one_direction(make_pilot):
    pilot = make_pilot("brain", motion="reduced").settle().frames(3)
    change(pilot, pointer="trackpad", trackpad_zoom="reversed")
    x, y = pilot.scene.view.area.centre
    far = pilot.scene.view.orbit.view.distance
    pilot.pinch(x, y, 100, 150)
    assert pilot.scene.view.orbit.view.distance == pytest.approx(far / 1.5, rel=0.01)


def test_reading_is_not_zooming(make_pilot):
    pilot = make_pilot("lesson").frames(3)
    change(pilot, pointer="trackpad", trackpad_zoom="reversed")
    pilot.wheel(100, 500, -3)  # beside the text
    beside = pilot.facts["offset"]
    assert beside > 0
    pilot.wheel(*pilot.scene.layer.find("text").window_rect().centre, -3)
    assert pilot.facts["offset"] == pytest.approx(2 * beside)
