"""What stands still is drawn from a picture of it: the same picture, and gone the moment anything changes."""

import numpy as np
import pytest
from panda3d.core import Camera, CardMaker, Geom, TextNode, Texture
from PIL import Image

from game.engine.picture_copy import tile_rows
from game.engine.still_layer import PATIENCE, StillLayer, kept_tiles
from game.engine.vertex_data import quad_geom, rewrite_quads, unculled_node
from game.engine.watch import Watch


def window(stage) -> np.ndarray:
    """What the window's framebuffer holds, whichever way it was drawn."""
    texture = stage.base.win.get_screenshot()
    data = bytes(texture.get_ram_image_as("RGB"))
    image = Image.frombytes("RGB", (texture.get_x_size(), texture.get_y_size()), data)
    return np.asarray(image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)).astype(int)


def card(parent, left, top, width, height, colour):
    """A flat rectangle in pixels."""
    maker = CardMaker("card")
    maker.set_frame(left, left + width, -top - height, -top)
    maker.set_color(*colour)
    return parent.attach_new_node(maker.generate())


def bar(length):
    """Corners of a strip of so many pixels."""
    rows = np.zeros(4, np.dtype([("vertex", "<f4", 3)]))
    rows["vertex"] = [(700, 0, -600), (700 + length, 0, -600), (700 + length, 0, -590), (700, 0, -590)]
    return rows


def write(path, words, colour):
    """Other words, told as ui/text.py does."""
    path.node().set_text(words)
    path.node().set_text_color(*colour)
    path.node().mark_bam_modified()


@pytest.fixture
def parts(stage):
    """A backdrop, something in the world's place, and an interface with a full, a half seen and a written part."""
    was = (stage.base.win.is_active(), stage.size)
    stage.set_drawing(True)
    back = card(stage.backdrop, -1, -1, 2, 2, (0.1, 0.2, 0.4, 1))
    back.set_y(5)  # before its camera
    solid = card(stage.ui, 100, 100, 300, 200, (0.6, 0.2, 0.1, 1))
    veil = card(stage.ui, 350, 50, 500, 500, (1, 1, 1, 0.3))
    text = stage.ui.attach_new_node(TextNode("written"))
    write(text, "Still", (1, 1, 1, 1))
    text.set_pos_hpr_scale(500, 0, -300, 0, 0, 0, 90, 1, 90)
    strip = stage.ui.attach_new_node(unculled_node("bar", quad_geom(bar(200.0), Geom.UH_dynamic)))
    tag = card(stage.below, 380, 120, 100, 60, (0, 1, 0, 1))
    lid = card(stage.above, 600, 400, 60, 60, (1, 0, 1, 1))
    made = {"back": back, "solid": solid, "veil": veil, "text": text, "bar": strip, "tag": tag, "lid": lid}
    yield made
    for node in made.values():
        node.remove_node()
    stage.set_size(*was[1])
    stage.set_drawing(was[0])


ALL = ("backdrop", "below", "ui")
ROUNDING = 2  # of 255: the copy's colours are multiplied and rounded once more


def still(stage, frames: int = 20):
    """Let nothing happen for so many frames."""
    for _ in range(frames):
        stage.step()
    return stage.stills_held()


def test_the_kept_picture_is_the_drawn_one(stage, parts):
    assert still(stage) == ALL
    kept = window(stage)
    stage.picture()
    drawn = window(stage)
    assert stage.stills_held() == (), "a still is drawn, not copied"
    assert np.abs(kept - drawn).max() <= ROUNDING
    assert len(np.unique(kept.reshape(-1, 3), axis=0)) > 6, "all parts are in it"


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p["solid"].set_pos(40, 0, 0),
        lambda p: p["solid"].set_color_scale(0.5, 0.5, 0.5, 1),
        lambda p: p["veil"].hide(),
        lambda p: write(p["text"], "Moved", (1, 1, 1, 1)),
        lambda p: write(p["text"], "Still", (1, 0, 0, 1)),
        lambda p: card(p["solid"], 700, 600, 50, 50, (1, 1, 0, 1)),
        lambda p: rewrite_quads(p["bar"].node().modify_geom(0), bar(50.0)),
    ],
    ids=["place", "colour", "hidden", "text", "text-colour", "new", "geometry"],
)
def test_a_change_shows_in_the_very_frame(stage, parts, change):
    assert still(stage) == ALL
    change(parts)
    stage.step()
    shown = window(stage)
    assert stage.stills_held() == ("backdrop", "below")
    stage.picture()
    assert np.abs(shown - window(stage)).max() <= ROUNDING


