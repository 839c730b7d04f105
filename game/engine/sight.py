"""What can be seen of a region from a place: how much of it, where, and what stands before it.

The region quiz asks before it turns the brain or lets the keyboard walk over it. The same picker and the same rule as
for the pointer: what counts as seen could be clicked. It moves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_material import COLUMNS
from game.engine.brain_node import PreparedBrain
from game.engine.brain_shape import BrainShape, placed, side_of
from game.engine.orbit import Vec
from game.engine.picking import GHOST, HIDDEN, OPAQUE, RegionPicker

SAMPLES = 24
_BEYOND = 1.05  # how far past a point its ray goes, in distances to it
_SHELL = ("cortex-L", "cortex-R", "cerebellum")  # a ghost in the glass view
_INSIDE = "deep"  # drawn only when something lets one see it


@dataclass(frozen=True)
class Seen:
    """share: 0..1 of the region's points that lead to it; spot: a point of it in sight (MNI mm), None if there is none;
    blockers: regions before the rest, the largest share first, as (id, share)."""

    share: float
    spot: Vec | None
    blockers: tuple[tuple[str, float], ...] = ()


class Sight:
    """Asks the picker of a prepared brain, with a few points spread over each region."""

    def __init__(self, prepared: PreparedBrain) -> None:
        self._prepared = prepared
        self._pickers = {"": prepared.picker}
        self._points: dict[str, NDArray[np.float64]] = {}
        self._shell_columns: list[int] = []
        for part in prepared.parts:
            seen = part.triangles if part.outside is None else part.outside
            columns = part.rows["region"][seen[:, 0]].astype(np.int64)
            for column in np.unique(columns):
                region = prepared.columns.region(int(column))
                if region is not None:
                    self._points[region] = _spread(part.vertices, seen[columns == column])
                if part.name in _SHELL:
                    self._shell_columns.append(int(column))

    @property
    def regions(self) -> tuple[str, ...]:
        """The regions that have geometry."""
        return tuple(self._points)

    def radius(self, region: str) -> float:
        """How far the region reaches from its middle, in mm (the farthest tenth left out). KeyError if unknown."""
        points = self._points[region]
        return float(np.percentile(np.linalg.norm(points - points.mean(axis=0), axis=1), 90))

    def look(
        self,
        region: str,
        eye: Vec,
        *,
        hidden: Collection[str] = (),
        glass: bool = False,
        side: str = "",
        samples: int = SAMPLES,
    ) -> Seen:
        """What an eye at a place (MNI mm) sees of a region while `hidden` regions are not drawn. KeyError if unknown.

        side: "L" or "R" for that half alone, cut in the middle; "" for the whole.
        """
        prepared = self._prepared
        looks = np.full(COLUMNS, OPAQUE, np.uint8)
        if glass:
            looks[self._shell_columns] = GHOST
        for other in hidden:
            looks[prepared.columns.column(other)] = HIDDEN
        for column, other in enumerate(prepared.columns.region_ids, start=1):
            if side and side_of(other) not in ("", side):
                looks[column] = HIDDEN
        opened = any(other.startswith("ctx-") for other in hidden)
        if opened:
            looks[0] = HIDDEN  # the medial wall goes with the cortex
        opened = opened or glass or bool(side)
        gone = {"L": "cortex-R", "R": "cortex-L"}.get(side)
        drawn = [
            part.name for part in prepared.parts if part.name != gone and (opened or part.name != _INSIDE)
        ]
        picker = self._picker(side)
        points = self._cut(region, side)[:: max(1, SAMPLES // samples)]
        met: list[Vec] = []
        before: Counter[str] = Counter()
        for point in points:
            end = np.add(eye, (point - eye) * _BEYOND)
            hit = picker.pick(eye, tuple(end), looks, drawn)
            found = prepared.columns.region(hit.column) if hit is not None else None
            if hit is not None and found == region:
                met.append(hit.point)
            elif found is not None:
                before[found] += 1
        blockers = tuple((other, number / len(points)) for other, number in before.most_common())
        return Seen(len(met) / len(points), _middle(met), blockers)

    def _cut(self, region: str, side: str) -> NDArray[np.float64]:
        """The region's points, those beyond the cut moved onto it, as they are drawn."""
        points = self._points[region]
        if not side or side_of(region):
            return points
        points = points.copy()
        points[:, 0] = np.minimum(points[:, 0], 0.0) if side == "L" else np.maximum(points[:, 0], 0.0)
        return points

    def _picker(self, side: str) -> RegionPicker:
        if side not in self._pickers:
            prepared, shape = self._prepared, BrainShape(side=side)
            moved = {part.name: placed(part, shape, prepared.offsets) for part in prepared.parts}
            self._pickers[side] = prepared.picker.copy()
            self._pickers[side].move(moved)
        return self._pickers[side]


def label_shares(prepared: PreparedBrain, label_set: str) -> dict[str, dict[str, float]]:
    """For each cortical structure ("precentral"), the share (0..1, both sides) of each label of another set."""
    assets = prepared.assets
    names, others = assets.label_names["dk"], assets.label_names[label_set]
    counts = np.zeros((len(names), len(others)))
    for hemisphere in assets.hemispheres:
        np.add.at(counts, (hemisphere.labels["dk"], hemisphere.labels[label_set]), 1)
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    return {
        name: {other: float(shares[row, column]) for column, other in enumerate(others) if other}
        for row, name in enumerate(names)
        if name
    }


def _spread(vertices: NDArray[np.float32], triangles: NDArray[np.uint32]) -> NDArray[np.float64]:
    """The middles of at most SAMPLES of the triangles, evenly from the first to the last: none lies on a border."""
    chosen = np.linspace(0, len(triangles) - 1, min(SAMPLES, len(triangles))).astype(np.int64)
    return vertices[triangles[chosen]].mean(axis=1, dtype=np.float64)


def _middle(points: list[Vec]) -> Vec | None:
    """The point nearest to the mean of all."""
    if not points:
        return None
    places = np.array(points)
    nearest = int(np.linalg.norm(places - places.mean(axis=0), axis=1).argmin())
    return points[nearest]
