"""Where whole clusters stand: apart from each other, near those they are linked to, turned towards them.

Called by layout.py. Positions are (x, z) on the plane seen from the front; it knows no engine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from game.worlds.constellation.forces import separate, spring

CLUSTER_GAP = 66.0  # room for a name between two clusters
ASPECT = 1.42  # width to height of a sky in a wide window

Flat = tuple[float, float]


def place_clusters(
    members: Mapping[str, Sequence[str]],
    radii: Mapping[str, float],
    links: Iterable[tuple[str, str]],
    depths: Mapping[str, int],
    rng: Random,
    aspect: float = ASPECT,
) -> dict[str, Flat]:
    """Discs that may not overlap, linked ones near each other, early ones rather to the left."""
    if not members:
        return {}
    average = {name: sum(depths[key] for key in ids) / len(ids) for name, ids in members.items()}
    order = sorted(members, key=lambda name: (average[name], name))
    reach = math.sqrt(sum((radius + CLUSTER_GAP / 2) ** 2 for radius in radii.values()))
    place: dict[str, list[float]] = {}
    for rank, name in enumerate(order):
        across = (rank + 0.5) / len(order) * 2 - 1
        up = ((rank * 0.618034) % 1.0) * 2 - 1
        place[name] = [across * reach * aspect, (up + rng.uniform(-0.1, 0.1)) * reach * 0.8]
    ties = _ties(members, links)
    _settle(place, radii, ties, 120, aspect)
    _swap_for_shorter_ties(place, ties, {name: rank for rank, name in enumerate(order)})
    _settle(place, radii, ties, 60, aspect)
    for _ in range(400):
        if not separate(place, radii, CLUSTER_GAP, 1.0):
            break
    wider = _stretch(place, radii, aspect)
    return {name: (point[0] * wider, point[1]) for name, point in place.items()}


def _ties(
    members: Mapping[str, Sequence[str]], links: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    """How many links there are between each two clusters that have any."""
    home = {key: name for name, ids in members.items() for key in ids}
    ties: dict[tuple[str, str], int] = {}
    for a, b in links:
        if home[a] != home[b]:
            pair = (min(home[a], home[b]), max(home[a], home[b]))
            ties[pair] = ties.get(pair, 0) + 1
    return ties


def _settle(
    place: Mapping[str, list[float]],
    radii: Mapping[str, float],
    ties: Mapping[tuple[str, str], int],
    steps: int,
    aspect: float,
) -> None:
    """Springs along ties, a pull to the middle, no overlaps."""
    for _ in range(steps):
        for (a, b), count in ties.items():
            spring(place[a], place[b], radii[a] + radii[b] + CLUSTER_GAP, 0.004 * min(count, 4))
        for point in place.values():
            point[0] *= 0.994
            point[1] *= 1.0 - 0.006 * aspect
        separate(place, radii, CLUSTER_GAP, 0.5)


def _swap_for_shorter_ties(
    place: dict[str, list[float]], ties: Mapping[tuple[str, str], int], ranks: Mapping[str, int]
) -> None:
    """Let two clusters change places as long as that shortens the links between clusters."""
    width = max(abs(point[0]) for point in place.values()) or 1.0

    def cost() -> float:
        length = sum(count * math.dist(place[a], place[b]) for (a, b), count in ties.items())
        middle = (len(place) - 1) / 2
        return length - 0.35 * sum(
            (rank - middle) / len(place) * place[name][0] for name, rank in ranks.items()
        )

    names, best = list(place), cost()
    for _ in range(6 if len(names) <= 16 else 1):
        before = best
        for number, a in enumerate(names):
            for b in names[number + 1 :]:
                place[a], place[b] = place[b], place[a]
                now = cost()
                if now < best - 1e-6 * width:
                    best = now
                else:
                    place[a], place[b] = place[b], place[a]
        if best == before:
            break


def turn_clusters(
    local: dict[str, dict[str, Flat]],
    flat: Mapping[str, Flat],
    links: Sequence[tuple[str, str]],
) -> None:
    """Turn or mirror each cluster so that stars with links to other clusters stand on that side."""
    home = {key: name for name, ids in local.items() for key in ids}
    between = [(a, b) for a, b in links if home[a] != home[b]]
    for _ in range(2):
        for name, stars in local.items():
            mine = [(a, b) if home[a] == name else (b, a) for a, b in between if name in (home[a], home[b])]
            if not mine:
                continue
            goals = [
                (key, flat[home[o]][0] + local[home[o]][o][0], flat[home[o]][1] + local[home[o]][o][1])
                for key, o in mine
            ]
            local[name] = min(
                (_turned(stars, angle, flip) for flip in (1, -1) for angle in range(0, 360, 30)),
                key=lambda turned: sum(
                    math.hypot(flat[name][0] + turned[key][0] - x, flat[name][1] + turned[key][1] - z)
                    for key, x, z in goals
                ),
            )


def _turned(stars: Mapping[str, Flat], degrees: int, flip: int) -> dict[str, Flat]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {key: (c * x - s * z * flip, s * x + c * z * flip) for key, (x, z) in stars.items()}


def _stretch(place: Mapping[str, list[float]], radii: Mapping[str, float], aspect: float) -> float:
    """How much wider the sky may become to have its aspect; moving apart sideways never makes overlaps."""
    half = [max(abs(point[axis]) + radii[name] for name, point in place.items()) for axis in (0, 1)]
    return min(1.6, max(1.0, half[1] * aspect / half[0]))
