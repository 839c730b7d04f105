"""Where regions are on the drawn brain: their middles, sizes, sample points, and how far the whole reaches.

view.py owns one and tells it each new shape. It knows meshes and shapes; no camera and no pixels.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_geometry import MeshPart
from game.engine.brain_layers import SHELL
from game.engine.brain_node import PreparedBrain
from game.engine.brain_shape import CENTRE, SPREAD, BrainShape, is_cortex, placed
from game.engine.mesh_maths import distinct
from game.engine.orbit import Vec

_SAMPLES = 24  # points of a region that are looked at
_TURNED_AWAY = -0.35  # cosine of a region's mean normal to the viewer below which it shows only its back
_CELL = 3.0  # mm: of the points that tell where the outline is, one in a cube of that size
Cloud = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.bool_]]


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
        self._facing: dict[str, NDArray[np.float64] | None] = {}  # mean normals of cortical regions
        self._thin: list[MeshPart] = []
        self._cloud: Cloud | None = None

    def __contains__(self, region: object) -> bool:
        return region in self._prepared.columns.region_ids

    def set_shape(self, shape: BrainShape) -> None:
        """The brain is drawn in another shape now."""
        if shape != self._shape:
            self._shape = shape
            self._middles.clear()
            self._samples.clear()
            self._cloud = None

    @property
    def cloud(self) -> Cloud:
        """Some thousands of points spread over everything as it is drawn, (N, 3) mm; the region column of each; whether
        it is of the shell that is glass in the glass views."""
        if not self._thin:
            self._thin = [_thinned(part) for part in self._prepared.parts]
        if self._cloud is None:
            points = [placed(part, self._shape, self._offsets) for part in self._thin]
            columns = [part.rows["region"].astype(np.int64) for part in self._thin]
            shell = [np.full(len(part.rows), part.name in SHELL) for part in self._thin]
            self._cloud = (
                np.concatenate(points).astype(float),
                np.concatenate(columns),
                np.concatenate(shell),
            )
        return self._cloud

    @property
    def shape(self) -> BrainShape:
        """The shape they are for."""
        return self._shape

    def middle(self, region: str) -> tuple[Vec, float]:
        """Middle and radius (mm) of a region as it is drawn."""
        if region not in self._middles:
            points = self._drawn(region)
            middle = points.mean(axis=0)
            radius = float(np.percentile(np.linalg.norm(points - middle, axis=1), 90))
            self._middles[region] = ((float(middle[0]), float(middle[1]), float(middle[2])), radius)
        return self._middles[region]

    def faces(self, region: str, eye: Vec) -> bool:
        """Whether a region may show its outer side to a viewer; always for what is not cortex."""
        if region not in self._facing:
            part = self._of(region)
            mean = part.rows["normal"].astype(float).mean(axis=0)
            self._facing[region] = (
                mean / max(float(np.linalg.norm(mean)), 1e-9) if is_cortex(part.name) else None
            )
        normal = self._facing[region]
        if normal is None or self._shape.morph > 1.0:
            return True
        away = np.array(eye) - np.array(self.middle(region)[0])
        return float(normal @ away) > _TURNED_AWAY * float(np.linalg.norm(away))

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


def _thinned(part: MeshPart) -> MeshPart:
    """The part with one vertex in each small cube: as many points everywhere, however its vertices are ordered."""
    cells = np.floor(part.vertices / _CELL).astype(np.int64) + 512
    numbers = (cells[:, 0] * 1024 + cells[:, 1]) * 1024 + cells[:, 2]
    return replace(part, rows=part.rows[np.unique(numbers, return_index=True)[1]])


def _outline(prepared: PreparedBrain) -> NDArray[np.float64]:
    """About a hundred points of the surface, the furthest in as many directions: enough to clear its silhouette."""
    number = np.arange(128) + 0.5
    z, turn = 1 - 2 * number / 128, math.pi * (1 + 5**0.5) * number
    flat = np.sqrt(1 - z * z)
    directions = np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1).astype(np.float32)
    shell = [part.vertices[::4] for part in prepared.parts if part.name != "deep"]  # every fourth is enough
    return np.concatenate(
        [points[distinct((directions @ points.T).argmax(axis=1))] for points in shell]
    ).astype(float)
