"""The parts of the text flow that can be wrong on their own: code, tables, places of words."""

import itertools

import pytest
from panda3d.core import NodePath

from game.ui.code_view import Piece, fold, pieces
from game.ui.table_view import column_widths
from game.ui.text import Span, TextBlock
from game.ui.text_places import caret_at, caret_beside, carets, places, row_starts
from game.ui.theme import Theme


@pytest.mark.parametrize(
    "line",
    [
        'x = f("a # b", 1e-3)  # note',
        "with scope():",
        "",
        "    return x  ",
        'a \'\' b """doc"""',
        "'open",
        "é = ∇f",
    ],
)
def test_pieces_are_the_whole_line(line):
    assert "".join(piece.text for piece in pieces(line)) == line


def test_code_is_coloured():
    kinds = {piece.text: piece.kind for piece in pieces('with open("a # b", 16) as f:  # note')}
    assert kinds["with"] == kinds["as"] == "keyword"
    assert kinds['"a # b"'] == "string"
    assert kinds["16"] == "number"
    assert kinds["# note"] == "comment"
    assert pieces("classes2 = x")[0] == Piece("classes2")


def test_long_lines_are_folded_at_blanks_with_a_deeper_indent():
    line = "    total = replica.all_reduce(first, second)"
    parts = fold(line, 30)
    assert all(len(part) <= 30 for part in parts)
    assert all(part.startswith(" " * 8) for part in parts[1:])
    assert "".join(part.strip() for part in parts).replace(" ", "") == line.replace(" ", "")
    assert fold("short", 30) == ("short",)


@pytest.mark.parametrize("columns", [1, 5, 12, 13, 40])
def test_folding_ends_and_loses_nothing(columns):
    line = "        " + "abc" * 30 + " d" * 20
    parts = fold(line, columns)
    assert "".join("".join(parts).split()) == "".join(line.split())


def test_columns_get_what_they_ask_for_where_there_is_room():
    assert column_widths([100, 200, 150], [50, 50, 50], 600) == [150, 250, 200]


def test_the_widest_columns_give_way_first():
    widths = column_widths([100, 400, 300], [60, 80, 70], 500)
    assert sum(widths) == pytest.approx(500, abs=1)
    assert widths[0] == pytest.approx(100, abs=1)
    assert widths[1] == pytest.approx(widths[2], abs=1)


def test_no_column_is_narrower_than_its_longest_word():
    widths = column_widths([300, 300], [250, 20], 320)
    assert widths[0] >= 250 and sum(widths) == pytest.approx(320, abs=1)
    assert column_widths([300, 300], [250, 100], 320) is None


@pytest.fixture
def block(book, tokens):
    theme = Theme(tokens, size=(1280, 720))
    spans = [
        Span("Some words that wrap, then a "),
        Span("link of four words", weight=600),
        Span(" and an end."),
    ]
    made = TextBlock(NodePath("test"), book, spans, theme.type("read"), (1, 1, 1, 1), width=180)
    return made.place(40, 100)


def test_places_of_words_lie_on_their_lines(block):
    start = block.plain.index("a link") + 2
    found = places(block, start, start + len("link of four words"))
    line = block.style.line
    assert len(found) >= 2
    for rect in found:
        assert (rect.y - 100) / line == pytest.approx(round((rect.y - 100) / line))
        assert rect.x >= 39 and rect.right <= 42 + block.width
    assert found[1].x == pytest.approx(40, abs=2)  # it goes on at the beginning of the next line


@pytest.mark.parametrize("text", ["one\ntwo three", "\n\none", "a\n\nb", "a\nb\nc d"])
def test_places_survive_line_ends(book, tokens, text):
    style = Theme(tokens, size=(1280, 720)).type("label")
    made = TextBlock(NodePath("test"), book, text, style, (1, 1, 1, 1), width=300).place(0, 0)
    rows = [number for number, line in enumerate(text.split("\n")) if line]
    assert [round(rect.y / style.line) for rect in places(made, 0, len(text))] == rows
    last = text.split()[-1]
    assert places(made, len(text) - len(last), len(text))[0].y == pytest.approx(rows[-1] * style.line)


def test_the_whole_text_covers_every_line(block):
    assert len(places(block, 0, len(block.plain))) == block.lines
    assert places(block, 5, 5) == []
    assert places(block, 0, 10**6)[0].y == 100


@pytest.fixture
def typed(book, tokens):
    style = Theme(tokens, size=(1280, 720)).type("label")

    def make(text):
        return TextBlock(NodePath("test"), book, text, style, (1, 1, 1, 1), width=120).place(10, 20)

    return make


@pytest.mark.parametrize(
    "text", ["", "one", "a\n\nb ", "words that wrap, and  wrap again ", "line\n", "\n\n x"]
)
def test_a_caret_has_a_place_before_each_character_and_behind_the_last(typed, text):
    block = typed(text)
    found = carets(block)
    assert len(found) == len(text) + 1 and found[0] == (0, 0.0)
    rows = [row for row, _ in found]
    assert rows == sorted(rows) and rows[-1] + 1 == max(block.lines, text.count("\n") + 1)
    for (row, x), (next_row, next_x) in itertools.pairwise(found):
        assert next_row == row + 1 or (next_row == row and next_x > x)


@pytest.mark.parametrize("text", ["words that wrap, and wrap again", "a\n\nbb bbbb bbbbbb bbbbbbbb\n"])
def test_a_row_wraps_alike_where_the_text_begins_with_it(typed, text):
    block = typed(text)
    starts = row_starts(block)
    assert len(starts) == carets(block)[-1][0] + 1 >= 2
    for number, start in enumerate(starts):
        assert [start + at for at in row_starts(typed(text[start:]))] == starts[number:]


def test_a_click_finds_the_caret_that_is_nearest(typed):
    block = typed("some words that wrap in a narrow box")
    line = block.style.line
    for index, (row, x) in enumerate(carets(block)):
        found = caret_at(block, 10 + x, 20 + (row + 0.5) * line)
        assert carets(block)[found] == (row, x) and abs(found - index) <= 1
    assert caret_at(block, -50, -50) == 0
    assert caret_at(block, 900, 900) == len(block.plain)


def test_a_caret_goes_up_and_down_rows_as_far_as_there_are_any(typed):
    block = typed("mmmm\nmmmm mm\n")
    assert caret_beside(block, 2, 1) == 7
    assert caret_beside(block, 7, -1) == 2
    assert caret_beside(block, 7, 1) == len(block.plain)
    assert caret_beside(block, 2, -1) is None and caret_beside(block, len(block.plain), 1) is None
