"""The rules of a sitting with the Memory Deck: which card is up, when it may be rated, when it is over.

The scene asks for a rating, hands it to the study service, and tells the session what was saved; the session
moves on only then. Cards are study item ids. Knows no window, no database, no clock: times are given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median

from game.core.scheduling import Rating

SLOWEST_COUNTED = 60.0
"""Seconds. A card that lay open longer was left alone, and must not spoil the estimate."""


@dataclass(frozen=True, slots=True)
class RatingChosen:
    """The learner's verdict on the card that is up, ready to be saved."""

    item: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class DeckState:
    """One moment of a sitting. `returning` holds cards that come back in this sitting, with their times."""

    current: str | None
    queue: tuple[str, ...] = ()
    returning: tuple[tuple[datetime, str], ...] = ()
    finished: tuple[str, ...] = ()
    missed: frozenset[str] = frozenset()
    flipped: bool = False
    seconds: tuple[float, ...] = ()


class DeckSession:
    """A sitting: the cards of today, one after another, until none is left."""

    def __init__(self, items: Sequence[str]) -> None:
        unique = tuple(dict.fromkeys(items))
        self.total = len(unique)
        self.state = DeckState(current=unique[0] if unique else None, queue=unique[1:])
        self.waiting: RatingChosen | None = None
        self._history: list[DeckState] = []
        self._shown_at: float | None = None

    @property
    def current(self) -> str | None:
        """The item id of the card that is up, or None when the deck is complete."""
        return self.state.current

    @property
    def flipped(self) -> bool:
        """Whether the answer is showing."""
        return self.state.flipped

    @property
    def complete(self) -> bool:
        """Whether no card is left for this sitting."""
        return self.state.current is None

    @property
    def can_undo(self) -> bool:
        """Whether a rating given in this sitting can be taken back."""
        return bool(self._history) and self.waiting is None

    @property
    def number(self) -> int:
        """The number of the card that is up, counting from 1, out of `total`; `total` when complete."""
        return min(len(self.state.finished) + 1, self.total)

    @property
    def progress(self) -> float:
        """The share of the cards that are finished for today, 0 to 1 (1 for an empty deck)."""
        return len(self.state.finished) / self.total if self.total else 1.0

    @property
    def known_at_once(self) -> int:
        """How many finished cards were never rated Again in this sitting."""
        return sum(1 for item in self.state.finished if item not in self.state.missed)

    @property
    def upcoming(self) -> int:
        """How many cards wait behind the one that is up."""
        return len(self.state.queue) + len(self.state.returning)

    def show(self, at: float) -> None:
        """Note the monotonic time, in seconds, from which the learner sees the present card."""
        self._shown_at = at

    def flip(self) -> bool:
        """Turn the card to its answer. False if it already is, or no card is up."""
        if self.complete or self.flipped:
            return False
        self.state = replace(self.state, flipped=True)
        return True

    def rate(self, rating: Rating) -> RatingChosen | None:
        """Choose a rating. None, and nothing happens, before the flip or while another one is being saved."""
        if self.state.current is None or not self.flipped or self.waiting is not None:
            return None
        self.waiting = RatingChosen(self.state.current, Rating(rating))
        return self.waiting

    def scheduled(self, item: str, due: datetime, returns: bool, now: datetime, at: float) -> bool:
        """The chosen rating is saved: put the card away and bring the next one up.

        `returns`: the card comes back in this sitting at `due`. `now` is the present in UTC, `at` monotonic
        seconds. False if this was not the card being waited for (another part of the program rated it).
        """
        if self.waiting is None or item != self.waiting.item:
            return False
        rating, self.waiting = self.waiting.rating, None
        before = self.state
        self._history.append(before)
        returning = before.returning + (((due, item),) if returns else ())
        rest = replace(
            before,
            returning=tuple(sorted(returning)),
            finished=before.finished if returns else (*before.finished, item),
            missed=before.missed | {item} if rating is Rating.AGAIN else before.missed,
            seconds=(*before.seconds, self._seconds_since_shown(at)),
        )
        self.state = _next_card(rest, now)
        self._shown_at = at
        return True

    def failed(self) -> None:
        """The chosen rating could not be saved: the card stays as it is and may be rated again."""
        self.waiting = None

    def undone(self, at: float) -> bool:
        """The newest rating was taken back: everything is as before it, the answer showing."""
        if not self.can_undo:
            return False
        self.state = self._history.pop()
        self._shown_at = at
        return True

    def minutes_left(self) -> int | None:
        """How long the rest will take at the pace measured so far; None before three ratings."""
        if len(self.state.seconds) < 3 or self.complete:
            return None
        return max(1, math.ceil(median(self.state.seconds) * (self.upcoming + 1) / 60))

    def _seconds_since_shown(self, at: float) -> float:
        spent = at - self._shown_at if self._shown_at is not None else 0.0
        return min(max(spent, 0.0), SLOWEST_COUNTED)


def _next_card(state: DeckState, now: datetime) -> DeckState:
    """First what has come due again, then the queue, then what would come due again soonest."""
    queue, returning = state.queue, state.returning
    if returning and (returning[0][0] <= now or not queue):
        current: str | None = returning[0][1]
        returning = returning[1:]
    else:
        current, queue = (queue[0], queue[1:]) if queue else (None, ())
    return replace(state, current=current, queue=queue, returning=returning, flipped=False)


def completion_sentence(tomorrow: int, days_to_next: int | None) -> str:
    """What the learner reads at the end. `tomorrow`: cards that come back tomorrow; `days_to_next`: study
    days until the next card if none comes tomorrow, None if no card was ever seen."""
    if tomorrow == 1:
        return "That is all for today. 1 card comes back tomorrow."
    if tomorrow > 1:
        return f"That is all for today. {tomorrow} cards come back tomorrow."
    if days_to_next is None:
        return "There are no cards here yet."
    if days_to_next <= 0:
        return "That is all for now. The next card comes back later today."
    return f"That is all for today. The next card comes back in {max(days_to_next, 2)} days."
