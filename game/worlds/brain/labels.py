"""Where names go beside the brain: outside its outline, left and right of it, with leaders that never cross.

Pure arithmetic in pixels (y down): what wants a name in, places out; `pointers.py` draws them. A name covers no dot, no
other name and nothing that is to be kept free, and its leader runs through none of them. One that finds no place is
dropped. Only where hardly any finds a place outside the outline (one has come close) may names lie over it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

Box = tuple[float, float, float, float]  # left, top, right, bottom
Point = tuple[float, float]
Span = tuple[float, float]  # left, right

ENOUGH = 4  # names outside the outline: with as many, none lies over it
_CLOSE = 0.5  # of the area: an outline that covers more is that of a brain one has come close to
_STEP = 9.0  # pixels from one height that is tried to the next
_OTHER_SIDE = 1.5  # of the way past the middle: what it costs to stand on the far side
_STAY = 1.3  # times the leader's length at first, and _STAY_MORE pixels: up to there a name stays where it is
_STAY_MORE = 30.0
_MISSING = 2000.0  # pixels of leaders that one more name is worth
_WORST = 4  # names with the longest leaders, for which better places are sought
_SHIFTS = 8  # how often a name gives way along its row


class Outline(Protocol):
    """What names have to stay out of; silhouette.py has one."""

    def span(self, top: float, bottom: float) -> Span | None: ...

    @property
    def middle(self) -> float | None: ...


class Nothing:
    """An outline of nothing: names may lie anywhere."""

    middle = None

    def span(self, top: float, bottom: float) -> Span | None:
        """Nothing, anywhere."""
        return None


@dataclass(frozen=True)
class Anchor:
    """What wants a name: its key, its point on the screen, width and height of its pill."""

    key: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Placed:
    """A name's place: left edge and middle of its pill, and whether it stands at the left."""

    anchor: Anchor
    left: float
    middle: float
    on_left: bool
    length: float = 0.0  # of its leader when the place was chosen, pixels

    @property
    def hook(self) -> Point:
        """Where the leader leaves the pill: from its foot or head if what it names lies below or above, else aside."""
        left, top, right, bottom = self.box
        x, y, end = self.anchor.x, self.anchor.y, self.anchor.height / 4  # a pill's ends are round
        if left <= x <= right and not top <= y <= bottom:
            return (min(max(x, left + end), right - end), bottom if y > bottom else top)
        return (right if x > right else left, self.middle)

    @property
    def box(self) -> Box:
        """The pill."""
        half = self.anchor.height / 2
        return (self.left, self.middle - half, self.left + self.anchor.width, self.middle + half)


@dataclass(frozen=True)
class Room:
    """Where names may go. gap: between pills, and from a pill to the outline; dot: radius of the dots."""

    area: Box
    gap: float
    dot: float
    keep_out: Sequence[Box] = ()


def place_labels(
    anchors: Sequence[Anchor],
    room: Room,
    outlines: Sequence[Outline] = (),
    before: Mapping[str, Placed] | None = None,
) -> list[Placed]:
    """Places for names, the most important first. outlines: what they stay out of; a name that finds no place outside
    the first may stand over it, outside the second. before: where they were, so that they do not jump about.
    """
    wanted = _worth_naming(anchors, room)
    placing = _Placing(wanted, room, before or {})
    fresh = not any(anchor.key in (before or {}) for anchor in wanted)
    for outline in outlines:
        placing.place(outline)
        if fresh:
            placing.reorder()
            placing.improve()
    if len(placing.placed) < min(ENOUGH, len(wanted)) and all(
        covered(o, room.area) > _CLOSE for o in outlines
    ):
        placing = _Placing(wanted, room, before or {})
        placing.place(Nothing())
    return placing.placed


def covered(outline: Outline, area: Box) -> float:
    """Which part of an area lies within an outline, 0..1."""
    left, top, right, bottom = area
    rows = max(1, int((bottom - top) / (2 * _STEP)))
    spans = [outline.span(top + n * 2 * _STEP, top + (n + 1) * 2 * _STEP) for n in range(rows)]
    widths = [max(0.0, min(span[1], right) - max(span[0], left)) for span in spans if span is not None]
    return sum(widths) / (rows * max(right - left, 1.0))


def crosses(first: Placed, second: Placed) -> bool:
    """Whether the leaders of two names cross."""
    return _cut(first.hook, (first.anchor.x, first.anchor.y), second.hook, (second.anchor.x, second.anchor.y))


def overlap(a: Box, b: Box, gap: float = 0.0) -> bool:
    """Whether two boxes come nearer than a gap."""
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap


