"""The quiz's brain: how it stands for a question, what is gold, what is outlined, what lies under the pointer.

The scene owns one while the meshes are there. It alone touches the brain's nodes; it knows no questions and no texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from panda3d.core import Point3

from game.core.atlas import Atlas
from game.core.cuts import midline
from game.core.inputs import Gesture
from game.engine.brain_material import BrainColours, Rgb
from game.engine.brain_node import BrainNode, Pick, PreparedBrain
from game.engine.cameras import OrbitRig
from game.engine.cut_faces import CutFaces
from game.engine.orbit import MOVE_SECONDS, Orbit, OrbitLimits, Vec, View, place
from game.engine.projection import Rect
from game.engine.scope import Scope
from game.engine.sight import SAMPLES, Seen, Sight, label_shares
from game.engine.stage import Stage
from game.minigames.region_quiz.stages import FAR, WHOLE, Staging, clickable, stagings
from game.minigames.region_quiz.walking import Pixel

FIELD_OF_VIEW = 24.0
HOME = View(azimuth=-60.0, elevation=20.0, distance=FAR, target=WHOLE)
LIMITS = OrbitLimits(nearest=110.0, farthest=900.0, wander=90.0)
IDLE_TURN = 5.0  # degrees a second while nothing is asked
KEY_TURN = 30.0  # degrees when the keyboard walks beyond the edge
ENOUGH = 0.5  # of a region in sight: a staging that shows so much is taken at once
TOO_LITTLE = 0.3  # less than this, and what stands before the region is lifted off
LIFTS = 3  # how often
IN_THE_WAY = 0.12  # share of the region that a blocker hides, from which it is lifted
_FEW = 8  # points a region is asked for when the keyboard walks
SMALL = 12.0  # mm: a region of a smaller radius is hard to find, even in gold
_NEARER = 0.93  # the distance from which an answer is shown
_TOWARDS = 0.22  # how far the view's target goes to the answer
_WIDE = 1.12  # width to height of an area in which the brain fits from every staging's distance
_FARTHEST = 1.3  # how much farther one stands at most to make it fit
_REACH, _FADE = 2000.0, 0.36


class QuizBrain:
    """See the module text."""

    def __init__(
        self, stage: Stage, scope: Scope, prepared: PreparedBrain, atlas: Atlas, colours: BrainColours,
        *, reduced_motion: bool,
    ) -> None:  # fmt: skip
        self.stage, self.atlas = stage, atlas
        self.brain = BrainNode(prepared, stage.renderer.shading, colours)
        self.brain.root.reparent_to(stage.world)
        scope.defer(self.brain.remove)
        self.sight = Sight(prepared)
        self.networks = label_shares(prepared, "yeo7")
        self.orbit = Orbit(HOME, LIMITS, reduced_motion=reduced_motion)
        self.rig = OrbitRig(stage.camera, self.orbit)
        self.area = Rect(0, 0, float(stage.size[0]), float(stage.size[1]))
        self.staging = Staging(HOME, "regions")
        self._colours = colours
        self._bad: Rgb = colours.outline
        self._marking_wrong = False
        self._farther = 1.0
        self._lifted = False
        self._in_sight: tuple[View, Staging, dict[str, Vec]] | None = None
        self._faces: CutFaces | None = None  # of a half, once one is shown
        self.pins: dict[str, Vec] = {}
        """What is pinned on the brain (MNI mm) by kind of pin: "right", "wrong", "this", "cursor"."""

    # --- standing --------------------------------------------------------------------------------------------

    def place_in(self, area: Rect, colours: BrainColours, bad: Rgb, *, reduced_motion: bool) -> None:
        """Put the brain in the middle of an area of the window, in these colours; `bad` outlines wrong answers."""
        self.area, self._colours, self._bad = area, colours, bad
        self.stage.aim(area, FIELD_OF_VIEW)
        self.stage.set_clip(20.0, 2000.0)
        self._dress()
        self.orbit.reduced_motion = reduced_motion
        farther = min(max(1.0, _WIDE * area.h / max(area.w, 1.0)), _FARTHEST)
        if farther != self._farther:
            goal = self.orbit.destination
            seconds = 0.0 if goal == self.orbit.view else MOVE_SECONDS  # a camera on its way still gets there
            self.orbit.go(replace(goal, distance=goal.distance * farther / self._farther), seconds)
            self._farther = farther
        self._in_sight = None
        self.rig.apply()

    def rest(self, gold: Sequence[str], *, glass: bool) -> None:
        """Stand as a whole and turn slowly, with some regions in gold: nothing is asked."""
        self._stand(Staging(HOME, "glass" if glass else "regions"))
        home = self._fitted(HOME)
        if (self.orbit.view.target, self.orbit.view.distance) != (home.target, home.distance):
            self.orbit.go(home)
        self.orbit.turning = 0.0 if self.orbit.reduced_motion else IDLE_TURN
        self.brain.set_selected(*gold)

    def pose(self, region: str) -> None:
        """Stand so that a region can be seen: the first usual view that shows enough, else with its covers lifted."""
        self.brain.set_selected()
        self._stand(self._best(region))
        self.orbit.go(self._fitted(self.staging.view))

    def light(self, region: str) -> None:
        """Turn a region gold; one that is small, in the shade or among many colours gets a pin too."""
        self.brain.set_selected(region)
        spot = self.look(region).spot
        shaded = self.staging.glass or self._lifted
        if spot is not None and (shaded or self.sight.radius(region) < SMALL):
            self.pins["this"] = spot

    def reveal(self, region: str) -> None:
        """Show the answer: gold and pinned, from where it is best seen, a little nearer."""
        self.brain.set_selected(region)
        view, spot = self.staging.view, self.look(region).spot
        if spot is None:
            self._stand(self._best(region))
            view, spot = self.staging.view, self.look(region).spot
        self.pins = {} if spot is None else {"right": spot}
        middle = spot or view.target
        x, y, z = (t + _TOWARDS * (m - t) for t, m in zip(view.target, middle, strict=True))
        self.orbit.go(self._fitted(View(view.azimuth, view.elevation, view.distance * _NEARER, (x, y, z))))

    def outline(self, region: str | None) -> None:
        """Outline what is pointed at, or nothing."""
        self._outline(region, wrong=False)
        self.pins.pop("cursor", None)

    def outline_wrong(self, region: str | None, at: Vec | None = None) -> None:
        """Outline and pin what was taken for the answer; `at` is where it was clicked (MNI mm)."""
        self._outline(region, wrong=region is not None)
        spot = at or (self.look(region).spot if region is not None and self.has(region) else None)
        self.pins.pop("wrong", None)
        if spot is not None and region is not None:
            self.pins["wrong"] = spot

    def put_cursor(self, region: str | None) -> None:
        """Outline and pin the region the keyboard has walked to."""
        self.outline(region)
        spot = self.in_sight().get(region) if region is not None else None
        if spot is not None:
            self.pins["cursor"] = spot

    def update(self, dt: float) -> bool:
        """Advance camera and cross-fades; True if the camera moved."""
        self.brain.update(dt)
        if self._faces is not None:
            self._faces.update()
        return self.rig.update(dt)

    # --- asking ----------------------------------------------------------------------------------------------

    def has(self, region: str) -> bool:
        """Whether a region has geometry."""
        return region in self.sight.regions

    def look(self, region: str) -> Seen:
        """What is seen of a region from the staging's view."""
        staging = self.staging
        return self._seen(region, staging, staging.view)

    def pick(self, x: float, y: float) -> Pick | None:
        """The region that a click at a pixel means, and where it was met."""
        start, direction = self.stage.ray(x, y)
        pick = self.brain.pick(start, start + direction * _REACH)
        if pick is None or not clickable(self.atlas, pick.region_id, self.staging):
            return None
        return pick

    def pixel(self, point: Vec) -> Pixel | None:
        """Pixel of an MNI point."""
        return self.stage.project(Point3(*point))

    def in_sight(self) -> dict[str, Vec]:
        """The regions that can be clicked and are in sight from here, and a point of each that is (MNI mm)."""
        view, staging = self.orbit.view, self.staging
        if self._in_sight is not None and self._in_sight[:2] == (view, staging):
            return self._in_sight[2]
        found: dict[str, Vec] = {}
        for region in self.sight.regions:
            if not self.atlas.has_region(region) or not clickable(self.atlas, region, staging):
                continue
            seen = self._seen(region, staging, view, _FEW)
            if seen.spot is not None:
                found[region] = seen.spot
        self._in_sight = (view, staging, found)
        return found

    def places(self) -> dict[str, Pixel]:
        """Where the regions in sight are on the screen now."""
        pixels = {region: self.pixel(spot) for region, spot in self.in_sight().items()}
        return {region: pixel for region, pixel in pixels.items() if pixel is not None}

    # --- moving ----------------------------------------------------------------------------------------------

    def gesture(self, gesture: Gesture, dt: float) -> None:
        """Turn, pan and zoom by hand."""
        self.orbit.turning = 0.0
        self.rig.take(gesture, max(min(self.area.w, self.area.h), 1.0), dt, FIELD_OF_VIEW)

    def turn(self, key: str) -> None:
        """Turn towards what lies beyond the edge in the direction of an arrow key."""
        across = {"arrow_left": -KEY_TURN, "arrow_right": KEY_TURN}.get(key, 0.0)
        along = {"arrow_up": KEY_TURN, "arrow_down": -KEY_TURN}.get(key, 0.0)
        view = self.orbit.view
        self.orbit.go(replace(view, azimuth=view.azimuth + across, elevation=view.elevation + along), 0.2)

    def _stand(self, staging: Staging) -> None:
        self.staging = staging
        self.orbit.turning = 0.0
        self._outline(None, wrong=False)
        self.pins = {}
        self.brain.set_mode(staging.mode, 0.12 if self.orbit.reduced_motion else _FADE)
        self.brain.set_side(staging.side)
        self.brain.set_cuts(midline(staging.side))
        if staging.side and self._faces is None:
            self._faces = CutFaces(self.brain)
        self.brain.set_hidden(region for region in staging.hidden if self.has(region))
        self._in_sight = None

    def _fitted(self, view: View) -> View:
        """A view from so far that the brain fits into the area."""
        return replace(view, distance=view.distance * self._farther)

    def _best(self, region: str) -> Staging:
        best: tuple[float, Staging] | None = None
        for staging in stagings(self.atlas, region):
            share = self._seen(region, staging, staging.view).share
            if best is None or share > best[0]:
                best = (share, staging)
            if share >= ENOUGH:
                break
        staging = best[1] if best is not None else Staging(HOME, "regions")
        self._lifted = False
        for _ in range(LIFTS):
            seen = self._seen(region, staging, staging.view)
            covers = [cover for cover, share in seen.blockers if share >= IN_THE_WAY]
            if seen.share >= TOO_LITTLE or not covers:
                break
            staging = replace(staging, hidden=staging.hidden | set(covers))
            self._lifted = True
        return staging

    def _seen(self, region: str, staging: Staging, view: View, samples: int = SAMPLES) -> Seen:
        hidden = [other for other in staging.hidden if self.has(other)]
        return self.sight.look(
            region, place(view), hidden=hidden, glass=staging.glass, side=staging.side, samples=samples
        )

    def _outline(self, region: str | None, *, wrong: bool) -> None:
        known = (
            region if region is not None and self.has(region) and region not in self.staging.hidden else None
        )
        if wrong != self._marking_wrong:
            self._marking_wrong = wrong
            self._dress()
        self.brain.set_hover(known)

    def _dress(self) -> None:
        colours = replace(self._colours, outline=self._bad) if self._marking_wrong else self._colours
        self.brain.set_colours(colours)
