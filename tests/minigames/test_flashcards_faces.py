"""What is written on a card: its own question, or the general task if it has none."""

from dataclasses import replace

from game.core.content import Card, Course
from game.core.scheduling import NEW
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
