"""A loaded brain made ready to be drawn: vertex rows, label sets, the picker, and slabs when they are asked for.

The loading thread calls `prepare`; every BrainNode is made of one PreparedBrain. It makes no nodes. The picker is not
needed for the first picture: whoever wants it made meanwhile calls `begin_picker`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from game.engine.brain_assets import AssetError, BrainAssets
from game.engine.brain_geometry import MeshPart, RegionColumns, mesh_parts
from game.engine.brain_shape import Floats, region_offsets
from game.engine.brain_slabs import slab
from game.engine.label_sets import LabelSets
from game.engine.loading import Job
from game.engine.picking import PickMesh, RegionPicker
from game.engine.visible_sets import LEVEL, VisibleSets, load_visible

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PreparedBrain:
    """Everything that can be made on a loading thread."""

    assets: BrainAssets
    columns: RegionColumns
    parts: tuple[MeshPart, ...]
    sets: LabelSets
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _pickers: list[RegionPicker] = field(default_factory=list, repr=False)  # one, once it is made

    @property
    def picker(self) -> RegionPicker:
        """What rays are asked; made when first asked for. Two threads may ask: the second waits for the first."""
        with self._lock:
            if not self._pickers:
                self._pickers.append(RegionPicker([_pick_mesh(part) for part in self.parts]))
            return self._pickers[0]

    def begin_picker(self) -> None:
        """Make the picker on a thread of its own."""
        threading.Thread(target=lambda: self.picker, name="make-picker", daemon=True).start()

    @cached_property
    def visible(self) -> Job[VisibleSets] | None:
        """Reads which triangles can be seen from where, begun when first asked for; None for a level without sets."""
        if self.assets.level != LEVEL:
            return None
        return Job(lambda _: _read_visible(self.assets.folder, self.parts), "visible-sets")

    @cached_property
    def offsets(self) -> Floats:
        """Where each region goes when the brain is taken apart, (COLUMNS, 3) mm."""
        return region_offsets(self.parts)

    @cached_property
    def slabs(self) -> tuple[MeshPart, ...]:
        """What makes the cortex solid: inner surface and walls of each hemisphere's regions (made when first asked)."""
        return tuple(slab(part) for part in self.parts if part.name.startswith("cortex-"))

    @cached_property
    def solid_picker(self) -> RegionPicker:
        """The picker of parts and slabs together: one tree is faster than three (made when first asked)."""
        return RegionPicker([_pick_mesh(part) for part in (*self.parts, *self.slabs)])


def prepare(assets: BrainAssets, progress: Callable[[float, str], None] | None = None) -> PreparedBrain:
    """Build the vertex rows of loaded meshes. `progress(fraction, what)` is told of each step."""
    tell = progress or (lambda fraction, what: None)
    columns = RegionColumns(assets.region_ids())
    tell(0.0, "Shaping the surface")
    sets = LabelSets(assets)
    parts = mesh_parts(assets, columns)
    tell(1.0, "Ready")
    return PreparedBrain(assets, columns, parts, sets)


def _read_visible(folder: Path, parts: tuple[MeshPart, ...]) -> VisibleSets:
    """Raises AssetError, and notes it: the brain is drawn all the same, by more triangles."""
    try:
        return load_visible(folder, parts)
    except AssetError as error:
        log.warning("The brain is drawn more slowly: %s", error)
        raise


def _pick_mesh(part: MeshPart) -> PickMesh:
    return PickMesh(part.name, part.vertices, part.triangles, part.triangle_columns, part.rows["inflated"])
