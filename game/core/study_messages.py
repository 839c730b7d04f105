"""What the study service says after it has saved something, and what a scene says when saving failed.

Returned by `game.services.study` (after the commit, never before) and posted on the bus by scenes. Items are
study ids such as `card:<course>/<id>`. Nothing here knows who listens.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from game.core.messages import Message


@dataclass(frozen=True)
class CardScheduled(Message):
    """Fact: a review is on disk. `rating` is 1 to 4; `interval` is the one that was applied."""

    item: str
    rating: int
    due: datetime
    interval: timedelta
    review_id: int
    returns_today: bool
    clock_behind: bool = False


@dataclass(frozen=True)
class ReviewUndone(Message):
    """Fact: the newest review was taken back and the memory is exactly what it was before."""

    item: str
    rating: int
    review_id: int
    scores_removed: int = 0


@dataclass(frozen=True)
class DueCountsChanged(Message):
    """Fact: what is due is no longer what it was; ask the study service for new counts."""

    coalesce: ClassVar[bool] = True


@dataclass(frozen=True)
class ScoreSaved(Message):
    """Fact: a finished round is on disk. `is_best` says that no earlier round on this board was better."""

    game: str
    board: str
    score_id: int
    is_best: bool


@dataclass(frozen=True)
class AnswerSaved(Message):
    """Fact: the learner's words for a question are on disk."""

    item: str
    answer_id: int


@dataclass(frozen=True)
class PositionSaved(Message):
    """Fact: where the learner was in a text is on disk."""

    place: str


@dataclass(frozen=True)
class SaveFailed(Message):
    """Fact: something could not be saved, and why, in one sentence. Nothing else changed."""

    what: str
    reason: str
