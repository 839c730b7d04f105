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
from game.worlds.constellation.clusters import ASPECT, place_clusters, turn_clusters
from game.worlds.constellation.forces import push_apart, spring

Vec = tuple[float, float, float]
SPACING = 50.0  # between linked neighbours
DEPTH = 1.5  # how far clusters stand before and behind the middle, in mean cluster radii
CLOSEST = 40.0  # stars nearer than this push each other away
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


def lay_out(concepts: Sequence[Concept], aspect: float = ASPECT, seed: int = 7) -> Sky:
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
    flat = place_clusters(members, radii, links, depths, rng, aspect)
    turn_clusters(local, flat, links)
    positions: dict[str, Vec] = {}
    centres: dict[str, Vec] = {}
    for number, (name, ids) in enumerate(members.items()):
        x, z = flat[name]
        y = _depth_of_cluster(number, len(members)) * DEPTH * (sum(radii.values()) / len(radii))
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
            spring(place[a], place[b], SPACING, 0.16)
        push_apart(list(place.values()), SPACING * 1.55, 0.30 * heat + 0.08)
        for point in place.values():
            point[0] *= 0.985
            point[1] *= 0.985
    for _ in range(12):
        push_apart(list(place.values()), CLOSEST, 1.0)
    middle = [sum(point[axis] for point in place.values()) / len(place) for axis in (0, 1)]
    return {key: (point[0] - middle[0], point[1] - middle[1]) for key, point in place.items()}


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
