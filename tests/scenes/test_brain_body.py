"""Morph, explode, halves, dissection and the tree, driven by mouse and by keyboard."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from game.core.cuts import BESIDE_MIDLINE, midline
from game.core.messages import BrainDissected, BrainShapeChanged
from game.engine.orbit import View
from game.worlds.brain.view import CENTRE
from tests.scenes.explorers import pixel_of

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "contrast", "text_size": 1.5},
    {"size": (1280, 720), "scheme": "light"},
    {"size": (1024, 1366)},
]


def opened(pilot):
    pilot.settle()
    return pilot.until(lambda: pilot.facts["brain"], what="the brain").frames(2)


@pytest.fixture
def explorer(make_pilot):
    """The explorer with its brain, 1280x720."""
    return opened(make_pilot("brain"))


def told(pilot, kind):
    """A list that fills with the facts of a kind."""
    heard = []
    pilot.scene.scope.subscribe(pilot.app.context.bus, kind, heard.append)
    return heard


def solid(pilot):
    """The slabs, which are made on a thread."""
    pilot.until(lambda: pilot.scene.view.slabs_job is not None, what="the slabs' job")
    assert pilot.scene.view.slabs_job.wait(60.0)
    return pilot.until(lambda: pilot.scene.view.solid, what="the slabs").frames(2)


def test_the_morph_slider_by_mouse_and_the_stages_by_key(explorer):
    heard = told(explorer, BrainShapeChanged)
    slider = explorer.scene.layer.find("morph")
    explorer.click(slider.rect.right - 2, slider.rect.centre[1])
    assert explorer.facts["morph"] == 2.0 and explorer.sees("Inflated")
    assert explorer.scene.view.brain.shape.morph == 2.0
    assert heard[-1] == BrainShapeChanged(2.0, 0.0, "")
    for stage in (0.0, 1.0, 2.0):
        explorer.key("i").frames(2)
        assert explorer.facts["morph"] == stage
    at = pixel_of(explorer, "ctx-lh-supramarginal")
    explorer.frames(3).move(*at)
    assert explorer.facts["hovered"] == "ctx-lh-supramarginal"
    explorer.key("g").frames(2)
    assert explorer.scene.view.brain.shape.morph == 0.0


def test_taken_apart_regions_are_picked_where_they_are(explorer):
    before = explorer.scene.view.orbit.view.distance
    explorer.key("x").key("x")
    solid(explorer)
    assert explorer.facts["explode"] == 1.0 and explorer.scene.view.orbit.view.distance > before
    assert {"slab-L", "slab-R", "deep"} <= set(explorer.scene.view.brain.drawn())
    found = 0
    for region in (
        "ctx-lh-precentral",
        "ctx-lh-superiortemporal",
        "ctx-lh-superiorfrontal",
        "Cerebellum-Left-CrusI",
    ):
        explorer.frames(3).move(*pixel_of(explorer, region))
        found += explorer.facts["hovered"] == region
    assert found >= 2
    explorer.key("x").frames(2)
    assert explorer.scene.view.orbit.view.distance == pytest.approx(before)


def test_halves_show_the_medial_face_with_the_callosum_cut(explorer):
    explorer.press("half-L").frames(60)
    assert explorer.facts["side"] == "L" and explorer.scene.view.orbit.view.azimuth == pytest.approx(90)
    explorer.frames(3).move(*explorer.scene.view.pixel((0.0, 14.0, 12.0)))
    seen = set()
    for y in range(-40, 40, 4):
        for z in range(-10, 34, 4):
            pick = explorer.scene.view.pick(*explorer.scene.view.pixel((0.0, float(y), float(z))))
            seen.add(pick.region_id if pick else "")
    assert {"CC_Central", "CC_Anterior", "CC_Posterior"} <= seen and "Left-Thalamus" in seen
    assert not any(region.startswith(("ctx-rh-", "Right-")) for region in seen)
    explorer.key("b").frames(3)
    assert explorer.facts["side"] == "R"
    explorer.key("b").frames(3)
    assert explorer.facts["side"] == ""


def test_hide_ghost_isolate_undo_redo_and_show_all(explorer):
    heard = told(explorer, BrainDissected)
    explorer.click(*pixel_of(explorer, "ctx-lh-precentral")).key("j").frames(2)
    assert explorer.facts["ghosted"] == ["ctx-lh-precentral"]
    assert explorer.sees("Show all parts")
    assert explorer.facts["selected"] == "ctx-lh-precentral"
    explorer.key("h").frames(2)
    assert explorer.facts["hidden"] == ["ctx-lh-precentral"] and explorer.facts["ghosted"] == []
    assert explorer.facts["selected"] == ""
    explorer.key("z").frames(2)
    assert explorer.facts["ghosted"] == ["ctx-lh-precentral"]
    explorer.press("undo").frames(2)
    assert explorer.facts["ghosted"] == [] and not explorer.scene.layer.find("undo").enabled
    explorer.press("redo").frames(2)
    assert explorer.facts["ghosted"] == ["ctx-lh-precentral"]
    explorer.press("show-all").frames(2)
    assert explorer.facts["ghosted"] == []
    explorer.scene.select("ctx-lh-insula")
    explorer.key("y").frames(2)
    assert "ctx-lh-insula" not in explorer.facts["hidden"] and len(explorer.facts["hidden"]) > 140
    explorer.key("u").frames(2)
    assert explorer.facts["hidden"] == []
    assert heard[0] == BrainDissected((), ("ctx-lh-precentral",)) and heard[-1] == BrainDissected((), ())


def test_parts_alone_fill_the_view_and_the_camera_comes_back_with_the_others(explorer):
    first = explorer.scene.view.orbit.view
    explorer.scene.select("ctx-lh-caudalanteriorcingulate")
    explorer.key("y").frames(60)
    alone = explorer.scene.view.orbit.view
    middle, radius = explorer.scene.view.points.middle("ctx-lh-caudalanteriorcingulate")
    assert alone.target == pytest.approx(middle) and alone.distance < 0.5 * first.distance
    assert 2 * radius * explorer.scene.view.pixels_per_mm < explorer.scene.view.area.h
    assert (alone.azimuth, alone.elevation) == (first.azimuth, first.elevation)
    explorer.key("u").frames(60)
    assert explorer.scene.view.orbit.view == first
    explorer.key("y").frames(60).key("j").frames(3).key("z").frames(60)
    assert explorer.scene.view.orbit.view == alone, "it is still alone"
    explorer.key("z").frames(60)
    assert explorer.scene.view.orbit.view == first, "undo brings the others back too"
    explorer.key("y").frames(60).drag(500, 300, 560, 320).key("u").frames(60)
    turned = explorer.scene.view.orbit.view
    assert (turned.target, turned.distance) == (first.target, first.distance)
    assert turned.azimuth != first.azimuth, "what was turned by hand stays turned"


def test_what_lies_behind_a_hidden_region_is_seen_and_picked(explorer):
    explorer.key("1").frames(60)
    at = pixel_of(explorer, "Left-Putamen")
    names = "insula superiortemporal parsopercularis precentral postcentral supramarginal parstriangularis"
    outer = [f"ctx-lh-{name}" for name in (*names.split(), "middletemporal", "transversetemporal")]
    explorer.scene.body.hide(outer)
    solid(explorer).frames(3).move(*at)
    assert explorer.facts["hovered"] == "Left-Putamen"


def test_the_tree_by_keyboard_alone(explorer):
    explorer.key("p").frames(2)
    assert explorer.facts["parts"][0] == "Left hemisphere"
    explorer.scene.layer.focus("part-Left hemisphere", show=True)
    explorer.key("arrow_right").frames(2).key("arrow_down")
    assert explorer.facts["focused"] == "part-Left hemisphere/Frontal lobe"
    explorer.key("h").frames(2)
    assert len(explorer.facts["hidden"]) == 11
    explorer.key("h").key("j").frames(2)
    assert len(explorer.facts["ghosted"]) == 11 and explorer.facts["hidden"] == []
    explorer.key("enter").frames(2).key("arrow_down").frames(2).key("enter").frames(2)
    assert explorer.facts["selected"].startswith("ctx-lh-")
    explorer.key("arrow_left").frames(2)
    assert explorer.facts["focused"] == "part-Left hemisphere/Frontal lobe"
    explorer.key("arrow_left").frames(2)
    assert "ctx-lh-precentral" not in explorer.facts["parts"]
    explorer.key("escape").key("p").frames(2)
    assert explorer.facts["parts"] == []


def test_the_tree_by_mouse(explorer):
    explorer.press("fold-parts").frames(2)
    explorer.press("part-Deep structures").frames(2)
    explorer.press("part-Deep structures/Basal ganglia").frames(2)
    row = explorer.scene.layer.find("part-Deep structures/Basal ganglia").window_rect()
    explorer.click(row.right - 8, row.centre[1]).frames(2)
    assert "Left-Caudate" in explorer.facts["ghosted"]
    explorer.click(row.right - 8, row.centre[1]).frames(2)
    assert "Left-Caudate" in explorer.facts["hidden"]
    explorer.press("parts-close").frames(2)
    assert explorer.facts["parts"] == [] and explorer.sees("Click a region")


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_nothing_overlaps_at_any_size(look, make_pilot):
    pilot = opened(make_pilot("brain", **look))
    for key in "tsncgdv":
        pilot.key(key).frames(2)
        assert pilot.complaints() == [], key
    pilot.key("r").key("p").frames(2)
    pilot.scene.model.tree.reveal("ctx-lh-precentral")
    pilot.scene.refresh()
    pilot.frames(2)
    assert pilot.complaints() == []
    pilot.key("p").frames(2)
    pilot.scene.body.ghost(["ctx-lh-precentral"])
    pilot.frames(2)
    assert pilot.complaints() == []
    for part in ("view", "legend", "tools", "cube"):
        if pilot.scene.theme.compact:
            pilot.scene.fold(part)
            pilot.frames(2)
            assert pilot.complaints() == [], part


def test_large_text_folds_shape_and_parts_into_buttons(make_pilot):
    pilot = opened(make_pilot("brain", text_size=2.0))
    pilot.press("fold-tools").frames(2)
    slider = pilot.scene.layer.find("morph")
    pilot.click(slider.rect.centre[0], slider.rect.centre[1])
    assert pilot.facts["morph"] == pytest.approx(1.0, abs=0.1)
    pilot.press("half-R").frames(2)
    assert pilot.facts["side"] == "R"
    pilot.press("fold-parts").frames(2)
    assert "part-Left hemisphere" in pilot.facts["widgets"]


def test_the_scale_bar_says_less_the_nearer_one_comes(explorer):
    far = explorer.facts["scale"]
    assert far.endswith(" mm")
    explorer.wheel(*explorer.scene.view.area.centre, 12).frames(90)
    assert int(explorer.facts["scale"].split()[0]) < int(far.split()[0])
    length = int(far.split()[0])
    explorer.key("home").frames(60)
    start, end = (explorer.scene.view.pixel((0.0, -18.0, 4.0 + z)) for z in (0.0, float(length)))
    drawn = length * explorer.scene.view.pixels_per_mm
    assert abs(end[1] - start[1]) <= drawn * 1.05


def test_the_picture_changes_with_morph_and_explode(explorer):
    area = explorer.scene.view.area

    def picture():
        pixels = np.asarray(explorer.frames(3).picture().convert("RGB")).astype(int)
        return pixels[int(area.y) : int(area.bottom), int(area.x) : int(area.right)]

    seen = [picture()]
    for key in "iixx":
        explorer.key(key)
        seen.append(picture())
    for one, other in itertools.pairwise(seen):
        assert (np.abs(one - other).max(axis=2) > 16).mean() > 0.05


def test_a_half_ends_in_faces_that_are_picked_and_are_no_plane(explorer):
    explorer.press("half-L").frames(90)
    view = explorer.scene.view
    assert view.brain.cuts == midline("L")
    _, y, z = view.centre_of("CC_Central")
    at = view.pixel((-BESIDE_MIDLINE, y, z))
    pick = view.pick(*at)
    assert pick is not None and pick.region_id == "CC_Central"
    assert pick.point[0] == pytest.approx(-BESIDE_MIDLINE, abs=0.05)
    explorer.key("m").frames(2)
    assert view.plane_under(*at) == ""
    explorer.key("m").key("x").frames(2)
    assert view.brain.cuts == (), "taken apart, its parts are whole"
    explorer.key("x", times=2).press("half-both").frames(2)
    assert view.brain.cuts == ()


def test_with_large_text_the_way_back_lies_below_brain_and_discs(make_pilot):
    pilot = opened(make_pilot("brain", text_size=2.0))
    pilot.scene.select("ctx-lh-precentral")
    pilot.key("h").frames(60)
    button = pilot.scene.layer.find("show-all").window_rect()
    assert pilot.scene.view.area.bottom <= button.y + 0.5
    assert not any(button.overlaps(disc) for disc in pilot.scene.floating.marks.disc_places())


def test_an_open_panel_takes_the_scale_bars_place(make_pilot):
    pilot = opened(make_pilot("brain", text_size=2.0))
    assert pilot.facts["scale"]
    pilot.press("fold-cube").frames(2)
    assert pilot.facts["scale"] == ""
    pilot.press("fold-cube").frames(2)
    assert pilot.facts["scale"]


@pytest.mark.parametrize("distance", [180.0, 410.0, 700.0])
@pytest.mark.parametrize("names", [False, True])
def test_the_scale_bar_is_as_long_as_it_says(explorer, distance, names):
    if names:
        explorer.key("l", "shift").frames(2)  # the brain makes room for names: everything is smaller
    view = explorer.scene.view
    view.orbit.go(View(0.0, 0.0, distance, CENTRE), 0.0)
    view.rig.apply()
    explorer.scene.floating.place(view, explorer.scene.model)
    length = int(explorer.facts["scale"].split()[0])
    (x0, y0), (x1, y1) = view.pixel(CENTRE), view.pixel((CENTRE[0] + length, CENTRE[1], CENTRE[2]))
    assert explorer.scene.floating.scale.length == pytest.approx(np.hypot(x1 - x0, y1 - y0), abs=1.0)


def test_one_accent_for_the_view_and_one_for_what_to_press(explorer):
    explorer.press("half-L").press("outlines").press("names").press("fold-parts").frames(2)
    explorer.key("m").frames(2)
    for _ in range(2):
        lit = [w.name for w in explorer.scene.layer.widgets if getattr(w, "gold", False)]
        on = {w.name for w in explorer.scene.layer.widgets if getattr(w, "switched_on", False)}
        assert lit and len(lit) <= 2 and lit[0] == "view-regions"
        assert {"half-L", "outlines", "names"} <= on
        explorer.scene.select("ctx-lh-precentral")
        explorer.frames(2)


def test_no_disc_lies_on_the_scale_bar_from_anywhere(explorer):
    view, floating, dice = explorer.scene.view, explorer.scene.floating, random.Random(2)
    met = 0
    for _ in range(80):
        target = (dice.uniform(-60, 60), dice.uniform(-60, 60), dice.uniform(-40, 60))
        view.orbit.go(
            View(dice.uniform(-180, 180), dice.uniform(-80, 80), dice.uniform(150, 420), target), 0.0
        )
        view.rig.apply()
        floating.place(view, explorer.scene.model)
        for disc in floating.marks.disc_places():
            assert not disc.overlaps(floating.scale.rect)
            met += disc.bottom > floating.scale.rect.y - 1 and disc.x < floating.scale.rect.right
    assert met, "no disc came near"


@pytest.mark.parametrize("text_size", [1.0, 1.25])
@pytest.mark.parametrize("size", [(1280, 720), (1090, 640), (1090, 750), (1740, 1080), (2560, 1080)])
def test_no_stage_of_a_slider_is_written_over_its_neighbours(make_pilot, size, text_size):
    explorer = opened(make_pilot("brain", size=size, text_size=text_size, motion="reduced"))
    for morph, explode in ((0.0, 0.0), (1.95, 1.0)):
        explorer.scene.body.set_morph(morph)
        explorer.scene.body.set_explode(explode)
        explorer.scene.refresh()
        explorer.frames(30)
        assert explorer.complaints() == []
        names = (
            "morph",
            "explode",
            "half-both",
            "half-L",
            "half-R",
            "fold-parts",
            "outlines",
            "undo",
            "redo",
        )
        places = [explorer.scene.layer.find(name).rect for name in names]
        assert not [pair for pair in itertools.combinations(places, 2) if pair[0].overlaps(pair[1])]
        assert min(place.w for place in places) > 20
