"""Which regions touch, and which of some places lies in a direction: what the arrow keys walk by.

walk.py asks. Pure arithmetic: regions by id, places in pixels (y down) and distances in millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

Point = tuple[float, float]

_WIDEST = 70.0  # degrees to either side that still count as in a direction


def touching_regions(
    names: Sequence[str], pairs: Iterable[tuple[int, int]], regions: Iterable[str]
) -> dict[str, frozenset[str]]:
    """For each cortical region those that share a border with it on its side.

    names: of the labels; pairs: labels that touch; regions: ids such as "ctx-lh-insula".
    """
    known = set(regions)
    found: dict[str, set[str]] = {}
    for first, second in pairs:
        for side in ("lh", "rh"):
            a, b = f"ctx-{side}-{names[first]}", f"ctx-{side}-{names[second]}"
            if a in known and b in known:
                found.setdefault(a, set()).add(b)
                found.setdefault(b, set()).add(a)
    return {region: frozenset(others) for region, others in found.items()}


def towards(
    here: Point, direction: Point, places: Mapping[str, Point], distances: Mapping[str, float]
) -> str | None:
    """The nearest of some places that lies in a direction from here; None if none does.

    A place straight ahead is preferred to one that is nearer but aside. distances: of each place from here.
    """
    ahead = math.atan2(direction[1], direction[0])
    best: tuple[float, str] | None = None
    for key, (x, y) in sorted(places.items()):
        if (x, y) == here:
            continue
        turn = math.degrees(math.atan2(y - here[1], x - here[0]) - ahead)
        aside = abs((turn + 180.0) % 360.0 - 180.0)
        if aside <= _WIDEST:
            cost = distances[key] * (1.0 + (aside / 45.0) ** 2)
            best = min(best, (cost, key)) if best is not None else (cost, key)
    return best[1] if best is not None else None
