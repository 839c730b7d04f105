"""Two fingers in every place with a camera: they zoom, they select nothing, and buttons never feel the second one."""

from __future__ import annotations

import pytest

from game.core.inputs import MOVE, PRESS, RELEASE
from game.engine.orbit import Orbit


def orbit_of(scene) -> Orbit:
    for owner in (scene, *(getattr(scene, name, None) for name in ("view", "brain", "camera"))):
        for part in (owner, getattr(owner, "brain", None)):
            if isinstance(getattr(part, "orbit", None), Orbit):
                return part.orbit
    raise AssertionError(f"no camera in {scene}")


def area_of(scene):
    """Where the picture is: the largest area that a scene names."""
    owners = (getattr(scene, name, None) for name in ("view", "brain", "camera"))
    areas = [
        part.area
        for owner in owners
        for part in (owner, getattr(owner, "brain", None))
        if hasattr(part, "area")
    ]
    return max(areas, key=lambda area: area.w * area.h)


@pytest.fixture
def somewhere(make_pilot):
    def go(scene, **more):
        pilot = make_pilot(scene, motion="reduced", **more).settle()
        if "brain" in pilot.facts:
            pilot.until(lambda: pilot.facts["brain"], what="the brain")
        return pilot.frames(3)

    return go


@pytest.mark.parametrize("scene", ["home", "course", "brain", "constellation", "region_quiz", "lab"])
def test_two_fingers_come_nearer_and_go_away_and_select_nothing(somewhere, scene):
    pilot = somewhere(scene)
    orbit, (x, y) = orbit_of(pilot.scene), area_of(pilot.scene).centre
    selected = pilot.facts.get("selected")
    far = orbit.view.distance
    pilot.pinch(x, y, 100, 200)
    near = orbit.view.distance
    assert near == pytest.approx(max(far / 2, orbit.limits.nearest), rel=0.02)
    pilot.pinch(x, y, 200, 100)
    assert orbit.view.distance > near * 1.5
    assert pilot.scene.spec.id == scene and pilot.facts.get("selected") == selected


def test_over_a_region_a_pinch_selects_nothing_and_the_next_tap_does(somewhere):
    pilot = somewhere("brain")
    where = pilot.scene.view
    x, y = where.pixel(where.centre_of("ctx-lh-precentral"))
    pilot.pinch(x, y, 60, 62, steps=1)
    assert pilot.facts["selected"] == ""
    x, y = where.pixel(where.centre_of("ctx-lh-precentral"))
    pilot.click(x, y)
    assert pilot.facts["selected"] == "ctx-lh-precentral"


def test_two_fingers_move_the_brain_along(somewhere):
    pilot = somewhere("brain")
    view = pilot.scene.view
    x, y = view.pixel(view.orbit.view.target)
    pilot.finger(PRESS, 0, x - 50, y).finger(PRESS, 1, x + 50, y)
    for step in range(1, 6):
        pilot.finger(MOVE, 0, x - 50 + 8 * step, y).finger(MOVE, 1, x + 50 + 8 * step, y)
    assert view.pixel(view.orbit.home.target)[0] == pytest.approx(x + 40, abs=2)


def test_a_pinch_over_an_mri_plane_zooms_and_leaves_the_plane_where_it_is(somewhere):
    pilot = somewhere("brain").key("m").frames(2)
    assert pilot.scene.mri.wait(60.0)
    pilot.until(lambda: pilot.scene.view.has_volume, what="the MRI").frames(3)
    places, view = pilot.facts["crosshair"], pilot.scene.view
    x, y = view.pixel((0, 0, 60))
    before = view.orbit.view.distance
    pilot.pinch(x, y, 100, 160)
    assert pilot.facts["crosshair"] == places and view.orbit.view.distance < before


def test_a_second_finger_never_presses_a_button(somewhere):
    pilot = somewhere("brain")
    mode = pilot.facts["mode"]
    x, y = pilot.scene.view.area.centre
    bx, by = pilot.scene.layer.find("view-glass").window_rect().centre
    pilot.finger(PRESS, 0, x, y).finger(PRESS, 1, bx, by).finger(RELEASE, 1, bx, by).finger(RELEASE, 0, x, y)
    assert pilot.frames(3).facts["mode"] == mode and pilot.facts["selected"] == ""


def test_a_first_finger_on_a_button_presses_it_whatever_a_second_does(somewhere):
    pilot = somewhere("brain")
    distance = pilot.scene.view.orbit.view.distance
    bx, by = pilot.scene.layer.find("zoom-in").window_rect().centre
    pilot.move(bx, by).finger(PRESS, 0, bx, by).finger(PRESS, 1, 600, 300).finger(MOVE, 1, 700, 300)
    assert pilot.scene.view.orbit.view.distance == distance
    pilot.finger(RELEASE, 1, 700, 300).finger(RELEASE, 0, bx, by).frames(3)
    assert pilot.scene.view.orbit.view.distance == pytest.approx(distance * 0.88)


def test_a_finger_that_presses_and_holds_is_told_the_name_and_its_lifting_selects(somewhere):
    pilot = somewhere("brain")
    view = pilot.scene.view
    x, y = view.pixel(view.centre_of("ctx-lh-precentral"))
    pilot.move(x, y).finger(PRESS, 0, x, y).frames(40)
    assert pilot.facts["tag"] == "Left precentral gyrus" and pilot.facts["selected"] == ""
    pilot.finger(RELEASE, 0, x, y).frames(3)
    assert pilot.facts["selected"] == "ctx-lh-precentral"


def test_one_finger_drags_the_brain_round_without_ever_having_hovered(somewhere):
    pilot = somewhere("brain")
    x, y = pilot.scene.view.area.centre
    azimuth = pilot.scene.view.orbit.view.azimuth
    pilot.drag(x, y, x + 100, y)
    assert pilot.scene.view.orbit.view.azimuth != azimuth and pilot.facts["selected"] == ""
