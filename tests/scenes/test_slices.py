"""The MRI planes driven as a visitor does: panel, pictures, sliders, keys, wheel and drags in place, cuts, slab."""

from __future__ import annotations

import pytest

from game.worlds.brain.slices_model import SLAB

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light", "text_size": 1.5},
    {"size": (1024, 1366)},
]


@pytest.fixture
def explorer(make_pilot):
    """The explorer with its MRI panel open in the regions view, 1280x720."""
    return opened(make_pilot("brain"))


def opened(pilot):
    pilot.settle().until(lambda: pilot.facts["brain"], what="the brain").frames(2)
    pilot.key("m").frames(2)
    assert pilot.scene.mri.wait(60.0)
    return pilot.until(lambda: pilot.scene.view.has_volume, what="the MRI").frames(3)


def at(pilot, *point):
    return pilot.scene.view.pixel(point)


def places(pilot):
    return dict(zip(("sagittal", "coronal", "axial"), pilot.facts["crosshair"], strict=True))


def test_the_panel_opens_and_closes_by_key_button_and_escape(explorer):
    assert explorer.facts["slices"] and explorer.sees("MRI planes")
    explorer.press("slices-close")
    assert not explorer.facts["slices"] and explorer.sees("Click a region")
    explorer.press("mri")
    assert explorer.facts["slices"]
    explorer.move(10, 10).key("escape")
    if explorer.facts["slices"]:  # the first Escape gave up the focus
        explorer.key("escape")
    assert not explorer.facts["slices"] and explorer.scene.spec.id == "brain"


def test_the_crosshair_names_the_region_and_one_can_read_about_it(explorer):
    for kind, place in (("sagittal", -27), ("coronal", 0), ("axial", 3)):
        explorer.scene.move_cut(kind, place)
    explorer.frames(2)
    assert explorer.facts["crosshair_region"] == "Left-Putamen"
    assert explorer.sees("putamen") and explorer.sees("x −27 y 0 z 3 mm")
    explorer.scene.move_cut("axial", 26)
    assert explorer.frames(2).sees("Left cerebral white matter")
    explorer.press("slices-read")
    assert explorer.facts["selected"] == ""
    explorer.scene.move_cut("axial", 3)
    explorer.frames(2).press("slices-read")
    assert explorer.facts["selected"] == "Left-Putamen" and not explorer.facts["slices"]


@pytest.mark.parametrize("region", ["Left-Hippocampus", "Right-Caudate", "ctx-lh-postcentral"])
def test_the_planes_open_at_the_selected_region(explorer, region):
    explorer.key("m").frames(2)
    explorer.scene.select(region)
    explorer.frames(2).key("m").frames(3)
    assert explorer.facts["slices"] and explorer.facts["crosshair_region"] == region
    explorer.scene.move_cut("axial", 20)
    explorer.key("m").frames(2).key("m").frames(2)
    assert places(explorer)["axial"] == 20, "opened again, they are where they were left"


def test_a_press_and_a_drag_in_a_picture_move_the_other_two_planes(explorer):
    tile = explorer.scene.layer.find("tile-coronal")
    tile.area.reveal(tile.rect)
    rect = tile.window_rect()
    x, y = rect.centre
    explorer.click(x + rect.w / 8, y)
    first = places(explorer)
    assert first["coronal"] == -56 and 10 < first["sagittal"] < 60
    explorer.drag(x, y, x - rect.w / 8, y - 12)
    assert places(explorer)["sagittal"] < -10 and places(explorer)["axial"] > first["axial"]
    explorer.wheel(x, y, 3)
    assert places(explorer)["coronal"] == -53


def test_radiological_pictures_are_turned(explorer):
    explorer.key("8")
    assert explorer.facts["convention"] == "Radiological"
    rect = explorer.scene.layer.find("tile-coronal").window_rect()
    explorer.click(rect.centre[0] + rect.w / 8, rect.centre[1])
    assert places(explorer)["sagittal"] < -10
    explorer.press("tile-sagittal").key("arrow_right")
    side = places(explorer)
    explorer.key("arrow_right")
    assert places(explorer)["coronal"] == side["coronal"] + 1  # pictures from the side are never turned
    explorer.press("convention")
    assert explorer.facts["convention"] in ("Neurological", "Radiological")


