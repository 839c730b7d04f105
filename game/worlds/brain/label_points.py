"""Where the labels of a view lie on the cortex as it is drawn: some points of each, with which way they face.

view.py owns one; outer_labels.py asks for the set of the present view. It knows meshes and shapes; no camera.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_geometry import MeshPart
from game.engine.brain_shape import BrainShape, Floats, placed
from game.engine.label_sets import PACKED_SETS

_SAMPLES = 40  # points of a label on one side


@dataclass(frozen=True)
class LabelSpot:
    """One label on one side: its points (N, 3) mm, which way they face, their region columns, how far from a border
    they are (0..1), and how many vertices each stands for."""

    label: int
    side: str
    points: NDArray[np.float64]
    normals: NDArray[np.float64]
    columns: NDArray[np.int64]
    inner: NDArray[np.float64]
    weight: float


class LabelPoints:
    """See the module text."""

    def __init__(self, parts: Sequence[MeshPart], offsets: Floats) -> None:
        self._parts = [part for part in parts if part.name.startswith("cortex-")]
        self._offsets = offsets
        self._own: dict[str, list[tuple[int, str, MeshPart, float]]] = {}  # by label set
        self._drawn: tuple[str, BrainShape | None, tuple[LabelSpot, ...]] = ("", None, ())

    def of(self, label_set: str, shape: BrainShape) -> tuple[LabelSpot, ...]:
        """The labels of a set; none for a set that the mesh does not carry."""
        if label_set not in PACKED_SETS:
            return ()
        if self._drawn[:2] != (label_set, shape):
            spots = tuple(
                LabelSpot(
                    label,
                    side,
                    placed(part, shape, self._offsets).astype(float),
                    part.rows["normal"].astype(float),
                    part.rows["region"].astype(np.int64),
                    part.rows["edges"][:, PACKED_SETS.index(label_set)] / 255.0,
                    weight,
                )
                for label, side, part, weight in self._sampled(label_set)
            )
            self._drawn = (label_set, shape, spots)
        return self._drawn[2]

    def _sampled(self, label_set: str) -> list[tuple[int, str, MeshPart, float]]:
        if label_set not in self._own:
            column = PACKED_SETS.index(label_set)
            found = []
            for part in self._parts:
                labels = part.rows["atlas"][:, column]
                for label in np.unique(labels[labels > 0]).tolist():
                    own = np.flatnonzero(labels == label)
                    chosen = own[np.linspace(0, len(own) - 1, min(_SAMPLES, len(own))).astype(int)]
                    thin = replace(part, rows=part.rows[chosen])
                    found.append((int(label), part.name[-1], thin, len(own) / len(chosen)))
            self._own[label_set] = found
        return self._own[label_set]
