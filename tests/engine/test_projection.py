"""The off-centre lens puts the subject where it is told, and rays go back through the same pixels."""

import pytest
from panda3d.core import Point3

from game.engine.projection import Rect


@pytest.fixture
def aimed(stage):
    stage.set_size(1280, 720)
    stage.camera.set_pos_hpr(0, -400, 0, 0, 0, 0)
    stage.set_clip(10, 2000)
    stage.aim(Rect(700, 100, 500, 400), fov=26)
    return stage


def test_the_point_looked_at_is_in_the_middle_of_the_area(aimed):
    assert aimed.project(Point3(0, 0, 0)) == pytest.approx((950, 300), abs=0.01)


def test_what_fills_the_field_of_view_fills_the_smaller_side(aimed):
    half = 400 * 0.2308682  # tan(13 degrees)
    top = aimed.project(Point3(0, 0, half))
    assert top == pytest.approx((950, 100), abs=0.1)


def test_a_point_behind_the_camera_has_no_pixel(aimed):
    assert aimed.project(Point3(0, -900, 0)) is None


@pytest.mark.parametrize("pixel", [(700, 100), (950, 300), (20, 700)])
def test_a_ray_passes_through_its_pixel(aimed, pixel):
    origin, direction = aimed.ray(*pixel)
    assert aimed.project(origin + direction * 500) == pytest.approx(pixel, abs=0.05)


def test_rectangles():
    rect = Rect(10, 20, 100, 50)
    assert (rect.right, rect.bottom, rect.centre) == (110, 70, (60, 45))
    assert rect.contains(10, 20)
    assert not rect.contains(110, 20)
    assert rect.inset(10, 5) == Rect(20, 25, 80, 40)
    assert rect.overlaps(Rect(100, 60, 50, 50))
    assert not rect.overlaps(Rect(110, 20, 5, 5))
