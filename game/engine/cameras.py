"""Puts an `Orbit` on a Panda3D camera, and a hand on the orbit.

Scenes that show the brain make one rig for the stage's camera, call `update(dt)` each frame and give it the gestures
beside their widgets. It knows no scene; the arithmetic is in orbit.py.
"""

from __future__ import annotations

import math

from panda3d.core import LMatrix4f, NodePath, PerspectiveLens

from game.core.inputs import Gesture
from game.engine.orbit import Orbit, basis, place


class OrbitRig:
    """Keeps a camera node where its orbit says."""

    def __init__(self, camera: NodePath, orbit: Orbit) -> None:
        self.camera, self.orbit = camera, orbit
        self.apply()

    def update(self, dt: float) -> bool:
        """Advance the orbit and move the camera; True if it moved."""
        moved = self.orbit.update(dt)
        if moved:
            self.apply()
        return moved

    def take(self, gesture: Gesture, height: float, dt: float = 0.0, fov: float = 0.0) -> None:
        """Turn (left drag), pan (other buttons or Shift), zoom (wheel); two fingers pan and zoom.

        height: of the picture, in pixels. dt: seconds that a drag took, 0 if unknown. fov: the picture's vertical
        field of view in degrees; 0 where the middle stays in the middle.
        """
        orbit, kind = self.orbit, gesture.kind
        dx, dy = gesture.dx / height, gesture.dy / height
        by_side = gesture.button != 1 or "shift" in gesture.modifiers
        if kind == "wheel":
            orbit.zoom(gesture.steps)
        elif kind == "drag_end":
            orbit.release()
        elif kind == "drag" and not (fov and by_side):
            orbit.drag(dx, dy, dt)
        elif kind in ("drag", "pinch"):
            if kind == "pinch":
                orbit.pinch(gesture.steps)
            orbit.pan(dx, dy, height_at(orbit.view.distance, fov))
        self.apply()

    def apply(self) -> None:
        """Put the camera where the orbit is now."""
        right, forward, up = basis(self.orbit.view)
        rows = [(*right, 0.0), (*forward, 0.0), (*up, 0.0), (*place(self.orbit.view), 1.0)]
        self.camera.set_mat(LMatrix4f(*(value for row in rows for value in row)))


def height_at(distance: float, fov_degrees: float) -> float:
    """Height of what a vertical field of view takes in at a distance, in the units of the distance."""
    return 2.0 * distance * math.tan(math.radians(fov_degrees) / 2)


def distance_for(height: float, fov_degrees: float) -> float:
    """From how far a thing of that height fills a vertical field of view."""
    return height / 2.0 / math.tan(math.radians(fov_degrees) / 2)


def vertical_fov(lens: PerspectiveLens) -> float:
    """The lens's present vertical field of view in degrees."""
    return float(lens.get_fov()[1])
