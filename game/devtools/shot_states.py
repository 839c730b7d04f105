"""What the contact sheet shows: every scene in each of its states, and how to get there by hand.

Read by `shots`. Each state is a name, a scene with parameters, and steps that a visitor could take; the name's first
part is the scene. Adding a state is adding a line to `STATES`. It knows scenes by id and widgets by name only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.core.clock import FakeClock
from game.core.scheduling import Rating
from game.engine.pilot import Pilot
from game.ui.context import Context

Steps = Callable[[Pilot], object]
SETTLED = 90  # frames: a second and a half, longer than any movement of camera or panel
LOADING_S = 60.0  # at most, for the MRI
TRAINING_S = 240.0  # at most, for TensorFlow to start and the first steps to be made
THINKING = 300  # frames: five seconds to find a partner


@dataclass(frozen=True)
class State:
    """name: also the picture's. scene, params: what is opened; steps: what is done then. fresh: nothing learnt yet."""

    name: str
    scene: str
    params: tuple[tuple[str, Any], ...] = ()
    steps: Steps | None = None
    fresh: bool = False


def study_a_week(context: Context, clock: FakeClock) -> None:
    """Leave a week of honest study behind, always the same: some cards, ideas and regions known, some fading."""
    study, course = context.study, context.course
    items = [course.item_id("card", card.id) for card in course.cards]
    items += [course.item_id("concept", concept.id) for concept in course.concepts]
    items += [f"region:{structure.id}" for structure in context.atlas.structures[:40]]
    for day in range(6):
        for number, item in enumerate(items):
            if number % 3 != 2 and (number + day) % 4 == 0:
                study.rate(item, Rating.EASY if number % 5 == 0 else Rating.GOOD, source="deck")
        clock.advance(days=1)
    study.save_score("pairs", course.id, 48.0, seconds=48.0, misses=1, right=6, total=6)


def _keys(*keys: str) -> Steps:
    def steps(pilot: Pilot) -> None:
        for key in keys:
            pilot.key(key).frames(30)

    return steps


def _press(*widgets: str) -> Steps:
    def steps(pilot: Pilot) -> None:
        for widget in widgets:
            pilot.press(widget).frames(30)

    return steps


def _tour(tour: str, steps_on: int) -> Steps:
    """Start a tour from its list and go on by so many steps, at most to its end."""

    def steps(pilot: Pilot) -> None:
        pilot.press("tours").press(f"tour-{tour}")
        for _ in range(steps_on):
            if not pilot.scene.layer.has("tour-next"):
                return
            pilot.key("arrow_right")
        pilot.key("space").frames(SETTLED)

    return steps


def _hover_middle(pilot: Pilot) -> None:
    width, height = pilot.stage.size
    pilot.move(width * 0.42, height * 0.45).frames(6)


def _search(words: str) -> Steps:
    def steps(pilot: Pilot) -> None:
        pilot.key("/").frames(4).type(words)

    return steps


def _mri(*keys: str) -> Steps:
    """Press keys, the MRI panel's among them, once the MRI has been loaded."""

    def steps(pilot: Pilot) -> None:
        pilot.key("m").frames(3)
        pilot.scene.mri.wait(LOADING_S)
        pilot.until(lambda: bool(pilot.facts["planes"]), what="the MRI")
        _keys(*keys)(pilot)

    return steps


def _deck_to_the_end(pilot: Pilot) -> None:
    for _ in range(200):
        if pilot.facts["complete"]:
            return
        pilot.key("space").until(lambda: not pilot.facts["turning"], 120, "the card lies still")
        pilot.key("3").frames(60)
    raise AssertionError("the deck has no end")


def _match(pairs: int, then_hold: bool = False) -> Steps:
    """Match so many pairs, then pick up one term."""

    def steps(pilot: Pilot) -> None:
        board = pilot.scene.board
        for row in range(min(pairs, board.size)):
            partner = next(other for other in range(board.size) if board.belongs(row, other))
            pilot.press(f"term-{row}").press(f"definition-{partner}").frames(THINKING)
        if then_hold:
            pilot.press(f"term-{pairs}")

    return steps


