"""The text of a view: there and back, old and new versions, damage, and states that make no sense."""

from __future__ import annotations

import base64
import zlib

import pytest

from game.core.bookmarks import BookmarkError, decode, encode
from game.engine.orbit import Orbit, View
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.view_state import apply_state, camera_of, state

STATE = {"mode": "glass", "camera": [-60.0, 20.0, 410.0, 0.0, -18.0, 4.0], "hidden": ["Left-Putamen"]}


@pytest.fixture(scope="module")
def atlas(root):
    from game.services.atlas_loader import load_atlas

    return load_atlas(root / "assets" / "brain").atlas


def test_there_and_back_and_short():
    text = encode(STATE)
    assert decode(text) == STATE
    assert len(text) < 160 and text.startswith("brain1.") and not set(text) & set(" \n\"'/+=")


def test_blanks_and_line_breaks_of_a_mail_do_not_matter():
    text = encode(STATE)
    assert decode(f"  {text[:20]}\n  {text[20:]}\n") == STATE


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no bookmark here yet"),
        ("a sentence", "not a bookmark"),
        ("brain1.abc", "not complete"),
        ("brain7.AAAA.0000", "newer version"),
        ("brain1." + "A" * 5000 + ".0000", "too long"),
    ],
)
def test_what_is_no_bookmark_is_told_apart(text, words):
    with pytest.raises(BookmarkError, match=words):
        decode(text)


def test_every_changed_letter_is_noticed():
    text = encode(STATE)
    for at in range(len("brain1."), len(text) - 5):
        for letter in "Aa0_":
            if text[at] != letter:
                with pytest.raises(BookmarkError, match="damaged"):
                    decode(text[:at] + letter + text[at + 1 :])


@pytest.mark.parametrize("plain", [b"[" * 90_000, b'{"a":' * 15_000, b'{"a":' + b"1" * 90_000 + b"}"])
def test_a_whole_text_with_nonsense_in_it_is_damaged(plain):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = base64.urlsafe_b64encode(packer.compress(plain) + packer.flush()).decode().rstrip("=")
    with pytest.raises(BookmarkError, match="damaged"):
        decode(f"brain1.{body}.{zlib.crc32(body.encode()) & 0xFFFF:04x}")


def test_a_model_comes_back_as_it_was(atlas):
    model = ExplorerModel(atlas)
    model.set_mode("deep")
    model.toggle_filter(model.legend[0].id)
    model.select("Left-Thalamus")
    model.dissection.hide(["ctx-rh-insula", "Pons"])
    model.dissection.ghost(["ctx-lh-insula"])
    model.morph, model.explode, model.side, model.outlines = 1.25, 0.5, "L", True
    model.slices.move("axial", 12.0)
    model.slices.toggle_cut("axial")
    other = ExplorerModel(atlas)
    apply_state(other, decode(encode(state(model, None))))
    assert state(other, None) == state(model, None)
    assert other.filter == model.filter and other.slices.cuts() == model.slices.cuts()
    apply_state(other, {})
    assert state(other, None) == state(ExplorerModel(atlas), None)


def test_isolating_one_region_makes_a_short_text(atlas):
    model = ExplorerModel(atlas)
    model.dissection.isolate(["ctx-lh-insula"], model.drawn_regions)
    text = encode(state(model, None))
    assert len(text) < 120
    other = ExplorerModel(atlas)
    apply_state(other, decode(text))
    assert other.dissection.hidden == model.dissection.hidden


@pytest.mark.parametrize(
    "given",
    [
        {"mode": "x-rays", "selected": "Left-Nothing", "hidden": "Pons", "ghosted": [3], "morph": "far"},
        {"mode": 7, "explode": 99, "side": "up", "slices": [1], "filter": {"a": 1}, "future": {"deep": True}},
        {"slices": {"places": [1], "shown": "all", "slab": 2, "cutting": ["oblique"]}, "shell": True},
    ],
)
def test_what_makes_no_sense_is_left_alone(given, atlas):
    model = ExplorerModel(atlas)
    apply_state(model, given)
    assert model.mode == "regions" and model.selected is None and not model.dissection.hidden
    assert 0.0 <= model.explode <= 1.0 and model.morph == 0.0 and model.slices.cuts() == ()


def test_the_camera_stays_near_the_brain():
    orbit = Orbit(View(0.0, 0.0, 400.0))
    assert camera_of({"camera": [10, 20, 300, 5, 6, 7]}, orbit) == View(10.0, 20.0, 300.0, (5.0, 6.0, 7.0))
    far = camera_of({"camera": [0, 0, 300, 9000, 0, 0]}, orbit)
    assert far is not None and far.target[0] == orbit.limits.wander
    assert camera_of({"camera": [1, 2]}, orbit) is None and camera_of({}, orbit) is None
