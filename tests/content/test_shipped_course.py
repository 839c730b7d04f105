"""The course that comes with the program: no faults, all its parts, titles and order as promised."""

from collections import Counter

import pytest

from game.core.content import Callout, CodeBlock, Heading, Table, plain, questions_of
from game.core.grading import grade
from game.services.content_loader import load_courses


@pytest.fixture(scope="module")
def report(root):
    return load_courses(root / "lessons")


@pytest.fixture(scope="module")
def course(report):
    return report.courses[0]


@pytest.fixture(scope="module")
def lesson(course):
    return course.lessons[0]


def test_it_has_no_problems(report):
    assert [str(problem) for problem in report.problems] == []


def test_titles_sections_and_their_order(course, lesson):
    assert (course.title, course.manual) == ("TensorFlow & AI Programming: Advanced", "General")
    assert lesson.full_title == (
        "Training at Scale: Mixed Precision, Distribution, and Performance Engineering"
    )
    assert [section.title for section in lesson.sections] == [
        "What this lesson is for",
        "Performance as an Algorithmic Constraint",
        "Distributed Strategy Concepts",
        "Prove it in the Lab",
    ]


def test_the_counts(course):
    assert len(course.cards) >= 28
    assert len(course.concepts) >= 40
    assert 7 <= len(course.clusters) <= 9
    assert set(Counter(concept.cluster for concept in course.concepts)) == set(course.clusters)


def test_the_stability_caution_and_the_table_of_four_techniques(lesson):
    blocks = lesson.section("performance").blocks
    caution = next(block for block in blocks if isinstance(block, Callout) and block.kind == "caution")
    assert caution.title == "Stability caution"
    table = next(block for block in blocks if isinstance(block, Table))
    assert [plain(row[0]) for row in table.rows] == [
        "Mixed precision",
        "Gradient accumulation",
        "Data parallelism",
        "Model parallelism",
    ]


def test_two_questions_in_each_of_the_two_middle_sections_with_three_ideas_each(lesson):
    asked = {section.id: [ref.id for ref in questions_of(section.blocks)] for section in lesson.sections}
    assert asked["performance"] == ["data-parallelism-idea", "why-accumulation"]
    assert asked["distribution"] == ["central-challenge", "why-profiling"]
    assert [len(question.ideas) for question in lesson.questions] == [3, 3, 3, 3]
    assert [question.enough for question in lesson.questions] == [3, 3, 3, 1]


def test_every_idea_that_can_be_missed_names_a_card(lesson):
    assert [idea.id for question in lesson.questions for idea in question.ideas if not idea.card] == []


ANSWERS = [
    ("data-parallelism-idea", "copies of the model on many gpus, each fed with different data", 2),
    ("data-parallelism-idea", "parameters are replicated, minibatches get partitioned, grads all-reduced", 3),
    ("data-parallelism-idea", "you cut the network in pieces and put them on gpus", 0),
    ("data-parallelism-idea", "the same data is given to each device", 0),
    ("data-parallelism-idea", "we don't copy the model", 0),
    ("why-accumulation", "you can have an effective batch of 256 while only 32 fit in memory", 2),
    ("why-accumulation", "sums gradients over multiple steps, then applies them", 1),
    ("why-accumulation", "updates weights after every micro batch", 0),
    ("why-accumulation", "it reduces communication", 0),
    ("central-challenge", "synchronisation of replicas and network latency; seeds", 3),
    ("central-challenge", "The machines must talk to each other and that costs time", 1),
    ("central-challenge", "race conditions", 0),
    ("why-profiling", "without profiling you would optimise the wrong thing", 1),
    ("why-profiling", "because training costs a lot of money", 1),
    ("why-profiling", "I don't know", 0),
]


@pytest.mark.parametrize(("question_id", "answer", "count"), ANSWERS)
def test_answers_that_the_author_did_not_write_down(lesson, question_id, answer, count):
    assert len(grade(lesson.question(question_id), answer).found) == count


def test_cards_fit_the_card_and_the_board(course):
    for card in course.cards:
        assert len(card.term.split()) <= 3, card.id
        assert 10 <= len(card.match) <= 60, card.id
        assert sentences(card.definition) <= 2, card.id


def test_every_concept_but_the_roots_is_reached_and_every_star_has_a_neighbour(course):
    linked = {name for c in course.concepts for name in (*c.requires, *c.related)}
    alone = [c.id for c in course.concepts if not c.requires and not c.related and c.id not in linked]
    assert alone == []


def test_every_card_has_a_star_that_leads_to_it(course):
    led_to = {card for concept in course.concepts for card in concept.cards}
    assert {card.id for card in course.cards} - led_to <= {"median-step"} - led_to


def test_the_lesson_links_into_the_lab_the_brain_and_the_constellation(lesson, root):
    text = (root / "lessons/tensorflow-ai-advanced/01-training-at-scale/lesson.md").read_text("utf-8")
    for kind in ("lab:brain-atlas", "region:precentral", "concept:all-reduce"):
        assert f"]({kind})" in text
    words = sum(len(line.split()) for line in text.split("+++")[2].splitlines())
    assert 1200 <= words <= 2000
    code = [b for s in lesson.sections for b in s.blocks if isinstance(b, CodeBlock)]
    assert [block.lang for block in code] == ["python", "python"]
    assert any(isinstance(block, Heading) for block in lesson.section("distribution").blocks)


def sentences(text):
    ends = text.replace("1.0 ", "1 ").count(". ") + text.count("? ") + text.count("! ")
    return ends + 1