def runs_through(start: Point, end: Point, box: Box) -> bool:
    """Whether a line meets a box."""
    if box[0] < end[0] < box[2] and box[1] < end[1] < box[3]:
        return True
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return any(_cut(start, end, corners[n], corners[(n + 1) % 4]) for n in range(4))


class _Placing:
    """Each name in turn takes the best place that is left."""

    def __init__(self, wanted: Sequence[Anchor], room: Room, before: Mapping[str, Placed]) -> None:
        self._wanted, self._room, self._before = wanted, room, before
        self._outline: Outline = Nothing()
        self._middle = 0.0
        self._spans: dict[tuple[float, float], Span | None] = {}
        self._places: dict[str, list[Placed]] = {}
        self._keep_out = _outermost(room.keep_out, room.area)
        self.placed: list[Placed] = []
        self._before_outline: tuple[Placed, ...] = ()

    def place(self, outline: Outline) -> None:
        """Find places outside an outline for the names that have none yet."""
        self._outline, self._spans, self._places = outline, {}, {}
        low, high = self._room.area[0], self._room.area[2]
        self._middle = outline.middle if outline.middle is not None else (low + high) / 2
        self._before_outline = tuple(self.placed)
        done = {place.anchor.key for place in self.placed}
        for anchor in self._wanted:
            if anchor.key not in done:
                place = self._kept(anchor) or self._best(anchor)
                if place is not None:
                    self.placed.append(place)

    def reorder(self) -> None:
        """Try serving names from above, from below and from aside, the most important one always first."""
        best, done = self.placed, {place.anchor.key for place in self._before_outline}
        first, rest = self._wanted[:1], self._wanted[1:]
        orders: tuple[Callable[[Anchor], float], ...] = (
            lambda one: one.y,
            lambda one: -one.y,
            lambda one: abs(one.x - self._middle),
        )
        worth = self._score()
        for order in orders:
            self.placed = list(self._before_outline)
            for anchor in (*first, *sorted(rest, key=order)):
                place = self._best(anchor) if anchor.key not in done else None
                if place is not None:
                    self.placed.append(place)
            if self._score() < worth:
                best, worth = self.placed, self._score()
        self.placed = best

    def improve(self) -> None:
        """Let each two names try the other order, and keep what makes leaders shorter or finds room for one more."""
        length = {place.anchor.key: place.length for place in self.placed}
        worst = sorted(self._wanted, key=lambda anchor: -length.get(anchor.key, math.inf))[:_WORST]
        for first, second in combinations(self._wanted, 2):
            if first not in worst and second not in worst:
                continue
            before, worth = self.placed, self._score()
            fixed = {place.anchor.key for place in self._before_outline}
            self.placed = [
                place for place in before if place.anchor not in (first, second) or place.anchor.key in fixed
            ]
            for anchor in (second, first):
                place = self._best(anchor) if anchor.key not in fixed else None
                if place is not None:
                    self.placed.append(place)
            if self._score() > worth - 1.0:
                self.placed = before

    def _score(self) -> float:
        """How bad the places are: the ways to what is named, and much for each name that has none, the most for the
        first ones.
        """
        ways = sum(place.length + self._aside(place.anchor, on_left=place.on_left) for place in self.placed)
        shown = {place.anchor.key for place in self.placed}
        missing = [rank for rank, anchor in enumerate(self._wanted) if anchor.key not in shown]
        return ways + sum(_MISSING * (1.0 + 1.5 / (1.0 + rank / 3.0)) for rank in missing)

    def _aside(self, anchor: Anchor, *, on_left: bool) -> float:
        """What it costs to stand on the far side."""
        if (anchor.x < self._middle) == on_left:
            return 0.0
        return _OTHER_SIDE * abs(anchor.x - self._middle) + 2 * anchor.height

    def _kept(self, anchor: Anchor) -> Placed | None:
        """Its place of before, if it is still a good one: names that jump about cannot be read."""
        was = self._before.get(anchor.key)
        left = self._left_edge(anchor, was.middle, on_left=was.on_left) if was is not None else None
        if was is None or left is None:
            return None
        place = Placed(anchor, left, was.middle, was.on_left, was.length)
        near = _reach(anchor, left, was.middle) <= _STAY * was.length + _STAY_MORE
        return place if near and self._fits(place) else None

    def _best(self, anchor: Anchor) -> Placed | None:
        """The nearest place that is free."""
        if anchor.key not in self._places:
            self._places[anchor.key] = self._sorted_places(anchor)
        return next((place for place in self._places[anchor.key] if self._fits(place)), None)

    def _sorted_places(self, anchor: Anchor) -> list[Placed]:
        """Every place outside the outline, the nearest first."""
        top, bottom = self._room.area[1] + anchor.height / 2, self._room.area[3] - anchor.height / 2
        found = []
        for number in range(max(0, int((bottom - top) / _STEP) + 1)):
            middle = top + number * _STEP
            for on_left in (True, False):
                left = self._left_edge(anchor, middle, on_left=on_left)
                if left is not None:
                    length = _reach(anchor, left, middle)
                    cost = length + self._aside(anchor, on_left=on_left)
                    found.append((cost, left, middle, on_left, length))
        return [
            Placed(anchor, left, middle, on_left, length)
            for _, left, middle, on_left, length in sorted(found)
        ]

    def _left_edge(self, anchor: Anchor, middle: float, *, on_left: bool) -> float | None:
        """Where the pill begins if it stands as near to the outline as it can at this height; None for no room."""
        gap, (low, _, high, _) = self._room.gap, self._room.area
        half = anchor.height / 2
        span = self._span(middle - half - gap, middle + half + gap)
        left = anchor.x - anchor.width / 2  # straight above or below, where the outline lets it
        if span is not None:
            left = min(left, span[0] - gap - anchor.width) if on_left else max(left, span[1] + gap)
        left = min(left, high - anchor.width) if on_left else max(left, low)
        left = min(max(left, low), high - anchor.width) if span is None else left
        row = [
            box
            for box in self._keep_out
            if box[1] < middle + half + gap / 2 and middle - half - gap / 2 < box[3]
        ]
        for _ in range(_SHIFTS):
            if left < low or left + anchor.width > high:
                return None
            near, far = left - gap / 2, left + anchor.width + gap / 2
            met = next((box for box in row if box[0] < far and near < box[2]), None)
            if met is None:
                return left
            left = met[0] - gap / 2 - anchor.width - 0.5 if on_left else met[2] + gap / 2 + 0.5
        return None

    def _span(self, top: float, bottom: float) -> Span | None:
        if (top, bottom) not in self._spans:
            self._spans[top, bottom] = self._outline.span(top, bottom)
        return self._spans[top, bottom]

    def _fits(self, place: Placed) -> bool:
        box, dot = place.box, self._room.dot
        start, end = place.hook, (place.anchor.x, place.anchor.y)
        for anchor in self._wanted:
            passes = anchor is not place.anchor and _distance((anchor.x, anchor.y), start, end) < 1.6 * dot
            if passes or _covers(box, anchor, dot):
                return False
        if any(runs_through(start, end, other) for other in self._keep_out):
            return False
        return not any(
            overlap(box, other.box, self._room.gap)
            or _cut(start, end, other.hook, (other.anchor.x, other.anchor.y))
            or runs_through(start, end, other.box)
            or runs_through(other.hook, (other.anchor.x, other.anchor.y), box)
            for other in self.placed
        )


