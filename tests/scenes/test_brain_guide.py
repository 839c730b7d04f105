"""Tours and bookmarks of the explorer, driven by buttons and by keys alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.tours import CameraPlace, Step, Tour

TOUR = Tour(
    "short",
    "A short tour",
    "Two stops.",
    ("A book, 2020",),
    (
        Step("The motor cortex.", "regions", 4.0, CameraPlace(snap="L"), side="L", highlight=("precentral",)),
        Step(
            "The thalamus.", "glass", 4.0, CameraPlace(focus="Thalamus", distance=300.0),
            highlight=("Thalamus",), ghost=("Putamen",), hidden=("Caudate",),
        ),
        Step("From above.", "lobes", 4.0, CameraPlace(azimuth=30.0, elevation=60.0)),
    ),
)  # fmt: skip


@pytest.fixture
def explorer(make_pilot):
    return ready(make_pilot("brain"))


def ready(pilot):
    pilot.settle().until(lambda: pilot.facts["brain"], what="the brain").frames(2)
    pilot.scene.guide.tours = (TOUR,)
    return pilot


class Board:
    """A clipboard that holds what it is given."""

    def __init__(self, works=True):
        self.works, self.text = works, None

    def copy(self, text):
        self.text = text if self.works else None
        return self.works

    def paste(self):
        return self.text


def test_a_tour_begun_after_another_was_left_does_not_touch_what_that_one_showed(explorer):
    guide = explorer.scene.guide
    guide.begin(TOUR)
    explorer.frames(3)
    guide.leave()
    explorer.frames(3)
    guide.begin(TOUR)
    explorer.frames(3)
    assert explorer.sees("Step 1 of 3")


@pytest.mark.slow
def test_a_tour_by_its_buttons(explorer):
    explorer.press("tours")
    assert explorer.sees("A short tour") and explorer.sees("Two stops.")
    explorer.press("tour-short").frames(5)
    assert (
        explorer.facts["tour"] == "short"
        and explorer.sees("The motor cortex.")
        and explorer.sees("Step 1 of 3")
    )
    assert explorer.facts["highlighted"] == ["ctx-lh-precentral"]
    explorer.press("tour-next").frames(110)
    assert explorer.sees("The thalamus.") and explorer.facts["mode"] == "glass"
    assert explorer.facts["highlighted"] == ["Left-Thalamus", "Right-Thalamus"]
    assert set(explorer.facts["hidden"]) == {"Left-Caudate", "Right-Caudate"}
    assert explorer.scene.view.orbit.view.distance == 300.0
    explorer.press("tour-previous")
    assert explorer.sees("Step 1 of 3")


@pytest.mark.slow
def test_the_camera_eases_from_stop_to_stop_and_time_leads_on(explorer):
    explorer.scene.guide.begin(TOUR)
    explorer.frames(100)
    assert explorer.scene.view.orbit.view.azimuth == -90.0
    explorer.until(lambda: explorer.facts["tour_step"] == 2, 200, "the second step")
    before = explorer.scene.view.orbit.view
    explorer.frames(20)
    assert explorer.scene.view.orbit.moving and explorer.scene.view.orbit.view != before


@pytest.mark.slow
def test_a_tour_by_keys_alone_and_leaving_restores_the_view(explorer):
    explorer.key("n").frames(20).key("2").frames(60)
    camera = explorer.scene.view.orbit.view
    explorer.scene.select("ctx-rh-precuneus")
    explorer.frames(2).key("t", "shift")
    explorer.key("enter").frames(2)
    assert explorer.facts["tour_step"] == 1
    explorer.key("arrow_right").frames(2)
    assert explorer.facts["tour_step"] == 2
    explorer.key("space")
    assert explorer.facts["tour_paused"] and explorer.sees("Paused")
    explorer.frames(300)
    assert explorer.facts["tour_step"] == 2
    explorer.key("space").key("arrow_left")
    assert explorer.facts["tour_step"] == 1 and not explorer.facts["tour_paused"]
    explorer.key("escape").frames(60)
    assert explorer.facts["tour"] == "" and explorer.facts["guide"] == ""
    assert explorer.facts["mode"] == "networks" and explorer.facts["selected"] == "ctx-rh-precuneus"
    assert explorer.facts["hidden"] == [] and explorer.facts["highlighted"] == []
    assert abs(explorer.scene.view.orbit.view.azimuth - camera.azimuth) < 0.1


def test_the_list_of_tours_takes_the_keys_and_gives_them_back(explorer):
    explorer.scene.guide.tours = (TOUR, replace(TOUR, id="long", title="A long tour"))
    camera = explorer.scene.view.orbit.view
    explorer.key("t", "shift").frames(2)
    assert explorer.facts["focused"] == "tour-short" and explorer.scene.layer.keyboard_mode
    explorer.key("arrow_down").frames(20)
    assert explorer.facts["focused"] == "tour-long" and explorer.scene.view.orbit.view == camera
    explorer.key("escape").frames(2)
    assert explorer.facts["guide"] == "" and explorer.facts["focused"] == ""
    explorer.key("t", "shift").key("arrow_down").key("enter").frames(2)
    assert explorer.facts["tour"] == "long" and explorer.facts["focused"] == ""


@pytest.mark.parametrize(("button", "first"), [("tours", "tour-short"), ("bookmark", "bookmark-copy")])
def test_a_panel_opened_by_its_button_gives_the_focus_back_to_it(button, first, explorer):
    explorer.scene.layer.focus(button, show=True)
    explorer.key("enter").frames(2)
    assert explorer.facts["focused"] == first
    explorer.key("escape").frames(2)
    assert explorer.facts["guide"] == "" and explorer.facts["focused"] == button
    explorer.press(button).frames(2)
    assert explorer.facts["focused"] == first
    explorer.press("guide-close").frames(2)
    assert explorer.facts["focused"] == "", "whoever uses the mouse turns the brain with the arrows at once"


def test_the_end_of_a_tour_offers_what_comes_next(explorer):
    explorer.scene.guide.begin(TOUR)
    explorer.key("arrow_right", times=3)
    assert explorer.sees("That was the tour.") and explorer.facts["tour"] == "short"
    explorer.press("tour-last")
    assert explorer.sees("From above.")
    explorer.press("tour-next").press("tour-leave").frames(3)
    assert explorer.facts["tour"] == ""


def test_reduced_motion_jumps_from_stop_to_stop(make_pilot):
    pilot = ready(make_pilot("brain", motion="reduced"))
    pilot.scene.guide.begin(TOUR)
    assert pilot.frames().scene.view.orbit.view.azimuth == -90.0


def test_taking_the_brain_into_the_hand_pauses_the_tour(explorer):
    explorer.scene.guide.begin(TOUR)
    x, y = explorer.frames(2).scene.view.area.centre
    explorer.drag(x, y, x + 90, y)
    assert explorer.facts["tour_paused"]


@pytest.mark.parametrize(
    "look",
    [{}, {"text_size": 2.0}, {"scheme": "contrast", "text_size": 1.5}, {"size": (1024, 1366)}],
    ids=str,
)
@pytest.mark.slow
def test_tours_and_bookmarks_look_right_at_every_size(look, make_pilot):
    pilot = make_pilot("brain", **look)
    pilot.settle().until(lambda: pilot.facts["brain"], what="the brain").frames(2)
    pilot.press("bookmark").frames(2)
    assert pilot.complaints() == []
    pilot.scene.guide.show_bookmark("brain1.abc.0000")
    assert pilot.frames(2).complaints() == []
    pilot.press("tours").frames(2)
    assert pilot.complaints() == []
    for tour in pilot.scene.guide.tours:
        pilot.scene.guide.begin(tour)
        for _ in tour.steps:
            assert pilot.frames(2).complaints() == [], (tour.id, pilot.facts["tour_step"])
            pilot.key("arrow_right")
        assert pilot.frames(2).complaints() == []


@pytest.mark.slow
def test_the_course_has_tours_and_every_highlight_can_be_shown(explorer):
    tours = explorer.app.context.course.tours
    assert len(tours) >= 6
    for tour in tours:
        explorer.scene.guide.begin(tour)
        for step in tour.steps:
            assert bool(explorer.facts["highlighted"]) == bool(step.highlight)
            shown = [r for r in explorer.facts["highlighted"] if explorer.scene.view.has(r)]
            assert bool(shown) == bool(step.highlight), (tour.id, step.narration)
            explorer.key("arrow_right")


def test_a_bookmark_brings_back_the_whole_view(explorer):
    board = explorer.scene.guide.clipboard = Board()
    explorer.key("s").key("5").frames(60)
    explorer.scene.select("ctx-lh-precuneus")
    explorer.scene.body.hide(["ctx-lh-precentral"])
    explorer.scene.body.set_morph(1.5)
    explorer.frames(3).press("bookmark").press("bookmark-copy")
    assert board.text.startswith("brain1.") and explorer.sees("Copied")
    explorer.press("guide-close")
    explorer.scene.body.show_all()
    explorer.scene.body.set_morph(0.0)
    explorer.scene.select(None)
    explorer.key("r").key("1").frames(60)
    explorer.key("b", "shift").press("bookmark-paste").frames(60)
    facts = explorer.facts
    assert (facts["mode"], facts["selected"]) == ("destrieux", "ctx-lh-precuneus")
    assert facts["hidden"] == ["ctx-lh-precentral"] and facts["morph"] == 1.5
    assert explorer.scene.view.orbit.view.elevation == 90.0


def test_without_a_clipboard_the_field_serves(explorer):
    guide = explorer.scene.guide
    guide.clipboard = Board(works=False)
    explorer.key("v").press("bookmark").press("bookmark-copy")
    assert explorer.sees("There is no clipboard here")
    text = explorer.scene.layer.find("bookmark-text").text
    explorer.key("escape").key("r").press("bookmark")
    field = explorer.scene.layer.find("bookmark-text")
    field.set_text("")
    guide.text = ""
    explorer.press("bookmark-text").type(text).key("enter").frames(2)
    assert explorer.facts["mode"] == "ventricles"


def test_a_damaged_text_is_said_in_a_sentence_and_changes_nothing(explorer):
    guide = explorer.scene.guide
    text = guide.bookmark()
    explorer.press("bookmark")
    before = explorer.facts["mode"]
    assert not guide.show_bookmark(text[:-6] + "x" + text[-5:])
    assert explorer.frames(2).sees("This bookmark is damaged") and explorer.facts["mode"] == before
    assert not guide.show_bookmark("hello") and explorer.frames(2).sees("This is not a bookmark")


def test_the_explorer_opens_with_a_bookmark_or_says_what_is_wrong(make_pilot, explorer):
    explorer.key("l").frames(2)
    text = explorer.scene.guide.bookmark()
    explorer.app.close()
    pilot = ready(make_pilot("brain", params=(("bookmark", text),)))
    assert pilot.facts["mode"] == "lobes"
    pilot.app.close()
    pilot = ready(make_pilot("brain", params=(("bookmark", "brain1.zzz"),)))
    assert "not complete" in pilot.scene.guide.fault


def test_the_explorer_opens_with_a_tour(make_pilot):
    pilot = ready(make_pilot("brain", params=(("tour", "memory"),)))
    assert pilot.facts["tour"] == "memory"
