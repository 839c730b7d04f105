"""The Concept Constellation driven as a visitor does: mouse, wheel, keys, search, links, and every size it must fit."""

from __future__ import annotations

import math

import pytest

from game.core.messages import OpenScene
from game.core.scheduling import Rating

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light"},
    {"size": (1280, 720), "scheme": "contrast", "text_size": 1.5},
    {"size": (1024, 1366)},
]


@pytest.fixture
def sky(make_pilot):
    """The constellation at 1280x720, names placed."""
    return make_pilot("constellation").frames(3)


def find(pilot, key):
    """The pixel of a star."""
    return pilot.facts["screen"][key]


def opened(pilot):
    """Requests for scenes from now on."""
    heard: list[OpenScene] = []
    pilot.app.context.bus.subscribe(OpenScene, heard.append)
    return heard


def test_the_sky_invites_and_a_click_on_a_star_fills_the_panel(sky):
    assert sky.sees("Click a star to read what it means.") and sky.sees("0 of ")
    sky.click(*find(sky, "all-reduce"))
    assert sky.facts["selected"] == "all-reduce"
    assert "all-reduce" in sky.facts["path"] and len(sky.facts["path"]) > 2
    concept = sky.app.context.course.concept("all-reduce")
    assert sky.sees(concept.title) and sky.sees(concept.definition) and sky.sees(concept.cluster)
    assert sky.sees("Not studied yet") and not sky.sees("You would recall it today")
    assert not sky.sees("Click a star")


def test_every_star_is_what_one_clicks(sky):
    scene = sky.scene
    for key, (x, y) in sky.facts["screen"].items():
        hit = scene.star_at(x, y)
        assert hit == key or math.dist(find(sky, hit), (x, y)) < 3, key


def test_a_click_on_the_empty_sky_and_escape_clear_the_selection(sky):
    area = sky.scene.area
    sky.click(*find(sky, "float16")).click(area.x + 3, area.y + 3)
    assert sky.facts["selected"] == ""
    sky.click(*find(sky, "float16")).key("escape")
    assert sky.facts["selected"] == "" and sky.facts["scene"] == "constellation"


def test_hover_names_a_star_and_clusters_are_always_named(sky):
    groups = {f"group:{c.cluster}" for c in sky.app.context.course.concepts}
    assert set(sky.facts["names"]) == groups
    sky.move(*find(sky, "float16")).frames(2)
    assert sky.facts["hovered"] == "float16" and "float16" in sky.facts["names"]
    sky.move(*sky.scene.layer.find("menu").window_rect().centre).frames(2)
    assert sky.facts["hovered"] == "" and set(sky.facts["names"]) == groups


def test_a_drag_turns_the_wheel_comes_nearer_and_home_resets(sky):
    before = sky.facts["view"]
    x, y = sky.scene.area.centre
    sky.drag(x, y, x + 120, y - 40)
    assert sky.facts["view"].azimuth != before.azimuth and sky.facts["selected"] == ""
    sky.frames(90).wheel(x, y, 3).frames(60)
    assert sky.facts["view"].distance < before.distance * 0.8
    sky.drag(x, y, x + 50, y, button=3).frames(2)
    assert sky.facts["view"].target != before.target
    sky.key("home").frames(70)
    assert sky.facts["view"] == before
    sky.wheel(x, y, -40).frames(90).press("whole").frames(70)
    assert sky.facts["view"] == before


def test_search_finds_with_a_mistake_and_enter_selects(sky):
    sky.key("/").type("broadcst")
    assert sky.facts["results"][0] == "Broadcast"
    sky.key("escape")
    assert sky.facts["results"] == [] and sky.facts["scene"] == "constellation"
    sky.key("/").type("gradient").key("arrow_down").key("enter").frames(3)
    title = sky.app.context.course.concept(sky.facts["selected"]).title
    assert "gradient" in title.lower() and sky.facts["results"] == []


def test_a_result_can_be_clicked_and_nothing_found_is_said(sky):
    sky.press("search").type("xyzzyq")
    assert sky.sees("Nothing found")
    sky.key("backspace", times=6).type("accumul")
    wanted = sky.facts["results"][0]
    sky.press("search-row-0").frames(2)
    assert sky.app.context.course.concept(sky.facts["selected"]).title == wanted
    sky.key("/").type("loss").click(sky.scene.area.x + 3, sky.scene.area.y + 3).frames(2)
    assert sky.facts["results"] == []


