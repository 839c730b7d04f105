"""Boxes: the middle of a large one is drawn apart, and nobody can see that it is."""

import pytest

from game.engine.projection import Rect
from game.ui.shapes import Box, BoxStyle, flat

RED = (1.0, 0.0, 0.0, 1.0)


@pytest.fixture
def shot(stage):
    """Pixels of the window as a function of x, y."""

    def look():
        stage.set_drawing(True)
        stage.step()
        image = stage.picture()
        return lambda x, y: image.getpixel((x, y))

    stage.set_size(320, 240)
    yield look
    stage.set_size(1280, 720)


def test_a_large_box_has_no_seam_between_rim_and_middle(stage, shot):
    box = Box(stage.ui, Rect(20, 20, 280, 200), flat(RED, 16.0))
    assert len(box.path.get_children()) == 2
    pixel = shot()
    assert {pixel(x, y) for x in range(22, 298, 3) for y in range(40, 200, 3)} == {(255, 0, 0)}
    box.remove()


def test_a_ring_without_a_body_draws_no_middle(stage, shot):
    style = BoxStyle(16.0, edge=RED, edge_width=3.0)
    box = Box(stage.ui, Rect(20, 20, 280, 200), style)
    assert len(box.path.get_children()) == 1
    pixel = shot()
    assert pixel(160, 21) == (255, 0, 0)
    assert pixel(160, 120) != (255, 0, 0)
    box.remove()


def test_corners_are_round_and_a_small_box_is_one_piece(stage, shot):
    box = Box(stage.ui, Rect(20, 20, 60, 60), flat(RED, 30.0))
    assert len(box.path.get_children()) == 1
    pixel = shot()
    assert pixel(50, 50) == (255, 0, 0)
    assert pixel(22, 22) != (255, 0, 0)
    box.remove()


def test_another_colour_or_size_keeps_the_place(stage, shot):
    box = Box(stage.ui, Rect(20, 20, 280, 200), flat(RED))
    box.restyle(top=(0.0, 1.0, 0.0, 1.0), bottom=(0.0, 1.0, 0.0, 1.0))
    box.resize(Rect(40, 40, 200, 160))
    pixel = shot()
    assert pixel(140, 120) == (0, 255, 0)
    assert pixel(30, 30) != (0, 255, 0)
    box.remove()
