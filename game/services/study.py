"""Everything remembered about the learner goes through here: rate, undo, due, scores, answers, places.

Used by scenes on the main thread. Each change is committed first and told afterwards, as facts for the bus;
if it cannot be committed a StoreError is raised, with one sentence, and nothing has changed. Knows no window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from game.core.clock import Clock, day_end, study_day
from game.core.messages import Message
from game.core.scheduling import (
    MemoryState,
    Phase,
    Policy,
    Rating,
    preview,
    retrievability,
    review,
)
from game.core.study_messages import (
    AnswerSaved,
    CardScheduled,
    DueCountsChanged,
    PositionSaved,
    ReviewUndone,
    ScoreSaved,
)
from game.services.paths import PathError, Paths
from game.services.progress_rows import Answer, Score
from game.services.progress_store import ProgressStore
from game.services.settings import Settings
from game.services.store_errors import StoreError

LEARN_AHEAD = timedelta(minutes=20)
"""A card in learning may be shown this much early rather than keep the learner waiting."""

Facts = tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """What each rating would do to an item if it were given at `at`."""

    item: str
    at: datetime
    intervals: dict[Rating, timedelta]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of some items are due, were never seen, come later, and of those tomorrow.

    `days_to_next`: study days until the next one that is not due yet, None if there is none.
    """

    due: int
    new: int
    later: int
    tomorrow: int
    days_to_next: int | None


