"""Answers in a learner's own words: ideas are found in any order and inflection, and not where they are denied."""

import random

import pytest

from game.core.content import Idea, Question
from game.core.grading import grade, join_spans
from game.core.words import is_like, split_words, stem

BATCH = Idea("batch", "A larger batch", ("larger|bigger batch",))
MEMORY = Idea("memory", "Memory suffices", ("memory fit|limited", "without more memory"))
ONCE = Idea("once", "One update", ("update once|single",), reject=("update every step",))
QUESTION = Question("q", "s", "Why?", "A bigger batch.", (BATCH, MEMORY, ONCE), enough=3)


def ids(answer):
    return [found.idea.id for found in grade(QUESTION, answer).found]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("A larger batch.", ["batch"]),
        ("the batch gets BIGGER", ["batch"]),
        ("Batches can be larger", ["batch"]),
        ("limited memroy", ["memory"]),  # two letters changed places
        ("Larger models. One batch.", []),  # two sentences
        ("larger", []),
        ("not a larger batch", []),
        ("It is no larger batch", []),
        ("a larger batch is not needed", []),
        ("It doesn't make a bigger batch", []),
        ("not only a larger batch", ["batch"]),
        ("there is no need for a larger batch", []),
        ("it does not lead us to a larger batch", []),
        ("None of them has a larger batch", []),
        ("nobody gets a larger batch", []),
        ("It fails to give a larger batch", []),
        ("useless for a larger batch", []),
        ("A larger batch is impossible", []),
        ("a larger batch is never reached", []),
        ("a larger batch cannot be had", []),
        ("a larger batch will never come of it", []),
        ("It is not faster, but gives a larger batch", ["batch"]),
        ("It is not faster and has a larger batch", ["batch"]),
        ("It does not need much memory for a larger batch", ["batch"]),
        ("Without more memory it gives a larger batch", ["batch", "memory"]),
        ("a larger batch is possible", ["batch"]),
        ("a bigger batch without more memory", ["batch", "memory"]),
        ("memory is limited so we update once", ["memory", "once"]),
        ("we update once", ["once"]),
        ("we update at every single step", []),
        ("", []),
        ("?!", []),
        ("Ein größerer Batch", []),
        ("one two three four larger five six seven eight nine ten batch", []),
    ],
)
def test_ideas_found(answer, expected):
    assert ids(answer) == expected


def test_spans_are_the_learners_own_words():
    answer = "Well: a much Larger effective batch, with memory that fits."
    result = grade(QUESTION, answer)
    assert [answer[a:b] for a, b in result.spans] == ["Larger effective batch", "memory that fits"]
    assert [answer[a:b] for found in result.found for a, b in found.spans] == [
        "Larger effective batch",
        "memory that fits",
    ]


def test_places_stay_right_behind_letters_that_fold_to_more_than_one():
    answer = "ﬁrst İstanbul: ÉLARGE, larger batch"
    result = grade(QUESTION, answer)
    assert [answer[a:b] for a, b in result.spans] == ["larger batch"]


def test_missed_ideas_and_completeness():
    result = grade(QUESTION, "a larger batch")
    assert [idea.id for idea in result.missed] == ["memory", "once"]
    assert not result.complete
    assert grade(QUESTION, "larger batch, memory fits; update once").complete


def test_one_reason_can_be_enough():
    one = Question("q", "s", "Give one reason.", "A bigger batch.", (BATCH, MEMORY), enough=1)
    assert grade(one, "bigger batches").complete
    assert not grade(one, "no idea").complete


def test_any_text_is_graded_without_a_fault_and_with_spans_inside_it():
    rng = random.Random(7)
    pieces = [
        "larger",
        "batch",
        "not",
        "é",
        " ",
        ".",
        "n't",
        "\n",
        "’s",
        "☃",
        "memory",
        "fit",
        "İ",
        "\x00",
        "update",
    ]
    for _ in range(300):
        answer = "".join(rng.choice(pieces) + rng.choice(["", " "]) for _ in range(rng.randrange(40)))
        for start, end in grade(QUESTION, answer).spans:
            assert 0 <= start < end <= len(answer)


@pytest.mark.parametrize(
    "words",
    [
        "average averages averaged averaging",
        "synchronise synchronized synchronization",
        "copy copies copied",
        "process processes",
        "large larger largest",
        "split splits splitting",
        "update updates updated",
    ],
)
def test_inflections_share_a_stem(words):
    assert len({stem(word) for word in words.split()}) == 1


def test_different_words_do_not():
    assert stem("memory") != stem("measure")
    assert not is_like(stem("bath"), (stem("batch"),))
    assert not is_like("1024", ("1025",))


def test_clauses_and_sentences():
    words = split_words("It waits, but not long. Then it goes.")
    assert [word.sentence for word in words] == [0, 0, 0, 0, 0, 1, 1, 1]
    assert words[2].clause > words[1].clause


def test_joined_spans():
    assert join_spans([(5, 9), (0, 3), (8, 12), (3, 4)]) == ((0, 4), (5, 12))
