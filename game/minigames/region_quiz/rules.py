"""The rules of the Region Quiz: one round of questions, two tries each, and the rating that an answer earns.

The scene gives it answers, saves what was earned and tells it so; only then does the round move on. Structures are
atlas ids, items are study ids. Knows no window, database, clock or chance.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.core.scheduling import Rating

PARTS = {  # finer bodies inside a coarser one: to point at the part is to point at the whole
    "Pallidum": frozenset({"GPe", "GPi"}),
    "VentralDC": frozenset(
        "Red-Nucleus Substantia-Nigra-pr SNc-VTA Subthalamic-Nucleus Hypothalamus Mammillary-Nucleus".split()
    ),
}


class Kind(StrEnum):
    """How a question is asked."""

    CLICK = "click"
    TYPE = "type"
    CHOOSE = "choose"


class Phase(StrEnum):
    """Where a question is: waiting for an answer, for the database, or answered."""

    ASKING = "asking"
    SAVING = "saving"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `region` is the body that is shown or looked for; `choices` are structures (CHOOSE only)."""

    item: str
    structure: str
    region: str
    kind: Kind
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Missed:
    """The first try was wrong; there is another one. `answer` is what was taken for it: a structure, or ""."""

    answer: str


@dataclass(frozen=True, slots=True)
class Earned:
    """The question is decided: this rating wants to be saved."""

    item: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Result:
    """A question and what it earned."""

    question: Question
    rating: Rating


class QuizRound:
    """Some questions, one after another."""

    def __init__(
        self,
        questions: Sequence[Question],
        ratings: Sequence[Rating] = (),
        wrong: str | None = None,
        misses: int = 0,
    ) -> None:
        """ratings, wrong, misses: how a round stood that goes on: what the first questions earned, what was answered
        wrongly to the next one, if anything, and how often in all."""
        self.questions = tuple(questions)
        self.results = tuple(map(Result, self.questions, ratings))
        self.phase = Phase.ASKING
        self.wrong: tuple[str, ...] = () if wrong is None else (wrong,)
        """What was answered wrongly to the present question, in order; "" for a word that names nothing."""
        self.misses = misses
        self._index = len(self.results)
        self._waiting: Earned | None = None
        self._before: tuple[tuple[str, ...], int] = ((), 0)

    @property
    def current(self) -> Question | None:
        """The question that is up; None when the round is over."""
        return self.questions[self._index] if self._index < len(self.questions) else None

    @property
    def complete(self) -> bool:
        """Whether no question is left to look at."""
        return self.current is None

    @property
    def decided(self) -> bool:
        """Whether every question is answered and saved (the last one may still be on the screen)."""
        return bool(self.questions) and len(self.results) == len(self.questions)

    @property
    def begun(self) -> bool:
        """Whether something would be lost with it: an answer or a miss, and not all is decided yet."""
        return not self.decided and bool(self.ratings or self.wrong)

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """What the first questions earned; also what is being saved at this moment."""
        waiting = (self._waiting.rating,) if self._waiting is not None else ()
        return (*(result.rating for result in self.results), *waiting)

    @property
    def last(self) -> str:
        """The structure that was answered last, "" before the first answer."""
        return self.results[-1].question.structure if self.results else ""

    @property
    def number(self) -> int:
        """The number of the question that is up, from 1; the last one's when the round is over."""
        return min(self._index + 1, len(self.questions))

    @property
    def right(self) -> int:
        """How many questions were right at the first try."""
        return sum(1 for result in self.results if result.rating is Rating.GOOD)

    @property
    def late(self) -> int:
        """How many were right after a miss."""
        return sum(1 for result in self.results if result.rating is Rating.HARD)

    @property
    def missed(self) -> tuple[Result, ...]:
        """The questions that were not right at the first try."""
        return tuple(result for result in self.results if result.rating is not Rating.GOOD)

    @property
    def result(self) -> float:
        """What is saved as the score; the smaller the better. A late answer counts half."""
        return len(self.questions) - self.right - self.late / 2

    def answer(self, structures: Collection[str]) -> Missed | Earned | None:
        """Take an answer: the structures it stands for (several names can mean the same; none: an unknown word).

        None, and nothing happens, if no answer is wanted now.
        """
        question = self.current
        if question is None or self.phase is not Phase.ASKING:
            return None
        if is_right(question, structures):
            return self._earn(question, Rating.HARD if self.wrong else Rating.GOOD)
        given = next(iter(structures), "")
        if given and given in self.wrong:
            return None  # the same mistake twice is one mistake
        self._before = (self.wrong, self.misses)
        self.wrong, self.misses = (*self.wrong, given), self.misses + 1
        if len(self.wrong) == 1:
            return Missed(given)
        self.phase = Phase.SAVING
        self._waiting = Earned(question.item, Rating.AGAIN)
        return self._waiting

    def give_up(self) -> Earned | None:
        """ "I don't know". None if no answer is wanted now."""
        if self.current is None or self.phase is not Phase.ASKING:
            return None
        return self._earn(self.current, Rating.AGAIN)

    def saved(self, item: str) -> bool:
        """The rating is on disk: the question is answered. False if this was not the one waited for."""
        question, waiting = self.current, self._waiting
        if question is None or waiting is None or item != waiting.item:
            return False
        self._waiting, self.phase = None, Phase.ANSWERED
        self.results = (*self.results, Result(question, waiting.rating))
        return True

    def failed(self) -> None:
        """The rating could not be saved: the question stands as it was before the answer."""
        if self._waiting is not None:
            self._waiting, self.phase = None, Phase.ASKING
            self.wrong, self.misses = self._before

    def next(self) -> bool:
        """Go on to the next question, once this one is answered. False if it is not."""
        if self.phase is not Phase.ANSWERED:
            return False
        self._index += 1
        self.phase, self.wrong = Phase.ASKING, ()
        return True

    def _earn(self, question: Question, rating: Rating) -> Earned:
        self._before = (self.wrong, self.misses)
        self.phase = Phase.SAVING
        self._waiting = Earned(question.item, rating)
        return self._waiting


def is_right(question: Question, structures: Collection[str]) -> bool:
    """Whether an answer that stands for these structures is right. A click on a part counts for the whole."""
    if question.structure in structures:
        return True
    parts = PARTS.get(question.structure, frozenset())
    return question.kind is Kind.CLICK and any(structure in parts for structure in structures)


def asked_for(english: str) -> str:
    """A structure's name as an object: "the precentral gyrus", "cerebellar lobule V"."""
    first, _, _ = english.partition(" ")
    ordinary = len(first) > 1 and first[1:].islower()
    name = english[0].lower() + english[1:] if ordinary else english
    last = english.rpartition(" ")[2]
    numbered = last.strip("IVXab-") == "" and last[0].isupper()
    return name if numbered else f"the {name}"
