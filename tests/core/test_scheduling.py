"""The memory model: what is previewed is what is applied, and odd clocks and odd wishes do no harm."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.metadata import version

import pytest

from game.core.scheduling import (
    ALGORITHM,
    NEW,
    MemoryState,
    Phase,
    Policy,
    Rating,
    interval_text,
    preview,
    retrievability,
    review,
)

START = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)


def _life(seed: int, length: int = 12):
    """A card's life with random ratings and gaps: yields (state, moment) before each review."""
    rng = random.Random(seed)
    state, moment = NEW, START
    for _ in range(length):
        yield state, moment
        state, _record = review(state, rng.choice(list(Rating)), moment)
        moment += timedelta(minutes=rng.choice([3, 11, 700, 1500, 9000, 60000]))


@pytest.mark.parametrize("seed", range(20))
def test_the_preview_is_exactly_what_a_rating_applies(seed):
    for state, moment in _life(seed):
        promised = preview(state, moment)
        for rating in Rating:
            after, record = review(state, rating, moment)
            assert after.due is not None
            assert after.due - moment == promised[rating] == record.interval


def test_the_same_card_and_grade_always_give_the_same_interval():
    state, _ = review(NEW, Rating.EASY, START)
    moment = START + timedelta(days=8)
    assert len({review(state, Rating.GOOD, moment)[1].interval for _ in range(50)}) == 1


def test_better_ratings_never_come_back_sooner():
    for seed in range(20):
        for state, moment in _life(seed):
            intervals = list(preview(state, moment).values())
            assert intervals == sorted(intervals)


def test_again_comes_back_in_ten_minutes_and_counts_a_lapse():
    known, _ = review(NEW, Rating.GOOD, START)
    assert known.phase is Phase.REVIEW
    forgotten, record = review(known, Rating.AGAIN, START + timedelta(days=2))
    assert forgotten.phase is Phase.RELEARNING
    assert record.interval == timedelta(minutes=10)
    assert (forgotten.lapses, forgotten.reviews) == (1, 2)


def test_the_old_state_is_left_as_it_was():
    known, record = review(NEW, Rating.GOOD, START)
    copy = replace(known)
    review(known, Rating.EASY, START + timedelta(days=3))
    assert known == copy
    assert record.before == NEW
    assert record.after == known


def test_a_clock_set_back_does_not_make_things_due_in_the_past():
    known, _ = review(NEW, Rating.EASY, START)
    wrong = START - timedelta(days=30)
    promised = preview(known, wrong)
    after, record = review(known, Rating.GOOD, wrong)
    assert record.clock_behind
    assert record.reviewed_at == wrong
    assert after.last_review == START
    assert after.due == START + promised[Rating.GOOD]
    assert 0.0 <= retrievability(known, wrong) <= 1.0


def test_a_right_clock_is_not_called_behind():
    known, record = review(NEW, Rating.EASY, START)
    assert not record.clock_behind
    assert not review(known, Rating.GOOD, START)[1].clock_behind


@pytest.mark.parametrize(("wish", "held"), [(0.0, 0.70), (1.0, 0.97), (1.2, 0.97), (0.5, 0.70), (0.85, 0.85)])
def test_desired_retention_is_kept_within_bounds(wish, held):
    policy = Policy(desired_retention=wish)
    assert policy.desired_retention == held
    state, _ = review(NEW, Rating.EASY, START, policy)
    assert timedelta(days=1) <= review(state, Rating.GOOD, START + timedelta(days=9), policy)[1].interval


def test_intervals_stay_on_the_scale_of_a_course():
    state, moment = NEW, START
    for _ in range(10):
        state, record = review(state, Rating.EASY, moment)
        assert record.interval <= timedelta(days=365)
        moment = state.due or moment
    assert record.interval == timedelta(days=365)


def test_hard_on_the_same_day_does_not_lower_stability_below_again():
    known, _ = review(NEW, Rating.GOOD, START)
    soon = START + timedelta(hours=2)
    hard, again = review(known, Rating.HARD, soon)[0], review(known, Rating.AGAIN, soon)[0]
    assert known.stability is not None and hard.stability is not None and again.stability is not None
    assert hard.stability >= known.stability
    assert again.stability < known.stability


def test_naive_and_foreign_times():
    with pytest.raises(ValueError, match="no time zone"):
        review(NEW, Rating.GOOD, datetime(2026, 1, 1))  # noqa: DTZ001
    elsewhere = START.astimezone(tz=datetime.now(UTC).astimezone().tzinfo)
    assert review(NEW, Rating.GOOD, elsewhere)[0] == review(NEW, Rating.GOOD, START)[0]


def test_retrievability_starts_at_one_falls_and_is_ninety_percent_after_one_stability():
    assert retrievability(NEW, START) == 0.0
    known, _ = review(NEW, Rating.EASY, START)
    assert known.stability is not None
    values = [retrievability(known, START + timedelta(days=d)) for d in (0, 1, 10, 100, 1000)]
    assert values[0] == 1.0
    assert values == sorted(values, reverse=True)
    assert retrievability(known, START + timedelta(days=known.stability)) == pytest.approx(0.9)


def test_an_impossible_state_is_refused():
    with pytest.raises(ValueError, match="needs stability"):
        MemoryState(phase=Phase.REVIEW)
    with pytest.raises(ValueError, match="step"):
        MemoryState(Phase.LEARNING, None, 1.0, 5.0, START, START)


def test_two_thousand_new_cards_are_quick_because_none_sleeps():
    import fsrs

    made = []
    original = fsrs.Card.__init__

    def watched(self, card_id=None, **rest):
        made.append(card_id)
        original(self, card_id=card_id, **rest)

    fsrs.Card.__init__ = watched
    try:
        for _ in range(50):
            review(NEW, Rating.GOOD, START)
    finally:
        fsrs.Card.__init__ = original
    assert len(made) == 50
    assert None not in made


def test_the_algorithm_named_in_the_log_is_the_one_installed():
    assert f"fsrs-{version('fsrs')}" == ALGORITHM


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (timedelta(seconds=5), "1 min"),
        (timedelta(minutes=10), "10 min"),
        (timedelta(minutes=15), "15 min"),
        (timedelta(hours=3), "3 h"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=12), "12 days"),
        (timedelta(days=365), "1 year"),
    ],
)
def test_intervals_are_said_the_way_people_say_them(interval, text):
    assert interval_text(interval) == text


def test_every_interval_that_can_be_applied_is_printed_without_rounding():
    for seed in range(20):
        for state, moment in _life(seed):
            for interval in preview(state, moment).values():
                seconds = interval.total_seconds()
                assert seconds % 60 == 0
                assert seconds < 3600 or seconds % 86400 == 0
