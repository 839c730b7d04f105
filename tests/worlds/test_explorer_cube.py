"""The orientation cube's arithmetic: the faces one sees from each side, and the face under a point."""

from __future__ import annotations

import pytest

from game.engine.orbit import SNAP_VIEWS, View
from game.worlds.brain.orientation import face_at, visible_faces


@pytest.mark.parametrize("letter", SNAP_VIEWS)
def test_from_a_standard_view_one_sees_that_face_alone(letter):
    azimuth, elevation = SNAP_VIEWS[letter]
    (face,) = visible_faces(View(azimuth, elevation, 400.0))
    assert face.letter == letter and face.facing == pytest.approx(1.0)
    assert face.middle == pytest.approx((0.0, 0.0), abs=1e-9)


def test_from_the_first_view_one_sees_left_front_and_top_with_left_widest():
    faces = visible_faces(View(-60.0, 20.0, 400.0))
    assert {face.letter for face in faces} == {"L", "A", "S"}
    assert faces[-1].letter == "L"
    middles = {face.letter: face.middle for face in faces}
    assert middles["A"][0] < middles["L"][0] and middles["S"][1] > 0.5


def test_the_face_under_a_point():
    view = View(-60.0, 20.0, 400.0)
    for face in visible_faces(view):
        assert face_at(view, *face.middle) == face.letter
    assert face_at(view, 5.0, 5.0) is None