def _worth_naming(anchors: Sequence[Anchor], room: Room) -> list[Anchor]:
    """The anchors whose dots can be seen and told apart."""
    left, top, right, bottom = room.area
    inside: Callable[[Anchor], bool] = lambda one: left <= one.x <= right and top <= one.y <= bottom  # noqa: E731
    found: list[Anchor] = []
    for anchor in anchors:
        hidden = any(_covers(box, anchor, room.dot) for box in room.keep_out)
        close = any(math.hypot(anchor.x - o.x, anchor.y - o.y) < 2.5 * room.dot for o in found)
        if inside(anchor) and not hidden and not close:
            found.append(anchor)
    return found


def _outermost(boxes: Sequence[Box], area: Box) -> list[Box]:
    """The boxes that reach into an area and lie in no other one."""
    inside = [box for box in dict.fromkeys(boxes) if overlap(box, area)]

    def within(box: Box, other: Box) -> bool:
        return other[0] <= box[0] and other[1] <= box[1] and box[2] <= other[2] and box[3] <= other[3]

    return [box for box in inside if not any(box != other and within(box, other) for other in inside)]


def _reach(anchor: Anchor, left: float, middle: float) -> float:
    """How far a pill lies from what it names; a way up or down counts for more."""
    across = max(left - anchor.x, anchor.x - left - anchor.width, 0.0)
    return math.hypot(across, 1.3 * max(abs(middle - anchor.y) - anchor.height / 2, 0.0))


def _covers(box: Box, anchor: Anchor, dot: float) -> bool:
    reach = dot + 1.0
    return box[0] - reach < anchor.x < box[2] + reach and box[1] - reach < anchor.y < box[3] + reach


def _distance(point: Point, start: Point, end: Point) -> float:
    """From a point to a line between two."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / max(dx * dx + dy * dy, 1e-9)
    along = min(max(along, 0.0), 1.0)
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def _cut(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
