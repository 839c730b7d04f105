"""The rules of Match the Pairs, without a window: any right partner, misses, time, keyboard, dealing."""

import random

import pytest

from game.minigames.matching.dealing import Pair, deal
from game.minigames.matching.rules import (
    Board,
    BoardFinished,
    Held,
    Matched,
    Missed,
    Side,
    Tile,
    watch_text,
)

PAIRS = tuple(Pair(f"card:c/{n}", f"term {n}", f"definition {n}") for n in range(6))
COURSE = tuple(Pair(f"card:c/{n}", f"term {n}", f"definition {n}") for n in range(24))


def term(row: int) -> Tile:
    return Tile(Side.TERM, row)


def definition(row: int) -> Tile:
    return Tile(Side.DEFINITION, row)


def partner(board: Board, row: int) -> int:
    """A free definition row that belongs to this term row."""
    rows = range(board.size)
    return next(r for r in rows if board.belongs(row, r) and not board.is_matched(definition(r)))


def test_a_board_from_first_click_to_all_matched():
    board = Board(PAIRS, seed=7)
    board.start(100.0)
    for row in range(6):
        assert board.press(term(row), 100.0 + row) == (Held(term(row)),)
        target = partner(board, row)
        facts = board.press(definition(target), 101.0 + row)
        assert facts[0] == Matched(row, target, board.terms[row].item)
    assert board.finished
    assert facts[1] == BoardFinished(6.0, 0, 6.0)
    assert board.elapsed(999.0) == 6.0


def test_a_wrong_partner_is_a_miss_and_costs_five_seconds():
    board = Board(PAIRS, seed=7)
    board.start(0.0)
    wrong = next(r for r in range(6) if not board.belongs(0, r))
    board.press(term(0), 1.0)
    assert board.press(definition(wrong), 2.0) == (Missed(0, wrong),)
    assert (board.misses, board.held) == (1, None)
    for row in range(6):
        board.press(definition(partner(board, row)), 3.0)
        facts = board.press(term(row), 10.0)
    assert facts[1] == BoardFinished(10.0, 1, 15.0)


def test_picking_another_tile_of_the_same_column_changes_the_held_one_and_again_puts_it_down():
    board = Board(PAIRS, seed=7)
    board.press(term(0), 0.0)
    assert board.press(term(3), 1.0) == (Held(term(3)),)
    assert board.press(term(3), 2.0) == (Held(None),)
    assert board.misses == 0
    assert board.release() == ()
    board.press(definition(2), 3.0)
    assert board.release() == (Held(None),)


def test_matched_tiles_do_nothing():
    board = Board(PAIRS, seed=7)
    board.press(term(0), 0.0)
    target = partner(board, 0)
    board.press(definition(target), 1.0)
    assert board.press(term(0), 2.0) == ()
    assert board.press(definition(target), 2.0) == ()
    assert board.partner_row(term(0)) == target
    assert board.partner_row(definition(target)) == 0


def test_two_cards_with_the_same_definition_accept_either_partner():
    twins = (Pair("a", "Replica", "One copy of the model"), Pair("b", "Tower", "one copy  of the model."))
    for first in (0, 1):
        for target in (0, 1):
            board = Board(twins, seed=1)
            board.press(term(first), 0.0)
            assert isinstance(board.press(definition(target), 1.0)[0], Matched)
            board.press(term(1 - first), 2.0)
            assert isinstance(board.press(definition(1 - target), 3.0)[1], BoardFinished)
            assert board.misses == 0


def test_two_cards_with_the_same_term_accept_either_definition():
    twins = (Pair("a", "Loss scaling", "Enlarge"), Pair("b", "loss scaling", "Divide again"))
    board = Board(twins, seed=1)
    for row in (0, 1):
        assert board.belongs(row, 0)
        assert board.belongs(row, 1)


@pytest.mark.parametrize("seed", range(30))
def test_a_dealt_board_can_always_be_finished_whatever_right_match_is_made_first(seed):
    rng = random.Random(seed)
    words = [(f"t{rng.randrange(5)}", f"d{rng.randrange(5)}") for _ in range(20)]
    pairs = [Pair(f"card:c/{n}", t, d) for n, (t, d) in enumerate(words)]
    board = Board(deal(pairs, seed), seed)
    while not board.finished:
        free = [r for r in range(board.size) if not board.is_matched(term(r))]
        row = rng.choice(free)
        targets = [
            r for r in range(board.size) if board.belongs(row, r) and not board.is_matched(definition(r))
        ]
        assert targets, "a right match left a term without a partner"
        board.press(term(row), 0.0)
        board.press(definition(rng.choice(targets)), 0.0)
    assert board.misses == 0


