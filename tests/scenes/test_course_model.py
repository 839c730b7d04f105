"""What the doors of the course page say, and how they are set in rows."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game.screens.course.model import Numbers, doors, rows

NOTHING = Numbers(
    structures_known=0,
    structures=84,
    cards_due=0,
    cards=35,
    cards_known=0,
    best_seconds=None,
    best_round=None,
    stars_lit=0,
    stars=72,
    sections_read=0,
    sections=4,
    runs=0,
)


def test_the_quiz_stands_beside_the_explorer_and_nothing_is_claimed_before_it_was_done() -> None:
    made = doors(NOTHING)
    assert [door.scene for door in made][:2] == ["brain", "region_quiz"] and len(made) == 7
    assert {door.status for door in made} == {
        "84 structures",
        "Not played yet",
        "Nothing due today",
        "0 of 72 stars lit",
        "4 sections",
        "No run yet",
    }


@pytest.mark.parametrize(
    ("best", "words"),
    [
        (None, "Not played yet"),
        ((0, 10), "Play again"),
        ((1, 10), "Best 1 of 10"),
        ((10, 10), "Best 10 of 10"),
    ],
)
def test_the_quizs_door_counts_what_was_right_and_else_invites(best, words) -> None:
    quiz = next(door for door in doors(replace(NOTHING, best_round=best)) if door.scene == "region_quiz")
    assert quiz.status == words


def test_doors_that_fit_share_one_row() -> None:
    assert rows([10, 10, 20], 100, 5) == [
        [pytest.approx(10 + 50 / 3), pytest.approx(10 + 50 / 3), pytest.approx(20 + 50 / 3)]
    ]


def test_rows_are_as_few_as_can_be_and_balanced() -> None:
    assert [len(row) for row in rows([10, 10, 10, 40], 45, 0)] == [3, 1]
    assert [len(row) for row in rows([1, 1, 1, 1], 2, 0)] == [2, 2]


def test_a_door_wider_than_the_page_still_gets_a_row() -> None:
    assert rows([200, 10], 100, 5) == [[100], [100]]
    assert rows([], 100, 5) == []


@pytest.mark.parametrize("seed", range(30))
def test_every_row_is_full_and_no_door_is_narrower_than_its_words(seed: int) -> None:
    chance = random.Random(seed)
    widths = [chance.uniform(20, 180) for _ in range(7)]
    made = rows(widths, 400, 16)
    assert sum(len(row) for row in made) == 7
    for row in made:
        assert sum(row) + 16 * (len(row) - 1) == pytest.approx(400)
    assert all(
        has >= least - 1e-9 for has, least in zip([w for row in made for w in row], widths, strict=True)
    )