class StudyService:
    """One learner's memory. `durable` is False when it cannot be kept on disk; `notices` says why."""

    def __init__(
        self,
        store: ProgressStore,
        clock: Clock,
        settings: Settings | None = None,
        durable: bool = True,
        notices: Sequence[str] = (),
    ) -> None:
        self._store = store
        self._clock = clock
        self.durable = durable
        self.notices = (*notices, *store.notices)
        self.configure(settings or Settings())

    def configure(self, settings: Settings) -> None:
        """Use these study wishes (retention, rollover hour) from now on."""
        self._policy = Policy(desired_retention=settings.desired_retention)
        self._rollover = settings.rollover_hour

    def close(self) -> None:
        """Close the database."""
        self._store.close()

    # --- asking

    def state(self, item: str) -> MemoryState:
        """What is known about one item."""
        return self._store.memories((item,))[item]

    def states(self, items: Sequence[str]) -> dict[str, MemoryState]:
        """What is known about several items."""
        return self._store.memories(items)

    def retained(self, item: str) -> float:
        """The chance, 0 to 1, that the item is recalled now; 0 for what was never seen or not known when last asked.

        The model's chance alone would not do: it says nothing of the minutes after an answer, and is 1 right after
        every one, also after a wrong one.
        """
        return self.retained_many((item,))[item]

    def retained_many(self, items: Sequence[str]) -> dict[str, float]:
        """The same for several items, in one query."""
        now = self._clock.now()
        return {
            item: retrievability(state, now) if state.phase is Phase.REVIEW else 0.0
            for item, state in self._store.memories(items).items()
        }

    def due(self, items: Sequence[str]) -> tuple[str, ...]:
        """The items to study now: those due, the longest waiting first, then the unseen as they were given."""
        now = self._clock.now()
        states = self._store.memories(items)
        waiting = [(s.due, item) for item, s in states.items() if s.due and self._is_due(s, now)]
        unseen = [item for item, state in states.items() if state.phase is Phase.NEW]
        return (*(item for _, item in sorted(waiting)), *unseen)

    def counts(self, items: Sequence[str]) -> Counts:
        """How many of these items are due, new and later, at this moment."""
        now = self._clock.now()
        states = self._store.memories(items).values()
        due = sum(1 for state in states if self._is_due(state, now))
        new = sum(1 for state in states if state.phase is Phase.NEW)
        coming = [state.due for state in states if state.due and not self._is_due(state, now)]
        today, tomorrow = self._day_end(now), self._day_end(now, 1)
        nearest = self._days_until(min(coming), now) if coming else None
        return Counts(due, new, len(coming), sum(1 for at in coming if today <= at < tomorrow), nearest)

    def offer(self, item: str) -> Offer:
        """The interval each rating would apply now. Rate with `at=offer.at` and exactly that is applied."""
        now = self._clock.now()
        return Offer(item, now, preview(self.state(item), now, self._policy))

    def best(self, game: str, board: str) -> Score | None:
        """The best saved round of a game on a board, or None."""
        return self._store.best_score(game, board)

    def answer(self, question: str) -> Answer | None:
        """The learner's newest words for a question, or None."""
        return self._store.newest_answer(question)

    def position(self, place: str) -> dict[str, Any] | None:
        """Where the learner was in a text, or None."""
        return self._store.position(place)

    # --- changing: commit first, facts afterwards

    def rate(
        self, item: str, rating: Rating, at: datetime | None = None, source: str = "deck", session: str = ""
    ) -> Facts:
        """Save one review. `at` is the moment of the offer the learner saw (default: now).

        `source` says which part asked ("deck", "question", "brain"); `session` groups what `undo` walks back
        through. Raises StoreError; then nothing was saved.
        """
        moment = at or self._clock.now()
        with self._store.transaction():
            before = self._store.memories((item,))[item]
            after, record = review(before, rating, moment, self._policy)
            self._store.put_memory(item, after)
            review_id = self._store.add_review(item, record, source, session)
        scheduled = CardScheduled(
            item=item,
            rating=int(rating),
            due=after.due or moment,
            interval=record.interval,
            review_id=review_id,
            returns_today=after.phase is not Phase.REVIEW,
            clock_behind=record.clock_behind,
        )
        return (scheduled, DueCountsChanged())

    def undo(self, session: str = "") -> Facts:
        """Take back the newest review of a session, and any score it saved since. () if there is none.

        The memory is afterwards exactly what it was before; the log keeps the review, marked as undone.
        """
        with self._store.transaction():
            newest = self._store.newest_review(session)
            if newest is None:
                return ()
            self._store.put_memory(newest.item, newest.before)
            scores = self._store.undo_review(newest.review_id, session, self._clock.now())
        return (ReviewUndone(newest.item, newest.rating, newest.review_id, scores), DueCountsChanged())

    def save_score(
        self,
        game: str,
        board: str,
        result: float,
        *,
        seconds: float = 0.0,
        misses: int = 0,
        right: int = 0,
        total: int = 0,
        session: str = "",
    ) -> Facts:
        """Save a finished round; the smaller `result`, the better. The fact says whether it is the best."""
        score = Score(game, board, result, seconds, misses, right, total, self._clock.now())
        with self._store.transaction():
            best = self._store.best_score(game, board)
            score_id = self._store.add_score(score, session)
        return (ScoreSaved(game, board, score_id, best is None or result < best.result),)

    def save_answer(self, question: str, text: str, verdicts: dict[str, str]) -> Facts:
        """Save the learner's words for a question and what was found in them (idea id -> verdict)."""
        with self._store.transaction():
            answer_id = self._store.add_answer(question, text, verdicts, self._clock.now())
        return (AnswerSaved(question, answer_id),)

    def save_position(self, place: str, value: dict[str, Any]) -> Facts:
        """Save where the learner is in a text; plain values only."""
        with self._store.transaction():
            self._store.put_position(place, value, self._clock.now())
        return (PositionSaved(place),)

    # --- days

    def _day_end(self, now: datetime, ahead: int = 0) -> datetime:
        return day_end(now, self._clock.zone(), self._rollover, ahead)

    def _is_due(self, state: MemoryState, now: datetime) -> bool:
        """Learnt cards are due for the whole of their day, cards in learning by the minute."""
        if state.due is None:
            return False
        if state.phase is Phase.REVIEW:
            return state.due < self._day_end(now)
        return state.due <= now + LEARN_AHEAD

    def _days_until(self, moment: datetime, now: datetime) -> int:
        zone = self._clock.zone()
        return (study_day(moment, zone, self._rollover) - study_day(now, zone, self._rollover)).days


def open_study(paths: Paths, clock: Clock, settings: Settings | None = None) -> StudyService:
    """Open the learner's progress. Never raises: if the disk refuses, it works in memory and says so."""
    try:
        paths.ensure()
        store = ProgressStore.open(paths.database, paths.backups_dir, clock.now())
    except (PathError, StoreError) as error:
        notice = f"{error} You can study, but nothing you do will be kept."
        return StudyService(ProgressStore.in_memory(clock.now()), clock, settings, False, (notice,))
    return StudyService(store, clock, settings)
