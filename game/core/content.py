"""What a course is made of: plain frozen records for courses, lessons, text blocks, cards, questions, key
ideas.

Built by `game.services.content_loader` from the folders in `lessons/`; read by the lesson reader, the deck,
the matching board, the constellation and the study service. Knows nothing of files, TOML, Markdown syntax
or the screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core.tours import Tour

LINK_KINDS = ("concept", "card", "question", "section", "lesson", "lab", "region", "tour", "bookmark")
"""Kinds of link that lead to a place inside the program; anything else is an address on the web."""

CALLOUT_KINDS = ("caution", "note", "honest")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style. `link` is a target such as `concept:all-reduce`, or empty."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    link: str = ""


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in a section. Level 3 is the first below the section's own title. `line` counts from 1."""

    level: int
    runs: Runs
    id: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    runs: Runs
    line: int = 0


@dataclass(frozen=True, slots=True)
class Callout:
    """A boxed remark. `kind` is one of `caution`, `note`, `honest`."""

    kind: str
    title: str
    blocks: tuple[Block, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table: one header row and body rows, every cell a tuple of runs; all rows are as wide as the
    header.
    """

    header: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Source text in a monospaced face. `lang` is the word after the fence, or empty."""

    lang: str
    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list; each item is a tuple of blocks."""

    ordered: bool
    items: tuple[tuple[Block, ...], ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class QuestionRef:
    """The place in the text where the question with this id is asked."""

    id: str
    line: int = 0


Block = Heading | Paragraph | Callout | Table | CodeBlock | ListBlock | QuestionRef


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a lesson with its own entry in the contents."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A flashcard. `match` is the short definition (60 characters at most) used on the matching
    board, `prompt` the question under the term on the front of the card.
    """

    id: str
    term: str
    definition: str
    match: str
    prompt: str = ""
    formula: str = ""
    note: str = ""
    section: str = ""
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea unit of a good answer. Any one of the `accept` phrases in the learner's words counts as the
    idea, unless one of the `reject` phrases is there as well. `card` is the card to study when the idea was
    missed.
    """

    id: str
    label: str
    accept: tuple[str, ...]
    reject: tuple[str, ...] = ()
    card: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """An answer written by the author, with exactly the idea ids that grading has to find in it."""

    answer: str
    ideas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A self-check question, answered in free text and compared idea by idea. `enough` ideas make a full
    answer (all of them, unless the question asks for one reason of several).
    """

    id: str
    section: str
    prompt: str
    model_answer: str
    ideas: tuple[Idea, ...]
    enough: int
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Concept:
    """A key idea: a star. `requires` are the ids of ideas to know first; they form no cycle."""

    id: str
    title: str
    cluster: str
    definition: str
    requires: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    section: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson with everything that belongs to it. `minutes` is the author's estimate of the reading time."""

    id: str
    title: str
    subtitle: str
    subject: str
    aim: str
    minutes: int
    sections: tuple[Section, ...]
    cards: tuple[Card, ...] = ()
    questions: tuple[Question, ...] = ()
    concepts: tuple[Concept, ...] = ()
    experiments: tuple[str, ...] = ()

    @property
    def full_title(self) -> str:
        """Title and subtitle in one line."""
        return f"{self.title}: {self.subtitle}" if self.subtitle else self.title

    def question(self, question_id: str) -> Question | None:
        """The question with this id, or None."""
        return next((q for q in self.questions if q.id == question_id), None)

    def section(self, section_id: str) -> Section | None:
        """The section with this id, or None."""
        return next((s for s in self.sections if s.id == section_id), None)


@dataclass(frozen=True, slots=True)
class Course:
    """A course: an ordered row of lessons. Card, question and concept ids are unique within a course."""

    id: str
    title: str
    subtitle: str
    subject: str
    manual: str
    level: str
    lessons: tuple[Lesson, ...]
    licence: str = ""
    clusters: tuple[str, ...] = ()
    tours: tuple[Tour, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the course, in lesson order."""
        return tuple(card for lesson in self.lessons for card in lesson.cards)

    @property
    def concepts(self) -> tuple[Concept, ...]:
        """All key ideas of the course, in lesson order."""
        return tuple(concept for lesson in self.lessons for concept in lesson.concepts)

    @property
    def questions(self) -> tuple[Question, ...]:
        """All self-check questions of the course, in lesson order."""
        return tuple(question for lesson in self.lessons for question in lesson.questions)

    def lesson(self, lesson_id: str) -> Lesson | None:
        """The lesson with this id, or None."""
        return next((lesson for lesson in self.lessons if lesson.id == lesson_id), None)

    def concept(self, concept_id: str) -> Concept | None:
        """The key idea with this id, or None."""
        return next((concept for concept in self.concepts if concept.id == concept_id), None)

    def card(self, card_id: str) -> Card | None:
        """The card with this id, or None."""
        return next((card for card in self.cards if card.id == card_id), None)

    def item_id(self, kind: str, own_id: str) -> str:
        """The study item id of something in this course, such as `card:tensorflow-ai-advanced/loss-
        scaling`.
        """
        return f"{kind}:{self.id}/{own_id}"


def split_link(target: str) -> tuple[str, str]:
    """Split `concept:all-reduce` into its kind and id; an address on the web gives `("web", target)`."""
    kind, colon, own_id = target.partition(":")
    if colon and kind in LINK_KINDS:
        return kind, own_id
    return "web", target


def plain(runs: Runs) -> str:
    """The text of some runs without their styles."""
    return "".join(run.text for run in runs)


def questions_of(blocks: tuple[Block, ...]) -> Iterator[QuestionRef]:
    """Every place in some blocks where a question is asked."""
    for block in blocks:
        if isinstance(block, QuestionRef):
            yield block
        for inner in _inner(block):
            yield from questions_of(inner)


def _inner(block: Block) -> tuple[tuple[Block, ...], ...]:
    if isinstance(block, Callout):
        return (block.blocks,)
    if isinstance(block, ListBlock):
        return block.items
    return ()