def test_a_swap_of_nodes_is_seen(stage, parts):
    assert still(stage) == ALL
    parts["veil"].remove_node()
    parts["veil"] = card(stage.ui, 350, 50, 500, 500, (0, 0, 1, 0.5))
    stage.step()
    assert stage.stills_held() == ("backdrop", "below")


def test_what_moves_with_the_camera_disturbs_nothing(stage, parts):
    assert still(stage) == ALL
    parts["tag"].set_x(-60)
    parts["lid"].set_x(90)
    stage.step()
    assert stage.stills_held() == ("backdrop", "ui")
    shown = window(stage)
    stage.picture()
    assert np.abs(shown - window(stage)).max() <= ROUNDING


def test_another_window_size_makes_another_picture(stage, parts):
    assert still(stage) == ALL
    stage.set_size(1000, 640)
    stage.step()
    assert stage.stills_held() == ()
    assert still(stage) == ALL
    shown = window(stage)
    assert shown.shape == (640, 1000, 3)
    stage.picture()
    assert np.abs(shown - window(stage)).max() <= ROUNDING


def test_a_layer_that_never_rests_is_never_kept(stage, parts):
    still(stage)
    for number in range(12):
        parts["veil"].set_x(1 - number % 2)
        stage.step()
        assert "ui" not in stage.stills_held()


def test_nothing_is_kept_while_nothing_is_drawn(stage, parts):
    stage.set_drawing(False)
    stage.picture()
    assert still(stage) == ()


def test_what_was_kept_is_forgotten_while_nothing_is_drawn(stage, parts):
    assert still(stage) == ALL
    stage.set_drawing(False)
    stage.step()
    assert stage.stills_held() == ()
    stage.set_drawing(True)
    stage.step()
    shown = window(stage)
    stage.picture()
    assert (shown == window(stage)).all()


def test_where_no_buffer_is_to_be_had_the_layer_is_drawn_as_ever(stage, parts, monkeypatch):
    asked = []
    monkeypatch.setattr(StillLayer, "_make_buffer", lambda self, *size: asked.append(size))
    place = stage.ui.parent.attach_new_node("nowhere")
    layer = StillLayer(stage.base, stage.ui, Camera("other"), place)
    for _ in range(3 * PATIENCE):
        assert not layer.step()
        stage.step()
    assert len(asked) == 1 and not layer.held
    place.remove_node()


def test_a_texture_written_anew_is_seen(stage, parts):
    texture = Texture("written")
    texture.setup_2d_texture(1, 1, Texture.T_unsigned_byte, Texture.F_rgba)
    texture.set_ram_image(b"\x00\x00\xff\xff")
    parts["solid"].set_texture(texture)
    watch = Watch(stage.ui)
    assert watch.changed() and not watch.changed()
    texture.set_ram_image(b"\xff\x00\x00\xff")
    assert watch.changed() and not watch.changed()


def test_tiles_are_sorted_by_what_they_cover():
    alpha = np.zeros((70, 100), np.uint8)
    alpha[0:64, 0:32] = 255
    alpha[40, 50] = 2
    alpha[40, 90] = 1
    kept = kept_tiles(alpha, 32)
    assert kept.full.tolist() == [[True, False, False, False], [True, False, False, False], [False] * 4]
    assert kept.part.tolist() == [[False] * 4, [False, True, False, False], [False] * 4]


def test_runs_of_tiles_become_few_rectangles_that_cover_them_once():
    tiles = np.array([[1, 1, 0, 1], [1, 1, 0, 0], [1, 0, 0, 1]], bool)
    corners = tile_rows(tiles, 32)["vertex"].reshape(-1, 4, 3)
    boxes = [
        (c[:, 0].min() / 32, c[:, 0].max() / 32, -c[:, 2].max() / 32, -c[:, 2].min() / 32) for c in corners
    ]
    assert sorted(boxes) == [(0, 1, 2, 3), (0, 2, 0, 2), (3, 4, 0, 1), (3, 4, 2, 3)]
    random = np.random.default_rng(3).random((23, 40)) < 0.6
    covered = np.zeros(random.shape, int)
    for corner in tile_rows(random, 16)["vertex"].reshape(-1, 4, 3) / 16:
        x, y = corner[:, 0].astype(int), -corner[:, 2].astype(int)
        covered[y.min() : y.max(), x.min() : x.max()] += 1
    assert (covered == random).all()


def test_geometry_that_is_watched_only_once_may_not_be_written_anew():
    node = unculled_node("bar", quad_geom(bar(200.0)))
    with pytest.raises(ValueError, match="UH_static"):
        rewrite_quads(node.modify_geom(0), bar(50.0))
