"""Where stretches of a laid-out text are on the screen, so that they can be marked, underlined and clicked.

Called by `text_flow` for links, by the lesson reader for the learner's marked words, and by the text field for its
caret. Knows nothing of what the words mean.
"""

from __future__ import annotations

from panda3d.core import TextAssembler

from game.engine.projection import Rect
from game.ui.text import TextBlock


def places(block: TextBlock, start: int, end: int) -> list[Rect]:
    """One rectangle a line for the characters [start, end) of the block's plain text, in the block's own
    coordinates (the area's or the window's pixels). Blanks at a line's ends are left out.
    """
    found = []
    rows = _rows(block, start, end)
    px, line = block.style.px, block.style.line
    for row, left, right in rows:
        if right > left:
            found.append(Rect(block.x + left * px, block.y + row * line, (right - left) * px, line))
    return found


def carets(block: TextBlock) -> list[tuple[int, float]]:
    """Where a caret before each character of a left-aligned block stands, and one behind the last: row, and pixels
    from the left."""
    assembler = _assembled(block)
    blank = block.path.node().calc_width(" ")
    row, x = 0, 0.0
    found = [(row, x)]
    for index, char in enumerate(block.plain):
        if char == "\n":
            row, x = row + 1, 0.0
        elif not char.isspace():
            row, column = _cell(assembler, block.plain, index)
            x = assembler.get_xpos(row, column + 1)
        else:
            at, column = assembler.calc_r(index), assembler.calc_c(index)
            inside = at == row and column < assembler.get_num_cols(row)
            x = assembler.get_xpos(row, column + 1) if inside else x + blank  # wrapping swallows blanks
        found.append((row, x * block.style.px))
    return found


def caret_at(block: TextBlock, x: float, y: float) -> int:
    """The caret nearest to a point, in the block's own coordinates: in the row of the point, or the nearest row."""
    places_of = carets(block)
    row = min(max(int((y - block.y) // block.style.line), 0), places_of[-1][0])
    return _nearest(places_of, row, x - block.x)


def caret_beside(block: TextBlock, caret: int, rows: int) -> int | None:
    """The caret so many rows below (or above, if negative) another; None where there is no such row."""
    places_of = carets(block)
    row, x = places_of[caret]
    return _nearest(places_of, row + rows, x) if 0 <= row + rows <= places_of[-1][0] else None


def row_starts(block: TextBlock) -> list[int]:
    """The character with which each row begins; behind the last one for an empty last row."""
    starts = [0]
    for index, (row, _) in enumerate(carets(block)):
        if row == len(starts):  # of a wrapped row this caret is the second: the first stands at the end above
            starts.append(index if block.plain[index - 1] == "\n" else index - 1)
    return starts


def _nearest(places_of: list[tuple[int, float]], row: int, x: float) -> int:
    in_row = [(abs(across - x), index) for index, (at, across) in enumerate(places_of) if at == row]
    return min(in_row)[1] if in_row else len(places_of) - 1


def _assembled(block: TextBlock) -> TextAssembler:
    assembler = TextAssembler(block.path.node())
    assembler.set_properties(block.path.node())
    assembler.set_wtext(block.path.node().get_wtext())
    return assembler


def _rows(block: TextBlock, start: int, end: int) -> list[tuple[int, float, float]]:
    """(row, left, right) in ems for each row that holds a visible character of the range."""
    assembler = _assembled(block)
    spans: dict[int, tuple[float, float]] = {}
    for index in range(start, min(end, assembler.get_num_characters())):
        if block.plain[index].isspace():
            continue
        row, column = _cell(assembler, block.plain, index)
        left, right = assembler.get_xpos(row, column), assembler.get_xpos(row, column + 1)
        before = spans.get(row, (left, right))
        spans[row] = (min(before[0], left), max(before[1], right))
    return [(row, left, right) for row, (left, right) in sorted(spans.items())]


def _cell(assembler: TextAssembler, plain: str, index: int) -> tuple[int, int]:
    """Row and column of a character. Panda counts a wrapped line's first character to the line before and has no
    place for the one after a line end: both stand at the beginning of their line.
    """
    row, column = assembler.calc_r(index), assembler.calc_c(index)
    if row >= 0 and column < assembler.get_num_cols(row):
        return row, column
    if row >= 0:
        return row + 1, 0
    before = next((i for i in range(index - 1, -1, -1) if assembler.calc_r(i) >= 0), -1)
    above = assembler.calc_r(before) if before >= 0 else 0
    return above + plain[max(before, 0) : index].count("\n"), 0
