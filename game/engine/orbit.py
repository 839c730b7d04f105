"""An orbit around a point, as pure numbers: drag, zoom, pan, inertia, eased moves, limits, standard views.

`cameras.py` applies it to a camera; scenes feed it gestures. It knows no engine: angles in degrees, lengths in the
scene's units, time in seconds, screen movements as fractions of the view's height. Azimuth 0 looks from the front
(+y), 90 from the right (+x); elevation 90 looks from above.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from game.core.pinch import ZOOM_PER_NOTCH

Vec = tuple[float, float, float]

TURN_PER_HEIGHT = 210.0  # degrees for a drag over the whole height
ZOOM_RATE = 12.0  # 1/s: how fast the distance follows the wheel
INERTIA_RATE = 5.0  # 1/s: how fast a thrown turn dies away
FASTEST_THROW = 200.0  # degrees a second: thrown harder, it would be out of sight where one looked
MOVE_SECONDS = 0.80
_STILL = 0.4  # degrees a second below which a thrown turn stops
_THROW_WITHIN = 0.08  # seconds between the last drag and the release for it to count as a throw


@dataclass(frozen=True)
class View:
    """Where the camera is: what it looks at, from which direction, how far."""

    azimuth: float
    elevation: float
    distance: float
    target: Vec = (0.0, 0.0, 0.0)


SNAP_VIEWS: dict[str, tuple[float, float]] = {  # azimuth, elevation; the up direction of S and I is the front
    "L": (-90.0, 0.0),
    "R": (90.0, 0.0),
    "A": (0.0, 0.0),
    "P": (180.0, 0.0),
    "S": (180.0, 90.0),
    "I": (0.0, -90.0),
}


@dataclass(frozen=True)
class OrbitLimits:
    """How near, how far, and how far the target may wander from home (scene units)."""

    nearest: float = 150.0
    farthest: float = 900.0
    wander: float = 90.0


class Orbit:
    """The state of one orbit camera. Every change is immediate or advanced by `update`; nothing here reads a clock."""

    def __init__(
        self, home: View, limits: OrbitLimits | None = None, *, reduced_motion: bool = False
    ) -> None:
        self.home = home
        self.limits = limits or OrbitLimits()
        self.reduced_motion = reduced_motion
        self.turning = 0.0  # degrees a second, for a brain that turns by itself
        self.view = home
        self._goal_distance = home.distance
        self._spin = (0.0, 0.0)
        self._since_drag = 1.0
        self._move: tuple[View, View, float, float] | None = None  # from, to, elapsed, seconds
        self._destination = home

    @property
    def moving(self) -> bool:
        """Whether `update` would still change the view."""
        settled = abs(self._goal_distance / self.view.distance - 1) < 1e-3
        return bool(self._move or self._spin != (0.0, 0.0) or self.turning or not settled)

    @property
    def destination(self) -> View:
        """Where the present eased move ends; the view itself if there is none."""
        return self._destination if self._move else self.view

    def drag(self, dx: float, dy: float, dt: float = 0.0) -> None:
        """Turn by a pointer movement (fractions of the view height, y down) that took dt seconds (0: unknown)."""
        self._move = None
        across, along = dx * TURN_PER_HEIGHT, dy * TURN_PER_HEIGHT
        self._turn(across, along)
        span = max(dt, 1 / 120) if dt else 1 / 60
        blend = 0.5
        self._spin = (
            self._spin[0] * (1 - blend) + across / span * blend,
            self._spin[1] * (1 - blend) + along / span * blend,
        )
        self._since_drag = 0.0

    def release(self) -> None:
        """The pointer was let go: a turn in full swing goes on for a moment, unless motion is reduced."""
        if self.reduced_motion or self._since_drag > _THROW_WITHIN:
            self._spin = (0.0, 0.0)
        speed = math.hypot(*self._spin)
        if speed > FASTEST_THROW:
            self._spin = (self._spin[0] * FASTEST_THROW / speed, self._spin[1] * FASTEST_THROW / speed)
        self._since_drag = 1.0

    def hold(self) -> None:
        """The pointer went down: stop every motion."""
        self._spin, self._move = (0.0, 0.0), None
        self._goal_distance = self.view.distance

    def zoom(self, notches: float) -> None:
        """Come nearer (positive) or go away by wheel notches."""
        self._move = None
        self._goal_distance = self._clamped(self._goal_distance * ZOOM_PER_NOTCH**notches)
        if self.reduced_motion:
            self.view = replace(self.view, distance=self._goal_distance)

    def pinch(self, notches: float) -> None:
        """Come nearer or go away between two fingers, which also stop a turn in full swing."""
        self._spin = (0.0, 0.0)
        self.zoom(notches)

    def pan(self, dx: float, dy: float, height: float) -> None:
        """Move the target with the pointer, by fractions of the view height; `height`: that height at the target."""
        self._move = None
        right, _, up = basis(self.view)
        moved = tuple(
            t - (r * dx - u * dy) * height for t, r, u in zip(self.view.target, right, up, strict=True)
        )
        offset = [m - h for m, h in zip(moved, self.home.target, strict=True)]
        length = math.hypot(*offset)
        scale = min(1.0, self.limits.wander / length) if length else 1.0
        x, y, z = (h + o * scale for h, o in zip(self.home.target, offset, strict=True))
        self.view = replace(self.view, target=(x, y, z))

    def go(self, view: View, seconds: float = MOVE_SECONDS) -> None:
        """Ease to a view by the shorter way round; at once if motion is reduced."""
        elevation = max(-90.0, min(90.0, view.elevation))
        azimuth = view.azimuth if abs(view.azimuth) <= 180.0 else (view.azimuth + 180.0) % 360.0 - 180.0
        view = View(azimuth, elevation, self._clamped(view.distance), view.target)
        self._spin, self._destination = (0.0, 0.0), view
        if self.reduced_motion or seconds <= 0:
            self.view, self._move, self._goal_distance = view, None, view.distance
            return
        turn = (view.azimuth - self.view.azimuth + 180.0) % 360.0 - 180.0
        self._move = (self.view, replace(view, azimuth=self.view.azimuth + turn), 0.0, seconds)

    def go_home(self) -> None:
        """Back to the first view: rotation, distance and target."""
        self.go(self.home)

    def snap(self, letter: str) -> None:
        """Ease to a standard view ("L", "R", "A", "P", "S", "I"), target and distance of home. KeyError otherwise."""
        azimuth, elevation = SNAP_VIEWS[letter]
        self.go(replace(self.home, azimuth=azimuth, elevation=elevation))

    def face(self, point: Vec, distance: float) -> None:
        """Ease to look at `point` from outside: the camera stands on the line from home's target through it."""
        out = [p - h for p, h in zip(point, self.home.target, strict=True)]
        flat = math.hypot(out[0], out[1])
        azimuth = math.degrees(math.atan2(out[0], out[1])) if flat > 1e-6 else self.view.azimuth
        elevation = max(-55.0, min(65.0, math.degrees(math.atan2(out[2], flat))))
        middle = [h + 0.5 * o for h, o in zip(self.home.target, out, strict=True)]
        self.go(View(azimuth, elevation, distance, (middle[0], middle[1], middle[2])))

    def update(self, dt: float) -> bool:
        """Advance by dt seconds; True if the view changed."""
        before = self.view
        self._since_drag += dt
        if self._move:
            self._advance_move(dt)
            return self.view != before
        if self.turning:
            self._turn(self.turning * dt, 0.0)
        elif self._spin != (0.0, 0.0) and self._since_drag > _THROW_WITHIN:
            self._turn(self._spin[0] * dt, self._spin[1] * dt)
            fade = math.exp(-INERTIA_RATE * dt)
            self._spin = (self._spin[0] * fade, self._spin[1] * fade)
            if math.hypot(*self._spin) < _STILL:
                self._spin = (0.0, 0.0)
        ratio = self._goal_distance / self.view.distance
        if abs(ratio - 1) > 1e-4:
            step = 1 - math.exp(-ZOOM_RATE * dt)
            near_enough = abs(ratio - 1) < 2e-3
            distance = self._goal_distance if near_enough else self.view.distance * ratio**step
            self.view = replace(self.view, distance=distance)
        return self.view != before

    def _advance_move(self, dt: float) -> None:
        if self._move is None:
            return
        start, end, elapsed, seconds = self._move
        elapsed += dt
        if elapsed >= seconds:
            self.view, self._move = self._destination, None
            self._goal_distance = end.distance
            return
        self._move = (start, end, elapsed, seconds)
        t = ease_in_out(elapsed / seconds)
        target = tuple(a + (b - a) * t for a, b in zip(start.target, end.target, strict=True))
        self.view = View(
            start.azimuth + (end.azimuth - start.azimuth) * t,
            start.elevation + (end.elevation - start.elevation) * t,
            start.distance * (end.distance / start.distance) ** t,
            (target[0], target[1], target[2]),
        )

    def _turn(self, across: float, along: float) -> None:
        elevation = max(-90.0, min(90.0, self.view.elevation + along))
        azimuth = (self.view.azimuth + across + 180.0) % 360.0 - 180.0
        self.view = replace(self.view, azimuth=azimuth, elevation=elevation)

    def _clamped(self, distance: float) -> float:
        return max(self.limits.nearest, min(self.limits.farthest, distance))


