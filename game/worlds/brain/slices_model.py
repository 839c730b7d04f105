"""The MRI planes as the explorer thinks of them: where they stand, which are shown, which cut, what is kept.

The desk changes it and the view shows it. Pure: it knows millimetres and cuts; no meshes, no pixels.
"""

from __future__ import annotations

from game.core.cuts import AXES, Cut

PLANES = ("sagittal", "coronal", "axial")
LETTERS = {"sagittal": "x", "coronal": "y", "axial": "z"}
RANGES = {
    "sagittal": (-72.0, 72.0),
    "coronal": (-104.0, 72.0),
    "axial": (-60.0, 78.0),
}  # MNI mm: where there is brain
SLAB = 16.0  # mm that a slab keeps
_TAKEN = {
    "sagittal": -1,
    "coronal": 1,
    "axial": 1,
}  # which side a cut takes at first: what stands before the face
NEUROLOGICAL, RADIOLOGICAL = "Neurological", "Radiological"


class Slices:
    """The state of the planes."""

    def __init__(self) -> None:
        self.open = False  # whether the MRI panel is open
        self.places = {"sagittal": -26.0, "coronal": -56.0, "axial": -19.0}
        self.shown = {"coronal", "axial"}  # planes drawn in place
        self.cutting: set[str] = set()
        self.flipped: set[str] = set()
        self.slab = False
        self.radiological = False
        self.active = "coronal"  # the plane that keys move

    @property
    def crosshair(self) -> tuple[float, float, float]:
        """Where the three planes meet, MNI mm."""
        return (self.places["sagittal"], self.places["coronal"], self.places["axial"])

    @property
    def convention(self) -> str:
        """How pictures from the front and from below are turned."""
        return RADIOLOGICAL if self.radiological else NEUROLOGICAL

    def move(self, kind: str, millimetre: float) -> bool:
        """Put a plane at a whole millimetre within its range; True if it moved. KeyError for another word."""
        low, high = RANGES[kind]
        place = float(round(min(max(millimetre, low), high)))
        moved = place != self.places[kind]
        self.places[kind], self.active = place, kind
        return moved

    def step(self, millimetres: float) -> bool:
        """Move the active plane."""
        return self.move(self.active, self.places[self.active] + millimetres)

    def next_plane(self) -> str:
        """Make the next plane the active one."""
        self.active = PLANES[(PLANES.index(self.active) + 1) % len(PLANES)]
        return self.active

    def toggle_shown(self, kind: str) -> None:
        """Draw a plane in place, or not."""
        self.shown ^= {kind}
        self.active = kind

    def toggle_cut(self, kind: str) -> None:
        """Let a plane cut the brain, or not."""
        self.cutting ^= {kind}
        self.active = kind

    def flip(self, kind: str) -> None:
        """Cut away the other side of a plane."""
        self.flipped ^= {kind}
        self.active = kind

    def cuts(self) -> tuple[Cut, ...]:
        """What is cut away: beyond each cutting plane, and behind the slab that it keeps."""
        found = []
        for kind in PLANES:
            if kind in self.cutting:
                sign = _TAKEN[kind] * (-1 if kind in self.flipped else 1)
                found.append(Cut(AXES[kind], self.places[kind], sign))
                if self.slab:
                    found.append(Cut(AXES[kind], self.places[kind] - sign * SLAB, -sign))
        return tuple(found)


def across(kind: str) -> tuple[str, str]:
    """The planes whose places run across and up a picture of this plane."""
    first, second = (other for other in PLANES if other != kind)
    return first, second


def edge_letters(kind: str, *, radiological: bool) -> tuple[str, str, str, str]:
    """What lies at the left, right, top and bottom edge of a picture of this plane."""
    left, right = ("P", "A") if kind == "sagittal" else ("R", "L") if radiological else ("L", "R")
    top, bottom = ("A", "P") if kind == "axial" else ("S", "I")
    return left, right, top, bottom


def mirrored(kind: str, *, radiological: bool) -> bool:
    """Whether a picture of this plane runs against its axis (the patient's left at the right)."""
    return radiological and kind != "sagittal"
