"""The quiz's questions to the study service, and what it has saved: ratings and scores.

The scene owns one. Reading that fails gives an empty memory and says so; saving that fails raises StoreError.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.messages import Message, Notice
from game.minigames.region_quiz.choosing import Filters, Memory, item_of
from game.minigames.region_quiz.parked import kept, taken_up
from game.minigames.region_quiz.rules import Earned, QuizRound
from game.services.store_errors import StoreError
from game.ui.context import Context

GAME = "region-quiz"
SOURCE = "brain"
PARKED = f"{GAME}:round"


class QuizMemory:
    """One sitting. `sitting` groups its reviews."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.sitting = f"{GAME} {context.clock.now().isoformat()}"

    def of(self, structures: Sequence[str]) -> Memory:
        """What is known of these structures now."""
        items = [item_of(structure) for structure in structures]
        study = self._context.study
        try:
            retained = study.retained_many(items)
            waiting = study.due(items)
        except StoreError as error:
            self._context.bus.post(Notice(str(error), "bad"))
            return Memory((), items, {})
        due = [item for item in waiting if retained[item] > 0.0]
        return Memory(due, [item for item in waiting if retained[item] == 0.0], retained)

    def rate(self, earned: Earned) -> tuple[Message, ...]:
        """Save a rating, at the moment of the offer. Raises StoreError; then nothing was saved."""
        study = self._context.study
        offer = study.offer(earned.item)
        return study.rate(earned.item, earned.rating, at=offer.at, source=SOURCE, session=self.sitting)

    def save_score(self, filters: Filters, done: QuizRound) -> tuple[Message, ...]:
        """Save a finished round. Raises StoreError; then nothing was saved."""
        return self._context.study.save_score(
            GAME, filters.board, done.result, misses=done.misses, right=done.right, total=len(done.questions),
            session=self.sitting,
        )  # fmt: skip

    def park(self, filters: Filters, left: QuizRound) -> None:
        """Keep a round that was begun, so that it can go on another time; of one that is decided, nothing."""
        value = kept(filters, left) if left.begun else {} if left.decided else None
        if value is None:
            return
        try:
            self._context.study.save_position(PARKED, value)
        except StoreError as error:
            self._context.bus.post(Notice(str(error), "bad"))

    def parked(self) -> tuple[Filters, QuizRound] | None:
        """The round that was left before its end, and what it asked; None if there is none."""
        try:
            value = self._context.study.position(PARKED)
        except StoreError:
            return None
        return taken_up(value, self._context.atlas)

    def best(self, filters: Filters) -> str:
        """The best round so far in words, "" for none in which anything was right."""
        try:
            best = self._context.study.best(GAME, filters.board)
        except StoreError:
            return ""
        return f"{best.right} of {best.total}" if best is not None and best.right else ""
