"""The Neuroanatomy Explorer driven as a visitor does: mouse, wheel, keys, search, glass, and every size it must fit."""

from __future__ import annotations

import pytest

from tests.scenes.explorers import pixel_of

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light"},
    {"size": (1280, 720), "scheme": "contrast", "text_size": 1.5},
    {"size": (1024, 1366)},
]


def open_glass(pilot):
    """The glass view with its MRI planes, which are loaded on a thread."""
    pilot.key("g").frames(2)
    assert pilot.scene.mri.wait(60.0)
    return pilot.until(lambda: pilot.facts["planes"], what="the MRI planes").frames(40)


def test_an_empty_panel_invites_and_a_click_on_a_region_fills_it(explorer):
    assert explorer.sees("Click a region")
    explorer.click(*pixel_of(explorer, "ctx-lh-precentral"))
    assert explorer.facts["selected"] == "ctx-lh-precentral"
    assert explorer.sees("Precentral gyrus") and explorer.sees("gyrus precentralis")
    assert not explorer.sees("Click a region")


def test_hover_names_the_region_at_once_and_the_sky_has_no_name(explorer):
    explorer.move(*pixel_of(explorer, "ctx-lh-superiortemporal"))
    assert explorer.facts["hovered"] == "ctx-lh-superiortemporal"
    assert explorer.facts["tag"] == "Left superior temporal gyrus"
    area = explorer.scene.view.area
    explorer.move(area.x + 4, area.y + 4).frames(
        2
    )  # on software graphics a pointer that moves on is followed 20 times a second
    assert explorer.facts["hovered"] == "" and explorer.facts["tag"] == ""


def test_a_click_beside_the_brain_clears_the_selection(explorer):
    explorer.click(*pixel_of(explorer, "ctx-lh-precentral"))
    area = explorer.scene.view.area
    explorer.click(area.x + 4, area.y + 4)
    assert explorer.facts["selected"] == "" and explorer.sees("Click a region")


def test_a_drag_turns_and_never_selects(explorer):
    before = explorer.scene.view.orbit.view
    x, y = explorer.scene.view.area.centre
    explorer.drag(x, y, x + 160, y - 30)
    after = explorer.scene.view.orbit.view
    assert after.azimuth != before.azimuth and after.elevation != before.elevation
    assert explorer.facts["selected"] == ""


def test_pan_zoom_and_home_with_rotation(explorer):
    orbit = explorer.scene.view.orbit
    x, y = explorer.scene.view.area.centre
    explorer.drag(x, y, x + 60, y + 40, button=3).drag(x, y, x - 90, y).wheel(x, y, 4).frames(90)
    assert orbit.view.target != orbit.home.target and orbit.view.distance < orbit.home.distance
    explorer.key("home").frames(60)
    assert orbit.view == orbit.home


def test_zoom_direction_follows_the_setting(explorer):
    from game.core.messages import ChangeSetting

    explorer.app.context.bus.post(ChangeSetting("mouse_zoom", "reversed"))
    orbit = explorer.scene.view.orbit
    explorer.frames(2).wheel(*explorer.scene.view.area.centre, 3).frames(60)
    assert orbit.view.distance > orbit.home.distance


def test_a_double_click_selects_and_comes_closer(explorer):
    before = explorer.scene.view.orbit.view.distance
    explorer.double_click(*pixel_of(explorer, "ctx-lh-supramarginal")).frames(70)
    assert explorer.facts["selected"] == "ctx-lh-supramarginal"
    assert explorer.scene.view.orbit.view.distance < before


@pytest.mark.parametrize(
    ("key", "letter"), [("1", "L"), ("2", "R"), ("3", "A"), ("4", "P"), ("5", "S"), ("6", "I")]
)
def test_the_snap_views_by_key(explorer, key, letter):
    from game.engine.orbit import SNAP_VIEWS

    explorer.key(key).frames(60)
    view = explorer.scene.view.orbit.view
    azimuth, elevation = SNAP_VIEWS[letter]
    assert abs((view.azimuth - azimuth + 180) % 360 - 180) < 1e-6 and view.elevation == elevation


def test_a_click_on_the_cube_looks_from_that_side(explorer):
    cube = explorer.scene.layer.find("cube")
    x, y = next(
        (cube.rect.x + i * cube.rect.w / 20, cube.rect.y + j * cube.rect.h / 20)
        for i in range(20)
        for j in range(20)
        if cube.face_under(cube.rect.x + i * cube.rect.w / 20, cube.rect.y + j * cube.rect.h / 20) == "S"
    )
    explorer.click(x, y).frames(60)
    assert explorer.scene.view.orbit.view.elevation == 90.0


def test_the_view_menu_by_mouse_and_by_key(explorer):
    explorer.press("view-tissue")
    assert explorer.facts["mode"] == "tissue"
    explorer.key("g")
    assert explorer.facts["mode"] == "glass"
    explorer.key("r")
    assert explorer.facts["mode"] == "regions"


