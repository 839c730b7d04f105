"""Memory states, reviews, scores, answers as database rows, and back.

Called by the progress store. Times are text in UTC with microseconds, so that they sort as they happened.
Knows the columns; opens nothing and commits nothing.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from game.core.clock import as_utc
from game.core.scheduling import NEW, MemoryState, Phase

MEMORY_COLUMNS = ("phase", "step", "stability", "difficulty", "due", "last_review", "reviews", "lapses")


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """What undoing a review needs to know of it."""

    review_id: int
    item: str
    rating: int
    before: MemoryState


@dataclass(frozen=True, slots=True)
class Score:
    """A finished round. The smaller `result`, the better; what it counts is up to the game."""

    game: str
    board: str
    result: float
    seconds: float
    misses: int
    right: int
    total: int
    saved_at: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """The learner's words for a question, and what was found in them: idea id -> verdict."""

    text: str
    verdicts: dict[str, str]
    saved_at: datetime


def time_text(moment: datetime) -> str:
    """A moment as it is stored."""
    return as_utc(moment).isoformat(timespec="microseconds")


def state_values(state: MemoryState) -> dict[str, Any]:
    """The columns of a state that was seen at least once; {} for a new one."""
    if state.phase is Phase.NEW or state.due is None or state.last_review is None:
        return {}
    return {
        "phase": int(state.phase),
        "step": state.step,
        "stability": state.stability,
        "difficulty": state.difficulty,
        "due": time_text(state.due),
        "last_review": time_text(state.last_review),
        "reviews": state.reviews,
        "lapses": state.lapses,
    }


def state_of(values: dict[str, Any]) -> MemoryState:
    """The state with these columns. Raises ValueError if they make no sense."""
    if not values:
        return NEW
    return MemoryState(
        phase=Phase(values["phase"]),
        step=values["step"],
        stability=values["stability"],
        difficulty=values["difficulty"],
        due=datetime.fromisoformat(values["due"]),
        last_review=datetime.fromisoformat(values["last_review"]),
        reviews=values["reviews"],
        lapses=values["lapses"],
    )


def state_json(state: MemoryState) -> str:
    """A state as it is kept in the review log."""
    return json.dumps(state_values(state), sort_keys=True)


def state_of_row(row: sqlite3.Row) -> MemoryState:
    """The state in a row of the memory table."""
    return state_of({column: row[column] for column in MEMORY_COLUMNS})


def score_of_row(row: sqlite3.Row) -> Score:
    """The score in a row of the score table."""
    return Score(
        game=row["game"],
        board=row["board"],
        result=row["result"],
        seconds=row["seconds"],
        misses=row["misses"],
        right=row["right"],
        total=row["total"],
        saved_at=datetime.fromisoformat(row["saved_at"]),
    )
