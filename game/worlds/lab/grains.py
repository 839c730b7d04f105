"""The gradients of one step as grains on the ring: how many, how large, how bright, and where they are now.

A bucket is one weight array of one replica; its grains follow its measured norm. The ring view draws what `place`
returns. Knows no nodes and no colours; angles go clockwise on the screen, 0 to the right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.core.protocol import StepReport
from game.worlds.lab.figures import norm_level
from game.worlds.lab.replay import COMPUTE, INPUT, REDUCE, UPDATE

Floats = NDArray[np.float32]
MOST = 300
ANCHORS = {  # degrees on the ring where each replica stands, by how many there are
    1: (213.0,),
    2: (213.0, 33.0),
    3: (213.0, 327.0, 33.0),
    4: (213.0, 327.0, 33.0, 147.0),
}
SMALLEST, LARGEST = 1.6, 5.0  # design pixels
CORE = 1.4  # a grain's bright core, as a multiple of its size: the rest is halo
FAINTEST = 0.30
HEART = 0.40  # of the ring's radius: where the weights are
_SPREAD = 0.92  # of one hop that a bucket's train of grains is long
_SWAY = 0.055  # radians of scatter along the ring
_DRIFT = 7.0  # design pixels of scatter beside it


@dataclass(frozen=True)
class Grains:
    """All arrays (N,). level: 0..1 by the norm; bad: not finite; lag: 0..1 place in the train."""

    replica: NDArray[np.int64]
    level: Floats
    bad: NDArray[np.bool_]
    lag: Floats
    sway: Floats
    drift: Floats  # (N, 2)
    applied: bool

    def __len__(self) -> int:
        return len(self.level)

    @property
    def sizes(self) -> Floats:
        """Core diameters in design pixels."""
        size = np.where(self.bad, LARGEST, SMALLEST + (LARGEST - SMALLEST) * self.level**2)
        return (CORE * size).astype(np.float32)


@dataclass(frozen=True)
class Placed:
    """Where the grains are: (N, 2) pixels from the ring's centre (y down), brightness, sender (-1: bad), in front."""

    at: Floats
    alpha: Floats
    sender: NDArray[np.int64]
    front: NDArray[np.bool_]


def grains_of(report: StepReport) -> Grains:
    """The grains of a step, the same for the same report; none where nothing was measured."""
    norms = [list(each) for each in report.local_norms]
    if not norms:
        replicas = max(len(report.replica_losses), 1)
        norms = [[math.inf] if r in report.overflow_replicas else [] for r in range(replicas)]
    buckets = max(sum(len(each) for each in norms), 1)
    each_at_most = max(1, MOST // buckets)
    replica: list[int] = []
    level: list[float] = []
    bad: list[bool] = []
    for number, layers in enumerate(norms):
        for norm in layers:
            strength, broken = norm_level(norm), not math.isfinite(norm)
            count = math.ceil(strength * each_at_most * (0.5 if broken else 1.0))
            replica += [number] * count
            level += [strength] * count
            bad += [broken] * count
    count = min(len(level), MOST)
    random = np.random.default_rng(7)  # scatter only, so that grains do not hide each other
    return Grains(
        np.array(replica[:count], np.int64),
        np.array(level[:count], np.float32),
        np.array(bad[:count], bool),
        random.random(MOST, np.float32)[:count],
        (random.standard_normal(MOST, np.float32) * _SWAY)[:count],
        (random.standard_normal((MOST, 2), np.float32) * _DRIFT)[:count],
        report.applied,
    )


def place(
    grains: Grains, phase: int, fraction: float, radii: tuple[float, float], replicas: int, still: bool
) -> Placed:
    """Where the grains are at this moment of a step. radii: of the ring, pixels; still: reduced motion."""
    anchors = np.radians(np.array(ANCHORS[replicas], np.float32))
    gaps = np.mod(np.roll(anchors, -1) - anchors, 2 * np.pi)
    gaps[gaps == 0] = 2 * np.pi
    hops = 2 * (replicas - 1)
    travelled = _travelled(grains, phase, fraction, hops, still)
    hop = np.minimum(np.floor(travelled), max(hops - 1, 0)).astype(np.int64)
    sender = (grains.replica + hop) % replicas
    angle = anchors[sender] + (travelled - hop) * gaps[sender] + grains.sway
    shrink = np.ones(len(grains), np.float32)
    alpha = FAINTEST + (1 - FAINTEST) * grains.level
    if phase == INPUT:
        alpha = alpha * 0
    elif phase == COMPUTE and not still:
        alpha = alpha * fraction
    elif phase == UPDATE and not still:
        if grains.applied:
            shrink = np.where(grains.bad, 1.0, 1 - (1 - HEART) * fraction).astype(np.float32)
        alpha = np.where(grains.bad, alpha, alpha * (1 - fraction))
    at = np.stack([np.cos(angle) * radii[0], np.sin(angle) * radii[1]], axis=1) * shrink[:, None]
    at += grains.drift * (radii[0] / 408.0)
    return Placed(
        at.astype(np.float32),
        alpha.astype(np.float32),
        np.where(grains.bad, -1, sender),
        np.sin(angle) > 0,
    )


def _travelled(grains: Grains, phase: int, fraction: float, hops: int, still: bool) -> Floats:
    """How many hops each grain has made, (N,)."""
    if hops == 0:
        return np.zeros(len(grains), np.float32)
    if still:
        way = grains.lag * _SPREAD
    elif phase == REDUCE:
        way = np.clip(fraction * (hops + _SPREAD) - grains.lag * _SPREAD, 0, hops)
    else:
        way = np.full(len(grains), float(hops) if phase == UPDATE else 0.0)
    return np.where(grains.bad, 0.0, way).astype(np.float32)