def test_search_with_a_mistake_and_enter_shows_the_hippocampus_through_glass(explorer):
    explorer.key("/").type("hipocampus")
    assert explorer.sees("hippocampus")
    explorer.key("enter").frames(60)
    assert explorer.facts["selected"] == "Left-Hippocampus"
    assert explorer.facts["mode"] == "glass"
    assert explorer.sees("Hippocampus")
    assert explorer.facts["focused"] == ""


def test_in_glass_picking_goes_through_the_ghost_and_beside_it_takes_the_ghost(explorer):
    x, y = pixel_of(explorer, "Left-Putamen")
    explorer.frames(3).move(x, y)
    assert explorer.facts["hovered"].startswith("ctx-lh-")
    explorer.key("g").key("m", "shift").frames(43).move(
        *pixel_of(explorer, "Left-Putamen")
    )  # without the planes
    assert explorer.facts["hovered"] == "Left-Putamen"
    explorer.frames(3).move(*pixel_of(explorer, "ctx-lh-superiorparietal")).frames(1)
    assert explorer.facts["hovered"].startswith("ctx-")


def test_a_selection_that_something_hides_shines_through(explorer):
    explorer.scene.select("ctx-lh-precentral")
    assert not explorer.frames(2).facts["shines"]
    explorer.key("2").frames(60)
    assert explorer.facts["shines"]
    explorer.scene.select("Left-Red-Nucleus")
    assert explorer.frames(3).facts["shines"]


def test_a_selection_that_a_hand_turned_away_shines_through(make_pilot):
    pilot = make_pilot("brain", motion="reduced").settle()  # the brain stops where it is let go
    pilot.until(lambda: pilot.facts["brain"], what="the brain")
    pilot.scene.select("ctx-lh-precentral")
    assert not pilot.frames(2).facts["shines"]
    area = pilot.scene.view.area
    pilot.drag(area.x + 20, area.centre[1], area.right - 20, area.centre[1]).frames(2)
    assert pilot.facts["shines"]


def test_a_container_gives_way_to_the_nuclei_in_it(explorer):
    explorer.key("g").key("m", "shift").frames(40)
    start = explorer.scene.view.centre_of("Left-Red-Nucleus")
    brain = explorer.scene.view.brain
    concealed = explorer.scene.model.concealed()
    assert "Left-VentralDC" in concealed
    from panda3d.core import Point3

    pick = brain.pick(Point3(*start) + Point3(0, -8, 0), Point3(*start))
    assert pick is not None and pick.region_id != "Left-VentralDC"


def test_the_glass_view_has_planes_that_move_and_names_that_follow(explorer):
    open_glass(explorer)
    assert {"Left-Thalamus", "Left-Putamen"} <= set(explorer.facts["labels"])
    explorer.key("m").frames(2)
    slider = explorer.scene.layer.find("cut-coronal").window_rect()
    explorer.click(slider.right - 12, slider.centre[1])
    assert explorer.facts["crosshair"][1] > 40
    explorer.key("m").frames(2)
    assert explorer.facts["labels"] != [] and "Left-Thalamus" in explorer.facts["labels"]
    explorer.key("2").frames(60)
    assert any(label.startswith("Right-") for label in explorer.facts["labels"])
    explorer.key("m", "shift").frames(3)
    assert not explorer.facts["planes"]


def test_what_stands_behind_a_plane_is_not_picked(explorer):
    open_glass(explorer)
    explorer.key("3").frames(60)  # from the front
    explorer.scene.move_cut("coronal", 60.0)
    explorer.frames(2).move(*pixel_of(explorer, "Left-Putamen"))
    assert not explorer.facts["hovered"].startswith("Left-")
    explorer.key("m", "shift").frames(3).move(*pixel_of(explorer, "Left-Caudate"))
    assert explorer.facts["hovered"].startswith(("Left-", "CC_"))


def test_a_hidden_region_is_neither_drawn_nor_picked_until_shown_again(explorer):
    at = pixel_of(explorer, "ctx-lh-precentral")
    explorer.click(*at).key("h")
    assert explorer.facts["hidden"] == ["ctx-lh-precentral"] and explorer.facts["selected"] == ""
    explorer.frames(3).move(at[0] + 1, at[1])
    assert explorer.facts["hovered"] != "ctx-lh-precentral"
    assert explorer.sees("Show 1 hidden part")
    explorer.press("show-all").frames(3).move(*at)
    assert explorer.facts["hidden"] == [] and explorer.facts["hovered"] == "ctx-lh-precentral"


def test_everything_by_keyboard_alone(explorer):
    explorer.key("page_down")
    first = explorer.facts["selected"]
    assert first
    explorer.key("page_down")
    assert explorer.facts["selected"] not in ("", first)
    explorer.key("page_up")
    assert explorer.facts["selected"] == first
    explorer.key("o")
    assert explorer.facts["selected"] == first.replace("-lh-", "-rh-")
    before = explorer.scene.view.orbit.view
    explorer.key("arrow_left").frames(30)
    assert explorer.scene.view.orbit.view.azimuth != before.azimuth
    seen = set()
    for _ in range(60):
        explorer.key("tab")
        seen.add(explorer.facts["focused"])
    assert {"back", "menu", "search", "view-glass", "cube", "focus", "hide", "other-side"} <= seen
    explorer.key("escape").key("escape")
    assert explorer.facts["selected"] == ""
    explorer.key("escape").until(lambda: explorer.scene.spec.id != "brain", 30, "leaving")


