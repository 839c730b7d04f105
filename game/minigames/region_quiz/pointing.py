"""The pointer and the keyboard's cursor on the quiz's brain: hover, click, drag, and how long a miss stays marked.

The scene owns one and hands it events; it asks the scene whether a click is wanted and gives clicks back. It outlines
through the brain view and draws nothing itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.inputs import MOVE, PRESS, Gesture, InputEvent
from game.engine.orbit import Vec

if TYPE_CHECKING:
    from game.minigames.region_quiz.scene import RegionQuizScene

MISS_SHOWN = 1.6  # seconds a wrong click stays outlined while there is another try


class Pointing:
    """See the module text. cursor: the region the keyboard is on; at: where the last click met the brain (MNI mm)."""

    def __init__(self, scene: RegionQuizScene) -> None:
        self._scene = scene
        self.cursor: str | None = None
        self.at: Vec | None = None
        self._pointer: tuple[float, float] | None = None
        self._stale = self._dragging = False
        self._miss_left = 0.0
        self._dt = 0.0

    def reset(self) -> None:
        """Another question is up."""
        self.cursor, self.at, self._miss_left, self._stale = None, None, 0.0, True

    def stale(self) -> None:
        """The layout or the page changed: look again at what is under the pointer."""
        self._stale = True

    def by_keyboard(self) -> None:
        """The keyboard walks now; the pointer is forgotten until it moves."""
        self._pointer = None

    def walk_to(self, region: str | None) -> None:
        """Put the cursor on a region."""
        self.cursor, self._miss_left = region, 0.0
        if self._scene.brain is not None:
            self._scene.brain.put_cursor(region)

    def mark_miss(self, region: str | None) -> None:
        """Outline a wrong answer for a moment."""
        if self._scene.brain is not None:
            self._scene.brain.outline_wrong(region, self.at)
            self._miss_left = MISS_SHOWN

    def watch(self, event: InputEvent) -> None:
        """Follow the pointer; a press stops the brain."""
        scene = self._scene
        if event.kind == MOVE and not event.finger:
            self._pointer, self._stale = (event.x, event.y), True
        elif event.kind == PRESS and scene.brain is not None and scene.layer.hit(event.x, event.y) is None:
            scene.brain.orbit.hold()
            scene.brain.orbit.turning = 0.0

    def gesture(self, gesture: Gesture) -> None:
        """A click answers, a drag turns, the wheel comes nearer."""
        scene = self._scene
        if scene.brain is None:
            return
        if gesture.kind == "click" and gesture.button == 1:
            pick = scene.brain.pick(gesture.x, gesture.y) if scene.clicking else None
            if pick is not None:
                self.at = pick.point
                scene.click(pick.region_id)
        elif gesture.kind != "hover":
            scene.brain.gesture(gesture, self._dt)
            self._dragging = gesture.kind == "drag"
            self._stale = True

    def update(self, dt: float, *, moved: bool) -> None:
        """Let a miss go after a while; keep the outline where the pointer or the cursor is."""
        self._dt = dt
        scene, brain = self._scene, self._scene.brain
        if brain is None:
            return
        if self._miss_left > 0:
            self._miss_left -= dt
            if self._miss_left > 0:
                return
            brain.outline_wrong(None)
            self._stale = True
        if not (moved or self._stale):
            return
        self._stale = False
        if not scene.clicking:
            return
        if self._pointer is None:
            brain.put_cursor(self.cursor)
        elif self._dragging or scene.layer.hit(*self._pointer) is not None:
            brain.outline(None)
        else:
            pick = brain.pick(*self._pointer)
            brain.outline(pick.region_id if pick is not None else None)
