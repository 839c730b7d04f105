"""Which pairs lie on a board: dealt from a seed, every card before any comes again, no board with a trap.

Called by the matching scene and by tests. Knows no window, no database and no chance but the seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

BOARD_SIZE = 6


@dataclass(frozen=True, slots=True)
class Pair:
    """A term and its short definition. `item` is the study id of the card they come from."""

    item: str
    term: str
    definition: str


def deal(pairs: Sequence[Pair], seed: int, number: int = 0, size: int = BOARD_SIZE) -> tuple[Pair, ...]:
    """The pairs of the board with this number, counting from 0. Same arguments, same pairs.

    All pairs are dealt before any comes again. With fewer pairs than `size` the board is smaller.
    """
    size = min(size, len(pairs))
    if size == 0:
        return ()
    boards_per_round = max(1, len(pairs) // size)
    turn, place = divmod(number, boards_per_round)
    order = shuffled(pairs, random.Random(f"{seed}/{turn}"))
    first = order[place * size :]
    return _unambiguous((*first, *order[: place * size]), size)


def _unambiguous(order: Sequence[Pair], size: int) -> tuple[Pair, ...]:
    """The first `size` pairs among which no right match can leave the rest without partners.

    That can only happen when a term has two definitions and one of those belongs to a second term as well;
    so a pair is passed over if it shares its term with one chosen pair and its definition with another.
    """
    chosen: list[Pair] = []
    for pair in order:
        if len(chosen) < size and not _makes_a_trap(pair, chosen):
            chosen.append(pair)
    return tuple(chosen)


def _makes_a_trap(pair: Pair, chosen: Sequence[Pair]) -> bool:
    family = [other for other in chosen if _shares(pair, other)]
    same_terms = {plain(other.term) for other in (*family, pair)}
    same_definitions = {plain(other.definition) for other in (*family, pair)}
    linked = [other for other in chosen if other not in family and any(_shares(other, f) for f in family)]
    return bool(linked) or (len(same_terms) > 1 and len(same_definitions) > 1)


def _shares(one: Pair, other: Pair) -> bool:
    return plain(one.term) == plain(other.term) or plain(one.definition) == plain(other.definition)


def shuffled(pairs: Sequence[Pair], rng: random.Random) -> tuple[Pair, ...]:
    """The pairs in an order drawn from `rng`; the argument is left as it was."""
    order = list(pairs)
    rng.shuffle(order)
    return tuple(order)


def plain(text: str) -> str:
    """Text as it is compared: case, spaces and a full stop at the end do not matter."""
    return " ".join(text.casefold().split()).rstrip(".")