def basis(view: View) -> tuple[Vec, Vec, Vec]:
    """Unit vectors of the camera: right, forward, up. Defined at the poles too."""
    a, e = math.radians(view.azimuth), math.radians(view.elevation)
    right = (-math.cos(a), math.sin(a), 0.0)
    out = (math.cos(e) * math.sin(a), math.cos(e) * math.cos(a), math.sin(e))
    up = (-math.sin(e) * math.sin(a), -math.sin(e) * math.cos(a), math.cos(e))
    return right, (-out[0], -out[1], -out[2]), up


def place(view: View) -> Vec:
    """Where the camera stands."""
    _, forward, _ = basis(view)
    x, y, z = (t - f * view.distance for t, f in zip(view.target, forward, strict=True))
    return (x, y, z)


def ease_in_out(t: float) -> float:
    """The look's camera easing, cubic bezier (0.45, 0, 0.15, 1), for t in 0..1."""
    low, high = 0.0, 1.0
    for _ in range(24):
        s = (low + high) / 2
        x = 3 * (1 - s) ** 2 * s * 0.45 + 3 * (1 - s) * s * s * 0.15 + s**3
        low, high = (s, high) if x < t else (low, s)
    s = (low + high) / 2
    return 3 * (1 - s) * s * s + s**3
