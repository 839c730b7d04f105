"""How the brain stands for a question: from where one looks, through glass or not, and what is lifted off.

The quiz's brain view tries the stagings of a region in this order and takes the first from which enough of it is
seen. Pure: views in degrees and MNI millimetres, regions by id; the anatomy of looking, no pixels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.core.atlas import Atlas, Region
from game.engine.orbit import Vec, View

WHOLE: Vec = (0.0, -18.0, 4.0)
DEPTH: Vec = (0.0, -16.0, 2.0)
HIND: Vec = (0.0, -52.0, -34.0)
FAR, NEAR, CLOSE = 410.0, 370.0, 260.0
HOLDERS = ("VentralDC", "Pallidum", "Midbrain")  # bodies that nuclei lie in

# (azimuth, elevation) for the left side; the right is its mirror image
_OUTSIDE = ((-60.0, 20.0), (-90.0, 8.0), (-20.0, 10.0), (-160.0, 10.0), (-100.0, 65.0), (-60.0, -50.0))
_INNER_FACE = ((90.0, 5.0), (60.0, 5.0), (120.0, 10.0), (20.0, -60.0), (80.0, -30.0))
_INSIDE = ((-60.0, 20.0), (-90.0, 8.0), (-20.0, 10.0), (-150.0, 10.0), (-100.0, 65.0), (-60.0, -40.0))
_BEHIND = ((-140.0, 15.0), (-150.0, 60.0), (180.0, 0.0), (-90.0, 8.0), (-30.0, 5.0), (-140.0, -45.0))


@dataclass(frozen=True)
class Staging:
    """One way for the brain to stand. mode: "regions" or "glass"; hidden: regions not drawn; side: "L" or "R" for that
    half alone, cut in the middle."""

    view: View
    mode: str
    hidden: frozenset[str] = frozenset()
    side: str = ""

    @property
    def glass(self) -> bool:
        """Whether the shell is a ghost."""
        return self.mode == "glass"


def stagings(atlas: Atlas, region_id: str) -> tuple[Staging, ...]:
    """The ways to show a region, the best usual ones first."""
    region, kind = atlas.region(region_id), atlas.structure_of(region_id).kind
    if kind == "cortex":
        return _cortex(atlas, region)
    if kind in ("cerebellum", "brainstem"):
        return _hindbrain(atlas, region)
    return _deep(atlas, region, kind)


def clickable(atlas: Atlas, region_id: str, staging: Staging) -> bool:
    """Whether a click on a region means it: through glass the shell does not count."""
    other = {"L": "R", "R": "L"}.get(staging.side)
    if region_id in staging.hidden or (other and atlas.region(region_id).side == other):
        return False
    return not staging.glass or atlas.structure_of(region_id).kind not in ("cortex", "cerebellum")


def _cortex(atlas: Atlas, region: Region) -> tuple[Staging, ...]:
    whole = [Staging(view, "regions") for view in _views(_OUTSIDE, region.side, FAR, WHOLE)]
    halves = _views(_INNER_FACE, region.side, FAR, WHOLE)
    half = [Staging(view, "regions", side=region.side) for view in halves]
    behind = _of_kinds(atlas, "cerebellum", "brainstem") | _bodies(atlas, ("Cerebellum-White-Matter",))
    bare = [Staging(view, "regions", behind, region.side) for view in halves]
    return (*whole, *half, *bare)


def _hindbrain(atlas: Atlas, region: Region) -> tuple[Staging, ...]:
    above = _of_kinds(atlas, "cortex", "deep", "nucleus", "ventricle", "white-matter")
    above -= _bodies(atlas, ("Cerebellum-White-Matter",))
    found = [Staging(view, "regions", above) for view in _views(_BEHIND, region.side, CLOSE, HIND)]
    if not region.side:  # cut in the middle, seen from the side
        found.append(Staging(View(90.0, 5.0, CLOSE, HIND), "regions", above, "L"))
    return tuple(found)


def _deep(atlas: Atlas, region: Region, kind: str) -> tuple[Staging, ...]:
    if kind == "nucleus":
        hidden = _bodies(atlas, HOLDERS)
    else:
        hidden = _of_kinds(atlas, "nucleus") | _bodies(atlas, ("VentralDC",))
    hidden -= {body.id for body in atlas.regions_of(region.structure)}
    return tuple(Staging(view, "glass", hidden) for view in _views(_INSIDE, region.side, NEAR, DEPTH))


def _views(angles: Iterable[tuple[float, float]], side: str, distance: float, target: Vec) -> list[View]:
    mirror = -1.0 if side == "R" else 1.0
    return [View(mirror * azimuth, elevation, distance, target) for azimuth, elevation in angles]


def _of_kinds(atlas: Atlas, *kinds: str) -> frozenset[str]:
    return frozenset(region.id for region in atlas.regions if atlas.structure_of(region.id).kind in kinds)


def _bodies(atlas: Atlas, structures: Iterable[str]) -> frozenset[str]:
    known = {structure.id for structure in atlas.structures}
    return frozenset(
        region.id for structure in structures if structure in known for region in atlas.regions_of(structure)
    )
