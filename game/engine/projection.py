"""Where a 3D subject sits on the screen: off-centre perspective, rays and projections in pixels.

The stage uses it to put the brain in the middle of the free area between panels instead of the middle of the
window. Works on a Panda3D lens; knows no scene.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from panda3d.core import NodePath, PerspectiveLens, Point2, Point3, Vec3


@dataclass(frozen=True)
class Rect:
    """Pixels from the top left of the window."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Bottom edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """Middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside (left and top edge included)."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Smaller by dx at the left and right, dy (default dx) at the top and bottom."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(self.w - 2 * dx, 0.0), max(self.h - 2 * dy, 0.0))

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )


def aim_lens(lens: PerspectiveLens, window: tuple[int, int], area: Rect, fov_degrees: float) -> None:
    """Make `area` the view of a camera with that vertical field of view; the rest of the window just continues it.

    The limiting side of `area` decides: a subject that fits a square of the field of view fits the area.
    """
    width, height = window
    extent = max(min(area.w, area.h), 1.0)
    focal = extent / 2 / math.tan(math.radians(fov_degrees) / 2)
    cx, cy = area.centre
    lens.set_focal_length(focal)
    lens.set_film_size(width, height)
    lens.set_focal_length(focal)  # changing the film size changes the focal length
    lens.set_film_offset(width / 2 - cx, cy - height / 2)


def project(
    camera: NodePath, lens: PerspectiveLens, window: tuple[int, int], point: Point3
) -> tuple[float, float] | None:
    """Pixel (x, y) of a point in the camera's parent space (the world); None if it is behind the camera."""
    flat = Point2()
    if not lens.project(camera.get_relative_point(camera.get_top(), point), flat):
        seen = Point3(camera.get_relative_point(camera.get_top(), point))
        if seen.y <= lens.get_near():
            return None
    width, height = window
    return (flat.x + 1) / 2 * width, (1 - flat.y) / 2 * height


def ray(
    camera: NodePath, lens: PerspectiveLens, window: tuple[int, int], x: float, y: float
) -> tuple[Point3, Vec3]:
    """Origin and unit direction, in world space, of the ray through a pixel."""
    width, height = window
    near, far = Point3(), Point3()
    lens.extrude(Point2(2 * x / width - 1, 1 - 2 * y / height), near, far)
    top = camera.get_top()
    start, end = top.get_relative_point(camera, near), top.get_relative_point(camera, far)
    direction = Vec3(end - start)
    direction.normalize()
    return start, direction
