"""What lies under the pointer: its outline on the brain, and its name beside the pointer.

The scene owns one, lets it see every event and asks for `update` once a frame. It looks up only what may have changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.inputs import MOVE, InputEvent

if TYPE_CHECKING:
    from game.worlds.brain.scene import ExplorerScreen

# Between two look-ups while the pointer moves; one that comes after a rest is answered at once. A look-up is a ray
# through the whole brain, and a software renderer has emptied the caches by then: it takes a frame a twentieth longer.
SECONDS, SECONDS_IN_SOFTWARE = 0.0, 1 / 25


class Hover:
    """See the module text."""

    def __init__(self, scene: ExplorerScreen) -> None:
        self._scene = scene
        self._pointer: tuple[float, float] | None = None
        software = scene.context.stage.renderer.software
        self._apart = SECONDS_IN_SOFTWARE if software else SECONDS
        self._since = self._apart
        self.stale = False  # whether something else may lie under the pointer now
        self.dragging = False  # whether the brain is in the hand: nothing is under the pointer then

    def watch(self, event: InputEvent) -> None:
        """Follow the pointer; a finger is none."""
        if event.kind == MOVE and not event.finger:
            self._pointer, self.stale = (event.x, event.y), True

    def update(self, dt: float) -> None:
        """Look up what is under the pointer if that may have changed and the last look is long enough ago."""
        self._since += dt
        if self.stale and self._since >= self._apart:
            self._look()

    def _look(self) -> None:
        self.stale, self._since = False, 0.0
        view, model = self._scene.view, self._scene.model
        if view is None:
            return
        region, label = None, 0
        if self._pointer is not None and not self.dragging and self._scene.layer.hit(*self._pointer) is None:
            pick = view.pick(*self._pointer)
            region, label = (pick.region_id, pick.label) if pick is not None else (None, 0)
        if model.hover(region, label):
            view.show_hover(model.hovered)
        if self._pointer is not None:
            self._scene.floating.marks.show_tag(model.hover_name(), *self._pointer, view.area)
