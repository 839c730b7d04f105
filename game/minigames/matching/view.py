"""Draws the board of Match the Pairs: two columns of tiles, the threads between, and the end of a round.

Told what to show by the scene; calls back through functions. A board taller than its place scrolls. Knows no
rules beyond the board it reads, and no database.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.projection import Rect
from game.minigames.matching.rules import Board, Side, Tile
from game.minigames.matching.tile import (
    FREE,
    HELD,
    MATCHED,
    MISSED,
    Threads,
    TileWidget,
    text_room,
    text_style,
)
from game.ui.buttons import PRIMARY, SECONDARY, Button
from game.ui.layer import Layer
from game.ui.scroll import ScrollArea
from game.ui.theme import Theme
from game.ui.widget import Action

HOW_TO = "Pick a term, then its definition. With the keyboard: arrows and Enter; Escape puts a tile down."


@dataclass(frozen=True, slots=True)
class Ending:
    """What is said when a round is over (or there is nothing to play), and what can be done next."""

    icon: str
    sentence: str
    detail: str
    actions: tuple[tuple[str, str, Action], ...]


class BoardView:
    """Tiles and threads, made anew at each build."""

    def __init__(self) -> None:
        self.tiles: dict[Tile, TileWidget] = {}
        self.area: ScrollArea | None = None
        self._threads: Threads | None = None

    def build(
        self,
        ui: Layer,
        place: Rect,
        board: Board,
        missed: frozenset[Tile],
        on_press: Callable[[Side, int], None],
    ) -> None:
        """Draw the board into `place` (pixels)."""
        theme = ui.theme
        if not theme.compact:
            place = self._hint(ui, place)
        terms, definitions = _columns(theme, place)
        text_h = self._tallest(ui, board, terms, definitions)
        height, gap = max(theme.px(116 if not theme.compact else 80), text_h + theme.px(28)), theme.px(22)
        total = board.size * height + (board.size - 1) * gap
        if total > place.h - 2 * _inset(theme):  # closer together, before it has to scroll
            height, gap = text_h + theme.px(20), theme.px(10)
            total = board.size * height + (board.size - 1) * gap
        area = self.area = ui.add(ScrollArea(ui, "board", place))
        area.set_content_height(total + 2 * _inset(theme))
        top = _inset(theme) + max(0.0, (place.h - 2 * _inset(theme) - total) / 2)
        self.tiles = {}
        for side, column in ((Side.TERM, terms), (Side.DEFINITION, definitions)):
            for row in range(board.size):
                tile = Tile(side, row)
                words = board.terms[row].term if side is Side.TERM else board.definitions[row].definition
                rect = Rect(column.x - place.x, round(top + row * (height + gap)), column.w, round(height))
                state = state_of(board, tile, missed)
                self.tiles[tile] = ui.add(TileWidget(ui, side, row, rect, words, state, on_press, area))
        self._threads = Threads(area.content, theme)
        for term_row, definition_row in board.matches.items():
            start = self.tiles[Tile(Side.TERM, term_row)].port
            self._threads.tie(start, self.tiles[Tile(Side.DEFINITION, definition_row)].port)

    def clear(self) -> None:
        """The board is not shown any more."""
        self.tiles, self.area, self._threads = {}, None, None

    def show_states(self, board: Board, missed: frozenset[Tile]) -> None:
        """Show what is held, matched and missed now, without building again."""
        for tile, widget in self.tiles.items():
            widget.set_state(state_of(board, tile, missed))

    def point(self, board: Board, target: Tile | None, pointer: tuple[float, float] | None) -> None:
        """Lead the held tile's thread to a tile of the other column, else towards the pointer (window pixels)."""
        if self._threads is None or self.area is None:
            return
        if board.held is None:
            self._threads.drop()
            return
        end = None
        if target is not None and target.side is not board.held.side and not board.is_matched(target):
            end = self.tiles[target].port
        elif pointer is not None:
            place = self.area.rect
            end = (pointer[0] - place.x, pointer[1] - place.y + self.area.offset)
        self._threads.hold(self.tiles[board.held].port, end)

    def in_gutter(self, x: float) -> bool:
        """Whether a window x lies between the two columns."""
        if self.area is None or not self.tiles:
            return False
        left = self.tiles[Tile(Side.TERM, 0)].rect.right + self.area.rect.x
        right = self.tiles[Tile(Side.DEFINITION, 0)].rect.x + self.area.rect.x
        return left <= x <= right

    def _hint(self, ui: Layer, place: Rect) -> Rect:
        """Write how it is played along the bottom; returns the place that is left."""
        line = ui.theme.type("caption").line
        ui.text(place.centre[0], place.bottom - line, HOW_TO, "caption", "muted", align="centre")
        return Rect(place.x, place.y, place.w, place.h - line - ui.theme.px(10))

    def _tallest(self, ui: Layer, board: Board, terms: Rect, definitions: Rect) -> float:
        """The height of the longest text on a tile: all rows are alike."""
        tallest = 0.0
        for side, column, pairs in (
            (Side.TERM, terms, board.terms),
            (Side.DEFINITION, definitions, board.definitions),
        ):
            for pair in pairs:
                words = pair.term if side is Side.TERM else pair.definition
                room = text_room(ui.theme, column.w)
                tallest = max(tallest, ui.measure(words, text_style(side), room)[1])
        return tallest