def test_opened_with_a_region_it_shows_it(make_pilot):
    pilot = make_pilot("brain", params=(("region", "Left-Thalamus"),)).settle().frames(3)
    assert pilot.facts["selected"] == "Left-Thalamus" and pilot.facts["mode"] == "glass"


def test_reduced_motion_moves_at_once(make_pilot):
    pilot = make_pilot("brain", motion="reduced").settle().frames(3)
    pilot.key("5")
    assert pilot.scene.view.orbit.view.elevation == 90.0


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_nothing_overlaps_at_any_size(look, make_pilot):
    pilot = make_pilot("brain", **look).settle().frames(3)
    assert pilot.complaints() == []
    for region in ("ctx-lh-parsopercularis", "Right-Hippocampus", "Midbrain"):
        pilot.scene.select(region)
        pilot.frames(3)
        assert pilot.complaints() == [], region


def test_large_text_folds_the_menu_and_the_search(make_pilot):
    pilot = make_pilot("brain", text_size=2.0).settle().frames(3)
    pilot.press("view-fold")
    pilot.press("view-glass")
    assert pilot.facts["mode"] == "glass" and "view-glass" not in pilot.facts["widgets"]
    pilot.press("search-fold").type("pons").key("enter").frames(3)
    assert pilot.facts["selected"] == "Pons"
    pilot.press("fold-cube").frames(2)
    assert "cube" in pilot.facts["widgets"]


def test_leaving_gives_everything_back(explorer):
    scene = explorer.scene
    world = explorer.stage.world
    assert world.find("**/brain")
    explorer.key("escape").until(lambda: explorer.scene is not scene, 30, "leaving")
    assert sum(scene.scope.census().values()) == 0
    assert explorer.stage.below.find("**/brain-marks").is_empty()


class StubJob:
    """A loading job as a test wants it: where it is, and what comes of it."""

    def __init__(self, fraction=0.4, done=False, error=None):
        self.fraction, self.phase, self.done, self.error = fraction, "Shaping the surface", done, error

    def result(self):
        raise self.error


def open_with(make_pilot, job):
    from game.core.messages import OpenScene

    pilot = make_pilot()
    pilot.app.context.brain = lambda: job
    pilot.app.context.bus.post(OpenScene("brain"))
    return pilot.until_scene("brain").frames(3)


def test_while_the_meshes_load_it_says_so_with_real_progress(make_pilot):
    job = StubJob(0.4)
    pilot = open_with(make_pilot, job)
    assert pilot.sees("Loading 3D model…") and pilot.sees("Click a region")
    assert pilot.scene.layer.find("loading").value == 0.4
    job.fraction = 0.7
    assert pilot.frames(2).scene.layer.find("loading").value == 0.7
    assert pilot.complaints() == []
    pilot.key("page_down").key("home").key("g")  # nothing to show yet, and nothing breaks
    assert pilot.facts["brain"] is False


def test_missing_meshes_are_said_in_a_sentence_and_the_rest_works(make_pilot, tmp_path):
    from game.engine.brain_assets import AssetError

    fault = AssetError(tmp_path / "brain-coarse.npz", "not found", "Restore it from the repository")
    pilot = open_with(make_pilot, StubJob(done=True, error=fault)).frames(3)
    assert pilot.sees("brain-coarse.npz: not found") and not pilot.sees("Loading")
    pilot.key("/").type("pons").key("enter")
    assert pilot.sees("Pons") and pilot.facts["selected"] == "Pons"


@pytest.mark.slow
@pytest.mark.parametrize(
    "look", [{}, {"text_size": 1.25}, {"text_size": 2.0}, {"size": (1024, 1366)}], ids=str
)
def test_no_name_in_the_search_is_ever_cut_off(look, make_pilot):
    pilot = make_pilot("brain", **look).settle()
    pilot.until(lambda: pilot.facts["brain"], what="the brain").frames(2)
    ui, model = pilot.scene.layer, pilot.scene.model
    names = {model.atlas.display_name(region) for region in model.drawn_regions}
    for name in sorted(names, key=lambda words: -ui.measure(words, "label-medium")[0])[:6]:
        pilot.key("/").frames(3)
        pilot.scene.layer.find("search").set_text("")
        pilot.type(name)
        ui = pilot.scene.layer
        row = ui.find("search-row-0")
        title = next(part for part in row._parts if getattr(part, "plain", "").lower() == name.lower())
        assert "…" not in title._node.get_text(), name
        left, _, right, _ = title.bounds
        assert row.rect.x <= left and right <= row.rect.right <= pilot.stage.size[0]
        assert pilot.complaints() == []
        pilot.key("escape").frames(2)