def test_sliders_by_mouse_wheel_and_keys(explorer):
    slider = explorer.scene.layer.find("cut-sagittal")
    rect = slider.window_rect()
    explorer.click(rect.centre[0], rect.centre[1])
    assert places(explorer)["sagittal"] == 0
    explorer.wheel(*rect.centre, -2)
    assert places(explorer)["sagittal"] == -2
    explorer.key("arrow_right")
    assert places(explorer)["sagittal"] == -1 and explorer.sees("−1 mm")


def test_keys_move_the_active_plane(explorer):
    assert explorer.facts["active_plane"] == "coronal"
    explorer.key(".").key(",", times=3).key(">").key("<", times=2)
    assert places(explorer)["coronal"] == -68
    explorer.key("a").key(".")
    assert explorer.facts["active_plane"] == "axial" and places(explorer)["axial"] == -18
    explorer.key("m").key(".")
    assert places(explorer)["axial"] == -18  # closed: the keys are free again


def test_the_wheel_over_a_plane_moves_it_and_elsewhere_zooms(explorer):
    explorer.key("3").key("g").frames(90)  # glass, from the front
    before = places(explorer)["coronal"]
    distance = explorer.scene.view.orbit.view.distance
    on_plane = at(explorer, 30.0, before, 45.0)
    assert explorer.scene.view.plane_under(*on_plane) == "coronal"
    explorer.wheel(*on_plane, 4).frames(20)
    assert places(explorer)["coronal"] == before + 4
    assert explorer.scene.view.orbit.view.distance == distance
    area = explorer.scene.view.area
    explorer.wheel(area.x + 5, area.y + 5, 2).frames(30)
    assert explorer.scene.view.orbit.view.distance < distance and places(explorer)["coronal"] == before + 4


def test_a_drag_on_a_plane_moves_it_and_beside_it_turns_the_brain(explorer):
    explorer.key("g").frames(60)
    here = places(explorer)["axial"]
    view = explorer.scene.view.orbit.view
    start = at(explorer, -30.0, 40.0, here)
    assert explorer.scene.view.plane_under(*start) == "axial"
    explorer.drag(*start, *at(explorer, -30.0, 40.0, here + 20))
    assert places(explorer)["axial"] == pytest.approx(here + 20, abs=2)
    assert explorer.scene.view.orbit.view == view and explorer.facts["selected"] == ""
    area = explorer.scene.view.area
    explorer.drag(area.x + 5, area.y + 5, area.x + 90, area.y + 5)
    assert explorer.scene.view.orbit.view.azimuth != view.azimuth


def test_a_cut_takes_away_what_lies_before_it_and_the_face_is_picked(explorer):
    explorer.key("5").frames(60)  # from above
    explorer.scene.move_cut("axial", 3)
    putamen = at(explorer, -27.0, 0.0, 3.0)
    explorer.move(*putamen)
    assert explorer.facts["hovered"].startswith("ctx-lh-")
    explorer.press("scissors-axial").frames(2)
    assert explorer.facts["cutting"] == ["axial"]
    explorer.move(*at(explorer, -27.0, 0.0, 3.0)).frames(2)
    assert explorer.facts["hovered"] == "Left-Putamen"
    explorer.press("flip-axial").frames(2)
    explorer.move(*at(explorer, -27.0, 0.0, 3.0)).frames(2)
    assert explorer.facts["hovered"].startswith("ctx-lh-")
    explorer.press("scissors-axial")
    assert explorer.facts["cutting"] == []


def test_a_cut_follows_its_plane_and_a_slab_has_two_faces(explorer):
    explorer.key("a")
    explorer.key("w")
    brain = explorer.scene.view.brain
    assert [(cut.axis, cut.millimetre) for cut in brain.cuts] == [(2, -19.0)]
    explorer.key(".", times=2).frames(2)
    assert [(cut.axis, cut.millimetre) for cut in brain.cuts] == [(2, -17.0)]
    explorer.key("7").frames(2)
    assert [(cut.millimetre, cut.sign) for cut in brain.cuts] == [(-17.0, 1), (-17.0 - SLAB, -1)]
    explorer.key("e").frames(2)
    assert [(cut.millimetre, cut.sign) for cut in brain.cuts] == [(-17.0, -1), (-17.0 + SLAB, 1)]


