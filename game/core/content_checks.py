"""What has to hold between the parts of a course: links lead somewhere, `requires` has no cycle, examples
grade as said.

Called by `game.services.content_loader` after all parts have been read. Pure: it is told where each part
stands by `Places` and returns problems; it knows nothing of files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from game.core.bookmarks import BookmarkError, decode
from game.core.content import Course, Idea, Lesson, Question, questions_of, split_link
from game.core.grading import grade
from game.core.hints import did_you_mean
from game.core.problem import Problem

LONGEST_MATCH = 60
LONGEST_TERM = 40
LONGEST_PROMPT = 110
LONGEST_DEFINITION = 260


@dataclass(slots=True)
class Places:
    """Where each part of a course stands: (kind, id, key) -> (file, line); and all links of the texts."""

    known: dict[tuple[str, str, str], tuple[str, int]] = field(default_factory=dict)
    links: list[tuple[str, str, int]] = field(default_factory=list)

    def note(self, kind: str, own_id: str, key: str, file: str, line: int) -> None:
        """Remember a place; the first one noted stays."""
        self.known.setdefault((kind, own_id, key), (file, line))

    def find(self, kind: str, own_id: str, key: str = "") -> tuple[str, int]:
        """The place of a key of a part, or of the part itself."""
        return self.known.get((kind, own_id, key)) or self.known.get((kind, own_id, ""), ("", 1))


@dataclass(frozen=True, slots=True)
class World:
    """Ids outside the course that links may name; None means that they are not checked."""

    regions: Collection[str] | None = None
    experiments: Collection[str] | None = None
    lessons: Collection[str] = ()


def check_course(course: Course, places: Places, world: World) -> list[Problem]:
    """Every fault between the parts of one course, unsorted."""
    problems = list(_check_links(course, places, world))
    problems += _check_references(course, places)
    problems += _check_cycles(course, places)
    problems += _check_lengths(course, places)
    for lesson in course.lessons:
        problems += _check_questions(lesson, places)
    return problems


def _targets(course: Course, world: World) -> dict[str, Collection[str] | None]:
    """The ids that each kind of link may name."""
    return {
        "concept": [concept.id for concept in course.concepts],
        "card": [card.id for card in course.cards],
        "question": [question.id for question in course.questions],
        "section": [section.id for lesson in course.lessons for section in lesson.sections],
        "lesson": [*(lesson.id for lesson in course.lessons), *world.lessons],
        "lab": world.experiments,
        "region": world.regions,
        "tour": [tour.id for tour in course.tours],
        "bookmark": None,
    }


def _check_links(course: Course, places: Places, world: World) -> Iterator[Problem]:
    targets = _targets(course, world)
    for target, file, line in places.links:
        kind, own_id = split_link(target)
        if kind == "web":
            if not target.startswith("https://"):
                hint = "inside links begin with one of " + ", ".join(f"{known}:" for known in targets)
                yield Problem(file, line, f"link `{target}` leads nowhere", hint)
            continue
        if kind == "bookmark":
            yield from _check_bookmark(own_id, file, line)
        known = targets[kind]
        if known is not None and own_id not in known:
            yield Problem(file, line, f"there is no {kind} `{own_id}`", did_you_mean(own_id, known))


def _check_bookmark(text: str, file: str, line: int) -> Iterator[Problem]:
    try:
        decode(text)
    except BookmarkError as error:
        yield Problem(
            file, line, f"link to a view of the brain: {error}", "copy it from the explorer (Shift+B)"
        )


def _check_references(course: Course, places: Places) -> Iterator[Problem]:
    """Ids named by cards, concepts and ideas."""
    ids = _targets(course, World())

    def dangling(owner: str, own_id: str, key: str, kind: str, named: tuple[str, ...]) -> Iterator[Problem]:
        known = ids[kind] or ()
        for name in named:
            if name not in known:
                message = f"{owner} `{own_id}`: there is no {kind} `{name}`"
                yield Problem(*places.find(owner, own_id, key), message, did_you_mean(name, known))
            elif kind == owner and name == own_id:
                message = f"{owner} `{own_id}` names itself in `{key}`"
                yield Problem(*places.find(owner, own_id, key), message, "remove it")

    for card in course.cards:
        yield from dangling("card", card.id, "concepts", "concept", card.concepts)
        yield from dangling("card", card.id, "section", "section", _given(card.section))
    for concept in course.concepts:
        yield from dangling("concept", concept.id, "requires", "concept", concept.requires)
        yield from dangling("concept", concept.id, "related", "concept", concept.related)
        yield from dangling("concept", concept.id, "cards", "card", concept.cards)
        yield from dangling("concept", concept.id, "section", "section", _given(concept.section))
        if course.clusters and concept.cluster not in course.clusters:
            message = f"concept `{concept.id}`: the course has no cluster `{concept.cluster}`"
            hint = did_you_mean(concept.cluster, course.clusters)
            yield Problem(*places.find("concept", concept.id, "cluster"), message, hint)
    for question in course.questions:
        yield from dangling("question", question.id, "section", "section", _given(question.section))
        for idea in question.ideas:
            yield from dangling("idea", f"{question.id}/{idea.id}", "card", "card", _given(idea.card))


def _check_cycles(course: Course, places: Places) -> Iterator[Problem]:
    """One problem for each cycle of `requires`, at the first of its ideas in the course's order."""
    requires = {concept.id: concept.requires for concept in course.concepts}
    done: set[str] = set()
    for start in requires:
        cycle = _walk(start, requires, done)
        if cycle:
            first = min(cycle, key=list(requires).index)
            turn = cycle.index(first)
            ring = " -> ".join([*cycle[turn:], *cycle[:turn], first])
            hint = "an idea cannot be needed before itself; remove one of these"
            yield Problem(
                *places.find("concept", first, "requires"), f"`requires` goes in a circle: {ring}", hint
            )


