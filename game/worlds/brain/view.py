"""The explorer's 3D: brain, camera, picking, and where things are on the screen.

The scene owns one while the meshes are there and tells it what the model says. It alone touches the brain's nodes; it
knows no widgets and no texts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from panda3d.core import Point3

from game.core.cuts import Cut, midline
from game.core.inputs import Gesture
from game.engine.brain_material import BrainColours
from game.engine.brain_node import BrainNode, Pick, PreparedBrain
from game.engine.brain_shape import BrainShape
from game.engine.cameras import OrbitRig, height_at
from game.engine.loading import Job
from game.engine.orbit import Orbit, OrbitLimits, Vec, View, basis, place
from game.engine.picking import HIDDEN, RegionPicker
from game.engine.projection import Rect
from game.engine.scope import Scope
from game.engine.stage import Stage
from game.ui.theme import Colour
from game.worlds.brain.label_points import LabelPoints, LabelSpot
from game.worlds.brain.model import ExplorerModel
from game.worlds.brain.region_points import RegionPoints
from game.worlds.brain.silhouette import Silhouette
from game.worlds.brain.slice_view import SliceView

if TYPE_CHECKING:
    from game.engine.slices import MriCuts

FIELD_OF_VIEW = 24.0
CENTRE: Vec = (0.0, -18.0, 4.0)  # MNI mm: the middle of cerebrum and cerebellum
HOME = View(azimuth=-60.0, elevation=20.0, distance=410.0, target=CENTRE)
LIMITS = OrbitLimits(nearest=130.0, farthest=900.0, wander=90.0)
SIDE_REACH = 85.0  # mm from the midline at which the L and R discs float
KEY_TURN = 15.0  # degrees an arrow key turns
_REACH = 2000.0  # mm: how far a picking ray goes
_FADE = 0.36
_FITTING = 8.0  # times its radius: from there something fills most of the view
SHELL_AS_IN_LOOK = 60.0  # per cent of the slider at which the shell is as bright as the look says
_SEEN_THROUGH = 0.5  # of the fade to glass: from here on picking and names take the shell for glass
_HARDLY = 0.12  # of a region's points in sight: less than this, and it shines through
_HEAD_ON = 0.08  # squared sine of the angle to an axis below which moving along it shows no motion
_ALONG_AXIS = 0.12  # looking along the left-right axis: it is shorter on the screen than this part of itself


class ExplorerView:
    """See the module text."""

    def __init__(
        self,
        stage: Stage,
        scope: Scope,
        prepared: PreparedBrain,
        colours: BrainColours,
        *,
        reduced_motion: bool,
    ) -> None:
        self.stage = stage
        self.brain = BrainNode(prepared, stage.renderer.shading, colours)
        self.brain.root.reparent_to(stage.world)
        scope.defer(self.brain.remove)
        self.orbit = Orbit(HOME, LIMITS, reduced_motion=reduced_motion)
        self.rig = OrbitRig(stage.camera, self.orbit)
        self.area = Rect(0, 0, float(stage.size[0]), float(stage.size[1]))
        self._aimed = self.area  # the part of it that the brain fills
        self._still = reduced_motion
        self.points = RegionPoints(prepared)
        self._labels = LabelPoints(prepared.parts, prepared.offsets)
        self.solid = False  # whether the slabs are there
        self.slabs_job: Job[RegionPicker] | None = None
        self.slices = SliceView(self.brain)
        self._glassy = False
        self._clear = False  # whether one sees through the shell now
        self._looked_from: View | None = None  # from where it was seen how much of the selected region shows

    # --- showing ---------------------------------------------------------------------------------------------

    def place_in(
        self, area: Rect, colours: BrainColours, *, reduced_motion: bool, share: float = 1.0
    ) -> None:
        """Put the brain in the middle of an area of the window, in these colours. share: which part of the area's
        width and height it fills; less leaves room for names."""
        self.area = area
        self._aimed = area.inset(area.w * (1 - share) / 2, area.h * (1 - share) / 2)
        self.stage.aim(self._aimed, FIELD_OF_VIEW)
        self.stage.set_clip(20.0, 2000.0)
        self.brain.set_colours(colours)
        self._still = self.orbit.reduced_motion = reduced_motion
        self.rig.apply()

    def set_volume(self, cuts: MriCuts, model: ExplorerModel) -> None:
        """The MRI volume has been loaded: make the planes."""
        self.slices.set_volume(cuts)
        self.show(model)

    @property
    def has_volume(self) -> bool:
        """Whether the planes are there."""
        return self.slices.volume is not None

    def show(self, model: ExplorerModel) -> None:
        """Show what the model says."""
        self.slices.on = model.planes and (model.mode == "glass" or model.slices.open)
        self.brain.set_shell(model.shell / SHELL_AS_IN_LOOK)
        self.slices.show(model.slices, _half(model))
        self._glassy = model.glassy
        self.brain.set_mode(model.mode, 0.12 if self._still else _FADE, model.lit)
        self.brain.set_outlines(model.outlines)
        shape = BrainShape(0.0 if model.glassy else model.morph, model.explode, model.side)
        self.brain.set_shape(shape)
        self.points.set_shape(shape)
        self.brain.set_ghosted(region for region in model.dissection.ghosted if self.has(region))
        self.brain.set_hidden(region for region in model.concealed() if self.has(region))
        known = model.selected if self.has(model.selected) else None
        shining = [known] if known else [region for region in model.highlighted if self.has(region)]
        self.brain.set_selected(*shining)
        self._shine_through()
        self.show_hover(model.hovered)

    def show_hover(self, region: str | None) -> None:
        """Outline a region, or none."""
        self.brain.set_hover(region if self.has(region) else None)

    def update(self, dt: float) -> bool:
        """Advance camera and cross-fades; True if the camera moved, or the shell became glass or solid."""
        self.brain.update(dt)
        self._solidify()
        moved = self.rig.update(dt)
        self.slices.update(place(self.orbit.view))
        if self.orbit.view != self._looked_from:  # by itself or by hand
            self._shine_through()
        was, self._clear = self._clear, self.brain.ghost > _SEEN_THROUGH
        return moved or was != self._clear

    # --- asking ----------------------------------------------------------------------------------------------

    def has(self, region: str | None) -> bool:
        """Whether a region has geometry."""
        return region in self.points

    def pick(self, x: float, y: float) -> Pick | None:
        """The drawn region at a pixel of the window."""
        start, end = self._ray(x, y)
        here = self.slices.seen(tuple(start), tuple(end))
        if here is None:
            return self.brain.pick(start, end)
        region = self.slices.region_at(here)
        known = self.has(region) and self.brain.looks[self.brain.columns.column(region)] != HIDDEN
        return Pick(region, here) if known else None

    def plane_under(self, x: float, y: float) -> str:
        """Which MRI plane, or face of its cut, is seen at a pixel; "" for none."""
        start, end = self._ray(x, y)
        return self.slices.under(tuple(start), tuple(end))

    def on_plane(self, axis: int, millimetre: float, x: float, y: float) -> Vec | None:
        """The point of a plane at a pixel, whether drawn there or not; None if one looks along the plane."""
        start, direction = self.stage.ray(x, y)
        if abs(direction[axis]) < 1e-6:
            return None
        point = start + direction * ((millimetre - start[axis]) / direction[axis])
        return (point.x, point.y, point.z)

    def along(self, axis: int, x: float, y: float, through: Vec) -> float | None:
        """Millimetre on the line through a point along an axis that lies nearest to a pixel; None looking along it."""
        start, direction = self.stage.ray(x, y)
        lean = direction[axis]
        if 1.0 - lean * lean < _HEAD_ON:
            return None
        away = Point3(*through) - start
        return through[axis] + float((lean * away.dot(direction) - away[axis]) / (1.0 - lean * lean))

    def label_colour(self, label_set: str, label: int) -> Colour:
        """The colour of a label in the present scheme."""
        red, green, blue = (float(part) for part in self.brain.palettes.labels(label_set)[label])
        return (red, green, blue, 1.0)

    def behind_plane(self, region: str) -> bool:
        """Whether an MRI plane hides the middle of a region."""
        middle = self.points.middle(region)[0]
        return self.slices.before(place(self.orbit.view), middle) is not None

    def silhouettes(self) -> list[Silhouette]:
        """What names stay out of, in the window's pixels: all that is drawn; then, within glass, what is solid."""
        points, columns, shell = self.points.cloud
        looks = self.brain.looks[columns]
        left = np.ones(len(points), bool)
        planes = self.slices.on and self.has_volume  # a picture stands where the brain is cut away
        for cut in () if planes else self.brain.cuts:
            left &= cut.sign * (points[:, cut.axis] - cut.millimetre) <= 0.0
        kinds = [left if planes else left & (looks != HIDDEN)]
        if self._glassy:
            kinds.append(left & (looks != HIDDEN) & ~shell)
        return [Silhouette(self._project(points[kind])) for kind in kinds]

    def label_spots(self, label_set: str) -> tuple[LabelSpot, ...]:
        """Where the labels of a set lie on the cortex as it is drawn."""
        return self._labels.of(label_set, self.points.shape)

    @property
    def near_side(self) -> str:
        """The hemisphere that is nearer to the camera: "L" or "R"."""
        return "L" if place(self.orbit.view)[0] < 0 else "R"

    def pixel(self, point: Vec) -> tuple[float, float]:
        """Pixel of an MNI point."""
        x, y = self._project(np.array([point], float))[0]
        return float(x), float(y)

    def side_mark(self, side: str, margin: float) -> tuple[tuple[float, float], bool] | None:
        """Pixel for the L or R disc and whether it lies behind the brain.

        It is on the projected left-right axis, at SIDE_REACH or so far out that it clears the brain by `margin` pixels;
        None when one looks along that axis.
        """
        sign = -1.0 if side == "L" else 1.0
        points = np.array([CENTRE, (sign * SIDE_REACH, CENTRE[1], CENTRE[2])])
        (mx, my), (tx, ty) = self._project(points)
        dx, dy = tx - mx, ty - my
        length = math.hypot(dx, dy)
        if length < _ALONG_AXIS * SIDE_REACH * self.pixels_per_mm:
            return None
        dx, dy = dx / length, dy / length
        reach = float(((self._project(self.points.outline) - (mx, my)) @ np.array([dx, dy])).max())
        out = max(length, reach + margin)
        return (mx + dx * out, my + dy * out), sign * basis(self.orbit.view)[1][0] > 0

    def centre_of(self, region: str) -> Vec:
        """The middle of a region's surface in MNI mm; KeyError without geometry."""
        return self.points.middle(region)[0]

    # --- moving ----------------------------------------------------------------------------------------------

    def gesture(self, gesture: Gesture, dt: float) -> None:
        """Turn, pan and zoom by hand."""
        self.rig.take(gesture, self._extent(), dt, FIELD_OF_VIEW)

    def turn(self, across: float, along: float) -> None:
        """Turn by degrees, for the arrow keys."""
        view = self.orbit.view
        self.orbit.go(replace(view, azimuth=view.azimuth + across, elevation=view.elevation + along), 0.2)

    def bring(self, region: str) -> None:
        """Come close to a region: an outer one from outside, a deep one from its side."""
        middle, radius = self.points.middle(region)
        distance = max(LIMITS.nearest + 60.0, min(HOME.distance, 8.0 * radius + 80.0))
        if self._glassy:
            side = -1.0 if middle[0] <= 0 else 1.0
            here = self.orbit.view
            azimuth = here.azimuth if here.azimuth * side > 0 else side * abs(HOME.azimuth)
            elevation = max(-20.0, min(40.0, here.elevation))
            self.orbit.go(View(azimuth, elevation, max(distance, 240.0), middle))
        else:
            self.orbit.face(middle, max(distance, 300.0))

    def fit(self, regions: Iterable[str]) -> None:
        """Come as close as these regions allow, looking as one does now."""
        spheres = [self.points.middle(region) for region in regions if self.has(region)]
        if not spheres:
            return
        x, y, z = (sum(at[axis] for at, _ in spheres) / len(spheres) for axis in range(3))
        radius = max(math.dist((x, y, z), at) + reach for at, reach in spheres)
        distance = max(LIMITS.nearest, min(HOME.distance, _FITTING * radius))
        self.orbit.go(replace(self.orbit.view, distance=distance, target=(x, y, z)))

    def turn_to(self, region: str) -> None:
        """Turn so that a region can be seen, from where one is now in distance."""
        middle, _ = self.points.middle(region)
        if self._glassy:
            side = -1.0 if middle[0] <= 0 else 1.0
            self.orbit.go(replace(HOME, azimuth=side * abs(HOME.azimuth)))
        else:
            self.orbit.face(middle, max(self.orbit.view.distance, 380.0))

    def _solidify(self) -> None:
        """Make slabs of the cortex on a thread when one first sees inside."""
        if self.slabs_job is None and self.brain.opened:
            prepared = self.brain.prepared
            self.slabs_job = Job(lambda progress: prepared.solid_picker, "make-slabs")
        if self.slabs_job is not None and self.slabs_job.done and not self.solid:
            self.solid = True
            self.brain.make_solid()

    def step_back(self, before: float, now: float) -> None:
        """Keep the brain in the picture while it grows: its sizes before and now, in parts of its own."""
        view = self.orbit.view
        if before != now:
            self.orbit.go(replace(view, distance=view.distance * now / before), 0.0)
            self.rig.apply()

    def _shine_through(self) -> None:
        """Let the selected region shine through when hardly any of it can be seen."""
        self._looked_from, selected = self.orbit.view, self.brain.selected
        self.brain.set_xray(bool(selected) and self.seen_share(selected[0]) < _HARDLY)

    def seen_share(self, region: str) -> float:
        """Which part of some points of a region can be seen from here, 0..1."""
        eye = place(self.orbit.view)
        seen = 0
        for point in self.points.samples(region):
            reach = 1.02  # a little past the point, so that its own surface is met
            end = tuple(e + reach * (p - e) for e, p in zip(eye, point, strict=True))
            pick = self.brain.pick(Point3(*eye), Point3(*end))
            seen += pick is not None and pick.region_id == region
        return seen / max(len(self.points.samples(region)), 1)

    def _ray(self, x: float, y: float) -> tuple[Point3, Point3]:
        start, direction = self.stage.ray(x, y)
        return start, start + direction * _REACH

    def _project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels (N,2) of MNI points (N,3), as `Stage.aim` sets the lens."""
        view = self.orbit.view
        right, forward, up = (np.array(axis) for axis in basis(view))
        seen = points - np.array(place(view))
        depth = np.maximum(seen @ forward, 1.0)
        focal = self._extent() / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2)
        cx, cy = self._aimed.centre
        return np.stack([cx + focal * (seen @ right) / depth, cy - focal * (seen @ up) / depth], axis=1)

    def _extent(self) -> float:
        return max(min(self._aimed.w, self._aimed.h), 1.0)

    @property
    def pixels_per_mm(self) -> float:
        """How long a millimetre is on the screen where the camera looks."""
        return self._extent() / height_at(self.orbit.view.distance, FIELD_OF_VIEW)


def _half(model: ExplorerModel) -> tuple[Cut, ...]:
    """The cut through the middle of a half: without it structures of the midline end in bare planes."""
    drawn_whole = model.explode > 0 or (model.morph > 1.0 and not model.glassy)
    return midline(model.side) if not drawn_whole else ()
