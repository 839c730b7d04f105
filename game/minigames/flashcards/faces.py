"""What is written on the two sides of a card, as plain text: from the course, the memory and the time.

Pure; the scene makes a `Face` for the card that is up and the view draws it.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.core.content import Card, Course, Lesson
from game.core.scheduling import MemoryState, Phase

TASK = "Say what it means in your own words, then turn the card."


@dataclass(frozen=True, slots=True)
class Face:
    """All words of one card. `section` and `lesson` are ids for the link, "" if there is none.

    The eyebrow never says the term once more.
    """

    eyebrow: str
    term: str
    task: str
    seen: str
    recall: str
    definition: str
    formula: str
    note: str
    lesson: str
    section: str
    section_label: str


def face_of(course: Course, card: Card, state: MemoryState, retained: float) -> Face:
    """The words for a card. retained: the chance, 0 to 1, that it is recalled now."""
    concept = course.concept(card.concepts[0]) if card.concepts else None
    lesson, number = _place(course, card)
    section = lesson.section(card.section) if lesson is not None and card.section else None
    clusters = [concept.cluster] if concept is not None and concept.cluster else []
    titles = [section.title] if section is not None else []
    named = [
        title for title in (*clusters, *titles, course.title) if title.casefold() != card.term.casefold()
    ]
    return Face(
        eyebrow=named[0] if named else "",
        term=card.term,
        task=card.prompt or TASK,
        seen=seen_text(state.reviews),
        recall=recall_text(state.phase, retained),
        definition=card.definition,
        formula=card.formula,
        note=card.note,
        lesson=lesson.id if lesson is not None else "",
        section=card.section if section is not None else "",
        section_label=f"Lesson, section {number}" if section is not None else "",
    )


def recall_text(phase: Phase, retained: float) -> str:
    """How well the card is remembered. Only one that was known when last asked has a chance to be told: the model
    counts in days, and says nothing of a card that comes back in minutes."""
    words = {Phase.NEW: "", Phase.LEARNING: "Still being learnt", Phase.RELEARNING: "Being learnt again"}
    return words.get(phase, f"Recall now about {round(retained * 100)} %")


def seen_text(reviews: int) -> str:
    """How often the learner met the card."""
    if reviews == 0:
        return "New card"
    return "Seen once" if reviews == 1 else f"Seen {reviews} times"


def _place(course: Course, card: Card) -> tuple[Lesson | None, int]:
    """The lesson a card belongs to, and the number of its section in it, counting from 1 (0 if none)."""
    for lesson in course.lessons:
        if any(own.id == card.id for own in lesson.cards):
            ids = [section.id for section in lesson.sections]
            return lesson, ids.index(card.section) + 1 if card.section in ids else 0
    return None, 0
