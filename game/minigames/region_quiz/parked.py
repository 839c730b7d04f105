"""A round of the quiz that was left before its end, as plain values, and made into a round again.

The quiz's memory saves and reads them. Pure. Values that do not fit the atlas, or are damaged, are no round.
"""

from __future__ import annotations

from typing import Any

from game.core.atlas import Atlas
from game.core.scheduling import Rating
from game.minigames.region_quiz.choosing import Filters, item_of
from game.minigames.region_quiz.rules import Kind, Phase, Question, QuizRound


def kept(filters: Filters, left: QuizRound) -> dict[str, Any]:
    """How a round stands."""
    asked = [[q.structure, q.region, str(q.kind), list(q.choices)] for q in left.questions]
    wrong = list(left.wrong) if left.phase is Phase.ASKING else []
    return {
        "filters": [filters.side, filters.area],
        "questions": asked,
        "ratings": [int(rating) for rating in left.ratings],
        "wrong": wrong,
        "misses": left.misses,
    }


def taken_up(value: object, atlas: Atlas) -> tuple[Filters, QuizRound] | None:
    """The round that `kept` was made of, at its next question; None if these values are not such a round."""
    try:
        side, area = _table(value)["filters"]
        questions = [_question(entry, atlas) for entry in _table(value)["questions"]]
        ratings = [Rating(rating) for rating in _table(value)["ratings"]]
        wrong = [atlas.structure(given).id if given else "" for given in _table(value)["wrong"]]
        misses = int(_table(value)["misses"])
    except (KeyError, TypeError, ValueError):
        return None
    if len(ratings) >= len(questions) or len(wrong) > 1 or misses < 0 or not (ratings or wrong):
        return None
    left = QuizRound(questions, ratings, wrong[0] if wrong else None, misses)
    return Filters(str(side), str(area)), left


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("not a round")
    return value


def _question(entry: Any, atlas: Atlas) -> Question:
    structure, region, kind, choices = entry
    if atlas.region(region).structure != structure:
        raise ValueError(f"{region} is not of {structure}")
    names = tuple(atlas.structure(choice).id for choice in choices)
    return Question(item_of(structure), structure, region, Kind(kind), names)
