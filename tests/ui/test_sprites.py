"""A small thing that moves is drawn from its picture: the same pixels, wherever it goes, and nothing is left of it."""

import numpy as np
import pytest

from game.engine.projection import Rect
from game.ui.shapes import Box, flat
from game.ui.text import TextBlock
from game.ui.theme import Theme
from tests.engine.test_still_layer import ROUNDING, card, window

TINT = (0.2, 0.7, 0.4, 0.8)


@pytest.fixture
def thing(stage, tokens, book):
    """A tag: a rounded box, half seen through, with words on it, over two colours."""
    was = (stage.base.win.is_active(), stage.size)
    stage.set_drawing(True)
    stage.set_size(400, 200)
    ground = card(stage.below, 0, 0, 200, 200, (0.9, 0.3, 0.2, 1))
    node = stage.above.attach_new_node("thing")
    Box(node.attach_new_node("box"), Rect(0.0, -15.3, 150.4, 30.6), flat(TINT, 9.0, (1, 1, 1, 1), 1.0))
    TextBlock(node, book, "Putamen", Theme(tokens, size=(400, 200)).type("label"), (1, 1, 1, 1)).place(
        10, -10
    )
    node.set_pos(100, 0, -100)
    yield node
    node.remove_node()
    ground.remove_node()
    stage.set_size(*was[1])
    stage.set_drawing(was[0])


def look(stage) -> np.ndarray:
    stage.step()
    return window(stage)


def keep(stage, thing) -> None:
    stage.sprites.keep(thing, 0, -15.3, 150.4, 15.3)


def test_the_picture_is_the_thing_also_elsewhere(stage, thing):
    drawn = look(stage)
    thing.set_pos(180, 0, -40)
    elsewhere = look(stage)
    keep(stage, thing)
    assert np.abs(look(stage) - elsewhere).max() == 0, "until there is a picture it is drawn as ever"
    for _ in range(3):
        stage.step()
    assert not thing.find("sprite").is_empty() and thing.find("drawn").is_empty()
    assert np.abs(look(stage) - elsewhere).max() <= ROUNDING
    thing.set_pos(100, 0, -100)
    assert np.abs(look(stage) - drawn).max() <= ROUNDING
    thing.hide()
    assert np.abs(look(stage) - drawn).max() > 50, "all that is compared is in the picture"


def test_a_hidden_thing_gets_its_picture_too(stage, thing):
    drawn = look(stage)
    thing.hide()
    keep(stage, thing)
    for _ in range(4):
        stage.step()
    thing.show()
    assert np.abs(look(stage) - drawn).max() <= ROUNDING


def test_no_buffer_is_left_and_a_thing_may_go_before_its_picture_comes(stage, thing, book):
    before = stage.base.graphicsEngine.get_num_windows()
    short = stage.above.attach_new_node("short")
    Box(short, Rect(0, 0, 20, 20), flat(TINT))
    stage.sprites.keep(short, 0, 0, 20, 20)
    keep(stage, thing)
    short.remove_node()
    for _ in range(4):
        stage.step()
    assert stage.base.graphicsEngine.get_num_windows() == before


@pytest.mark.parametrize("gone", [False, True])
def test_what_was_drawn_for_the_picture_is_given_back(stage, gone):
    prepared = stage.base.win.get_gsg().prepared_objects
    counts = []
    for _ in range(3):
        for _ in range(4):
            thing = stage.above.attach_new_node("thing")
            Box(thing, Rect(0, 0, 20, 20), flat(TINT))
            stage.sprites.keep(thing, 0, 0, 20, 20)
            stage.step()
            if gone:
                thing.remove_node()
            for _ in range(3):
                stage.step()
            thing.remove_node()
        for _ in range(20):  # states that nothing uses go a fourth a frame
            stage.step()
        counts.append((prepared.get_num_prepared_vertex_buffers(), prepared.get_num_prepared_textures()))
    assert counts[1] == counts[2]
