"""What the contact sheet shows: every scene in each of its states, and how to get there by hand.

Read by `shots`; shot_brain.py has the explorer's states. Each state is a name, a scene with parameters, and steps that
a visitor could take; the name's first part is the scene. Adding a state is adding a line to `STATES`. It knows scenes
by id and widgets by name only.
"""

from __future__ import annotations

import time

from game.core.clock import FakeClock
from game.core.scheduling import Rating
from game.devtools.shot_brain import BRAIN_STATES, QUIZ_STATES
from game.devtools.shot_steps import SETTLED, State, Steps, keys, search
from game.engine.pilot import Pilot
from game.ui.context import Context

__all__ = ["SETTLED", "STATES", "State", "study_a_week"]
TRAINING_S = 240.0  # at most, for TensorFlow to start and the first steps to be made
THINKING = 300  # frames: five seconds to find a partner


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


STATES: tuple[State, ...] = (
    State("home", "home"),
    State("course", "course"),
    State("course-fresh", "course", fresh=True),
    State("menu-settings", "menu"),
    State("menu-keyboard", "menu", steps=keys("tab", "tab", "tab", "tab", "tab", "tab", "tab")),
    State("menu-about", "menu", (("page", "about"),)),
    State("menu-data", "menu", (("page", "data"),)),
    State("menu-quit", "menu", (("page", "quit"),)),
    *BRAIN_STATES,
    State("flashcards-front", "flashcards"),
    State("flashcards-back", "flashcards", steps=keys("space")),
    State("flashcards-complete", "flashcards", steps=_deck_to_the_end),
    State("matching-start", "matching"),
    State("matching-half", "matching", steps=_match(3, then_hold=True)),
    State("matching-done", "matching", steps=_match(99)),
    *QUIZ_STATES,
    State("constellation", "constellation"),
    State("constellation-selected", "constellation", (("concept", "all-reduce"),)),
    State("constellation-search", "constellation", steps=search("loss sc")),
    State("lesson", "lesson"),
    State("lesson-further", "lesson", steps=keys("page_down", "page_down")),
    State("lesson-answered", "lesson", (("question", "data-parallelism-idea"),), steps=_answer),
    State("lab-setup", "lab"),
    State("lab-running", "lab", steps=_train(120)),
)
