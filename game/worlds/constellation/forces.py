"""The forces that arrange stars and clusters on a plane: springs, a push between neighbours, discs kept
apart.

Called by layout.py and clusters.py. Points are [x, z] lists that are moved in place; it knows no ideas.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence


def spring(a: list[float], b: list[float], length: float, strength: float) -> None:
    """Pull two points together, or push them, towards being `length` apart."""
    dx, dz = b[0] - a[0], b[1] - a[1]
    apart = math.hypot(dx, dz) or 1e-6
    pull = (apart - length) * strength / apart
    a[0] += dx * pull
    a[1] += dz * pull
    b[0] -= dx * pull
    b[1] -= dz * pull


def push_apart(points: Sequence[list[float]], reach: float, strength: float) -> None:
    """Pairs nearer than `reach` move apart; a grid of that size finds them."""
    grid: dict[tuple[int, int], list[list[float]]] = {}
    for point in points:
        grid.setdefault((int(point[0] // reach), int(point[1] // reach)), []).append(point)
    for (i, j), here in grid.items():
        for number, a in enumerate(here):
            for b in here[number + 1 :]:
                _push(a, b, reach, strength)
        for side in ((1, 0), (-1, 1), (0, 1), (1, 1)):
            for b in grid.get((i + side[0], j + side[1]), ()):
                for a in here:
                    _push(a, b, reach, strength)


def separate(
    place: Mapping[str, list[float]], radii: Mapping[str, float], gap: float, strength: float
) -> bool:
    """Move overlapping discs apart; says whether any overlapped by more than a pixel."""
    names = list(place)
    moved = False
    for number, a in enumerate(names):
        for b in names[number + 1 :]:
            least = radii[a] + radii[b] + gap
            dx, dz = place[b][0] - place[a][0], place[b][1] - place[a][1]
            apart = math.hypot(dx, dz) or 1e-6
            if apart >= least:
                continue
            moved = moved or least - apart > 1.0
            push = (least - apart) / 2 * strength + 0.01
            place[a][0] -= dx / apart * push
            place[a][1] -= dz / apart * push
            place[b][0] += dx / apart * push
            place[b][1] += dz / apart * push
    return moved


def _push(a: list[float], b: list[float], reach: float, strength: float) -> None:
    dx, dz = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dz * dz
    if squared >= reach * reach:
        return
    apart = math.sqrt(squared)
    if apart < 1e-6:
        dx, dz, apart = 1e-3, 0.0, 1e-3
    push = (reach - apart) * 0.5 * strength / apart
    a[0] -= dx * push
    a[1] -= dz * push
    b[0] += dx * push
    b[1] += dz * push
