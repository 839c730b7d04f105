"""Where the names of deep structures go in the glass view: two columns beside the brain, leaders that never cross.

Pure arithmetic in pixels (y down): anchors in, places out. `pointers.py` draws them. A label that finds no slot is
dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Anchor:
    """What wants a label: its key, its point on the screen, the width of its pill."""

    key: str
    x: float
    y: float
    width: float


@dataclass(frozen=True)
class Placed:
    """A label's place: left edge and middle of its pill, and whether it stands in the left column."""

    anchor: Anchor
    left: float
    middle: float
    on_left: bool

    @property
    def hook(self) -> tuple[float, float]:
        """Where the leader leaves the pill."""
        return (self.left + self.anchor.width if self.on_left else self.left, self.middle)


def place_labels(
    anchors: Sequence[Anchor], area: Box, height: float, gap: float, keep_out: Sequence[Box]
) -> list[Placed]:
    """Places for the labels of these anchors within `area`, clear of one another and of the `keep_out` boxes."""
    order = sorted(anchors, key=lambda anchor: (anchor.x, anchor.key))
    half = (len(order) + 1) // 2
    placed = _column(order[:half], area, height, gap, keep_out, on_left=True)
    placed += _column(order[half:], area, height, gap, keep_out, on_left=False)
    uncrossed = _without_crossings(placed)
    return [one for one in uncrossed if not any(_touches(one, height, box) for box in keep_out)]


def crosses(first: Placed, second: Placed) -> bool:
    """Whether the leaders of two labels cross."""
    a, b = first.hook, (first.anchor.x, first.anchor.y)
    c, d = second.hook, (second.anchor.x, second.anchor.y)
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _column(
    anchors: Sequence[Anchor], area: Box, height: float, gap: float, keep_out: Sequence[Box], *, on_left: bool
) -> list[Placed]:
    placed: list[Placed] = []
    pitch = height + gap
    wanted = sorted(anchors, key=lambda anchor: (anchor.y, anchor.key))
    top, bottom = area[1] + height / 2, area[3] - height / 2
    fits = max(0, int((bottom - top) / pitch) + 1)
    for index, anchor in enumerate(wanted[:fits]):
        left = area[0] if on_left else area[2] - anchor.width
        least = placed[-1].middle + pitch if placed else top
        most = bottom - (min(len(wanted), fits) - 1 - index) * pitch
        middle = _free(left, min(max(anchor.y, least), max(most, least)), anchor.width, height, keep_out)
        if least <= middle <= bottom:
            placed.append(Placed(anchor, left, middle, on_left))
    return placed


def _free(left: float, middle: float, width: float, height: float, keep_out: Sequence[Box]) -> float:
    """The nearest middle at or below the wanted one at which the pill touches no box."""
    for box in sorted(keep_out, key=lambda box: box[1]):
        beside = left + width <= box[0] or left >= box[2]
        if not beside and middle + height / 2 > box[1] and middle - height / 2 < box[3]:
            middle = box[3] + height / 2
    return middle


def _touches(one: Placed, height: float, box: Box) -> bool:
    beside = one.left + one.anchor.width <= box[0] or one.left >= box[2]
    return not beside and one.middle + height / 2 > box[1] and one.middle - height / 2 < box[3]


def _without_crossings(placed: list[Placed]) -> list[Placed]:
    """Swap the slots of labels whose leaders cross; drop the longer of two that cross still."""
    result = list(placed)
    for _ in range(len(result) ** 2):
        pair = _first_crossing(result)
        if pair is None:
            return result
        i, j = pair
        if result[i].on_left != result[j].on_left or not _swap(result, i, j):
            result.pop(max(pair, key=lambda index: _length(result[index])))
    while (pair := _first_crossing(result)) is not None:
        result.pop(max(pair, key=lambda index: _length(result[index])))
    return result


def _swap(placed: list[Placed], i: int, j: int) -> bool:
    first, second = placed[i], placed[j]

    def moved(one: Placed, middle: float) -> Placed:
        return Placed(one.anchor, one.left, middle, one.on_left)

    swapped = moved(first, second.middle), moved(second, first.middle)
    if crosses(*swapped):
        return False
    placed[i], placed[j] = swapped
    return True


def _first_crossing(placed: Sequence[Placed]) -> tuple[int, int] | None:
    for i, first in enumerate(placed):
        for j in range(i + 1, len(placed)):
            if crosses(first, placed[j]):
                return i, j
    return None


def _length(placed: Placed) -> float:
    x, y = placed.hook
    return abs(placed.anchor.x - x) + abs(placed.anchor.y - y)


def _side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