def test_the_keyboard_alone_walks_and_selects(sky):
    sky.key("arrow_right")
    first = sky.facts["cursor"]
    assert first and first in sky.facts["names"]
    x = find(sky, first)[0]
    sky.key("arrow_right")
    second = sky.facts["cursor"]
    assert find(sky, second)[0] > x
    sky.key("enter").frames(2)
    assert sky.facts["selected"] == second
    before = sky.facts["view"]
    sky.key("arrow_left", "shift").frames(2)
    assert sky.facts["view"].azimuth != before.azimuth and sky.facts["cursor"] == second


def test_links_lead_to_neighbours_lesson_card_and_lab(sky):
    heard = opened(sky)
    sky.click(*find(sky, "all-reduce"))
    neighbour = next(w for w in sky.facts["widgets"] if w.startswith("to-"))
    sky.press(neighbour).frames(3)
    assert sky.facts["selected"] == neighbour.removeprefix("to-")
    course = sky.app.context.course
    concept = next(c for c in course.concepts if c.cards and c.section)
    sky.scene.select(concept.id)
    sky.frames(3)
    for widget, scene, params in (
        ("read", "lesson", {"lesson": course.lessons[0].id, "section": concept.section}),
        ("card", "flashcards", {"card": concept.cards[0]}),
        ("run", "lab", {"experiment": "brain_atlas"}),
    ):
        sky.app.director._requests.clear()
        heard.clear()
        found = sky.scene.layer.find(widget)
        found.activate()
        sky.app.context.bus.drain()
        sky.app.director._requests.clear()  # stay here
        assert [(one.scene, dict(one.params)) for one in heard] == [(scene, params)]


def test_the_first_button_begins_and_a_link_from_elsewhere_selects(make_pilot):
    pilot = make_pilot("constellation").frames(3)
    assert pilot.facts["focused"] == "begin"
    pilot.key("enter").frames(3)
    assert pilot.facts["selected"] == pilot.scene.model.first()
    pilot = make_pilot("constellation", params=(("concept", "float16"),))
    assert pilot.facts["selected"] == "float16"


def test_what_is_retained_lights_the_stars(make_pilot):
    pilot = make_pilot("course")
    context = pilot.app.context
    concept = next(c for c in context.course.concepts if c.cards)
    context.study.rate(context.course.item_id("card", concept.cards[0]), Rating.GOOD)
    context.bus.post(OpenScene("constellation", (("concept", concept.id),)))
    pilot.until_scene("constellation").frames(3)
    assert pilot.facts["recall"] > 0.9 and pilot.facts["lit"] >= 1
    assert pilot.sees("You would recall it today") and pilot.sees("100 %")
    assert not pilot.sees("Not studied yet")


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_nothing_overlaps_or_leaves_the_window(make_pilot, look):
    pilot = make_pilot("constellation", **look).frames(3)
    assert pilot.complaints() == []
    pilot.scene.select_and_show("all-reduce")
    pilot.frames(60)
    assert pilot.complaints() == [] and pilot.sees("All-reduce")
    pilot.press("whole").frames(60)
    x, y = pilot.scene.area.centre
    pilot.drag(x, y, x + 90, y + 30).frames(60)
    assert pilot.complaints() == []


def test_large_text_folds_the_search_into_a_button(make_pilot):
    pilot = make_pilot("constellation", text_size=2.0).frames(3)
    assert "search" not in pilot.facts["widgets"]
    pilot.press("search-open").type("float16").frames(2)
    assert pilot.facts["results"][0] == "float16" and pilot.complaints() == []
    pilot.key("enter").frames(3)
    assert pilot.facts["selected"] == "float16" and "search" not in pilot.facts["widgets"]


def test_the_beads_stand_still_in_reduced_motion(make_pilot):
    for motion, moves in (("full", True), ("reduced", False)):
        pilot = make_pilot("constellation", motion=motion, params=(("concept", "all-reduce"),)).frames(5)
        before = pilot.scene.view.travelled
        pilot.frames(10)
        assert (pilot.scene.view.travelled != before) is moves


def test_leaving_gives_everything_back(make_pilot):
    pilot = make_pilot("course").frames(3)
    world = pilot.stage.world.get_num_children()
    widgets = pilot.stage.ui.get_num_children()
    pilot.app.context.bus.post(OpenScene("constellation", (("concept", "float16"),)))
    pilot.until_scene("constellation").frames(5)
    scope = pilot.scene.scope
    assert scope.census()["nodes"] > 0
    pilot.key("escape").key("escape").until_scene("course").frames(2)
    assert sum(scope.census().values()) == 0 and scope.closed
    assert pilot.stage.world.get_num_children() == world and pilot.stage.ui.get_num_children() == widgets
