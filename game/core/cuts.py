"""Half-spaces that are cut away from the brain, for drawing, capping and picking alike.

A value that picking.py, caps.py and the brain's layers share. It knows planes; no meshes, no colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

AXES = {"sagittal": 0, "coronal": 1, "axial": 2}
BESIDE_MIDLINE = 0.1  # mm: the half ends flat at the midline; its cut takes that end away


@dataclass(frozen=True)
class Cut:
    """Everything with `sign * p[axis] > sign * millimetre` is cut away (MNI mm; sign 1 or -1; axis 0 x, 1 y, 2 z)."""

    axis: int
    millimetre: float
    sign: int

    def takes(self, point: Sequence[float]) -> bool:
        """Whether a point (mm) is cut away."""
        return self.sign * (point[self.axis] - self.millimetre) > 0.0


def kept(point: Sequence[float], cuts: Sequence[Cut]) -> bool:
    """Whether none of the cuts takes a point away."""
    return not any(cut.takes(point) for cut in cuts)


def midline(side: str) -> tuple[Cut, ...]:
    """The cut that gives a half ("L" or "R") its faces in the middle; none for both halves ("")."""
    sign = {"L": 1, "R": -1}.get(side, 0)
    return (Cut(AXES["sagittal"], -sign * BESIDE_MIDLINE, sign),) if sign else ()
