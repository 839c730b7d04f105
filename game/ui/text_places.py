"""Where stretches of a laid-out text are on the screen, so that they can be marked, underlined and clicked.

Called by `text_flow` for links and by the lesson reader for the learner's marked words. Knows nothing of what the
words mean.
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


def _rows(block: TextBlock, start: int, end: int) -> list[tuple[int, float, float]]:
    """(row, left, right) in ems for each row that holds a visible character of the range."""
    assembler = TextAssembler(block.path.node())
    assembler.set_properties(block.path.node())
    assembler.set_wtext(block.path.node().get_wtext())
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