def test_the_watch_stands_still_while_paused():
    board = Board(PAIRS, seed=7)
    assert board.elapsed(50.0) == 0.0
    board.start(100.0)
    board.start(150.0)
    board.pause(110.0)
    board.pause(120.0)
    assert board.elapsed(500.0) == 10.0
    board.resume(500.0)
    assert board.elapsed(503.0) == 13.0


def test_a_round_with_the_keyboard_only():
    board = Board(PAIRS, seed=3)
    presses = 0
    while not board.finished:
        board.press_cursor(0.0)
        assert board.held is not None
        assert board.cursor.side is Side.DEFINITION
        held = board.held.row
        for _ in range(6):
            if board.belongs(held, board.cursor.row):
                break
            board.move("down")
        board.press_cursor(1.0)
        presses += 1
    assert (presses, board.misses) == (6, 0)


def test_the_cursor_skips_matched_rows_and_wraps():
    board = Board(PAIRS, seed=3)
    target = partner(board, 1)
    board.press(term(1), 0.0)
    board.press(definition(target), 0.0)
    board.cursor = term(0)
    assert board.move("down") == term(2)
    assert board.move("up") == term(0)
    assert board.move("up") == term(5)
    assert board.move("left") == term(5)
    assert board.move("right").side is Side.DEFINITION
    assert not board.is_matched(board.cursor)


def test_the_same_seed_deals_the_same_boards_and_all_cards_come_before_any_comes_again():
    dealt = [deal(COURSE, 5, number) for number in range(8)]
    assert dealt == [deal(COURSE, 5, number) for number in range(8)]
    first_round = {pair.item for board in dealt[:4] for pair in board}
    assert len(first_round) == 24
    assert dealt[0] != dealt[4]
    assert deal(COURSE, 6) != dealt[0]


def test_a_column_is_never_simply_opposite_its_partners():
    for seed in range(50):
        board = Board(PAIRS, seed)
        assert not all(board.belongs(row, row) for row in range(6))


def test_small_courses_get_small_boards():
    assert len(deal(PAIRS[:4], 1)) == 4
    assert deal((), 1) == ()
    empty = Board((), 1)
    assert not empty.finished
    assert empty.press(term(0), 0.0) == ()
    assert empty.move("down") == term(0)


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (48.9, "0:48"), (725, "12:05")])
def test_the_watch_reads_like_a_watch(seconds, text):
    assert watch_text(seconds) == text


def half_played() -> Board:
    board = Board(PAIRS, seed=7)
    board.start(0.0)
    for row in (0, 3):
        board.press(term(row), 1.0)
        board.press(definition(partner(board, row)), 2.0)
    board.press(term(1), 20.0)
    board.press(
        definition(next(r for r in range(6) if not board.belongs(1, r) and r not in board.matches.values())),
        20.0,
    )
    return board


def test_a_board_that_was_left_goes_on_as_it_stood():
    left = half_played()
    again = Board(PAIRS, seed=7)
    assert again.take_up(left.kept(30.0), 1000.0)
    assert (again.matches, again.misses, again.held) == (left.matches, 1, None)
    assert again.elapsed(1004.0) == 34.0 and not again.is_matched(again.cursor)
    for row in (1, 2, 4, 5):
        again.press(term(row), 1010.0)
        facts = again.press(definition(partner(again, row)), 1010.0)
    assert facts[1] == BoardFinished(40.0, 1, 45.0)


def test_what_was_kept_of_another_board_or_is_damaged_is_not_taken_up():
    kept = half_played().kept(30.0)
    wrong = {**kept, "matches": [[0, next(r for r in range(6) if not Board(PAIRS, 7).belongs(0, r))]]}
    every = {**kept, "matches": [[row, partner(Board(PAIRS, 7), row)] for row in range(6)]}
    for value in (
        None, {}, 7, wrong, every, {**kept, "items": kept["items"][::-1]}, {**kept, "misses": -1},
        {**kept, "misses": "x"}, {**kept, "seconds": float("nan")}, {**kept, "seconds": -1.0},
        {**kept, "matches": [[0]]}, {**kept, "matches": 3}, {**kept, "matches": [[9, 9]]},
        {**kept, "matches": kept["matches"] * 2},
    ):  # fmt: skip
        board = Board(PAIRS, seed=7)
        assert not board.take_up(value, 0.0), value
        assert (board.matches, board.misses, board.elapsed(5.0)) == ({}, 0, 0.0)
    assert not Board(COURSE[6:12], seed=7).take_up(kept, 0.0)


def test_only_a_board_that_was_begun_and_not_finished_is_worth_keeping():
    board = Board(PAIRS, seed=7)
    board.start(0.0)
    assert not board.begun
    assert half_played().begun
    for row in range(6):
        board.press(term(row), 1.0)
        board.press(definition(partner(board, row)), 2.0)
    assert not board.begun
