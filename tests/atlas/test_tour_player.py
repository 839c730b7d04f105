"""The tour player: time, steps by hand, pause, end; every change is a fact, and nothing happens twice."""

import pytest

from game.core.tours import (
    CameraPlace,
    Step,
    StepShown,
    Tour,
    TourEnded,
    TourPaused,
    TourPlayer,
    TourResumed,
)


def step(seconds: float) -> Step:
    return Step("Look here.", "tissue", seconds, CameraPlace(snap="L"))


TOUR = Tour("round", "Round", "All round.", ("A book",), (step(10), step(20), step(10)))


@pytest.fixture
def player() -> TourPlayer:
    made = TourPlayer(TOUR)
    assert made.start() == (StepShown("round", 0),)
    return made


def test_before_the_start_nothing_moves() -> None:
    player = TourPlayer(TOUR)
    assert player.step is None
    for facts in (player.advance(99), player.next(), player.previous(), player.pause(), player.stop()):
        assert facts == ()
    assert (player.share, player.step_share) == (0.0, 0.0)


def test_time_leads_from_step_to_step_and_to_the_end(player: TourPlayer) -> None:
    assert player.advance(9.9) == ()
    assert player.advance(0.2) == (StepShown("round", 1),)
    assert player.elapsed == 0.0
    assert player.advance(20) == (StepShown("round", 2),)
    assert player.advance(10) == (TourEnded("round", completed=True),)
    assert player.step is None
    assert player.advance(10) == ()


def test_a_long_frame_skips_no_step(player: TourPlayer) -> None:
    assert player.advance(1000) == (StepShown("round", 1),)


def test_the_shares_grow_to_one(player: TourPlayer) -> None:
    player.advance(5)
    assert (player.step_share, player.share) == (0.5, 0.125)
    player.next()
    player.advance(10)
    assert (player.step_share, player.share) == (0.5, 0.5)
    player.next()
    player.next()
    assert player.share == 1.0
    assert TOUR.seconds == 40


def test_while_paused_time_stands_still_but_steps_can_be_taken(player: TourPlayer) -> None:
    player.advance(3)
    assert player.pause() == (TourPaused("round"),)
    assert player.pause() == ()
    assert player.advance(100) == ()
    assert player.elapsed == 3
    assert player.next() == (StepShown("round", 1),)
    assert player.advance(100) == ()
    assert player.resume() == (TourResumed("round"),)
    assert player.resume() == ()
    assert player.advance(20) == (StepShown("round", 2),)


def test_toggle_pauses_and_resumes(player: TourPlayer) -> None:
    assert player.toggle() == (TourPaused("round"),)
    assert player.toggle() == (TourResumed("round"),)


def test_back_goes_to_the_step_before_and_the_first_begins_again(player: TourPlayer) -> None:
    player.next()
    assert player.previous() == (StepShown("round", 0),)
    player.advance(4)
    assert player.previous() == (StepShown("round", 0),)
    assert player.elapsed == 0.0


def test_after_the_end_back_shows_the_last_step_and_start_the_first(player: TourPlayer) -> None:
    player.go(2)
    assert player.next() == (TourEnded("round", completed=True),)
    assert player.next() == ()
    assert player.toggle() == ()
    assert player.previous() == (StepShown("round", 2),)
    player.next()
    assert player.start() == (StepShown("round", 0),)
    assert player.advance(10) == (StepShown("round", 1),)


def test_any_step_can_be_chosen_and_none_that_is_not_there(player: TourPlayer) -> None:
    assert player.go(2) == (StepShown("round", 2),)
    for number in (-1, 3):
        with pytest.raises(IndexError, match="no step"):
            player.go(number)


def test_leaving_early_is_no_completion(player: TourPlayer) -> None:
    assert player.stop() == (TourEnded("round", completed=False),)
    assert player.stop() == ()


def test_an_endless_tour_begins_again() -> None:
    player = TourPlayer(TOUR, endless=True)
    player.start()
    player.go(2)
    assert player.advance(10) == (StepShown("round", 0),)
    assert not player.ended


def test_wrong_use_is_an_error(player: TourPlayer) -> None:
    with pytest.raises(ValueError, match="backwards"):
        player.advance(-0.1)
    with pytest.raises(ValueError, match="no steps"):
        TourPlayer(Tour("empty", "Empty", "", (), ()))
