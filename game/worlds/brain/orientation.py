"""The orientation cube's arithmetic: which faces one sees, and where their corners lie.

`cube.py` draws it. Pure: an orbit view in, corners in units of half the cube's edge out (x right, y up).
"""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.orbit import View, basis

Point = tuple[float, float]

_OUT: dict[str, tuple[int, int, int]] = {
    "R": (1, 0, 0), "L": (-1, 0, 0), "A": (0, 1, 0), "P": (0, -1, 0), "S": (0, 0, 1), "I": (0, 0, -1),
}  # fmt: skip
WORDS = {"L": "left", "R": "right", "A": "front", "P": "back", "S": "above", "I": "below"}
_HIDDEN_BELOW = 0.06  # a face turned further away than this is not drawn


@dataclass(frozen=True)
class Face:
    """A visible face: its letter, four corners in order, its middle, and how much it faces the viewer (0..1)."""

    letter: str
    corners: tuple[Point, Point, Point, Point]
    middle: Point
    facing: float


def visible_faces(view: View) -> tuple[Face, ...]:
    """The one to three faces of the cube that one sees, the most turned away first."""
    right, forward, up = basis(view)
    faces = []
    for letter, out in _OUT.items():
        facing = -sum(a * b for a, b in zip(out, forward, strict=True))
        if facing <= _HIDDEN_BELOW:
            continue
        axis = next(index for index in range(3) if out[index])
        across, along = [index for index in range(3) if index != axis]
        corners = []
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = [0.0, 0.0, 0.0]
            corner[axis], corner[across], corner[along] = float(out[axis]), float(a), float(b)
            corners.append(_flat(corner, right, up))
        middle = _flat([float(value) for value in out], right, up)
        faces.append(Face(letter, (corners[0], corners[1], corners[2], corners[3]), middle, facing))
    return tuple(sorted(faces, key=lambda face: face.facing))


def face_at(view: View, x: float, y: float) -> str | None:
    """The letter of the face at a point (units of half the edge, y up); None beside the cube."""
    for face in visible_faces(view):
        if _inside(face.corners, x, y):
            return face.letter
    return None


def _flat(corner: list[float], right: tuple[float, ...], up: tuple[float, ...]) -> Point:
    return (
        sum(a * b for a, b in zip(corner, right, strict=True)),
        sum(a * b for a, b in zip(corner, up, strict=True)),
    )


def _inside(corners: tuple[Point, ...], x: float, y: float) -> bool:
    sides = [
        (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)
