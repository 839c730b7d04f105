"""The brain on a screen that is not about it: loading with progress, then turning, and turned by hand.

Home and the course page are such screens, the lab shows one too. It fills an area of the window, follows the hand,
and gives everything back through the screen's scope.
"""

from __future__ import annotations

from dataclasses import replace

from panda3d.core import Point3

from game.core.inputs import Gesture
from game.engine.brain_assets import AssetError
from game.engine.brain_node import BrainNode
from game.engine.cameras import OrbitRig, distance_for
from game.engine.orbit import Orbit, View
from game.engine.projection import Rect
from game.engine.scope import Scope
from game.engine.stage import FIELD_OF_VIEW
from game.ui.brain_colours import brain_colours
from game.ui.context import Context
from game.ui.controls import ProgressBar
from game.ui.layer import Layer
from game.ui.screen import Screen

CENTRE: tuple[float, float, float] = (0.0, -18.0, 8.0)  # MNI mm: the middle of brain and cerebellum
WIDTH_MM, HEIGHT_MM = 190.0, 150.0  # what must fit whichever way it is turned
START = View(azimuth=-62.0, elevation=12.0, distance=400.0, target=CENTRE)


class LiveBrain:
    """A brain in an area. `area`: pixels; set it in `build`. `loading`: (fraction, words) until it is there."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self._context = context
        self._job = context.brain()
        self.node: BrainNode | None = None
        self.failed = ""
        self.area = Rect(0, 0, *map(float, context.stage.size))
        turn = 0.0 if context.theme.reduced_motion else 360.0 / float(context.tokens["motion"]["brain_turn"])
        self.orbit = Orbit(START, reduced_motion=context.theme.reduced_motion)
        self.orbit.turning = turn
        self._rig = OrbitRig(context.stage.camera, self.orbit)
        self._bar: ProgressBar | None = None
        context.stage.set_clip(20.0, 2000.0)
        scope.defer(self._remove)

    @property
    def loading(self) -> tuple[float, str] | None:
        """Progress 0..1 and what is being done; None when the brain is there (or failed)."""
        return None if self.node is not None or self.failed else (self._job.fraction, self._job.phase)

    def place(self, area: Rect) -> None:
        """Show the brain in the middle of an area of the window."""
        self.area = area
        self._context.stage.aim(area)
        scale = min(
            area.w / WIDTH_MM, area.h / HEIGHT_MM
        )  # pixels a millimetre, so that the whole brain fits
        distance = distance_for(min(area.w, area.h) / max(scale, 0.01), FIELD_OF_VIEW)
        self.orbit.home = replace(self.orbit.home, distance=distance)
        self.orbit.go(replace(self.orbit.view, distance=distance), 0.0)
        self._rig.apply()
        if self.node is not None:
            self.node.set_colours(brain_colours(self._context.theme))

    def show_progress(self, ui: Layer) -> None:
        """In the middle of the area: how far the loading is, or why it failed; nothing once the brain is there."""
        theme, area = ui.theme, self.area
        self._bar = None
        cx, cy = area.centre
        if self.failed:
            height = ui.measure(self.failed, "label", area.w)[1]
            ui.text(cx, cy - height / 2, self.failed, "label", "warning", align="centre", width=area.w)
        elif self.loading is not None:
            width = min(theme.px(420), area.w * 0.7)
            above = cy - theme.type("label").line - theme.px(10)
            ui.text(cx, above, "Loading 3D model…", "label", "muted", align="centre")
            rect = Rect(cx - width / 2, cy, width, max(4.0, theme.px(6)))
            self._bar = ui.add(ProgressBar(ui, "loading", rect, self.loading[0]))

    def update(self, dt: float) -> bool:
        """Advance; True in the frame in which the brain came (or failed to)."""
        self._rig.update(dt)
        if self.node is not None:
            self.node.update(dt)
        if self._bar is not None and self.loading is not None:
            self._bar.set_value(self.loading[0])
        if self.loading is None or not self._job.done:
            return False
        try:
            shading, colours = self._context.stage.renderer.shading, brain_colours(self._context.theme)
            self.node = BrainNode(self._job.result(), shading, colours)
        except AssetError as error:
            self.failed = str(error)
            return True
        self.node.root.reparent_to(self._context.stage.world)
        return True

    def gesture(self, gesture: Gesture) -> None:
        """Drag turns it; the wheel and two fingers come closer."""
        if gesture.kind == "drag":
            self.orbit.turning = 0.0
        self._rig.take(gesture, max(self.area.h, 1.0))

    def screen_point(self, point: tuple[float, float, float]) -> tuple[float, float] | None:
        """Pixel of an MNI point."""
        return self._context.stage.project(Point3(*point))

    def _remove(self) -> None:
        if self.node is not None:
            self.node.remove()
            self.node = None


class BrainScreen(Screen):
    """A screen with a live brain on it: `self.brain`, which the subclass places in `build`."""

    stars = 420

    def enter(self) -> None:
        """Start loading the brain, then build."""
        self.brain = LiveBrain(self.context, self.scope)
        super().enter()

    def update(self, dt: float) -> None:
        """Turn the brain; show how far its loading is."""
        if self.brain.update(dt):
            self.refresh()
        super().update(dt)

    def gesture(self, gesture: Gesture) -> None:
        """Turn the brain by hand."""
        self.brain.gesture(gesture)
