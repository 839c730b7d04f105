"""Where regions are on the drawn brain: their middles, sizes, sample points, and how far the whole reaches.

view.py owns one and tells it each new shape. It knows meshes and shapes; no camera and no pixels.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_geometry import MeshPart
from game.engine.brain_node import PreparedBrain
from game.engine.brain_shape import CENTRE, SPREAD, BrainShape, placed
from game.engine.mesh_maths import distinct
from game.engine.orbit import Vec

_SAMPLES = 24  # points of a region that are looked at


class RegionPoints:
    """See the module text. KeyError for a region without geometry."""

    def __init__(self, prepared: PreparedBrain) -> None:
        self._offsets = prepared.offsets
        self._prepared = prepared
        self._own: dict[str, MeshPart] = {}  # the vertices of one region only, of those that were asked for
        self._outline = _outline(prepared)
        self._shape = BrainShape()
        self._middles: dict[str, tuple[Vec, float]] = {}
        self._samples: dict[str, NDArray[np.float64]] = {}

    def __contains__(self, region: object) -> bool:
        return region in self._prepared.columns.region_ids

    def set_shape(self, shape: BrainShape) -> None:
        """The brain is drawn in another shape now."""
        if shape != self._shape:
            self._shape = shape
            self._middles.clear()
            self._samples.clear()

    def middle(self, region: str) -> tuple[Vec, float]:
        """Middle and radius (mm) of a region as it is drawn."""
        if region not in self._middles:
            points = self._drawn(region)
            middle = points.mean(axis=0)
            radius = float(np.percentile(np.linalg.norm(points - middle, axis=1), 90))
            self._middles[region] = ((float(middle[0]), float(middle[1]), float(middle[2])), radius)
        return self._middles[region]

    def samples(self, region: str) -> NDArray[np.float64]:
        """Some points spread over a region as it is drawn, (at most 24, 3) mm."""
        if region not in self._samples:
            points = self._drawn(region)
            spread = np.linspace(0, len(points) - 1, min(_SAMPLES, len(points))).astype(int)
            self._samples[region] = points[spread]
        return self._samples[region]

    @property
    def outline(self) -> NDArray[np.float64]:
        """Points on the silhouette of the whole, whichever way one looks, (N, 3) mm."""
        points = self._outline
        if self._shape.side:
            points = points[points[:, 0] * self._shape.cut >= -2.0]
        reach = 1.0 + SPREAD * self._shape.explode + 0.12 * max(0.0, self._shape.morph - 1.0)
        return CENTRE + (points - CENTRE) * reach

    def _drawn(self, region: str) -> NDArray[np.float64]:
        return placed(self._of(region), self._shape, self._offsets).astype(float)

    def _of(self, region: str) -> MeshPart:
        if region not in self._own:
            column = self._prepared.columns.column(region)
            for part in self._prepared.parts:
                rows = part.rows[part.rows["region"] == column]
                if len(rows):
                    self._own[region] = replace(part, rows=rows)
        return self._own[region]


def _outline(prepared: PreparedBrain) -> NDArray[np.float64]:
    """About a hundred points of the surface, the furthest in as many directions: enough to clear its silhouette."""
    number = np.arange(128) + 0.5
    z, turn = 1 - 2 * number / 128, math.pi * (1 + 5**0.5) * number
    flat = np.sqrt(1 - z * z)
    directions = np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1)
    shell = [part.vertices[::4] for part in prepared.parts if part.name != "deep"]  # every fourth is enough
    return np.concatenate(
        [points[distinct((directions @ points.T).argmax(axis=1))] for points in shell]
    ).astype(float)
