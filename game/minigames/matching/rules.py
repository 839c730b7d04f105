"""The rules of Match the Pairs: a board, a held tile, matches, misses and the time, as one pure model.

Any right partner is accepted, so two cards with the same definition never make a right answer wrong. Boards
are dealt from a seed. Times are given in seconds by the scene; knows no window, database, clock or chance.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from game.minigames.matching.dealing import Pair, plain, shuffled

MISS_SECONDS = 5.0
"""What a miss adds to the result: guessing must not beat knowing."""


class Side(StrEnum):
    """The column of a tile."""

    TERM = "term"
    DEFINITION = "definition"

    @property
    def other(self) -> Side:
        """The opposite column."""
        return Side.DEFINITION if self is Side.TERM else Side.TERM


@dataclass(frozen=True, slots=True)
class Tile:
    """A place on the board: column and row."""

    side: Side
    row: int


@dataclass(frozen=True, slots=True)
class Held:
    """The tile was picked up (or, with None, the held one was put down)."""

    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Matched:
    """A term row and a definition row belong together."""

    term_row: int
    definition_row: int
    item: str


@dataclass(frozen=True, slots=True)
class Missed:
    """These two do not belong together; nothing is held any more."""

    term_row: int
    definition_row: int


@dataclass(frozen=True, slots=True)
class BoardFinished:
    """All rows are matched. `result` is seconds plus five for each miss."""

    seconds: float
    misses: int
    result: float


Fact = Held | Matched | Missed | BoardFinished


class Board:
    """One round: `terms` and `definitions` are the pairs in the order of their columns."""

    def __init__(self, pairs: Sequence[Pair], seed: int) -> None:
        rng = random.Random(seed)
        self.terms = shuffled(pairs, rng)
        self.definitions = shuffled(pairs, rng)
        if len(pairs) > 1 and self.terms == self.definitions:
            self.definitions = self.definitions[1:] + self.definitions[:1]
        self.matches: dict[int, int] = {}
        self.misses = 0
        self.held: Tile | None = None
        self.cursor = Tile(Side.TERM, 0)
        self._started: float | None = None
        self._finished: float | None = None
        self._paused_at: float | None = None
        self._right = {(plain(pair.term), plain(pair.definition)) for pair in pairs}

    @property
    def size(self) -> int:
        """How many pairs the board has."""
        return len(self.terms)

    @property
    def finished(self) -> bool:
        """Whether every row is matched. An empty board never is."""
        return self.size > 0 and len(self.matches) == self.size

    def is_matched(self, tile: Tile) -> bool:
        """Whether this tile has found its partner."""
        return tile.row in (self.matches if tile.side is Side.TERM else self.matches.values())

    def partner_row(self, tile: Tile) -> int | None:
        """The row of a matched tile's partner in the other column."""
        if tile.side is Side.TERM:
            return self.matches.get(tile.row)
        return next((term for term, definition in self.matches.items() if definition == tile.row), None)

    def belongs(self, term_row: int, definition_row: int) -> bool:
        """Whether this definition is a right one for this term, on whichever card it was written."""
        term, definition = self.terms[term_row].term, self.definitions[definition_row].definition
        return (plain(term), plain(definition)) in self._right

    def press(self, tile: Tile, at: float) -> tuple[Fact, ...]:
        """A click, or Enter at the cursor, at a time in seconds. Matched tiles do nothing."""
        if self.finished or not 0 <= tile.row < self.size or self.is_matched(tile):
            return ()
        self.resume(at)
        self.start(at)
        self.cursor = tile
        held = self.held
        if held is None or held.side is tile.side:
            self.held = None if held == tile else tile
            return (Held(self.held),)
        self.held = None
        rows = (held.row, tile.row) if held.side is Side.TERM else (tile.row, held.row)
        if not self.belongs(*rows):
            self.misses += 1
            return (Missed(*rows),)
        self.matches[rows[0]] = rows[1]
        matched = Matched(*rows, self.terms[rows[0]].item)
        if not self.finished:
            self.cursor = self._free_near(Tile(Side.TERM, rows[0]))
            return (matched,)
        self._finished = at
        seconds = self.elapsed(at)
        return (matched, BoardFinished(seconds, self.misses, seconds + MISS_SECONDS * self.misses))

    def release(self) -> tuple[Fact, ...]:
        """Put down what is held (Escape)."""
        if self.held is None:
            return ()
        self.held = None
        return (Held(None),)

    def press_cursor(self, at: float) -> tuple[Fact, ...]:
        """Enter or Space: press the tile under the keyboard cursor. After picking up a tile the cursor
        crosses to the other column, where the partner is."""
        facts = self.press(self.cursor, at)
        if facts == (Held(self.cursor),):
            self.cursor = self._free_near(Tile(self.cursor.side.other, self.cursor.row))
        return facts

    def move(self, direction: str) -> Tile:
        """Move the keyboard cursor `up`, `down`, `left` or `right` to a free tile; up and down wrap."""
        cursor = self.cursor
        if direction in ("left", "right"):
            side = Side.TERM if direction == "left" else Side.DEFINITION
            self.cursor = self._free_near(Tile(side, cursor.row)) if side is not cursor.side else cursor
        elif direction in ("up", "down"):
            step = 1 if direction == "down" else -1
            rows = [(cursor.row + step * n) % self.size for n in range(1, self.size + 1)] if self.size else []
            self.cursor = self._first_free(cursor.side, rows) or cursor
        return self.cursor

    def start(self, at: float) -> None:
        """Start the watch, once: the learner sees the board from now on."""
        if self._started is None:
            self._started = at

    def elapsed(self, at: float) -> float:
        """Seconds on the watch: none before the start, standing still while paused and at the end."""
        if self._started is None:
            return 0.0
        end = self._finished if self._finished is not None else self._paused_at
        return max(0.0, (at if end is None else end) - self._started)

    def pause(self, at: float) -> None:
        """Stop the watch (a menu is open, the window lost the focus)."""
        if self._started is not None and self._paused_at is None and not self.finished:
            self._paused_at = at

    def resume(self, at: float) -> None:
        """Let the watch go on; the time in between does not count."""
        if self._paused_at is not None and self._started is not None:
            self._started += at - self._paused_at
        self._paused_at = None

    # --- left and taken up again

    @property
    def begun(self) -> bool:
        """Whether something would be lost with it: a match or a miss, and not all is matched yet."""
        return not self.finished and bool(self.matches or self.misses)

    def kept(self, at: float) -> dict[str, Any]:
        """How it stands, as plain values for `take_up`."""
        return {
            "items": [pair.item for pair in self.terms],
            "matches": [list(rows) for rows in self.matches.items()],
            "misses": self.misses,
            "seconds": self.elapsed(at),
        }

    def take_up(self, kept: object, at: float) -> bool:
        """Go on as it stood, the watch too. False, and nothing happens, if this is not what was kept of this board."""
        if not isinstance(kept, dict) or kept.get("items") != [pair.item for pair in self.terms]:
            return False
        misses, seconds = kept.get("misses"), kept.get("seconds")
        if not isinstance(misses, int) or misses < 0:
            return False
        if not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
            return False
        matches = self._rows(kept.get("matches"))
        if matches is None or len(matches) == self.size:
            return False
        self.matches, self.misses, self._started = matches, misses, at - seconds
        self.cursor = self._free_near(self.cursor)
        return True

    def _rows(self, kept: object) -> dict[int, int] | None:
        """Kept matches, each row of a column once; None if these are none."""
        rows: dict[int, int] = {}
        for pair in kept if isinstance(kept, list) else [None]:
            if (
                not isinstance(pair, list)
                or len(pair) != 2
                or any(row not in range(self.size) for row in pair)
            ):
                return None
            term, definition = pair
            if term in rows or definition in rows.values() or not self.belongs(term, definition):
                return None
            rows[term] = definition
        return rows

    def _free_near(self, tile: Tile) -> Tile:
        rows = sorted(range(self.size), key=lambda row: (abs(row - tile.row), row))
        return self._first_free(tile.side, rows) or tile

    def _first_free(self, side: Side, rows: Sequence[int]) -> Tile | None:
        return next((Tile(side, row) for row in rows if not self.is_matched(Tile(side, row))), None)


def watch_text(seconds: float) -> str:
    """Seconds as on a stopwatch: `0:48`, `12:05`."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