def test_a_plane_names_what_is_seen_on_it(explorer):
    explorer.key("g").key("3").frames(90)
    explorer.scene.move_cut("coronal", 0)
    explorer.frames(3).move(*at(explorer, -27.0, 0.0, 3.0)).frames(2)
    assert explorer.facts["hovered"] in ("Left-Putamen", "Left-Caudate")
    explorer.move(*at(explorer, -25.0, 0.0, 40.0)).frames(2)
    assert not explorer.facts["hovered"].startswith("Left-")


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_nothing_overlaps_at_any_size(look, make_pilot):
    pilot = opened(make_pilot("brain", **look))
    assert pilot.complaints() == []
    pilot.key("g").frames(30)
    pilot.scene.desk.toggle_cut("sagittal")
    pilot.scene.move_cut("sagittal", -58)
    pilot.frames(3)
    assert pilot.complaints() == []
    scroll = pilot.scene.layer.find("slices-scroll")
    scroll.scroll_to(scroll.furthest)
    pilot.frames(2)
    assert pilot.complaints() == []


def test_everything_in_the_panel_can_be_reached_by_keyboard(explorer):
    seen = set()
    for _ in range(45):
        explorer.key("tab")
        seen.add(explorer.facts["focused"])
    for kind in ("sagittal", "coronal", "axial"):
        assert {f"tile-{kind}", f"cut-{kind}", f"show-{kind}", f"scissors-{kind}"} <= seen
    assert {"slices-close", "slices-read", "slab", "convention"} <= seen


def test_without_the_mri_cuts_and_crosshair_still_work(make_pilot, monkeypatch, tmp_path):
    from game.engine.brain_assets import AssetError
    from game.worlds.brain import slice_view

    def missing(folder):
        raise AssetError(tmp_path / "mri.npz", "not found", "Restore it from the repository")

    monkeypatch.setattr(slice_view, "load_mri", missing)
    pilot = make_pilot("brain").settle()
    pilot.until(lambda: pilot.facts["brain"], what="the brain").key("m").frames(2)
    assert pilot.scene.mri.wait(60.0)
    pilot.frames(4)
    assert not pilot.facts["planes"] and pilot.facts["slices"]
    pilot.press("scissors-coronal").frames(3)
    assert pilot.facts["cutting"] == ["coronal"]
    assert pilot.facts["crosshair_region"] == "Cerebellum-Left-VI"
    assert pilot.complaints() == []


def test_a_hidden_region_is_not_picked_on_a_plane_and_a_face_hides_the_plane_behind_it(explorer):
    explorer.key("g").key("3").frames(90)
    explorer.scene.move_cut("coronal", -20)
    explorer.frames(3)
    named = explorer.scene.view.slices.region_at
    point = next((x, -20.0, 55.0) for x in range(-60, -10) if named((x, -20.0, 55.0)).startswith("ctx-lh-"))
    region = named(point)
    explorer.move(*at(explorer, *point)).frames(2)
    assert explorer.facts["hovered"] == region
    explorer.scene.select(region)
    explorer.key("h")
    explorer.frames(3).move(1, 1).move(*at(explorer, *point)).frames(2)
    assert explorer.facts["hovered"] != region
    explorer.key("u").key("t")
    explorer.scene.move_cut("coronal", 10)
    explorer.scene.desk.toggle_cut("coronal")  # its face stands before the axial plane
    explorer.frames(60).move(*at(explorer, -25.0, 10.0, 30.0)).frames(2)
    assert explorer.facts["hovered"] == ""  # white matter of the face
    assert explorer.scene.view.plane_under(*at(explorer, -25.0, 10.0, 30.0)) == "coronal"


def test_a_plane_seen_from_its_edge_is_neither_drawn_nor_met(explorer):
    explorer.key("3").frames(90)  # from the front, at the height of the axial plane
    explorer.scene.move_cut("axial", 4)
    explorer.frames(2)
    planes = explorer.scene.view.slices._planes
    assert planes["axial"].node.is_hidden() and not planes["coronal"].node.is_hidden()
    explorer.key("5").frames(90)
    assert not planes["axial"].node.is_hidden()


def test_a_search_while_the_panel_is_open_brings_the_planes_to_what_was_found(explorer):
    before = explorer.facts["crosshair"]
    explorer.scene.found("Left-Amygdala")
    explorer.frames(3)
    assert explorer.facts["crosshair"] != before
    assert explorer.facts["slices"] and explorer.facts["crosshair_region"] == "Left-Amygdala"