def _walk(start: str, requires: dict[str, tuple[str, ...]], done: set[str]) -> list[str]:
    """Depth-first from `start` (with a stack of its own); the first cycle met, or nothing."""
    path: list[str] = []
    todo: list[tuple[str, bool]] = [(start, False)]
    while todo:
        node, leaving = todo.pop()
        if leaving:
            path.pop()
            done.add(node)
        elif node in path:
            cycle = path[path.index(node) :]
            done.update(path)
            return cycle if len(cycle) > 1 else []
        elif node not in done:
            path.append(node)
            todo.append((node, True))
            todo.extend((need, False) for need in requires[node] if need in requires)
    return []


def _check_lengths(course: Course, places: Places) -> Iterator[Problem]:
    """Texts too long for the place where they are shown."""
    for card in course.cards:
        for key, text, limit in (
            ("term", card.term, LONGEST_TERM),
            ("match", card.match, LONGEST_MATCH),
            ("prompt", card.prompt, LONGEST_PROMPT),
            ("definition", card.definition, LONGEST_DEFINITION),
        ):
            if len(text) > limit:
                message = f"card `{card.id}`: `{key}` has {len(text)} characters"
                yield Problem(*places.find("card", card.id, key), message, f"{limit} fit on the card")
    yield from _same(course, places, lambda lesson: [(card.id, card.term) for card in lesson.cards], "term")
    yield from _same(course, places, lambda lesson: [(card.id, card.match) for card in lesson.cards], "match")


def _same(
    course: Course, places: Places, texts: Callable[[Lesson], list[tuple[str, str]]], key: str
) -> Iterator[Problem]:
    """Cards that cannot be told apart on the matching board."""
    first: dict[str, str] = {}
    for card_id, text in (pair for lesson in course.lessons for pair in texts(lesson)):
        other = first.setdefault(text.casefold(), card_id)
        if text and other != card_id:
            message = f"card `{card_id}` has the same `{key}` as card `{other}`"
            yield Problem(*places.find("card", card_id, key), message, "make them different")


def _check_questions(lesson: Lesson, places: Places) -> Iterator[Problem]:
    """Each question is asked once, in its own section; its ideas are told apart; its examples grade as
    said.
    """
    asked: dict[str, str] = {}
    for section in lesson.sections:
        for ref in questions_of(section.blocks):
            asked.setdefault(ref.id, section.id)
    for question in lesson.questions:
        if question.id not in asked:
            message = f"question `{question.id}` is asked nowhere"
            hint = f"write [Check yourself](question:{question.id}) as a paragraph of lesson.md"
            yield Problem(*places.find("question", question.id), message, hint)
        elif asked[question.id] != question.section:
            where = asked[question.id]
            message = f"question `{question.id}` is asked in section `{where}`, not `{question.section}`"
            yield Problem(*places.find("question", question.id, "section"), message, "let the two agree")
        if question.enough > len(question.ideas):
            message = f"question `{question.id}` wants {question.enough} of {len(question.ideas)} ideas"
            yield Problem(*places.find("question", question.id, "enough"), message, "lower `enough`")
        yield from _check_examples(question, places)


def _check_examples(question: Question, places: Places) -> Iterator[Problem]:
    """The author's own answers, graded; the model answer has to hold every idea."""
    known = {idea.id for idea in question.ideas}
    model = grade(question, question.model_answer)
    if model.missed:
        message = f"question `{question.id}`: its model answer is not found to say {_names(model.missed)}"
        yield Problem(
            *places.find("question", question.id, "model_answer"), message, "add an `accept` phrase"
        )
    for number, example in enumerate(question.examples):
        at = places.find("example", f"{question.id}/{number}")
        for name in example.ideas:
            if name not in known:
                message = f"question `{question.id}` has no idea `{name}`"
                yield Problem(*at, message, did_you_mean(name, known))
        got = {found.idea.id for found in grade(question, example.answer).found}
        if got != set(example.ideas) & known:
            message = f"this answer is graded {_listed(got)}, the author says {_listed(set(example.ideas))}"
            yield Problem(*at, message, "change the `accept` or `reject` phrases of the ideas")


def _names(ideas: tuple[Idea, ...]) -> str:
    return ", ".join(f"`{idea.id}`" for idea in ideas)


def _listed(ids: set[str]) -> str:
    return ", ".join(sorted(ids)) or "nothing"


def _given(own_id: str) -> tuple[str, ...]:
    return (own_id,) if own_id else ()
