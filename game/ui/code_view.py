"""Shows source code: coloured by a small reading of Python, each line whole or folded with a deeper indent.

Called by `text_flow`. The first half is pure (lines and coloured pieces); the second draws them. It runs no code.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass

from game.engine.projection import Rect
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.shapes import BoxStyle
from game.ui.text import Span

_TOKEN = re.compile(
    r"""(?P<comment>\#.*)|(?P<string>\"{3}.*?\"{3}|'[^']*'|"[^"]*")"""
    r"""|(?P<word>[A-Za-z_]\w*)|(?P<number>\d[\w.]*(?:e-?\d+)?)"""
)
COLOURS = {
    "comment": "muted",
    "string": "accent",
    "number": "accent",
    "keyword": "cat_1",
    "decorator": "cat_1",
}
FOLD = 4
"""A folded line goes on this many characters deeper."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line of code and what it is: a key of COLOURS, or "" for plain."""

    text: str
    kind: str = ""


def pieces(line: str) -> tuple[Piece, ...]:
    """Divide a line of Python into coloured pieces; together they are the line."""
    found: list[Piece] = []
    at = 0
    for match in _TOKEN.finditer(line):
        if match.start() > at:
            found.append(Piece(line[at : match.start()]))
        kind = match.lastgroup or ""
        if kind == "word":
            kind = "keyword" if keyword.iskeyword(match.group()) else ""
        found.append(Piece(match.group(), kind))
        at = match.end()
    if at < len(line):
        found.append(Piece(line[at:]))
    return tuple(found)


def fold(line: str, columns: int) -> tuple[str, ...]:
    """The line in parts of at most `columns` characters, divided at blanks where possible, later ones indented."""
    columns = max(columns, 12)
    indent = " " * min(len(line) - len(line.lstrip()) + FOLD, columns // 2)
    parts: list[str] = []
    while len(line) > columns:
        start = len(line) - len(line.lstrip())
        cut = line.rfind(" ", start + 1, columns + 1)
        cut = cut if cut > start else columns
        parts.append(line[:cut].rstrip())
        line = indent + line[cut:].lstrip()
    return (*parts, line)


def draw_code(
    ui: Layer, area: ScrollArea, x: float, y: float, width: float, text: str, python: bool
) -> float:
    """Draw a box of code with its top left corner at (x, y) of the area; returns its height in pixels."""
    theme = ui.theme
    style = theme.type("code")
    pad_x, pad_y = theme.px(28), theme.px(22)
    advance = ui.measure("0" * 40, "code")[0] / 40
    columns = int((width - 2 * pad_x) / advance)
    lines = [part for line in text.split("\n") for part in fold(line, columns)]
    height = len(lines) * style.line + 2 * pad_y
    fill = theme.colour("background_mid") if theme.dark else theme.colour("surface_raised")
    edge_width = max(1.0, round(theme.s))
    ui.box(
        Rect(x, y, width, height),
        BoxStyle(theme.px(18), fill, fill, theme.colour("line"), edge_width),
        area=area,
    )
    for row, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if line.strip():
            shown = pieces(line.strip()) if python else (Piece(line.strip()),)
            spans = [
                Span(piece.text, colour=theme.colour(COLOURS[piece.kind]) if piece.kind else None)
                for piece in shown
            ]
            ui.text(
                x + pad_x + indent * advance, y + pad_y + row * style.line, spans, "code", "text", area=area
            )
    return height
