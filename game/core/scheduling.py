"""When a thing should be seen again: the FSRS memory model. State and rating in, state and record out.

Called by `game.services.study` and by tests. The model itself is the `fsrs` package; here it is held to what
a course needs: no fuzz (the interval printed on a button is the one applied), aware UTC times only, a clock
that was set back does no harm, retention and interval stay within bounds. Knows no files and no clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from functools import lru_cache

import fsrs

from game.core.clock import as_utc

ALGORITHM = "fsrs-6.3.2"
"""Written into every review, so that a later version can tell what it would have to recompute."""

RETENTION_BOUNDS = (0.70, 0.97)
LEARNING_STEPS = (timedelta(minutes=10),)
_DECAY = -fsrs.Scheduler().parameters[20]
_FACTOR = 0.9 ** (1 / _DECAY) - 1


class Rating(IntEnum):
    """How well the learner knew it. HARD is a pass: remembered, with effort."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Phase(IntEnum):
    """Where an item is in its life. LEARNING and RELEARNING come back within the session."""

    NEW = 0
    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What is known about one learner's memory of one item. Stability is in days, difficulty 1 to 10."""

    phase: Phase = Phase.NEW
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    due: datetime | None = None
    last_review: datetime | None = None
    reviews: int = 0
    lapses: int = 0

    def __post_init__(self) -> None:
        if self.phase is Phase.NEW:
            return
        if None in (self.stability, self.difficulty, self.due, self.last_review):
            raise ValueError(f"{self.phase.name}: an item needs stability, difficulty, due and last review")
        if self.phase is not Phase.REVIEW and self.step is None:
            raise ValueError(f"{self.phase.name}: an item needs its step")


NEW = MemoryState()


@dataclass(frozen=True, slots=True)
class Policy:
    """How the learner wants to study. Values outside the bounds are moved to the nearest bound."""

    desired_retention: float = 0.90
    maximum_interval_days: int = 365

    def __post_init__(self) -> None:
        low, high = RETENTION_BOUNDS
        object.__setattr__(self, "desired_retention", min(max(self.desired_retention, low), high))
        object.__setattr__(self, "maximum_interval_days", min(max(int(self.maximum_interval_days), 1), 36500))

    @property
    def text(self) -> str:
        """The policy in a few words for the review log: `retention 0.90, at most 365 days, steps 10 min`."""
        steps = " ".join(interval_text(step) for step in LEARNING_STEPS)
        days = self.maximum_interval_days
        return f"retention {self.desired_retention:.2f}, at most {days} days, steps {steps}"


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """What happened in one review. `clock_behind`: the computer's clock was before the item's last review."""

    rating: Rating
    reviewed_at: datetime
    interval: timedelta
    retrievability: float
    before: MemoryState
    after: MemoryState
    clock_behind: bool
    algorithm: str
    policy: str


def review(
    state: MemoryState, rating: Rating, now: datetime, policy: Policy | None = None
) -> tuple[MemoryState, ReviewRecord]:
    """Apply one rating at an aware moment. Returns the new state and the record of what happened.

    If `now` lies before the last review (the clock was set back), the review counts as made at the last
    review: no time has passed, and nothing falls due in the past. Raises ValueError for a naive datetime.
    """
    chosen = policy or Policy()
    rating = Rating(rating)
    moment = effective_time(state, now)
    card, _ = _scheduler(chosen).review_card(_to_card(state, moment), fsrs.Rating(int(rating)), moment)
    after = MemoryState(
        phase=Phase(int(card.state)),
        step=card.step,
        stability=card.stability,
        difficulty=card.difficulty,
        due=card.due,
        last_review=moment,
        reviews=state.reviews + 1,
        lapses=state.lapses + (1 if state.phase is Phase.REVIEW and rating is Rating.AGAIN else 0),
    )
    record = ReviewRecord(
        rating=rating,
        reviewed_at=as_utc(now),
        interval=card.due - moment,
        retrievability=retrievability(state, now),
        before=state,
        after=after,
        clock_behind=moment != as_utc(now),
        algorithm=ALGORITHM,
        policy=chosen.text,
    )
    return after, record


def preview(state: MemoryState, now: datetime, policy: Policy | None = None) -> dict[Rating, timedelta]:
    """The interval each rating would apply at this moment: exactly what `review` then does."""
    return {rating: review(state, rating, now, policy)[1].interval for rating in Rating}


def retrievability(state: MemoryState, now: datetime) -> float:
    """The chance, 0 to 1, that the item is recalled at this moment; 0 if it was never seen.

    The forgetting curve of FSRS, followed continuously rather than in whole days, so light fades smoothly.
    """
    if state.last_review is None or not state.stability:
        return 0.0
    elapsed = (effective_time(state, now) - state.last_review) / timedelta(days=1)
    return float((1 + _FACTOR * elapsed / state.stability) ** _DECAY)


def effective_time(state: MemoryState, now: datetime) -> datetime:
    """`now` in UTC, but never before the item's last review."""
    moment = as_utc(now)
    return moment if state.last_review is None else max(moment, state.last_review)


def interval_text(interval: timedelta) -> str:
    """An interval as a learner says it: `10 min`, `3 h`, `1 day`, `12 days`, `1 year`."""
    minutes = round(interval.total_seconds() / 60)
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 24 * 60:
        return f"{round(minutes / 60)} h"
    days = round(minutes / (24 * 60))
    if days == 365:
        return "1 year"
    return "1 day" if days == 1 else f"{days} days"


@lru_cache(maxsize=32)
def _scheduler(policy: Policy) -> fsrs.Scheduler:
    return fsrs.Scheduler(
        desired_retention=policy.desired_retention,
        maximum_interval=policy.maximum_interval_days,
        learning_steps=LEARNING_STEPS,
        relearning_steps=LEARNING_STEPS,
        enable_fuzzing=False,
    )


def _to_card(state: MemoryState, moment: datetime) -> fsrs.Card:
    if state.phase is Phase.NEW:
        return fsrs.Card(card_id=1, due=moment)
    return fsrs.Card(
        card_id=1,  # given, because the package otherwise reads the clock and sleeps
        state=fsrs.State(int(state.phase)),
        step=state.step,
        stability=state.stability,
        difficulty=state.difficulty,
        due=state.due,
        last_review=state.last_review,
    )