def state_of(board: Board, tile: Tile, missed: frozenset[Tile]) -> str:
    """How a tile looks."""
    if board.is_matched(tile):
        return MATCHED
    if tile in missed:
        return MISSED
    return HELD if board.held == tile else FREE


def build_ending(ui: Layer, place: Rect, ending: Ending) -> None:
    """Icon, one sentence, what it was made of, and what to do next, in the middle of `place`."""
    theme = ui.theme
    width = min(place.w, theme.grow(1000))
    icon, gap = theme.text_px(64), theme.px(30)
    said = ui.measure(ending.sentence, "title", width)[1]
    detail = ui.measure(ending.detail, "body", width)[1] if ending.detail else 0.0
    tall = max(theme.px(64), theme.type("body-bold").line + theme.px(26))
    cx = place.centre[0]
    y = place.y + max(theme.px(16), (place.h - (icon + gap + said + gap / 2 + detail + gap + tall)) / 2)
    ui.icon(ending.icon, cx, y + icon / 2, icon, "muted")
    y += icon + gap
    ui.text(cx, y, ending.sentence, "title", "text", width=width, align="centre")
    y += said + gap / 2
    if ending.detail:
        ui.text(cx, y, ending.detail, "body", "muted", width=width, align="centre")
    y += detail + gap
    widths = [ui.measure(label, "body-bold")[0] + theme.px(72) for _, label, _ in ending.actions]
    x = cx - (sum(widths) + theme.px(20) * (len(widths) - 1)) / 2
    for index, ((name, label, action), wide) in enumerate(zip(ending.actions, widths, strict=True)):
        kind = PRIMARY if index == 0 else SECONDARY
        ui.add(Button(ui, name, Rect(x, y, wide, tall), label, action, kind=kind))
        x += wide + theme.px(20)
    ui.focus(ending.actions[0][0])


def _columns(theme: Theme, place: Rect) -> tuple[Rect, Rect]:
    """Where the terms and the definitions stand: 520, a gutter of 280, 720, in the middle; narrower when folded."""
    if theme.compact:
        inset = _inset(theme)
        width = place.w - 2 * inset - theme.px(14)  # the bar of a board that scrolls stands at the right
        gutter, left = width * 0.08, width * 0.36
        right = width - gutter - left
        return Rect(place.x + inset, 0, left, 0), Rect(place.x + inset + left + gutter, 0, right, 0)
    left, gutter, right = theme.px(520), theme.px(280), theme.px(720)
    x = place.x + (place.w - left - gutter - right) / 2
    return Rect(round(x), 0, left, 0), Rect(round(x + left + gutter), 0, right, 0)


def _inset(theme: Theme) -> float:
    """Room inside the scrolling place for focus rings and shadows."""
    return theme.px(12)
