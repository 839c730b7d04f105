"""The camera of the sky: how far away all stars fit, where each is on the screen, and how to bring one
into sight.

The scene makes one and feeds it gestures through `orbit`; nothing here knows widgets or what a star means.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from game.engine.cameras import OrbitRig
from game.engine.orbit import Orbit, OrbitLimits, View, place
from game.engine.projection import Rect
from game.engine.stage import FIELD_OF_VIEW, Stage
from game.engine.star_picking import pick_sphere, project_points

FRONT = 180.0  # azimuth from which x runs to the right
CLOSEST_SHARE, FARTHEST_SHARE = 0.16, 1.6  # of the distance from which everything fits
TURN = 0.45  # of what a drag turns the brain: the sky is wide, and soon seen from its edge
LARGEST_SCALE = 1.7  # a small sky is not blown up further than this
_SLOPE = math.tan(math.radians(FIELD_OF_VIEW) / 2)

Vec = tuple[float, float, float]


class SkyCamera:
    """An orbit around the middle of the stars, seen in `area` of the window."""

    def __init__(self, stage: Stage, reduced_motion: bool) -> None:
        self.stage = stage
        self.orbit = Orbit(View(FRONT, 0.0, 1000.0), reduced_motion=reduced_motion)
        self.rig = OrbitRig(stage.camera, self.orbit)
        self.area = Rect(0, 0, 1, 1)

    def frame(self, area: Rect, extent: Vec, room: float, scale: float) -> None:
        """Show a sky of half widths `extent` in `area`, with `room` units around it for names; keep the view.

        scale: screen pixels per design pixel.
        """
        self.area = area
        self.stage.aim(area, FIELD_OF_VIEW)
        half_x, half_y, half_z = extent
        pixels = min(area.w / (2 * half_x + room), area.h / (2 * half_z + room), LARGEST_SCALE * scale)
        home = self.focal / max(pixels, 1e-6) + 0.5 * half_y
        before = self.orbit.home.distance
        self.orbit.home = View(FRONT, 0.0, home)
        self.orbit.limits = OrbitLimits(home * CLOSEST_SHARE, home * FARTHEST_SHARE, max(half_x, half_z))
        self.orbit.go(replace(self.orbit.view, distance=self.orbit.view.distance * home / before), 0.0)
        self.stage.set_clip(1.0, home * FARTHEST_SHARE + 4 * half_x + 4 * half_z)
        self.rig.apply()

    @property
    def focal(self) -> float:
        """The lens's focal length in pixels."""
        return min(self.area.w, self.area.h) / 2 / _SLOPE

    @property
    def closeness(self) -> float:
        """1 at home, larger when nearer."""
        return self.orbit.home.distance / self.orbit.view.distance

    @property
    def from_middle(self) -> float:
        """Distance of the camera from the middle of the sky."""
        return math.hypot(*place(self.orbit.view))

    def go_to_start(self) -> None:
        """Stand at home at once."""
        self.orbit.go(self.orbit.home, 0.0)
        self.rig.apply()

    def turn(self, dx: float, dy: float) -> None:
        """Turn by a drag of so many pixels."""
        self.orbit.drag(TURN * dx / self.area.h, TURN * dy / self.area.h)
        self.rig.apply()

    def step(self, dx: float, dy: float) -> None:
        """Turn by a share of the view's height, without swing."""
        self.orbit.drag(dx, dy)
        self.orbit.hold()
        self.rig.apply()

    def move(self, dx: float, dy: float) -> None:
        """Move the target with a drag of so many pixels."""
        height = self.area.h / self.focal * self.orbit.view.distance
        self.orbit.pan(dx / self.area.h, dy / self.area.h, height)
        self.rig.apply()

    def update(self, dt: float) -> bool:
        """Advance eased moves and inertia; True if the camera moved."""
        return self.rig.update(dt)

    def places(self, ids: Sequence[str], positions: NDArray[np.float32]) -> dict[str, tuple[float, float]]:
        """The pixel of every star ahead of the camera; positions (N, 3)."""
        if not len(ids):
            return {}
        seen = project_points(self.stage.camera, self.stage.lens, self.stage.size, positions)
        near = self.stage.lens.get_near()
        return {
            key: (float(x), float(y)) for key, (x, y, ahead) in zip(ids, seen, strict=True) if ahead > near
        }

    def pick(self, x: float, y: float, positions: NDArray[np.float32], reach: float) -> int:
        """The number of the star within `reach` pixels of a pixel, or -1."""
        origin, ahead = self.stage.ray(x, y)
        return pick_sphere(origin, ahead, positions, reach / self.focal)

    def look_at(self, point: Vec, nearer: float = 1.0) -> None:
        """Ease to have a point near the middle, at `nearer` times the present distance."""
        view = self.orbit.view
        x, y, z = point
        self.orbit.go(replace(view, target=(x * 0.85, y * 0.85, z * 0.85), distance=view.distance * nearer))
