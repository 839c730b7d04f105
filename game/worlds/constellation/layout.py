"""Where the stars stand: ideas in, positions out, the same for the same ideas every time.

Called by model.py. Clusters are placed so that they do not overlap when seen from the front, early ideas
to the left and late ones to the right; inside a cluster, linked ideas are neighbours. Units are pixels of
the 1080p design when the sky is seen from the front: x right, y away from the viewer, z up. It knows no
engine and no screen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from game.core.content import Concept

Vec = tuple[float, float, float]
SPACING = 42.0  # between linked neighbours
CLOSEST = 25.0  # stars nearer than this push each other away
CLUSTER_GAP = 76.0  # room for a name between two clusters
ASPECT = 1.42  # the sky is wider than high
_STEPS = 90


@dataclass(frozen=True, slots=True)
class Sky:
    """Positions by idea id; centres and radii by cluster name; links as pairs of ids (earlier, later
    idea).
    """

    positions: dict[str, Vec]
    centres: dict[str, Vec]
    radii: dict[str, float]
    links: tuple[tuple[str, str], ...]
    depths: dict[str, int]
    extent: Vec  # half width, half depth, half height


def lay_out(concepts: Sequence[Concept], seed: int = 7) -> Sky:
    """Place every idea. Unknown ids in `requires` and `related` are ignored. Empty input gives an empty
    sky.
    """
    rng = Random(seed)
    links = unique_links(concepts)
    depths = prerequisite_depths(concepts)
    members: dict[str, list[str]] = {}
    for concept in concepts:
        members.setdefault(concept.cluster, []).append(concept.id)
    local: dict[str, dict[str, tuple[float, float]]] = {}
    radii: dict[str, float] = {}
    for name, ids in members.items():
        local[name] = _relax_cluster(ids, links, depths, rng)
        radii[name] = max((math.hypot(x, z) for x, z in local[name].values()), default=0.0) + SPACING * 0.5
    flat = _place_clusters(members, radii, links, depths, rng)
    positions: dict[str, Vec] = {}
    centres: dict[str, Vec] = {}
    for number, (name, ids) in enumerate(members.items()):
        x, z = flat[name]
        y = _depth_of_cluster(number, len(members)) * 0.42 * (sum(radii.values()) / len(radii)) * 2.2
        centres[name] = (x, y, z)
        for key in ids:
            dx, dz = local[name][key]
            positions[key] = (x + dx, y + rng.uniform(-0.62, 0.62) * radii[name], z + dz)
    return _centred(positions, centres, radii, links, depths)


def unique_links(concepts: Iterable[Concept]) -> tuple[tuple[str, str], ...]:
    """Each link once: (required, requiring) first, then related pairs that are not already linked."""
    known = {concept.id: concept for concept in concepts}
    seen: set[frozenset[str]] = set()
    links: list[tuple[str, str]] = []
    for attribute in ("requires", "related"):
        for concept in known.values():
            for other in getattr(concept, attribute):
                pair = frozenset((other, concept.id))
                if other in known and len(pair) == 2 and pair not in seen:
                    seen.add(pair)
                    links.append((other, concept.id))
    return tuple(links)


def prerequisite_depths(concepts: Iterable[Concept]) -> dict[str, int]:
    """The length of the longest chain of requirements below each idea; an idea caught in a cycle counts
    from 0.
    """
    known = {concept.id: concept for concept in concepts}
    waiting = {
        key: {need for need in c.requires if need in known and need != key} for key, c in known.items()
    }
    followers: dict[str, list[str]] = {key: [] for key in known}
    for key, needs in waiting.items():
        for need in needs:
            followers[need].append(key)
    depths = dict.fromkeys(known, 0)
    ready = [key for key, needs in waiting.items() if not needs]
    for key in ready:  # grows while it is walked
        for follower in followers[key]:
            depths[follower] = max(depths[follower], depths[key] + 1)
            waiting[follower].discard(key)
            if not waiting[follower]:
                ready.append(follower)
    return depths


def _relax_cluster(
    ids: Sequence[str], links: Iterable[tuple[str, str]], depths: Mapping[str, int], rng: Random
) -> dict[str, tuple[float, float]]:
    """Springs along links, a push between near stars, a weak pull to the middle; x starts from the depth."""
    place: dict[str, list[float]] = {}
    lowest = min(depths[key] for key in ids)
    spread = SPACING * 0.75 * math.sqrt(len(ids))
    levels = max(depths[key] for key in ids) - lowest or 1
    for key in ids:
        along = ((depths[key] - lowest) / levels - 0.5) * spread
        place[key] = [along + rng.gauss(0, SPACING * 0.4), rng.gauss(0, spread * 0.45)]
    inside = [(a, b) for a, b in links if a in place and b in place]
    for step in range(_STEPS):
        heat = 1.0 - step / _STEPS
        for a, b in inside:
            _spring(place[a], place[b], SPACING, 0.16)
        _push_apart(list(place.values()), SPACING * 1.55, 0.30 * heat + 0.06)
        for point in place.values():
            point[0] *= 0.985
            point[1] *= 0.985
    for _ in range(12):
        _push_apart(list(place.values()), CLOSEST, 1.0)
    middle = [sum(point[axis] for point in place.values()) / len(place) for axis in (0, 1)]
    return {key: (point[0] - middle[0], point[1] - middle[1]) for key, point in place.items()}


def _place_clusters(
    members: Mapping[str, Sequence[str]],
    radii: Mapping[str, float],
    links: Iterable[tuple[str, str]],
    depths: Mapping[str, int],
    rng: Random,
) -> dict[str, tuple[float, float]]:
    """Discs that may not overlap, pulled together by the links between them, early ones to the left."""
    if not members:
        return {}
    average = {name: sum(depths[key] for key in ids) / len(ids) for name, ids in members.items()}
    order = sorted(members, key=lambda name: (average[name], name))
    reach = math.sqrt(sum((radius + CLUSTER_GAP / 2) ** 2 for radius in radii.values()))
    place: dict[str, list[float]] = {}
    for rank, name in enumerate(order):
        across = (rank + 0.5) / len(order) * 2 - 1
        up = ((rank * 0.618034) % 1.0) * 2 - 1
        place[name] = [across * reach * ASPECT, (up + rng.uniform(-0.1, 0.1)) * reach * 0.8]
    home = {key: name for name, ids in members.items() for key in ids}
    between = [(home[a], home[b]) for a, b in links if home[a] != home[b]]
    for step in range(160):
        for a, b in between:
            _spring(place[a], place[b], radii[a] + radii[b] + CLUSTER_GAP, 0.004)
        for point in place.values():
            point[0] *= 0.994
            point[1] *= 1.0 - 0.006 * ASPECT
        _separate(place, radii, 0.5 if step < 150 else 1.0)
    for _ in range(400):
        if not _separate(place, radii, 1.0):
            break
    wider = _stretch(place, radii)
    return {name: (point[0] * wider, point[1]) for name, point in place.items()}


def _stretch(place: Mapping[str, list[float]], radii: Mapping[str, float]) -> float:
    """How much wider the sky may become to have its aspect; moving apart sideways never makes overlaps."""
    half = [max(abs(point[axis]) + radii[name] for name, point in place.items()) for axis in (0, 1)]
    return min(1.6, max(1.0, half[1] * ASPECT / half[0]))


def _separate(place: Mapping[str, list[float]], radii: Mapping[str, float], strength: float) -> bool:
    """Move overlapping discs apart; says whether any overlapped by more than a pixel."""
    names = list(place)
    moved = False
    for number, a in enumerate(names):
        for b in names[number + 1 :]:
            least = radii[a] + radii[b] + CLUSTER_GAP
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


def _spring(a: list[float], b: list[float], length: float, strength: float) -> None:
    dx, dz = b[0] - a[0], b[1] - a[1]
    apart = math.hypot(dx, dz) or 1e-6
    pull = (apart - length) * strength / apart
    a[0] += dx * pull
    a[1] += dz * pull
    b[0] -= dx * pull
    b[1] -= dz * pull


def _push_apart(points: Sequence[list[float]], reach: float, strength: float) -> None:
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


def _depth_of_cluster(number: int, count: int) -> float:
    """-1 (near) to 1 (far), neighbours in the list far from each other."""
    return ((number * 0.618034 + 0.31) % 1.0) * 2 - 1 if count > 1 else 0.0


def _centred(
    positions: dict[str, Vec],
    centres: dict[str, Vec],
    radii: dict[str, float],
    links: tuple[tuple[str, str], ...],
    depths: dict[str, int],
) -> Sky:
    """Move the middle of all stars to the origin."""
    if not positions:
        return Sky({}, {}, {}, (), {}, (1.0, 1.0, 1.0))
    lows = [min(place[axis] for place in positions.values()) for axis in range(3)]
    highs = [max(place[axis] for place in positions.values()) for axis in range(3)]
    mx, my, mz = ((low + high) / 2 for low, high in zip(lows, highs, strict=True))
    ex, ey, ez = (max(1.0, (high - low) / 2) for low, high in zip(lows, highs, strict=True))

    def moved(place: Vec) -> Vec:
        return (place[0] - mx, place[1] - my, place[2] - mz)

    return Sky(
        {key: moved(place) for key, place in positions.items()},
        {name: moved(place) for name, place in centres.items()},
        radii,
        links,
        depths,
        (ex, ey, ez),
    )
