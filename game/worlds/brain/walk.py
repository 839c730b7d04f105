"""The arrow keys: from the selected region to its neighbour in that direction; without a selection they turn the brain.

The scene owns one and hands it the keys that nobody used. The opposite arrow leads back to where one came from. With
Shift the arrows always turn.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from game.core.inputs import InputEvent
from game.worlds.brain.neighbours import Point, touching_regions, towards
from game.worlds.brain.view import KEY_TURN, ExplorerView

if TYPE_CHECKING:
    from game.worlds.brain.scene import ExplorerScreen

_ARROWS: dict[str, Point] = {
    "arrow_left": (-1.0, 0.0),
    "arrow_right": (1.0, 0.0),
    "arrow_up": (0.0, -1.0),
    "arrow_down": (0.0, 1.0),
}
_BACK = {
    "arrow_left": "arrow_right",
    "arrow_right": "arrow_left",
    "arrow_up": "arrow_down",
    "arrow_down": "arrow_up",
}


class Walk:
    """See the module text."""

    def __init__(self, scene: ExplorerScreen) -> None:
        self._scene = scene
        self._touching: dict[str, frozenset[str]] | None = None
        self._last: tuple[str, str, str] | None = None  # the key of the last step, where it began and ended

    def key(self, event: InputEvent) -> bool:
        """Walk or turn; False for any other key."""
        view = self._scene.view
        if view is None or event.key not in _ARROWS or event.modifiers - {"shift"}:
            return False
        across, down = _ARROWS[event.key]
        if event.modifiers or not view.has(self._scene.model.selected):
            view.turn(across * KEY_TURN, -down * KEY_TURN)
            return True
        here = self._scene.model.selected or ""
        region = self._way_back(event.key, here) or self.neighbour(view, (across, down))
        if region is not None:
            self._last = (event.key, here, region)
            self._scene.select(region, turn=True)
        return True

    def _way_back(self, key: str, here: str) -> str | None:
        """Where the last step began, if this key takes it back and that region can still be reached."""
        if self._last is None or (_BACK[self._last[0]], self._last[2]) != (key, here):
            return None
        return self._last[1] if self._last[1] in self._scene.model.reachable() else None

    def neighbour(self, view: ExplorerView, direction: Point) -> str | None:
        """The region in a direction of the screen from the selected one: one that touches it, or else the nearest."""
        model = self._scene.model
        selected = model.selected
        if selected is None:
            return None
        everywhere = [region for region in model.reachable() if region != selected and view.has(region)]
        touching = self._neighbours(view).get(selected, frozenset())
        for candidates in ([region for region in everywhere if region in touching], everywhere):
            middle = view.centre_of(selected)
            middles = {region: view.centre_of(region) for region in candidates}
            places = {region: view.pixel(point) for region, point in middles.items()}
            distances = {region: math.dist(middle, point) for region, point in middles.items()}
            found = towards(view.pixel(middle), direction, places, distances)
            if found is not None:
                return found
        return None

    def _neighbours(self, view: ExplorerView) -> dict[str, frozenset[str]]:
        if self._touching is None:
            prepared = view.brain.prepared
            regions = prepared.columns.region_ids
            self._touching = touching_regions(
                prepared.sets.names("dk"), prepared.sets.touching("dk"), regions
            )
        return self._touching
