"""Saves answers and the reading place through the study service, and reads them back.

Used by the reader's scene alone. Every saving method returns the facts to post; when the disk refuses, the fact is
a notice in plain words, and the learner reads on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.content import Course, Lesson
from game.core.messages import Message, Notice
from game.core.scheduling import Rating
from game.screens.lesson_reader.model import Outcome
from game.services.store_errors import StoreError
from game.services.study import StudyService

Facts = tuple[Message, ...]


class AnswerBook:
    """See the module text. Reviews of one answer form a session of their own, so that they can be taken back."""

    def __init__(self, study: StudyService, course: Course) -> None:
        self._study, self._course = study, course
        self._session = ""
        self._reviews = 0

    def recall(self, lesson: Lesson) -> dict[str, tuple[str, Mapping[str, str]]]:
        """The newest saved words and verdicts for each question that was answered before."""
        found: dict[str, tuple[str, Mapping[str, str]]] = {}
        for question in lesson.questions:
            saved = self._study.answer(self._course.item_id("question", question.id))
            if saved is not None:
                found[question.id] = (saved.text, saved.verdicts)
        return found

    def save(self, outcome: Outcome) -> Facts:
        """Save an answer, rate its question, and bring the cards of missed ideas back into the deck."""
        item = self._course.item_id("question", outcome.question)
        try:
            facts: Facts = self._study.save_answer(item, outcome.text, outcome.verdicts)
            self._session = f"{item}#{getattr(facts[0], 'answer_id', 0)}"
            self._reviews = 0
            facts += self._rate(item, outcome.rating)
            for card in outcome.missed_cards:
                facts += self._rate(self._course.item_id("card", card), Rating.AGAIN)
        except StoreError as error:
            return (Notice(str(error), "bad"),)
        return facts

    def replace(self, outcome: Outcome) -> Facts:
        """The learner corrected the verdicts: take the reviews of this answer back and save it anew."""
        try:
            facts: Facts = ()
            for _ in range(self._reviews):
                facts += self._study.undo(self._session)
        except StoreError as error:
            return (Notice(str(error), "bad"),)
        return facts + self.save(outcome)

    def save_place(self, place: str, position: dict[str, Any]) -> Facts:
        """Save where one is."""
        try:
            return tuple(self._study.save_position(place, position))
        except StoreError as error:
            return (Notice(str(error), "bad"),)

    def _rate(self, item: str, rating: Rating) -> Facts:
        facts = self._study.rate(item, rating, source="question", session=self._session)
        self._reviews += 1
        return tuple(facts)
