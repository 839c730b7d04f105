"""What is written on a card: its own question, or the general task if it has none."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from game.core.content import Card, Course
from game.core.scheduling import NEW, Phase, Rating, review
from game.minigames.flashcards.faces import TASK, face_of

CARD = Card(
    "loss-scaling",
    "Loss scaling",
    "Multiply, then divide.",
    "Scale the loss",
    prompt="Why is the loss enlarged?",
)
COURSE = Course("c", "Title", "", "", "", "", ())


def test_the_front_asks_the_cards_own_question():
    assert face_of(COURSE, CARD, NEW, 0.0).task == "Why is the loss enlarged?"


def test_a_card_without_a_question_gives_the_general_task():
    assert face_of(COURSE, replace(CARD, prompt=""), NEW, 0.0).task == TASK


def test_a_recall_is_told_only_of_a_card_that_was_known_when_last_asked():
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert face_of(COURSE, CARD, NEW, 0.0).recall == ""
    known, _ = review(NEW, Rating.GOOD, now)
    assert face_of(COURSE, CARD, known, 0.93).recall == "Recall now about 93 %"
    missed, _ = review(NEW, Rating.AGAIN, now)
    assert missed.phase is Phase.LEARNING
    assert face_of(COURSE, CARD, missed, 0.0).recall == "Still being learnt"
    lapsed, _ = review(known, Rating.AGAIN, now + timedelta(days=4))
    assert lapsed.phase is Phase.RELEARNING
    assert face_of(COURSE, CARD, lapsed, 0.0).recall == "Being learnt again"
