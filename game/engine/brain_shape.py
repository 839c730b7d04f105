"""The shape in which the brain is drawn: morphed, taken apart, one half only; the same sums as in brain_vertex.glsl.

brain_node.py holds one BrainShape; picking and the explorer's labels ask where a vertex is drawn. Pure numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_geometry import MeshPart
from game.engine.brain_material import COLUMNS

Floats = NDArray[np.float32]

FURTHEST_MORPH = 2.0
SPREAD = 0.85  # how far apart everything is moved at explode = 1, in parts of its distance from CENTRE
CENTRE = (0.0, -18.0, 8.0)
SIDES = ("", "L", "R")
_LEFT, _RIGHT = ("ctx-lh-", "Left-", "Cerebellum-Left-"), ("ctx-rh-", "Right-", "Cerebellum-Right-")


@dataclass(frozen=True)
class BrainShape:
    """morph: 0 pial, 1 white, 2 inflated. explode: 0..1. side: "" both, "L" or "R": only that half, cut at x = 0."""

    morph: float = 0.0
    explode: float = 0.0
    side: str = ""

    def __post_init__(self) -> None:
        if not (0 <= self.morph <= FURTHEST_MORPH and 0 <= self.explode <= 1 and self.side in SIDES):
            raise ValueError(f"no such shape: {self.morph}, {self.explode}, {self.side!r}")

    @property
    def weights(self) -> tuple[float, float, float]:
        """Weights of the pial, white and inflated surface."""
        m = self.morph
        return (max(0.0, 1.0 - m), 1.0 - abs(m - 1.0), max(0.0, m - 1.0))

    @property
    def cut(self) -> float:
        """-1: nothing right of x = 0 (left half), 1: nothing left of it, 0: no cut."""
        return {"": 0.0, "L": -1.0, "R": 1.0}[self.side]

    @property
    def has_structures(self) -> bool:
        """Whether anything but cortex is drawn: an inflated cortex leaves no room for it."""
        return self.morph <= 1.0


def side_of(region_id: str) -> str:
    """ "L", "R", or "" for a structure of the midline."""
    return "L" if region_id.startswith(_LEFT) else "R" if region_id.startswith(_RIGHT) else ""


def is_cortex(part_name: str) -> bool:
    """Whether a part is made of cortex, which lies on one side and is never cut."""
    return part_name.startswith(("cortex-", "slab-"))


def region_offsets(parts: Sequence[MeshPart]) -> Floats:
    """Where each region goes at explode = 1: (COLUMNS, 3) mm, row = region column; zero for column 0."""
    sums, counts = np.zeros((COLUMNS, 3)), np.zeros(COLUMNS)
    for part in parts:
        columns = part.rows["region"].astype(np.int64)
        counts += np.bincount(columns, minlength=COLUMNS)
        for axis in range(3):
            sums[:, axis] += np.bincount(columns, part.vertices[:, axis], COLUMNS)
    offsets = np.zeros((COLUMNS, 3), np.float32)
    there = np.nonzero(counts)[0]
    offsets[there] = SPREAD * (sums[there] / counts[there, None] - CENTRE)
    offsets[0] = 0.0
    return offsets


def placed(part: MeshPart, shape: BrainShape, offsets: Floats) -> Floats:
    """Where the vertices of a part are drawn, (V, 3) mm. offsets: from `region_offsets`."""
    return placed_rows(part.rows, shape, offsets, whole=is_cortex(part.name))


def placed_rows(rows: NDArray[np.void], shape: BrainShape, offsets: Floats, *, whole: bool) -> Floats:
    """Where some rows of a part are drawn, (V, 3) mm. whole: they are cortex, which is never cut."""
    pial, white, inflated = (np.float32(weight) for weight in shape.weights)
    here = rows["vertex"] * pial + rows["white"] * white + rows["inflated"] * inflated
    if shape.cut and not whole:
        here[:, 0] = np.minimum(here[:, 0], 0) if shape.cut < 0 else np.maximum(here[:, 0], 0)
    if shape.explode:
        here += np.float32(shape.explode) * offsets[rows["region"].astype(np.int64)]
    return np.asarray(here, np.float32)
