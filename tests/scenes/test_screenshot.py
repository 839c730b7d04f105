"""F12 saves a picture that shows something, with and without the interface, and says so when it cannot."""

import pytest
from PIL import Image

from game.core.messages import Notice


@pytest.fixture
def said(pilot):
    heard: list[Notice] = []
    pilot.app.context.bus.subscribe(Notice, heard.append)
    return heard


def pictures(pilot):
    return sorted(pilot.app.context.paths.pictures_dir.glob("*"))


def test_a_picture_is_saved_as_png_and_is_not_blank(pilot, said):
    pilot.settle()
    pilot.stage.set_drawing(True)
    pilot.key("f12")
    (file,) = pictures(pilot)
    assert file.suffix == ".png"
    image = Image.open(file)
    assert image.size == (1280, 720)
    assert len(image.resize((160, 90)).getcolors(160 * 90)) > 500
    assert str(file) in said[0].text


def test_with_shift_the_interface_is_left_out_and_comes_back(pilot, said):
    pilot.settle()
    pilot.stage.set_drawing(True)
    with_interface = pilot.picture()
    pilot.app.context.clock.advance(seconds=2)
    pilot.key("f12", "shift")
    bare = Image.open(pictures(pilot)[0])
    corner = (64, 60, 400, 240)  # the title stands here
    assert bare.crop(corner).tobytes() != with_interface.crop(corner).tobytes()
    assert bare.crop(corner).convert("L").getextrema()[1] < 200
    assert pilot.picture().crop(corner).convert("L").getextrema()[1] > 200


def test_a_folder_that_cannot_be_made_is_said(pilot, said):
    pictures_dir = pilot.app.context.paths.pictures_dir
    pictures_dir.parent.mkdir(parents=True, exist_ok=True)
    pictures_dir.write_text("in the way")
    pilot.key("f12")
    assert said[0].kind == "bad"
    assert "could not be saved" in said[0].text
