"""The rules of a deck sitting, without a window: flip, rate, save, fail, undo, return, complete."""

from datetime import UTC, datetime, timedelta

import pytest

from game.core.scheduling import Rating
from game.minigames.flashcards.rules import DeckSession, RatingChosen, completion_sentence

NOW = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=2)


def _answer(deck: DeckSession, rating: Rating, now: datetime = NOW, at: float = 0.0) -> None:
    """Flip, rate and pretend that the study service has saved it."""
    assert deck.flip()
    chosen = deck.rate(rating)
    assert chosen is not None
    returns = rating is Rating.AGAIN
    due = now + timedelta(minutes=10) if returns else LATER
    assert deck.scheduled(chosen.item, due, returns, now, at)


def test_a_deck_from_first_card_to_complete():
    deck = DeckSession(["a", "b", "c"])
    seen = []
    while not deck.complete:
        seen.append((deck.current, deck.number, deck.total))
        _answer(deck, Rating.GOOD)
    assert seen == [("a", 1, 3), ("b", 2, 3), ("c", 3, 3)]
    assert deck.progress == 1.0
    assert deck.known_at_once == 3


@pytest.mark.parametrize("rating", list(Rating))
def test_no_rating_before_the_flip_however_hard_the_keys_are_hit(rating):
    deck = DeckSession(["a", "b"])
    for _ in range(20):
        assert deck.rate(rating) is None
    assert deck.current == "a"
    assert deck.waiting is None
    assert not deck.can_undo


def test_a_second_rating_while_the_first_is_being_saved_does_nothing():
    deck = DeckSession(["a", "b"])
    deck.flip()
    assert deck.rate(Rating.GOOD) == RatingChosen("a", Rating.GOOD)
    assert deck.rate(Rating.AGAIN) is None
    assert deck.current == "a"


def test_a_card_turns_only_once():
    deck = DeckSession(["a"])
    assert deck.flip()
    assert not deck.flip()


def test_the_card_moves_only_after_it_is_saved():
    deck = DeckSession(["a", "b"])
    deck.flip()
    deck.rate(Rating.GOOD)
    assert (deck.current, deck.flipped) == ("a", True)
    deck.scheduled("a", LATER, False, NOW, 0.0)
    assert (deck.current, deck.flipped) == ("b", False)


def test_a_failed_save_leaves_the_card_and_lets_the_learner_try_again():
    deck = DeckSession(["a", "b"])
    deck.flip()
    deck.rate(Rating.GOOD)
    deck.failed()
    assert (deck.current, deck.flipped, deck.can_undo) == ("a", True, False)
    assert deck.rate(Rating.EASY) == RatingChosen("a", Rating.EASY)


def test_news_about_another_card_is_not_taken_for_ours():
    deck = DeckSession(["a", "b"])
    assert not deck.scheduled("a", LATER, False, NOW, 0.0)
    deck.flip()
    deck.rate(Rating.GOOD)
    assert not deck.scheduled("b", LATER, False, NOW, 0.0)
    assert deck.current == "a"


def test_again_cards_come_back_at_the_end_of_the_sitting():
    deck = DeckSession(["a", "b", "c"])
    _answer(deck, Rating.AGAIN)
    assert deck.current == "b"
    assert deck.progress == 0.0
    _answer(deck, Rating.GOOD)
    _answer(deck, Rating.GOOD)
    assert deck.current == "a"
    _answer(deck, Rating.GOOD)
    assert deck.complete
    assert deck.known_at_once == 2


def test_an_again_card_that_is_due_goes_before_the_rest():
    deck = DeckSession(["a", "b", "c"])
    _answer(deck, Rating.AGAIN)
    _answer(deck, Rating.GOOD, now=NOW + timedelta(minutes=11))
    assert deck.current == "a"


def test_the_only_card_left_comes_back_at_once():
    deck = DeckSession(["a"])
    _answer(deck, Rating.AGAIN)
    assert (deck.current, deck.flipped, deck.complete) == ("a", False, False)


def test_undo_restores_exactly_over_several_levels():
    deck = DeckSession(["a", "b", "c"])
    states = []
    for rating in (Rating.AGAIN, Rating.GOOD, Rating.GOOD, Rating.HARD):
        deck.flip()
        states.append(deck.state)
        _rate_only(deck, rating)
    assert deck.complete
    for state in reversed(states):
        assert deck.can_undo
        assert deck.undone(0.0)
        assert deck.state == state
    assert not deck.can_undo
    assert not deck.undone(0.0)


def _rate_only(deck: DeckSession, rating: Rating) -> None:
    chosen = deck.rate(rating)
    assert chosen is not None
    returns = rating is Rating.AGAIN
    deck.scheduled(chosen.item, NOW + timedelta(minutes=10) if returns else LATER, returns, NOW, 0.0)


def test_no_undo_while_a_rating_is_being_saved():
    deck = DeckSession(["a", "b"])
    _answer(deck, Rating.GOOD)
    deck.flip()
    deck.rate(Rating.GOOD)
    assert not deck.undone(0.0)
    assert deck.current == "b"


def test_an_empty_deck_is_complete_and_the_same_card_twice_is_one_card():
    assert DeckSession([]).complete
    assert DeckSession([]).progress == 1.0
    assert DeckSession(["a", "a", "b"]).total == 2


def test_the_time_left_is_measured_and_a_pause_does_not_spoil_it():
    deck = DeckSession([str(n) for n in range(20)])
    deck.show(0.0)
    assert deck.minutes_left() is None
    for at in (10.0, 20.0, 4000.0, 4010.0):
        _answer(deck, Rating.GOOD, at=at)
    assert deck.minutes_left() == 3  # 16 cards at 10 seconds


@pytest.mark.parametrize(
    ("tomorrow", "days", "sentence"),
    [
        (12, 1, "That is all for today. 12 cards come back tomorrow."),
        (1, 1, "That is all for today. 1 card comes back tomorrow."),
        (0, 5, "That is all for today. The next card comes back in 5 days."),
        (0, 0, "That is all for now. The next card comes back later today."),
        (0, None, "There are no cards here yet."),
    ],
)
def test_what_is_said_at_the_end(tomorrow, days, sentence):
    assert completion_sentence(tomorrow, days) == sentence
