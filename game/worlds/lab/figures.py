"""Numbers of a run as words, lengths and points: what the lab's curves, gauge and histogram draw.

Pure arithmetic on reports and curves; the drawing files call it. Pixels go in and come out, colours do not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.core import protocol
from game.engine.projection import Rect

Point = tuple[float, float]
GAUGE_TOP = 24.0  # the gauge goes from 2^0 to 2^24
AXIS = (-40, 21)  # powers of two on the histogram's axis, the last one left out
HALF_TINY, HALF_NORMAL, HALF_END = -24, -14, 16  # float16: first subnormal, first normal, too large
QUIET_NORM, LOUD_NORM = -14.0, 2.0  # powers of two of a norm that is drawn faintest and strongest
QUIET_BYTES, LOUD_BYTES = 4.0, 8.5  # powers of ten of bytes a second, likewise


def milliseconds(seconds: float) -> str:
    """ "<1 ms", "31 ms", "1.2 s"."""
    if seconds < 0.0005:
        return "<1 ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 0.9995 else f"{seconds:.1f} s"


def percent(share: float | None) -> str:
    """ "58 %"; a dash for nothing measured."""
    return "–" if share is None else f"{share * 100:.0f} %"


def gauge_fraction(scale: float) -> float:
    """Where a loss scale lies on the half circle, 0..1."""
    return min(max(math.log2(max(scale, 1.0)) / GAUGE_TOP, 0.0), 1.0)


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 37) -> list[Point]:
    """Points of the gauge's half circle from fraction `start` to `end` (0 left, 1 right, over the top)."""
    count = max(2, round(steps * abs(end - start)) + 1)
    angles = [math.pi * (1 - start - (end - start) * i / (count - 1)) for i in range(count)]
    return [(centre[0] + radius * math.cos(a), centre[1] - radius * math.sin(a)) for a in angles]


def norm_level(norm: float) -> float:
    """How strongly a gradient norm is drawn, 0..1 on a log scale; 0 for nothing, 1 for what is not finite."""
    if norm <= 0:
        return 0.0
    if not math.isfinite(norm):
        return 1.0
    return min(max((math.log2(norm) - QUIET_NORM) / (LOUD_NORM - QUIET_NORM), 0.0), 1.0)


def traffic_level(bytes_reduced: int, seconds: float) -> float:
    """How bright the ring is, 0..1: bytes a second of an all-reduce on a log scale; 0 when not measured."""
    if bytes_reduced <= 0 or seconds <= 0:
        return 0.0
    return min(
        max((math.log10(bytes_reduced / seconds) - QUIET_BYTES) / (LOUD_BYTES - QUIET_BYTES), 0.0), 1.0
    )


def nice_top(value: float) -> float:
    """The next round number at or above a positive value: 1, 2, 4, 5, 6, 8 times a power of ten."""
    if value <= 0 or not math.isfinite(value):
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 5, 6, 8, 10) if value <= step * power * (1 + 1e-9))


def thinned(points: Sequence[Point], most: int = 120) -> list[Point]:
    """At most about so many of the points, first and newest kept: more than a small chart can show is only work."""
    stride = max(1, math.ceil(len(points) / most))
    chosen = list(points[::stride])
    if chosen and chosen[-1] != points[-1]:
        chosen.append(points[-1])
    return chosen


def on_paper(points: Sequence[Point], area: Rect, x_range: tuple[float, float], top: float) -> list[Point]:
    """Pixels of a curve, y from 0 at the bottom of `area` to `top`."""
    low, high = x_range
    wide = area.w / max(high - low, 1e-9)
    tall = area.h / max(top, 1e-9)
    left, bottom = area.x - low * wide, area.bottom
    return [(left + x * wide, bottom - (top if y > top else y) * tall) for x, y in points]


@dataclass(frozen=True)
class Histogram:
    """Heights 0..1 of the bars over AXIS: as they are, and multiplied by the loss scale; `beyond`: whether anything is
    too large for float16 after scaling. lost: shares 0..1 too small and too large for float16."""

    raw: tuple[float, ...]
    scaled: tuple[float, ...]
    beyond: bool


def histogram(report: protocol.StepReport, loss_scale: float) -> Histogram:
    """The bars of one report's gradient exponents; loss_scale 1 for precisions that need none."""
    counts = dict(zip(protocol.exponent_bins(), report.exponents, strict=False))
    shift = round(math.log2(loss_scale)) if loss_scale > 1 else 0
    first, end = AXIS
    raw = [counts.get(exponent, 0) for exponent in range(first, end)]
    scaled = [0] * (end - first)
    for exponent, count in counts.items():
        place = min(max(exponent + shift - first, 0), end - first - 1)
        scaled[place] += count
    most = max(*raw, *scaled, 1)
    beyond = report.not_finite_gradients > 0 or any(scaled[HALF_END - first :])
    return Histogram(tuple(c / most for c in raw), tuple(c / most for c in scaled), beyond)


def axis_x(exponent: float, area: Rect) -> float:
    """Where a power of two lies on the histogram's axis."""
    return area.x + (exponent - AXIS[0]) / (AXIS[1] - AXIS[0]) * area.w
