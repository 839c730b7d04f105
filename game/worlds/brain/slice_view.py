"""The MRI planes and the cut faces in the explorer's 3D.

The view owns one; it shows a `Slices` on the brain. It touches planes and cuts only; it knows no widgets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from game.core.cuts import AXES, Cut
from game.engine.brain_assets import load_mri
from game.engine.brain_node import BrainNode
from game.engine.brain_shape import CENTRE
from game.engine.loading import Job, Progress
from game.engine.orbit import Vec
from game.engine.picking import GHOST, Hit
from game.worlds.brain.slices_model import PLANES, Slices

if TYPE_CHECKING:
    from game.engine.cut_faces import CutFaces
    from game.engine.region_at import RegionLookup
    from game.engine.slices import MriCuts, MriPlane

_TINT = (0.74, 0.79, 0.91)
_OPACITY = 0.92
_EDGE_ON = 0.08  # cosine between a plane's normal and where one looks, up to which it is seen from its edge
_BEHIND = 0.06  # mm a plane stands behind the face of its own cut


class SliceView:
    """See the module text."""

    def __init__(self, brain: BrainNode) -> None:
        self._brain = brain
        self._planes: dict[str, MriPlane] = {}
        self._pictured: tuple[str, ...] = ()
        self._lookup: RegionLookup | None = None
        self._slices = Slices()
        self.volume: MriCuts | None = None
        self.on = True

    @cached_property
    def _faces(self) -> CutFaces:
        """The faces of what is cut, from the first cut or the MRI's coming on. To be asked for on the main thread."""
        from game.engine.cut_faces import CutFaces

        return CutFaces(self._brain)

    def load(self, folder: Path) -> Job[MriCuts]:
        """Read the MRI and make ready what names places, on a loading thread. The job may fail with AssetError."""
        from game.engine.region_at import RegionLookup
        from game.engine.slices import MriCuts

        faces = self._faces

        def work(progress: Progress) -> MriCuts:
            faces.prepare()
            self._lookup = RegionLookup(self._brain.prepared)
            return MriCuts(load_mri(folder))

        return Job(work, "load-mri")

    def set_volume(self, volume: MriCuts) -> None:
        """The MRI has been loaded: make the planes."""
        from game.engine.slices import MriPlane

        self.volume = volume
        for kind in PLANES:
            plane = MriPlane(volume, kind, self._slices.places[kind])
            plane.node.reparent_to(self._brain.root)
            plane.node.hide()
            self._planes[kind] = plane
        self._give_pictures()

    def _give_pictures(self) -> None:
        """Let the faces of cuts that stand where a plane is show its picture as grain."""
        kinds = tuple(kind for kind in self._planes if kind in self._slices.cutting)
        if kinds != self._pictured and "_faces" in vars(self):
            self._pictured = kinds
            planes = {AXES[kind]: self._planes[kind] for kind in kinds}
            self._faces.set_pictures({axis: (plane.texture, plane.span) for axis, plane in planes.items()})

    def show(self, slices: Slices, half: tuple[Cut, ...] = ()) -> None:
        """Show this state. half: what else is cut away, without a plane of the MRI."""
        self._slices = slices
        for kind, plane in self._planes.items():
            if plane.millimetre != slices.places[kind]:
                plane.move(slices.places[kind])
        self._brain.set_cuts((*slices.cuts(), *half))
        if self._brain.cuts:
            _ = self._faces  # from now on they follow in `update`
        self._give_pictures()

    def update(self, eye: Vec) -> None:
        """Each frame: fade the planes with the glass, and make faces anew where something changed. eye: from where one
        looks; a plane that is seen from its edge is a frayed line, and is not drawn."""
        glass = self._brain.ghost
        for kind, plane in self._planes.items():
            cuts = kind in self._slices.cutting
            wanted = self.on and kind in self._slices.shown
            amount = glass if cuts or not self._slices.open else 1.0
            aslant = abs(eye[AXES[kind]] - plane.millimetre) / math.dist(eye, CENTRE)
            amount *= min(1.0, max(0.0, aslant / _EDGE_ON - 1.0))
            if wanted and amount > 0.0:
                plane.set_tint(_TINT, _OPACITY * amount)
                plane.stand_back(self._away(kind) * _BEHIND if cuts else 0.0)
                plane.node.show()
            else:
                plane.node.hide()
        if "_faces" in vars(self):
            self._faces.update()

    def before(self, start: Sequence[float], end: Sequence[float]) -> tuple[float, str] | None:
        """Fraction of the segment at which the nearest shown plane blocks it, and which plane."""
        met = [(plane.meets(start, end), kind) for kind, plane in self._planes.items()]
        return min(((fraction, kind) for fraction, kind in met if fraction is not None), default=None)

    def seen(self, start: Sequence[float], end: Sequence[float]) -> Vec | None:
        """The point of a plane that is seen under a ray: nothing opaque lies before it; None for none."""
        met = self.before(start, end)
        if met is None:
            return None
        x, y, z = (s + met[0] * (e - s) for s, e in zip(start, end, strict=True))
        hit = self._hit(start, (x, y, z))
        return None if hit is not None and self._brain.looks[hit.column] != GHOST else (x, y, z)

    def under(self, start: Sequence[float], end: Sequence[float]) -> str:
        """Which plane is seen under a ray, itself or as the face of its cut; "" for none."""
        if self.seen(start, end) is not None:
            met = self.before(start, end)
            return met[1] if met is not None else ""
        hit = self._hit(start, end)
        if hit is None or not hit.part.startswith("cap-"):
            return ""
        own, number = self._slices.cuts(), int(hit.part.removeprefix("cap-"))
        return PLANES[own[number].axis] if number < len(own) else ""

    def _hit(self, start: Sequence[float], end: Sequence[float]) -> Hit | None:
        brain = self._brain
        return brain.picker.pick(start, end, brain.looks, brain.drawn(), brain.cuts)

    def region_at(self, point: Sequence[float]) -> str:
        """The region at a point of the brain, "white-L", "white-R" or ""."""
        from game.engine.region_at import RegionLookup

        if self._lookup is None:
            self._faces.prepare()
            self._lookup = RegionLookup(self._brain.prepared)
        return self._lookup.at(point)

    def _away(self, kind: str) -> int:
        """The direction in which a plane's cut keeps tissue."""
        axis = AXES[kind]
        return -next(cut.sign for cut in self._slices.cuts() if cut.axis == axis)
