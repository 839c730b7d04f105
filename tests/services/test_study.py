"""The study service: facts come after the commit, undo is exact, days and counts are right."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest

from game.core.clock import FakeClock
from game.core.scheduling import NEW, Phase, Rating, interval_text
from game.core.study_messages import (
    AnswerSaved,
    CardScheduled,
    DueCountsChanged,
    PositionSaved,
    ReviewUndone,
    ScoreSaved,
)
from game.services.paths import resolve
from game.services.progress_store import ProgressStore
from game.services.settings import Settings
from game.services.store_errors import StoreError
from game.services.study import Counts, StudyService, open_study

CARDS = tuple(f"card:c/{n}" for n in range(5))


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def study(clock):
    service = StudyService(ProgressStore.in_memory(clock.now()), clock)
    yield service
    service.close()


@pytest.mark.parametrize("rating", list(Rating))
def test_the_interval_that_was_offered_is_the_one_applied_even_a_second_later(study, clock, rating):
    study.rate(CARDS[0], Rating.GOOD)
    clock.advance(days=3, seconds=-1)
    offer = study.offer(CARDS[0])
    clock.advance(seconds=2)  # over the boundary of a whole day, where FSRS counts another one
    scheduled, _ = study.rate(CARDS[0], rating, at=offer.at)
    assert scheduled.interval == offer.intervals[rating]
    assert study.state(CARDS[0]).due == offer.at + offer.intervals[rating] == scheduled.due


def test_the_facts_of_a_review(study, clock):
    facts = study.rate(CARDS[0], Rating.AGAIN)
    scheduled = facts[0]
    assert isinstance(scheduled, CardScheduled)
    assert (scheduled.item, scheduled.rating, scheduled.returns_today) == (CARDS[0], 1, True)
    assert scheduled.due == clock.now() + timedelta(minutes=10)
    assert facts[1] == DueCountsChanged()
    assert not study.rate(CARDS[1], Rating.GOOD)[0].returns_today


def test_a_clock_that_was_set_back_is_reported(study, clock):
    study.rate(CARDS[0], Rating.GOOD)
    clock.advance(days=-30)
    assert study.rate(CARDS[0], Rating.GOOD)[0].clock_behind
    assert study.state(CARDS[0]).due > datetime(2026, 1, 15, tzinfo=UTC)


def test_undo_restores_exactly_over_several_levels(study, clock):
    history = []
    for rating in (Rating.GOOD, Rating.AGAIN, Rating.HARD, Rating.EASY):
        for item in CARDS[:2]:
            history.append((item, study.states(CARDS)))
            study.rate(item, rating, session="s")
            clock.advance(days=1.3)
    for item, before in reversed(history):
        undone, counts = study.undo("s")
        assert isinstance(undone, ReviewUndone)
        assert undone.item == item
        assert counts == DueCountsChanged()
        assert study.states(CARDS) == before
    assert study.undo("s") == ()
    assert study.state(CARDS[0]) == NEW


def test_undo_takes_the_score_back_that_came_of_the_review(study, clock):
    study.save_score("deck", "c", 0, right=5, total=5, session="yesterday")
    clock.advance(days=1)
    study.rate(CARDS[0], Rating.GOOD, session="s")
    study.rate(CARDS[1], Rating.GOOD, session="s")
    study.save_score("deck", "c", -1, right=2, total=2, session="s")
    assert study.best("deck", "c").right == 2
    assert study.undo("s")[0].scores_removed == 1
    assert study.best("deck", "c").right == 5
    assert study.undo("s")[0].scores_removed == 0


def test_undo_stays_within_its_session_and_never_spoils_a_later_review(study):
    study.rate(CARDS[0], Rating.GOOD, session="deck")
    study.rate(CARDS[0], Rating.AGAIN, session="lesson", source="question")
    assert study.undo("deck") == ()
    assert study.undo("lesson")[0].rating == 1
    assert study.undo("deck")[0].rating == 3


def test_the_log_keeps_every_review_with_its_algorithm_also_those_taken_back(tmp_path):
    study = open_study(resolve(tmp_path), FakeClock())
    study.rate(CARDS[0], Rating.GOOD, session="s", source="question")
    study.rate(CARDS[0], Rating.EASY, session="s")
    study.undo("s")
    study.close()
    with closing(sqlite3.connect(resolve(tmp_path).database)) as database:
        database.row_factory = sqlite3.Row
        first, second = database.execute("SELECT * FROM review ORDER BY id").fetchall()
    assert (first["rating"], first["source"], first["undone_at"]) == (3, "question", None)
    assert second["undone_at"] is not None
    assert first["algorithm"].startswith("fsrs-")
    assert first["policy"] == "retention 0.90, at most 365 days, steps 10 min"
    assert json.loads(first["before"]) == {}
    assert json.loads(first["after"]) == json.loads(second["before"])


def test_what_is_due_comes_oldest_first_and_then_the_unseen_in_order(study, clock):
    study.rate(CARDS[3], Rating.EASY)
    study.rate(CARDS[1], Rating.GOOD)
    clock.advance(seconds=60)
    study.rate(CARDS[2], Rating.AGAIN)
    assert study.due(CARDS) == (CARDS[2], CARDS[0], CARDS[4])
    clock.advance(days=10)
    assert study.due(CARDS) == (CARDS[2], CARDS[1], CARDS[3], CARDS[0], CARDS[4])


def test_counts_and_tomorrow(study, clock):
    assert study.counts(CARDS) == Counts(due=0, new=5, later=0, tomorrow=0, days_to_next=None)
    study.rate(CARDS[0], Rating.GOOD)  # two days
    study.rate(CARDS[1], Rating.EASY)
    study.rate(CARDS[2], Rating.AGAIN)
    assert study.counts(CARDS) == Counts(due=1, new=2, later=2, tomorrow=0, days_to_next=2)
    clock.advance(days=1)
    assert study.counts(CARDS) == Counts(due=1, new=2, later=2, tomorrow=1, days_to_next=1)
    clock.advance(days=1)
    assert study.counts(CARDS) == Counts(due=2, new=2, later=1, tomorrow=0, days_to_next=6)


def test_a_card_is_due_from_the_rollover_of_its_day_and_not_a_minute_before():
    clock = FakeClock(datetime(2026, 1, 15, 22, 0, tzinfo=UTC), zone=timezone(timedelta(hours=1)))
    study = StudyService(
        ProgressStore.in_memory(clock.now()), clock, Settings(rollover_hour=6, desired_retention=0.9)
    )
    study.rate(CARDS[0], Rating.GOOD)
    assert interval_text(study.offer(CARDS[0]).intervals[Rating.AGAIN]) == "10 min"
    assert study.counts(CARDS[:1]).days_to_next == 2
    clock.set(datetime(2026, 1, 17, 4, 59, tzinfo=UTC))
    assert study.due(CARDS[:1]) == ()
    clock.advance(seconds=120)  # the same running program, over the boundary
    assert study.due(CARDS[:1]) == (CARDS[0],)
    study.close()


def test_a_card_in_learning_is_shown_a_little_early_but_not_much(study, clock):
    study.rate(CARDS[0], Rating.AGAIN)
    study.rate(CARDS[0], Rating.HARD)
    assert study.due(CARDS[:1]) == (CARDS[0],)
    assert study.state(CARDS[0]).phase is Phase.LEARNING


def test_retained_falls_with_time_and_is_zero_for_the_unseen(study, clock):
    study.rate(CARDS[0], Rating.GOOD)
    assert study.retained(CARDS[0]) == 1.0
    clock.advance(days=5)
    many = study.retained_many(CARDS)
    assert 0.0 < many[CARDS[0]] < 1.0
    assert many[CARDS[0]] == study.retained(CARDS[0])
    assert many[CARDS[1]] == 0.0


def test_more_items_than_one_query_takes(study):
    items = [f"card:c/{n}" for n in range(1203)]
    study.rate(items[1200], Rating.GOOD)
    states = study.states(items)
    assert list(states) == items
    assert states[items[1200]].reviews == 1


def test_the_best_score_is_the_smallest_result_and_equals_do_not_beat_it(study):
    first = study.save_score("pairs", "c:6", 60.0, seconds=60.0, right=6, total=6)[0]
    assert isinstance(first, ScoreSaved)
    assert first.is_best
    assert not study.save_score("pairs", "c:6", 60.0)[0].is_best
    assert study.save_score("pairs", "c:6", 52.0, seconds=47.0, misses=1)[0].is_best
    assert not study.save_score("pairs", "c:6", 58.0)[0].is_best
    assert study.save_score("pairs", "other:6", 99.0)[0].is_best
    assert (study.best("pairs", "c:6").seconds, study.best("pairs", "c:6").misses) == (47.0, 1)
    assert study.best("pairs", "never") is None


def test_answers_and_positions_come_back(study):
    assert study.answer("question:c/q") is None
    assert study.position("lesson:c/l") is None
    study.save_answer("question:c/q", "first", {})
    facts = study.save_answer("question:c/q", "Zweite ∇ 答", {"a": "found", "b": "missing"})
    assert facts == (AnswerSaved("question:c/q", 2),)
    answer = study.answer("question:c/q")
    assert (answer.text, answer.verdicts) == ("Zweite ∇ 答", {"a": "found", "b": "missing"})
    assert study.save_position("lesson:c/l", {"scroll": 0.25}) == (PositionSaved("lesson:c/l"),)
    study.save_position("lesson:c/l", {"scroll": 0.5, "section": "two"})
    assert study.position("lesson:c/l") == {"scroll": 0.5, "section": "two"}


@pytest.mark.parametrize(
    "change",
    [
        lambda study: study.rate(CARDS[0], Rating.GOOD),
        lambda study: study.undo("s"),
        lambda study: study.save_score("pairs", "c:6", 1.0),
        lambda study: study.save_answer("question:c/q", "words", {}),
        lambda study: study.save_position("lesson:c/l", {}),
    ],
)
def test_no_fact_without_a_commit(clock, change):
    store = ProgressStore.in_memory(clock.now())
    study = StudyService(store, clock)
    study.rate(CARDS[1], Rating.GOOD, session="s")
    before = study.states(CARDS)
    store._run("PRAGMA query_only = ON")
    with pytest.raises(StoreError):
        change(study)
    assert study.states(CARDS) == before
    study.close()


def test_wishes_can_change_while_running(study):
    study.rate(CARDS[0], Rating.EASY)
    usual = study.offer(CARDS[0]).intervals[Rating.GOOD]
    study.configure(Settings(desired_retention=0.75))
    assert study.offer(CARDS[0]).intervals[Rating.GOOD] > usual


def test_what_was_not_known_when_last_asked_is_not_retained(study, clock):
    study.rate(CARDS[0], Rating.GOOD)
    study.rate(CARDS[1], Rating.AGAIN)
    study.rate(CARDS[2], Rating.GOOD)
    clock.advance(days=3)
    study.rate(CARDS[2], Rating.AGAIN)
    retained = study.retained_many(CARDS)
    assert retained[CARDS[0]] > 0.8
    assert retained[CARDS[1]] == retained[CARDS[2]] == retained[CARDS[3]] == 0.0
    assert [study.retained(item) for item in CARDS[:4]] == [retained[item] for item in CARDS[:4]]
    study.rate(CARDS[2], Rating.GOOD)
    assert study.retained_many(CARDS)[CARDS[2]] == 1.0
