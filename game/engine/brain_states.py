"""Which regions are hovered, selected, hidden or ghosts: written into the region texture, and asked by picking.

brain_node.py owns one. It knows regions and the texture; no nodes and no views.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from game.engine.brain_geometry import RegionColumns, part_of
from game.engine.brain_material import COLUMNS, GHOSTED, HOVERED, SELECTED, VISIBLE, RegionTexture
from game.engine.brain_shape import BrainShape, side_of
from game.engine.picking import GHOST, HIDDEN, OPAQUE


class RegionStates:
    """See the module text."""

    def __init__(self, columns: RegionColumns, texture: RegionTexture) -> None:
        self._columns, self._texture = columns, texture
        self.hovered: str | None = None
        self.selected: tuple[str, ...] = ()
        self.hidden: frozenset[str] = frozenset()
        self.ghosted: frozenset[str] = frozenset()
        self._gone: frozenset[str] = frozenset()  # hidden, or on the side that is not shown
        self._shape = BrainShape()
        self._wall = True

    def hover(self, region_id: str | None) -> bool:
        """Outline a region, or none; True if that is new. KeyError for an unknown region."""
        if region_id == self.hovered:
            return False
        for other, value in ((self.hovered, 0.0), (region_id, 1.0)):
            if other is not None:
                self._texture.set_state(self._columns.column(other), HOVERED, value)
        self.hovered = region_id
        self._texture.flush()
        return True

    def select(self, *region_ids: str) -> bool:
        """Turn exactly these regions golden; True if that is new. KeyError for an unknown region."""
        if region_ids == self.selected:
            return False
        self._mark(SELECTED, frozenset(self.selected), frozenset(region_ids))
        self.selected = region_ids
        return True

    def ghost(self, region_ids: Iterable[str]) -> bool:
        """Make exactly these regions ghosts; True if that is new. KeyError for an unknown region."""
        wanted = frozenset(region_ids)
        changed = wanted != self.ghosted
        if changed:
            self._mark(GHOSTED, self.ghosted, wanted)
            self.ghosted = wanted
        return changed

    def hide(self, region_ids: Iterable[str]) -> bool:
        """Hide exactly these regions; True if that is new. KeyError for an unknown region."""
        wanted = frozenset(region_ids)
        changed = wanted != self.hidden
        for region_id in wanted:
            self._columns.column(region_id)
        self.hidden = wanted
        if changed:
            self._clear_away()
        return changed

    def shape(self, shape: BrainShape) -> None:
        """The brain takes another shape: the side that is not shown is gone, and the medial wall when taken apart."""
        self._shape = shape
        self._clear_away()

    @property
    def opened(self) -> bool:
        """Whether some cortex is hidden or a ghost, so that one sees inside."""
        return any(region.startswith("ctx-") for region in self.hidden | self.ghosted)

    @property
    def pierced(self) -> bool:
        """Whether anything of the surface is hidden or a ghost; what lies inside is not seen either way."""
        away = self.hidden | self.ghosted
        return self.opened or any(part_of(region) != "deep" for region in away)

    def appearance(self, shell_columns: Iterable[int]) -> NDArray[np.uint8]:
        """HIDDEN, GHOST or OPAQUE for each region column. shell_columns: those of a shell that is a ghost now."""
        looks = np.full(COLUMNS, OPAQUE, np.uint8)
        looks[list(shell_columns)] = GHOST
        looks[[self._columns.column(region) for region in self.ghosted]] = GHOST
        looks[[self._columns.column(region) for region in self._gone]] = HIDDEN
        if not self._wall:
            looks[0] = HIDDEN
        return looks

    def _clear_away(self) -> None:
        side = self._shape.side
        other = {region for region in self._columns.region_ids if side and side_of(region) not in ("", side)}
        gone = self.hidden | other
        self._mark(VISIBLE, gone, self._gone)
        self._gone = frozenset(gone)
        wall = not self._shape.explode and not self.opened
        if wall != self._wall:
            self._wall = wall
            self._texture.set_state(0, VISIBLE, float(wall))
            self._texture.flush()

    def _mark(self, channel: int, before: frozenset[str], now: frozenset[str]) -> None:
        """Write 0 for regions only in `before` and 1 for those only in `now`."""
        changes = [(self._columns.column(region), float(region in now)) for region in before ^ now]
        for column, value in changes:
            self._texture.set_state(column, channel, value)
        self._texture.flush()
