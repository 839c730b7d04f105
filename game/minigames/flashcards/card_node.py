"""The card itself: a slab in the 3D world with a front and a back, that turns about its upright axis.

Its plane lies exactly on the window's pixels while it rests, so that text on it is as crisp as in the interface;
turning, it is seen in perspective. The view draws on `front` and `back` in window pixels. Knows no rules.
"""

from __future__ import annotations

import math

from panda3d.core import CardMaker, NodePath

from game.engine.orbit import ease_in_out
from game.engine.projection import Rect
from game.engine.scope import Scope
from game.engine.stage import Stage
from game.ui.shapes import Box, BoxStyle
from game.ui.theme import Colour

DISTANCE = 2.3  # card widths from the eye to the card
THICKNESS = 9.0  # design pixels
LIFT = 150.0  # design pixels by which the card backs away while it turns


class Turn:
    """How far a card is turned, 0 (front) to 1 (back), and how far a new one has arrived."""

    def __init__(self, seconds: float, arrive_seconds: float, fade_seconds: float) -> None:
        self.seconds, self.arrive_seconds, self.fade_seconds = seconds, arrive_seconds, fade_seconds
        self.turned = 0.0
        self.target = 0.0
        self.arrived = 1.0

    @property
    def moving(self) -> bool:
        """Whether the card is still turning."""
        return self.turned != self.target

    def deal(self) -> None:
        """A new card comes up, front first."""
        self.turned = self.target = 0.0
        self.arrived = 0.0

    def flip(self) -> None:
        """Begin to turn to the back."""
        self.target = 1.0

    def lay(self, back: bool) -> None:
        """Show a side at once."""
        self.turned = self.target = 1.0 if back else 0.0
        self.arrived = 1.0

    def advance(self, dt: float) -> bool:
        """Let `dt` seconds pass. True if anything moved."""
        before = (self.turned, self.arrived)
        if self.moving:
            step = dt / (self.seconds or self.fade_seconds)
            self.turned = min(self.target, self.turned + step)
        if self.arrived < 1.0:
            self.arrived = min(1.0, self.arrived + dt / self.arrive_seconds) if self.arrive_seconds else 1.0
        return before != (self.turned, self.arrived)

    @property
    def fade(self) -> float:
        """Opacity of the writing while reduced motion fades through; 1 otherwise."""
        if self.seconds or not self.moving:
            return 1.0
        return abs(1.0 - 2.0 * self.turned)


class CardNode:
    """One card over an area of the window. Removed and made anew when the layout changes."""

    def __init__(self, stage: Stage, scope: Scope, area: Rect, scale: float) -> None:
        self._area, self._scale = area, scale
        self.degrees = 0.0
        """How far the card stands turned, 0 to 180."""
        distance = DISTANCE * area.w
        stage.aim(area, math.degrees(2 * math.atan(min(area.w, area.h) / 2 / distance)))
        stage.set_clip(distance * 0.2, distance * 4)
        stage.camera.set_pos_hpr(0, -distance, 0, 0, 0, 0)
        cx, cy = area.centre
        self.plane: NodePath = scope.node(stage.world, "deck")
        self.plane.set_pos(-cx, 0, cy)
        self.plane.set_depth_test(False)
        self.plane.set_depth_write(False)
        self.plane.set_bin("fixed", 0)
        self.plane.set_transparency(True)
        self.stack = self.plane.attach_new_node("stack")
        self.pivot = self.plane.attach_new_node("pivot")
        self.pivot.set_pos(cx, 0, -cy)
        self._edges = self.pivot.attach_new_node("edges")
        self.front = self._side("front", 0)
        self.back = self._side("back", 180)
        self.front_writing = self.front.attach_new_node("writing")
        self.back_writing = self.back.attach_new_node("writing")

    def dress(self, style: BoxStyle, edge: Colour, below: list[BoxStyle]) -> None:
        """Give the card its body, and lay `below` (the nearest first) under it."""
        area, s = self._area, self._scale
        for number in range(len(below), 0, -1):
            inset, drop = (34 * s, 22 * s) if number == 1 else (70 * s, 42 * s)
            rect = Rect(area.x + inset, area.y + drop, area.w - 2 * inset, area.h)
            Box(self.stack, rect, below[number - 1])
        for side in (self.front, self.back):
            Box(side, area, style).path.reparent_to(side, -1)
        self._make_edges(edge, style.radius)

    def pose(self, turn: Turn) -> None:
        """Stand as the turn says."""
        between = turn.seconds and 0.0 < turn.turned < 1.0
        share = ease_in_out(turn.turned) if between else float(turn.turned >= 0.5)
        arrived = 1.0 - (1.0 - turn.arrived) ** 3
        self.degrees = 180.0 * share
        self.pivot.set_h(self.degrees)
        cx, cy = self._area.centre
        drop = (1.0 - arrived) * 22 * self._scale
        self.pivot.set_pos(cx, math.sin(math.pi * share) * LIFT * self._scale, -cy - drop)
        shrink = 1.0 - (1.0 - arrived) * 68 * self._scale / max(self._area.w, 1.0)
        self.pivot.set_scale(shrink, 1.0, shrink)
        showing_back = share > 0.5
        for path, shown in ((self.front, not showing_back), (self.back, showing_back)):
            path.show() if shown else path.hide()
        self._edges.show() if 0.0 < share < 1.0 else self._edges.hide()
        for writing in (self.front_writing, self.back_writing):
            writing.set_alpha_scale(turn.fade * arrived)

    def remove(self) -> None:
        """Take the card away."""
        self.plane.remove_node()

    def _side(self, name: str, heading: float) -> NodePath:
        holder = self.pivot.attach_new_node(name)
        holder.set_h(heading)
        cx, cy = self._area.centre
        side = holder.attach_new_node(f"{name}-pixels")
        side.set_pos(-cx, -THICKNESS * self._scale / 2, cy)
        return side

    def _make_edges(self, colour: Colour, radius: float) -> None:
        """The two upright sides of the slab."""
        half = THICKNESS * self._scale / 2
        maker = CardMaker("edge")
        maker.set_frame(-half, half, -self._area.h / 2 + radius, self._area.h / 2 - radius)
        for x, heading in ((-self._area.w / 2, -90), (self._area.w / 2, 90)):
            edge = self._edges.attach_new_node(maker.generate())
            edge.set_pos_hpr(x, 0, 0, heading, 0, 0)
            edge.set_color(*colour)
