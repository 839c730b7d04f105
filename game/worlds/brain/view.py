"""The explorer's 3D: brain, camera, picking, and where things are on the screen.

The scene owns one while the meshes are there and tells it what the model says. It alone touches the brain's nodes; it
knows no widgets and no texts.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from panda3d.core import Point3

from game.core.inputs import Gesture
from game.engine.brain_material import BrainColours
from game.engine.brain_node import BrainNode, Pick, PreparedBrain
from game.engine.cameras import OrbitRig, height_at
from game.engine.orbit import Orbit, OrbitLimits, Vec, View
from game.engine.projection import Rect
from game.engine.scope import Scope
from game.engine.stage import Stage
from game.worlds.brain.model import ExplorerModel

FIELD_OF_VIEW = 24.0
CENTRE: Vec = (0.0, -18.0, 4.0)  # MNI mm: the middle of cerebrum and cerebellum
HOME = View(azimuth=-60.0, elevation=20.0, distance=460.0, target=CENTRE)
LIMITS = OrbitLimits(nearest=130.0, farthest=900.0, wander=90.0)
KEY_TURN = 15.0  # degrees an arrow key turns
_REACH = 2000.0  # mm: how far a picking ray goes
_FADE = 0.36


class ExplorerView:
    """See the module text."""

    def __init__(
        self, stage: Stage, scope: Scope, prepared: PreparedBrain, colours: BrainColours, *, reduced_motion: bool
    ) -> None:
        self.stage = stage
        self.brain = BrainNode(prepared, stage.renderer.shading, colours)
        self.brain.root.reparent_to(stage.world)
        scope.defer(self.brain.remove)
        self.orbit = Orbit(HOME, LIMITS, reduced_motion=reduced_motion)
        self.rig = OrbitRig(stage.camera, self.orbit)
        self.area = Rect(0, 0, float(stage.size[0]), float(stage.size[1]))
        self._still = reduced_motion
        self._places = _region_places(prepared)

    # --- showing ---------------------------------------------------------------------------------------------

    def place(self, area: Rect, colours: BrainColours, *, reduced_motion: bool) -> None:
        """Put the brain in the middle of an area of the window, in these colours."""
        self.area = area
        self.stage.aim(area, FIELD_OF_VIEW)
        self.stage.set_clip(20.0, 2000.0)
        self.brain.set_colours(colours)
        self._still = self.orbit.reduced_motion = reduced_motion
        self.rig.apply()

    def show(self, model: ExplorerModel) -> None:
        """Show what the model says."""
        self.brain.set_mode(model.mode, 0.12 if self._still else _FADE)
        self.brain.set_hidden(model.hidden)
        known = model.selected if self.has(model.selected) else None
        self.brain.set_selected(*([known] if known else []))
        self.show_hover(model.hovered)

    def show_hover(self, region: str | None) -> None:
        """Outline a region, or none."""
        self.brain.set_hover(region if self.has(region) else None)

    def update(self, dt: float) -> bool:
        """Advance camera and cross-fades; True if the camera moved."""
        self.brain.update(dt)
        return self.rig.update(dt)

    # --- asking ----------------------------------------------------------------------------------------------

    def has(self, region: str | None) -> bool:
        """Whether a region has geometry."""
        return region in self._places

    def pick(self, x: float, y: float) -> Pick | None:
        """The drawn region at a pixel of the window."""
        start, direction = self.stage.ray(x, y)
        return self.brain.pick(start, start + direction * _REACH)

    def pixel(self, point: Vec) -> tuple[float, float] | None:
        """Pixel of an MNI point; None behind the camera."""
        return self.stage.project(Point3(*point))

    def centre_of(self, region: str) -> Vec:
        """The middle of a region's surface in MNI mm; KeyError without geometry."""
        return self._places[region][0]

    # --- moving ----------------------------------------------------------------------------------------------

    def gesture(self, gesture: Gesture, zoom_sign: float, dt: float) -> None:
        """Turn (left drag), pan (other buttons or Shift), zoom (wheel)."""
        height = max(min(self.area.w, self.area.h), 1.0)
        dx, dy = gesture.dx / height, gesture.dy / height
        if gesture.kind == "drag" and (gesture.button != 1 or "shift" in gesture.modifiers):
            self.orbit.pan(dx, dy, height_at(self.orbit.view.distance, FIELD_OF_VIEW))
            self.rig.apply()
        elif gesture.kind == "drag":
            self.orbit.drag(dx, dy, dt)
            self.rig.apply()
        elif gesture.kind == "drag_end":
            self.orbit.release()
        elif gesture.kind == "wheel":
            self.orbit.zoom(gesture.steps * zoom_sign)

    def turn(self, across: float, along: float) -> None:
        """Turn by degrees, for the arrow keys."""
        view = self.orbit.view
        self.orbit.go(replace(view, azimuth=view.azimuth + across, elevation=view.elevation + along), 0.2)

    def bring(self, region: str) -> None:
        """Come close to a region: an outer one from outside, a deep one from its side."""
        place, radius = self._places[region]
        distance = max(LIMITS.nearest + 60.0, min(HOME.distance, 8.0 * radius + 80.0))
        if self.brain.mode == "glass":
            side = -1.0 if place[0] <= 0 else 1.0
            here = self.orbit.view
            azimuth = here.azimuth if here.azimuth * side > 0 else side * abs(HOME.azimuth)
            elevation = max(-20.0, min(40.0, here.elevation))
            self.orbit.go(View(azimuth, elevation, max(distance, 240.0), place))
        else:
            self.orbit.face(place, max(distance, 300.0))

    def turn_to(self, region: str) -> None:
        """Turn so that a region can be seen, from where one is now in distance."""
        place, _ = self._places[region]
        if self.brain.mode == "glass":
            side = -1.0 if place[0] <= 0 else 1.0
            self.orbit.go(replace(HOME, azimuth=side * abs(HOME.azimuth)))
        else:
            self.orbit.face(place, max(self.orbit.view.distance, 380.0))


def _region_places(prepared: PreparedBrain) -> dict[str, tuple[Vec, float]]:
    """Middle and radius (mm) of each region's vertices."""
    places: dict[str, tuple[Vec, float]] = {}
    for part in prepared.parts:
        columns = part.rows["region"].astype(np.int64)
        for column in np.unique(columns):
            region = prepared.columns.region(int(column))
            if region is None:
                continue
            points = part.vertices[columns == column].astype(float)
            middle = points.mean(axis=0)
            radius = float(np.percentile(np.linalg.norm(points - middle, axis=1), 90))
            places[region] = ((float(middle[0]), float(middle[1]), float(middle[2])), radius)
    return places
