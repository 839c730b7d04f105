"""Two small instruments: norms and exponents of a gradient, and the speed of the loop.

Who calls it: `telemetry`, on replica 0 only. What it must not know: TensorFlow, reports.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence

import numpy as np

from game.core import protocol

EXPONENT_STRIDE = (
    4  # exponents are counted on every fourth gradient: the same shape for a quarter of the price
)
_BINS = protocol.EXPONENT_HIGH - protocol.EXPONENT_LOW + 1


class Gauge:
    """Measures the reduced gradient of one run. numpy on the vector itself: half the price of another graph."""

    def __init__(self, sizes: Sequence[int]) -> None:
        """sizes: how many weights each layer has, in the order of the vector."""
        self._borders = np.cumsum(sizes)[:-1]

    def read(self, reduced: np.ndarray, scale: float) -> tuple[tuple[float, ...], tuple[int, ...], int, int]:
        """Norms of each layer, counts of each exponent, zeros, not finite; true units (scale divided out). The
        counts are of every EXPONENT_STRIDE-th gradient, but one that is not finite is never overlooked.

        reduced: float32 (weights,), still multiplied by the scale, a power of two.
        """
        parts = np.split(reduced, self._borders)
        with np.errstate(invalid="ignore", over="ignore"):
            norms = tuple(float(np.sqrt(np.dot(part, part))) / scale for part in parts)
        bits = reduced[::EXPONENT_STRIDE].view(np.uint32)
        fields = np.bincount((bits << 1) >> 24, minlength=256)  # the exponents as stored
        counts = np.zeros(_BINS, np.int64)
        bins = np.arange(1, 255) - 127 - round(math.log2(scale)) - protocol.EXPONENT_LOW
        np.add.at(counts, np.clip(bins, 0, _BINS - 1), fields[1:255])
        wild = int(fields[255])
        if not wild and not all(map(math.isfinite, norms)):
            wild = int((~np.isfinite(reduced)).sum())
        return norms, tuple(counts.tolist()), int(fields[0]), wild


class Speed:
    """Steps a second over the last few seconds."""

    def __init__(self, window: int = 40) -> None:
        self._times: deque[float] = deque(maxlen=window)

    def tick(self) -> None:
        """One step is over."""
        self._times.append(time.perf_counter())

    def forget(self) -> None:
        """After a pause: what was before does not count."""
        self._times.clear()

    def steps_per_second(self) -> float:
        """0 while there is too little to say."""
        if len(self._times) < 2:
            return 0.0
        return (len(self._times) - 1) / max(1e-9, self._times[-1] - self._times[0])
