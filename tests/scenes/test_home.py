"""Home and the course page: the brain comes, every door opens, and the keyboard reaches everything."""

from __future__ import annotations

import pytest

from game.app.registry import SCENES
from game.core.messages import ChangeSetting, GoHome
from game.engine.pilot import Pilot
from game.screens.course.scene import CourseScreen

LOOKS = [
    {"size": (1280, 720)},
    {"size": (1920, 1080)},
    {"size": (1280, 720), "text_size": 2.0},
    {"size": (1280, 720), "scheme": "light"},
    {"size": (1280, 720), "scheme": "contrast"},
    {"size": (1024, 1366)},
]
DOORS = ("brain", "region_quiz", "flashcards", "matching", "constellation", "lesson", "lab")


def course_button(pilot: Pilot) -> str:
    return f"course-{pilot.app.context.courses[0].id}"


def test_the_brain_comes_after_an_honest_loading_state(pilot: Pilot) -> None:
    job = pilot.app.context.brain()
    if not job.done:
        assert pilot.sees("Loading 3D model") or job.done
    pilot.settle().until(lambda: bool(pilot.facts["brain"]), what="the brain")
    pilot.frames(2)
    assert not pilot.sees("Loading 3D model")


def test_home_shows_every_course(pilot: Pilot) -> None:
    for course in pilot.app.context.courses:
        assert pilot.sees(course.subject) and pilot.sees(course.subtitle)


@pytest.mark.parametrize("door", DOORS)
def test_the_course_page_opens_its_parts_by_mouse(door: str, pilot: Pilot) -> None:
    if door not in {scene.spec.id for scene in SCENES}:
        pytest.fail(f"there is no scene {door}")
    pilot.press(course_button(pilot)).until_scene("course")
    pilot.press(f"door-{door}").until_scene(door)


def test_the_course_page_opens_by_keyboard_alone(pilot: Pilot) -> None:
    """Enter takes what is focused first; Tab walks over everything and comes round."""
    pilot.key("enter").until_scene("course")
    seen = []
    for _ in range(40):
        pilot.key("tab")
        seen.append(pilot.scene.layer.focused.name)
    assert {f"door-{door}" for door in DOORS} <= set(seen) and {"back", "menu"} <= set(seen)
    while pilot.scene.layer.focused.name != "back":
        pilot.key("tab")
    pilot.key("enter").until_scene("home")


def test_the_quiz_door_tells_the_best_round_as_the_quiz_saves_it(make_pilot) -> None:
    from game.minigames.region_quiz.choosing import Filters
    from game.minigames.region_quiz.memory import GAME

    pilot = make_pilot("course")
    assert pilot.facts["doors"]["region_quiz"] == "Not played yet"
    study = pilot.app.context.study
    for right in (6, 9, 7):
        study.save_score(GAME, Filters().board, 10.0 - right, misses=0, right=right, total=10, session="test")
    study.save_score(GAME, Filters(side="L").board, 0.0, misses=0, right=5, total=5, session="test")
    pilot.app.context.bus.post(GoHome())
    pilot.until_scene("home").press(course_button(pilot)).until_scene("course")
    assert pilot.facts["doors"]["region_quiz"] == "Best 9 of 10" and pilot.sees("Best 9 of 10")


def test_escape_leaves_the_course_page(pilot: Pilot) -> None:
    pilot.press(course_button(pilot)).until_scene("course")
    pilot.key("escape").until_scene("home")


def test_a_drag_turns_the_brain_and_the_wheel_comes_closer(pilot: Pilot) -> None:
    pilot.settle().until(lambda: bool(pilot.facts["brain"]), what="the brain")
    x, y = pilot.scene.brain.area.centre
    orbit = pilot.scene.brain.orbit
    before = orbit.view
    pilot.drag(x, y, x + 200, y)
    assert abs(orbit.view.azimuth - before.azimuth) > 5
    before = orbit.view
    pilot.wheel(x, y, 3).frames(30)
    assert orbit.view.distance < before.distance


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.slow
def test_home_and_course_page_look_right(look: dict, make_pilot) -> None:
    pilot = make_pilot(**look).settle().frames(2)
    assert pilot.complaints() == []
    pilot.press(course_button(pilot)).until_scene("course").frames(2)
    assert pilot.complaints() == []
    assert not any("…" in text for text in pilot.texts())
    places = [pilot.scene.layer.find(f"door-{door}").rect for door in DOORS]
    assert min(min(place.w, place.h) for place in places) >= 44
    for index, one in enumerate(places):
        assert not any(
            one.x < o.right and o.x < one.right and one.y < o.bottom and o.y < one.bottom
            for o in places[index + 1 :]
        )


@pytest.mark.parametrize("text_size", [1.0, 1.5, 2.0])
def test_the_course_says_what_it_is_about_at_every_text_size(make_pilot, text_size: float) -> None:
    pilot = make_pilot(text_size=text_size).settle().frames(2)
    assert any(text.startswith("Make big models trainable") and text.endswith(".") for text in pilot.texts())


def test_larger_text_lays_everything_out_again(pilot: Pilot) -> None:
    before = pilot.scene.layer.find(course_button(pilot)).rect
    pilot.app.context.bus.post(ChangeSetting("text_size", 2.0))
    pilot.frames(3)
    assert pilot.scene.layer.find(course_button(pilot)).rect != before
    assert pilot.complaints() == []


def test_a_failing_part_sends_the_visitor_home_with_a_word(make_pilot, monkeypatch) -> None:
    def fails(self: CourseScreen, dt: float) -> None:
        raise ValueError("out of tune")

    pilot = make_pilot(strict=False)
    monkeypatch.setattr(CourseScreen, "update", fails)
    pilot.press(course_button(pilot)).until(lambda: pilot.app.hud.problem is not None, what="the error panel")
    assert pilot.scene.spec.id == "home"
    assert "out of tune" in pilot.app.hud.problem.details
    pilot.key("enter").frames(2)
    assert pilot.app.hud.problem is None
