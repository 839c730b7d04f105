"""Two fingers on a picture, as numbers: how much nearer, and how far their middle moved.

`GestureTracker` holds one from the moment a second finger comes down until the first is lifted. Pixels from the top
left; knows no events, no engine, no clock.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

ZOOM_PER_NOTCH = 0.88  # what a wheel notch leaves of a camera's distance; a pinch is told in notches too
NEAREST_PX = 40.0  # fingers closer than this count as this far apart: where they meet or cross, nothing leaps

Point = tuple[float, float]


@dataclass(frozen=True)
class Spread:
    """What one movement of a finger did. notches: positive is nearer. x, y: the middle; dx, dy: its movement."""

    notches: float
    x: float
    y: float
    dx: float
    dy: float


class Pinch:
    """The first finger and, while it is down, one other; a third is nobody."""

    def __init__(self, first: Point, finger: int, second: Point) -> None:
        self._first = first
        self._finger: int | None = finger
        self._second = second

    def press(self, finger: int, at: Point) -> None:
        """Another finger came down: the second one, if that was lifted before."""
        if self._finger is None:
            self._finger, self._second = finger, at

    def lift(self, finger: int) -> None:
        """A further finger went up; the first alone does nothing more."""
        if finger == self._finger:
            self._finger = None

    def move(self, finger: int, at: Point) -> Spread | None:
        """A finger (0: the first) moved; None if it is not one of two."""
        before = self._first, self._second
        if finger == 0:
            self._first = at
        elif finger == self._finger:
            self._second = at
        else:
            return None
        if self._finger is None:
            return None
        ratio = _apart(self._first, self._second) / _apart(*before)
        (x, y), (was_x, was_y) = _middle(self._first, self._second), _middle(*before)
        return Spread(math.log(ratio) / -math.log(ZOOM_PER_NOTCH), x, y, x - was_x, y - was_y)


def _apart(a: Point, b: Point) -> float:
    return max(math.dist(a, b), NEAREST_PX)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