def _answer(pilot: Pilot) -> None:
    if pilot.scene.layer.has("open-check"):  # large text folds the questions into a drawer
        pilot.press("open-check").frames(20)
    pilot.press("answer").type(
        "Each replica has a copy of the whole model and gets its own part of the batch."
    )
    pilot.press("compare")


def _quiz(presses: int) -> Steps:
    """Begin a round of the region quiz and press "I don't know" and "Next" in turn, so many times at most."""

    def steps(pilot: Pilot) -> None:
        pilot.press("start").frames(SETTLED)
        for _ in range(presses):
            if pilot.facts["page"] != "result":
                pilot.press("skip" if pilot.scene.layer.has("skip") else "next").frames(SETTLED)

    return steps


def _train(step: int) -> Steps:
    """Start the real trainer and wait, in real time, until it has made so many steps."""

    def steps(pilot: Pilot) -> None:
        pilot.press("start")
        until = time.monotonic() + TRAINING_S
        while pilot.facts["step"] < step:
            if time.monotonic() > until or pilot.facts["state"] not in ("starting", "running"):
                raise AssertionError(f"the run did not come to step {step}: {pilot.facts['state']}")
            pilot.frames()
            time.sleep(0.02)

    return steps


REGION = ("region", "ctx-lh-precentral")
DEEP = ("region", "Left-Hippocampus")

STATES: tuple[State, ...] = (
    State("home", "home"),
    State("course", "course"),
    State("course-fresh", "course", fresh=True),
    State("menu-settings", "menu"),
    State("menu-keyboard", "menu", steps=_keys("tab", "tab", "tab", "tab", "tab", "tab", "tab")),
    State("menu-about", "menu", (("page", "about"),)),
    State("menu-data", "menu", (("page", "data"),)),
    State("menu-quit", "menu", (("page", "quit"),)),
    State("brain-regions", "brain"),
    State("brain-tissue", "brain", steps=_keys("t")),
    State("brain-glass", "brain", steps=_keys("g")),
    State("brain-selected", "brain", (REGION,)),
    State("brain-deep", "brain", (DEEP,)),
    State("brain-hover", "brain", steps=_hover_middle),
    State("brain-search", "brain", steps=_search("hipo")),
    State("brain-mri", "brain", steps=_mri("g")),
    State("brain-cut", "brain", steps=_mri("t", "w", ">", ">", ">", "3")),
    State("brain-slab", "brain", steps=_mri("r", "a", "w", "7", ">", ">")),
    State("brain-above", "brain", steps=_keys("5")),
    State("brain-names", "brain", steps=lambda pilot: pilot.key("l", "shift")),
    State("brain-tours", "brain", steps=_press("tours")),
    State("brain-tour-step", "brain", steps=_tour("memory", 2)),
    State("brain-tour-end", "brain", steps=_tour("memory", 99)),
    State("brain-bookmark", "brain", steps=_press("bookmark")),
    State("flashcards-front", "flashcards"),
    State("flashcards-back", "flashcards", steps=_keys("space")),
    State("flashcards-complete", "flashcards", steps=_deck_to_the_end),
    State("matching-start", "matching"),
    State("matching-half", "matching", steps=_match(3, then_hold=True)),
    State("matching-done", "matching", steps=_match(99)),
    State("region-quiz-setup", "region_quiz"),
    State("region-quiz-question", "region_quiz", steps=_quiz(0)),
    State("region-quiz-answer", "region_quiz", steps=_quiz(1)),
    State("region-quiz-result", "region_quiz", steps=_quiz(20)),
    State("constellation", "constellation"),
    State("constellation-selected", "constellation", (("concept", "all-reduce"),)),
    State("constellation-search", "constellation", steps=_search("loss sc")),
    State("lesson", "lesson"),
    State("lesson-further", "lesson", steps=_keys("page_down", "page_down")),
    State("lesson-answered", "lesson", (("question", "data-parallelism-idea"),), steps=_answer),
    State("lab-setup", "lab"),
    State("lab-running", "lab", steps=_train(120)),
)
