"""Which names are written where: no two overlap, and a name that finds no room is left out.

Called by the model's view once a frame with projected positions. Pure rectangles in pixels, y down; it
knows neither ideas nor fonts (the view measures the text).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]  # left, top, right, bottom
_KEEP_BONUS = (
    0.75  # a name stays where it was unless another place is clearly better: no flicker while turning
)


@dataclass(frozen=True, slots=True)
class Label:
    """One name to place. `slots` are the allowed top-left corners, best first; lower `rank` is served
    first.
    """

    key: str
    width: float
    height: float
    slots: tuple[tuple[float, float], ...]
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a name went: its box and the number of the slot that was taken."""

    box: Box
    slot: int


def declutter(
    labels: Iterable[Label],
    bounds: Box,
    *,
    blocked: Sequence[Box] = (),
    avoid: Sequence[tuple[float, float]] = (),
    before: Mapping[str, Placed] | None = None,
    margin: float = 4.0,
) -> dict[str, Placed]:
    """Place labels by rank, then in the order given; drop those that fit nowhere.

    A box must lie inside `bounds`, keep `margin` from every placed box and not touch a `blocked` one.
    Among the possible slots the one that covers fewest `avoid` points (stars, beads of a path) wins, then
    the earlier one; the slot taken `before` has a small advantage.
    """
    taken: list[Box] = list(blocked)
    near = _Buckets(avoid)
    placed: dict[str, Placed] = {}
    for label in sorted(labels, key=lambda one: one.rank):
        old = before.get(label.key) if before else None
        best: tuple[float, Placed] | None = None
        for number, (left, top) in enumerate(label.slots):
            box = (left, top, left + label.width, top + label.height)
            if not _inside(box, bounds) or any(overlap(box, other, margin) for other in taken):
                continue
            cost = near.inside(box) + 0.12 * number
            if old is not None and old.slot == number:
                cost -= _KEEP_BONUS
            if best is None or cost < best[0]:
                best = (cost, Placed(box, number))
        if best is not None:
            placed[label.key] = best[1]
            taken.append(best[1].box)
    return placed


def around(
    x: float, y: float, width: float, height: float, gap: float, below_first: bool = False
) -> tuple[tuple[float, float], ...]:
    """Slots for a name beside a star at (x, y): right, left, below, above, then the four corners."""
    middle, centre = y - height / 2, x - width / 2
    near = gap * 0.6
    sides = ((x + gap, middle), (x - gap - width, middle))
    ends = ((centre, y + gap), (centre, y - gap - height))
    return (
        *(ends + sides if below_first else sides + ends),
        (x + near, y - near - height),
        (x + near, y + near),
        (x - near - width, y - near - height),
        (x - near - width, y + near),
    )


def outside(box: Box, width: float, height: float, gap: float) -> tuple[tuple[float, float], ...]:
    """Slots for the name of a group that fills `box`: above, below, each also moved sideways, then the
    sides.
    """
    left, top, right, bottom = box
    centre, middle = (left + right - width) / 2, (top + bottom - height) / 2
    above, below = top - gap - height, bottom + gap
    aside = (0.0, -0.25 * width, 0.25 * width, -0.5 * width, 0.5 * width)
    return (
        *((centre + shift, top_of) for shift in aside for top_of in (above, below)),
        (left - gap - width, middle),
        (right + gap, middle),
        (centre, above - height - gap),
        (centre, below + height + gap),
    )


def overlap(a: Box, b: Box, margin: float = 0.0) -> bool:
    """Whether two boxes come nearer than `margin`."""
    return a[0] < b[2] + margin and b[0] < a[2] + margin and a[1] < b[3] + margin and b[1] < a[3] + margin


def _inside(box: Box, bounds: Box) -> bool:
    return box[0] >= bounds[0] and box[1] >= bounds[1] and box[2] <= bounds[2] and box[3] <= bounds[3]


class _Buckets:
    """Points sorted into squares, so that a box asks only those near it."""

    side = 64.0

    def __init__(self, points: Iterable[tuple[float, float]]) -> None:
        self._squares: dict[tuple[int, int], list[tuple[float, float]]] = {}
        for x, y in points:
            self._squares.setdefault((int(x // self.side), int(y // self.side)), []).append((x, y))

    def inside(self, box: Box, reach: float = 3.0) -> int:
        """How many points the box covers or nearly touches."""
        left, top, right, bottom = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
        count = 0
        for column in range(int(left // self.side), int(right // self.side) + 1):
            for row in range(int(top // self.side), int(bottom // self.side) + 1):
                for x, y in self._squares.get((column, row), ()):
                    count += left <= x <= right and top <= y <= bottom
        return count
