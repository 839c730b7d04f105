"""What the reader knows: where one is in the lesson, what has been read, and how the questions stand.

Pure: `scene.py` tells it how tall the sections came out and what was typed, shows what it says, and saves what it
returns. It knows no widgets, no database and no clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.content import Course, Lesson, Question
from game.core.grading import Grade, grade
from game.core.scheduling import Rating
from game.screens.lesson_reader.reading import Reading

FOUND, CLAIMED, MISSED = "found", "claimed", "missing"
HERE_AT = 0.3
"""The section at this height of the window is the one being read."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a section came out in the text column, in pixels from its top."""

    section: str
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What to save of an answer: its verdicts (idea id to verdict), the rating of the question, missed cards."""

    question: str
    text: str
    verdicts: dict[str, str]
    rating: Rating
    missed_cards: tuple[str, ...]


@dataclass(slots=True)
class Attempt:
    """One question: what the learner wrote and, once handed in, how it was graded."""

    question: Question
    text: str = ""
    grade: Grade | None = None
    claimed: bool = False

    @property
    def verdicts(self) -> dict[str, str]:
        """Found, claimed or missing, for each idea; empty before the answer is handed in."""
        if self.grade is None:
            return {}
        found = {hit.idea.id for hit in self.grade.found}
        other = CLAIMED if self.claimed else MISSED
        return {idea.id: FOUND if idea.id in found else other for idea in self.question.ideas}

    @property
    def held(self) -> int:
        """How many ideas are found or claimed."""
        return sum(verdict != MISSED for verdict in self.verdicts.values())

    @property
    def complete(self) -> bool:
        """Whether the answer holds as many ideas as the question asks for."""
        return self.grade is not None and self.held >= self.question.enough


class ReaderModel:
    """See the module text. `saved` is what `position` returned last time, `answers` text and verdicts by id."""

    def __init__(
        self,
        course: Course,
        lesson: Lesson,
        saved: Mapping[str, Any] | None = None,
        answers: Mapping[str, tuple[str, Mapping[str, str]]] | None = None,
    ) -> None:
        self.course, self.lesson = course, lesson
        self._ids = tuple(section.id for section in lesson.sections)
        saved = saved or {}
        self._reading = Reading(self._ids, _strings(saved.get("read")), saved.get("seen"))
        self.section = saved["section"] if saved.get("section") in self._ids else self._ids[0]
        self.share = _fraction(saved.get("share"))
        self.progress = 0.0
        self._extents: tuple[Extent, ...] = ()
        self._viewport = 0.0
        self._furthest = 0.0
        self.attempts = {question.id: Attempt(question) for question in lesson.questions}
        self.asked = lesson.questions[0].id if lesson.questions else ""
        for own_id, (text, verdicts) in (answers or {}).items():
            self._recall(own_id, text, verdicts)
        self.follow()

    # --- the text --------------------------------------------------------------------------------------------

    @property
    def read(self) -> tuple[str, ...]:
        """Ids of the sections read so far, in lesson order."""
        return self._reading.read

    @property
    def position(self) -> dict[str, Any]:
        """What to save, and to give as `saved` next time. Independent of window and text size."""
        share = round(self.share, 4)
        return {"section": self.section, "share": share, "read": list(self.read), "seen": self._reading.seen}

    def lay_out(self, extents: Sequence[Extent], viewport: float) -> float:
        """Take the sections' places in this window; returns the offset that shows the remembered place."""
        self._extents, self._viewport = tuple(extents), viewport
        self._furthest = max(0.0, extents[-1].bottom - viewport)
        return self.offset_of(self.section, self.share)

    def offset_of(self, section: str, share: float = 0.0) -> float:
        """The offset at which a place of a section is at the top of the window."""
        for extent in self._extents:
            if extent.section == section:
                place = extent.top + share * (extent.bottom - extent.top)
                return min(max(place, 0.0), self._furthest)
        return 0.0

    def scrolled(self, offset: float) -> bool:
        """The text was moved to `offset` pixels: where is one now? True if it is another section."""
        before = self.section
        at_end = offset >= self._furthest - 1.0
        self.progress = 1.0 if at_end else offset / self._furthest
        here = offset + HERE_AT * self._viewport
        eye = next((e for e in reversed(self._extents) if e.top <= here), self._extents[0])
        self._remember(self._extents[-1] if at_end and self._furthest > 0 else eye, offset)
        spans = [(e.section, e.top, e.bottom) for e in self._extents]
        self._reading.look(spans, offset, offset + self._viewport)
        return self.section != before

    def stay(self, dt: float) -> tuple[str, ...]:
        """So many seconds pass while the text is in sight; the sections that are now read for the first time."""
        return self._reading.stay(dt)

    def _remember(self, eye: Extent, offset: float) -> None:
        """The section being read, and the place at the top of the window as a share of it (below 0: above it)."""
        self.section = eye.section
        self.share = (offset - eye.top) / max(eye.bottom - eye.top, 1.0)

    # --- the questions ---------------------------------------------------------------------------------------

    @property
    def attempt(self) -> Attempt | None:
        """The question in the panel; None in a lesson without questions."""
        return self.attempts.get(self.asked)

    @property
    def number(self) -> int:
        """Which question it is, from 1."""
        return list(self.attempts).index(self.asked) + 1 if self.asked else 0

    def ask(self, question_id: str) -> bool:
        """Put another question in the panel; False if there is none of that id."""
        if question_id not in self.attempts:
            return False
        self.asked = question_id
        return True

    def follow(self) -> bool:
        """Ask the first open question of the section being read, unless an answer has been begun here."""
        attempt = self.attempt
        if attempt is None or (attempt.text and attempt.grade is None):
            return False
        mine = [a for a in self.attempts.values() if a.question.section == self.section]
        if not mine or attempt in mine:
            return False
        wanted = next((a for a in mine if a.grade is None), mine[0])
        return self.ask(wanted.question.id)

    def next_question(self) -> bool:
        """The next open question, or simply the next one; False if there is only this one."""
        ids = list(self.attempts)
        turn = [*ids[self.number :], *ids[: self.number - 1]]
        if not turn:
            return False
        return self.ask(next((i for i in turn if self.attempts[i].grade is None), turn[0]))

    def write(self, text: str) -> None:
        """The learner typed."""
        if self.attempt is not None:
            self.attempt.text = text

    def hand_in(self) -> Outcome | None:
        """Compare the answer with the ideas; None if there is no question. An empty answer is an answer."""
        attempt = self.attempt
        if attempt is None:
            return None
        attempt.grade, attempt.claimed = grade(attempt.question, attempt.text), False
        return self._outcome(attempt)

    def claim(self) -> Outcome | None:
        """The learner says that the missed ideas were there in other words; None before an answer is in."""
        attempt = self.attempt
        if attempt is None or attempt.grade is None:
            return None
        attempt.claimed = True
        return self._outcome(attempt)

    def again(self) -> None:
        """Open the question once more, with the words as they were."""
        if self.attempt is not None:
            self.attempt.grade, self.attempt.claimed = None, False

    def _recall(self, own_id: str, text: str, verdicts: Mapping[str, str]) -> None:
        attempt = self.attempts.get(own_id)
        if attempt is not None:
            attempt.text = text
            attempt.grade = grade(attempt.question, text)
            attempt.claimed = CLAIMED in verdicts.values()

    @staticmethod
    def _outcome(attempt: Attempt) -> Outcome:
        verdicts = attempt.verdicts
        enough = attempt.complete
        rating = Rating.GOOD if enough else Rating.HARD if attempt.held else Rating.AGAIN
        missed = [] if enough else [idea for idea in attempt.question.ideas if verdicts[idea.id] == MISSED]
        cards = tuple(idea.card for idea in missed if idea.card)
        return Outcome(attempt.question.id, attempt.text, verdicts, rating, cards)


def _strings(value: object) -> list[str]:
    return [own_id for own_id in value if isinstance(own_id, str)] if isinstance(value, list) else []


def _fraction(value: object) -> float:
    """A saved share; it may be a little below 0, when the section begins below the top of the window."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -10.0 < value <= 1.0:
        return 0.0
    return float(value)
