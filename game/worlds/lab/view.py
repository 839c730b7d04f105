"""The lab's 3D: the brain that is being learned, and the ring round it.

The scene owns one, places it in `build` and tells it of new predictions and of the step being shown. It knows no
widgets and sends nothing to the trainer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from game.core.inputs import Gesture
from game.core.prediction_block import Predictions
from game.engine.loading import Job
from game.engine.scope import Scope
from game.services.paths import assets_dir
from game.ui.brain_colours import brain_colours
from game.ui.context import Context
from game.ui.live_brain import LiveBrain
from game.ui.theme import Theme
from game.worlds.lab import paint
from game.worlds.lab.grains import Grains, grains_of
from game.worlds.lab.layout import LabLayout
from game.worlds.lab.model import SHARES
from game.worlds.lab.replay import StepReplay
from game.worlds.lab.ring import RingView

KEY_TURN = 15.0  # degrees an arrow key turns
KEY_SECONDS = 0.2


class LabView:
    """See the module text. painted: number of the picture that is on the brain (0: bare)."""

    def __init__(self, context: Context, scope: Scope) -> None:
        self._context = context
        self.brain = LiveBrain(context, scope)
        self.ring = RingView(context.stage, scope)
        self.painted = 0
        self._picture: Predictions | None = None
        self._colouring = ""
        self._regions: Sequence[str] = ()
        self._spread: Job[paint.Spread] | None = None
        self._grains: Grains | None = None
        self._shown_step: object = None

    def arrange(self, layout: LabLayout, replicas: int, theme: Theme) -> None:
        """Show brain and ring where the layout has them; take over the scheme."""
        self.brain.orbit.reduced_motion = theme.reduced_motion
        self.brain.orbit.turning = 0.0 if theme.reduced_motion else self.brain.orbit.turning
        self.brain.place(layout.brain)
        drop = layout.ring_centre[1] - layout.brain.centre[1]
        self.ring.arrange(layout.radii, drop, replicas, theme)
        self._recolour()

    def update(self, dt: float) -> bool:
        """Advance the camera; True in the frame in which the brain came (or failed to)."""
        came = self.brain.update(dt)
        if came:
            self._recolour()
        if self._spread is not None and self._spread.done and self._picture is not None and not self.painted:
            self._repaint()
        return came

    def gesture(self, gesture: Gesture) -> None:
        """Drag turns, the wheel comes closer."""
        self.brain.gesture(gesture)

    def turn(self, across: float, along: float) -> None:
        """Turn by degrees, for the arrow keys; it then stays as it is."""
        orbit = self.brain.orbit
        orbit.turning = 0.0
        view = orbit.view
        orbit.go(replace(view, azimuth=view.azimuth + across, elevation=view.elevation + along), KEY_SECONDS)

    # --- what the network believes ----------------------------------------------------------------------------

    def learn(self, regions: Sequence[str]) -> None:
        """A run began: the region of each class; nothing is believed yet."""
        self._regions = regions
        self.forget()

    def forget(self) -> None:
        """Bare tissue."""
        self._picture, self.painted = None, 0
        self._recolour()

    def show_picture(self, picture: Predictions | None, colouring: str) -> None:
        """Paint a new picture (None: the one there is), as beliefs or as shares."""
        if picture is None and colouring == self._colouring:
            return
        self._picture = picture if picture is not None else self._picture
        self._colouring = colouring
        self._repaint()

    def _recolour(self) -> None:
        node, theme = self.brain.node, self._context.theme
        if node is None:
            return
        node.set_colours(brain_colours(theme))
        node.set_learned_palette(paint.palette(self._regions, node.columns, theme))
        self._repaint()

    def _repaint(self) -> None:
        node, picture = self.brain.node, self._picture
        if node is None:
            return
        count = node.cortex_vertices
        if picture is None:
            node.paint(np.zeros(count, np.uint16), np.zeros(count, np.uint8))
            return
        labels, strength = (paint.shares if self._colouring == SHARES else paint.believed)(picture)
        if len(labels) != count:
            spread = self._finer()
            if spread is None or spread.points != len(labels):
                return  # not matched yet; or painted for another brain than the one shown
            labels, strength = spread(labels, strength)
        node.paint(labels, strength)
        self.painted = picture.sequence

    def _finer(self) -> paint.Spread | None:
        """The way to a finer mesh than the trainer paints, once it is made."""
        node = self.brain.node
        if self._spread is None and node is not None:
            assets, folder = node.prepared.assets, assets_dir() / "brain"
            self._spread = Job(lambda progress: paint.spread_to(assets, folder, progress), "match-meshes")
        return self._spread.result() if self._spread is not None and self._spread.done else None

    # --- the step being shown ---------------------------------------------------------------------------------

    def show_step(self, replay: StepReplay, still: bool) -> None:
        """Draw the grains of the step that is playing."""
        if replay.shown is not self._shown_step:
            self._shown_step = replay.shown
            self._grains = grains_of(replay.shown) if replay.shown is not None else None
        self.ring.show(self._grains, replay.phase, replay.fraction, still)
